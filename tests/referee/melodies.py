"""An independent referee for Melodies: plays games and checks replay records (docs/games/melodies-record.md).

From a shell, in `tests/`: `python -m referee.melodies RECORD.jsonl …` prints the disagreements of each record.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from .melodies_game import Game, InvariantError
from .melodies_help import TIMINGS
from .melodies_notes import RESTRICTIONS, faults, restrictions_by_note

STEPS = ("use", "target", "tune", "act", "over")
EVENT_KEYS = {
    "pack": ("pack", "amount"),
    "instrument": ("seat", "card"),
    "audience": ("card",),
    "attempt": ("song", "amount"),
    "note": ("amount",),
    "tune": ("seat", "amount", "to"),
    "swap": ("seat", "amount", "to"),
    "use": ("seat", "card"),
    "discard": ("seat", "card"),
    "draw": ("seat", "card"),
    "shuffle": ("amount",),
    "give": ("seat", "card", "to"),
    "play": ("seat", "card", "amount"),
    "pass": ("seat", "amount"),
    "wait": ("seat",),
    "reveal": (),
    "shift": ("seat", "card", "amount"),
    "double": ("seat", "card", "amount"),
    "cancel": ("seat", "card", "amount"),
    "lowest_tie": (),
    "skip": ("restriction",),
    "take_back": ("seat", "amount"),
    "melody": ("amount",),
    "bass": ("amount",),
    "row": ("card", "amount", "from"),
    "left": ("seat", "amount"),
    "fail": ("cause", "amount"),
    "succeed": ("song",),
    "refresh": ("card",),
    "completed": ("pack",),
}


class RandomChance:
    """Chance for stand-alone play."""

    def __init__(self, rng: random.Random, featured_seat="random"):
        self.rng, self.featured_seat = rng, featured_seat

    def instruments(self, pool: list, featured, players: int) -> list:
        """An instrument for each seat."""
        if featured is None:
            return self.rng.sample(pool, players)
        dealt = self.rng.sample(pool, players - 1)
        seat = self.rng.randrange(players) if self.featured_seat == "random" else self.featured_seat
        return [*dealt[:seat], featured, *dealt[seat:]]

    def fans(self, fans: list, number: int) -> list:
        """The fans in a row."""
        return self.rng.sample(fans, number)

    def deal(self, players: int, size: int) -> tuple:
        """Hands and the rest of the deck."""
        cards = [number for number in range(1, 10) for _ in range(8)]
        self.rng.shuffle(cards)
        return [cards[seat * size : (seat + 1) * size] for seat in range(players)], cards[players * size :]

    def shuffle(self, numbers: list) -> list:
        """A new order, the top first."""
        return self.rng.sample(numbers, len(numbers))

    def pull(self, numbers: list, number: int) -> int:
        """The place of one card of that number."""
        return self.rng.choice([i for i, other in enumerate(numbers) if other == number])


class Referee(Game):
    """The complete game; with an `rng` or a `chance` object (default: a fresh random source)."""

    def __init__(self, rules: dict, cards: dict, chance=None, rng: random.Random | None = None):
        super().__init__(rules, cards, chance or RandomChance(rng or random.Random(), rules["featured_seat"]))


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
    return {**game.result, "decisions": game.total_decisions}


# ---------------------------------------------------------------------- chance from a record


class ImpossibleError(Exception):
    """The record's chance results cannot be."""


