"""Positions in which much is about to happen, before the referee: sides one card short of their ship, nearly full, low.

Random games seldom come there: two ships by one action, crew that leaves or reaches a ship as it is taken.
"""

from __future__ import annotations

import random
from typing import Any

from games.sirenen.positions import Position, position
from referee.sirenen import RandomChance, check_view, differences
from referee.sirenen_game import Game

COPIES = [4] * 15
SHIPS = [28, 30, 32, 34, 36]


def tense(seed: int) -> dict[str, Any]:
    """The arguments of a random `position`."""
    rng = random.Random(seed)
    deck = [value for value, n in zip(range(-4, 11), COPIES, strict=True) for _ in range(n)]
    rng.shuffle(deck)
    rum = [rng.choice(["owner", "used", *SHIPS]) for _ in (0, 1)]
    ships, afloat = {}, []
    for ship in SHIPS:
        if rng.random() < 0.25:
            ships[ship] = rng.choice(["taken 0", "taken 1", "removed"])
            rum = ["used" if place == ship else place for place in rum]
        else:
            afloat.append(ship)
    if not afloat:
        del ships[28]
        afloat.append(28)
    for ship in afloat:
        limit = ship + 3 * rum.count(ship)
        full = rng.randrange(2)
        ships[ship] = " | ".join(side(deck, rng, limit, 5 if full == i else 4) for i in (0, 1))
    octopuses(ships, afloat, rng)
    places = rng.sample(afloat, min(2, len(afloat)))
    crew = dict(zip(rng.sample(["captain", "mate"], 2), places, strict=False))
    gone = ["removed", *(f"taken {seat}" for seat in (0, 1))]
    for member in ("captain", "mate"):
        if member not in crew or rng.random() < 0.2:
            crew[member] = rng.choice(gone)
    return {
        "hands": [" ".join(str(deck.pop()) for _ in range(rng.randint(0, 4))) for _ in (0, 1)],
        "ships": ships,
        "crew": crew,
        "rum": rum,
        "pile": " ".join(str(deck.pop()) for _ in range(rng.choice([0, 1, 3]))),
        "active": rng.randrange(2),
        "rules": {
            "copies": COPIES,
            "crew_before_scoring": rng.random() < 0.7,
            "victory_points_to_win": rng.choice([4, 7, 10]),
            "rum_timing": rng.choice(["before", "after", "either"]),
        },
    }


def side(deck: list[int], rng: random.Random, limit: int, most: int) -> str:
    """Cards of one side, as near below the limit as there are cards for it; perhaps held back by a negative one."""
    cards: list[int] = []
    number = rng.choice([0, 1, 2, most, most, most, most])
    is_held_back = number > 3 and rng.random() < 0.6
    wanted = rng.choice([limit - 1, limit - 3, rng.randint(-5, limit - 1)])
    positive = number - 1 if is_held_back else number
    while len(cards) < positive:
        left = positive - len(cards)
        missing = (limit if is_held_back else wanted) - sum(cards)
        near = min(deck, key=lambda value: (abs(missing - value - 8 * (left - 1)), rng.random()))
        deck.remove(near)
        cards.append(near)
    brakes = [value for value in deck if value < 0 and sum(cards) + value < limit <= sum(cards)]
    if is_held_back and brakes:
        cards.append(rng.choice(brakes))
        deck.remove(cards[-1])
    if sum(cards) >= limit:
        cards = []
    rng.shuffle(cards)
    return " ".join(map(str, cards))


def octopuses(ships: dict[int, str], afloat: list[int], rng: random.Random) -> None:
    """Perhaps an octopus on a card, of one seat or each."""
    for seat in rng.choice([[], [0], [1], [0, 1]]):
        words = [
            (ship, i) for ship in afloat for i, word in enumerate(ships[ship].split()) if word.lstrip("-").isdigit()
        ]
        if words:
            ship, at = rng.choice(words)
            parts = ships[ship].split(" ")
            kept = [i for i, part in enumerate(parts) if part]
            parts[kept[at]] += f"*{seat}"
            ships[ship] = " ".join(parts)


def same(p: Position, action: dict[str, Any] | None = None) -> Game:
    """The referee's game at the engine's position, after an action if one is given."""
    rules = p.options.model_dump(mode="json")
    cards = {"values": list(range(-4, 11)), "copies": rules["copies"], "move_crew": rules["move_crew_values"]}
    game = Game(rules, cards, RandomChance(random.Random(0)))
    game.put(p.table())
    if action is not None:
        game.answer(action)
    return game


def in_words(action: dict[str, Any]) -> str:
    """An action as `Position.do` wants it."""
    return " ".join([next(iter(action)), *(str(value) for value in action.values() if value is not True)])


def compare(p: Position, game: Game, label: str) -> list[str]:
    """Where engine and referee differ about a position that both are in."""
    found = list(differences(p.table(), game.state()))
    if sorted(p.legal) != sorted(map(in_words, game.legal())):
        found.append(f"legal: record {p.legal}, referee {game.legal()}")
    if game.result is not None:
        found += differences(p.end, game.result["reason"], "end")
    for seat in (0, 1):
        found += check_view(p.view(seat), game, seat)
    return [f"{label}: {line}" for line in found]


def telling(event: dict[str, Any]) -> dict[str, Any]:
    """An event of the referee as `Position.events` has it."""
    said = {key: value for key, value in event.items() if value is not None}
    return {**said, "card": int(said["card"])} if "card" in said else said


def from_position(seed: int, actions: int = 12) -> list[str]:
    """What the referee has against the engine in a tense position and after those actions that set off the most."""
    arguments = tense(seed)
    p = position(**arguments)
    game = same(p)
    found = compare(p, game, f"tense {seed}")
    if found:
        return found
    legal = game.legal()
    random.Random(seed).shuffle(legal)
    outcomes = sorted(((action, same(p, action)) for action in legal), key=lambda pair: -len(pair[1].events))
    for action, after in outcomes[:actions]:
        told = position(**arguments).do(in_words(action))
        label = f"tense {seed}, {in_words(action)}"
        found += compare(told, after, label)
        if told.events != [telling(event) for event in after.events]:
            found.append(f"{label}: events: record {told.events}, referee {after.events}")
    return found
