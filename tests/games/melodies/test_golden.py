"""Golden playthroughs of songs with restrictions and many help cards (see `playthroughs`)."""

from pathlib import Path

import pytest

from balance.arena.replay import Replay
from balance.spec import load
from playthroughs import check

FOLDER = Path(__file__).parents[2] / "golden"
SONGS = {
    "melodies-heart": ["venue=heart", "song=3", "players=2"],
    "melodies-last-gig": ["venue=skull-and-star", "song=2", "players=4"],
    "melodies-venue": ["play=venue", "venue=star", "difficulty=easy", "max_attempts=4"],
}


@pytest.mark.parametrize("name", SONGS)
def test_golden_songs(name):
    check(FOLDER / f"{name}.txt", Replay(load("melodies", SONGS[name], "greedy"), 7, 0))
