"""Many small runs of a game whose figures are known exactly: the pipeline's own intervals hold them 95 times in
100."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import sqrt

import numpy as np
import pytest

from balance.analysis.estimates import p_value, paired
from balance.analysis.view import View
from balance.arena.records import Table, records
from balance.arena.tally import tally_rows
from balance.engine.jit import PLAIN
from balance.spec import load

from .test_known_answers import kuhn_figures, tic_tac_toe_figures

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")

RUNS, GAMES = 3000, 1000


@cache
def rows_of(game: str, mirrored: int, seed: int) -> np.ndarray:
    table = Table(records(load(game, [], "random"), mirrored), seed)
    return np.concatenate([table.play(i * 40_000, 40_000) for i in range(RUNS * GAMES // 40_000)])


@pytest.mark.parametrize(("game", "mirrored"), [("tictactoe", 1), ("kuhn", 1), ("kuhn", 2)])
def test_every_interval_covers(game: str, mirrored: int) -> None:
    made = records(load(game, [], "random"), mirrored).layout
    figures = kuhn_figures if game == "kuhn" else tic_tac_toe_figures
    held: Counter[str] = Counter()
    for part in np.split(rows_of(game, mirrored, 21), RUNS):
        for name, (found, truth) in figures(View(made, tally_rows(made, part))).items():
            assert found is not None
            held[name] += found.low <= truth <= found.high
    shares = {name: count / RUNS for name, count in held.items()}
    assert len(shares) >= 10
    # 3000 runs know a coverage to ± 0.4 % (one standard deviation)
    assert not {name: share for name, share in shares.items() if not 0.9375 <= share <= 0.9625}


def test_the_same_bots_on_other_seeds_differ_at_the_nominal_rate() -> None:
    made = records(load("kuhn", [], "random")).layout
    views = [View(made, tally_rows(made, part)) for part in np.split(rows_of("kuhn", 1, 21), RUNS)]
    rejected = []
    for one, other in zip(views[::2], views[1::2], strict=True):
        a, b = one.mean("difference"), other.mean("difference")
        assert a and b
        error = sqrt(a.half_width**2 + b.half_width**2) / 1.959964
        rejected.append(p_value((a.value - b.value) / error) < 0.05)
    assert 0.037 < np.mean(rejected) < 0.063


def test_the_same_bots_on_the_same_seed_never_differ() -> None:
    first = rows_of("kuhn", 1, 22)[:4000]
    again = Table(records(load("kuhn", [], "random")), 22).play(0, 4000)
    difference = (first["winners"] == 1).astype(int) - (again["winners"] == 1)
    found = paired(int(difference.sum()), int((difference**2).sum()), 4000)
    assert found is not None
    assert (found.low, found.high) == (0, 0)


def test_games_of_a_mirrored_run_are_not_independent() -> None:
    """The interval over blocks is narrower than one that takes the games for independent, by the ratio that is
    shown."""
    plain, mirrored = (records(load("kuhn", [], "random"), m).layout for m in (1, 2))
    rows = rows_of("kuhn", 2, 21)
    block, naive = View(mirrored, tally_rows(mirrored, rows)), View(plain, tally_rows(plain, rows))
    ratio = block.variance_ratio("difference")
    one, other = naive.mean("difference"), block.mean("difference")
    assert ratio and one and other
    assert np.isclose((one.half_width / other.half_width) ** 2, ratio, rtol=1e-4)
    assert 1.6 < ratio < 1.72  # 1 / (1 - luck share)
