"""The words that all prose of Omen is made of, and what is printed on the cards. Nothing here is compiled."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from balance.games.omen.cards import CardSet, Krater, Unit
from balance.games.omen.story import card_name
from balance.games.omen.text import card_lines, choices


def player(seat: int) -> str:
    """What a seat is called."""
    return f"Player {seat + 1}"


def many(n: int, noun: str) -> str:
    """`1 Coin`, `2 Coins`."""
    return f"{n} {noun}{'s' if n != 1 else ''}"


def listed(names: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def names_of(r: Any, cards: Any, n: int) -> str:
    """The names of the first n cards."""
    return ", ".join(card_name(r, card) for card in cards[: int(n)])


def has(r: Any, unit: int, trait: int) -> bool:
    """Whether a unit has a trait."""
    return bool(int(r.traits[unit]) >> trait & 1)


def quoted(text: str) -> str:
    """A text in quotes, if there is one."""
    return f'"{text}"' if text else ""


@dataclass(frozen=True)
class Printed:
    """What a rules record does not hold: the sets' names and, by card number, what is printed."""

    sets: list[str] = field(default_factory=list)
    texts: list[dict[str, str]] = field(default_factory=list)
    """By trait; a krater's by an empty text."""
    options: list[dict[str, list[list[str]]]] = field(default_factory=list)
    """By trait: the options of each `choose`."""


_printed: dict[int, Printed] = {}


def remember(sets: Sequence[CardSet]) -> int:
    """Keep the texts of these sets to be quoted; the key is made from the texts alone."""
    cards: list[Unit | Krater] = [unit for s in sets for unit in s.units]
    cards += [krater for s in sets for krater in s.kraters]
    made = Printed([s.name for s in sets], [dict(card_lines(card)) for card in cards], [_options(c) for c in cards])
    content = json.dumps([made.sets, made.texts, made.options]).encode()
    key = int.from_bytes(blake2b(content, digest_size=8).digest(), "little") >> 1
    _printed[key] = made
    return key


def _options(card: Unit | Krater) -> dict[str, list[list[str]]]:
    effects = {"": card.effect} if isinstance(card, Krater) else card.effects
    return {trait.upper(): choices(effect) for trait, effect in effects.items()}


def printed(r: Any) -> Printed:
    """What the rules record `r` was made from; empty if that is not known."""
    return _printed.get(int(r.texts), Printed())


def text_of(r: Any, card: int, trait: str) -> str:
    """What is printed beside a trait, or on a krater (an empty `trait`)."""
    texts = printed(r).texts
    return texts[card].get(trait, "") if texts else ""


def waiting(r: Any, unit: int) -> str:
    """What a TRIUMPH waits for."""
    text = text_of(r, unit, "TRIUMPH")
    return f"TRIUMPH of {card_name(r, unit)}: {quoted(text)}" if text else ""
