"""Random play, against what enumeration says it must give (`exact`), and against an outside simulation.

From outside: 56.7 legal pairs of card and space a decision, a standard deviation of 10.41 points, and 1.8445 ± 0.0008 %
of two-player rounds with equal scores.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from balance.arena.records import Table, records
from balance.spec import load
from games.songbirds import exact

GAMES = 300_000
CHUNK = 10_000
SIGMAS = 5


class Sums:
    """What is added up of many games, with standard errors over games."""

    def __init__(self, sets: list[str], games: int, seed: int = 20):
        spec = load("songbirds", sets=sets, bots="random")
        table = Table(records(spec), seed)
        names = [figure.name for figure in spec.game.figures(spec.options) if figure.per == "game"]
        self.seats, self.games = spec.players, games
        scores, course, figures = [], [], []
        for start in range(0, games, CHUNK):
            rows = table.play(start, min(CHUNK, games - start))
            scores.append(rows["scores"][:, : self.seats].copy())
            course.append(np.stack([rows["winners"], rows["options"], rows["decisions"], rows["first"]]))
            figures.append(rows["game_figures"][:, : len(names)].copy())
        self.scores, self.figures = np.concatenate(scores), dict(zip(names, np.concatenate(figures).T, strict=True))
        self.winners, self.options, self.decisions, self.first = np.concatenate(course, axis=1)

    def figure(self, name: str) -> np.ndarray:
        """A figure, by game."""
        return self.figures[name]


def agrees(values: np.ndarray, expected: float | Fraction) -> bool:
    """Whether the mean of `values` (one a game) lies within a few standard errors of what it must be."""
    error = values.std() / np.sqrt(len(values))
    return abs(values.mean() - float(expected)) < SIGMAS * error


def test_the_exact_values():
    assert exact.mean_score() == Fraction(21188, 897)
    assert exact.nobody(5) == Fraction(41, 2730)
    assert exact.favoured(5) == Fraction(550, 2691)
    assert exact.same_colour(2) == Fraction(6, 27)


@pytest.fixture(scope="module")
def two_players():
    return Sums(["rounds=1"], GAMES)


def test_mean_score(two_players):
    """At this size a mean that is 0.3 % off is noticed."""
    means = two_players.scores.mean(axis=1)
    assert SIGMAS * means.std() / np.sqrt(GAMES) < 0.003 * exact.mean_score()
    assert agrees(means, exact.mean_score())
    for seat in range(2):
        assert agrees(two_players.scores[:, seat], exact.mean_score())
    assert 10.35 < two_players.scores.std() < 10.47


def test_seats_and_places_are_equal(two_players):
    scores = two_players.scores
    assert agrees(scores[:, 0] - scores[:, 1], 0)
    by_place = np.where(two_players.first == 0, 1, -1)
    assert agrees((scores[:, 0] - scores[:, 1]) * by_place, 0)
    assert agrees(two_players.first, 0.5)
    assert agrees(two_players.figure("shares_first") - two_players.figure("shares_second"), 0)


def test_equal_scores(two_players):
    tied = two_players.scores[:, 0] == two_players.scores[:, 1]
    assert agrees(tied, 0.018445)
    assert np.array_equal(tied, two_players.winners == 3)
    assert np.array_equal(tied, two_players.figure("tied_rounds") == 1)


def test_legal_pairs(two_players):
    assert 56.65 < two_players.options.sum() / two_players.decisions.sum() < 56.75


def test_figures_of_random_play(two_players):
    assert agrees(two_players.figure("nobody") / 10, exact.nobody(5))
    assert agrees(two_players.figure("same_colour"), exact.same_colour(2))
    for line in range(10):
        assert agrees(two_players.figure(f"nobody_{line}"), exact.nobody(5))
    by_line = sum(two_players.figure(f"favoured_{line}") for line in range(10))
    by_token = sum(two_players.figure(f"token_{token}") for token in range(10))
    assert np.array_equal(by_line, by_token)
    assert agrees(by_line / 10, exact.favoured(5, players=2))


@pytest.mark.parametrize(
    ("sets", "expected"),
    [
        (["players=2", "line_ties=no_award"], exact.mean_score("no_award")),
        (["players=2", "adjacency=eight"], exact.mean_score()),
        (["players=3"], exact.mean_score()),
        (["players=4", "crow=A"], exact.mean_score_with_crow("A")),
        (["players=4", "crow=B"], exact.mean_score_with_crow("B")),
        (["players=4", "crow=B", "line_ties=no_award"], exact.mean_score_with_crow("B", "no_award")),
        (["players=4"], (exact.mean_score_with_crow("A") + exact.mean_score_with_crow("B")) / 2),
    ],
    ids=str,
)
def test_mean_scores_of_other_rules(sets, expected):
    found = Sums([*sets, "rounds=1"], 60_000)
    assert agrees(found.scores.mean(axis=1), expected)
    assert agrees(found.figure("same_colour"), exact.same_colour(found.seats))
    for place in ("first", "second", "third", "fourth")[: found.seats]:
        assert agrees(found.figure(f"shares_{place}"), Fraction(12, found.seats))


def test_rounds_add_up():
    found = Sums(["rounds=3"], 60_000)
    assert agrees(found.scores.mean(axis=1), 3 * exact.mean_score())
    assert (found.figure("rounds") == 3).all()
    assert (found.figure("shares_first") + found.figure("shares_second") == 36).all()


@pytest.mark.parametrize("sets", [["mode=solo"], ["mode=coop", "players=3"]], ids=str)
def test_band_scores(sets):
    found = Sums(sets, 60_000)
    favouring = found.figure("favouring") == 1
    assert agrees(found.scores[favouring, 0], exact.mean_band_score())
    assert (found.scores[~favouring] == 0).all()
    assert 0.3 < favouring.mean() < 0.99
    assert agrees(found.figure("nobody") / 10, exact.nobody(5))


@pytest.mark.slow
def test_many_games():
    """10 million rounds: the mean to 0.02 %, equal scores to 0.02 percentage points."""
    found = Sums(["rounds=1"], 10_000_000, seed=21)
    assert agrees(found.scores.mean(axis=1), exact.mean_score())
    assert agrees(found.scores[:, 0] == found.scores[:, 1], 0.018445)
    assert agrees(found.scores[:, 0] - found.scores[:, 1], 0)
    assert 10.40 < found.scores.std() < 10.42
    assert 56.69 < found.options.sum() / found.decisions.sum() < 56.71
    assert agrees(found.figure("same_colour"), exact.same_colour(2))
