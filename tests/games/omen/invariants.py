"""What must hold in every state of Omen, looked up in the engine's own records.

As a program it plays games and built situations, checking every state, in whatever way the engine runs in that process:
`python invariants.py FOLDER GAMES BATCHES` (with NUMBA_DISABLE_JIT=1 as plain Python, where an overflow is an error but
for the random streams; with NUMBA_BOUNDSCHECK=1 with checked indices).
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from balance.arena.records import Table, records
from balance.arena.steps import Steps
from balance.games.omen.state import (
    ANSWERS,
    ASIDE,
    BROKEN,
    CITIES,
    DECK,
    DRAFTING,
    FACEDOWN,
    FRAMES,
    HAND,
    LIMITS,
    MYRIAD,
    OFFERING,
    OUT,
    OVER,
    PILE,
    QUEUE,
    SEATS,
    SIDES,
    STACKS,
    WAR,
)
from balance.games.omen.story import name
from balance.spec import Spec, load

PILES = (("deck", DECK), ("pile", PILE), ("hand", HAND), ("vase", HAND), ("facedown", FACEDOWN), ("broken", BROKEN))


def weight(r: Any, units: Any) -> int:
    """Units counted with MYRIAD as 2."""
    return int(sum(2 if (r["traits"][unit] >> MYRIAD) & 1 else 1 for unit in units))


def side(s: Any, city: int, seat: int) -> Any:
    """The units of a side."""
    return s["side"][city, seat, : s["side_n"][city, seat]]


def sacked(s: Any, r: Any, city: int) -> bool:
    """Whether a city is sacked for the Active Player."""
    other, own = (weight(r, side(s, city, seat)) for seat in (1 - int(s["active"]), int(s["active"])))
    return other >= 3 or other + own >= 5


def misplaced(s: Any, r: Any) -> Iterator[str]:
    """Every card lies in exactly one place, the one that `where` names."""
    found: list[tuple[int, int]] = []
    for seat in range(SEATS):
        for pile, base in PILES:
            found += [(int(card), base + seat) for card in s[pile][seat, : s[pile + "_n"][seat]]]
        for city in range(CITIES):
            found += [(int(unit), SIDES + 2 * city + seat) for unit in side(s, city, seat)]
        for pile in ("drawn", "under", "play_area"):
            found += [(int(card), DRAFTING) for card in s[pile][seat, : s[pile + "_n"][seat]]]
        found += [
            (int(s[key][seat]), where) for key, where in (("envoy", ASIDE), ("given", DRAFTING)) if s[key][seat] >= 0
        ]
    for stack in range(3):
        found += [(int(card), DRAFTING) for card in s["draft_stack"][stack, : s["draft_n"][stack]]]
        found += [(int(card), STACKS + stack) for card in s["stack"][stack, : s["stack_n"][stack]]]
    found += [(int(s[key]), ASIDE) for key in ("aside", "aside_krater") if s[key] >= 0]
    cards = int(r["units"] + r["kraters"])
    found += [(card, OUT) for card in range(cards) if s["where"][card] == OUT]
    if sorted(card for card, _ in found) != list(range(cards)):
        yield f"cards are not conserved: {sorted(card for card, _ in found)}"
    for card, place in found:
        if s["where"][card] != place:
            yield f"card {card} is said to be at {s['where'][card]}, lies at {place}"
    for seat in range(SEATS):
        for pile in ("hand", "vase", "facedown", "broken"):
            held = s[pile][seat, : s[pile + "_n"][seat]]
            if (np.diff(held) <= 0).any():
                yield f"{pile} of seat {seat} is not sorted"


def miscounted(s: Any, r: Any) -> Iterator[str]:
    """What is counted of a side as units come and go is what stands there."""
    for city in range(CITIES):
        for seat in range(SEATS):
            units = side(s, city, seat)
            if s["side_weight"][city, seat] != weight(r, units):
                yield f"city {city} counts {s['side_weight'][city, seat]} units of seat {seat}, holds {units}"
            if s["unit_strength"][city, seat] != r["strength"][units].sum():
                yield f"city {city} counts Strength {s['unit_strength'][city, seat]} of seat {seat}, holds {units}"


def out_of_bounds(s: Any, r: Any) -> Iterator[str]:
    """Stacks and lists are never past their bounds."""
    bounds = {
        "answers_n": (1, ANSWERS),
        "frames": (0, FRAMES),
        "queue_to": (0, QUEUE),
        "chain": (0, int(r["chain_limit"])),
    }
    if s["step"] == OVER:
        bounds["answers_n"] = (0, 0)
    for key, (low, high) in bounds.items():
        if not low <= s[key] <= high:
            yield f"{key} is {s[key]}, not in {low}..{high}"
    if s["queue_from"] > s["queue_to"]:
        yield "the queue is past its end"
    if s["surge_used"] > r["surge_limit"]:
        yield "more actions than surge_limit"
    if s["decisions"] > r["max_decisions_per_turn"] or s["turn"] > r["max_turns"]:
        yield "more decisions or turns than allowed"
    codes = s["answers"][: s["answers_n"]]
    if len(set(codes.tolist())) != len(codes):
        yield "an answer stands twice"


def broken(s: Any, r: Any) -> Iterator[str]:
    """What does not hold in one state."""
    yield from misplaced(s, r)
    yield from miscounted(s, r)
    yield from out_of_bounds(s, r)
    coins = [*s["coins"].tolist(), int(s["supply"])]
    if sum(coins) != r["coin_supply"] or min(coins) < 0:
        yield f"coins are not conserved: {coins}"
    for city in range(CITIES):
        if max(weight(r, side(s, city, seat)) for seat in range(SEATS)) > r["city_limit"]:
            yield f"city {city} is above the city limit"
        if s["razed"][city] and (s["side_n"][city].any() or s["stack_n"][city]):
            yield f"razed city {city} is not empty"
        if s["step"] in (OFFERING, LIMITS) and sacked(s, r, city):
            yield f"city {city} is sacked after War"


def changed(old: Any, new: Any, r: Any) -> Iterator[str]:
    """What may not change that way from one decision to the next."""
    for seat in range(SEATS):
        for pile in ("facedown", "broken"):
            before, after = (set(s[pile][seat, : s[pile + "_n"][seat]].tolist()) for s in (old, new))
            if not before <= after:
                yield f"{pile} of seat {seat} shrank"
    for city in range(CITIES):
        if old["razed"][city] and not new["razed"][city]:
            yield f"razed city {city} healed"
        n, m = int(old["stack_n"][city]), int(new["stack_n"][city])
        if m > n or (m and (old["stack"][city, : m - 1] != new["stack"][city, : m - 1]).any()):
            yield f"kraters of city {city} moved other than from the top"
    if new["turn"] > old["turn"] > 0:
        seat = int(old["active"])
        cards = int(new["hand_n"][seat] + new["vase_n"][seat])
        if cards > max(int(r["hand_limit"]), int(new["vase_n"][seat])) or new["coins"][seat] > r["coin_limit"]:
            yield f"seat {seat} ends the turn with {cards} cards and {new['coins'][seat]} coins"


def check_game(spec: Spec, seed: int, number: int) -> list[str]:
    """Play a game and check every state; the first problems, each with its place."""
    kit = records(spec)
    game = Steps(kit, seed, number)
    r = kit.rules
    wars: dict[int, int] = {}  # how often each city may still be resolved in this War
    problems = list(broken(game.state, r))
    while game.running and not problems:
        step, kraters = int(game.state.step), game.state.stack_n.copy()
        taken = name(game.state, r, game.step())
        problems = [*broken(game.state, r), *changed(game.before, game.state, r)]
        if taken["do"] == "resolve":
            city, ties = taken["city"], 2 if r.city_limit <= 5 else 5
            wars[city] = wars.get(city, int(kraters[city]) + ties) - 1
            if wars[city] < 0:
                problems.append(f"city {city} was resolved too often in one War")
        if step == WAR and game.state.step != WAR:
            wars = {}
    return [f"game {number} of seed {seed}, decision {int(game.row.decisions)}: {problem}" for problem in problems[:3]]


def long_chain(limit: int) -> tuple[Any, int]:
    """BOLSTERs that move one another on and on; the position at its end and how full the queue was."""
    from games.omen.positions import position

    again = [{"move": {"whose": "own", "trait": "BOLSTER", "number": 3}}]
    rules = {"chain_limit": limit, "max_decisions_per_turn": 30_000}
    p = position(["bol", ""], ["bol2 bol3 |", "", ""], bol=again, bol2=again, bol3=again, rules=rules).do("play bol 1")
    longest = 0
    while not p.end:
        p.do(p.legal[0])
        longest = max(longest, int(p.s.queue_to))
    return p, longest


def play_many(folder: Path, batches: int) -> int:
    """Batches of 25 games without a look at each state, of each mode with each kind of bot and of random cards.

    Returns how many games were played.
    """
    from games.omen.card_sets import random_spec

    modes = (["games=[1]"], ["games=[2]"], ["games=[3]"], ["mode=combined"], ["mode=combined", "games=[1, 2, 3]"])
    played = 0
    for number in range(batches):
        sets = (*modes, ["mode=draft"])[number % 6]
        bots = ("random", "greedy", "greedy,random")[number % 3]
        for spec in (load("omen", sets=sets, bots=bots), random_spec(folder, 1000 + number, wild=(number % 10) / 9)):
            played += len(Table(records(spec), seed=number).play(0, 25))
    return played


def main(folder: str, games: str, batches: str) -> int:
    """See the module."""
    from games.omen.card_sets import random_spec

    warnings.filterwarnings("error", category=RuntimeWarning)
    warnings.filterwarnings("ignore", category=RuntimeWarning, module="balance.engine.streams")
    found = []
    for number in range(int(games)):
        found += check_game(
            load("omen", sets=[f"mode={('single', 'combined', 'draft')[number % 3]}"], bots="greedy,random"), 5, number
        )
        found += check_game(random_spec(Path(folder), number, wild=0.8), 5, number)
    p, _ = long_chain(120)
    found += broken(p.s, p.r)
    many = play_many(Path(folder), int(batches))
    print(*found, f"{2 * int(games)} games looked at, {many} more played", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
