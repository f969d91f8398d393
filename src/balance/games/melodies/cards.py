"""Where playing cards go, and who then knows them. Whoever sees a card moves sees from where to where."""

from __future__ import annotations

from balance.engine.events import note
from balance.engine.jit import njit
from balance.engine.streams import shuffle
from balance.games.melodies import events as ev
from balance.games.melodies.state import CARDS, kind_of, number_of

DEALT, RESHUFFLED, INSTRUMENTS_DEALT, FANS_DRAWN, FEATURED_DRAWN = range(5)
"""The streams of the game: see GAME.chances."""


@njit
def deal_cards(s, r, rng):
    """All 72 cards are shuffled; each player gets a hand, the rest is the deck."""
    for card in range(CARDS):
        s.deck[card] = card
        s.known[card] = 0
        s.pool[card] = 0
    s.shuffles = 0
    s.deck_n = CARDS
    s.discard_n = 0
    s.row_n = 0
    shuffle(rng, DEALT, s.deck, CARDS)
    for seat in range(r.players):
        s.hand_n[seat] = 0
        for _ in range(r.hand[s.pack, s.song - 1]):
            _take_top(s, seat)


@njit
def _take_top(s, seat):
    s.deck_n -= 1
    card = s.deck[s.deck_n]
    s.hand[seat, s.hand_n[seat]] = card
    s.hand_n[seat] += 1
    s.known[card] |= 1 << seat
    return card


@njit
def can_draw(s):
    """Whether there is a card to draw."""
    return s.deck_n + s.discard_n > 0


@njit
def draw(s, seat, rng, log):
    """The top card goes to the end of a hand; with an empty deck the discard pile is shuffled first."""
    if s.deck_n == 0:
        s.shuffles += 1
        for i in range(s.discard_n):
            card = s.discard[i]
            s.deck[i] = card
            s.known[card] = 0
            s.pool[card] = s.shuffles
        s.deck_n = s.discard_n
        s.discard_n = 0
        shuffle(rng, RESHUFFLED, s.deck, s.deck_n)
        note(log, ev.E_SHUFFLE, -1, -1, s.deck_n)
    card = _take_top(s, seat)
    note(log, ev.E_DRAW, seat, kind_of(card), 0)


@njit
def out_of_hand(s, seat, i):
    """The card at position i leaves the hand, which closes up."""
    card = s.hand[seat, i]
    s.hand_n[seat] -= 1
    for k in range(i, s.hand_n[seat]):
        s.hand[seat, k] = s.hand[seat, k + 1]
    return card


@njit
def into_hand(s, seat, card, i):
    """A card joins a hand at position i."""
    for k in range(s.hand_n[seat], i, -1):
        s.hand[seat, k] = s.hand[seat, k - 1]
    s.hand[seat, i] = card
    s.hand_n[seat] += 1
    s.known[card] |= 1 << seat


@njit
def show(s, r, card):
    """Everybody sees the card."""
    s.known[card] = (1 << r.players) - 1


@njit
def to_discard(s, r, card):
    """A card goes to the discard pile, open."""
    show(s, r, card)
    s.discard[s.discard_n] = card
    s.discard_n += 1


@njit
def lowest_in_deck(s, number):
    """The place in the deck of the card of that number with the lowest card number, -1 if there is none.

    Nobody knows the order of the deck, so it is as likely as the others of that number.
    """
    best = -1
    for i in range(s.deck_n):
        if number_of(s.deck[i]) == number and (best < 0 or s.deck[i] < s.deck[best]):
            best = i
    return best


@njit
def first_of_number(cards, n, number):
    """The place of the first of n cards with that number, -1 if there is none."""
    for i in range(n):
        if number_of(cards[i]) == number:
            return i
    return -1


@njit
def remove_at(cards, n, i):
    """Take the card at place i out of a pile of n cards, which closes up."""
    card = cards[i]
    for k in range(i, n - 1):
        cards[k] = cards[k + 1]
    return card
