"""Horizontal bars and points with intervals, one row a thing, and bars stacked from parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from markupsafe import Markup

from balance.analysis.estimates import Estimate
from balance.report.charts.svg import LETTER, WIDTH, Drawing, Scale, bottom_axis, number, ticks
from balance.report.numbers import Shown, decimals, in_unit, plain

EDGE = 1
LINE = 15
BAR = 14
AXIS = 40


@dataclass(frozen=True)
class Row:
    """A thing with a figure: what it is called, the estimate, the colour class, the unit (`%`: the estimate is a
    share, `pp`: a difference of shares)."""

    label: str
    estimate: Estimate
    mark: str = "p1"
    unit: str = "%"

    @property
    def text(self) -> str:
        """Value and interval as people read them."""
        return in_unit(self.estimate, self.unit).line

    @property
    def drawn(self) -> Estimate:
        """The estimate in the unit of the axis."""
        if self.unit not in ("%", "pp"):
            return self.estimate
        value, low, high = (100 * x for x in (self.estimate.value, self.estimate.low, self.estimate.high))
        return Estimate(value=value, low=low, high=high, n=self.estimate.n)


@dataclass(frozen=True)
class Band:
    """A target and what is tolerated around it."""

    target: float
    tolerance: float


def share_bars(key: str, title: str, rows: Sequence[Row], axis: str) -> Markup:
    """Bars from 0 with whiskers: shares of games."""
    most = max((row.estimate.high for row in rows), default=1.0)
    scale = Scale(0, min(1.0, max(0.05, most * 1.05)) * 100, EDGE, WIDTH - EDGE)
    drawing, tops = _rows(key, title, rows)
    for row, top in zip(rows, tops, strict=True):
        tip = f"{row.label}: {row.text}"
        width = scale(100 * row.estimate.value) - scale.start
        drawing.rect(scale.start, top, width, BAR, f"fill {row.mark}", tip)
        low, high = scale(100 * row.estimate.low), scale(100 * row.estimate.high)
        drawing.whisker(low, high, top + BAR / 2, tip=tip)
    bottom_axis(drawing, scale, drawing.height - AXIS, ticks(0, scale.high, 5), "%", axis)
    return drawing.render()


def points(key: str, title: str, rows: Sequence[Row], axis: str, band: Band | None = None) -> Markup:
    """Points with whiskers on a scale as fine as they need, with the target and its tolerance behind them; all rows
    have one unit."""
    scale = Scale(*_range(rows, band), EDGE + 6, WIDTH - EDGE - 6)
    drawing, tops = _rows(key, title, rows)
    bottom = drawing.height - AXIS
    if band:
        start, end = (scale(100 * (band.target + side * band.tolerance)) for side in (-1, 1))
        for top in tops:
            drawing.rect(start, top - 2, end - start, BAR + 4, "band")
            drawing.line(scale(100 * band.target), top - 2, scale(100 * band.target), top + BAR + 2, "target")
    for row, top in zip(rows, tops, strict=True):
        tip, middle, found = f"{row.label}: {row.text}", top + BAR / 2, row.drawn
        drawing.line(scale.start, middle, scale.end, middle, "grid")
        drawing.whisker(scale(found.low), scale(found.high), middle, f"whisker thick {row.mark}", tip)
        drawing.dot(scale(found.value), middle, f"dot {row.mark}", tip)
    unit = rows[0].unit if rows[0].unit in ("%", "pp") else ""
    bottom_axis(drawing, scale, bottom, ticks(scale.low, scale.high, 5), unit, axis)
    return drawing.render()


def _range(rows: Sequence[Row], band: Band | None) -> tuple[float, float]:
    edges = [edge for row in rows for edge in (row.drawn.low, row.drawn.high)]
    if band:
        edges += [100 * (band.target - 2 * band.tolerance), 100 * (band.target + 2 * band.tolerance)]
    low, high = min(edges), max(edges)
    margin = max(0.05 * (high - low), 0.05)
    if rows[0].unit == "%":
        return max(0.0, low - margin), min(100.0, high + margin)
    return low - margin, high + margin


def _rows(key: str, title: str, rows: Sequence[Row]) -> tuple[Drawing, list[float]]:
    """A drawing with the labels and values of all rows, and where each row's bar begins."""
    drawing = Drawing(key, title, "; ".join(f"{row.label}: {row.text}" for row in rows), 0)
    y, tops = 0.0, []
    for row in rows:
        room = int((WIDTH - 2 * EDGE) / LETTER - len(row.text) - 2)
        for line in wrap(row.label, max(12, room)) or [""]:
            y += LINE
            drawing.text(EDGE, y - 3, line, "label")
        drawing.text(WIDTH - EDGE, y - 3, row.text, "value", "end")
        tops.append(y + 2)
        y += BAR + 10
    drawing.height = y + AXIS + 2
    return drawing, tops


@dataclass(frozen=True)
class Stack:
    """A bar of parts: its name, the parts as (label, mean), and the total if that is a figure of its own."""

    label: str
    parts: Sequence[tuple[str, Estimate]]
    total: Shown | None = None


def stacked_bars(key: str, title: str, stacks: Sequence[Stack], axis: str) -> Markup:
    """Bars of parts laid end to end (negative ones to the left of 0), each part with its whisker at its end."""
    lows, highs = zip(*[_ends(stack) for stack in stacks], strict=True)
    low, high = min(0.0, *lows), max(0.0, *highs)
    margin = 0.04 * ((high - low) or 1.0)
    scale = Scale(low - margin * (low < 0), high + margin, EDGE, WIDTH - EDGE)
    text = "; ".join(
        f"{stack.label}: " + ", ".join(f"{name} {number(part.value)}" for name, part in stack.parts) for stack in stacks
    )
    drawing = Drawing(key, title, text, len(stacks) * (LINE + 2 * BAR + 12) + AXIS + 2)
    y = 0.0
    for stack in stacks:
        y += LINE
        drawing.text(EDGE, y - 3, stack.label, "label")
        if stack.total:
            drawing.text(WIDTH - EDGE, y - 3, stack.total.line, "value", "end")
        _draw_stack(drawing, stack, scale, y + 2)
        y += 2 * BAR + 12
    bottom_axis(drawing, scale, y, ticks(scale.low, scale.high, 6), "", axis)
    return drawing.render()


def _ends(stack: Stack) -> tuple[float, float]:
    values = [part.value for _, part in stack.parts]
    return sum(v for v in values if v < 0), sum(v for v in values if v > 0)


def _draw_stack(drawing: Drawing, stack: Stack, scale: Scale, top: float) -> None:
    ends = {-1: 0.0, 1: 0.0}
    whiskers = []
    for k, (name, part) in enumerate(stack.parts):
        side = -1 if part.value < 0 else 1
        start = ends[side]
        ends[side] = end = start + part.value
        left, right = sorted((scale(start), scale(end)))
        tip = f"{stack.label}, {name}: {part.value:.2f} ({part.low:.2f} to {part.high:.2f})"
        drawing.rect(left, top, right - left, 2 * BAR, f"fill part s{k % 8 + 1}", tip)
        text = plain(part.value, min(2, decimals(part.half_width)))
        if right - left > len(text) * LETTER + 6:
            drawing.text((left + right) / 2, top + BAR - 1, text, "inside", "middle")
        whiskers.append((scale(end - part.half_width), scale(end + part.half_width), tip))
    for left, right, tip in whiskers:
        drawing.whisker(left, right, top + 2 * BAR - 5, tip=tip, cap=3)
    drawing.line(scale(0), top - 3, scale(0), top + 2 * BAR + 3, "axis")
