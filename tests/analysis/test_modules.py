"""Histograms, positions, cards, verdicts."""

from __future__ import annotations

from math import isclose

import numpy as np
import pytest
from scipy import stats

from balance.analysis.cards import benjamini_hochberg, exposure_difference, pooled, ranked, shrink
from balance.analysis.estimates import Estimate
from balance.analysis.histogram import quantile, summary
from balance.analysis.line import fitted
from balance.analysis.positions import chi_square, luck_share, variance_ratio
from balance.analysis.verdict import joint, more_games, verdict
from balance.arena.columns import SHARE

# --- histograms ---


def test_quantiles_are_exact() -> None:
    rng = np.random.default_rng(1)
    for n in (1, 2, 19, 20, 21, 1000):
        x = rng.integers(-3, 9, size=n)
        counts = np.bincount(x + 3, minlength=12).tolist()
        for q in (0.05, 0.25, 0.5, 0.75, 0.95):
            assert quantile(counts, -3, q) == np.quantile(x, q, method="inverted_cdf")


def test_histogram_is_trimmed() -> None:
    found = summary([0, 0, 5, 0, 7, 0], -2)
    assert found["histogram"] == {"low": 0, "counts": [5, 0, 7]}
    assert (found["min"], found["max"], found["p50"]) == (0, 2, 2)
    assert summary([0, 0], 0) == {}
    assert quantile([0, 0], 0, 0.5) is None


# --- positions ---


def shares_test(winners: np.ndarray, seats: int) -> dict[str, float] | None:
    x = SHARE * np.eye(seats, dtype=int)[winners]
    return chi_square(x.sum(axis=0).tolist(), x.T @ x, len(x))


def test_chi_square_is_close_to_pearsons() -> None:
    winners = np.random.default_rng(2).choice(4, p=[0.26, 0.25, 0.25, 0.24], size=20_000)
    found = shares_test(winners, 4)
    theirs = stats.chisquare(np.bincount(winners))
    assert found is not None
    assert found["degrees"] == 3
    assert isclose(found["statistic"], theirs.statistic, rel_tol=0.02)


@pytest.mark.parametrize("seats", [3, 4])
def test_equal_positions_are_rejected_at_the_nominal_rate(seats: int) -> None:
    rng = np.random.default_rng(3)
    found = [shares_test(rng.integers(seats, size=600), seats) for _ in range(4000)]
    rejected = np.mean([one is not None and one["p_value"] < 0.05 for one in found])
    assert 0.04 < rejected < 0.06


def test_chi_square_without_games() -> None:
    assert chi_square([0, 0, 0], np.zeros((3, 3)), 1) is None
    assert chi_square([60, 0, 0], np.diag([3600, 0, 0]), 2) is None


def luck_moments(x: np.ndarray) -> np.ndarray:
    """x: blocks, rotations, positions."""
    block = x.sum(axis=1)
    z = np.column_stack([np.ones(len(x)), (block**2).sum(axis=1), (x**2).sum(axis=(1, 2)), block])
    return z.T @ z


def rotated(rng: np.random.Generator, blocks: int, seats: int, hand: float) -> np.ndarray:
    """Win shares where a hand counts: the seat with the best of strength = hand luck + noise wins, seat 0 favoured."""
    strength = hand * rng.normal(size=(blocks, seats))
    games = np.stack([np.roll(strength, shift, axis=1) for shift in range(seats)], axis=1)
    games = games + rng.normal(size=games.shape)
    games[:, :, 0] += 0.2
    return SHARE * np.eye(seats)[games.argmax(axis=2)]


@pytest.mark.parametrize(("seats", "hand"), [(2, 0.0), (2, 1.0), (3, 1.0), (4, 2.0)])
def test_coverage_of_luck_share(seats: int, hand: float) -> None:
    rng = np.random.default_rng(4)
    x = rotated(rng, 400_000, seats, hand)
    long_run = luck_share(luck_moments(x), seats)
    assert long_run is not None
    runs = [luck_share(luck_moments(part), seats) for part in np.split(x, 1000)]
    inside = [one is not None and one.low <= long_run.value <= one.high for one in runs]
    assert 0.93 < np.mean(inside) < 0.97
    if hand == 0:
        assert long_run.low < 0 < long_run.high
    else:
        assert long_run.low > 0.1


def test_luck_share_is_the_share_of_variance() -> None:
    """Two seats, one number decides: share = Var(hand) / Var(outcome) where the hand cancels exactly."""
    rng = np.random.default_rng(5)
    d = rng.choice([-0.3, 0.3], size=200_000)
    wins = np.stack([rng.random(200_000) < 0.5 + d, rng.random(200_000) < 0.5 - d], axis=1).astype(float)
    found = luck_share(luck_moments(SHARE * np.stack([wins, 1 - wins], axis=2)), 2)
    assert found is not None
    assert found.low < 0.09 / 0.25 < found.high


