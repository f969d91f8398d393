"""The compiler's cache folder, and that all three ways to run give the same games."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import balance
from balance.engine import game
from balance.testing import Case
from balance.testing.plain import fingerprint, run

FOLDER = "from balance.engine.jit import CACHE; print(CACHE)"


def python(code, **environment):
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture
def package(tmp_path):
    """A copy of the package to edit."""
    copy = tmp_path / "src"
    shutil.copytree(Path(balance.__file__).parent, copy / "balance", ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def folder_of(package, cache, **environment):
    return Path(python(FOLDER, PYTHONPATH=str(package), BALANCE_CACHE_DIR=str(cache), **environment))


def test_the_folder_changes_with_any_file_that_compiles(package, tmp_path):
    cache = tmp_path / "cache"
    first = folder_of(package, cache)
    assert first.parent == cache
    assert folder_of(package, cache) == first
    for file in ("engine/streams.py", "bots/policy.py", "arena/play.py", "games/kuhn/rules.py"):
        path = package / "balance" / file
        path.write_text(path.read_text() + "\n# changed\n")
        changed = folder_of(package, cache)
        assert changed != first, file
        first = changed
    path = package / "balance" / "cli" / "games.py"
    path.write_text(path.read_text() + "\n# changed\n")
    assert folder_of(package, cache) == first


@pytest.mark.parametrize("file", ["one_file.py", "in_a_folder/__init__.py"])
def test_the_folder_changes_with_a_game_of_ones_own(package, tmp_path, file):
    """An installed game counts, whether it is a package or one file."""
    top = file.removesuffix(".py").split("/")[0]
    written = package / file
    written.parent.mkdir(exist_ok=True)
    written.write_text("GAME = None\n")
    about = package / "own-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[balance.games]\nown = {top}:GAME\n")
    first = folder_of(package, tmp_path / "cache")
    assert folder_of(package, tmp_path / "cache") == first
    written.write_text("GAME = 1\n")
    assert folder_of(package, tmp_path / "cache") != first


def test_bounds_checks_have_a_folder_of_their_own(package, tmp_path):
    cache = tmp_path / "cache"
    assert folder_of(package, cache) != folder_of(package, cache, NUMBA_BOUNDSCHECK="1")


def test_old_folders_are_removed(package, tmp_path):
    cache = tmp_path / "cache"
    for i in range(12):
        old = cache / f"kernels-{i:016x}"
        old.mkdir(parents=True)
        os.utime(old, (i, i))
    kept = folder_of(package, cache)
    left = sorted(cache.iterdir())
    assert kept in left
    assert len(left) == 6
    assert cache / "kernels-0000000000000000" not in left


def test_without_a_writable_home_a_temporary_folder_is_used(package, tmp_path):
    """A file where the cache should be: nobody, not even root, can write below it."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    folder = folder_of(package, blocked / "cache")
    assert folder.name.startswith("balance-kernels-")
    assert folder.is_dir()
    folder.rmdir()


@pytest.mark.parametrize("name", ["kuhn", "tictactoe"])
def test_compiled_bounds_checked_and_plain_runs_are_equal(name):
    found = game.find(name)
    case = Case(found, found.options(), games=10)
    expected = fingerprint(case, 10)
    assert run(case, 10, {"NUMBA_DISABLE_JIT": "1"}) == expected
    assert run(case, 10, {"NUMBA_BOUNDSCHECK": "1"}) == expected


def test_two_processes_with_other_hash_seeds_are_equal():
    found = game.find("kuhn")
    case = Case(found, found.options(), games=50)
    assert len({run(case, 50, {"PYTHONHASHSEED": str(seed)}) for seed in (1, 2)}) == 1


CONSTANTS = """
import numpy as np
from balance.engine.jit import njit

ONE, TWO = 1, 2

@njit
def put(x, value):
    x[0] = value

@njit
def call(x):
    put(x, ONE)
    put(x, TWO)
    put(x, x[1])

call(np.zeros(2, dtype=np.int64))
print(len(put.signatures))
"""


def test_a_function_is_compiled_once_for_all_constants_it_is_given(tmp_path):
    script = tmp_path / "constants.py"
    script.write_text(CONSTANTS)
    code = f"import runpy; runpy.run_path({str(script)!r})"
    assert python(code, NUMBA_DISABLE_JIT="0", BALANCE_CACHE_DIR=str(tmp_path / "cache")) == "1"
