"""How cards and coins move, and what each seat then knows.

`history[seat, card]` is 0 while the seat knows where the card is; see `balance.engine.knowledge`.
"""

from __future__ import annotations

from balance.engine.events import note
from balance.engine.jit import njit
from balance.engine.knowledge import learn, mix, point_at
from balance.engine.streams import below, shuffle
from balance.games.omen import events as ev
from balance.games.omen.state import (
    ASIDE,
    BROKEN,
    DECK,
    FACEDOWN,
    HAND,
    MYRIAD,
    PILE,
    SEATS,
    SIDES,
    VETERAN,
)

# Streams, in the order of GAME.chances.
UNITS_DEALT, KRATERS_DEALT, FIRST_DRAWN, RESHUFFLED, SEARCHED, AT_RANDOM, DECK_MADE, STACK_MADE = (
    0,
    1,
    2,
    3,
    5,
    7,
    9,
    11,
)


@njit
def has(r, card, trait):
    """Whether a unit has a trait."""
    return (r.traits[card] >> trait) & 1 == 1


@njit
def weight(r, unit):
    """How many units a unit counts as towards the City Limit and sacking."""
    return 2 if has(r, unit, MYRIAD) else 1


@njit
def pile_of(r, seat):
    """Index of the deck and discard pile that `seat` uses."""
    return seat if r.draft else 0


@njit
def insert(cards, n, card):
    """Insert into the sorted list `cards` of length n."""
    while n > 0 and cards[n - 1] > card:
        cards[n] = cards[n - 1]
        n -= 1
    cards[n] = card


@njit
def remove(cards, n, card):
    """Take `card` out of the list `cards` of length n, keeping the order; it must be there."""
    i = 0
    while cards[i] != card:
        i += 1
    for j in range(i, n - 1):
        cards[j] = cards[j + 1]


@njit
def show(s, card):
    """Both seats know where `card` is."""
    learn(s.history[0], s.origin[0], card)
    learn(s.history[1], s.origin[1], card)


@njit
def see(s, seat, card):
    """One seat knows where `card` is."""
    learn(s.history[seat], s.origin[seat], card)


@njit
def lose_track(s, seat, cards, n):
    """`seat` can no longer tell the first n of `cards` apart, which lie in the order of their places."""
    mix(s.history[seat], s.origin[seat], cards, n)


@njit
def shuffle_deck(s, r, p, rng, stream, log):
    """Shuffle deck p."""
    n = s.deck_n[p]
    shuffle(rng, stream, s.deck[p], n)
    note(log, ev.E_SHUFFLE, p, -1, n)
    for i in range(n - 1, -1, -1):
        note(log, ev.E_ORDER, -1, s.deck[p, i], 0)
    for seat in range(SEATS):
        lose_track(s, seat, s.deck[p], n)


@njit
def refill(s, r, p, rng, log):
    """An empty deck is made anew from the discard pile."""
    if s.deck_n[p] > 0 or s.pile_n[p] == 0:
        return
    n = s.pile_n[p]
    s.pile_n[p] = 0
    make_deck(s, r, p, s.pile[p], n, rng, RESHUFFLED + p, log)


@njit
def make_deck(s, r, p, cards, n, rng, stream, log):
    """Shuffle the first n of `cards`, wherever they come from, to form deck p, which is empty.

    They are sorted first, so that the deck depends only on which cards they are.
    """
    for i in range(n):
        s.deck[p, i] = cards[i]
        s.where[cards[i]] = DECK + p
    insertion_sort(s.deck[p], n)
    s.deck_n[p] = n
    shuffle_deck(s, r, p, rng, stream, log)


@njit
def insertion_sort(cards, n):
    """Sort the first n entries, so that a shuffle depends only on which cards there are."""
    for i in range(1, n):
        insert(cards, i, cards[i])


@njit
def can_draw(s, r, seat):
    """Whether the seat's deck can give a unit."""
    p = pile_of(r, seat)
    return s.deck_n[p] > 0 or s.pile_n[p] > 0


