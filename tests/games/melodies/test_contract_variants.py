"""The contract of every game, for the ways to play Melodies that differ most."""

import pytest

from balance.engine.game import find
from balance.testing import CHECKS, assert_contract

GAME = find("melodies")
VARIANTS = {
    "a duo in the dark": {"venue": "diamond", "song": 3, "players": 2, "passing_under_restrictions": False},
    "five on the last song": {"venue": "skull-and-star", "song": 3, "players": 5, "parity": "filter"},
    "drawing in the garden, expert": {
        "venue": "flower",
        "song": 2,
        "difficulty": "expert",
        "draw_and_tune_card": "drawn",
    },
    "a venue, easy": {"play": "venue", "venue": "cocktail", "difficulty": "easy", "players": 4, "max_attempts": 3},
    "a short campaign": {"play": "campaign", "packs": ("starter", "heart"), "max_attempts": 2},
}


QUICK = ("five on the last song", "a short campaign")


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize(
    "variant", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in VARIANTS]
)
def test_contract_of_variants(variant, check):
    assert_contract(GAME, check, GAME.options(**VARIANTS[variant]), games=4)
