"""Sirenen in Sicht: five ship cards between two players, who play cards to either side to take them with their crew."""

from balance.engine.game import Game, Reason
from balance.games.sirenen.events import EVENTS
from balance.games.sirenen.figures import EXPOSURES, PROFILES, figures, rates
from balance.games.sirenen.limits import MEMBERS, SEATS, SHIPS
from balance.games.sirenen.looks import FEATURES, WEIGHTS
from balance.games.sirenen.options import SirenenOptions
from balance.games.sirenen.parts import card_groups, card_number, removals


def _most_turns(options: SirenenOptions) -> int:
    """Each card is played once, each octopus used once more than it returns, and no two turns in a row are passed."""
    return 2 * (sum(options.copies) + SEATS * len(options.ships)) + SEATS


def _longest(options: SirenenOptions) -> int:
    """Picks; an action, a crew member's move and the question for rum in each turn; rum before the action."""
    picks = SEATS * options.hand_size if options.variant == "tactics" else 0
    return picks + 3 * _most_turns(options) + SEATS


def _no_mirror(options: SirenenOptions) -> str:
    if options.variant == "tactics":
        return "with variant: tactics hands are picked, not dealt, so there is nothing to exchange"
    return ""


GAME = Game(
    name="sirenen",
    title="Sirenen in Sicht",
    about="Two players take ship cards and crew members with cards played to either side of the ship.",
    version=1,
    players=(SEATS,),
    options=SirenenOptions,
    kernel="balance.games.sirenen.rules",
    chances=("cards", "start", "set 0", "set 1"),
    features=FEATURES,
    weights=WEIGHTS,
    reasons=(
        Reason("no_ships", "no ship left"),
        Reason("victory_points", "enough victory points"),
        Reason("passes", "both players passed"),
    ),
    longest=_longest,
    mode=lambda options: options.variant,
    events=EVENTS,
    figures=figures,
    rates=rates,
    exposures=EXPOSURES,
    profiles=PROFILES,
    card_groups=card_groups,
    card_number=card_number,
    removals=removals,
    turns=(0, 80),
    scores=(0, SHIPS + MEMBERS),
    mirror=_no_mirror,
)
