"""Games of the engine before the referee, and random rules to play them by."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from typing import Any

from balance.arena.replay import Replay
from balance.spec import Spec, load
from referee.sirenen import check_replay


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


def random_rules(seed: int) -> list[str]:
    """Settings drawn at random: any number of ships of any resistance, small and large hands, few and many cards."""
    rng = random.Random(seed)
    tactics = rng.random() < 0.5
    ships = rng.sample(range(1, rng.choice([12, 25, 50])), rng.randint(1, 8))
    crew = rng.sample(ships, min(len(ships), rng.randint(0, 2)))
    most = rng.choice([1, 2, 4])
    copies = [rng.randint(0, most) * (2 if tactics else 1) for _ in range(15)]
    hand = rng.randint(1, 6)
    copies[rng.randrange(15)] = 8
    copies[rng.randrange(15)] = 8
    return [
        f"variant={'tactics' if tactics else 'base'}",
        f"ships={ships}",
        f"crew_start={crew}",
        f"copies={copies}",
        f"hand_size={min(hand, sum(copies) // 2)}",
        f"side_limit={rng.randint(1, 8)}",
        f"move_crew_values={sorted(rng.sample(range(-4, 11), rng.randint(0, 15)))}",
        f"crew_before_scoring={json.dumps(rng.random() < 0.5)}",
        f"rum_bonus={rng.choice([0, 1, 3, 10])}",
        f"rum_timing={rng.choice(['before', 'after', 'either'])}",
        f"victory_points_to_win={rng.randint(1, len(ships) + len(crew))}",
    ]


def random_spec(seed: int, bots: str = "random") -> Spec:
    """A spec with random rules."""
    return load("sirenen", sets=random_rules(seed), bots=bots)
