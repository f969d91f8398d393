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
PRECISION = re.compile(r"(?:([a-z][\w.\- ]*):)? ?([0-9]+(?:\.[0-9]+)?|\.[0-9]+) ?(pp|points?)?")
LONGEST_PRECISION = 100


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
    """A wanted half-width: a part of 1 (0.002 is 0.2 percentage points) if `is_share`, else in the figure's own unit.

    `figure` is the name of a figure, empty for the main one.
    """

    width: float
    is_share: bool
    figure: str = ""

    def __str__(self) -> str:
        """As it is typed: `draw_rate:0.1pp`."""
        width = f"{100 * self.width:.10g}pp" if self.is_share else f"{self.width:.10g}"
        return f"{self.figure}:{width}" if self.figure else width


def parse_precision(text: str) -> Precision:
    """A wanted half-width, with the figure's name before it if it is not the main one.

    `0.2pp` is 0.2 percentage points, for figures that are shares; a bare number (or `0.2points`) is in the figure's own
    unit: `turns:0.05`. `%` is refused, as it could mean points or a share of the value. Raises `ValueError` with what
    is accepted.
    """
    found = PRECISION.fullmatch(text.strip()) if len(text) <= LONGEST_PRECISION else None
    name, number, unit = found.groups() if found else ("", "0", "")
    width, is_share = Fraction(number), unit == "pp"
    if not Fraction(1, 1000) <= width <= (50 if is_share else 1_000_000):
        wanted = (
            "write percentage points from 0.001pp to 50pp, like 0.2pp, or for a figure that is no share a number in its"
            " unit, like 0.2points; another figure than the main one goes before it: draw_rate:0.2pp, turns:0.05"
        )
        raise ValueError(f"{show(text)} is not a precision: {wanted}")
    return Precision(float(width / 100 if is_share else width), is_share, name or "")
