"""No game, but a state with what makes re-deals hard: a deck that is shuffled again, and another player's hidden hand.

Seat 0 looks on; seat 1 has the hand. The verbs that only play are left empty.
"""

import numpy as np

from balance.engine.jit import njit
from balance.engine.knowledge import swap_knowledge
from balance.engine.verbs import register, state_dtype

CARDS = 6

STATE = state_dtype(
    "piles",
    [
        ("hand", np.int64, (CARDS,)),  # sorted
        ("hand_n", np.int64),
        ("deck", np.int64, (CARDS,)),  # top first
        ("deck_n", np.int64),
        ("places", np.int64, (CARDS,)),
        ("origins", np.int64, (CARDS,)),
    ],
)
RULES = np.dtype([("none", np.int64)], align=True)


def unseen(s, r, seat, out):
    """The hidden cards of the hand, then of the deck."""
    n = _add(s, s.hand, s.hand_n, out, 0)
    return _add(s, s.deck, s.deck_n, out, n)


@njit
def _add(s, cards, length, out, n):
    for i in range(length):
        card = cards[i]
        if s.places[card] != 0:
            out[n, 0], out[n, 1], out[n, 2] = card, s.places[card], s.origins[card]
            n += 1
    return n


def exchange(s, r, i, j):
    """Swap two cards; the hand stays sorted."""
    _rename(s.hand, s.hand_n, i, j)
    _rename(s.deck, s.deck_n, i, j)
    for k in range(1, s.hand_n):
        m = k
        while m > 0 and s.hand[m - 1] > s.hand[m]:
            s.hand[m - 1], s.hand[m] = s.hand[m], s.hand[m - 1]
            m -= 1
    swap_knowledge(s.places, s.origins, i, j)


@njit
def _rename(cards, n, i, j):
    for k in range(n):
        if cards[k] == i:
            cards[k] = j
        elif cards[k] == j:
            cards[k] = i


def deal(s, r, rng, log):
    """Nothing."""


def to_move(s, r):
    """Nobody."""
    return -1


def over(s, r):
    """Always."""
    return 1


def winners(s, r):
    """Nobody."""
    return 0


def scores(s, r, out):
    """Nothing."""


def count(s, r):
    """No action."""
    return 0


def action(s, r, k):
    """No action."""
    return 0


def apply(s, r, a, rng, log):
    """Nothing."""


def features(s, r, a, out):
    """Nothing."""


def card_of(s, r, a):
    """No card."""
    return -1


def measure(s, r, log, row):
    """Nothing."""


register(
    STATE,
    deal=deal,
    to_move=to_move,
    over=over,
    winners=winners,
    scores=scores,
    count=count,
    action=action,
    apply=apply,
    unseen=unseen,
    exchange=exchange,
    features=features,
    card_of=card_of,
    measure=measure,
)
