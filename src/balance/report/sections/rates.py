"""Answers to a game's own questions: its declared rates, a chart a group."""

from __future__ import annotations

from dataclasses import replace

from balance.report import words
from balance.report.blocks import Cell, Chart, Column, Key, Panel, Section, Table
from balance.report.charts.bars import Row, points
from balance.report.model import GameRate, Summary
from balance.report.numbers import NBSP, Shown, count, percent, shown
from balance.report.sections.tables import estimate_table

INTRO = (
    "Shares of cases, not always of games: a case is what the label names, and a game can have several or none. The"
    " intervals are over games."
)


def section(summary: Summary) -> Section:
    """A chart for each group of rates and unit; quotients without a group have units of their own: a table."""
    blocks: list[Chart | Panel] = []
    rest: list[Row] = []
    for k, ((group, unit), rates) in enumerate(_groups(summary).items(), 1):
        rows = [row for rate in rates for row in _rows(summary, rate, alone=bool(group) and len(rates) == 1)]
        if not group and unit != "%":
            rest += rows
        elif rows:
            blocks.append(_chart(summary, k, group, unit, rows))
    if rest:
        blocks.append(_averages(summary, rest))
    return Section("rates", "The game’s own questions", INTRO, blocks)


def _groups(summary: Summary) -> dict[tuple[str, str], list[GameRate]]:
    found: dict[tuple[str, str], list[GameRate]] = {}
    for rate in summary.rates:
        found.setdefault((rate.group, rate.unit), []).append(rate)
    return found


def _rows(summary: Summary, rate: GameRate, alone: bool) -> list[Row]:
    """`alone`: in its group, whose title then says what it is; positions need no more than their names."""
    if not rate.positions:
        return [Row(rate.label, rate.rate, "p1", rate.unit)] if rate.rate else []
    return [
        Row(name if alone else f"{rate.label}: {name}", one, f"p{k}", rate.unit)
        for k, (name, one) in enumerate(zip(words.positions(summary), rate.positions, strict=True), 1)
        if one
    ]


def _averages(summary: Summary, rows: list[Row]) -> Panel:
    title, interval = "More averages", words.interval_name(summary)
    columns = [Column("What"), Column("Average", "number"), Column("Unit"), Column(interval, "number")]
    columns.append(Column("From", "number"))
    cells = []
    for row in rows:
        found = _of_cases(row)
        texts = (row.label, found.value, row.unit, f"{found.low} to {found.high}", found.n)
        cells.append([Cell(text) for text in texts])
    return Panel("averages", title, table=Table("averages-table", title, columns, cells))


def _chart(summary: Summary, k: int, group: str, unit: str, rows: list[Row]) -> Chart:
    title = group[0].upper() + group[1:] if group else "More shares"
    axis = "share of cases" if unit == "%" else unit
    pairs = [(row.label, _of_cases(row)) for row in rows]
    interval = words.interval_name(summary)
    table = estimate_table(f"rates-{k}-table", title, pairs, axis, interval)
    legend = [Key("whisker", interval)]
    return Chart(f"rates-{k}", title, "", points(f"rates-{k}", title, rows, axis), legend, "", table)


def _of_cases(row: Row) -> Shown:
    found = percent(row.estimate) if row.unit == "%" else shown(row.estimate)
    return replace(found, n=f"{count(row.estimate.n)}{NBSP}{'cases' if row.unit == '%' else 'games'}")
