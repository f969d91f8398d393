"""What help cards do: when an effect can do something, what there is to choose, and carrying it out."""

from __future__ import annotations

from balance.engine.events import note
from balance.engine.jit import njit
from balance.games.melodies import actions as act
from balance.games.melodies import events as ev
from balance.games.melodies.cards import can_draw, draw, into_hand, out_of_hand, to_discard
from balance.games.melodies.melody import find_room
from balance.games.melodies.plays import add_answer
from balance.games.melodies.state import (
    HIGHEST,
    PH_ACTS,
    PH_AFTER_ACTS,
    bit,
    has,
    in_force,
    kind_of,
    number_of,
)
from balance.games.melodies.words import (
    AFTER_ACTS,
    AFTER_MELODY,
    BASS,
    CANCEL,
    DISCARD,
    DOUBLE,
    DRAW,
    DRAW_AND_TUNE,
    FACE_DOWN,
    GIVE,
    IGNORE_HIGHEST,
    LEAST_PLAYED,
    LOWEST_TIE,
    RESTRICTIONS,
    SAME,
    SKIP,
    SWAP,
    TAKE_BACK,
    TUNE,
    WITH_ACT,
)

NEVER_SKIPPED = 1 << DRAW_AND_TUNE | 1 << SAME
OF_PLAYS = 0b111101  # the restrictions of how cards are played: the first six but draw_and_tune
OF_COUNTING = 1 << IGNORE_HIGHEST | 1 << LEAST_PLAYED


@njit
def can_do_something(s, r, effect, seat, window):
    """Whether an effect that fits the window has anything to do for the seat; its choices are listed later."""
    if effect == TUNE or effect == SWAP:
        return holds_two_numbers(s, seat)
    if effect == DISCARD or effect == GIVE:
        return s.hand_n[seat] > 0
    if effect == DRAW:
        return can_draw(s)
    if effect == LOWEST_TIE:
        return s.lowest_tie == 0
    if effect == SKIP:
        return skippable(s, r, window) != 0
    if effect == BASS:
        return True
    for k in range(s.plays):
        if _is_target(s, k, effect, window):
            return True
    return False


@njit
def holds_two_numbers(s, seat):
    """Whether moving cards in the hand can change anything."""
    for i in range(1, s.hand_n[seat]):
        if number_of(s.hand[seat, i]) != number_of(s.hand[seat, 0]):
            return True
    return False


@njit
def _is_target(s, k, effect, window):
    """Whether an effect on played cards finds one in play k."""
    if s.play_n[k] == 0:
        return False
    if effect == TAKE_BACK:
        return True
    if s.play_hidden[k] or (window == WITH_ACT and k != s.plays - 1):
        return False
    return effect != DOUBLE or _has_single_count(s, k)


@njit
def _has_single_count(s, k):
    for i in range(s.play_n[k]):
        if s.play_times[k, i] == 1:
            return True
    return False


@njit
def skippable(s, r, window):
    """The restrictions of this note that can be skipped in this window, as a mask."""
    mask = in_force(s, r) & ~NEVER_SKIPPED
    if window == AFTER_ACTS or window == AFTER_MELODY or s.acted_n == r.players:
        mask &= ~OF_PLAYS
    if s.plays > 0:
        mask &= ~(1 << FACE_DOWN)
    if window == AFTER_MELODY:
        mask &= ~OF_COUNTING
    return mask


# What there is to choose


@njit
def list_moves(s, seat, only):
    """Add the ways to move one card of the hand (the one at position `only`, if that is not -1) that change its order.

    Moves with the same result are one, named by the smallest `from`, then the smallest `to`.
    """
    hand, n = s.hand[seat], s.hand_n[seat]
    for i in range(n):
        for j in range(n):
            if i != j and (only == i or (only < 0 and _is_leftmost(hand, i, j))) and _changes(hand, i, j):
                add_answer(s, act.code(act.DO_TUNE, i, j, 0))


@njit
def _changes(hand, i, j):
    """Whether moving i to j changes the hand, and moving it to no smaller position has the same result."""
    number = number_of(hand[i])
    if j > i:
        return number_of(hand[j]) != number
    return (j == 0 or number_of(hand[j - 1]) != number) and _first_other(hand, i, j) < i


