"""Action codes: what is done, with which kind of card, at which places. `part(a, KIND)` is one of these."""

from __future__ import annotations

from balance.engine.jit import njit

PLAY, OCTOPUS, RUM, CREW_TO, PICK, END_TURN, PASS = range(7)

# Parts of a code: lowest bit, mask.
WHAT = (12, 7)  # PLAY .. PASS
KIND = (8, 15)  # of the card that is played, moved or picked
LEAVES = (4, 15)  # place that an octopus takes the card from
TO = (0, 15)  # place that the card comes to, or ship that rum or a crew member comes to


@njit
def code(what, kind, leaves, to):
    """An action's code; what an action does not have is 0."""
    return what << 12 | kind << 8 | leaves << 4 | to
