"""A golden playthrough of each mode (see `playthroughs`).

They are played by random bots, so that only a change of the rules, the cards or the prose changes them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.arena.replay import Replay
from balance.spec import load
from playthroughs import check

FOLDER = Path(__file__).parents[2] / "golden"
MODES = {
    "single": [],
    "combined-2": ["mode=combined", "games=[2, 3]"],
    "combined-3": ["mode=combined", "games=[1, 2, 3]"],
    "draft": ["mode=draft"],
}


@pytest.mark.parametrize("mode", MODES)
def test_golden_playthrough_of_a_mode(mode):
    check(FOLDER / f"omen-{mode}.txt", Replay(load("omen", sets=MODES[mode], bots="random"), 11, 3))
