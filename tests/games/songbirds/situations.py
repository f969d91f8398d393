"""Situations that the tests of the rulebook and of the settled points share, and short ways to ask about them."""

from __future__ import annotations

from games.songbirds.positions import position

# The first two rows are those of the rulebook's example of ties. With the Green 6 in the last space
# columns go to Red, Red, Green, Blue, Red and rows to White, nobody, nobody, nobody, Green.
ALMOST_FULL = """
    G7 R7 B3 B4 W3
    W5 G2 G3 B1 R1
    R2 R3 B5 W1 G1
    R4 W2 G4 B6 W4
    R5 B7 G5 W6 .
    """
# The groups beside the Crow are those of the rulebook's example.
CROW_FOREST = """
    R3 W4 G6 B6 B1
    R1 R4 R2 B4 W3
    B2 B3 X  G4 G1
    R6 W6 R7 G3 W5
    B5 W1 G7 W7 .
    """
ONE_ROUND = {"rounds": 1}


def almost_full(**more):
    """Seat 0 is about to fill the forest with the Green 6."""
    return position(ALMOST_FULL, hands=["G6 R6", "W7"], **{"rules": ONE_ROUND, **more})


def beside_the_crow(side, **more):
    """Seat 0 of four is about to fill the forest with the Red 5."""
    return position(
        CROW_FOREST, hands=["R5 W2", "G2", "G5", "B7"], crow=side, **{"rules": {"players": 4, **ONE_ROUND}, **more}
    )


def lying(p):
    """The cards in the forest by space."""
    return {(r, c): card for r, row in enumerate(p.table()["forest"]) for c, card in enumerate(row) if card is not None}


def short(action):
    """An action as `play` takes it."""
    return action["play"][0] + action["play"][-1], action["row"], action["column"]


def place(p):
    """Play the first legal placement."""
    return p.play(*short(next(action for action in p.legal if "play" in action)))


def kinds(p):
    """The kinds of the last events, in order."""
    return [event["event"] for event in p.events]


def crow_lines(p):
    """The Crow's awards as line, colour and amount."""
    awards = [event for event in p.events if event["event"] == "award"][10:]
    return [(event["line"], event["colour"], event["amount"]) for event in awards]
