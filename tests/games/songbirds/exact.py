"""What uniformly random play must give, by enumeration (nothing of the engine is used).

Whatever spaces are played to, random players put a random set of birds into every line. So each line is any set of its
size with equal chance, and a favoured bird any bird outside it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, prod

BIRDS, VOLUMES = 28, 7
BERRIES = 96
MEAN_TOKEN = Fraction(BERRIES, 10)
MEAN_VOLUME = Fraction(4)
CROW_POINTS = {"A": (2, 14), "B": (4, 8)}
"""By side: birds in a group, and the points of all groups together."""


def takes(line: tuple[int, ...], line_ties: str = "next_strongest") -> int | None:
    """The colour that takes a line: from the strongest down, the first strength that one colour alone has."""
    strengths = [sum(bird % VOLUMES + 1 for bird in line if bird // VOLUMES == colour) for colour in range(4)]
    for strength in sorted(set(strengths) - {0}, reverse=True):
        if strengths.count(strength) == 1:
            return strengths.index(strength)
        if line_ties == "no_award":
            return None
    return None


@cache
def nobody(birds: int, line_ties: str = "next_strongest") -> Fraction:
    """The chance that nobody takes a random line of so many birds."""
    lines = [takes(line, line_ties) for line in combinations(range(BIRDS), birds)]
    return Fraction(lines.count(None), len(lines))


@cache
def favoured(birds: int, line_ties: str = "next_strongest", players: int = 1) -> Fraction:
    """The chance that a random line goes to the colour of one, at least, of so many random birds outside it."""
    outside = BIRDS - birds
    hits = 0
    for line in combinations(range(BIRDS), birds):
        colour = takes(line, line_ties)
        if colour is not None:
            left = VOLUMES - sum(bird // VOLUMES == colour for bird in line)
            hits += comb(outside, players) - comb(outside - left, players)
    return Fraction(hits, comb(BIRDS, birds) * comb(outside, players))


def mean_score(line_ties: str = "next_strongest") -> Fraction:
    """Of a player in a round with two or three players."""
    return MEAN_VOLUME + BERRIES * favoured(5, line_ties)


def mean_score_with_crow(side: str, line_ties: str = "next_strongest") -> Fraction:
    """Of a player in a round with four: two of the lines have four birds, and the Crow's groups always go on."""
    lines = 8 * favoured(5, line_ties) + 2 * favoured(4, line_ties)
    birds, points = CROW_POINTS[side]
    return MEAN_VOLUME + MEAN_TOKEN * lines - points * favoured(birds)


def mean_band_score() -> Fraction:
    """In solo and co-op, of games in which a bird was favoured."""
    return MEAN_VOLUME + 2 * BERRIES * favoured(5) - BERRIES * (1 - nobody(5))


def same_colour(players: int) -> Fraction:
    """Chance that some of so many random birds share a colour."""
    apart = Fraction(prod(BIRDS - VOLUMES * i for i in range(players)), prod(BIRDS - i for i in range(players)))
    return 1 - apart
