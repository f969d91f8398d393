"""`--over rules.hand_limit=4..8`, `--over bots=random,greedy`: which values of an option, or which bots, a sweep
tries."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import product

from balance.input import Problem, SpecError, parse, show
from balance.spec.loader import load
from balance.spec.model import Spec

NUMBER = r"[+-]?[0-9]+(?:\.[0-9]+)?"
STEPS = re.compile(rf"({NUMBER})\.\.({NUMBER})(?::({NUMBER}))?")
MOST = 200
"""Variants that one sweep may have."""
BOTS = "bots"
"""The key that no option has: its values are bots, each on all seats."""


@dataclass(frozen=True)
class Over:
    """An option's key (or `BOTS`) and the texts of the values that it takes in turn."""

    key: str
    values: tuple[str, ...]


def parse_over(text: str) -> Over:
    """`KEY=4..8` (whole steps), `KEY=0..1:0.25`, or `KEY=a,b,c` (YAML values); raises `SpecError`."""
    key, equals, values = (part.strip() for part in text.partition("="))
    key = key.removeprefix("rules.")
    if not equals or not key or not values:
        raise _wrong(key, f"must look like KEY=4..8, KEY=0..1:0.25 or KEY=a,b,c, not {show(text)}")
    steps = STEPS.fullmatch(values)
    found = _steps(key, *steps.groups()) if steps else _listed(key, values)
    if repeated := {value for value in found if found.count(value) > 1}:
        raise _wrong(key, f"{min(repeated)} is named twice")
    if len(found) > MOST:
        raise _wrong(key, f"{len(found)} values are more than the {MOST} variants that a sweep may have")
    return Over(key, tuple(found))


def _steps(key: str, first: str, last: str, by: str | None) -> list[str]:
    low, high, step = Decimal(first), Decimal(last), Decimal(by or "1")
    if step <= 0 or high < low:
        raise _wrong(key, f"nothing lies from {first} to {last} in steps of {by or 1}")
    if (high - low) / step > MOST:
        raise _wrong(key, f"more than {MOST} values lie from {first} to {last} in steps of {by or 1}")
    found = []
    while low <= high:
        found.append(str(low))
        low += step
    return found


def _listed(key: str, values: str) -> list[str]:
    """Comma-separated YAML values; commas inside brackets belong to a value."""
    texts = _split(values)
    if not all(texts):
        raise _wrong(key, f"must be values with commas between them, not {show(values)}")
    try:
        for text in texts:
            parse(text, "--over", whole=False)
    except SpecError as error:
        raise _wrong(key, error.message) from None
    return texts


def _split(text: str) -> list[str]:
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "[{") - (letter in "]}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _wrong(key: str, message: str) -> SpecError:
    return SpecError(Problem(message, "--over", key=_place(key) if key else ""))


def _place(key: str) -> str:
    return key if key == BOTS else f"rules.{key}"


def swept(
    source: str, over: Sequence[Over], sets: Sequence[str] = (), bots: str | None = None, players: int | None = None
) -> list[tuple[dict[str, str], Spec]]:
    """All combinations of the values, the last option's running fastest: (value by key, spec).

    Raises `SpecError` for a value that an option does not take, and for too many combinations.
    """
    if twice := {one.key for one in over if sum(other.key == one.key for other in over) > 1}:
        raise _wrong(min(twice), "is given twice")
    if bots is not None and any(one.key == BOTS for one in over):
        raise _wrong(BOTS, "says who plays, and so does --bots: give one of them")
    total = 1
    for one in over:
        total *= len(one.values)
    if total > MOST:
        raise SpecError(Problem(f"{total} combinations are more than the {MOST} that a sweep may have", "--over"))
    found = []
    for values in product(*(one.values for one in over)):
        chosen = {one.key: value for one, value in zip(over, values, strict=True)}
        name = ", ".join(f"{key} {value}" for key, value in chosen.items())
        found.append((chosen, _varied(source, chosen, sets, bots, players).called(name)))
    return found


def _varied(source: str, chosen: Mapping[str, str], sets: Sequence[str], bots: str | None, players: int | None) -> Spec:
    if chosen.get(BOTS, "").startswith(("[", "{")):
        raise _wrong(BOTS, f"{chosen[BOTS]} is no bot: each value is one bot, which takes all seats")
    changes = [f"rules.{key}={value}" for key, value in chosen.items() if key != BOTS]
    try:
        return load(source, [*sets, *changes], chosen.get(BOTS, bots), players)
    except SpecError as error:
        raise SpecError(*(_ours(problem, chosen) for problem in error.problems)) from None


def _ours(problem: Problem, chosen: Mapping[str, str]) -> Problem:
    """A problem with a value of `--over` names that, and not the option through which the value is tried."""
    if problem.file == "--bots" and BOTS in chosen:
        return replace(problem, file="--over", key=problem.key or BOTS)
    tried = [_place(key) for key in chosen]
    if problem.file == "--set" and any(_within(problem.key, place) or _within(place, problem.key) for place in tried):
        return replace(problem, file="--over")
    return problem


def _within(place: str, above: str) -> bool:
    """Whether `above` is a place, or holds it: rules.points holds rules.points.krater."""
    return place == above or place.startswith((f"{above}.", f"{above}["))
