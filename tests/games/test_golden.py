"""Golden playthroughs of every game, by each shipped bot (see `playthroughs`)."""

from pathlib import Path

import pytest

from balance.arena.replay import Replay
from balance.engine import game
from balance.spec import load
from playthroughs import check

FOLDER = Path(__file__).parent / "golden"
NUMBERS = (0, 1)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("name", game.names())
def test_golden_playthrough(name, bots, number):
    check(FOLDER / f"{name}-{bots}-{number}.txt", Replay(load(name, bots=bots), 7, number))
