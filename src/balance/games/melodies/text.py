"""What is printed on songs and help cards, in our words, and the document of all packs."""

from __future__ import annotations

from balance.games.melodies.words import EFFECTS, RESTRICTIONS

EFFECT_TEXTS = {
    "tune": "move one card of your hand to another place",
    "swap": "exchange two cards of your hand",
    "discard": "discard one card of your hand",
    "draw": "draw a card to the end of your hand",
    "give": "give one card of your hand to another player, to the end of the hand",
    "split_set": "play two equal cards as a set that are not adjacent",
    "shift": "one played card counts as 1 higher or lower",
    "double": "one played card counts twice",
    "cancel": "discard one played card",
    "lowest_tie": "ties go to the lowest number in this turn",
    "skip_restriction": "skip one restriction of this note",
    "bass": "make the Melody 1 higher or lower",
    "take_back": "a player takes the cards just played back and acts again",
}
assert set(EFFECT_TEXTS) == set(EFFECTS)

RESTRICTION_TEXTS = {
    "face_down": "play face down",
    "draw_and_tune": "draw and tune 1 card",
    "at_least_2": "play at least 2 cards",
    "number_at_least_previous": "play numbers equal to or higher than the previous player's",
    "differ_from_previous": "play other numbers than the previous player",
    "count_at_least_previous": "play as many cards as the previous player or more",
    "even": "the Melody must be even",
    "odd": "the Melody must be odd",
    "same": "the Melody must be the same as the note before",
    "one_apart": "the Melody must be exactly 1 more or 1 less than the note before",
    "ignore_highest": "the highest number played does not count",
    "least_played": "the number played least often becomes the Melody, of equals the highest",
}
assert set(RESTRICTION_TEXTS) == set(RESTRICTIONS)
