"""Histograms: one figure with its median and middle 90 %, or the outlines of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from balance.report.charts.svg import WIDTH, Drawing, Scale, bottom_axis, left_axis, number, step_of, ticks
from balance.report.model import Figure
from balance.report.numbers import count, share, short

HEIGHT = 226.0
TOP, BOTTOM = 32.0, 186.0
LEFT, RIGHT = 38.0, WIDTH - 2.0
MOST_BARS = 50


@dataclass(frozen=True)
class Bars:
    """Shares of games by value; bar i holds the values from `low + i * width` on, `width` of them."""

    low: int
    width: int
    shares: Sequence[float]
    counts: Sequence[int]

    @property
    def high(self) -> int:
        """The value after the last."""
        return self.low + self.width * len(self.shares)

    def name(self, i: int) -> str:
        """What bar i holds."""
        start = self.low + i * self.width
        return short(start) if self.width == 1 else f"{short(start)} to {short(start + self.width - 1)}"


def bars(figures: Sequence[Figure]) -> list[Bars]:
    """Bars of several figures over the same values, as many as can be told apart."""
    found = [figure.histogram for figure in figures if figure.histogram]
    low, high = min(h.low for h in found), max(h.low + len(h.counts) for h in found)
    width = int(max(1, step_of(high - low, MOST_BARS)))
    low = low // width * width
    result = []
    for histogram in found:
        counts = [0] * -(-(high - low) // width)
        for i, n in enumerate(histogram.counts):
            counts[(histogram.low + i - low) // width] += n
        total = sum(counts) or 1
        result.append(Bars(low, width, [n / total for n in counts], counts))
    return result


def histogram(key: str, title: str, figure: Figure, axis: str) -> Markup:
    """Bars; those of the middle 90 % of games strong, the others pale; the median and the mean with its interval."""
    shape = bars([figure])[0]
    drawing, x, y = _frame(key, title, [shape], axis, _words(figure))
    for i, part in enumerate(shape.shares):
        start = shape.low + i * shape.width
        end = start + shape.width
        middle = figure.p05 is None or figure.p95 is None or (end > figure.p05 and start <= figure.p95)
        tip = f"{shape.name(i)}: {share(part, 2)} ({count(shape.counts[i])} games)"
        left, right = x(start) + 0.5, x(end) - 0.5
        mark = "fill p1" if middle else "fill p1 pale"
        drawing.rect(left, y(100 * part), right - left, BOTTOM - y(100 * part), mark, tip)
    if figure.p50 is not None:
        middle_of = x(figure.p50 + 0.5) if shape.width == 1 else x(figure.p50)
        drawing.line(middle_of, TOP - 8, middle_of, BOTTOM, "median")
    shift = 0.5 if shape.width == 1 else 0.0
    drawing.whisker(x(figure.low + shift), x(figure.high + shift), TOP - 8, "whisker thick p2")
    drawing.dot(x(figure.mean + shift), TOP - 8, "dot p2", _mean(figure))
    return drawing.render()


def outlines(key: str, title: str, figures: Sequence[Figure], axis: str) -> Markup:
    """The outlines of several figures over one another, each with its mean and interval above."""
    shapes = bars(figures)
    words = "; ".join(f"{k}: {_words(figure)}" for k, figure in enumerate(figures, 1))
    drawing, x, y = _frame(key, title, shapes, axis, words, 7.0 * (len(figures) - 1))
    for k, (shape, figure) in enumerate(zip(shapes, figures, strict=True), 1):
        path = f"M{number(x(shape.low))} {number(BOTTOM)}"
        for i, part in enumerate(shape.shares):
            path += f"V{number(y(100 * part))}H{number(x(shape.low + (i + 1) * shape.width))}"
        drawing.add("path", d=f"{path}V{number(BOTTOM)}", class_=f"outline p{k}")
        shift = 0.5 if shape.width == 1 else 0.0
        level = TOP - 8 + 7.0 * (k - 1)
        tip = _mean(figure)
        drawing.whisker(x(figure.low + shift), x(figure.high + shift), level, f"whisker thick p{k}", tip, 3)
        drawing.add("circle", tip, cx=x(figure.mean + shift), cy=level, r=3.5, class_=f"dot p{k}")
    return drawing.render()


def _frame(
    key: str, title: str, shapes: Sequence[Bars], axis: str, words: str, room: float = 0.0
) -> tuple[Drawing, Scale, Scale]:
    drawing = Drawing(key, title, words, HEIGHT)
    first = shapes[0]
    x = Scale(first.low, first.high, LEFT, RIGHT)
    most = 100 * max(part for shape in shapes for part in shape.shares)
    y = Scale(0, most * 1.04 or 1.0, BOTTOM, TOP + room)
    left_axis(drawing, y, LEFT, RIGHT, ticks(0, y.high, 4), "%", "share of games")
    if first.width == 1:
        between = Scale(first.low - 0.5, first.high - 0.5, LEFT, RIGHT)
        bottom_axis(drawing, between, BOTTOM, ticks(first.low, first.high - 1, 8, whole=True), "", axis)
    else:
        bottom_axis(drawing, x, BOTTOM, ticks(first.low, first.high, 8, whole=True), "", axis)
    return drawing, x, y


def _mean(figure: Figure) -> str:
    return f"mean {figure.mean:.2f} ({figure.low:.2f} to {figure.high:.2f})"


def _words(figure: Figure) -> str:
    text = _mean(figure)
    if figure.p50 is None:
        return text
    return f"median {figure.p50}, middle 90 % of games from {figure.p05} to {figure.p95}, {text}"


def sparkline(figure: Figure) -> Markup | None:
    """A histogram as small as a word, for tables."""
    if figure.histogram is None:
        return None
    shape = bars([figure])[0]
    most, n = max(shape.shares) or 1.0, len(shape.shares)
    width = min(100 / n, 12.0)
    path = "".join(
        f"M{number(i * width)} 24V{number(24 - 22 * part / most)}h{number(max(0.8, width - 0.6))}V24z"
        for i, part in enumerate(shape.shares)
        if part > 0
    )
    return Markup(
        f'<svg class="spark" viewBox="0 0 100 25" aria-hidden="true"><path class="fill p1" d="{path}"></path>'
        '<line class="axis" x1="0" y1="24.5" x2="100" y2="24.5"></line></svg>'
    )
