"""`balance cards`."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli.layout import say
from balance.cli.shared import (
    SIGNALLED,
    AsJson,
    Sets,
    Source,
    again,
    bad_input,
    count,
    hand_over,
    number,
    playing,
    print_json,
    print_table,
    progress,
    stoppable,
)

if TYPE_CHECKING:
    from balance.spec import BotSpec, Spec


class Format(StrEnum):
    """How cards are printed."""

    MARKDOWN = "markdown"
    HTML = "html"
    JSON = "json"
    YAML = "yaml"


VALUES = ("game", "name", "mode", "players", "bots", "seed", "games", "complete", "cards")
"""What of a run's summary --values --json prints."""
FORMATS = f"What to print the cards as: {', '.join(Format)}."
EXAMPLES = (
    "balance cards omen > cards.md",
    "balance cards omen --set games=[2] --format yaml > my-set.yaml",
    "balance cards omen --usage --games 2k",
    "balance cards omen --values runs/omen-1a2b3c4d-seed1",
    "balance cards omen --swap --ban --bots random,greedy --games 5k --html reports/omen-cards.html",
    "balance cards my-rules.yaml --removal --json",
)


def cards(
    context: typer.Context,
    game: Source,
    sets: Sets = None,
    format: Annotated[Format, typer.Option(metavar="FORMAT", help=FORMATS)] = Format.MARKDOWN,
    usage: Annotated[bool, typer.Option("--usage", help="How often each thing on the cards happens.")] = False,
    values: Annotated[
        Path | None, typer.Option("--values", metavar="RUN", help="What cards are worth, from the folder of a run.")
    ] = None,
    swap: Annotated[
        bool, typer.Option("--swap", help="What a card in the opening hand is worth against one that nobody was dealt.")
    ] = False,
    ban: Annotated[bool, typer.Option("--ban", help="What it is worth that a bot may use a card.")] = False,
    removal: Annotated[
        bool, typer.Option("--removal", help="What changes in the game without a card or another part.")
    ] = False,
    bots: Annotated[
        str | None,
        typer.Option(metavar="BOT,BOT,…", help="Who plays; each takes all seats by itself, and is measured by itself."),
    ] = None,
    players: Annotated[int | None, typer.Option(min=1, metavar="N", help="Number of players.")] = None,
    games: Annotated[
        int,
        typer.Option(parser=count, metavar="N", help="Games to play; each also with every change that is measured."),
    ] = 1000,
    seed: Annotated[int, typer.Option(parser=number, metavar="N", help="Seed of those games.")] = 1,
    jobs: Annotated[int | None, typer.Option(min=1, metavar="N", help="Threads (default: one a core).")] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the page of --swap, --ban and --removal there, too.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a game's cards, how often what is on them happens, or what they are worth.

    --swap, --ban and --removal play the same games with and without each card, so they show causes; several may be
    given. --values shows what a run has counted; in it "ever in hand" and "played" are associations. Ctrl-C reports
    what was played so far.
    """
    from balance.spec import load
    from balance.spec.bots import bots_of_ladder

    kinds = [name for name, wanted in (("swap", swap), ("ban", ban), ("removal", removal)) if wanted]
    _check_together(kinds, values, usage, html)
    spec = load(game, sets or [], "greedy" if usage else None, players)
    if values is not None:
        _print_values(spec, values, as_json)
    elif kinds:
        chosen = bots_of_ladder(bots, spec) if bots else _own_bots(spec)
        _study(context, spec, chosen, kinds, jobs, html, as_json)
    elif usage:
        _print_usage(spec, seed, games, as_json)
    elif as_json or format == Format.JSON:
        print_json(spec.game.load().card_data(spec.options))
    elif format == Format.MARKDOWN and sys.stdout.isatty():
        say(_document(spec, format.value).rstrip("\n"))
    else:
        typer.echo(_document(spec, format.value), nl=False)


def _check_together(kinds: list[str], values: Path | None, usage: bool, html: Path | None) -> None:
    wanted = [f"--{kind}" for kind in kinds[:1]] + ["--values"] * (values is not None) + ["--usage"] * usage
    if len(wanted) > 1:
        raise bad_input(f"{wanted[0]} and {wanted[1]} are different things: give one of them")
    if html is not None and not kinds:
        raise bad_input("--html writes the page of --swap, --ban or --removal: give at least one of them")


def _own_bots(spec: Spec) -> list[BotSpec]:
    """The bot that sits on all seats of the spec."""
    if any(bot.resolved() != spec.bots[0].resolved() for bot in spec.bots):
        raise bad_input("cards are measured with one bot on all seats, but the seats have different ones: give --bots")
    return [spec.bots[0]]


def _study(
    context: typer.Context,
    spec: Spec,
    bots: list[BotSpec],
    kinds: list[str],
    jobs: int | None,
    html: Path | None,
    as_json: bool,
) -> None:
    from balance.cli.card_tables import print_study
    from balance.report import card_values as pages
    from balance.report.files import checked_page
    from balance.study.card_tables import content
    from balance.study.card_values import card_values
    from balance.study.progress import reporter
    from balance.study.simulate import default_jobs

    if html is not None:
        checked_page(html)
    games, seed = context.params["games"], context.params["seed"]
    with playing():
        found = card_values(spec, bots, kinds, games, seed, default_jobs(jobs), reporter())
    plain = content(found)
    plain["command"] = again(context, **({"games": plain["deals"]} if found.stopped else {}))
    hand_over(plain, print_study, pages.page, html, as_json)
    if found.stopped:
        raise typer.Exit(SIGNALLED + found.stopped)


def _print_values(spec: Spec, run: Path, as_json: bool) -> None:
    from balance.cli.card_tables import print_run
    from balance.report.files import read_run

    summary, _ = read_run(run)
    if summary["game"] != spec.game.name:
        raise bad_input(f"{run} is a run of {summary['game']}, not of {spec.game.name}")
    if as_json:
        print_json({key: summary[key] for key in VALUES})
    else:
        print_run(summary)


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
