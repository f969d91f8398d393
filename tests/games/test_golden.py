"""Golden playthroughs: what a few games look like, kept as text. `make golden` writes them anew; read the diff."""

import os
from pathlib import Path

import pytest

from balance.arena.replay import Replay
from balance.engine import game
from balance.spec import load

FOLDER = Path(__file__).parent / "golden"
NUMBERS = (0, 1)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("name", game.names())
def test_golden_playthrough(name, bots, number):
    moments = Replay(load(name, bots=bots), 7, number)
    text = "\n".join(line for moment in moments for line in moment.prose) + "\n"
    path = FOLDER / f"{name}-{bots}-{number}.txt"
    if os.environ.get("BALANCE_GOLDEN") == "write":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text)
    assert path.read_text() == text, "the game has changed: `make golden` if it should have"
