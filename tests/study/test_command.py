"""`balance simulate` and `balance.simulate`, as people use them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import balance
from balance.cli.summary_page import print_page
from balance.engine.jit import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")


def call(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    code = "from balance.cli import main; main()"
    command = [sys.executable, "-c", code, "simulate", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_json_is_one_object_and_nothing_else(tmp_path: Path) -> None:
    done = call(tmp_path, "kuhn", "--games", "2k", "--bots", "random", "--seed", "0", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    wanted = (
        "schema_version game mode games seed bots spec_hash outcomes first_player_advantage draw_rate turns timing run"
    )
    assert not set(wanted.split()) - found.keys()
    assert (found["games"], found["seed"], found["bots"]) == (2000, 0, ["random", "random"])
    assert sum(found["outcomes"]["wins"]) + found["outcomes"]["draw"] + found["outcomes"]["unfinished"] == 2000
    assert {"mean", "low", "high", "p05", "p50", "p95"} <= found["turns"].keys()
    assert {"value", "low", "high"} <= found["first_player_advantage"].keys()
    assert found["timing"]["games_per_second"] > 0
    stored = json.loads((tmp_path / found["run"] / "summary.json").read_text())
    assert {key: found[key] for key in stored} == stored


def test_a_page_for_people(tmp_path: Path) -> None:
    done = call(
        tmp_path, "kuhn", "--games", "4k", "--bots", "random", "--mirror", "--rows", "--out", "here", "--jobs", "1"
    )
    assert done.returncode == 0, done.stderr
    for words in ("first player wins", "95 % interval", "king", "a fold", "4,000 games in mirrored deals", "run: here"):
        assert words in done.stdout
    assert len(list((tmp_path / "here/rows").iterdir())) == 1
    again = call(tmp_path, "--resume", "here", "--games", "8k", "--json")
    assert json.loads(again.stdout)["games"] == 8000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "which game?"),
        (("nothing",), "there is no game"),
        (("kuhn", "--games", "1.5"), "is not a count"),
        (("kuhn", "--games", "0"), "is not a count"),
        (("kuhn", "--precision", "2%"), "0.2pp"),
        (("kuhn", "--resume", "x"), "only --games, --jobs and --json go with it"),
        (("--resume", "x", "--seed", "3"), "only --games, --jobs and --json go with it"),
        (("--resume", "x"), "there is no folder x"),
        (("tictactoe", "--mirror"), "nothing to exchange"),
        (("kuhn", "--players", "3"), "kuhn is for 2"),
        (("kuhn", "--bots", "clever"), "there is no bot"),
    ],
)
def test_bad_input_is_one_message_and_nothing_written(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    done = call(tmp_path, *arguments)
    assert done.returncode == 2
    assert words in " ".join(done.stderr.replace("│", " ").split())
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_importing_balance_is_light() -> None:
    code = "import sys, balance; print({'numba', 'numpy', 'rich', 'pydantic'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"


def test_python_api(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = balance.simulate("kuhn", 3000, bots="random", rules={"bet": 2}, out=tmp_path / "run", progress=True)
    assert result.complete
    assert result.summary["games"] == 3000
    assert balance.resume(tmp_path / "run", 4000).summary["games"] == 4000
    assert capsys.readouterr().out == ""


def summary(**changes: Any) -> dict[str, Any]:
    return balance.simulate("kuhn", 300, bots="random").as_json() | changes


WIDE = {"figure": "turns", "label": "turns", "unit": "turns a game", "wanted": 0.01, "half_width": 0.2, "met": False}


def test_pages_of_all_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    plain = summary()
    rate = plain["draw_rate"]
    together = {"kind": "cooperative", "outcomes": {"success": 3, "failure": 1, "unfinished": 0}, "success_rate": rate}
    print_page(plain | together)
    three = {"players": 3, "first_player_advantage": None, "shares": [rate] * 3, "win_rates": [rate] * 3}
    three |= {"points": plain["points"][:1] * 3, "position_test": {"statistic": 1.0, "degrees": 2, "p_value": 0.6}}
    three |= {"outcomes": plain["outcomes"] | {"wins": [1, 2, 3]}, "figures": []}
    print_page(plain | three)
    print_page(plain | {"level_rate": rate | {"value": 0.5}, "bots": ["random", "greedy"], "same_bots": False})
    print_page(plain | {"precision": [WIDE]})
    text = capsys.readouterr().out
    for words in ("success", "third player wins", "chi-square", "before tie-breakers", "seat 2: greedy", "not reached"):
        assert words in text
