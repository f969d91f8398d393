"""What every kind of bot chooses in a position, for tests that change what it must not see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from balance.arena.records import Records, records
from balance.arena.steps import legal_actions
from balance.bots.catalog import KINDS, SEARCHERS, SEES_ALL
from balance.bots.choose import choose
from balance.bots.mind import new_mind
from balance.engine.game import Game, Options
from balance.engine.streams import begin, purpose_keys
from balance.engine.verbs import to_move
from balance.spec import Spec, make_bot

HONEST = tuple(kind for kind in KINDS if kind not in SEES_ALL)
CHEAT = "omniscient"


class Choosers:
    """One bot of each kind for every seat of a game; searching ones think briefly."""

    def __init__(self, game: Game, options: Options, iterations: int = 12, horizon: int = 8):
        seats = game.seat_count(options)
        # All actions are expected alike, so that what is imagined decides.
        brief = {"iterations": iterations, "horizon": horizon, "prior": 0.0}
        self.kits: dict[str, Records] = {}
        for kind in KINDS:
            bot = make_bot(kind, game, options)
            bot = replace(bot, search=bot.search | brief) if kind in SEARCHERS else bot
            self.kits[kind] = records(Spec(game, options, (bot,) * seats))
        kit = self.kits[CHEAT]
        self.mind = new_mind(kit.bots, kit.kernel.STATE, len(game.chances))

    def choice(self, kind: str, s: Any, seed: int) -> int:
        """The action that a bot takes in state `s`, by the stream of this seed."""
        kit = self.kits[kind]
        rng = np.empty((1, 2), dtype=np.uint64)
        begin(rng, purpose_keys(("test choices",), 0), np.uint64(seed), np.uint64(0))
        n = len(legal_actions(s, kit.rules))
        return int(choose(s, kit.rules, n, kit.bots[int(to_move(s, kit.rules))], rng, 0, self.mind))

    def check(self, s: Any, worlds: Iterable[Any], seed: int) -> int:
        """Every honest bot chooses in `worlds` (which look the same to the seat) as in `s`; how often the cheat does
        not."""
        caught = 0
        for world in worlds:
            for kind in HONEST:
                assert self.choice(kind, world, seed) == self.choice(kind, s, seed), kind
            caught += self.choice(CHEAT, world, seed) != self.choice(CHEAT, s, seed)
        return caught

    def sees_more(self, s: Any, seed: int) -> bool:
        """Whether the bot that sees all cards plays otherwise than the one that does not."""
        return self.choice(CHEAT, s, seed) != self.choice("ismcts", s, seed)
