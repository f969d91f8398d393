"""Omen (Songs of Far Shores): cities to sack, kraters to win, TRIUMPHs to accomplish."""

from balance.engine.game import Exposure, Figure, Game, Profile, Rate, Reason
from balance.games.omen.cards import check_cards
from balance.games.omen.events import EVENTS
from balance.games.omen.looks import FEATURES, WEIGHTS
from balance.games.omen.options import OmenOptions
from balance.games.omen.parts import card_groups, card_number, removals
from balance.games.omen.text import cards_document

RAZINGS = ("first", "second")
LEADS = {1: "1 or 2 points", 3: "3 or 4 points", 5: "5 points or more"}
"""Leads in points, by their least."""
STRENGTH_LEADS = {0: "0 or 1", 2: "2 or 3", 4: "4 or more"}

FIGURES = (
    Figure("razed_cities", "cities razed", "a game", high=3),
    Figure("sackings", "sacked cities resolved", "a game", high=40),
    Figure("sacked_again", "cities sacked twice or more in one War", "a game", high=10),
    Figure("ties_in_war", "sacked cities that nobody won", "a game", high=10),
    Figure("surges_at_limit", "Surge Steps cut off by surge_limit", "a game", high=10),
    Figure("longest_chain", "most effects from one action", "a game", high=40),
    Figure("from_kraters", "kraters in hand", "points", per="seat", high=36, group="points by source"),
    Figure("from_broken", "broken kraters", "points", per="seat", high=18, group="points by source"),
    Figure("from_facedown", "TRIUMPHs (facedown units)", "points", per="seat", high=24, group="points by source"),
    Figure("from_coveted", "COVETED units in hand", "points", per="seat", high=12, group="points by source"),
    Figure("units_drawn", "units drawn", "a game", per="seat", high=200),
    Figure("units_played", "units played to cities", "a game", per="seat", high=80),
    Figure("units_lost", "units destroyed", "a game", per="seat", high=80),
    Figure("units_offered", "units offered", "a game", per="seat", high=40),
    Figure("coins_gained", "coins gained", "a game", per="seat", high=200),
    Figure("coins_paid", "coins paid", "a game", per="seat", high=200),
    Figure("kraters_won", "kraters won from cities", "a game", per="seat", high=18),
    Figure("wealth_all_drawn", "Wealth Steps spent on units only", "a game", per="seat", high=40),
    Figure("wealth_all_coins", "Wealth Steps spent on coins only", "a game", per="seat", high=40),
    Figure("kraters_won_again", "kraters won from a city sacked again in one War", "a game", per="seat", high=9),
    *(
        Figure(f"won_by_{low}", f"sacked cities won, Strength ahead by {words}", hidden=True)
        for low, words in STRENGTH_LEADS.items()
    ),
    Figure("won_by_active", "sacked cities won by the Active Player", hidden=True),
    *(
        Figure(
            f"led_at_{razing}_by_{low}{won}", f"ahead by {words} at the {razing} razing{won}", per="seat", hidden=True
        )
        for won in ("", "_won")
        for razing in RAZINGS
        for low, words in LEADS.items()
    ),
    Figure("came_back", "won after being behind at the first razing", per="seat", hidden=True),
)


def _rates(options: OmenOptions) -> tuple[Rate, ...]:
    """What a designer asks of sackings and leads. A razing that ends the game has no leader to ask about."""
    war = "sacked cities"
    sackings = [Rate("active_wins", "won by the Active Player", "won_by_active", "sackings", group=war)]
    for low, words in STRENGTH_LEADS.items():
        sackings.append(Rate(f"lead_{low}", f"won with {words} Strength more", f"won_by_{low}", "sackings", group=war))
    again = Rate(
        "again", "kraters won by sacking a city again in one War", "kraters_won_again", "kraters_won", group=war
    )
    leaders = [
        Rate(
            f"leader_{razing}_{low}",
            f"after the {razing} razing, {words} ahead",
            f"led_at_{razing}_by_{low}_won",
            f"led_at_{razing}_by_{low}",
            group="does the leader win?",
        )
        for razing in RAZINGS[: options.cities_to_end - 1]
        for low, words in LEADS.items()
    ]
    back = Rate("comebacks", "games won from behind (after the first razing)", "came_back", "games")
    return (*sackings, again, *leaders, *([back] if leaders else []))


EXPOSURES = (
    Exposure("opening", "in the opening hand", causal=True),
    Exposure("held", "ever in hand"),
    Exposure("played", "played to a city"),
    Exposure("used", "discarded for its trait, or used as a krater"),
    Exposure("offered", "offered"),
    Exposure("at_the_end", "in hand at the end"),
    Exposure("drafted", "drafted into the own deck"),
    Exposure("given_away", "given away in the draft"),
)

PROFILES = (
    Profile("coins", "coins at the end of the turn", "coins"),
    Profile("cards", "cards in hand at the end of the turn", "cards"),
    Profile("units", "units in cities at the end of the turn", "units"),
)


def _warnings(options: OmenOptions) -> list[str]:
    if options.first_player == "envoy":
        return [
            "Here the better Envoy goes first, so the first player's advantage holds some luck of the deal. To see "
            "what going first is worth by itself, run again with --set first_player=random_discard."
        ]
    return []


def _no_mirror(options: OmenOptions) -> str:
    if options.mode == "draft":
        return "in a draft no cards are dealt before decisions are made, so there is nothing to exchange"
    if options.first_player == "envoy":
        return (
            "the Envoys decide who goes first, so a game with exchanged hands is the same game with the seats renamed; "
            "use --set first_player=random_discard"
        )
    if options.second_player_bonus_units:
        return "with second_player_bonus_units the hands are not equal, so they cannot be exchanged"
    return ""


GAME = Game(
    name="omen",
    title="Omen: Songs of Far Shores",
    about="Two players sack three cities for their kraters; one game, two or three combined, or drafted.",
    version=1,
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
    features=FEATURES,
    weights=WEIGHTS,
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
    figures=lambda options: FIGURES,
    rates=_rates,
    exposures=EXPOSURES,
    profiles=PROFILES,
    card_groups=card_groups,
    card_number=card_number,
    removals=removals,
    scores=(0, 40),
    turns=(0, 200),
    warnings=_warnings,
    mirror=_no_mirror,
    cards_document=cards_document,
    check_cards=check_cards,
)
