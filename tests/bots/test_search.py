"""Searching bots: sound arithmetic, solved games, the same in plain Python, and blind to what is hidden."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache

import numpy as np
import pytest
from scipy.stats import binomtest

from balance.arena.records import Table, records
from balance.arena.steps import Steps
from balance.bots.choose import choose
from balance.bots.mind import new_mind
from balance.bots.search import OMNISCIENT, expect
from balance.engine.game import find
from balance.engine.jit import PLAIN
from balance.games.tictactoe.rules import LINES
from balance.spec import load
from balance.testing import Case, check_case

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")

Board = tuple[int, ...]


@cache
def solved(board: Board) -> int:
    """The value of a position of tic-tac-toe to the seat to move: 1 won, 0 drawn, -1 lost."""
    if any(board[a] == board[b] == board[c] != -1 for a, b, c in LINES.tolist()):
        return -1
    if -1 not in board:
        return 0
    return max(-solved(after(board, square)) for square in range(9) if board[square] == -1)


def after(board: Board, square: int) -> Board:
    seat = (9 - board.count(-1)) % 2
    return (*board[:square], seat, *board[square + 1 :])


def test_tic_tac_toe_as_solved() -> None:
    """Two searchers play: every move must keep the value that the position has, so every game is a draw."""
    kit = records(load("tictactoe", [], "ismcts:4000"))
    for number in range(12):
        game = Steps(kit, 5, number)
        while game.running:
            before = tuple(game.state.board.tolist())
            square = game.step()
            assert -solved(after(before, square)) == solved(before), (number, before, square)


def test_more_iterations_play_better() -> None:
    """Against a perfect enough player, the share that is not lost grows."""
    kept = []
    for iterations in (1, 3, 400):
        rows = Table(records(load("tictactoe", [], f"ismcts:{iterations},ismcts:3000")), 3).play(0, 120)
        kept.append(np.mean(rows["winners"] != 2))
    assert kept[0] < kept[1] < kept[2]
    assert kept[2] > 0.95


@pytest.mark.parametrize("bot", ["monte-carlo:200", "ismcts:200"])
def test_search_beats_random(bot: str) -> None:
    rows = Table(records(load("tictactoe", [], f"{bot},random")), 4).play(0, 300)
    assert np.mean(rows["winners"] == 1) > 0.9


def test_what_looks_better_is_expected_to_deserve_more_tries() -> None:
    kit = records(load("kuhn", [], "ismcts:10"))
    mind, bot = new_mind(kit.bots, kit.kernel.STATE, 1), kit.bots[0]
    mind.children[:4] = [1, 2, 3, 4]
    mind.nodes["looks"][1:5] = [3.0, 5.0, 5.0, -1000.0]
    bot.prior = 0.0
    expect(bot, mind, 4)
    assert mind.expected[:4].tolist() == [0.25] * 4
    bot.prior = 2.0
    expect(bot, mind, 4)
    by_looks = [0.9 * part / 2.25 + 0.1 / 4 for part in (0.25, 1, 1, 0)]
    assert mind.expected[:4] == pytest.approx(by_looks, abs=1e-9)


@pytest.mark.parametrize("game", ["sirenen", "songbirds"])
def test_searching_is_stronger_than_what_it_searches_with(game: str) -> None:
    """`ismcts` plays on by greedy, and sees further: a sign test at 60 games."""
    rows = Table(records(load(game, [], "ismcts:60,greedy")), 11).play(0, 60)
    won, lost = np.sum(rows["winners"] == 1), np.sum(rows["winners"] == 2)
    assert binomtest(won, won + lost, alternative="greater").pvalue < 0.001


def test_kuhn_poker_king_never_folds_and_jack_never_calls() -> None:
    """Dominated actions (Kuhn 1950): found whatever the other card may be."""
    kit = records(load("kuhn", [], "random,ismcts:2000"))
    seen = {"fold": 0, "call": 0}
    for number in range(300):
        game = Steps(kit, 6, number)
        while game.running:
            seat, card, betting = game.seat, int(game.state.card[game.seat]), int(game.state.betting)
            action = game.step()
            if seat == 1 and betting and card != 1:
                seen["call" if action else "fold"] += 1
                assert action == (card == 2), number
    assert min(seen.values()) > 10


@pytest.mark.parametrize("bot", ["monte-carlo:20", "ismcts:20", "omniscient:20"])
def test_the_same_in_plain_python(bot: str) -> None:
    told = []
    for plain in ("0", "1"):
        command = [sys.executable, "-m", "balance", "replay", "kuhn", "--bots", bot, "--game", "3"]
        done = subprocess.run(
            command, env=os.environ | {"NUMBA_DISABLE_JIT": plain}, capture_output=True, text=True, check=True
        )
        told.append(done.stdout)
    assert told[0] == told[1]


def test_the_omniscient_bot_is_caught_as_a_cheat() -> None:
    def choose_with_open_eyes(s, r, n, bot, rng, p, mind):
        sees_all = bot.copy()
        if hasattr(mind, "worlds"):
            sees_all.kind = OMNISCIENT
        return choose(s, r, n, sees_all, rng, p, mind)

    game = find("kuhn")
    honest, cheat = Case(game, game.options()), Case(game, game.options(), chooser=choose_with_open_eyes)
    assert not check_case(honest, ["no_peek"])
    found = check_case(cheat, ["no_peek"])
    assert any("bot chooses differently" in problem.text for problem in found)


def test_omniscient_is_an_upper_bound() -> None:
    won = {}
    for bot in ("ismcts:400", "omniscient:400"):
        rows = Table(records(load("kuhn", [], f"random,{bot}")), 8).play(0, 2000)
        won[bot] = rows["scores"][:, 1].mean()
    assert won["omniscient:400"] > won["ismcts:400"] + 0.05
