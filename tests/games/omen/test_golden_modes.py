"""A golden playthrough of each mode (see `playthroughs`).

They are played by random bots, so that only a change of the rules, the cards or the prose changes them. The games are
chosen for what is rare: in each of them a War is tied and a city is sacked again in the same War.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.arena.replay import Replay
from balance.games.omen import FIGURES
from balance.spec import load
from playthroughs import check

FOLDER = Path(__file__).parents[2] / "golden"
SEED = 11
MODES = {
    "single": ([], 9),
    "combined-2": (["mode=combined", "games=[2, 3]"], 84),
    "combined-3": (["mode=combined", "games=[1, 2, 3]"], 809),
    "draft": (["mode=draft"], 5900),
}
RARE = ("ties_in_war", "sacked_again")


@pytest.mark.parametrize("mode", MODES)
def test_golden_playthrough_of_a_mode(mode):
    sets, number = MODES[mode]
    replay = Replay(load("omen", sets=sets, bots="random"), SEED, number)
    check(FOLDER / f"omen-{mode}.txt", replay)
    names = [figure.name for figure in FIGURES if figure.per == "game"]
    assert all(replay.row.game_figures[names.index(name)] for name in RARE), "the game no longer shows what is rare"
