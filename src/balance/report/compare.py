"""The page of a comparison (`balance compare`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balance.report.blocks import Cell, Chart, Column, Hero, Key, Page, Panel, Section, Table, Tone
from balance.report.charts.bars import Row, points
from balance.report.charts.spans import scale_of, span
from balance.report.model import Estimate, Part
from balance.report.numbers import NBSP, Shown, change, count, in_unit, plain, setting
from balance.report.played import same_again
from balance.report.words import how_it_plays

INTERVAL = f"95{NBSP}% interval"
FEW = 14
"""Changes drawn in the chart: those that are clearest for their interval."""


class Variant(Part):
    """What was played."""

    name: str
    about: str
    mode: str
    players: int
    bots: list[str]
    spec_hash: str
    games: int
    changed: list[dict[str, Any]]


class Figure(Part):
    """A figure before and after."""

    figure: str
    label: str
    unit: str
    base: Estimate | None
    other: Estimate | None
    difference: Estimate
    p_value: float
    told_apart: bool
    correlation: float | None
    unpaired_times: float | None


class Differences(Part):
    """What a variant changes."""

    variant: str
    base: str
    figures: list[Figure]


class Comparison(Part):
    """What `balance compare --json` prints."""

    schema_version: int
    title: str
    paired: bool
    seed: int | list[int]
    games: int
    mirrored: int
    complete: bool
    main: list[str]
    variants: list[Variant]
    differences: list[Differences]
    command: str = ""


def page(content: Mapping[str, Any]) -> Page:
    """The page of a comparison's data."""
    found = Comparison.model_validate(content)
    sections = [_changes(found, one, k) for k, one in enumerate(found.differences)]
    sections += [_played(found), _method(found)]
    return Page(
        title=f"{found.title} – comparison",
        hero=_hero(found),
        banner="" if found.complete else "This comparison was stopped early: fewer games were played than asked for.",
        notices=[],
        tiles=[],
        sections=sections,
        footer=f"comparison · {_seed(found)} · {count(found.games)} games each",
    )


def _seed(found: Comparison) -> str:
    seeds = found.seed if isinstance(found.seed, list) else [found.seed]
    return f"seed{'s' if len(set(seeds)) > 1 else ''} {', '.join(map(str, dict.fromkeys(seeds)))}"


def _hero(found: Comparison) -> Hero:
    base = found.variants[0]
    how = "the same games" if found.paired else "independent games"
    facts = [f"{count(found.games)} games each", how, _seed(found), f"bots: {', '.join(dict.fromkeys(base.bots))}"]
    headline = " ".join(_verdict(found, one) for one in found.differences)
    caution = "Bots played this, not people: what a rule changes between bots it need not change between people."
    about = [f"{bot} {words}" for bot in dict.fromkeys(base.bots) if (words := how_it_plays(bot))]
    if about:
        caution = f"Bots played this, not people: {'; '.join(about)}. {caution.partition(': ')[2].capitalize()}"
    title = " · ".join(variant.name for variant in found.variants)
    return Hero(f"Comparison · {found.title}", title, _tone(found), "What changes", headline, facts, caution)


def _tone(found: Comparison) -> Tone:
    return "plain" if any(figure.told_apart for one in found.differences for figure in one.figures) else "open"


def _verdict(found: Comparison, one: Differences) -> str:
    main = [figure for figure in one.figures if figure.figure in found.main]
    texts = [_sentence(figure) for figure in main]
    others = sum(figure.told_apart for figure in one.figures if figure.figure not in found.main)
    more = f"{count(others)} other figure{'' if others == 1 else 's'} changed" if others else "no other figure changed"
    return f"{_capital(one.variant)} – {'; '.join(texts)}; {more}."


def _sentence(figure: Figure) -> str:
    """`the first player’s advantage falls from +2.2 to +0.4 pp (−1.8 ± 0.3)`."""
    moved = change(figure.difference, figure.unit).line
    if figure.difference.value == 0 and figure.difference.low == figure.difference.high:
        return f"{figure.label} does not change at all"
    if not figure.told_apart:
        return f"{figure.label}: no change can be told ({moved})"
    goes = "rises" if figure.difference.value > 0 else "falls"
    if figure.base is None or figure.other is None:
        return f"{figure.label} {goes} ({moved})"
    before, after = in_unit(figure.base, figure.unit).value, in_unit(figure.other, figure.unit).value
    return f"{figure.label} {goes} from {before} to {after} ({moved})"


def _changes(found: Comparison, one: Differences, k: int) -> Section:
    blocks: list[Chart | Panel] = []
    told = sorted((figure for figure in one.figures if figure.told_apart), key=_clearness, reverse=True)
    shares = [figure for figure in told if figure.unit in ("%", "pp")][:FEW]
    others = [figure for figure in told if figure.unit not in ("%", "pp")][:FEW]
    if shares:
        rows = [Row(_capital(figure.label), figure.difference, "p1", "pp") for figure in shares]
        title = "Shares that change"
        blocks.append(
            Chart(
                f"shares-{k}",
                title,
                "The change of each share, in percentage points; the clearest first.",
                points(f"shares-{k}", title, rows, "change, percentage points"),
                [Key("whisker", INTERVAL)],
            )
        )
    if others:
        blocks.append(Panel(f"means-{k}", "Counts and points that change most clearly", [], _short_table(others, k)))
    if not told:
        blocks.append(Panel(f"none-{k}", "No figure can be told to change", ["More games would show smaller changes."]))
    folded = bool(told) or len(found.differences) > 1
    blocks.append(Panel(f"all-{k}", "Every figure", [], _table(one, k, found.paired), folded=folded))
    return Section(f"changes-{k}", f"{_capital(one.variant)} against {one.base}", "", blocks)