def test_all_luck() -> None:
    x = SHARE * np.array([[[1.0, 0], [0, 1]], [[0, 1], [1, 0]]] * 50)
    found = luck_share(luck_moments(x), 2)
    assert found is not None
    assert isclose(found.value, 1)
    assert luck_share(np.zeros((5, 5), dtype=int), 2) is None


def test_variance_ratio() -> None:
    assert variance_ratio(500, 500, 1000, 0.0) is None
    ratio = variance_ratio(500, 500, 1000, 0.01)
    assert ratio is not None
    assert isclose(ratio, 0.25 / 999 / 0.0001)


# --- cards ---


def exposures(holds: np.ndarray, share: np.ndarray) -> tuple[list[int], tuple[int, int, int], tuple[int, int]]:
    """Sums as in a tally; holds (0/1), share: blocks, games, seats."""
    won, held = (holds * share).sum(axis=(1, 2)), holds.sum(axis=(1, 2))
    done = np.full(len(holds), holds.shape[1])
    total = share.sum(axis=(1, 2))
    sums = [won, held, won**2, held**2, won * held, won * done, held * done, won * total, held * total]
    shares = (int(total.sum()), int((total**2).sum()), int((total * done).sum()))
    return [int(s.sum()) for s in sums], shares, (int(done.sum()), int((done**2).sum()))


def test_coverage_of_card_values() -> None:
    """A card that is dealt to seat 0, seat 1 or nobody and wins 60 % of its games: value 0.2 · seats with/without."""
    rng = np.random.default_rng(6)
    owner = rng.integers(3, size=(3000, 400))
    luck = rng.random(owner.shape)
    first_wins = np.where(owner == 0, luck < 0.6, np.where(owner == 1, luck >= 0.6, luck < 0.5)).astype(int)
    share = np.stack([first_wins, 1 - first_wins], axis=2)
    holds = np.stack([owner == 0, owner == 1], axis=2).astype(int)
    truth = 0.6 - (2 / 3 * 0.4 + 2 / 3 * 0.5) / (4 / 3)
    inside = []
    for run in range(3000):
        found = exposure_difference(*exposures(holds[run][:, None], share[run][:, None]), 2, 400)
        assert found is not None
        inside.append(abs(found[0] - truth) <= 1.959964 * found[1])
    assert 0.94 < np.mean(inside) < 0.96


