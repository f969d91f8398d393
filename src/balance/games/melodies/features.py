"""What greedy play looks at: see `looks`. It sees the own hand and what lies open, nothing else."""

from __future__ import annotations

import numpy as np

from balance.engine.jit import njit
from balance.games.melodies import actions as act
from balance.games.melodies.effects import list_targets, place_in_play, play_of
from balance.games.melodies.looks import FEATURES
from balance.games.melodies.melody import RIGHT, judge, most_played, once, played, times
from balance.games.melodies.plays import list_plays, slices_needed, step_of
from balance.games.melodies.state import HIGHEST, PH_AFTER_ACTS, has, has_acted, in_force, number_of
from balance.games.melodies.windows import WINDOW_OF_PHASE
from balance.games.melodies.words import COUNT_AT_LEAST, DRAW, FACE_DOWN, LOWEST_TIE, NUMBER_AT_LEAST

(
    F_RIGHT,
    F_WRONG,
    F_NONE,
    F_ROOM,
    F_LEAD,
    F_AGAINST,
    F_DECIDED_RIGHT,
    F_DECIDED_WRONG,
    F_DECIDED_NONE,
    F_DECIDED_ROOM,
    F_BLIND_WRONG,
    F_BLIND_HIGH,
    F_CARDS,
    F_PROGRESS,
    F_OVERDUE,
    F_COVERS,
    F_COVERS_ALONE,
    F_BALLAST,
    F_SHORT,
    F_IDLE,
    F_BLOCKS_NUMBER,
    F_BLOCKS_COUNT,
    F_SPLITS,
    F_WAITS,
    F_USES,
    F_USES_SHARED,
    F_MENDS,
    F_MENDS_ROOM,
    F_SPOILS,
    F_SORTS,
    F_SORTS_OVERDUE,
    F_EVENS,
    F_BURDENS,
    F_FREES,
    F_DRAWS,
    F_DRAWS_SHORT,
) = range(len(FEATURES))

DECIDED = F_DECIDED_RIGHT - F_RIGHT
WRONG = -1.0  # worth of a Melody that is not right, or of none
UNCERTAIN = 0.1  # worth of one that is right because a restriction is skipped


def features(s, r, a, out):
    """See looks.FEATURES."""
    do = act.do_of(a)
    if do == act.DO_PLAY or do == act.DO_PASS:
        _look_at_play(s, r, a, out)
    elif do == act.DO_WAIT:
        out[F_WAITS] = 1.0
    elif do == act.DO_USE:
        _look_at_use(s, r, act.first_of(a), out)
    elif do != act.DO_NO:
        _look_at_choice(s, r, a, out)


# Playing and passing


@njit
def _look_at_play(s, r, a, out):
    seat = s.asked
    length = act.length_of(a) if act.do_of(a) == act.DO_PLAY else 0
    step = step_of(act.way_of(a))
    mask = in_force(s, r)
    blind = has(mask, FACE_DOWN)
    counts = played(s, seat)
    highest = 0
    for i in range(length):
        number = act.number_in(a) + i * step
        counts += once(number)
        highest = max(highest, number)
        if blind and s.room[number] == 0:
            out[F_BLIND_WRONG] += 1.0
        elif blind:
            out[F_BLIND_HIGH] = max(out[F_BLIND_HIGH], number / HIGHEST)
    others = _still_to_act(s, r, seat)
    melody = most_played(counts, mask, s.lowest_tie, r.parity_filter)
    _look_at_melody(s, counts, melody, others == 0 and not (blind and s.plays > 0), out)
    if others > 0 and length > 0 and not blind:
        out[F_BLOCKS_NUMBER] = highest * others * has(mask, NUMBER_AT_LEAST)
    if others > 0 and length > 1:
        out[F_BLOCKS_COUNT] = (length - 1) * others * has(mask, COUNT_AT_LEAST)
    _look_at_hand_after(s, r, a, seat, length, out)
    _look_ahead(s, r, melody if s.room[melody] > 0 else 0, s.hand_n[seat] - length, out)


@njit
def _still_to_act(s, r, seat):
    """Other players with cards who have not acted."""
    n = 0
    for other in range(r.players):
        if other != seat and s.hand_n[other] > 0 and not has_acted(s, other):
            n += 1
    return n


@njit
def _look_at_melody(s, counts, melody, decided, out):
    shift = DECIDED if decided else 0
    if melody == 0:
        out[F_NONE + shift] = 1.0
    elif s.room[melody] == 0:
        out[F_WRONG + shift] = 1.0
        if not decided:
            out[F_AGAINST] = min(4, _cards_short(s, counts, melody, True))
    else:
        out[F_RIGHT + shift] = 1.0
        out[F_ROOM + shift] = s.room[melody] / s.most_room
        if not decided:
            out[F_LEAD] = min(3, _cards_short(s, counts, melody, False))


