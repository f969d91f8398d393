"""Greedy as a fellow player: it succeeds, songs get harder for it over the tour, and single moves make sense."""

import numpy as np
import pytest

from balance.arena.usage import count_uses
from balance.bots.mind import MOST_FEATURES
from balance.bots.policy import greedy
from balance.engine.game import find
from balance.games.melodies.words import SHIPPED
from balance.spec import Spec, make_bot
from games.melodies.difficulty import success, venue_success
from games.melodies.positions import position

GAME = find("melodies")


@pytest.fixture(scope="module", params=["hand-set", "greedy"])
def bot(request):
    from balance.arena.records import bot_records

    return bot_records(Spec(GAME, GAME.options(), (make_bot(request.param, GAME, GAME.options()),)))[0]


def chosen(bot, p):
    """What greedy does in a position."""
    rng = np.ones((1, 2), dtype=np.uint64)
    code = greedy(p.s, p.r, np.int64(len(p.codes)), bot, 0, rng, 0, np.zeros(MOST_FEATURES))
    return p.words(int(code), False)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_greedy_succeeds_where_random_play_nearly_always_fails(players):
    for song in (1, 2, 3):
        assert success(200, venue="starter", song=song, players=players) > 0.55
        assert success(200, "random", venue="starter", song=song, players=players) < 0.02


def test_songs_get_harder_over_the_tour():
    means = venue_success(120)
    assert len(means) == len(SHIPPED)
    assert np.corrcoef(range(len(means)), means)[0, 1] < -0.9
    assert min(means[:3]) > max(means[-3:]) + 0.25


def test_help_cards_help():
    silent = [card.id for pack in GAME.options().tour() for card in pack.help_cards()]
    for venue, song in (("heart", 3), ("cocktail", 2)):
        with_help = success(600, venue=venue, song=song)
        assert with_help > success(600, venue=venue, song=song, without=tuple(silent)) + 0.05


def test_tuning_before_the_song_helps():
    assert success(600, venue="diamond", song=1) > success(600, venue="diamond", song=1, difficulty="expert") + 0.03


def test_greedy_uses_what_the_cards_offer():
    options = GAME.options(play="campaign", players=4, max_attempts=1000)
    bots = (make_bot("greedy", GAME, options),) * 4
    uses = count_uses(Spec(GAME, options, bots), 1, 4)
    by_effect: dict[str, int] = {}
    for (effect, _), times, _ in uses:
        by_effect[effect] = by_effect.get(effect, 0) + times
    for effect in ("tune", "swap", "discard", "give", "split_set", "shift", "double", "cancel", "bass", "take_back"):
        assert by_effect[effect] > 0, effect


# --- single moves


def test_the_last_to_act_mends_a_false_note(bot):
    p = position(["5 5 3 8", "2 1 9", "2 1 9"], row=[4], notes=[1, 2, 3]).do("play 2", "play 1")
    assert chosen(bot, p) in ("play 5 5", "play 5")


def test_it_does_not_spoil_a_note_that_stands(bot):
    p = position(["3 3 3 9", "5 9", "1 9"], row=[4], notes=[1, 2, 3]).do("play 5", "pass")
    assert chosen(bot, p) != "play 3 3 3"


def test_it_leaves_room_for_notes_to_come(bot):
    p = position(["5 9 2", "2 9", "2 9"], notes=[1, 2, 3]).do("wait", "wait", "pass", "wait", "pass")
    assert chosen(bot, p) != "play 9"


def test_it_makes_a_false_note_right_with_the_bass(bot):
    p = position(["4 9", "9", "9"], row=[4], notes=[1, 2, 3], instruments=["bass end_of_turn"])
    p.do("pass", "pass", "play 4")
    assert chosen(bot, p) == "use instrument-0"
    p.do("use instrument-0")
    assert chosen(bot, p) == "bass 5"


def test_it_discards_the_last_card_before_hands_are_judged(bot):
    p = position(["3 4", "5", "5"], instruments=["discard anytime"], notes=[1])
    p.no().do("play 4").no().do("play 5").no().do("play 5")
    while p.window != "before_hands":
        p.do("no")
    assert chosen(bot, p) == "use instrument-0"


def test_it_tunes_its_hand_into_fewer_plays(bot):
    p = position(["3 9 4 1 7", "5 5", "5 5"], at="deal", notes=[1, 2, 3])
    p.do(chosen(bot, p))
    assert " 3 4 " in f" {p.hands[0]} " or " 4 3 " in f" {p.hands[0]} "