class ReplayChance:
    """Chance as recorded: found in the events of a decision and the state after it."""

    def __init__(self):
        self.events, self.state, self.at = [], {}, {}

    def load(self, events: list, state: dict):
        """Take the chance results of the next decision."""
        self.events, self.state, self.at = events, state, {}

    def indices(self, name: str) -> list:
        """Where the events of a name stand."""
        return [i for i, event in enumerate(self.events) if event["event"] == name]

    def next_index(self, name: str, found: list) -> int:
        """The next event that has not been taken."""
        taken = self.at.get(name, 0)
        if taken >= len(found):
            raise ImpossibleError(f"no {name} recorded, the referee needs one")
        self.at[name] = taken + 1
        return found[taken]

    def taken_from_deck(self, after: int) -> tuple:
        """Numbers that left the deck after an event, until it was made anew, and whether it was."""
        numbers = []
        for event in self.events[after + 1 :]:
            if event["event"] in ("shuffle", "attempt"):
                return numbers, True
            if event["event"] == "draw" or (event["event"] == "row" and event["from"] == "deck"):
                numbers.append(event["card"])
        return numbers, False

    def instruments(self, pool: list, featured, players: int) -> list:
        """As the events say."""
        by_seat = {self.events[i]["seat"]: self.events[i]["card"] for i in self.indices("instrument")}
        return [by_seat.get(seat) for seat in range(players)]

    def fans(self, fans: list, number: int) -> list:
        """As the events say; the audience card is no fan."""
        return [self.events[i]["card"] for i in self.indices("audience")][:number]

    def deal(self, players: int, size: int) -> tuple:
        """The state after the decision, with what was drawn since at its place in the deck."""
        index = self.next_index("attempt", self.indices("attempt"))
        drawn, again = self.taken_from_deck(index)
        if again:
            raise ImpossibleError("two deals or a shuffle after a deal within one decision")
        return [hand[:size] for hand in self.state["hands"]], drawn + self.state["deck"]

    def shuffle(self, numbers: list) -> list:
        """The state after the decision, with what left the deck since on top."""
        order, again = self.taken_from_deck(self.next_index("shuffle", self.indices("shuffle")))
        if again:  # nobody will see the rest
            rest = Counter(numbers) - Counter(order)
            return order + sorted(rest.elements())
        order = order + self.state["deck"]
        if Counter(order) != Counter(numbers):
            raise ImpossibleError(f"shuffled cards differ: {multiset_diff(order, numbers)}")
        return order

    def pull(self, numbers: list, number: int) -> int:
        """A place that leads to what is drawn and left."""
        rows = [i for i in self.indices("row") if self.events[i]["from"] == "deck"]
        places = [i for i, other in enumerate(numbers) if other == number]
        wanted, again = self.taken_from_deck(self.next_index("row", rows))
        wanted = wanted if again else wanted + self.state["deck"]
        fitting = [i for i in places if (numbers[:i] + numbers[i + 1 :])[: len(wanted)] == wanted]
        if not fitting:
            raise ImpossibleError(f"no {number} can have been taken from the deck {numbers} to leave {wanted}")
        return fitting[0]


# ---------------------------------------------------------------------- differences


def multiset_diff(record, referee) -> str:
    """What only the record has and what only the referee has, in short."""
    one, two = Counter(record), Counter(referee)
    return f"only record {sorted((one - two).elements())}, only referee {sorted((two - one).elements())}"


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
        yield f"{path.lstrip('.')}: record {record}, referee {referee}"


