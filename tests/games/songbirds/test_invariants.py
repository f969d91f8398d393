"""The "must hold" list of rules/songbirds.md: in every state of games over random rules, and under symmetries."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from balance.engine.game import find
from balance.games.songbirds.options import PLAYERS_BY_MODE, SongbirdsOptions
from balance.spec import BotSpec, Spec
from games.songbirds import invariants
from games.songbirds.invariants import check_game
from games.songbirds.positions import LETTERS, position, short

GAME = find("songbirds")
UNHURRIED = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def rule_variants(draw):
    mode = draw(st.sampled_from(list(PLAYERS_BY_MODE)))
    free = {
        "second_round_starter": st.sampled_from(["next", "same", "winner", "loser"]),
        "berries": st.lists(st.integers(0, 99), min_size=10, max_size=10),
        "adjacency": st.sampled_from(["orthogonal", "eight"]),
        "line_ties": st.sampled_from(["next_strongest", "no_award"]),
        "crow": st.sampled_from(["A", "B", "random"]),
    }
    if mode == "competitive":
        free["rounds"] = st.integers(1, 4)
    players = draw(st.sampled_from(PLAYERS_BY_MODE[mode]))
    return {"mode": mode, "players": players, **draw(st.fixed_dictionaries({}, optional=free))}


def spec_of(rules, kinds):
    options = SongbirdsOptions.model_validate(rules)
    bots = {"random": BotSpec("random"), "greedy": BotSpec("greedy", 0.0, GAME.weights)}
    return Spec(GAME, options, tuple(bots[kind] for kind in kinds[: options.players]))


KINDS = st.lists(st.sampled_from(["random", "greedy"]), min_size=4, max_size=4)


@settings(UNHURRIED, max_examples=60)
@given(rules=rule_variants(), kinds=KINDS, number=st.integers(0, 10**9))
def test_what_must_hold_over_random_rules(rules, kinds, number):
    assert check_game(spec_of(rules, kinds), 1, number) == []


@pytest.mark.slow
@settings(UNHURRIED, max_examples=2000)
@given(rules=rule_variants(), kinds=KINDS, number=st.integers(0, 10**9))
def test_what_must_hold_over_many_random_rules(rules, kinds, number):
    assert check_game(spec_of(rules, kinds), 1, number) == []


# --- symmetries of a finished forest

TURNS = {
    "quarter turn": lambda row, column: (column, 4 - row),
    "half turn": lambda row, column: (4 - row, 4 - column),
    "left and right": lambda row, column: (row, 4 - column),
    "up and down": lambda row, column: (4 - row, column),
    "main diagonal": lambda row, column: (column, row),
    "other diagonal": lambda row, column: (4 - column, 4 - row),
}
ALLOWED = {"": set(TURNS), "A": set(), "B": {"half turn", "main diagonal", "other diagonal"}}


def scores(forest, berries, favoured, crow="", line_ties="next_strongest"):
    """Scores of a round that ends with this forest (rows of cards), the last bird being placed in a corner."""
    last = forest[0][0]
    rows = [" ".join("." if (i, j) == (0, 0) else bird for j, bird in enumerate(row)) for i, row in enumerate(forest)]
    hands = [f"{last} {favoured[0]}", *favoured[1:]]
    rules = {"rounds": 1, "line_ties": line_ties}
    p = position(" ".join(rows), hands, columns=berries[:5], rows=berries[5:], crow=crow, rules=rules)
    return p.play(last, 0, 0).scores


@st.composite
def finished(draw, with_crow=False):
    """A full forest, its berries, and the favoured birds."""
    birds = [short(card) for card in draw(st.permutations(range(28)))]
    cells, left = birds[:24], birds[24:]
    if with_crow:
        cells.insert(12, "X")
    else:
        cells.append(left.pop())
    players = 4 if with_crow else draw(st.sampled_from([2, 3]))
    berries = draw(st.permutations([5, 6, 7, 8, 9, 10, 11, 12, 13, 15]))
    return [cells[5 * i : 5 * i + 5] for i in range(5)], berries, left[:players]


def moved(forest, berries, where):
    """The forest and its tokens with (row, column) moved to where(row, column)."""
    new = [[""] * 5 for _ in range(5)]
    tokens = [0] * 10
    for row in range(5):
        for column in range(5):
            i, j = where(row, column)
            new[i][j] = forest[row][column]
    for k in range(5):
        start, end = where(k, 0), where(k, 4)  # row k becomes a row or a column
        tokens[5 + start[0] if start[0] == end[0] else start[1]] = berries[5 + k]
        start, end = where(0, k), where(4, k)
        tokens[5 + start[0] if start[0] == end[0] else start[1]] = berries[k]
    return new, tokens


TIES = st.sampled_from(["next_strongest", "no_award"])


@settings(UNHURRIED, max_examples=40)
@given(round_=finished(), line_ties=TIES)
def test_turns_and_mirrors_change_nothing_without_the_crow(round_, line_ties):
    forest, berries, favoured = round_
    expected = scores(forest, berries, favoured, line_ties=line_ties)
    for where in TURNS.values():
        assert scores(*moved(forest, berries, where), favoured, line_ties=line_ties) == expected


@settings(UNHURRIED, max_examples=40)
@given(round_=finished(), rows=st.permutations(range(5)), columns=st.permutations(range(5)))
def test_rows_and_columns_may_be_permuted_without_the_crow(round_, rows, columns):
    forest, berries, favoured = round_
    new = [[forest[i][j] for j in columns] for i in rows]
    tokens = [berries[j] for j in columns] + [berries[5 + i] for i in rows]
    assert scores(new, tokens, favoured) == scores(forest, berries, favoured)


@settings(UNHURRIED, max_examples=30)
@given(round_=finished(with_crow=True), line_ties=TIES)
def test_the_turns_that_crow_b_allows(round_, line_ties):
    forest, berries, favoured = round_
    expected = scores(forest, berries, favoured, "B", line_ties)
    for name in ALLOWED["B"]:
        assert scores(*moved(forest, berries, TURNS[name]), favoured, "B", line_ties) == expected


@pytest.mark.parametrize(
    ("crow", "name"), [(crow, name) for crow in "AB" for name in sorted(set(TURNS) - ALLOWED[crow])]
)
def test_other_turns_change_what_the_crow_takes(crow, name):
    forest = ["R7 R6 B7 G1 G2", "R5 B1 B6 G3 W1", "W7 W6 X G7 G6", "W2 W3 R4 R3 B2", "B3 G4 R2 W4 G5"]
    forest, favoured = [row.split() for row in forest], ["R1", "B4", "G5", "W5"]
    forest[4][4] = "B5"
    berries = [10] * 10
    assert scores(*moved(forest, berries, TURNS[name]), favoured, crow) != scores(forest, berries, favoured, crow)


@settings(UNHURRIED, max_examples=30)
@given(round_=finished(), line_ties=TIES)
def test_colours_may_be_renamed(round_, line_ties):
    forest, berries, favoured = round_
    expected = scores(forest, berries, favoured, line_ties=line_ties)
    for letters in permutations(LETTERS):
        names = str.maketrans(LETTERS, "".join(letters))
        new = [[bird.translate(names) for bird in row] for row in forest]
        assert scores(new, berries, [bird.translate(names) for bird in favoured], line_ties=line_ties) == expected


@settings(UNHURRIED, max_examples=20)
@given(round_=finished(with_crow=True), crow=st.sampled_from("AB"))
def test_colours_may_be_renamed_with_the_crow(round_, crow):
    forest, berries, favoured = round_
    expected = scores(forest, berries, favoured, crow)
    for letters in permutations(LETTERS):
        names = str.maketrans(LETTERS, "".join(letters))
        new = [[bird if bird == "X" else bird.translate(names) for bird in row] for row in forest]
        assert scores(new, berries, [bird.translate(names) for bird in favoured], crow) == expected


# --- the other two ways to run the same rules


def run_apart(folder, games, **setting):
    tests = str(Path(invariants.__file__).parents[2])
    own = {"PYTHONPATH": tests, "BALANCE_CACHE_DIR": str(folder / "cache"), **setting}
    command = [sys.executable, invariants.__file__, str(games)]
    done = subprocess.run(command, env=os.environ | own, capture_output=True, text=True, timeout=1200, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_as_plain_python_where_an_overflow_is_an_error(tmp_path):
    run_apart(tmp_path, 2, NUMBA_DISABLE_JIT="1")


@pytest.mark.slow
def test_with_checked_indices(tmp_path):
    run_apart(tmp_path, 60, NUMBA_BOUNDSCHECK="1")
