"""Losses: against the distance from the rulebook (with its Pareto front), and as the search goes on.

Losses go from 0 to thousands, so their axis is that of log(1 + loss).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

from markupsafe import Markup

from balance.report.charts.svg import WIDTH, Drawing, Scale, bottom_axis, left_axis, number, ticks
from balance.report.numbers import short

HEIGHT = 240.0
TOP, BOTTOM = 24.0, 196.0
LEFT, RIGHT = 46.0, WIDTH - 12.0
MARKS = (0.0, 1.0, 10.0, 100.0, 1000.0, 10_000.0, 100_000.0)


@dataclass(frozen=True)
class LossScale(Scale):
    """From losses to coordinates, by log(1 + loss)."""

    def __call__(self, value: float) -> float:
        """The coordinate of a loss."""
        span = log10(1 + self.high) or 1.0
        return self.start + log10(1 + max(0.0, value)) / span * (self.end - self.start)


@dataclass(frozen=True)
class Spot:
    """A variant: its distance, its loss without price, whether it is on the front, and whether it is recommended."""

    label: str
    distance: float
    miss: float
    on_front: bool
    chosen: bool


def front(key: str, title: str, spots: Sequence[Spot]) -> Markup:
    """A dot a variant; the front is joined by steps, the recommended variant is ringed."""
    edge = sorted((spot for spot in spots if spot.on_front), key=lambda spot: (spot.distance, spot.miss))
    words = "On the front: " + "; ".join(f"{spot.label}: {short(round(spot.miss, 2))}" for spot in edge)
    drawing = Drawing(key, title, words, HEIGHT)
    x = Scale(0.0, max(1.0, *(spot.distance for spot in spots)), LEFT + 10, RIGHT)
    y = _loss_axis(drawing, [spot.miss for spot in spots], "loss without price")
    bottom_axis(drawing, x, BOTTOM, ticks(0, x.high, 6), "", "distance from the rules")
    if len(edge) > 1:
        path = f"M{number(x(edge[0].distance))} {number(y(edge[0].miss))}"
        path += "".join(f"H{number(x(spot.distance))}V{number(y(spot.miss))}" for spot in edge[1:])
        drawing.add("path", d=path, class_="line p1")
    for spot in sorted(spots, key=lambda spot: (spot.on_front, spot.chosen)):
        tip = f"{spot.label}: loss {spot.miss:.2f}, distance {spot.distance:.2f}"
        place = (x(spot.distance), y(spot.miss))
        if spot.chosen:
            drawing.add("circle", tip, cx=place[0], cy=place[1], r=8.0, class_="line p1")
        drawing.dot(*place, "dot p1" if spot.on_front else "dot p2 pale", tip)
    return drawing.render()


def course(key: str, title: str, points: Sequence[tuple[int, float]]) -> Markup:
    """The loss of the best variant so far (price included) after so many games."""
    words = f"from {points[0][1]:.2f} to {points[-1][1]:.2f} after {points[-1][0]:,} games"
    drawing = Drawing(key, title, words, HEIGHT)
    y = _loss_axis(drawing, [loss for _, loss in points], "loss of the best so far")
    factor, unit = (1e6, "million") if points[-1][0] >= 1e6 else (1e3, "thousand")
    x = Scale(0.0, points[-1][0] / factor, LEFT + 10, RIGHT)
    bottom_axis(drawing, x, BOTTOM, ticks(0, x.high, 6), "", f"{unit} games of the search")
    path = f"M{number(x(points[0][0] / factor))} {number(y(points[0][1]))}"
    path += "".join(f"H{number(x(games / factor))}V{number(y(loss))}" for games, loss in points[1:])
    drawing.add("path", d=path, class_="line p1")
    for games, loss in points:
        drawing.dot(x(games / factor), y(loss), "dot p1", f"{games:,} games: {loss:.2f}")
    return drawing.render()


def _loss_axis(drawing: Drawing, losses: Sequence[float], title: str) -> LossScale:
    y = LossScale(0.0, max(1.0, *losses), BOTTOM - 6, TOP)
    left_axis(drawing, y, LEFT, RIGHT, [mark for mark in MARKS if mark <= y.high], "", title)
    return y
