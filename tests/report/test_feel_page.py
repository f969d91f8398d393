"""`balance feel`: the command and its page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from balance.cli import app
from balance.report.feel import page, phase_names, words


def estimate(value: float) -> dict[str, float]:
    return {"value": value, "low": value - 0.02, "high": value + 0.02, "n": 100}


def content(phases: int = 3) -> dict:
    phase = {
        "decisions": estimate(5),
        "options_per_decision": estimate(4),
        "forced_share": estimate(0.1),
        "lead_changes": estimate(0.5),
        "decided": estimate(1 / phases),
    }
    half = {"games": 90, "leader_wins": estimate(0.7), "shared": estimate(0.1), "comeback": estimate(0.2)}
    head = {"title": "G", "name": "", "mode": "standard", "players": 2, "bots": ["greedy"] * 2, "seed": 1}
    told = [dict(phase, options_per_decision=estimate(4 - k)) for k in range(phases)]
    return head | {"games": 100, "finished": 98, "complete": True, "phases": told, "half_time": half}


@pytest.mark.parametrize(
    ("phases", "names"),
    [
        (1, ["whole game"]),
        (2, ["first half", "second half"]),
        (3, ["first third", "second third", "last third"]),
        (6, ["first sixth part", "second sixth part"]),
    ],
)
def test_names_of_phases(phases: int, names: list[str]) -> None:
    assert phase_names(phases)[: len(names)] == names


def test_the_headline_and_the_charts() -> None:
    found = page(content())
    text = found.hero.headline.replace("\u00a0", " ")
    assert text.startswith(
        "Whoever leads at half-time wins 70.0 % ± 2.0; somebody else does in 20.0 % ± 2.0 (comebacks)."
    )
    assert "In 33.3 % ± 2.0 the winner takes the lead for good only in the last third." in text
    assert "4.00 ± 0.02 legal actions in the beginning, 2.00 ± 0.02 at the end" in text
    assert [chart.key for chart in found.sections[0].blocks] == ["options", "forced", "leads", "decided"]
    assert [row[1].text for row in found.sections[1].blocks[0].table.rows][2] == "20.0\u00a0%\u00a0±\u00a02.0"
    assert any("2 games did not finish" in text for _, text in found.sections[-1].blocks[0].notes)


def test_together_there_is_no_lead() -> None:
    alone = content() | {"half_time": None}
    alone["phases"] = [one | {"lead_changes": None, "decided": None} for one in alone["phases"]]
    found = page(alone)
    assert [chart.key for chart in found.sections[0].blocks] == ["options", "forced"]
    assert "half-time" not in words(alone)


def test_the_command(tmp_path: Path) -> None:
    html = tmp_path / "feel.html"
    arguments = ["feel", "tictactoe", "--games", "20", "--bots", "greedy", "--phases", "3"]
    done = CliRunner().invoke(app, [*arguments, "--html", str(html)])
    assert done.exit_code == 0, done.output
    assert "last third" in done.stdout
    assert "balance feel tictactoe --games 20 --phases 3 --seed 1 --bots greedy" in html.read_text(encoding="utf-8")
    data = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert data["phases"][2]["options_per_decision"]["value"] == 2
    wrong = CliRunner().invoke(app, ["feel", "tictactoe", "--phases", "0"])
    assert (wrong.exit_code, wrong.stdout) == (2, "")
