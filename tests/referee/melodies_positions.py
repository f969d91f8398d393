"""Situations of Melodies set up by hand for tests of the referee, and records of its own games."""

import random

from .melodies import RandomChance, Referee
from .melodies_content import RULES, helper, pack, song
from .melodies_notes import COPIES, NUMBERS


class FixedChance(RandomChance):
    """Deals the hands that are given; the rest of the 72 in order, those of `deck` on top."""

    def __init__(self, hands=None, deck=(), seed=1):
        super().__init__(random.Random(seed), 0)
        self.hands, self.deck = hands, list(deck)

    def instruments(self, pool, featured, players):
        """The first ones, the featured one for seat 0."""
        return [*([featured] if featured else []), *pool][:players]

    def fans(self, fans, number):
        """The first ones."""
        return fans[:number]

    def deal(self, players, size):
        """The given hands."""
        if self.hands is None:
            return super().deal(players, size)
        cards = [number for number in NUMBERS for _ in range(COPIES)]
        dealt = [number for hand in self.hands for number in hand]
        for number in dealt + self.deck:
            cards.remove(number)
        return [list(hand) for hand in self.hands], self.deck + cards

    def shuffle(self, numbers):
        """Sorted."""
        return sorted(numbers)

    def pull(self, numbers, number):
        """The first one."""
        return numbers.index(number)


def digits(text: str) -> list:
    """ "345" as numbers."""
    return [int(number) for number in text]


def begun(hands, notes, helpers=(), deck="", restrictions=None, **rules) -> Referee:
    """A song at its first question: hands as texts of digits; `helpers` are (effect, timing), one a seat.

    No Tune unless `difficulty` says so. The audience can do nothing before all have acted.
    """
    players, hands = len(hands), [digits(hand) for hand in hands]
    named = [helper(f"own-{seat}", *kind) for seat, kind in enumerate(helpers) if kind]
    owned = [helper(f"own-{seat}", *(kind or ("take_back", "end_of_turn"))) for seat, kind in enumerate(helpers)]
    owned += [helper(f"own-{seat}", "take_back", "end_of_turn") for seat in range(len(owned), players)]
    others = [card["id"] for card in owned if card not in named]
    fans = [helper(f"fan-{i}", "take_back", "end_of_turn") for i in range(5)]
    played = song(notes, len(hands[0]), **(restrictions or {}))
    packs = [pack("garage", [played] * 3, owned, fans)]
    off = [*others, *(fan["id"] for fan in fans)]
    mine = {**RULES, "players": players, "packs": ["garage"], "difficulty": "expert", "without": off, **rules}
    mine["without"] = [*off, *rules.get("without", ())]
    game = Referee(mine, {"packs": packs}, FixedChance(hands, digits(deck)))
    game.begin()
    return game


def act(game, *answers):
    """Answer question after question: "2 345" plays the leftmost 3 4 5 as seat 2; "0 pass", "1 wait", "0 no", "0 use".

    A mapping is an action, or the start of one: the first legal action that has all of it.
    """
    for text in answers:
        if isinstance(text, dict):
            game.answer(next(action for action in game.question.legal if text.items() <= action.items()))
            continue
        seat, what = text.split()
        assert game.question.seat == int(seat), f"{text}: seat {game.question.seat} is asked: {game.question.legal}"
        if what.isdigit():
            act(game, {"play": digits(what)})
        elif what == "use":
            game.answer(next(action for action in game.question.legal if "use" in action))
        else:
            game.answer({what: True})
    return game


def hands_of(game) -> list:
    """Hands as texts."""
    return ["".join(map(str, hand)) for hand in game.state()["hands"]]


def texts(numbers) -> str:
    """Numbers as a text."""
    return "".join(map(str, numbers))


def record(rules, cards, seed, chance=None):
    """A record of a random game, as the engine would write it."""
    rng = random.Random(seed)
    game = Referee(rules, cards, chance or RandomChance(rng, rules["featured_seat"]))
    header = {"type": "game", "schema_version": 1, "game": "melodies", "players": rules["players"]}
    lines = [{**header, "rules": rules, "cards": cards}]
    game.begin()
    lines.append({"type": "start", "events": game.events, "state": game.state()})
    while game.question is not None:
        seat, legal = game.question.seat, game.question.legal
        line = {"type": "decision", "number": len(lines) - 2, "seat": seat, "view": game.view(seat), "legal": legal}
        line["taken"] = rng.choice(legal)
        game.answer(line["taken"])
        lines.append({**line, "events": game.events, "state": game.state()})
    return [*lines, {"type": "end", **game.result}]
