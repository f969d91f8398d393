"""Planted mistakes in the rules, whose games the referee must refuse.

That shows the referee is worth its name: what it lets pass is right. Each mistake replaces a function of the engine in
a process of its own that runs as plain Python; see `mutant`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.sirenen import mutant

TESTS = Path(mutant.__file__).parents[2]
GAMES = 100
FAST = ("a sixth card on a side", "the active player decides where the crew goes", "a view of the other seat")


def hunt(folder: Path, name: str, games: int) -> subprocess.CompletedProcess[str]:
    """Play games with a mistake planted."""
    own = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(TESTS), "BALANCE_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, "-W", "ignore", mutant.__file__, name, str(games)]
    return subprocess.run(command, env=os.environ | own, capture_output=True, text=True, timeout=600, check=False)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in FAST else pytest.mark.slow) for name in mutant.MISTAKES]
)
def test_the_referee_finds_a_planted_mistake(name, tmp_path):
    done = hunt(tmp_path, name, GAMES)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "game " in done.stdout


def test_the_game_as_it_is_passes(tmp_path):
    done = hunt(tmp_path, "none", 5)
    assert done.returncode == 3, done.stdout + done.stderr
