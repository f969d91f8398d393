"""`balance rules`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from balance.cli.layout import say
from balance.cli.shared import AsJson, GameName, print_json

EXAMPLES = ("balance rules omen", "balance rules omen --yaml > my-rules.yaml", "balance rules omen --json")


def rules(
    game: GameName,
    as_yaml: Annotated[bool, typer.Option("--yaml", help="Print a file to start a variant from.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show every option of a game: its default, what it accepts, and where the default comes from."""
    from dataclasses import asdict

    import balance.spec
    from balance.spec.model import find_game

    found = find_game(game)
    if as_yaml:
        typer.echo(balance.spec.as_yaml(found), nl=False)
        return
    table = balance.spec.option_table(found)
    if as_json:
        print_json([asdict(option) for option in table])
        return
    say(f"{found.title}: {found.about}\n")
    for option in table:
        default = option.default if isinstance(option.default, str) else json.dumps(option.default, ensure_ascii=False)
        say(f"{option.key}: {default}\n    {option.about}")
        say(f"    accepts {option.allowed}; default from: {option.source}\n")
