"""`balance sweep`: values of options, known figures along them, and the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from balance.cli import app
from balance.engine.jit import PLAIN
from balance.report.sweep import page
from balance.spec import SpecError, parse_over, swept
from balance.study.errors import StudyError
from balance.study.sweep import sweep

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")


@pytest.mark.parametrize(
    ("text", "key", "values"),
    [
        ("rules.hand_limit=4..7", "hand_limit", ("4", "5", "6", "7")),
        ("x=0..1:0.25", "x", ("0", "0.25", "0.50", "0.75", "1.00")),
        ("x=-1..1", "x", ("-1", "0", "1")),
        ("mode = single, draft", "mode", ("single", "draft")),
        ("games=[1],[2, 3]", "games", ("[1]", "[2, 3]")),
    ],
)
def test_values(text: str, key: str, values: tuple[str, ...]) -> None:
    found = parse_over(text)
    assert (found.key, found.values) == (key, values)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hand_limit", "must look like KEY=4..8"),
        ("=4..5", "must look like"),
        ("x=", "must look like"),
        ("x=5..4", "nothing lies from 5 to 4"),
        ("x=1..2:0", "nothing lies"),
        ("x=1..1000000", "more than 200 values"),
        ("x=1,1", "1 is named twice"),
        ("x=1,,2", "commas between them"),
        ("x=[1,2", "x"),
    ],
)
def test_wrong_values(text: str, words: str) -> None:
    with pytest.raises(SpecError) as error:
        parse_over(text)
    assert words in str(error.value)


def test_combinations() -> None:
    over = [parse_over("ante=1,2"), parse_over("bet=1..3")]
    found = swept("kuhn", over, bots="random")
    assert [tuple(values.values()) for values, _ in found] == [(a, b) for a in "12" for b in "123"]
    assert found[-1][1].options.model_dump()["bet"] == 3
    with pytest.raises(SpecError, match="given twice"):
        swept("kuhn", [over[0], over[0]])
    with pytest.raises(SpecError, match="more than the 200"):
        swept("kuhn", [parse_over("ante=1..20"), parse_over("bet=1..20")])


def test_a_figure_along_an_option() -> None:
    """Kuhn poker at random: the margin is 2 · ante + 2 · bet · 3/8, and bets do not change who wins."""
    over = [parse_over("bet=1..4")]
    content = sweep(swept("kuhn", over, bots="random"), over, ["margin", "decisive_share"], 20_000).content
    for bet, variant in enumerate(content["variants"], 1):
        margin = variant["figures"]["margin"]
        assert margin["low"] < 2 + 0.75 * bet < margin["high"]
    shares = [variant["figures"]["decisive_share"]["value"] for variant in content["variants"]]
    assert len(set(shares)) == 1
    change = content["variants"][3]["differences"]["margin"]
    assert change["low"] < 2.25 < change["high"]
    assert (
        content == sweep(swept("kuhn", over, bots="random"), over, ["margin", "decisive_share"], 20_000, jobs=3).content
    )


@pytest.mark.parametrize("over", [["bet=1..3"], ["ante=1,2", "bet=1..3"], ["ante=1,2", "bet=1,2", "ante_x=1"]])
def test_pages(over: list[str]) -> None:
    ranges = [parse_over(text) for text in over if "_x" not in text]
    content = sweep(swept("kuhn", ranges, bots="random"), ranges, ["margin"], 2000).content
    [section, _] = page(content).sections
    assert ("heat" in section.blocks[0].drawing) == (len(ranges) == 2)


def test_wrong_figure() -> None:
    over = [parse_over("bet=1..2")]
    with pytest.raises(StudyError, match="draw_rate"):
        sweep(swept("kuhn", over), over, ["draw_rat"], 100)


def test_the_command(tmp_path: Path) -> None:
    html = tmp_path / "sweep.html"
    arguments = ["sweep", "kuhn", "--over", "bet=1..3", "--bots", "random", "--games", "2k"]
    result = CliRunner().invoke(app, [*arguments, "--html", str(html)])
    assert result.exit_code == 0
    assert "first player's advantage (pp)" in result.stdout
    assert "bet" in html.read_text(encoding="utf-8")
    plain = CliRunner().invoke(app, [*arguments, "--json"])
    assert len(json.loads(plain.stdout)["variants"]) == 3
    wrong = CliRunner().invoke(app, ["sweep", "kuhn", "--over", "bet=0..3"])
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "rules.bet" in wrong.stderr
