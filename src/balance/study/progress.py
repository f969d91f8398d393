"""How a run tells people where it is: on stderr only, and only from the parent."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import Any, Protocol, TextIO

from balance.analysis.estimates import Estimate
from balance.analysis.named import Named

LINE_EVERY = 30.0
WIDE = 110
PARTS = (
    (WIDE, "name bar share rate left figure"),
    (80, "bar share left figure"),
    (60, "share left figure"),
    (0, "bar share left"),
)
"""What a progress line shows on a terminal with at least so many columns."""


@dataclass(frozen=True)
class Standing:
    """Where a run is: games (or another `unit`) done and the most it will play, how many a second in this session, the
    main figure so far."""

    done: int
    cap: int
    rate: float
    figure: Named | None = None
    estimate: Estimate | None = None
    unit: str = "games"

    @property
    def seconds_left(self) -> float | None:
        """Until the cap, at this rate."""
        return (self.cap - self.done) / self.rate if self.rate > 0 else None

    @property
    def words(self) -> str:
        """The main figure so far."""
        if self.figure is None or self.estimate is None:
            return ""
        figure, unit = self.figure, self.figure.unit
        if not figure.is_share:
            return f"{figure.label} {self.estimate.value:.3f} ± {self.estimate.half_width:.3f} {unit}"
        sign = "+" if unit == "pp" else ""
        return f"{figure.label} {100 * self.estimate.value:{sign}.2f} ± {100 * self.estimate.half_width:.2f} {unit}"


class Reporter(Protocol):
    """Hears of a run; `close` comes last, whatever happened."""

    def note(self, text: str) -> None:
        """Something to know."""

    def show(self, standing: Standing) -> None:
        """Called a few times a second."""

    def close(self) -> None:
        """The run is over."""


class Silent:
    """Says nothing."""

    def note(self, text: str) -> None:
        """Nothing."""

    def show(self, standing: Standing) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


class Lines:
    """A line now and then, for logs."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._last = stream, time.monotonic()

    def note(self, text: str) -> None:
        """A line."""
        print(text, file=self._stream, flush=True)

    def show(self, standing: Standing) -> None:
        """A line every half minute."""
        if time.monotonic() - self._last >= LINE_EVERY:
            self._last = time.monotonic()
            left = "" if standing.seconds_left is None else f", {standing.seconds_left:,.0f} s left"
            words = f"; {standing.words}" if standing.words else ""
            where = f"{standing.done:,} of {standing.cap:,} {standing.unit}"
            self.note(f"{where}, {standing.rate:,.0f} a second{left}{words}")

    def close(self) -> None:
        """Nothing to clear away."""


class Bar:
    """A progress line on a terminal, gone when the run is over."""

    def __init__(self, stream: TextIO) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        console = Console(file=stream, highlight=False)
        columns = {
            "name": TextColumn("{task.description}"),
            "bar": BarColumn(bar_width=24 if console.width >= WIDE else 16),
            "share": TextColumn("{task.percentage:>3.0f} %"),
            "rate": TextColumn("{task.fields[rate]}"),
            "left": TimeRemainingColumn(compact=True, elapsed_when_finished=True),
            "figure": TextColumn("{task.fields[figure]}"),
        }
        parts = next(parts for least, parts in PARTS if console.width >= least)
        self._bar = Progress(*[columns[part] for part in parts.split()], console=console, transient=True)
        self._task: Any = None

    def note(self, text: str) -> None:
        """A line above the progress line."""
        self._bar.console.print(text, markup=False)

    def show(self, standing: Standing) -> None:
        """Redraw."""
        if self._task is None:
            self._task = self._bar.add_task("playing", total=standing.cap, completed=standing.done, rate="", figure="")
            self._bar.start()
        rate = f"{standing.rate:,.0f} {standing.unit}/s" if standing.rate else ""
        self._bar.update(self._task, completed=standing.done, total=standing.cap, rate=rate, figure=standing.words)

    def close(self) -> None:
        """Clear the line."""
        self._bar.stop()


def reporter(stream: TextIO | None = None) -> Reporter:
    """A bar if stderr is a terminal, else lines."""
    stream = stream or sys.stderr
    return Bar(stream) if stream.isatty() else Lines(stream)
