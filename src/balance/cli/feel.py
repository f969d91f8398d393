"""`balance feel`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from balance.cli.figure_words import estimate_text
from balance.cli.layout import say
from balance.cli.shared import (
    SIGNALLED,
    AsJson,
    Bots,
    Sets,
    Source,
    again,
    count,
    hand_over,
    note,
    number,
    playing,
    print_table,
    progress,
)

EXAMPLES = (
    "balance feel omen --html reports/omen-feel.html",
    "balance feel songbirds --bots casual --games 3k --phases 4",
    "balance feel sirenen --set variant=tactics --json",
)

MOST_PHASES = 10


def feel(
    context: typer.Context,
    source: Source,
    games: Annotated[int, typer.Option(parser=count, metavar="N", help="How many games to watch.")] = 1000,
    phases: Annotated[int, typer.Option(min=1, max=MOST_PHASES, metavar="N", help="Equal parts of a game.")] = 3,
    seed: Annotated[int, typer.Option(parser=number, metavar="N", help="Same seed, same games.")] = 1,
    bots: Bots = None,
    sets: Sets = None,
    players: Annotated[int | None, typer.Option(min=1, metavar="N", help="Number of players.")] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the page for people there, too.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show how a game feels from beginning to end: choices, forced decisions and the lead by phase.

    How many legal actions a decision has and how often there is only one; when the lead changes, and when the winner
    takes it for good; how often whoever is behind at half-time still wins. Games are watched decision by decision, so a
    thousand take a while. Ctrl-C shows the games watched so far.
    """
    from balance.report import feel as family
    from balance.report.files import checked_page
    from balance.spec import load
    from balance.study.feel import feel as watch

    if html is not None:
        checked_page(html)
    spec = load(source, sets or [], bots, players)
    with playing(), progress("watching", games) as show:
        found = watch(spec, games, phases, seed, show, note)
    content = found.content
    content["command"] = again(context, games=content["games"])
    hand_over(content, _print, family.page, html, as_json)
    if found.signal:
        note("stopped early: the figures are those of the games watched so far")
        raise typer.Exit(SIGNALLED + found.signal)


COLUMNS = (
    ("decisions", "decisions a game", ""),
    ("options_per_decision", "legal actions a decision", ""),
    ("forced_share", "only one legal action", "%"),
    ("lead_changes", "lead changes a game", ""),
    ("decided", "winner leads for good", "%"),
)


def _print(content: dict[str, Any]) -> None:
    from balance.report.feel import phase_names, words

    bots = ", ".join(dict.fromkeys(content["bots"]))
    say(f"{content['title']}: {content['finished']:,} games watched, seed {content['seed']}, bots: {bots}")
    say(words(content))
    known = [column for column in COLUMNS if any(one[column[0]] for one in content["phases"])]
    rows = [
        (name, *(estimate_text(one[key], unit) for key, _, unit in known))
        for name, one in zip(phase_names(len(content["phases"])), content["phases"], strict=True)
    ]
    print_table(("phase", *(title for _, title, _ in known)), rows, figures=len(known))
