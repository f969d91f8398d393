"""Omen (Songs of Far Shores): cities to sack, kraters to win, TRIUMPHs to accomplish."""

from balance.engine.game import Game, Reason
from balance.games.omen.cards import check_cards
from balance.games.omen.events import EVENTS
from balance.games.omen.options import OmenOptions
from balance.games.omen.text import cards_document

GAME = Game(
    name="omen",
    title="Omen: Songs of Far Shores",
    about="Two players sack three cities for their kraters; one game, two or three combined, or drafted.",
    version=1,
    kind="competitive",
    players=(2,),
    options=OmenOptions,
    kernel="balance.games.omen.rules",
    chances=(
        "units",
        "kraters",
        "first",
        "pile 0",
        "pile 1",
        "search 0",
        "search 1",
        "random discard 0",
        "random discard 1",
        "deck 0",
        "deck 1",
        "triumph stack",
        "coveted stack",
        "rest stack",
    ),
    features=("none",),
    weights={"none": 0.0},
    reasons=(
        Reason("razed", "cities razed, more points"),
        Reason("facedown", "points level, more facedown units in Rewards"),
        Reason("coveted", "points and facedown units level, more COVETED in hand"),
        Reason("tie", "level after all tie-breakers"),
        Reason("loop", "an endless chain of effects", unfinished=True),
        Reason("decisions", "too many decisions in one turn", unfinished=True),
        Reason("max_turns", "too many turns", unfinished=True),
    ),
    longest=lambda options: 40 + (options.max_turns + 1) * options.max_decisions_per_turn,
    mode=lambda options: options.mode,
    events=EVENTS,
    cards_document=cards_document,
    check_cards=check_cards,
)
