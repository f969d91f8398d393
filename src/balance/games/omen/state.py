"""Omen's records: the state of a game, and the rules with the card tables.

Cards are numbered: units 0..units-1 (set by set, in file order), then kraters. Card numbers in lists are unit numbers
unless the field says krater. A list has a fixed width and a length `<name>_n`; the top of a pile is its last entry.
Cities are 0..2.
"""

from __future__ import annotations

import numpy as np

from balance.engine.verbs import state_dtype
from balance.games.omen.normal import MOST_ROWS

SEATS = 2
CITIES = 3
UNITS = 66  # three sets
KRATERS = 18
CARDS = UNITS + KRATERS
SIDE = 10  # widest city limit
STACK = 4  # most kraters in a city
QUEUE = 128  # more BOLSTERs than any chain limit
ANSWERS = 352  # a hand of all 66 units with two discard traits each, all kraters, and `end`
FRAMES = 2  # an effect, and the broken krater it repeats
MOST_STEPS = 250  # of effects between two decisions; a step notes at most about 200 events

# Traits, as bits of Rules.traits.
TRAITS = (
    "BOLSTER",
    "JILT",
    "GLEAN",
    "TRIUMPH",
    "MYRIAD",
    "COVETED",
    "SPOILS",
    "FATE",
    "PILFER",
    "RECRUIT",
    "VETERAN",
    "CURSE",
    "WRATH",
)
BOLSTER, JILT, GLEAN, TRIUMPH, MYRIAD, COVETED, SPOILS, FATE, PILFER, RECRUIT, VETERAN, CURSE, WRATH = range(13)
KRATER = 13  # beside the traits: an effect that starts from a krater

# Where a card is (State.where). Places of a seat or pile p: base + p; of a city's side: SIDES + 2 * city + seat.
DECK, PILE, HAND, FACEDOWN, BROKEN = 0, 2, 4, 6, 8
ASIDE, OUT, STACKS, SIDES, DRAFTING = 10, 11, 12, 16, 24

# Steps, in the order of a turn. SETUP steps come before the first turn.
STEPS = (
    "envoy",
    "draft_triumph",
    "draft_rest",
    "envoy_discard",
    "wealth",
    "surge",
    "portent",
    "war",
    "offering",
    "limits",
    "over",
)
ENVOY, DRAFT_TRIUMPH, DRAFT_REST, ENVOY_DISCARD, WEALTH, SURGE, PORTENT, WAR, OFFERING, LIMITS, OVER = range(11)

# The parts of resolving a sacked city.
NO_CITY, WINNER_KEEPS, LOSER_KEEPS, ACTIVE_LOSES_TWO, OTHER_LOSES_TWO = range(5)

# How a game ends: 1 + index into GAME.reasons.
RUNNING, RAZED, BY_FACEDOWN, BY_COVETED, TIED, LOOP, DECISIONS, MAX_TURNS = range(8)

_i2, _i4, _i8 = np.int16, np.int32, np.int64

STATE = state_dtype(
    "omen",
    [
        # knowledge, see engine.knowledge; 0 = the seat knows where the card is
        ("history", _i8, (SEATS, CARDS)),  # shuffles of the card's place
        ("origin", _i8, (SEATS, CARDS)),  # first shuffle of the card
        # the question that waits for an answer
        ("answers", _i4, (ANSWERS,)),  # action codes, see actions.code
        ("answers_n", _i4),
        ("question", _i4),  # see questions; 0 = none
        ("asked", _i4),  # seat that answers; -1 when over
        ("ended", _i4),  # RUNNING .. MAX_TURNS
        # turn
        ("turn", _i4),  # 0 before the first
        ("active", _i4),  # -1 before the first turn
        ("first", _i4),  # -1 until known
        ("step", _i4),
        ("decisions", _i4),  # in this turn
        ("wealth_left", _i4),
        ("wealth_drawn", _i4),
        ("wealth_coins", _i4),
        ("surge_used", _i4),  # plays, discards and kraters in this Surge
        ("kraters_used", _i4),
        ("extra_kraters", _i4),
        ("offers_left", _i4),  # units that may still be offered
        ("extra_offers", _i4),
        ("offering_left", _i4),  # points of the offered unit still to take
        ("destroyed", _i4),  # this turn: units destroyed, on either side
        ("destroyed_weight", _i4),  # the same, MYRIAD counted twice
        ("played", _i4),  # units the Active Player played
        ("played_weight", _i4),
        ("won", _i4),  # kraters the Active Player won
        ("strength_bonus", _i4, (CITIES,)),  # the Active Player's, until the War Step ends
        ("extra_wealth", _i4, (SEATS,)),
        ("skip_bonus", _i4, (SEATS,)),
        # war
        ("war_part", _i4),
        ("resolved", _i4, (CITIES,)),  # times the city was resolved in this War, or the last one
        ("war_city", _i4),
        ("war_winner", _i4),
        ("war_lead", _i4),  # the winner's lead in Strength
        ("keep_left", _i4),  # weight that may still be kept, or units still to lose
        ("kept", _i4, (SIDE,)),  # 1 for each index of the side that is kept
        # effects
        ("frames", _i4),  # running effects; the top one goes on
        ("pc", _i4, (FRAMES,)),
        ("source", _i4, (FRAMES,)),  # card whose effect it is
        ("here", _i4, (FRAMES,)),  # city, -1 for none
        ("left", _i4, (FRAMES,)),  # repetitions left of the instruction; -1 = not begun
        ("loops", _i4, (FRAMES,)),  # repetitions left of the running for_each
        ("chosen", _i4),  # unit on its way to a city, -1
        ("serial", _i4),  # number of instructions begun; marks the units that one has moved
        ("moved_by", _i4, (UNITS,)),
        ("looked", _i4),  # units still looked at on the deck
        ("queue", _i2, (QUEUE, 2)),  # BOLSTERs to come: unit, city
        ("queue_from", _i4),
        ("queue_to", _i4),
        ("chain", _i4),  # effects started by this action
        ("steps", _i4),  # steps of effects since the last answer
        ("wrath", _i4),  # WRATHs that wait for the Opposing Player's discard
        ("aside", _i4),  # unit set aside, -1
        ("aside_krater", _i4),  # krater set aside, -1
        # coins
        ("coins", _i4, (SEATS,)),
        ("supply", _i4),
        # cards
        ("where", _i2, (CARDS,)),
        ("gleaned", _i4, (UNITS,)),  # turn in which the unit last gleaned
        ("hand", _i2, (SEATS, UNITS)),  # sorted
        ("hand_n", _i4, (SEATS,)),
        ("vase", _i2, (SEATS, KRATERS)),  # kraters in hand, sorted
        ("vase_n", _i4, (SEATS,)),
        ("facedown", _i2, (SEATS, UNITS)),
        ("facedown_n", _i4, (SEATS,)),
        ("broken", _i2, (SEATS, KRATERS)),
        ("broken_n", _i4, (SEATS,)),
        ("deck", _i2, (SEATS, UNITS)),  # pile 0 is the shared one, except in a draft
        ("deck_n", _i4, (SEATS,)),
        ("pile", _i2, (SEATS, UNITS)),  # discard piles
        ("pile_n", _i4, (SEATS,)),
        ("side", _i2, (CITIES, SEATS, SIDE)),  # units in order of entering
        ("side_n", _i4, (CITIES, SEATS)),
        ("side_weight", _i4, (CITIES, SEATS)),  # units of a side, MYRIAD counted twice
        ("unit_strength", _i4, (CITIES, SEATS)),  # Strength of the units of a side
        ("stack", _i2, (CITIES, STACK)),  # kraters of a city
        ("stack_n", _i4, (CITIES,)),
        ("razed", _i4, (CITIES,)),
        # setup
        ("envoy", _i4, (SEATS,)),  # -1 until chosen
        ("draft_stack", _i2, (3, UNITS)),  # TRIUMPH, COVETED, rest
        ("draft_n", _i4, (3,)),
        ("drawn", _i2, (SEATS, 4)),  # the cards a seat chooses from
        ("drawn_n", _i4, (SEATS,)),
        ("under", _i2, (SEATS, 2)),  # chosen to go under the TRIUMPH stack
        ("under_n", _i4, (SEATS,)),
        ("play_area_n", _i4, (SEATS,)),
        ("play_area", _i2, (SEATS, 24)),  # the deck that a seat drafts
        ("given", _i4, (SEATS,)),  # unit to give this round, -1 until chosen
        ("draft_round", _i4),
    ],
)

