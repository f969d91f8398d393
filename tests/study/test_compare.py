"""`balance compare`: nothing against itself, a change of known size, runs, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from balance.cli import app
from balance.engine.jit import PLAIN
from balance.spec import load
from balance.study.compare import compare, compare_runs
from balance.study.errors import StudyError
from balance.study.simulate import run

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")

GAMES = 20_000


def figures(content: dict, which: int = 0) -> dict[str, dict]:
    return {one["figure"]: one for one in content["differences"][which]["figures"]}


@pytest.mark.parametrize(("game", "mirror"), [("kuhn", False), ("kuhn", True), ("songbirds", False)])
def test_a_variant_against_itself_differs_by_exactly_nothing(game: str, mirror: bool) -> None:
    spec = load(game, bots="random")
    found = figures(compare([spec, spec], 4000, mirror=mirror).content)
    assert len(found) > 20
    for one in found.values():
        assert one["difference"]["value"] == one["difference"]["low"] == one["difference"]["high"] == 0, one["figure"]
        assert not one["told_apart"]


def test_a_change_of_known_size_is_found_at_its_size() -> None:
    """Kuhn poker at random: with bets of b the winner is 2 + 2b · 3/8 ahead, so b = 3 adds 1.5; who wins stays."""
    specs = [load("kuhn", [f"bet={bet}"], "random") for bet in (1, 3)]
    found = figures(compare(specs, GAMES, seed=3).content)
    margin = found["margin"]
    assert margin["difference"]["low"] < 1.5 < margin["difference"]["high"]
    assert margin["told_apart"]
    assert margin["unpaired_times"] > 2
    assert found["first_player_advantage"]["difference"]["value"] == 0


def test_the_same_whatever_the_jobs() -> None:
    specs = [load("kuhn", [f"bet={bet}"], "random") for bet in (1, 2, 3)]
    one, other = (compare(specs, GAMES, jobs=jobs).content for jobs in (1, 3))
    assert one == other
    assert [variant["changed"][0]["value"] for variant in one["variants"][1:]] == [2, 3]


def test_precision_of_a_difference() -> None:
    specs = [load("kuhn", [f"bet={bet}"], "random") for bet in (1, 3)]
    content = compare(specs, 10**6, precision={"margin": 0.02}).content
    assert content["games"] < 10**6
    half = figures(content)["margin"]["difference"]
    assert (half["high"] - half["low"]) / 2 <= 0.02


def test_runs_are_compared_as_they_are(tmp_path: Path) -> None:
    """Independent games: the interval holds the change, and is wider than that of pairs."""
    for bet, seed in ((1, 1), (3, 2)):
        run(load("kuhn", [f"bet={bet}"], "random"), GAMES, seed, out=tmp_path / str(bet))
    content = compare_runs([tmp_path / "1", tmp_path / "3"]).content
    margin = figures(content)["margin"]["difference"]
    assert margin["low"] < 1.5 < margin["high"]
    paired = figures(compare([load("kuhn", [f"bet={bet}"], "random") for bet in (1, 3)], GAMES).content)["margin"]
    assert margin["high"] - margin["low"] > 1.2 * (paired["difference"]["high"] - paired["difference"]["low"])
    assert not content["paired"]


def test_what_cannot_be_compared() -> None:
    with pytest.raises(StudyError, match="variants of one game"):
        compare([load("kuhn"), load("tictactoe")], 100)
    with pytest.raises(StudyError, match="at least two"):
        compare([load("kuhn")], 100)
    with pytest.raises(StudyError, match="equally many players"):
        compare([load("songbirds", bots="random"), load("songbirds", ["players=3"], "random")], 100, mirror=True)


def invoke(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["compare", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_the_command(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    code, text, _ = invoke(
        "kuhn", "--set", "bet=2", "--set", "bet=3", "--bots", "random", "--games", "2k", "--html", str(page)
    )
    assert code == 0
    assert "bet=2 against Kuhn poker" in text
    assert "bet: 1 → 3" in text
    assert "winning margin" in text
    assert "bet=3" in page.read_text(encoding="utf-8")
    code, text, _ = invoke("kuhn", "kuhn", "--bots", "random", "--games", "2k", "--json")
    content = json.loads(text)
    assert code == 0
    assert content["variants"][1]["name"] == "Kuhn poker (2)"
    assert content["paired"] is True


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("kuhn",), "compare with what"),
        (("kuhn", "--set", "bett=2"), "bet"),
        (("kuhn", "--set", "bet=2", "--precision", "draws:1pp"), "no figure"),
        (("kuhn", "--set", "bet=2", "--precision", "turns:1pp"), "without pp"),
        (("kuhn", "omen", "--games", "100"), "one game"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], words: str) -> None:
    code, text, error = invoke(*arguments)
    assert code == 2
    assert text == ""
    assert words in error
