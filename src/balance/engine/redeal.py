"""Re-deals, mirrored deals and card exchange, written once over the verbs `unseen` and `exchange`."""

from __future__ import annotations

import numpy as np

from balance.engine.jit import njit
from balance.engine.streams import below
from balance.engine.verbs import exchange, unseen

MOST_CARDS = 128
LEVELS = 63


def new_room() -> np.ndarray:
    """Working room of this module: shape (4, MOST_CARDS, 3), int64."""
    return np.zeros((4, MOST_CARDS, 3), dtype=np.int64)


@njit
def redeal(s, r, seat, rng, p, room):
    """Replace `s` by another world that looks the same to `seat`, drawn from stream p; return how many cards it hid.

    The shuffles since the seat last knew the hidden cards are done again in order of time, each over the places that
    took part in it. Cards are sorted before each shuffle and places ordered by what is public of them, so the result
    depends on the stream and on what the seat can see, never on the true arrangement. Worlds have their true
    probabilities as long as no card has been seen again after shuffles that overlap without one holding the other;
    after that they are still possible worlds. The result is for playing on, not for re-dealing again.
    """
    hidden, world = room[0], room[1]
    hidden[:, 2] = 0
    n = unseen(s, r, seat, hidden)
    _set_out(hidden, world, n)
    live = np.int64(0)
    for k in range(n):
        live |= hidden[k, 1]
    for level in range(LEVELS):
        if live >> level == 0:
            break
        if (live >> level) & 1:
            _shuffle_level(hidden, world, n, level, rng, p, room[2])
    _realise(s, r, hidden, world, n, room[3])
    return n


@njit
def _set_out(hidden, world, n):
    """Give each place a card to start with: one that came in by the first of the place's shuffles."""
    for k in range(n):
        if hidden[k, 2] == 0:
            hidden[k, 2] = hidden[k, 1] & -hidden[k, 1]
    while _balance_one(hidden, n):
        pass
    for k in range(n):
        world[k, 1] = 0
    left = 0  # the cards before this one are given out
    for k in range(n):
        first = hidden[k, 1] & -hidden[k, 1]
        while left < n and world[left, 1] == 1:
            left += 1
        for i in range(left, n):
            if world[i, 1] == 0 and hidden[i, 2] == first:
                world[k, 0] = hidden[i, 0]
                world[i, 1] = 1
                break


@njit
def _balance_one(hidden, n):
    """If cards and places that start with some shuffle differ in number, let one place start with another.

    That happens when a card is seen again in a place that started elsewhere than the card did: another place, which was
    in a shuffle with it, must then hold what came the other way. Returns whether there was a difference.
    """
    few, many = _first_difference(hidden, n)
    if few == 0:
        return False
    k = _joined(hidden, n, few, many)
    if k < 0:
        k = _joined(hidden, n, few, np.int64(0))
    if k >= 0:
        hidden[k, 1] &= -few
        return True
    for level in range(LEVELS):
        for k in range(n):
            mask = hidden[k, 1]
            if mask & -mask == many and (mask >> level) & 1:
                before = _before(hidden, n, few, level)
                if before != 0:
                    hidden[k, 1] = ((mask >> level) << level) | before
                    return True
    for k in range(n):
        mask = hidden[k, 1]
        if mask & -mask == many:
            hidden[k, 1] = (mask & -few) | few
            return True
    return False


@njit
def _first_difference(hidden, n):
    """The first shuffles (bits) that too few and too many places start with; 0 if there is none."""
    few, many = np.int64(0), np.int64(0)
    live = np.int64(0)
    for k in range(n):
        live |= hidden[k, 1] | hidden[k, 2]
    for level in range(LEVELS):
        if (live >> level) & 1 == 0:
            continue
        bit = np.int64(1) << level
        extra = 0
        for k in range(n):
            extra += hidden[k, 1] & -hidden[k, 1] == bit
            extra -= hidden[k, 2] == bit
        if extra < 0 and few == 0:
            few = bit
        if extra > 0 and many == 0:
            many = bit
    return few, many


@njit
def _joined(hidden, n, first, start):
    """The place with the smallest mask that joined the shuffle `first` and starts with `start` (0: earlier)."""
    best = -1
    for k in range(n):
        mask = hidden[k, 1]
        low = mask & -mask
        if mask & first and low != first and (start == 0 or low == start) and (best < 0 or mask < hidden[best, 1]):
            best = k
    return best


@njit
def _before(hidden, n, first, level):
    """The smallest history before `level` of the places that start with `first` and take part in `level`; 0 if none."""
    best = np.int64(0)
    for k in range(n):
        mask = hidden[k, 1]
        before = mask & ((np.int64(1) << level) - 1)
        if mask & -mask == first and before != 0 and (mask >> level) & 1 and (best == 0 or before < best):
            best = before
    return best


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
            for i in range(m):
                room[1, i, 0] = room[2, i, 0]
            if private_cards(s, r, seats, seat + 1, room) != m:
                return False
            for i in range(m):
                exchange(s, r, room[1, i, 0], room[2, i, 0])
    return True
