"""`balance sweep`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from balance.cli.figure_words import change_text, estimate_text
from balance.cli.layout import say
from balance.cli.shared import (
    SIGNALLED,
    AsJson,
    Bots,
    Mirror,
    Sets,
    Source,
    again,
    count,
    hand_over,
    note,
    number,
    playing,
    print_table,
)

EXAMPLES = (
    "balance sweep omen --over hand_limit=4..8 --games 20k --html sweep.html",
    "balance sweep songbirds --over second_round_starter=next,same,loser --figure draw_rate",
    "balance sweep omen --over bots=random,casual,greedy --html skill.html   # balance against skill",
    "balance sweep sirenen --over bots=random,greedy --over rum_bonus=0..6:2   # a line for each bot",
    "balance sweep kuhn --over ante=1,2 --over bet=1..4 --bots random --json",
)


def sweep(
    context: typer.Context,
    source: Source,
    over: Annotated[
        list[str],
        typer.Option(
            "--over",
            metavar="KEY=A..B",
            help="An option and its values, 4..8 or 0..1:0.25 or a,b,c; or bots=a,b,c (weakest first).",
        ),
    ],
    figure: Annotated[
        list[str] | None,
        typer.Option("--figure", metavar="NAME", help="A figure to show (default: the main ones); may be given again."),
    ] = None,
    games: Annotated[int, typer.Option(parser=count, metavar="N", help="How many games with each variant.")] = 20_000,
    seed: Annotated[int, typer.Option(parser=number, metavar="N", help="Same seed, same games.")] = 1,
    bots: Bots = None,
    sets: Sets = None,
    players: Annotated[int | None, typer.Option(min=1, metavar="N", help="Number of players.")] = None,
    mirror: Mirror = False,
    jobs: Annotated[int | None, typer.Option(min=1, metavar="N", help="Threads (default: one a core).")] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the page for people there, too.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show how figures move while options take several values, or with the bots that play, all on the same games.

    Every combination of the values is played. With one option the page draws lines, with two heat maps (with bots and
    one option a line for each bot). The bots as the only option show balance against skill: what is fair among weak
    bots need not be among strong ones.
    Ctrl-C shows the games played so far, equally many of each variant.
    """
    from balance.report import sweep as family
    from balance.report.files import checked_page
    from balance.spec import parse_over, swept
    from balance.study.progress import reporter
    from balance.study.simulate import default_jobs
    from balance.study.sweep import sweep as play

    if html is not None:
        checked_page(html)
    ranges = [parse_over(text) for text in over]
    variants = swept(source, ranges, sets or [], bots, players)
    with playing():
        found = play(variants, ranges, figure or (), games, seed, default_jobs(jobs), mirror, reporter())
    content = found.content
    content["command"] = again(context, **({} if content["complete"] else {"games": content["games"]}))
    hand_over(content, _print, family.page, html, as_json)
    if found.signal:
        note("stopped early: the figures are those of the games played so far")
        raise typer.Exit(SIGNALLED + found.signal)


def _print(content: dict[str, Any]) -> None:
    from balance.report.sweep import words

    bots = ", ".join(content["bots"])
    say(f"{content['title']}: {content['games']:,} games with each variant, the same for all; bots: {bots}")
    say(words(content))
    keys = [one["key"] for one in content["over"]]
    for figure in content["figures"]:
        rows = [
            (
                *variant["values"].values(),
                estimate_text(variant["figures"][figure["figure"]], figure["unit"]),
                change_text(variant["differences"].get(figure["figure"]), figure["unit"]),
            )
            for variant in content["variants"]
        ]
        typer.echo(f"\n{figure['label']} ({figure['unit']})")
        print_table((*keys, "value", "change from the first"), rows, figures=2)
