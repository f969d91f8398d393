"""The cards of Omen: models of the YAML form of docs/games/omen-effects.md, and the sets that are shipped."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from balance.games.omen.normal import (
    ETERNAL,
    MOST_ROWS,
    TRAITS,
    Effect,
    condition,
    effect,
    rows_of_condition,
    rows_of_effect,
)
from balance.input import FaultError, Node, SpecError, checked, did_you_mean, listed, read, show

SHIPPED = (1, 2, 3)
UNITS = 22
KRATERS = 6
LONGEST_NAME = 60
ID = re.compile("[a-z0-9-]{1,40}")
DATA = Path(__file__).parent / "data"

Value = Annotated[int, Field(ge=0, le=20)]


class _Card(BaseModel):
    """What units and kraters have in common."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    id: str
    name: str

    @field_validator("id")
    @classmethod
    def _check_id(cls, value: str) -> str:
        if not ID.fullmatch(value):
            raise FaultError(f"must be 1 to 40 of the characters a-z, 0-9 and -, not {show(value)}")
        return value

    @field_validator("name")
    @classmethod
    def _check_name(cls, value: str) -> str:
        return _printable(value)

    def record(self) -> dict[str, Any]:
        """The card as in its YAML file, effects in normal form (plain data)."""
        return self.model_dump(mode="json", exclude_none=True)


def _printable(value: str) -> str:
    if not value.isprintable() or value.strip() != value or not 1 <= len(value) <= LONGEST_NAME:
        raise FaultError(f"must be one line of 1 to {LONGEST_NAME} characters without spaces at its ends")
    return value


class Triumph(BaseModel):
    """When a TRIUMPH is checked, and what must hold then."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    step: Literal["wealth", "surge", "portent", "war", "offering"]
    when: dict[str, Any]

    @field_validator("when", mode="before")
    @classmethod
    def _normal_when(cls, value: Any) -> dict[str, Any]:
        return condition(value, "a TRIUMPH", here=True)


class Unit(_Card):
    """A unit: its values, two traits, and an effect for each trait that has one."""

    cost: Value
    offering: Value
    strength: Value
    traits: Annotated[tuple[str, ...], Field(strict=False)]
    bolster: Effect | None = None
    jilt: Effect | None = None
    glean: Effect | None = None
    triumph: Triumph | None = None

    @field_validator("traits", mode="before")
    @classmethod
    def _check_traits(cls, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list | tuple):
            raise FaultError(f"must be a list of two traits, not {show(value)}")
        for i, trait in enumerate(value):
            if trait not in TRAITS:
                raise FaultError(f"{show(trait)} is not a trait{did_you_mean(trait, TRAITS)}", (i,))
        if len(value) != 2 or value[0] == value[1]:
            raise FaultError(f"needs exactly two different traits, has {listed(value, 'and') or 'none'}")
        return tuple(value)

    @field_validator("bolster", "glean", mode="before")
    @classmethod
    def _normal_with_here(cls, value: Any, info: Any) -> Effect:
        return effect(value, f"a {info.field_name.upper()}", here=True)

    @field_validator("jilt", mode="before")
    @classmethod
    def _normal_jilt(cls, value: Any) -> Effect:
        return effect(value, "a JILT", here=False)

    @model_validator(mode="after")
    def _check_data_of_traits(self) -> Self:
        for key in ("bolster", "jilt", "glean", "triumph"):
            trait = key.upper()
            if trait in self.traits and getattr(self, key) is None:
                need = "its step and when" if key == "triumph" else "its effect"
                raise FaultError(f"is missing: a unit with {trait} needs {need}", (key,))
            if trait not in self.traits and getattr(self, key) is not None:
                raise FaultError(f"is not wanted: the unit has no {trait}", (key,))
        return self

    @property
    def effects(self) -> dict[str, Effect]:
        """The unit's effects in normal form, by `bolster`, `jilt`, `glean`."""
        found = {"bolster": self.bolster, "jilt": self.jilt, "glean": self.glean}
        return {key: steps for key, steps in found.items() if steps is not None}


