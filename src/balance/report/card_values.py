"""The page of card values (`balance cards --swap --ban --removal`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from balance.analysis.estimates import Estimate
from balance.report.blocks import Cell, Chart, Column, Hero, Key, Page, Panel, Section, Table, Tone
from balance.report.charts.bars import Band, Row, points
from balance.report.charts.scatter import Dot, scatter
from balance.report.charts.spans import scale_of, span
from balance.report.model import Part
from balance.report.numbers import NBSP, common_decimals, count, plain, short, shown
from balance.report.played import same_again
from balance.report.words import how_it_plays

INTERVAL = f"95{NBSP}% interval"


class Value(Part):
    """What an entry is worth, by pairs of games."""

    name: str
    raw: Estimate
    shrunk: Estimate
    p_value: float
    told_apart: bool
    pairs: int
    deals: int
    changed: int
    correlation: float | None
    games_factor: float | None


class Card(Value):
    """A card, or another part of the game (-1)."""

    card: int
    verdict: Literal["strong", "weak", "fair", "open"] | None
    number: int | None
    residual: Estimate | None


class Group(Value):
    """Cards that have something in common."""

    by: str
    cards: int


class Silent(Part):
    """An entry of which nothing is said: no games, or too few that it changed."""

    name: str
    pairs: int
    changed: int


class Line(Part):
    """The line of values over the number on the cards."""

    intercept: float
    slope: Estimate


class Values(Part):
    """One kind of value by one figure between bots of one level."""

    bot: str
    kind: Literal["swap", "ban", "removal"]
    figure: str
    label: str
    scale: Literal["share", "points", "number"]
    deals: int
    tolerance: float | None
    cards: list[Card]
    groups: list[Group]
    silent: list[Silent]
    line: Line | None

    @property
    def factor(self) -> int:
        """From the data to what is shown."""
        return 100 if self.scale == "share" else 1

    @property
    def unit(self) -> str:
        """Of what is shown."""
        return {"share": "pp", "points": "points", "number": ""}[self.scale]

    def drawn(self, found: Estimate) -> Estimate:
        """An estimate in the unit that is shown."""
        return found.scaled(self.factor)


class Study(Part):
    """What `balance cards --swap --ban --removal --json` prints."""

    title: str
    name: str
    mode: str
    players: int
    seed: int
    deals: int
    complete: bool
    number: str | None
    absent: dict[str, str]
    tables: list[Values]
    command: str = ""


KINDS = {
    "swap": (
        "Swap value",
        "The same deal, played again with this one card of the opening hand exchanged for one that nobody was dealt:"
        " how much better the owner does with it. Chance draws the other card, so this is the card’s own doing.",
    ),
    "ban": (
        "Ban value",
        "The same bot, forbidden to use the card, against itself unrestricted on the same deals: what it is worth that"
        " the card may be used. A bot that uses a card badly shows a value below 0.",
    ),
    "removal": (
        "Without the card",
        "The same seeds, played again without a card or another part: the game without it, less the game as it is."
        " Sorted by what is at least changed, either way.",
    ),
}


def page(content: Mapping[str, Any]) -> Page:
    """The page of a study's data."""
    study = Study.model_validate(content)
    sections = [_kind(study, kind) for kind in ("swap", "ban")]
    sections += [_number(study), _groups(study), _kind(study, "removal"), _bots(study), _method(study)]
    return Page(
        title=f"{study.name or study.title} – what cards are worth",
        hero=_hero(study),
        banner="" if study.complete else "This study was stopped early: fewer games were played than asked for.",
        notices=[f"Not measured: {reason}." for reason in study.absent.values()],
        tiles=[],
        sections=[section for section in sections if section.blocks],
        footer=f"card values · seed {study.seed} · {count(study.deals)} deals asked for",
    )


def _judging(study: Study) -> list[Values]:
    """The tables that cards are judged by: of the first kind that has a tolerance."""
    known = [values for values in study.tables if values.tolerance is not None]
    return [values for values in known if values.kind == known[0].kind]


def _hero(study: Study) -> Hero:
    judging = _judging(study)
    bots = list(dict.fromkeys(values.bot for values in study.tables))
    tone, label, headline = _verdict(judging)
    seats = "1 player" if study.players == 1 else f"{study.players} players"
    mode = [] if study.mode == "standard" else [f"mode {study.mode}"]
    facts = [*mode, seats, f"bots: {', '.join(bots)}", f"{count(study.deals)} deals a bot", f"seed {study.seed}"]
    caution = (
        "Bots played, not people. A card that bots of this strength cannot use well may be the strongest in better"
        " hands, so look at several bots."
    )
    return Hero("What cards are worth", study.name or study.title, tone, label, headline, facts, caution)


