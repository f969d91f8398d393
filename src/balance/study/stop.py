"""Ctrl-C while games are played, and while the machine still compiles what plays them."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from balance.engine.jit import is_compiling
from balance.study.errors import Stopped

SIGNALS = (signal.SIGINT, signal.SIGTERM)
PATIENCE = 0.2
"""Seconds between two looks at whether somebody wants to stop."""
SLOW_SECONDS = 1.0
"""For how long compiling goes unmentioned."""

T = TypeVar("T")


@dataclass
class Stop:
    """Whether somebody asked to stop, and with which signal (0: nobody).

    The first Ctrl-C (or SIGTERM) asks to end in order, the second raises `Stopped`.
    """

    number: int = 0
    _noted: bool = False

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Hear the signals that are not ignored (as `nohup` and `&` in scripts ask for), then put back what was."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        wanted = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
        before = {number: signal.signal(number, self._hear) for number in wanted}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _hear(self, number: int, frame: Any) -> None:
        """Says nothing itself: it may interrupt somebody who is writing to the same stream."""
        again, self.number = self.number != 0, number
        if again:
            raise Stopped(number)

    def run(self, work: Callable[[], T], note: Callable[[str], None]) -> T:
        """What `work` returns or raises; `note` is told, once, if it compiles for long. Raises `Stopped` when asked to.

        The work is done in a thread that a stopped caller leaves behind, for nothing can safely break off compiling:
        then end the process by `os._exit`.
        """
        done: Future[T] = Future()
        threading.Thread(target=_do, args=[work, done], daemon=True).start()
        late = time.monotonic() + SLOW_SECONDS
        while not self.number:
            if wait([done], PATIENCE).done:
                return done.result()
            if not self._noted and time.monotonic() > late and is_compiling():
                note("compiling for this machine, once; this can take a minute or two")
                self._noted = True
        raise Stopped(self.number)


@contextmanager
def threads(jobs: int, name: str) -> Iterator[ThreadPoolExecutor]:
    """A pool of threads; at the end they are waited for, unless somebody wants to stop at once."""
    pool, patient = ThreadPoolExecutor(jobs, thread_name_prefix=name), True
    try:
        yield pool
    except Stopped:
        patient = False
        raise
    finally:
        pool.shutdown(patient, cancel_futures=not patient)


def _do(work: Callable[[], T], done: Future[T]) -> None:
    try:
        result = work()
    except BaseException as error:
        done.set_exception(error)
    else:
        done.set_result(result)
