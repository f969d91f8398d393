"""`balance tune`: planted optima, limits that nothing meets, conditions, kills, wrong studies, and the command.

Kuhn poker at random has figures known exactly: with an ante of a and bets of b the winner is 2a + 0.75b ahead, and the
first player's advantage is 1/8 whatever they are.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from balance.analysis.groups import GROUPS, drawn, group_sums, no_groups, values
from balance.analysis.loss import Goal, Limit, Loss
from balance.analysis.named import find_figure
from balance.arena.records import Table, records
from balance.arena.tally import column_values
from balance.cli import app
from balance.engine.jit import PLAIN
from balance.spec import SpecError, load, read_study
from balance.study.errors import StudyError
from balance.study.proposals import JOURNAL, Journal, Proposals
from balance.study.tune import RECOMMENDED, RESULT, identity, tune
from balance.study.verify import verify

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")

TUNE = Path(__file__).parents[2] / "configs" / "tune"
HEAD = "extends: kuhn\nname: a wanted margin\nbots: random\n"
SMALL = "  rungs: [250, 1k, 4k]\n  final_games: 20k\n"
BET = HEAD + (
    "tune:\n"
    "  search:\n"
    "    rules.ante: {from: 1, to: 3}\n"
    "    rules.bet: {from: 1, to: 6}\n"
    "  objectives:\n"
    "    margin: {target: 5, tolerance: 0.2}\n"
    "  budget: {games: 200k}\n" + SMALL
)


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def made(text: str) -> str:
        path = tmp_path / "study.yaml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return made


def run(path: str, out: Path | None = None, **options: Any) -> dict[str, Any]:
    return tune(read_study(path), out=out, **options).content


def recommended(content: dict[str, Any]) -> dict[str, Any]:
    return next(one for one in content["finalists"] if one["recommended"])


# --- what it finds ---


def test_a_planted_optimum_is_found(write: Any, tmp_path: Path) -> None:
    """Only an ante of 1 and bets of 4 give a margin of 5."""
    content = run(write(BET), tmp_path / "study")
    found = recommended(content)
    assert found["values"] == {"rules.bet": 4}
    assert found["objectives"] == {"margin": "inside"}
    fresh, searched = found["fresh"]["figures"]["margin"], found["search"]["figures"]["margin"]
    assert fresh["low"] < 5 < fresh["high"]
    assert searched == pytest.approx(5, abs=0.2)
    assert searched != fresh["value"], "the finalists play other games than the search"
    assert content["search"]["sampler"] == "every combination"
    assert content["search"]["tried"] == 17
    assert content["search"]["games"] < 200_000
    unchanged = content["finalists"][0]
    assert unchanged["name"] == "unchanged rules"
    assert unchanged["told_apart"]
    (effect,) = content["effects"]
    assert effect["key"] == "rules.bet"
    assert effect["figures"]["margin"]["low"] < 2.25 < effect["figures"]["margin"]["high"]


def test_the_recommended_spec_runs_and_holds(write: Any, tmp_path: Path) -> None:
    content = run(write(BET), tmp_path / "study")
    path = tmp_path / "study" / RECOMMENDED
    spec = load(str(path))
    assert spec.digest == recommended(content)["spec_hash"]
    assert [(claim.figure, claim.low, claim.high) for claim in spec.expect] == [("margin", 4.8, 5.2)]
    assert verify(spec, 100_000, seed=99).result == "holds"
    text = path.read_text(encoding="utf-8")
    assert "extends: kuhn" in text
    assert "# before: 1; this change alone moves winning margin +2.2" in text
    assert "In the search" in text and "fresh games" in text


def test_what_cannot_be_told_apart_goes_to_the_nearest(write: Any) -> None:
    """The advantage does not depend on ante and bet, so nothing is better than the rules as they are."""
    text = BET.replace("margin: {target: 5, tolerance: 0.2}", "first_player_advantage: {target: 12pp, tolerance: 4pp}")
    content = run(write(text))
    assert recommended(content)["name"] == "unchanged rules"
    assert content["verdict"]["words"].startswith("No change is recommended")
    assert content["effects"] == []
    text = BET.replace("tune:", "rules: {ante: 3}\ntune:").replace(
        "target: 5, tolerance: 0.2", "target: 5.1, tolerance: 0.5"
    )
    content = run(write(text + "  price: 0\n"))
    assert recommended(content)["values"] == {"rules.ante": 2}, "4.75; so are 5 (1, 4) and 5.5 (2, 2)"
    alike = {one["name"]: one["told_apart"] for one in content["finalists"]}
    assert alike["ante 1, bet 4"] is alike["ante 2, bet 2"] is False
    assert alike["unchanged rules"] is True
    assert "cannot be told apart from" in content["verdict"]["words"]


def test_no_variant_meets_the_limits(write: Any, tmp_path: Path) -> None:
    content = run(write(BET + "  limits: {first_player_advantage: within 5pp}\n"), tmp_path / "study")
    assert content["verdict"]["result"] == "unmet"
    assert content["verdict"]["variant"] is None
    assert "No variant meets the limits" in content["verdict"]["words"]
    assert content["verdict"]["nearest"] in {one["name"] for one in content["finalists"]}
    assert not any(one["recommended"] for one in content["finalists"])
    assert not (tmp_path / "study" / RECOMMENDED).exists()


def test_a_limit_that_is_open_is_not_met(write: Any) -> None:
    """1/8 lies on the limit itself: no number of games tells."""
    content = run(write(BET + "  limits: {first_player_advantage: below 12.5pp}\n"))
    assert content["verdict"]["result"] == "open"
    assert content["finalists"][0]["limits"][0]["result"] == "open"


# --- how it searches ---


def test_samplers_are_chosen_by_the_space(write: Any) -> None:
    wide = BET.replace("from: 1, to: 3", "from: 1, to: 40").replace("from: 1, to: 6", "from: 1, to: 60")
    assert Proposals(read_study(write(wide)), 1).sampler == "CMA-ES"
    mixed = BET.replace("{from: 1, to: 3}", "[1, 2, 3]").replace("from: 1, to: 6", "from: 1, to: 60")
    assert Proposals(read_study(write(mixed)), 1).sampler == "TPE"


@pytest.mark.parametrize("ante", ["{from: 1, to: 40}", "[1, 2, 3, 5, 8, 13]"])
def test_a_planted_optimum_in_a_wide_space(write: Any, ante: str) -> None:
    """Margins of 30 lie on a line; a price leads to the one near the rules: bets of 37 with an ante of 1."""
    text = BET.replace("{from: 1, to: 3}", ante).replace("from: 1, to: 6", "from: 1, to: 60")
    text = text.replace("target: 5, tolerance: 0.2", "target: 30, tolerance: 1").replace("200k", "500k")
    content = run(write(text))
    assert content["search"]["combinations"] is None
    assert content["search"]["tried"] > 30
    found = recommended(content)
    assert found["objectives"]["margin"] in ("inside", "open")
    assert abs(found["fresh"]["figures"]["margin"]["value"] - 30) < 1.5


def test_conditions_and_places_in_lists(write: Any) -> None:
    study = read_study(
        write(
            "extends: sirenen\ntune:\n  search:\n"
            "    rules.variant: [base, tactics]\n"
            "    rules.copies[5]: {from: 2, to: 4, step: 2}\n"
            "    rules.rum_bonus: {from: 2, to: 4, when: {rules.variant: tactics}}\n"
            "  objectives: {first_player_advantage: {target: 0pp, tolerance: 1pp}}\n"
        )
    )
    combinations = study.combinations or []
    assert len(combinations) == 2 * (1 + 3)
    assert all(("rules.rum_bonus" in one) == (one["rules.variant"] == "tactics") for one in combinations)
    assert study.changed({"rules.variant": "base", "rules.copies[5]": 4, "rules.rum_bonus": 2}) == {}
    spec: Any = study.spec({"rules.variant": "tactics", "rules.copies[5]": 2, "rules.rum_bonus": 4})
    assert spec.options.copies == (2, 2, 2, 2, 4, 2, *(4,) * 9)
    assert (spec.options.variant, spec.options.rum_bonus) == ("tactics", 4)
    assert spec.name == "variant tactics, copies[5] 2, rum_bonus 4"
    assert study.distance({"rules.copies[5]": 2}) == 2
    assert study.distance({"rules.variant": "tactics", "rules.rum_bonus": 4}) == 2 + 1.5


def test_cards_of_omen(write: Any) -> None:
    """Numbers on cards, and whether a card has its text, are options like others."""
    study = read_study(
        write(
            "extends: omen\ntune:\n  search:\n"
            "    rules.cards.tide-caller.cost: {from: 1, to: 4}\n"
            "    rules.cards.ebb-flutist.blank: [false, true]\n"
            "  objectives: {first_player_advantage: {target: 0pp, tolerance: 1pp}}\n"
        )
    )
    assert study.printed == {"rules.cards.tide-caller.cost": 2, "rules.cards.ebb-flutist.blank": False}
    assert study.spec({"rules.cards.tide-caller.cost": 2, "rules.cards.ebb-flutist.blank": False}).digest == (
        study.base.digest
    )
    spec: Any = study.spec({"rules.cards.tide-caller.cost": 3, "rules.cards.ebb-flutist.blank": True})
    assert {unit.id: unit.cost for unit in spec.options.sets()[0].units}["tide-caller"] == 3
    assert {unit.id: unit.traits for unit in spec.options.sets()[0].units}["ebb-flutist"] == ()


def test_a_study_of_cards_in_a_file(write: Any, tmp_path: Path) -> None:
    """The recommended spec plays, wherever the study's card set lies."""
    text = CliRunner().invoke(app, ["cards", "omen", "--format", "yaml"]).stdout
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    path = write(
        "extends: omen\nbots: random\nrules: {games: [mine.yaml]}\ntune:\n  search:\n"
        "    rules.cards.tide-caller.cost: [2, 9]\n    rules.starting_coins: [4, 0]\n"
        "  objectives: {turns: {target: 0, tolerance: 0.01}}\n"
        "  price: 0\n  budget: {games: 2k}\n  rungs: [200]\n  final_games: 200\n"
    )
    out = tmp_path / "deep" / "study"
    content = run(path, out)
    spec: Any = load(str(out / RECOMMENDED))
    assert spec.digest == recommended(content)["spec_hash"]
    assert spec.options.sets()[0].name == load("omen").options.sets()[0].name