@njit
def to_hand(s, seat, unit):
    """Put a unit that has left its place into a hand."""
    insert(s.hand[seat], s.hand_n[seat], unit)
    s.hand_n[seat] += 1
    s.where[unit] = HAND + seat


@njit
def from_hand(s, seat, unit):
    """Take a unit out of a hand; the other seat cannot tell which of the hidden ones it was."""
    point_at(s.history[1 - seat], s.origin[1 - seat], unit, s.hand[seat], s.hand_n[seat])
    remove(s.hand[seat], s.hand_n[seat], unit)
    s.hand_n[seat] -= 1


@njit
def draw(s, r, seat, rng, log):
    """Draw 1 unit, if the deck can give one."""
    p = pile_of(r, seat)
    refill(s, r, p, rng, log)
    if s.deck_n[p] == 0:
        return False
    s.deck_n[p] -= 1
    unit = s.deck[p, s.deck_n[p]]
    to_hand(s, seat, unit)
    see(s, seat, unit)
    note(log, ev.E_DRAW, seat, unit, 0)
    refill(s, r, p, rng, log)
    return True


@njit
def take_from_deck(s, r, seat, unit, rng, log):
    """Move one of the units that the seat looks at (`looked` others) from the deck to hand."""
    p = pile_of(r, seat)
    top = s.deck_n[p]
    lose_track(s, 1 - seat, s.deck[p, top - s.looked - 1 : top], s.looked + 1)
    remove(s.deck[p], s.deck_n[p], unit)
    s.deck_n[p] -= 1
    to_hand(s, seat, unit)
    see(s, seat, unit)
    note(log, ev.E_TAKE, seat, unit, 1)
    refill(s, r, p, rng, log)


@njit
def take_from_pile(s, r, seat, unit, log):
    """Move a unit from the discard pile to hand; both know it is there."""
    p = pile_of(r, seat)
    remove(s.pile[p], s.pile_n[p], unit)
    s.pile_n[p] -= 1
    to_hand(s, seat, unit)
    show(s, unit)
    note(log, ev.E_TAKE, seat, unit, 0)


@njit
def to_pile(s, r, seat, unit):
    """Put a unit that has left its place on the discard pile."""
    p = pile_of(r, seat)
    s.pile[p, s.pile_n[p]] = unit
    s.pile_n[p] += 1
    s.where[unit] = PILE + p
    show(s, unit)


@njit
def discard_top(s, r, seat, rng, log):
    """Discard the top unit of the deck."""
    p = pile_of(r, seat)
    s.deck_n[p] -= 1
    unit = s.deck[p, s.deck_n[p]]
    to_pile(s, r, seat, unit)
    note(log, ev.E_DISCARD, seat, unit, 0)
    refill(s, r, p, rng, log)


@njit
def put_on_deck(s, r, seat, unit, log):
    """Put a unit from hand on top of the deck; the other seat cannot tell which."""
    lose_track(s, 1 - seat, s.hand[seat], s.hand_n[seat])
    from_hand(s, seat, unit)
    p = pile_of(r, seat)
    s.deck[p, s.deck_n[p]] = unit
    s.deck_n[p] += 1
    s.where[unit] = DECK + p
    note(log, ev.E_TOP, seat, unit, 0)


@njit
def random_in_hand(s, seat, rng):
    """A unit of the hand, each equally likely."""
    return s.hand[seat, below(rng, AT_RANDOM + seat, s.hand_n[seat])]


@njit
def fits(s, r, unit, city, seat):
    """Whether a unit may come to a side: the city is not razed and the City Limit is kept."""
    return s.razed[city] == 0 and s.side_weight[city, seat] + weight(r, unit) <= r.city_limit


@njit
def fits_somewhere(s, r, unit, seat):
    """Whether a unit fits in any city."""
    return fits(s, r, unit, 0, seat) or fits(s, r, unit, 1, seat) or fits(s, r, unit, 2, seat)


@njit
def city_of(s, unit):
    """The city a unit stands in, -1 if it stands in none."""
    place = s.where[unit] - SIDES
    return place // 2 if 0 <= place < 6 else -1


@njit
def side_of(s, unit):
    """The seat on whose side a unit in a city stands."""
    return (s.where[unit] - SIDES) % 2


