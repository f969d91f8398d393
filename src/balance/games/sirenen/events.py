"""What happens in a game of Sirenen in Sicht, as events of the log (see `balance.engine.events`).

An event's `card` is a kind. Its `amount` is a ship or a place, or packs several numbers: `part(amount, HOW)` is one of
them (see `packing`). No numba here: the game's declaration reads this.
"""

from __future__ import annotations

EVENTS = ("start", "pick", "play", "octopus", "crew", "taken", "removed", "octopus_back", "draw", "rum", "pass")
(
    E_START,  # seat begins
    E_PICK,  # seat, card
    E_PLAY,  # seat, card; amount: TO
    E_OCTOPUS,  # seat, card; amount: TO, LEAVES
    E_CREW,  # seat that owns the side; amount: TO_SHIP, LEAVES_SHIP, MEMBER, WAS_CHOICE, IS_INACTIVE
    E_TAKEN,  # seat that takes it; amount: SHIP, HOW, CREW, MUGS, BY_SEAT, BY_OCTOPUS
    E_REMOVED,  # amount: the same
    E_OCTOPUS_BACK,  # seat that owns it
    E_DRAW,  # seat, card
    E_RUM,  # seat; amount: SHIP
    E_PASS,  # seat
) = range(len(EVENTS))

# Parts of an amount: lowest bit, mask.
TO, LEAVES = (0, 15), (4, 15)  # places
TO_SHIP, LEAVES_SHIP = (0, 7), (3, 7)
MEMBER = (6, 1)  # 0 captain, 1 mate
WAS_CHOICE = (7, 1)  # whether there were two ships to choose from
IS_INACTIVE = (8, 1)  # whether the side was the inactive player's
SHIP = (0, 7)
HOW = (3, 3)  # RESISTANCE .. TIE
CREW = (5, 3)  # members on the ship
MUGS = (7, 3)  # seats whose rum lay on it, bit mask
BY_SEAT = (9, 1)  # whose action scored it
BY_OCTOPUS = (10, 1)  # whether that was an octopus

# How a ship is scored.
HOWS = ("resistance", "majority", "tie")
RESISTANCE, MAJORITY, TIE = range(3)
