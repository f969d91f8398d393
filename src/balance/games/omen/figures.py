"""What a row records of a game of Omen: see FIGURES, EXPOSURES and PROFILES of the package."""

from __future__ import annotations

import numpy as np

from balance.engine.events import noted
from balance.engine.jit import njit
from balance.engine.rows import PROFILE_TURNS
from balance.games.omen import EXPOSURES, FIGURES, LEADS, PROFILES, RAZINGS, STRENGTH_LEADS
from balance.games.omen import events as ev
from balance.games.omen.state import (
    CITIES,
    DRAFT_REST,
    FATE,
    JILT,
    KRATER,
    PILFER,
    PORTENT,
    RECRUIT,
    RUNNING,
    SEATS,
)
from balance.games.omen.turn import coveted, points, winning_seats

_GAME = [figure.name for figure in FIGURES if figure.per == "game"]
_SEAT = [figure.name for figure in FIGURES if figure.per == "seat"]
_SHOWN = [exposure.name for exposure in EXPOSURES]
_TAKEN = [profile.name for profile in PROFILES]

RAZED_CITIES, SACKINGS, SACKED_AGAIN = (_GAME.index(name) for name in ("razed_cities", "sackings", "sacked_again"))
TIES_IN_WAR, SURGES_AT_LIMIT, LONGEST_CHAIN = (
    _GAME.index(name) for name in ("ties_in_war", "surges_at_limit", "longest_chain")
)
FROM_KRATERS, FROM_BROKEN, FROM_FACEDOWN, FROM_COVETED = (
    _SEAT.index(name) for name in ("from_kraters", "from_broken", "from_facedown", "from_coveted")
)
UNITS_DRAWN, UNITS_PLAYED, UNITS_LOST, UNITS_OFFERED = (
    _SEAT.index(name) for name in ("units_drawn", "units_played", "units_lost", "units_offered")
)
COINS_GAINED, COINS_PAID, KRATERS_WON, ALL_DRAWN, ALL_COINS = (
    _SEAT.index(name) for name in ("coins_gained", "coins_paid", "kraters_won", "wealth_all_drawn", "wealth_all_coins")
)
OPENING, HELD, PLAYED, USED, OFFERED = (_SHOWN.index(name) for name in ("opening", "held", "played", "used", "offered"))
AT_THE_END, DRAFTED, GIVEN_AWAY = (_SHOWN.index(name) for name in ("at_the_end", "drafted", "given_away"))
USED_BY_TRAIT = (JILT, FATE, PILFER, RECRUIT)
INTO_HAND = (ev.E_TAKE, ev.E_RETURN, ev.E_VETERAN)
KRATERS_WON_AGAIN, CAME_BACK = _SEAT.index("kraters_won_again"), _SEAT.index("came_back")
LED, LED_WON = _SEAT.index("led_at_first_by_1"), _SEAT.index("led_at_first_by_1_won")  # by razing, then by lead
WON_BY, WON_BY_ACTIVE = _GAME.index("won_by_0"), _GAME.index("won_by_active")
TIMES, CLASSES = len(RAZINGS), len(LEADS)
LEAST_LEAD, LEAST_STRENGTH = np.array(list(LEADS)), np.array(list(STRENGTH_LEADS))
COINS, CARDS, UNITS = (_TAKEN.index(name) for name in ("coins", "cards", "units"))


def measure(s, r, log, row):
    """Count what the log tells; note the opening hands when they are dealt, and what is left at the end."""
    events = noted(log)
    drafted = events > 0 and log[1].kind == ev.E_GIVE and s.step != DRAFT_REST
    if drafted:
        _drafted(s, row)
    if drafted or (row.decisions == 0 and not r.draft):
        _opening(s, row)
    for i in range(1, events + 1):
        event = log[i]
        if event.kind == ev.E_TURN or event.kind == ev.E_STEP:
            _follow_turn(s, r, row, event)
        elif event.kind == ev.E_SACKED:
            _sacked(s, row, event)
        elif event.kind == ev.E_RAZED:
            _razed(s, r, row)
        elif event.seat >= 0:
            _count(row, event)
    row.game_figures[LONGEST_CHAIN] = max(row.game_figures[LONGEST_CHAIN], s.chain)
    row.first = s.first
    if s.ended != RUNNING:
        _close(s, r, row)


@njit
def _show(row, kind, card, seat):
    row.exposure[kind, card] |= 1 << seat


@njit
def _opening(s, row):
    for seat in range(SEATS):
        for i in range(s.hand_n[seat]):
            _show(row, OPENING, s.hand[seat, i], seat)
            _show(row, HELD, s.hand[seat, i], seat)


@njit
def _drafted(s, row):
    for seat in range(SEATS):
        for i in range(s.deck_n[seat]):
            _show(row, DRAFTED, s.deck[seat, i], seat)
        for i in range(s.hand_n[seat]):
            _show(row, DRAFTED, s.hand[seat, i], seat)