def is_nested(value) -> bool:
    """A list of lists or mappings."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], list | dict)


def spelled(value) -> str:
    """An action or event as text with sorted keys, for comparing sets."""
    return json.dumps(value, sort_keys=True)


def plain_event(event: dict) -> dict:
    """An event with the keys that mean something for it."""
    keys = EVENT_KEYS.get(event["event"])
    return dict(event) if keys is None else {key: event.get(key) for key in ("event", *keys)}


# ---------------------------------------------------------------------- checking a record


class StopCheckError(Exception):
    """The record and the referee have parted: nothing after this can be compared."""


class Checker:
    """Checks one record line by line."""

    def __init__(self):
        self.found, self.game, self.chance = [], None, ReplayChance()
        self.header, self.next_number, self.ended = None, 0, False
        self.before = None

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
        """The header: version, and whether rules and content can be played."""
        self.header = entry
        if entry["schema_version"] != 1 or entry["game"] != "melodies":
            self.say("game", f"schema_version {entry['schema_version']}, game {entry['game']}")
        if entry["players"] != entry["rules"]["players"]:
            self.say("game", f"{entry['players']} players, the rules say {entry['rules']['players']}")
        for line in content_faults(entry["cards"]["packs"], entry["rules"]):
            self.say("game", line)

    def check_start(self, entry: dict):
        """The set up and deal, up to the first decision."""
        self.game = Referee(self.header["rules"], self.header["cards"], self.chance)
        self.advance("start", entry, self.game.begin)

    def check_decision(self, entry: dict):
        """Seat, legal actions and view before it; events and complete state after it."""
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
        for line in check_view(entry["view"], self.game, entry["seat"]):
            self.say(where, f"view: {line}")
        if entry["taken"] not in question.legal:
            self.say(where, f"taken {entry['taken']} is not legal; step {self.game.step}")
            raise StopCheckError
        self.advance(f"{where} {spelled(entry['taken'])}", entry, lambda: self.game.answer(entry["taken"]))

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

    def advance(self, where: str, entry: dict, run):
        """Let the referee go on to its next question, with recorded chance; compare events and states."""
        self.chance.load(entry["events"], entry["state"])
        try:
            run()
        except ImpossibleError as problem:
            self.say(where, f"chance: {problem}")
            raise StopCheckError from problem
        except InvariantError as problem:
            self.say(where, f"invariant (referee): {problem}")
            raise StopCheckError from problem
        self.compare_events(where, entry["events"])
        self.compare_state(where, entry["state"])

    def compare_events(self, where: str, record: list):
        """Every event, in order."""
        one = [spelled(plain_event(event)) for event in record]
        two = [spelled(plain_event(event)) for event in self.game.events]
        if one != two:
            at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
            self.say(where, f"events from {at}: record {one[at : at + 2]}, referee {two[at : at + 2]}")

    def compare_legal(self, where: str, record: list, referee: list):
        """The exact sets of legal actions."""
        one, two = Counter(map(spelled, record)), Counter(map(spelled, referee))
        if one != two:
            at = f"{self.game.step} {self.game.window or ''} note {self.game.note}"
            self.say(where, f"legal ({at}): {multiset_diff(one.elements(), two.elements())}")

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


def check_view(view: dict, game: Game, seat: int) -> list:
    """What the view tells the seat too much, too little, or falsely."""
    return list(differences(view, game.view(seat)))


def check_replay(lines: Iterable[str]) -> list:
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
    except (KeyError, IndexError, TypeError, AttributeError, ValueError, StopIteration) as problem:
        at = f"after decision {checker.next_number - 1}"
        return [*checker.found, f"{at}: the record is not of the documented form: {problem!r}"]
    if not checker.ended:
        checker.say("end", "no end line")
    return checker.found


# ---------------------------------------------------------------------- content


def content_faults(packs: list, rules: dict) -> list:
    """Why these packs cannot be played under these rules."""
    players, found = rules["players"], []
    if [pack["id"] for pack in packs] != list(rules["packs"]):
        found.append(f"packs {[pack['id'] for pack in packs]}, the rules say {rules['packs']}")
    helpers = [card for pack in packs for kind in ("instruments", "fans", "audience") for card in pack[kind]]
    if len({card["id"] for card in helpers}) != len(helpers):
        found.append("a help card stands twice")
    found += [f"{c['id']}: {c['effect']} {c['timing']}" for c in helpers if c["timing"] not in TIMINGS[c["effect"]]]
    if len(packs[0]["instruments"]) < players or len(packs[0]["fans"]) < max(3, players):
        found.append("too few instruments or fans")
    if packs[0]["audience"] or any(pack["fans"] for pack in packs[1:]):
        found.append("fans belong to the first pack, audience cards to the others")
    if any(len(pack["instruments"]) > 1 or len(pack["audience"]) > 1 for pack in packs[1:]):
        found.append("a venue has one featured instrument and one audience card at most")
    for pack in packs:
        if len(pack["songs"]) != 3:
            found.append(f"{pack['id']}: {len(pack['songs'])} songs")
        found += [f"{pack['id']} {song['id']}: {line}" for song in pack["songs"] for line in song_faults(song, players)]
    return found


def song_faults(song: dict, players: int) -> list:
    """Why a song cannot be played."""
    unknown = set(song["restrictions"]) - set(RESTRICTIONS)
    return [f"unknown restrictions {unknown}"] if unknown else faults(song, players)


def restrictions_used(packs: list) -> set:
    """All restrictions that songs of these packs have."""
    return {key for pack in packs for song in pack["songs"] for keys in restrictions_by_note(song) for key in keys}


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
