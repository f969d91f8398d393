"""Re-deals against exact enumeration: every way the cards could have gone, grouped by what the onlooker has seen."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chisquare

from balance.engine.knowledge import learn, mix, point_at
from balance.engine.redeal import new_room, redeal
from balance.engine.streams import begin, purpose_keys
from toys import piles

ROOM = new_room()
KEYS = purpose_keys(("worlds",), 0)


def record(dtype):
    return np.zeros(1, dtype=dtype).view(np.recarray)


RULES = record(piles.RULES)[0]


@dataclass
class Branch:
    """One way things went: the state, how likely it was, and what the onlooker has seen on the way."""

    states: np.recarray
    weight: Fraction = Fraction(1)
    seen: tuple = ()

    @property
    def s(self):
        return self.states[0]

    def split(self, ways):
        return Branch(self.states.copy().view(np.recarray), self.weight / ways, self.seen)

    def see(self, card):
        self.seen += (int(card),)

    def world(self):
        return tuple(self.s.hand[: self.s.hand_n].tolist()), tuple(self.s.deck[: self.s.deck_n].tolist())


def start(cards):
    """A deck in an order that the onlooker knows."""
    branch = Branch(record(piles.STATE))
    branch.s.deck[:cards] = np.arange(cards)
    branch.s.deck_n = cards
    return [branch]


def shuffle(first, last):
    """Cards first..last-1 of the deck are shuffled."""

    def step(branch):
        n = min(last, branch.s.deck_n) - first
        for order in permutations(branch.s.deck[first : first + n].tolist()):
            after = branch.split(len(list(permutations(range(n)))))
            after.s.deck[first : first + n] = order
            mix(after.s.places, after.s.origins, after.s.deck[first : first + n], n)
            yield after

    return step


def take(branch, i=0):
    """Take card i off the deck."""
    card = branch.s.deck[i]
    branch.s.deck[i : branch.s.deck_n - 1] = branch.s.deck[i + 1 : branch.s.deck_n].copy()
    branch.s.deck_n -= 1
    return card


def other_draws(branch):
    """The top card goes into the other player's hand, unseen."""
    card = take(branch)
    n = branch.s.hand_n
    branch.s.hand[: n + 1] = np.sort(np.append(branch.s.hand[:n], card))
    branch.s.hand_n = n + 1
    yield branch


def peek(i):
    """The onlooker sees card i of the deck."""

    def step(branch):
        card = branch.s.deck[i]
        branch.see(card)
        learn(branch.s.places, branch.s.origins, card)
        yield branch

    return step


def draw(branch):
    """The onlooker draws the top card."""
    card = take(branch)
    branch.see(card)
    learn(branch.s.places, branch.s.origins, card)
    yield branch


def leave_hand(branch, i):
    card = branch.s.hand[i]
    rest = np.delete(branch.s.hand[: branch.s.hand_n], i)
    branch.s.hand[: len(rest)] = rest
    branch.s.hand_n = len(rest)
    return card


def other_plays(branch):
    """The other player plays any card of the hand, for all to see."""
    for i in range(branch.s.hand_n):
        after = branch.split(int(branch.s.hand_n))
        card = after.s.hand[i]
        point_at(after.s.places, after.s.origins, card, after.s.hand, after.s.hand_n)
        learn(after.s.places, after.s.origins, card)
        leave_hand(after, i)
        after.see(card)
        yield after


def other_puts_back(branch):
    """The other player puts any card of the hand on the deck, unseen."""
    for i in range(branch.s.hand_n):
        after = branch.split(int(branch.s.hand_n))
        card = leave_hand(after, i)
        n = after.s.deck_n
        after.s.deck[1 : n + 1] = after.s.deck[:n].copy()
        after.s.deck[0] = card
        after.s.deck_n = n + 1
        group = np.append([card], after.s.hand[: after.s.hand_n])
        mix(after.s.places, after.s.origins, group, len(group))
        yield after


def play(cards, steps):
    """All ways through the steps."""
    branches = start(cards)
    for step in steps:
        branches = [after for branch in branches for after in step(branch)]
    return branches


