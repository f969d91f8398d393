"""Numbers as people read them: as many digits as the interval carries, a true minus, no line breaks inside."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import floor, log10
from typing import Any

from balance.analysis.estimates import Estimate

NBSP = "\u00a0"
MINUS = "\u2212"
MOST_DECIMALS = 3
LEADING = 2.95
"""A half width that begins with 1 or 2 is shown with two digits, else with one (as the Particle Data Group does); the
second digit is left out beyond two decimals."""
FINE = 2
LOPSIDED = 0.15


@dataclass(frozen=True)
class Shown:
    """An estimate in text: `value` ("53.1 %"), `reach` ("± 0.1"; "52.9 to 53.4 %" if lopsided), `low`, `high`, `n`."""

    value: str
    reach: str
    low: str
    high: str
    n: str

    @property
    def line(self) -> str:
        """Value and interval in one."""
        if self.reach.startswith("±"):
            return f"{self.value}{NBSP}{self.reach}"
        return f"{self.value} ({self.reach})"


def decimals(half_width: float) -> int:
    """How many decimals of a value with that half width are worth showing."""
    if half_width <= 0:
        return 1
    exponent = floor(log10(half_width))
    second = half_width / 10.0**exponent < LEADING and -exponent < FINE
    return min(MOST_DECIMALS, max(0, -exponent + second))


def plain(value: float, digits: int, sign: bool = False) -> str:
    """A number with thousands separators, and a plus if `sign`."""
    text = f"{value:+,.{digits}f}" if sign else f"{value:,.{digits}f}"
    if not any(character in "123456789" for character in text):
        text = text.lstrip("+-")
    return text.replace("-", MINUS)


def count(value: int) -> str:
    """A whole number with thousands separators."""
    return plain(value, 0)


def games(value: int) -> str:
    """A number of games."""
    return f"{count(value)}{NBSP}game{'' if value == 1 else 's'}"


def shown(
    estimate: Estimate, unit: str = "", factor: float = 1.0, sign: bool = False, digits: int | None = None
) -> Shown:
    """An estimate in text, `factor` times as large, in `unit`."""
    value, low, high = (factor * x for x in (estimate.value, estimate.low, estimate.high))
    half = (high - low) / 2
    digits = decimals(half) if digits is None else digits
    tail = f"{NBSP}{unit}" if unit else ""
    texts = [plain(x, digits, sign) for x in (value, low, high)]
    if abs((high - value) - (value - low)) > LOPSIDED * half * 2:
        reach = f"{texts[1]} to {texts[2]}{tail}"
    else:
        reach = f"±{NBSP}{plain(half, digits)}"
    return Shown(texts[0] + tail, reach, texts[1] + tail, texts[2] + tail, games(estimate.n))


def rounded(value: int) -> str:
    """About how many: two significant digits."""
    return count(round(float(f"{value:.1e}")))


def percent(estimate: Estimate, digits: int | None = None) -> Shown:
    """A share, in per cent."""
    return shown(estimate, "%", 100, digits=_fine(estimate) if digits is None else digits)


def percentage_points(estimate: Estimate, digits: int | None = None) -> Shown:
    """A difference of shares, in percentage points."""
    return shown(estimate, "pp", 100, sign=True, digits=_fine(estimate) if digits is None else digits)


def in_unit(estimate: Estimate, unit: str, sign: bool = False) -> Shown:
    """A figure in its unit; shares (`%`) and differences of shares (`pp`) are kept as parts of 1."""
    if unit == "%":
        return percent(estimate)
    return percentage_points(estimate) if unit == "pp" else shown(estimate, sign=sign)


def change(estimate: Estimate, unit: str) -> Shown:
    """How much a figure changes, signed; a share changes by percentage points."""
    return percentage_points(estimate) if unit in ("%", "pp") else shown(estimate, sign=True)


def _fine(estimate: Estimate) -> int:
    return max(1, decimals(100 * estimate.half_width))


def share(value: float, digits: int = 1) -> str:
    """A share that is no estimate, in per cent."""
    return f"{plain(100 * value, digits)}{NBSP}%"


def short(value: float) -> str:
    """A number without needless zeros, for axes and limits."""
    return f"{value:.10g}".replace("-", MINUS)


def common_decimals(half_widths: list[float]) -> int:
    """Decimals for a column: those of its middle half width."""
    widths = sorted(width for width in half_widths if width > 0)
    return decimals(widths[len(widths) // 2]) if widths else 1


def setting(value: Any) -> str:
    """A rule option's value."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return short(value)
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple):
        return ", ".join(setting(item) for item in value) or "none"
    return "none" if value is None else json.dumps(value, ensure_ascii=False)
