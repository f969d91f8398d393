"""The page docs/add-your-game.md: its code, put together as it says, is a game that keeps the contract."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "add-your-game.md"
BLOCK = re.compile(r"^```\w+ file=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, with the metadata that installing it would leave."""
    root = tmp_path_factory.mktemp("my-noughts")
    for file, code in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as out:
            out.write(code)
    project = (root / "pyproject.toml").read_text(encoding="utf-8")
    [entry] = re.findall(r'^noughts = "(.*)"$', project, re.MULTILINE)
    metadata = root / "src" / "my_noughts-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: my-noughts\nVersion: 0.1.0\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(f"[balance.games]\nnoughts = {entry}\n", encoding="utf-8")
    return root / "src"


def balance(package: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command as if the package were installed."""
    cache = {"BALANCE_CACHE_DIR": str(package.parent / "cache"), "PYTHONPATH": str(package)}
    command = [sys.executable, "-m", "balance", *words]
    return subprocess.run(command, env=os.environ | cache, capture_output=True, text=True, cwd=package, timeout=600)


def test_the_tutorials_game_keeps_the_contract(package: Path) -> None:
    done = balance(package, "check-game", "noughts", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert found["holds"]
    assert len(found["checks"]) > 10


def test_a_game_that_breaks_its_promise_is_told_so(package: Path) -> None:
    declaration = package / "my_noughts" / "__init__.py"
    whole = declaration.read_text(encoding="utf-8")
    declaration.write_text(whole.replace("longest=lambda options: 9", "longest=lambda options: 5"), encoding="utf-8")
    try:
        done = balance(package, "check-game", "noughts", "--games", "5")
    finally:
        declaration.write_text(whole, encoding="utf-8")
    assert done.returncode == 1
    assert "FAILS  length" in done.stdout


def test_the_tutorials_commands_run(package: Path) -> None:
    told = balance(package, "replay", "noughts", "--seed", "1", "--game", "0")
    assert "mark square" in told.stdout
    done = balance(package, "simulate", "noughts", "--bots", "random", "--games", "200k", "--json")
    found = json.loads(done.stdout)
    for rate, known in zip([*found["win_rates"], found["draw_rate"]], (0.58492, 0.28810, 0.12698), strict=True):
        assert abs(rate["value"] - known) < 5 * (rate["high"] - rate["low"]) / 4
