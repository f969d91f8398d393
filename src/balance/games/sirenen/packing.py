"""Several small numbers in one, for action codes and the amounts of events; sets of kinds as bit masks."""

from __future__ import annotations

from balance.engine.jit import njit


@njit
def part(packed, bits):
    """One of the numbers; `bits` is its lowest bit and its mask."""
    return packed >> bits[0] & bits[1]


@njit
def bits(mask):
    """How many of the lowest 16 bits are set, without a branch (Warren, Hacker's Delight, 5-1)."""
    mask -= mask >> 1 & 0x5555
    mask = (mask & 0x3333) + (mask >> 2 & 0x3333)
    mask = mask + (mask >> 4) & 0x0F0F
    return mask + (mask >> 8) & 0x1F


@njit
def lowest(mask):
    """The lowest bit that is set, counted from 0."""
    return bits((mask & -mask) - 1)
