"""Every installed game passes every check of the contract."""

import pytest

from balance.engine import game
from balance.testing import CHECKS, assert_contract


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("name", game.names())
def test_contract(name, check):
    assert_contract(game.find(name), check, games=10)
