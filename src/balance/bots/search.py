"""Search in imagined worlds: flat Monte Carlo and information-set Monte Carlo tree search.

Single-observer ISMCTS (Cowling, Powley & Whitehouse 2012): each iteration re-deals all that the seat cannot see, walks
down one tree of actions, adds one action to it, plays on to the end, and credits everybody on the way. A node is an
action after a path of actions, whoever's cards it came from; since an action is not legal in every world, UCB counts
how often it was *available* instead of how often its parent was visited (their eq. 5). Flat Monte Carlo is the tree of
one level.
"""

from __future__ import annotations

import numpy as np

from balance.bots.catalog import KINDS
from balance.bots.mind import DEEPEST
from balance.bots.policy import RANDOM, ban, greedy, pick
from balance.engine.jit import njit
from balance.engine.redeal import redeal
from balance.engine.streams import below, mix, word
from balance.engine.verbs import action, apply, card_of, count, over, scores, to_move, winners

OMNISCIENT = list(KINDS).index("omniscient")
FREE = -1
LN_2 = 0.6931471805599453


@njit
def search(s, r, n, bot, rng, p, mind):
    """The action that `bot` has tried most often for the seat to move, among n legal ones; `mind` is `Searching`.

    Of stream p it draws one word a chance, so that a bot's thinking depends on nothing but what it sees and p.
    """
    if n == 1:
        return action(s, r, 0)
    for q in range(len(mind.rng)):
        mind.rng[q, 0] = word(rng, p)
        mind.rng[q, 1] = word(rng, p) | np.uint64(1)
    plant(mind)
    nodes = 1
    low, high = np.inf, -np.inf
    own = len(mind.rng) - 1
    seat = to_move(s, r)
    for _ in range(bot.iterations):
        mind.worlds[0] = s
        world = mind.worlds[0]
        if bot.kind != OMNISCIENT:
            redeal(world, r, seat, mind.rng, own, mind.room)
        length, nodes = descend(world, r, seat, bot, mind, nodes, low, high)
        play_out(world, r, seat, bot, mind)
        judge(world, r, bot, mind)
        for k in range(len(mind.worth)):
            low, high = min(low, mind.worth[k]), max(high, mind.worth[k])
        credit(mind, length)
    return most_visited(s, r, n, mind)


@njit
def plant(mind):
    """A tree of the root alone."""
    mind.slots[:] = FREE
    root = mind.nodes[0]
    root.parent = FREE
    root.visits = 0


@njit
def descend(world, r, player, bot, mind, nodes, low, high):
    """Walk `world` down the tree and add a node if there is one to add; return (path's length, number of nodes).

    What is banned is banned for `player`, who searches, at every node.
    """
    own = len(mind.rng) - 1
    here = np.int64(0)
    length = 0
    while over(world, r) == 0 and length < min(bot.levels, DEEPEST):
        seat = to_move(world, r)
        banned = bot.banned if seat == player else np.int64(0)
        best, fresh, fresh_action = look(world, r, bot, banned, mind, here, low, high)
        if fresh > 0:
            if nodes == len(mind.nodes):
                return length, nodes
            here = grow(mind, nodes, here, fresh_action, seat)
            nodes += 1
        else:
            here = best
        mind.path[length] = here
        length += 1
        apply(world, r, mind.nodes[here].action, mind.rng[:own], mind.log)
        if fresh > 0:
            break
    return length, nodes


@njit
def look(world, r, bot, banned, mind, here, low, high):
    """(the best known action's node, how many legal actions are not in the tree yet, one of these, drawn uniformly).

    Counts the known legal ones as available. Actions that use the card `banned` - 1 are passed over, if there are
    others.
    """
    own = len(mind.rng) - 1
    best, best_value = np.int64(FREE), -np.inf
    fresh = 0
    fresh_action = np.int64(0)
    n = count(world, r)
    banned = ban(world, r, n, banned)
    for k in range(n):
        a = action(world, r, k)
        if banned != 0 and card_of(world, r, a) == banned - 1:
            continue
        child = mind.slots[slot(mind, here, a)]
        if child == FREE:
            fresh += 1
            if below(mind.rng, own, fresh) == 0:
                fresh_action = a
            continue
        node = mind.nodes[child]
        node.available += 1
        if fresh == 0:
            value = upper_bound(node, bot.exploration, low, high)
            if value > best_value:
                best, best_value = child, value
    return best, fresh, fresh_action


