"""A figure against the values of one option (lines of points with intervals), and against those of two (a heat map)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from balance.analysis.estimates import Estimate
from balance.report.charts.svg import LETTER, WIDTH, Drawing, Scale, left_axis, number, ticks
from balance.report.numbers import decimals, in_unit, plain

HEIGHT = 230.0
TOP, BOTTOM = 24.0, 186.0
LEFT, RIGHT = 44.0, WIDTH - 10.0
MOST_LINES = 5
ASIDE = 5.0
"""Between two lines at the same value."""
CELL = 34.0
SHADES = 7
"""Steps of a heat map's colour (classes `h1` to `h7`)."""
DARK = 4
"""Above this step the text in a cell is light."""


@dataclass(frozen=True)
class Line:
    """Estimates over the values of an option, and what they are called (nothing if the line is alone)."""

    name: str
    estimates: Sequence[Estimate | None]


def curves(
    key: str, title: str, values: Sequence[str], lines: Sequence[Line], axis: str, unit: str, fair: float | None = None
) -> Markup:
    """Points with vertical whiskers over the values in their order, joined line by line; up to `MOST_LINES` lines.

    A value without an estimate is left out. `fair` is drawn across, as what to compare with.
    """
    factor, tail = (100.0, unit) if unit in ("%", "pp") else (1.0, "")
    known = [(values[k], line, one) for line in lines for k, one in enumerate(line.estimates) if one]
    words = "; ".join(_tip(value, line, one, unit) for value, line, one in known)
    drawing = Drawing(key, title, words, HEIGHT)
    edges = [factor * edge for *_, one in known for edge in (one.low, one.high)]
    edges += [] if fair is None else [factor * fair]
    low, high = min(edges, default=0.0), max(edges, default=1.0)
    margin = 0.08 * (high - low) or 0.5
    x = Scale(0, max(1, len(values) - 1), LEFT + 18, RIGHT - 12)
    y = Scale(low - margin, high + margin, BOTTOM, TOP)
    left_axis(drawing, y, LEFT, RIGHT, ticks(y.low, y.high, 5), tail, "" if tail else unit)
    if fair is not None:
        drawing.line(LEFT, y(factor * fair), RIGHT, y(factor * fair), "target")
    _names(drawing, values, x, axis)
    for k, line in enumerate(lines):
        _draw(drawing, line, k, values, len(lines), (x, y), unit)
    return drawing.render()


def _draw(
    drawing: Drawing, line: Line, k: int, values: Sequence[str], lines: int, scales: tuple[Scale, Scale], unit: str
) -> None:
    """The k-th of several lines, a little to the side so that whiskers do not cover one another."""
    x, y = scales
    factor = 100.0 if unit in ("%", "pp") else 1.0
    aside = ASIDE * (k - (lines - 1) / 2)
    known = [(x(place) + aside, values[place], one) for place, one in enumerate(line.estimates) if one]
    if len(known) > 1:
        points = [f"{number(at)} {number(y(factor * one.value))}" for at, _, one in known]
        drawing.add("path", d=f"M{'L'.join(points)}", class_=f"line p{k + 1}")
    for at, value, one in known:
        tip = _tip(value, line, one, unit)
        bottom, top = number(y(factor * one.low)), number(y(factor * one.high))
        path = f"M{number(at - 4)} {top}h8M{number(at)} {top}V{bottom}M{number(at - 4)} {bottom}h8"
        drawing.add("path", tip, d=path, class_=f"whisker thick p{k + 1}" if lines > 1 else "whisker")
        drawing.dot(at, y(factor * one.value), f"dot p{k + 1}", tip)


def _tip(value: str, line: Line, one: Estimate, unit: str) -> str:
    return f"{f'{line.name}, ' if line.name else ''}{value}: {in_unit(one, unit).line}"


def _names(drawing: Drawing, values: Sequence[str], x: Scale, axis: str) -> None:
    """Values below the axis, every second or third of them if they would run into one another."""
    drawing.line(LEFT, BOTTOM, RIGHT, BOTTOM, "axis")
    room = (x.end - x.start) / max(1, len(values) - 1)
    longest = max(len(value) for value in values)
    every = max(1, -(-int((longest + 2) * LETTER) // max(1, int(room))))
    for k, value in enumerate(values):
        drawing.line(x(k), BOTTOM, x(k), BOTTOM + 4, "axis")
        if k % every == 0:
            drawing.text(x(k), BOTTOM + 17, value, "tick", "middle")
    drawing.text((x.start + x.end) / 2, BOTTOM + 36, axis, "axis-title", "middle")


def heat_map(
    key: str,
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    estimates: Sequence[Sequence[Estimate | None]],
    axes: tuple[str, str],
    unit: str,
) -> Markup:
    """A cell a combination with its value in it, darker the higher; `axes` names the rows' and the columns' option."""
    factor = 100.0 if unit in ("%", "pp") else 1.0
    known = [one for line in estimates for one in line if one]
    low, high = min((one.value for one in known), default=0), max((one.value for one in known), default=1)
    digits = max((decimals(factor * one.half_width) for one in known), default=1)
    left = 12 + LETTER * max(len(name) for name in rows)
    width = (WIDTH - left - 2) / len(columns)
    text = "; ".join(
        f"{row}, {column}: {in_unit(one, unit).line}"
        for row, line in zip(rows, estimates, strict=True)
        for column, one in zip(columns, line, strict=True)
        if one
    )
    drawing = Drawing(key, title, text, 20 + CELL * len(rows) + 44)
    drawing.text(0, 12, axes[0], "axis-title")
    for i, (name, line) in enumerate(zip(rows, estimates, strict=True)):
        top = 20 + CELL * i
        drawing.text(left - 6, top + CELL / 2 + 4, name, "tick", "end")
        for j, one in enumerate(line):
            if one is None:
                continue
            shade = 1 + round((SHADES - 1) * (one.value - low) / (high - low)) if high > low else 1
            tip = f"{name}, {columns[j]}: {in_unit(one, unit).line}"
            drawing.rect(left + j * width, top, width - 2, CELL - 2, f"heat h{shade}", tip)
            shown = plain(factor * one.value, digits, sign=unit == "pp")
            if len(shown) * LETTER < width - 2:
                mark = "inside" if shade > DARK else "value"
                drawing.text(left + j * width + width / 2 - 1, top + CELL / 2 + 4, shown, mark, "middle")
    bottom = 20 + CELL * len(rows)
    for j, name in enumerate(columns):
        drawing.text(left + j * width + width / 2, bottom + 14, name, "tick", "middle")
    drawing.text((left + WIDTH) / 2, bottom + 34, axes[1], "axis-title", "middle")
    return drawing.render()
