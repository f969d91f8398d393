"""Intervals as small as a word, for table cells; all cells of a column share one scale."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from balance.analysis.estimates import Estimate
from balance.report.charts.svg import Scale, number

WIDTH, HEIGHT = 140, 18


def scale_of(estimates: Sequence[Estimate]) -> Scale:
    """A scale around 0 that all intervals fit on."""
    reach = max((abs(edge) for one in estimates for edge in (one.low, one.high)), default=0.0) or 1.0
    return Scale(-reach, reach, 4, WIDTH - 4)


def span(estimate: Estimate, scale: Scale, strong: bool) -> Markup:
    """The interval as a line with a mark at the value; pale if it is not told apart from 0."""
    side = "up" if estimate.value > 0 else "down"
    mark = f"{side}{'' if strong else ' pale'}"
    middle, zero = HEIGHT / 2, number(scale(0))
    low, high = number(scale(estimate.low)), number(scale(estimate.high))
    return Markup(
        f'<svg class="span" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">'
        f'<line class="target" x1="{zero}" y1="0" x2="{zero}" y2="{HEIGHT}"></line>'
        f'<line class="reach {mark}" x1="{low}" y1="{middle}" x2="{high}" y2="{middle}"></line>'
        f'<circle class="dot {mark}" cx="{number(scale(estimate.value))}" cy="{middle}" r="4"></circle></svg>'
    )
