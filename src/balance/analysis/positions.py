"""Do the turn positions win equally often? And how much of it is the deal's doing?"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

from balance.analysis.estimates import CONFIDENCE, Estimate, normal


def chi_square(totals: Sequence[int], products: np.ndarray, blocks: int) -> dict[str, float] | None:
    """Are the win shares of all n positions equal? Wald's chi-square test with n − 1 degrees of freedom.

    `totals[p]` = ΣX_p over blocks of the position's win share, `products[p, q]` = ΣX_p X_q. With blocks of one game
    and no shared first places it is Pearson's test with the observed instead of the expected variances; over blocks
    of mirrored deals it stays valid, which Pearson's does not. The last position is left out, since the shares add
    up. None if it is undefined.
    """
    n = len(totals)
    if n < 2 or blocks < 2:
        return None
    sums = np.array(totals, dtype=float)
    means = sums / blocks
    covariance = (np.array(products, dtype=float) / blocks - np.outer(means, means)) / (blocks - 1)
    deviation = (means - means.mean())[:-1]
    try:
        statistic = float(deviation @ np.linalg.solve(covariance[:-1, :-1], deviation))
    except np.linalg.LinAlgError:
        return None
    from scipy.special import gammaincc  # 0.2 s; scipy.stats would take 1.8 s

    return {"statistic": statistic, "degrees": n - 1, "p_value": float(gammaincc((n - 1) / 2, statistic / 2))}


def luck_share(moments: np.ndarray, rotations: int, confidence: float = CONFIDENCE) -> Estimate | None:
    """The share of the outcome's variance that who was dealt which hand decides, from mirrored blocks.

    Model: win share = position + hand + rest, where the hands' effects cancel over the m rotations of a block, so
    that two games of a block have the covariance −Var(hand)/(m − 1). Hence share = −(m − 1) · within-block covariance
    / variance, both summed over positions (an intraclass correlation: Fisher 1925, §38). What a deal gives to both
    sides alike lowers it, so it is a lower bound; below 0 is noise. Interval by the delta method from `moments` = Σ z
    zᵀ over blocks, z = (1, ΣX², Σx², X by position), see `Tally.luck_cross`.
    """
    blocks = int(moments[0, 0])
    if blocks < 2:
        return None
    m = rotations
    average = moments[0].astype(float) / blocks
    block_square, square, sums = average[1], average[2], average[3:]
    level = float(sums @ sums) / m**2
    variance = square / m - level
    if variance <= 0:
        return None
    covariance = (block_square - square) / (m * (m - 1)) - level
    value = -(m - 1) * covariance / variance
    # gradient of value in (ΣX², Σx², X_p)
    by_covariance, by_variance = -(m - 1) / variance, -value / variance
    gradient = np.empty(len(average) - 1)
    gradient[0] = by_covariance / (m * (m - 1))
    gradient[1] = -by_covariance / (m * (m - 1)) + by_variance / m
    gradient[2:] = (by_covariance + by_variance) * -2 * sums / m**2
    spread = (moments[1:, 1:].astype(float) / blocks - np.outer(average[1:], average[1:])) / (blocks - 1)
    return normal(float(value), sqrt(max(0.0, float(gradient @ spread @ gradient))), blocks * m, confidence)


def variance_ratio(total: int, square: int, games: int, error: float) -> float | None:
    """How many times fewer games the mirrored run needs: variance of the mean of independent games / variance over
    blocks.

    `total`, `square`: sums of the value and its square over `games`; `error`: standard error over blocks. None if
    undefined.
    """
    if games < 2 or error == 0:
        return None
    variance = (games * square - total * total) / (games * (games - 1))
    return variance / games / error**2
