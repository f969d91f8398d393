"""A bot that may not use a card: the ban holds in every kind of bot, in its search too, unless nothing else is left."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from balance.arena.match import by_seat, line_ups, play
from balance.arena.records import Records, records
from balance.arena.steps import Steps
from balance.engine.jit import PLAIN, njit
from balance.engine.verbs import card_of
from balance.spec import Spec, load

GAMES = {"kuhn": 40, "songbirds": 4, "omen": 4}
FEW = {
    "random": "random",
    "greedy": "greedy",
    "monte-carlo": "monte-carlo:20",
    "ismcts": "ismcts:20",
    "omniscient": "omniscient:20",
}


@njit
def _card_of(s, r, a):
    return card_of(s, r, a)


def restricted(kit: Records, seat: int, card: int) -> Records:
    bots = by_seat(list(kit.bots))
    bots[seat].banned = card + 1
    return replace(kit, bots=bots)


def uses(game: Steps, actions: list[int], card: int) -> list[bool]:
    return [_card_of(game.state, game.kit.rules, a) == card for a in actions]


@pytest.mark.parametrize(
    "game", [pytest.param(name, marks=pytest.mark.slow if name == "omen" else ()) for name in GAMES]
)
@pytest.mark.parametrize("bot", FEW)
def test_a_banned_card_is_not_used_if_there_is_a_choice(game: str, bot: str) -> None:
    spec: Spec = load(game, [], FEW[bot])
    kit = records(spec)
    refrained = {0: 0, 1: 0}
    for number in range(2 if PLAIN else GAMES[game]):
        for seat in (0, 1):
            card = number % len(kit.layout.cards)
            one = Steps(restricted(kit, seat, card), 3, number)
            while one.running:
                mover, legal = one.seat, one.legal()
                would_use = uses(one, legal, card)
                taken = one.step()
                if mover == seat and any(would_use) and not all(would_use):
                    refrained[seat] += 1
                    assert not would_use[legal.index(taken)]
    assert PLAIN or min(refrained.values()) > 0


def test_a_bot_with_nothing_but_the_banned_card_is_free() -> None:
    """Sirenen: the last card of a hand may go to several sides, and there may be nothing else to do."""
    kit = records(load("sirenen", [], "random"))
    forced = 0
    for number in range(20 if PLAIN else 120):
        card = number % len(kit.layout.cards)
        one = Steps(restricted(kit, 0, card), 5, number)
        while one.running:
            mover, legal = one.seat, one.legal()
            would_use = uses(one, legal, card)
            taken = one.step()
            forced += mover == 0 and len(legal) > 1 and all(would_use)
            assert mover == 1 or all(would_use) or not would_use[legal.index(taken)]
    assert PLAIN or forced > 0


@pytest.mark.parametrize("playout", ["random", "greedy"])
def test_the_ban_holds_in_the_search_tree(playout: str) -> None:
    """Kuhn poker: only the player's own bets use the king, only the player is held to the ban."""
    kit = records(load("kuhn", [], "ismcts:300"))
    kit.bots["playout"] = ("random", "greedy").index(playout)
    looked = 0
    for number in range(30):
        one = Steps(restricted(kit, 0, 2), 1, number)
        if one.state.card[0] != 2:
            continue
        looked += 1
        one.step()
        nodes = one._mind.nodes
        grown = [(int(node.seat), int(node.action)) for node in nodes[1:] if node.visits > 0]
        assert (0, 1) not in grown
        assert (1, 1) in grown
    assert looked > 3


@pytest.mark.parametrize("bot", ["random", "greedy", "ismcts:50"])
def test_a_ban_on_a_card_that_never_comes_changes_no_game(bot: str) -> None:
    kit = records(load("kuhn", [], bot))
    far = restricted(kit, 1, 100)
    assert play(far, far.bots, 1, 0, 100).tobytes() == play(kit, kit.bots, 1, 0, 100).tobytes()


def test_random_play_is_uniform_among_what_is_left() -> None:
    """The first decision of one deal of Songbirds, by many streams of the bot."""
    kit = records(load("songbirds", [], "random"))
    start = Steps(kit, 2, 0)
    seat = start.seat
    card = next(int(_card_of(start.state, kit.rules, a)) for a in start.legal())
    dealt = Steps(restricted(kit, seat, card), 2, 0)
    stream = len(kit.keys) - dealt.seats + seat
    seen = {a: 0 for a, used in zip(dealt.legal(), uses(dealt, dealt.legal(), card), strict=True) if not used}
    times = 200 if PLAIN else 4000
    for number in range(times):
        one = dealt.fork()
        one.rng[stream] = np.random.default_rng(number).integers(1, 2**63, 2, dtype=np.uint64)
        seen[one.step()] += 1
    expected = times / len(seen)
    statistic = sum((n - expected) ** 2 / expected for n in seen.values())
    assert len(seen) < len(dealt.legal())
    assert statistic < len(seen) + 5 * (2 * len(seen)) ** 0.5


def test_line_ups_of_a_banned_bot() -> None:
    kit: Any = records(load("kuhn", [], "random"))
    banned = restricted(kit, 0, 1).bots[0]
    lines = line_ups(kit.layout, banned, kit.bots[0])
    assert [[int(bot.banned) for bot in bots] for bots, _ in lines] == [[2, 0], [0, 2]]
