"""Games of the engine before the referee."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from balance.arena.replay import Replay
from balance.spec import Spec, load
from referee.melodies import check_replay
from referee.melodies_content import random_packs, random_rules


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


def random_spec(
    folder: Path,
    seed: int,
    *,
    play: str | None = None,
    players: int | None = None,
    bots: str = "random",
    sets: Sequence[str] = (),
) -> Spec:
    """A spec with random rules and content, written as files into `folder` and read back; `sets` lie over it."""
    rng = random.Random(seed)
    seats = players or rng.randint(2, 5)
    packs = random_packs(rng, seats)
    rules = random_rules(rng, packs, play, seats)
    names = []
    for pack in packs:
        names.append(f"{seed}-{pack['id']}.yaml")
        (folder / names[-1]).write_text(json.dumps(pack), encoding="utf-8")
    path = folder / f"spec-{seed}.yaml"
    path.write_text(json.dumps({"game": "melodies", "rules": {**rules, "packs": names}}), encoding="utf-8")
    return load(str(path), sets=list(sets), bots=bots)


def happenings(spec: Spec, seed: int, number: int) -> set[str]:
    """Names of all events of a game, with their cause or source."""
    events = [event for line in record(spec, seed, number)[1:-1] for event in line["events"]]
    more = {"row": "from", "fail": "cause"}
    return {" ".join((e["event"], e[more[e["event"]]])) if e["event"] in more else e["event"] for e in events}
