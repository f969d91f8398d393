"""Golden playthroughs: what a game looks like, kept as text. `make golden` writes them anew; read the diff."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from balance.arena.replay import Moment


def check(path: Path, moments: Iterable[Moment]) -> None:
    """Compare a replay's prose with the file, or write the file if BALANCE_GOLDEN is `write`."""
    text = "\n".join(line for moment in moments for line in moment.prose) + "\n"
    if os.environ.get("BALANCE_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    assert path.read_text() == text, "the game has changed: `make golden` if it should have"
