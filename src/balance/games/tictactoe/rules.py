"""Tic-tac-toe's state and verbs.

Squares:   0 1 2
           3 4 5
           6 7 8
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine.events import note, noted
from balance.engine.jit import njit
from balance.engine.verbs import register, state_dtype
from balance.games.tictactoe import TicTacToeOptions

EMPTY = -1
SIGNS = {EMPTY: ".", 0: "X", 1: "O"}
LINES = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]])
MARK = 0

STATE = state_dtype(
    "tictactoe",
    [
        ("board", np.int64, (9,)),  # EMPTY, or the seat whose mark it is
        ("moves", np.int64),  # marks on the board; seat moves % 2 is next
        ("winner", np.int64),  # EMPTY, or the seat with a full line
    ],
)
RULES = np.dtype([("in_a_row", np.int64)], align=True)


def rules_record(options: TicTacToeOptions) -> Any:
    """The options as a record of dtype RULES."""
    r = np.zeros(1, dtype=RULES).view(np.recarray)[0]
    r.in_a_row = options.in_a_row
    return r


def cards(options: TicTacToeOptions) -> list[str]:
    """No cards."""
    return []


def card_data(options: TicTacToeOptions) -> dict[str, Any]:
    """No cards."""
    return {}


def deal(s, r, rng, log):
    """An empty board."""
    for i in range(9):
        s.board[i] = EMPTY
    s.winner = EMPTY


def over(s, r):
    """A full line, or a full board."""
    if s.winner != EMPTY:
        return 1
    return 2 if s.moves == 9 else 0


def to_move(s, r):
    """Seats take turns."""
    return -1 if s.winner != EMPTY or s.moves == 9 else s.moves % 2


def winners(s, r):
    """The seat with the line, else both."""
    return 3 if s.winner == EMPTY else 1 << s.winner


def scores(s, r, out):
    """One point for a full line."""
    for seat in range(2):
        out[seat] = s.winner == seat


def count(s, r):
    """Empty squares."""
    return 9 - s.moves


def action(s, r, k):
    """The k-th empty square."""
    for square in range(9):
        if s.board[square] == EMPTY:
            if k == 0:
                return square
            k -= 1
    return -1


@njit
def most_in_line(s, seat, square):
    """Most marks that `seat` would have in a line through `square`, were it to mark it."""
    best = 0
    for i in range(len(LINES)):
        on_line = False
        n = 1
        for j in range(3):
            on_line |= LINES[i, j] == square
            n += LINES[i, j] != square and s.board[LINES[i, j]] == seat
        if on_line:
            best = max(best, n)
    return best


def apply(s, r, a, rng, log):
    """Mark square `a`."""
    seat = s.moves % 2
    if most_in_line(s, seat, a) >= r.in_a_row:
        s.winner = seat
    s.board[a] = seat
    s.moves += 1
    note(log, MARK, seat, -1, a)


def unseen(s, r, seat, out):
    """Nothing is hidden."""
    return 0


def exchange(s, r, i, j):
    """There are no cards."""


def features(s, r, a, out):
    """See GAME.features."""
    seat = s.moves % 2
    out[0] = most_in_line(s, seat, a) >= r.in_a_row
    out[1] = most_in_line(s, 1 - seat, a) >= r.in_a_row
    out[2] = a == 4
    out[3] = a % 2 == 0 and a != 4


def card_of(s, r, a):
    """No action uses a card."""
    return -1


def measure(s, r, log, row):
    """Each mark is a turn."""
    row.turns += noted(log)


register(
    STATE,
    deal=deal,
    to_move=to_move,
    over=over,
    winners=winners,
    scores=scores,
    count=count,
    action=action,
    apply=apply,
    unseen=unseen,
    exchange=exchange,
    features=features,
    card_of=card_of,
    measure=measure,
)


def describe(s: Any, r: Any) -> dict[str, Any]:
    """The complete state."""
    seat = int(to_move(s, r))
    return {"board": [int(mark) for mark in s.board], "to_move": seat if seat >= 0 else None}


def view(s: Any, r: Any, seat: int) -> dict[str, Any]:
    """All is open."""
    return describe(s, r)


def name(s: Any, r: Any, a: int) -> dict[str, Any]:
    """An action as data."""
    return {"do": "mark", "square": int(a)}


def opening(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """The deal in words."""
    return [f"An empty board; {r.in_a_row} in a row win. Player 1 marks X, player 2 O; squares are 1 to 9, row by row."]


def scene(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """The board, for a player: empty squares by number. For a record's reader it stands below each mark."""
    if reader is None:
        return []
    squares = [str(i + 1) if mark == EMPTY else SIGNS[int(mark)] for i, mark in enumerate(s.board)]
    return [" ".join(squares[i : i + 3]) for i in (0, 3, 6)]


def say(s: Any, r: Any, a: int, reader: int | None = None) -> str:
    """An action in words."""
    return f"mark square {a + 1}"


def tell(s: Any, r: Any, log: Any, reader: int | None = None, before: Any = None) -> list[str]:
    """What followed, in words: the board, row by row; a player sees it below, until the game ends."""
    if reader is not None and not over(s, r):
        return []
    rows = ["".join(SIGNS[int(mark)] for mark in s.board[i : i + 3]) for i in (0, 3, 6)]
    return ["   ".join(rows)] if reader is None else rows
