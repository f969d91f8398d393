"""What tests read off games with shipped packs and off positions."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import Any

from balance.arena.replay import Replay
from balance.spec import Spec, load
from games.melodies.agreement import record
from games.melodies.positions import Position

SEED = 7
Lines = Sequence[dict[str, Any]]


def spec(**rules: Any) -> Spec:
    """Random play with shipped packs."""
    return load("melodies", sets=[f"{key}={json.dumps(value)}" for key, value in rules.items()], bots="random")


@cache
def game(number: int = 0, **rules: Any) -> Lines:
    """The record of a game."""
    return record(spec(**rules), SEED, number)


@cache
def start(number: int = 0, **rules: Any) -> dict[str, Any]:
    """The first state of a game."""
    _, first = islice(Replay(spec(**rules), SEED, number), 2)
    return first.record["state"]


def states(lines: Lines) -> list[dict[str, Any]]:
    """All states of a record, in order."""
    return [line["state"] for line in lines[1:-1]]


def happened(lines: Lines, kind: str) -> list[dict[str, Any]]:
    """All events of a kind in a record, in order."""
    return [event for line in lines[1:-1] for event in line["events"] if event["event"] == kind]


def everybody(p: Position, text: str) -> Position:
    """Everybody does the same for this note, and nobody uses a help card."""

    def now() -> list[Any]:
        return [p.table()[key] for key in ("pack", "song", "attempt", "note")]

    before = now()
    while now() == before and not p.end:
        p.do(text if p.step == "act" else "no")
    return p


def plays(p: Position) -> set[str]:
    """The numbers of the plays offered, without places: "345"."""
    return {"".join(re.findall(r"\d", re.split(" from | with ", text)[0])) for text in p.legal if "play" in text}


def offered(p: Position) -> list[str]:
    """The help cards offered, in the order of the legal actions."""
    return [text.split()[1] for text in p.legal if text.startswith("use")]