def test_minutes_are_a_budget_too(write: Any) -> None:
    text = BET.replace("{from: 1, to: 3}", "[1, 2, 3, 4, 5]").replace("to: 6", "to: 100")
    study = read_study(write(text.replace("{games: 200k}", "{minutes: 0.01}")))
    content = tune(study).content
    assert content["complete"] is True
    assert content["search"]["ended"] == "budget"
    assert content["search"]["tried"] > 0


def test_values_that_do_not_go_together_are_told(write: Any) -> None:
    text = (
        "extends: sirenen\nbots: random\ntune:\n  search:\n"
        "    rules.variant: [base, tactics]\n    rules.copies[5]: [3, 4]\n"
        "  objectives: {first_player_advantage: {target: 0pp, tolerance: 5pp}}\n"
        "  budget: {games: 20k}\n  rungs: [500]\n  final_games: 500\n"
    )
    content = run(write(text))
    (refused,) = content["search"]["unplayable"]
    assert "cannot be shared out" in refused["why"]
    assert content["search"]["tried"] == 2


def test_the_budget_is_kept(write: Any) -> None:
    text = BET.replace("200k", "9k")
    content = run(write(text))
    assert content["search"]["games"] <= 9_000
    assert content["search"]["ended"] == "budget"
    with pytest.raises(StudyError, match="budget"):
        run(write(BET.replace("200k", "300")))


