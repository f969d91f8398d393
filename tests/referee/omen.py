"""An independent referee for Omen: plays games and checks replay records (docs/replay-format.md).

From a shell, in `tests/`: `python -m referee.omen RECORD.jsonl …` prints the disagreements of each record.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from .omen_game import Game, InvariantError, strings_in

NO_PLACE_OF_CARDS = ("log", "history", "events", "cards")


class RandomChance:
    """Chance for stand-alone play."""

    def __init__(self, rng: random.Random):
        self.rng = rng

    def shuffle(self, what: str, cards: list, seat: int) -> list:
        """A new order, the top first."""
        return self.rng.sample(cards, len(cards))

    def first_player(self) -> int:
        """A coin flip."""
        return self.rng.randrange(2)

    def random_discard(self, seat: int, hand: list) -> str:
        """One unit of a hand."""
        return self.rng.choice(hand)


class Referee(Game):
    """The complete game; with an `rng` or a `chance` object (default: a fresh random source)."""

    def __init__(self, rules: dict, cards: dict, chance=None, rng: random.Random | None = None):
        super().__init__(rules, cards, chance or RandomChance(rng or random.Random()))


def play(rules: dict, cards: dict, rng: random.Random, check: bool = False) -> dict:
    """One game with uniformly random choices: the result and `decisions`; `check`: invariants at every state."""
    game = Referee(rules, cards, rng=rng)
    game.begin()
    while game.question is not None:
        if check:
            game.assert_invariants()
        game.answer(rng.choice(game.question.legal))
    if check:
        game.assert_invariants()
    return {**game.result, "decisions": game.total_decisions, "turns": game.turn}


# ---------------------------------------------------------------------- chance from a record


class ImpossibleError(Exception):
    """The record's chance results cannot be."""


class ReplayChance:
    """Chance as recorded: the deal from the `start` state, the rest from the events of each decision."""

    def __init__(self, start: dict, rules: dict):
        self.deal = dealt_order(start, rules)
        self.first = start["first"]
        self.shuffles, self.discards, self.firsts = [], [], []

    def load(self, events: list):
        """Take the chance results of the next decision; what was left of the deal is over."""
        self.deal, self.first = {}, None
        self.shuffles, self.discards, self.firsts = [], [], []
        for event in events:
            if event["event"] == "shuffle" and event["amount"] > 0:
                self.shuffles.append((event["seat"], event["amount"], []))
            elif event["event"] == "order" and self.shuffles:
                self.shuffles[-1][2].append(event["card"])
            elif event["event"] == "discard" and event["amount"] == 1:
                self.discards.append((event["seat"], event["card"]))
            elif event["event"] == "first" and event["amount"] == 1:
                self.firsts.append(event["seat"])

    def shuffle(self, what: str, cards: list, seat: int) -> list:
        """The recorded order; it must hold the same cards."""
        if what in self.deal:
            order = self.deal[what]
        elif self.shuffles:
            whose, number, order = self.shuffles.pop(0)
            if (whose, number) != (seat, len(cards)):
                raise ImpossibleError(f"shuffle of {number} for {whose}, referee: {len(cards)} for {seat}")
        else:
            raise ImpossibleError(f"no shuffle recorded, referee shuffles {len(cards)} ({what}, seat {seat})")
        if Counter(order) != Counter(cards):
            raise ImpossibleError(f"{what}: shuffled cards differ: {multiset_diff(order, cards)}")
        return list(order)

    def first_player(self) -> int:
        """The recorded coin flip."""
        if self.first in (0, 1):
            return self.first
        if not self.firsts:
            raise ImpossibleError("no coin flip for the first player recorded")
        return self.firsts.pop(0)

    def random_discard(self, seat: int, hand: list) -> str:
        """The recorded random discard; it must be in that hand."""
        if not self.discards:
            raise ImpossibleError(f"no random discard recorded for seat {seat}")
        whose, card = self.discards.pop(0)
        if whose != seat or card not in hand:
            raise ImpossibleError(f"random discard of {card} by {whose}, referee: seat {seat} with {hand}")
        return card

    def unused(self) -> list:
        """Recorded chance results that the referee did not need."""
        left = [f"shuffle of {number} for seat {seat}" for seat, number, _ in self.shuffles]
        left += [f"random discard of {card}" for _, card in self.discards]
        return left + [f"coin flip: seat {seat} first" for seat in self.firsts]


