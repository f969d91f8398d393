"""The contract suite that any game passes, ours or a plugin's.

    from balance.testing import CHECKS, assert_contract

    @pytest.mark.parametrize("check", CHECKS)
    def test_contract(check):
        assert_contract(GAME, check)

`check_game(GAME)` runs all checks and returns what it finds. Checks play real games, so a problem comes with the game's
number, seed and decision: `balance replay` shows it.
"""

from balance.testing.case import Case
from balance.testing.checks import ABOUT, CHECKS
from balance.testing.suite import Problem, assert_contract, check_case, check_game

__all__ = ["ABOUT", "CHECKS", "Case", "Problem", "assert_contract", "check_case", "check_game"]
