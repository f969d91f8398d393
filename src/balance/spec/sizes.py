"""Sizes as people write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from balance.input import show

LARGEST_COUNT = 10**15
LONGEST = 40
SUFFIXES = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}

COUNT = re.compile(r"([0-9]+(?:_[0-9]+)*)(?:\.([0-9]+))?(?:[eE]\+?([0-9]{1,2})|([kKmMgG]))?")
PRECISION = re.compile(r"([0-9]+(?:\.[0-9]+)?|\.[0-9]+) ?(pp|points?)")


def parse_count(text: str) -> int:
    """A whole number of 1 or more: `1e6`, `250k`, `2M`, `1G`, `1.5k`, `1_000_000`.

    Raises `ValueError` with a message that says what is accepted.
    """
    found = COUNT.fullmatch(text.strip()) if len(text) <= LONGEST else None
    value = _value(*found.groups()) if found else Fraction(0)
    if value.denominator != 1 or not 1 <= value <= LARGEST_COUNT:
        wanted = "a whole number from 1 to 1e15, like 5000, 1_000_000, 250k, 2M or 1e6"
        raise ValueError(f"{show(text)} is not a count: write {wanted}")
    return int(value)


def _value(whole: str, part: str | None, exponent: str | None, suffix: str | None) -> Fraction:
    mantissa = Fraction(f"{whole.replace('_', '')}.{part or '0'}")
    return mantissa * 10 ** int(exponent or 0) * SUFFIXES[(suffix or "").lower()]


@dataclass(frozen=True)
class Precision:
    """A wanted half-width: a share (0.002 is 0.2 percentage points), or points of a score."""

    width: float
    in_points: bool


def parse_precision(text: str) -> Precision:
    """A width in percentage points, `0.2pp` (0.002 as a share), or in points of a score, `0.2points`.

    `%` is refused, as it could mean points or a share of the value. Raises `ValueError` with what is accepted.
    """
    found = PRECISION.fullmatch(text.strip()) if len(text) <= LONGEST else None
    width = Fraction(found.group(1)) if found else Fraction(0)
    if not found or not Fraction(1, 1000) <= width <= 50:
        wanted = "write percentage points from 0.001pp to 50pp, like 0.2pp, or points of a score, like 0.2points"
        raise ValueError(f"{show(text)} is not a precision: {wanted}")
    in_points = found.group(2) != "pp"
    return Precision(float(width if in_points else width / 100), in_points)
