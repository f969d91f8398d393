"""What a seat knows of hidden cards, kept so that the verb `unseen` can tell; for games that shuffle more than once.

Two arrays for each seat, int64, one entry a card, both 0 while the seat knows where the card is:

- `places[card]`: the shuffles that the *place* where the card now lies has taken part in, one bit each, in order of
  time.
- `origins[card]`: the first shuffle that the *card* has been through since the seat last knew it, one bit.

Both are public: they follow from what the seat has seen, not from where hidden cards really are. That is why `places`
is given out anew in each shuffle, by place and not by card: a mask that travelled with its card would tell where the
card went.
"""

from __future__ import annotations

import numpy as np

from balance.engine.jit import njit

HIGHEST_BIT = 62


@njit
def mix(places, origins, cards, n):
    """The seat can no longer tell the first n of `cards` apart, which now lie in the order of their places."""
    if n < 2 or _are_alike(places, cards, n):
        return
    bit = _next_bit(places, origins)
    for i in range(n):
        card = cards[i]
        if places[card] == 0:
            origins[card] = bit
        j = i
        while j > 0 and places[cards[j - 1]] > places[cards[j]]:
            a, b = cards[j - 1], cards[j]
            places[a], places[b] = places[b], places[a]
            j -= 1
    for i in range(n):
        places[cards[i]] |= bit


@njit
def learn(places, origins, card):
    """The seat sees which card lies in a place it can point at."""
    places[card] = 0
    origins[card] = 0


@njit
def point_at(places, origins, card, cards, n):
    """One of n `cards` of which the seat cannot tell which is which (a hand) is about to be seen or to leave: `card`.

    Which place that was stays open. It counts as the place with the smallest mask that can hold the card, so that what
    is left does not tell.
    """
    if places[card] == 0:
        return
    origin = origins[card]
    best, lowest = card, _ranks(places[card], origin)
    for i in range(n):
        other = cards[i]
        if places[other] != 0:
            rank = _ranks(places[other], origin)
            if rank < lowest:
                best, lowest = other, rank
    places[best], places[card] = places[card], places[best]


@njit
def swap_knowledge(places, origins, i, j):
    """Cards i and j have changed places: what the seat knows stays with the places."""
    places[i], places[j] = places[j], places[i]
    if places[i] == 0 or places[j] == 0:
        origins[i], origins[j] = origins[j], origins[i]


@njit
def _ranks(mask, origin):
    """Masks in order of size, those that start with the card's own first shuffle before all others."""
    return mask >> 1 if mask & -mask == origin else (mask >> 1) | (np.int64(1) << HIGHEST_BIT)


@njit
def _are_alike(places, cards, n):
    for i in range(n):
        if places[cards[i]] == 0 or places[cards[i]] != places[cards[0]]:
            return False
    return True


@njit
def _next_bit(places, origins):
    """The bit of a new shuffle: above all live ones, which are packed downwards when they reach the top."""
    live = np.int64(0)
    for card in range(len(places)):
        live |= places[card] | origins[card]
    if live >> (HIGHEST_BIT - 1) != 0:
        for card in range(len(places)):
            places[card] = _packed(places[card], live)
            origins[card] = _packed(origins[card], live)
        live = _packed(live, live)
    bit = np.int64(1)
    while live & -bit != 0:
        bit <<= 1
    return bit


@njit
def _packed(mask, live):
    packed = np.int64(0)
    to = 0
    for bit in range(HIGHEST_BIT):
        if (live >> bit) & 1:
            packed |= ((mask >> bit) & 1) << to
            to += 1
    return packed
