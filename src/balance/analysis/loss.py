"""How far a variant is from what tuning wants: one number, 0 at best.

loss = Σ weight · max(0, |figure − target| / tolerance − 1)  +  Σ over missed limits of 10 · (1 + d / (d + s))

where d is by how much a limit is missed and s the size of the limit itself (1, or 1 percentage point, if that is 0).
So a missed limit costs 10 to 20, more the more it is missed. The price of the distance from the rulebook is added
elsewhere: it is exact, this is estimated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from balance.analysis.named import Named

MISSED = 10.0


@dataclass(frozen=True)
class Goal:
    """A figure that should lie within `tolerance` of `target`; both as the figure is kept (shares as parts of 1)."""

    figure: Named
    target: float
    tolerance: float
    weight: float


@dataclass(frozen=True)
class Limit:
    """A figure that must lie from `low` to `high`, as the figure is kept; `text` is how people wrote it."""

    figure: Named
    low: float
    high: float
    text: str


@dataclass(frozen=True)
class Loss:
    """What is wanted of the figures: those of the goals, then those of the limits."""

    goals: Sequence[Goal]
    limits: Sequence[Limit]

    @property
    def figures(self) -> list[Named]:
        """The figures in the order of `of`'s values."""
        return [*(goal.figure for goal in self.goals), *(limit.figure for limit in self.limits)]

    def of(self, values: np.ndarray) -> np.ndarray:
        """The loss of figures' values, float (…, figures); a figure without a value counts like a missed limit."""
        columns = np.moveaxis(np.asarray(values, dtype=float), -1, 0)
        total = np.zeros(columns.shape[1:])
        for goal, column in zip(self.goals, columns[: len(self.goals)], strict=True):
            miss = goal.weight * np.maximum(0.0, np.abs(column - goal.target) / goal.tolerance - 1)
            total = total + np.where(np.isnan(column), 2 * MISSED, miss)
        for limit, column in zip(self.limits, columns[len(self.goals) :], strict=True):
            total = total + np.where(np.isnan(column), 2 * MISSED, _missed(limit, column))
        return total


def _missed(limit: Limit, column: np.ndarray) -> np.ndarray:
    unit = 0.01 if limit.figure.is_share else 1.0
    cost = np.zeros(column.shape)
    for bound, by in ((limit.low, limit.low - column), (limit.high, column - limit.high)):
        if isfinite(bound):
            reach = abs(bound) or unit
            over = np.maximum(by, 0.0)
            cost = cost + np.where(over > 0, MISSED * (1 + over / (over + reach)), 0.0)
    return cost
