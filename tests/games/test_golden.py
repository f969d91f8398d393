"""Golden playthroughs of every game by each simple bot, and of every mode (see `playthroughs`).

Greedy's weights are those set by hand, so that training does not change the games. Some games of modes are chosen for
what is rare, and are then tested to show it; Omen's are in `tests/games/omen/test_golden_modes.py`.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from balance.arena.replay import Replay
from balance.engine import game
from balance.spec import load
from playthroughs import check

FOLDER = Path(__file__).parent / "golden"
MODES = Path(__file__).parents[1] / "golden"
NUMBERS = (0, 1)
BOTS = {"random": "random", "greedy": "hand-set"}


class Chosen(NamedTuple):
    """A game of a mode; `shows` are patterns of what it was chosen for."""

    name: str
    sets: list[str]
    bots: str = "hand-set"
    number: int = 0
    shows: tuple[str, ...] = ()


RESISTANCE, TIE = "reaches the resistance", "equal totals.* (captain|mate) leave play"
BOTH_MUGS, EMPTY_HAND, STAYS = r"\+6 rum \(P1, P2\)", "in hand nothing", "The (captain|mate) stays"
PASS = "can neither play a card nor use the octopus"
SIDE_A, SIDE_B, BELOW_0 = "its side A up", "its side B up", r"0 berries of \w+ - 4 for the Crow .* = -\d+ point"
NO_COLOUR, EMPTY_DECK = "No colour gets|Nobody takes it", "the deck is empty"
BY_MODE = {
    "melodies-heart": Chosen("melodies", ["venue=heart", "song=3", "players=2"]),
    "melodies-last-gig": Chosen("melodies", ["venue=skull-and-star", "song=2", "players=4"]),
    "melodies-venue": Chosen("melodies", ["play=venue", "venue=star", "difficulty=easy", "max_attempts=4"]),
    "sirenen-base": Chosen("sirenen", [], "random", 120, (RESISTANCE, TIE, BOTH_MUGS, STAYS)),
    "sirenen-two-at-once": Chosen("sirenen", [], "random", 2473, (r"takes ship .*\n +Player \d takes ship ",)),
    "sirenen-tactics": Chosen("sirenen", ["variant=tactics"], "random", 130, (PASS, EMPTY_HAND)),
    "songbirds-3": Chosen("songbirds", ["players=3"], number=4, shows=("share the first place",)),
    "songbirds-4": Chosen("songbirds", ["players=4"], "random", 23, (SIDE_A, SIDE_B, BELOW_0, NO_COLOUR)),
    "songbirds-solo": Chosen("songbirds", ["mode=solo"], number=84, shows=("Superstar",)),
    "songbirds-solo-unfavoured": Chosen("songbirds", ["mode=solo"], "random", 31, ("No bird was favoured", "Rookie")),
    "songbirds-coop": Chosen("songbirds", ["mode=coop", "players=3"], number=1, shows=("Professional", EMPTY_DECK)),
}


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("bots", BOTS)
@pytest.mark.parametrize("name", game.names())
def test_golden_playthrough(name, bots, number):
    check(FOLDER / f"{name}-{bots}-{number}.txt", Replay(load(name, bots=BOTS[bots]), 7, number))


@pytest.mark.parametrize("mode", BY_MODE)
def test_golden_playthrough_of_a_mode(mode):
    chosen = BY_MODE[mode]
    file = MODES / f"{mode}.txt"
    check(file, Replay(load(chosen.name, chosen.sets, chosen.bots), 7, chosen.number))
    text = file.read_text()
    assert [what for what in chosen.shows if not re.search(what, text)] == [], "the game no longer shows this"
