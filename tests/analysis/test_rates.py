"""Declared rates and grades, from rows to figures."""

from __future__ import annotations

from dataclasses import replace
from math import isclose

import numpy as np
import pytest

from arena.toy import toy_layout, toy_rows
from balance.analysis.summary import _grades
from balance.analysis.view import View
from balance.arena.tally import tally_rows


def test_a_rate_is_a_quotient_of_sums_with_an_interval() -> None:
    made = toy_layout(3)
    rows = toy_rows(made, 4000, unfinished=0.0)
    rows["game_figures"][:, 1] = 5  # chances
    rows["game_figures"][:, 0] = np.random.default_rng(3).binomial(5, 0.3, size=len(rows))  # bonuses
    rows["seat_figures"] = np.abs(rows["seat_figures"])
    view = View(made, tally_rows(made, rows))
    caught, by_trick, taken, often = (view.quotients(rate) for rate in made.rates)
    bonus, tricks = rows["game_figures"][:, 0], rows["seat_figures"][:, 0, :3]
    assert isclose(caught[0].value, bonus.sum() / (5 * len(rows)))
    assert caught[0].n == 5 * len(rows)
    assert isclose(caught[0].half_width, 1.96 * (0.3 * 0.7 / (5 * 4000)) ** 0.5, rel_tol=0.05)
    assert isclose(by_trick[0].value, bonus.sum() / tricks.sum())
    assert isclose(often[0].value, bonus.mean())
    at = (rows["first"][:, None] + np.arange(3)) % 3
    assert [one.value for one in taken] == [
        pytest.approx(np.take_along_axis(tricks, at, axis=1)[:, p].sum() / (5 * len(rows))) for p in range(3)
    ]


def test_a_rate_may_count_its_top_in_parts_of_one() -> None:
    """Chances won whole, in halves or not at all, counted in halves, are shares of the chances: as their mean says."""
    made = toy_layout(2)
    rows = toy_rows(made, 4000, unfinished=0.0)
    halves = np.random.default_rng(6).integers(0, 3, size=len(rows))
    rows["game_figures"][:, 1], rows["game_figures"][:, 0] = 1, halves
    (found,) = View(made, tally_rows(made, rows)).quotients(replace(made.rates[0], parts=2))
    assert found is not None
    assert (found.n, found.value) == (4000, pytest.approx(halves.mean() / 2))
    assert isclose(found.half_width, 1.96 * halves.std() / 2 / 4000**0.5, rel_tol=0.01)


def test_coverage_of_a_rate_with_a_chance_denominator() -> None:
    """Of a random number of chances a game, some are caught: the interval is over games, not over chances."""
    made, rng = toy_layout(2), np.random.default_rng(4)
    inside = []
    for _ in range(1000):
        rows = toy_rows(made, 300, unfinished=0.0)
        skill = rng.choice([0.1, 0.7], size=300)  # a game is good or bad as a whole
        chances = rng.integers(0, 6, size=300)
        rows["game_figures"][:, 1], rows["game_figures"][:, 0] = chances, rng.binomial(chances, skill)
        found = View(made, tally_rows(made, rows)).quotients(made.rates[0])[0]
        inside.append(found.low <= 0.4 <= found.high)
    assert 0.93 < np.mean(inside) < 0.97


def test_grades_share_out_the_finished_games() -> None:
    made = toy_layout(2, kind="cooperative", graded=True)
    rows = toy_rows(made, 500)
    found = _grades(View(made, tally_rows(made, rows)))
    done = rows["reason"] != 2
    points = rows["scores"][np.arange(500), rows["first"]][done]
    assert [grade["count"] for grade in found] == [
        (points < 10).sum(),
        ((points >= 10) & (points < 25)).sum(),
        (points >= 25).sum(),
    ]
    assert [(grade["low"], grade["high"]) for grade in found] == [(None, 9), (10, 24), (25, None)]
    assert sum(grade["rate"].value for grade in found) == pytest.approx(1)
