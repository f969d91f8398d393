"""What a seat can know of hidden cards: the engine's bookkeeping beside a memory of its own, and worlds made by hand.

A world that the seat cannot tell from the true one must look the same to it: the same view, the same legal actions.
"""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from balance.arena.records import records
from balance.arena.steps import Steps
from balance.engine.verbs import action, count, exchange, unseen
from balance.games.omen.questions import list_answers
from balance.games.omen.state import DECK, HAND, OUT, STACKS
from balance.spec import load
from games.omen.card_sets import random_spec
from games.omen.memory import Memory
from games.omen.positions import KERNEL, new_game, position

MODES = {
    "single": ["mode=single"],
    "single, set 2": ["games=[2]"],
    "single, set 3": ["games=[3]"],
    "two combined": ["mode=combined"],
    "three combined": ["mode=combined", "games=[1, 2, 3]"],
    "draft": ["mode=draft"],
    "drawn by lot": ["first_player=random_discard", "second_player_bonus_units=2", "starting_units=6"],
    "large hands": ["starting_units=10", "hand_limit=30", "max_turns=30"],
}
LISTS = ("hand", "vase", "deck", "drawn", "under", "play_area")
SORTED = ("hand", "vase")


def hidden(s, r, seat):
    """The cards that the engine says the seat cannot place, each with the shuffles of its place."""
    out = np.zeros((128, 3), dtype=np.int64)
    n = unseen(s, r, seat, out)
    assert len(set(out[:n, 0].tolist())) == n
    return {int(card): int(mask) for card, mask, _ in out[:n]}


def alike(found, one, other):
    """Whether the places of two cards were last in the same shuffle: the contract's "may be exchanged"."""
    return found[one].bit_length() == found[other].bit_length()


def swapped(state, r, one, other):
    """A copy of the state with two cards exchanged wherever they lie, written without the engine's `exchange`."""
    states = np.array([state], dtype=KERNEL.STATE).view(np.recarray)
    s = states[0]
    new = {one: other, other: one}
    for key in LISTS:
        for seat in (0, 1):
            n = int(s[key + "_n"][seat])
            cards = [new.get(int(card), int(card)) for card in s[key][seat, :n]]
            s[key][seat, :n] = sorted(cards) if key in SORTED else cards
    for key, lengths in (("stack", "stack_n"), ("draft_stack", "draft_n")):
        for i in range(3):
            n = int(s[lengths][i])
            s[key][i, :n] = [new.get(int(card), int(card)) for card in s[key][i, :n]]
    for key in ("envoy", "given"):
        for seat in (0, 1):
            s[key][seat] = new.get(int(s[key][seat]), int(s[key][seat]))
    s.where[[one, other]] = s.where[[other, one]]
    s.history[:, [one, other]] = s.history[:, [other, one]]
    list_answers(s, r)
    return states


def is_same(one, other):
    """Whether two states are the same, but for a card's own first shuffle and for answers past the last."""
    return all((one[key] == other[key]).all() for key in one.dtype.names if key not in ("origin", "answers"))


def legal(s, r):
    """The legal actions, sorted."""
    return sorted(int(action(s, r, k)) for k in range(count(s, r)))


def seen(s, r, seat):
    """What a seat may see, as text."""
    return json.dumps(KERNEL.view(s, r, seat), sort_keys=True)


def check_memory(s, r, memory, seat):
    """The engine hides what cannot be remembered, and tells apart what cannot have changed places."""
    found = hidden(s, r, seat)
    mixed = memory.mixed(seat)
    assert set(found) == set(mixed)
    cards = sorted(found)
    for i, one in enumerate(cards):
        for other in cards[:i]:
            if alike(found, one, other):
                assert mixed[one] == mixed[other] or s.where[one] == s.where[other] >= HAND
            elif s.where[one] == s.where[other] and s.where[one] in (DECK, DECK + 1):
                assert memory.last(seat, one) != memory.last(seat, other)


def check_worlds(s, r, seat, chance):
    """Exchanging cards of the other hand, of decks and of cities that may be exchanged changes nothing for the seat."""
    found = hidden(s, r, seat)
    pairs = [(one, other) for one in found for other in found if one < other and alike(found, one, other)]
    for one, other in chance.sample(pairs, min(3, len(pairs))):
        world = swapped(s, r, one, other)
        assert seen(world[0], r, seat) == seen(s, r, seat)
        if s.asked == seat:
            assert legal(world[0], r) == legal(s, r)
        again = np.array([s], dtype=KERNEL.STATE).view(np.recarray)
        exchange(again[0], r, one, other)
        assert is_same(again, world)
        exchange(again[0], r, one, other)
        assert is_same(again, np.array([s], dtype=KERNEL.STATE))


