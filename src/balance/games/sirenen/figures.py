"""What is counted of Sirenen in Sicht: figures, rates, exposures, profiles (no numba: the declaration reads this)."""

from __future__ import annotations

from balance.engine.game import Exposure, Figure, Profile, Rate
from balance.games.sirenen.options import SirenenOptions

SIGNS = ("negative", "zero", "positive")
"""Kinds of cards by value, told apart where sides matter."""


def _part(name: str, per: str = "game") -> Figure:
    """One part of a rate."""
    return Figure(name, name.replace("_", " "), per="seat" if per == "seat" else "game", hidden=True)


OF_A_GAME = (
    Figure("by_resistance", "resistance reached", "ships", high=8, group="ships by what became of them"),
    Figure("by_majority", "five against five", "ships", high=8, group="ships by what became of them"),
    Figure("by_tie", "removed with a tie", "ships", high=8, group="ships by what became of them"),
    Figure("left", "still in play at the end", "ships", high=8, group="ships by what became of them"),
    Figure("points_removed", "victory points removed with ties", "points", high=10),
    Figure("crew_moves", "moves of crew members", "a game", high=30),
    Figure("passes", "passes", "a game", high=10),
    Figure("empty_hands", "turns begun with an empty hand", "a game", high=20),
    _part("crew_choices"),
    _part("crew_choices_inactive"),
    _part("resistance_by_opponent"),
    _part("majority_by_opponent"),
    _part("taken_by_octopus"),
    _part("taken"),
    _part("pile_out"),
    _part("with_pass"),
)

OF_A_SHIP = ("resistance", "majority", "tie", "left", "taken", "by_opponent")
"""Parts of rates, for each ship in turn."""

OF_A_SEAT = (
    Figure("from_ships", "ships", "points", per="seat", high=8, group="points by source"),
    Figure("from_crew", "crew members", "points", per="seat", high=2, group="points by source"),
    Figure("played_own", "to the own side", "cards", per="seat", high=40, group="cards played by side"),
    Figure("played_opposing", "to the opposing side", "cards", per="seat", high=40, group="cards played by side"),
    Figure("completed_self", "by an action of one's own", "ships", per="seat", high=8, group="ships taken by action"),
    Figure("completed_by_foe", "by the opponent's action", "ships", per="seat", high=8, group="ships taken by action"),
    Figure("octopus_uses", "uses of the octopus", "a game", per="seat", high=8),
    Figure("octopus_points", "points won by an octopus", "points", per="seat", high=10),
    Figure("cards_left", "cards in hand at the end", "cards", per="seat", high=12),
    *[_part(f"{sign}_played", "seat") for sign in SIGNS],
    *[_part(f"{sign}_opposing", "seat") for sign in SIGNS],
    *[
        _part(name, "seat")
        for name in (
            "first_ship",
            "first_ship_won",
            "first_ship_drawn",
            "first_crew",
            "first_crew_won",
            "first_crew_drawn",
            "octopus_wins",
            "octopus_takes_opposing",
            "octopus_first",
            "octopus_first_turn",
            "rum_used",
            "rum_turn",
            "rum_before",
            "rum_own",
            "rum_foe",
            "rum_removed",
            "rum_left",
        )
    ],
)

EXPOSURES = (
    Exposure("dealt", "in the dealt hand", causal=True),
    Exposure("picked", "picked for the starting hand"),
    Exposure("held", "ever in hand"),
    Exposure("played_own", "played to the own side"),
    Exposure("played_opposing", "played to the opposing side"),
    Exposure("moved", "moved with the octopus"),
    Exposure("at_the_end", "in hand at the end"),
)

PROFILES = (
    Profile("points", "victory points at the end of the turn", "points"),
    Profile("lead", "totals of the own sides less the opponent's, ships in play, at the end of the turn", "strength"),
)


def figures(options: SirenenOptions) -> tuple[Figure, ...]:
    """All figures; those of a game first, then those of each ship, then those of a seat."""
    ships = [_part(f"ship_{ship}_{what}") for ship in options.ships for what in OF_A_SHIP]
    return (*OF_A_GAME, *ships, *OF_A_SEAT)


