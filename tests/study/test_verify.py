"""`balance verify`: claims, when they are decided, how often wrongly, and the exit codes."""

from __future__ import annotations

import json
from math import inf, pi
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from balance.analysis.estimates import wilson
from balance.analysis.named import Named
from balance.cli import app
from balance.engine.jit import PLAIN
from balance.spec import Claim, SpecError, load
from balance.study.looks import look_counts
from balance.study.verify import Decided, verify

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")

RATE = Named("rate", "rate", "%", ("x",), ("y",), lambda view: None)


def spec_file(folder: Path, *claims: str, above: str = "kuhn") -> Path:
    path = folder / "claims.yaml"
    path.write_text("\n".join([f"extends: {above}", "expect:", *(f"  {claim}" for claim in claims)]), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "low", "high", "is_share"),
    [
        ("within 2pp", -2, 2, True),
        ("within 1.5% of 50%", 48.5, 51.5, True),
        ("below 5%", -inf, 5, True),
        ("above -3pp", -3, inf, True),
        ("between 45% and 55 %", 45, 55, True),
        ("between 10 and 12.5", 10, 12.5, False),
        ("within  2  of  7", 5, 9, False),
    ],
)
def test_claims(tmp_path: Path, text: str, low: float, high: float, is_share: bool) -> None:
    [claim] = load(str(spec_file(tmp_path, f"x: {text}"))).expect
    assert (claim.figure, claim.low, claim.high, claim.is_share) == ("x", low, high, is_share)
    assert claim.line == 3


@pytest.mark.parametrize(
    ("claims", "words"),
    [
        (["draw_rate: 5%"], "claims.yaml:3: expect.draw_rate: must be like within 2pp"),
        (["draw_rate: below"], "must be like"),
        (["draw_rate: below 5"], "is a share: write % or pp"),
        (["turns: below 5%"], "is counted in turns a game: write no % or pp"),
        (["draw_rat: below 5%"], "draw_rate"),
        (["turns: between 5 and 3"], "nothing lies from 5 to 3"),
        (["turns: between 5 and 6%"], "must be like"),
        (["turns: [1, 2]"], "must be like"),
        (["{}"], "must be a mapping from figures"),
    ],
)
def test_wrong_claims(tmp_path: Path, claims: list[str], words: str) -> None:
    with pytest.raises(SpecError) as error:
        verify(load(str(spec_file(tmp_path, *claims)), bots="random"), 1000)
    assert words in str(error.value)


def test_claims_are_inherited_and_made_anew(tmp_path: Path) -> None:
    base = spec_file(tmp_path, "draw_rate: below 5%", "turns: below 3")
    child = tmp_path / "child.yaml"
    child.write_text(f"extends: {base.name}\nexpect: {{turns: below 4}}\n", encoding="utf-8")
    assert {claim.figure: claim.high for claim in load(str(child)).expect} == {"draw_rate": 5, "turns": 4}
    assert load(str(child)).digest == load("kuhn").digest


def test_known_figures_of_kuhn_poker_are_decided(tmp_path: Path) -> None:
    """At random the first player is 1/8 ahead, nobody draws, and a game has 2.25 turns."""
    claims = ("first_player_advantage: within 1pp of 12.5pp", "draw_rate: below 1%", "turns: below 2.2")
    found = verify(load(str(spec_file(tmp_path, *claims)), bots="random"))
    assert [one["result"] for one in found.content["claims"]] == ["holds", "holds", "fails"]
    assert found.result == "fails"
    assert found.content["games"] == max(one["games"] for one in found.content["claims"]) < 10**6


def test_how_often_a_claim_is_decided_wrongly() -> None:
    """The truth lies just on the edge of the claim: whatever is decided is wrong in one of two ways."""
    rng, wrong, runs = np.random.default_rng(5), 0, 2000
    looks = look_counts(200_000, 1)
    for _ in range(runs):
        one = Decided(Claim("rate", "", -inf, 50, True), RATE)
        wins = before = 0
        for k, games in enumerate(looks, 1):
            wins += rng.binomial(games - before, 0.5)
            before = games
            one.look(wilson(wins, games, 1 - 0.05 * 6 / (pi * k) ** 2), games)
        wrong += one.result != "open"
    assert wrong / runs < 0.05


@pytest.mark.parametrize(
    ("claim", "games", "code", "word"),
    [
        ("draw_rate: below 1%", "20k", 0, "holds"),
        ("turns: above 3", "20k", 1, "fails"),
        ("first_player_advantage: within 0.01pp of 12.5pp", "20k", 3, "cannot tell yet"),
    ],
)
def test_exit_codes(tmp_path: Path, claim: str, games: str, code: int, word: str) -> None:
    arguments = ["verify", str(spec_file(tmp_path, claim)), "--bots", "random", "--games", games]
    result = CliRunner().invoke(app, arguments)
    assert (result.exit_code, word in result.stdout) == (code, True)
    plain = CliRunner().invoke(app, [*arguments, "--json"])
    assert (plain.exit_code, json.loads(plain.stdout)["claims"][0]["claim"]) == (code, claim.partition(": ")[2])


def test_a_spec_without_claims() -> None:
    result = CliRunner().invoke(app, ["verify", "kuhn"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "nothing to verify" in result.stderr