def follow(spec, seed, number, every=1):
    """A whole game beside a memory; worlds are made at every `every`-th decision."""
    kit = records(spec)
    game = Steps(kit, seed, number)
    memory, chance = Memory(kit.rules), random.Random(number)
    memory.after(game.state, game.state, game.events())
    while game.running:
        for seat in (0, 1):
            check_memory(game.state, kit.rules, memory, seat)
            if int(game.row.decisions) % every == 0:
                check_worlds(game.state, kit.rules, seat, chance)
        game.step()
        memory.after(game.state, game.before, game.events().view(np.recarray))


@pytest.mark.parametrize("mode", MODES)
def test_a_seat_knows_what_it_can_remember(mode):
    spec = load("omen", sets=MODES[mode], bots="random")
    for number in range(2):
        follow(spec, 3, number, every=9)


@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (3, 4, 5))])
def test_a_seat_knows_what_it_can_remember_with_random_cards(seed, tmp_path):
    follow(random_spec(tmp_path, seed, wild=0.6), 3, seed, every=9)


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_a_seat_knows_what_it_can_remember_in_many_games(mode):
    for bots in ("random", "greedy"):
        spec = load("omen", sets=MODES[mode], bots=bots)
        for number in range(40):
            follow(spec, 4, number, every=5)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_a_seat_knows_what_it_can_remember_with_many_random_cards(part, tmp_path):
    for seed in range(1000 + 30 * part, 1000 + 30 * part + 30):
        follow(random_spec(tmp_path, seed, wild=(seed % 10) / 9), 4, seed, every=5)


# --- the settled point, part by part


def known_in_hand(p, seat, whose):
    """Units that a seat knows in a hand."""
    return " ".join(p.view(seat)["hands"][whose]["known"])


def test_the_number_of_kraters_in_hand_is_public_which_ones_is_not():
    p = position(kraters=["k1 k3", ""], known=False)
    assert p.view(1)["kraters"][0] == {"known": [], "cards": 2}


def test_the_envoy_taken_back_is_known_until_it_leaves_the_hand():
    p = position(["vet cov", "tri fate"], step="envoy", known=False, deck="rec pil").do("envoy vet", "envoy tri")
    assert known_in_hand(p, 1, 0) == "vet"
    p.do(*["coin"] * 2, "end", "decline", *["coin"] * 3, "play vet 0", "end")
    assert known_in_hand(p, 1, 0) == ""


def test_a_returned_unit_is_known_in_hand():
    p = position(
        ["bol cov", ""], ["vet |", "", ""], known=False, bol=[{"return": {"whose": "own", "where": "another"}}]
    )
    p.do("play bol 1", "return vet")
    assert known_in_hand(p, 1, 0) == "vet"


def test_a_unit_taken_from_the_discard_pile_is_known_in_hand_one_from_the_deck_is_not():
    p = position(["fate", "cov"], pile="vet", deck="rec pil spo", known=False).do("fate fate", "take vet")
    assert known_in_hand(p, 1, 0) == "vet"
    p = position(["bol", "cov"], deck="rec pil spo", known=False, bol=[{"search": 1}]).do("play bol 0", "take pil")
    assert (known_in_hand(p, 1, 0), known_in_hand(p, 0, 0)) == ("", "pil")


def test_seen_deck_positions_are_known_until_a_shuffle():
    look = [{"look": {"top": 2, "take": 0, "rest": "back"}}]
    p = position(["bol bol2", ""], deck="rec pil spo", known=False, bol=look, bol2=[{"search": 0}]).do("play bol 0")
    assert p.view(0)["decks"] == [["rec", "pil", None]]
    assert p.do("play bol2 0").view(0)["decks"] == [[None] * 3]


def test_a_unit_put_on_top_is_known_to_its_owner_and_hidden_from_the_other():
    p = position(["rec cov", ""], deck="vet tri fate spo", known=False).do("recruit rec", "top cov")
    assert p.view(0)["decks"] == [["cov", None, None]]
    assert p.view(1)["decks"] == [[None] * 3]


def test_a_known_unit_put_on_top_stays_known():
    p = position(
        ["bol", "cov"],
        ["vet |", "", ""],
        deck="tri",
        known=False,
        bol=[{"return": {"whose": "own", "where": "another"}}, {"put_on_deck": 1}],
    )
    p.do("play bol 1", "return vet", "top vet")
    assert p.view(1)["decks"] == [["vet", None]]


