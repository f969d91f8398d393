"""The page of a sweep (`balance sweep`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from balance.report.blocks import Cell, Chart, Column, Hero, Key, Page, Panel, Section, Table
from balance.report.charts.bars import Row, points
from balance.report.charts.sweeps import MOST_LINES, Line, curves, heat_map
from balance.report.numbers import NBSP, change, count, in_unit, plain
from balance.report.played import same_again
from balance.report.sweep_words import (
    ALPHA,
    BOTS,
    Figure,
    Sweep,
    Variant,
    capital,
    families,
    is_constant,
    kind_of,
    position_of,
    sentence,
)
from balance.report.words import how_it_plays

INTERVAL = f"95{NBSP}% interval"


def page(content: Mapping[str, Any]) -> Page:
    """The page of a sweep's data."""
    sweep = Sweep.model_validate(content)
    moving = [family for family in families(sweep.figures) if not is_constant(sweep, family)]
    blocks: list[Chart | Panel] = [chart for family in moving for chart in _charts(sweep, family)]
    if still := [sentence(sweep, family) for family in families(sweep.figures) if is_constant(sweep, family)]:
        blocks.append(Panel("still", "Always the same", still))
    title = "Balance against skill" if sweep.by_skill else "How figures move"
    return Page(
        title=f"{sweep.title} – {'balance against skill' if sweep.by_skill else 'sweep'}",
        hero=_hero(sweep),
        banner="" if sweep.complete else "This sweep was stopped early: fewer games were played than asked for.",
        notices=[],
        tiles=[],
        sections=[Section("figures", title, "", blocks), *_tests(sweep), *_bots(sweep), _method(sweep)],
        footer=f"sweep · seed {sweep.seed} · {count(sweep.games)} games with each variant",
    )


def words(content: Mapping[str, Any]) -> str:
    """What a sweep's data say: a sentence for each figure, or for those that are one by position."""
    sweep = Sweep.model_validate(content)
    return " ".join(sentence(sweep, family) for family in families(sweep.figures))


def _hero(sweep: Sweep) -> Hero:
    over = " and ".join(f"{one.key} ({', '.join(one.values)})" for one in sweep.over)
    varied = any(one.key == BOTS for one in sweep.over)
    about = "" if varied else "; ".join(f"{bot} {words}" for bot in sweep.bots if (words := how_it_plays(bot)))
    caution = f"Bots played this, not people{f': {about}' if about else ''}."
    if varied:
        caution += " What is fair at one level of skill need not be at another, and people may play better still."
    facts = [f"{count(sweep.games)} games with each variant", "the same games for all", f"seed {sweep.seed}"]
    if sweep.by_skill:
        title, label = f"Among {', '.join(sweep.over[0].values)} bots", "Balance against skill"
    else:
        title, label = f"Over {over}", "How figures move"
    bots = [] if varied else sweep.bots
    return Hero(
        f"Sweep · {sweep.title}",
        title,
        "plain",
        label,
        sentence(sweep, families(sweep.figures)[0]),
        [*facts, *bots],
        caution,
    )


def _charts(sweep: Sweep, family: Sequence[Figure]) -> list[Chart]:
    """One with all figures of a family, if they can be drawn as lines together; else one a figure."""
    if len(sweep.over) == 1 and 1 < len(family) <= MOST_LINES:
        lines = [Line(position_of(one), _estimates(sweep.variants, one)) for one in family]
        return [_chart(sweep, family, capital(kind_of(family[0])), lines)]
    return [_chart(sweep, [one], capital(one.label), _lines(sweep, one)) for one in family]


def _chart(sweep: Sweep, family: Sequence[Figure], title: str, lines: list[Line]) -> Chart:
    key = family[0].figure.replace(".", "-")
    drawing = _curves(sweep, family[0], key, title, lines) if lines else _other_drawing(sweep, family[0], key, title)
    legend = [] if not lines and len(sweep.over) == 2 else [Key("whisker", INTERVAL)]
    if len(lines) > 1:
        legend = [*(Key(f"line p{k}", line.name) for k, line in enumerate(lines, 1)), *legend]
    if lines and _fair(sweep, family[0]) is not None:
        legend.append(Key("target", "no position better than another"))
    reading = capital(sentence(sweep, family).removeprefix(f"{title}: "))
    return Chart(key, title, reading, drawing, legend, "", _table(sweep, family, key, title))


