"""Nobody peeks: in worlds that the referee makes from the rulebook, every bot chooses as in the true one."""

from __future__ import annotations

import random

import pytest

from balance.engine.jit import PLAIN
from choices import Choosers
from games.songbirds.positions import GAME, new_game
from games.songbirds.test_settled import rebuilt
from referee.songbirds_worlds import world

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")
MODES = {
    "2 players": {"players": 2},
    "3 players": {"players": 3},
    "4 players": {"players": 4},
    "solo": {"mode": "solo"},
    "co-op": {"mode": "coop", "players": 3},
}


def positions(rules, seed):
    """Every third decision of a game by chance: the state as a record has it, and whose decision it is."""
    chance = random.Random(seed)
    p = new_game(seed, **rules)
    for turn in range(18):
        if p.asked is None or p.table()["round"] > 1:
            return
        if turn % 3 == 0:
            yield p.table(), p.asked
        action = chance.choice(p.legal)
        name = action.get("favour") or action["play"]
        short = name[0] + name[-1]
        p = p.favour(short) if "favour" in action else p.play(short, action["row"], action["column"])


@pytest.mark.parametrize("mode", MODES)
def test_bots_choose_the_same_in_worlds_of_the_referee(mode):
    rules, chance = MODES[mode], random.Random(mode)
    choosers = Choosers(GAME, new_game(1, **rules).options)
    caught = sees_more = 0
    for state, seat in positions(rules, 5):
        true = rebuilt(state, rules)
        worlds = [rebuilt(world(state, seat, chance), rules) for _ in range(3)]
        assert all(other.view(seat) == true.view(seat) for other in worlds)
        caught += choosers.check(true.s, [other.s for other in worlds], seed=len(state["deck"]) + seat)
        sees_more += choosers.sees_more(true.s, seat)
    assert caught, "the bot that sees all cards goes unnoticed"
    assert sees_more, "to see all cards makes no difference"
