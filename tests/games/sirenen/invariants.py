"""What must hold in every game of Sirenen in Sicht: the list of rules/sirenen.md, checked after every decision.

Run as a script it plays games and fails on the first thing that does not hold; see `test_invariants.py`.
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from balance.arena.records import records
from balance.arena.steps import Steps
from balance.games.sirenen.options import VALUES
from balance.games.sirenen.ship import first_movable
from balance.games.sirenen.story import describe, name
from balance.spec import Spec, load

RULEBOOK = ("variant", "ships", "copies", "hand_size", "side_limit", "crew_start")
MOST_PLAYED, MOST_ACTIONS, MOST_OCTOPUS = 50, 60, 5


def in_play(table: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Ships in play."""
    return [ship for ship in table["ships"] if ship["status"] == "in play"]


def misplaced(table: Mapping[str, Any], options: Any) -> Iterator[str]:
    """Every card lies in one place."""
    piles = table["sets"] or table["piles"]
    lie = [table["out"], *table["hands"], *piles, *(side for ship in table["ships"] for side in ship["sides"])]
    found = Counter(card for cards in lie for card in cards)
    expected = Counter(dict(zip(VALUES, options.copies, strict=True)))
    if +found != +expected:
        yield f"cards are not conserved: {found - expected} too many, {expected - found} too few"
    if options.variant == "tactics" and table["sets"]:
        half = Counter({value: n // 2 for value, n in expected.items()})
        for seat in (0, 1):
            if +Counter(table["hands"][seat] + piles[seat]) != +half:
                yield f"the set of seat {seat} is not whole"
    if any(hand != sorted(hand) for hand in table["hands"]) or table["out"] != sorted(table["out"]):
        yield "hands and cards out of play are not sorted"


def wrong_ships(s: Any, table: Mapping[str, Any], options: Any) -> Iterator[str]:
    """Sides keep to the limit and below the resistance; what leaves play leaves nothing behind."""
    for ship in table["ships"]:
        where = f"ship {ship['resistance']}"
        if ship["status"] != "in play":
            if ship["crew"] or ship["rum"] or any(ship["sides"]):
                yield f"{where} is {ship['status']} and not empty"
            continue
        if len(ship["crew"]) > 1:
            yield f"{where} holds two crew members"
        if max(map(len, ship["sides"])) > options.side_limit:
            yield f"{where}: more cards than the limit"
        pending = table["pending"] is not None and options.crew_before_scoring
        bar = ship["resistance"] + options.rum_bonus * len(ship["rum"])
        if not pending and max(map(sum, ship["sides"])) >= bar:
            yield f"{where}: a side holds its resistance"
        if not pending and min(map(len, ship["sides"])) >= options.side_limit:
            yield f"{where}: both sides are full"
        if min(map(sum, ship["sides"])) >= bar:
            yield f"{where}: both sides reach their resistance"
    for place in range(2 * len(options.ships)):
        kinds = [int(kind) for kind in s.side[place, : int(s.side_n[place])]]
        if int(s.total[place]) != sum(VALUES[kind] for kind in kinds):
            yield f"the total of place {place} is wrong"
        movable = sum(1 << kind for kind in set(kinds) if first_movable(s, place, kind) >= 0)
        if int(s.movable[place]) != movable:
            yield f"the movable kinds of place {place} are wrong"


def wrong_open(s: Any, table: Mapping[str, Any], options: Any) -> Iterator[str]:
    """The list of open sides, and the kinds in hand, are what they are said to be."""
    places = [
        2 * i + seat
        for i, ship in enumerate(table["ships"])
        for seat in (0, 1)
        if ship["status"] == "in play" and len(ship["sides"][seat]) < options.side_limit
    ]
    if s.open[: int(s.open_n)].tolist() != places:
        yield f"open sides are {places}, listed {s.open[: int(s.open_n)].tolist()}"
    for seat in (0, 1):
        if int(s.kinds[seat]) != sum(1 << VALUES.index(value) for value in set(table["hands"][seat])):
            yield f"kinds in the hand of seat {seat} are wrong"


def wrong_tokens(table: Mapping[str, Any], options: Any) -> Iterator[str]:
    """Points, crew, rum and octopuses."""
    crew = sum(len(ship["crew"]) for ship in table["ships"])
    total = sum(table["points"]) + table["removed"] + len(in_play(table)) + crew
    if total != len(options.ships) + len(options.crew_start):
        yield f"points do not add up: {total}"
    ships = {ship["resistance"]: ship for ship in table["ships"]}
    for member, where in table["crew"].items():
        if isinstance(where, int) and member not in ships[where]["crew"]:
            yield f"the {member} is not on ship {where}"
    for seat in (0, 1):
        rum = table["rum"][seat]
        if isinstance(rum, int) and ships[rum]["status"] != "in play":
            yield f"the rum of seat {seat} is on a ship out of play"
        octopus = table["octopus"][seat]
        if octopus and octopus["index"] >= len(ships[octopus["ship"]]["sides"][octopus["side"]]):
            yield f"the octopus of seat {seat} clings to no card"
    if table["octopus"][0] is not None and table["octopus"][0] == table["octopus"][1]:
        yield "both octopuses cling to one card"


def broken(s: Any, r: Any, options: Any) -> Iterator[str]:
    """What does not hold in one state."""
    table = describe(s, r)
    yield from misplaced(table, options)
    yield from wrong_ships(s, table, options)
    yield from wrong_open(s, table, options)
    yield from wrong_tokens(table, options)
    is_over = not in_play(table) or max(table["points"]) >= options.victory_points_to_win or table["passes"] == 2
    if table["pending"] is None and is_over != (table["step"] == "over"):
        yield f"step {table['step']}, though the game is {'' if is_over else 'not '}over"


def changed(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """What may not change that way from one decision to the next."""
    for before, after in zip(old["ships"], new["ships"], strict=True):
        if before["status"] != "in play" and (after["status"], after["owner"]) != (before["status"], before["owner"]):
            yield f"ship {before['resistance']} left twice"
    for seat in (0, 1):
        if new["points"][seat] < old["points"][seat]:
            yield f"seat {seat} lost points"
        if isinstance(old["rum"][seat], int) and new["rum"][seat] not in (old["rum"][seat], "used"):
            yield f"the rum of seat {seat} moved"


def is_printed(options: Any) -> bool:
    """Whether the components are the printed ones."""
    return all(getattr(options, key) == type(options).model_fields[key].default for key in RULEBOOK)


def check_game(spec: Spec, seed: int, number: int) -> list[str]:
    """Play a game and check every state; the first problems, each with its place."""
    kit = records(spec)
    game = Steps(kit, seed, number)
    options, done = spec.options, Counter()
    problems = list(broken(game.state, kit.rules, options))
    while game.running and not problems:
        seat, before = game.seat, describe(game.state, kit.rules)
        taken = name(game.before, kit.rules, game.step())
        done[next(iter(taken))] += 1
        done[f"octopus of {seat}"] += "octopus" in taken
        problems = [*broken(game.state, kit.rules, options), *changed(before, describe(game.state, kit.rules))]
        problems += _too_many(done, game.state, options)
    return [f"game {number} of seed {seed}, decision {int(game.row.decisions)}: {problem}" for problem in problems[:3]]


def _too_many(done: Counter[str], s: Any, options: Any) -> Iterator[str]:
    ships = len(options.ships)
    if max(done["octopus of 0"], done["octopus of 1"]) > ships:
        yield "an octopus was used more often than it can return"
    if done["play"] > sum(options.copies):
        yield "more cards were played than there are"
    if is_printed(options):
        if done["play"] > MOST_PLAYED or done["play"] + done["octopus"] > MOST_ACTIONS:
            yield f"too many actions: {dict(done)}"
        if s.passes == 2:
            yield "both players passed in a row"


def main(games: str) -> int:
    """See the module."""
    warnings.filterwarnings("error", category=RuntimeWarning)
    warnings.filterwarnings("ignore", category=RuntimeWarning, module="balance.engine.streams")
    found = []
    for number in range(int(games)):
        variant = ("base", "tactics")[number % 2]
        found += check_game(load("sirenen", sets=[f"variant={variant}"], bots="greedy,random"), 5, number)
    print(*found, f"{games} games", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
