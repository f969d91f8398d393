"""The question that waits for an answer, and the windows: who is asked whether to use a help card."""

from __future__ import annotations

from balance.engine.jit import njit
from balance.games.melodies import actions as act
from balance.games.melodies.effects import can_do_something, list_moves, list_targets
from balance.games.melodies.plays import add_answer, list_plays
from balance.games.melodies.state import (
    HELP,
    PH_AFTER_ACTS,
    PH_AFTER_DEAL,
    PH_AFTER_MELODY,
    PH_BEFORE_ACT,
    PH_BEFORE_HANDS,
    PH_START,
    PH_WITH_ACT,
    PHASES,
    STEP_ACT,
    STEP_TARGET,
    STEP_TUNE,
    STEP_USE,
    bit,
    first_seat,
    has,
)
from balance.games.melodies.words import (
    AFTER_ACTS,
    AFTER_DEAL,
    AFTER_MELODY,
    BEFORE_ACT,
    BEFORE_HANDS,
    START_OF_NOTE,
    WITH_ACT,
)

_WINDOWS = {
    PH_AFTER_DEAL: AFTER_DEAL,
    PH_START: START_OF_NOTE,
    PH_BEFORE_ACT: BEFORE_ACT,
    PH_WITH_ACT: WITH_ACT,
    PH_AFTER_ACTS: AFTER_ACTS,
    PH_AFTER_MELODY: AFTER_MELODY,
    PH_BEFORE_HANDS: BEFORE_HANDS,
}
WINDOW_OF_PHASE = tuple(_WINDOWS.get(phase, -1) for phase in range(PHASES))
"""Which window a phase is, -1 for none."""


@njit
def enter(s, phase):
    """Go on to another phase; a window opens with nobody having said no."""
    s.phase = phase
    s.said_no = 0


@njit
def ask(s, r, step, seat):
    """Put a question; its answers are listed at once."""
    s.step = step
    s.asked = seat
    list_answers(s, r)


@njit
def list_answers(s, r):
    """List the answers to the question that waits."""
    s.answers_n = 0
    seat = s.asked
    if s.step == STEP_ACT:
        list_plays(s, r, seat)
    elif s.step == STEP_TARGET:
        list_targets(s, r, r.effect[s.using], seat, WINDOW_OF_PHASE[s.phase])
    else:
        add_answer(s, act.code(act.DO_NO, 0, 0, 0))
        if s.step == STEP_TUNE:
            list_moves(s, seat, -1 if r.tune_any else s.drawn)
        else:
            cards = _usable(s, r, seat)
            for h in range(HELP):
                if has(cards, h):
                    add_answer(s, act.code(act.DO_USE, h, 0, 0))


@njit
def _usable(s, r, seat):
    """The help cards that a seat may use now and that can do something, as a mask."""
    window = WINDOW_OF_PHASE[s.phase]
    cards = r.fits[window] & s.ready & (s.laid | bit(s.instrument[seat]))
    if cards == 0:
        return cards
    for h in range(HELP):
        if has(cards, h) and not can_do_something(s, r, r.effect[h], seat, window):
            cards &= ~bit(h)
    return cards


@njit
def ask_window(s, r):
    """Ask the first in seat order who has not said no and can use something; whether there is one."""
    fitting = r.fits[WINDOW_OF_PHASE[s.phase]] & s.ready
    if fitting == 0:
        return False
    for k in range(r.players):
        seat = (first_seat(s, r) + k) % r.players
        if s.phase == PH_WITH_ACT and seat != s.play_seat[s.plays - 1]:
            continue
        if not has(s.said_no, seat) and _usable(s, r, seat) != 0:
            ask(s, r, STEP_USE, seat)
            return True
    return False
