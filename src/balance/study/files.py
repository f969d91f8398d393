"""Files that are whole or not there: written under another name, flushed to the disk, then renamed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from balance.study.errors import StudyError, write_failed

TEMPORARY = ".tmp"
HEADER = b"balance tally 1\n"


def write_whole(path: Path, content: bytes) -> None:
    """Write `content` to `path` in one step: whoever reads finds the old file or the new one. Raises `StudyError`."""

    def write(temporary: Path) -> None:
        temporary.write_bytes(content)

    make_whole(path, write)


def make_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Let `write` make a file under a temporary name, flush it, and give it its name. Raises `StudyError`."""
    temporary = path.with_name(path.name + TEMPORARY)
    try:
        write(temporary)
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
        flush_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        raise write_failed(error, path) from error


def flush_folder(folder: Path) -> None:
    """Make new names and removals in `folder` last (systems that cannot open folders do so by themselves)."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def pack(arrays: dict[str, Any]) -> bytes:
    """Arrays as bytes that begin with their checksum (SHA-256)."""
    buffer = BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    content = buffer.getvalue()
    return HEADER + hashlib.sha256(content).hexdigest().encode() + b"\n" + content


def unpack(path: Path) -> dict[str, Any]:
    """The arrays of a file made by `pack`. Raises `StudyError` if a single bit of it is wrong."""
    content = path.read_bytes()
    start = len(HEADER) + 65
    checksum = content[len(HEADER) : start - 1]
    if not content.startswith(HEADER) or hashlib.sha256(content[start:]).hexdigest().encode() != checksum:
        raise StudyError(f"{path} is damaged: its checksum does not fit its content")
    with np.load(BytesIO(content[start:]), allow_pickle=False) as stored:
        return dict(stored)
