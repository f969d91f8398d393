"""What on the cards can be used, and which events are a use of it: `balance cards omen --usage`."""

from __future__ import annotations

from typing import Any

from balance.games.omen import events as ev
from balance.games.omen.options import OmenOptions
from balance.games.omen.program import WORDS
from balance.games.omen.state import COVETED, KRATER, MYRIAD, SPOILS, TRAITS, TRIUMPH, VETERAN, WRATH

HIDDEN_WORDS = ("end", "next", "jump", "fate")  # instructions that no card spells
SHOWN_WORDS = tuple(word for word in WORDS if word not in HIDDEN_WORDS)
TRAIT_EVENTS = {
    ev.E_SPOILS: SPOILS,
    ev.E_VETERAN: VETERAN,
    ev.E_WRATH: WRATH,
    ev.E_TRIUMPH: TRIUMPH,
    ev.E_COVETED: COVETED,
}
FIRST_TRAIT = len(SHOWN_WORDS)
FIRST_CARD = FIRST_TRAIT + len(TRAITS)


def uses(options: OmenOptions) -> list[tuple[str, str]]:
    """Words, traits, then for each card by number: units played, kraters used; then each unit's TRIUMPH met."""
    sets = options.sets()
    units = [unit.name for s in sets for unit in s.units]
    kraters = [krater.name for s in sets for krater in s.kraters]
    return [
        *(("word", word.replace("pay_coins", "pay (coins)")) for word in SHOWN_WORDS),
        *(("trait", trait) for trait in TRAITS),
        *(("unit played", name) for name in units),
        *(("krater used", name) for name in kraters),
        *(("TRIUMPH met", unit.name) for s in sets for unit in s.units if "TRIUMPH" in unit.traits),
    ]


def used(r: Any, e: Any) -> list[int]:
    """The entries of `uses` that an event is a use of."""
    kind, card, amount = int(e.kind), int(e.card), int(e.amount)
    if kind == ev.E_WORD:
        shown = amount < len(WORDS) and WORDS[amount] in SHOWN_WORDS
        return [SHOWN_WORDS.index(WORDS[amount])] if shown else []
    if kind == ev.E_EFFECT and card >= 0:
        if amount == KRATER:
            return [FIRST_CARD + card] if card >= r.units else []
        return [FIRST_TRAIT + amount] if amount < len(TRAITS) else []
    if kind == ev.E_PLAY and 0 <= card < r.units:
        myriad = [FIRST_TRAIT + MYRIAD] if _has(r, card, MYRIAD) else []
        return [*myriad, FIRST_CARD + card]
    if kind not in TRAIT_EVENTS:
        return []
    met = [_triumph(r, card)] if kind == ev.E_TRIUMPH and 0 <= card < r.units and _has(r, card, TRIUMPH) else []
    return [FIRST_TRAIT + TRAIT_EVENTS[kind], *met]


def _has(r: Any, card: int, trait: int) -> bool:
    return bool((int(r["traits"][card]) >> trait) & 1)


def _triumph(r: Any, card: int) -> int:
    before = sum(_has(r, unit, TRIUMPH) for unit in range(card))
    return FIRST_CARD + int(r.units + r.kraters) + before
