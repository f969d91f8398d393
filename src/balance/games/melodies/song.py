"""A song from the deal to the hands: one phase after another, up to the next question."""

from __future__ import annotations

from balance.engine.events import note
from balance.engine.jit import njit
from balance.games.melodies import actions as act
from balance.games.melodies import events as ev
from balance.games.melodies.campaign import clear_note, fail, succeed
from balance.games.melodies.cards import (
    can_draw,
    draw,
    first_of_number,
    lowest_in_deck,
    out_of_hand,
    remove_at,
    show,
    to_discard,
)
from balance.games.melodies.effects import do_at_once, do_chosen, holds_two_numbers, move, use
from balance.games.melodies.melody import RIGHT, find_room, judge, most_played, played
from balance.games.melodies.plays import ON_PLAY, is_kept_at_reveal
from balance.games.melodies.state import (
    PH_ACTS,
    PH_AFTER_ACTS,
    PH_AFTER_DEAL,
    PH_AFTER_MELODY,
    PH_BEFORE_ACT,
    PH_BEFORE_HANDS,
    PH_DRAW,
    PH_HANDS,
    PH_MELODY,
    PH_REVEAL,
    PH_ROW,
    PH_START,
    PH_TUNE,
    PH_WITH_ACT,
    RUNNING,
    STEP_ACT,
    STEP_TARGET,
    STEP_TUNE,
    STEP_USE,
    first_seat,
    has,
    has_acted,
    in_force,
    kind_of,
    number_of,
)
from balance.games.melodies.windows import WINDOW_OF_PHASE, ask, ask_window, enter
from balance.games.melodies.words import (
    CARDS_LEFT,
    DRAW_AND_TUNE,
    FACE_DOWN,
    NO_MELODY,
    RESTRICTION_BROKEN,
    UNTARGETED,
)


@njit
def advance(s, r, rng, log):
    """Go on until somebody is asked or the game is over."""
    while s.ended == RUNNING:
        phase = s.phase
        if WINDOW_OF_PHASE[phase] >= 0:
            if ask_window(s, r):
                return
            _after_window(s, r, log)
        elif phase == PH_TUNE:
            if _ask_tune(s, r):
                return
            begin_note(s, r, log)
        elif phase == PH_DRAW:
            if _ask_drawn(s, r, rng, log):
                return
            enter(s, PH_START)
        elif phase == PH_ACTS:
            if _ask_act(s, r, log):
                return
            s.phase = PH_REVEAL
        elif phase == PH_REVEAL:
            _reveal(s, r, rng, log)
        elif phase == PH_MELODY:
            _find_melody(s, r, rng, log)
        elif phase == PH_ROW:
            _set_melody(s, r, rng, log)
        else:
            _look_at_hands(s, r, rng, log)


@njit
def _after_window(s, r, log):
    """The phase that follows a window."""
    phase = s.phase
    if phase == PH_AFTER_DEAL:
        s.turn = 0
        enter(s, PH_TUNE)
    elif phase == PH_WITH_ACT:
        _after_act(s, r)
    elif phase == PH_AFTER_ACTS:
        s.phase = PH_MELODY
    elif phase == PH_AFTER_MELODY:
        s.phase = PH_ROW
    elif phase == PH_BEFORE_HANDS:
        s.phase = PH_HANDS
    else:
        s.phase = PH_ACTS


# Before the first note, and before each


@njit
def _ask_tune(s, r):
    """Before each song, Tune one card."""
    s.drawn = -1
    while s.turn < r.players and not r.expert:
        seat = s.turn
        s.turn += 1
        if holds_two_numbers(s, seat):
            ask(s, r, STEP_TUNE, seat)
            return True
    return False


@njit
def begin_note(s, r, log):
    """The next note: `draw_and_tune` if it has it, then the window at its start."""
    s.note += 1
    clear_note(s)
    note(log, ev.E_NOTE, -1, -1, s.note)
    find_room(s, r)
    s.turn = 0
    if has(in_force(s, r), DRAW_AND_TUNE):
        s.phase = PH_DRAW
    else:
        enter(s, PH_START)


