"""Action codes of Omen.

An action code says what is done: `do << 12 | card << 4 | place`, with NO_CARD and NO_PLACE where there is none.
`place` is a city, a pair of cities (index into PAIRS) or an option of `choose`.
"""

from __future__ import annotations

import numpy as np

from balance.engine.jit import njit

DOS = (
    "envoy",
    "discard",
    "replace",
    "done",
    "give",
    "draw",
    "coin",
    "play",
    "jilt",
    "fate",
    "pilfer",
    "recruit",
    "krater",
    "end",
    "take",
    "top",
    "glean",
    "resolve",
    "keep",
    "destroy",
    "return",
    "move",
    "stop",
    "offer",
    "decline",
    "put",
    "city",
    "peek",
    "swap",
    "again",
    "yes",
    "no",
    "option",
)
(
    DO_ENVOY,
    DO_DISCARD,
    DO_REPLACE,
    DO_DONE,
    DO_GIVE,
    DO_DRAW,
    DO_COIN,
    DO_PLAY,
    DO_JILT,
    DO_FATE,
    DO_PILFER,
    DO_RECRUIT,
    DO_KRATER,
    DO_END,
    DO_TAKE,
    DO_TOP,
    DO_GLEAN,
    DO_RESOLVE,
    DO_KEEP,
    DO_DESTROY,
    DO_RETURN,
    DO_MOVE,
    DO_STOP,
    DO_OFFER,
    DO_DECLINE,
    DO_PUT,
    DO_CITY,
    DO_PEEK,
    DO_SWAP,
    DO_AGAIN,
    DO_YES,
    DO_NO,
    DO_OPTION,
) = range(len(DOS))

USES = np.zeros(len(DOS), dtype=np.bool_)
"""Whether what is done puts the named card to use: it comes to a city, its text is carried out, or it is offered."""
USES[[DO_PLAY, DO_JILT, DO_FATE, DO_PILFER, DO_RECRUIT, DO_KRATER, DO_GLEAN, DO_OFFER, DO_PUT, DO_AGAIN]] = True

NO_CARD = 255
NO_PLACE = 15
PAIRS = np.array([[0, 1], [0, 2], [1, 2]])


@njit
def code(do, card, place):
    """The code of an action."""
    return (np.int64(do) << 12) | (np.int64(card) << 4) | np.int64(place)


@njit
def do_of(a):
    """What action `a` does: an index into DOS."""
    return a >> 12


@njit
def card_in(a):
    """The card of action `a`, NO_CARD for none."""
    return (a >> 4) & 255


@njit
def place_in(a):
    """The city, pair or option of action `a`, NO_PLACE for none."""
    return a & 15
