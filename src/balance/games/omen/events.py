"""What can happen in a game of Omen: the kinds of events (no numba here: the game's declaration reads this)."""

from __future__ import annotations

from typing import NamedTuple

# What happened; `amount` is a number of coins or cards, a city, a trait (effect) or a word's code (word).
EVENTS = (
    "first",
    "turn",
    "step",
    "draw",
    "gain",
    "pay",
    "lose",
    "steal",
    "discard",
    "shuffle",
    "order",
    "play",
    "move",
    "return",
    "destroy",
    "veteran",
    "top",
    "take",
    "look",
    "reveal",
    "effect",
    "word",
    "wrath",
    "spoils",
    "bonus",
    "bonus_skipped",
    "triumph",
    "sacked",
    "razed",
    "broken",
    "offer",
    "peek",
    "swap",
    "envoy",
    "strength",
    "give",
    "keep",
    "coveted",
    "draft",
)
(
    E_FIRST,  # seat; amount 1 if chance decided
    E_TURN,  # seat; amount = number of the turn
    E_STEP,  # seat; amount = step that begins
    E_DRAW,  # seat, card
    E_GAIN,  # seat; coins from the supply
    E_PAY,  # seat; coins paid as a cost
    E_LOSE,  # seat; coins lost
    E_STEAL,  # seat that takes; coins from the other
    E_DISCARD,  # seat, card; amount 1 at random
    E_SHUFFLE,  # pile; amount = cards, followed by their order
    E_ORDER,  # card, top first
    E_PLAY,  # seat, card; amount = city
    E_MOVE,  # seat (side), card; amount = city
    E_RETURN,  # seat, card: from a city to hand
    E_DESTROY,  # seat, card; amount = city
    E_VETERAN,  # seat, card: to hand instead of destroyed
    E_TOP,  # seat, card: from hand onto the deck
    E_TAKE,  # seat, card; amount 0 from the discard pile, 1 from the deck
    E_LOOK,  # seat, card: seen on the deck
    E_REVEAL,  # seat, card: shown on the deck
    E_EFFECT,  # seat, card; amount = trait (KRATER for a krater) whose effect starts
    E_WORD,  # seat, card; amount = word of the language that did something
    E_WRATH,  # seat that must discard
    E_SPOILS,  # seat; amount = extra Wealth Actions
    E_BONUS,  # seat; amount 0 draws, 1 coins
    E_BONUS_SKIPPED,  # seat
    E_TRIUMPH,  # seat, card; amount = city
    E_SACKED,  # winning seat or -1, krater or -1; amount = city
    E_RAZED,  # amount = city
    E_BROKEN,  # seat, krater
    E_OFFER,  # seat, card; amount = offering value
    E_PEEK,  # seat, krater; amount = city
    E_SWAP,  # seat; amount = pair
    E_ENVOY,  # seat, card
    E_STRENGTH,  # seat; amount = city
    E_GIVE,  # seat that gives, card
    E_KEEP,  # seat, card: survives a sacked city
    E_COVETED,  # seat, card: a COVETED unit in hand at the end
    E_DRAFT,  # seat, card: drawn from the TRIUMPH stack for one put under it
) = range(len(EVENTS))


class Event(NamedTuple):
    """An event of the log, in plain numbers."""

    kind: int
    seat: int
    card: int
    amount: int
