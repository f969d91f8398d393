"""Games of the engine before the referee."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from balance.arena.replay import Replay
from balance.spec import Spec
from referee.omen import check_replay


def record(spec: Spec, seed: int, number: int) -> list[dict[str, Any]]:
    """The replay record of a game."""
    return [moment.record for moment in Replay(spec, seed, number)]


def disagreements(spec: Spec, seed: int, number: int) -> list[str]:
    """What the referee has against a game."""
    return check_replay(json.dumps(line) for line in record(spec, seed, number))


def report(spec: Spec, seed: int, numbers: Iterable[int], label: str = "") -> list[str]:
    """The disagreements of several games, each with the place to look at."""
    found = []
    for number in numbers:
        found += [f"{label} game {number} of seed {seed}: {line}" for line in disagreements(spec, seed, number)[:3]]
    return found
