"""Runs in processes of their own, to interrupt and measure."""

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
folder, games = Path(sys.argv[1]), int(sys.argv[2])
result = simulate.run(load("kuhn", [], "random"), games, 7, 2, folder, checkpoint_seconds=0.15)
sys.exit(0 if result.complete else 128 + result.signal)
"""


STARTED: list[subprocess.Popen[Any]] = []


def start(folder: Path, games: int, env: dict[str, str] | None = None) -> subprocess.Popen[Any]:
    """A process that runs Kuhn poker in `folder`."""
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, folder, str(games)], env=env, stderr=subprocess.PIPE)
    STARTED.append(process)
    return process


def command(*arguments: str, code: str = "", env: dict[str, str] | None = None) -> subprocess.Popen[str]:
    """A process of `balance`; `code` is carried out before."""
    code += "\nfrom balance.cli import main; main()"
    call = [sys.executable, "-c", code, *arguments]
    process = subprocess.Popen(call, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
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