INSTRUCTIONS = 3 * MOST_ROWS + 16  # three sets, and the traits' own effects
CONDITIONS = 3 * MOST_ROWS
CODE_COLUMNS = 18
CONDITION_COLUMNS = 8
LONGEST_NAME = 60

RULES = np.dtype(
    [
        ("units", _i8),
        ("kraters", _i8),
        ("draft", _i8),
        ("kraters_per_city", _i8),
        ("first_player", _i8),  # FIRST_ENVOY, FIRST_RANDOM_DISCARD, FIRST_RANDOM
        ("starting_units", _i8),
        ("starting_coins", _i8),
        ("first_turn_wealth", _i8),
        ("second_player_bonus_coins", _i8),
        ("second_player_bonus_units", _i8),
        ("wealth_actions", _i8),
        ("wealth_bonus", _i8),
        ("spoils_bonus", _i8),
        ("coin_supply", _i8),
        ("city_limit", _i8),
        ("kraters_per_surge", _i8),
        ("winner_keeps", _i8),
        ("loser_keeps", _i8),
        ("myriad_kept_as", _i8),
        ("wrath_on_hand_limit", _i8),
        ("wrath_on_offering", _i8),
        ("wrath_on_own_trait", _i8),
        ("triumph_at_once", _i8),
        ("hand_limit", _i8),
        ("coin_limit", _i8),
        ("cities_to_end", _i8),
        ("points_krater", _i8),
        ("points_broken", _i8),
        ("points_facedown", _i8),
        ("points_coveted", _i8),
        ("surge_limit", _i8),
        ("chain_limit", _i8),
        ("max_decisions_per_turn", _i8),
        ("max_turns", _i8),
        # card tables
        ("texts", _i8),  # key of the card texts, see prose.remember
        ("ids", _i4, (CARDS, LONGEST_NAME)),  # texts as code points, 0 after the end
        ("names", _i4, (CARDS, LONGEST_NAME)),
        ("cost", _i8, (CARDS,)),
        ("offering", _i8, (CARDS,)),
        ("strength", _i8, (CARDS,)),
        ("traits", _i8, (CARDS,)),  # bit t = trait t
        ("effect", _i8, (CARDS, 3)),  # first instruction of BOLSTER, JILT, GLEAN; a krater's in column 0; -1 none
        ("repeats", _i8, (CARDS,)),  # a krater whose effect holds repeat_broken
        ("triumph_step", _i8, (CARDS,)),  # -1 none
        ("triumph_when", _i8, (CARDS, 2)),  # first condition row, number of rows
        ("trait_effect", _i8, (13,)),  # first instruction of the Set traits' own effects; -1 none
        ("code", _i8, (INSTRUCTIONS, CODE_COLUMNS)),  # see program
        ("condition", _i8, (CONDITIONS, CONDITION_COLUMNS)),
    ],
    align=True,
)
FIRST_ENVOY, FIRST_RANDOM_DISCARD, FIRST_RANDOM = range(3)
