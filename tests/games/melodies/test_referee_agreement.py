"""The engine before the independent referee: every legal action, every event, every view, every state of whole games.

The referee (tests/referee) knows the rulebook and the record of a game, nothing of the engine. Random content reaches
what the shipped packs leave out; see `referee.melodies_content`.
"""

from __future__ import annotations

SEED = 2026
PACKS = (
    "starter",
    "heart",
)
PLAYERS = (2, 3, 4, 5)
DIFFICULTIES = ("normal", "easy", "expert")
VARIANTS = {
    "featured seat": ["venue=heart", "featured_seat=1"],
    "parity filter": ["parity=filter", "venue=skull-and-star", "song=3"],
    "must play": ["passing_under_restrictions=false", "venue=bow-tie", "song=2"],
    "drawn card": ["draw_and_tune_card=drawn", "venue=flower", "song=2"],
    "no refresh": ["play=venue", "instruments_refresh_on_failure=false", "max_attempts=4"],
    "easy": ["play=venue", "difficulty=easy", "easy_refresh=2", "max_attempts=6"],
    "one pack": ["packs=[starter]", "play=campaign", "max_attempts=3"],
}
