"""What the rulebook of Melodies leaves open, as this project settles it: each row and option of the rules page.

Listed beside its settled points in docs/rules/melodies.md.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from balance.input import SpecError
from balance.spec import load
from games.melodies.agreement import record
from games.melodies.lookups import SEED, everybody, game, happened, offered, plays, start, states
from games.melodies.positions import position
from referee.melodies_content import pack, song, tour

# --- what one game is


def test_a_game_is_one_attempt_at_one_song_with_all_help_ready():
    for number in range(5):
        lines = game(number, venue="heart", song=2)
        assert (lines[1]["state"]["pack"], lines[1]["state"]["song"]) == ("heart", 2)
        assert all(entry["ready"] for kind in ("instruments", "audience") for entry in lines[1]["state"][kind])
        assert len(happened(lines, "attempt")) == 1
        assert lines[-1]["kind"] in ("win", "loss")


def test_a_game_is_the_three_songs_of_a_pack():
    p, seen = position(["1", "1"], notes=[1], play="venue", size=1), []
    while not p.end:
        seen.append((p.table()["song"], p.table()["songs_done"]))
        p.do(p.legal[0])  # the card
    assert seen == [(1, 0)] * 2 + [(2, 1)] * 2 + [(3, 2)] * 2
    assert (p.end, p.won, p.table()["songs_done"]) == ("completed", True, 3)


def test_a_game_is_the_whole_tour():
    lines = game(play="campaign", max_attempts=2)
    assert lines[0]["rules"]["packs"] == [pack["id"] for pack in lines[0]["cards"]["packs"]]
    assert (len(lines[0]["cards"]["packs"]), lines[0]["rules"]["venue"], lines[0]["rules"]["song"]) == (11, None, None)
    assert happened(lines, "pack")[0]["pack"] == "starter"


def test_the_packs_of_a_tour_are_chosen():
    lines = game(play="venue", venue="bird", packs=("starter", "cat", "bird"), max_attempts=1, players=5)
    assert [pack["id"] for pack in lines[0]["cards"]["packs"]] == ["starter", "cat", "bird"]
    unlocked = {card["id"] for pack in lines[0]["cards"]["packs"] for card in pack["instruments"]}
    assert {entry["card"] for entry in lines[1]["state"]["instruments"]} <= unlocked


def test_two_to_five_players():
    for players in (2, 3, 4, 5):
        lines = game(players=players)
        assert len(lines[1]["state"]["hands"]) == len(lines[-1]["scores"]) == players
    for players in (1, 6):
        with pytest.raises(SpecError):
            load("melodies", sets=[f"players={players}"])


def test_cards_without_which_a_song_is_played_lie_there_as_usual():
    p = position(["2 2", "9 9"], notes=[1, 2], instruments=["draw anytime"], audience=["draw anytime"])
    assert offered(p) == ["instrument-0", "fan-0"]
    dealt = start(venue="heart")
    without = start(venue="heart", without=("violin", "the-dog"))
    assert [without[key] for key in ("hands", "instruments", "audience")] == [
        dealt[key] for key in ("hands", "instruments", "audience")
    ]
    used = [event["card"] for number in range(8) for event in happened(game(number, without=("kazoo",)), "use")]
    assert "kazoo" not in used
    assert used


def test_restrictions_without_which_a_song_is_played_count_as_not_printed():
    p = position(["3 2", "3 2"], notes=[1, 2], restrictions={"even": [1]}, without=["even"])
    assert everybody(p, "play 3").row == [3]
    with pytest.raises(SpecError, match="same"):
        load("melodies", sets=["without=[same]"])


# --- a song


def test_equal_slices_that_leave_the_same_hand_are_one_action():
    p = position(["3 3 5 3", "9"])
    assert [text for text in p.legal if text.startswith("play 3") and "3 3" not in text] == [
        "play 3 from 0",
        "play 3 from 3",
    ]
    assert position(["3 3 5 3", "9"]).do("play 3 from 3").hands[0] == "3 3 5"
    assert position(["3 3 5 3", "9"]).do("play 3 from 0").hands[0] == "3 5 3"


def test_a_run_does_not_wrap_from_9_to_1():
    assert plays(position(["9 1 8 9 1", "5"])) == {"9", "1", "8", "89"}


def test_what_remains_closes_up_and_forms_new_neighbours():
    p = position(["3 9 4 5", "9 1"], notes=[1, 2]).do("play 9", "play 9")
    p.do("wait")
    assert "345" in plays(p)


def test_an_empty_hand_passes_without_being_asked():
    p = position(["1", "1 9", "1 9"], notes=[1, 2]).do("play 1", "play 1", "play 1")
    assert (p.asked, p.table()["acted"]) == (1, [0])
    assert p.happened("pass")[0]["amount"] == 1


def test_the_melody_is_found_in_this_order():
    """Shifts, then the highest is dropped, then most often, then the highest of the tied, then the Bass."""
    helpers = ["shift end_of_turn", "bass end_of_turn"]
    p = position(["8 2 2 1", "7 6 1"], notes=[1, 2], instruments=helpers, restrictions={"ignore_highest": [1]})
    p.do("play 8", "play 7 6", "use instrument-0", "shift 8 of 0 to 7")
    assert (p.window, p.table()["melody"]) == ("after_melody", 6)  # both 7s are the highest now
    p.do("use instrument-1", "bass 5")
    assert p.row == [5]


def test_the_melody_is_judged_after_the_bass():
    p = position(["4 9", "4 9"], notes=[1, 2, 3], row=[4], instruments=["", "bass end_of_turn"])
    p.do("play 4", "play 4")
    assert p.table()["melody"] == 4
    assert p.do("use instrument-1", "bass 5").end == ""
    p = position(["5 9", "5 9"], notes=[1, 2, 3], row=[4], instruments=["", "bass end_of_turn"])
    assert p.do("play 5", "play 5", "use instrument-1", "bass 4").end == "false_note"


def test_equal_notes_only_under_same():
    p = position(["4 9", "4 9"], notes=[1, 1, 2], row=[4], restrictions={"same": [2]})
    assert p.do("play 4", "play 4").end == ""
    p = position(["4 9", "4 9"], notes=[1, 1, 2], row=[4, 4], restrictions={"same": [2]})
    assert p.do("play 4", "play 4").end == "false_note"


def test_parity_check_and_filter():
    restrictions = {"even": [1]}
    for parity, row, end in (("check", [9], "restriction"), ("filter", [4], "")):
        p = position(["9 9 1", "4 1"], notes=[1, 2], restrictions=restrictions, parity=parity)
        p.do("play 9 9", "play 4")
        assert (p.row, p.end) == (row, end)
    p = position(["9 9 1", "5 1"], notes=[1, 2], restrictions=restrictions, parity="filter")
    assert p.do("play 9 9", "play 5").end == "no_melody"


def test_under_the_parity_filter_the_bass_is_still_judged():
    p = position(["4 1", "4 1"], restrictions={"even": [1]}, parity="filter", instruments=["bass end_of_turn"])
    assert p.do("play 4", "play 4", "use instrument-0", "bass 5").end == "restriction"


@pytest.mark.parametrize(
    ("deck", "discard", "source"), [("8 5", "5", "deck"), ("8", "5 6", "discard"), ("8", "6", "none")]
)
def test_the_card_of_the_row(deck, discard, source):
    p = position(["4 9", "4 9"], notes=[1, 2], instruments=["bass end_of_turn"], deck=deck, discard=discard)
    p.do("play 4", "play 4", "use instrument-0", "bass 5")
    assert (p.happened("row")[0]["from"], p.row) == (source, [5])
    assert p.table()["row_cards"] == [None if source == "none" else 5]
    p = position(["4 9", "4 9"], notes=[1, 2], deck=deck, discard=discard).do("play 4", "play 4")
    assert p.happened("row")[0]["from"] == "played"


# --- the order of play


def test_note_k_begins_with_seat_k_minus_1():
    for row in ([], [1], [1, 2], [1, 2, 3]):
        p = position(["4 5 6 7 8"] * 3, notes=[1, 2, 3, 4, 5, 6, 7], row=row)
        assert p.asked == len(row) % 3
        p.do("wait")
        assert p.asked == (len(row) + 1) % 3


def test_the_last_one_asked_since_the_last_act_must_act():
    p = position(["1 9", "1 9", "1 9"], notes=[1, 2])
    p.do("wait", "wait")
    assert (p.asked, "wait" in p.legal, p.table()["waited"]) == (2, False, [0, 1])
    p.do("pass")
    assert (p.asked, "wait" in p.legal, p.table()["waited"]) == (0, True, [])
    p.do("play 1")
    assert (p.asked, "wait" in p.legal) == (1, False)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_at_most_n_n_plus_1_over_2_decisions_a_note(players):
    p, asked = position(["1 9"] * players, notes=[1, 2]), 0
    while p.note == 1:
        p.do("wait" if "wait" in p.legal else "play 1")
        asked += 1
    assert asked == players * (players + 1) // 2


# --- failing


def test_max_attempts():
    p = position(["1 2", "1 2"], play="venue", size=2, max_attempts=3)
    for attempt in (1, 2, 3):
        assert (p.table()["attempt"], p.end) == (attempt, "")
        while p.table()["attempt"] == attempt and not p.end:
            everybody(p, "pass")
    assert (p.end, p.won, p.table()["failures"], p.table()["songs_done"]) == ("max_attempts", False, 3, 0)
    assert game(play="venue", max_attempts=2)[-1]["kind"] == "unfinished"


@pytest.mark.parametrize("refreshed", [True, False])
def test_instruments_refresh_on_failure(refreshed):
    rules = {"instruments_refresh_on_failure": refreshed}
    p = position(["1 2", "1 2"], play="venue", size=2, instruments=["draw start_of_turn"], **rules)
    everybody(p.do("use instrument-0"), "pass")
    assert (p.table()["attempt"], p.table()["instruments"][0]["ready"]) == (2, refreshed)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_featured_seat(seat):
    for number in range(4):
        assert start(number, venue="heart", featured_seat=seat)["instruments"][seat]["card"] == "violin"


def test_fans_are_drawn_anew_at_each_venue(tmp_path):
    names = []
    for one in tour():
        easy = pack(one["id"], [song([1], 1)] * 3, one["instruments"], one["fans"], one["audience"])
        names.append(str(tmp_path / f"{one['id']}.yaml"))
        Path(names[-1]).write_text(json.dumps(easy), encoding="utf-8")
    sets = ["play=campaign", "max_attempts=1000", f"packs={json.dumps(names)}"]
    rows = set()
    for number in range(3):
        lines = record(load("melodies", sets=sets, bots="random"), SEED, number)
        rows |= {(state["pack"], *(e["card"] for e in state["audience"][:3])) for state in states(lines)}
    assert len(rows) > 6


@pytest.mark.parametrize(("number", "left"), [(0, ["fan-1", "fan-0"]), (1, ["fan-0"]), (2, []), (10, [])])
def test_easy_refresh(number, left):
    rules = {"difficulty": "easy", "easy_refresh": number}
    p = position(["1 2", "1 2"], play="venue", size=2, audience=["draw start_of_turn"] * 2, **rules)
    p.do("use fan-1", "use fan-0")
    while p.table()["failures"] < 2:
        assert p.table()["used"] == ["fan-1", "fan-0"]
        everybody(p, "pass")
    assert p.table()["used"] == left
    assert [event["card"] for event in p.happened("refresh")] == ["fan-1", "fan-0"][:number]


# --- restrictions


def test_under_face_down_the_number_of_cards_and_passes_are_seen():
    p = position(["3 4 9", "9", "9"], restrictions={"face_down": [1]}).do("play 3 4", "pass")
    view = p.view(2)
    assert [len(play["cards"]) for play in view["plays"]] == [2]
    assert view["acted"] == [0, 1]


def test_the_drawn_card_goes_to_the_end_of_the_hand():
    p = position(["4 2", "5"], restrictions={"draw_and_tune": [1]}, deck="7 8")
    assert (p.hands[0], p.table()["drawn"], p.view(1)["drawn"]) == ("4 2 7", 2, None)


def test_draw_and_tune_card():
    moves = {}
    for card in ("any", "drawn"):
        p = position(["1 2", "5"], restrictions={"draw_and_tune": [1]}, deck="7 8", draw_and_tune_card=card)
        moves[card] = [text for text in p.legal if text.startswith("tune")]
    assert moves["drawn"] == ["tune 2 0", "tune 2 1"]
    assert len(moves["any"]) == 4


def test_draw_and_tune_also_in_expert_mode_and_with_an_empty_hand():
    p = position(["1 2", "5"], restrictions={"draw_and_tune": [1]}, deck="7 8", difficulty="expert")
    assert p.step == "tune"
    p = position(["1", "1 9"], notes=[1, 2], restrictions={"draw_and_tune": [2]}, deck="7 8").do("play 1", "play 1")
    assert (p.note, p.asked) == (2, 1)
    assert p.do("no").hands[0] == "8"


def test_who_plays_under_at_least_2_plays_2_who_passes_does_not():
    p = position(["1 2", "5"], restrictions={"at_least_2": [1]})
    assert (plays(p), "pass" in p.legal) == ({"12"}, True)


def test_the_lowest_number_is_at_least_the_highest_of_the_play_before():
    p = position(["4 5 9", "5 6 5 4 9", "9"], restrictions={"number_at_least_previous": [1]}).do("play 4 5")
    assert plays(p) == {"5", "6", "56", "65", "9"}


def test_no_number_of_a_play_is_in_the_play_before():
    p = position(["4 5 9", "3 4 6 9", "9"], restrictions={"differ_from_previous": [1]}).do("play 4 5")
    assert plays(p) == {"3", "6", "9"}


def test_as_many_cards_as_in_the_play_before():
    p = position(["4 5 9", "3 4 5 9", "9"], restrictions={"count_at_least_previous": [1]}).do("play 4 5")
    assert plays(p) == {"34", "45", "345"}


@pytest.mark.parametrize("key", ["number_at_least_previous", "differ_from_previous", "count_at_least_previous"])
def test_the_first_play_is_free_and_passes_are_skipped(key):
    p = position(["4 5 9", "9", "4"], restrictions={key: [1]})
    assert plays(p) == {"4", "5", "45", "9"}
    p.do("play 4 5", "pass")
    assert plays(p) == set()
    p = position(["4 5 9", "9", "4"], restrictions={key: [1]}).do("pass", "pass")
    assert plays(p) == {"4"}


def test_ignore_highest_drops_every_card_of_that_number():
    p = position(["8 8 1", "8 1", "2 1"], notes=[1, 2], restrictions={"ignore_highest": [1]})
    assert p.do("play 8 8", "play 8", "play 2").row == [2]
    p = position(["8 8 1", "8 1"], notes=[1, 2], restrictions={"ignore_highest": [1]})
    assert p.do("play 8 8", "play 8").end == "no_melody"


def test_least_played_counts_only_numbers_that_were_played():
    p = position(["8 8 1", "5 4 1", "4 1"], notes=[1, 2], restrictions={"least_played": [1]})
    assert p.do("play 8 8", "play 5 4", "play 4").row == [5]
    keys = {"least_played": [1], "ignore_highest": [1]}
    p = position(["9 9 1", "8 7 1", "8 1"], notes=[1, 2], restrictions=keys)
    assert p.do("play 9 9", "play 8 7", "play 8").row == [7]


@pytest.mark.parametrize("key", ["at_least_2", "face_down", "count_at_least_previous"])
def test_passing_under_restrictions(key):
    rules = {"restrictions": {key: [1]}, "passing_under_restrictions": False}
    p = position(["1 2", "1 9"], notes=[1, 2], **rules)
    assert "pass" not in p.legal
    p.do("play 1 2")
    assert ("pass" in p.legal) == (plays(p) == set()) == (key != "face_down")
    if key != "face_down":
        assert (p.do("pass").end, p.table()["acted"]) == ("restriction", [0, 1])
    p = position(["1 2", "1 9"], notes=[1, 2], restrictions={"even": [1]}, passing_under_restrictions=False)
    assert "pass" in p.legal


@pytest.mark.parametrize(("key", "good"), [("number_at_least_previous", 6), ("differ_from_previous", 3)])
def test_restrictions_on_hidden_numbers_are_judged_at_the_reveal(key, good):
    for number, end in ((good, ""), (4, "restriction")):
        keys = {"face_down": [1], key: [1]}
        p = position(["4 5 9", f"{number} 9"], notes=[1, 2], restrictions=keys).do("play 4 5")
        assert str(number) in plays(p)
        p.do(f"play {number}")
        assert p.end == end
        assert (p.row == []) == (end != "")


def test_effects_that_change_numbers_wait_for_the_reveal():
    helpers = ["shift anytime", "double when_playing", "cancel anytime"]
    p = position(["4 9", "4 9", "4 9"], notes=[1, 2], restrictions={"face_down": [1]}, instruments=helpers)
    p.do("play 4", "play 4", "play 4")
    assert (p.window, offered(p)) == ("after_acts", ["instrument-0"])


def test_nobody_plays_no_melody():
    p = position(["1 2", "1 2"]).do("pass", "pass")
    assert (p.end, p.happened("melody")[0]["amount"], p.happened("fail")[0]["cause"]) == ("no_melody", 0, "no_melody")


def test_an_empty_pile_is_made_of_the_discard_pile_not_of_the_row():
    keys = {"draw_and_tune": [2]}
    p = position(["1 3 9", "1 9 9"], notes=[1, 2], restrictions=keys, deck="8", discard="6 6")
    p.do("play 1", "play 1")  # the row keeps one 1, the other goes to the discard pile
    assert p.happened("draw")[0]["card"] == 8
    p.do("no")
    assert (p.happened("shuffle")[0]["amount"], p.discard, p.table()["row_cards"]) == (3, "", [1])
    assert sorted([*map(int, p.deck.split()), p.happened("draw")[0]["card"]]) == [1, 6, 6]


def test_with_both_piles_empty_nothing_is_drawn():
    p = position(["1 3", "1 9"], restrictions={"draw_and_tune": [1]}, deck="")
    assert (p.step, p.hands[0], p.table()["drawn"], p.happened("draw")) == ("tune", "1 3", None, [])
    p = position(["1 3", "1 9"], restrictions={"draw_and_tune": [1]}, deck="", draw_and_tune_card="drawn")
    assert p.step == "act"


# --- what cannot be played: one clear message


SAME_HEIGHT = {"notes": [2, 1, 2]}
WRONG = {
    "`same` on note 1": ({"restrictions": {"same": [1]}}, ()),
    "`one_apart` on note 1": ({"restrictions": {"one_apart": [1]}}, ()),
    "equal heights not under `same`": (SAME_HEIGHT, ()),
    "`same` with another height": ({"restrictions": {"same": [2]}}, ()),
    "even with odd": ({"restrictions": {"even": [2], "odd": [2]}}, ()),
    "too many cards": ({"hand": 18}, ("players=5",)),
    "no row of 1 to 9": ({"notes": list(range(10)), "restrictions": {}}, ()),
    "no row for what the Melody must be": ({"notes": list(range(9)), "restrictions": {"even": [1]}}, ()),
    "an unknown restriction": ({"restrictions": {"loud": [1]}}, ()),
    "a note that is not there": ({"restrictions": {"even": [7]}}, ()),
}


@pytest.mark.parametrize("name", WRONG)
def test_songs_that_cannot_be_played(name, tmp_path):
    changed, sets = WRONG[name]
    garage = tour()[0]
    path = tmp_path / "garage.yaml"
    garage["songs"][1] = {**garage["songs"][1], "notes": [2, 3, 1], "restrictions": {}}
    path.write_text(json.dumps(garage), encoding="utf-8")
    load("melodies", sets=[f"packs=[{path}]"])
    garage["songs"][1] |= changed
    path.write_text(json.dumps(garage), encoding="utf-8")
    with pytest.raises(SpecError) as problem:
        load("melodies", sets=[f"packs=[{path}]", *sets])
    assert str(problem.value).count("\n") <= 1


# --- instruments, fans, audience cards: what each effect does


def using(effect, hands=("4 2 2", "4 9"), timing="anytime", **more):
    """A position in which seat 0 has just used an instrument."""
    return position(hands, instruments=[f"{effect} {timing}"], **more).do("use instrument-0")


def test_effect_tune():
    assert using("tune").do("tune 0 2").hands[0] == "2 2 4"


def test_effect_swap():
    assert using("swap").do("swap 0 1").hands[0] == "2 4 2"


def test_effect_discard():
    p = using("discard").do("discard 4")
    assert (p.hands[0], p.discard) == ("2 2", "4")


def test_effect_draw():
    assert using("draw", deck="7 8").hands[0] == "4 2 2 7"


def test_effect_give():
    assert using("give").do("give 4 to 1").hands == ["2 2", "4 9 4"]


def test_effect_split_set():
    p = position(["3 9 3 5", "9"], instruments=["split_set when_playing"]).do("play 3 3 with instrument-0")
    assert (p.hands[0], p.plays, p.table()["instruments"][0]["ready"]) == ("9 5", ["0: 3 3"], False)


def test_effect_shift():
    p = position(["4 9", "6 9"], notes=[1, 2], instruments=["shift end_of_turn"]).do("play 4", "play 6")
    p.do("use instrument-0")
    assert set(p.legal) == {"shift 4 of 0 to 3", "shift 4 of 0 to 5", "shift 6 of 1 to 5", "shift 6 of 1 to 7"}
    assert p.do("shift 6 of 1 to 7").row == [7]


def test_effect_double():
    p = position(["4 9", "6 9"], notes=[1, 2], instruments=["double end_of_turn"]).do("play 4", "play 6")
    assert p.do("use instrument-0", "double 4 of 0").row == [4]


def test_effect_cancel():
    p = position(["4 9", "6 9"], notes=[1, 2], instruments=["cancel end_of_turn"]).do("play 4", "play 6")
    assert p.do("use instrument-0", "cancel 6 of 1").row == [4]


def test_effect_lowest_tie():
    p = position(["4 9", "6 9"], notes=[1, 2], instruments=["lowest_tie start_of_turn"]).do("use instrument-0")
    assert p.do("play 4", "play 6").row == [4]


def test_effect_skip_restriction():
    keys = {"at_least_2": [1], "even": [1]}
    p = position(["4 9", "6 9"], notes=[1, 2], instruments=["skip_restriction start_of_turn"], restrictions=keys)
    assert set(p.do("use instrument-0").legal) == {"skip even", "skip at_least_2"}
    assert plays(p.do("skip at_least_2")) == {"4", "9"}


def test_effect_bass():
    p = position(["4 9", "4 9"], notes=[1, 2], instruments=["bass end_of_turn"]).do("play 4", "play 4")
    p.do("use instrument-0")
    assert set(p.legal) == {"bass 3", "bass 5"}
    assert p.do("bass 3").row == [3]
    p = position(["9 1", "9 1"], notes=[2, 1], instruments=["bass end_of_turn"]).do("play 9", "play 9")
    assert p.do("use instrument-0").legal == ["bass 8"]


def test_effect_take_back():
    p = position(["4 5 9", "6 9"], notes=[1, 2], instruments=["take_back anytime"]).do("play 4 5")
    p.do("use instrument-0", "take_back 0")
    assert (p.hands[0], p.plays, p.asked, p.table()["acted"]) == ("4 5 9", [], 0, [])


# --- when they are asked for


def test_windows_in_their_order():
    p = position(["1 9", "1 9"], notes=[1], at="deal", difficulty="expert", instruments=["discard anytime"])
    windows = []
    while not p.end:
        windows += [p.window] if p.step == "use" else []
        p.do("no" if p.step == "use" else "play 1")
    assert windows[:3] == ["after_deal", "start_of_note", "before_act"]
    assert windows[3:] == ["after_acts", "after_melody", "before_hands"]


def test_asked_in_seat_order_from_the_first_seat_of_the_note():
    p = position(["4 9"] * 3, notes=[1, 2, 3], row=[1], audience=["draw start_of_turn"])
    asked = []
    while p.step == "use":
        asked.append(p.asked)
        p.do("no")
    assert asked == [1, 2, 0]


def test_asked_only_where_it_can_do_something():
    p = position(["4 4", "4 5"], instruments=["tune start_of_turn", "swap start_of_turn"])
    assert (p.asked, offered(p)) == (1, ["instrument-1"])
    p = position(["4 4", "4 5"], instruments=["take_back anytime", "cancel anytime", "skip_restriction anytime"])
    assert p.step == "act"


def test_after_a_use_all_are_asked_again_and_a_no_stands():
    helpers = ["draw start_of_turn", "", "give start_of_turn"]
    p = position(["4 9"] * 3, instruments=helpers, audience=["draw start_of_turn"])
    p.do("no", "no", "use instrument-2", "give 4 to 0")
    assert (p.asked, offered(p), p.table()["said_no"]) == (2, ["fan-0"], [0, 1])
    assert (p.do("no").step, p.table()["said_no"]) == ("act", [])
    p = position(["4 9"] * 3, instruments=helpers, audience=["draw start_of_turn"])
    assert (p.do("use instrument-0").asked, offered(p)) == (0, ["fan-0"])


def test_anytime_is_never_asked_inside_an_act():
    p = position(["4 9"] * 2, notes=[1, 2], instruments=["draw anytime"])
    p.do("no").do("play 4")
    assert p.window == "before_act"  # not with_act
    with_act = position(["4 9"] * 2, notes=[1, 2], instruments=["draw when_playing"]).do("play 4")
    assert (with_act.window, with_act.asked) == ("with_act", 0)


# --- what is known


def test_a_card_given_away_stays_known_to_its_giver():
    p = position(["4 9", "6 7", "1 2"], instruments=["give start_of_turn", "tune anytime"])
    p.do("use instrument-0", "give 4 to 1")
    assert [p.view(seat)["hands"][1] for seat in (0, 2)] == [[None, None, 4], [None, None, None]]
    p.do("use instrument-1", "tune 0 2")
    assert p.hands[1] == "7 4 6"
    assert p.view(0)["hands"][1] == [None, 4, None]


def test_cards_taken_back_are_known_if_they_lay_open():
    for keys, seen in (({}, [4, 5, None]), ({"face_down": [1]}, [None] * 3)):
        p = position(["4 5 9", "6 9"], restrictions=keys, instruments=["take_back anytime"]).do("play 4 5")
        p.do("use instrument-0", "take_back 0")
        assert p.view(1)["hands"][0] == seen


# --- must hold


@pytest.mark.parametrize("number", range(4))
def test_72_cards_are_conserved_and_the_row_grows_by_one_with_each_melody(number):
    row = 0
    for line in game(number, venue="sparkle", song=3)[1:-1]:
        state = line["state"]
        cards = Counter(state["deck"] + state["discard"] + [card for card in state["row_cards"] if card])
        cards += sum(map(Counter, state["hands"]), Counter())
        cards += Counter(card["card"] for play in state["plays"] for card in play["cards"])
        assert cards == Counter(dict.fromkeys(range(1, 10), 8))
        row += sum(event["event"] == "row" for event in line["events"])
        assert len(state["row"]) == row


def test_the_row_of_a_success_has_the_order_of_the_song():
    p = position(["4 9 6", "4 9 6"], notes=[1, 3, 2]).do("play 4", "play 4", "play 9", "play 9", "play 6", "play 6")
    assert (p.won, p.row, p.hands) == (True, [4, 9, 6], ["", ""])
