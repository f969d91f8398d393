"""`balance verify`."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli.figure_words import estimate_text
from balance.cli.shared import (
    SIGNALLED,
    AsJson,
    Bots,
    Mirror,
    Sets,
    Source,
    count,
    note,
    number,
    playing,
    print_json,
    print_table,
)

EXAMPLES = (
    "balance verify my-rules.yaml   # my-rules.yaml has expect: {first_player_advantage: within 2pp}",
    "balance verify my-rules.yaml --games 10M --json",
)

WORDS = {"holds": "holds", "fails": "fails", "open": "cannot tell yet"}
EXITS = {"holds": 0, "fails": 1, "open": 3}


def verify(
    source: Source,
    games: Annotated[int, typer.Option(parser=count, metavar="N", help="The most games to play.")] = 1_000_000,
    seed: Annotated[int, typer.Option(parser=number, metavar="N", help="Same seed, same games.")] = 1,
    bots: Bots = None,
    sets: Sets = None,
    mirror: Mirror = False,
    jobs: Annotated[int | None, typer.Option(min=1, metavar="N", help="Threads (default: one a core).")] = None,
    as_json: AsJson = False,
) -> None:
    """Test what a spec expects of its figures (`expect:`): a balance test for your own checks.

    Plays until every claim is decided, or --games are played. Exit codes: 0 all hold, 1 one fails, 2 bad input, 3 one
    cannot be told yet. A claim is decided wrongly with a chance of at most 5 %, however often the interval is looked
    at. `balance figures` lists the figures; a claim is like: within 2pp, within 2pp of 50%, below 5%, above 12,
    between 45% and 55%.
    """
    from balance.spec import load
    from balance.study.progress import reporter
    from balance.study.simulate import default_jobs
    from balance.study.verify import verify as play

    spec = load(source, sets or [], bots)
    with playing():
        found = play(spec, games, seed, default_jobs(jobs), mirror, reporter())
    content = found.content
    if as_json:
        print_json(content)
    else:
        typer.echo(f"{content['name']}: {content['games']:,} games, seed {seed}, bots: {', '.join(content['bots'])}")
        rows = [
            (
                one["label"],
                one["claim"],
                WORDS[one["result"]],
                estimate_text(one["estimate"], one["unit"]),
                "" if one["games"] is None else f"{one['games']:,}",
            )
            for one in content["claims"]
        ]
        print_table(("figure", "expected", "", "found when decided", "games"), rows, figures=1)
    if found.signal:
        note("stopped early")
        raise typer.Exit(SIGNALLED + found.signal)
    raise typer.Exit(EXITS[found.result])
