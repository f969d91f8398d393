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
    u_a, u_b = (ya, -xa, 0, 0), (0, 0, yb, -xb)  # influences, times ya² and yb² and without the scales
    variance_a = scales[0] ** 2 * (_form(u_a, u_a, product) / ya**4)
    variance_b = scales[1] ** 2 * (_form(u_b, u_b, product) / yb**4)
    together = scales[0] * scales[1] * (_form(u_a, u_b, product) / (ya * yb) ** 2)
    change = _exact_change(total, product, scales)
    if scales[0] == scales[1]:
        u = [b * ya**2 - a * yb**2 for a, b in zip(u_a, u_b, strict=True)]
        paired = scales[0] ** 2 * (_form(u, u, product) / (ya * yb) ** 4) if change else 0.0
    else:
        paired = variance_a + variance_b - 2 * together
    error = sqrt(max(0.0, paired) * blocks / (blocks - 1))
    estimate = normal(after - before if change else 0.0, error, blocks, confidence)
    spread = sqrt(max(0.0, variance_a) * max(0.0, variance_b))
    correlation = together / spread if spread > 0 else None
    times = (variance_a + variance_b) / paired if paired > 0 else None
    p = p_value(estimate.value / error) if error > 0 else float(estimate.value == 0)
    return Difference(estimate, p, correlation, times)


def _form(u: Sequence[int], v: Sequence[int], product: np.ndarray) -> int:
    """Σ u_i v_j product_ij in whole numbers: rounding would give what never varies a variance."""
    return sum(a * b * int(product[i, j]) for i, a in enumerate(u) for j, b in enumerate(v) if a and b)


def _exact_change(total: np.ndarray, product: np.ndarray, scales: tuple[float, float]) -> int:
    """0 if both variants had the same X and Y in every block, which rounding must not hide: Σ(x_B − x_A)² + Σ(y_B −
    y_A)² in whole numbers."""
    if scales[0] != scales[1]:
        return 1
    p = [[int(x) for x in row] for row in product]
    return p[0][0] + p[2][2] - 2 * p[0][2] + p[1][1] + p[3][3] - 2 * p[1][3]