def _verdict(judging: Sequence[Values]) -> tuple[Tone, str, str]:
    if not judging:
        return "plain", "Parts of the game", "What the game would be without each of its parts stands below."
    found = {word: _by_bot(judging, word) for word in ("strong", "weak")}
    unsure = [(sum(card.verdict == "open" for card in values.cards), values) for values in judging]
    more = "; ".join(f"{n} of {len(values.cards)} cards ({values.bot})" for n, values in unsure if n)
    left = f"It cannot be told yet of {more}: more games would tell." if more else ""
    if found["strong"] or found["weak"]:
        texts = [f"Too {word}: {found[word]}." for word in ("strong", "weak") if found[word]]
        return "bad", "Cards stand out", " ".join(texts)
    if left:
        return "open", "Cannot tell yet", f"No card is known to be too strong or too weak. {left}"
    if not any(values.cards for values in judging):
        return "open", "Cannot tell yet", "Too few games differ to say anything of any card."
    return "good", "No card stands out", "Every card that could be measured is worth about as much as the others."


def _by_bot(judging: Sequence[Values], word: str) -> str:
    """The cards with a verdict, for each bot that finds some."""
    texts = []
    for values in judging:
        names = [card.name for card in values.cards if card.verdict == word]
        if names:
            texts.append(f"{', '.join(names)} ({values.bot})")
    return "; ".join(texts)


def _key(study: Study, values: Values) -> str:
    return f"{values.kind}-{study.tables.index(values)}"


def _kind(study: Study, kind: str) -> Section:
    title, intro = KINDS[kind]
    blocks: list[Chart | Panel] = []
    for values in study.tables:
        if values.kind != kind:
            continue
        if kind == "removal" or not values.cards:
            blocks.append(_panel(study, values))
        else:
            blocks.append(_chart(study, values))
    return Section(kind, title, intro, blocks)


def _chart(study: Study, values: Values) -> Chart:
    key = _key(study, values)
    rows = [
        Row(card.name, values.drawn(card.shrunk), "p1" if card.told_apart else "p1 pale", "") for card in values.cards
    ]
    axis = f"{values.label}, {values.unit}"
    tolerance = values.tolerance or 0.0
    band = Band(0.0, tolerance * values.factor / 100)
    title = f"{KINDS[values.kind][0]}, {values.bot}"
    reach = f"±{NBSP}{short(round(tolerance * values.factor, 2))}{NBSP}{values.unit}"
    reading = (
        f"Sorted by the lower end of the interval: what is at least sure. Cards beyond {reach} with their whole"
        " interval are called too strong or too weak."
    )
    legend = [Key("whisker", INTERVAL), Key("band", f"tolerated, {reach}")]
    return Chart(
        key, title, reading, points(key, title, rows, axis, band), legend, _silence(values), _table(key, values)
    )


def _panel(study: Study, values: Values) -> Panel:
    key = _key(study, values)
    told = sum(card.told_apart for card in values.cards)
    texts = [
        f"{told} of {len(values.cards)} can be told apart from 0 with {count(values.deals)} deals.",
        _silence(values),
    ]
    title = f"{values.label[0].upper()}{values.label[1:]}, {values.bot}"
    table = _table(key, values) if values.cards else None
    return Panel(key, title, [text for text in texts if text], table)


def _silence(values: Values) -> str:
    names = ", ".join(one.name for one in values.silent if one.pairs)
    return f"Of these too few games changed to say anything: {names}." if names else ""


def _table(key: str, values: Values) -> Table:
    return _entries(f"{key}-table", values, [(card.name, card) for card in values.cards])


def _entries(key: str, values: Values, entries: Sequence[tuple[str, Value]]) -> Table:
    unit = f", {values.unit}" if values.unit else ""
    columns = (
        Column("Without" if values.kind == "removal" else "Card"),
        Column(f"Value{unit}", "number", "descending", f"{values.label}, shrunk"),
        Column(INTERVAL, "number", "descending", "sorted by its lower end"),
        Column("", "picture"),
        Column("Unshrunk", "number", "descending", f"{values.label} as counted"),
        Column("Pairs", "number", "descending", "games played with and without it"),
        Column("Changed", "number", "descending", "deals in which that made a difference"),
        Column("Won by pairing", "number", "descending", "so many times more games would two separate runs need"),
        Column("Differs from 0", "text", "ascending", "kept by Benjamini-Hochberg at 5 %; sorts by p-value"),
    )
    scale = scale_of([one.shrunk for _, one in entries])
    digits = max(1, common_decimals([values.drawn(one.shrunk).half_width for _, one in entries]))
    rows = [_row(values, name, one, scale, digits) for name, one in entries]
    marked = [one.told_apart for _, one in entries]
    title = KINDS[values.kind][0]
    return Table(key, title, columns, rows, 2, "Find a card", "only what differs from 0", marked)


