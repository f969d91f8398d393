"""Chunks of games on threads, handed back in order of game number."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, TimeoutError
from dataclasses import dataclass
from types import TracebackType

import numpy as np

from balance.arena.columns import Tally
from balance.arena.records import Records, Table
from balance.arena.tally import tally_rows
from balance.study.stop import PATIENCE

CHUNK_SECONDS = 0.05
CHUNK_BYTES = 16 * 2**20
CHUNK_GAMES = 65_536
FIRST_CHUNK = 64
GROWTH = 4


@dataclass(frozen=True)
class Chunk:
    """Games `start` .. `start + games - 1`, played: their tally, and their rows if they were asked for."""

    start: int
    games: int
    seconds: float
    tally: Tally
    rows: np.ndarray | None

    @property
    def end(self) -> int:
        """The number after the last game's."""
        return self.start + self.games


class Workers:
    """Plays games from `start` on, up to the last of `cuts`, on `jobs` threads.

    Chunks end at every cut (ascending game counts, whole blocks); elsewhere their size follows the speed, which
    changes nothing in the sums. Compiled play does not hold the interpreter lock. Use with `with`.
    """

    def __init__(self, kit: Records, seed: int, jobs: int, start: int, cuts: list[int], rows: bool) -> None:
        self._kit, self._seed, self._keep_rows = kit, seed, rows
        self._pool = ThreadPoolExecutor(jobs, thread_name_prefix="balance")
        self._own = threading.local()
        self._pending: deque[Future[Chunk]] = deque()
        self._depth = 2 * jobs
        self._next, self._cuts = start, [cut for cut in cuts if cut > start]
        self._size = FIRST_CHUNK
        self._open = True

    def next(self, tick: Callable[[], None]) -> Chunk | None:
        """The next chunk in order, None when all are played; `tick` is called while waiting.

        A chunk's error is raised here.
        """
        while self._open and self._cuts and len(self._pending) < self._depth:
            self._submit()
        while self._pending:
            try:
                chunk = self._pending[0].result(timeout=PATIENCE)
            except TimeoutError:
                if self._pending[0].done():
                    raise
                tick()
            else:
                self._pending.popleft()
                self._adapt(chunk)
                return chunk
        return None

    def stop(self) -> bool:
        """Start no more chunks; those that run are still handed back by `next`. Returns whether this is new."""
        was_open, self._open = self._open, False
        while self._pending and self._pending[-1].cancel():
            self._pending.pop()
        return was_open

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Drop the chunks that run; wait for them, unless somebody wants to stop at once."""
        self.stop()
        self._pool.shutdown(wait=not isinstance(error, KeyboardInterrupt))

    def _submit(self) -> None:
        games = min(self._size, self._cuts[0] - self._next)
        self._pending.append(self._pool.submit(self._play, self._next, games))
        self._next += games
        if self._next == self._cuts[0]:
            del self._cuts[0]

    def _play(self, start: int, games: int) -> Chunk:
        if not hasattr(self._own, "table"):
            self._own.table = Table(self._kit, self._seed)
        begun = time.perf_counter()
        rows = self._own.table.play(start, games)
        tally = tally_rows(self._kit.layout, rows)
        return Chunk(start, games, time.perf_counter() - begun, tally, rows if self._keep_rows else None)

    def _adapt(self, chunk: Chunk) -> None:
        wanted = int(chunk.games * CHUNK_SECONDS / max(chunk.seconds, 1e-6))
        most = min(CHUNK_GAMES, CHUNK_BYTES // self._kit.row.itemsize, GROWTH * self._size)
        block = self._kit.layout.mirrored
        self._size = max(1, min(wanted, most) // block) * block
