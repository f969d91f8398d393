"""Melodies' records: the state of a game, and the rules with songs and help cards.

Playing cards are numbered 0..71, eight of each number: card // 8 + 1 is what is printed. Help cards (instruments, fans,
audience cards) have numbers of their own, 0..55. Where both stand in one list (events, card names) cards go by kind: a
playing card is its printed number - 1, help card h is HIGHEST + h.

A list has a fixed width and a length `<name>_n`; the top of the deck is its last entry. Notes, songs and attempts count
from 1 in the state, restrictions of a note are a bit mask (bit i: words.RESTRICTIONS[i]).
"""

from __future__ import annotations

import numpy as np

from balance.engine.jit import njit
from balance.engine.verbs import state_dtype
from balance.games.melodies.words import CARDS, COPIES, HELP, HIGHEST, NOTES, PACKS, SEATS, SONGS

ROW_OF_HELP = 16  # fans and audience cards in play
HAND = 44  # 18 dealt, a card more a note (draw_and_tune), what help can bring
LONGEST_PLAY = 9
ANSWERS = 1856  # more than the tunes of a full hand

# What is asked (State.step).
STEPS = ("use", "target", "tune", "act", "over")
STEP_USE, STEP_TARGET, STEP_TUNE, STEP_ACT, STEP_OVER = range(len(STEPS))

# Where in a song the game is (State.phase), in order. Windows are phases too.
PHASES = 14
(
    PH_AFTER_DEAL,
    PH_TUNE,
    PH_DRAW,
    PH_START,
    PH_ACTS,
    PH_WITH_ACT,
    PH_BEFORE_ACT,
    PH_REVEAL,
    PH_AFTER_ACTS,
    PH_MELODY,
    PH_AFTER_MELODY,
    PH_ROW,
    PH_BEFORE_HANDS,
    PH_HANDS,
) = range(PHASES)

# How a game ends: 1 + index into GAME.reasons.
RUNNING, SUCCESS, FAILED, COMPLETED, GAVE_UP = 0, 1, 2, 6, 7  # FAILED + cause

_i2, _i4, _i8 = np.int16, np.int32, np.int64

STATE = state_dtype(
    "melodies",
    [
        ("ready", _i8),  # help cards that are face up, a bit each
        ("laid", _i8),  # fans and audience cards in play, a bit each
        # the question that waits for an answer
        ("answers", _i4, (ANSWERS,)),  # action codes, see actions
        ("answers_n", _i4),
        ("step", _i4),
        ("asked", _i4),  # seat; -1 when over
        ("ended", _i4),
        # where we are
        ("pack", _i4),  # index into the tour
        ("song", _i4),
        ("attempt", _i4),
        ("failures", _i4),  # of this song
        ("songs_done", _i4),
        ("note", _i4),  # 0 before the first
        ("phase", _i4),
        ("turn", _i4),  # seats that have had their turn in PH_TUNE and PH_DRAW
        ("said_no", _i4),  # mask of seats, in this window
        ("using", _i4),  # help card whose effect waits for its choice, -1
        ("drawn", _i4),  # while draw_and_tune asks: position of the card that was drawn; -1: none
        # this note
        ("acted", _i2, (SEATS,)),  # seats in order of acting
        ("acted_n", _i4),
        ("waited", _i4),  # mask
        ("skipped", _i4),  # mask of restrictions
        ("lowest_tie", _i4),
        ("melody", _i4),  # 0: not found
        ("play_seat", _i2, (SEATS,)),  # plays in order of acting
        ("play_card", _i2, (SEATS, LONGEST_PLAY)),
        ("play_from", _i2, (SEATS, LONGEST_PLAY)),  # position before the play
        ("play_number", _i2, (SEATS, LONGEST_PLAY)),  # what the card counts as
        ("play_times", _i2, (SEATS, LONGEST_PLAY)),
        ("play_n", _i2, (SEATS,)),  # cards left in the play
        ("play_hidden", _i2, (SEATS,)),
        ("plays", _i4),
        # cards
        ("hand", _i2, (SEATS, HAND)),  # from the left
        ("hand_n", _i4, (SEATS,)),
        ("deck", _i2, (CARDS,)),
        ("deck_n", _i4),
        ("discard", _i2, (CARDS,)),  # in order of arrival
        ("discard_n", _i4),
        ("row", _i2, (NOTES,)),  # Melodies
        ("row_card", _i2, (NOTES,)),  # -1: only noted
        ("row_n", _i4),
        ("known", _i2, (CARDS,)),  # mask of seats that know which card lies in the place where this one lies
        ("pool", _i2, (CARDS,)),  # the shuffle (0: the deal) that the card's place was last in
        ("shuffles", _i4),
        # help cards
        ("instrument", _i2, (SEATS,)),
        ("audience", _i2, (ROW_OF_HELP,)),  # as they lie
        ("audience_n", _i4),
        ("used", _i2, (ROW_OF_HELP,)),  # face down, in order of use
        ("used_n", _i4),
        # what follows from the row: see melody.find_room
        ("room", _i4, (HIGHEST + 1,)),  # rows that are still possible with this number as this note's Melody
        ("most_room", _i4),  # the most of them, at least 1
        ("above", _i4, (HIGHEST + 1,)),  # working space of the same
        ("trial", _i2, (HAND,)),  # working space: a hand as it would be
    ],
)

