"""An independent referee for Sirenen in Sicht: plays games and checks replay records (docs/replay-format.md).

From a shell, in `tests/`: `python -m referee.sirenen RECORD.jsonl …` prints the disagreements of each record.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from .omen import differences, multiset_diff, spelled
from .sirenen_game import Game, InvariantError

CARD_VALUES = list(range(-4, 11))


class RandomChance:
    """Chance for stand-alone play."""

    def __init__(self, rng: random.Random):
        self.rng = rng

    def shuffle(self, cards: list, seat: int) -> list:
        """A new order, the top first."""
        return self.rng.sample(cards, len(cards))

    def start_player(self) -> int:
        """A coin flip."""
        return self.rng.randrange(2)


def begun(rules: dict, cards: dict, rng: random.Random) -> Game:
    """A new game at its first decision."""
    game = Game(rules, cards, RandomChance(rng))
    game.begin()
    return game


def play(rules: dict, cards: dict, rng: random.Random, check: bool = False) -> dict:
    """One game with uniformly random choices: result, `decisions` and its `counts` of events; `check`: invariants."""
    game, decisions = begun(rules, cards, rng), 0
    counts = Counter(event["event"] for event in game.events)
    while game.step != "over":
        if check:
            game.assert_invariants()
        game.answer(rng.choice(game.legal()))
        decisions += 1
        counts.update(event["event"] for event in game.events)
    if check:
        game.assert_invariants()
    return {**game.result, "decisions": decisions, "counts": counts}


# ---------------------------------------------------------------------- chance from a record


class ImpossibleError(Exception):
    """The record's chance results cannot be."""


class ReplayChance:
    """Chance as recorded: what comes up is read from the state that follows and the `start` event."""

    def __init__(self):
        self.orders, self.starts = {}, []

    def load(self, events: list, state: dict, tactics: bool):
        """What chance decided between the last state and this one."""
        self.starts = [event["seat"] for event in events if event["event"] == "start"]
        piles = state["piles"]
        self.orders = dict(enumerate(piles)) if tactics else {0: state["hands"][0] + state["hands"][1] + piles[0]}

    def shuffle(self, cards: list, seat: int) -> list:
        """The recorded order; it must hold the same cards."""
        order = self.orders[seat]
        if Counter(order) != Counter(cards):
            raise ImpossibleError(f"pile of seat {seat}: {multiset_diff(order, cards)}")
        return list(order)

    def start_player(self) -> int:
        """The recorded start player."""
        if len(self.starts) != 1 or self.starts[0] not in (0, 1):
            raise ImpossibleError(f"start player: {self.starts}")
        return self.starts[0]


# ---------------------------------------------------------------------- checking a record


class StopCheckError(Exception):
    """The record and the referee have parted: nothing after this can be compared."""


class Checker:
    """Checks one record line by line."""

    def __init__(self):
        self.found, self.game, self.chance = [], None, ReplayChance()
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
        """The header: version, players, and cards as the rules have them."""
        self.header, rules, cards = entry, entry["rules"], entry["cards"]
        told = [entry["schema_version"], entry["game"], entry["players"]]
        if told != [1, "sirenen", 2]:
            self.say("game", f"schema_version, game, players: {told}")
        if cards["values"] != CARD_VALUES or cards["copies"] != rules["copies"]:
            self.say("game", f"cards {cards}, rules {rules['copies']}")
        if sorted(cards["move_crew"]) != sorted(rules["move_crew_values"]):
            self.say("game", f"move crew {cards['move_crew']}, rules {rules['move_crew_values']}")

    def check_start(self, entry: dict):
        """The deal: replayed from the start state's own cards, so that every count is compared."""
        self.game = Game(self.header["rules"], self.header["cards"], self.chance)
        self.chance.load(entry["events"], entry["state"], self.game.tactics)
        self.advance("start", self.game.begin)
        self.compare_events("start", entry["events"])
        self.compare_state("start", entry["state"])

    def check_decision(self, entry: dict):
        """Seat, legal actions and view before it, events and complete state after it."""
        where, game = f"decision {entry['number']}", self.game
        if entry["number"] != self.next_number:
            self.say(where, f"number, referee expects {self.next_number}")
        self.next_number = entry["number"] + 1
        if game.result is not None:
            self.say(where, f"a decision, but for the referee the game is over: {game.result}")
            raise StopCheckError
        if entry["seat"] != game.to_move:
            self.say(where, f"seat: record {entry['seat']}, referee {game.to_move}")
        legal = game.legal()
        self.compare_legal(where, entry["legal"], legal)
        for problem in check_view(entry["view"], game, entry["seat"]):
            self.say(where, f"view: {problem}")
        where += f" {spelled(entry['taken'])}"
        if entry["taken"] not in legal:
            self.say(where, f"taken, but not legal at step {game.step}")
            raise StopCheckError
        self.chance.load(entry["events"], entry["state"], game.tactics)
        self.advance(where, lambda: game.answer(entry["taken"]))
        self.compare_events(where, entry["events"])
        self.compare_state(where, entry["state"])

    def check_end(self, entry: dict):
        """Kind, winner, reason, scores and sources."""
        self.ended = True
        result = self.game.result
        if result is None:
            self.say("end", f"for the referee the game goes on: seat {self.game.to_move} to move")
            raise StopCheckError
        for key in ("kind", "winner", "reason", "scores", "sources"):
            for line in differences(entry[key], result[key], key):
                self.say("end", line)

    def advance(self, where: str, run):
        """Let the referee go on to its next decision, with recorded chance."""
        try:
            run()
        except ImpossibleError as problem:
            self.say(where, f"chance: {problem}")
            raise StopCheckError from problem
        except InvariantError as problem:
            self.say(where, f"invariant (referee): {problem}")
            raise StopCheckError from problem

    def compare_legal(self, where: str, record: list, referee: list):
        """The exact sets of legal actions."""
        one, two = Counter(map(spelled, record)), Counter(map(spelled, referee))
        if one != two:
            self.say(where, f"legal ({self.game.step}): {multiset_diff(one.elements(), two.elements())}")

    def compare_events(self, where: str, record: list):
        """Every event with the keys that the record promises; two octopuses of one ship come back in any order."""
        referee = self.game.events
        one, two = [told["event"] for told in record], [told["event"] for told in referee]
        if one != two:
            self.say(where, f"events: record {one}, referee {two}")
            return
        for told, expected in zip(in_order(record), in_order(referee), strict=True):
            promised = {key: told.get(key, "missing") for key in expected}
            for line in differences(promised, expected, expected["event"]):
                self.say(where, "event " + line)

    def compare_state(self, where: str, record: dict):
        """The complete states; after a difference nothing can be compared any more."""
        lines = list(differences(record, self.game.state()))
        for line in lines:
            self.say(where, "state " + line)
        try:
            self.game.assert_invariants()
        except InvariantError as problem:
            self.say(where, f"invariant: {problem}")
            raise StopCheckError from problem
        if lines:
            raise StopCheckError


