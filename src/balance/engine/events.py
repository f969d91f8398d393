"""The event log: the one place where a game says what happened.

`log` is an array of dtype `EVENT`. Entry 0 is the header (`amount` = events noted, `kind` = 1 if any did not fit);
events start at entry 1. A log of length 0 takes nothing, which is what playouts use.
"""

from __future__ import annotations

import numpy as np

from balance.engine.jit import njit

EVENT = np.dtype([("kind", np.int32), ("seat", np.int32), ("card", np.int32), ("amount", np.int32)], align=True)
LONGEST = 65536


def new_log(length: int = LONGEST) -> np.recarray:
    """An empty log for up to `length - 1` events between two decisions (0: takes nothing)."""
    return np.zeros(length, dtype=EVENT).view(np.recarray)


@njit
def clear(log):
    """Forget all events."""
    if len(log) > 0:
        log[0].amount = 0
        log[0].kind = 0


@njit
def note(log, kind, seat, card, amount):
    """Add an event; -1 stands for no seat, no card."""
    if len(log) == 0:
        return
    n = log[0].amount + 1
    if n >= len(log):
        log[0].kind = 1
        return
    log[n].kind = kind
    log[n].seat = seat
    log[n].card = card
    log[n].amount = amount
    log[0].amount = n


@njit
def noted(log):
    """Number of events in the log (entries 1..n)."""
    return log[0].amount if len(log) > 0 else 0
