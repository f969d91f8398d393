"""The engine before the independent referee: every legal action, every state, every score of whole games.

The referee (tests/referee) knows the rulebook and the record of a game, nothing of the engine. Random card sets reach
what the shipped ones leave out; see `card_sets`.
"""

from __future__ import annotations

import pytest

from balance.spec import load
from games.omen.agreement import report
from games.omen.card_sets import random_spec

SEED = 2026

MODES = {
    "single": ["mode=single"],
    "single, set 2": ["games=[2]"],
    "single, set 3": ["games=[3]"],
    "two combined": ["mode=combined", "games=[1, 3]"],
    "three combined": ["mode=combined", "games=[3, 1, 2]"],
    "draft": ["mode=draft"],
}
VARIANTS = {
    "random discard": ["first_player=random_discard", "second_player_bonus_coins=2", "second_player_bonus_units=1"],
    "no discard": ["first_player=random", "second_player_bonus_units=3", "first_turn_wealth=0"],
    "wealth": ["wealth_actions=5", "wealth_bonus=3", "spoils_bonus=2", "coin_limit=20", "hand_limit=12"],
    "poor": ["coin_supply=9", "starting_coins=2", "wealth_actions=1", "wealth_bonus=0", "spoils_bonus=0"],
    "narrow cities": ["city_limit=3", "winner_keeps=0", "loser_keeps=1"],
    "wide cities": ["city_limit=10", "winner_keeps=3", "loser_keeps=3", "myriad_kept_as=2", "games=[3]"],
    "MYRIAD kept as 2": ["myriad_kept_as=2", "games=[1]"],
    "kraters": ["kraters_per_surge=6", "cities_to_end=1", "points.broken=3", "points.krater=0"],
    "WRATH everywhere": ["wrath_on_offering=true", "wrath_on_own_trait=true", "hand_limit=2", "games=[2]"],
    "no WRATH at the limit": ["wrath_on_hand_limit=false", "hand_limit=3", "games=[3]"],
    "TRIUMPHs at once": ["triumph_check=at_once", "mode=combined"],
    "tight guards": ["surge_limit=2", "chain_limit=2", "max_decisions_per_turn=25", "max_turns=30"],
    "draft variant": ["mode=draft", "first_player=random_discard", "second_player_bonus_units=2", "hand_limit=3"],
}


@pytest.mark.parametrize("mode", MODES)
def test_modes(mode):
    assert report(load("omen", sets=MODES[mode], bots="random"), SEED, range(5)) == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_variants(variant):
    assert report(load("omen", sets=VARIANTS[variant], bots="random"), SEED, range(3)) == []


@pytest.mark.parametrize("mode", MODES)
def test_greedy(mode):
    assert report(load("omen", sets=MODES[mode], bots="greedy,random"), SEED, range(3)) == []


@pytest.mark.parametrize("seed", range(12))
def test_random_cards_and_rules(seed, tmp_path):
    mode = ("single", "single", "combined", "draft")[seed % 4]
    spec = random_spec(tmp_path, seed, mode=mode, wild=0.2 + 0.06 * seed)
    assert report(spec, SEED, range(2)) == []


# --- the long runs


@pytest.mark.slow
@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("name", [*MODES, *VARIANTS])
def test_many_games(name, bots):
    spec = load("omen", sets=(MODES | VARIANTS)[name], bots=bots)
    assert report(spec, SEED + 1, range(40)) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_games_with_a_thin_deck(part, tmp_path):
    """Most cards are in hands: decks and discard piles run out in the middle of effects."""
    found = []
    for seed in range(5000 + 20 * part, 5000 + 20 * (part + 1)):
        thin = [
            "starting_units=10",
            "hand_limit=30",
            f"coin_limit={seed % 20}",
            "max_turns=30",
            "second_player_bonus_units=0",
        ]
        spec = random_spec(tmp_path, seed, mode="single", wild=(seed % 10) / 9, sets=thin)
        found += report(spec, SEED, range(2), f"thin deck {seed}:")
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_many_random_cards_and_rules(part, tmp_path):
    found = []
    for seed in range(1000 + 25 * part, 1000 + 25 * (part + 1)):
        bots = ("random", "greedy")[seed % 2]
        spec = random_spec(tmp_path, seed, wild=(seed % 10) / 9, strength=(seed % 7) / 10, bots=bots)
        found += report(spec, SEED, range(2), f"cards and rules {seed}:")
    assert found == []
