"""A row: what is kept of one game, as plain whole numbers."""

from __future__ import annotations

import numpy as np

from balance.engine.game import Game

PROFILE_TURNS = 40
"""Profiles cover this many turns a seat; later turns are not profiled."""


def row_dtype(game: Game, seats: int, cards: int) -> np.dtype:
    """The row of a game with `seats` seats and `cards` cards.

    Per-seat fields are indexed by seat (0-based), not by turn position. `exposure[kind, card]` is a bit mask of seats.
    `profile[k, seat, turn]` is the game's k-th profile at the end of that seat's turn (0-based), for `profiled[seat]`
    turns.
    """
    fields: list[tuple] = [
        ("game", np.int64),
        ("first", np.int32),
        ("reason", np.int32),
        ("winners", np.int32),
        ("turns", np.int32),
        ("decisions", np.int32),
        ("options", np.int64),
        ("forced", np.int32),
        ("lead_changes", np.int32),
        ("leader", np.int32),
        ("log_full", np.int32),
        ("trace", np.uint64),
        ("scores", np.int32, (seats,)),
        ("profiled", np.int32, (seats,)),
        ("game_figures", np.int32, (max(1, len([f for f in game.figures if f.per == "game"])),)),
        ("seat_figures", np.int32, (max(1, len([f for f in game.figures if f.per == "seat"])), seats)),
        ("exposure", np.int32, (max(1, len(game.exposures)), max(1, cards))),
        ("profile", np.int32, (max(1, len(game.profiles)), seats, PROFILE_TURNS)),
    ]
    return np.dtype(fields, align=True)
