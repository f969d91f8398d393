"""Re-deals of every game against enumeration: each world that is possible, as often as it must come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations, product
from math import factorial

import pytest
from scipy.stats import chisquare

from balance.engine.game import names
from balance.engine.jit import PLAIN
from balance.spec import load
from balance.testing import Case
from balance.testing.case import Position

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")

FEW = "copies=[0,0,0,0,2,1,0,1,0,2,0,1,0,0,1]"
GAMES = {
    "kuhn": ("kuhn", []),
    "songbirds": ("songbirds", ["players=2"]),
    "songbirds of 4": ("songbirds", ["players=4"]),
    "songbirds co-op": ("songbirds", ["mode=coop", "players=2"]),
    "sirenen": ("sirenen", [FEW, "ships=[3, 4]", "crew_start=[3]", "hand_size=2", "side_limit=2"]),
    "omen": ("omen", []),
    "omen draft": ("omen", ["mode=draft"]),
}
MOST, LEAST = 5, 2  # cards of one shuffle
A_CELL = 40
LEAST_P = 1e-6


def groups(position: Position) -> dict[int, list[int]]:
    """Cards in places of the same shuffles (bit mask) that no other place or card has been in: all orders are equal."""
    hidden = position.unseen(position.seat)
    found: dict[int, list[int]] = {}
    for mask in {one.shuffles for one in hidden}:
        inside = [one for one in hidden if one.shuffles == mask]
        others = [one for one in hidden if one.shuffles != mask]
        is_apart = not any((one.shuffles | one.first) & mask for one in others)
        if is_apart and all(one.first & ~mask == 0 for one in inside):
            found[mask] = [one.card for one in inside]
    return found


def lie(world: Position, mask: int) -> tuple[int, ...]:
    """Which cards lie in the places of these shuffles, in the order of the seat's list."""
    return tuple(one.card for one in world.unseen(world.seat) if one.shuffles == mask)


def enumerated(position: Position, cards: list[int], mask: int) -> Counter[tuple[int, ...]]:
    """How many of all orders of the cards lead to each arrangement (a hand has no order)."""
    found: Counter[tuple[int, ...]] = Counter()
    for order in permutations(cards):
        world, at = position.copy(), list(cards)
        for i, wanted in enumerate(order):
            j = at.index(wanted)
            if i != j:
                world.exchange(at[i], at[j])
                at[i], at[j] = at[j], at[i]
        found[lie(world, mask)] += 1
    assert found.total() == factorial(len(cards))
    return found


def small(case: Case) -> Iterator[tuple[Position, int, list[int]]]:
    """Positions with a group of few cards, the largest first."""
    found = [(position, mask, cards) for position in case.positions for mask, cards in groups(position).items()]
    yield from sorted((one for one in found if LEAST <= len(one[2]) <= MOST), key=lambda one: -len(one[2]))


def test_every_game_that_hides_cards_is_looked_at() -> None:
    assert {game for game, _ in GAMES.values()} == set(names()) - {"tictactoe", "melodies"}  # melodies: below


@pytest.mark.parametrize("name", GAMES)
def test_worlds_come_as_often_as_they_must(name: str) -> None:
    game, sets = GAMES[name]
    spec = load(game, sets)
    case = Case(spec.game, spec.options, games=8)
    rng, sizes = case.stream("determinizations"), []
    for position, mask, cards in islice(small(case), 0, 40, 10):
        expected = enumerated(position, cards, mask)
        games = A_CELL * len(expected)
        found = Counter(lie(position.redeal(rng), mask) for _ in range(games))
        assert set(found) <= set(expected), f"{position.where}: an impossible world"
        assert fits(found, {key: n / expected.total() for key, n in expected.items()}, games), position.where
        sizes.append(len(expected))
    assert max(sizes, default=0) > 1, "no small position was found"


def test_worlds_of_melodies_come_as_often_as_they_must() -> None:
    """Most of its 72 cards are hidden to the end, too many to enumerate: two places, and six parts of the cards."""
    spec = load("melodies", ["play=song"], None, 3)
    case = Case(spec.game, spec.options, games=4)
    rng, games = case.stream("determinizations"), 1500
    for position in case.positions[:: len(case.positions) // 4]:
        [(mask, cards)] = [(mask, cards) for mask, cards in groups(position).items() if len(cards) > MOST]
        part = {card: 6 * i // len(cards) for i, card in enumerate(sorted(cards))}
        sizes, n = Counter(part.values()), len(cards)
        expected = {(a, b): sizes[a] * (sizes[b] - (a == b)) / (n * (n - 1)) for a, b in product(sizes, sizes)}
        found = Counter(tuple(part[card] for card in lie(position.redeal(rng), mask)[:2]) for _ in range(games))
        assert fits(found, expected, games), position.where


def fits(found: Counter, expected: dict, games: int) -> bool:
    """Whether counts are those of the probabilities `expected` (χ² test)."""
    if len(expected) == 1:
        return True
    return chisquare([found[key] for key in expected], [games * p for p in expected.values()]).pvalue > LEAST_P


def test_a_leaking_re_deal_would_be_found() -> None:
    """One that leaves the first hidden card in its place half of the time."""
    expected = {(0, 1): 1 / 2, (1, 0): 1 / 2}
    assert fits(Counter({(0, 1): 1010, (1, 0): 990}), expected, 2000)
    assert not fits(Counter({(0, 1): 1500, (1, 0): 500}), expected, 2000)
