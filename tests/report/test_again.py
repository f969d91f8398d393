"""Each page of a study shows the whole command that makes it again, and that command does."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from balance.cli import app
from balance.engine.jit import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")

SPEC = "extends: kuhn\nname: my rules\nrules: {bet: 2}\nbots: random\n"
STUDY = """
extends: kuhn
bots: random
tune:
  search: {rules.bet: [1, 2]}
  objectives: {first_player_advantage: {target: 2pp, tolerance: 1pp}}
  budget: {games: 1k}
  rungs: [200]
  final_games: 500
"""
COMMANDS = {
    "compare kuhn 'my rules.yaml' --games 1k --bots random --mirror --html a.html": (
        "balance compare kuhn 'my rules.yaml' --games 1000 --seed 1 --bots random --mirror"
    ),
    "compare kuhn --set bet=2 --set bet=3 --seed 7 --games 4k --precision margin:0.1 --jobs 1 --html a.html --all": (
        "balance compare kuhn --games 4000 --seed 7 --set bet=2 --set bet=3 --precision margin:0.1"
    ),
    "sweep 'my rules.yaml' --over bet=1..2 --set ante=2 --figure margin --games 500 --html a.html": (
        "balance sweep 'my rules.yaml' --over bet=1..2 --figure margin --games 500 --seed 1 --set ante=2"
    ),
    "sweep kuhn --over bots=random,greedy --games 500 --html a.html": (
        "balance sweep kuhn --over bots=random,greedy --games 500 --seed 1"
    ),
    "ladder 'my rules.yaml' --bots random,greedy --deals 100 --html a.html": (
        "balance ladder 'my rules.yaml' --bots random,greedy --deals 100 --seed 1"
    ),
    "cards kuhn --swap --ban --games 200 --bots random,greedy --html a.html": (
        "balance cards kuhn --swap --ban --bots random,greedy --games 200 --seed 1"
    ),
    "feel kuhn --bots random --games 20 --html a.html": (
        "balance feel kuhn --games 20 --phases 3 --seed 1 --bots random"
    ),
    "tune study.yaml --seed 3 --out study --html a.html": "balance tune study.yaml --games 1000 --seed 3",
}


@pytest.mark.parametrize("typed", COMMANDS)
def test_the_command_on_the_page_makes_the_page(typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my rules.yaml").write_text(SPEC, encoding="utf-8")
    Path("study.yaml").write_text(STUDY, encoding="utf-8")
    runner = CliRunner()
    first = runner.invoke(app, [*shlex.split(typed), "--json"])
    assert first.exit_code in (0, 1, 3), first.output
    page = Path("a.html").read_text(encoding="utf-8")
    command = COMMANDS[typed]
    assert json.loads(first.stdout)["command"] == command
    assert command.replace("'", "&#39;") in page
    again = runner.invoke(app, [*shlex.split(command)[1:], "--html", "b.html"])
    assert again.exit_code == first.exit_code, again.output
    if not typed.startswith("ladder"):  # its page shows games a second
        assert Path("b.html").read_text(encoding="utf-8") == page


def test_runs_are_compared_again_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for seed in ("1", "2"):
        made = CliRunner().invoke(app, ["simulate", "kuhn", "--games", "500", "--seed", seed, "--out", f"run{seed}"])
        assert made.exit_code == 0, made.output
    found = CliRunner().invoke(app, ["compare", "run1", "run2", "--json"])
    assert json.loads(found.stdout)["command"] == "balance compare run1 run2"
