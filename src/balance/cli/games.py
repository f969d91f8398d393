"""`balance games`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from balance.cli.shared import AsJson, print_json, print_table

if TYPE_CHECKING:
    from balance.engine.game import Game

EXAMPLES = ("balance games", "balance games --json")


def games(as_json: AsJson = False) -> None:
    """List the installed games."""
    found = list(_loadable())
    if as_json:
        fields = ("name", "title", "players", "version", "about")
        print_json([{"kind": _kind(one)} | {field: getattr(one, field) for field in fields} for one in found])
        return
    rows = [(one.name, one.title, _counts(one.players), _kind(one), one.about) for one in found]
    print_table(("name", "title", "players", "kind", "about"), rows)


def _loadable() -> Iterator[Game]:
    """The games that can be loaded; the others are named on stderr."""
    from balance.engine.game import names
    from balance.input import SpecError
    from balance.spec.model import find_game

    for name in names():
        try:
            yield find_game(name)
        except SpecError as error:
            typer.echo(f"balance: {error}", err=True)


def _kind(game: Game) -> str:
    """What the game is under its default rules."""
    return game.kind(game.options())


def _counts(players: tuple[int, ...]) -> str:
    return str(players[0]) if len(players) == 1 else f"{min(players)}-{max(players)}"
