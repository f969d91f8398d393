"""Kuhn poker against its rules, every deal and every line of play."""

from itertools import permutations, product

import numpy as np
import pytest

from balance.engine.events import new_log
from balance.games.kuhn import GAME
from balance.games.kuhn import rules as kuhn

OPTIONS = GAME.options()
LINES = [line for n in (2, 3) for line in product((kuhn.PASS, kuhn.PUT_IN), repeat=n)]


def dealt(cards, options=OPTIONS):
    s = np.zeros(1, dtype=kuhn.STATE).view(np.recarray)[0]
    s.card[:] = cards
    s.stake[:] = options.ante
    s.winner = -1
    return s, kuhn.rules_record(options)


def payoff(cards, line, ante=1, bet=1):
    """The first seat's chips after a line of play, by Kuhn (1950); None if the line is no complete game."""
    higher = 1 if cards[0] > cards[1] else -1
    words = "".join("pb"[a] for a in line)
    table = {"pp": ante * higher, "bp": ante, "pbp": -ante}
    for both_in in ("bb", "pbb"):
        table[both_in] = (ante + bet) * higher
    return table.get(words)


@pytest.mark.parametrize("options", [OPTIONS, GAME.options(ante=3, bet=5)])
@pytest.mark.parametrize("cards", list(permutations(range(3))))
def test_every_line_pays_as_in_the_rules(cards, options):
    ended = 0
    for line in LINES:
        s, r = dealt(cards, options)
        log, rng = new_log(), np.zeros((3, 2), dtype=np.uint64)
        for a in line:
            if kuhn.over(s, r):
                break
            kuhn.apply(s, r, a, rng, log)
        expected = payoff(cards, line, options.ante, options.bet)
        if expected is None:
            continue
        ended += 1
        out = np.zeros(2, dtype=np.int64)
        kuhn.scores(s, r, out)
        assert out.tolist() == [expected, -expected]
        assert kuhn.winners(s, r) == (1 if expected > 0 else 2)
        assert kuhn.over(s, r) == (2 if line[-1] == kuhn.PASS and kuhn.PUT_IN in line else 1)
    assert ended == 5


def test_a_seat_sees_its_own_card_only():
    s, r = dealt([0, 1, 2])
    assert kuhn.view(s, r, 0) == {"hand": "jack", "stakes": [1, 1], "to_move": 0}
    assert kuhn.view(s, r, 1)["hand"] == "queen"
    out = np.zeros((3, 3), dtype=np.int64)
    assert kuhn.unseen(s, r, 0, out) == 2
    assert sorted(out[:2, 0].tolist()) == [1, 2]
