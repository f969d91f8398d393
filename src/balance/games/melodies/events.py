"""What can happen in a game of Melodies: the kinds of events (no numba here: the game's declaration reads this).

Two small numbers that belong to one event share its amount: `low + PAIR * high`.
"""

EVENTS = (
    "pack",
    "instrument",
    "audience",
    "attempt",
    "note",
    "tune",
    "swap",
    "use",
    "discard",
    "draw",
    "shuffle",
    "give",
    "play",
    "pass",
    "wait",
    "reveal",
    "shift",
    "double",
    "cancel",
    "lowest_tie",
    "skip",
    "take_back",
    "melody",
    "bass",
    "row",
    "left",
    "fail",
    "succeed",
    "refresh",
    "completed",
)
(
    E_PACK,  # amount: position in the tour, from 1
    E_INSTRUMENT,  # seat, card
    E_AUDIENCE,  # card
    E_ATTEMPT,  # amount: song (see PACK), number of the attempt
    E_NOTE,  # amount: number of the note
    E_TUNE,  # seat; amount: from, to
    E_SWAP,  # seat; amount: from, to
    E_USE,  # seat, card; amount: number of the attempt
    E_DISCARD,  # seat, card: by the effect
    E_DRAW,  # seat, card
    E_SHUFFLE,  # amount: cards of the new deck
    E_GIVE,  # seat, card; amount: to whom
    E_PLAY,  # seat, card; amount: position in the hand before; one event a card
    E_PASS,  # seat; amount 1: an empty hand, not asked
    E_WAIT,  # seat
    E_REVEAL,
    E_SHIFT,  # seat of the play, card; amount: number it counts as now
    E_DOUBLE,  # seat of the play, card; amount: number it counts as
    E_CANCEL,  # seat of the play, card; amount: number it counted as
    E_LOWEST_TIE,
    E_SKIP,  # amount: restriction
    E_TAKE_BACK,  # seat of the play; amount: cards that return
    E_MELODY,  # amount: number, 0 for none
    E_BASS,  # amount: the new number
    E_ROW,  # card, -1 for none; amount: number, where the card is from (FROM)
    E_LEFT,  # seat; amount: cards in hand after the last note
    E_FAIL,  # amount: note, cause
    E_SUCCEED,  # amount: song (see PACK), help cards that are ready
    E_REFRESH,  # card
    E_COMPLETED,  # amount: position in the tour, from 1
) = range(len(EVENTS))

PAIR = 256
PACK = 4  # a song of a tour as one number: PACK * place of its pack + song, from 1
FROM = ("played", "deck", "discard", "none")
FROM_PLAYED, FROM_DECK, FROM_DISCARD, FROM_NONE = range(len(FROM))
