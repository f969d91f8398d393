"""`balance sweep`: values of options, known figures along them, and the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from balance.cli import app
from balance.engine.jit import PLAIN
from balance.report.sweep import page
from balance.report.sweep_words import Sweep, sentence
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


def test_bots_as_an_axis() -> None:
    """Uniformly random: Kuhn poker's first seat wins 9/16. Bots come in the order given, and all play the same deals:
    without trained weights `hand-set` is `greedy`, so nothing differs."""
    over = [parse_over("bots=random,hand-set,greedy")]
    content = sweep(swept("kuhn", over), over, games=20_000).content
    assert content["bots"] == ["random", "hand-set", "greedy"]
    assert [one["values"] for one in content["variants"]] == [{"bots": bot} for bot in content["bots"]]
    assert [one["bots"] for one in content["variants"]] == [[bot] * 2 for bot in content["bots"]]
    random = content["variants"][0]["figures"]["first_player_advantage"]
    assert random["low"] < 1 / 8 < random["high"]
    hand_set, greedy = content["variants"][1:]
    assert hand_set["figures"] == greedy["figures"]
    assert hand_set["differences"] == greedy["differences"]
    assert greedy["differences"]["first_player_advantage"]["high"] < 0
    assert content["figures"][0]["fair"] == 0


def test_the_page_of_skill() -> None:
    """Tic-tac-toe: the first player's lead among random bots is 0.58492 − 0.28810; greedy ones draw always."""
    over = [parse_over("bots=random,greedy")]
    content = sweep(swept("tictactoe", over), over, games=4000).content
    found = page(content)
    lead = content["variants"][0]["figures"]["first_player_advantage"]
    assert lead["low"] < 0.58492 - 0.28810 < lead["high"]
    assert found.hero.label == "Balance against skill"
    assert "advantage fades from +" in found.hero.headline
    assert found.hero.headline.endswith("among random bots to 0.0\u00a0pp\u00a0±\u00a00.0 among greedy bots.")
    charts = found.sections[0].blocks
    assert [chart.key for chart in charts] == ["first_player_advantage", "draw_rate", "turns"]
    assert 'class="target"' in charts[0].drawing and 'class="target"' not in charts[1].drawing
    assert [row[0].text for row in charts[0].table.rows] == ["random", "greedy"]
    assert [term for term, _ in next(one for one in found.sections if one.key == "bots").blocks[0].notes] == [
        "random",
        "greedy",
    ]


def test_bots_and_an_option() -> None:
    """A line for each bot over the option, whichever axis comes first."""
    for texts in (["bots=random,greedy", "bet=1..3"], ["bet=1..3", "bots=random,greedy"]):
        over = [parse_over(text) for text in texts]
        content = sweep(swept("kuhn", over), over, ["margin"], 1000).content
        [chart] = page(content).sections[0].blocks
        assert "heat" not in chart.drawing
        assert chart.drawing.count('class="line p') == 2
        assert [key.text for key in chart.legend[:2]] == ["random", "greedy"]
        margins = [
            next(
                one["figures"]["margin"]["value"]
                for one in content["variants"]
                if one["values"] == {"bots": "greedy", "bet": str(bet)}
            )
            for bet in (1, 2, 3)
        ]
        words = chart.drawing.partition("greedy, 1: ")[2]
        assert words.startswith(f"{margins[0]:.2f}")


LEVELS = {2: ("random", "greedy"), 3: ("random", "casual", "greedy")}


def skilled(*values: float, half: float = 0.01, fair: float | None = 0.0, label: str = "lead") -> Sweep:
    """A sweep over bots with these values of one figure, in order."""
    levels = LEVELS[len(values)]
    figures = [{"figure": "x", "label": label, "unit": "pp", "fair": fair}]

    def one(value: float) -> dict[str, float]:
        return {"value": value, "low": value - half, "high": value + half, "n": 100}

    variants = [
        {
            "values": {"bots": bot},
            "spec_hash": "",
            "players": 2,
            "bots": [bot, bot],
            "figures": {"x": one(value)},
            "differences": {"x": one(value - values[0])} if k else {},
            "position_test": None,
        }
        for k, (bot, value) in enumerate(zip(levels, values, strict=True))
    ]
    over = [{"key": "bots", "values": list(levels)}]
    head = {"game": "g", "title": "G", "bots": list(levels), "seed": 1, "games": 100, "mirrored": 1, "complete": True}
    return Sweep.model_validate(head | {"over": over, "figures": figures, "variants": variants})