def redealt(branch, number):
    """World `number` that the onlooker imagines."""
    states = branch.states.copy().view(np.recarray)
    rng = np.empty((1, 2), dtype=np.uint64)
    begin(rng, KEYS, np.uint64(1), np.uint64(number))
    redeal(states[0], RULES, 0, rng, 0, ROOM)
    return Branch(states).world()


EXACT = {
    "one shuffle": (4, [shuffle(0, 4)]),
    "opening hands": (5, [shuffle(0, 5), other_draws, other_draws, draw]),
    "known top card is shuffled in": (5, [shuffle(0, 5), other_draws, peek(0), shuffle(0, 5)]),
    "and drawn from": (5, [shuffle(0, 5), other_draws, peek(0), shuffle(0, 5), draw]),
    "other draws after the search": (5, [shuffle(0, 5), other_draws, peek(0), shuffle(0, 5), other_draws]),
    "part of the deck": (5, [shuffle(0, 3), shuffle(2, 5)]),
    "parts that overlap": (4, [shuffle(0, 2), shuffle(1, 3), shuffle(2, 4), shuffle(0, 2)]),
    "put back one of the hand": (5, [shuffle(0, 5), other_draws, other_draws, other_puts_back]),
    "put back, then search": (5, [shuffle(0, 5), other_draws, other_draws, peek(1), other_puts_back, shuffle(0, 5)]),
    "played from the hand": (5, [shuffle(0, 5), other_draws, other_draws, other_plays]),
    "two peeks": (5, [shuffle(0, 5), peek(0), peek(1), shuffle(0, 3), peek(0)]),
}

POSSIBLE = {
    "seen again after overlaps": (4, [shuffle(0, 2), shuffle(1, 3), shuffle(2, 4), shuffle(0, 3), peek(1)]),
    "seen where it came in": (4, [shuffle(0, 3), shuffle(2, 4), peek(2)]),
    "seen where it went": (4, [shuffle(0, 3), shuffle(2, 4), shuffle(1, 3), peek(1), peek(2)]),
    "hand from two shuffles": (
        5,
        [shuffle(0, 5), other_draws, peek(0), shuffle(0, 4), other_draws, other_plays],
    ),
    "put back and drawn": (
        5,
        [shuffle(0, 5), other_draws, peek(0), shuffle(0, 4), other_draws, other_puts_back, draw],
    ),
    "put back, searched and drawn": (
        5,
        [shuffle(0, 5), other_draws, peek(0), shuffle(0, 4), other_draws, other_puts_back, shuffle(0, 4), draw, draw],
    ),
}


def groups(cards, steps):
    """Branches by what was seen."""
    found = {}
    for branch in play(cards, steps):
        found.setdefault(branch.seen, []).append(branch)
    return found


@pytest.mark.parametrize("name", [*EXACT, *POSSIBLE])
def test_worlds_are_possible_and_do_not_depend_on_the_truth(name):
    for seen, branches in list(groups(*(EXACT | POSSIBLE)[name]).items())[:12]:
        possible = {branch.world() for branch in branches}
        for number in range(8):
            worlds = {redealt(branch, number) for branch in branches[:: max(1, len(branches) // 60)]}
            assert len(worlds) == 1, f"seen {seen}: the world depends on the true cards"
            assert worlds <= possible, f"seen {seen}: {worlds} cannot be"


@pytest.mark.parametrize("name", EXACT)
def test_worlds_have_their_true_probabilities(name):
    for branches in list(groups(*EXACT[name]).values())[:2]:
        true = Counter()
        for branch in branches:
            true[branch.world()] += branch.weight
        games = min(200 * len(true), 20_000)
        counts = Counter(redealt(branches[0], number) for number in range(games))
        total = sum(true.values())
        expected = [float(weight / total) * games for weight in true.values()]
        if len(true) > 1:
            assert chisquare([counts[world] for world in true], expected).pvalue > 1e-4


def test_without_hidden_cards_nothing_changes():
    (branch,) = start(4)
    assert redealt(branch, 0) == branch.world()
