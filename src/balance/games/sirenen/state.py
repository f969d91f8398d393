"""Records of Sirenen in Sicht: the state of a game, and the rules.

Ships are numbered from the bow, 0..ships-1. A *place* is one side of a ship: place = 2 * ship + seat that owns the
side. A *kind* is a card's value: kind = value - LOWEST. A *card* is one piece: card = kind * COPIES + copy.
Hands and piles hold cards, because there they can be exchanged for one another; at the ships all lies open, so sides
hold kinds.
"""

from __future__ import annotations

import numpy as np

from balance.engine.verbs import state_dtype
from balance.games.sirenen.limits import CARDS, KINDS, MEMBERS, SEATS, SHIPS, SIDE
from balance.games.sirenen.options import LARGEST_HAND

PLACES = SEATS * SHIPS

# Steps, in the order of a turn.
STEPS = ("pick", "act", "crew", "rum", "over")
PICK, ACT, CREW, RUM, OVER = range(5)

# How a game ends: 1 + index into GAME.reasons.
RUNNING, NO_SHIPS, VICTORY_POINTS, PASSES = range(4)

# Where a crew member or a mug of rum is, if not on a ship; whose a ship is, if not a seat's.
TAKEN, REMOVED, ABSENT = -1, -2, -3
WITH_OWNER, USED = -1, -2
IN_PLAY = -1
# Where an octopus is, if not at a place.
HOME = -1

_i2, _i8 = np.int16, np.int64

STATE = state_dtype(
    "sirenen",
    [
        # the decision that waits
        ("step", _i2),
        ("asked", _i2),  # seat that decides; -1 when over
        ("ended", _i2),  # RUNNING .. PASSES
        ("active", _i2),  # whose turn; -1 before the start player is drawn
        ("turns", _i2),  # turns that have ended
        ("passes", _i2),  # in a row
        # the card that this turn's action has brought to a side
        ("came", _i2),  # its kind
        ("came_to", _i2),  # its place
        ("came_from", _i2),  # place that the octopus took it from; -1: played from hand
        # a crew member's move that waits for a choice
        ("member", _i2),
        ("destination", _i2, (2,)),  # ships, lower number first
        # ships
        ("ships_left", _i2),
        ("owner", _i2, (SHIPS,)),  # IN_PLAY, seat that took it, or REMOVED
        ("resistance", _i2, (SHIPS,)),  # with rum
        ("side", _i2, (PLACES, SIDE)),  # kinds in order of arrival
        ("side_n", _i2, (PLACES,)),
        ("total", _i2, (PLACES,)),  # sum of values
        ("movable", _i2, (PLACES,)),  # kinds of which a card bears no octopus, bit = kind
        ("open", _i2, (PLACES,)),  # places that hold another card, in order
        ("open_n", _i2),
        # tokens
        ("crew_left", _i2),
        ("crew", _i2, (MEMBERS,)),  # ship, TAKEN, REMOVED or ABSENT; the captain first
        ("rum", _i2, (SEATS,)),  # ship, WITH_OWNER or USED
        ("octopus", _i2, (SEATS,)),  # place or HOME
        ("octopus_at", _i2, (SEATS,)),  # index into the side
        # points
        ("ships_taken", _i2, (SEATS,)),
        ("crew_taken", _i2, (SEATS,)),
        ("points_removed", _i2),
        # cards that can be hidden, see hand
        ("cards", _i2, (SEATS * LARGEST_HAND + CARDS,)),
        ("hand_n", _i2, (SEATS,)),
        ("kinds", _i2, (SEATS,)),  # kinds in hand, bit = kind
        ("pile_n", _i2, (SEATS,)),
    ],
)

RULES = np.dtype(
    [
        ("tactics", _i8),
        ("ships", _i8),
        ("resistance", _i8, (SHIPS,)),
        ("crew", _i8, (MEMBERS,)),  # ship, or ABSENT
        ("copies", _i8, (KINDS,)),
        ("cards", _i8),
        ("set_size", _i8),  # cards of one player's set; 0 in the base game
        ("deck", _i8, (CARDS,)),  # all cards; tactics: seat 0's set, then seat 1's
        ("hand_size", _i8),
        ("side_limit", _i8),
        ("icons", _i8),  # kinds that bear the move-crew icon, bit = kind
        ("crew_before_scoring", _i8),
        ("rum_bonus", _i8),
        ("rum_before", _i8),
        ("rum_after", _i8),
        ("points_to_win", _i8),
        ("at_least", np.float64, (KINDS,)),  # chance that a hand dealt at random holds a card of a kind, or higher
        ("at_most", np.float64, (KINDS,)),  # or lower
    ],
    align=True,
)
