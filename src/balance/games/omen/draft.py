"""Drafting Omen games: three stacks, then each player's own deck."""

from __future__ import annotations

from balance.engine.events import note
from balance.engine.jit import njit
from balance.engine.streams import shuffle
from balance.games.omen import actions as act
from balance.games.omen import events as ev
from balance.games.omen import questions as ask_for
from balance.games.omen.moves import (
    DECK_MADE,
    STACK_MADE,
    draw,
    gain,
    has,
    make_deck,
    remove,
    see,
)
from balance.games.omen.questions import ask
from balance.games.omen.state import COVETED, DRAFT_REST, DRAFT_TRIUMPH, DRAFTING, OUT, SEATS, TRIUMPH

TRIUMPHS, COVETEDS, REST = range(3)
ROUNDS = 5
FIRST_BIT = (0, 2, 3)  # the shuffle of each stack; bit 1 is the kraters'


@njit
def begin_draft(s, r, rng, log):
    """Separate and shuffle the stacks; deal 4 TRIUMPH and 4 COVETED units to each player."""
    for unit in range(r.units):
        stack = TRIUMPHS if has(r, unit, TRIUMPH) else COVETEDS if has(r, unit, COVETED) else REST
        s.draft_stack[stack, s.draft_n[stack]] = unit
        s.draft_n[stack] += 1
        s.where[unit] = DRAFTING
        for seat in range(SEATS):
            s.history[seat, unit] = 1 << FIRST_BIT[stack]
            s.origin[seat, unit] = 1 << FIRST_BIT[stack]
    for stack in range(3):
        shuffle(rng, STACK_MADE + stack, s.draft_stack[stack], s.draft_n[stack])
    for seat in range(SEATS):
        s.given[seat] = -1
        _draw_from_stack(s, seat, TRIUMPHS, 4)
        for _ in range(4):
            unit = _top_of_stack(s, COVETEDS)
            see(s, seat, unit)
            _to_play_area(s, seat, unit)
    s.step = DRAFT_TRIUMPH
    ask(s, r, ask_for.REPLACE, 0)


@njit
def _top_of_stack(s, stack):
    s.draft_n[stack] -= 1
    return s.draft_stack[stack, s.draft_n[stack]]


@njit
def _draw_from_stack(s, seat, stack, n):
    for _ in range(n):
        unit = _top_of_stack(s, stack)
        see(s, seat, unit)
        s.drawn[seat, s.drawn_n[seat]] = unit
        s.drawn_n[seat] += 1


@njit
def _to_play_area(s, seat, unit):
    s.play_area[seat, s.play_area_n[seat]] = unit
    s.play_area_n[seat] += 1


@njit
def _keep_drawn(s, seat):
    for i in range(s.drawn_n[seat]):
        _to_play_area(s, seat, s.drawn[seat, i])
    s.drawn_n[seat] = 0


@njit
def answer_replace(s, r, a, log):
    """Put a TRIUMPH unit under the stack, or be done; then draw as many as were put under it."""
    seat = s.asked
    if act.do_of(a) == act.DO_REPLACE:
        unit = act.card_in(a)
        remove(s.drawn[seat], s.drawn_n[seat], unit)
        s.drawn_n[seat] -= 1
        s.under[seat, s.under_n[seat]] = unit
        s.under_n[seat] += 1
        if s.under_n[seat] < 2:
            ask(s, r, ask_for.REPLACE, seat)
            return
    n = s.under_n[seat]
    s.under_n[seat] = 0
    for i in range(n):
        _put_beneath(s, s.under[seat, i])
    _draw_from_stack(s, seat, TRIUMPHS, n)
    for i in range(s.drawn_n[seat] - n, s.drawn_n[seat]):
        note(log, ev.E_DRAFT, seat, s.drawn[seat, i], 0)
    _keep_drawn(s, seat)
    if seat == 0:
        ask(s, r, ask_for.REPLACE, 1)
    else:
        s.step = DRAFT_REST
        _begin_round(s, r)


@njit
def _put_beneath(s, unit):
    n = s.draft_n[TRIUMPHS]
    for i in range(n, 0, -1):
        s.draft_stack[TRIUMPHS, i] = s.draft_stack[TRIUMPHS, i - 1]
    s.draft_stack[TRIUMPHS, 0] = unit
    s.draft_n[TRIUMPHS] += 1


@njit
def _begin_round(s, r):
    for seat in range(SEATS):
        _draw_from_stack(s, seat, REST, 3)
    ask(s, r, ask_for.GIVE, 0)


@njit
def answer_give(s, r, unit, rng, log):
    """Give one of the three drawn units away and keep two; return whether the draft is over."""
    seat = s.asked
    remove(s.drawn[seat], s.drawn_n[seat], unit)
    s.drawn_n[seat] -= 1
    s.given[seat] = unit
    _keep_drawn(s, seat)
    if seat == 0:
        ask(s, r, ask_for.GIVE, 1)
        return False
    for giver in range(SEATS):
        note(log, ev.E_GIVE, giver, s.given[giver], 0)
        _to_play_area(s, 1 - giver, s.given[giver])
        s.given[giver] = -1
    s.draft_round += 1
    if s.draft_round < ROUNDS:
        _begin_round(s, r)
        return False
    _end_draft(s, r, rng, log)
    return True


@njit
def _end_draft(s, r, rng, log):
    """Remove what is left, make the decks, deal the opening hands."""
    for stack in range(3):
        while s.draft_n[stack] > 0:
            s.where[_top_of_stack(s, stack)] = OUT
    for seat in range(SEATS):
        n = s.play_area_n[seat]
        s.play_area_n[seat] = 0
        make_deck(s, r, seat, s.play_area[seat], n, rng, DECK_MADE + seat, log)
    for seat in range(SEATS):
        for _ in range(r.starting_units):
            draw(s, r, seat, rng, log)
        gain(s, seat, r.starting_coins, log)
