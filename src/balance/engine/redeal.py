"""Re-deals, mirrored deals and card exchange, written once over the verbs `unseen` and `exchange`."""

from __future__ import annotations

import numpy as np

from balance.engine.jit import njit
from balance.engine.streams import below
from balance.engine.verbs import exchange, unseen

MOST_CARDS = 128
LEVELS = 63


def new_room() -> np.ndarray:
    """Working room of this module: shape (4, MOST_CARDS, 2), int64."""
    return np.zeros((4, MOST_CARDS, 2), dtype=np.int64)


@njit
def redeal(s, r, seat, rng, p, room):
    """Replace `s` by a world drawn uniformly from those that look the same to `seat`; return how many cards were hidden.

    The shuffles that the hidden cards have been through are done again in order of time (from stream p), each over the
    places that took part in it. Cards are sorted before each shuffle, and places ordered by what is public of them, so
    the result depends on the stream and on what the seat can see, never on the true arrangement. It is for playing on,
    not for re-dealing again.
    """
    hidden, world = room[0], room[1]
    n = unseen(s, r, seat, hidden)
    live = np.int64(0)
    for k in range(n):
        world[k, 0] = hidden[k, 0]
        live |= hidden[k, 1]
    for level in range(LEVELS):
        if live >> level == 0:
            break
        if (live >> level) & 1:
            _shuffle_level(hidden, world, n, level, rng, p, room[2])
    _realise(s, r, hidden, world, n, room[3])
    return n


@njit
def _shuffle_level(hidden, world, n, level, rng, p, work):
    m = 0
    for k in range(n):
        later = hidden[k, 1] >> level
        if later & 1:
            i = m
            while i > 0 and hidden[work[i - 1, 0], 1] >> level > later:
                work[i, 0] = work[i - 1, 0]
                i -= 1
            work[i, 0] = k
            m += 1
    for i in range(m):
        card = world[work[i, 0], 0]
        j = i
        while j > 0 and work[j - 1, 1] > card:
            work[j, 1] = work[j - 1, 1]
            j -= 1
        work[j, 1] = card
    for i in range(m - 1, 0, -1):
        j = below(rng, p, i + 1)
        work[i, 1], work[j, 1] = work[j, 1], work[i, 1]
    for i in range(m):
        world[work[i, 0], 0] = work[i, 1]


@njit
def _realise(s, r, hidden, world, n, holder):
    """Swap cards until place k holds world[k]; holder[card] is the place that holds the card now."""
    for k in range(n):
        holder[hidden[k, 0], 0] = k
    for k in range(n):
        have, want = hidden[k, 0], world[k, 0]
        if have != want:
            exchange(s, r, have, want)
            other = holder[want, 0]
            hidden[other, 0] = have
            holder[have, 0] = other
            hidden[k, 0] = want


@njit
def private_cards(s, r, seats, seat, room):
    """Fill room[2, :, 0] with the cards `seat` can place and another cannot, by card number; return how many."""
    seen = room[3]
    for c in range(MOST_CARDS):
        seen[c, 0] = 0
    for other in range(seats):
        n = unseen(s, r, other, room[0])
        for k in range(n):
            card = room[0, k, 0]
            seen[card, 0] |= 2 if other == seat else 1
    m = 0
    for c in range(MOST_CARDS):
        if seen[c, 0] == 1:
            room[2, m, 0] = c
            m += 1
    return m


@njit
def rotate_hands(s, r, seats, shift, room):
    """Give each seat the private cards of the seat `shift` places on, if all hold equally many; return if so."""
    for _ in range(shift):
        for seat in range(seats - 1):
            m = private_cards(s, r, seats, seat, room)
            room[1, :m] = room[2, :m]
            if private_cards(s, r, seats, seat + 1, room) != m:
                return False
            for i in range(m):
                exchange(s, r, room[1, i, 0], room[2, i, 0])
    return True
