"""How fast searching bots play out imagined games, beside the same games without the search.

A playout of a search re-deals what is hidden, walks down the tree, plays on at random or by greedy and books what came
of it. The rate to compare with leaves all that out but the last: copy the state and play on in the same way to the end.
Both start from the same positions, taken evenly from a few random games.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from balance.arena.records import records
from balance.arena.steps import Steps
from balance.bots.catalog import PLAYOUTS
from balance.bots.mind import new_mind
from balance.bots.search import play_out, search
from balance.engine.jit import program
from balance.engine.verbs import count, to_move
from balance.spec import Spec, load, make_bot

SEARCHERS = ("monte-carlo", "ismcts")
ITERATIONS = 200
POSITIONS = 16
GAMES = 3  # that the positions come from
RUNS = 5


@program
def searched(positions, r, bot, rng, p, mind):
    """Let `bot` choose in every position."""
    for k in range(len(positions)):
        s = positions[k]
        search(s, r, count(s, r), bot, rng, p, mind)


@program
def played_on(positions, r, bot, mind):
    """Play on from every position as often as `bot` would."""
    for k in range(len(positions)):
        for _ in range(bot.iterations):
            mind.worlds[0] = positions[k]
            play_out(mind.worlds[0], r, to_move(positions[k], r), bot, mind)


def choices(name: str, sets: list[str]) -> np.recarray:
    """Positions with a choice, evenly out of some random games."""
    kit, found = records(load(name, sets=sets, bots="random")), []
    for number in range(GAMES):
        game = Steps(kit, 1, number)
        while game.running:
            if len(game.legal()) > 1:
                found.append(game.states.tobytes())
            game.step()
    chosen = [found[len(found) * k // POSITIONS] for k in range(POSITIONS)]
    return np.frombuffer(bytearray(b"".join(chosen)), dtype=kit.kernel.STATE).view(np.recarray)


def least_seconds(do: Callable[[], object]) -> float:
    """Seconds of the processor's for something, at best; it is done once before, to be compiled."""
    do()

    def once() -> float:
        begun = time.thread_time()
        do()
        return time.thread_time() - begun

    return min(once() for _ in range(RUNS))


def playout_rates(name: str, sets: list[str]) -> list[dict[str, Any]]:
    """A row for each searching bot and who plays on for it, on one core."""
    positions, spec = choices(name, sets), load(name, sets=sets, bots="random")
    playouts = PLAYOUTS if spec.game.features else PLAYOUTS[:1]
    return [
        {"game": ", ".join([name, *sets])} | playout_rate(spec, positions, searcher, playout)
        for playout in playouts
        for searcher in SEARCHERS
    ]


def playout_rate(spec: Spec, positions: np.recarray, searcher: str, playout: str) -> dict[str, Any]:
    """How fast this bot thinks about the positions."""
    made = make_bot(f"{searcher}:{ITERATIONS}", spec.game, spec.options)
    prior = made.search["prior"] if playout == "greedy" else 0
    played = replace(made, search={**made.search, "playout": playout, "prior": prior})
    kit = records(replace(spec, bots=(played,) * spec.players))
    bot, own = kit.bots[0], len(kit.keys) - len(kit.bots)
    mind = new_mind(kit.bots, kit.kernel.STATE, own)
    rng = np.arange(1, 2 * len(kit.keys) + 1, dtype=np.uint64).reshape(-1, 2)
    mind.rng[:] = rng[: own + 1]
    with_tree = least_seconds(lambda: searched(positions, kit.rules, bot, rng, own, mind))
    without = least_seconds(lambda: played_on(positions, kit.rules, bot, mind))
    return {
        "bots": made.title,
        "play on by": playout,
        "decisions/s": len(positions) / with_tree,
        "playouts/s": len(positions) * bot.iterations / with_tree,
        "games/s from there": len(positions) * bot.iterations / without,
        "ratio": without / with_tree,
    }
