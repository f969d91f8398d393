"""The engine against tiny games solved exactly (`exact`): how uniformly random play ends, and what happens in it."""

import sys
from functools import cache
from math import sqrt

import numpy as np
import pytest

from balance.arena.records import Table, records
from balance.engine.game import find
from balance.engine.jit import PLAIN
from balance.games.sirenen.options import VALUES
from balance.spec import BotSpec, Spec
from games.sirenen.exact import ENDS, Exact

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")

GAME = find("sirenen")
GAMES = 400_000
SIGMAS = 4.5  # of 14 figures in a few games: a true one lies outside once in 2 000 runs of all tests here

TINY = {
    "one ship, no crew": {"cards": {-1: 1, 1: 2, 2: 1, 3: 1}, "ships": [4], "crew_start": [], "hand_size": 1},
    "two cards in hand": {"cards": {-2: 1, 1: 1, 3: 2}, "ships": [3], "crew_start": [3], "hand_size": 2},
    "two ships": {"cards": {-1: 1, 2: 1, 3: 2}, "ships": [5, 3], "crew_start": [5], "rum_timing": "after"},
    "crew after scoring": {
        "cards": {-1: 1, 2: 1, 3: 2},
        "ships": [5, 3],
        "crew_start": [5],
        "rum_timing": "before",
        "crew_before_scoring": False,
        "rum_bonus": 1,
    },
    "two points win": {
        "cards": {0: 1, 2: 1, 3: 2},
        "ships": [2, 3],
        "crew_start": [3],
        "rum_timing": "before",
        "victory_points_to_win": 2,
    },
    "tactics": {
        "variant": "tactics",
        "cards": {-1: 2, 2: 2},
        "ships": [2, 1],
        "crew_start": [2],
        "rum_timing": "after",
    },
}
SLOW = {
    "three ships, two members": {
        "cards": {-1: 1, 0: 1, 2: 1, 3: 1},
        "ships": [3, 4, 2],
        "crew_start": [4, 2],
        "side_limit": 1,
    },
}


def options_of(rules):
    cards = rules["cards"]
    rest = {key: value for key, value in rules.items() if key != "cards"}
    copies = [cards.get(value, 0) for value in VALUES]
    return GAME.options(**{"hand_size": 1, "side_limit": 2, "copies": copies, **rest})


def samples(rows, options):
    """Each outcome of `exact.OUTCOMES`, game by game."""
    game = [figure.name for figure in GAME.figures(options) if figure.per == "game"]
    seat = [figure.name for figure in GAME.figures(options) if figure.per == "seat"]
    first = 1 << rows["first"]
    found = {
        "first wins": rows["winners"] == first,
        "second wins": rows["winners"] == 3 - first,
        "draw": rows["winners"] == 3,
        "decisions": rows["decisions"],
        "points": rows["scores"].sum(axis=1),
    }
    found |= {reason.name: rows["reason"] == i for i, reason in enumerate(GAME.reasons)}
    for name, figure in {"resistance": "by_resistance", "majority": "by_majority", "tie": "by_tie"}.items():
        found[name] = rows["game_figures"][:, game.index(figure)]
    found["crew moves"] = rows["game_figures"][:, game.index("crew_moves")]
    for name, figure in {"octopuses": "octopus_uses", "rum": "rum_used"}.items():
        found[name] = rows["seat_figures"][:, seat.index(figure)].sum(axis=1)
    return found


def play(options):
    bot = BotSpec("random", 0.0, {})
    return Table(records(Spec(GAME, options, (bot, bot))), seed=1).play(0, GAMES)


@cache
def solved(options):
    sys.setrecursionlimit(10_000)
    exact = Exact(options.model_dump()).chances()
    assert sum(exact[name] for name in ENDS[:3]) == pytest.approx(1)
    assert sum(exact[name] for name in ENDS[3:]) == pytest.approx(1)
    picks = 2 * options.hand_size if options.variant == "tactics" else 0  # in the solution they are part of the deal
    return exact | {"decisions": exact["decisions"] + picks}


def differences(options, played):
    """Outcomes whose mean in play is not the one that was solved: (played, solved)."""
    found = samples(play(played), played)
    wrong = {}
    for name, truth in solved(options).items():
        mean, error = float(np.mean(found[name])), max(float(np.std(found[name])), sqrt(1 / GAMES)) / sqrt(GAMES)
        if abs(mean - truth) > SIGMAS * error:
            wrong[name] = (mean, truth)
    return wrong


@pytest.mark.parametrize("name", TINY)
def test_random_play_comes_to_what_was_solved(name):
    assert differences(options_of(TINY[name]), options_of(TINY[name])) == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_random_play_of_larger_games(name):
    assert differences(options_of(SLOW[name]), options_of(SLOW[name])) == {}


@pytest.mark.parametrize(
    "change",
    [{"rum_bonus": 2}, {"crew_before_scoring": False}, {"rum_timing": "either"}, {"move_crew_values": [0, 2]}],
    ids=lambda change: next(iter(change)),
)
def test_the_comparison_notices_another_rule(change):
    rules = TINY["two ships"]
    assert differences(options_of(rules), options_of(rules | change)) != {}


@pytest.mark.parametrize("rules", [{}, {"crew_before_scoring": False, "ships": (20, 30), "crew_start": (20,)}], ids=str)
def test_random_play_knows_no_first_player(rules):
    """It treats both sides of a ship alike, so exchanging them exchanges the winners of games that are as likely."""
    rows = play(GAME.options(**rules))
    wins = np.where(rows["winners"] == 3, 0, np.where(rows["winners"] == 1 << rows["first"], 1, -1))
    assert abs(wins.mean()) < SIGMAS * wins.std() / sqrt(GAMES)
    assert (wins == 0).mean() < 0.6
