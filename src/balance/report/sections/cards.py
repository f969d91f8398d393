"""Card values: one table for each way a card can touch a seat, the causal ones open, the others folded."""

from __future__ import annotations

from balance.report import words
from balance.report.blocks import Cell, Column, Panel, Section, Table
from balance.report.charts.spans import scale_of, span
from balance.report.model import CardKind, CardValue, Estimate, Summary
from balance.report.numbers import NBSP, Shown, common_decimals, count, percentage_points, shown

CAUSAL = (
    "Chance alone decides who has the card here, so the difference is the card’s own doing: cause, not just company."
)
ASSOCIATION = (
    "An association, not a cause: long games show more cards, and winners play more, so cards of long games and of"
    " players who are winning look better here than they are."
)
INTRO = (
    "How much more often a seat wins with a card than without it, in percentage points (pp) of win share. Sorted by the"
    " lower end of the interval: what is at least sure."
)
GRADED = (
    "How many points more are scored when a player has a card than when not. Sorted by the lower end of the interval:"
    " what is at least sure."
)
ASIDE = " The tables marked “association” do not show causes: long games show more cards, and winners play more."


def section(summary: Summary) -> Section:
    """All kinds that have cards."""
    kinds = [kind for kind in summary.cards if kind.cards]
    first_causal = next((kind.name for kind in kinds if kind.causal), kinds[0].name if kinds else "")
    panels = []
    for kind in kinds:
        panels.append(_panel(summary, kind, folded=not kind.causal and kind.name != first_causal))
        if kind.groups:
            panels.append(_groups(summary, kind))
    intro = (GRADED if summary.grades else INTRO) + (ASIDE if any(not kind.causal for kind in kinds) else "")
    return Section("cards", "Cards", intro, panels)


def _panel(summary: Summary, kind: CardKind, folded: bool) -> Panel:
    title = f"Value when {kind.label}" if kind.causal else f"{_worth(summary).capitalize()} when {kind.label}"
    told = sum(card.told_apart for card in kind.cards)
    texts = [
        CAUSAL if kind.causal else ASSOCIATION,
        f"{told} of {len(kind.cards)} cards can be told apart from 0 with {count(kind.cards[0].raw.n)} games.",
    ]
    badge = "causal" if kind.causal else "association"
    return Panel(
        f"cards-{kind.name}",
        title,
        texts,
        _table(summary, kind, title),
        badge=badge,
        tone="good" if kind.causal else "open",
        folded=folded,
    )


def _groups(summary: Summary, kind: CardKind) -> Panel:
    """Cards that have something in common, folded: the cards themselves come first."""
    title = f"By what cards have in common, when {kind.label}"
    columns = (
        Column("Group"),
        Column("Cards", "number", "descending", "in the group"),
        Column("Value", "number", "descending", f"difference of {_worth(summary)}, shrunk"),
        Column(words.interval_name(summary), "number", "descending", "sorted by its lower end"),
        Column("", "picture"),
        Column("Unshrunk", "number", "descending", f"difference of {_worth(summary)} as counted"),
        Column("Seats with it", "number", "descending", "over all games, once for each card"),
        Column("Differs from 0", "text", "ascending", "kept by Benjamini-Hochberg at 5 %; sorts by p-value"),
    )
    scale = scale_of([group.shrunk for group in kind.groups])
    digits = _digits(summary, [group.shrunk for group in kind.groups])
    rows = []
    for group in kind.groups:
        _, *cells = _values(summary, group, digits)
        name = f"{group.by}: {group.name}"
        head = [Cell(name, order=name), Cell(count(group.cards), order=str(group.cards))]
        rows.append([*head, *cells[:2], Cell(picture=span(group.shrunk, scale, group.told_apart)), *cells[2:]])
    marked = [group.told_apart for group in kind.groups]
    table = Table(f"cards-{kind.name}-groups-table", title, columns, rows, 3, "Find a group", "", marked)
    texts = [
        "The mean over the cards of a group: having one of them against not having it. The interval is over games, in"
        " which several cards of a group may be held."
    ]
    return Panel(f"cards-{kind.name}-groups", title, texts, table, folded=True)


def _digits(summary: Summary, estimates: list[Estimate]) -> int:
    factor = 1 if summary.grades else 100
    return max(1, common_decimals([factor * estimate.half_width for estimate in estimates]))


def _table(summary: Summary, kind: CardKind, title: str) -> Table:
    columns = (
        Column("Card"),
        Column("Value", "number", "descending", f"difference of {_worth(summary)}, shrunk"),
        Column(words.interval_name(summary), "number", "descending", "sorted by its lower end"),
        Column("", "picture"),
        Column("Unshrunk", "number", "descending", f"difference of {_worth(summary)} as counted"),
        Column("Seats with it", "number", "descending", "over all games"),
        Column("Differs from 0", "text", "ascending", "kept by Benjamini-Hochberg at 5 %; sorts by p-value"),
    )
    scale = scale_of([card.shrunk for card in kind.cards])
    digits = _digits(summary, [card.shrunk for card in kind.cards])
    rows = []
    for card in kind.cards:
        rows.append([*_values(summary, card, digits)])
        rows[-1].insert(3, Cell(picture=span(card.shrunk, scale, card.told_apart)))
    return Table(
        f"cards-{kind.name}-table",
        title,
        columns,
        rows,
        sorted_by=2,
        filter_label="Find a card",
        marked_label="only cards that differ from 0",
        marked=[card.told_apart for card in kind.cards],
    )


def _worth(summary: Summary) -> str:
    return "score" if summary.grades else "win share"


def _difference(summary: Summary, found: Estimate, digits: int) -> Shown:
    if summary.grades:
        return shown(found, "points", sign=True, digits=digits)
    return percentage_points(found, digits)


def _values(summary: Summary, card: CardValue, digits: int) -> list[Cell]:
    value, raw = (_difference(summary, found, digits) for found in (card.shrunk, card.raw))
    low, high = value.low.rpartition(NBSP)[0], value.high
    mark = "yes" if card.told_apart else "cannot tell"
    return [
        Cell(card.name, order=card.name),
        Cell(value.value, order=repr(card.shrunk.value), mark="strong" if card.told_apart else ""),
        Cell(f"{low} to {high}", order=repr(card.shrunk.low)),
        Cell(raw.value, raw.reach if raw.reach.startswith("±") else f"({raw.reach})", order=repr(card.raw.value)),
        Cell(count(card.held), order=str(card.held)),
        Cell(mark, order=repr(card.p_value), mark="told" if card.told_apart else "quiet"),
    ]
