"""What several commands share: their common options, and printing. Nothing heavy is imported at the top."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from balance.bots.catalog import KINDS
from balance.cli.layout import Grid

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name; `balance games` lists them.")]
Source = Annotated[
    str, typer.Argument(metavar="GAME|FILE", help="A game's name, or a YAML file that describes a variant.")
]
Sets = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change one option; may be given again.")
]
Bots = Annotated[
    str | None,
    typer.Option(
        "--bots", metavar="BOT,BOT", help=f"Who plays ({', '.join(KINDS)}): one bot for all seats, or one for each."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print data (JSON) instead of text.")]


def count(text: str | int) -> int:
    """A whole number of 1 or more, as people write it: 7, 250k, 1e6, 1_000_000."""
    from balance.spec import parse_count

    try:
        return parse_count(str(text))
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def number(text: str | int) -> int:
    """Like `count`, but 0 will do: a seed, or a game's number."""
    plain = str(text).strip().replace("_", "")
    if plain.isascii() and plain.isdigit() and int(plain) < 2**64:
        return int(plain)
    try:
        return count(text)
    except typer.BadParameter:
        raise typer.BadParameter(f'"{text}" is not a whole number from 0, like 7, 250k or 1e6') from None


def bad_input(message: str) -> Exception:
    """The error for input that is wrong in no file."""
    from balance.input import Problem, SpecError

    return SpecError(Problem(message))


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr (none if that is no terminal); what it yields is told how much is done."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


@contextmanager
def playing() -> Iterator[None]:
    """Exit code 3 and its message for a game that cannot be shown or counted."""
    from balance.arena.records import PlayError

    try:
        yield
    except PlayError as error:
        typer.echo(f"balance: {error}", err=True)
        raise typer.Exit(3) from None


def print_json(data: Any) -> None:
    """Data on stdout."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


def print_table(titles: Sequence[str], rows: Iterable[Sequence[Any]], figures: int = 0) -> None:
    """A table on stdout, as wide as the terminal; its last `figures` columns are figures."""
    from rich.console import Console

    cells = [[str(cell) for cell in row] for row in rows]
    words = set(range(len(titles) - figures))
    Console(markup=False, highlight=False).print(Grid(titles, cells, words))
