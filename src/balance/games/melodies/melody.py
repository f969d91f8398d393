"""Which number becomes the Melody, and whether it is the right one.

How often each number was played is one int64, `BITS` bits a number, so that bots can look at what would be without
changing anything: `counts += 1 << (BITS * number)`.
"""

from __future__ import annotations

import numpy as np

from balance.engine.jit import njit
from balance.games.melodies.state import HIGHEST, has, in_force
from balance.games.melodies.words import (
    EVEN,
    FALSE_NOTE,
    IGNORE_HIGHEST,
    LEAST_PLAYED,
    ODD,
    ONE_APART,
    RESTRICTION_BROKEN,
)

BITS = 6
RIGHT = -1  # no cause for failing
ODDS = 0b1010101010  # bit n: number n
EVENS = 0b0101010100


@njit
def times(counts, number):
    """How often a number was played."""
    return (counts >> (BITS * number)) & 63


@njit
def once(number):
    """What one card of a number adds to the counts."""
    return np.int64(1) << (BITS * number)


@njit
def played(s, seat):
    """The counts of all played cards that `seat` can see (-1: of all)."""
    counts = np.int64(0)
    for k in range(s.plays):
        if seat < 0 or s.play_hidden[k] == 0 or s.play_seat[k] == seat:
            for i in range(s.play_n[k]):
                counts += s.play_times[k, i] * once(s.play_number[k, i])
    return counts


@njit
def most_played(counts, mask, lowest_tie, parity_filter):
    """The number that becomes the Melody under the restrictions in `mask`, 0 if there is none."""
    top = HIGHEST
    if has(mask, IGNORE_HIGHEST):
        while top > 0 and times(counts, top) == 0:
            top -= 1
        top -= 1
    best = 0
    for i in range(1, top + 1):
        number = top + 1 - i if lowest_tie else i  # of equals the last one looked at stands
        n = times(counts, number)
        if n == 0 or (parity_filter and not has(parities(mask), number)):
            continue
        if best == 0 or n == times(counts, best) or (n < times(counts, best)) == has(mask, LEAST_PLAYED):
            best = number
    return best


@njit
def parities(mask):
    """The numbers that `even` and `odd` allow, as a mask."""
    numbers = ODDS | EVENS
    if has(mask, EVEN):
        numbers &= EVENS
    if has(mask, ODD):
        numbers &= ODDS
    return numbers


@njit
def judge(s, r, number, mask):
    """Why this number is wrong as the Melody of this note under the restrictions in `mask`, RIGHT if it is not."""
    rank = r.rank[s.pack, s.song - 1]
    for k in range(s.note - 1):
        if _sign(number - s.row[k]) != _sign(rank[s.note - 1] - rank[k]):
            return FALSE_NOTE
    if not has(parities(mask), number):
        return RESTRICTION_BROKEN
    if has(mask, ONE_APART) and abs(number - s.row[s.note - 2]) != 1:
        return RESTRICTION_BROKEN
    return RIGHT


@njit
def _sign(x):
    return int(x > 0) - int(x < 0)


@njit
def find_room(s, r):
    """Set s.room: for each number, how many rows of the whole song are possible that have it as this note's Melody.

    The ranks of the song rise, so rows are counted from the lowest rank up to this note's, and from the highest down.
    """
    rank = r.rank[s.pack, s.song - 1, s.note - 1]
    _count_from(s, r, s.room, 1, rank, 1)
    _count_from(s, r, s.above, r.ranks[s.pack, s.song - 1], rank, -1)
    values = _values(s, r, rank)
    s.most_room = 1
    for number in range(1, HIGHEST + 1):
        s.room[number] = s.room[number] * s.above[number] if has(values, number) else 0
        s.most_room = max(s.most_room, s.room[number])


@njit
def _count_from(s, r, ways, start, end, step):
    """ways[v]: how the ranks from `start` up to before `end` can be filled if rank `end` has the value v."""
    for v in range(HIGHEST + 1):
        ways[v] = 1
    rank = start
    while rank != end:
        values = _values(s, r, rank)
        adjacent = _is_one_apart(s, r, rank, rank + step)
        total = 0
        last = 0
        for i in range(1, HIGHEST + 1):
            v = i if step > 0 else HIGHEST + 1 - i
            here = ways[v] if has(values, v) else 0
            ways[v] = last if adjacent else total
            total += here
            last = here
        rank += step


@njit
def _values(s, r, rank):
    """The numbers that the notes of a rank may have: what lies in the row, else what parity allows; a mask."""
    values = ODDS | EVENS
    for k in range(r.notes[s.pack, s.song - 1]):
        if r.rank[s.pack, s.song - 1, k] == rank:
            if k < s.note - 1:
                return 1 << s.row[k]
            values &= parities(_mask_of(s, r, k))
    return values


@njit
def _is_one_apart(s, r, rank, other):
    """Whether a note still to come asks the values of two ranks to be exactly 1 apart."""
    ranks = r.rank[s.pack, s.song - 1]
    for k in range(max(1, s.note - 1), r.notes[s.pack, s.song - 1]):
        if has(_mask_of(s, r, k), ONE_APART):
            low, high = min(ranks[k - 1], ranks[k]), max(ranks[k - 1], ranks[k])
            if low == min(rank, other) and high == max(rank, other):
                return True
    return False


@njit
def _mask_of(s, r, k):
    """The restrictions of a note that is not over, by place."""
    return in_force(s, r) if k == s.note - 1 else r.restrictions[s.pack, s.song - 1, k]
