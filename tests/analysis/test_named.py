"""Figures by name: they are the summary's, every game has them, and their sums give the same value."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance.analysis.named import UnknownFigureError, column_sums, find_figure, main_figures, named_figures
from balance.analysis.summary import Settings, summarise
from balance.analysis.view import View
from balance.arena.records import Table, records
from balance.arena.tally import column_values, tally_rows
from balance.engine.game import names
from balance.spec import load

GAMES = 400
VARIANTS = [
    *((name, []) for name in names()),
    ("songbirds", ["players=3"]),
    ("songbirds", ["mode=coop", "players=3"]),
    ("melodies", ["play=venue"]),
]


def played(name: str, sets: list[str]) -> tuple[Any, Any, np.ndarray]:
    spec = load(name, sets, "greedy" if name == "melodies" else "random")
    kit = records(spec)
    rows = Table(kit, 5).play(0, GAMES)
    return spec, kit.layout, rows


@pytest.mark.parametrize(("name", "sets"), VARIANTS)
def test_a_figure_is_the_quotient_of_its_sums(name: str, sets: list[str]) -> None:
    _, layout, rows = played(name, sets)
    view = View(layout, tally_rows(layout, rows))
    figures = list(named_figures(layout).values())
    tops, bottoms = column_sums(figures, layout, column_values(layout, rows))
    known = 0
    for figure, top, bottom in zip(figures, tops.sum(axis=1), bottoms.sum(axis=1), strict=True):
        found = figure.estimate(view)
        if found is None:
            continue
        known += 1
        assert found.value == pytest.approx(figure.scale * top / bottom), figure.name
        assert found.low <= found.value <= found.high
    assert known > len(figures) / 2


def test_they_are_what_the_summary_says() -> None:
    spec, layout, rows = played("kuhn", [])
    tally = tally_rows(layout, rows)
    summary, view = summarise(spec, layout, tally, Settings(5, GAMES), complete=True), View(layout, tally)

    def value(name: str) -> float:
        return find_figure(layout, name).estimate(view).value

    for name in ("first_player_advantage", "draw_rate", "level_rate", "unfinished_rate", "decisive_share"):
        assert value(name) == pytest.approx(summary[name]["value"])
    assert value("share.2") == pytest.approx(summary["shares"][1]["value"])
    assert value("turns") == pytest.approx(summary["turns"]["mean"])
    assert value("points.1") == pytest.approx(summary["points"][0]["mean"])
    assert value("options_per_decision") == pytest.approx(summary["options_per_decision"]["value"])


def test_main_figures() -> None:
    def main(name: str, *sets: str) -> list[str]:
        return [one.name for one in main_figures(records(load(name, sets)).layout)]

    assert main("kuhn") == ["first_player_advantage"]
    assert main("songbirds", "players=3") == ["share.1", "share.2", "share.3"]
    assert main("songbirds", "mode=solo") == ["score"]
    assert main("melodies") == ["success_rate"]


def test_a_name_that_is_wrong_gets_the_nearest() -> None:
    layout = records(load("kuhn")).layout
    with pytest.raises(UnknownFigureError, match="draw_rate"):
        find_figure(layout, "draw_rat")


@pytest.mark.parametrize(("name", "sets"), VARIANTS)
def test_no_two_figures_are_called_the_same(name: str, sets: list[str]) -> None:
    """Parts of groups are called by their group: "ship 30" alone may be any of three things."""
    told = [(one.label, one.unit) for one in named_figures(records(load(name, sets)).layout).values()]
    assert len(set(told)) == len(told)


def test_a_part_is_called_by_its_group() -> None:
    found = named_figures(records(load("sirenen")).layout)
    assert found["from_ships.2"].label == "points by source: ships, second player"
    assert found["ship_30_tie"].label.endswith(": ship 30")