@njit
def _cards_short(s, counts, melody, right):
    """How many cards the nearest right (or wrong) number needs to be played more often than the Melody is now."""
    fewest = 9
    for number in range(1, HIGHEST + 1):
        if number != melody and (s.room[number] > 0) == right:
            fewest = min(fewest, times(counts, melody) - times(counts, number) + (number < melody))
    return fewest


@njit
def _look_at_hand_after(s, r, a, seat, length, out):
    n = s.hand_n[seat]
    before = _needed_now(s, seat)
    left_over, gone = 0, 0
    for i in range(n):
        if gone < length and i == act.place_in(a, gone):
            gone += 1
        else:
            s.trial[left_over] = number_of(s.hand[seat, i])
            left_over += 1
    after = slices_needed(s.trial, left_over)
    notes_left = r.notes[s.pack, s.song - 1] - s.note
    out[F_CARDS] = length
    out[F_PROGRESS] = before - after
    out[F_OVERDUE] = max(0, after - notes_left)
    out[F_SHORT] = max(0, notes_left - (_cards_in_hands(s, r) - length))
    out[F_IDLE] = length == 0
    out[F_SPLITS] = length > 0 and act.splitter_of(a) != act.UNSPLIT


@njit
def _look_ahead(s, r, melody, cards, out):
    """Which later notes the hand in s.trial could serve, if this note's Melody is `melody` (0: not known)."""
    rank = r.rank[s.pack, s.song - 1]
    useful = 0
    for k in range(s.note, r.notes[s.pack, s.song - 1]):
        low, high = rank[k], HIGHEST - r.ranks[s.pack, s.song - 1] + rank[k]
        for j in range(s.note - (melody == 0)):
            known = (melody if j == s.note - 1 else s.row[j]) + rank[k] - rank[j]
            if rank[j] <= rank[k]:
                low = max(low, known)
            if rank[j] >= rank[k]:
                high = min(high, known)
        serving = 0
        for i in range(cards):
            if low <= s.trial[i] <= high:
                serving += 1
                useful |= 1 << i
        out[F_COVERS] += serving > 0
        out[F_COVERS_ALONE] += serving == 1
    for i in range(cards):
        out[F_BALLAST] += not has(useful, i)


@njit
def _needed_now(s, seat):
    """Plays that it takes to empty a hand as it is."""
    for i in range(s.hand_n[seat]):
        s.trial[i] = number_of(s.hand[seat, i])
    return slices_needed(s.trial, s.hand_n[seat])


@njit
def _cards_in_hands(s, r):
    n = 0
    for seat in range(r.players):
        n += s.hand_n[seat]
    return n


# Help cards, and moving cards in the hand


@njit
def _look_at_use(s, r, h, out):
    """A help card is worth what the best choice of its effect is worth."""
    effect, seat = r.effect[h], s.asked
    out[F_USES_SHARED if has(s.laid, h) else F_USES] = 1.0
    if effect == DRAW:
        out[F_DRAWS] = 1.0
        out[F_DRAWS_SHORT] = _cards_in_hands(s, r) < _acts_left(s, r, seat)
    elif effect == LOWEST_TIE:
        _look_at_change(s, r, seat, np.int64(0), in_force(s, r), 1, out)
    else:
        listed = s.answers_n
        list_targets(s, r, effect, seat, WINDOW_OF_PHASE[s.phase])
        best, most = s.answers[listed], -100.0
        for k in range(listed, s.answers_n):
            for f in range(F_MENDS, F_FREES + 1):
                out[f] = 0.0
            _look_at_choice(s, r, s.answers[k], out)
            worth = _rough_worth(out)
            if worth > most:
                best, most = s.answers[k], worth
        s.answers_n = listed
        for f in range(F_MENDS, F_FREES + 1):
            out[f] = 0.0
        _look_at_choice(s, r, best, out)


@njit
def _rough_worth(out):
    """What tells the best choice of an effect, before its features are weighed."""
    note = 4.0 * (out[F_MENDS] - out[F_SPOILS]) + out[F_MENDS_ROOM] + 2.0 * out[F_FREES]
    return note + out[F_SORTS] + 2.0 * out[F_SORTS_OVERDUE] + 0.1 * out[F_EVENS] - out[F_BURDENS]


@njit
def _acts_left(s, r, seat):
    """Notes in which a seat can still play cards."""
    if s.note == 0:
        return r.notes[s.pack, s.song - 1]
    now = s.phase < PH_AFTER_ACTS and not has_acted(s, seat)
    return r.notes[s.pack, s.song - 1] - s.note + now


