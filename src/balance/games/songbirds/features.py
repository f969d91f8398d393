"""How an action looks to the seat to move: see `looks`. It knows its own hand and what lies open, nothing else."""

from __future__ import annotations

import numpy as np

from balance.engine.bits import bit, size, without
from balance.engine.jit import njit
from balance.games.songbirds.birds import COLOURS, VOLUMES
from balance.games.songbirds.looks import FEATURES, LOOKS
from balance.games.songbirds.scoring import (
    GROUP_OF,
    GROUP_POINTS,
    NOBODY,
    crow_groups,
    group_strengths,
    strength_of,
    strongest,
)
from balance.games.songbirds.state import (
    COMPETITIVE,
    EMPTY,
    FAVOUR,
    FULL,
    LINES,
    SIDE,
    SPACES,
    VOICE,
)

NOW, RIVALS, BEST_RIVAL, LEAD, RESERVE, SEALED, LOST, OWN_VOICE, OTHER_VOICE, OPENS = range(len(LOOKS))
BAND = len(LOOKS)
FAVOUR_VOLUME, FAVOUR_LEAD, FAVOUR_LATE, FAVOUR_NOW = (
    FEATURES.index(f"favour_{what}") for what in ("volume", "lead", "late", "now")
)

ONE_COLOUR = (1 << VOLUMES) - 1
STRENGTH_IN = np.array([sum(i + 1 for i in range(VOLUMES) if held >> i & 1) for held in range(128)], dtype=np.int64)
HIGHEST_IN = np.array([held.bit_length() for held in range(128)], dtype=np.int64)
"""By set of volumes less 1: their sum, and the highest (0 for none)."""

FIELD, LEVEL = 16, 1 << 10
"""Berries of all colours are one number, 16 bits a colour, starting at LEVEL: the Crow makes them negative."""

WORST = -(10**6)
FULL_COLUMN = sum(1 << (SIDE * i) for i in range(SIDE))
FULL_ROW = (1 << SIDE) - 1
FAR = 5  # a lead of more strength than that is as good as any


def features(s, r, a, out):
    """See GAME.features."""
    seat = s.next
    if a >= FAVOUR:
        _look_at_favouring(s, r, a - FAVOUR, out)
        return
    card, space = a // SPACES, a % SPACES
    voice = np.int64(VOICE[card])
    hand = without(s.hand[seat], card)
    berries = _berries(s, r, space, voice)
    if r.mode == COMPETITIVE:
        favourite = _favourite(hand, berries, hand)
        out[NOW] = _best_now(hand, berries, False) / 10
        _look_at_rivals(s, r, seat, hand, berries, out)
        _look_at_lines(s, r, space, voice, favourite, out, 0)
        _look_at_card(s, r, card, space, hand, favourite, out, 0)
        return
    favoured = _favoured(s, r)
    favourite = favoured // VOLUMES if favoured != EMPTY else _favourite(hand, berries, -1)
    total = _all(berries)
    if favoured == EMPTY:
        is_last = s.occupied | bit(space) == FULL  # nothing can be favoured after it
        out[BAND + NOW] = 0.0 if is_last else max(_best_now(hand, berries, True), 0) / 10
    else:
        out[BAND + NOW] = (favoured % VOLUMES + 1 + 2 * _of(berries, favourite) - total) / 10
    out[BAND + BEST_RIVAL] = (total - _of(berries, favourite)) / 10
    _look_at_lines(s, r, space, voice, favourite, out, BAND)
    _look_at_card(s, r, card, space, hand, favourite, out, BAND)


@njit
def _berries(s, r, space, voice):
    """What each colour's berries would be if the round ended with this voice added in the space."""
    found = np.int64(0)
    for colour in range(len(COLOURS)):
        found += LEVEL << (FIELD * colour)
    column, row = space % SIDE, SIDE + space // SIDE
    for line in range(LINES):
        strengths = s.strengths[line] + voice * np.int64(line == column or line == row)
        taker = strongest(strengths, r.tie_voids)
        found += np.int64(r.berries[s.token[line]] if taker != NOBODY else 0) << (FIELD * max(taker, 0))
    first, end = crow_groups(s.crow)
    for group in range(first, end):
        strengths = group_strengths(s, group) + voice * np.int64(GROUP_OF[s.crow, space] == group)
        taker = strongest(strengths, False)
        if taker != NOBODY:
            found -= np.int64(-GROUP_POINTS[group]) << (FIELD * taker)
    return found


