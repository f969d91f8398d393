"""How well greedy plays Omen: against random, and against itself with one flaw."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from balance.analysis.estimates import wilson
from balance.arena.records import Table, records
from balance.games.omen import GAME
from balance.spec import load

LOOKS = [name for name in GAME.features if not name.startswith("target_")]


def both(*looks: str) -> dict[str, float]:
    return {name: 0.0 for look in looks for name in (look, f"target_{look}")}


FLAWS = {
    "never uses kraters": {"uses_krater": -1000.0},
    "never goes for TRIUMPHs": both("triumph_met", "triumph_hoped"),
    "spends no coins": {"spends": -1000.0, "target_spends": -1000.0},
    "ignores War": both("war_now", "war_reach", "war_next", "overkill", "game_end", "lead"),
    "chooses effect targets at random": {f"target_{look}": 0.0 for look in LOOKS},
}


def match(folder: Path, opponent: str, games: int, *sets: str) -> tuple[int, int, int]:
    """Games won by greedy, won by the opponent (a bot in YAML), unfinished: half of the games in each seat."""
    won = lost = unfinished = 0
    for seat, bots in enumerate((f"[greedy, {opponent}]", f"[{opponent}, greedy]")):
        path = folder / f"match-{seat}.yaml"
        path.write_text(f"extends: omen\nbots: {bots}\n", encoding="utf-8")
        winners = Table(records(load(str(path), sets)), seed=11 + seat).play(0, games // 2)["winners"]
        won += int(np.sum(winners == 1 << seat))
        lost += int(np.sum(winners == 2 >> seat))
        unfinished += int(np.sum(winners == 0))
    return won, lost, unfinished


@pytest.mark.parametrize("sets", [(), ("games=[2]",), ("games=[3]",), ("mode=combined",), ("mode=draft",)])
def test_greedy_beats_random_in_nine_of_ten_decided_games(tmp_path: Path, sets: tuple[str, ...]) -> None:
    won, lost, unfinished = match(tmp_path, "random", 1000, *sets)
    assert wilson(won, won + lost).low > 0.9
    assert unfinished == 0


@pytest.mark.parametrize("sets", [(), ("games=[2]",), ("games=[3]",), ("mode=combined",), ("mode=draft",)])
def test_greedy_finishes_its_games(tmp_path: Path, sets: tuple[str, ...]) -> None:
    games = 3000
    _, _, unfinished = match(tmp_path, "greedy", games, *sets)
    assert unfinished < 0.001 * games


@pytest.mark.slow
@pytest.mark.parametrize(
    ("flaw", "games"),
    [
        *((flaw, "[1]") for flaw in FLAWS),
        *((flaw, "[2]") for flaw in FLAWS if "TRIUMPHs" not in flaw),  # there it costs too little to be told every time
        *((flaw, "[3]") for flaw in FLAWS),
    ],
)
def test_each_flaw_costs(tmp_path: Path, flaw: str, games: str) -> None:
    weights = ", ".join(f"{name}: {weight}" for name, weight in FLAWS[flaw].items())
    opponent = f"{{name: greedy, weights: {{{weights}}}}}"
    won, lost, _ = match(tmp_path, opponent, 20_000, f"games={games}")
    assert wilson(won, won + lost).low > 0.5, f"{won} to {lost} against greedy that {flaw}"
