"""Who takes a token, against the rulebook's three steps in plain Python, over every line there can be."""

from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest

from balance.games.songbirds.birds import COLOURS
from balance.games.songbirds.scoring import (
    NOBODY,
    award_code,
    award_line,
    award_strengths,
    award_taker,
    award_token,
    strength_of,
    strongest,
)
from balance.games.songbirds.state import STRENGTH_BITS, VOICE
from games.songbirds.positions import taker

BIRDS = range(28)


def packed(strengths):
    return np.int32(sum(n << (STRENGTH_BITS * colour) for colour, n in enumerate(strengths)))


def by_the_rulebook(strengths, line_ties="next_strongest"):
    """The colours in order of strength; those that share one cancel each other out; the first left takes it."""
    counts = Counter(n for n in strengths if n > 0)
    if line_ties == "no_award" and counts and counts[max(counts)] > 1:
        return NOBODY
    alone = [n for n in counts if counts[n] == 1]
    return strengths.index(max(alone)) if alone else NOBODY


@pytest.mark.parametrize("line_ties", ["next_strongest", "no_award"])
def test_every_combination_of_strengths(line_ties):
    values = [0, 1, 2, 3, 7, 12, 24, 25]
    for strengths in product(values, repeat=len(COLOURS)):
        found = strongest(packed(strengths), line_ties == "no_award")
        assert found == by_the_rulebook(strengths, line_ties), strengths


def test_every_line_of_five_birds():
    """All 98 280 lines: the voices add up, and the colour that takes the line is the rulebook's."""
    for line in combinations(BIRDS, 5):
        strengths = [0] * len(COLOURS)
        for bird in line:
            strengths[bird // 7] += bird % 7 + 1
        code = VOICE[list(line)].sum()
        assert code == packed(strengths)
        assert strongest(code, False) == by_the_rulebook(tuple(strengths))


def test_strengths_are_read_back():
    strengths = (25, 0, 13, 1)
    assert [strength_of(packed(strengths), colour) for colour in range(len(COLOURS))] == list(strengths)


def test_an_award_is_read_back():
    for line, token, colour in product(range(16), range(10), (NOBODY, *range(len(COLOURS)))):
        code = award_code(line, token, packed((25, 25, 25, 25)), colour)
        assert 0 <= code < 2**31
        assert (award_line(code), award_token(code), award_taker(code)) == (line, token, colour)
        assert award_strengths(code) == packed((25, 25, 25, 25))


def test_the_rulebooks_examples():
    assert taker("W5 W1 R2 R3 B2") == "White"
    assert taker("G7 R3 R4 B7 W3") == "White"
    assert taker("G7 R3 R4 B7 W3", line_ties="no_award") is None
    assert taker("W5 G2 G3 B1 R1") is None
