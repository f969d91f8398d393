"""Golden playthroughs of every game by each simple bot, and of every mode (see `playthroughs`).

Greedy's weights are those set by hand, so that training does not change the games. Omen's modes are played by random
bots and chosen for what is rare (see `tests/games/omen/test_golden_modes.py`).
"""

from pathlib import Path

import pytest

from balance.arena.replay import Replay
from balance.engine import game
from balance.spec import load
from playthroughs import check

FOLDER = Path(__file__).parent / "golden"
MODES = Path(__file__).parents[1] / "golden"
NUMBERS = (0, 1)
BOTS = {"random": "random", "greedy": "hand-set"}
BY_MODE = {
    "melodies-heart": ("melodies", ["venue=heart", "song=3", "players=2"]),
    "melodies-last-gig": ("melodies", ["venue=skull-and-star", "song=2", "players=4"]),
    "melodies-venue": ("melodies", ["play=venue", "venue=star", "difficulty=easy", "max_attempts=4"]),
    "sirenen-tactics": ("sirenen", ["variant=tactics"]),
    "songbirds-3": ("songbirds", ["players=3"]),
    "songbirds-4": ("songbirds", ["players=4"]),
    "songbirds-solo": ("songbirds", ["mode=solo"]),
    "songbirds-coop": ("songbirds", ["mode=coop", "players=3"]),
}


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("bots", BOTS)
@pytest.mark.parametrize("name", game.names())
def test_golden_playthrough(name, bots, number):
    check(FOLDER / f"{name}-{bots}-{number}.txt", Replay(load(name, bots=BOTS[bots]), 7, number))


@pytest.mark.parametrize("mode", BY_MODE)
def test_golden_playthrough_of_a_mode(mode):
    name, sets = BY_MODE[mode]
    check(MODES / f"{mode}.txt", Replay(load(name, sets, "hand-set"), 7, 0))
