"""The engine before the independent referee: every legal action, event, state, view and score of whole games.

The referee (tests/referee) knows the rulebook and the record of a game, nothing of the engine. Random rules reach what
the printed components leave out: passing, ships of one card, many at once.
"""

from __future__ import annotations

import pytest

from balance.spec import load
from games.sirenen.agreement import random_spec, report
from games.sirenen.tense import from_position

SEED = 2026

VARIANTS = {
    "base": [],
    "tactics": ["variant=tactics"],
    "scoring before crew": ["crew_before_scoring=false"],
    "scoring before crew, tactics": ["crew_before_scoring=false", "variant=tactics", "victory_points_to_win=10"],
    "rum before": ["rum_timing=before", "rum_bonus=0"],
    "rum after": ["rum_timing=after", "rum_bonus=7"],
    "to the last ship": ["victory_points_to_win=10"],
    "one point": ["victory_points_to_win=1", "hand_size=1"],
    "every card moves crew": [
        "move_crew_values=[-4,-3,-2,-1,0,1,2,3,4,5,6,7,8,9,10]",
        "ships=[30,31,32]",
        "crew_start=[30,31]",
    ],
    "no card moves crew": ["move_crew_values=[]", "crew_start=[28,36]"],
    "one crew member": ["crew_start=[32]", "ships=[9,32,12,7]"],
    "no crew": ["crew_start=[]", "side_limit=3"],
    "ships out of reach": ["ships=[90,91,92]", "crew_start=[91,92]", "side_limit=8"],
    "few cards": ["copies=[2,2,2,2,2,2,2,2,2,2,2,2,2,2,2]", "ships=[60,61]", "crew_start=[61]", "side_limit=8"],
    "one card a side": ["side_limit=1", "variant=tactics"],
    "many ships": ["ships=[8,7,6,5,4,3,2,1]", "crew_start=[5,4]", "victory_points_to_win=10"],
    "large hands": ["hand_size=12", "variant=tactics"],
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_variants(variant):
    assert report(load("sirenen", sets=VARIANTS[variant], bots="random"), SEED, range(8)) == []


@pytest.mark.parametrize("variant", ["base", "tactics", "scoring before crew", "to the last ship"])
def test_greedy(variant):
    assert report(load("sirenen", sets=VARIANTS[variant], bots="greedy,random"), SEED, range(10)) == []


@pytest.mark.parametrize("seed", [*range(60), 1010, 1223, 1130])  # the last three: empty hands and rum
def test_random_rules(seed):
    assert report(random_spec(seed), SEED, range(3)) == []


@pytest.mark.parametrize("part", range(4))
def test_positions_in_which_much_is_about_to_happen(part):
    assert [line for seed in range(15 * part, 15 * part + 15) for line in from_position(seed)] == []


# --- the long runs


@pytest.mark.slow
@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_games(variant, bots):
    assert report(load("sirenen", sets=VARIANTS[variant], bots=bots), SEED + 1, range(100)) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_many_random_rules(part):
    found = []
    for seed in range(1000 + 50 * part, 1000 + 50 * (part + 1)):
        found += report(random_spec(seed, ("random", "greedy")[seed % 2]), SEED, range(3), f"rules {seed}:")
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_many_positions_in_which_much_is_about_to_happen(part):
    assert [line for seed in range(1000 + 50 * part, 1050 + 50 * part) for line in from_position(seed)] == []
