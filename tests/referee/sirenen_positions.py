"""Positions of Sirenen in Sicht for the referee's own tests, written in short."""

import random
from collections import Counter

from .sirenen import RandomChance
from .sirenen_game import Game

VALUES = list(range(-4, 11))
COPIES = [2, 2, 2, 2, *[4] * 11]
CARDS = {"values": VALUES, "copies": COPIES, "move_crew": [-4, -3, -2, -1, 0]}
RULES = {
    "variant": "base",
    "ships": [28, 30, 32, 34, 36],
    "crew_start": [30, 34],
    "copies": COPIES,
    "hand_size": 4,
    "rum_bonus": 3,
    "side_limit": 5,
    "move_crew_values": [-4, -3, -2, -1, 0],
    "crew_before_scoring": True,
    "rum_timing": "either",
    "victory_points_to_win": 4,
}


def numbers(text: str) -> list:
    """`"3 -1 10"`: a list of cards."""
    return [int(word) for word in text.split()]


def position(
    sides: dict | None = None,
    hands: tuple = ("", ""),
    pile: str = "",
    crew: dict | None = None,
    gone: dict | None = None,
    points: tuple | None = None,
    rum: tuple = ("owner", "owner"),
    active: int = 0,
    passes: int = 0,
    **rules,
) -> Game:
    """A position at step `act`; all cards not named are out of play.

    `sides`: `{28: ("3 4*1", "")}`, the cards of both sides, `*1` with the octopus of seat 1. `gone`: ships
    (`{36: 0, 34: None}`) taken by a seat or removed. `points` are worked out from the ships if not given.
    """
    game = Game({**RULES, **rules}, CARDS, RandomChance(random.Random(1)))
    state = game.state()
    for ship in state["ships"]:
        if ship["resistance"] in (gone or {}):
            owner = gone[ship["resistance"]]
            ship.update(status="removed" if owner is None else "taken", owner=owner, crew=[])
    crew = crew if crew is not None else state["crew"]
    for ship in state["ships"]:
        ship["crew"] = [member for member, place in crew.items() if place == ship["resistance"]]
        ship["rum"] = [seat for seat in (0, 1) if rum[seat] == ship["resistance"]]
        for side, text in enumerate((sides or {}).get(ship["resistance"], ("", ""))):
            for index, word in enumerate(text.split()):
                value, _, owner = word.partition("*")
                ship["sides"][side].append(int(value))
                if owner:
                    state["octopus"][int(owner)] = {"ship": ship["resistance"], "side": side, "index": index}
    state.update(crew=dict(crew), rum=list(rum), hands=[numbers(hand) for hand in hands], piles=[numbers(pile)])
    owners = [ship["owner"] for ship in state["ships"]]
    state["points"] = list(points) if points else [owners.count(0), owners.count(1)]
    left = len([ship for ship in state["ships"] if ship["status"] == "in play"])
    left += len([place for place in crew.values() if place not in ("taken", "removed")])
    state["removed"] = len(owners) + len(crew) - left - sum(state["points"])
    state.update(active=active, to_move=active, passes=passes)
    game.put(state)
    assert Counter(game.all_cards()) <= Counter(game.deck)
    game.out = list((Counter(game.deck) - Counter(game.all_cards())).elements())
    return game


def do(game: Game, text: str) -> list:
    """Take an action written in short; the names of the events that follow.

    `"play 0 28 1"`, `"octopus 5 28 0 30 1"` (from ship and side, to ship and side), `"rum 30"`, `"crew 32"`, `"end"`,
    `"pass"`, `"pick 7"`.
    """
    word, *rest = text.split()
    keys = {
        "play": ["play", "ship", "side"],
        "octopus": ["octopus", "from_ship", "from_side", "ship", "side"],
        "rum": ["rum"],
        "crew": ["crew_to"],
        "pick": ["pick"],
    }.get(word, [])
    action = dict(zip(keys, map(int, rest), strict=True)) or {{"end": "end_turn", "pass": "pass"}[word]: True}
    game.answer(action)
    return [event["event"] for event in game.events]


def legal(game: Game, kind: str) -> list:
    """The legal actions of one kind."""
    return [action for action in game.legal() if kind in action]


def cards_at(game: Game, ship: int) -> list:
    """Cards of both sides of a ship."""
    return [[card.value for card in side] for side in game.ship(ship).sides]
