"""The game's other figures: those that are not part of a total."""

from __future__ import annotations

from balance.report import words
from balance.report.blocks import Cell, Column, Panel, Section, Table
from balance.report.charts.histogram import sparkline
from balance.report.model import Figure, Summary
from balance.report.numbers import plain, shown


def section(summary: Summary) -> Section:
    """One table, a row a figure and position."""
    rows = []
    for figure in summary.figures:
        if figure.group:
            continue
        names = words.positions(summary) if figure.per == "seat" else ["a game"]
        for name, part in zip(names, figure.parts, strict=True):
            if part:
                rows.append(_cells(figure.label if name == names[0] else "", figure.unit, name, part))
    if not rows:
        return Section("own", "More figures", "", [])
    columns = (
        Column("Figure"),
        Column("Of"),
        Column("Average", "number"),
        Column(words.interval_name(summary), "number"),
        Column("5 %", "number", hint="one game in twenty has this or less"),
        Column("Median", "number"),
        Column("95 %", "number", hint="one game in twenty has this or more"),
        Column("Distribution", "picture"),
    )
    title = "Figures of this game"
    n = next((shown(part.estimate).n for figure in summary.figures for part in figure.parts if part), "")
    panel = Panel("own-panel", title, [f"From {n}."], Table("own-table", title, columns, rows))
    return Section("own", "More figures", "", [panel])


def _cells(label: str, unit: str, name: str, figure: Figure) -> list[Cell]:
    one = shown(figure.estimate)
    quantiles = ["" if value is None else plain(value, 0) for value in (figure.p05, figure.p50, figure.p95)]
    ends = "" if figure.min is None else f"{plain(figure.min, 0)} to {plain(figure.max or 0, 0)}"
    return [
        Cell(label, "" if unit == "a game" or not label else unit),
        Cell(name),
        Cell(one.value),
        Cell(f"{one.low} to {one.high}"),
        *[Cell(text) for text in quantiles],
        Cell(quiet=ends, picture=sparkline(figure)),
    ]
