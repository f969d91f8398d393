"""Is it balanced? A claim of equivalence: the whole interval lies inside the tolerance."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Literal

from balance.analysis.estimates import Estimate

TOLERANCE = 0.01
NO_DISTANCE = 1e-3
"""Of the half-width: to come so much nearer would take a million times the games."""

Verdict = Literal["inside", "outside", "open"]


def verdict(estimate: Estimate, target: float, tolerance: float = TOLERANCE) -> Verdict:
    """`inside`: the whole interval lies within target ± tolerance; `outside`: all of it beyond; `open`: neither
    yet."""
    if target - tolerance <= estimate.low and estimate.high <= target + tolerance:
        return "inside"
    if estimate.high < target - tolerance or estimate.low > target + tolerance:
        return "outside"
    return "open"


def joint(verdicts: Sequence[Verdict]) -> Verdict:
    """All figures together: inside if all are (no correction is needed: Berger 1982), outside if any is."""
    if all(one == "inside" for one in verdicts):
        return "inside"
    return "outside" if "outside" in verdicts else "open"


def more_games(estimate: Estimate, target: float, tolerance: float = TOLERANCE) -> int | None:
    """About how many more games would settle an open verdict, should the value stay what it is.

    The half-width shrinks with 1/√n and must come below the distance to the nearest edge of the tolerance. None on
    the edge, or so near that no number of games would settle it.
    """
    if verdict(estimate, target, tolerance) != "open":
        return 0
    distance = abs(abs(estimate.value - target) - tolerance)
    if distance < NO_DISTANCE * estimate.half_width:
        return None
    return ceil(estimate.n * ((estimate.half_width / distance) ** 2 - 1))
