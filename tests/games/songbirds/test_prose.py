"""What people read of a game."""

from __future__ import annotations

import pytest

from balance.arena.replay import Replay
from balance.games.songbirds.prose import heading, legend, opening, say, scene
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
    lines = p.told()
    assert lines[:6] == [
        "         5    6    7    8    9",
        "   10   B4   R5   W1   B2   G4",
        "   11   B7   G7   B3   W3   G2",
        "   12   R2   R3   W6   W4   B1",
        "   13   G5   W5   B6   R1   W2",
        "   15   R4   B5   G6   R7   G1",
    ]
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
    row = next(line for line in p.told() if line.startswith("Row 1 "))
    assert row == (
        "Row 1 (10 berries): Red 6, Blue 6, Green 4, White 1. Red and Blue cancel each other out. Green takes it."
    )


def row_1(forest, card, **rules):
    """What is told of row 1 when this card fills the forest."""
    p = position(forest, hands=[f"W7 {card}", "B6"], rules={"rounds": 1, **rules})
    p.play(card, 0, 4)
    return next(line for line in p.told() if line.startswith("Row 1 ")).removeprefix("Row 1 (10 berries): ")


BELOW = """
    R7 B7 G1 W1 .
    R1 R2 R3 R4 R5
    B1 B2 B3 B4 B5
    G7 G3 G4 G5 G6
    W2 W3 W4 W5 W6
"""


@pytest.mark.parametrize("line_ties", ["next_strongest", "no_award"])
def test_ties_below_the_colour_that_takes_a_token_are_not_told(line_ties):
    assert row_1(BELOW, "R6", line_ties=line_ties) == "Red 13, Blue 7, Green 1, White 1. Red takes it."


def test_a_tie_for_the_strongest_by_either_rule():
    shown = "Red 7, Blue 7, Green 3, White 1."
    assert row_1(BELOW, "G2") == f"{shown} Red and Blue cancel each other out. Green takes it."
    assert row_1(BELOW, "G2", line_ties="no_award") == (
        f"{shown} Red and Blue tie for the strongest, so nobody takes it."
    )


def test_a_line_that_nobody_takes():
    forest = """
        R7 B4 B3 G6 .
        R1 R2 R3 R4 R5
        B1 B2 R6 B5 B7
        G1 G2 G3 G4 G5
        W1 W2 W3 W4 W5
    """
    assert row_1(forest, "W6") == (
        "Red 7, Blue 7, Green 6, White 6. Red and Blue cancel each other out. Green and White cancel each other out. "
        "Nobody takes it."
    )


CROW = """
    R2 B1 G6 G1 W1
    B2 B3 R1 G2 W2
    R3 R4 X  R5 W3
    B4 B5 R7 G3 W4
    B6 W5 G7 G4 .
"""


@pytest.mark.parametrize(
    ("side", "groups"),
    [
        (
            "A",
            [
                "Crow, above: Green 6, Red 1. Green gets the -2 points.",
                "Crow, left: Red 7. Red gets the -3 points.",
                "Crow, right: Red 5, White 3. Red gets the -4 points.",
                "Crow, below: Red 7, Green 7. Red and Green cancel each other out. No colour gets the -5 points.",
            ],
        ),
        (
            "B",
            [
                "Crow, above + right: Red 6, Green 6, White 3. Red and Green cancel each other out. "
                "White gets the -4 points.",
                "Crow, below + left: Red 14, Green 7. Red gets the -4 points.",
            ],
        ),
    ],
)
def test_the_crow_gives_points_that_are_told_apart_from_berries(side, groups):
    p = position(CROW, hands=["W6 R6", "B7", "G5", "W7"], crow=side, rules={"rounds": 1})
    p.play("W6", 4, 4)
    lines = p.told()
    assert [line for line in lines if line.startswith("Crow")] == groups
    off = 7 if side == "A" else 4
    berries = p.sources[0]["berries"] + off
    assert (
        f"Player 1 reveals Red 6: {berries} berries of Red - {off} for the Crow + volume 6 = {p.scores[0]} points."
        in (lines)
    )
    assert not any(line.startswith("Player 2") and "Crow" in line for line in lines)  # Blue stands beside it nowhere


