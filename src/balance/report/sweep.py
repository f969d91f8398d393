"""The page of a sweep (`balance sweep`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balance.report.blocks import Cell, Chart, Column, Hero, Key, Page, Panel, Section, Table
from balance.report.charts.bars import Row, points
from balance.report.charts.sweeps import curve, heat_map
from balance.report.model import Estimate, Part
from balance.report.numbers import NBSP, change, count, in_unit
from balance.report.words import how_it_plays

INTERVAL = f"95{NBSP}% interval"


class Over(Part):
    """An option and its values."""

    key: str
    values: list[str]


class Figure(Part):
    """A figure that was asked for."""

    figure: str
    label: str
    unit: str


class Variant(Part):
    """One combination of values and what came of it."""

    values: dict[str, str]
    spec_hash: str
    figures: dict[str, Estimate | None]
    differences: dict[str, Estimate]

    @property
    def name(self) -> str:
        """`hand_limit 7`."""
        return ", ".join(f"{key} {value}" for key, value in self.values.items())


class Sweep(Part):
    """What `balance sweep --json` prints."""

    game: str
    title: str
    bots: list[str]
    seed: int
    games: int
    mirrored: int
    complete: bool
    over: list[Over]
    figures: list[Figure]
    variants: list[Variant]


def page(content: Mapping[str, Any]) -> Page:
    """The page of a sweep's data."""
    sweep = Sweep.model_validate(content)
    return Page(
        title=f"{sweep.title} – sweep",
        hero=_hero(sweep),
        banner="" if sweep.complete else "This sweep was stopped early: fewer games were played than asked for.",
        notices=[],
        tiles=[],
        sections=[*(_section(sweep, figure) for figure in sweep.figures), _method(sweep)],
        footer=f"sweep · seed {sweep.seed} · {count(sweep.games)} games with each variant",
    )


def _hero(sweep: Sweep) -> Hero:
    over = " and ".join(f"{one.key} ({', '.join(one.values)})" for one in sweep.over)
    bots = list(dict.fromkeys(sweep.bots))
    about = "; ".join(f"{bot} {words}" for bot in bots if (words := how_it_plays(bot)))
    caution = f"Bots played this, not people{f': {about}' if about else ''}."
    facts = [f"{count(sweep.games)} games with each variant", "the same games for all", f"seed {sweep.seed}"]
    headline = " ".join(_moves(sweep, figure) for figure in sweep.figures)
    return Hero(
        f"Sweep · {sweep.title}", f"Over {over}", "plain", "How figures move", headline, [*facts, *bots], caution
    )


def _moves(sweep: Sweep, figure: Figure) -> str:
    """Between which variants a figure is lowest and highest, if their intervals are apart."""
    known = [(one, found) for one in sweep.variants if (found := one.figures[figure.figure])]
    if not known:
        return f"{_capital(figure.label)}: no games."
    least, most = (pick(known, key=lambda pair: pair[1].value) for pick in (min, max))
    if least[1].high >= most[1].low:
        return f"{_capital(figure.label)} does not visibly move."
    low, high = (in_unit(found, figure.unit).line for _, found in (least, most))
    return f"{_capital(figure.label)} goes from {low} ({least[0].name}) to {high} ({most[0].name})."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _section(sweep: Sweep, figure: Figure) -> Section:
    title = _capital(figure.label)
    key = figure.figure.replace(".", "-")
    estimates = [one.figures[figure.figure] for one in sweep.variants]
    chart = Chart(
        key, title, "", _drawing(sweep, figure, key, title, estimates), _keys(sweep), "", _table(sweep, figure, key)
    )
    return Section(f"figure-{key}", title, "", [chart])


def _keys(sweep: Sweep) -> list[Key]:
    return [] if len(sweep.over) == 2 else [Key("whisker", INTERVAL)]


def _drawing(sweep: Sweep, figure: Figure, key: str, title: str, estimates: list[Estimate | None]) -> Any:
    if len(sweep.over) == 1:
        return curve(key, title, sweep.over[0].values, estimates, sweep.over[0].key, figure.unit)
    if len(sweep.over) == 2:
        rows, columns = sweep.over
        width = len(columns.values)
        lines = [estimates[i : i + width] for i in range(0, len(estimates), width)]
        return heat_map(key, title, rows.values, columns.values, lines, (rows.key, columns.key), figure.unit)
    bars = [
        Row(one.name, found, "p1", figure.unit) for one, found in zip(sweep.variants, estimates, strict=True) if found
    ]
    return points(key, title, bars, figure.label)


def _table(sweep: Sweep, figure: Figure, key: str) -> Table:
    columns = [Column(one.key, "number", "ascending") for one in sweep.over]
    columns += [
        Column("Value", "number", "descending", INTERVAL),
        Column("Change", "number", "descending", "from the first; paired"),
    ]
    rows = []
    for place, one in enumerate(sweep.variants):
        found, moved = one.figures[figure.figure], one.differences.get(figure.figure)
        cells = [Cell(one.values[over.key], order=str(place)) for over in sweep.over]
        value = in_unit(found, figure.unit).line if found else "–"
        cells.append(Cell(value, order=repr(found.value if found else 0.0)))
        cells.append(Cell(change(moved, figure.unit).line if moved else "–", order=repr(moved.value if moved else 0.0)))
        rows.append(cells)
    return Table(f"{key}-table", _capital(figure.label), columns, rows)


def _method(sweep: Sweep) -> Section:
    notes = [
        (
            "The same games",
            "Every variant plays the same games, deal by deal, as far as the rules allow, so differences between"
            " variants are surer than their intervals suggest; the last column of each table has the paired interval.",
        )
    ]
    again = " ".join(f"--over {one.key}={','.join(one.values)}" for one in sweep.over)
    figures = " ".join(f"--figure {one.figure}" for one in sweep.figures)
    mirror = " --mirror" if sweep.mirrored > 1 else ""
    command = f"balance sweep {sweep.game} {again} {figures} --games {sweep.games} --seed {sweep.seed}{mirror}"
    panel = Panel("method", "", notes=notes)
    return Section("methods", "How to read the figures", "", [panel, Panel("again", "The same again", code=command)])