def dealt_order(start: dict, rules: dict) -> dict:
    """Orders of the shuffled piles before the deal, such that dealing them leads to the start state."""
    deal = {}
    if start["stacks"] is None:
        number, hands = rules["starting_units"], start["hands"]
        dealt = [unit for hand in hands for unit in hand[:number]]
        bonus = [unit for hand in hands for unit in hand[number:]]
        deal["deck"] = dealt + bonus + start["decks"][0]
    else:
        stacks = start["stacks"]
        deal["triumph"] = stacks["drawn"][0] + stacks["drawn"][1] + stacks["triumph"]
        deal["coveted"] = stacks["kept"][0] + stacks["kept"][1] + stacks["coveted"]
        deal["rest"] = stacks["rest"]
    in_cities = [krater for city in start["cities"] for krater in city["kraters"]]
    deal["kraters"] = in_cities + start["out"]
    return deal


# ---------------------------------------------------------------------- differences


def multiset_diff(record, referee) -> str:
    """What only the record has and what only the referee has, in short."""
    one, two = Counter(record), Counter(referee)
    return f"only record {sorted((one - two).elements())}, only referee {sorted((two - one).elements())}"


def without_order(state: dict) -> dict:
    """The state with a draft's piles of one seat sorted, their order means nothing."""
    if not state.get("stacks"):
        return state
    stacks = dict(state["stacks"])
    for key in ("drawn", "kept", "given"):
        stacks[key] = [sorted(pile) for pile in stacks[key]]
    return {**state, "stacks": stacks}


def differences(record, referee, path: str = ""):
    """Where two nested values differ, one short line for each place."""
    if isinstance(record, dict) and isinstance(referee, dict):
        for key in sorted(set(record) | set(referee)):
            if key not in record or key not in referee:
                yield f"{path}.{key} only in {'referee' if key not in record else 'record'}"
            else:
                yield from differences(record[key], referee[key], f"{path}.{key}")
    elif is_nested(record) and is_nested(referee) and len(record) == len(referee):
        for index, (one, two) in enumerate(zip(record, referee, strict=True)):
            yield from differences(one, two, f"{path}[{index}]")
    elif record != referee or isinstance(record, bool) is not isinstance(referee, bool):
        yield f"{path.lstrip('.')}: {short_pair(record, referee)}"


