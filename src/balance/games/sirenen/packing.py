"""Several small numbers in one, for action codes and the amounts of events; sets of kinds as bit masks."""

from __future__ import annotations

from balance.engine.jit import njit, ones


@njit
def part(packed, bits):
    """One of the numbers; `bits` is its lowest bit and its mask."""
    return packed >> bits[0] & bits[1]


@njit
def lowest(mask):
    """The lowest bit that is set, counted from 0."""
    return ones((mask & -mask) - 1)
