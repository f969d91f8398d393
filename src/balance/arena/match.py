"""What a seat made of its games, and games between changing bots on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any

import numpy as np

from balance.arena.columns import Layout
from balance.arena.records import STANDING, Records, Table
from balance.bots.mind import MOST_FEATURES
from balance.engine.jit import njit
from balance.engine.verbs import features

MARGIN = 0.1
"""The part of a game's worth that is the lead in points: it tells close games from lost causes."""


def worth(layout: Layout, rows: np.ndarray, seat: int, margin: float = MARGIN) -> np.ndarray:
    """What each game was worth to a seat, float64 (games,): as a searching bot judges a finished game.

    A graded game: its score. Else (1 − margin) · win share + margin · standing, see `bots.search.judge`; an unfinished
    game counts as won by nobody.
    """
    scores = rows["scores"][:, : layout.seats].astype(float)
    if layout.grades:
        return scores[:, seat]
    won = ((rows["winners"] >> seat) & 1).astype(float)
    x = scores[:, seat]
    if layout.kind == "competitive" and layout.seats > 1:
        won /= np.maximum(1, np.bitwise_count(rows["winners"]))
        x = x - np.delete(scores, seat, axis=1).max(axis=1)
    low, high = layout.game.scores
    standing = 0.5 + 0.5 * x / (np.abs(x) + max(1.0, STANDING * (high - low)))
    return (1 - margin) * won + margin * standing


def line_ups(layout: Layout, bot: Any, others: Any) -> list[tuple[np.recarray, int]]:
    """How `bot` (a record) meets `others`: (bots by seat, the seat of `bot`), one for each seat it can have.

    Where all play together there is one line-up, of `bot` alone.
    """
    seats = layout.seats
    if layout.kind != "competitive":
        return [(by_seat([bot] * seats), 0)]
    return [(by_seat([bot if k == seat else others for k in range(seats)]), seat) for seat in range(seats)]


def by_seat(bots: Sequence[Any]) -> np.recarray:
    """Bot records as the array that play takes."""
    return np.array([bot.tolist() for bot in bots], dtype=bots[0].dtype).view(np.recarray)


def play(kit: Records, bots: np.recarray, seed: int, start: int, games: int) -> np.ndarray:
    """Rows of games between these bots, on the same deals whoever plays."""
    return Table(replace(kit, bots=bots), seed).play(start, games)


def meetings(
    pool: Executor,
    kit: Records,
    pairs: Sequence[tuple[Any, Any]],
    seed: int,
    start: int,
    games: int,
    margin: float = MARGIN,
) -> list[np.ndarray]:
    """For each pair (bot, others): what the bot made of each deal, averaged over the seats it can have; shape (games,).

    All pairs play the same deals. Compiled play leaves the interpreter free, so a pool of threads uses all cores.
    """
    tasks = [
        [pool.submit(play, kit, *one[:1], seed, start, games) for one in line_ups(kit.layout, *pair)] for pair in pairs
    ]
    found = []
    for pair, futures in zip(pairs, tasks, strict=True):
        seats = [seat for _, seat in line_ups(kit.layout, *pair)]
        results = [worth(kit.layout, task.result(), seat, margin) for task, seat in zip(futures, seats, strict=True)]
        found.append(np.mean(results, axis=0))
    return found


def spreads(kit: Records, seed: int, decisions: int = 2000) -> np.ndarray:
    """How much each feature differs between the actions of one decision: root mean square deviation, (features,).

    Over about `decisions` decisions with a choice, of games between the kit's bots. A feature that never differs has 0.
    """
    from balance.arena.steps import Steps

    total, seen, number = np.zeros(len(kit.layout.game.features)), 0, 0
    while seen < decisions:
        game = Steps(kit, seed, number)
        number += 1
        while game.running:
            legal = game.legal()
            if len(legal) > 1:
                values = np.zeros((len(legal), MOST_FEATURES))
                _all_features(game.state, kit.rules, np.array(legal), values)
                total += values[:, : len(total)].var(axis=0)
                seen += 1
            game.step()
    return np.sqrt(total / seen)


@njit
def _all_features(s, r, actions, out):
    for i in range(len(actions)):
        features(s, r, actions[i], out[i])