def is_nested(value) -> bool:
    """A list of lists or mappings."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], list | dict)


def short_pair(record, referee) -> str:
    """Both values; for long lists of cards only what differs."""
    if isinstance(record, list) and isinstance(referee, list) and len(record) + len(referee) > 12:
        if Counter(map(str, record)) == Counter(map(str, referee)):
            index = next(i for i, (one, two) in enumerate(zip(record, referee, strict=True)) if one != two)
            return f"same cards, other order from {index}: record {record[index]}, referee {referee[index]}"
        return multiset_diff(map(str, record), map(str, referee))
    return f"record {record}, referee {referee}"


def spelled(action: dict) -> str:
    """An action as text with sorted keys, for comparing sets."""
    return json.dumps(action, sort_keys=True)


# ---------------------------------------------------------------------- checking a record


class StopCheckError(Exception):
    """The record and the referee have parted: nothing after this can be compared."""


class Checker:
    """Checks one record line by line."""

    def __init__(self):
        self.found, self.game, self.chance = [], None, None
        self.header, self.next_number, self.ended = None, 0, False

    def say(self, where: str, what: str):
        """Note a disagreement."""
        self.found.append(f"{where}: {what}")

    def line(self, entry: dict):
        """One line of the record."""
        kind = entry["type"]
        if self.ended:
            self.say(kind, "a line after the end")
            raise StopCheckError
        getattr(self, "check_" + kind)(entry)

    def check_game(self, entry: dict):
        """The header: version, and the number of cards of each set."""
        self.header = entry
        if entry["schema_version"] != 1 or entry["game"] != "omen":
            self.say("game", f"schema_version {entry['schema_version']}, game {entry['game']}")
        for name, number in (("units", 22), ("kraters", 6)):
            by_set = Counter(card["set"] for card in entry["cards"][name])
            sets = 1 if entry["rules"]["mode"] == "single" else len(entry["rules"]["games"])
            if len(by_set) != sets or set(by_set.values()) != {number}:
                self.say("game", f"{name} by set: {dict(by_set)}, referee: {sets} sets of {number}")

    def check_start(self, entry: dict):
        """The deal: replayed from the start state's own cards, so that every count is compared."""
        start, rules = entry["state"], self.header["rules"]
        self.chance = ReplayChance(start, rules)
        self.game = Referee(rules, self.header["cards"], self.chance)
        self.advance("start", self.game.begin)
        self.compare_state("start", start)

    def check_decision(self, entry: dict):
        """Seat, legal actions and view before it, complete state after it."""
        where = f"decision {entry['number']}"
        if entry["number"] != self.next_number:
            self.say(where, f"number, referee expects {self.next_number}")
        self.next_number = entry["number"] + 1
        question = self.game.question
        if question is None:
            self.say(where, f"a decision, but for the referee the game is over: {self.game.result}")
            raise StopCheckError
        if entry["seat"] != question.seat:
            self.say(where, f"seat: record {entry['seat']}, referee {question.seat}")
        self.compare_legal(where, entry["legal"], question.legal)
        for problem in check_view(entry["view"], self.game, entry["seat"]):
            self.say(where, f"view: {problem}")
        if entry["taken"] not in question.legal:
            self.say(where, f"taken {entry['taken']} is not legal; turn {self.game.turn} {self.game.step}")
            raise StopCheckError
        self.chance.load(entry["events"])
        self.advance(f"{where} {spelled(entry['taken'])}", lambda: self.game.answer(entry["taken"]))
        self.compare_state(f"{where} {spelled(entry['taken'])}", entry["state"])

    def check_end(self, entry: dict):
        """Kind, winner, reason, scores and sources."""
        self.ended = True
        result = self.game.result
        if result is None:
            self.say("end", f"for the referee the game goes on: seat {self.game.question.seat} to move")
            raise StopCheckError
        for key in ("kind", "winner", "reason", "scores", "sources"):
            for line in differences(entry[key], result[key], key):
                self.say("end", line)

    def advance(self, where: str, run):
        """Let the referee go on to its next question, with recorded chance."""
        try:
            run()
        except ImpossibleError as problem:
            self.say(where, f"chance: {problem}")
            raise StopCheckError from problem
        except InvariantError as problem:
            self.say(where, f"invariant (referee): {problem}")
            raise StopCheckError from problem
        for left in self.chance.unused():
            self.say(where, f"chance result not expected: {left}")

    def compare_legal(self, where: str, record: list, referee: list):
        """The exact sets of legal actions."""
        one, two = Counter(map(spelled, record)), Counter(map(spelled, referee))
        if one != two:
            state = f"turn {self.game.turn} {self.game.step}"
            self.say(where, f"legal ({state}): {multiset_diff(one.elements(), two.elements())}")

    def compare_state(self, where: str, record: dict):
        """The complete states; after a difference nothing can be compared any more."""
        lines = list(differences(without_order(record), without_order(self.game.state())))
        for line in lines:
            self.say(where, "state " + line)
        try:
            self.game.assert_invariants()
        except InvariantError as problem:
            self.say(where, f"invariant: {problem}")
            raise StopCheckError from problem
        if lines:
            raise StopCheckError


