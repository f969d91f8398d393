"""The names of what greedy play looks at, and how much it cares (no numba here: the game's declaration reads this).

Every look is written twice: as itself for a player's own actions, and with `target_` in front for the answers to an
effect's questions, so that both can be weighed (and trained) apart. Changes are those that the action brings about at
once, as far as they can be foreseen without knowing hidden cards.
"""

LOOKS = (
    "coins",  # change of own coins, of the first four
    "spare_coins",  # the same, from the fifth to the coin limit; what is beyond it counts nowhere
    "cards",  # change of own cards in hand, of the first four
    "spare_cards",  # the same, from the fifth to the hand limit
    "foe_coins",  # change of the other player's coins
    "foe_cards",
    "war_now",  # change of kraters won less kraters lost in this turn's War
    "war_reach",  # change of how near a city is to being won in this War with one or two more units of the hand
    "war_next",  # change of the lead in cities to be sacked in the other player's next War, in -1..1 a city
    "overkill",  # a unit played into a city that is won anyway
    "game_end",  # change of how the game stands if this War ends it: -1 (behind) to 1 (ahead), 0 while it goes on
    "lead",  # change of the lead in Strength over all cities, each city in -1..1
    "bodies",  # change of own units in cities (MYRIAD 2)
    "foe_strength",  # change of the other player's Strength in cities
    "points",  # change of points that are certain
    "coveted",  # change of points for COVETED units in hand
    "coveted_late",  # the same times the share of kraters that are won
    "triumph_met",  # change of own TRIUMPHs whose condition holds now and whose step is still to come this turn
    "triumph_hoped",  # a TRIUMPH unit brought into a city otherwise
    "glean",  # a GLEAN brought into a city
    "spoils",  # the first SPOILS brought into a city
    "quality",  # how useful the card is that is gained (+) or given up (-)
    "brawn",  # Strength of that card
    "myriad",  # whether it has MYRIAD
    "picks",  # cards chosen among several (discard pile, deck, own hand), rather than drawn unseen
    "plays_free",  # units played without paying
    "moves",  # units moved to another city
    "repeats",  # broken kraters used again
    "extra_wealth",
    "extra_offering",
    "skip_bonus",
    "extra_krater",  # kraters that could be used only now
    "news",  # a look at a krater that is not known yet
    "haste",  # for discarding a unit for its trait without paying: actions of this Surge so far
    "uses_krater",  # 1 for using a krater
    "spends",  # 1 for an action that costs coins
    "same_wealth",  # keeping all Wealth Actions of one kind
)

_OWN = {
    "coins": 0.5,
    "spare_coins": 0.25,
    "cards": 0.35,
    "spare_cards": 0.18,
    "foe_coins": -0.15,
    "foe_cards": -0.4,
    "war_now": 2.2,
    "war_reach": 0.8,
    "war_next": 0.0,
    "overkill": -0.2,
    "game_end": 4.0,
    "lead": 0.8,
    "bodies": 0.1,
    "foe_strength": -0.15,
    "points": 1.0,
    "coveted": 0.7,
    "coveted_late": 0.3,
    "triumph_met": 1.8,
    "triumph_hoped": 0.1,
    "glean": 0.8,
    "spoils": 1.6,
    "quality": 0.02,
    "brawn": 0.0,
    "myriad": 0.1,
    "picks": 0.2,
    "plays_free": 1.2,
    "moves": 0.5,
    "repeats": 1.0,
    "extra_wealth": 0.4,
    "extra_offering": 0.4,
    "skip_bonus": 0.1,
    "extra_krater": 0.1,
    "news": 0.2,
    "haste": -0.04,
    "uses_krater": 0.0,
    "spends": 0.0,
    "same_wealth": 0.15,
}
_ANSWERING = {
    "coins": 0.1,
    "spare_coins": 0.05,
    "cards": 0.1,
    "spare_cards": 0.05,
    "foe_coins": -0.2,
    "foe_cards": -0.25,
    "war_next": 0.3,
    "foe_strength": -0.05,
    "triumph_met": 0.9,
    "triumph_hoped": 0.2,
    "spoils": 0.8,
    "quality": 0.05,
    "same_wealth": 0.0,
}

FEATURES = (*LOOKS, *(f"target_{look}" for look in LOOKS))
WEIGHTS = _OWN | {f"target_{look}": weight for look, weight in (_OWN | _ANSWERING).items()}