@njit
def _look_at_choice(s, r, a, out):
    """One choice that an effect leaves, or one way to tune."""
    do, p, q, seat = act.do_of(a), act.first_of(a), act.second_of(a), s.asked
    if do == act.DO_TUNE or do == act.DO_SWAP or do == act.DO_DISCARD or do == act.DO_GIVE:
        _look_at_hand(s, r, do, p, q, seat, out)
        if do == act.DO_GIVE:
            other = act.third_of(a)
            out[F_BURDENS] = s.hand_n[other] >= _acts_left(s, r, other)
    elif do == act.DO_SKIP:
        out[F_FREES] = not has_acted(s, seat) and s.hand_n[seat] > 0 and not _can_play(s, r, seat)
        _look_at_change(s, r, seat, np.int64(0), in_force(s, r) & ~(1 << p), s.lowest_tie, out)
    elif do == act.DO_BASS:
        _compare(_worth_of(s, r, s.melody, in_force(s, r)), _worth_of(s, r, p, in_force(s, r)), out)
    else:
        _look_at_change(s, r, seat, _change_of(s, do, p, q, act.third_of(a)), in_force(s, r), s.lowest_tie, out)


@njit
def _look_at_hand(s, r, do, p, q, seat, out):
    """How much better the own hand sorts after moving, swapping or losing a card."""
    n = s.hand_n[seat]
    before = _needed_now(s, seat)
    out[F_EVENS] = -_pairs(s.trial, n)
    if do == act.DO_SWAP:
        s.trial[p], s.trial[q] = s.trial[q], s.trial[p]
    else:
        i = p
        if do != act.DO_TUNE:
            i, q = q, n - 1
        number = s.trial[i]
        step = 1 if q > i else -1
        while i != q:
            s.trial[i] = s.trial[i + step]
            i += step
        s.trial[i] = number
        n -= do != act.DO_TUNE
    out[F_EVENS] += _pairs(s.trial, n)
    out[F_SORTS] = before - slices_needed(s.trial, n)
    out[F_SORTS_OVERDUE] = min(max(0, out[F_SORTS]), max(0, before - _acts_left(s, r, seat)))


@njit
def _pairs(numbers, n):
    """Adjacent cards that are equal or 1 apart."""
    pairs = 0
    for i in range(1, n):
        pairs += abs(numbers[i] - numbers[i - 1]) <= 1
    return pairs


@njit
def _can_play(s, r, seat):
    """Whether the restrictions leave the seat anything to play."""
    listed = s.answers_n
    list_plays(s, r, seat)
    found = False
    for k in range(listed, s.answers_n):
        found = found or act.do_of(s.answers[k]) == act.DO_PLAY
    s.answers_n = listed
    return found


@njit
def _change_of(s, do, p, q, new):
    """What a choice adds to the counts of played numbers."""
    if do == act.DO_TAKE_BACK:
        k = play_of(s, p)
        change = np.int64(0)
        for i in range(s.play_n[k]):
            change -= s.play_times[k, i] * once(s.play_number[k, i])
        return change
    if do == act.DO_DOUBLE:
        return once(p)
    k = play_of(s, q)
    gone = -s.play_times[k, place_in_play(s, k, p, False)] * once(p)
    return gone - gone // once(p) * once(new) if do == act.DO_SHIFT else gone


@njit
def _look_at_change(s, r, seat, change, mask, lowest_tie, out):
    """What becomes of a note that is decided if the counts, the restrictions or the rule for ties change."""
    if _still_to_act(s, r, seat) > 0 or not has_acted(s, seat):
        return
    counts = played(s, -1)
    now = _worth_of(s, r, most_played(counts, in_force(s, r), s.lowest_tie, r.parity_filter), in_force(s, r))
    then = _worth_of(s, r, most_played(counts + change, mask, lowest_tie, r.parity_filter), mask)
    _compare(now, then, out)


@njit
def _worth_of(s, r, melody, mask):
    """A Melody's room as a share, or WRONG. Without a skipped restriction there may be more room than was counted."""
    if melody == 0 or judge(s, r, melody, mask) != RIGHT:
        return WRONG
    if s.room[melody] > 0:
        return s.room[melody] / s.most_room
    return UNCERTAIN if mask != in_force(s, r) else WRONG


@njit
def _compare(now, then, out):
    if now == WRONG and then != WRONG:
        out[F_MENDS] = 1.0
    elif now != WRONG and then == WRONG:
        out[F_SPOILS] = 1.0
    elif now != WRONG:
        out[F_MENDS_ROOM] = then - now
