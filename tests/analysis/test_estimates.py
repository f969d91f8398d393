"""Each interval against an independent formula, and its coverage by simulation."""

from __future__ import annotations

from math import isclose, sqrt

import numpy as np
import pytest
from scipy import stats

from balance.analysis.estimates import Estimate, block_rate, mean, p_value, paired, ratio, wilson, win_difference

RUNS = 5_000
LOW, HIGH = 0.94, 0.96


def coverage(found: list[Estimate | None], truth: float) -> float:
    return float(np.mean([one is not None and one.low <= truth <= one.high for one in found]))


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (10, 10), (3, 17), (5_000, 10_000), (1, 1)])
def test_wilson_is_scipys(wins: int, games: int) -> None:
    found = wilson(wins, games)
    theirs = stats.binomtest(wins, games).proportion_ci(method="wilson")
    assert found is not None
    assert isclose(found.low, theirs.low, abs_tol=1e-12)
    assert isclose(found.high, theirs.high, abs_tol=1e-12)


def test_mean_is_numpys() -> None:
    x = np.random.default_rng(1).integers(-5, 30, size=1000)
    found = mean(int(x.sum()), int((x**2).sum()), len(x))
    assert found is not None
    error = x.std(ddof=1) / sqrt(len(x))
    assert np.allclose([found.value, found.half_width], [x.mean(), 1.959963985 * error])


def test_large_sums_do_not_cancel() -> None:
    found = mean(10**15 + 1, 10**21 + 2 * 10**6 + 1, 10**9)
    assert found is not None
    assert found.half_width > 0


def test_ratio_is_the_delta_method() -> None:
    rng = np.random.default_rng(2)
    y = rng.integers(1, 9, size=500)
    x = rng.integers(0, y + 1)
    found = ratio(*(int(s) for s in (x.sum(), y.sum(), (x * x).sum(), (x * y).sum(), (y * y).sum())), 500)
    assert found is not None
    slow = (x - found[0] * y).std() / y.mean() / sqrt(499)
    assert np.allclose(found, (x.sum() / y.sum(), slow))


@pytest.mark.parametrize("nothing", [wilson(0, 0), mean(0, 0, 1), ratio(0, 0, 0, 0, 0, 5), win_difference(1, 0, 1)])
def test_no_games_no_figure(nothing: object) -> None:
    assert nothing is None


def test_p_value() -> None:
    assert isclose(p_value(-1.959963985), 0.05, abs_tol=1e-9)


@pytest.mark.parametrize("p", [0.02, 0.127, 0.5])
def test_coverage_of_rates(p: float) -> None:
    wins = np.random.default_rng(3).binomial(997, p, size=RUNS)
    assert LOW < coverage([wilson(int(k), 997) for k in wins], p) < HIGH


def test_coverage_of_means() -> None:
    x = np.random.default_rng(4).geometric(0.2, size=(RUNS, 500))
    found = [mean(int(s), int(q), 500) for s, q in zip(x.sum(axis=1), (x**2).sum(axis=1), strict=True)]
    assert LOW < coverage(found, 5.0) < HIGH


def test_coverage_of_win_differences() -> None:
    counts = np.random.default_rng(5).multinomial(800, [0.5, 0.3, 0.2], size=RUNS)
    found = [win_difference(int(won), int(lost), 800) for won, lost, _ in counts]
    assert LOW < coverage(found, 0.2) < HIGH


def test_coverage_of_ratios() -> None:
    rng = np.random.default_rng(6)
    y = rng.integers(1, 20, size=(RUNS, 400))
    x = rng.binomial(y, 0.3)
    sums = zip(*[s.sum(axis=1).tolist() for s in (x, y, x * x, x * y, y * y)], strict=True)
    found = [ratio(*s, 400) for s in sums]
    inside = [one is not None and abs(one[0] - 0.3) <= 1.959964 * one[1] for one in found]
    assert LOW < np.mean(inside) < HIGH


@pytest.mark.parametrize("effect", [0.0, 0.45])
def test_coverage_of_rates_over_blocks(effect: float) -> None:
    """Pairs of games whose deal helps one side, then the other: dependent, unlike games on their own."""
    rng = np.random.default_rng(7)
    deal = rng.choice([-effect, effect], size=(RUNS, 500))
    x = (rng.random((RUNS, 500)) < 0.5 + deal).astype(int) + (rng.random((RUNS, 500)) < 0.5 - deal)
    found = [
        block_rate(int(s), 1000, (int(q), 2 * int(s), 2000), 500) for s, q in zip(x.sum(1), (x * x).sum(1), strict=True)
    ]
    assert LOW < coverage(found, 0.5) < HIGH
    if effect:
        naive = [wilson(int(s), 1000) for s in x.sum(axis=1)]
        assert coverage(naive, 0.5) > 0.999


def test_a_mirror_that_cancels_everything_is_exact() -> None:
    found = block_rate(500, 1000, (500, 1000, 2000), 500)
    assert found == Estimate(0.5, 0.5, 0.5, 1000)


def test_pairs_are_the_unit() -> None:
    """Common random numbers: the difference of two variants, from pairs and as if the runs were independent."""
    rng = np.random.default_rng(8)
    luck = rng.random((RUNS, 600))
    one, other = (luck < 0.50).astype(int), (luck < 0.53).astype(int)
    d = other - one
    found = [paired(int(s), int(q), 600) for s, q in zip(d.sum(axis=1), (d * d).sum(axis=1), strict=True)]
    assert LOW - 0.01 < coverage(found, 0.03) < HIGH
    widths = [estimate.half_width for estimate in found if estimate]
    assert np.mean(widths) < 0.4 * 1.96 * sqrt(2 * 0.25 / 600)
