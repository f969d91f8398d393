"""Points with intervals over a whole number, and a line through them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from balance.analysis.estimates import Estimate
from balance.report.charts.svg import WIDTH, Drawing, Scale, bottom_axis, left_axis, number, ticks

HEIGHT = 258.0
TOP, BOTTOM = 24.0, 218.0
LEFT, RIGHT = 40.0, WIDTH - 8.0
SPREAD = 0.7
"""Things with the same number stand side by side over so much of a unit."""


@dataclass(frozen=True)
class Dot:
    """A thing at a whole number, its figure, and the words for it."""

    label: str
    at: int
    estimate: Estimate


def scatter(
    key: str, title: str, dots: Sequence[Dot], line: tuple[float, float] | None, axis: str, unit: str
) -> Markup:
    """Dots in the order given; `line` is (intercept, slope)."""
    words = "; ".join(f"{dot.label} ({dot.at}): {dot.estimate.value:.2f}" for dot in dots)
    drawing = Drawing(key, title, words, HEIGHT)
    low, high = min(dot.at for dot in dots), max(dot.at for dot in dots)
    edges = [edge for dot in dots for edge in (dot.estimate.low, dot.estimate.high)]
    x = Scale(low - 0.5, high + 0.5, LEFT, RIGHT)
    y = Scale(min(0.0, *edges), max(0.0, *edges), BOTTOM, TOP)
    left_axis(drawing, y, LEFT, RIGHT, ticks(y.low, y.high, 6), "", unit)
    bottom_axis(drawing, x, BOTTOM, ticks(low, high, 10, whole=True), "", axis)
    drawing.line(LEFT, y(0), RIGHT, y(0), "target")
    if line:
        ends = [f"{number(x(at))} {number(y(line[0] + line[1] * at))}" for at in (low - 0.5, high + 0.5)]
        drawing.add("path", d=f"M{'L'.join(ends)}", class_="line p2")
    for at in sorted({dot.at for dot in dots}):
        column = [dot for dot in dots if dot.at == at]
        for k, dot in enumerate(column):
            place = x(at + SPREAD * ((k + 0.5) / len(column) - 0.5))
            found = dot.estimate
            tip = f"{dot.label}: {found.value:.2f} ({found.low:.2f} to {found.high:.2f})"
            drawing.line(place, y(found.low), place, y(found.high), "whisker p1")
            drawing.dot(place, y(found.value), "dot p1", tip)
    return drawing.render()