def in_order(events: list) -> list:
    """The events with octopuses that come back together by owner."""
    sort = list(events)
    for i in range(1, len(sort)):
        if sort[i - 1]["event"] == sort[i]["event"] == "octopus_back" and sort[i - 1]["seat"] > sort[i]["seat"]:
            sort[i - 1], sort[i] = sort[i], sort[i - 1]
    return sort


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


def hidden_places(state: dict, seat: int) -> list:
    """Groups of places whose cards the seat cannot tell apart: any order within a group is as possible as the true one.

    A place is (key of the state, number of the list, index). What a seat cannot see is the other hand and the order of
    every pile; with one shared pile other hand and pile are one group. With own piles (More tactics) each has the cards
    of its owner's set, so the seat's own pile is a group of its own. While hands are picked, what the other has picked
    and left is one group.
    """

    def places(key: str, number: int) -> list:
        return [(key, number, index) for index in range(len(state[key][number]))]

    other = 1 - seat
    if state["sets"] is not None:
        picked = places("hands", other)
        return [picked + places("sets", other)] if picked else []
    if len(state["piles"]) == 1:
        return [places("hands", other) + places("piles", 0)]
    return [places("hands", other) + places("piles", other), places("piles", seat)]


def other_world(state: dict, seat: int, rng: random.Random) -> dict:
    """A state that looks the same to the seat: all it cannot see rearranged, each arrangement equally likely."""
    world = json.loads(json.dumps(state))
    for group in hidden_places(state, seat):
        cards = [state[key][number][index] for key, number, index in group]
        rng.shuffle(cards)
        for (key, number, index), card in zip(group, cards, strict=True):
            world[key][number][index] = card
    for key in ("hands", "sets"):
        for cards in world[key] or []:
            cards.sort()
    return world


def seen(game: Game, seat: int) -> dict:
    """All that a seat may see: what lies open, the own hand, how many cards lie elsewhere and which these may be.

    `unknown`: with one pile the cards of the other hand and the pile; with own sets (More tactics) `other`, what the
    other has in hand and pile, and `own`, what is left of the own set. Everyone knows which cards there are, so what is
    unknown is what is missing among those seen; and who played which card, so of each set by itself.
    """
    state, other = game.state(), 1 - seat
    hands, piles, sets = (state.pop(key) for key in ("hands", "piles", "sets"))
    rest = piles if sets is None else sets
    if game.tactics:
        unknown = {"other": sorted(hands[other] + rest[other]), "own": sorted(rest[seat])}
    else:
        unknown = sorted(hands[other] + rest[0])
    sizes = {"hand_sizes": [len(hand) for hand in hands], "pile_sizes": [len(pile) for pile in rest]}
    return {**state, "hand": hands[seat], **sizes, "unknown": unknown}


def check_view(view: dict, game: Game, seat: int) -> list[str]:
    """Where the view shows more or less than the seat may see."""
    return list(differences(view, seen(game, seat)))


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
