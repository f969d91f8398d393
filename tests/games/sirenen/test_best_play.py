"""Searching bots against best play: two ships, no crew, no draw pile, so that each hand is known by elimination."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance.arena.records import records
from balance.arena.steps import Steps
from balance.engine.game import find
from balance.engine.jit import PLAIN
from balance.games.sirenen.options import VALUES, SirenenOptions
from balance.spec import BotSpec, Spec, make_bot
from games.sirenen.exact import OUTCOMES, Chances, Exact, World

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")

GAME = find("sirenen")
KERNEL = GAME.load()
CARDS = {-1: 1, 2: 1, 3: 1, 4: 1}
OPTIONS = SirenenOptions(
    copies=tuple(CARDS.get(value, 0) for value in VALUES),
    ships=(5, 3),
    crew_start=(),
    hand_size=2,
    side_limit=2,
    rum_timing="after",
)
FIRST, SECOND = OUTCOMES.index("first wins"), OUTCOMES.index("second wins")


class BestPlay(Exact):
    """The same games, but everybody takes the action that is best for winning."""

    def _value(self, world: World) -> Chances:
        if world not in self.known:
            sign = 1 if world.active == 0 else -1
            self.known[world] = max(self._moves(world), key=lambda chances: sign * worth(chances))
        return self.known[world]

    def worth(self, world: World) -> float:
        """1 won, 0 drawn, -1 lost, to the player who began."""
        return worth(self._value(world))


def worth(chances: Chances) -> float:
    return float(chances[FIRST] - chances[SECOND])


def world_of(state: dict[str, Any], first: int) -> World:
    """A state of the record in the terms of `exact`, whose seat 0 is who began."""
    seats = (first, 1 - first)
    ships = [ship["resistance"] for ship in state["ships"]]
    octopus = [state["octopus"][seat] for seat in seats]

    def side(ship: dict[str, Any], seat: int) -> tuple[tuple[int, int], ...]:
        owners = {(place["ship"], place["side"], place["index"]): owner for owner, place in enumerate(octopus) if place}
        cards = enumerate(ship["sides"][seat])
        return tuple(sorted((value, owners.get((ship["resistance"], seat, i), -1)) for i, value in cards))

    rum = [state["rum"][seat] for seat in seats]
    return World(
        active=seats.index(state["active"]),
        step=state["step"],
        hands=tuple(tuple(sorted(state["hands"][seat])) for seat in seats),
        bags=((),),
        ships=tuple(
            tuple(side(ship, seat) for seat in seats) if ship["status"] == "in play" else None
            for ship in state["ships"]
        ),
        crew=(),
        rum=tuple({"owner": -1, "used": -2}[place] if isinstance(place, str) else ships.index(place) for place in rum),
        home=tuple(place is None for place in octopus),
        points=tuple(state["points"][seat] for seat in seats),
        passes=state["passes"],
        pending=(),
    )


def play(bots: tuple[BotSpec, ...], number: int, solved: BestPlay) -> tuple[float, list[tuple[int, float]]]:
    """A game: what its deal is worth to the player who began, and what each decision has cost whom."""
    game = Steps(records(Spec(GAME, OPTIONS, bots)), 3, number)
    first, costs = int(game.row.first), []
    value = dealt = solved.worth(world_of(KERNEL.describe(game.state, game.kit.rules), first))
    while game.running:
        seat = game.seat
        game.step()
        if game.running:
            after = solved.worth(world_of(KERNEL.describe(game.state, game.kit.rules), first))
        else:
            mine, other = game.row.scores[first], game.row.scores[1 - first]
            after = float(np.sign(int(mine) - int(other)))
        costs.append((seat, (value - after) * (1 if seat == first else -1)))
        value = after
    return dealt, costs


def test_searchers_play_as_solved() -> None:
    """Every decision keeps the value of its position, so every game ends as it must."""
    solved, bot = BestPlay(OPTIONS.model_dump()), make_bot("ismcts", GAME, OPTIONS)
    thinking = BotSpec(bot.name, search={**bot.search, "iterations": 3000})
    values = set()
    for number in range(10):
        dealt, costs = play((thinking, thinking), number, solved)
        assert all(cost == 0 for _, cost in costs), (number, costs)
        values.add(dealt)
    assert len(values) > 1, "all deals are worth the same"


def test_random_bots_do_not() -> None:
    solved, bot = BestPlay(OPTIONS.model_dump()), make_bot("random", GAME, OPTIONS)
    costs = [cost for number in range(10) for _, cost in play((bot, bot), number, solved)[1]]
    assert min(costs) == 0
    assert max(costs) > 0
