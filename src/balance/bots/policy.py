"""Bots as records, and the compiled choice of one action.

A bot is a record with an integer `kind`, so one compiled kernel plays any pairing. New kinds are added here and in
`catalog`.
"""

from __future__ import annotations

import numpy as np

from balance.bots.catalog import KINDS
from balance.bots.mind import MOST_FEATURES
from balance.engine.jit import njit
from balance.engine.streams import below, unit
from balance.engine.verbs import action, card_of, features

RANDOM = list(KINDS).index("random")
GREEDY = list(KINDS).index("greedy")

BOT = np.dtype(
    [
        ("kind", np.int64),
        ("features", np.int64),  # how many entries of weights count
        ("temperature", np.float64),  # 0: the best action; t: best of value + t * noise, noise triangular in (-1, 1)
        ("weights", np.float64, (MOST_FEATURES,)),
        ("iterations", np.int64),  # from here on: of searching bots, see catalog.SEARCH_SETTINGS
        ("levels", np.int64),  # how deep the tree may grow
        ("exploration", np.float64),
        ("playout", np.int64),  # RANDOM or GREEDY
        ("prior", np.float64),  # what looks so much worse than the best deserves a quarter of its tries; 0: all alike
        ("horizon", np.int64),
        ("margin", np.float64),
        ("scale", np.float64),  # a lead of so many points is worth half of what a lead can be
        ("rivals", np.int64),  # whether the seats play against one another
        ("graded", np.int64),  # whether the worth of a game is its score
        ("banned", np.int64),  # 1 + the card it may not use, 0: none
    ],
    align=True,
)


@njit
def ban(s, r, n, banned):
    """What of `banned` (1 + a card, 0 for none) holds for these n legal actions: 0 if each of them uses the card."""
    if banned == 0:
        return banned
    for k in range(n):
        if card_of(s, r, action(s, r, k)) != banned - 1:
            return banned
    return np.int64(0)


@njit
def pick(s, r, n, banned, rng, p):
    """One of n >= 1 legal actions that do not use the banned card, drawn uniformly from stream p."""
    banned = ban(s, r, n, banned)
    if banned == 0:
        return action(s, r, below(rng, p, n) if n > 1 else 0)
    allowed = 0
    for k in range(n):
        allowed += card_of(s, r, action(s, r, k)) != banned - 1
    left = below(rng, p, allowed) if allowed > 1 else 0
    k = 0
    while left > 0 or card_of(s, r, action(s, r, k)) == banned - 1:
        left -= card_of(s, r, action(s, r, k)) != banned - 1
        k += 1
    return action(s, r, k)


@njit
def greedy(s, r, n, bot, banned, rng, p, scratch):
    """The action with the highest weights x features among n >= 1; ties are broken uniformly by stream p.

    Actions that use the card `banned` - 1 are passed over, if there are others. `scratch` (float64, MOST_FEATURES) is
    overwritten.
    """
    best = action(s, r, 0)
    if n == 1:
        return best
    banned = ban(s, r, n, banned)
    best_value = -np.inf
    ties = 0
    for k in range(n):
        a = action(s, r, k)
        if banned != 0 and card_of(s, r, a) == banned - 1:
            continue
        value = worth(s, r, a, bot, scratch)
        if bot.temperature > 0.0:
            value += bot.temperature * (unit(rng, p) - unit(rng, p))
        if value > best_value:
            best, best_value, ties = a, value, 1
        elif value == best_value:
            ties += 1
            if below(rng, p, ties) == 0:
                best = a
    return best


@njit
def worth(s, r, a, bot, scratch):
    """Weights times features of one action."""
    for f in range(bot.features):
        scratch[f] = 0.0
    features(s, r, a, scratch)
    # Four sums, each in a fixed order: the processor adds them side by side, and every machine gets the same value.
    first, second, third, fourth = 0.0, 0.0, 0.0, 0.0
    last = bot.features - bot.features % 4
    for f in range(0, last, 4):
        first += bot.weights[f] * scratch[f]
        second += bot.weights[f + 1] * scratch[f + 1]
        third += bot.weights[f + 2] * scratch[f + 2]
        fourth += bot.weights[f + 3] * scratch[f + 3]
    for f in range(last, bot.features):
        first += bot.weights[f] * scratch[f]
    return (first + second) + (third + fourth)