# --- the same again ---


def test_the_same_whatever_the_jobs(write: Any) -> None:
    path = write(BET.replace("{from: 1, to: 3}", "{from: 1, to: 9}").replace("to: 6", "to: 19").replace("200k", "60k"))
    one, other = (run(path, jobs=jobs) for jobs in (1, 3))
    assert one == other
    assert one["search"]["sampler"] == "TPE"
    assert run(path, seed=2)["search"] != one["search"]


@pytest.mark.parametrize("mixed", [False, True])
def test_killed_and_begun_again_it_ends_alike(write: Any, tmp_path: Path, mixed: bool) -> None:
    text = BET.replace("from: 1, to: 6", "from: 1, to: 60").replace("200k", "60k")
    path = write(text.replace("{from: 1, to: 3}", "[1, 2, 3]" if mixed else "{from: 1, to: 40}"))
    whole = run(path, tmp_path / "whole")
    kills = 0
    for after in (0.15, 0.3, 0.45, 0.6, None):
        kills += _life(path, tmp_path / "broken", after)
    assert kills > 1
    assert (tmp_path / "broken" / JOURNAL).stat().st_size > 0
    broken = json.loads((tmp_path / "broken" / RESULT).read_text(encoding="utf-8"))
    assert broken == whole
    names = (RECOMMENDED, RESULT)
    assert all((tmp_path / "broken" / n).read_bytes() == (tmp_path / "whole" / n).read_bytes() for n in names)