@pytest.mark.parametrize(
    ("sweep", "words"),
    [
        (skilled(0.05, 0.02), "Lead fades from +5.0 pp ± 1.0 among random bots to +2.0 pp ± 1.0 among greedy bots."),
        (skilled(-0.05, -0.02), "Lead fades from −5"),
        (skilled(0.02, 0.05), "Lead grows from +2"),
        (skilled(0.05, -0.04), "Lead turns round from +5"),
        (skilled(0.05, -0.005), "Lead fades from +5"),
        (skilled(0.005, -0.05), "Lead grows from +0.5"),
        (skilled(-0.009, 0.009, half=0.009), "Lead moves from"),
        (skilled(-0.008, 0.0085), "Lead moves from"),
        (skilled(0.30, 0.45, fair=0.5), "Lead fades from"),
        (skilled(0.05, 0.02, fair=None), "Lead: from +5"),
        (skilled(0.05, 0.055), "Lead: no visible change, +5"),
        (skilled(0.05, 0.12, 0.02), "but not evenly: among casual bots it is +12"),
        (skilled(0.05, 0.03, 0.02), "to +2.0 pp ± 1.0 among greedy bots."),
        (skilled(0.03, 0.03, half=0.0), "Lead: +3.0 pp in every game."),
    ],
)
def test_sentences(sweep: Sweep, words: str) -> None:
    text = sentence(sweep, sweep.figures).replace("\u00a0", " ")
    assert words in text


def test_paired_changes_are_told_where_intervals_overlap() -> None:
    """Over an option: 3 pp either way, apart by 4 with a paired interval of ± 1 (± 1.1 for two comparisons)."""
    sweep = skilled(0.0, 0.01, 0.04, half=0.03).model_dump()
    sweep["over"] = [{"key": "bet", "values": ["1", "2", "3"]}]
    for k, variant in enumerate(sweep["variants"]):
        variant["values"] = {"bet": str(k + 1)}
        for moved in variant["differences"].values():
            moved |= {"low": moved["value"] - 0.01, "high": moved["value"] + 0.01}
    found = Sweep.model_validate(sweep)
    text = sentence(found, found.figures).replace("\u00a0", " ")
    assert text.startswith("Lead: from 0.0 pp ± 3.0 (bet 1) to +4.0 pp ± 3.0 (bet 3), a change of +4.0 pp ± 1.0."), text
    sweep["variants"][2]["differences"]["x"] = {"value": 0.0108, "low": 0.0008, "high": 0.0208, "n": 100}
    found = Sweep.model_validate(sweep)
    assert sentence(found, found.figures) == "Lead: no visible change."


def test_positions_are_one_chart() -> None:
    """Win shares of three positions are lines of one chart, and the verdict names who has most and least, unless the
    test of positions finds none better."""
    names = [f"share.{p}" for p in (1, 2, 3)]
    labels = [f"win share of the {p} player" for p in ("first", "second", "third")]
    content = skilled(0.4, 0.4).model_dump()
    content["figures"] = [
        {"figure": name, "label": label, "unit": "%", "fair": 1 / 3} for name, label in zip(names, labels, strict=True)
    ]
    for variant, shares, p in zip(
        content["variants"], ([0.4, 0.35, 0.25], [0.33, 0.34, 0.33]), (1e-9, 0.5), strict=True
    ):
        values = zip(names, shares, strict=True)
        variant["figures"] = {name: {"value": x, "low": x - 0.01, "high": x + 0.01, "n": 9} for name, x in values}
        variant["differences"] = {}
        variant["position_test"] = {"statistic": 1.0, "degrees": 2, "p_value": p}
    found = page(content)
    [chart] = found.sections[0].blocks
    assert chart.drawing.count('class="line p') == 3
    assert chart.title == "Win share"
    assert [row[1].text for row in chart.table.rows[:3]] == ["first player", "second player", "third player"]
    assert "the first player has most (40" in found.hero.headline
    assert "the third player least (25" in found.hero.headline
    assert found.hero.headline.endswith("among greedy bots no position is visibly better than another.")
    [panel] = next(one for one in found.sections if one.key == "positions").blocks
    assert [row[-1].text for row in panel.table.rows] == ["not alike", "cannot be told apart"]


@pytest.mark.parametrize(
    ("over", "options", "words"),
    [
        (["bots=random,casul"], {}, "--over: bots: there is no bot"),
        (["bots=random"], {"bots": "greedy"}, "so does --bots"),
        (["bots=[random,greedy]"], {}, "is no bot"),
        (["hand_siz=1,2"], {}, "--over: rules.hand_siz: is not a known key"),
        (["bet=0..2"], {}, "--over: rules.bet: must be"),
        (["bet.x=1,2"], {}, "--over: rules.bet: must be"),
        (["bet=1,2"], {"sets": ["ante=0"]}, "--set: rules.ante: must be"),
    ],
)
def test_errors_name_what_was_written(over: list[str], options: dict[str, Any], words: str) -> None:
    with pytest.raises(SpecError) as error:
        swept("kuhn", [parse_over(text) for text in over], **options)
    assert words in str(error.value)


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