def test_who_shares_the_first_place_is_said():
    def told(*earlier):
        p = position(LAST, hands=["B4 R6", "G3", "W7"], round=2, points=[[n] for n in earlier])
        return p.play("B4", 0, 0).told()[-2:]

    assert told(0, 0, 0)[-1] == "Points after 2 rounds: Player 1 35, Player 2 12, Player 3 32."
    assert told(0, 0, 3) == [
        "Points after 2 rounds: Player 1 35, Player 2 12, Player 3 35.",
        "Players 1 and 3 share the first place.",
    ]


def test_between_two_rounds():
    p = position(LAST, hands=["B4 R6", "G3"])
    p.play("B4", 0, 0)
    lines = p.told()
    assert lines[:2] == ["         5    6    7    8    9", "   10   B4   R5   W1   B2   G4"]
    deal = lines.index("The deal of round 2")
    assert lines[deal - 2] == "Points after 1 round: Player 1 35, Player 2 12."
    assert lines[deal + 1] == "All birds and Berry tokens are shuffled and laid out afresh."
    assert lines[-1] == "Player 2 starts."


def test_the_deal_says_what_the_table_does_not_show():
    p = new_game(3, players=4, crow="B")
    beside = "Points for the strongest colour beside it:"
    assert opening(p.s, p.r)[0] == f"The Crow lies with its side B up. {beside} above + right -4, below + left -4."
    a = new_game(3, players=4, crow="A")
    assert opening(a.s, a.r)[0] == (
        f"The Crow lies with its side A up. {beside} above -2, left -3, right -4, below -5."
    )
    two = new_game(3)
    assert opening(two.s, two.r)[0].startswith("Set aside, unseen: ")
    assert opening(two.s, two.r)[1].endswith(" starts.")
    assert opening(two.s, two.r)[2:] == legend(two.s, two.r)
    assert "berries" in legend(two.s, two.r)[1]


@pytest.mark.parametrize(("mode", "players"), [("solo", 1), ("coop", 2), ("coop", 3), ("coop", 4)])
def test_the_deal_of_a_band_tells_dealt_and_drawn_birds_apart(mode, players):
    p = new_game(5, mode=mode, players=players)
    (draw,) = (event for event in p.events if event["event"] == "draw")
    dealt = [[name for name in hand if name != draw["card"]] for hand in p.table()["hands"]]
    starter = draw["seat"]
    assert opening(p.s, p.r)[: players + 1] == [
        *(f"Player {seat + 1} is dealt {card}." for seat, (card,) in enumerate(dealt)),
        f"Player {starter + 1} starts, and draws {draw['card']}.",
    ]
    for reader in range(players):
        shown = [dealt[reader][0] if seat == reader else "a card" for seat in range(players)]
        drawn = draw["card"] if reader == starter else "a card"
        assert opening(p.s, p.r, reader) == [
            *(f"Player {seat + 1} is dealt {card}." for seat, card in enumerate(shown)),
            f"Player {starter + 1} starts, and draws {drawn}.",
        ]


def test_a_draw_is_told_as_the_beginning_of_the_next_turn():
    p = position("R5", hands=["W1 W2", "R7"], deck="B1 B2", mode="coop")
    p.play("W1", 0, 1)
    assert p.told() == p.told(1) == ["Player 2 begins the next turn by drawing Blue 1."]
    assert p.told(0) == ["Player 2 begins the next turn by drawing a card."]
    p.play("B1", 0, 2)
    assert p.told() == ["Player 1 begins the next turn by drawing Blue 2, the last card of the deck."]
    p.play("B2", 0, 3)
    assert p.told() == ["Player 2 begins the next turn without a card to draw: the deck is empty."]
    assert scene(p.s, p.r)[-1] == "In the deck: 0 cards"


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


def test_points_that_a_band_shares_are_told_once():
    lines = list(Replay(load("songbirds", sets=["mode=coop", "players=3"], bots="random"), 2, 1))[-1].prose
    assert len(lines) == 3
    assert lines[-1].startswith("    All players together: ")


def test_a_solo_game_is_told_to_its_end():
    text = "\n".join(line for moment in Replay(load("songbirds", sets=["mode=solo"]), 2, 1) for line in moment.prose)
    assert "Player 1 begins the next turn by drawing " in text
    assert " is favoured: volume " in text
    assert "berries of the others = " in text


def test_a_band_without_a_favoured_bird():
    p = position(LAST, hands=["B4 R6", "G3"], mode="coop")
    p.play("B4", 0, 0)
    assert p.told()[-1] == "No bird was favoured: 0 points."
