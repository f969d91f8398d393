"""Games of the engine before the referee, over all tables and random variants of the rules."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator

from balance.arena.replay import Replay
from balance.spec import Spec, load
from referee.songbirds import check_replay

TABLES = {
    "2 players": ["players=2"],
    "3 players": ["players=3"],
    "4 players": ["players=4"],
    "solo": ["mode=solo"],
    "co-op of 2": ["mode=coop", "players=2"],
    "co-op of 3": ["mode=coop", "players=3"],
    "co-op of 4": ["mode=coop", "players=4"],
}
"""What is set for each mode and number of players."""


def disagreements(spec: Spec, seed: int, number: int, mirrored: int = 1) -> list[str]:
    """What the referee has against a game, which is played only as far as they agree."""
    return check_replay(json.dumps(moment.record) for moment in Replay(spec, seed, number, mirrored))


def report(spec: Spec, seed: int, numbers: Iterable[int], mirrored: int = 1) -> list[str]:
    """The disagreements of several games, each with the place to look at."""
    found = []
    for number in numbers:
        where = f"{spec.options.model_dump(exclude_defaults=True)} game {number} of seed {seed}"
        found += [f"{where}: {line}" for line in disagreements(spec, seed, number, mirrored)[:3]]
    return found


def random_berries(rng: random.Random) -> list[int]:
    """Ten tokens: small and equal ones, zeros and large ones among them."""
    highest = rng.choice((0, 1, 3, 15, 15, 40))
    return [rng.randint(0, highest) for _ in range(10)]


def random_sets(rng: random.Random, table: str | None = None, strength: float = 0.5) -> list[str]:
    """A table with random rules, each changed with probability `strength`, as texts for `--set`."""
    name = table or rng.choice(list(TABLES))
    values = {
        "berries": random_berries(rng),
        "line_ties": "no_award",
        "adjacency": "eight",
        "crow": rng.choice("AB"),
        "second_round_starter": rng.choice(("same", "winner", "loser")),
    }
    if "mode" not in TABLES[name][0]:
        values["rounds"] = rng.choice((1, 3, 4))
    return TABLES[name] + [f"{key}={value}" for key, value in values.items() if rng.random() < strength]


def random_specs(seed: int, table: str | None = None, bots: str = "random") -> Iterator[Spec]:
    """Specs without end."""
    rng = random.Random(seed)
    while True:
        yield load("songbirds", sets=random_sets(rng, table), bots=bots)
