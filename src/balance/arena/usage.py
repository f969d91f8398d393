"""How often each thing that a game declares as a use (an effect word, a card, …) happens over some games."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.arena.records import Records, records
from balance.arena.steps import Steps

Use = tuple[tuple[str, str], int, int]
"""((group, label), times, games in which it happened)."""


def count_uses(spec: Any, seed: int, games: int) -> list[Use] | None:
    """Every declared use in order, also those that never happened; None if the game declares none.

    The kernel module's `uses(options)` lists them, `used(r, event)` says which entries an event is a use of.
    """
    kit = records(spec)
    if not hasattr(kit.kernel, "uses"):
        return None
    labels = kit.kernel.uses(spec.options)
    times, in_games = np.zeros(len(labels), dtype=np.int64), np.zeros(len(labels), dtype=np.int64)
    for number in range(games):
        uses = _uses(kit, len(labels), seed, number)
        times += uses
        in_games += uses > 0
    return [(label, int(n), int(m)) for label, n, m in zip(labels, times, in_games, strict=True)]


def _uses(kit: Records, labels: int, seed: int, number: int) -> np.ndarray:
    uses = np.zeros(labels, dtype=np.int64)
    game = Steps(kit, seed, number)
    while True:
        for event in game.events():
            for use in kit.kernel.used(kit.rules, event):
                uses[use] += 1
        if not game.running:
            return uses
        game.step()