@njit
def _follow_turn(s, r, row, event):
    if event.kind == ev.E_TURN:
        row.turns = event.amount
        if event.amount > 1:
            _profile(s, row, 1 - event.seat)
    elif event.amount == PORTENT:
        row.game_figures[SURGES_AT_LIMIT] += s.surge_used >= r.surge_limit
    elif event.amount == PORTENT - 1:
        row.seat_figures[ALL_DRAWN, event.seat] += s.wealth_drawn > 0 and s.wealth_coins == 0
        row.seat_figures[ALL_COINS, event.seat] += s.wealth_coins > 0 and s.wealth_drawn == 0


@njit
def _profile(s, row, seat):
    turn = row.profiled[seat]
    row.profiled[seat] += 1
    if turn >= PROFILE_TURNS:
        return
    row.profile[COINS, seat, turn] = s.coins[seat]
    row.profile[CARDS, seat, turn] = s.hand_n[seat] + s.vase_n[seat]
    for city in range(CITIES):
        row.profile[UNITS, seat, turn] += s.side_n[city, seat]


@njit
def _sacked(s, row, event):
    row.game_figures[SACKINGS] += 1
    row.game_figures[SACKED_AGAIN] += s.resolved[event.amount] == 2
    if event.seat < 0:
        row.game_figures[TIES_IN_WAR] += 1
        return
    row.seat_figures[KRATERS_WON, event.seat] += 1
    row.seat_figures[KRATERS_WON_AGAIN, event.seat] += s.resolved[event.amount] >= 2
    row.game_figures[WON_BY + _class(LEAST_STRENGTH, s.war_lead)] += 1
    # The state may be in the next turn already; the row's turn is that of the War.
    row.game_figures[WON_BY_ACTIVE] += event.seat == (s.first + row.turns - 1) % SEATS
    _show(row, HELD, event.card, event.seat)


@njit
def _class(least, n):
    """The last class whose least number n reaches."""
    k = len(least) - 1
    while n < least[k]:
        k -= 1
    return k


@njit
def _razed(s, r, row):
    """Note who leads when the first and the second city are razed."""
    razing = s.razed[0] + s.razed[1] + s.razed[2] - 1
    lead = points(s, r, 0) - points(s, r, 1)
    if razing < TIMES and lead != 0:
        k = razing * CLASSES + _class(LEAST_LEAD, abs(lead))
        row.seat_figures[LED + k, 0 if lead > 0 else 1] = 1


@njit
def _judge_leads(s, r, row):
    """Whether those who led have won; games that do not end say nothing about it."""
    figures = row.seat_figures
    top = winning_seats(s, r)
    for k in range(TIMES * CLASSES):
        for seat in range(SEATS):
            led = figures[LED + k, seat]
            figures[LED + k, seat] = led if top != 0 else 0
            figures[LED_WON + k, seat] = led if top == 1 << seat else 0
            if k < CLASSES and led and top == 1 << (1 - seat):
                figures[CAME_BACK, 1 - seat] = 1


@njit
def _count(row, event):
    kind, seat, card = event.kind, event.seat, event.card
    figures = row.seat_figures
    if kind == ev.E_DRAW:
        figures[UNITS_DRAWN, seat] += 1
        _show(row, HELD, card, seat)
    elif kind == ev.E_GAIN or kind == ev.E_STEAL:
        figures[COINS_GAINED, seat] += event.amount
    elif kind == ev.E_PAY:
        figures[COINS_PAID, seat] += event.amount
    elif kind == ev.E_PLAY:
        figures[UNITS_PLAYED, seat] += 1
        _show(row, PLAYED, card, seat)
    elif kind == ev.E_DESTROY:
        figures[UNITS_LOST, seat] += 1
    elif kind == ev.E_OFFER:
        figures[UNITS_OFFERED, seat] += 1
        _show(row, OFFERED, card, seat)
    elif kind == ev.E_EFFECT and (event.amount == KRATER or event.amount in USED_BY_TRAIT):
        _show(row, USED, card, seat)
    elif kind in INTO_HAND:
        _show(row, HELD, card, seat)
    elif kind == ev.E_GIVE:
        _show(row, GIVEN_AWAY, card, seat)


@njit
def _close(s, r, row):
    figures = row.seat_figures
    _judge_leads(s, r, row)
    if s.active >= 0:
        _profile(s, row, s.active)
    for city in range(CITIES):
        row.game_figures[RAZED_CITIES] += s.razed[city]
    for seat in range(SEATS):
        figures[FROM_KRATERS, seat] = s.vase_n[seat] * r.points_krater
        figures[FROM_BROKEN, seat] = s.broken_n[seat] * r.points_broken
        figures[FROM_FACEDOWN, seat] = s.facedown_n[seat] * r.points_facedown
        figures[FROM_COVETED, seat] = coveted(s, r, seat) * r.points_coveted
        for i in range(s.hand_n[seat]):
            _show(row, AT_THE_END, s.hand[seat, i], seat)
        for i in range(s.vase_n[seat]):
            _show(row, AT_THE_END, s.vase[seat, i], seat)
