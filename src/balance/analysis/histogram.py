"""Exact figures of a histogram of whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any


def quantile(counts: Sequence[int], low: int, q: float) -> int | None:
    """The smallest value v with at least the share q of all counts at or below v (the inverse of the empirical
    distribution; Hyndman & Fan 1996, type 1); `counts[i]` is the count of the value low + i. None for an empty
    histogram."""
    total = sum(counts)
    if total == 0:
        return None
    wanted = max(1, ceil(round(q * total, 6)))
    below = 0
    for i, count in enumerate(counts):
        below += count
        if below >= wanted:
            return low + i
    raise AssertionError("counts cannot be negative")


def summary(counts: Sequence[int], low: int) -> dict[str, Any]:
    """p05, p25, p50, p75, p95, min, max, and `histogram`: the bins from the first to the last that is not empty."""
    if not sum(counts):
        return {}
    filled = [i for i, count in enumerate(counts) if count]
    first, last = filled[0], filled[-1]
    figures: dict[str, Any] = {f"p{p:02}": quantile(counts, low, p / 100) for p in (5, 25, 50, 75, 95)}
    figures |= {"min": low + first, "max": low + last}
    figures["histogram"] = {"low": low + first, "counts": [int(n) for n in counts[first : last + 1]]}
    return figures