@njit
def _ask_drawn(s, r, rng, log):
    """`draw_and_tune`: one after the other draws a card and may move one."""
    while s.turn < r.players:
        seat = (first_seat(s, r) + s.turn) % r.players
        s.turn += 1
        can = can_draw(s)
        if can:
            draw(s, seat, rng, log)
        s.drawn = s.hand_n[seat] - 1 if can else -1
        if (can or r.tune_any) and holds_two_numbers(s, seat):
            ask(s, r, STEP_TUNE, seat)
            return True
    s.drawn = -1
    return False


@njit
def answer_tune(s, a, log):
    """Move a card, or not."""
    if act.do_of(a) == act.DO_TUNE:
        move(s, s.asked, act.first_of(a), act.second_of(a), log)


# Acts


@njit
def _ask_act(s, r, log):
    """Ask the first who has not acted and not waited; those with an empty hand pass. False: all have acted."""
    for k in range(r.players):
        seat = (first_seat(s, r) + k) % r.players
        if s.hand_n[seat] == 0 and not has_acted(s, seat):
            _has_acted_now(s, seat)
            note(log, ev.E_PASS, seat, -1, 1)
    for k in range(r.players):
        seat = (first_seat(s, r) + k) % r.players
        if not has_acted(s, seat) and not has(s.waited, seat):
            ask(s, r, STEP_ACT, seat)
            return True
    return False


@njit
def _has_acted_now(s, seat):
    s.acted[s.acted_n] = seat
    s.acted_n += 1
    s.waited = 0


@njit
def _after_act(s, r):
    """A window before the next act, if somebody who holds cards has still to act."""
    for seat in range(r.players):
        if s.hand_n[seat] > 0 and not has_acted(s, seat):
            enter(s, PH_BEFORE_ACT)
            return
    s.phase = PH_ACTS


@njit
def answer_act(s, r, a, rng, log):
    """Play, pass or wait."""
    seat = s.asked
    do = act.do_of(a)
    if do == act.DO_WAIT:
        s.waited |= 1 << seat
        note(log, ev.E_WAIT, seat, -1, 0)
    elif do == act.DO_PASS:
        _has_acted_now(s, seat)
        note(log, ev.E_PASS, seat, -1, 0)
        if r.passing or in_force(s, r) & ON_PLAY == 0:
            _after_act(s, r)
        else:
            fail(s, r, RESTRICTION_BROKEN, rng, log)
    else:
        _play(s, r, a, seat, log)
        _has_acted_now(s, seat)
        enter(s, PH_WITH_ACT)


@njit
def _play(s, r, a, seat, log):
    """The cards of a play leave the hand for the table."""
    length = act.length_of(a)
    k = s.plays
    s.plays += 1
    s.play_seat[k] = seat
    s.play_n[k] = length
    s.play_hidden[k] = has(in_force(s, r), FACE_DOWN)
    if act.splitter_of(a) != act.UNSPLIT:
        use(s, act.splitter_of(a), seat, log)
    for i in range(length):
        place = act.place_in(a, i)
        card = s.hand[seat, place]
        s.play_card[k, i] = card
        s.play_from[k, i] = place
        s.play_number[k, i] = number_of(card)
        s.play_times[k, i] = 1
        note(log, ev.E_PLAY, seat, kind_of(card), place)
        if not s.play_hidden[k]:
            show(s, r, card)
    for i in range(length - 1, -1, -1):
        out_of_hand(s, seat, s.play_from[k, i])


# After all have acted


@njit
def _reveal(s, r, rng, log):
    """Cards that lie face down are turned up, and judged as plays."""
    hidden = False
    for k in range(s.plays):
        if s.play_hidden[k]:
            hidden = True
            s.play_hidden[k] = 0
            for i in range(s.play_n[k]):
                show(s, r, s.play_card[k, i])
    if hidden:
        note(log, ev.E_REVEAL, -1, -1, 0)
    if is_kept_at_reveal(s, r):
        enter(s, PH_AFTER_ACTS)
    else:
        fail(s, r, RESTRICTION_BROKEN, rng, log)


