"""Text and tables on stdout that stay readable on narrow terminals."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from textwrap import TextWrapper
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.table import Table
    from rich.text import Text

GAP, EDGES = 3, 2
"""What a table takes besides its cells: between two columns, and at both ends."""
READABLE = 16
"""A column of words may be wrapped, but not to less than this (or its longest word)."""
INDENT = 4


def width() -> int | None:
    """Columns of the terminal (COLUMNS sets them); None if stdout is none, and lines may be as long as they are."""
    return shutil.get_terminal_size((0, 0)).columns or None


def say(text: str, err: bool = False) -> None:
    """Print a text; lines too long for the terminal are broken between words and go on further to the right."""
    limit = width()
    typer.echo(text if limit is None else "\n".join(_wrapped(line, limit) for line in text.split("\n")), err=err)


def _wrapped(line: str, limit: int) -> str:
    indent = " " * (len(line) - len(line.lstrip()) + INDENT)
    wrapper = TextWrapper(
        max(limit, len(indent) + READABLE),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    )
    return wrapper.fill(line)


@dataclass
class Grid:
    """A table for rich to print: as wide as it is, else with `words` columns wrapped, else each row as a list.

    Rows hold a cell a title; columns that are not in `words` are figures, set flush right and never broken.
    """

    titles: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: set[int] = field(default_factory=lambda: {0})
    title: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        widths = self._widths(options.max_width)
        yield self._list(options.max_width) if widths is None else self._table(widths)

    def _widths(self, limit: int) -> list[int] | None:
        """A width for each column that fits together, if there are any."""
        widths, least = [], []
        for i, title in enumerate(self.titles):
            cells = [row[i] for row in self.rows]
            longest_word = max(_size(word) for text in [title, *cells] for word in text.split(" "))
            body = max(map(_size, cells), default=0)
            natural = max(body, _size(title))
            widths.append(natural)
            least.append(max(longest_word, min(natural, READABLE) if i in self.words else body))
        room = limit - GAP * (len(widths) - 1) - EDGES
        for wrapped in (False, True):  # titles of figures first: they take another line, and only once
            while sum(widths) > room:
                broad = [i for i in range(len(widths)) if widths[i] > least[i] and (i in self.words) == wrapped]
                if not broad:
                    break
                widths[max(broad, key=widths.__getitem__)] -= 1
        return widths if sum(widths) <= room else None

    def _table(self, widths: list[int]) -> Table:
        from rich import box
        from rich.table import Table

        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=self.title or None)
        table.title_justify, table.title_style = "left", "bold"
        for i, (title, width) in enumerate(zip(self.titles, widths, strict=True)):
            table.add_column(title, justify="left" if i in self.words else "right", width=width)
        for row in self.rows:
            table.add_row(*row)
        return table

    def _list(self, limit: int) -> Text:
        from rich.text import Text

        text = Text(f"{_wrapped(self.title, limit)}\n" if self.title else "", style="bold", end="")
        for label, *cells in self.rows:
            indent = " " * (len(label) - len(label.lstrip()) + INDENT)
            named = zip(self.titles[1:], cells, strict=True)
            lines = [label, *(f"{indent}{title}: {cell}" if title else indent + cell for title, cell in named if cell)]
            text.append("".join(f"{_wrapped(line, limit)}\n" for line in lines))
        text.append("\n")
        return text


def _size(text: str) -> int:
    from rich.cells import cell_len

    return cell_len(text)
