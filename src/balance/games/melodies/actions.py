"""Action codes of Melodies: what is done, and up to three small numbers, `do << 24 | p << 16 | q << 8 | t`.

A play says its numbers and where in the hand they lay: first number, how many, which way they go, first position; two
cards that a help card joins say both positions. Everybody at the table sees those, and knows the same move in another
possible world by them.
"""

from __future__ import annotations

import numpy as np

from balance.engine.jit import njit

DOS = (
    "no",  # use nothing, move nothing
    "pass",
    "wait",
    "play",  # see play_code
    "use",  # help card
    "tune",  # from, to
    "swap",  # positions i < j
    "discard",  # number, position
    "give",  # number, position, seat
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
def play_code(number, length, way, place):
    """A slice of the hand: its first number, how many cards, which way they go, its first position."""
    return code(DO_PLAY, place, number << 4 | length, way | UNSPLIT << 2)


@njit
def split_code(number, place, other, h):
    """Two cards of a number at two positions, joined by help card h."""
    return code(DO_PLAY, place, number << 4 | (other & 15), other >> 4 | h << 2)


@njit
def number_in(a):
    """The first number of a play."""
    return second_of(a) >> 4


@njit
def splitter_of(a):
    """The help card that joins the two cards of a play, or UNSPLIT."""
    return third_of(a) >> 2


@njit
def length_of(a):
    """How many cards a play has."""
    return second_of(a) & 15 if splitter_of(a) == UNSPLIT else 2


@njit
def way_of(a):
    """Which way the numbers of a play go."""
    return third_of(a) & 3 if splitter_of(a) == UNSPLIT else LEVEL


@njit
def place_in(a, i):
    """The position in the hand of the i-th card of a play."""
    if i > 0 and splitter_of(a) != UNSPLIT:
        return (second_of(a) & 15) | (third_of(a) & 3) << 4
    return first_of(a) + i
