"""Figures as text, by their unit."""

from __future__ import annotations

from typing import Any


def scale(unit: str) -> tuple[float, str]:
    """(factor, tail) of a figure kept in `unit`: shares are shown in per cent, differences of shares in pp."""
    return (100.0, f" {unit}") if unit in ("%", "pp") else (1.0, "")


def estimate_text(one: dict[str, Any] | None, unit: str) -> str:
    """`53.10 ± 0.10 %`."""
    if one is None:
        return "-"
    factor, tail = scale(unit)
    sign = "+" if unit == "pp" else ""
    half = factor * (one["high"] - one["low"]) / 2
    digits = _digits(half)
    return f"{factor * one['value']:{sign}.{digits}f} ± {half:.{digits}f}{tail}"


def change_text(one: dict[str, Any] | None, unit: str) -> str:
    """`+1.20 ± 0.10 pp`."""
    return "-" if one is None else _signed(one, "pp" if unit in ("%", "pp") else unit)


def _signed(one: dict[str, Any], unit: str) -> str:
    factor, tail = scale(unit)
    half = factor * (one["high"] - one["low"]) / 2
    digits = _digits(half)
    return f"{factor * one['value']:+.{digits}f} ± {half:.{digits}f}{tail}"


def _digits(half: float) -> int:
    """Decimals such that the half width shows two digits."""
    digits = 2
    while digits < 6 and 0 < half * 10**digits < 9.5:
        digits += 1
    return digits
