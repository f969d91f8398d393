"""Runs in processes of their own, to kill, interrupt and measure."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

SCRIPT = """
import sys
from pathlib import Path
from balance.spec import load
from balance.study import simulate
simulate.CHECKPOINT_SECONDS = 0.15
folder, games, jobs, rows, mirror, precision = sys.argv[1:7]
settings = dict(games=int(games), seed=7, mirror=mirror == "True", rows=rows == "True")
settings["precision"] = float(precision) if precision != "None" else None
if Path(folder, "spec.json").exists():
    result = simulate.resume(Path(folder), jobs=int(jobs))
else:
    result = simulate.run(load("kuhn", [], "random"), jobs=int(jobs), out=Path(folder), **settings)
sys.exit(0 if result.complete else 128 + result.signal)
"""


STARTED: list[subprocess.Popen[Any]] = []


def start(
    folder: Path,
    games: int,
    jobs: int = 2,
    rows: bool = False,
    mirror: bool = False,
    precision: float | None = None,
    env: dict[str, str] | None = None,
) -> subprocess.Popen[Any]:
    """A process that runs, or resumes, a run of Kuhn poker in `folder`."""
    arguments = [str(value) for value in (folder, games, jobs, rows, mirror, precision)]
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, *arguments], env=env, stderr=subprocess.PIPE)
    STARTED.append(process)
    return process


def kill_all() -> None:
    """End what a failed test left behind."""
    while STARTED:
        with STARTED.pop() as process:
            process.kill()


def finish(process: subprocess.Popen[Any]) -> int:
    """Its exit code, after the end."""
    process.communicate(timeout=120)
    return process.returncode


def snapshot(folder: Path) -> dict[str, int]:
    """Files and sizes in a run folder, by name."""
    return {str(path.relative_to(folder)): path.stat().st_size for path in folder.rglob("*") if path.is_file()}
