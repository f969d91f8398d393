"""What a row records of a game of Songbirds: see `questions`, and GAME.exposures and GAME.profiles."""

from __future__ import annotations

import numpy as np

from balance.engine.bits import holds, size, without
from balance.engine.events import noted
from balance.engine.jit import njit
from balance.engine.rows import PROFILE_TURNS
from balance.games.songbirds import GAME
from balance.games.songbirds.birds import BIRDS, COLOURS, VOLUMES
from balance.games.songbirds.events import E_AWARD, E_DRAW, E_FAVOUR, E_PLACE, E_SCORE
from balance.games.songbirds.options import SongbirdsOptions
from balance.games.songbirds.questions import BY_SIDE, SHARES
from balance.games.songbirds.scoring import ABOVE_RIGHT, NOBODY, award_line, award_taker, award_token
from balance.games.songbirds.state import (
    COMPETITIVE,
    CROW_A,
    CROW_B,
    EMPTY,
    LINES,
    MORE_POINTS,
    NO_CROW,
    RUNNING,
)


def _numbers(options: SongbirdsOptions, per: str) -> dict[str, int]:
    return {f.name: i for i, f in enumerate(f for f in GAME.figures(options) if f.per == per)}


_LARGEST = SongbirdsOptions(players=4)
_GAME, _SEAT = _numbers(_LARGEST, "game"), _numbers(_LARGEST, "seat")
NOBODY_TAKES, SAME_COLOUR, TIED_ROUNDS = (_GAME[name] for name in ("nobody", "same_colour", "tied_rounds"))
TOKENS, ROUNDS = _GAME["tokens"], _GAME["rounds"]
FIRST_ROUND_WON, MATCH_WON_TOO, MATCH_SHARED_TOO = (
    _GAME[name] for name in ("first_round_won", "match_won_too", "match_shared_too")
)
SHARE_OF_PLACE = _GAME["shares_first"]
SIDE_A = _GAME["A_rounds"]
SIDE_ROUNDS, SIDE_PLAYERS, SIDE_HIT, SIDE_POINTS, SIDE_NOBODY, SIDE_TIED, SIDE_FIRST, SIDE_LAST = range(len(BY_SIDE))
FROM_VOLUME, FROM_BERRIES, FIXED_AFTER, HANDS, HAND_SHARES = (
    _SEAT[name] for name in ("from_volume", "from_berries", "fixed_after", "hands", "hand_shares")
)

_BAND = SongbirdsOptions(mode="coop")
_BAND_GAME, _BAND_SEAT = _numbers(_BAND, "game"), _numbers(_BAND, "seat")
FAVOURED_TURN, BAND_TOKENS, FAVOURING = (_BAND_GAME[name] for name in ("favoured_turn", "tokens", "favouring"))
FROM_OTHERS, FAVOURS = (_BAND_SEAT[name] for name in ("from_others", "favours"))

BY_TOKEN, BAND_BY_TOKEN = (
    (numbers["nobody_0"], numbers["favoured_0"], numbers["token_0"]) for numbers in (_GAME, _BAND_GAME)
)

OPENING, FAVOURED, PLAYED = (
    [exposure.name for exposure in GAME.exposures].index(name) for name in ("opening", "favoured", "played")
)
OF_COLOUR = np.array([((1 << VOLUMES) - 1) << (VOLUMES * colour) for colour in range(len(COLOURS))], dtype=np.int32)


def measure(s, r, log, row):
    """After the deal: the hands. After a decision: a turn, with all that the log tells of it."""
    if row.decisions == 0:
        row.first = s.first
        _show_opening(s, r, log, row)
        _open_hands(s, r, row)
        return
    act = log[1]
    row.turns += 1
    if act.kind == E_PLACE:
        row.exposure[PLAYED, act.card] |= 1 << act.seat
    if r.mode != COMPETITIVE:
        _follow_band(s, r, log, row)
    elif noted(log) == 1:
        colours = _colours_in(s.hand[act.seat])
        row.seat_figures[FIXED_AFTER, act.seat] += colours > 1
        _end_turn(row, act.seat, colours)
    else:
        _end_turn(row, act.seat, 1)
        _end_round(s, r, log, row)
        if s.ended == RUNNING:
            _open_hands(s, r, row)


@njit
def _colours_in(hand):
    """How many colours a hand holds."""
    found = 0
    for colour in range(len(COLOURS)):
        found += hand & OF_COLOUR[colour] != 0
    return found


@njit
def _end_turn(row, seat, colours):
    """The profile of the turn."""
    turn = row.profiled[seat]
    row.profiled[seat] = turn + 1
    if turn < PROFILE_TURNS:
        row.profile[0, seat, turn] = colours


@njit
def _hand(s, log, seat):
    """A seat's hand, without what its next turn of solo or co-op has drawn already."""
    last = log[noted(log)]
    if last.kind == E_DRAW and last.seat == seat:
        return without(s.hand[seat], last.card)
    return np.int64(s.hand[seat])


@njit
def _show_opening(s, r, log, row):
    for seat in range(r.seats):
        hand = np.int32(_hand(s, log, seat))
        for card in range(BIRDS):
            row.exposure[OPENING, card] |= ((hand >> card) & 1) << seat


@njit
def _open_hands(s, r, row):
    """A hand that is dealt: as a rule it takes one placement at least to leave one colour only."""
    if r.mode == COMPETITIVE:
        for seat in range(r.seats):
            row.seat_figures[FIXED_AFTER, seat] += _colours_in(s.hand[seat]) > 1
            row.seat_figures[HANDS, seat] += 1


