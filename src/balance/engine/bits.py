"""Sets of whole numbers below 32 (cards, spaces) as one int64, a bit a number; a state holds them as int32 or wider."""

from __future__ import annotations

import numpy as np

from balance.engine.jit import CAN_DEPOSIT, deposit, inlined, lowest, ones

NTH_OF_BYTE = np.array([([i for i in range(8) if byte >> i & 1] + [0] * 8)[:8] for byte in range(256)], dtype=np.uint8)
"""By byte and k: its k-th set bit."""

PART = np.array([0, *(-(-(1 << 16) // n) for n in range(1, 33))], dtype=np.int64)
"""By n: a part of 2**16, rounded up."""


@inlined
def bit(i):
    """The set that holds `i` alone."""
    return np.int64(1) << i


@inlined
def without(numbers, i):
    """The set without `i`."""
    return numbers & ~(np.int64(1) << i)


@inlined
def holds(numbers, i):
    """Whether `i` is in the set."""
    return (numbers >> i) & 1 == 1


@inlined
def size(numbers):
    """How many numbers the set holds."""
    return ones(numbers)


@inlined
def nth_by_table(numbers, k):
    """The k-th smallest number of the set, 0 <= k < size: the byte that holds it, then a table.

    Without a branch, for which way it would go is anybody's guess.
    """
    byte, below = np.int64(0), np.int64(0)
    for bits in (8, 16, 24):
        lower = ones(numbers & ((1 << bits) - 1))
        byte += k >= lower
        below = lower if k >= lower else below
    return 8 * byte + NTH_OF_BYTE[(numbers >> (8 * byte)) & 0xFF, (k - below) & 7]


@inlined
def nth_by_deposit(numbers, k):
    """The same on processors that have an instruction for it."""
    return lowest(deposit(np.int64(1) << k, numbers))


nth = nth_by_deposit if CAN_DEPOSIT else nth_by_table


@inlined
def divided(k, n):
    """k // n and k % n for 0 <= k < 2048 and 0 < n <= 32, in a fraction of the time that a division takes."""
    quotient = k * PART[n] >> 16
    return quotient, k - quotient * n