class Krater(_Card):
    """A krater and its effect (in normal form)."""

    effect: Effect

    @field_validator("effect", mode="before")
    @classmethod
    def _normal_effect(cls, value: Any) -> Effect:
        return effect(value, "a krater", here=False)


class CardSet(BaseModel):
    """The cards of one game: 22 units and 6 kraters."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    name: str
    source: Literal["printed", "reconstructed"]
    about: Annotated[str, Field(max_length=2000)] = ""
    units: Annotated[tuple[Unit, ...], Field(strict=False, min_length=UNITS, max_length=UNITS)]
    kraters: Annotated[tuple[Krater, ...], Field(strict=False, min_length=KRATERS, max_length=KRATERS)]

    @field_validator("name")
    @classmethod
    def _check_name(cls, value: str) -> str:
        return _printable(value)

    @model_validator(mode="after")
    def _check_unique(self) -> Self:
        seen: dict[tuple[str, str], str] = {}
        for group, cards in (("units", self.units), ("kraters", self.kraters)):
            for i, card in enumerate(cards):
                for key, value in (("id", card.id), ("name", card.name)):
                    first = seen.setdefault((key, value), f"{group}[{i}]")
                    if first != f"{group}[{i}]":
                        raise FaultError(f"{show(value)} is also the {key} of {first}", (group, i, key))
        return self

    @model_validator(mode="after")
    def _check_length(self) -> Self:
        effects = [("kraters", i, "effect", krater.effect) for i, krater in enumerate(self.kraters)]
        effects += [
            ("units", i, key, steps) for i, unit in enumerate(self.units) for key, steps in unit.effects.items()
        ]
        instructions = conditions = 0
        for group, i, key, steps in effects:
            more, tests = rows_of_effect(steps)
            instructions, conditions = instructions + more, conditions + tests
            if max(instructions, conditions) > MOST_ROWS:
                raise FaultError(
                    f"the effects of this set are too long in all: more than {MOST_ROWS} steps", (group, i, key)
                )
        conditions += sum(rows_of_condition(unit.triumph.when) for unit in self.units if unit.triumph)
        if conditions > MOST_ROWS:
            raise FaultError(f"the conditions of this set are too many in all: more than {MOST_ROWS}", ("units",))
        return self

    def with_trait(self, trait: str) -> list[Unit]:
        """The set's units with a trait."""
        return [unit for unit in self.units if trait in unit.traits]

    def changed(self, changes: Mapping[str, Mapping[str, Any]]) -> Self:
        """The set with values of cards (by id) laid over what is printed; `FaultError` at (id, key) if one is wrong.

        `blank: true` takes the text away: a unit keeps its cost, Offering and Strength, a krater the points it is
        worth. A blank unit has no traits, which no card of a file may be.
        """

        if not changes:
            return self

        def cards(group: str) -> tuple[Any, ...]:
            return tuple(_changed(card, changes.get(card.id, {})) for card in getattr(self, group))

        return self.model_copy(update={"units": cards("units"), "kraters": cards("kraters")})

    def record(self) -> dict[str, Any]:
        """The set as in its YAML file, effects in normal form (plain data, valid input again)."""
        head = {"name": self.name, "source": self.source, **({"about": self.about} if self.about else {})}
        return {**head, "units": [c.record() for c in self.units], "kraters": [c.record() for c in self.kraters]}


BLANK: Mapping[str, Any] = {"traits": (), "bolster": None, "jilt": None, "glean": None, "triumph": None}
"""A unit without text."""
TEXT = (*BLANK, "effect")
"""The keys of what a blank card has lost."""