def _row(values: Values, name: str, one: Value, scale: Any, digits: int) -> list[Cell]:
    value, raw = (shown(values.drawn(found), sign=True, digits=digits) for found in (one.shrunk, one.raw))
    factor = "–" if one.games_factor is None else f"{plain(one.games_factor, 1)}{NBSP}×"
    return [
        Cell(name, order=name),
        Cell(value.value, order=repr(one.shrunk.value), mark="strong" if one.told_apart else ""),
        Cell(f"{value.low} to {value.high}", order=repr(one.shrunk.low)),
        Cell(picture=span(one.shrunk, scale, one.told_apart)),
        Cell(raw.value, raw.reach if raw.reach.startswith("±") else f"({raw.reach})", order=repr(one.raw.value)),
        Cell(count(one.pairs), order=str(one.pairs)),
        Cell(count(one.changed), order=str(one.changed)),
        Cell(factor, order=repr(one.games_factor or 0.0)),
        Cell(
            "yes" if one.told_apart else "cannot tell",
            order=repr(one.p_value),
            mark="told" if one.told_apart else "quiet",
        ),
    ]


def _number(study: Study) -> Section:
    """Values over the number on the cards: which give more than they cost."""
    title = f"Value against {study.number}"
    blocks: list[Chart | Panel] = [
        _scatter(study, values, study.number)
        for values in study.tables
        if study.number and any(card.number is not None for card in values.cards)
    ]
    intro = (
        "Each card’s value over the number printed on it, with the straight line that fits best. The residual is how"
        " far a card lies above the line, or below it: what it gives beyond what cards of its number give. The line is"
        " taken as it is: the intervals are those of the cards’ own values."
    )
    return Section("number", title, intro, blocks)


def _scatter(study: Study, values: Values, number: str) -> Chart:
    key = f"number-{_key(study, values)}"
    known = [(card, card.number) for card in values.cards if card.number is not None]
    dots = [Dot(card.name, at, values.drawn(card.raw)) for card, at in known]
    line = values.line
    drawn_line = (line.intercept * values.factor, line.slope.value * values.factor) if line else None
    title = f"{KINDS[values.kind][0]} against {number}, {values.bot}"
    reading = "Too few different numbers for a line."
    if line:
        slope = shown(values.drawn(line.slope), values.unit, sign=True)
        reading = f"Where the {number} is 1 higher, the value is {slope.line} higher."
    columns = (
        Column("Card"),
        Column(number.capitalize(), "number"),
        Column("Value", "number", "descending", f"{values.label}, {values.unit}, unshrunk"),
        Column("Residual", "number", "descending", "value less the line’s"),
        Column(INTERVAL, "number", "descending", "of the residual"),
    )
    rows = []
    ranked = sorted(known, key=lambda pair: -pair[0].residual.value if pair[0].residual else 0.0)
    for card, at in ranked:
        raw = shown(values.drawn(card.raw), sign=True)
        cells = [Cell(card.name, order=card.name), Cell(count(at), order=str(at))]
        cells.append(Cell(raw.value, order=repr(card.raw.value)))
        if card.residual:
            left = shown(values.drawn(card.residual), sign=True)
            cells.append(Cell(left.value, order=repr(card.residual.value)))
            cells.append(Cell(f"{left.low} to {left.high}", order=repr(card.residual.low)))
        else:
            cells += [Cell("–"), Cell("–")]
        rows.append(cells)
    table = Table(f"{key}-table", title, columns, rows, 3)
    drawing = scatter(key, title, dots, drawn_line, number, f"{values.label}, {values.unit}")
    return Chart(key, title, reading, drawing, [Key("whisker", INTERVAL), Key("line p2", "line")], "", table)


def _groups(study: Study) -> Section:
    blocks: list[Chart | Panel] = []
    for values in study.tables:
        if not values.groups:
            continue
        key = f"groups-{_key(study, values)}"
        title = f"{KINDS[values.kind][0]} by what cards have in common, {values.bot}: {values.label}"
        entries = [(f"{group.by}: {group.name}", group) for group in values.groups]
        folded = values.kind == "removal"
        blocks.append(Panel(key, title, table=_entries(f"{key}-table", values, entries), folded=folded))
    intro = (
        "The mean over the cards of a group; the interval is over deals, in which several of its cards may play a part."
    )
    return Section("groups", "Groups of cards", intro, blocks)


def _bots(study: Study) -> Section:
    bots = dict.fromkeys(values.bot for values in study.tables)
    notes = [(bot, words) for bot in bots if (words := how_it_plays(bot))]
    return Section("bots", "Who played", "", [Panel("bots-panel", "", notes=notes)] if notes else [])


def _method(study: Study) -> Section:
    notes = [
        (
            "Pairs",
            "A game is played with and without the change, on the same deal and the same random streams; the value is"
            " the mean difference. Intervals are normal ones over deals, since one deal may give several pairs. “Won by"
            " pairing” says how many times as many games two separate runs would need for the same interval.",
        ),
        (
            "Shrunk",
            "With many cards some look strong by luck, so each value is pulled towards 0 by as much as the noise among"
            " all cards suggests, and cards are ranked and judged by that interval.",
        ),
        (
            "Differs from 0",
            "Kept if one false mark in twenty is accepted over the table (Benjamini-Hochberg, 5 %). A card that changed"
            " fewer than 30 deals is left out: a normal interval would not hold.",
        ),
    ]
    panels = [Panel("method", "", notes=notes), *same_again(study.command)]
    return Section("methods", "How to read the figures", "", panels)
