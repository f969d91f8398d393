"""Figures in random groups of games, for quantities that no formula has an interval for.

Game g belongs to group g mod `GROUPS`; of each figure ΣX/ΣY (see `named`) every group has its own ΣX and ΣY. Drawing
whole groups again and again (the bootstrap, Efron 1979; random groups, Wolter 2007, ch. 2) shows how anything that is
computed from several figures varies, a loss with kinks, say. Variants that play the same games are drawn together, so
what they share of the luck cancels in their difference. Sums are whole numbers: they do not depend on the chunks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from balance.analysis.estimates import CONFIDENCE, Estimate
from balance.analysis.named import Named, column_sums
from balance.arena.columns import Layout

GROUPS = 64
DRAWS = 2000


def no_groups(figures: int) -> np.ndarray:
    """The sums of no games; int64, shape (figures, 2, GROUPS): X and Y."""
    return np.zeros((figures, 2, GROUPS), dtype=np.int64)


def group_sums(figures: Sequence[Named], layout: Layout, x: np.ndarray, first: int) -> np.ndarray:
    """The sums of games `first`, `first` + 1, … with these columns (int64, (columns, games)); shape as `no_groups`."""
    values = np.stack(column_sums(figures, layout, x), axis=1)
    found = no_groups(len(figures))
    for offset in range(min(GROUPS, values.shape[2])):
        found[:, :, (first + offset) % GROUPS] = values[:, :, offset::GROUPS].sum(axis=2)
    return found


def values(figures: Sequence[Named], sums: np.ndarray) -> np.ndarray:
    """The figures from all groups; float, one a figure, nan where a figure has no value."""
    return _quotients(figures, sums.sum(axis=2)[None])[0]


def drawn(figures: Sequence[Named], sums: np.ndarray) -> np.ndarray:
    """The figures from `DRAWS` drawings of groups, the same drawings every time; float, (DRAWS, figures)."""
    return _quotients(figures, np.einsum("dg,fxg->dfx", _drawings(), sums.astype(float)))


def interval(value: float, draws: np.ndarray, n: int, confidence: float = CONFIDENCE) -> Estimate:
    """The percentile interval of a quantity with these drawn values."""
    tail = (1 - confidence) / 2
    low, high = np.quantile(draws, (tail, 1 - tail))
    return Estimate(value, min(value, float(low)), max(value, float(high)), n)


def _quotients(figures: Sequence[Named], sums: np.ndarray) -> np.ndarray:
    scale = np.array([figure.scale for figure in figures])
    top, bottom = sums[..., 0].astype(float), sums[..., 1].astype(float)
    return scale * np.divide(top, bottom, out=np.full(top.shape, np.nan), where=bottom > 0)


@cache
def _drawings() -> np.ndarray:
    """How often each group is drawn; float, (DRAWS, GROUPS)."""
    chosen = np.random.default_rng(20_000).integers(GROUPS, size=(DRAWS, GROUPS))
    counts = np.zeros((DRAWS, GROUPS))
    np.add.at(counts, (np.arange(DRAWS)[:, None], chosen), 1.0)
    return counts
