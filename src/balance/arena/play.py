"""The compiled loops: one game, and a batch of games."""

from __future__ import annotations

import numpy as np

from balance.bots.policy import choose
from balance.engine.events import clear
from balance.engine.jit import njit
from balance.engine.redeal import rotate_hands
from balance.engine.streams import begin, mix
from balance.engine.verbs import apply, count, deal, measure, over, scores, to_move, winners


@njit
def play_game(s, r, bots, rng, chances, row, log, points, scratch):
    """Play the dealt game `s` to its end between `bots` (one a seat) and fill `row`.

    `rng` rows 0..chances-1 are the game's, row chances + seat is that seat's bot. `points` int64 (seats,), `scratch` float64.
    """
    row.leader = -1
    clear(log)
    measure(s, r, log, row)
    while over(s, r) == 0:
        seat = to_move(s, r)
        n = count(s, r)
        a = choose(s, r, n, bots[seat], rng, chances + seat, scratch)
        row.decisions += 1
        row.options += n
        row.forced += n == 1
        row.trace = mix(row.trace ^ np.uint64(a + 1))
        turn = row.turns
        clear(log)
        apply(s, r, a, rng, log)
        measure(s, r, log, row)
        if len(log) > 0:
            row.log_full |= log[0].kind
        if row.turns != turn:
            _follow_lead(s, r, row, points)
    row.reason = over(s, r) - 1
    row.winners = winners(s, r)
    scores(s, r, points)
    for seat in range(len(points)):
        row.scores[seat] = points[seat]


@njit
def _follow_lead(s, r, row, points):
    scores(s, r, points)
    leader = 0
    shared = False
    for seat in range(1, len(points)):
        if points[seat] > points[leader]:
            leader, shared = seat, False
        elif points[seat] == points[leader]:
            shared = True
    if shared:
        return
    if row.leader >= 0 and row.leader != leader:
        row.lead_changes += 1
    row.leader = leader


@njit
def play_batch(r, bots, keys, seed, start, mirrored, states, rows, log, room, scratch):
    """Fill `rows` with games `start`, `start + 1`, ….

    `states[0]` is room for the game, `states[1]` stays empty (all zero); `seed` and `start` are uint64. With `mirrored` m > 1, m
    consecutive games are one block: the same deal with the seats' private cards rotated by 0..m-1 places; `start` is then a
    multiple of m.
    """
    seats = len(bots)
    rng = np.empty((len(keys), 2), dtype=np.uint64)
    points = np.zeros(seats, dtype=np.int64)
    for i in range(len(rows)):
        states[0] = states[1]
        s = states[0]
        row = rows[i]
        number = start + np.uint64(i)
        row.game = np.int64(number)
        begin(rng, keys, seed, number // np.uint64(mirrored))
        deal(s, r, rng)
        if mirrored > 1:
            rotate_hands(s, r, seats, i % mirrored, room)
        play_game(s, r, bots, rng, len(keys) - seats, row, log, points, scratch)
