"""The contract suite catches what it is there to catch."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from balance.testing import assert_contract, check_game
from toys import cheats, tricks

TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def found():
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "toys.cheats"],
        cwd=TESTS,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("cheat", [name for name in cheats.ALL if name != "nothing"])
def test_a_cheat_is_caught(found, cheat):
    assert found[cheat], f"{cheat} went unnoticed by the check `{cheats.ALL[cheat][0]}`"


def test_the_honest_game_is_not_accused(found):
    assert found["nothing"] == []


def test_problems_name_the_game_and_decision(found):
    assert "game 0 of seed 1, " in found["features of the other hand"][0]


def test_a_game_that_differs_in_plain_python_is_caught():
    problems = check_game(tricks.GAME_THAT_DIFFERS, games=4, checks=["plain_python"])
    assert problems and "differ in plain Python" in str(problems[0])


def test_assert_contract_says_what_is_wrong_and_what_is_wanted():
    game = cheats.GAMES["int8 fields"][1]
    with pytest.raises(AssertionError, match=r"breaks the contract `declaration`.*\n.*points is int8"):
        assert_contract(game, "declaration")