@njit
def _find_melody(s, r, rng, log):
    s.melody = most_played(played(s, -1), in_force(s, r), s.lowest_tie, r.parity_filter)
    note(log, ev.E_MELODY, -1, -1, s.melody)
    if s.melody == 0:
        fail(s, r, NO_MELODY, rng, log)
    else:
        enter(s, PH_AFTER_MELODY)


@njit
def _set_melody(s, r, rng, log):
    """A card joins the row, the others are discarded, and the Melody is judged."""
    cause = judge(s, r, s.melody, in_force(s, r))
    s.row[s.row_n] = s.melody
    s.row_card[s.row_n] = _row_card(s, r, log)
    s.row_n += 1
    _clear_table(s, r)
    s.melody = 0
    if cause != RIGHT:
        fail(s, r, cause, rng, log)
    elif s.note < r.notes[s.pack, s.song - 1]:
        begin_note(s, r, log)
    else:
        enter(s, PH_BEFORE_HANDS)


@njit
def _row_card(s, r, log):
    """A card of the Melody's number: played, from the deck or from the discard pile; else -1, it is only noted."""
    for k in range(s.plays):
        i = first_of_number(s.play_card[k], s.play_n[k], s.melody)
        if i >= 0:
            card = remove_at(s.play_card[k], s.play_n[k], i)
            s.play_n[k] -= 1
            note(log, ev.E_ROW, -1, kind_of(card), s.melody + ev.PAIR * ev.FROM_PLAYED)
            return card
    i = lowest_in_deck(s, s.melody)
    if i >= 0:
        card = remove_at(s.deck, s.deck_n, i)
        s.deck_n -= 1
        show(s, r, card)
        note(log, ev.E_ROW, -1, kind_of(card), s.melody + ev.PAIR * ev.FROM_DECK)
        return card
    i = first_of_number(s.discard, s.discard_n, s.melody)
    if i >= 0:
        card = remove_at(s.discard, s.discard_n, i)
        s.discard_n -= 1
        note(log, ev.E_ROW, -1, kind_of(card), s.melody + ev.PAIR * ev.FROM_DISCARD)
        return card
    note(log, ev.E_ROW, -1, -1, s.melody + ev.PAIR * ev.FROM_NONE)
    return -1


@njit
def _clear_table(s, r):
    for k in range(s.plays):
        for i in range(s.play_n[k]):
            to_discard(s, r, s.play_card[k, i])
    s.plays = 0


@njit
def _look_at_hands(s, r, rng, log):
    """After the last note all hands must be empty."""
    left = 0
    for seat in range(r.players):
        if s.hand_n[seat] > 0:
            left += 1
            note(log, ev.E_LEFT, seat, -1, s.hand_n[seat])
    if left > 0:
        fail(s, r, CARDS_LEFT, rng, log)
    else:
        succeed(s, r, rng, log)


# Help cards


@njit
def answer_use(s, r, a, rng, log):
    """Use a help card, or say no until the window closes."""
    seat = s.asked
    if act.do_of(a) == act.DO_NO:
        s.said_no |= 1 << seat
        return
    h = act.first_of(a)
    use(s, h, seat, log)
    effect = r.effect[h]
    if effect == UNTARGETED[0] or effect == UNTARGETED[1]:
        do_at_once(s, r, effect, seat, rng, log)
    else:
        s.using = h
        ask(s, r, STEP_TARGET, seat)


@njit
def answer_target(s, r, a, log):
    """What the effect of a help card is to do."""
    s.using = -1
    do_chosen(s, r, a, s.asked, log)


@njit
def answer(s, r, a, rng, log):
    """Take an answer and go on to the next question."""
    if s.step == STEP_ACT:
        answer_act(s, r, a, rng, log)
    elif s.step == STEP_TUNE:
        answer_tune(s, a, log)
    elif s.step == STEP_USE:
        answer_use(s, r, a, rng, log)
    else:
        answer_target(s, r, a, log)
    if s.using < 0:
        advance(s, r, rng, log)
