"""Answers to a game's own questions: its declared rates, a chart a group."""

from __future__ import annotations

from dataclasses import replace

from balance.report import words
from balance.report.blocks import Chart, Key, Section
from balance.report.charts.bars import Row, points
from balance.report.model import GameRate, Summary
from balance.report.numbers import NBSP, Shown, count, percent, shown
from balance.report.sections.tables import estimate_table

INTRO = (
    "Shares of cases, not always of games: a case is what the label names, and a game can have several or none. The"
    " intervals are over games."
)


def section(summary: Summary) -> Section:
    """A chart for each group of rates and unit."""
    charts = [_chart(summary, k, group, unit, found) for k, ((group, unit), found) in enumerate(_groups(summary), 1)]
    return Section("rates", "The game’s own questions", INTRO, charts)


def _groups(summary: Summary) -> list[tuple[tuple[str, str], list[Row]]]:
    found: dict[tuple[str, str], list[Row]] = {}
    for rate in summary.rates:
        rows = _rows(summary, rate)
        if rows:
            found.setdefault((rate.group, rate.unit), []).extend(rows)
    return list(found.items())


def _rows(summary: Summary, rate: GameRate) -> list[Row]:
    if not rate.positions:
        return [Row(rate.label, rate.rate, "p1", rate.unit)] if rate.rate else []
    return [
        Row(f"{rate.label}: {name}", one, f"p{k}", rate.unit)
        for k, (name, one) in enumerate(zip(words.positions(summary), rate.positions, strict=True), 1)
        if one
    ]


def _chart(summary: Summary, k: int, group: str, unit: str, rows: list[Row]) -> Chart:
    title = group[0].upper() + group[1:] if group else "More shares" if unit == "%" else "More quotients"
    axis = "share of cases" if unit == "%" else unit
    pairs = [(row.label, _of_cases(row)) for row in rows]
    interval = words.interval_name(summary)
    table = estimate_table(f"rates-{k}-table", title, pairs, axis, interval)
    legend = [Key("whisker", interval)]
    return Chart(f"rates-{k}", title, "", points(f"rates-{k}", title, rows, axis), legend, "", table)


def _of_cases(row: Row) -> Shown:
    found = percent(row.estimate) if row.unit == "%" else shown(row.estimate)
    return replace(found, n=f"{count(row.estimate.n)}{NBSP}{'cases' if row.unit == '%' else 'games'}")
