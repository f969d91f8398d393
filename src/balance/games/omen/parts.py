"""What Omen's cards have in common, and Omen without a card's text: what `balance cards` measures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from balance.engine.game import CardGroup, CardNumber, Removal
from balance.games.omen.cards import CardSet
from balance.games.omen.normal import TRAITS
from balance.games.omen.options import OmenOptions
from balance.input import FaultError

BLANK: dict[str, Any] = {"traits": (), "bolster": None, "jilt": None, "glean": None, "triumph": None}


def card_groups(options: OmenOptions) -> tuple[CardGroup, ...]:
    """Units by trait and by cost, units and kraters, and with several sets the cards of each."""
    units = [unit for card_set in options.sets() for unit in card_set.units]
    kraters = sum(len(card_set.kraters) for card_set in options.sets())
    groups = [
        CardGroup("trait", trait, tuple(i for i, unit in enumerate(units) if trait in unit.traits)) for trait in TRAITS
    ]
    costs = sorted({unit.cost for unit in units})
    groups += [CardGroup("cost", str(cost), _with(units, "cost", cost)) for cost in costs]
    groups.append(CardGroup("kind", "units", tuple(range(len(units)))))
    groups.append(CardGroup("kind", "kraters", tuple(range(len(units), len(units) + kraters))))
    if len(options.sets()) > 1:
        groups += _by_set(options)
    return tuple(group for group in groups if group.cards)


def _with(units: list[Any], key: str, value: int) -> tuple[int, ...]:
    return tuple(i for i, unit in enumerate(units) if getattr(unit, key) == value)


def _by_set(options: OmenOptions) -> Iterator[CardGroup]:
    unit, krater = 0, sum(len(card_set.units) for card_set in options.sets())
    for card_set in options.sets():
        after_unit, after_krater = unit + len(card_set.units), krater + len(card_set.kraters)
        yield CardGroup("set", card_set.name, (*range(unit, after_unit), *range(krater, after_krater)))
        unit, krater = after_unit, after_krater


def card_number(options: OmenOptions) -> CardNumber:
    """What each unit costs."""
    units = [unit for card_set in options.sets() for unit in card_set.units]
    return CardNumber("cost", {i: unit.cost for i, unit in enumerate(units)})


def removals(options: OmenOptions) -> list[Removal]:
    """Each card blanked: a unit keeps its cost, Offering and Strength, a krater the points it is worth.

    In a draft a unit whose stack would fall short without it is left out.
    """
    places = [("units", p, i) for p, card_set in enumerate(options.sets()) for i in range(len(card_set.units))]
    places += [("kraters", p, i) for p, card_set in enumerate(options.sets()) for i in range(len(card_set.kraters))]
    found = []
    for card, (group, p, i) in enumerate(places):
        name = getattr(options.sets()[p], group)[i].name
        try:
            blanked = options.with_set(p, _blanked(options.sets()[p], group, i))
        except FaultError:
            continue
        found.append(Removal(name, "its text is blank", blanked, card))
    return found


def _blanked(card_set: CardSet, group: str, i: int) -> CardSet:
    """The set with a card without text. A blank unit has no traits, which no card of a file may be."""
    cards = list(getattr(card_set, group))
    cards[i] = cards[i].model_copy(update=BLANK if group == "units" else {"effect": []})
    return card_set.model_copy(update={group: tuple(cards)})