def check_replay(lines: Iterable[str]) -> list[str]:
    """Replay a JSONL record; the disagreements in short form (empty: all agree).

    After the first difference of states (or an impossible chance result) the rest cannot be compared and is left.
    """
    checker = Checker()
    try:
        for text in lines:
            if text.strip():
                checker.line(json.loads(text))
    except StopCheckError:
        return checker.found
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as problem:
        at = f"after decision {checker.next_number - 1}"
        return [*checker.found, f"{at}: the record is not of the documented form: {problem!r}"]
    if not checker.ended:
        checker.say("end", "no end line")
    return checker.found


# ---------------------------------------------------------------------- hidden information


def groups(value):
    """Every list of texts (also the keys of a mapping) and every single text in a nested view."""
    if isinstance(value, str):
        yield [value]
    elif isinstance(value, list):
        yield [part for part in value if isinstance(part, str)]
        for part in value:
            if not isinstance(part, str):
                yield from groups(part)
    elif isinstance(value, dict):
        yield list(value)
        for key, part in value.items():
            if key not in NO_PLACE_OF_CARDS:
                yield from groups(part)


def hidden_pairs(game: Game, seat: int):
    """For units and kraters: what the other player holds and what lies elsewhere, none of it known to the seat."""
    other = 1 - seat
    known = game.may_know[seat] | game.given_away[seat]
    held, elsewhere = list(game.hands[other]), list(game.deck(other)) + game.out
    if game.turn == 0 and seat == 1:
        held += game.aside
    if game.stacks is not None:
        for key in ("drawn", "under", "kept", "given"):
            held += game.stacks[key][other]
        for key in ("triumph", "coveted", "rest"):
            elsewhere += game.stacks[key]
    kraters = list(strings_in([city["kraters"] for city in game.cities])) + game.out
    yield set(held) - known, {card for card in elsewhere if card in game.units} - known
    yield set(game.kraters[other]) - known, {card for card in kraters if card in game.krater_cards} - known


def check_view(view, game: Game, seat: int) -> list[str]:
    """What the view tells the seat that it cannot know (conservative: what may be known is never reported).

    A list that names unknown cards of the other hand but none of the unknown cards elsewhere (or the reverse) tells
    them apart; a list in the order of a deck tells the order.
    """
    problems = []
    hidden = list(hidden_pairs(game, seat))
    for group in map(list, groups(view)):
        for held, elsewhere in hidden:
            shown_held, shown_elsewhere = held & set(group), elsewhere & set(group)
            if held and elsewhere and bool(shown_held) != bool(shown_elsewhere):
                kind = "held by the other player" if shown_held else "in deck or city"
                problems.append(f"shows {sorted(shown_held or shown_elsewhere)[:4]} {kind}")
        if any(shows_order(group, deck, game.may_know[seat]) for deck in game.decks):
            problems.append("shows the order of a deck")
    return problems


def shows_order(group: list, deck: list, known: set) -> bool:
    """Whether the group holds 5 or more cards of the deck, all in its order, not sorted, most of them unknown."""
    cards = [card for card in group if card in set(deck)]
    if len(cards) < 5 or cards == sorted(cards) or len(set(cards) - known) < 5:
        return False
    return cards == [card for card in deck if card in set(cards)]


def main(paths: list) -> int:
    """Check the records at these paths (`-`: standard input)."""
    bad = 0
    for path in paths:
        if path == "-":
            found = check_replay(sys.stdin)
        else:
            with Path(path).open(encoding="utf-8") as lines:
                found = check_replay(lines)
        bad += bool(found)
        print(f"{path}: {'agrees' if not found else f'{len(found)} disagreements'}")
        for line in found:
            print("  " + line)
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