def test_a_card_put_on_top_may_be_any_of_the_hand_for_the_other_seat():
    effect = [{"return": {"whose": "own", "where": "another"}}, {"put_on_deck": 1}]
    p = position(["bol cov", "fate"], ["vet |", "", ""], deck="tri", known=False, bol=effect).do(
        "play bol 1", "return vet"
    )
    assert known_in_hand(p, 1, 0) == "vet"
    p.do("top cov")
    assert (known_in_hand(p, 1, 0), p.view(1)["decks"]) == ("", [[None, None]])
    found = hidden(p.s, p.r, 1)
    assert alike(found, p.ids["vet"], p.ids["cov"])
    assert not alike(found, p.ids["vet"], p.ids["tri"])


def test_a_unit_taken_after_a_look_may_be_any_of_those_looked_at_for_the_other_seat():
    look = [{"look": {"top": 2, "take": 1, "rest": "back"}}]
    p = position(["bol", "fate"], deck="vet cov tri", known=False, bol=look)
    p.s.history[1, p.ids["vet"]] = p.s.origin[1, p.ids["vet"]] = 0  # seat 1 has put it there
    assert p.do("play bol 0").view(1)["decks"] == [["vet", None, None]]
    p.do("take cov")
    found = hidden(p.s, p.r, 1)
    assert p.view(1)["decks"] == [[None, None]]
    assert alike(found, p.ids["vet"], p.ids["cov"])


def groups(p, seat, base):
    """Cards in a place that the seat cannot tell from one another and can tell from all others: sets of ids."""
    found = hidden(p.s, p.r, seat)
    names = {card: name for name, card in p.ids.items()}
    inside = [card for card in found if p.s.where[card] == base]
    outside = [card for card in found if p.s.where[card] != base]
    mixed = {names[card] for card in inside if any(alike(found, card, other) for other in outside)}
    return {names[card] for card in inside}, mixed


def test_a_searcher_knows_what_the_deck_held():
    p = position(["bol", "cov vet"], deck="rec pil spo", known=False, bol=[{"search": 1}])
    assert groups(p, 0, HAND + 1) == ({"cov", "vet"}, {"cov", "vet"})  # any of five cards
    p.do("play bol 0", "take pil")
    assert groups(p, 0, HAND + 1) == ({"cov", "vet"}, set())  # these two, by elimination
    assert groups(p, 0, DECK) == ({"rec", "spo"}, set())
    assert groups(p, 1, HAND + 0)[1] == {"pil"}  # the other has not seen which


def test_hands_are_known_by_elimination_after_the_deck_has_run_out():
    p = position(["rec", "cov vet"], deck="tri", pile="pil spo fate", known=False, step="wealth")
    assert groups(p, 0, HAND + 1) == ({"cov", "vet"}, {"cov", "vet"})
    p.do("draw")  # the last one: the discard pile becomes the deck
    assert groups(p, 0, HAND + 1) == ({"cov", "vet"}, set())
    assert groups(p, 0, DECK) == ({"fate", "pil", "spo"}, set())


def test_kraters_out_of_the_game_are_unknown_and_like_those_in_the_cities():
    p = new_game(mode="combined")
    found = hidden(p.s, p.r, 0)
    kraters = [card for card in found if card >= p.r.units]
    assert len(kraters) == 12
    assert sum(p.s.where[card] == OUT for card in kraters) == 3
    assert sum(STACKS <= p.s.where[card] < STACKS + 3 for card in kraters) == 9
    assert len({found[card] for card in kraters}) == 1


def test_in_a_draft_18_kept_and_5_given_are_known_5_received_are_not():
    p = new_game(mode="draft").do("done", "done")
    given = [[], []]
    while p.step == "draft_rest":
        seat, unit = p.asked, p.legal[0].split()[1]
        given[seat].append(unit)
        last = len(given[1]) == 5
        if last:
            break
        p.do(p.legal[0])
    stacks = p.table()["stacks"]
    for seat in (0, 1):
        kept = p.view(seat)["stacks"]["kept"]
        own, other = set(kept[seat]["known"]), set(kept[1 - seat]["known"])
        received = set(given[1 - seat][:4])
        assert own == set(stacks["kept"][seat]) - received
        assert set(given[seat][:4]) <= other
        assert not received & own
    p.do(p.legal[0])
    for seat in (0, 1):  # decks are shuffled; which cards they hold is known but for the five received
        found = hidden(p.s, p.r, seat)
        own = [card for card in found if p.s.where[card] == DECK + seat]
        bits = [found[card].bit_count() for card in own]
        assert len(own) == 19
        assert max(bits) == 2  # once through the stack of the rest, once through the deck
        assert sum(n == 2 for n in bits) <= 5
