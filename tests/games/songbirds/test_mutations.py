"""Planted mistakes in the rules: a copy of the package with one wrong function, whose games the referee must refuse.

That shows the referee is worth its name: what it lets pass is right. A copy runs as plain Python in its own process;
the mistakes wrap functions by name, so they need not know how the engine is written.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from pathlib import Path
from textwrap import indent

import pytest

import balance
from games.songbirds import mutant

PACKAGE = Path(balance.__file__).parent
TESTS = Path(mutant.__file__).parents[2]
GAMES = 60
PLANT = """

def _planted(true):
    def {function}({parameters}):
{body}
    return {function}


{function} = _planted({function})
"""


@dataclass(frozen=True)
class Mutation:
    """One function of one file of the game, what it does instead (`true` is what it was), and the rules to play by."""

    file: str
    function: str
    parameters: str
    body: str
    rules: tuple[str, ...] = ()
    fast: bool = False

    def code(self) -> str:
        """What is added at the end of the file."""
        return PLANT.format(function=self.function, parameters=self.parameters, body=indent(self.body, " " * 8))


def takes(body: str, *rules: str, fast: bool = False) -> Mutation:
    """A mistake in who takes a line."""
    return Mutation("scoring", "strongest", "strengths, tie_voids", body, rules, fast)


def counts(body: str, *rules: str) -> Mutation:
    """A mistake in a seat's points."""
    return Mutation("scoring", "_count", "s, seat, volume, berries, others", body, rules)


def starts(body: str, *rules: str) -> Mutation:
    """A mistake in who starts the next round."""
    return Mutation("rules", "next_starter", "s, r", body, rules)


def joins(body: str, *rules: str, fast: bool = False) -> Mutation:
    """A mistake in which spaces are adjacent."""
    return Mutation("rules", "_adjacent", "space, with_corners", body, rules, fast)


def begins(body: str, *rules: str) -> Mutation:
    """A mistake at the beginning of a turn."""
    return Mutation("rules", "start_turn", "s, r, seat, log", body, rules)


NO_BERRIES = "berries=[0,0,0,0,0,0,0,0,0,0]"
RICHEST = "return max(range(r.seats), key=lambda seat: s.total[seat])"

