"""The "must hold" list of rules/sirenen.md in every state of many games over random rules."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from balance.arena.records import Table, records
from balance.engine.game import find
from balance.games.sirenen.options import VALUES, SirenenOptions
from balance.spec import BotSpec, Spec, load
from games.sirenen import invariants
from games.sirenen.invariants import check_game

GAME = find("sirenen")


def whole(low, high):
    return st.integers(low, high)


@st.composite
def rule_variants(draw):
    """Options that can be played, far from the rulebook's and near them."""
    variant = draw(st.sampled_from(["base", "tactics"]))
    most = draw(st.sampled_from([12, 40, 60]))
    ships = draw(st.lists(whole(1, most), min_size=1, max_size=8, unique=True))
    crew = draw(st.lists(st.sampled_from(ships), max_size=2, unique=True))
    each = 2 if variant == "tactics" else 1
    counts = st.sampled_from(range(0, 9, each))
    copies = draw(st.lists(counts, min_size=len(VALUES), max_size=len(VALUES)).filter(lambda c: sum(c) >= 2))
    return {
        "variant": variant,
        "ships": ships,
        "crew_start": crew,
        "copies": copies,
        "hand_size": draw(whole(1, min(12, sum(copies) // 2))),
        "side_limit": draw(whole(1, 8)),
        "move_crew_values": draw(st.lists(st.sampled_from(VALUES), unique=True)),
        "crew_before_scoring": draw(st.booleans()),
        "rum_bonus": draw(st.sampled_from([0, 1, 3, 99])),
        "rum_timing": draw(st.sampled_from(["before", "after", "either"])),
        "victory_points_to_win": draw(whole(1, 10)),
    }


def spec_of(rules, kind):
    bot = BotSpec(kind, 0.0, GAME.weights if kind == "greedy" else {})
    return Spec(GAME, SirenenOptions.model_validate(rules), (bot, bot))


KINDS = st.sampled_from(["random", "random", "greedy"])
SETTINGS = {"deadline": None, "derandomize": True, "suppress_health_check": [HealthCheck.too_slow]}


@settings(max_examples=80, **SETTINGS)
@given(rules=rule_variants(), kind=KINDS, number=whole(0, 10**9))
def test_what_must_hold_over_random_rules(rules, kind, number):
    assert check_game(spec_of(rules, kind), 1, number) == []


@pytest.mark.slow
@settings(max_examples=3000, **SETTINGS)
@given(rules=rule_variants(), kind=KINDS, number=whole(0, 10**9))
def test_what_must_hold_over_many_random_rules(rules, kind, number):
    assert check_game(spec_of(rules, kind), 1, number) == []


@pytest.mark.parametrize("bots", ["random", "greedy", "greedy,random"])
@pytest.mark.parametrize("variant", ["base", "tactics"])
def test_what_must_hold_with_the_rulebooks_rules(variant, bots):
    spec = load("sirenen", sets=[f"variant={variant}"], bots=bots)
    for number in range(12):
        assert check_game(spec, 3, number) == []


@pytest.mark.parametrize("variant", ["base", "tactics"])
def test_printed_components_never_end_with_passes(variant):
    rows = Table(records(load("sirenen", sets=[f"variant={variant}"], bots="random")), seed=1).play(0, 20_000)
    reasons = {GAME.reasons[row["reason"]].name for row in rows}
    assert reasons == {"no_ships", "victory_points"}
    played = rows["seat_figures"][:, [i for i, f in enumerate(seat_figures()) if f.startswith("played_")]].sum((1, 2))
    assert played.max() <= 50
    assert rows["turns"].max() <= 60 + rows["game_figures"][:, game_figures().index("passes")].max()


def seat_figures():
    return [figure.name for figure in GAME.figures(GAME.options()) if figure.per == "seat"]


def game_figures():
    return [figure.name for figure in GAME.figures(GAME.options()) if figure.per == "game"]


def test_the_draw_pile_does_run_out():
    rows = Table(records(load("sirenen", bots="random")), seed=1).play(0, 5000)
    assert (rows["game_figures"][:, game_figures().index("pile_out")]).mean() > 0.5
    assert (rows["game_figures"][:, game_figures().index("empty_hands")] > 0).any()


def run_apart(folder, games, **setting):
    tests = str(Path(invariants.__file__).parents[2])
    own = {"PYTHONPATH": tests, "BALANCE_CACHE_DIR": str(folder / "cache"), **setting}
    command = [sys.executable, invariants.__file__, str(games)]
    done = subprocess.run(command, env=os.environ | own, capture_output=True, text=True, timeout=1200, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_as_plain_python_where_an_overflow_is_an_error(tmp_path):
    run_apart(tmp_path, 4, NUMBA_DISABLE_JIT="1")


@pytest.mark.slow
def test_with_checked_indices(tmp_path):
    run_apart(tmp_path, 60, NUMBA_BOUNDSCHECK="1")
