"""A straight line through values of cards against a number printed on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.special import stdtrit

from balance.analysis.estimates import CONFIDENCE, Estimate

FEWEST = 4
"""Cards that a line needs: two for the line, and some to stray from it."""


@dataclass(frozen=True)
class Line:
    """y = intercept + slope · x by least squares; the slope's interval is Student's over the cards' own scatter."""

    intercept: float
    slope: Estimate

    def at(self, x: float) -> float:
        """The line's value."""
        return self.intercept + self.slope.value * x


def fitted(x: Sequence[float], y: Sequence[float], confidence: float = CONFIDENCE) -> Line | None:
    """The line through cards with number x and value y; None for fewer than `FEWEST` cards or equal numbers."""
    n = len(x)
    a, b = np.array(x, dtype=float), np.array(y, dtype=float)
    if n < FEWEST or a.min() == a.max():
        return None
    spread = float(np.square(a - a.mean()).sum())
    slope = float(((a - a.mean()) * (b - b.mean())).sum() / spread)
    intercept = float(b.mean() - slope * a.mean())
    left = float(np.square(b - intercept - slope * a).sum())
    reach = float(stdtrit(n - 2, 0.5 + confidence / 2)) * sqrt(left / (n - 2) / spread)
    return Line(intercept, Estimate(slope, slope - reach, slope + reach, n))
