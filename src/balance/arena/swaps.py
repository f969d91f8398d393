"""Swapped deals: the same game, once as it is dealt and once with one card of an opening hand exchanged.

A deal is listed first (which seat holds which cards, and which card each is exchanged with), then played. The partner
is drawn from a stream of its own, keyed by seed and deal, so a swap depends on nothing but these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.arena.play import ALL, open_row, play_on, set_up, settle
from balance.arena.records import PlayError, Records
from balance.bots.mind import new_mind
from balance.engine.events import new_log
from balance.engine.jit import PLAIN, njit, program
from balance.engine.redeal import MOST_CARDS, new_room
from balance.engine.streams import begin, below, purpose_key
from balance.engine.verbs import exchange, unseen

NO_PIECE = -1


@dataclass(frozen=True)
class Swaps:
    """Swaps of consecutive deals, int64 arrays with an entry each: the deal (its game number), the seat, the card it
    was dealt and the card it gets instead, and both as single cards (`piece`, `partner`)."""

    deal: np.ndarray
    seat: np.ndarray
    card: np.ndarray
    other: np.ndarray
    piece: np.ndarray
    partner: np.ndarray


def pieces(kernel: Any, options: Any) -> np.ndarray:
    """The card of each single card that `exchange` moves, int64 (`MOST_CARDS`,); -1 where there is none."""
    found = np.full(MOST_CARDS, NO_PIECE, dtype=np.int64)
    cards = kernel.pieces(options) if hasattr(kernel, "pieces") else range(len(kernel.cards(options)))
    found[: len(cards)] = cards
    return found


class SwapTable:
    """Working room for one thread to list and play swapped deals of one spec and seed; the spec is not mirrored."""

    def __init__(self, records: Records, options: Any, seed: int) -> None:
        kit = self._records = records
        self._seed = np.uint64(seed)
        self._pieces = pieces(kit.kernel, options)
        exposures = kit.layout.game.exposures
        self._opening = next((k for k, exposure in enumerate(exposures) if exposure.causal), -1)
        self._states = np.zeros(2, dtype=kit.kernel.STATE).view(np.recarray)
        self._blank = np.zeros(2, dtype=kit.row).view(np.recarray)
        self._rng = np.zeros((len(kit.keys), 2), dtype=np.uint64)
        self._own, self._key = np.zeros((1, 2), dtype=np.uint64), np.array([purpose_key("swap")], dtype=np.uint64)
        self._points = np.zeros(len(kit.bots), dtype=np.int64)
        self._log, self._room = new_log(), new_room()
        self._mind = new_mind(kit.bots, kit.kernel.STATE, len(kit.keys) - len(kit.bots))

    def list(self, start: int, deals: int) -> Swaps:
        """All swaps of deals `start` .. `start + deals - 1`, in order: every card that a seat was dealt and that lies
        hidden, each with a partner that nobody was dealt."""
        kit = self._records
        out = np.zeros((deals, MOST_CARDS, 3), dtype=np.int64)
        found = np.zeros(deals, dtype=np.int64)
        if self._opening >= 0:
            _list_batch(
                kit.rules,
                kit.keys,
                len(kit.bots),
                self._seed,
                np.uint64(start),
                self._opening,
                self._pieces,
                self._states,
                self._blank,
                self._rng,
                self._key,
                self._own,
                self._log,
                self._room,
                out,
                found,
            )
        seat, piece, partner = (out[np.arange(MOST_CARDS) < found[:, None]].T).copy()
        deal = np.repeat(np.arange(start, start + deals), found)
        return Swaps(deal, seat, self._pieces[piece], self._pieces[partner], piece, partner)

    def play(self, deal: np.ndarray, piece: np.ndarray, partner: np.ndarray) -> np.ndarray:
        """A row for each entry: game `deal` with `piece` and `partner` exchanged after the deal (-1: nothing is).

        Raises `PlayError` for a game whose events did not fit the log.
        """
        kit = self._records
        room = np.zeros if PLAIN else np.empty  # in plain Python an empty row is copied without what pads its fields
        rows = room(len(deal), dtype=kit.row).view(np.recarray)
        _play_exchanged(
            kit.rules,
            kit.bots,
            kit.keys,
            self._seed,
            deal,
            piece,
            partner,
            self._states,
            rows,
            self._blank,
            self._rng,
            self._log,
            self._points,
            self._room,
            self._mind,
        )
        if rows["log_full"].any():
            number = deal[rows["log_full"].argmax()]
            raise PlayError(f"game {number} had more events in one decision than the log holds: it cannot be counted")
        return rows.view(np.ndarray)


@program
def _list_batch(r, keys, seats, seed, start, opening, card_of, states, blank, rng, key, own, log, room, out, found):
    """Fill `out[i]` with (seat, piece, partner) of the swaps of deal `start` + i, `found[i]` with how many there are.

    `blank[1]` is room for a row, `blank[0]` and `states[1]` are zero and stay so.
    """
    for i in range(len(found)):
        states[0] = states[1]
        blank[1] = blank[0]
        s, row = states[0], blank[1]
        number = start + np.uint64(i)
        set_up(s, r, keys, seats, seed, number, np.uint64(1), rng, log, room)
        open_row(s, r, row, log)
        begin(own, key, seed, number)
        found[i] = _list_swaps(s, r, seats, row.exposure[opening], card_of, own, room, out[i])


@njit
def _list_swaps(s, r, seats, dealt, card_of, own, room, out):
    """The swaps of one deal; `dealt[card]` is a bit mask of seats."""
    hidden, blind = room[0], room[1]
    for piece in range(MOST_CARDS):
        blind[piece, 0] = 0
    for seat in range(seats):
        n = unseen(s, r, seat, hidden)
        for k in range(n):
            blind[hidden[k, 0], 0] |= 1 << seat
    m = 0
    for seat in range(seats):
        n = unseen(s, r, (seat + 1) % seats, hidden)
        for piece in range(MOST_CARDS):
            card = card_of[piece]
            if card < 0 or (blind[piece, 0] >> seat) & 1 or (dealt[card] >> seat) & 1 == 0:
                continue
            pool = _pool(hidden, n, piece) if seats > 1 else _only_pool(hidden, n)
            partner = _partner(hidden, n, pool, blind, (1 << seats) - 1, card_of, card, own)
            if partner != NO_PIECE:
                out[m, 0], out[m, 1], out[m, 2] = seat, piece, partner
                m += 1
    return m


@njit
def _last(mask):
    """The last shuffle of a place, as a bit."""
    while mask & (mask - 1) != 0:
        mask &= mask - 1
    return mask


@njit
def _pool(hidden, n, piece):
    """The last shuffle of the place where a piece lies hidden, 0 if it does not."""
    for k in range(n):
        if hidden[k, 0] == piece:
            return _last(hidden[k, 1])
    return np.int64(0)


@njit
def _only_pool(hidden, n):
    """The last shuffle of all hidden places, 0 if they differ: alone, a seat's own cards lie hidden from nobody."""
    for k in range(1, n):
        if _last(hidden[k, 1]) != _last(hidden[0, 1]):
            return np.int64(0)
    return _last(hidden[0, 1]) if n > 0 else np.int64(0)


