"""The names of what greedy play looks at, and how much it cares (no numba here: the game's declaration reads this).

Every look is written twice: as itself for a player's own actions, and with `target_` in front for the answers to an
effect's questions, so that both can be weighed (and trained) apart. Changes are those that the action brings about at
once, as far as they can be foreseen without knowing hidden cards.
"""

LOOKS = (
    "coins",  # change of own coins, of the first four
    "spare_coins",  # the same, from the fifth to the coin limit
    "excess_coins",  # the same, of those beyond the coin limit
    "cards",  # change of own cards in hand, of the first four
    "spare_cards",  # the same, from the fifth to the hand limit
    "excess_cards",  # the same, of those beyond the hand limit
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
    "extra_wealth",  # Wealth Actions to come, times the share of kraters that are not won
    "extra_offering",  # Offerings more, with a hand to choose from
    "skip_bonus",
    "extra_krater",  # kraters that could be used only now
    "news",  # a look at a krater that is not known yet
    "haste",  # for discarding a unit for its trait without paying: actions of this Surge so far
    "uses_krater",  # 1 for using a krater
    "spends",  # 1 for an action that costs coins
    "same_wealth",  # keeping all Wealth Actions of one kind
    "stalemate",  # drawing a unit in a long game: every 20 turns after the first 60 count 1
)

# Found by letting changed weights play against one another in all sets and modes, then set by hand where strength was
# bought with play that no person would show: units of Strength thrown away for a card (`brawn`), a turn without end of
# discards that fetch one another (`haste`), kraters broken for a coin (`points`, `foe_coins`).
_OWN = {
    "coins": 0.49,
    "spare_coins": 0.43,
    "excess_coins": -0.4,
    "cards": 0.71,
    "spare_cards": 0.69,
    "excess_cards": 0.1,
    "foe_coins": -0.4,
    "foe_cards": -0.4,
    "war_now": 2.41,
    "war_reach": 5.63,
    "war_next": 0.3,
    "overkill": -0.27,
    "game_end": 4.82,
    "lead": 1.12,
    "bodies": 0.08,
    "foe_strength": 0.06,
    "points": 1.0,
    "coveted": 0.75,
    "coveted_late": 0.7,
    "triumph_met": 2.81,
    "triumph_hoped": 0.2,
    "glean": 0.32,
    "spoils": 0.79,
    "quality": 0.1,
    "brawn": 0.0,
    "myriad": 0.57,
    "picks": 0.38,
    "plays_free": 0.8,
    "moves": -0.13,
    "repeats": 3.1,
    "extra_wealth": 0.45,
    "extra_offering": 0.3,
    "skip_bonus": 0.19,
    "extra_krater": -0.13,
    "news": 0.47,
    "haste": -0.12,
    "uses_krater": 0.0,
    "spends": 0.0,
    "same_wealth": 0.7,
    "stalemate": 0.5,
}
_ANSWERING = {
    "coins": -0.11,
    "spare_coins": 0.17,
    "excess_coins": -0.2,
    "cards": 0.21,
    "spare_cards": 0.2,
    "excess_cards": 0.05,
    "foe_coins": -0.3,
    "foe_cards": -0.53,
    "war_now": 2.72,
    "war_reach": 0.36,
    "war_next": 0.14,
    "overkill": -0.14,
    "game_end": 2.32,
    "lead": 0.0,
    "bodies": 0.07,
    "foe_strength": 0.0,
    "points": 0.26,
    "coveted": 0.76,
    "coveted_late": 0.21,
    "triumph_met": 0.57,
    "triumph_hoped": 0.03,
    "glean": 0.38,
    "spoils": 1.11,
    "quality": 0.25,
    "brawn": 0.0,
    "myriad": 0.33,
    "picks": 0.28,
    "plays_free": 1.53,
    "moves": 0.54,
    "repeats": 0.89,
    "extra_wealth": 0.95,
    "extra_offering": 0.29,
    "skip_bonus": 0.18,
    "extra_krater": 0.24,
    "news": 0.26,
    "haste": 0.0,
    "uses_krater": 0.0,
    "spends": 0.0,
    "same_wealth": 0.08,
    "stalemate": 0.0,
}

FEATURES = (*LOOKS, *(f"target_{look}" for look in LOOKS))
WEIGHTS = _OWN | {f"target_{look}": weight for look, weight in _ANSWERING.items()}
