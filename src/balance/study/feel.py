"""`balance feel`: the course of a game by phase, from games that are looked at decision by decision.

These are the very games that a run plays under the same seed and numbers. Looking at each decision is thousands of
times slower than playing on, so it is done for a sample of games; runs count what can be counted on the way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from balance.analysis.estimates import CONFIDENCE
from balance.analysis.feel import Course, half_time, phase_sums, phases
from balance.analysis.summary import plain_data
from balance.arena.records import Records, records
from balance.arena.steps import Steps
from balance.spec import Spec
from balance.study.errors import StudyError
from balance.study.stop import Stop

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Feel:
    """`content` is what `--json` prints (docs/feel.md); `signal` is 0, or what stopped the play early."""

    content: dict[str, Any]
    signal: int = 0


def feel(
    spec: Spec,
    games: int = 1000,
    parts: int = 3,
    seed: int = 1,
    show: Callable[[int], None] = lambda done: None,
    note: Callable[[str], None] = lambda text: None,
) -> Feel:
    """Watch games 0 .. `games` − 1 of the seed, in `parts` phases; unfinished ones are counted and left out.

    `show` is told how many games have been watched, `note` if the game is compiled first. Ctrl-C ends after the game
    that is being played. Raises `StudyError` if no game finishes, and `Stopped` if somebody stops it while it compiles.
    """
    kit = records(spec)
    stop = Stop()
    courses: list[Course] = []
    watched = 0
    with stop.listening():
        stop.run(lambda: watch(kit, seed, 0), note)
        while watched < games and not stop.number:
            course = watch(kit, seed, watched)
            courses += [course] if course else []
            watched += 1
            show(watched)
    if not courses:
        raise StudyError("no game was finished, so there is nothing to tell of its course")
    return Feel(_content(spec, kit, courses, watched, parts, seed, stop.number), stop.number)


def watch(kit: Records, seed: int, number: int) -> Course | None:
    """The course of one game; None if it does not finish."""
    game = Steps(kit, seed, number)
    options, turns, leaders = [], [], []
    before = 0
    while game.step() >= 0:
        row = game.row
        options.append(int(row.options) - before)
        before = int(row.options)
        turns.append(int(row.turns))
        leaders.append(int(row.leader))
    if kit.layout.game.reasons[int(game.row.reason)].unfinished:
        return None
    top = int(game.row.winners)
    return Course(options, turns, leaders, top.bit_length() - 1 if top.bit_count() == 1 else -1)


def _content(
    spec: Spec, kit: Records, courses: list[Course], watched: int, parts: int, seed: int, signal: int
) -> dict[str, Any]:
    game, rivals = spec.game, kit.layout.kind == "competitive" and spec.players > 1
    found = phases(np.stack([phase_sums(course, parts) for course in courses]))
    told = [asdict(one) for one in found]
    if not rivals:
        told = [one | {"lead_changes": None, "decided": None} for one in told]
    content = {
        "schema_version": SCHEMA_VERSION,
        "game": game.name,
        "title": game.title,
        "name": spec.name,
        "mode": game.mode(spec.options),
        "kind": kit.layout.kind,
        "players": spec.players,
        "bots": [bot.title for bot in spec.bots],
        "spec_hash": spec.digest,
        "seed": seed,
        "games": watched,
        "finished": len(courses),
        "complete": not signal,
        "confidence": CONFIDENCE,
        "phases": told,
        "half_time": asdict(half_time(courses)) if rivals else None,
    }
    return plain_data(content)
