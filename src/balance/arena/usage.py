"""How often each thing that a game declares as a use (an effect word, a card, …) happens over some games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from balance.arena.play import open_row, play_on, set_up
from balance.arena.records import Records, records
from balance.bots.mind import new_mind
from balance.engine.events import EVENT, new_log, noted
from balance.engine.jit import njit
from balance.engine.redeal import new_room
from balance.engine.verbs import over

Use = tuple[tuple[str, str], int, int]
"""((group, label), times, games in which it happened)."""

AMOUNTS = 64  # amounts above are seen as the highest
MOST_USES = 4  # of one event
CHUNK = 200  # games between two looks at progress


def count_uses(
    spec: Any, seed: int, games: int, progress: Callable[[int], None] = lambda done: None
) -> list[Use] | None:
    """Every declared use in order, also those that never happened; None if the game declares none.

    The kernel module's `uses(options)` lists them, `used(r, event)` says which entries an event is a use of. `progress`
    hears the number of games played now and then.
    """
    kit = records(spec)
    if not hasattr(kit.kernel, "uses"):
        return None
    labels = kit.kernel.uses(spec.options)
    meanings = _meanings(kit, len(spec.game.events))
    tally = np.zeros((len(labels), 3), dtype=np.int64)
    tally[:, 2] = -1
    states = np.zeros(2, dtype=kit.kernel.STATE).view(np.recarray)
    rows = np.zeros(2, dtype=kit.row).view(np.recarray)
    rng, points = np.zeros((len(kit.keys), 2), dtype=np.uint64), np.zeros(len(kit.bots), dtype=np.int64)
    log, room = new_log(), new_room()
    mind = new_mind(kit.bots, kit.kernel.STATE, len(kit.keys) - len(kit.bots))
    working = (states, rows, rng, log, points, room, mind)
    for start in range(0, games, CHUNK):
        n = min(CHUNK, games - start)
        _count_games(kit.rules, kit.bots, kit.keys, np.uint64(seed), start, n, *working, meanings, tally)
        progress(start + n)
    return [(label, int(times), int(at_all)) for label, (times, at_all, _) in zip(labels, tally, strict=True)]


def _meanings(kit: Records, kinds: int) -> np.ndarray:
    """The uses that an event is, by [kind, card + 1, amount]; -1 pads."""
    cards = kit.row["exposure"].shape[1]
    table = np.full((kinds, cards + 1, AMOUNTS, MOST_USES), -1, dtype=np.int64)
    event = np.zeros(1, dtype=EVENT).view(np.recarray)[0]
    for kind, card, amount in np.ndindex(kinds, cards + 1, AMOUNTS):
        event.kind, event.card, event.amount = kind, card - 1, amount
        uses = kit.kernel.used(kit.rules, event)
        table[kind, card, amount, : len(uses)] = uses
    return table


@njit
def _count_games(r, bots, keys, seed, start, games, states, rows, rng, log, points, room, mind, meanings, tally):
    """Play the games and count: `tally[use]` = times, games with it, the last such game."""
    seats = len(bots)
    for number in range(start, start + games):
        states[0] = states[1]
        rows[0] = rows[1]
        s, row = states[0], rows[0]
        set_up(s, r, keys, seats, seed, np.uint64(number), np.uint64(1), rng, log, room)
        _count_events(log, number, meanings, tally)
        open_row(s, r, row, log)
        while over(s, r) == 0:
            play_on(s, r, bots, rng, len(keys) - seats, row, log, points, mind, 1)
            _count_events(log, number, meanings, tally)


@njit
def _count_events(log, number, meanings, tally):
    for i in range(1, noted(log) + 1):
        event = log[i]
        amount = min(max(event.amount, 0), AMOUNTS - 1)
        for j in range(MOST_USES):
            use = meanings[event.kind, event.card + 1, amount, j]
            if use < 0:
                break
            tally[use, 0] += 1
            if tally[use, 2] != number:
                tally[use, 2] = number
                tally[use, 1] += 1