def _changed(card: Any, change: Mapping[str, Any]) -> Any:
    values = {key: value for key, value in change.items() if key != "blank"}
    blank = change.get("blank", False)
    if not isinstance(blank, bool):
        raise FaultError(f"must be true or false, not {show(blank)}", (card.id, "blank"))
    for key in ("id", "name"):
        if key in values:
            raise FaultError("cannot be changed: other places know the card by it", (card.id, key))
    if values:
        try:
            card = checked(type(card), Node.of(card.record() | values, ""))
        except SpecError as error:
            key, rest = re.fullmatch(r"(\w*)(.*)", error.key, re.DOTALL).groups()  # type: ignore[union-attr]
            raise FaultError(f"{rest}: {error.message}".removeprefix(": "), (card.id, key)) from None
    return card if not blank else card.model_copy(update=BLANK if isinstance(card, Unit) else {"effect": []})


def load_set(path: Path) -> CardSet:
    """The card set in a YAML file (read once as long as the file does not change), or `SpecError`."""
    try:
        stat = path.stat()
        version = (stat.st_mtime_ns, stat.st_size)
    except (OSError, ValueError):
        version = (0, 0)
    return _load(path, version)


@lru_cache(maxsize=32)
def _load(path: Path, version: tuple[int, int]) -> CardSet:
    return checked(CardSet, read(path))


def shipped_path(number: int) -> Path:
    """Where the data of a shipped set is."""
    return DATA / f"set-{number}.yaml"


def shipped(number: int) -> CardSet:
    """One of the project's own sets, 1 to 3."""
    return load_set(shipped_path(number))


@dataclass(frozen=True)
class SetSums:
    """What a card set adds up to, and how it departs from the shipped sets' balance (a typed set may)."""

    traits: Mapping[str, int]
    cost: int
    offering: int
    strength: int
    complaints: tuple[str, ...]


def set_sums(card_set: CardSet) -> SetSums:
    """Units by trait and the sums of their values."""
    counts = Counter(trait for unit in card_set.units for trait in unit.traits)
    traits = {trait: counts[trait] for trait in TRAITS}
    complaints = [
        f"{trait}: {traits[trait]} units, should be 4" for trait in ("TRIUMPH", "COVETED") if traits[trait] != 4
    ]
    complaints += [f"{trait}: no unit has it" for trait in ETERNAL if not traits[trait]]
    complaints += [
        f"{unit.id} has both TRIUMPH and COVETED"
        for unit in card_set.units
        if {"TRIUMPH", "COVETED"} <= set(unit.traits)
    ]
    return SetSums(
        traits,
        sum(unit.cost for unit in card_set.units),
        sum(unit.offering for unit in card_set.units),
        sum(unit.strength for unit in card_set.units),
        tuple(complaints),
    )


def check_cards(tree: Node) -> dict[str, Any] | None:
    """What a file that looks like a card set adds up to; None if it is something else, `SpecError` if it is wrong."""
    if not isinstance(tree.value, dict) or not {"units", "kraters"} & set(tree.value):
        return None
    card_set = checked(CardSet, tree)
    sums = set_sums(card_set)
    return {
        "name": card_set.name,
        "source": card_set.source,
        "units": len(card_set.units),
        "kraters": len(card_set.kraters),
        **{key: getattr(sums, key) for key in ("cost", "offering", "strength")},
        "traits": ", ".join(f"{trait} {number}" for trait, number in sums.traits.items()),
        "remarks": "; ".join(sums.complaints) or "none",
    }


def clashes(sets: Sequence[CardSet]) -> list[tuple[int, str]]:
    """Cards of later sets whose id or name an earlier one has: (position of the later set, what is wrong)."""
    seen: dict[tuple[str, str], int] = {}
    found = []
    for position, card_set in enumerate(sets):
        for card in (*card_set.units, *card_set.kraters):
            for key, value in (("id", card.id), ("name", card.name)):
                first = seen.setdefault((key, value), position)
                if first != position:
                    other = sets[first].name
                    found.append(
                        (position, f"{show(card_set.name)} and {show(other)} both have a card with {key} {show(value)}")
                    )
    return found
