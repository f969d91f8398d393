"""What can go wrong around a run, as messages for people."""

from __future__ import annotations

import errno
from pathlib import Path

BAD_INPUT = 2
FAILED = 3


class Stopped(KeyboardInterrupt):
    """Somebody wants the run to stop at once; `number` is the signal. What was checkpointed is safe."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class StudyError(Exception):
    """A run that cannot start or go on; `exit_code` is 2 for something to correct in the call, 3 for a failure on the
    way."""

    def __init__(self, message: str, exit_code: int = BAD_INPUT) -> None:
        super().__init__(message)
        self.exit_code = exit_code


def write_failed(error: OSError, path: Path) -> StudyError:
    """What the system said about writing `path`, in words."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StudyError(f"the disk is full: {path} could not be written", FAILED)
    if error.errno in (errno.ENAMETOOLONG, errno.ELOOP):
        return StudyError(f"{path} cannot be written: {error.strerror}", BAD_INPUT)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return StudyError(f"{path} cannot be written: {error.strerror}", FAILED)
    return StudyError(f"{path} could not be written: {error.strerror or error}", FAILED)
