"""`balance compare`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli.figure_words import change_text, estimate_text
from balance.cli.shared import (
    SIGNALLED,
    AsJson,
    Bots,
    Mirror,
    Precisions,
    Sets,
    again,
    bad_input,
    count,
    hand_over,
    note,
    number,
    playing,
    print_table,
    widths,
)

if TYPE_CHECKING:
    from balance.study.compare import Comparison

EXAMPLES = (
    "balance compare omen configs/omen-second-player-coin.yaml --games 200k",
    "balance compare songbirds configs/songbirds-loser-starts.yaml --html compare.html",
    "balance compare omen --set hand_limit=5 --set hand_limit=7   # each --set is a variant of its own",
    "balance compare runs/before runs/after --json",
)

FEW = 12
"""Figures shown in the terminal besides the main ones: those that changed most clearly."""


def compare(
    context: typer.Context,
    sources: Annotated[
        list[str],
        typer.Argument(metavar="A B …", help="Games, spec files or folders of runs; B … is compared with A."),
    ],
    games: Annotated[
        int, typer.Option(parser=count, metavar="N", help="How many games each; with --precision the most.")
    ] = 100_000,
    seed: Annotated[int, typer.Option(parser=number, metavar="N", help="Same seed, same games.")] = 1,
    bots: Bots = None,
    sets: Sets = None,
    players: Annotated[int | None, typer.Option(min=1, metavar="N", help="Number of players.")] = None,
    mirror: Mirror = False,
    precision: Precisions = None,
    jobs: Annotated[int | None, typer.Option(min=1, metavar="N", help="Threads (default: one a core).")] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the page for people there, too.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Show every figure, not only those that changed.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show what a change changes: every figure of each variant minus the first one's, with its interval.

    All variants play the same games (seed by seed), so the luck they share cancels; the table says how many times as
    many games an unpaired comparison would have needed. Folders of runs are compared as they are, as independent games.
    One source with several --set compares it with each of these changes.
    """
    from balance.report import compare as family
    from balance.report.files import checked_page
    from balance.study.simulate import default_jobs

    if html is not None:
        checked_page(html)
    with playing():
        found = _found(sources, games, seed, bots, sets or [], players, mirror, precision, default_jobs(jobs))
    content = found.content | {"command": _again(context, found.content)}
    hand_over(content, partial(_print, every=every), family.page, html, as_json)
    if found.signal:
        note("stopped early: the figures are those of the games played so far")
        raise typer.Exit(SIGNALLED + found.signal)


def _again(context: typer.Context, content: dict[str, Any]) -> str:
    if not content["paired"]:  # runs bring their games with them
        return again(context, games=None, seed=None)
    return again(context, **({} if content["complete"] else {"games": content["games"], "precision": None}))


def _found(
    sources: list[str],
    games: int,
    seed: int,
    bots: str | None,
    sets: list[str],
    players: int | None,
    mirror: bool,
    precision: list[Any] | None,
    jobs: int,
) -> Comparison:
    from balance.spec import load
    from balance.study.compare import compare as play
    from balance.study.compare import compare_runs
    from balance.study.folder import RunFolder
    from balance.study.progress import reporter

    runs = [RunFolder.is_run(Path(source)) for source in sources]
    if all(runs) and len(sources) > 1:
        if bots or sets or players or mirror or precision:
            raise bad_input("runs are compared as they are: only --html, --all and --json go with them")
        return compare_runs([Path(source) for source in sources])
    if any(runs):
        raise bad_input("compare runs with runs, and specs with specs")
    if len(sources) == 1:
        if not sets:
            raise bad_input("compare with what? Name a second spec, or a change: --set KEY=VALUE")
        specs = [load(sources[0], [], bots, players)]
        specs += [load(sources[0], [one], bots, players).called(one) for one in sets]
    else:
        specs = [load(source, sets, bots, players) for source in sources]
    return play(specs, games, seed, jobs, mirror, widths(specs[0], precision), reporter())


def _print(content: dict[str, Any], every: bool) -> None:
    base = content["variants"][0]
    how = "the same games" if content["paired"] else "independent games"
    typer.echo(f"{content['title']}: {content['variants'][0]['games']:,} games each ({how}), bots: {base['bots'][0]}")
    for variant, changes in zip(content["variants"][1:], content["differences"], strict=True):
        typer.echo(f"\n{variant['name']} against {base['name']}")
        for one in variant["changed"]:
            typer.echo(f"  {one['key']}: {one['base']} → {one['value']}")
        if variant["bots"] != base["bots"]:
            typer.echo(f"  bots: {', '.join(base['bots'])} → {', '.join(variant['bots'])}")
        shown = changes["figures"] if every else _telling(changes["figures"], content["main"])
        rows = [
            (
                one["label"],
                estimate_text(one["base"], one["unit"]),
                estimate_text(one["other"], one["unit"]),
                change_text(one["difference"], one["unit"]),
                _verdict(one),
                "" if one["unpaired_times"] is None else f"{one['unpaired_times']:.1f}",
            )
            for one in shown
        ]
        titles = ("figure", "before", "after", "change", "", "pairing worth, times")
        print_table(titles, rows, figures=0)
        left = len(changes["figures"]) - len(shown)
        if left:
            typer.echo(f"{left} more figures changed less or not at all (--all shows them)")


def _verdict(one: dict[str, Any]) -> str:
    if one["told_apart"]:
        return ""
    return "the same" if one["difference"]["low"] == one["difference"]["high"] == 0 else "cannot be told from 0"


def _telling(figures: list[dict[str, Any]], main: list[str]) -> list[dict[str, Any]]:
    """The main figures, then those that changed most clearly for their interval."""

    def clearness(one: dict[str, Any]) -> float:
        half = (one["difference"]["high"] - one["difference"]["low"]) / 2
        return abs(one["difference"]["value"]) / half if half else float("inf")

    first = [one for one in figures if one["figure"] in main]
    rest = [one for one in figures if one["figure"] not in main and one["told_apart"]]
    return first + sorted(rest, key=lambda one: -clearness(one))[:FEW]
