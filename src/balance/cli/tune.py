"""`balance tune`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from balance.cli.figure_words import change_text, estimate_text, scale
from balance.cli.shared import (
    SIGNALLED,
    AsJson,
    again,
    bad_input,
    count,
    note,
    number,
    playing,
    print_json,
    print_table,
)

EXAMPLES = (
    "balance tune configs/tune/omen.yaml",
    "balance tune configs/tune/songbirds.yaml --games 500k --seed 7",
    "balance tune my-study.yaml --minutes 10 --out runs/my-study   # the same again goes on, if it was stopped",
    "balance simulate runs/my-study/recommended.yaml",
)

EXITS = {"recommended": 0, "unmet": 1, "open": 3}
RESULTS = {"inside": "met", "outside": "missed", "open": "cannot tell yet"}


def tune(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="FILE", help="A spec with `tune:`, see docs/tune.md.")],
    games: Annotated[
        int | None,
        typer.Option(parser=count, metavar="N", help="Budget of the search in games (instead of the file's)."),
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(min=0.01, max=100_000, metavar="N", help="Budget of the search in minutes.")
    ] = None,
    seed: Annotated[int, typer.Option(parser=number, metavar="N", help="Chance of the search and its games.")] = 1,
    jobs: Annotated[int | None, typer.Option(min=1, metavar="N", help="Threads (default: one a core).")] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where to keep it (default: in runs, by study and seed)."),
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The page for people (default: report.html in the folder).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Search for rules that meet targets: first-player advantage 0, few draws, and the like.

    The file says what may change, what is wanted, what must hold, and how long to look. Many variants race on the same
    games; the best and the unchanged rules then play fresh games, which decide. The folder gets recommended.yaml (a
    spec to play), report.html and study.json. Of variants that cannot be told apart the one nearest to the rules wins.

    A study that was killed goes on when the same command is given again. Ctrl-C ends the search and measures what was
    found; once more ends at once. Exit codes: 0 a variant (or no change) is recommended, 1 none meets the limits, 2 bad
    input, 3 it cannot be told yet.
    """
    from balance.report import tune as family
    from balance.report.files import checked_page, write_page
    from balance.spec import read_study
    from balance.study.progress import reporter
    from balance.study.simulate import default_jobs
    from balance.study.tune import RECOMMENDED, default_folder
    from balance.study.tune import tune as run

    if games is not None and minutes is not None:
        raise bad_input("--games and --minutes: a search has one budget")
    study = read_study(source)
    if games is not None or minutes is not None:
        study = replace(study, games=games, minutes=minutes)
    if html is not None:
        checked_page(html)
    folder = out or default_folder(study, seed)
    with playing():
        found = run(study, seed, default_jobs(jobs), folder, reporter())
    content = found.content | {"command": again(context, games=study.games, minutes=study.minutes)}
    page = html or folder / "report.html"
    write_page(family.page(content), page)
    if as_json:
        print_json(content | {"run": str(folder)})
    else:
        _print(content)
        typer.echo(page)
        if content["verdict"]["variant"] is not None:
            typer.echo(folder / RECOMMENDED)
    if found.signal:
        note("stopped early: the same command goes on with the search")
        raise typer.Exit(SIGNALLED + found.signal)
    raise typer.Exit(EXITS[found.result])


def _print(content: dict[str, Any]) -> None:
    search = content["search"]
    typer.echo(f"{content['title']}: {content['name']}")
    typer.echo(content["verdict"]["words"])
    typer.echo(f"\nsearch: {search['tried']} variants, {search['games']:,} games, {search['sampler']}")
    figures = content["figures"]
    rows = [
        (
            f"{'→ ' if one['recommended'] else ''}{one['name']}",
            f"{one['search']['loss']['value']:.2f}",
            estimate_text(one["fresh"]["loss"], ""),
            *(_both(one, figure) for figure in figures),
            ", ".join(dict.fromkeys(RESULTS[limit["result"]] for limit in one["limits"])),
        )
        for one in content["finalists"]
    ]
    titles = ("variant", "loss in the search", "on fresh games", *(figure["label"] for figure in figures), "limits")
    print_table(titles, rows)
    for effect in content["effects"]:
        moved = ", ".join(
            f"{figure['label']} {change_text(effect['figures'].get(figure['figure']), figure['unit'])}"
            for figure in figures
        )
        typer.echo(f"{effect['key']} {effect['printed']} → {effect['value']}: {moved}")


def _both(one: dict[str, Any], figure: dict[str, Any]) -> str:
    """A figure in the search and on fresh games."""
    factor, tail = scale(figure["unit"])
    before = one["search"]["figures"][figure["figure"]]
    fresh = estimate_text(one["fresh"]["figures"][figure["figure"]], figure["unit"])
    return f"{'-' if before is None else f'{factor * before:.2f}{tail}'}, fresh {fresh}"
