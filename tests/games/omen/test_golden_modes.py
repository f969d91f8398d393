"""A game of each mode kept as text, as `balance replay` shows it. `make golden` writes them anew; read the diff.

They are played by random bots, so that only a change of the rules, the cards or the prose changes them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from balance.arena.replay import Replay
from balance.spec import load

FOLDER = Path(__file__).parents[2] / "golden"
MODES = {
    "single": [],
    "combined-2": ["mode=combined", "games=[2, 3]"],
    "combined-3": ["mode=combined", "games=[1, 2, 3]"],
    "draft": ["mode=draft"],
}


@pytest.mark.parametrize("mode", MODES)
def test_golden_playthrough_of_a_mode(mode):
    moments = Replay(load("omen", sets=MODES[mode], bots="random"), 11, 3)
    text = "\n".join(line for moment in moments for line in moment.prose) + "\n"
    path = FOLDER / f"omen-{mode}.txt"
    if os.environ.get("BALANCE_GOLDEN") == "write":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text)
    assert path.read_text() == text, "the game has changed: `make golden` if it should have"
