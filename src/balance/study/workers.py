"""Chunks of games on threads, handed back in order of game number."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, TimeoutError
from dataclasses import dataclass
from types import TracebackType
from typing import Generic, TypeVar

from balance.study.stop import PATIENCE

CHUNK_SECONDS = 0.05
LONGEST_CHUNK_SECONDS = 2.0
CHUNK_GAMES = 65_536
FIRST_CHUNK = 64
GROWTH = 4


T = TypeVar("T")


@dataclass(frozen=True)
class Chunk(Generic[T]):
    """Games `start` .. `start + games - 1`, played, and what was found."""

    start: int
    games: int
    seconds: float
    found: T

    @property
    def end(self) -> int:
        """The number after the last game's."""
        return self.start + self.games


class Workers(Generic[T]):
    """Plays games from `start` on, up to the last of `cuts`, on `jobs` threads.

    `make` gives each thread its own `play(start, games)`. Chunks hold whole blocks and at most `most` games. They end
    at every cut (ascending game counts, whole blocks); elsewhere their size follows the speed, which changes nothing in
    the sums. Each variant that is played side by side takes a few milliseconds a chunk whatever its size, so chunks of
    several are longer: else they would shrink to a game each. Compiled play does not hold the interpreter lock. Use
    with `with`.
    """

    def __init__(
        self,
        make: Callable[[], Callable[[int, int], T]],
        jobs: int,
        start: int,
        cuts: list[int],
        block: int = 1,
        most: int = CHUNK_GAMES,
        variants: int = 1,
    ) -> None:
        self._seconds = min(LONGEST_CHUNK_SECONDS, CHUNK_SECONDS * (1 if variants == 1 else 2 * variants))
        self._make, self._block, self._most = make, block, most
        self._pool = ThreadPoolExecutor(jobs, thread_name_prefix="balance")
        self._own = threading.local()
        self._pending: deque[Future[Chunk[T]]] = deque()
        self._depth = 2 * jobs
        self._next, self._cuts = start, [cut for cut in cuts if cut > start]
        self._size = -(-FIRST_CHUNK // block) * block
        self._open = True

    def next(self, tick: Callable[[], None]) -> Chunk[T] | None:
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

    def __enter__(self) -> Workers[T]:
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

    def _play(self, start: int, games: int) -> Chunk[T]:
        if not hasattr(self._own, "play"):
            self._own.play = self._make()
        begun = time.perf_counter()
        found = self._own.play(start, games)
        return Chunk(start, games, time.perf_counter() - begun, found)

    def _adapt(self, chunk: Chunk[T]) -> None:
        wanted = int(chunk.games * self._seconds / max(chunk.seconds, 1e-6))
        most = min(CHUNK_GAMES, self._most, GROWTH * self._size)
        self._size = max(1, min(wanted, most) // self._block) * self._block
