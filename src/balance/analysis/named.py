"""Every figure that can be asked for by name: `draw_rate`, `share.2`, a game's own figures and rates.

Each is a quotient of two sums over the games, ΣX / ΣY. That one form gives its estimate from a run's tally, its
difference between two variants that played the same games (`paired`), what `--precision` waits for, what `expect:`
tests, and what tuning aims at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from balance.analysis.estimates import Estimate
from balance.analysis.view import View
from balance.arena.columns import SHARE, Layout, rate_columns
from balance.engine.game import Rate
from balance.input import did_you_mean

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")

Read = Callable[[View], Estimate | None]


@dataclass(frozen=True)
class Named:
    """A figure of a game under its options.

    `unit` is `%` (a share, kept as 0 to 1), `pp` (a difference of shares, kept as −1 to 1) or what it is counted in.
    `top` and `bottom` name the columns whose sums are divided, `scale` is what the quotient is multiplied with.
    Positions are counted from 1, the player with the first turn. `fair` is its value where no position is better than
    another; None if it says nothing of positions.
    """

    name: str
    label: str
    unit: str
    top: tuple[str, ...]
    bottom: tuple[str, ...]
    read: Read
    scale: float = 1.0
    fair: float | None = None

    @property
    def is_share(self) -> bool:
        """Whether it is kept as a part of 1 and shown in per cent or percentage points."""
        return self.unit in ("%", "pp")

    def estimate(self, view: View) -> Estimate | None:
        """Its value in a tally; None without games."""
        return self.read(view)


class UnknownFigureError(ValueError):
    """A name that no figure of the game has."""


def named_figures(layout: Layout) -> dict[str, Named]:
    """All figures by name, in the order of reports.

    Raises `ValueError` if a game's own figure or rate has the name of another.
    """
    found: dict[str, Named] = {}
    for figure in _all(layout):
        if figure.name in found:
            raise ValueError(f"{layout.game.name}: two figures are called {figure.name}")
        found[figure.name] = figure
    return found


def find_figure(layout: Layout, name: str) -> Named:
    """The figure of that name; `UnknownFigureError` with the nearest name if there is none."""
    found = named_figures(layout)
    if name not in found:
        raise UnknownFigureError(f"{layout.game.name} has no figure {name!r} here{did_you_mean(name, list(found))}")
    return found[name]


def main_figures(layout: Layout) -> list[Named]:
    """What a run is about before all else.

    The score of graded games, the success rate of other cooperative and solo ones, the first player's advantage with
    two seats, every position's win share with more.
    """
    found = named_figures(layout)
    if layout.grades:
        return [found["score"]]
    if layout.kind != "competitive":
        return [found["success_rate"]]
    if layout.seats == 2:
        return [found["first_player_advantage"]]
    return [found[f"share.{p + 1}"] for p in range(layout.seats)]


def column_sums(figures: Sequence[Named], layout: Layout, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(X, Y) of each figure and game from columns (int64, shape (columns, games)); both int64, (figures, games)."""

    def sums(names: Sequence[tuple[str, ...]]) -> np.ndarray:
        found = x[[layout.index[first] for first, *_ in names]]
        for k, (_, *others) in enumerate(names):
            for name in others:
                found[k] += x[layout.index[name]]
        return found

    return sums([one.top for one in figures]), sums([one.bottom for one in figures])


def position(p: int) -> str:
    """`first player` for position 0."""
    return f"{ORDINALS[p]} player"


def _all(layout: Layout) -> Iterator[Named]:
    yield from _outcomes(layout)
    yield from _course(layout)
    for i, reason in enumerate(layout.game.reasons):
        if not reason.unfinished:
            yield _rate(f"ends.{reason.name}", f"games that end: {reason.label}", f"reason.{i}")
    yield from _declared(layout)


def _outcomes(layout: Layout) -> Iterator[Named]:
    if layout.grades:
        yield _mean("score", "score", "points", "points.0")
        for i, grade in enumerate(layout.grades):
            yield _rate(f"grade.{grade.label.lower()}", f"grade {grade.label}", f"grade.{i}")
    elif layout.kind != "competitive":
        yield _rate("success_rate", "success", "success")
    elif layout.seats > 1:
        yield from _winning(layout)
    yield Named(
        "unfinished_rate",
        "unfinished games",
        "%",
        ("unfinished",),
        ("finished", "unfinished"),
        lambda view: view.rate_of_all("unfinished"),
    )


