"""Differences of paired games: exact nulls, coverage, and what pairing is worth."""

from __future__ import annotations

import numpy as np
import pytest

from balance.analysis.named import Named
from balance.analysis.paired import difference

RATE = Named("rate", "rate", "%", ("x",), ("y",), lambda view: None)
RATIO = Named("ratio", "ratio", "a go", ("x",), ("y",), lambda view: None)


def found(xa: np.ndarray, ya: np.ndarray, xb: np.ndarray, yb: np.ndarray, figure: Named = RATE):
    z = np.stack([xa, ya, xb, yb]).astype(np.int64)
    return difference((figure, figure), z.sum(axis=1), z @ z.T, z.shape[1])


def test_the_same_games_differ_by_exactly_nothing() -> None:
    rng = np.random.default_rng(1)
    x, y = rng.integers(0, 7, 10_001), rng.integers(7, 11, 10_001)
    one = found(x, y, x, y)
    assert (one.value.value, one.value.low, one.value.high, one.p) == (0, 0, 0, 1)
    assert one.correlation == pytest.approx(1)


def test_a_change_that_is_the_same_in_every_game_is_certain() -> None:
    """24 turns against 48, or one more in each: no interval at all, and nothing left of rounding."""
    rng, games = np.random.default_rng(2), 10_007
    ones, turns = np.ones(games), rng.integers(1, 10**6, games)
    for before, after, change in ((24 * ones, 48 * ones, 24), (turns, turns + 1, 1), (3 * ones, 7 * ones, 4)):
        one = found(before, ones, after, ones)
        assert one.value.low == one.value.value == one.value.high == pytest.approx(change)
        assert (one.p, one.times) == (0, None)
    assert found(24 * ones, ones, 48 * ones, ones).correlation is None


def test_nothing_is_said_of_too_few() -> None:
    one = np.ones(1)
    assert found(one, one, one, one) is None
    zero = np.zeros(5)
    assert found(zero, zero, zero, np.ones(5)) is None


@pytest.mark.parametrize(
    ("change", "games"),
    [(0.0, 400), (0.03, 400), (0.2, 400)],
)
def test_coverage_of_paired_rates(change: float, games: int) -> None:
    """95 % intervals of a change of a rate hold the truth in 95 ± 1 % of runs: games that share most of their luck."""
    rng, runs, held = np.random.default_rng(7), 4000, 0
    ones = np.ones(games)
    for _ in range(runs):
        luck, own = rng.random((2, games)), rng.random((2, games)) < 0.25
        shared = luck[0]
        a = np.where(own[0], luck[1], shared) < 0.4
        b = np.where(own[1], rng.random(games), shared) < 0.4 + change
        one = found(a, ones, b, ones)
        held += one.value.low <= change <= one.value.high
    assert abs(held / runs - 0.95) < 0.01


def test_coverage_of_paired_ratios() -> None:
    """Ratios of sums, as options per decision: X and Y of a game belong together, and so do the two variants'."""
    rng, runs, held, games = np.random.default_rng(11), 4000, 0, 300
    truth = 4.0 - 3.0
    for _ in range(runs):
        length = rng.poisson(20, games) + 1
        x = rng.poisson(3.0 * length)
        longer = length + rng.poisson(2, games)
        more = x + rng.poisson(4.0 * longer - 3.0 * length)
        one = found(x, length, more, longer, RATIO)
        held += one.value.low <= truth <= one.value.high
    assert abs(held / runs - 0.95) < 0.01


def test_what_pairing_is_worth() -> None:
    """Variants whose games are alike but for independent noise of a quarter of the variance: correlation 3/4, so
    unpaired games would have to be four times as many."""
    rng, games = np.random.default_rng(3), 200_000
    ones, shared = np.ones(games), rng.normal(0, 1000 * 0.75**0.5, games)
    a, b = (shared + rng.normal(0, 500, games) + 10_000 for _ in "ab")
    one = found(a, ones, b, ones)
    assert one.correlation == pytest.approx(0.75, abs=0.01)
    assert one.times == pytest.approx(4, rel=0.02)