@njit
def upper_bound(node, exploration, low, high):
    """UCB1 with availability in place of the parent's visits; mean worth is scaled to what has been seen, 0 to 1."""
    mean = node.total / node.visits
    if high > low:
        mean = (mean - low) / (high - low)
    return mean + exploration * np.sqrt(ln(node.available) / node.visits)


@njit
def ln(n):
    """The natural logarithm of a whole number n >= 1, by + - x / alone: the same on every machine.

    n = 2^k · x with 1 <= x < 2, and ln x = 2 artanh((x − 1) / (x + 1)); the error is below 1e-7.
    """
    k = 0
    power = np.int64(1)
    while power <= n >> 1:
        power <<= 1
        k += 1
    x = n / power
    t = (x - 1.0) / (x + 1.0)
    square = t * t
    series = 1.0 + square * (1 / 3 + square * (1 / 5 + square * (1 / 7 + square * (1 / 9 + square / 11))))
    return k * LN_2 + 2.0 * t * series


@njit
def slot(mind, parent, a):
    """Where the node of action `a` below `parent` is in the hash table, or the free place where it would be."""
    last = len(mind.slots) - 1
    at = np.int64(mix(np.uint64(parent) << np.uint64(40) ^ np.uint64(a)) & np.uint64(last))
    while mind.slots[at] != FREE:
        node = mind.nodes[mind.slots[at]]
        if node.parent == parent and node.action == a:
            break
        at = (at + 1) & last
    return at


@njit
def grow(mind, new, parent, a, seat):
    """Make node `new`: action `a` of `seat` below `parent`; return its number."""
    node = mind.nodes[new]
    node.parent, node.action, node.seat = parent, a, seat
    node.visits, node.available, node.total = 0, 1, 0.0
    mind.slots[slot(mind, parent, a)] = new
    return np.int64(new)


@njit
def play_out(world, r, player, bot, mind):
    """Play on by the bot's fast policy, to the end or the horizon; what is banned is banned for `player` only."""
    own = len(mind.rng) - 1
    left = bot.horizon if bot.horizon > 0 else np.iinfo(np.int64).max
    while over(world, r) == 0 and left > 0:
        left -= 1
        n = count(world, r)
        banned = bot.banned if bot.banned != 0 and to_move(world, r) == player else np.int64(0)
        if bot.playout == RANDOM:
            a = pick(world, r, n, banned, mind.rng, own)
        else:
            a = greedy(world, r, n, bot, banned, mind.rng, own, mind.scratch)
        apply(world, r, a, mind.rng[:own], mind.log)


@njit
def judge(world, r, bot, mind):
    """Fill `mind.worth` with what the world is worth to each seat as it stands.

    A graded game: its score. Else (1 − margin) · win share + margin · standing, where a lead of x points (together: a
    score of x) stands at ½ + ½ · x / (|x| + scale), and a game that is not over has its standing for a win share.
    """
    scores(world, r, mind.points)
    seats = len(mind.points)
    ended = over(world, r) != 0
    top = winners(world, r) if ended else 0
    tops = 0
    for k in range(seats):
        tops += (top >> k) & 1
    for k in range(seats):
        if bot.graded:
            mind.worth[k] = mind.points[k]
            continue
        x = lead(mind.points, k) if bot.rivals else np.float64(mind.points[k])
        standing = 0.5 + 0.5 * x / (abs(x) + bot.scale)
        share = standing
        if ended:
            won = (top >> k) & 1
            share = won / tops if bot.rivals and tops > 0 else np.float64(won)
        mind.worth[k] = (1.0 - bot.margin) * share + bot.margin * standing


@njit
def lead(points, k):
    """Points of seat k before the best other."""
    best = np.int64(0)
    found = False
    for other in range(len(points)):
        if other != k and (not found or points[other] > best):
            best, found = points[other], True
    return np.float64(points[k] - best)


@njit
def credit(mind, length):
    """Book the worth of a world to the path that led there."""
    for i in range(length):
        node = mind.nodes[mind.path[i]]
        node.visits += 1
        node.total += mind.worth[node.seat]


@njit
def most_visited(s, r, n, mind):
    """The legal action tried most often at the root; among equals the better mean, then the first."""
    best, best_visits, best_mean = action(s, r, 0), np.int64(-1), -np.inf
    for k in range(n):
        a = action(s, r, k)
        child = mind.slots[slot(mind, np.int64(0), a)]
        if child == FREE:
            continue
        node = mind.nodes[child]
        mean = node.total / max(1, node.visits)
        if node.visits > best_visits or (node.visits == best_visits and mean > best_mean):
            best, best_visits, best_mean = a, node.visits, mean
    return best
