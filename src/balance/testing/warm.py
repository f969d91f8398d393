"""`python -m balance.testing.warm [GAME …]`: compile games before tests run, each in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor


def warm(name: str) -> None:
    """Compile everything that plays, replays and re-deals the game called `name`."""
    from balance.arena.records import Table, records
    from balance.arena.replay import Replay
    from balance.spec import load

    spec = load(name)
    Table(records(spec), seed=0).play(0, 1)
    for _ in Replay(spec, seed=0, number=0):
        continue


def main(chosen: list[str]) -> int:
    """Warm the chosen games, or all; return how many failed."""
    from balance.engine.game import names

    def in_process(name: str) -> int:
        return subprocess.run([sys.executable, "-m", __spec__.name, f"only={name}"], check=False).returncode

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return sum(code != 0 for code in pool.map(in_process, chosen or names()))


if __name__ == "__main__":
    if len(sys.argv) == 2 and sys.argv[1].startswith("only="):
        warm(sys.argv[1].removeprefix("only="))
    else:
        sys.exit(main(sys.argv[1:]))
