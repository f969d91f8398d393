"""What may be played: slices of a hand that are a single, a set or a run, and pairs that a help card joins."""

from __future__ import annotations

from balance.engine.jit import njit
from balance.games.melodies import actions as act
from balance.games.melodies.state import HELP, bit, has, has_acted, in_force, number_of
from balance.games.melodies.words import AT_LEAST_2, COUNT_AT_LEAST, DIFFER, FACE_DOWN, NUMBER_AT_LEAST

ON_PLAY = 1 << FACE_DOWN | 1 << AT_LEAST_2 | 1 << NUMBER_AT_LEAST | 1 << DIFFER | 1 << COUNT_AT_LEAST
"""Restrictions under which passing may be forbidden."""


@njit
def list_plays(s, r, seat):
    """Add the legal plays, then passing and waiting where they are allowed, to the answers."""
    hand, n = s.hand[seat], s.hand_n[seat]
    for i in range(n):
        first = number_of(hand[i])
        _offer(s, r, hand, i, 1, act.LEVEL)
        for way in range(3):
            length = 1
            while i + length < n and number_of(hand[i + length]) == first + length * step_of(way):
                length += 1
                _offer(s, r, hand, i, length, way)
    splitters = r.splits & s.ready & (s.laid | bit(s.instrument[seat]))
    if splitters != 0:
        _list_splits(s, r, hand, n, splitters)
    if r.passing or s.answers_n == 0 or in_force(s, r) & ON_PLAY == 0:
        add_answer(s, act.code(act.DO_PASS, 0, 0, 0))
    if may_wait(s, r, seat):
        add_answer(s, act.code(act.DO_WAIT, 0, 0, 0))


@njit
def step_of(way):
    """From one number of a play to the next: 0, 1 or -1."""
    return way - 3 * (way >> 1)


@njit
def add_answer(s, a):
    """One more answer to the question."""
    s.answers[s.answers_n] = a
    s.answers_n += 1


@njit
def _offer(s, r, hand, i, length, way):
    """Add the slice at position i, if it keeps the restrictions and none further left comes to the same."""
    first = number_of(hand[i])
    last = first + (length - 1) * step_of(way)
    if not _comes_to_the_same(hand, i, length) and keeps_restrictions(
        s, r, s.plays, min(first, last), max(first, last), length
    ):
        add_answer(s, act.play_code(first, length, way, i))


@njit
def _comes_to_the_same(hand, i, length):
    """Whether a slice further left has the same numbers and leaves the same hand behind.

    It does if the hand repeats itself every `length` cards from there to here.
    """
    k = i - 1
    while k >= 0 and number_of(hand[k]) == number_of(hand[k + length]):
        same = True
        for m in range(length):
            same = same and number_of(hand[k + m]) == number_of(hand[i + m])
        if same:
            return True
        k -= 1
    return False


@njit
def _list_splits(s, r, hand, n, splitters):
    """Add pairs of equal cards that are not adjacent; of pairs that leave the same hand the leftmost."""
    for i in range(n):
        number = number_of(hand[i])
        if (i > 0 and number_of(hand[i - 1]) == number) or not keeps_restrictions(s, r, s.plays, number, number, 2):
            continue
        for j in range(i + 2, n):
            if number_of(hand[j]) == number and (number_of(hand[j - 1]) != number or j == i + 2):
                for h in range(HELP):
                    if has(splitters, h):
                        add_answer(s, act.split_code(number, i, j, h))


@njit
def keeps_restrictions(s, r, before, low, high, cards):
    """Whether a play of so many cards from `low` to `high` keeps the on-play restrictions after so many plays `before`.

    Under `face_down` nothing is said of hidden numbers: `is_kept_at_reveal` looks at those later.
    """
    mask = in_force(s, r)
    if has(mask, AT_LEAST_2) and cards < 2:
        return False
    k = previous_play(s, before)
    if k < 0:
        return True
    if has(mask, COUNT_AT_LEAST) and cards < s.play_n[k]:
        return False
    return has(mask, FACE_DOWN) or _stands_to(s, mask, k, low, high)


@njit
def previous_play(s, before):
    """The latest of the first `before` plays that still holds cards, -1 if there is none."""
    k = before - 1
    while k >= 0 and s.play_n[k] == 0:
        k -= 1
    return k


@njit
def _stands_to(s, mask, k, low, high):
    """Whether a play of all numbers from `low` to `high` keeps what is asked of it after play k."""
    for i in range(s.play_n[k]):
        number = s.play_number[k, i]
        if has(mask, NUMBER_AT_LEAST) and low < number:
            return False
        if has(mask, DIFFER) and low <= number <= high:
            return False
    return True


@njit
def is_kept_at_reveal(s, r):
    """Whether all plays, as they lie there, keep the two restrictions that `face_down` has put off."""
    mask = in_force(s, r)
    if not has(mask, FACE_DOWN):
        return True
    for k in range(s.plays):
        before = previous_play(s, k)
        for i in range(s.play_n[k]):
            if before >= 0 and not _stands_to(s, mask, before, s.play_number[k, i], s.play_number[k, i]):
                return False
    return True


@njit
def may_wait(s, r, seat):
    """Whether anybody else who has not acted has not waited since the last act."""
    for other in range(r.players):
        if other != seat and not has(s.waited, other) and not has_acted(s, other):
            return True
    return False


@njit
def slices_needed(numbers, n):
    """How many plays empty a hand of these numbers from left to right, each as long as can be."""
    needed = 0
    i = 0
    while i < n:
        needed += 1
        step = numbers[i + 1] - numbers[i] if i + 1 < n else 2
        i += 1
        if -1 <= step <= 1:
            while i < n and numbers[i] - numbers[i - 1] == step:
                i += 1
    return needed
