"""Cards at the ships: laying one at a side, lifting one off it, and which sides hold another."""

from __future__ import annotations

from balance.engine.jit import inlined, njit, ones
from balance.games.sirenen.limits import LOWEST, SEATS
from balance.games.sirenen.state import IN_PLAY


@inlined
def lay(s, r, place, kind):
    """A card comes to a side."""
    n = s.side_n[place]
    s.side[place, n] = kind
    s.side_n[place] = n + 1
    s.total[place] += kind + LOWEST
    s.movable[place] |= 1 << kind
    if n + 1 == r.side_limit:
        list_open(s, r)


@njit
def lift(s, r, place, kind):
    """The card of a kind that came first to a side, and bears no octopus, leaves it."""
    n = s.side_n[place]
    index = first_movable(s, place, kind)
    for i in range(index, n - 1):
        s.side[place, i] = s.side[place, i + 1]
    s.side_n[place] = n - 1
    s.total[place] -= kind + LOWEST
    for seat in range(SEATS):
        if s.octopus[seat] == place and s.octopus_at[seat] > index:
            s.octopus_at[seat] -= 1
    list_movable(s, place)
    if n == r.side_limit:
        list_open(s, r)


@njit
def first_movable(s, place, kind):
    """The index of the first card of a kind at a side that bears no octopus."""
    for i in range(s.side_n[place]):
        if s.side[place, i] == kind and not bears_octopus(s, place, i):
            return i
    return -1


@njit
def bears_octopus(s, place, index):
    """Whether somebody's octopus is on a card."""
    for seat in range(SEATS):
        if s.octopus[seat] == place and s.octopus_at[seat] == index:
            return True
    return False


@njit
def list_movable(s, place):
    """Note which kinds an octopus could take from a side."""
    kinds = 0
    for i in range(s.side_n[place]):
        if not bears_octopus(s, place, i):
            kinds |= 1 << s.side[place, i]
    s.movable[place] = kinds


@njit
def list_open(s, r):
    """Note the sides of ships in play that hold another card."""
    n = 0
    for place in range(SEATS * r.ships):
        if s.owner[place // SEATS] == IN_PLAY and s.side_n[place] < r.side_limit:
            s.open[n] = place
            n += 1
    s.open_n = n


@njit
def clear_ship(s, r, ship):
    """All cards of a ship that has left play are out."""
    for place in range(SEATS * ship, SEATS * ship + SEATS):
        s.side_n[place] = 0
        s.total[place] = 0
        s.movable[place] = 0
    list_open(s, r)


@njit
def put_octopus(s, seat, place):
    """A seat's octopus clings to the card that came last to a side."""
    s.octopus[seat] = place
    s.octopus_at[seat] = s.side_n[place] - 1
    list_movable(s, place)


@njit
def octopus_moves(s, r):
    """How many moves an octopus has."""
    n = 0
    for place in range(SEATS * r.ships):
        if s.movable[place] != 0:
            n += ones(s.movable[place]) * other_sides(s, r, place)
    return n


@njit
def other_sides(s, r, place):
    """How many sides a card could come to from a side."""
    return s.open_n - (s.side_n[place] < r.side_limit)