@njit
def _first_other(hand, i, j):
    """The first position from j on, before i, with another number than that at i; i if there is none."""
    while j < i and number_of(hand[j]) == number_of(hand[i]):
        j += 1
    return j


@njit
def _is_leftmost(hand, i, j):
    """Whether no move of a card further left has the same result as moving i to j.

    There are two ways to have it: a neighbour that is equal, and numbers that alternate (3 5 3 5), where the first one
    moved to the end and the last one moved to the front come to the same.
    """
    if i > 0 and number_of(hand[i - 1]) == number_of(hand[i]):
        return False
    if j > i:
        return True
    start = _first_other(hand, i, j)
    for k in range(start + 2, i + 1):
        if number_of(hand[k]) != number_of(hand[k - 2]):
            return True
    return (i - start) % 2 == 0


@njit
def list_targets(s, r, effect, seat, window):
    """Add every choice that an effect leaves."""
    if effect == TUNE:
        list_moves(s, seat, -1)
    elif effect == SWAP:
        _list_swaps(s, seat)
    elif effect == DISCARD or effect == GIVE:
        _list_numbers(s, r, seat, effect)
    elif effect == SKIP:
        mask = skippable(s, r, window)
        for i in range(len(RESTRICTIONS)):
            if has(mask, i):
                add_answer(s, act.code(act.DO_SKIP, i, 0, 0))
    elif effect == BASS:
        for number in (s.melody - 1, s.melody + 1):
            if 1 <= number <= HIGHEST:
                add_answer(s, act.code(act.DO_BASS, number, 0, 0))
    else:
        for k in range(s.plays):
            if _is_target(s, k, effect, window):
                _list_cards(s, k, effect)


@njit
def _list_swaps(s, seat):
    hand, n = s.hand[seat], s.hand_n[seat]
    for i in range(n):
        for j in range(i + 1, n):
            if number_of(hand[i]) != number_of(hand[j]):
                add_answer(s, act.code(act.DO_SWAP, i, j, 0))


@njit
def _list_numbers(s, r, seat, effect):
    hand, n = s.hand[seat], s.hand_n[seat]
    for i in range(n):
        number = number_of(hand[i])
        if i > 0 and number_of(hand[i - 1]) == number:
            continue  # which of equal neighbours leaves makes no difference
        if effect == DISCARD:
            add_answer(s, act.code(act.DO_DISCARD, number, i, 0))
        else:
            for other in range(r.players):
                if other != seat:
                    add_answer(s, act.code(act.DO_GIVE, number, i, other))


@njit
def _list_cards(s, k, effect):
    """Add the choices among the cards of play k."""
    seat = s.play_seat[k]
    if effect == TAKE_BACK:
        add_answer(s, act.code(act.DO_TAKE_BACK, seat, 0, 0))
        return
    for i in range(s.play_n[k]):
        number = s.play_number[k, i]
        if place_in_play(s, k, number, effect == DOUBLE) != i:
            continue
        if effect == DOUBLE:
            add_answer(s, act.code(act.DO_DOUBLE, number, seat, 0))
        elif effect == CANCEL:
            add_answer(s, act.code(act.DO_CANCEL, number, seat, 0))
        else:
            if number > 1:
                add_answer(s, act.code(act.DO_SHIFT, number, seat, number - 1))
            if number < HIGHEST:
                add_answer(s, act.code(act.DO_SHIFT, number, seat, number + 1))


@njit
def play_of(s, seat):
    """The place of a seat's play in this note, -1 if there is none."""
    for k in range(s.plays):
        if s.play_seat[k] == seat:
            return k
    return -1


@njit
def place_in_play(s, k, number, single):
    """The first card of play k that counts as a number (with `single`: once), -1 if there is none."""
    for i in range(s.play_n[k]):
        if s.play_number[k, i] == number and (not single or s.play_times[k, i] == 1):
            return i
    return -1


# Carrying it out


@njit
def use(s, h, seat, log):
    """A help card is turned face down."""
    s.ready &= ~bit(h)
    note(log, ev.E_USE, seat, HIGHEST + h, s.attempt)
    if has(s.laid, h):
        s.used[s.used_n] = h
        s.used_n += 1


