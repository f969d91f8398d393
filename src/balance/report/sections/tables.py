"""Tables that several sections use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from balance.report.blocks import Cell, Column, Table
from balance.report.model import Figure
from balance.report.numbers import Shown, count, plain, shown


def estimate_table(key: str, caption: str, rows: Iterable[tuple[str, Shown]], figure: str, interval: str) -> Table:
    """Rows of label, value, interval, games."""
    columns = (Column(""), Column(figure, "number"), Column(interval, "number"), Column("from", "number"))
    cells = [[Cell(label), Cell(one.value), Cell(f"{one.low} to {one.high}"), Cell(one.n)] for label, one in rows]
    return Table(key, caption, columns, cells)


def figure_table(key: str, caption: str, figures: Sequence[tuple[str, Figure]], interval: str) -> Table:
    """A column a figure, with mean, interval, quantiles, games; the name on top if there are several."""
    shown_ = [shown(figure.estimate) for _, figure in figures]
    lines = [
        ("average", [one.value for one in shown_]),
        (interval, [f"{one.low} to {one.high}" for one in shown_]),
        ("standard deviation of a game", [plain(figure.sd, 2) for _, figure in figures]),
        ("5 % of games have at most", [_whole(figure.p05) for _, figure in figures]),
        ("half of games have at most (median)", [_whole(figure.p50) for _, figure in figures]),
        ("95 % of games have at most", [_whole(figure.p95) for _, figure in figures]),
        ("least and most", [f"{_whole(figure.min)} to {_whole(figure.max)}" for _, figure in figures]),
        ("from", [one.n for one in shown_]),
    ]
    names = [name for name, _ in figures] if len(figures) > 1 else ["value"]
    columns = [Column(""), *[Column(name, "number") for name in names]]
    return Table(key, caption, columns, [[Cell(label), *[Cell(text) for text in texts]] for label, texts in lines])


def _whole(value: int | None) -> str:
    return "" if value is None else count(value)
