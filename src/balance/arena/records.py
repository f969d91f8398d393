"""From a spec to what the compiled loops take: records of the rules and bots, stream keys, working room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.arena.columns import Layout, layout
from balance.arena.play import play_batch
from balance.bots.catalog import KINDS, SEARCH_SETTINGS, SEARCHERS
from balance.bots.mind import DEEPEST, new_mind
from balance.bots.policy import BOT
from balance.engine.events import new_log
from balance.engine.jit import PLAIN
from balance.engine.redeal import new_room
from balance.engine.rows import row_dtype
from balance.engine.streams import purpose_keys

STANDING = 0.1
"""A lead of this part of the game's range of scores is worth half of what a lead can be, to a searching bot."""


class PlayError(Exception):
    """A batch of games that must not be counted."""


@dataclass(frozen=True)
class Records:
    """One spec, ready to play: `rules` (record), `bots` (one record a seat), `keys` (see `purpose_keys`), `row` (row
    dtype)."""

    kernel: Any
    rules: Any
    bots: np.recarray
    keys: np.ndarray
    row: np.dtype
    layout: Layout


def records(spec: Any, mirrored: int = 1) -> Records:
    """The records of `spec`, counting `mirrored` games a block."""
    game, options = spec.game, spec.options
    kernel, seats = game.load(), game.seat_count(options)
    names = kernel.cards(options)
    return Records(
        kernel=kernel,
        rules=kernel.rules_record(options),
        bots=bot_records(spec),
        keys=purpose_keys(game.chances, seats),
        row=row_dtype(game, options, len(names)),
        layout=layout(game, options, names, mirrored),
    )


def bot_records(spec: Any) -> np.recarray:
    """One record of dtype BOT a seat; a feature without a weight counts 0."""
    bots = np.zeros(len(spec.bots), dtype=BOT).view(np.recarray)
    for record, bot in zip(bots, spec.bots, strict=True):
        record.kind = list(KINDS).index(bot.name)
        record.features = len(spec.game.features)
        record.temperature = bot.temperature
        for i, feature in enumerate(spec.game.features):
            record.weights[i] = bot.weights.get(feature, 0.0)
        if bot.name in SEARCHERS:
            _set_up_search(record, bot, spec)
    return bots


def _set_up_search(record: Any, bot: Any, spec: Any) -> None:
    for key in SEARCH_SETTINGS:
        record[key] = bot.search[key]
    record.playout = list(KINDS).index(bot.search["playout"])
    record.levels = 1 if bot.name == "monte-carlo" else DEEPEST
    low, high = spec.game.scores
    record.scale = max(1.0, STANDING * (high - low))
    record.rivals = spec.game.kind(spec.options) == "competitive"
    record.graded = bool(spec.game.grades(spec.options))


class Table:
    """Working room for one thread to play games of one spec and seed."""

    def __init__(self, records: Records, seed: int) -> None:
        self._records = records
        self._seed = np.uint64(seed)
        self._states = np.zeros(2, dtype=records.kernel.STATE).view(np.recarray)
        self._blank = np.zeros(1, dtype=records.row).view(np.recarray)
        self._rng = np.zeros((len(records.keys), 2), dtype=np.uint64)
        self._points = np.zeros(len(records.bots), dtype=np.int64)
        self._log, self._room = new_log(), new_room()
        self._mind = new_mind(records.bots, records.kernel.STATE, len(records.keys) - len(records.bots))

    def play(self, start: int, games: int) -> np.ndarray:
        """Rows of games `start` .. `start + games - 1` (whole blocks), in order.

        Raises `PlayError` for a game whose events did not fit the log and for a mirrored deal with unequal hands.
        """
        kit, mirrored = self._records, self._records.layout.mirrored
        room = np.zeros if PLAIN else np.empty  # in plain Python an empty row is copied without what pads its fields
        rows = room(games, dtype=kit.row).view(np.recarray)
        unequal = play_batch(
            kit.rules,
            kit.bots,
            kit.keys,
            self._seed,
            np.uint64(start),
            mirrored,
            self._states,
            rows,
            self._blank,
            self._rng,
            self._log,
            self._points,
            self._room,
            self._mind,
        )
        if unequal:
            raise PlayError("mirrored deals need seats that are dealt equally many cards; in this game they are not")
        if rows["log_full"].any():
            number = start + int(rows["log_full"].argmax())
            raise PlayError(f"game {number} had more events in one decision than the log holds: it cannot be counted")
        return rows.view(np.ndarray)