@njit
def _of(berries, colour):
    """One colour's berries."""
    return ((berries >> (FIELD * colour)) & ((1 << FIELD) - 1)) - LEVEL


@njit
def _all(berries):
    """The berries of all colours."""
    found = 0
    for colour in range(len(COLOURS)):
        found += _of(berries, colour)
    return found


@njit
def _held(hand, colour):
    """The volumes of a colour in a hand, as a set of volumes less 1."""
    return (hand >> (VOLUMES * colour)) & ONE_COLOUR


@njit
def _favourite(hand, berries, among):
    """The colour with most berries and strength in hand, of those in the set of cards `among`."""
    best, favourite = WORST, 0
    for colour in range(len(COLOURS)):
        worth = _of(berries, colour) + STRENGTH_IN[_held(hand, colour)]
        if _held(among, colour) != 0 and worth > best:
            best, favourite = worth, colour
    return favourite


@njit
def _best_now(hand, berries, is_band):
    """The best score with one of the birds in hand, if the round ended now."""
    best = WORST
    for colour in range(len(COLOURS)):
        held = _held(hand, colour)
        score = _of(berries, colour) + HIGHEST_IN[held]
        if is_band:
            score += _of(berries, colour) - _all(berries)
        if held != 0 and score > best:
            best = score
    return best


@njit
def _favoured(s, r):
    """The favoured bird of solo and co-op, EMPTY for none."""
    found = EMPTY
    for seat in range(r.seats):
        found = max(found, s.favoured[seat])
    return found


@njit
def _look_at_rivals(s, r, seat, hand, berries, out):
    """The others hold, between them, the cards that this seat does not see: which colours may they favour?"""
    unseen = np.int64(0)
    for other in range(r.seats):
        unseen |= s.hand[other] if other != seat else 0
    for i in range(s.deck_n):
        unseen |= bit(s.deck[i])
    n = max(size(unseen), 1)
    mean, best = 0.0, 0
    for colour in range(len(COLOURS)):
        mean += size(_held(unseen, colour)) * _of(berries, colour) / n
        if _held(hand, colour) == 0:
            best = max(best, _of(berries, colour))
    out[RIVALS] = mean / 10
    out[BEST_RIVAL] = best / 10


@njit
def _look_at_lines(s, r, space, voice, favourite, out, at):
    """The column and the row of the space."""
    occupied = s.occupied | bit(space)
    for axis in range(2):
        line = space % SIDE if axis == 0 else SIDE + space // SIDE
        spaces = FULL_COLUMN << line if axis == 0 else FULL_ROW << (SIDE * (line - SIDE))
        token = r.berries[s.token[line]]
        after = s.strengths[line] + voice
        out[at + LEAD] += token * (_ahead(after, favourite) - _ahead(s.strengths[line], favourite)) / (10 * FAR)
        if occupied & spaces == spaces:
            taker = strongest(after, r.tie_voids)
            if taker == favourite:
                out[at + SEALED] += token / 10
            elif taker != NOBODY:
                out[at + LOST] += token / 10


@njit
def _ahead(strengths, colour):
    """How much stronger the colour is than all others, in -FAR..FAR."""
    other = np.int64(0)
    for one in range(len(COLOURS)):
        if one != colour:
            other = max(other, strength_of(strengths, one))
    return min(max(strength_of(strengths, colour) - other, -FAR), FAR)


@njit
def _look_at_card(s, r, card, space, hand, favourite, out, at):
    """What the placed bird was worth, and what is left."""
    out[at + RESERVE] = STRENGTH_IN[_held(hand, favourite)] / 10
    out[at + (OWN_VOICE if card // VOLUMES == favourite else OTHER_VOICE)] = (card % VOLUMES + 1) / 10
    out[at + OPENS] = size(without((s.open | r.adjacent[space]) & ~s.occupied, space)) / 10


@njit
def _look_at_favouring(s, r, card, out):
    """Solo and co-op: is this the bird, and is this the time?"""
    berries = _berries(s, r, 0, np.int64(0))
    lead = 2 * _of(berries, card // VOLUMES) - _all(berries)
    out[FAVOUR_VOLUME] = (card % VOLUMES + 1) / 10
    out[FAVOUR_LEAD] = lead / 10
    out[FAVOUR_LATE] = size(s.occupied) / SPACES
    out[FAVOUR_NOW] = 1.0
    out[BAND + NOW] = (lead + card % VOLUMES + 1) / 10
