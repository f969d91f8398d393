"""Tables that several sections use."""

from __future__ import annotations

from collections.abc import Iterable

from balance.report.blocks import Cell, Column, Table
from balance.report.model import Figure
from balance.report.numbers import Shown, plain, shown


def estimate_table(key: str, caption: str, rows: Iterable[tuple[str, Shown]], figure: str, interval: str) -> Table:
    """Rows of label, value, interval, games."""
    columns = (Column(""), Column(figure, "number"), Column(interval, "number"), Column("from", "number"))
    cells = [[Cell(label), Cell(one.value), Cell(f"{one.low} to {one.high}"), Cell(one.n)] for label, one in rows]
    return Table(key, caption, columns, cells)


def figure_table(key: str, caption: str, rows: Iterable[tuple[str, Figure]], interval: str) -> Table:
    """Rows of label, mean, interval, quantiles, games."""
    columns = (
        Column(""),
        Column("average", "number"),
        Column(interval, "number"),
        Column("5 %", "number", hint="one game in twenty has this or less"),
        Column("median", "number"),
        Column("95 %", "number", hint="one game in twenty has this or more"),
        Column("from", "number"),
    )
    return Table(key, caption, columns, [_figure_cells(label, figure) for label, figure in rows])


def _figure_cells(label: str, figure: Figure) -> list[Cell]:
    one = shown(figure.estimate)
    quantiles = ["" if value is None else plain(value, 0) for value in (figure.p05, figure.p50, figure.p95)]
    return [Cell(label), Cell(one.value), Cell(f"{one.low} to {one.high}"), *[Cell(q) for q in quantiles], Cell(one.n)]
