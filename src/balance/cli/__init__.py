"""The command line: one short module a command, which parses, calls the rest of the package, and prints.

Command modules import nothing heavy at their top, so `balance --help` is quick. Exit codes: 0 done, 1 a check failed,
2 bad input (`SpecError`: its message on stderr, no traceback).
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
from importlib import import_module
from inspect import cleandoc
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

COMMANDS = (
    "simulate",
    "report",
    "export",
    "compare",
    "sweep",
    "feel",
    "tune",
    "games",
    "rules",
    "figures",
    "check",
    "verify",
    "cards",
    "replay",
    "play",
    "ladder",
    "train",
    "check-game",
)
"""In the order of the help page; each is a function of its own name (`_` for `-`) in the module of its name."""


NO_NAMES = (errno.ENAMETOOLONG, errno.ELOOP)
"""What the system says of a path that leads nowhere, whatever is on the disk."""


class Commands(TyperGroup):
    """The commands, with one way to end for bad input and for a reader that has left."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit() from None
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            typer.echo(f"balance: {where}{error.strerror or error}", err=True)
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(2 if error.errno in NO_NAMES else 3) from None
        except Exception as error:
            from balance.input import SpecError

            if not isinstance(error, SpecError):
                raise
            typer.echo(f"balance: {error}", err=True)
            raise typer.Exit(2) from None
        return result


COLUMNS = shutil.get_terminal_size().columns
NARROW = 80
"""With fewer columns Typer's boxes cut words: help is then plain text."""

app = typer.Typer(
    cls=Commands,
    name="balance",
    help="Play tabletop card games millions of times between bots, and report how balanced they are.",
    epilog="Every command has examples: balance replay --help",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich" if COLUMNS >= NARROW else None,
    context_settings={"help_option_names": ["-h", "--help"], "terminal_width": min(COLUMNS, NARROW) - 1},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"balance {version('balance-tabletop')}")
        raise typer.Exit()


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """Options before the command."""


def _add(name: str) -> None:
    identifier = name.replace("-", "_")
    module = import_module(f"balance.cli.{identifier}")
    command = getattr(module, identifier)
    paragraphs = [" ".join(text.split()) for text in cleandoc(command.__doc__).split("\n\n")]
    examples = ["Examples:", *module.EXAMPLES]
    made = app.command(name, short_help=paragraphs[0], help="\n\n".join(paragraphs), epilog="\n\n".join(examples))
    made(command)


for _name in COMMANDS:
    _add(_name)


def main() -> None:
    """Run the command line. Files and pipes get UTF-8, whatever the system's encoding; a terminal what it can show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    app()