# --- competitive rounds


@njit
def _end_round(s, r, log, row):
    """Tokens, favoured birds and scores of a finished round."""
    figures = row.game_figures
    favoured = _favoured(log, row)
    nobody, hit, side = _count_awards(log, favoured, row, BY_TOKEN)
    winners, points = _winners(log)
    figures[ROUNDS] += 1
    figures[TOKENS] += LINES
    figures[NOBODY_TAKES] += nobody
    figures[SAME_COLOUR] += size(favoured) < r.seats
    figures[TIED_ROUNDS] += size(winners) > 1
    share = SHARES // size(winners)
    first, last = 0, 0
    for place in range(r.seats):
        seat = (log[1].seat + 1 + place) % r.seats  # who placed last is the last of the round
        last = share * np.int64(holds(winners, seat))
        first = last if place == 0 else first
        figures[SHARE_OF_PLACE + place] += last
        row.seat_figures[HAND_SHARES, seat] += last
    if side != NO_CROW:
        of_side = figures[SIDE_A + (side - CROW_A) * len(BY_SIDE) :]
        of_side[SIDE_ROUNDS] += 1
        of_side[SIDE_PLAYERS] += r.seats
        of_side[SIDE_HIT] += _players_of(log, hit)
        of_side[SIDE_POINTS] += points
        of_side[SIDE_NOBODY] += nobody
        of_side[SIDE_TIED] += size(winners) > 1
        of_side[SIDE_FIRST] += first
        of_side[SIDE_LAST] += last
    if s.ended != RUNNING:
        _end_match(s, r, row)


@njit
def _favoured(log, row):
    """The set of colours that are favoured."""
    colours = 0
    for i in range(1, noted(log) + 1):
        if log[i].kind == E_FAVOUR:
            row.exposure[FAVOURED, log[i].card] |= 1 << log[i].seat
            colours |= 1 << (log[i].card // VOLUMES)
    return colours


@njit
def _count_awards(log, favoured, row, by_token):
    """Count the tokens by line and number; return: those to nobody, the set of colours that the Crow hit, its side."""
    nobody, hit, side = 0, 0, NO_CROW
    of_nobody, of_line, of_token = by_token
    for i in range(1, noted(log) + 1):
        if log[i].kind != E_AWARD:
            continue
        line, taker = award_line(log[i].amount), award_taker(log[i].amount)
        if line >= LINES:
            side = CROW_A if line < LINES + ABOVE_RIGHT else CROW_B
            hit |= 1 << taker if taker != NOBODY else 0
        elif taker == NOBODY:
            nobody += 1
            row.game_figures[of_nobody + line] += 1
        else:
            is_favoured = (favoured >> taker) & 1
            row.game_figures[of_line + line] += is_favoured
            row.game_figures[of_token + award_token(log[i].amount)] += is_favoured
    return nobody, hit, side


@njit
def _winners(log):
    """The set of seats with most points in the round, and all points."""
    best, winners, points = 0, 0, 0
    for i in range(1, noted(log) + 1):
        if log[i].kind == E_SCORE:
            points += log[i].amount
            if winners == 0 or log[i].amount > best:
                best, winners = log[i].amount, 0
            if log[i].amount == best:
                winners |= 1 << log[i].seat
    return winners, points


@njit
def _players_of(log, colours):
    """How many players favour one of these colours."""
    found = 0
    for i in range(1, noted(log) + 1):
        found += log[i].kind == E_FAVOUR and holds(colours, log[i].card // VOLUMES)
    return found


@njit
def _end_match(s, r, row):
    """Points by source, and what winning the first round alone was worth."""
    best = s.points[0, 0]
    for seat in range(r.seats):
        row.seat_figures[FROM_VOLUME, seat] = s.from_volume[seat]
        row.seat_figures[FROM_BERRIES, seat] = s.from_berries[seat]
        best = max(best, s.points[seat, 0])
    ahead, most = 0, s.total[0]
    leader = 0
    for seat in range(r.seats):
        if s.points[seat, 0] == best:
            ahead += 1
            leader = seat
        most = max(most, s.total[seat])
    if ahead == 1:
        row.game_figures[FIRST_ROUND_WON] = 1
        if s.total[leader] == most:
            row.game_figures[MATCH_WON_TOO if s.ended == MORE_POINTS else MATCH_SHARED_TOO] = 1


# --- solo and co-op


@njit
def _follow_band(s, r, log, row):
    """A turn of solo or co-op; at the end the tokens and points."""
    act = log[1]
    _end_turn(row, act.seat, _colours_in(_hand(s, log, act.seat)))
    if act.kind == E_FAVOUR:
        row.exposure[FAVOURED, act.card] |= 1 << act.seat
        row.game_figures[FAVOURED_TURN] = row.turns
        row.game_figures[FAVOURING] = 1
        row.seat_figures[FAVOURS, act.seat] = 1
    if s.ended != RUNNING:
        favoured = 0
        for seat in range(r.seats):
            row.seat_figures[FROM_VOLUME, seat] = s.from_volume[seat]
            row.seat_figures[FROM_BERRIES, seat] = s.from_berries[seat]
            row.seat_figures[FROM_OTHERS, seat] = s.from_others[seat]
            if s.favoured[seat] != EMPTY:
                favoured = 1 << (s.favoured[seat] // VOLUMES)
        row.game_figures[BAND_TOKENS] = LINES
        row.game_figures[NOBODY_TAKES] = _count_awards(log, favoured, row, BAND_BY_TOKEN)[0]
