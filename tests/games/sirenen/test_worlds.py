"""Nobody peeks: in other possible worlds, built by the referee from the rulebook, a seat sees and does the same.

A world is all that a seat cannot see rearranged (`referee.sirenen.other_world`); the engine is put there by the
position builder, not by its own re-deal.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from balance.arena.records import records
from balance.arena.steps import Steps
from balance.spec import Spec, load
from games.sirenen.positions import Position, new_game, position
from games.sirenen.tense import tense
from referee.sirenen import hidden_places, other_world

BOTS = ("greedy", "random", "monte-carlo:12", "ismcts:12")
TACTICS = {"variant": "tactics", "copies": [8] * 15}


def text(cards: list[int]) -> str:
    """Cards as the position builder wants them."""
    return " ".join(map(str, cards))


def own_piles(arguments: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same ships in the tactics variant, with other hands and an own pile for each seat."""
    used = " ".join(arguments["ships"].values()).replace("*", " ").split()  # whose these were is left open
    left = [value for value in range(-4, 11) for _ in range(4 - min(4, used.count(str(value))))]
    cards = [rng.sample(left, len(left)) for _ in (0, 1)]
    rules = {**arguments["rules"], **TACTICS}
    hands, piles = [text(deck[:4]) for deck in cards], [text(deck[4:10]) for deck in cards]
    return {**arguments, "hands": hands, "pile": piles, "rules": rules}


def situation(seed: int) -> dict[str, Any]:
    """A position with something hidden."""
    arguments, rng = tense(seed), random.Random(seed)
    if seed % 2:
        return own_piles(arguments, rng)
    seen = " ".join([*arguments["hands"], *arguments["ships"].values()]).replace("*", " ").split()
    unused = [value for value in range(-4, 11) for _ in range(4 - min(4, seen.count(str(value))))]
    rng.shuffle(unused)
    hands = list(arguments["hands"])
    hands[1 - arguments["active"]] = text(unused[:4])
    return {
        **arguments,
        "hands": hands,
        "pile": text(unused[4:12]),
        "rules": {**arguments["rules"], "copies": [8] * 15},
    }


def elsewhere(arguments: dict[str, Any], table: dict[str, Any], seat: int, rng: random.Random) -> Position:
    """The engine in another world."""
    world = other_world(table, seat, rng)
    piles = [text(pile) for pile in world["piles"]]
    hands = [text(hand) for hand in world["hands"]]
    return position(**{**arguments, "hands": hands, "pile": piles if len(piles) > 1 else piles[0]})


def choice(spec: Spec, p: Position, seed: int) -> int:
    """What the bot whose decision it is does there, by the streams of this seed."""
    game = Steps(records(spec), seed, 0)
    game.states[0] = p.s
    return game.step()


def same_for(p: Position, q: Position, seat: int) -> bool:
    """Whether the seat sees the same in both, and may do the same if it is asked."""
    return p.view(seat) == q.view(seat) and (p.asked != seat or p.legal == q.legal)


@pytest.mark.parametrize("part", range(4))
def test_other_worlds_look_the_same(part):
    for seed in range(10 * part, 10 * part + 10):
        arguments, rng = situation(seed), random.Random(seed)
        p = position(**arguments)
        for seat in (0, 1):
            worlds = [elsewhere(arguments, p.table(), seat, rng) for _ in range(3)]
            assert all(same_for(p, world, seat) for world in worlds)
            assert any(world.table() != p.table() for world in worlds)


@pytest.mark.parametrize("bot", BOTS)
def test_bots_choose_the_same_in_other_worlds(bot):
    for seed in range(24):
        arguments, rng = situation(seed), random.Random(seed)
        rules = [f"{key}={str(value).lower()}" for key, value in arguments["rules"].items()]
        spec = load("sirenen", sets=rules, bots=bot)
        p = position(**arguments)
        chosen = {choice(spec, elsewhere(arguments, p.table(), p.asked, rng), seed) for _ in range(4)}
        assert chosen == {choice(spec, p, seed)}


@pytest.mark.parametrize("bot", BOTS)
def test_bots_pick_the_same_whatever_the_other_has_picked(bot):
    spec = load("sirenen", sets=["variant=tactics"], bots=bot)
    p = new_game(variant="tactics").do("pick 10", "pick 9", "pick 8", "pick 7")
    q = new_game(variant="tactics").do("pick -4", "pick 0", "pick 0", "pick 1")
    for _ in range(4):
        assert same_for(p, q, 1)
        assert choice(spec, p, 3) == choice(spec, q, 3)
        word = p.legal[3]
        p.do(word)
        if p.asked != 1 or p.step != "pick":
            return
        q.do(word)


def test_the_bot_that_sees_all_is_found_and_plays_otherwise():
    found = {"in another world": 0, "than ismcts": 0}
    for seed in range(12):
        arguments, rng = situation(seed), random.Random(seed)
        rules = [f"{key}={str(value).lower()}" for key, value in arguments["rules"].items()]
        cheat, honest = (load("sirenen", sets=rules, bots=f"{bot}:150") for bot in ("omniscient", "ismcts"))
        p = position(**arguments)
        other = elsewhere(arguments, p.table(), p.asked, rng)
        found["in another world"] += choice(cheat, p, seed) != choice(cheat, other, seed)
        found["than ismcts"] += choice(cheat, p, seed) != choice(honest, p, seed)
    assert all(found.values()), found


def test_the_engine_hides_what_the_rulebook_hides():
    for seed in range(20):
        p = position(**situation(seed))
        table = p.table()
        for seat in (0, 1):
            for group in hidden_places(table, seat):
                cards = sorted(table[key][number][index] for key, number, index in group)
                unknown = p.view(seat)["unknown"]
                assert cards in (unknown.values() if isinstance(unknown, dict) else [unknown])


def test_a_cheat_would_be_found():
    """A choice that looks at the other hand is not the same in all worlds."""

    def peeking(p: Position) -> str:
        return p.legal[sum(map(int, p.hands[1 - p.asked].split())) % len(p.legal)]

    for seed in (2, 3):  # base and tactics
        arguments, rng = situation(seed), random.Random(seed)
        p = position(**arguments)
        assert len({peeking(elsewhere(arguments, p.table(), p.asked, rng)) for _ in range(8)}) > 1
