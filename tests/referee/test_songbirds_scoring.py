"""Scoring of the Songbirds referee, on the rulebook's own examples and under the symmetries that scoring has."""

import random
from collections import Counter
from itertools import permutations

import pytest

from .songbirds_scoring import (
    BIRDS,
    COLOURS,
    CROW,
    CROW_GROUPS,
    berries,
    crow_awards,
    grade,
    line_awards,
    strengths,
    strongest,
    worth,
    worth_alone,
)

TOKENS = [5, 6, 7, 8, 9, 10, 11, 12, 13, 15]


def birds(text):
    """ "R5 W1" as cards."""
    names = {colour[0]: colour for colour in COLOURS}
    return [f"{names[word[0]]} {word[1]}" for word in text.split()]


# ---------------------------------------------------------------------- a line


def test_the_example_of_the_strongest_colour():
    row = birds("W5 R2 W1 B2 R3")
    assert strengths(row) == {"White": 6, "Red": 5, "Blue": 2}
    assert strongest(row) == "White"


def test_the_example_of_three_tied_colours_whose_caption_contradicts_the_text():
    row = birds("G7 R7 B3 B4 W3")
    assert strengths(row) == {"Green": 7, "Red": 7, "Blue": 7, "White": 3}
    assert strongest(row) == "White"  # "awarded to the next strongest"
    assert strongest(row, "no_award") is None  # "No color is awarded the Berry token of 7"


def test_the_example_of_two_tied_pairs():
    row = birds("W5 G2 G3 B1 R1")
    assert strongest(row) is None
    assert strongest(row, "no_award") is None


@pytest.mark.parametrize(
    ("row", "next_strongest", "no_award"),
    [
        ("R5 W5 B1 G2 G1", "Green", None),  # Green 3 is next, Blue 1 last
        ("R5 W5 B3 G2 G1", None, None),  # two pairs
        ("R6 W5 B5 G1 G2", "Red", "Red"),  # a tie below the top changes nothing
        ("R7 W7 B7 G6 G1", None, None),  # all four
        ("R1 R2 R3 R4 R5", "Red", "Red"),  # colours that are not there tie with nobody at 0
        ("R1 R2 R3 R4 W1", "Red", "Red"),
        ("R2 R3 W5 B4", "Blue", None),  # beside the Crow: four birds
        ("R2 W2 B1 B1", None, None),
    ],
)
def test_ties(row, next_strongest, no_award):
    assert strongest(birds(row)) == next_strongest
    assert strongest(birds(row), "no_award") == no_award


def test_the_crow_has_no_colour_and_empty_spaces_count_nothing():
    assert strengths([CROW, None, "Red 3"]) == {"Red": 3}
    assert strongest([CROW, None]) is None


# ---------------------------------------------------------------------- a forest


def finished(rng, crow=False):
    """A full forest and its tokens."""
    cards = rng.sample(BIRDS, 25)
    if crow:
        cards[12] = CROW
    tokens = rng.sample(TOKENS, 10)
    return [cards[i : i + 5] for i in range(0, 25, 5)], tokens[:5], tokens[5:]


def total(forest, columns, rows, side=None, ties="next_strongest"):
    """Berries by colour."""
    return berries(line_awards(forest, columns, rows, ties) + crow_awards(forest, side))


def test_columns_are_awarded_before_rows_each_token_once():
    forest, columns, rows = finished(random.Random(1))
    awards = line_awards(forest, columns, rows, "next_strongest")
    assert [line for line, _, _ in awards] == [f"{kind} {i}" for kind in ("column", "row") for i in range(5)]
    assert [amount for _, _, amount in awards] == columns + rows
    assert [colour for _, colour, _ in awards] == [
        *(strongest([row[c] for row in forest]) for c in range(5)),
        *(strongest(row) for row in forest),
    ]


@pytest.mark.parametrize("seed", range(40))
def test_no_more_berries_are_awarded_than_there_are_tokens(seed):
    forest, columns, rows = finished(random.Random(seed))
    assert sum(total(forest, columns, rows).values()) <= sum(TOKENS)
    strict = total(forest, columns, rows, ties="no_award")
    assert all(strict[colour] <= total(forest, columns, rows)[colour] for colour in COLOURS)


def relabelled(forest, names):
    """Every card with another colour."""
    return [[card if card == CROW else f"{names[card.split()[0]]} {card.split()[1]}" for card in row] for row in forest]


