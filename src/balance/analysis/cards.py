"""Card values: win share with the card minus win share without, shrunk and ranked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from balance.analysis.estimates import CONFIDENCE, Estimate, normal, p_value


@dataclass(frozen=True)
class CardValue:
    """`raw`: difference of win shares; `shrunk`: the same, pulled towards 0; `p`: of no difference; `told`: kept by Benjamini-Hochberg."""

    card: int
    raw: Estimate
    shrunk: Estimate
    p: float
    told: bool


def exposure_difference(
    sums: Sequence[int], share: Sequence[int], finished: Sequence[int], seats: int, blocks: int
) -> tuple[float, float] | None:
    """(difference, standard error) of the win share of seats with a card minus that of seats without.

    R₁ − R₂ = A/a − B/b over all seats of all games, B = S − A, b = seats · F − a; variance over blocks by the delta method (Cochran 1977,
    §6.3): the block's influence is u = A(1/α + 1/β) − a(R₁/α + R₂/β) − S/β + seats · F R₂/β, where α, β are the total a, b.
    `sums`: `EXPOSURE_SUMS`; `share`: (S, SS, SF); `finished`: (F, FF). Win shares as fractions: the caller's unit cancels by `SHARE`.
    None when no seat, or every seat, had the card.
    """
    from balance.arena.columns import SHARE

    won, held, won2, held2, won_held, won_f, held_f, won_s, held_s = (int(x) for x in sums)
    total, total2, total_f = (int(x) for x in share)
    games, games2 = (int(x) for x in finished)
    without = seats * games - held
    if held <= 0 or without <= 0 or blocks < 2:
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
    return (with_it - without_it) / SHARE, sqrt(max(0.0, variance)) / SHARE


def prior_variance(values: Sequence[float], errors: Sequence[float]) -> float:
    """τ² of normal effects around 0 behind noisy estimates: the root of Σ d²/(τ² + e²) = k (Paule & Mandel 1982), 0 if none."""
    d2, e2 = np.square(values), np.square(errors)

    def excess(t: float) -> float:
        return float((d2 / (t + e2)).sum()) - len(d2)

    if not len(d2) or excess(0.0) <= 0:
        return 0.0
    low, high = 0.0, float(d2.max())
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return high


def shrunk(value: float, error: float, prior: float, n: int, confidence: float = CONFIDENCE) -> Estimate:
    """The normal-normal posterior (Efron & Morris 1975) of one effect with prior N(0, `prior`)."""
    weight = prior / (prior + error * error)
    return normal(weight * value, sqrt(weight) * error, n, confidence)


def benjamini_hochberg(p: Sequence[float], rate: float = 0.05) -> list[bool]:
    """Which hypotheses are rejected at the false discovery rate `rate` (Benjamini & Hochberg 1995)."""
    order = sorted(range(len(p)), key=lambda i: p[i])
    kept = max((k for k, i in enumerate(order, 1) if p[i] <= rate * k / len(p)), default=0)
    told = set(order[:kept])
    return [i in told for i in range(len(p))]


def ranked(found: Sequence[tuple[int, float, float, int]], confidence: float = CONFIDENCE) -> list[CardValue]:
    """Card values from (card, difference, standard error > 0, games), shrunk together, best lower bound first."""
    prior = prior_variance([d for _, d, _, _ in found], [e for _, _, e, _ in found])
    p = [p_value(d / e) for _, d, e, _ in found]
    values = [
        CardValue(card, normal(d, e, n, confidence), shrunk(d, e, prior, n, confidence), one_p, told)
        for (card, d, e, n), one_p, told in zip(found, p, benjamini_hochberg(p), strict=True)
    ]
    return sorted(values, key=lambda v: (-v.shrunk.low, v.card))
