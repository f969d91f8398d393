"""`balance simulate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli.shared import (
    AsJson,
    Bots,
    Mirror,
    Precisions,
    Sets,
    bad_input,
    count,
    end_at_once,
    number,
    playing,
    print_json,
    widths,
)

if TYPE_CHECKING:
    from balance.spec import Precision
    from balance.study.progress import Reporter
    from balance.study.simulate import Result

EXAMPLES = (
    "balance simulate omen --games 1e6 --bots greedy",
    "balance simulate kuhn --bots random --games 200k --mirror",
    "balance simulate omen --precision 0.2pp --games 10M --out runs/precise",
    "balance simulate omen --precision draw_rate:0.1pp --precision turns:0.05 --games 10M",
    "balance simulate --resume runs/precise",
    "balance simulate my-rules.yaml --set rules.hand_limit=7 --json",
)

GAMES = 100_000
SEED = 1


def simulate(
    source: Annotated[
        str | None,
        typer.Argument(metavar="GAME|FILE", help="A game's name, or a YAML file that describes a variant."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(parser=count, metavar="N", help="How many games (default 100k); with --precision the most."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(parser=number, metavar="N", help="Same seed, same games (default 1).")
    ] = None,
    bots: Bots = None,
    sets: Sets = None,
    players: Annotated[int | None, typer.Option(min=1, metavar="N", help="Number of players.")] = None,
    precision: Precisions = None,
    mirror: Mirror = False,
    rows: Annotated[bool, typer.Option("--rows", help="Keep a row of every game (Parquet).")] = False,
    jobs: Annotated[int | None, typer.Option(min=1, metavar="N", help="Threads (default: one a core).")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the run (default: a new one in runs/).")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Go on with a run that was stopped; --games N asks for more games."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a game many times and show who wins, how often, and how sure that is.

    The run is a folder; a run that was stopped or killed goes on with --resume and ends with the same summary. Exit
    codes: 0 done, 2 bad input, 3 a failure on the way (a full disk), 130 stopped by Ctrl-C (143 by SIGTERM) with all
    played games saved.
    """
    from balance.study.progress import reporter

    progress = reporter()
    with playing():
        if resume is not None:
            given = (seed, bots, sets, players, precision, mirror or None, rows or None, out)
            if source is not None or any(value is not None for value in given):
                raise bad_input("--resume goes on with the run as it was: only --games, --jobs and --json go with it")
            result = _resume(resume, games, jobs, progress)
        elif source is None:
            raise bad_input("which game? name one (balance games lists them) or a spec file, or --resume DIR")
        else:
            result = _run(source, sets, bots, players, games, seed, jobs, out, mirror, precision, rows, progress)
    _print(result, as_json)
    if result.signal:
        typer.echo(f"stopped early; go on with: balance simulate --resume {result.folder}", err=True)
        end_at_once(result.signal)


def _run(
    source: str,
    sets: list[str] | None,
    bots: str | None,
    players: int | None,
    games: int | None,
    seed: int | None,
    jobs: int | None,
    out: Path | None,
    mirror: bool,
    precision: list[Precision] | None,
    rows: bool,
    progress: Reporter,
) -> Result:
    from balance.spec import load

    spec = load(source, sets or [], bots, players)
    from balance.study.simulate import check, default_folder, run

    seed = SEED if seed is None else seed
    check(spec, mirror, rows)
    out = out or default_folder(spec, seed)
    return run(spec, games or GAMES, seed, jobs, out, mirror, widths(spec, precision), rows, progress)


def _resume(folder: Path, games: int | None, jobs: int | None, progress: Reporter) -> Result:
    from balance.study.simulate import resume

    return resume(folder, games, jobs, progress)


def _print(result: Result, as_json: bool) -> None:
    if as_json:
        print_json(result.as_json())
    else:
        from balance.cli.summary_page import print_page

        print_page(result.as_json())
