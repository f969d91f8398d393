"""A run that is killed again and again, and the same run unbroken: `python kills.py SETTINGS`, JSON (see `Settings`).

One process loads and compiles everything and then forks: a child plays, or resumes, and is killed. So a life costs
next to nothing, and kills hit the work itself. Prints how many children were killed.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance.spec import load
from balance.study.simulate import resume, run

STEPS = (("os", "fsync"), ("Path", "write_bytes"), ("Path", "replace"), ("Path", "unlink"))


@dataclass
class Settings:
    """`folder` gets two runs, `whole` and `broken`. `kills` are wanted at random moments; 0: one at each step of
    writing files, one after the other."""

    folder: str
    game: str
    bots: str
    games: int
    kills: int
    seed: int
    mirror: bool = False
    rows: bool = False
    precision: float | None = None


def main(settings: Settings) -> int:
    """Play both runs; the number of kills."""
    spec = load(settings.game, [], settings.bots)
    if settings.rows:
        import pyarrow.parquet  # noqa: F401 - once, before the children

    whole, broken = (Path(settings.folder, name) for name in ("whole", "broken"))
    order: dict[str, Any] = {"seed": settings.seed, "mirror": settings.mirror, "precision": settings.precision}
    run(spec, 2, mirror=settings.mirror)
    began = time.monotonic()
    run(spec, settings.games, jobs=2, **order)
    seconds = time.monotonic() - began

    def live(jobs: int, period: float, last_step: int | None = None) -> int:
        """A child that plays; its process number."""
        child = os.fork()
        if child:
            return child
        try:
            if last_step is not None:
                die_at(last_step)
            if (broken / "spec.json").exists():
                result = resume(broken, jobs=jobs, checkpoint_seconds=period)
            else:
                every = {"rows": settings.rows, "checkpoint_seconds": period}
                result = run(spec, settings.games, jobs=jobs, out=broken, **order, **every)
            os._exit(0 if result.complete else 1)
        except BaseException as error:
            print(repr(error), file=sys.stderr, flush=True)
            os._exit(2)

    dice = random.Random(settings.seed)
    kills, over = 0, False
    while not over:
        if settings.kills:
            child = live(dice.randint(1, 3), dice.choice((0.0, 0.01, 0.05)))
            if kills < settings.kills:
                time.sleep(dice.uniform(0, 2 * seconds / settings.kills))
                os.kill(child, signal.SIGKILL)
        else:
            child = live(2, 0.0, kills)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert code in (0, -signal.SIGKILL), code
        kills, over = kills + (code != 0), code == 0
    # afterwards: what has written Parquet has threads and must not fork
    run(spec, settings.games, jobs=1, out=whole, rows=settings.rows, **order)
    return kills


def die_at(last: int) -> None:
    """From here on the process is killed instead of its `last`-th step of writing files (a write: half way)."""
    left = [last]

    def dying(real: Any) -> Any:
        def step(*arguments: Any, **options: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                if real.__name__ == "write_bytes":
                    real(arguments[0], arguments[1][: len(arguments[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*arguments, **options)

        return step

    for owner, name in STEPS:
        place = os if owner == "os" else Path
        setattr(place, name, dying(getattr(place, name)))


if __name__ == "__main__":
    print(main(Settings(**json.loads(sys.argv[1]))))
