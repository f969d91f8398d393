"""What people read of a game."""

from __future__ import annotations

import pytest

from balance.arena.replay import Replay
from balance.games.songbirds.prose import heading, opening, say, scene, tell
from balance.games.songbirds.state import FAVOUR, SPACES
from balance.spec import load
from games.songbirds.positions import card, new_game, position

LAST = """
    .  R5 W1 B2 G4
    B7 G7 B3 W3 G2
    R2 R3 W6 W4 B1
    G5 W5 B6 R1 W2
    R4 B5 G6 R7 G1
"""


def prose(p):
    return tell(p.s, p.r, p.log)


def test_the_forest_as_a_table():
    p = position("R5 X .  .  .   .  .  .  W7 .", hands=["R1", "R2", "R3", "R4"], crow="A")
    assert scene(p.s, p.r)[:6] == [
        "         5    6    7    8    9",
        "   10   R5 Crow    +    +    .",
        "   11    +    +    +   W7    +",
        "   12    .    .    .    +    .",
        "   13    .    .    .    .    .",
        "   15    .    .    .    .    .",
    ]
    assert scene(p.s, p.r)[6:8] == ["Player 1 holds Red 1", "Player 2 holds Red 2"]


def test_hands_are_told_by_colour():
    p = position("R5", hands=["W1 R7 W6 R2", ""])
    assert scene(p.s, p.r)[6:] == ["Player 1 holds Red 2 7, White 1 6", "Player 2 holds nothing"]


def test_actions():
    p = position("R5", hands=["W1", ""], mode="coop")
    assert say(p.s, p.r, card("W1") * SPACES + 7) == "place White 1 in row 2, column 3"
    assert say(p.s, p.r, FAVOUR + card("W1")) == "favour White 1"


def test_the_end_of_a_round_says_who_takes_what_and_why():
    p = position(LAST, hands=["B4 R6", "G3"], rules={"rounds": 1})
    p.play("B4", 0, 0)
    lines = prose(p)
    assert lines[1] == "   10   B4   R5   W1   B2   G4"
    assert "Column 1 (5 berries): Blue 11, Red 6, Green 5. Blue takes it." in lines
    assert "Row 1 (10 berries): Blue 6, Red 5, Green 4, White 1. Blue takes it." in lines
    assert "Column 5 (9 berries): Green 7, White 2, Blue 1. Green takes it." in lines
    assert "Row 3 (12 berries): White 10, Red 5, Blue 1. White takes it." in lines
    assert lines[-2:] == [
        "Player 1 reveals Red 6: 29 berries of Red + volume 6 = 35 points.",
        "Player 2 reveals Green 3: 9 berries of Green + volume 3 = 12 points.",
    ]


def test_ties_are_explained():
    p = position(LAST.replace("R5", "B4"), hands=["R6 R5", "G3"], rules={"rounds": 1})
    p.play("R6", 0, 0)
    row = next(line for line in prose(p) if line.startswith("Row 1 "))
    assert row == (
        "Row 1 (10 berries): Red 6, Blue 6, Green 4, White 1. Red and Blue cancel each other out. Green takes it."
    )


def test_a_line_that_nobody_takes():
    forest = "R7 B7 G1 W1 .\n" + " . . . . . " * 4
    p = position(
        forest.replace(". . . . .", "R1 R2 R3 R4 R5", 1)
        .replace(". . . . .", "B1 B2 B3 B4 B5", 1)
        .replace(". . . . .", "G2 G3 G4 G5 G6", 1)
        .replace(". . . . .", "W2 W3 W4 W5 W6", 1),
        hands=["W7 R6", "B6"],
        rules={"rounds": 1, "line_ties": "no_award"},
    )
    p.play("R6", 0, 4)
    assert next(line for line in prose(p) if line.startswith("Row 1 ")) == (
        "Row 1 (10 berries): Red 13, Blue 7, Green 1, White 1. Green and White cancel each other out. Red takes it."
    )


def test_the_deal_says_what_the_table_does_not_show():
    p = new_game(3, players=4, crow="B")
    assert opening(p.s, p.r)[0] == "The Crow lies with its side B up."
    two = new_game(3)
    assert opening(two.s, two.r)[0].startswith("Set aside, unseen: ")
    assert "starts." in opening(two.s, two.r)[-1]


@pytest.mark.parametrize(
    ("rules", "title"),
    [({}, "Round 1, turns 1 to 2"), ({"rounds": 1}, "Turns 1 to 2"), ({"mode": "solo"}, "Turns 1 to 4")],
)
def test_titles(rules, title):
    p = new_game(1, **rules)
    assert heading(p.s, p.r) == title


@pytest.mark.parametrize(
    ("sets", "titles"),
    [
        (["mode=solo"], ["Turns 13 to 16", "Turn 17"]),
        (["mode=coop", "players=3"], ["Turns 13 to 15", "Turns 16 to 17"]),
        (["players=4"], ["Round 2, turns 17 to 20", "Round 2, turns 21 to 24"]),
    ],
)
def test_the_last_title_names_no_turn_that_cannot_be(sets, titles):
    told = [moment.prose for moment in Replay(load("songbirds", sets=sets), 1, 0)]
    found = [line for lines in told for line in lines if line.startswith(("Turn", "Round"))]
    assert found[-2:] == titles


def test_a_solo_game_is_told_to_its_end():
    text = "\n".join(line for moment in Replay(load("songbirds", sets=["mode=solo"]), 2, 1) for line in moment.prose)
    assert "Player 1 draws " in text
    assert " is favoured: volume " in text
    assert "berries of the others = " in text


def test_a_band_without_a_favoured_bird():
    p = position(LAST, hands=["B4 R6", "G3"], mode="coop")
    p.play("B4", 0, 0)
    assert prose(p)[-1] == "No bird was favoured: 0 points."
