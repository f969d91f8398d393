"""What must hold in every state of Songbirds, looked up in the engine's own records, and counted anew from its events.

As a program it plays games and checks every state, in whatever way the engine runs in that process: `python
invariants.py GAMES` (with NUMBA_DISABLE_JIT=1 as plain Python, where an overflow is an error but for the random
streams; with NUMBA_BOUNDSCHECK=1 with checked indices).
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from typing import Any

from balance.arena.records import records
from balance.arena.steps import Steps
from balance.games.songbirds.events import EVENTS
from balance.games.songbirds.state import CENTRE, CROW, EMPTY, NO_CROW
from balance.games.songbirds.story import event as told
from balance.spec import Spec, load
from games.songbirds.exact import takes

COLOURS = ("Red", "Blue", "Green", "White")
BESIDE = {"above": (2, 7), "left": (10, 11), "right": (13, 14), "below": (17, 22)}
CROW_GROUPS = {
    "A": {name: (points, spaces) for points, (name, spaces) in zip((-2, -3, -4, -5), BESIDE.items(), strict=True)},
    "B": {
        "above + right": (-4, BESIDE["above"] + BESIDE["right"]),
        "below + left": (-4, BESIDE["below"] + BESIDE["left"]),
    },
}
PLACED = {"competitive": 24, "solo": 16, "coop": 16}
MODES = (
    ["mode=competitive"],
    ["mode=competitive", "players=3", "second_round_starter=winner", "adjacency=eight"],
    ["mode=competitive", "players=4", "rounds=3", "second_round_starter=loser", "line_ties=no_award"],
    ["mode=solo"],
    ["mode=coop", "players=2", "adjacency=eight"],
    ["mode=coop", "players=3", "line_ties=no_award"],
    ["mode=coop", "players=4"],
)


def members(bits: Any) -> list[int]:
    """The numbers in a set."""
    return [i for i in range(32) if int(bits) >> i & 1]


def adjacent(options: Any, space: int) -> set[int]:
    """The spaces next to a space."""
    row, column = divmod(space, 5)
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    if options.adjacency == "eight":
        steps += [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    return {5 * (row + a) + column + b for a, b in steps if 0 <= row + a < 5 and 0 <= column + b < 5}


def cards_in(s: Any) -> list[int]:
    """Every card that lies somewhere."""
    lying = [int(card) for cards in (s["forest"], s["favoured"]) for card in cards if card != EMPTY]
    held = [card for hand in s["hand"] for card in members(hand)]
    return lying + held + [int(card) for card in s["deck"][: int(s["deck_n"])]]


def broken(s: Any, options: Any) -> Iterator[str]:
    """What does not hold in one state."""
    if sorted(cards_in(s)) != list(range(29 if options.has_crow else 28)):
        yield f"cards are not conserved: {sorted(cards_in(s))}"
    occupied = {space for space in range(25) if s["forest"][space] != EMPTY}
    if set(members(s["occupied"])) != occupied:
        yield f"occupied is {members(s['occupied'])}"
    beside = {other for space in occupied for other in adjacent(options, space)} - occupied
    if set(members(s["open"])) != beside:
        yield f"open is {members(s['open'])}, not {sorted(beside)}"
    if sorted(s["token"].tolist()) != list(range(10)):
        yield f"tokens are {s['token'].tolist()}"
    if options.has_crow != (s["forest"][CENTRE] == CROW) or options.has_crow != (s["crow"] != NO_CROW):
        yield "the Crow is not where it should be"
    if any(s["hand"][seat] or s["favoured"][seat] != EMPTY for seat in range(options.players, 4)):
        yield "a seat that is not there has cards"


class Recount:
    """The rounds of one game, counted anew from its events by the rulebook."""

    def __init__(self, options: Any, s: Any):
        self.options = options
        self.points = [0] * options.players
        self.starters: list[int] = []
        self._begin(s)

    def _begin(self, s: Any) -> None:
        self.forest = {space: int(card) for space, card in enumerate(s["forest"]) if card != EMPTY}
        self.berries = [int(self.options.berries[token]) for token in s["token"]]
        self.side = {0: None, 1: "A", 2: "B"}[int(s["crow"])]
        self.starters.append(int(s["starter"]))
        self.placed: Counter[int] = Counter()
        self.favoured: dict[int, int] = {}
        self.won: Counter[str | None] = Counter()
        self.awards: list[tuple[str, str | None, int]] = []
        self.scores: dict[int, int] = {}

    def follow(self, events: list[dict[str, Any]], s: Any) -> Iterator[str]:
        """Take in what followed a decision; `s` is the state after it."""
        for event in events:
            kind, seat = event["event"], event["seat"]
            if kind == "place":
                space = 5 * event["row"] + event["column"]
                if space in self.forest:
                    yield f"space {space} was not empty"
                if not adjacent(self.options, space) & self.forest.keys():
                    yield f"space {space} has no neighbour"
                self.forest[space] = event["card"]
                self.placed[seat] += 1
            elif kind == "favour":
                self.favoured[seat] = event["card"]
            elif kind == "award":
                self.awards.append((event["line"], event["colour"], event["amount"]))
                self.won[event["colour"]] += event["amount"]
            elif kind == "score":
                self.scores[seat] = event["amount"]
        if len(self.forest) == 25:
            yield from self._round()
            if not s["ended"]:
                self._begin(s)

    def _round(self) -> Iterator[str]:
        if sum(self.placed.values()) != PLACED[self.options.mode]:
            yield f"{sum(self.placed.values())} birds were placed"
        if self.options.mode == "competitive" and len(set(self.placed.values())) != 1:
            yield f"players placed {dict(self.placed)}"
        if self.awards != (expected := self._awards()):
            yield f"awards {self.awards}, not {expected}"
        if sum(amount for _, colour, amount in self.awards if colour and amount > 0) > sum(self.options.berries):
            yield "more berries than tokens"
        if self.scores != (points := self._points()):
            yield f"scores {self.scores}, not {points}"
        for seat in range(self.options.players):
            self.points[seat] += self.scores[seat if self.options.mode == "competitive" else 0]

    def _awards(self) -> list[tuple[str, str | None, int]]:
        lines = [range(column, 25, 5) for column in range(5)] + [range(5 * row, 5 * row + 5) for row in range(5)]
        names = [f"{kind} {i}" for kind in ("column", "row") for i in range(5)]
        found = [
            (name, self._taker(line, self.options.line_ties), berries)
            for name, line, berries in zip(names, lines, self.berries, strict=True)
        ]
        groups = CROW_GROUPS[self.side].items() if self.side else ()
        return found + [(name, self._taker(spaces), points) for name, (points, spaces) in groups]

    def _taker(self, spaces: Any, line_ties: str = "next_strongest") -> str | None:
        colour = takes(tuple(self.forest[i] for i in spaces if self.forest[i] != CROW), line_ties)
        return None if colour is None else COLOURS[colour]

    def _points(self) -> dict[int, int]:
        def worth(card: int) -> int:
            return card % 7 + 1 + self.won[COLOURS[card // 7]]

        if self.options.mode == "competitive":
            return {seat: worth(card) for seat, card in self.favoured.items()}
        if not self.favoured:
            return {0: 0}
        (card,) = self.favoured.values()
        all_berries = sum(self.won[colour] for colour in COLOURS)
        return {0: worth(card) - all_berries + self.won[COLOURS[card // 7]]}


def next_starter(options: Any, starter: int, scores: dict[int, int]) -> int:
    """Who starts the next round."""
    clockwise = [(starter + i) % options.players for i in range(1, options.players + 1)]
    rule = options.second_round_starter
    if rule == "winner":
        return max(clockwise, key=lambda seat: scores[seat])
    if rule == "loser":
        return min(clockwise, key=lambda seat: scores[seat])
    return starter if rule == "same" else clockwise[0]


def check_game(spec: Spec, seed: int, number: int) -> list[str]:
    """Play a game and check every state; the first problems, each with its place."""
    kit, options = records(spec), spec.options
    game = Steps(kit, seed, number)
    recount = Recount(options, game.state)
    problems = list(broken(game.state, options))
    while game.running and not problems:
        seat, rounds, starter = game.seat, int(game.state["round_no"]), recount.starters[-1]
        game.step()
        events = [_event(kit.rules, event) for event in game.events()]
        if events[0]["seat"] != seat:
            problems.append(f"seat {events[0]['seat']} acted, not {seat}")
        problems += recount.follow(events, game.state)
        problems += broken(game.state, options)
        if game.state["round_no"] > rounds:
            scores = {e["seat"]: e["amount"] for e in events if e["event"] == "score"}
            if recount.starters[-1] != (expected := next_starter(options, starter, scores)):
                problems.append(f"seat {recount.starters[-1]} starts round {rounds + 1}, not {expected}")
    if not problems and recount.points != game.row.scores[: options.players].tolist():
        problems.append(f"scores {game.row.scores.tolist()}, not {recount.points}")
    return [f"game {number} of seed {seed}, decision {int(game.row.decisions)}: {problem}" for problem in problems[:3]]


def _event(r: Any, e: Any) -> dict[str, Any]:
    plain = {"event": EVENTS[e.kind], "seat": int(e.seat), "card": int(e.card), "amount": int(e.amount)}
    return plain | told(r, e)


def main(games: str) -> int:
    """See the module."""
    warnings.filterwarnings("error", category=RuntimeWarning)
    warnings.filterwarnings("ignore", category=RuntimeWarning, module="balance.engine.streams")
    found = []
    for sets in MODES:
        for bots in ("random", "greedy"):
            for number in range(int(games)):
                found += check_game(load("songbirds", sets=sets, bots=bots), 5, number)
    print(*found, f"{2 * len(MODES) * int(games)} games", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