@njit
def do_at_once(s, r, effect, seat, rng, log):
    """An effect that leaves no choice."""
    if effect == DRAW:
        draw(s, seat, rng, log)
    else:
        s.lowest_tie = 1
        note(log, ev.E_LOWEST_TIE, -1, -1, 0)


@njit
def do_chosen(s, r, a, seat, log):
    """An effect as it was chosen."""
    do, p, q = act.do_of(a), act.first_of(a), act.second_of(a)
    if do == act.DO_TUNE:
        move(s, seat, p, q, log)
    elif do == act.DO_SWAP:
        s.hand[seat, p], s.hand[seat, q] = s.hand[seat, q], s.hand[seat, p]
        note(log, ev.E_SWAP, seat, -1, p + ev.PAIR * q)
    elif do == act.DO_DISCARD or do == act.DO_GIVE:
        card = out_of_hand(s, seat, q)
        if do == act.DO_DISCARD:
            to_discard(s, r, card)
            note(log, ev.E_DISCARD, seat, kind_of(card), 0)
        else:
            other = act.third_of(a)
            into_hand(s, other, card, s.hand_n[other])
            note(log, ev.E_GIVE, seat, kind_of(card), other)
    elif do == act.DO_SKIP:
        s.skipped |= 1 << p
        find_room(s, r)
        note(log, ev.E_SKIP, -1, -1, p)
    elif do == act.DO_BASS:
        s.melody = p
        note(log, ev.E_BASS, -1, -1, p)
    elif do == act.DO_TAKE_BACK:
        _take_back(s, play_of(s, p), log)
    else:
        _change_card(s, r, do, play_of(s, q), p, act.third_of(a), log)


@njit
def move(s, seat, i, j, log):
    """Tune: the card at position i goes to position j."""
    into_hand(s, seat, out_of_hand(s, seat, i), j)
    note(log, ev.E_TUNE, seat, -1, i + ev.PAIR * j)


@njit
def _change_card(s, r, do, k, number, new, log):
    """Shift, double or cancel a card of play k."""
    i = place_in_play(s, k, number, do == act.DO_DOUBLE)
    seat, card = s.play_seat[k], s.play_card[k, i]
    if do == act.DO_SHIFT:
        s.play_number[k, i] = new
        note(log, ev.E_SHIFT, seat, kind_of(card), new)
    elif do == act.DO_DOUBLE:
        s.play_times[k, i] = 2
        note(log, ev.E_DOUBLE, seat, kind_of(card), number)
    else:
        _leave_play(s, k, i)
        to_discard(s, r, card)
        note(log, ev.E_CANCEL, seat, kind_of(card), number)


@njit
def _leave_play(s, k, i):
    s.play_n[k] -= 1
    for m in range(i, s.play_n[k]):
        s.play_card[k, m] = s.play_card[k, m + 1]
        s.play_from[k, m] = s.play_from[k, m + 1]
        s.play_number[k, m] = s.play_number[k, m + 1]
        s.play_times[k, m] = s.play_times[k, m + 1]


@njit
def _take_back(s, k, log):
    """The cards of play k return to where they lay in the hand; their player has not acted."""
    seat = s.play_seat[k]
    note(log, ev.E_TAKE_BACK, seat, -1, s.play_n[k])
    for i in range(s.play_n[k]):  # played from left to right, so in order of position
        into_hand(s, seat, s.play_card[k, i], min(s.play_from[k, i], s.hand_n[seat]))
    s.plays -= 1
    for m in range(k, s.plays):
        _copy_play(s, m + 1, m)
    at = 0
    while s.acted[at] != seat:
        at += 1
    s.acted_n -= 1
    for m in range(at, s.acted_n):
        s.acted[m] = s.acted[m + 1]
    s.waited = 0
    if s.phase == PH_AFTER_ACTS:
        s.phase = PH_ACTS


@njit
def _copy_play(s, old, new):
    s.play_seat[new] = s.play_seat[old]
    s.play_n[new] = s.play_n[old]
    s.play_hidden[new] = s.play_hidden[old]
    for i in range(s.play_n[old]):
        s.play_card[new, i] = s.play_card[old, i]
        s.play_from[new, i] = s.play_from[old, i]
        s.play_number[new, i] = s.play_number[old, i]
        s.play_times[new, i] = s.play_times[old, i]