RULES = np.dtype(
    [
        ("players", _i8),
        ("expert", _i8),
        ("easy", _i8),
        ("retry", _i8),  # 0: one attempt (play: song)
        ("first_pack", _i8),
        ("last_pack", _i8),
        ("first_song", _i8),
        ("last_song", _i8),
        ("max_attempts", _i8),
        ("featured_seat", _i8),  # -1 random
        ("instruments_refresh_on_failure", _i8),
        ("easy_refresh", _i8),
        ("tune_any", _i8),  # draw_and_tune_card: any
        ("passing", _i8),  # passing_under_restrictions
        ("parity_filter", _i8),
        ("fans", _i8),  # how many are laid
        ("texts", _i8),  # key of the packs' texts, see story.remember
        # songs
        ("hand", _i8, (PACKS, SONGS)),
        ("notes", _i8, (PACKS, SONGS)),
        ("rank", _i8, (PACKS, SONGS, NOTES)),  # heights as 1..ranks
        ("ranks", _i8, (PACKS, SONGS)),
        ("restrictions", _i8, (PACKS, SONGS, NOTES)),
        # help cards
        ("effect", _i8, (HELP,)),
        ("fits", _i8, (7,)),  # by window: help cards whose timing and effect fit it
        ("splits", _i8),  # help cards that split a set
        ("instruments", _i8, (HELP,)),  # of the first pack, then the featured ones in tour order
        ("instruments_n", _i8, (PACKS,)),  # how many of them are in the pool of a pack
        ("featured", _i8, (PACKS,)),  # -1 none
        ("audience", _i8, (PACKS,)),  # -1 none
        ("fan", _i8, (HELP,)),
        ("fan_n", _i8),
    ],
    align=True,
)


@njit
def number_of(card):
    """What is printed on a playing card."""
    return card // COPIES + 1


@njit
def kind_of(card):
    """What a playing card is called in events."""
    return card // COPIES


@njit
def first_seat(s, r):
    """The seat that is asked first in this note."""
    return (s.note - 1) % r.players if s.note > 0 else 0


@njit
def in_force(s, r):
    """The restrictions of this note that are not skipped, as a mask."""
    return r.restrictions[s.pack, s.song - 1, s.note - 1] & ~s.skipped


@njit
def bit(i):
    """A mask of bit i alone."""
    return np.int64(1) << i


@njit
def has(mask, i):
    """Whether bit i is set."""
    return (mask >> i) & 1 != 0


@njit
def has_acted(s, seat):
    """Whether a seat has acted in this note."""
    for i in range(s.acted_n):
        if s.acted[i] == seat:
            return True
    return False
