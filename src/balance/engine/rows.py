"""A row: what is kept of one game, as plain whole numbers."""

from __future__ import annotations

import numpy as np

from balance.engine.game import Game, Options

PROFILE_TURNS = 40
"""Profiles cover this many turns a seat; later turns are not profiled."""

STEP = 16


def row_dtype(game: Game, options: Options, cards: int) -> np.dtype:
    """The row of a game with `cards` cards under these options.

    Per-seat fields are indexed by seat (0-based), not by turn position. `exposure[kind, card]` is a bit mask of seats.
    `profile[k, seat, turn]` is the game's k-th profile at the end of that seat's turn (0-based), for `profiled[seat]`
    turns, within ±32 767. There is room for the most seats that the game can have, and for cards and figures by the 16:
    each row type is compiled anew, so a variant with a card or a seat more should not be another type.
    """
    seats = max(game.players)
    figures = [figure.per for figure in game.figures(options)]
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
        ("game_figures", np.int32, (_room(figures.count("game")),)),
        ("seat_figures", np.int32, (_room(figures.count("seat")), seats)),
        ("exposure", np.int16, (max(1, len(game.exposures)), _room(cards))),
        ("profile", np.int16, (max(1, len(game.profiles)), seats, PROFILE_TURNS)),
    ]
    return np.dtype(fields, align=True)


def _room(needed: int) -> int:
    return max(1, -(-needed // STEP) * STEP)
