"""An SVG drawing, scales and axes. Colours come from the style sheet (`templates/style.css`) by class."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, log10

from markupsafe import Markup, escape

from balance.report.numbers import NBSP, plain

WIDTH = 360
LETTER = 6.6
"""Mean width of a letter, for wrapping and fitting."""

Tag = dict[str, str | float]


def number(value: float) -> str:
    """A coordinate: two decimals at most, no negative zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def element(tag: str, attributes: Tag, content: str | Markup = "") -> Markup:
    """An element; underscores in attribute names stand for hyphens, `class_` for class."""
    parts = []
    for name, value in attributes.items():
        text = value if isinstance(value, str) else number(value)
        parts.append(f' {name.rstrip("_").replace("_", "-")}="{escape(text)}"')
    return Markup(f"<{tag}{''.join(parts)}>{escape(content)}</{tag}>")


@dataclass
class Drawing:
    """Elements on a canvas `WIDTH` wide. `key` makes the ids of title and description, so it is unique on a page."""

    key: str
    title: str
    description: str
    height: float
    elements: list[Markup] = field(default_factory=list)

    def add(self, tag: str, tip: str = "", **attributes: str | float) -> None:
        """Add a shape; `tip` shows under the mouse."""
        self.elements.append(element(tag, attributes, element("title", {}, tip) if tip else ""))

    def line(self, x1: float, y1: float, x2: float, y2: float, class_: str) -> None:
        """Add a straight line."""
        self.add("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)

    def rect(self, x: float, y: float, width: float, height: float, class_: str, tip: str = "") -> None:
        """Add a rectangle."""
        self.add("rect", tip, x=x, y=y, width=max(0.0, width), height=max(0.0, height), class_=class_)

    def text(self, x: float, y: float, text: str, class_: str = "", anchor: str = "start") -> None:
        """Add text; `anchor` is start, middle or end."""
        self.elements.append(element("text", {"x": x, "y": y, "class_": class_, "text_anchor": anchor}, text))

    def whisker(
        self, low: float, high: float, y: float, class_: str = "whisker", tip: str = "", cap: float = 4
    ) -> None:
        """Add a horizontal interval with caps."""
        path = f"M{number(low)} {number(y - cap)}v{number(2 * cap)}M{number(low)} {number(y)}H{number(high)}"
        self.add("path", tip, d=f"{path}M{number(high)} {number(y - cap)}v{number(2 * cap)}", class_=class_)

    def dot(self, x: float, y: float, class_: str, tip: str = "") -> None:
        """Add a round mark."""
        self.add("circle", tip, cx=x, cy=y, r=4.5, class_=class_)

    def render(self) -> Markup:
        """The whole `<svg>`."""
        inside = [
            element("title", {"id": f"{self.key}-title"}, self.title),
            element("desc", {"id": f"{self.key}-desc"}, self.description),
            *self.elements,
        ]
        attributes: Tag = {
            "class_": "drawing",
            "viewBox": f"0 0 {WIDTH} {number(self.height)}",
            "role": "img",
            "aria_labelledby": f"{self.key}-title {self.key}-desc",
        }
        return element("svg", attributes, Markup("").join(inside))


@dataclass(frozen=True)
class Scale:
    """From values to coordinates."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The coordinate of a value."""
        if self.high == self.low:
            return (self.start + self.end) / 2
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def step_of(span: float, most: int) -> float:
    """The finest step of 1, 2 or 5 times a power of ten that cuts `span` into at most `most` parts."""
    if span <= 0:
        return 1.0
    power = 10.0 ** floor(log10(span / most))
    return next(factor * power for factor in (1, 2, 5, 10, 20) if span / (factor * power) <= most)


def ticks(low: float, high: float, most: int, whole: bool = False) -> list[float]:
    """Round values from `low` to `high`, `whole` ones if asked."""
    step = step_of(high - low, most)
    if whole:
        step = max(1.0, step)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(k * step, 12) for k in range(first, last + 1)]


def tick_texts(values: Sequence[float], unit: str = "") -> list[str]:
    """Ticks in words, all with the decimals that the finest needs."""
    digits = next((d for d in range(4) if all(abs(v - round(v, d)) < 1e-9 for v in values)), 4)
    return [plain(value, digits) + (f"{NBSP}{unit}" if unit else "") for value in values]


def bottom_axis(drawing: Drawing, scale: Scale, y: float, values: Iterable[float], unit: str, title: str) -> None:
    """Ticks, their numbers and the axis title below `y`."""
    values = list(values)
    for value, text in zip(values, tick_texts(values, unit), strict=True):
        drawing.line(scale(value), y, scale(value), y + 4, "axis")
        drawing.text(scale(value), y + 16, text, "tick", "middle")
    drawing.line(scale.start, y, scale.end, y, "axis")
    drawing.text((scale.start + scale.end) / 2, y + 32, title, "axis-title", "middle")


def left_axis(
    drawing: Drawing, scale: Scale, x: float, end: float, values: Iterable[float], unit: str, title: str
) -> None:
    """Grid lines from `x` to `end` with numbers left of them, and the title on top."""
    drawing.text(0, 10, title, "axis-title")
    values = list(values)
    for value, text in zip(values, tick_texts(values, unit), strict=True):
        drawing.line(x, scale(value), end, scale(value), "grid")
        drawing.text(x - 5, scale(value) + 4, text, "tick", "end")
