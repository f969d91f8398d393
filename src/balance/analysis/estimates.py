"""An estimate with its interval, and the intervals: proportions, means, ratios over blocks, paired differences.

`confidence` is two-sided; n is the number of games behind a figure. Sums are whole numbers as kept in a tally.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from math import sqrt
from statistics import NormalDist
from typing import Any

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A figure, its confidence interval and the number of games behind it."""

    value: float
    low: float
    high: float
    n: int

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2

    def scaled(self, factor: float, shift: float = 0.0) -> Estimate:
        """The estimate of `factor` (> 0) times the figure plus `shift`."""
        value, low, high = (factor * x + shift for x in (self.value, self.low, self.high))
        return Estimate(value, low, high, self.n)

    def as_dict(self) -> dict[str, Any]:
        """`{value, low, high, n}`."""
        return asdict(self)


@cache
def quantile(confidence: float = CONFIDENCE) -> float:
    """The two-sided normal quantile z: 1.96 for 95 %."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def p_value(z: float) -> float:
    """Two-sided p-value of a standard normal z."""
    return 2 * NormalDist().cdf(-abs(z))


def normal(value: float, error: float, n: int, confidence: float = CONFIDENCE) -> Estimate:
    """Value ± z · standard error."""
    reach = quantile(confidence) * error
    return Estimate(value, value - reach, value + reach, n)


def wilson(successes: float, trials: float, confidence: float = CONFIDENCE, n: int | None = None) -> Estimate | None:
    """A proportion with Wilson's score interval (Wilson 1927; Brown, Cai & DasGupta 2001, eq. 4); None without trials.

    `trials` may be an effective number; `n` is then the number of games to show.
    """
    if trials <= 0:
        return None
    z, p = quantile(confidence), successes / trials
    scale = 1 + z * z / trials
    centre = (p + z * z / (2 * trials)) / scale
    reach = z / scale * sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    low, high = max(0.0, centre - reach), min(1.0, centre + reach)
    return Estimate(p, min(low, p), max(high, p), round(trials) if n is None else n)


def mean(total: int, square: int, n: int, confidence: float = CONFIDENCE) -> Estimate | None:
    """The mean of n independent values with sum `total` and sum of squares `square`, normal interval; None for n <
    2."""
    if n < 2:
        return None
    # n * square - total² is exact in whole numbers: no cancellation
    variance = (n * square - total * total) / (n * (n - 1))
    return normal(total / n, sqrt(variance / n), n, confidence)


def ratio(
    top: int, bottom: int, top_top: int, top_bottom: int, bottom_bottom: int, blocks: int
) -> tuple[float, float] | None:
    """ΣX/ΣY over independent blocks and its standard error by the delta method (Cochran 1977, §6.3); None if
    undefined.

    Arguments: ΣX, ΣY, ΣX², ΣXY, ΣY², number of blocks. Var = Σ(X − RY)² · B/(B − 1) / (ΣY)², computed without
    cancellation from ΣX²(ΣY)² − 2 ΣXΣY ΣXY + (ΣX)² ΣY² in whole numbers.
    """
    if bottom <= 0 or blocks < 2:
        return None
    residual = top_top * bottom * bottom - 2 * top * bottom * top_bottom + top * top * bottom_bottom
    variance = residual / bottom**4 * blocks / (blocks - 1)
    return top / bottom, sqrt(max(0.0, variance))


def block_rate(
    top: int, bottom: int, moments: tuple[int, int, int], blocks: int, confidence: float = CONFIDENCE
) -> Estimate | None:
    """A proportion over blocks: Wilson's interval at the effective number of games p(1 − p)/Var (Kish 1965, §8.2).

    `moments` = (ΣX², ΣXY, ΣY²). At p = 0 or 1 the blocks count as the games; without any variance between blocks (a
    mirror that cancels everything) the interval is the value itself.
    """
    found = ratio(top, bottom, *moments, blocks)
    if found is None:
        return None
    p, error = found
    if p <= 0 or p >= 1:
        return wilson(p * blocks, blocks, confidence, bottom)
    if error == 0:
        return Estimate(p, p, p, bottom)
    trials = p * (1 - p) / error**2
    return wilson(p * trials, trials, confidence, bottom)


def paired(total: int, square: int, pairs: int, confidence: float = CONFIDENCE) -> Estimate | None:
    """The mean difference of pairs (two variants on the same games) from the pairs' own differences; None for < 2
    pairs."""
    return mean(total, square, pairs, confidence)


def win_difference(wins: int, losses: int, games: int, confidence: float = CONFIDENCE) -> Estimate | None:
    """P(win) − P(loss) from per-game values in {−1, 0, +1}: the mean's normal interval; None for < 2 games."""
    return mean(wins - losses, wins + losses, games, confidence)
