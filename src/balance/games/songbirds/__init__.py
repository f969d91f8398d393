"""Songbirds: birds in four colours on a forest of 25 spaces, and the berries of its rows and columns."""

from balance.engine.game import Exposure, Game, Grade, Profile, Reason
from balance.games.songbirds.events import EVENTS
from balance.games.songbirds.looks import FEATURES, WEIGHTS
from balance.games.songbirds.options import SongbirdsOptions, without_effect
from balance.games.songbirds.parts import card_groups, card_number
from balance.games.songbirds.questions import figures, rates

KINDS = {"competitive": "competitive", "solo": "solo", "coop": "cooperative"}
GRADES = (
    Grade("Rookie", 0),
    Grade("Amateur", 1),
    Grade("Student", 20),
    Grade("Professional", 40),
    Grade("Superstar", 55),
)


def _no_mirror(options: SongbirdsOptions) -> str:
    return "" if options.mode == "competitive" else "in solo and co-op all seats share one score"


GAME = Game(
    name="songbirds",
    title="Songbirds",
    about="Two to four players place birds to win berries for the colour they keep to the end; also solo and co-op.",
    version=1,
    kind=lambda options: KINDS[options.mode],  # type: ignore[arg-type, return-value]
    players=(1, 2, 3, 4),
    options=SongbirdsOptions,
    kernel="balance.games.songbirds.rules",
    chances=("birds", "berries", "starter", "crow"),
    features=FEATURES,
    weights=WEIGHTS,
    reasons=(
        Reason("points", "all rounds played, most points", modes=("competitive",)),
        Reason("tie", "all rounds played, equal first places", modes=("competitive",)),
        Reason("full", "the forest is full", modes=("solo", "coop")),
    ),
    longest=lambda options: 24 * options.rounds,
    mode=lambda options: options.mode,
    seats=lambda options: options.players,
    events=EVENTS,
    figures=figures,
    rates=rates,
    grades=lambda options: () if options.mode == "competitive" else GRADES,
    exposures=(
        Exposure("opening", "dealt in the first round", causal=True),
        Exposure("favoured", "favoured"),
        Exposure("played", "placed in the forest"),
    ),
    card_groups=card_groups,
    card_number=card_number,
    profiles=(Profile("colours", "colours in hand at the end of the turn", "colours"),),
    turns=(0, 96),
    scores=(-1000, 4000),
    warnings=without_effect,
    mirror=_no_mirror,
)