def _winning(layout: Layout) -> Iterator[Named]:
    if layout.seats == 2:
        yield replace(_mean("first_player_advantage", "first player's advantage", "pp", "difference"), fair=0.0)
        yield Named(
            "decisive_share",
            "first player's share of decided games",
            "%",
            ("win.0",),
            ("win.0", "win.1"),
            lambda view: view.decisive("win.0", "win.1"),
            fair=0.5,
        )
    for p in range(layout.seats):
        yield _rate(f"win_rate.{p + 1}", f"wins of the {position(p)}", f"win.{p}")
    for p in range(layout.seats):
        share = _share(f"share.{p + 1}", f"win share of the {position(p)}", f"share.{p}")
        yield replace(share, fair=1 / layout.seats)
    yield _rate("draw_rate", "draws", "draw")
    yield _rate("level_rate", "equal points before tie-breakers", "level")
    for k in range(layout.seats):
        yield _share(f"seat_share.{k + 1}", f"win share of seat {k + 1}", f"seat_share.{k}")


def _course(layout: Layout) -> Iterator[Named]:
    yield _mean("turns", "turns", "turns a game", "turns")
    yield _mean("decisions", "decisions", "decisions a game", "decisions")
    yield _quotient("options_per_decision", "legal actions a decision", "a decision", "options", "decisions")
    yield _quotient("forced_share", "decisions with one legal action", "%", "forced", "decisions")
    if layout.kind == "competitive" and layout.seats > 1:
        yield _mean("lead_changes", "lead changes", "a game", "lead_changes")
        yield _mean("margin", "winning margin", "points", "margin")
        for p in range(layout.seats):
            yield _mean(f"points.{p + 1}", f"points of the {position(p)}", "points", f"points.{p}")
    elif not layout.grades:
        yield _mean("points.1", "points", "points", "points.0")


def _declared(layout: Layout) -> Iterator[Named]:
    for figure in layout.figures:
        if figure.hidden:
            continue
        own = _in_group(figure.group, figure.label)
        if figure.per == "game":
            yield _mean(figure.name, own, figure.unit, f"game.{figure.name}")
            continue
        for p in range(layout.seats):
            label = f"{own}, {position(p)}"
            yield _mean(f"{figure.name}.{p + 1}", label, figure.unit, f"seat.{figure.name}.{p}")
    for rate in layout.rates:
        own = _in_group(rate.group, rate.label)
        for p, (top, bottom) in enumerate(rate_columns(rate, layout.figures, layout.seats)):
            name = f"{rate.name}.{p + 1}" if rate.each_seat else rate.name
            label = f"{own}, {position(p)}" if rate.each_seat else own
            read = partial(_read_rate, rate=rate, top=top, bottom=bottom)
            yield Named(name, label, rate.unit, (top,), (bottom,), read, 1 / rate.parts)


def _in_group(group: str, label: str) -> str:
    """A part's own label says little without what it is a part of."""
    return f"{group}: {label}" if group else label


def _read_rate(view: View, rate: Rate, top: str, bottom: str) -> Estimate | None:
    return view.part(top, bottom, rate.parts) if rate.unit == "%" else view.quotient(top, bottom)


def _mean(name: str, label: str, unit: str, column: str) -> Named:
    return Named(name, label, unit, (column,), ("finished",), lambda view: view.mean(column))


def _rate(name: str, label: str, column: str) -> Named:
    return Named(name, label, "%", (column,), ("finished",), lambda view: view.rate(column))


def _share(name: str, label: str, column: str) -> Named:
    return Named(name, label, "%", (column,), ("finished",), lambda view: view.share(column), 1 / SHARE)


def _quotient(name: str, label: str, unit: str, top: str, bottom: str) -> Named:
    return Named(name, label, unit, (top,), (bottom,), lambda view: view.quotient(top, bottom))
