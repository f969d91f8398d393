"""Nobody peeks: in worlds made by hand, without the engine's re-deal or `exchange`, every bot chooses the same.

That the pairs exchanged are those a seat cannot tell apart is held against a memory of its own in `test_knowledge`.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

from balance.arena.records import records
from balance.arena.steps import Steps
from balance.engine.jit import PLAIN
from balance.spec import load
from choices import Choosers
from games.omen.positions import GAME, KERNEL
from games.omen.test_knowledge import alike, hidden, seen, swapped

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")
MODES = {"single": [], "combined": ["mode=combined"], "draft": ["mode=draft"]}


def world_of(s, r, seat, chance):
    """Another world for the seat: several pairs that it cannot tell apart, exchanged one after the other."""
    states = np.array([s], dtype=KERNEL.STATE).view(np.recarray)
    for _ in range(8):
        found = hidden(states[0], r, seat)
        pairs = [(one, other) for one in found for other in found if one < other and alike(found, one, other)]
        if pairs:
            states = swapped(states[0], r, *chance.choice(pairs))
    return states[0]


@pytest.mark.parametrize("mode", MODES)
def test_bots_choose_the_same_in_other_worlds(mode):
    spec = load("omen", sets=MODES[mode], bots="greedy")
    kit, choosers, chance = records(spec), Choosers(GAME, spec.options), random.Random(mode)
    caught = sees_more = 0
    for number in range(2):
        game = Steps(kit, 8, number)
        while game.running:
            decision = int(game.row.decisions)
            if decision % 6 == number and len(game.legal()) > 1:
                worlds = [world_of(game.state, kit.rules, game.seat, chance) for _ in range(2)]
                view = seen(game.state, kit.rules, game.seat)
                assert all(seen(world, kit.rules, game.seat) == view for world in worlds)
                caught += choosers.check(game.state, worlds, decision)
                sees_more += choosers.sees_more(game.state, decision)
            game.step()
    assert caught, "the bot that sees all cards goes unnoticed"
    assert sees_more, "to see all cards makes no difference"
