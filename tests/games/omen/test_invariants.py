"""The "must hold" list of rules/omen.md in every state of many games over random rules; guards against endless play."""

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
from balance.games.omen.options import OmenOptions
from balance.games.omen.state import QUEUE
from balance.spec import BotSpec, Spec, load
from games.omen import invariants
from games.omen.card_sets import random_spec, write_yaml
from games.omen.invariants import broken, check_game, long_chain
from games.omen.positions import card_set

GAME = find("omen")


def whole(low, high):
    return st.integers(low, high)


OPTIONS = {
    "first_player": st.sampled_from(["envoy", "random_discard", "random"]),
    "starting_units": whole(1, 10),
    "starting_coins": whole(0, 8),
    "first_turn_wealth": whole(0, 10),
    "second_player_bonus_coins": whole(0, 3),
    "second_player_bonus_units": whole(0, 2),
    "wealth_actions": whole(0, 10),
    "wealth_bonus": whole(0, 5),
    "spoils_bonus": whole(0, 5),
    "coin_supply": whole(19, 60),
    "city_limit": whole(2, 10),
    "kraters_per_surge": whole(0, 6),
    "winner_keeps": whole(0, 3),
    "loser_keeps": whole(0, 3),
    "myriad_kept_as": whole(1, 2),
    "wrath_on_hand_limit": st.booleans(),
    "wrath_on_offering": st.booleans(),
    "wrath_on_own_trait": st.booleans(),
    "triumph_check": st.sampled_from(["end_of_step", "at_once"]),
    "hand_limit": whole(0, 30),
    "coin_limit": whole(0, 60),
    "cities_to_end": whole(1, 3),
    "surge_limit": whole(1, 100),
    "chain_limit": whole(1, 120),
    "max_decisions_per_turn": whole(10, 400),
    "max_turns": whole(2, 60),
}
GAMES = [
    ("single", [1]),
    ("single", [2]),
    ("single", [3]),
    ("combined", [2, 3]),
    ("combined", [1, 2, 3]),
    ("draft", [1, 2, 3]),
]


@st.composite
def rule_variants(draw):
    mode, games = draw(st.sampled_from(GAMES))
    return {"mode": mode, "games": games, **draw(st.fixed_dictionaries({}, optional=OPTIONS))}


def spec_of(rules):
    if rules["mode"] == "single":  # 22 units
        rules = {**rules, "starting_units": min(rules.get("starting_units", 4), 10)}
    bot = BotSpec("random", 0.0, {})
    return Spec(GAME, OmenOptions.model_validate(rules), (bot, bot))


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(rules=rule_variants(), number=whole(0, 10**9))
def test_what_must_hold_over_random_rules(rules, number):
    assert check_game(spec_of(rules), 1, number) == []


@pytest.mark.slow
@settings(max_examples=1500, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(rules=rule_variants(), number=whole(0, 10**9))
def test_what_must_hold_over_many_random_rules(rules, number):
    assert check_game(spec_of(rules), 1, number) == []


@pytest.mark.parametrize("seed", range(10))
def test_what_must_hold_with_random_cards(seed, tmp_path):
    assert check_game(random_spec(tmp_path, seed, wild=seed / 9), 1, seed) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_what_must_hold_with_many_random_cards(part, tmp_path):
    for seed in range(100 * part, 100 * part + 100):
        assert check_game(random_spec(tmp_path, 10_000 + seed, wild=(seed % 10) / 9), 1, seed) == []


# --- guards


def test_the_queue_is_never_past_its_bounds():
    p, longest = long_chain(120)
    assert (p.end, longest) == ("loop", QUEUE)  # full, and what was left out would never have started
    assert list(broken(p.s, p.r)) == []


@pytest.mark.parametrize("limit", [1, 2, 40, 119])
def test_the_chain_limit_is_exact(limit):
    p, _ = long_chain(limit)
    assert (p.end, int(p.s.chain)) == ("loop", limit)


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (["max_turns=2"], "max_turns"),
        (["max_decisions_per_turn=10", "wealth_actions=10", "coin_supply=60"], "decisions"),
    ],
)
def test_games_that_do_not_end_are_unfinished_not_drawn(rules, reason):
    rows = Table(records(load("omen", sets=rules, bots="random")), seed=1).play(0, 50)
    ends = {GAME.reasons[row["reason"]].name: GAME.reasons[row["reason"]].unfinished for row in rows}
    assert ends == {reason: True}
    assert rows["winners"].tolist() == [0] * 50


def test_a_game_that_ends_in_a_loop_is_unfinished():
    p, _ = long_chain(5)
    assert (p.winners, {reason.name: reason.unfinished for reason in GAME.reasons}["loop"]) == ([], True)


def test_shipped_sets_never_reach_the_chain_limit_or_the_guards():
    rows = Table(records(load("omen", sets=["mode=combined", "games=[1, 2, 3]"], bots="random")), seed=1).play(0, 3000)
    names = {GAME.reasons[row["reason"]].name for row in rows}
    assert names <= {"razed", "facedown", "coveted", "tie"}


def test_no_card_set_can_fill_the_event_log(tmp_path):
    """The most that one step can note: the whole deck of three sets is looked at and shuffled."""
    often = [{"if": {"count": "coins", "at_least": 0}, "then": [{"search": 0}] * 12}] * 12
    much = [{"for_each": {"count": "coins", "do": often}}]
    cards = {"bol": much, "bol2": much, "bol3": much, "k1": much}
    files = [write_yaml(tmp_path / f"{name}.yaml", card_set(f"{name}-", **cards)) for name in "abc"]
    rules = ["mode=combined", f"games=[{', '.join(map(str, files))}]"]
    rows = Table(records(load("omen", sets=rules, bots="random")), seed=1).play(0, 20)  # it would raise PlayError
    assert [GAME.reasons[row["reason"]].name for row in rows].count("loop") >= 10


# --- the other two ways to run the same rules


def run_apart(folder, games, batches, **setting):
    tests = str(Path(invariants.__file__).parents[2])
    own = {"PYTHONPATH": tests, "BALANCE_CACHE_DIR": str(folder / "cache"), **setting}
    command = [sys.executable, invariants.__file__, str(folder), str(games), str(batches)]
    done = subprocess.run(command, env=os.environ | own, capture_output=True, text=True, timeout=3600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_as_plain_python_where_an_overflow_is_an_error(tmp_path):
    run_apart(tmp_path, 4, 0, NUMBA_DISABLE_JIT="1")


@pytest.mark.slow
def test_with_checked_indices(tmp_path):
    run_apart(tmp_path, 60, 42, NUMBA_BOUNDSCHECK="1")
