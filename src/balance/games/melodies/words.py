"""The words of the game: restrictions, effects and their timings, windows, and which goes with which (no numba here).

Their order is that of the rules record: a restriction's or an effect's number is its place here.
"""

from __future__ import annotations

SEATS = 5  # most players
CARDS = 72
COPIES = 8  # of each number
HIGHEST = 9
SONGS = 3  # in a pack
NOTES = 12  # most notes of a song
MOST_DEALT = 18  # largest starting hand
PACKS = 16  # most packs in a tour
HELP = 56  # most help cards in all packs: with the playing cards as many as can be re-dealt

SYMBOLS = ("star", "heart", "diamond", "cat", "flower", "cocktail", "bow-tie", "bird", "sparkle", "skull-and-star")
SHIPPED = ("starter", *SYMBOLS)
"""Ids of the shipped packs in tour order."""

RESTRICTIONS = (
    "face_down",
    "draw_and_tune",
    "at_least_2",
    "number_at_least_previous",
    "differ_from_previous",
    "count_at_least_previous",
    "even",
    "odd",
    "same",
    "one_apart",
    "ignore_highest",
    "least_played",
)
(
    FACE_DOWN,
    DRAW_AND_TUNE,
    AT_LEAST_2,
    NUMBER_AT_LEAST,
    DIFFER,
    COUNT_AT_LEAST,
    EVEN,
    ODD,
    SAME,
    ONE_APART,
    IGNORE_HIGHEST,
    LEAST_PLAYED,
) = range(len(RESTRICTIONS))

EFFECTS = (
    "tune",
    "swap",
    "discard",
    "draw",
    "give",
    "split_set",
    "shift",
    "double",
    "cancel",
    "lowest_tie",
    "skip_restriction",
    "bass",
    "take_back",
)
TUNE, SWAP, DISCARD, DRAW, GIVE, SPLIT_SET, SHIFT, DOUBLE, CANCEL, LOWEST_TIE, SKIP, BASS, TAKE_BACK = range(
    len(EFFECTS)
)
UNTARGETED = (DRAW, LOWEST_TIE)
"""Effects that ask for no choice."""

TIMINGS = ("anytime", "when_playing", "start_of_turn", "end_of_turn")

WINDOWS = ("after_deal", "start_of_note", "before_act", "with_act", "after_acts", "after_melody", "before_hands")
AFTER_DEAL, START_OF_NOTE, BEFORE_ACT, WITH_ACT, AFTER_ACTS, AFTER_MELODY, BEFORE_HANDS = range(len(WINDOWS))

_HAND = ("tune", "swap", "discard", "draw", "give")
_NOTE = (*_HAND, "lowest_tie", "skip_restriction")
_PLAYED = ("shift", "double", "cancel")

WINDOW_TIMINGS = {
    "after_deal": ("anytime",),
    "start_of_note": ("start_of_turn", "anytime"),
    "before_act": ("anytime",),
    "with_act": ("when_playing",),
    "after_acts": ("end_of_turn", "anytime"),
    "after_melody": ("end_of_turn", "anytime"),
    "before_hands": ("anytime",),
}
"""Which timings fit a window."""

WINDOW_EFFECTS = {
    "after_deal": _HAND,
    "start_of_note": _NOTE,
    "before_act": (*_NOTE, *_PLAYED, "take_back"),
    "with_act": (*_NOTE, *_PLAYED),
    "after_acts": (*_NOTE, *_PLAYED, "take_back"),
    "after_melody": (*_HAND, "bass", "skip_restriction"),
    "before_hands": ("discard",),
}
"""Which effects can do something in a window."""

EFFECT_TIMINGS = {
    **dict.fromkeys(_NOTE, TIMINGS),
    **dict.fromkeys(_PLAYED, ("anytime", "when_playing", "end_of_turn")),
    "split_set": ("when_playing",),
    "bass": ("anytime", "end_of_turn"),
    "take_back": ("anytime", "end_of_turn"),
}
"""Which timings an effect may have on a card."""

CAUSES = ("false_note", "no_melody", "restriction", "cards_left")
"""Why a song fails."""
FALSE_NOTE, NO_MELODY, RESTRICTION_BROKEN, CARDS_LEFT = range(len(CAUSES))
