"""Search in imagined worlds: flat Monte Carlo and information-set Monte Carlo tree search.

Single-observer ISMCTS (Cowling, Powley & Whitehouse 2012): each iteration re-deals all that the seat cannot see, walks
down one tree of actions, adds one action to it, plays on to the end, and credits everybody on the way. A node is an
action after a path of actions, whoever's cards it came from; since an action is not legal in every world, exploration
counts how often it was *available* instead of how often its parent was visited (their eq. 5). Flat Monte Carlo is the
tree of one level.

Which action is tried next: PUCT (Rosin 2011, in the form of Silver et al. 2017). A bot that knows weights x features
expects more of what looks good to them, so its few iterations go where a thoughtful player would look; without them all
actions are expected alike.

Common random numbers: the k-th try of any action at the root meets the same k-th world and the same luck, so that
actions are compared on the same cards.
"""

from __future__ import annotations

import numpy as np

from balance.bots.catalog import KINDS
from balance.bots.mind import DEEPEST
from balance.bots.policy import RANDOM, ban, greedy, pick, worth
from balance.engine.jit import njit
from balance.engine.redeal import redeal
from balance.engine.streams import begin, below, mix, word
from balance.engine.verbs import action, apply, card_of, count, over, scores, to_move, winners

OMNISCIENT = list(KINDS).index("omniscient")
FREE = -1
OPEN_MIND = 0.1
"""The part of what is expected that all legal actions share alike, however they look."""


@njit
def search(s, r, n, bot, rng, p, mind):
    """The action that `bot` has tried most often for the seat to move, among n legal ones; `mind` is `Searching`.

    Of stream p it draws one word, so that a bot's thinking depends on nothing but what it sees and p.
    """
    if n == 1:
        return action(s, r, 0)
    key = word(rng, p)
    begin(mind.rng, mind.keys, key, np.uint64(0))
    plant(mind)
    nodes = 1
    low, high = np.inf, -np.inf
    seat = to_move(s, r)
    for _ in range(bot.iterations):
        mind.worlds[0] = s
        world = mind.worlds[0]
        length, nodes = descend(world, r, seat, bot, mind, key, nodes, low, high)
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
def descend(world, r, player, bot, mind, key, nodes, low, high):
    """Walk `world` down the tree to an action that was never tried; return (path's length, number of nodes).

    The world is re-dealt once the action at the root is chosen. What is banned is banned for `player`, who searches, at
    every node.
    """
    own = len(mind.rng) - 1
    here = np.int64(0)
    length = 0
    while over(world, r) == 0 and length < min(bot.levels, DEEPEST):
        banned = bot.banned if to_move(world, r) == player else np.int64(0)
        here, nodes = look(world, r, bot, banned, mind, nodes, here, low, high)
        if here == FREE:
            break
        if length == 0:
            begin(mind.rng, mind.keys, key, np.uint64(1 + mind.nodes[here].visits))
            if bot.kind != OMNISCIENT:
                redeal(world, r, player, mind.rng, own, mind.room)
        mind.path[length] = here
        length += 1
        apply(world, r, mind.nodes[here].action, mind.rng[:own], mind.log)
        if mind.nodes[here].visits == 0:
            break
    return length, nodes


@njit
def look(world, r, bot, banned, mind, nodes, here, low, high):
    """(the node below `here` to go to, number of nodes); FREE where the tree has no room for any.

    Legal actions that are not in the tree yet are added, and all of them counted as available. Actions that use the
    card `banned` - 1 are passed over, if there are others.
    """
    seat = to_move(world, r)
    n = count(world, r)
    banned = ban(world, r, n, banned)
    found = 0
    for k in range(min(n, len(mind.children))):
        a = action(world, r, k)
        if banned != 0 and card_of(world, r, a) == banned - 1:
            continue
        child = mind.slots[slot(mind, here, a)]
        if child == FREE:
            if nodes == len(mind.nodes):
                continue
            child = grow(mind, nodes, here, a, seat)
            nodes += 1
            if bot.prior > 0.0:
                mind.nodes[child].looks = worth(world, r, a, bot, mind.scratch)
        mind.nodes[child].available += 1
        mind.children[found] = child
        found += 1
    expect(bot, mind, found)
    return most_promising(bot, mind, found, low, high), nodes


@njit
def expect(bot, mind, found):
    """Fill `mind.expected` with the part of the tries that each of `mind.children` is expected to deserve; they add up
    to 1.

    By looks x scales below the best, in units of `prior`, an action deserves 1 / (1 + x²)² as much as the best: a bell
    with heavier tails than a Gaussian one, by + x / alone, so that every machine gets the same value.
    """
    if bot.prior == 0.0:
        for k in range(found):
            mind.expected[k] = 1.0 / found
        return
    best = -np.inf
    for k in range(found):
        best = max(best, mind.nodes[mind.children[k]].looks)
    everything = 0.0
    for k in range(found):
        x = (best - mind.nodes[mind.children[k]].looks) / bot.prior
        mind.expected[k] = 1.0 / ((1.0 + x * x) * (1.0 + x * x))
        everything += mind.expected[k]
    for k in range(found):
        mind.expected[k] = (1.0 - OPEN_MIND) * mind.expected[k] / everything + OPEN_MIND / found


@njit
def most_promising(bot, mind, found, low, high):
    """The one of `mind.children` with the highest PUCT, among equals one drawn; FREE for none.

    Mean worth is scaled to what has been seen, 0 to 1; an action never tried is thought as good as its siblings were on
    average.
    """
    own = len(mind.rng) - 1
    visits, total = np.int64(0), 0.0
    for k in range(found):
        node = mind.nodes[mind.children[k]]
        visits += node.visits
        total += node.total
    usual = scaled(total / visits, low, high) if visits > 0 else 0.5
    best, best_value, ties = np.int64(FREE), -np.inf, 0
    for k in range(found):
        node = mind.nodes[mind.children[k]]
        mean = scaled(node.total / node.visits, low, high) if node.visits > 0 else usual
        value = mean + bot.exploration * mind.expected[k] * np.sqrt(node.available) / (1 + node.visits)
        if value > best_value:
            best, best_value, ties = mind.children[k], value, 1
        elif value == best_value:
            ties += 1
            if below(mind.rng, own, ties) == 0:
                best = mind.children[k]
    return best


@njit
def scaled(mean, low, high):
    """Where `mean` lies between the lowest and the highest worth seen; ½ if they are the same."""
    return (mean - low) / (high - low) if high > low else 0.5


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
    node.visits, node.available, node.total, node.looks = 0, 0, 0.0, 0.0
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
