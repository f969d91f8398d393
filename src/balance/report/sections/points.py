"""Points: by position, and where they come from (figures that share a group)."""

from __future__ import annotations

from math import isclose

from balance.report import words
from balance.report.blocks import Cell, Chart, Column, Key, Section, Table
from balance.report.charts.bars import Stack, stacked_bars
from balance.report.charts.histogram import bars, outlines
from balance.report.model import Figure, GameFigure, Summary
from balance.report.numbers import Shown, plain, shown
from balance.report.sections.course import histogram_chart, is_constant
from balance.report.sections.tables import figure_table


def section(summary: Summary) -> Section:
    """Points and groups."""
    charts = [_points(summary), *[_group(summary, name, members) for name, members in groups(summary).items()]]
    return Section("points", "Points", "", [chart for chart in charts if chart])


def groups(summary: Summary) -> dict[str, list[GameFigure]]:
    """The game's figures by group, in its order; those without a group are left out."""
    found: dict[str, list[GameFigure]] = {}
    for figure in summary.figures:
        if figure.group and any(figure.parts):
            found.setdefault(figure.group, []).append(figure)
    return found


def _points(summary: Summary) -> Chart | None:
    pairs = [(name, one) for name, one in zip(words.sharers(summary), summary.points, strict=True) if one]
    return by_position(summary, "points-chart", "Points by position", pairs, "points a game")


def by_position(summary: Summary, key: str, title: str, pairs: list[tuple[str, Figure]], axis: str) -> Chart | None:
    """The outlines of one figure's histograms, one a position; a plain histogram if there is only one."""
    drawn = [(name, one) for name, one in pairs if one.histogram]
    if all(is_constant(one) for _, one in drawn):
        return None
    if len(drawn) == 1:
        return histogram_chart(summary, key, "Points" if title == "Points by position" else title, drawn[0][1], axis)
    figures = [one for _, one in drawn]
    legend = [
        Key(f"line p{k}", f"{name}: average {shown(one.estimate).line}, middle 90 % {_range(one)}")
        for k, (name, one) in enumerate(drawn, 1)
    ]
    width = bars(figures)[0].width
    note = f"Each step holds {width} values. " if width > 1 else ""
    table = figure_table(f"{key}-table", title, pairs, words.interval_name(summary))
    note += f"{shown(figures[0].estimate).n}."
    return Chart(key, title, "", outlines(key, title, figures, axis), legend, note, table)


def _range(figure: Figure) -> str:
    return f"{plain(figure.p05 or 0, 0)} to {plain(figure.p95 or 0, 0)}"


def _group(summary: Summary, name: str, members: list[GameFigure]) -> Chart | None:
    key = f"group-{list(groups(summary)).index(name) + 1}"
    title = name[0].upper() + name[1:]
    labels = _owners(summary, members)
    stacks = []
    for p, label in enumerate(labels):
        parts = [(one.label, part.estimate) for one in members if p < len(one.parts) and (part := one.parts[p])]
        if parts:
            stacks.append(Stack(label, parts, _total(summary, p, [part.value for _, part in parts])))
    if not stacks:
        return None
    legend = [Key(f"s{k % 8 + 1}", one.label) for k, one in enumerate(members)]
    drawing = stacked_bars(key, title, stacks, f"{members[0].unit} a game".replace("a game a game", "a game"))
    note = f"The small lines are {words.interval_name(summary)}s of each part. {shown(stacks[0].parts[0][1]).n}."
    return Chart(key, title, "", drawing, legend, note, _table(summary, key, title, labels, members))


def _owners(summary: Summary, members: list[GameFigure]) -> list[str]:
    """Whose figures they are: each position's, those of all together where points are shared, or the game's."""
    if members[0].per == "game":
        return ["a game"]
    parts = [part.mean for one in members if (part := one.parts[0])]
    shared = not summary.competitive and _total(summary, 0, parts) is not None
    return words.sharers(summary) if shared else words.positions(summary)


def _total(summary: Summary, position: int, values: list[float]) -> Shown | None:
    """The position's points, if that is what the parts add up to."""
    points = summary.points[position] if position < len(summary.points) else None
    if points and isclose(sum(values), points.mean, rel_tol=1e-6, abs_tol=1e-6):
        return shown(points.estimate, "points")
    return None


def _table(summary: Summary, key: str, title: str, labels: list[str], members: list[GameFigure]) -> Table:
    columns = [Column(""), *[Column(label, "number") for label in labels]]
    rows = []
    for figure in members:
        cells = [shown(part.estimate).line if part else "–" for part in figure.parts[: len(labels)]]
        rows.append([Cell(figure.label), *[Cell(text) for text in cells]])
    return Table(f"{key}-table", f"{title}, average ± half the {words.interval_name(summary)}", columns, rows)