def rates(options: SirenenOptions) -> tuple[Rate, ...]:
    """Answers to conditional questions."""
    return (
        *_rates_by_ship(options),
        Rate("resistance_by_opponent", "resistance reached", "resistance_by_opponent", "by_resistance", group=BY_FOE),
        Rate("majority_by_opponent", "five against five", "majority_by_opponent", "by_majority", group=BY_FOE),
        Rate("taken_by_octopus", "ships taken through an octopus", "taken_by_octopus", "taken", group=OCTOPUS),
        Rate("first_ship_won", "won after the first ship", "first_ship_won", "first_ship", group=AFTER),
        Rate("first_ship_drawn", "drawn after the first ship", "first_ship_drawn", "first_ship", group=AFTER),
        Rate("first_crew_won", "won after the first crew member", "first_crew_won", "first_crew", group=AFTER),
        Rate("first_crew_drawn", "drawn after the first crew member", "first_crew_drawn", "first_crew", group=AFTER),
        Rate("has_first_ship", "takes the first ship", "first_ship", "games", group=FIRST, each_seat=True),
        Rate("octopus_used", "octopus", "octopus_first", "games", group=USED, each_seat=True),
        Rate("octopus_turn", "octopus, a player's first use", "octopus_first_turn", "octopus_first", TURN, WHEN),
        Rate("octopus_wins", "uses that win their owner a ship at once", "octopus_wins", "octopus_uses", group=OCTOPUS),
        Rate("octopus_opposing", "uses that take a card off the opposing side", *OCTOPUS_OPPOSING, group=OCTOPUS),
        Rate("rum_used", "rum", "rum_used", "games", group=USED, each_seat=True),
        Rate("rum_turn", "rum", "rum_turn", "rum_used", TURN, WHEN),
        Rate("rum_before", "used before the action", "rum_before", "rum_used", group=OF_RUM),
        Rate("rum_own", "ship taken by the rum's owner", "rum_own", "rum_used", group=OF_RUM),
        Rate("rum_foe", "ship taken by the opponent", "rum_foe", "rum_used", group=OF_RUM),
        Rate("rum_removed", "ship removed with a tie", "rum_removed", "rum_used", group=OF_RUM),
        Rate("rum_left", "ship still in play at the end", "rum_left", "rum_used", group=OF_RUM),
        Rate("crew_choices", "moves with a choice", "crew_choices", "crew_moves", group=CREW),
        Rate(
            "crew_inactive",
            "of these, by the inactive player",
            "crew_choices_inactive",
            "crew_choices",
            group=CREW,
        ),
        *[Rate(f"{sign}_opposing", sign, f"{sign}_opposing", f"{sign}_played", group=OPPOSING) for sign in SIGNS],
        Rate("pile_out", "games in which a draw pile runs out", "pile_out", "games"),
        Rate("with_pass", "games with a pass", "with_pass", "games"),
    )


BY_FOE = "ships completed by the opponent's action, by how they are taken"
AFTER = "the game after the first ship, and after the first crew member, for the player who took it"
OF_RUM = "the mug of rum, and what becomes of its ship"
OPPOSING = "cards played to the opposing side, by value"
TURN = "turn of the game"
FIRST = "who takes the first ship"
USED = "who uses octopus and rum in a game"
WHEN = "when octopus and rum are used"
OCTOPUS = "the octopus"
CREW = "moves of crew members"
OCTOPUS_OPPOSING = ("octopus_takes_opposing", "octopus_uses")

BY_SHIP = {
    "resistance": ("games", "ships taken by resistance"),
    "majority": ("games", "ships taken five against five"),
    "tie": ("games", "ships removed with a tie"),
    "left": ("games", "ships still in play at the end"),
    "by_opponent": ("taken", "ships taken that the opponent's action completed"),
}


def _rates_by_ship(options: SirenenOptions) -> list[Rate]:
    found = []
    for what, (among, group) in BY_SHIP.items():
        for ship in options.ships:
            bottom = among if among == "games" else f"ship_{ship}_{among}"
            found.append(Rate(f"ship_{ship}_{what}", f"ship {ship}", f"ship_{ship}_{what}", bottom, group=group))
    return found
