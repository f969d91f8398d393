"""Hands and draw piles: the cards that can be hidden.

All of them lie in `State.cards`, each in a stretch of its own: `hand(seat)` and `pile(r, seat)` say where it begins.
Hands, and sets to pick from, have no order.
"""

from __future__ import annotations

from balance.engine.events import note
from balance.engine.jit import inlined, njit
from balance.games.sirenen import events as ev
from balance.games.sirenen.limits import COPIES, SEATS
from balance.games.sirenen.options import LARGEST_HAND


@njit
def hand(seat):
    """Where a hand begins: `State.hand_n[seat]` cards."""
    return seat * LARGEST_HAND


@njit
def pile(r, seat):
    """Where a draw pile begins (base: seat 0's is the one); the top is the last of `State.pile_n[seat]` cards.

    While hands are picked it is what is left of the seat's set.
    """
    return SEATS * LARGEST_HAND + seat * r.set_size


@inlined
def draw(s, r, seat, log):
    """The top card of the (own) draw pile comes to hand; of an empty one, none."""
    owner = seat * r.tactics
    if s.pile_n[owner] == 0:
        return
    s.pile_n[owner] -= 1
    card = s.cards[pile(r, owner) + s.pile_n[owner]]
    take_in(s, seat, card)
    note(log, ev.E_DRAW, seat, card // COPIES, 0)


@njit
def take_in(s, seat, card):
    """A card comes to a hand."""
    s.cards[hand(seat) + s.hand_n[seat]] = card
    s.hand_n[seat] += 1
    s.kinds[seat] |= 1 << card // COPIES


@inlined
def give_up(s, seat, kind):
    """A card of a kind leaves a hand."""
    start, n = hand(seat), s.hand_n[seat]
    at, alike = start, 0
    for i in range(start, start + n):
        if s.cards[i] // COPIES == kind:
            at, alike = i, alike + 1
    s.cards[at] = s.cards[start + n - 1]
    s.hand_n[seat] = n - 1
    if alike == 1:
        s.kinds[seat] &= ~(1 << kind)


@njit
def pick(s, r, seat, kind):
    """A card of a kind goes from a set to the hand."""
    i = pile(r, seat)
    while s.cards[i] // COPIES != kind:
        i += 1
    take_in(s, seat, s.cards[i])
    s.pile_n[seat] -= 1
    s.cards[i] = s.cards[pile(r, seat) + s.pile_n[seat]]


@njit
def kinds_among(s, start, n):
    """Bit mask of the kinds among n cards."""
    kinds = 0
    for i in range(start, start + n):
        kinds |= 1 << s.cards[i] // COPIES
    return kinds
