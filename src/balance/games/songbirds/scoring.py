"""Who takes a Berry token, and the points of a round."""

from __future__ import annotations

import numpy as np

from balance.engine.bits import bit
from balance.engine.events import note
from balance.engine.jit import njit
from balance.games.songbirds.birds import COLOURS, VOLUMES
from balance.games.songbirds.events import E_AWARD, E_SCORE
from balance.games.songbirds.state import (
    COMPETITIVE,
    CROW_A,
    CROW_B,
    EMPTY,
    LINES,
    SPACES,
    STRENGTH_BITS,
    VOICE,
)

NOBODY = -1
NO_BIRD = 1  # the set that holds only the strength 0

GROUPS = ("above", "left", "right", "below", "above + right", "below + left")
"""The groups of spaces beside the Crow; they are numbered on from the lines."""

GROUP_OF = np.full((3, SPACES), -1, dtype=np.int32)
"""By side of the Crow that is up and space: the group that the space belongs to, -1 for none."""
SIDE_SPACES = np.array([(7, 2), (11, 10), (13, 14), (17, 22)], dtype=np.int32)
GROUP_POINTS = np.array([-2, -3, -4, -5, -4, -4], dtype=np.int32)
ABOVE, LEFT, RIGHT, BELOW, ABOVE_RIGHT, BELOW_LEFT = range(len(GROUPS))
for _side in (ABOVE, LEFT, RIGHT, BELOW):
    GROUP_OF[CROW_A, SIDE_SPACES[_side]] = _side
    GROUP_OF[CROW_B, SIDE_SPACES[_side]] = ABOVE_RIGHT if _side in (ABOVE, RIGHT) else BELOW_LEFT


@njit
def strength_of(strengths, colour):
    """One colour's strength."""
    return (strengths >> (STRENGTH_BITS * colour)) & (2**STRENGTH_BITS - 1)


@njit
def strongest(strengths, tie_voids):
    """The colour that takes a token: tied colours cancel each other out, of those left the strongest; or NOBODY."""
    met = np.int64(0)
    tied = np.int64(0)
    for colour in range(len(COLOURS)):
        strength = bit(strength_of(strengths, colour))
        tied |= met & strength
        met |= strength
    left = met & ~tied & ~NO_BIRD
    if tie_voids and (tied & ~NO_BIRD) > left:
        return NOBODY
    top = np.int64(0)
    for colour in range(len(COLOURS)):
        top = max(top, left & bit(strength_of(strengths, colour)))
    taker = np.int64(NOBODY)
    for colour in range(len(COLOURS)):  # one at most: those that share a strength are out
        taker += (colour - NOBODY) * np.int64(bit(strength_of(strengths, colour)) == top)
    return taker


@njit
def beside_crow(s, side):
    """The strengths of the two birds on one side (ABOVE..BELOW) of the Crow."""
    near, far = SIDE_SPACES[side]
    return VOICE[s.forest[near]] + VOICE[s.forest[far]]


@njit
def group_strengths(s, group):
    """The strengths in a group beside the Crow."""
    if group == ABOVE_RIGHT:
        return beside_crow(s, ABOVE) + beside_crow(s, RIGHT)
    if group == BELOW_LEFT:
        return beside_crow(s, BELOW) + beside_crow(s, LEFT)
    return beside_crow(s, group)


@njit
def crow_groups(side):
    """The first and the last but one of the Crow's groups on its side A or B; of NO_CROW none."""
    if side == CROW_A:
        return ABOVE, BELOW + 1
    if side == CROW_B:
        return ABOVE_RIGHT, BELOW_LEFT + 1
    return 0, 0


@njit
def award_code(line, token, strengths, taker):
    """An award as one number: the line (a group of the Crow's is LINES + its number), its token, who takes it, why."""
    return strengths | line << 20 | token << 24 | (taker + 1) << 28


@njit
def award_line(code):
    """The line of an award."""
    return (code >> 20) & 15


@njit
def award_token(code):
    """The token of an award; means nothing for the Crow's groups."""
    return (code >> 24) & 15


@njit
def award_taker(code):
    """The colour that takes it, or NOBODY."""
    return (code >> 28) - 1


@njit
def award_strengths(code):
    """The strengths that decided an award."""
    return code & (2 ** (STRENGTH_BITS * len(COLOURS)) - 1)


@njit
def award_tokens(s, r, log):
    """Award the Berry tokens of the full forest, columns first, then rows, then the Crow's."""
    for colour in range(len(COLOURS)):
        s.colour_berries[colour] = 0
    for line in range(LINES):
        taker = strongest(s.strengths[line], r.tie_voids)
        token = s.token[line]
        if taker != NOBODY:
            s.colour_berries[taker] += r.berries[token]
        note(log, E_AWARD, -1, -1, award_code(line, token, s.strengths[line], taker))
    first, end = crow_groups(s.crow)
    for group in range(first, end):
        strengths = group_strengths(s, group)
        taker = strongest(strengths, False)
        if taker != NOBODY:
            s.colour_berries[taker] += GROUP_POINTS[group]
        note(log, E_AWARD, -1, -1, award_code(LINES + group, 0, strengths, taker))


@njit
def score_round(s, r, log):
    """Points of the finished round: the favoured bird's volume and its colour's berries."""
    if r.mode != COMPETITIVE:
        _score_band(s, r, log)
        return
    for seat in range(r.seats):
        volume, berries = _worth(s, s.favoured[seat])
        _count(s, seat, volume, berries, 0)
        note(log, E_SCORE, seat, -1, volume + berries)


@njit
def _score_band(s, r, log):
    """Solo and co-op: the other colours' berries are taken off; without a favoured bird nothing is scored."""
    favoured = EMPTY
    for seat in range(r.seats):
        favoured = max(favoured, s.favoured[seat])
    volume, berries, others = 0, 0, 0
    if favoured != EMPTY:
        volume, berries = _worth(s, favoured)
        for colour in range(len(COLOURS)):
            others -= s.colour_berries[colour]
        others += berries
    for seat in range(r.seats):
        _count(s, seat, volume, berries, others)
    note(log, E_SCORE, 0, -1, volume + berries + others)


@njit
def _worth(s, card):
    """Volume and berries of a favoured bird."""
    return card % VOLUMES + 1, s.colour_berries[card // VOLUMES]


@njit
def _count(s, seat, volume, berries, others):
    s.points[seat, s.round_no - 1] = volume + berries + others
    s.total[seat] += volume + berries + others
    s.from_volume[seat] += volume
    s.from_berries[seat] += berries
    s.from_others[seat] += others
