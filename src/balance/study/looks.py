"""When a run with a wanted precision looks at its interval.

A fixed-width sequential rule (Chow & Robbins 1965): play until the interval is narrow enough. It looks at fixed game
counts only, so that the result does not depend on chunks and jobs, and growing by a quarter, so that few looks make
little bias.
"""

from __future__ import annotations

FIRST = 10_000


def look_counts(cap: int, block: int) -> list[int]:
    """10 000 · 1.25^k games, rounded up to whole blocks, below `cap`; then `cap` itself (whole blocks)."""
    counts = []
    numerator, denominator = FIRST, 1
    while (count := -(-numerator // (denominator * block)) * block) < cap:
        counts.append(count)
        numerator, denominator = numerator * 5, denominator * 4
    return [*counts, cap]
