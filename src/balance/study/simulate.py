"""`balance simulate`: one spec, many games, one summary.

A run is a prefix of the games 0, 1, 2, … of a seed: chunks are merged in order of game number, so all that has to be
kept is one tally and how many games it holds. Killed at any moment and resumed, it ends with the same bytes.
"""

from __future__ import annotations

import os
import platform
import re
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from balance.analysis.named import Named, UnknownFigureError, find_figure, main_figures
from balance.analysis.summary import Settings, is_precise, summarise, text
from balance.analysis.view import View
from balance.arena.columns import Tally, empty
from balance.arena.records import PlayError, Records, Table, records
from balance.arena.tally import tally_rows
from balance.engine.jit import CACHE
from balance.spec import Spec
from balance.study.errors import FAILED, Stopped, StudyError
from balance.study.folder import Order, RunFolder
from balance.study.lock import FolderLock
from balance.study.looks import look_counts
from balance.study.playing import Played, most_games, player
from balance.study.progress import Reporter, Silent, Standing
from balance.study.rows import BUFFERED, RowFiles, require
from balance.study.stop import Stop
from balance.study.workers import Chunk, Workers

CHECKPOINT_SECONDS = 5.0
GAME_NUMBER = re.compile(r"game (\d+) ")
MOST_SEED = 2**64 - 1


@dataclass(frozen=True)
class Result:
    """What a run found. `summary` is the content of `summary.json`, `timing` that of this and earlier sessions.

    `signal` is 0, or the number of the signal that stopped the run early (`summary["complete"]` is then false).
    """

    summary: dict[str, Any]
    timing: dict[str, Any]
    folder: Path | None = None
    signal: int = 0

    @property
    def complete(self) -> bool:
        """Whether all games asked for were played, or the wanted precision was reached."""
        return bool(self.summary["complete"])

    def as_json(self) -> dict[str, Any]:
        """The summary with `timing` and `run` (the folder)."""
        return self.summary | {"timing": self.timing, "run": str(self.folder) if self.folder else None}


