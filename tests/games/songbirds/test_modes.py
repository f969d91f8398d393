"""Every way to play Songbirds passes every check of the contract (two players: tests/games/test_contract.py)."""

import pytest

from balance.spec import load
from balance.testing import CHECKS, assert_contract

MODES = {
    "three players": ["players=3", "second_round_starter=winner"],
    "four players": ["players=4", "rounds=1", "line_ties=no_award"],
    "solo": ["mode=solo"],
    "co-op for four": ["mode=coop", "players=4"],
}


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("mode", MODES)
def test_contract(mode, check):
    spec = load("songbirds", sets=MODES[mode])
    assert_contract(spec.game, check, spec.options, games=6)
