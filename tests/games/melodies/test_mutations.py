"""Planted mistakes in the rules: a copy of the package with one function changed, whose games the referee must refuse.

That shows the referee is worth its name: what it lets pass is right. A mistake is planted from outside, by wrapping a
function at the end of its file, so nothing here is read off the engine's lines; a copy runs as plain Python in its own
process.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import balance
from games.melodies import mutant

PACKAGE = Path(balance.__file__).parent
TESTS = Path(mutant.__file__).parents[2]
GAMES = 150


@dataclass(frozen=True)
class Mutation:
    """What a function does instead, `kept` being the function as it was; the games in which that is looked for."""

    file: str
    function: str
    body: str
    play: str = "song"
    sets: tuple[str, ...] = ()
    fast: bool = False


def without(key: str) -> str:
    """The mask of restrictions with one of them left out."""
    return f'mask & ~(1 << WORDS.index("{key}"))'


def most_played(mask: str = "mask", lowest_tie: str = "lowest_tie", parity_filter: str = "parity_filter") -> str:
    """The search for the Melody with something changed."""
    return f"return kept(counts, {mask}, {lowest_tie}, {parity_filter})"


MELODY = "most_played(counts, mask, lowest_tie, parity_filter)"
JUDGE = "judge(s, r, number, mask)"
KEEPS = "keeps_restrictions(s, r, before, low, high, cards)"

MUTATIONS = {
    # set up and dealing
    "an instrument is not refreshed": Mutation("campaign", "_refresh_instruments(s, r)", "pass", "venue"),
    "easy mode refreshes nobody": Mutation(
        "campaign", "_refresh_audience(s, r, log)", "pass", "venue", ("difficulty=easy", "easy_refresh=1")
    ),
    "a failure counts twice": Mutation(
        "campaign", "fail(s, r, cause, rng, log)", "s.failures += 1\n    return kept(s, r, cause, rng, log)", "venue"
    ),
    "skips last for the song": Mutation(
        "campaign", "clear_note(s)", "skipped = s.skipped\n    kept(s)\n    s.skipped = skipped"
    ),
    "an empty pile stays empty": Mutation(
        "cards", "draw(s, seat, rng, log)", "return kept(s, seat, rng, log) if s.deck_n else 0"
    ),
    "drawing goes on with nothing to draw": Mutation("cards", "can_draw(s)", "return True"),
    "drawn and given cards come first in the hand": Mutation(
        "cards", "into_hand(s, seat, card, i)", "return kept(s, seat, card, 0)", fast=True
    ),
    # order of play
    "seat 0 opens every note": Mutation("state", "first_seat(s, r)", "return 0"),
    "the last one asked may wait": Mutation("plays", "may_wait(s, r, seat)", "return True"),
    "nobody may wait": Mutation("plays", "may_wait(s, r, seat)", "return False", fast=True),
    "an act does not end the waits": Mutation(
        "song", "_has_acted_now(s, seat)", "waited = s.waited\n    kept(s, seat)\n    s.waited = waited"
    ),
    # plays and restrictions on them
    "equal slices are never one action": Mutation("plays", "_comes_to_the_same(hand, i, length)", "return False"),
    "runs by one up only": Mutation("plays", "step_of(way)", "return max(kept(way), 0)"),
    "one card is two": Mutation("plays", KEEPS, "return kept(s, r, before, low, high, cards + 1)"),
    "the highest number is compared": Mutation("plays", KEEPS, "return kept(s, r, before, high, high, cards)"),
    "the play before binds nobody": Mutation("plays", KEEPS, "return kept(s, r, -1, low, high, cards)"),
    "hidden numbers are never judged": Mutation("plays", "is_kept_at_reveal(s, r)", "return True"),
    # the Melody
    "ties go to the lowest": Mutation("melody", MELODY, most_played(lowest_tie="not lowest_tie"), fast=True),
    "the highest is not ignored": Mutation("melody", MELODY, most_played(mask=without("ignore_highest"))),
    "the least-played is the most played": Mutation("melody", MELODY, most_played(mask=without("least_played"))),
    "other parities count under the filter": Mutation(
        "melody", MELODY, most_played(parity_filter="False"), sets=("parity=filter",)
    ),
    "a filter nobody asked for": Mutation("melody", MELODY, most_played(parity_filter="True"), sets=("parity=check",)),
    "even is not judged": Mutation(
        "melody", JUDGE, f"return kept(s, r, number, {without('even')})", "venue", ("parity=check",)
    ),
    "odd is not judged": Mutation(
        "melody", JUDGE, f"return kept(s, r, number, {without('odd')})", "venue", ("parity=check",)
    ),
    "one apart is not judged": Mutation("melody", JUDGE, f"return kept(s, r, number, {without('one_apart')})", "venue"),
    "an equal note counts as higher": Mutation("melody", "_sign(x)", "return kept(x) or 1"),
    # help cards
    "everything in force can be skipped at any time": Mutation(
        "effects", "skippable(s, r, window)", "return in_force(s, r)"
    ),
    "a card is doubled again": Mutation("effects", "_has_single_count(s, k)", "return True"),
    "any card is moved after a draw": Mutation(
        "effects", "list_moves(s, seat, only)", "return kept(s, seat, -1)", sets=("draw_and_tune_card=drawn",)
    ),
    "moves with one result are told apart": Mutation("effects", "_is_leftmost(hand, i, j)", "return True"),
    "swapping equal cards is offered": Mutation("effects", "_changes(hand, i, j)", "return True"),
    "cards are taken back as they count": Mutation(
        "effects",
        "_take_back(s, k, log)",
        "seat, n = int(s.play_seat[k]), int(s.play_n[k])\n    kept(s, k, log)\n"
        "    s.hand[seat, : s.hand_n[seat]] = s.hand[seat, : s.hand_n[seat]][::-1].copy()",
    ),
    "a no is forgotten": Mutation("windows", "ask_window(s, r)", "s.said_no = 0\n    return kept(s, r)"),
    # what is told
    "a view shows the other hands": Mutation(
        "story", "view(s, r, seat)", 'return {**kept(s, r, seat), "hands": describe(s, r)["hands"]}', fast=True
    ),
    "a view shows what lies face down": Mutation(
        "story", "view(s, r, seat)", 'return {**kept(s, r, seat), "plays": describe(s, r)["plays"]}'
    ),
    "a view hides the cards one gave away": Mutation(
        "story",
        "view(s, r, seat)",
        "seen = kept(s, r, seat)\n"
        '    hands = [h if i == seat else [None] * len(h) for i, h in enumerate(seen["hands"])]\n'
        '    return {**seen, "hands": hands}',
    ),
}


def signature(mutation: Mutation) -> str:
    """The function as its file defines it, without annotations."""
    name = mutation.function.split("(")[0]
    text = (PACKAGE / f"games/melodies/{mutation.file}.py").read_text()
    found = re.findall(rf"^def {name}\(([^)]*)\)", text, re.MULTILINE)
    assert len(found) == 1, f"{mutation.file}: {len(found)} times {name}"
    return f"{name}({', '.join(part.split(':')[0].strip() for part in found[0].split(','))})"


def planted(folder: Path, mutation: Mutation) -> Path:
    """A copy of the package with the mistake; returns the folder for the path."""
    copy = folder / "src/balance"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    file = copy / f"games/melodies/{mutation.file}.py"
    name = mutation.function.split("(")[0]
    with file.open("a") as out:
        out.write("\n\nfrom balance.games.melodies.words import RESTRICTIONS as WORDS\n")
        out.write(f"kept_{name} = {name}\n")
        out.write(f"def {mutation.function}:\n    {mutation.body.replace('kept(', f'kept_{name}(')}\n")
    return copy.parent


def hunt(folder: Path, source: Path, games: int, play: str, sets: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """Play games of the package in `source`."""
    paths = os.pathsep.join((str(source), str(TESTS)))
    own = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths, "BALANCE_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, "-W", "ignore", mutant.__file__, str(folder), str(games), play, *sets]
    return subprocess.run(command, env=os.environ | own, capture_output=True, text=True, timeout=900, check=False)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if mutation.fast else pytest.mark.slow) for name, mutation in MUTATIONS.items()],
)
def test_the_referee_finds_a_planted_mistake(name, tmp_path):
    mutation = MUTATIONS[name]
    done = hunt(tmp_path, planted(tmp_path, mutation), GAMES, mutation.play, mutation.sets)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "game " in done.stdout


def test_the_package_as_it_is_passes(tmp_path):
    done = hunt(tmp_path, PACKAGE.parent, 10, "venue", ())
    assert done.returncode == 3, done.stdout + done.stderr


@pytest.mark.parametrize("name", MUTATIONS)
def test_every_changed_function_is_there(name):
    assert signature(MUTATIONS[name]) == MUTATIONS[name].function
