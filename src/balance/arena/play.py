"""The compiled loops: one game, and a batch of games."""

from __future__ import annotations

import numpy as np

from balance.bots.choose import choose
from balance.engine.events import clear
from balance.engine.jit import inlined, njit, program
from balance.engine.redeal import rotate_hands
from balance.engine.streams import begin, mix
from balance.engine.verbs import apply, count, deal, measure, over, scores, to_move, winners

ALL = np.iinfo(np.int64).max
"""As many decisions as the game has."""


@njit
def set_up(s, r, keys, seats, seed, number, mirrored, rng, log, room):
    """Deal game `number` of run `seed` to the zeroed `s`, events to `log`; numbers are uint64, `mirrored` >= 1.

    The games of a block share the game's chances; each seat's bot draws anew in every game, so that two games of a
    block have nothing in common but the deal. Returns whether the hands could be rotated (always true without
    mirroring).
    """
    chances = len(keys) - seats
    begin(rng[:chances], keys[:chances], seed, number // mirrored)
    begin(rng[chances:], keys[chances:], seed, number)
    clear(log)
    deal(s, r, rng, log)
    if mirrored > np.uint64(1):
        return rotate_hands(s, r, seats, np.int64(number % mirrored), room)
    return True


@njit
def open_row(s, r, row, log):
    """Fill the zeroed `row` with what the deal says."""
    row.leader = -1
    measure(s, r, log, row)


@njit
def play_on(s, r, bots, rng, chances, row, log, points, mind, limit):
    """Play up to `limit` decisions, note them in `row`, leave what followed the last in `log`; return the last action.

    `bots` holds one a seat. `rng` rows 0..chances-1 are the game's, row chances + seat is that seat's bot.
    `points` int64 (seats,), `mind` see `balance.bots.mind`.
    """
    a = np.int64(-1)
    while limit > 0 and over(s, r) == 0:
        limit -= 1
        seat = to_move(s, r)
        n = count(s, r)
        a = choose(s, r, n, bots[seat], rng, chances + seat, mind)
        carry_out(s, r, n, a, rng, row, log, points)
    return a


@inlined
def carry_out(s, r, n, a, rng, row, log, points):
    """Do action `a`, one of n legal ones, note it in `row`, and leave what followed in `log`."""
    row.decisions += 1
    row.options += n
    row.forced += n == 1
    row["trace"] = mix(row["trace"] ^ np.uint64(a + 1))  # in plain Python row.trace is a method of NumPy's
    turn = row.turns
    clear(log)
    apply(s, r, a, rng, log)
    measure(s, r, log, row)
    if len(log) > 0:
        row.log_full |= log[0].kind
    if row.turns != turn:
        _follow_lead(s, r, row, points)


@inlined
def _follow_lead(s, r, row, points):
    scores(s, r, points)
    best = points[0]
    leader, others = 0, 0  # others: as good as the leader
    for seat in range(1, len(points)):
        is_better, is_equal = points[seat] > best, points[seat] == best
        best = max(best, points[seat])
        leader = seat if is_better else leader
        others = 0 if is_better else others + is_equal
    if others == 0:
        row.lead_changes += row.leader >= 0 and row.leader != leader
        row.leader = leader


@njit
def settle(s, r, row, points):
    """Fill `row` with how the finished game `s` ended."""
    row.reason = over(s, r) - 1
    row.winners = winners(s, r)
    scores(s, r, points)
    for seat in range(len(points)):
        row.scores[seat] = points[seat]


@program
def play_batch(r, bots, keys, seed, start, mirrored, states, rows, blank, rng, log, points, room, mind):
    """Fill `rows` (which may hold anything before) with games `start`, `start + 1`, ….

    `states[0]` is room for the game; `states[1]` and `blank[0]`, an empty state and an empty row (all zero), stay so.
    `seed` and `start` are uint64, `rng` has shape (keys, 2), `points` one entry a seat. With `mirrored` m > 1, m
    consecutive games are one block: the same deal with the seats' private cards rotated by 0..m-1 places, and `start`
    is a multiple of m. Returns how many games could not be rotated because the seats held unequally many cards.
    """
    seats = len(bots)
    unequal = 0
    for i in range(len(rows)):
        states[0] = states[1]
        s = states[0]
        rows[i] = blank[0]
        row = rows[i]
        number = start + np.uint64(i)
        row.game = np.int64(number)
        unequal += not set_up(s, r, keys, seats, seed, number, np.uint64(mirrored), rng, log, room)
        open_row(s, r, row, log)
        play_on(s, r, bots, rng, len(keys) - seats, row, log, points, mind, ALL)
        settle(s, r, row, points)
    return unequal