def run(
    spec: Spec,
    games: int = 100_000,
    seed: int = 1,
    jobs: int | None = None,
    out: Path | None = None,
    mirror: bool = False,
    precision: Mapping[str, float] | float | None = None,
    rows: bool = False,
    progress: Reporter | None = None,
    checkpoint_seconds: float = CHECKPOINT_SECONDS,
) -> Result:
    """Play `games` games (the cap, if `precision` is given) of `spec` and summarise them.

    `jobs`: threads, by default one a core. `out`: a folder that is made for the run; without it nothing is written.
    `mirror`: play each deal once for every seat, the cards rotated (needs equal bots). `precision`: stop when half
    the main figure's interval is no wider (0.002 is 0.2 percentage points), or the intervals of all figures named.
    `rows`: keep every game as Parquet.
    `checkpoint_seconds`: how much play a kill can cost at most. Raises `StudyError`, and `Stopped` if somebody asks
    a second time to stop.
    """
    if not 0 <= seed <= MOST_SEED:
        raise StudyError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")
    if games < 1:
        raise StudyError(f"at least one game must be played, not {games}")
    check(spec, mirror, rows)
    mirrored = len(spec.bots) if mirror else 1
    jobs, progress = default_jobs(jobs), progress or Silent()
    order = Order(seed, -(-games // mirrored) * mirrored, mirrored, wanted(spec, precision), rows)
    if rows and out is None:
        raise StudyError("rows need a folder to be kept in: give --out")
    if out is None:
        return _Run(spec, order, jobs, None, progress, checkpoint_seconds).play()
    folder = RunFolder.make(out)
    with FolderLock(out):
        RunFolder.make(out)
        folder.write_spec(spec, order)
        return _Run(spec, order, jobs, folder, progress, checkpoint_seconds).play()


def resume(
    out: Path,
    games: int | None = None,
    jobs: int | None = None,
    progress: Reporter | None = None,
    spec: Spec | None = None,
    checkpoint_seconds: float = CHECKPOINT_SECONDS,
) -> Result:
    """Go on with the run in `out`, which ends as it would have without a break. More `games` may be asked for than
    before.

    If `spec` is given, it must be the run's own. Raises what `run` raises.
    """
    jobs, progress = default_jobs(jobs), progress or Silent()
    folder = RunFolder.open(out)
    with FolderLock(out):
        stored, order = folder.read_spec()
        if spec is not None and spec.digest != stored.digest:
            raise StudyError(f"{out} holds a run of another spec ({stored.digest[:8]}…, not {spec.digest[:8]}…)")
        if games is not None:
            games = -(-games // order.mirrored) * order.mirrored
        one = _Run(stored, order, jobs, folder, progress, checkpoint_seconds)
        if games is not None and games != order.games:
            one.ask_for(games)
        return one.play()


def wanted(spec: Spec, precision: Mapping[str, float] | float | None) -> dict[str, float]:
    """Wanted half-widths by figure; a number alone is about the main figure, or all of them. Raises `StudyError`."""
    if precision is None:
        return {}
    layout = records(spec).layout
    if not isinstance(precision, Mapping):
        precision = {figure.name: precision for figure in main_figures(layout)}
    for name, width in precision.items():
        try:
            find_figure(layout, name)
        except UnknownFigureError as error:
            raise StudyError(f"precision: {error}") from None
        if not width > 0:
            raise StudyError(f"a precision is a number above 0, not {width} ({name})")
    return dict(precision)


def default_folder(spec: Spec, seed: int, parent: Path = Path("runs")) -> Path:
    """A new, empty folder `runs/GAME-DIGEST-seedN`, with `-2`, `-3`, … if that is taken."""
    return RunFolder.choose(parent, f"{spec.game.name}-{spec.digest[:8]}-seed{seed}")


def check(spec: Spec, mirror: bool, rows: bool) -> None:
    """Raise `StudyError` if rows cannot be written here, or `spec` cannot be mirrored."""
    if rows:
        require()
    if mirror:
        _check_mirror(spec)


def _check_mirror(spec: Spec) -> None:
    if text := spec.game.mirror(spec.options):
        raise StudyError(f"--mirror cannot be used: {text}")
    if len({str(bot.resolved()) for bot in spec.bots}) > 1:
        raise StudyError("--mirror needs the same bot on every seat: with different bots it would measure the bots")
    if len(spec.bots) < 2:
        raise StudyError("--mirror needs at least two seats")


@dataclass
class _Run:
    """One session of a run."""

    spec: Spec
    order: Order
    jobs: int
    folder: RunFolder | None
    reporter: Reporter
    checkpoint_seconds: float
    stop: Stop = field(default_factory=Stop)

    def __post_init__(self) -> None:
        self.kit: Records = records(self.spec, self.order.mirrored)
        self.watched: Named = self._watched()
        self.row_files: RowFiles | None = None
        self.tally: Tally = empty(self.kit.layout)
        self.sessions: list[dict[str, Any]] = []
        if self.folder:
            self.folder.tidy()
            self.tally = self.folder.read_checkpoint(self.kit.layout, self.spec, self.order)
            self.sessions = self.folder.read_log()
            if self.order.rows:
                self.row_files = RowFiles(self.folder.path / "rows", self.kit.layout)
                self.row_files.trim(self.tally.games)
        self.started_with = self.tally.games

    def _watched(self) -> Named:
        """The figure that people see while it runs: the first that is to be precise, else the main one."""
        name = next(iter(self.order.precision), None)
        return main_figures(self.kit.layout)[0] if name is None else find_figure(self.kit.layout, name)

    def ask_for(self, games: int) -> None:
        """Change the number of games; not below what was played."""
        if games < self.tally.games:
            raise StudyError(f"{self.tally.games} games were played already, so the run cannot be one of {games}")
        assert self.folder is not None
        self.order = self.folder.extend(self.spec, self.order, games)

    def play(self) -> Result:
        """Play on to the end, or until somebody stops it."""
        with ExitStack() as stack:
            stack.callback(self.reporter.close)
            stack.enter_context(self.stop.listening())
            try:
                return self._conclude(self._finished() or self._play())
            except Stopped:
                self.reporter.note(f"stopped at once; what was saved before is safe: {self._how_to_go_on()}")
                raise

    def _looks(self) -> list[int]:
        if not self.order.precision:
            return [self.order.games]
        return look_counts(self.order.games, self.order.mirrored)

    def _finished(self) -> bool:
        if self.tally.games >= self.order.games:
            return True
        return self.tally.games in self._looks() and self._is_precise()

    def _is_precise(self) -> bool:
        return is_precise(self.kit.layout, self.tally, self.order.precision)

    def _play(self) -> bool:
        """Play; return whether the run is complete."""
        self._warm_up()
        if self.stop.number:
            return False
        self.begun = self.saved = self.shown = time.monotonic()
        self.sessions.append(self._surroundings())
        looks = self._looks()
        try:
            with Workers(
                lambda: player(self.kit, self.order.seed, self.order.rows),
                self.jobs,
                self.tally.games,
                looks,
                self.order.mirrored,
                most_games(self.kit),
            ) as workers:
                while chunk := workers.next(lambda: self._tick(workers)):
                    self._take(chunk)
                    self._tick(workers)
                    if chunk.end in looks and self._finished():
                        return True
                return self._finished()
        except PlayError as error:
            self._save()
            raise self._uncountable(error) from error

    def _tick(self, workers: Workers[Played]) -> None:
        if self.stop.number and workers.stop():
            self.reporter.note("stopping after the games that are being played; once more to stop at once")
        self._show()

    def _warm_up(self) -> None:
        """Compile before the clock starts and before threads could do it at the same time."""
        games = 2 * self.order.mirrored

        def few_games() -> None:
            tally_rows(self.kit.layout, Table(self.kit, self.order.seed).play(0, games))

        try:
            self.stop.run(few_games, self.reporter.note)
        except Stopped:
            self.reporter.note("stopped while compiling: no game was played")
        except PlayError as error:
            raise self._uncountable(error) from error

    def _uncountable(self, error: PlayError) -> StudyError:
        """What is wrong with a game, and how to look at it if it is told which."""
        found = GAME_NUMBER.match(str(error))
        if not found:
            return StudyError(str(error), FAILED)
        which = f"--seed {self.order.seed} --game {found[1]}{' --mirror' if self.order.mirrored > 1 else ''}"
        return StudyError(
            f"{error}. See what led to it with balance replay, the same spec and bots and {which}; then change the"
            " card or rule that sets off so much at once, and start a new run. The games before it are saved",
            FAILED,
        )

    def _take(self, chunk: Chunk[Played]) -> None:
        self.tally.merge(chunk.found.tally)
        waiting = 0
        if self.row_files and chunk.found.rows is not None:
            self.row_files.add(chunk.found.rows)
            waiting = self.row_files.bytes_waiting
        if time.monotonic() - self.saved >= self.checkpoint_seconds or waiting > BUFFERED:
            self._save()

    def _show(self) -> None:
        now = time.monotonic()
        if now - self.shown < 0.1:
            return
        self.shown = now
        rate = (self.tally.games - self.started_with) / max(now - self.begun, 1e-9)
        estimate = self.watched.estimate(View(self.kit.layout, self.tally))
        self.reporter.show(Standing(self.tally.games, self.order.games, rate, self.watched, estimate))

    def _save(self) -> None:
        """Rows first, then the checkpoint that counts them: what is written beyond a checkpoint is removed on
        resume."""
        self._note_time()
        if self.folder:
            try:
                if self.row_files:
                    self.row_files.write()
                self.folder.write_checkpoint(self.tally, self.spec, self.order)
                self.folder.write_log(self.sessions)
            except StudyError as error:
                raise StudyError(f"{error}; what was saved before is safe: {self._how_to_go_on()}", FAILED) from error
        self.saved = time.monotonic()

    def _how_to_go_on(self) -> str:
        return f"go on with balance simulate --resume {self.folder.path}" if self.folder else "start again"

    def _conclude(self, complete: bool) -> Result:
        if self.tally.games > self.started_with:
            self._save()
        order = self.order
        settings = Settings(order.seed, order.games, order.precision)
        summary = summarise(self.spec, self.kit.layout, self.tally, settings, complete)
        if self.folder:
            self.folder.write_summary(text(summary))
        return Result(
            summary, self._timing(), self.folder.path if self.folder else None, 0 if complete else self.stop.number
        )

    def _surroundings(self) -> dict[str, Any]:
        packages = {name: version(name) for name in ("balance-tabletop", "numpy", "numba")}
        return {
            "started": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
            "jobs": self.jobs,
            "folder": str(self.folder.path.resolve()) if self.folder else None,
            "python": platform.python_version(),
            "machine": f"{platform.system()} {platform.machine()}",
            "packages": packages,
            "kernels": CACHE.name,
            "first_game": self.started_with,
            "games": 0,
            "seconds": 0.0,
        }

    def _note_time(self) -> None:
        session = self.sessions[-1]
        session["games"] = self.tally.games - self.started_with
        session["seconds"] = round(time.monotonic() - self.begun, 3)

    def _timing(self) -> dict[str, Any]:
        games = sum(session["games"] for session in self.sessions)
        seconds = sum(session["seconds"] for session in self.sessions)
        rate = round(games / seconds, 1) if seconds else None
        content = {"games": games, "seconds": round(seconds, 3), "games_per_second": rate}
        return content | {"jobs": self.jobs, "sessions": len(self.sessions)}


def default_jobs(asked: int | None) -> int:
    """The number of threads; by default the cores that this process may use."""
    if asked is not None:
        if asked < 1:
            raise StudyError(f"at least one job is needed, not {asked}")
        return asked
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