@njit
def to_city(s, r, unit, city, seat):
    """Put a unit that has left its place on a side."""
    s.side[city, seat, s.side_n[city, seat]] = unit
    s.side_n[city, seat] += 1
    s.side_weight[city, seat] += weight(r, unit)
    s.unit_strength[city, seat] += r.strength[unit]
    s.where[unit] = SIDES + 2 * city + seat
    show(s, unit)


@njit
def from_city(s, r, unit):
    """Take a unit off its side; return the seat it belonged to."""
    city = city_of(s, unit)
    seat = side_of(s, unit)
    remove(s.side[city, seat], s.side_n[city, seat], unit)
    s.side_n[city, seat] -= 1
    s.side_weight[city, seat] -= weight(r, unit)
    s.unit_strength[city, seat] -= r.strength[unit]
    return seat


@njit
def destroy(s, r, unit, in_war, log):
    """Destroy a unit; in the War Step a VETERAN goes to hand instead."""
    city = city_of(s, unit)
    seat = from_city(s, r, unit)
    if in_war and has(r, unit, VETERAN):
        to_hand(s, seat, unit)
        show(s, unit)
        note(log, ev.E_VETERAN, seat, unit, city)
        return
    to_pile(s, r, seat, unit)
    s.destroyed += 1
    s.destroyed_weight += weight(r, unit)
    note(log, ev.E_DESTROY, seat, unit, city)


@njit
def return_to_hand(s, r, unit, log):
    """Return a unit from a city to its player's hand."""
    seat = from_city(s, r, unit)
    to_hand(s, seat, unit)
    show(s, unit)
    note(log, ev.E_RETURN, seat, unit, 0)


@njit
def to_rewards(s, r, unit, log):
    """Move a unit with a met TRIUMPH facedown to its player's Rewards."""
    city = city_of(s, unit)
    seat = from_city(s, r, unit)
    insert(s.facedown[seat], s.facedown_n[seat], unit)
    s.facedown_n[seat] += 1
    s.where[unit] = FACEDOWN + seat
    note(log, ev.E_TRIUMPH, seat, unit, city)


@njit
def krater_to_hand(s, city, seat):
    """The seat takes a city's top krater and sees it; return it."""
    s.stack_n[city] -= 1
    krater = s.stack[city, s.stack_n[city]]
    insert(s.vase[seat], s.vase_n[seat], krater)
    s.vase_n[seat] += 1
    s.where[krater] = HAND + seat
    s.history[seat, krater] = 0
    return krater


@njit
def set_krater_aside(s, seat, krater):
    """A used krater is revealed and lies aside."""
    remove(s.vase[seat], s.vase_n[seat], krater)
    s.vase_n[seat] -= 1
    s.aside_krater = krater
    s.where[krater] = ASIDE
    show(s, krater)


@njit
def break_krater(s, seat, log):
    """The krater set aside goes to the Rewards as a Broken Krater."""
    krater = s.aside_krater
    insert(s.broken[seat], s.broken_n[seat], krater)
    s.broken_n[seat] += 1
    s.where[krater] = BROKEN + seat
    s.aside_krater = -1
    note(log, ev.E_BROKEN, seat, krater, 0)


@njit
def gain(s, seat, coins, log):
    """Gain coins from the supply, as far as it goes; return how many."""
    coins = min(coins, s.supply)
    s.coins[seat] += coins
    s.supply -= coins
    if coins > 0:
        note(log, ev.E_GAIN, seat, -1, coins)
    return coins


@njit
def lose(s, seat, coins, event, log):
    """Return coins to the supply, as far as there are any; return how many."""
    coins = min(coins, s.coins[seat])
    s.coins[seat] -= coins
    s.supply += coins
    if coins > 0:
        note(log, event, seat, -1, coins)
    return coins


@njit
def steal(s, seat, coins, log):
    """Take coins from the other player, as far as there are any; return how many."""
    coins = min(coins, s.coins[1 - seat])
    s.coins[1 - seat] -= coins
    s.coins[seat] += coins
    if coins > 0:
        note(log, ev.E_STEAL, seat, -1, coins)
    return coins
