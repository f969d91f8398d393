"""Lines with interval bands over turns."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from balance.report.charts.svg import WIDTH, Drawing, Scale, bottom_axis, left_axis, number, ticks
from balance.report.model import Course

HEIGHT = 218.0
TOP, BOTTOM = 24.0, 178.0
LEFT, RIGHT = 34.0, WIDTH - 6.0
MARKED = 16
"""Up to so many turns each turn has a mark."""


def courses(key: str, title: str, lines: Sequence[Course], names: Sequence[str], axis: str, unit: str) -> Markup:
    """One line a position, from turn 1 on, in its band; lines differ in colour and in dashes."""
    longest = max(len(line.mean) for line in lines)
    words = "; ".join(
        f"{name}: from {line.mean[0]:.2f} in turn 1 to {line.mean[-1]:.2f} in turn {len(line.mean)}"
        for name, line in zip(names, lines, strict=True)
        if line.mean
    )
    drawing = Drawing(key, title, words, HEIGHT)
    low = min(0.0, *[value for line in lines for value in line.low])
    high = max(value for line in lines for value in line.high)
    x = Scale(1, max(2, longest), LEFT + 6, RIGHT)
    y = Scale(low, high * 1.05 if high > 0 else 1.0, BOTTOM, TOP)
    left_axis(drawing, y, LEFT, RIGHT, ticks(low, y.high, 5), "", unit)
    bottom_axis(drawing, x, BOTTOM, _turns(longest), "", axis)
    for k, line in enumerate(lines, 1):
        _draw(drawing, line, k, x, y, longest <= MARKED)
    return drawing.render()


def _turns(longest: int) -> list[float]:
    return [1.0, *[turn for turn in ticks(0, longest, 8, whole=True) if turn > 1]]


def _draw(drawing: Drawing, line: Course, k: int, x: Scale, y: Scale, marked: bool) -> None:
    if not line.mean:
        return
    turns = range(1, len(line.mean) + 1)
    upper = [f"{number(x(t))} {number(y(value))}" for t, value in zip(turns, line.high, strict=True)]
    lower = [f"{number(x(t))} {number(y(value))}" for t, value in zip(turns, line.low, strict=True)]
    drawing.add("path", d=f"M{'L'.join([*upper, *reversed(lower)])}Z", class_=f"ribbon p{k}")
    means = [f"{number(x(t))} {number(y(value))}" for t, value in zip(turns, line.mean, strict=True)]
    drawing.add("path", d=f"M{'L'.join(means)}", class_=f"line p{k}")
    if marked or len(line.mean) == 1:
        for t, value, low, high in zip(turns, line.mean, line.low, line.high, strict=True):
            tip = f"turn {t}: {value:.2f} ({low:.2f} to {high:.2f})"
            drawing.add("circle", tip, cx=x(t), cy=y(value), r=2.5, class_=f"dot p{k}")
