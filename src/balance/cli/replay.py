"""`balance replay`."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated

import typer

from balance.cli.layout import say
from balance.cli.shared import Bots, Sets, Source, number, playing, stoppable


class Format(StrEnum):
    """How a replay is printed."""

    TEXT = "text"
    JSONL = "jsonl"


EXAMPLES = (
    "balance replay omen --seed 7 --game 123456",
    "balance replay omen --game 3 --bots greedy,random --set rules.hand_limit=7",
    "balance replay kuhn --format jsonl > game.jsonl",
)


def replay(
    source: Source,
    seed: Annotated[int, typer.Option(parser=number, metavar="N", help="The run's seed.")] = 1,
    game: Annotated[int, typer.Option(parser=number, metavar="N", help="The game's number in the run, from 0.")] = 0,
    bots: Bots = None,
    sets: Sets = None,
    mirror: Annotated[bool, typer.Option("--mirror", help="The run was played with --mirror.")] = False,
    format: Annotated[Format, typer.Option(help="For people, or one JSON object a line.")] = Format.TEXT,
) -> None:
    """Show one game of a run, move by move.

    Game N of seed S is the same whether it is shown alone or was one of a billion: what you read is what was counted.
    """
    from balance.spec import load

    spec = load(source, sets or [], bots, None)
    from balance.arena.replay import Replay

    block = len(spec.bots) if mirror else 1
    with playing(), stoppable() as do:
        moments = do(lambda: iter(Replay(spec, seed, game, block)))
        while moment := do(lambda: next(moments, None)):
            if format == Format.JSONL:
                typer.echo(json.dumps(moment.record, ensure_ascii=False))
            else:
                say("\n".join(moment.prose))
