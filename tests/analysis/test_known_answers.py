"""The whole line (streams, engine, tally, estimates) against exact answers, and the proof that it would notice 0.1
%."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from balance.analysis.estimates import Estimate
from balance.analysis.summary import Settings, summarise
from balance.analysis.view import View
from balance.arena.columns import Tally, empty
from balance.arena.records import Records, Table, records
from balance.arena.tally import tally_rows
from balance.engine.jit import PLAIN
from balance.spec import load

from .exact import kuhn, tic_tac_toe

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")

SURE = 0.999  # many figures are looked at together
CHUNK = 50_000

Figures = dict[str, tuple[Estimate | None, Fraction]]


def played(kit: Records, games: int, seed: int, spoil: Callable[[np.ndarray], None] | None = None) -> Tally:
    """A tally of many games; `spoil` may change the rows first."""
    table, tally = Table(kit, seed), empty(kit.layout)
    for start in range(0, games, CHUNK):
        rows = table.play(start, min(CHUNK, games - start))
        if spoil:
            spoil(rows)
        tally.merge(tally_rows(kit.layout, rows))
    return tally


def tic_tac_toe_figures(view: View) -> Figures:
    ends = tic_tac_toe()

    def total(value: Callable[[int, int], int]) -> Fraction:
        return sum((p * value(winner, moves) for (winner, moves), p in ends.items()), Fraction(0))

    first, second = total(lambda w, n: w == 0), total(lambda w, n: w == 1)
    turns = total(lambda w, n: n)
    return {
        "first wins": (view.rate("win.0"), first),
        "second wins": (view.rate("win.1"), second),
        "draw": (view.rate("draw"), 1 - first - second),
        "level": (view.rate("level"), 1 - first - second),
        "advantage": (view.mean("difference"), first - second),
        "decisive": (view.decisive("win.0", "win.1"), first / (first + second)),
        "share": (view.share("share.0"), first + (1 - first - second) / 2),
        "turns": (view.mean("turns"), turns),
        "options": (view.quotient("options", "decisions"), total(lambda w, n: n * (19 - n)) / 2 / turns),
        "forced": (view.quotient("forced", "decisions"), total(lambda w, n: n == 9) / turns),
        "lines": (view.rate("reason.0"), first + second),
    }


def kuhn_figures(view: View) -> Figures:
    exact = kuhn()
    figures: Figures = {
        "first wins": (view.rate("win.0"), exact["first wins"]),
        "advantage": (view.mean("difference"), 2 * exact["first wins"] - 1),
        "decisive": (view.decisive("win.0", "win.1"), exact["first wins"]),
        "points": (view.mean("points.0"), exact["chips"]),
        "chips of the second": (view.mean("seat.chips.1"), -exact["chips"]),
        "turns": (view.mean("turns"), exact["turns"]),
        "margin": (view.mean("margin"), exact["margin"]),
    }
    figures |= {f"value of {one.card}": (one.raw, exact[f"value of {one.card}"]) for one in view.card_values(0)}
    if view.layout.mirrored > 1:
        figures["luck"] = (view.luck_share(), exact["luck share"])
    return figures


def wrong(figures: Figures) -> dict[str, tuple[Estimate | None, float]]:
    """Figures whose interval does not hold the exact value."""
    return {
        name: (found, float(truth))
        for name, (found, truth) in figures.items()
        if found is None or not found.low <= truth <= found.high
    }


def test_the_answers_are_the_published_ones() -> None:
    ends = tic_tac_toe()
    first = sum(p for (winner, _), p in ends.items() if winner == 0)
    second = sum(p for (winner, _), p in ends.items() if winner == 1)
    assert [round(float(p), 5) for p in (first, second, 1 - first - second)] == [0.58492, 0.28810, 0.12698]
    exact = kuhn()
    assert exact["first wins"] == Fraction(9, 16)
    assert [exact[f"first wins with {card}"] for card in range(3)] == [Fraction(1, 4), Fraction(9, 16), Fraction(7, 8)]
    assert exact["value of 2"] == Fraction(15, 32)


@pytest.mark.parametrize("games", [1_000_000, pytest.param(10_000_000, marks=pytest.mark.slow)])
def test_tic_tac_toe(games: int) -> None:
    kit = records(load("tictactoe", [], "random"))
    assert not wrong(tic_tac_toe_figures(View(kit.layout, played(kit, games, 11), SURE)))


@pytest.mark.parametrize("mirrored", [1, 2])
@pytest.mark.parametrize("games", [1_000_000, pytest.param(10_000_000, marks=pytest.mark.slow)])
def test_kuhn(games: int, mirrored: int) -> None:
    kit = records(load("kuhn", [], "random"), mirrored)
    assert not wrong(kuhn_figures(View(kit.layout, played(kit, games, 12), SURE)))


@pytest.mark.parametrize("mirrored", [1, 2])
def test_kuhn_by_dealt_card(mirrored: int) -> None:
    kit = records(load("kuhn", [], "random"), mirrored)
    rows = Table(kit, 13).play(0, 600_000)
    for card in range(3):
        dealt = rows[rows["exposure"][:, 0, card] == 1]
        plain = records(load("kuhn", [], "random"))
        found = View(plain.layout, tally_rows(plain.layout, dealt), SURE).rate("win.0")
        assert found is not None
        assert found.low <= kuhn()[f"first wins with {card}"] <= found.high


def one_in_a_thousand(rows: np.ndarray) -> None:
    """Give one game in 437 to the first player: his 9/16 become 9/16 + 0.001."""
    given = rows["game"] % 437 == 0
    rows["winners"][given] = 1


def test_a_bias_of_a_thousandth_is_noticed() -> None:
    kit = records(load("kuhn", [], "random"))
    spoilt = wrong(kuhn_figures(View(kit.layout, played(kit, 10_000_000, 12, one_in_a_thousand), SURE)))
    assert {"first wins", "advantage", "decisive"} <= spoilt.keys()


def dealt_too_often(rows: np.ndarray) -> None:
    """Lose one winning king in 200 before it is counted as dealt: its value falls by 0.002."""
    kings = rows["exposure"][:, 0, 2]
    kings[(rows["game"] % 200 == 0) & (rows["winners"] == kings)] = 0


def test_a_card_that_is_counted_wrongly_is_noticed() -> None:
    kit = records(load("kuhn", [], "random"))
    spoilt = wrong(kuhn_figures(View(kit.layout, played(kit, 10_000_000, 12, dealt_too_often), SURE)))
    assert "value of 2" in spoilt


def test_without_games_all_is_null_and_valid() -> None:
    for mirrored in (1, 2):
        spec = load("kuhn", [], "random")
        made = records(spec, mirrored).layout
        content: dict[str, Any] = summarise(spec, made, empty(made), Settings(1, 10), False)
        assert content["first_player_advantage"] is None
        assert content["turns"] is None
        assert content["cards"][0]["cards"] == []
