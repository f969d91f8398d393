"""Tic-tac-toe against boards drawn as text."""

import numpy as np
import pytest

from balance.engine.events import new_log
from balance.games.tictactoe import GAME
from balance.games.tictactoe import rules as tictactoe

R = tictactoe.rules_record(GAME.options())
LOG, RNG = new_log(), np.zeros((3, 2), dtype=np.uint64)


def board(text):
    """A position from rows like `XO. .X. ..O`; X began."""
    squares = text.replace(" ", "")
    s = np.zeros(1, dtype=tictactoe.STATE).view(np.recarray)[0]
    s.board[:] = [".XO".index(square) - 1 for square in squares]
    s.moves = 9 - squares.count(".")
    s.winner = -1
    return s


@pytest.mark.parametrize(
    ("text", "square", "winner"),
    [
        ("XX. OO. ...", 2, 0),
        ("XX. OO. ...", 6, -1),
        ("XX. OO. X..", 5, 1),
        ("X.. X.O .O.", 6, 0),
        ("X.O .X. O..", 8, 0),
        ("X.O .OX ..X", 6, 1),
        ("XOX XOO OX.", 8, -1),
    ],
)
def test_a_mark_wins_if_it_completes_a_line(text, square, winner):
    s = board(text)
    tictactoe.apply(s, R, square, RNG, LOG)
    assert s.winner == winner
    assert tictactoe.winners(s, R) == (3 if winner < 0 else 1 << winner)


def test_legal_squares_are_the_empty_ones():
    s = board("XO. .X. ..O")
    assert [tictactoe.action(s, R, k) for k in range(tictactoe.count(s, R))] == [2, 3, 5, 6, 7]


def test_a_full_board_is_a_draw():
    s = board("XOX XOO OX.")
    tictactoe.apply(s, R, 8, RNG, LOG)
    assert tictactoe.over(s, R) == 1 + [reason.name for reason in GAME.reasons].index("board_full")
    assert tictactoe.to_move(s, R) == -1


def test_uniform_play_has_the_known_outcome_rates():
    """All 255 168 games, weighted: first wins 0.58492, second 0.28810, draw 0.12698."""
    from functools import cache

    @cache
    def rates(squares, seat):
        total = np.zeros(3)
        free = [i for i, mark in enumerate(squares) if mark == -1]
        for i in free:
            s = np.zeros(1, dtype=tictactoe.STATE).view(np.recarray)[0]
            s.board[:], s.moves, s.winner = squares, 9 - len(free), -1
            tictactoe.apply(s, R, i, RNG, LOG)
            if tictactoe.over(s, R):
                total[s.winner if s.winner >= 0 else 2] += 1
            else:
                total += rates(tuple(s.board.tolist()), 1 - seat)
        return total / len(free)

    assert rates((-1,) * 9, 0).round(5).tolist() == [0.58492, 0.28810, 0.12698]