@njit
def _partner(hidden, n, pool, blind, everybody, card_of, card, own):
    """A piece of another card that nobody can place, out of the same shuffle, drawn uniformly; -1 if there is none."""
    choices = 0
    chosen = np.int64(NO_PIECE)
    for k in range(n):
        piece = hidden[k, 0]
        if _last(hidden[k, 1]) == pool and blind[piece, 0] == everybody and card_of[piece] not in (-1, card):
            choices += 1
            if below(own, 0, choices) == 0:
                chosen = piece
    return chosen


@program
def _play_exchanged(r, bots, keys, seed, deal, piece, partner, states, rows, blank, rng, log, points, room, mind):
    """Play a game for each entry of `deal` and fill its row; see `play.play_batch`."""
    seats = len(bots)
    for i in range(len(rows)):
        states[0] = states[1]
        s = states[0]
        rows[i] = blank[0]
        row = rows[i]
        row.game = deal[i]
        set_up(s, r, keys, seats, seed, np.uint64(deal[i]), np.uint64(1), rng, log, room)
        if piece[i] != NO_PIECE:
            exchange(s, r, piece[i], partner[i])
        open_row(s, r, row, log)
        play_on(s, r, bots, rng, len(keys) - seats, row, log, points, mind, ALL)
        settle(s, r, row, points)
