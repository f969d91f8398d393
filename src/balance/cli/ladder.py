"""`balance ladder`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from balance.cli.shared import (
    SIGNALLED,
    AsJson,
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
    "balance ladder kuhn --bots random,greedy,ismcts:200 --deals 2000",
    "balance ladder omen --bots random,hand-set,greedy --deals 5k --html reports/omen-ladder.html",
    "balance ladder my-rules.yaml --bots random,greedy,bots/my-rules.yaml --json",
)


def ladder(
    context: typer.Context,
    source: Source,
    bots: Annotated[
        str, typer.Option("--bots", metavar="BOT,BOT,…", help="Who meets, the weakest first: its rating is 0.")
    ] = "random,hand-set,greedy",
    deals: Annotated[
        int, typer.Option(parser=count, metavar="N", help="Deals a pair; each is played in every seat.")
    ] = 1000,
    sets: Sets = None,
    players: Annotated[int | None, typer.Option(min=1, metavar="N", help="Number of players.")] = None,
    seed: Annotated[int, typer.Option(parser=number, metavar="N", help="Same seed, same deals.")] = 1,
    jobs: Annotated[int | None, typer.Option(min=1, metavar="N", help="Threads (default: one a core).")] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the page for people there, too.")] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots meet pairwise and rate them: who plays better, and by how much.

    Each pair plays the same deals in every seat, so that luck cancels. Where all play together, each bot plays the
    deals by itself and its score or success is shown. Ctrl-C reports the pairs played so far.
    """
    from balance.spec import load
    from balance.spec.bots import bots_of_ladder

    spec = load(source, sets or [], None, players)
    chosen = bots_of_ladder(bots, spec)
    from balance.report import ladder as family
    from balance.report.files import checked_page
    from balance.study.ladder import ladder as play
    from balance.study.simulate import default_jobs

    if html is not None:
        checked_page(html)
    with playing():
        found = play(spec, chosen, deals, seed, default_jobs(jobs), _show, note)
    content = found.as_json() | {"command": again(context)}
    hand_over(content, _print, family.page, html, as_json)
    if found.stopped:
        raise typer.Exit(SIGNALLED + found.stopped)


def _show(what: str, done: int, total: int) -> None:
    note(f"{done + 1} of {total}: {what}")


def _print(content: dict[str, Any]) -> None:
    graded, rated = content["graded"], content["kind"] == "competitive"
    rows = []
    for bot in content["bots"]:
        one = bot["rating"] if rated else bot["score"]
        factor, unit = (1, "") if rated or graded else (100, " %")
        rows.append((bot["bot"], *_interval(one, factor, unit), f"{bot['games_per_second'] or 0:,.1f}"))
    title = "rating" if rated else "score" if graded else "success"
    print_table(("bot", title, "95 % interval", "games/s"), rows)
    if content["meetings"]:
        pairs = [
            (f"{one['other']} against {one['one']}", *_interval(_turned(one["share"]), 100, " %"), _draws(one))
            for one in content["meetings"]
        ]
        print_table(("share of wins (a draw counts half)", "", "95 % interval", "draws"), pairs)


def _interval(one: dict[str, Any] | None, factor: float, unit: str) -> tuple[str, str]:
    if one is None:
        return "-", ""
    value, low, high = (factor * one[key] for key in ("value", "low", "high"))
    return f"{value:.1f}{unit}", f"{low:.1f} to {high:.1f}{unit}"


def _turned(one: dict[str, Any]) -> dict[str, Any]:
    return {"value": 1 - one["value"], "low": 1 - one["high"], "high": 1 - one["low"]}


def _draws(one: dict[str, Any]) -> str:
    return f"{100 * one['draws']:.1f} %"