MUTATIONS = {
    # lines
    "tied colours do not cancel": takes(
        "return max(range(4), key=lambda colour: strength_of(strengths, colour))", fast=True
    ),
    "the weakest colour takes the token": takes(
        "there = [colour for colour in range(4) if strength_of(strengths, colour) > 0]\n"
        "return min(there, key=lambda colour: strength_of(strengths, colour))"
    ),
    "a tie for the top voids the token": takes("return true(strengths, True)"),
    "three tied colours void the token, as the caption has it": takes(
        "sums = [strength_of(strengths, colour) for colour in range(4)]\n"
        "return true(strengths, tie_voids or sums.count(max(sums)) == 3)"
    ),
    "if all cancel, Red takes the token": takes(
        "taker = true(strengths, tie_voids)\nreturn taker if 0 <= taker < 4 else 0"
    ),
    "no_award is not looked at": takes("return true(strengths, False)", "line_ties=no_award"),
    "rows take the tokens of columns": Mutation(
        "rules",
        "award_tokens",
        "s, r, log",
        "tokens = s.token.copy()\ns.token[:] = np.roll(tokens, 5)\ntrue(s, r, log)\ns.token[:] = tokens",
        fast=True,
    ),
    # the Crow
    "no_award binds the Crow too": takes("return true(strengths, True)", "players=4 line_ties=no_award"),
    "Crow A is read as Crow B": Mutation(
        "scoring", "crow_groups", "side", "return true(3 - side if side else side)", ("players=4",)
    ),
    "above and left of the Crow are exchanged": Mutation(
        "scoring", "group_strengths", "s, group", "return true(s, group ^ 1)", ("players=4 crow=A",)
    ),
    "Crow B adds up opposite sides": Mutation(
        "scoring",
        "group_strengths",
        "s, group",
        "return true(s, 0) + true(s, 3) if group == 4 else true(s, 1) + true(s, 2) if group == 5 else true(s, group)",
        ("players=4 crow=B",),
    ),
    # points
    "the volume does not count": counts("return true(s, seat, 0, berries, others)"),
    "a colour's berries are never below 0": counts(
        "return true(s, seat, volume, max(0, berries), others)", f"players=4 {NO_BERRIES}"
    ),
    "of two players with one colour only the first scores its berries": counts(
        "earlier = [s.favoured[other] // 7 for other in range(seat)]\n"
        "return true(s, seat, volume, 0 if s.favoured[seat] // 7 in earlier else berries, others)"
    ),
    "the other colours are not taken off": counts("return true(s, seat, volume, berries, 0)", "mode=solo", "mode=coop"),
    "points are those of the last round only": Mutation(
        "rules", "end_round", "s, r, rng, log", "s.total[:] = 0\nreturn true(s, r, rng, log)"
    ),
    "of equal totals the first seat wins": Mutation(
        "rules", "leaders", "s, r", "mask = true(s, r)\nreturn mask & -mask", (NO_BERRIES,)
    ),
    # who is next
    "the starter stays": starts("return s.starter"),
    "the winner starts": starts(RICHEST),
    "of equals the lowest seat starts": starts(RICHEST, f"players=3 second_round_starter=winner {NO_BERRIES}"),
    "the winner so far starts": starts(RICHEST, "players=4 second_round_starter=winner rounds=4"),
    "the loser starts instead of the winner": starts(
        "return min(range(r.seats), key=lambda seat: s.total[seat])", "second_round_starter=winner"
    ),
    "seat 0 starts every round": Mutation(
        "rules", "start_round", "s, r, starter, rng, log", "return true(s, r, 0, rng, log)", ("rounds=3",)
    ),
    "turns go the other way round": Mutation(
        "rules", "clockwise", "r, seat", "return (seat + r.seats - 1) % r.seats", ("players=3", "mode=coop players=4")
    ),
    # spaces
    "corners are adjacent": joins("return true(space, True)", fast=True),
    "corners are never adjacent": joins("return true(space, False)", "adjacency=eight"),
    "birds are placed anywhere": Mutation(
        "rules", "put", "s, r, card, space", "true(s, r, card, space)\ns.open = np.uint32(0x1FFFFFF) & ~s.occupied"
    ),
    # solo and co-op
    "two cards are drawn a turn": begins("true(s, r, seat, log)\ntrue(s, r, seat, log)", "mode=solo"),
    "the bottom card is drawn": Mutation(
        "rules",
        "draw",
        "s",
        "s.deck[: s.deck_n] = np.roll(s.deck[: s.deck_n], 1)\nreturn true(s)",
        ("mode=coop",),
    ),
    "a favoured songbird is chosen again": begins("s.may_favour = 1\nreturn true(s, r, seat, log)", "mode=solo"),
    "in co-op only the starter favours": begins(
        "s.may_favour = int(seat == s.starter and (s.favoured < 0).all())\nreturn true(s, r, seat, log)", "mode=coop"
    ),
    # what is told
    "a view shows another hand": Mutation(
        "rules", "view", "s, r, seat", "return true(s, r, (seat + 1) % r.seats)", fast=True
    ),
    "a view shows the deck": Mutation(
        "rules", "view", "s, r, seat", 'return true(s, r, seat) | {"deck": describe(s, r)["deck"]}', ("mode=solo",)
    ),
    "a view shows the card aside": Mutation(
        "rules", "view", "s, r, seat", 'return true(s, r, seat) | {"aside": describe(s, r)["aside"]}'
    ),
}


def planted(folder: Path, mutation: Mutation) -> Path:
    """A copy of the package with the mistake; returns the folder for the path."""
    copy = folder / "src/balance"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    with (copy / f"games/songbirds/{mutation.file}.py").open("a", encoding="utf-8") as file:
        file.write(mutation.code())
    return copy.parent


def hunt(folder: Path, source: Path, games: int, rules: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """Play games of the package in `source`."""
    paths = os.pathsep.join((str(source), str(TESTS)))
    own = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths, "BALANCE_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, "-W", "ignore", mutant.__file__, str(games), *rules]
    return subprocess.run(command, env=os.environ | own, capture_output=True, text=True, timeout=600, check=False)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if mutation.fast else pytest.mark.slow) for name, mutation in MUTATIONS.items()],
)
def test_the_referee_finds_a_planted_mistake(name, tmp_path):
    mutation = MUTATIONS[name]
    done = hunt(tmp_path, planted(tmp_path, mutation), GAMES, mutation.rules)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "game " in done.stdout


def test_the_package_as_it_is_passes(tmp_path):
    done = hunt(tmp_path, PACKAGE.parent, 7, ())
    assert done.returncode == 3, done.stdout + done.stderr


def test_every_function_with_a_planted_mistake_still_stands():
    for name, mutation in MUTATIONS.items():
        function = getattr(import_module(f"balance.games.songbirds.{mutation.file}"), mutation.function)
        plain = getattr(function, "py_func", function)
        assert ", ".join(signature(plain).parameters) == mutation.parameters, name