def _clearness(figure: Figure) -> float:
    half = figure.difference.half_width
    return abs(figure.difference.value) / half if half else float("inf")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _short_table(figures: list[Figure], k: int) -> Table:
    columns = (Column("Figure"), Column("Before", "number"), Column("After", "number"), Column("Change", "number"))
    rows = []
    for one in figures:
        before, after = (_value(found, one.unit) for found in (one.base, one.other))
        moved = change(one.difference, one.unit).line
        rows.append([Cell(_capital(one.label), one.unit), Cell(before), Cell(after), Cell(moved)])
    return Table(f"means-{k}-table", "Counts and points that change most clearly", columns, rows)


def _value(found: Estimate | None, unit: str) -> str:
    return "–" if found is None else in_unit(found, unit).value


def _table(one: Differences, k: int, paired: bool) -> Table:
    columns = [
        Column("Figure"),
        Column("Before", "number", "descending"),
        Column("After", "number", "descending"),
        Column("Change", "number", "descending"),
        Column(INTERVAL, "number", "descending"),
        Column("", "picture"),
        Column("Differs from 0", "text", "ascending", "kept by Benjamini-Hochberg at 5 %; sorts by p-value"),
    ]
    if paired:
        hint = "times as many games that an unpaired comparison would have needed"
        columns.append(Column("Pairing worth", "number", "descending", hint))
    return Table(
        f"all-{k}-table",
        f"All figures of {one.variant} and {one.base}",
        columns,
        [_cells(figure, paired) for figure in one.figures],
        sorted_by=6,
        filter_label="Find a figure",
        marked_label="only figures that change",
        marked=[figure.told_apart for figure in one.figures],
    )


def _cells(one: Figure, paired: bool) -> list[Cell]:
    moved: Shown = change(one.difference, one.unit)
    same = one.difference.low == one.difference.high == 0
    mark = "yes" if one.told_apart else "the same" if same else "cannot tell"
    cells = [
        Cell(_capital(one.label), one.unit, order=one.label),
        Cell(_value(one.base, one.unit), order=repr(one.base.value if one.base else 0.0)),
        Cell(_value(one.other, one.unit), order=repr(one.other.value if one.other else 0.0)),
        Cell(moved.value, order=repr(one.difference.value), mark="strong" if one.told_apart else ""),
        Cell(f"{moved.low} to {moved.high}", order=repr(one.difference.low)),
        Cell(picture=span(one.difference, scale_of([one.difference]), one.told_apart)),
        Cell(mark, order=repr(one.p_value), mark="told" if one.told_apart else "quiet"),
    ]
    if paired:
        worth = one.unpaired_times
        cells.append(Cell("–" if worth is None else plain(worth, 1), order=repr(worth or 0.0)))
    return cells


def _played(found: Comparison) -> Section:
    blocks = []
    for k, variant in enumerate(found.variants):
        rows = [
            [Cell(str(one["key"])), Cell(setting(one["base"])), Cell(setting(one["value"]))] for one in variant.changed
        ]
        columns = (Column("Rule"), Column(f"in {found.variants[0].name}"), Column("here"))
        table = Table(f"rules-{k}", f"Rules of {variant.name} that differ", columns, rows) if rows else None
        seats = "1 player" if variant.players == 1 else f"{variant.players} players"
        words = [variant.about] if variant.about else []
        words.append(f"{seats}, mode {variant.mode}, bots: {', '.join(variant.bots)}, spec {variant.spec_hash[:8]}")
        if k and not rows:
            words.append("No rule differs from the first variant’s.")
        blocks.append(Panel(f"variant-{k}", variant.name, words, table))
    return Section("played", "What was played", "", blocks)


PAIRED = (
    "Pairs",
    "All variants play the same games: game by game the same deal, the same chances, the same chances of the bots, as"
    " far as the rules allow. A change is measured within pairs, so the luck that both share cancels; its interval"
    " comes from the pairs themselves (delta method). “Pairing worth 3.0” means that unpaired games would have had to"
    " be three times as many for the same interval.",
)
INDEPENDENT = (
    "Independent games",
    "The runs have games of their own; the interval of a change is put together from both intervals (Newcombe 1998)."
    " Compare the specs instead of the runs to play the same games, which usually needs far fewer of them.",
)
TOLD = (
    "Differs from 0",
    "Among all figures of a table, so many are called different that about 5 % of those so called are not"
    " (Benjamini-Hochberg).",
)


def _method(found: Comparison) -> Section:
    notes = [PAIRED if found.paired else INDEPENDENT, TOLD]
    panels = [Panel("method", "", notes=notes), *same_again(found.command)]
    return Section("methods", "How to read the figures", "", panels)
