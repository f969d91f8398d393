"""Nobody peeks: in worlds that the referee makes from the rulebook, every bot chooses as in the true one."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from balance.arena.records import records
from balance.arena.steps import Steps, raw_copy
from balance.engine.jit import PLAIN
from balance.games.melodies.state import number_of
from balance.games.melodies.words import SHIPPED
from balance.spec import load
from choices import Choosers
from games.melodies.positions import GAME, KERNEL
from referee.melodies_worlds import other_world

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")


def hidden_places(view: dict[str, Any]) -> list[tuple[str, int, int]]:
    """Where the seat of this view cannot name a card: (hand | play | deck, which, position)."""
    hands = [("hand", i, k) for i, hand in enumerate(view["hands"]) for k, seen in enumerate(hand) if seen is None]
    plays = [
        ("play", i, k)
        for i, play in enumerate(view["plays"])
        for k, seen in enumerate(play["cards"])
        if seen["card"] is None
    ]
    return hands + plays + [("deck", 0, k) for k in range(view["deck"])]


def number_at(state: dict[str, Any], place: tuple[str, int, int]) -> int:
    """What lies there, in a state of the record."""
    kind, which, k = place
    if kind == "hand":
        return state["hands"][which][k]
    return state["plays"][which]["cards"][k]["card"] if kind == "play" else state["deck"][k]


def row_of(s: Any, place: tuple[str, int, int]) -> tuple[Any, int]:
    """The array and the index that hold the card of a place; the deck's top is its end."""
    kind, which, k = place
    if kind == "hand":
        return s.hand[which], k
    return (s.play_card[which], k) if kind == "play" else (s.deck, int(s.deck_n) - 1 - k)


def put(states: np.recarray, world: dict[str, Any], view: dict[str, Any]) -> Any:
    """A copy of the engine's state with the hidden cards as they lie in `world`; what others know stays with places."""
    s = raw_copy(states)[0]
    places = hidden_places(view)
    held = [int(cards[k]) for cards, k in (row_of(s, place) for place in places)]
    known, pool = s.known[held].copy(), s.pool[held].copy()
    left = sorted(held)
    for i, place in enumerate(places):
        card = next(card for card in left if number_of(card) == number_at(world, place))
        left.remove(card)
        cards, k = row_of(s, place)
        cards[k] = card
        s.known[card], s.pool[card] = known[i], pool[i]
        if place[0] == "play":
            s.play_number[place[1], k] = number_of(card)
    return s


@pytest.mark.parametrize(("players", "number"), [(2, 0), (3, 1), (4, 2), (5, 3)])
def test_bots_choose_the_same_in_worlds_of_the_referee(players: int, number: int) -> None:
    """Every few decisions of a song, until cards that were seen are shuffled again."""
    spec = load("melodies", ["play=song", f"venue={SHIPPED[number]}"], "greedy", players)
    kit = records(spec)
    rules, cards = spec.options.model_dump(mode="json"), KERNEL.card_data(spec.options)
    choosers, chance = Choosers(GAME, spec.options, iterations=20), random.Random(number)
    caught = sees_more = looked = 0
    for seed in range(4):
        game = Steps(kit, seed, number)
        while game.running:
            seat, decision = game.seat, int(game.row.decisions)
            if decision % 3 == 0 and len(game.legal()) > 1:
                state, view = KERNEL.describe(game.state, kit.rules), KERNEL.view(game.state, kit.rules, seat)
                worlds = [put(game.states, other_world(rules, cards, state, view, chance), view) for _ in range(2)]
                assert all(KERNEL.view(world, kit.rules, seat) == view for world in worlds)
                caught += choosers.check(game.state, worlds, decision)
                sees_more += choosers.sees_more(game.state, decision)
                looked += 1
            game.step()
            if any(GAME.events[event.kind] == "shuffle" for event in game.events()):
                break
    assert looked > 5
    assert caught, "the bot that sees all cards goes unnoticed"
    assert sees_more, "to see all cards makes no difference"
