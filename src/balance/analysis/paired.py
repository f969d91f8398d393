"""Differences between two variants that play the same games: the luck they share cancels.

Of each figure ΣX/ΣY (see `named`) both variants' X and Y are summed and multiplied over blocks (one deal). The
difference of the quotients, B − A, has the influence u = (x_B − R_B y_B)/ȳ_B − (x_A − R_A y_A)/ȳ_A of a block, so its
variance comes from the blocks themselves (delta method, Cochran 1977, §6.3). Sums are whole numbers and add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from balance.analysis.estimates import CONFIDENCE, Estimate, normal, p_value
from balance.analysis.named import Named, column_sums, named_figures
from balance.arena.columns import Layout


@dataclass
class Pairs:
    """Sums over blocks. `total[figure]` holds Σ of (X_A, Y_A, X_B, Y_B), `product[figure]` Σ of their products, (4, 4);
    both int64."""

    blocks: int
    total: np.ndarray
    product: np.ndarray

    def merge(self, other: Pairs) -> None:
        """Add other games."""
        self.blocks += other.blocks
        self.total += other.total
        self.product += other.product


@dataclass(frozen=True)
class Difference:
    """B − A with its paired interval.

    `correlation` is that of the two variants' blocks; `times` how many times as many blocks would be needed for the
    same interval if the variants played different games. Both are None where nothing varies.
    """

    value: Estimate
    p: float
    correlation: float | None
    times: float | None


def common_figures(a: Layout, b: Layout) -> list[tuple[Named, Named]]:
    """The figures that both variants have, in order of A's."""
    ours, theirs = named_figures(a), named_figures(b)
    return [(one, theirs[name]) for name, one in ours.items() if name in theirs]


def no_pairs(figures: int) -> Pairs:
    """The sums of no games."""
    return Pairs(0, np.zeros((figures, 4), dtype=np.int64), np.zeros((figures, 4, 4), dtype=np.int64))


def pair_up(
    figures: Sequence[tuple[Named, Named]], a: tuple[Layout, np.ndarray], b: tuple[Layout, np.ndarray]
) -> Pairs:
    """The sums of games that both played; `a` and `b` are (layout, columns of these games), equally mirrored."""
    ours = column_sums([one for one, _ in figures], *a)
    theirs = column_sums([other for _, other in figures], *b)
    m = a[0].mirrored
    z = np.stack([*ours, *theirs])
    z = z.reshape(*z.shape[:2], -1, m).sum(axis=3)
    return Pairs(z.shape[2], z.sum(axis=2).T.copy(), np.einsum("ikb,jkb->kij", z, z))


def difference(
    figure: tuple[Named, Named], total: np.ndarray, product: np.ndarray, blocks: int, confidence: float = CONFIDENCE
) -> Difference | None:
    """B − A of one figure from its sums in `Pairs`; None if one of the two has no value yet."""
    xa, ya, xb, yb = (int(x) for x in total)
    if ya <= 0 or yb <= 0 or blocks < 2:
        return None
    scales = (figure[0].scale, figure[1].scale)
    before, after = xa / ya * scales[0], xb / yb * scales[1]
    u_a = np.array([scales[0] / ya, -before / ya, 0.0, 0.0])
    u_b = np.array([0.0, 0.0, scales[1] / yb, -after / yb])
    moments = product.astype(float)
    variance_a, variance_b = float(u_a @ moments @ u_a), float(u_b @ moments @ u_b)
    together = float(u_a @ moments @ u_b)
    change = _exact_change(total, product, scales)
    paired = 0.0 if change == 0 else float((u_b - u_a) @ moments @ (u_b - u_a))
    error = sqrt(max(0.0, paired) * blocks / (blocks - 1))
    estimate = normal(after - before if change else 0.0, error, blocks, confidence)
    spread = sqrt(max(0.0, variance_a) * max(0.0, variance_b))
    correlation = together / spread if spread > 0 else None
    times = (variance_a + variance_b) / paired if paired > 0 else None
    p = p_value(estimate.value / error) if error > 0 else 1.0
    return Difference(estimate, p, correlation, times)


def _exact_change(total: np.ndarray, product: np.ndarray, scales: tuple[float, float]) -> int:
    """0 if both variants had the same X and Y in every block, which rounding must not hide: Σ(x_B − x_A)² + Σ(y_B −
    y_A)² in whole numbers."""
    if scales[0] != scales[1]:
        return 1
    p = [[int(x) for x in row] for row in product]
    return p[0][0] + p[2][2] - 2 * p[0][2] + p[1][1] + p[3][3] - 2 * p[1][3]
