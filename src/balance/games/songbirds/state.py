"""Songbirds' records: the state of a game, and its rules.

Cards: bird 7 * colour + volume - 1 (0..27), the Crow 28. Spaces: 5 * row + column (0..24), from the top left. Lines:
the columns 0..4 from the left, the rows 5..9 from the top; their Berry tokens are numbered as in `Rules.berries`. Sets
of cards and of spaces are bits (`balance.engine.bits`).

Strengths of all four colours are one number, five bits a colour (five birds of a colour sum up to 25): adding a bird's
`VOICE` to its line is all that a placement has to do.
"""

from __future__ import annotations

import numpy as np

from balance.engine.verbs import state_dtype
from balance.games.songbirds.birds import BIRDS, COLOURS, VOLUMES

CROW = BIRDS
CARDS = BIRDS + 1

SIDE = 5
SPACES = SIDE * SIDE
CENTRE = SPACES // 2
DIAGONALS = tuple(sorted({6 * i for i in range(SIDE)} | {4 * i + 4 for i in range(SIDE)}))
FULL = (1 << SPACES) - 1
LINES = 2 * SIDE
EMPTY = -1

SEATS = 4
ROUNDS = 4

COMPETITIVE, SOLO, COOP = range(3)
NO_CROW, CROW_A, CROW_B, CROW_RANDOM = range(4)
NEXT, SAME, WINNER, LOSER = range(4)

FAVOUR = BIRDS * SPACES
"""Action codes: card * SPACES + space places a bird, FAVOUR + card favours it."""

RUNNING, MORE_POINTS, TIED, FOREST_FULL = range(4)
"""How a game ends: 1 + index into GAME.reasons."""

STRENGTH_BITS = 5
VOICE = np.array(
    [(card % VOLUMES + 1) << (STRENGTH_BITS * (card // VOLUMES)) for card in range(BIRDS)] + [0], dtype=np.int32
)

_i4, _u4 = np.int32, np.uint32  # unsigned: never negative, which spares the compiler a test for each index

STATE = state_dtype(
    "songbirds",
    [
        # the forest
        ("forest", _i4, (SPACES,)),  # card, EMPTY for none
        ("occupied", _u4),  # set of spaces
        ("open", _u4),  # set of empty spaces adjacent to an occupied one
        ("strengths", _i4, (LINES,)),  # of the colours in the line
        ("token", _u4, (LINES,)),  # the line's Berry token
        ("crow", _i4),  # the side in play; NO_CROW without
        # cards
        ("hand", _u4, (SEATS,)),  # sets of cards
        ("deck", _u4, (BIRDS,)),  # top last; with two players the card set aside
        ("deck_n", _u4),
        ("favoured", _i4, (SEATS,)),  # card, EMPTY for none
        ("may_favour", _i4),  # 1 while favouring a bird is an action (solo, co-op)
        # turns and rounds
        ("next", _u4),  # seat to move
        ("round_no", _i4),  # from 1
        ("starter", _i4),  # of this round
        ("first", _i4),  # starter of round 1
        ("ended", _i4),  # RUNNING .. FOREST_FULL
        # the Score Cards
        ("colour_berries", _i4, (len(COLOURS),)),  # of the round scored last
        ("points", _i4, (SEATS, ROUNDS)),  # by finished round
        ("total", _i4, (SEATS,)),  # over all finished rounds, as are the three by source
        ("from_volume", _i4, (SEATS,)),
        ("from_berries", _i4, (SEATS,)),
        ("from_others", _i4, (SEATS,)),  # solo and co-op: the other colours' berries, negative
    ],
)

RULES = np.dtype(
    [
        ("mode", _i4),
        ("seats", _i4),
        ("rounds", _i4),
        ("dealt", _i4),  # cards dealt to each
        ("next_starter", _i4),  # NEXT .. LOSER
        ("berries", _i4, (LINES,)),  # by token
        ("adjacent", _u4, (SPACES,)),  # sets of spaces
        ("tie_voids", _i4),  # 1: a tie of the strongest voids a line's token
        ("crow", _i4),  # NO_CROW .. CROW_RANDOM
    ],
    align=True,
)