def _life(path: str, out: Path, after: float | None) -> bool:
    """A process that tunes, killed after so many seconds; whether it was."""
    child = os.fork()
    if child == 0:
        try:
            run(path, out, jobs=1)
            os._exit(0)
        except BaseException as error:
            print(repr(error), flush=True)
            os._exit(2)
    if after is not None:
        time.sleep(after)
        os.kill(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, -signal.SIGKILL)
    return code != 0


def test_half_a_line_in_the_journal_does_no_harm(write: Any, tmp_path: Path) -> None:
    """What a process leaves that dies while it writes: a line without an end, and Optuna's lock."""
    path, out = write(BET), tmp_path / "study"
    whole = run(path, out)
    journal = out / JOURNAL
    lines = journal.read_bytes().splitlines(keepends=True)
    for cut in (1, len(lines) // 2, len(lines) - 1):
        (out / RESULT).unlink()
        journal.write_bytes(b"".join(lines[:cut]) + lines[cut][: len(lines[cut]) // 2])
        (out / f"{JOURNAL}.lock").touch()
        assert run(path, out) == whole


def test_folders_of_others_are_left_alone(write: Any, tmp_path: Path) -> None:
    path = write(BET)
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(StudyError, match="holds other files"):
        run(path, tmp_path)
    with pytest.raises(StudyError, match="is a file"):
        run(path, tmp_path / "notes.txt")


def test_ctrl_c_ends_the_search_and_measures_what_was_found(write: Any, tmp_path: Path) -> None:
    text = BET.replace("{from: 1, to: 3}", "{from: 1, to: 40}").replace("to: 6", "to: 60").replace("200k", "1G")
    path, out = write(text), tmp_path / "study"
    command = [sys.executable, "-m", "balance", "tune", path, "--out", str(out)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        late = time.monotonic() + 120
        while (not (out / JOURNAL).exists() or len(_lines(out / JOURNAL)) < 30) and time.monotonic() < late:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        text, error = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 128 + signal.SIGINT, error
    assert "the same command goes on" in error
    content = json.loads((out / RESULT).read_text(encoding="utf-8"))
    assert content["complete"] is False
    assert content["search"]["ended"] == "stopped"
    assert content["finalists"][1]["fresh"]["games"] == 20_000
    assert "stopped early" in (out / "report.html").read_text(encoding="utf-8")


def _lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def test_more_budget_goes_on(write: Any, tmp_path: Path) -> None:
    wide = read_study(write(BET.replace("{from: 1, to: 3}", "{from: 1, to: 40}").replace("to: 6", "to: 60")))
    short, long = replace(wide, games=30_000), replace(wide, games=60_000)
    tune(short, out=tmp_path / "study")
    kept = len(Journal(tmp_path / "study", wide, identity(wide, 1)).kept)
    assert kept > 0
    gone_on = tune(long, out=tmp_path / "study").content
    assert gone_on == tune(long).content
    assert len(Journal(tmp_path / "study", wide, identity(wide, 1)).kept) > kept
    with pytest.raises(StudyError, match="another study"):
        tune(wide, seed=2, out=tmp_path / "study")


def test_trained_bots_play_the_finals(write: Any, tmp_path: Path) -> None:
    text = BET.replace("bots: random", "bots: greedy").replace("target: 5, tolerance: 0.2", "target: 6, tolerance: 1")
    path = write(text.replace("rules.ante: {from: 1, to: 3}\n    ", "") + "  retrain: 0.05\n  finalists: 1\n")
    content = run(path, tmp_path / "study")
    assert len(content["finalists"]) == 2
    for one in content["finalists"]:
        assert one["trained"]["games"] > 0
        assert 0.3 < one["trained_wins"]["value"] < 0.8
        assert (tmp_path / "study" / one["trained"]["file"]).exists()
    spec = load(str(tmp_path / "study" / RECOMMENDED))
    assert spec.digest == recommended(content)["spec_hash"]
    with pytest.raises(SpecError, match="greedy"):
        run(write(BET + "  retrain: 1\n"))


# --- groups and loss ---


def test_groups_add_up_and_their_drawings_vary_as_they_should() -> None:
    kit = records(load("kuhn", bots="random"))
    figures = [find_figure(kit.layout, name) for name in ("first_player_advantage", "margin")]
    table = Table(kit, 5)
    whole = group_sums(figures, kit.layout, column_values(kit.layout, table.play(0, 20_000)), 0)
    parts = no_groups(2)
    for start, games in ((0, 37), (37, 5000), (5037, 14_963)):
        parts += group_sums(figures, kit.layout, column_values(kit.layout, table.play(start, games)), start)
    assert np.array_equal(whole, parts)
    assert whole.shape == (2, 2, GROUPS)
    assert whole[0, 1].sum() == 20_000
    draws = drawn(figures, whole)
    assert values(figures, whole)[0] == pytest.approx(1 / 8, abs=0.03)
    assert draws[:, 0].std() == pytest.approx(np.sqrt((1 - 1 / 64) / 20_000), rel=0.3)


def test_the_loss() -> None:
    layout = records(load("kuhn", bots="random")).layout
    share, margin = (find_figure(layout, name) for name in ("first_player_advantage", "margin"))
    loss = Loss([Goal(share, 0.0, 0.01, 2.0)], [Limit(margin, -np.inf, 4.0, "below 4")])
    assert loss.of(np.array([0.01, 4.0])) == 0
    assert loss.of(np.array([-0.03, 4.0])) == pytest.approx(4)
    assert 10 < loss.of(np.array([0.0, 4.01])) < loss.of(np.array([0.0, 8.0])) < 20
    assert loss.of(np.array([np.nan, 4.0])) == 20
    assert loss.of(np.array([[0.01, 4.0], [0.02, 4.0]])).tolist() == [0.0, pytest.approx(2)]


# --- wrong studies ---


@pytest.mark.parametrize(
    ("old", "new", "where", "words"),
    [
        ("tune:", "tunes:", "study.yaml:4: tunes", "did you mean tune"),
        ("rules.bet", "rules.bett", "study.yaml:7: rules.bett", "did you mean bet"),
        ("rules.bet", "bet", "study.yaml:7: tune.search.bet", "like rules.hand_limit"),
        ("rules.bet", "rules.bet[0]", "study.yaml:7", "is no list"),
        ("to: 6", "to: 600", "study.yaml:7: rules.bet", "from 1 to 100, not 600"),
        ("to: 6", "to: 0", "study.yaml:7", "nothing to choose"),
        ("to: 6", "to: x", "study.yaml:7", "must be a number"),
        ("to: 6", "to: 6, stop: 2", "study.yaml:7", "did you mean step"),
        ("to: 6", "to: 6, step: 2", "study.yaml:7", "do not reach 6"),
        ("to: 6", "to: 6, when: {rules.ant: 1}", "study.yaml:7", "did you mean rules.ante"),
        ("to: 6", "to: 6, when: {rules.ante: 9}", "study.yaml:7", "no value that rules.ante"),
        ("{from: 1, to: 6}", "[1]", "study.yaml:7", "two values or more"),
        ("{from: 1, to: 6}", "[1, 1]", "study.yaml:7", "stands twice"),
        ("margin:", "margins:", "study.yaml:9: tune.objectives.margins", "did you mean margin"),
        ("target: 5", "target: 5pp", "study.yaml:9", "both be shares"),
        ("target: 5, tolerance: 0.2", "target: 5pp, tolerance: 2pp", "study.yaml:9", "write no % or pp"),
        ("tolerance: 0.2", "tolerance: 0", "study.yaml:9", "more than 0"),
        ("tolerance: 0.2", "tolerances: 0.2", "study.yaml:9", "did you mean tolerance"),
        ("{games: 200k}", "{games: 200k, minutes: 3}", "study.yaml:10", "either games or minutes"),
        ("{games: 200k}", "{games: many}", "study.yaml:10", "is not a count"),
        ("[250, 1k, 4k]", "[250, 100]", "study.yaml:11", "must rise"),
        (
            "  final_games",
            "  limits: {turns: under 5}\n  final_games",
            "study.yaml:12: tune.limits.turns",
            "must be like",
        ),
        (
            "  final_games",
            "  limits: {turn: below 5}\n  final_games",
            "study.yaml:12: tune.limits.turn",
            "did you mean",
        ),
    ],
)
def test_wrong_studies(write: Any, tmp_path: Path, old: str, new: str, where: str, words: str) -> None:
    assert BET.count(old) >= 1
    path = write(BET.replace(old, new, 1))
    code, text, error = invoke(path, "--out", str(tmp_path / "out"))
    assert code == 2, error
    assert text == ""
    assert where in error
    assert words in error
    assert not (tmp_path / "out").exists()


# --- the command ---


def invoke(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["tune", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_the_command(write: Any, tmp_path: Path) -> None:
    path, out = write(BET), tmp_path / "out"
    code, text, _ = invoke(path, "--out", str(out))
    assert code == 0
    assert "Recommended: bet 4" in text
    assert str(out / RECOMMENDED) in text
    page = (out / "report.html").read_text(encoding="utf-8")
    for words in ("Recommended: bet 4", "Pareto front", "cannot be told apart", "The same again", "were not trained"):
        assert words in page
    before = (out / RESULT).read_bytes()
    code, text, error = invoke(path, "--out", str(out), "--json")
    assert code == 0
    assert "this study is done" in error
    assert json.loads(text)["verdict"]["variant"] == "bet 4"
    assert (out / RESULT).read_bytes() == before


def test_the_command_when_nothing_meets_the_limits(write: Any, tmp_path: Path) -> None:
    path = write(BET + "  limits: {first_player_advantage: within 5pp}\n")
    code, text, _ = invoke(path, "--out", str(tmp_path / "out"))
    assert code == 1
    assert "No variant meets the limits" in text
    assert invoke(path, "--games", "1k", "--minutes", "1")[0] == 2
    assert invoke("kuhn")[0] == 2


def test_shipped_studies_can_be_read() -> None:
    studies = [read_study(str(path)) for path in sorted(TUNE.glob("*.yaml"))]
    assert {study.base.game.name for study in studies} >= {"omen", "songbirds", "sirenen", "melodies"}


@pytest.mark.slow
def test_a_planted_handicap_in_omen() -> None:
    """Who goes first is drawn by lot and has four Wealth Actions: coins for the second player make up for it."""
    content = run(str(TUNE / "omen-handicap.yaml"))
    unchanged, found = content["finalists"][0], recommended(content)
    assert unchanged["fresh"]["figures"]["first_player_advantage"]["low"] > 0.2
    assert unchanged["objectives"] == {"first_player_advantage": "outside"}
    assert found["values"] == {"rules.second_player_bonus_coins": 7}
    assert abs(found["fresh"]["figures"]["first_player_advantage"]["value"]) < 0.02
    assert content["search"]["games"] <= 200_000
