"""What a page is made of. Every page of the family (a run, later comparisons, sweeps, …) is a `Page` of these blocks;
the templates know how to draw them and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from markupsafe import Markup

Tone = Literal["good", "bad", "open", "plain"]


@dataclass(frozen=True)
class Hero:
    """The head of a page: what it is about, the verdict in words, what stands behind it."""

    eyebrow: str
    title: str
    tone: Tone
    label: str
    headline: str
    facts: Sequence[str]
    caution: str


@dataclass(frozen=True)
class Tile:
    """A key figure: value, interval, what it is."""

    label: str
    value: str
    reach: str
    note: str


@dataclass(frozen=True)
class Key:
    """An entry of a chart's legend; `mark` is the CSS class of its swatch."""

    mark: str
    text: str


@dataclass(frozen=True)
class Column:
    """A table's column. `kind` `number` is set flush right; `sort` is the direction that the first click sorts in."""

    title: str
    kind: Literal["text", "number", "picture"] = "text"
    sort: Literal["ascending", "descending"] = "ascending"
    hint: str = ""


@dataclass(frozen=True)
class Cell:
    """A table's cell: text, a second quieter text, or a picture; `order` is what it sorts by."""

    text: str = ""
    quiet: str = ""
    picture: Markup | None = None
    order: str = ""
    mark: str = ""


@dataclass(frozen=True)
class Table:
    """A table. `sorted_by` is the column it comes sorted by; that makes it sortable, and filterable by its first
    column and by `marked` rows."""

    key: str
    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    sorted_by: int | None = None
    filter_label: str = ""
    marked_label: str = ""
    marked: Sequence[bool] = ()


@dataclass(frozen=True)
class Chart:
    """A drawing with its reading in words, its legend, and its numbers as a table."""

    key: str
    title: str
    reading: str
    drawing: Markup
    legend: Sequence[Key] = ()
    note: str = ""
    table: Table | None = None
    block: str = field(default="chart", init=False)


@dataclass(frozen=True)
class Panel:
    """Words, code, a table, and notes (a term and its text); `folded` ones show their title only."""

    key: str
    title: str
    words: Sequence[str] = ()
    table: Table | None = None
    code: str = ""
    notes: Sequence[tuple[str, str]] = ()
    badge: str = ""
    tone: Tone = "plain"
    folded: bool = False
    block: str = field(default="panel", init=False)


@dataclass(frozen=True)
class Section:
    """A part of a page."""

    key: str
    title: str
    intro: str
    blocks: Sequence[Chart | Panel]


@dataclass(frozen=True)
class Page:
    """A whole page. `notices` are warnings, shown at the top."""

    title: str
    hero: Hero
    banner: str
    notices: Sequence[str]
    tiles: Sequence[Tile]
    sections: Sequence[Section]
    footer: str
