"""One process at a time works on a run folder. The system releases the lock of a process that dies, however it
dies."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType

from balance.study.errors import StudyError, write_failed

NAME = "run.lock"


class FolderLock:
    """A lock on a run folder, held from `__enter__` to `__exit__`."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME

    def __enter__(self) -> FolderLock:
        try:
            self._handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise write_failed(error, self.path) from error
        try:
            _lock(self._handle)
        except OSError:
            owner = os.read(self._handle, 20).decode(errors="replace").strip() or "unknown"
            os.close(self._handle)
            raise StudyError(
                f"{self.path.parent} is in use by another process ({owner}); wait for it, or choose another --out"
            ) from None
        os.ftruncate(self._handle, 0)
        os.write(self._handle, f"{os.getpid()}\n".encode())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._handle)


def _lock(handle: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
