"""`balance cards`."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli.layout import say
from balance.cli.shared import (
    AsJson,
    GameName,
    Sets,
    bad_input,
    count,
    number,
    playing,
    print_json,
    print_table,
    progress,
    stoppable,
)

if TYPE_CHECKING:
    from balance.spec import Spec


class Format(StrEnum):
    """How cards are printed."""

    MARKDOWN = "markdown"
    HTML = "html"
    JSON = "json"
    YAML = "yaml"


FORMATS = f"What to print the cards as: {', '.join(Format)}."
EXAMPLES = (
    "balance cards omen > cards.md",
    "balance cards omen --format html > cards.html",
    "balance cards omen --set games=[2] --format yaml > my-set.yaml",
    "balance cards omen --usage --games 2k",
)


def cards(
    game: GameName,
    sets: Sets = None,
    format: Annotated[Format, typer.Option(metavar="FORMAT", help=FORMATS)] = Format.MARKDOWN,
    usage: Annotated[bool, typer.Option("--usage", help="How often each thing on the cards happens.")] = False,
    games: Annotated[int, typer.Option(parser=count, metavar="N", help="Games to play for --usage.")] = 1000,
    seed: Annotated[int, typer.Option(parser=number, metavar="N", help="Seed of those games.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Show a game's cards, or how often what is on them happens."""
    from balance.spec import load

    spec = load(game, sets or [], "greedy" if usage else None, None)
    if usage:
        _print_usage(spec, seed, games, as_json)
    elif as_json or format == Format.JSON:
        print_json(spec.game.load().card_data(spec.options))
    elif format == Format.MARKDOWN and sys.stdout.isatty():
        say(_document(spec, format.value).rstrip("\n"))
    else:
        typer.echo(_document(spec, format.value), nl=False)


def _document(spec: Spec, format: str) -> str:
    if spec.game.cards_document is None:
        raise bad_input(
            f"{spec.game.name} has no card document; its card data: balance cards {spec.game.name} --format json"
        )
    return spec.game.cards_document(spec.options, format)


def _print_usage(spec: Spec, seed: int, games: int, as_json: bool) -> None:
    from balance.arena.usage import count_uses

    with playing(), progress("playing", games) as show, stoppable() as do:
        used = do(lambda: count_uses(spec, seed, games, show))
    if used is None:
        raise bad_input(f"{spec.game.name} does not say what its cards are used for")
    if as_json:
        uses = [{"group": group, "name": name, "times": n, "games": at_all} for (group, name), n, at_all in used]
        print_json({"game": spec.game.name, "seed": seed, "games": games, "uses": uses})
        return
    rows = [(group, name, f"{n:,}", f"{100 * at_all / games:.1f} %") for (group, name), n, at_all in used]
    print_table(("group", "what", "times", "games with it"), rows, figures=2)
