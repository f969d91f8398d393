"""`balance train`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli.shared import AsJson, Sets, Source, bad_input, count, note, number, playing, print_json

if TYPE_CHECKING:
    from balance.study.train import Standing, Trained

EXAMPLES = (
    "balance train omen --minutes 10 --out bots/omen.yaml",
    "balance train omen --over games=[1],[2],[3] --minutes 20   # one bot for the three sets",
    "balance train my-rules.yaml --minutes 5 --jobs 2",
    "balance train kuhn --generations 30 --deals 200 --seed 7   # the same weights each time",
    "balance simulate my-rules.yaml --bots bots/my-rules.yaml",
)


def train(
    source: Source,
    minutes: Annotated[
        float, typer.Option(min=0.05, max=10_000, metavar="N", help="How long to train, measuring included.")
    ] = 10.0,
    sets: Sets = None,
    over: Annotated[
        list[str] | None,
        typer.Option("--over", metavar="KEY=A..B", help="Train for all these values of an option: 4..8, a,b,c."),
    ] = None,
    players: Annotated[int | None, typer.Option(min=1, metavar="N", help="Number of players.")] = None,
    seed: Annotated[int, typer.Option(parser=number, metavar="N", help="Chance of the search and the deals.")] = 1,
    jobs: Annotated[int | None, typer.Option(min=1, metavar="N", help="Threads (default: one a core).")] = None,
    generations: Annotated[
        int | None, typer.Option(parser=count, metavar="N", help="Instead of --minutes; needs --deals.")
    ] = None,
    deals: Annotated[
        int | None, typer.Option(parser=count, metavar="N", help="Deals a candidate and opponent; needs --generations.")
    ] = None,
    step: Annotated[
        float,
        typer.Option(
            min=0.001,
            max=10,
            metavar="N",
            help="How far to look around at first; less for weights that are good already.",
        ),
    ] = 0.4,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The bot file (default: bots/GAME-MODE-PLAYERS.yaml).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Train greedy's weights for a game or a variant, and write them as a bot file.

    Weights evolve (CMA-ES) in play against the bot it starts from (greedy) and earlier weights. The bot file says how
    it was trained and how much it wins, measured on deals that the training never saw. Use it like any bot: --bots
    FILE. With --over one set of weights is trained for every combination of the values. Ctrl-C ends the search early
    and writes what was found; a killed training goes on when the same command is given again.
    """
    from balance.spec import load, parse_over, swept
    from balance.spec.ranges import BOTS

    if (generations is None) != (deals is None):
        raise bad_input("--generations and --deals go together")
    if over:
        ranges = [parse_over(text) for text in over]
        if any(one.key == BOTS for one in ranges):
            raise bad_input("--over bots: training finds the bot; name options of the game")
        variants = [one for _, one in swept(source, ranges, sets or [], None, players)]
    else:
        variants = [load(source, sets or [], None, players)]
    spec, *others = variants
    from balance.study.bot_files import bot_content, write_bot_file
    from balance.study.simulate import default_jobs
    from balance.study.train import train as run

    target = out or Path("bots") / f"{Path(source).stem}-{spec.game.mode(spec.options)}-{spec.players}.yaml"
    state = target.with_suffix(".training.json")
    with playing():
        target.parent.mkdir(parents=True, exist_ok=True)
        found = run(spec, minutes, seed, default_jobs(jobs), generations, deals, state, _show, note, others, step)
        write_bot_file(target, found)
    state.unlink(missing_ok=True)
    if as_json:
        print_json({"file": str(target), **bot_content(found)})
    else:
        _print(target, found)


def _show(standing: Standing) -> None:
    if standing.against is None:
        return
    left = max(0.0, standing.given - standing.used)
    note(
        f"generation {standing.generation}: worth {standing.against.value:.3f} ± {standing.against.half_width:.3f}"
        f" against the bot it started from, {standing.rate:,.0f} games a second, {left:,.0f} s left"
    )


def _print(target: Path, found: Trained) -> None:
    how = found.how
    typer.echo(f"{target}: {how['generations']} generations, {how['games']:,} games, {how['minutes']} minutes")
    rivals = found.spec.game.kind(found.spec.options) == "competitive"
    for name, one in found.against.items():
        words = f"wins against {name}" if rivals else name
        value, reach = (100 * x if rivals or not _graded(found) else x for x in (one.value, one.half_width))
        typer.echo(f"  {words}: {value:.2f} ± {reach:.2f}{'' if _graded(found) else ' %'} ({one.n:,} deals)")


def _graded(found: Trained) -> bool:
    return bool(found.spec.game.grades(found.spec.options))
