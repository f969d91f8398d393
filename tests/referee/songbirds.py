"""An independent referee for Songbirds: plays games and checks replay records (docs/replay-format.md).

From a shell, in `tests/`: `python -m referee.songbirds RECORD.jsonl …` prints the disagreements of each record.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from .omen import differences, multiset_diff, spelled
from .songbirds_game import Game, ImpossibleError, InvariantError
from .songbirds_scoring import BIRDS, CROW

# ---------------------------------------------------------------------- playing


class RandomChance:
    """Chance for stand-alone play."""

    def __init__(self, rng: random.Random):
        self.rng = rng

    def starter(self, players: int) -> int:
        """ "The last player to win a game (of anything!)"."""
        return self.rng.randrange(players)

    def deal(self, number: int, game: Game) -> dict:
        """Setup: shuffled tokens and birds; either side of the Crow."""
        birds = self.rng.sample(BIRDS, len(BIRDS))
        tokens = self.rng.sample(game.rules["berries"], 10)

        def deal_out(number: int) -> list:
            dealt, birds[:] = birds[:number], birds[number:]
            return dealt

        side = self.rng.choice("AB") if game.rules["crow"] == "random" else game.rules["crow"]
        spaces = game.open_spaces()
        return {
            "open": dict(zip(spaces, deal_out(len(spaces)), strict=True)),
            "hands": [deal_out(game.hand_size()) for _ in range(game.players)],
            "aside": deal_out(game.number_aside()),
            "deck": birds,
            "column_berries": tokens[:5],
            "row_berries": tokens[5:],
            "crow_side": side if game.centre_is_crow() else None,
        }


def play(rules: dict, mode: str, players: int, rng: random.Random, check: bool = False) -> Game:
    """One game with uniformly random choices, played to its end; `check`: invariants at every state."""
    game = Game(rules, mode, players, RandomChance(rng))
    game.begin()
    while game.to_move is not None:
        if check:
            game.assert_invariants()
        game.answer(rng.choice(game.legal()))
    if check:
        game.assert_invariants()
    return game


# ---------------------------------------------------------------------- chance from a record


class ReplayChance:
    """Chance as recorded: deals are read from the states that show them, before their first draw."""

    def __init__(self):
        self.state, self.drawn = None, []

    def load(self, state: dict, events: list):
        """Take the state and the events of the next line."""
        self.state = state
        self.drawn = [(event["seat"], event["card"]) for event in events if event["event"] == "draw"]

    def starter(self, players: int) -> int:
        """Who starts the first round."""
        if self.state["starter"] not in range(players):
            raise ImpossibleError(f"starter {self.state['starter']} of {players} players")
        return self.state["starter"]

    def deal(self, number: int, game: Game) -> dict:
        """The deal as it was before cards were drawn."""
        state = self.state
        hands, deck = [list(hand) for hand in state["hands"]], list(state["deck"])
        for seat, bird in reversed(self.drawn):
            if bird not in hands[seat]:
                raise ImpossibleError(f"seat {seat} drew {bird} and does not have it")
            hands[seat].remove(bird)
            deck.insert(0, bird)
        lying = {
            (r, c): card for r, row in enumerate(state["forest"]) for c, card in enumerate(row) if card is not None
        }
        return {
            "open": {space: card for space, card in lying.items() if card != CROW},
            "hands": hands,
            "deck": deck,
            **{key: state[key] for key in ("aside", "column_berries", "row_berries", "crow_side")},
        }


# ---------------------------------------------------------------------- checking a record

EVENT_KEYS = {
    "round": ("seat", "amount"),
    "draw": ("seat", "card"),
    "place": ("seat", "card", "row", "column"),
    "favour": ("seat", "card"),
    "award": ("line", "colour", "amount"),
    "score": ("seat", "amount"),
}


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
        """The header: version, cards, number of players."""
        self.header = entry
        if entry["schema_version"] != 1 or entry["game"] != "songbirds":
            self.say("game", f"schema_version {entry['schema_version']}, game {entry['game']}")
        for line in differences(entry["cards"], {"birds": list(BIRDS), "crow": CROW}, "cards"):
            self.say("game", line)
        if len(entry["bots"]) != entry["players"]:
            self.say("game", f"{len(entry['bots'])} bots for {entry['players']} players")

    def check_start(self, entry: dict):
        """The first deal."""
        header = self.header
        try:
            self.game = Game(header["rules"], header["mode"], header["players"], self.chance)
        except ValueError as problem:
            self.say("game", str(problem))
            raise StopCheckError from problem
        self.follow("start", self.game.begin, entry)

    def check_decision(self, entry: dict):
        """Seat, legal actions and view before it, events of it and the complete state after it."""
        where = f"decision {entry['number']}"
        if entry["number"] != self.next_number:
            self.say(where, f"number, referee expects {self.next_number}")
        self.next_number = entry["number"] + 1
        game = self.game
        if game.to_move is None:
            self.say(where, f"a decision, but for the referee the game is over: {game.result}")
            raise StopCheckError
        if entry["seat"] != game.to_move:
            self.say(where, f"seat: record {entry['seat']}, referee {game.to_move}")
        legal = game.legal()
        one, two = Counter(map(spelled, entry["legal"])), Counter(map(spelled, legal))
        if one != two:
            self.say(where, f"legal: {multiset_diff(one.elements(), two.elements())}")
        for line in differences(entry["view"], view_of(game.state(), entry["seat"])):
            self.say(where, f"view {line}")
        if entry["taken"] not in legal:
            self.say(where, f"taken {entry['taken']} is not legal")
            raise StopCheckError
        self.follow(f"{where} {spelled(entry['taken'])}", lambda: game.answer(entry["taken"]), entry)

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

    def follow(self, where: str, run, entry: dict):
        """Let the referee go on with the recorded chance, then compare events and states."""
        self.chance.load(entry["state"], entry["events"])
        try:
            run()
        except (ImpossibleError, InvariantError) as problem:
            self.say(where, str(problem))
            raise StopCheckError from problem
        for problem in check_events(entry["events"], self.game.events):
            self.say(where, f"events: {problem}")
        lines = list(differences(entry["state"], self.game.state()))
        for line in lines:
            self.say(where, "state " + line)
        try:
            self.game.assert_invariants()
        except InvariantError as problem:
            self.say(where, f"invariant: {problem}")
        if lines:
            raise StopCheckError


def check_events(record: list, referee: list):
    """Events of each kind in their order, by the keys that the format gives them; `round` closes a decision."""
    for name in sorted({event["event"] for event in record} - set(EVENT_KEYS)):
        yield f"{name} is not an event of the format"
    for name, keys in EVENT_KEYS.items():
        one = [{key: event[key] for key in keys} for event in record if event["event"] == name]
        two = [{key: event[key] for key in keys} for event in referee if event["event"] == name]
        if one != two:
            yield f"{name}: record {one}, referee {two}"
    order = [event["event"] for event in record]
    if "score" in order and "round" in order and order[-1] != "round":
        yield f"round does not come last: {order}"


def check_replay(lines: Iterable[str]) -> list[str]:
    """Replay a JSONL record; the disagreements in short form (empty: all agree).

    After the first difference of states (or an impossible deal) the rest cannot be compared and is left.
    """
    checker = Checker()
    for text in lines:
        try:
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


def view_of(state: dict, seat: int) -> dict:
    """All that a seat sees: what lies open, its own hand, and of hidden cards their number."""
    view = {key: part for key, part in state.items() if key != "hands"}
    view |= {key: len(state[key]) for key in ("aside", "deck")}
    return view | {"hand": state["hands"][seat], "cards_in_hands": [len(hand) for hand in state["hands"]]}


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
