"""Card values: win share with the card minus win share without, shrunk and ranked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from balance.analysis.estimates import CONFIDENCE, Estimate, normal, p_value

TAU_STEPS = 401
FEWEST = 100
"""Seats with (and without) a card below which nothing is said of it: the normal interval needs that many."""


@dataclass(frozen=True)
class CardValue:
    """`raw`: difference of win shares; `shrunk`: the same, pulled towards 0; `p`: of no difference; `told`: kept by
    Benjamini-Hochberg."""

    card: int
    raw: Estimate
    shrunk: Estimate
    p: float
    told: bool


def pooled(sums: Sequence[int], worth: Sequence[int], cards: int) -> tuple[list[int], list[int]]:
    """The sums of a group of so many cards, ready for `exposure_difference` with `cards` times as many seats: each seat
    counts once for each card of the group."""
    *own, won_s, held_s = sums
    total, total2, total_f = worth
    return [*own, cards * won_s, cards * held_s], [cards * total, cards * cards * total2, cards * total_f]


def exposure_difference(
    sums: Sequence[int], worth: Sequence[int], finished: Sequence[int], seats: int, blocks: int
) -> tuple[float, float] | None:
    """(difference, standard error) of the mean worth of seats with a card minus that of seats without.

    R₁ − R₂ = A/a − B/b over all seats of all games, B = S − A, b = seats · F − a; variance over blocks by the delta
    method (Cochran 1977, §6.3): the block's influence is u = A(1/α + 1/β) − a(R₁/α + R₂/β) − S/β + seats · F R₂/β,
    where α, β are the total a, b. `sums`: `EXPOSURE_SUMS`; `worth`: (S, SS, SF); `finished`: (F, FF). None when fewer
    than `FEWEST` seats had the card, or had it not.
    """
    won, held, won2, held2, won_held, won_f, held_f, won_s, held_s = (int(x) for x in sums)
    total, total2, total_f = (int(x) for x in worth)
    games, games2 = (int(x) for x in finished)
    without = seats * games - held
    if min(held, without) < FEWEST or blocks < 2:
        return None
    with_it, without_it = won / held, (total - won) / without
    gradient = np.array(
        [
            1 / held + 1 / without,
            -(with_it / held + without_it / without),
            -1 / without,
            seats * without_it / without,
        ]
    )
    moments = np.array(
        [
            [won2, won_held, won_s, won_f],
            [won_held, held2, held_s, held_f],
            [won_s, held_s, total2, total_f],
            [won_f, held_f, total_f, games2],
        ],
        dtype=float,
    )
    variance = float(gradient @ moments @ gradient) * blocks / (blocks - 1)
    return with_it - without_it, sqrt(max(0.0, variance))


def shrink(values: Sequence[float], errors: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    """Posterior means and standard deviations of effects that come from one normal distribution around 0.

    Model: value ~ N(effect, error²), effect ~ N(0, τ²), τ² uniform (Berger 1985, §4.6.2), integrated over a grid of
    τ. Simulated coverage of the 95 % intervals, for 12 to 120 cards and τ/error from 0 to 3: 94 to 100 %. Dropped: τ
    uniform (91 %), and one plugged-in estimate of τ (81 %: where it comes out as 0 the intervals have no width).
    """
    d, e2 = np.array(values, dtype=float)[:, None], np.square(errors)[:, None]
    if not len(d):
        return np.zeros(0), np.zeros(0)
    t = np.linspace(0.0, max(2 * np.abs(d).max(), np.sqrt(e2.max())), TAU_STEPS)
    t2 = t * t
    spread = t2 + e2
    log_weight = -0.5 * (np.log(spread) + d * d / spread).sum(axis=0)
    weight = t * np.exp(log_weight - log_weight.max())
    weight /= weight.sum()
    kept = t2 / spread
    means = (kept * d) @ weight
    variances = (kept * e2 + np.square(kept * d)) @ weight - np.square(means)
    return means, np.sqrt(np.maximum(variances, 0.0))


def benjamini_hochberg(p: Sequence[float], rate: float = 0.05) -> list[bool]:
    """Which hypotheses are rejected at the false discovery rate `rate` (Benjamini & Hochberg 1995)."""
    order = sorted(range(len(p)), key=lambda i: p[i])
    kept = max((k for k, i in enumerate(order, 1) if p[i] <= rate * k / len(p)), default=0)
    told = set(order[:kept])
    return [i in told for i in range(len(p))]


def ranked(found: Sequence[tuple[int, float, float, int]], confidence: float = CONFIDENCE) -> list[CardValue]:
    """Card values from (card, difference, standard error > 0, games), shrunk together, best lower bound first."""
    means, deviations = shrink([d for _, d, _, _ in found], [e for _, _, e, _ in found])
    p = [p_value(d / e) for _, d, e, _ in found]
    told = benjamini_hochberg(p)
    values = [
        CardValue(
            card,
            normal(d, e, n, confidence),
            normal(float(means[i]), float(deviations[i]), n, confidence),
            p[i],
            told[i],
        )
        for i, (card, d, e, n) in enumerate(found)
    ]
    return sorted(values, key=lambda v: (-v.shrunk.low, v.card))
