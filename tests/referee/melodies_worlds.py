"""Other possible worlds for a seat: all it cannot see rearranged, so that it sees the same and is asked the same.

`other_world(...)` takes and returns a state of docs/games/melodies-record.md. What the seat cannot name is what its
view leaves out: cards in other hands, cards that lie face down, the deck.
"""

import copy
import random
from collections import Counter

from .melodies import Referee
from .melodies_game import Card
from .melodies_help import numbers_of, tune_moves

ATTEMPTS = 200


def other_world(rules: dict, cards: dict, state: dict, view: dict, rng: random.Random) -> dict:
    """A random other state that looks the same to the seat that is asked, whose view is `view`."""
    for _ in range(ATTEMPTS):
        world = rearranged(state, view, rng)
        if asked(loaded(rules, cards, world)) == state["to_move"]:
            return world
    return copy.deepcopy(state)


def rearranged(state: dict, view: dict, rng: random.Random) -> dict:
    """The state with all cards that the view does not show in other places."""
    world = copy.deepcopy(state)
    hidden = Counter(state["deck"])
    for play, seen in zip(state["plays"], view["plays"], strict=True):
        hidden.update(c["card"] for c, shown in zip(play["cards"], seen["cards"], strict=True) if shown["card"] is None)
    for hand, seen in zip(state["hands"], view["hands"], strict=True):
        hidden.update(number for number, shown in zip(hand, seen, strict=True) if shown is None)
    for play, seen in zip(world["plays"], view["plays"], strict=True):
        named = [shown["card"] for shown in seen["cards"]]
        if None in named:
            numbers = possible_play([card["from"] for card in play["cards"]], named, hidden, rng)
            hidden.subtract(number for number, shown in zip(numbers, named, strict=True) if shown is None)
            for card, number in zip(play["cards"], numbers, strict=True):
                card["card"] = card["counts_as"] = number
    rest = list(hidden.elements())
    rng.shuffle(rest)
    for hand, seen in zip(world["hands"], view["hands"], strict=True):
        hand[:] = [rest.pop() if shown is None else shown for shown in seen]
    world["deck"] = rest
    return world


def possible_play(places: list, named: list, hidden: Counter, rng: random.Random) -> list:
    """Numbers that may lie face down: a single card, a set or a run; out of cards not adjacent only a set.

    `named`: the numbers of those cards that the seat can name, else None; the others are among `hidden`.
    """
    n, found = len(places), []
    adjacent = places == list(range(places[0], places[0] + n))
    for number in range(1, 10):
        found.append([number] * n)
        if n > 1 and adjacent:
            found += [list(range(number, number + n)), list(range(number, number - n, -1))]
    return rng.choice([numbers for numbers in found if may_be(numbers, named, hidden)])


def may_be(numbers: list, named: list, hidden: Counter) -> bool:
    """Whether the numbers are those named, and else are there."""
    if any(shown not in (None, number) for number, shown in zip(numbers, named, strict=True)):
        return False
    needed = Counter(number for number, shown in zip(numbers, named, strict=True) if shown is None)
    return all(hidden[number] >= count for number, count in needed.items())


# ---------------------------------------------------------------------- a state as a game


def loaded(rules: dict, cards: dict, state: dict, views=None) -> Referee:
    """A game in a recorded state, not running; with all seats' views it also knows what each can name."""
    game = Referee(rules, cards, chance=object())
    game.pack = next(pack for pack in cards["packs"] if pack["id"] == state["pack"])
    game.song_number, game.song = state["song"], game.pack["songs"][state["song"] - 1]
    for key in ("step", "window", "to_move", "attempt", "note", "melody", "using", "drawn", "lowest_tie"):
        setattr(game, key, state[key])
    for key in ("failures", "songs_done", "row", "acted", "used"):
        setattr(game, key, copy.deepcopy(state[key]))
    hands = enumerate(state["hands"])
    game.hands = [[Card(n, known(views, seat, ("hands", seat, i))) for i, n in enumerate(h)] for seat, h in hands]
    game.deck, game.discard = ([Card(number) for number in state[key]] for key in ("deck", "discard"))
    game.row_cards = [number and Card(number) for number in state["row_cards"]]
    game.waited, game.said_no, game.skipped = (set(state[key]) for key in ("waited", "said_no", "skipped"))
    game.plays = copy.deepcopy(state["plays"])
    for i, play in enumerate(game.plays):
        for k, card in enumerate(play["cards"]):
            known_by = known(views, play["seat"], ("plays", i, "cards", k, "card")) if play["face_down"] else set()
            card["card"] = Card(card["card"], known_by)
    game.instruments, game.audience = copy.deepcopy(state["instruments"]), copy.deepcopy(state["audience"])
    return game


def known(views, owner: int, path: tuple) -> set:
    """The other seats whose views name a card, at this path in a view."""
    seats = set()
    for seat, view in enumerate(views or ()):
        for key in path:
            view = view[key]
        if seat != owner and view is not None:
            seats.add(seat)
    return seats


def asked(game: Referee):
    """Whose decision is next, as far as the state tells it."""
    if game.step == "use":
        return game.next_asked(game.plays[-1]["seat"] if game.window == "with_act" else None)
    return game.to_move


def legal_in(game: Referee) -> list:
    """Every legal action of the seat that is asked."""
    seat, no = game.to_move, [{"no": True}]
    if game.step == "use":
        return no + [{"use": card} for card in game.usable(seat)]
    if game.step == "target":
        return game.choices(game.help_cards[game.using]["effect"], seat)
    if game.step == "tune":
        drawn_only = game.note > 0 and game.rules["draw_and_tune_card"] == "drawn"
        moves = tune_moves(numbers_of(game.hands[seat]), game.drawn if drawn_only else None)
        return no + [{"tune": list(move)} for move in moves]
    return game.legal_acts(seat)
