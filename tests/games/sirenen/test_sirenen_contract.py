"""Sirenen in Sicht passes the contract suite in both variants, and under rules far from the rulebook's."""

import pytest

from balance.engine.game import find
from balance.testing import CHECKS, assert_contract

GAME = find("sirenen")
VARIANTS = {
    "tactics": {"variant": "tactics"},
    "house rules": {
        "ships": (9, 40, 12, 7, 30, 8, 25, 11),
        "crew_start": (25,),
        "copies": (8, 0, 3, 1, 5, 0, 0, 8, 8, 8, 2, 1, 4, 8, 8),
        "hand_size": 12,
        "side_limit": 3,
        "move_crew_values": (10, 3, -4),
        "crew_before_scoring": False,
        "rum_timing": "before",
        "victory_points_to_win": 10,
    },
}


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_contract(variant, check):
    assert_contract(GAME, check, GAME.options(**VARIANTS[variant]), games=10)
