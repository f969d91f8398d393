"""Action codes of Melodies: what is done, and up to three small numbers, `do << 24 | p << 16 | q << 8 | t`.

A play says its numbers, not its place in the hand: first number, how many cards, and which way they go; with a card
that splits a set, which one. Moves within a hand name positions, for those are seen by everybody.
"""

from __future__ import annotations

import numpy as np

from balance.engine.jit import njit

DOS = (
    "no",  # use nothing, move nothing
    "pass",
    "wait",
    "play",  # first number, number of cards, way (see LEVEL) | help card that splits << 2
    "use",  # help card
    "tune",  # from, to
    "swap",  # positions i < j
    "discard",  # number
    "give",  # number, seat
    "shift",  # number as it stands, seat of the play, new number
    "double",  # number as it stands, seat of the play
    "cancel",  # the same
    "skip",  # restriction
    "bass",  # new number
    "take_back",  # seat of the play
)
(
    DO_NO,
    DO_PASS,
    DO_WAIT,
    DO_PLAY,
    DO_USE,
    DO_TUNE,
    DO_SWAP,
    DO_DISCARD,
    DO_GIVE,
    DO_SHIFT,
    DO_DOUBLE,
    DO_CANCEL,
    DO_SKIP,
    DO_BASS,
    DO_TAKE_BACK,
) = range(len(DOS))

LEVEL, UP, DOWN = 0, 1, 2  # which way a play's numbers go: a single or a set, a rising run, a falling one
UNSPLIT = 63  # no help card: the play is a slice of the hand


@njit
def code(do, p, q, t):
    """The code of an action; p, q, t in 0..255."""
    return (np.int64(do) << 24) | (np.int64(p) << 16) | (np.int64(q) << 8) | np.int64(t)


@njit
def do_of(a):
    """What action `a` does: an index into DOS."""
    return a >> 24


@njit
def first_of(a):
    """The first of an action's three numbers."""
    return (a >> 16) & 255


@njit
def second_of(a):
    """The second of an action's three numbers."""
    return (a >> 8) & 255


@njit
def third_of(a):
    """The third of an action's three numbers."""
    return a & 255


@njit
def way_of(a):
    """Which way the numbers of a play go."""
    return a & 3


@njit
def splitter_of(a):
    """The help card that splits the set of a play, or UNSPLIT."""
    return (a >> 2) & 63