@pytest.mark.parametrize("side", [None, "A", "B"])
def test_colours_may_be_relabelled(side):
    forest, columns, rows = finished(random.Random(3), crow=side is not None)
    before = total(forest, columns, rows, side)
    for order in permutations(COLOURS):
        names = dict(zip(COLOURS, order, strict=True))
        after = total(relabelled(forest, names), columns, rows, side)
        assert after == {names[colour]: amount for colour, amount in before.items()}


def transposed(forest, columns, rows):
    return [list(column) for column in zip(*forest, strict=True)], rows, columns


def mirrored(forest, columns, rows):
    return [row[::-1] for row in forest], columns[::-1], rows


def half_turn(*table):
    flipped = mirrored(*transposed(*mirrored(*table)))
    return transposed(*flipped)


def other_diagonal(*table):
    return transposed(*half_turn(*table))


@pytest.mark.parametrize("seed", range(20))
def test_without_a_crow_the_forest_may_be_turned_reflected_and_its_lines_permuted(seed):
    rng = random.Random(seed)
    forest, columns, rows = finished(rng)
    before = total(forest, columns, rows)
    for change in (transposed, mirrored, half_turn, other_diagonal):
        assert total(*change(forest, columns, rows)) == before
    order = rng.sample(range(5), 5)
    assert total([forest[i] for i in order], columns, [rows[i] for i in order]) == before
    assert total([[row[i] for i in order] for row in forest], [columns[i] for i in order], rows) == before


def changes_with(side, change):
    """Whether some forest scores otherwise after the change."""
    tables = [finished(random.Random(seed), crow=True) for seed in range(60)]
    return any(total(*change(*table), side) != total(*table, side) for table in tables)


def test_crow_b_allows_the_half_turn_and_diagonal_reflections_only_crow_a_nothing():
    changes = (transposed, other_diagonal, half_turn, mirrored, lambda *table: transposed(*mirrored(*table)))
    assert [changes_with("B", change) for change in changes] == [False, False, False, True, True]
    assert all(changes_with("A", change) for change in changes)


# ---------------------------------------------------------------------- the Crow


def crow_example():
    """Above: Green 6, Red 2; right: Green 5; below: Red 7, Green 7; left: Blue 5 (the corners are left empty)."""
    forest = [[None] * 5 for _ in range(5)]
    forest[2][2] = CROW
    (forest[0][2], forest[1][2]) = birds("G6 R2")
    (forest[2][3], forest[2][4]) = birds("G4 G1")
    (forest[3][2], forest[4][2]) = birds("R7 G7")
    (forest[2][0], forest[2][1]) = birds("B2 B3")
    return forest


def test_the_example_of_crow_a():
    assert crow_awards(crow_example(), "A") == [
        ("above", "Green", -2),
        ("left", "Blue", -3),
        ("right", "Green", -4),
        ("below", None, -5),
    ]


def test_the_example_of_crow_b():
    assert crow_awards(crow_example(), "B") == [("above + right", "Green", -4), ("below + left", "Blue", -4)]


def test_no_crow_takes_nothing():
    assert crow_awards(crow_example(), None) == []


def test_the_5_negative_tokens_are_enough_for_either_side():
    needed = [Counter(amount for _, _, amount in groups) for groups in CROW_GROUPS.values()]
    assert sorted((needed[0] | needed[1]).elements()) == [-5, -4, -4, -3, -2]


def test_berries_may_be_negative():
    assert total(crow_example(), [0] * 5, [0] * 5, "A") == {"Red": 0, "Blue": -3, "Green": -6, "White": 0}


# ---------------------------------------------------------------------- points


def test_the_example_of_scores():
    red = {"Red": 17, "Blue": 0, "Green": 0, "White": 0}
    assert sum(worth("Red 5", red).values()) == 22
    assert sum(worth("Red 3", red).values()) == 20


def test_the_solo_example():
    berries_won = {"Red": 44, "Blue": 17, "Green": 23, "White": 7}
    assert worth_alone("Red 5", berries_won) == {"volume": 5, "berries": 44, "others": -47}
    assert sum(worth_alone("Red 5", berries_won).values()) == 2
    assert sum(worth_alone(None, berries_won).values()) == 0
    assert grade(2) == "Amateur"


def test_grades():
    limits = {
        "Rookie": (-90, 0),
        "Amateur": (1, 19),
        "Student": (20, 39),
        "Professional": (40, 54),
        "Superstar": (55, 99),
    }
    for name, (least, most) in limits.items():
        assert (grade(least), grade(most)) == (name, name)
