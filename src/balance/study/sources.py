"""Which code plays a game: a digest of its sources, so that games of two rule codes are never added up.

A game's `version` is raised by hand when its results change; the digest needs nobody to think of it. Nothing is
imported to take it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
ROOMS = ("engine", "bots", "arena")
DIGITS = 16


@cache
def code_digest(kernel: str) -> str:
    """Digest of the sources that play the game with that kernel module: engine, bots, arena, the game's package.

    Taken once a process: the code as it was when the game was first used, not what an editor makes of it later.
    """
    state = hashlib.sha256()
    for root in [*(PACKAGE / room for room in ROOMS), *_own(kernel)]:
        for path in sorted(root.rglob("*.py")) if root.is_dir() else [root]:
            state.update(f"{path.name}\n".encode() + path.read_bytes())
    return state.hexdigest()[:DIGITS]


def _own(kernel: str) -> Iterator[Path]:
    """The folder of a shipped game; of a plugin all of its top package, and the shipped games it may build on."""
    top, *below = kernel.split(".")
    if top == PACKAGE.name:
        yield PACKAGE.joinpath(*below[:-1])
        return
    yield PACKAGE / "games"
    found = find_spec(top)
    if found:
        yield from map(Path, found.submodule_search_locations or [found.origin or ""])