def _lines(sweep: Sweep, figure: Figure) -> list[Line]:
    """A line over one option; of two of which one is the bots, a line for each bot; nothing if lines cannot show it."""
    if len(sweep.over) == 1:
        return [Line("", _estimates(sweep.variants, figure))]
    bots = next((one for one in sweep.over if one.key == BOTS), None)
    if len(sweep.over) != 2 or bots is None or len(bots.values) > MOST_LINES:
        return []
    levels = {bot: [one for one in sweep.variants if one.values[BOTS] == bot] for bot in bots.values}
    return [Line(bot, _estimates(variants, figure)) for bot, variants in levels.items()]


def _estimates(variants: Sequence[Variant], figure: Figure) -> list[Any]:
    return [one.figures[figure.figure] for one in variants]


def _fair(sweep: Sweep, figure: Figure) -> float | None:
    """What is fair, where the page is about that: an option's sweep shows how a figure moves on a scale of its own."""
    return figure.fair if any(one.key == BOTS for one in sweep.over) else None


def _curves(sweep: Sweep, figure: Figure, key: str, title: str, lines: list[Line]) -> Markup:
    along = next((one for one in sweep.over if one.key != BOTS), sweep.over[0])
    return curves(key, title, along.values, lines, along.key, figure.unit, _fair(sweep, figure))


def _other_drawing(sweep: Sweep, figure: Figure, key: str, title: str) -> Markup:
    estimates = _estimates(sweep.variants, figure)
    if len(sweep.over) == 2:
        rows, columns = sweep.over
        width = len(columns.values)
        cells = [estimates[i : i + width] for i in range(0, len(estimates), width)]
        return heat_map(key, title, rows.values, columns.values, cells, (rows.key, columns.key), figure.unit)
    bars = [
        Row(one.name, found, "p1", figure.unit) for one, found in zip(sweep.variants, estimates, strict=True) if found
    ]
    return points(key, title, bars, figure.label)


def _table(sweep: Sweep, family: Sequence[Figure], key: str, title: str) -> Table:
    columns = [Column(one.key, "number", "ascending") for one in sweep.over]
    if len(family) > 1:
        columns.append(Column("Position"))
    columns += [
        Column("Value", "number", "descending", INTERVAL),
        Column("Change", "number", "descending", "from the first; paired"),
    ]
    rows = []
    for place, one in enumerate(sweep.variants):
        for figure in family:
            found, moved = one.figures[figure.figure], one.differences.get(figure.figure)
            cells = [Cell(one.values[over.key], order=str(place)) for over in sweep.over]
            if len(family) > 1:
                cells.append(Cell(position_of(figure), order=figure.figure))
            value = in_unit(found, figure.unit).line if found else "–"
            cells.append(Cell(value, order=repr(found.value if found else 0.0)))
            by = change(moved, figure.unit).line if moved else "–"
            cells.append(Cell(by, order=repr(moved.value if moved else 0.0)))
            rows.append(cells)
    return Table(f"{key}-table", title, columns, rows)


def _tests(sweep: Sweep) -> list[Section]:
    """Of three seats and more: does any position win more than its share?"""
    rows = []
    for one in sweep.variants:
        if (test := one.position_test) is None:
            continue
        p = "< 0.001" if test.p_value < 0.001 else plain(test.p_value, 3)
        words = "not alike" if test.p_value < ALPHA else "cannot be told apart"
        rows.append([Cell(one.name), Cell(plain(test.statistic, 1)), Cell(str(test.degrees)), Cell(p), Cell(words)])
    if not rows:
        return []
    columns = (
        Column(""),
        Column("chi²", "number"),
        Column("degrees", "number"),
        Column("p", "number"),
        Column("at 5 %"),
    )
    about = "Chi-square test of equal win shares of all positions; a small p says that some position is better."
    table = Table("positions-table", "Test of equal win shares", columns, rows)
    return [Section("positions", "Are the positions alike?", "", [Panel("positions-panel", "", [about], table)])]


def _bots(sweep: Sweep) -> list[Section]:
    """Who the bots are, where they are what varies."""
    if all(one.key != BOTS for one in sweep.over):
        return []
    notes = [(bot, about) for bot in sweep.bots if (about := how_it_plays(bot))]
    return [Section("bots", "Who played", "", [Panel("bots-panel", "", notes=notes)])] if notes else []


def _method(sweep: Sweep) -> Section:
    notes = [
        (
            "The same games",
            "Every variant plays the same games, deal by deal, as far as the rules allow, so differences between"
            " variants are surer than their intervals suggest; the last column of each table has the paired interval.",
        )
    ]
    panels = [Panel("method", "", notes=notes), *same_again(sweep.command)]
    return Section("methods", "How to read the figures", "", panels)
