"""Ratings: exact where they can be, and intervals that cover."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from balance.analysis.ratings import ELO, Pairing, ratings


def test_two_bots_without_draws_are_as_far_apart_as_their_odds() -> None:
    _, other = ratings(2, [Pairing(0, 1, wins=250.0, draws=0.0, losses=750.0)])
    assert other.value == pytest.approx(ELO * np.log(750.5 / 250.5))
    error = ELO * (1001 * (750.5 / 1001) * (250.5 / 1001)) ** -0.5
    assert other.half_width == pytest.approx(1.96 * error, rel=1e-3)


def test_elo_scale() -> None:
    _, other = ratings(2, [Pairing(0, 1, 1e7, 0.0, 1e8)])
    assert other.value == pytest.approx(400, abs=0.01)


def test_a_bot_that_lost_every_game_has_a_finite_rating() -> None:
    rated = ratings(3, [Pairing(0, 1, 0, 0, 100), Pairing(1, 2, 0, 0, 100), Pairing(0, 2, 0, 0, 100)])
    assert rated[0].value == 0 < rated[1].value < rated[2].value < 5000


def test_among_four_seats_an_equal_bot_wins_one_game_in_four() -> None:
    _, other = ratings(2, [Pairing(0, 1, 25_000, 0, 75_000, 1, 3), Pairing(1, 0, 25_000, 0, 75_000, 1, 3)])
    assert other.value == pytest.approx(0, abs=0.1)


def test_a_bot_without_games_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no games with bots \[2\]"):
        ratings(3, [Pairing(0, 1, 5, 0, 5)])


def drawn(rng: np.random.Generator, strengths: np.ndarray, nu: float, games: int) -> list[Pairing]:
    found = []
    for i, j in combinations(range(len(strengths)), 2):
        weights = np.array([strengths[i], nu * np.sqrt(strengths[i] * strengths[j]), strengths[j]])
        wins, draws, losses = rng.multinomial(games, weights / weights.sum())
        found.append(Pairing(i, j, wins, draws, losses))
    return found


def test_intervals_cover_the_true_ratings() -> None:
    rng, truth = np.random.default_rng(5), np.array([0.0, 60.0, 200.0, -90.0])
    covered = np.zeros(3)
    for _ in range(800):
        rated = ratings(4, drawn(rng, np.exp(truth / ELO), 0.6, 150))
        covered += [one.low <= t <= one.high for one, t in zip(rated[1:], truth[1:], strict=True)]
    assert np.all(covered / 800 > 0.93)
    assert np.all(covered / 800 < 0.97)
