"""Greedy play is much better than random play, and makes no single blunders."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from balance.arena.records import Table, records
from balance.bots.mind import MOST_FEATURES
from balance.bots.policy import greedy
from balance.engine.streams import begin, purpose_keys
from balance.engine.verbs import count
from balance.spec import load
from games.songbirds.positions import KERNEL, position


def win_share(players, games=600):
    """Of one greedy player among random ones, over all seats."""
    spec = load("songbirds", sets=[f"players={players}", "rounds=1"], bots="random")
    greedy = load("songbirds").bots[0]
    shares = []
    for seat in range(players):
        bots = tuple(greedy if i == seat else bot for i, bot in enumerate(spec.bots))
        winners = Table(records(replace(spec, bots=bots)), seed=3).play(0, games)["winners"]
        shares.append(((winners >> seat & 1) / np.bitwise_count(winners)).mean())
    return np.mean(shares)


@pytest.mark.parametrize(("players", "at_least"), [(2, 0.88), (3, 0.72), (4, 0.58)])
def test_greedy_beats_random(players, at_least):
    assert win_share(players) > at_least


@pytest.mark.parametrize(
    ("sets", "at_least"), [(["mode=solo"], 12), (["mode=coop"], 17), (["mode=coop", "players=4"], 13)]
)
def test_greedy_bands_score(sets, at_least):
    """Random ones score about -48."""
    means = [
        Table(records(load("songbirds", sets=sets, bots=bots)), seed=3).play(0, 1500)["scores"][:, 0].mean()
        for bots in ("greedy", "random")
    ]
    assert means[0] > at_least
    assert means[1] < -40


def chosen(p):
    """What the greedy player does here."""
    rng = np.empty((1, 2), dtype=np.uint64)
    begin(rng, purpose_keys(("test",), 0), np.uint64(1), np.uint64(0))
    bot = records(load("songbirds")).bots[0]
    code = greedy(p.s, p.r, count(p.s, p.r), bot, 0, rng, 0, np.zeros(MOST_FEATURES))
    return KERNEL.name(p.s, p.r, int(code))


FULL = """
    .  R5 W1 B2 G4
    B7 G7 B3 W3 G2
    R2 R3 W6 W4 B1
    G5 W5 B6 R1 W2
    R4 B5 G6 R7 G1
"""


def test_the_last_bird_is_the_one_that_scores_most():
    """Red has most berries by far: keep Red 6."""
    p = position(FULL, hands=["G3 R6", "B4"])
    assert chosen(p)["play"] == "Green 3"


def test_of_one_colour_the_highest_is_kept():
    p = position(FULL.replace("G7", "R6"), hands=["G3 G7", "B4"])
    assert chosen(p)["play"] == "Green 3"


def test_a_line_can_be_worth_more_than_the_last_birds_volume():
    """Keeping Green 7 brings 7 + 19, playing it 6 + 29."""
    p = position(FULL.replace("R5", "G3").replace("G7", "R5"), hands=["G7 R6", "B4"])
    assert chosen(p)["play"] == "Green 7"


def test_a_solo_player_favours_before_it_is_too_late():
    """White has far more than all others together and one space is left."""
    forest = """
        W7 W6 W5 W4 .
        W3 R1 W2 B1 G1
        W1 R2 B2 G2 R3
        B3 G3 R4 B4 G4
        R5 B5 G5 R6 B6
    """
    p = position(
        forest.replace("W1", "G6"),
        hands=["W1 B7"],
        deck="R7 G7",
        mode="solo",
        columns=[15, 0, 0, 0, 0],
        rows=[15] + [0] * 4,
    )
    assert chosen(p) == {"favour": "White 1"}
