"""What a seat of Songbirds cannot see, and the other worlds that look the same to it.

Works on the complete state of a record (docs/replay-format.md). A seat sees its own hand and everything that lies open;
nothing that was once seen is ever hidden again within a round, so the hidden cards are simply those in other hands,
aside and in the deck, and any arrangement of them is possible.
"""

import copy
import random


def hidden(state: dict, seat: int) -> dict:
    """The cards that the seat cannot see, by place: `hand 0` … `hand 3`, `aside`, `deck` (top first)."""
    places = {f"hand {other}": hand for other, hand in enumerate(state["hands"]) if other != seat}
    return {**places, "aside": state["aside"], "deck": state["deck"]}


def world(state: dict, seat: int, rng: random.Random) -> dict:
    """Another state that the seat cannot tell from this one: all arrangements are equally likely."""
    places = hidden(state, seat)
    cards = sorted(card for cards in places.values() for card in cards)
    rng.shuffle(cards)
    other = copy.deepcopy(state)
    for place, old in places.items():
        new, cards = cards[: len(old)], cards[len(old) :]
        if place.startswith("hand"):
            other["hands"][int(place.split()[1])] = sorted(new)
        else:
            other[place] = new
    return other
