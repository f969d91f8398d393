"""What can happen in a game of Songbirds: the kinds of events (no numba here: the game's declaration reads this)."""

EVENTS = ("round", "draw", "place", "favour", "award", "score")
(
    E_ROUND,  # seat that starts it; amount = its number, from 1
    E_DRAW,  # seat, card: solo and co-op, at the start of a turn
    E_PLACE,  # seat, card; amount = space
    E_FAVOUR,  # seat, card: chosen, or the last in hand
    E_AWARD,  # amount = what `scoring.award_code` packs: line, token, strengths, and the colour that takes it
    E_SCORE,  # seat; amount = points of the round
) = range(len(EVENTS))
