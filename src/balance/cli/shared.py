"""What several commands share: their common options, and printing. Nothing heavy is imported at the top."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar

import typer

from balance.bots.catalog import KINDS
from balance.cli.layout import Grid

if TYPE_CHECKING:
    from balance.report.blocks import Page
    from balance.spec import Precision, Spec

SIGNALLED = 128
"""Plus the signal's number: the exit code of a command that was stopped."""

NOT_PLAYED = ("jobs", "html", "as_json", "out", "every", "format")
"""Options that decide nothing of what is played or shown on a page."""

T = TypeVar("T")

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
Mirror = Annotated[bool, typer.Option("--mirror", help="Play each deal once a seat, with the cards exchanged.")]
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


def _precision(text: str) -> Precision:
    from balance.spec import parse_precision

    try:
        return parse_precision(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


Precisions = Annotated[
    list[Any] | None,
    typer.Option(
        "--precision",
        parser=_precision,
        metavar="WIDTH",
        help="Play until half the interval of the main figure (first player's advantage, success rate; of a score:"
        " 0.2points) is this small, or of any other (draw_rate:0.1pp, turns:0.05; balance figures lists them). May be"
        " given again.",
    ),
]


def widths(spec: Spec, asked: list[Precision] | None) -> dict[str, float] | None:
    """Wanted half-widths by figure; what names no figure is about the main one, or all of them."""
    if not asked:
        return None
    from balance.analysis.named import UnknownFigureError, find_figure, main_figures
    from balance.arena.records import records

    layout = records(spec).layout
    widths: dict[str, float] = {}
    for one in asked:
        try:
            figures = [find_figure(layout, one.figure)] if one.figure else main_figures(layout)
        except UnknownFigureError as error:
            raise bad_input(f"--precision: {error}; balance figures {spec.game.name} lists them") from None
        for figure in figures:
            if figure.is_share != one.is_share:
                said = "a share, so write percentage points, like 0.2pp" if figure.is_share else f"in {figure.unit}, so"
                said += "" if figure.is_share else " write a number without pp"
                raise bad_input(f"--precision: {figure.name} ({figure.label}) is {said}")
            widths[figure.name] = one.width
    return widths


def again(context: typer.Context, **actual: Any) -> str:
    """The command that is running, whole: what makes the same figures again.

    `actual` are values of options by name that stand for those given: the games that were played instead of those
    asked for, say; None leaves an option out.
    """
    words, options = ["balance", str(context.command.name)], []
    for one in context.command.params:
        value = actual.get(one.name, context.params.get(one.name)) if one.name else None
        if one.name in NOT_PLAYED or value is None or value is False:
            continue
        if one.param_type_name == "argument":
            words += _texts(value)
        elif value is True:
            options.append(one.opts[0])
        else:
            options += [part for text in _texts(value) for part in (one.opts[0], text)]
    return shlex.join([*words, *options])


def _texts(value: Any) -> list[str]:
    """An option's value, or each of its values, as it is typed."""
    if isinstance(value, list | tuple):
        return [str(one) for one in value]
    return [f"{value:g}" if isinstance(value, float) else str(value)]


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr (none if that is no terminal); what it yields is told how much is done."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


def note(text: str) -> None:
    """Something to know while a command works, on stderr."""
    typer.echo(text, err=True)


@contextmanager
def playing() -> Iterator[None]:
    """The way to end for what can go wrong while games are played, and for somebody who stops them."""
    from balance.arena.records import PlayError
    from balance.study.errors import FAILED, Stopped, StudyError

    try:
        yield
    except (PlayError, StudyError) as error:
        note(f"balance: {error}")
        raise typer.Exit(error.exit_code if isinstance(error, StudyError) else FAILED) from None
    except Stopped as stop:
        end_at_once(stop.number)


@contextmanager
def stoppable() -> Iterator[Callable[[Callable[[], T]], T]]:
    """Yields a way to do work that may have to compile first: that is said, and Ctrl-C is heard (as `Stopped`)."""
    from balance.study.stop import Stop

    stop = Stop()
    with stop.listening():
        yield lambda work: stop.run(work, note)


def end_at_once(number: int) -> NoReturn:
    """End by a signal: Python's own way out would wait for games that are being played, or trip over what compiles."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(SIGNALLED + number)


def hand_over(
    content: dict[str, Any],
    tell: Callable[[dict[str, Any]], None],
    page: Callable[[dict[str, Any]], Page],
    html: Path | None,
    as_json: bool,
) -> None:
    """Write a command's page, if a file is asked for, and print its figures: as JSON, or by `tell` with the page's path
    below. Raises `StudyError` if the page cannot be written."""
    if html is not None:
        from balance.report.files import write_page

        write_page(page(content), html)
    if as_json:
        print_json(content)
        return
    tell(content)
    if html is not None:
        typer.echo(html)


def print_json(data: Any) -> None:
    """Data on stdout."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


def print_table(titles: Sequence[str], rows: Iterable[Sequence[Any]], figures: int = 0) -> None:
    """A table on stdout, as wide as the terminal; its last `figures` columns are figures."""
    from rich.console import Console

    cells = [[str(cell) for cell in row] for row in rows]
    words = set(range(len(titles) - figures))
    Console(markup=False, highlight=False).print(Grid(titles, cells, words))