def test_coverage_of_groups_of_cards() -> None:
    """Two of six cards for each seat, and each of the first three makes winning 10 % likelier: they are held together,
    so the error of the group is not that of three independent cards."""
    rng = np.random.default_rng(16)
    runs, games = 1200, 300
    places = rng.permuted(np.broadcast_to(np.arange(6), (runs, games, 6)), axis=2)  # card -> place; two places a seat
    holds = np.stack([(places // 2 == seat)[:, :, :3] for seat in range(2)], axis=2).astype(int)
    chance = 0.5 + 0.1 * (holds[:, :, 0].sum(axis=2) - holds[:, :, 1].sum(axis=2))
    first_wins = (rng.random(chance.shape) < chance).astype(int)
    share = np.stack([first_wins, 1 - first_wins], axis=2)
    expected = np.stack([chance, 1 - chance], axis=2)[..., None]
    truth = (expected * holds).sum() / holds.sum() - (expected * (1 - holds)).sum() / (1 - holds).sum()
    inside = []
    for run in range(runs):
        sums, worth, finished = exposures(holds[run].sum(axis=2)[:, None], share[run][:, None])
        found = exposure_difference(*pooled(sums, worth, 3), finished, 3 * 2, games)
        assert found is not None
        inside.append(abs(found[0] - truth) <= 1.959964 * found[1])
    assert 0.93 < np.mean(inside) < 0.97


def test_card_values_over_blocks_count_blocks() -> None:
    """Every game twice in a block: the same value, and the error of half as many games."""
    rng = np.random.default_rng(7)
    holds = rng.integers(2, size=(500, 1, 2))
    share = np.stack([first := rng.integers(2, size=(500, 1)), 1 - first], axis=2)
    single = exposure_difference(*exposures(holds, share), 2, 500)
    twice = exposure_difference(*exposures(holds.repeat(2, axis=1), share.repeat(2, axis=1)), 2, 500)
    assert single is not None
    assert twice is not None
    assert np.allclose(single, twice)


def test_a_card_that_nobody_or_everybody_has() -> None:
    assert exposure_difference([0] * 9, (6000, 360_000, 6000), (100, 100), 2, 100) is None
    everybody = [6000, 200, 0, 0, 0, 0, 0, 0, 0]
    assert exposure_difference(everybody, (6000, 360_000, 6000), (100, 100), 2, 100) is None


def test_benjamini_hochberg_is_scipys() -> None:
    p = np.random.default_rng(8).random(60) ** 3
    assert benjamini_hochberg(p.tolist()) == (stats.false_discovery_control(p) <= 0.05).tolist()
    assert benjamini_hochberg([]) == []


def test_shrinking_finds_the_spread() -> None:
    rng = np.random.default_rng(9)
    values = rng.normal(scale=2.0, size=2000) + rng.normal(size=2000)
    means, deviations = shrink(values.tolist(), [1.0] * 2000)
    assert np.allclose(means, 0.8 * values, atol=0.15)
    assert np.allclose(deviations, 0.8**0.5, atol=0.03)


def test_shrinking_noise_and_nothing() -> None:
    means, deviations = shrink([0.1, -0.1, 0.05, 0.0, 0.02, -0.04], [1.0] * 6)
    assert np.abs(means).max() < 0.05
    assert deviations.min() > 0
    assert len(shrink([], [])[0]) == 0
    assert shrink([0.0, 0.0], [0.1, 0.1])[0].tolist() == [0, 0]


def test_shrunk_intervals_cover_and_tame_the_winner() -> None:
    rng = np.random.default_rng(10)
    truth = rng.normal(scale=0.01, size=(200, 60))
    seen = truth + rng.normal(scale=0.02, size=truth.shape)
    covered, raw_bias, shrunk_bias = [], [], []
    for real, values in zip(truth, seen, strict=True):
        cards = ranked([(i, float(v), 0.02, 1000) for i, v in enumerate(values)])
        covered += [card.shrunk.low <= real[card.card] <= card.shrunk.high for card in cards]
        raw_bias.append(cards[0].raw.value - real[cards[0].card])
        shrunk_bias.append(cards[0].shrunk.value - real[cards[0].card])
    assert 0.93 < np.mean(covered) < 0.975
    assert abs(np.mean(shrunk_bias)) < 0.15 * np.mean(raw_bias)


def test_ranked_by_lower_bound() -> None:
    cards = ranked([(0, 0.3, 0.2, 9), (1, 0.2, 0.01, 9), (2, -0.2, 0.01, 9)])
    assert [card.card for card in cards] == [1, 0, 2]
    assert [card.told for card in cards] == [True, False, True]


# --- verdicts ---


def around(value: float, half: float, n: int = 10_000) -> Estimate:
    return Estimate(value, value - half, value + half, n)


@pytest.mark.parametrize(
    ("value", "half", "result"),
    [
        (0.5, 0.005, "inside"),
        (0.505, 0.005, "inside"),
        (0.505, 0.006, "open"),
        (0.5, 0.02, "open"),
        (0.53, 0.021, "open"),
        (0.53, 0.019, "outside"),
        (0.47, 0.019, "outside"),
    ],
)
def test_verdict(value: float, half: float, result: str) -> None:
    assert verdict(around(value, half), 0.5) == result


def test_joint_verdict() -> None:
    assert joint(["inside", "inside"]) == "inside"
    assert joint(["inside", "open"]) == "open"
    assert joint(["open", "outside"]) == "outside"


def test_more_games_would_settle_it() -> None:
    estimate = around(0.505, 0.01)
    more = more_games(estimate, 0.5)
    assert more in (30_000, 30_001)
    assert verdict(around(0.505, 0.01 * (10_000 / 40_000) ** 0.5 * 0.999), 0.5) == "inside"
    assert more_games(around(0.5, 0.001), 0.5) == 0
    assert more_games(Estimate(0.75, 0.5, 1.0, 9), 0.5, 0.25) is None
    assert more_games(Estimate(0.51, 0.41, 0.61, 100), 0.5) is None  # 0.51 - 0.5 is not quite 0.01


# --- a line through cards ---


def test_line_is_scipys() -> None:
    rng = np.random.default_rng(9)
    x = rng.integers(1, 5, 22)
    y = 0.3 - 0.02 * x + rng.normal(0, 0.03, 22)
    found, known = fitted(x.tolist(), y.tolist()), stats.linregress(x, y)
    assert found is not None
    assert np.allclose([found.intercept, found.slope.value], [known.intercept, known.slope])
    assert isclose(found.slope.half_width, stats.t.ppf(0.975, 20) * known.stderr)
    assert isclose(found.at(3), known.intercept + 3 * known.slope)
    assert fitted([1, 2, 3], [1, 2, 3]) is None
    assert fitted([2, 2, 2, 2], [1, 2, 3, 4]) is None
