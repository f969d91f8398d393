"""`make bench`: how fast games are played, and what one waits for before the first.

Prints a table; rates are the best of a few runs. Omen's plain-Python twin is the referee in `tests/referee`, that of
Songbirds the C program beside this file, which plays the very same moves (two players, one round). How fast searching
bots play games out is measured in `playouts.py`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SECONDS = 1.0
RUNS = 3
CHUNK = 4096  # games whose rows are held at a time, as a run does
TWIN_GAMES = 200_000
RULES = {"songbirds": ["rounds=1"]}
"""By game: what is measured, where that is not the rulebook's game."""


def best_rate(play: Any, threads: int) -> tuple[float, float]:
    """(games, decisions) a second: the best of a few runs of about `SECONDS` on so many threads."""
    games = 16
    best = (0.0, 0.0)
    runs = 0
    while runs < RUNS:
        begun = time.perf_counter()
        with ThreadPoolExecutor(threads) as pool:
            decisions = sum(pool.map(play, [(i * games, games) for i in range(threads)]))
        seconds = time.perf_counter() - begun
        if seconds < SECONDS / 4:
            games = int(games * min(8, 0.5 * SECONDS / max(seconds, 1e-6)) + 1)
            continue
        best = max(best, (threads * games / seconds, decisions / seconds))
        runs += 1
    return best


def player(name: str, bots: str) -> Any:
    """What plays games (first, how many) in this thread and returns the number of decisions."""
    from balance.arena.records import Table, records
    from balance.spec import load

    kit = records(load(name, sets=RULES.get(name, []), bots=bots))

    def play(part: tuple[int, int]) -> int:
        table, (start, games) = Table(kit, seed=1), part
        chunks = range(start, start + games, CHUNK)
        return sum(int(table.play(i, min(CHUNK, start + games - i))["decisions"].sum()) for i in chunks)

    return play


def rates(name: str, bots: str) -> list[dict[str, Any]]:
    """Rates of one game on one core and on all."""
    play, rows = player(name, bots), []
    label = ", ".join([name, *RULES.get(name, [])])
    for threads in sorted({1, os.cpu_count() or 1}):
        games, decisions = best_rate(play, threads)
        rows.append({"game": label, "bots": bots, "cores": threads, "games/s": games, "decisions/s": decisions})
    return rows


def compare_songbirds() -> str:
    """The engine and the C program, in turns: the best of a few runs of each, in games a second of the processor's."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        return "songbirds in plain C: not measured, there is no C compiler (cc) here"
    play = player("songbirds", "random")
    ours, plain = [], []
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "songbirds"
        subprocess.run([compiler, "-O2", "-o", program, Path(__file__).with_name("songbirds.c")], check=True)
        for _ in range(3 * RUNS):
            begun = time.thread_time()
            play((0, TWIN_GAMES))
            ours.append(TWIN_GAMES / (time.thread_time() - begun))
            said = subprocess.run([program, str(TWIN_GAMES)], capture_output=True, text=True, check=True).stdout
            plain.append(float(said.split()[0]))
    return (
        f"songbirds, rounds=1, random, one core, games a second of the processor's: {max(ours):,.0f}; "
        f"plain C (benchmarks/songbirds.c, cc -O2): {max(plain):,.0f}; ratio {max(ours) / max(plain):.2f}"
    )


def referee_rate() -> float:
    """Random games of Omen a second in plain Python."""
    sys.path.insert(0, str(ROOT / "tests"))
    from balance.spec import load
    from referee.omen import play

    spec = load("omen")
    cards, rules = spec.game.load().card_data(spec.options), spec.options.model_dump(mode="json")
    rng = random.Random(1)
    begun, games = time.perf_counter(), 0
    while time.perf_counter() - begun < 2 * SECONDS:
        play(rules, cards, rng)
        games += 1
    return games / (time.perf_counter() - begun)


def start(name: str) -> dict[str, float]:
    """In this process: seconds from the start to the first game, and the most memory used (MB)."""
    begun = time.perf_counter()
    from balance.arena.records import Table, records
    from balance.spec import load

    Table(records(load(name)), seed=1).play(0, 1)
    seconds = time.perf_counter() - begun
    return {"seconds": seconds, "megabytes": _peak_megabytes()}


def _peak_megabytes() -> float:
    """Most memory of this process itself; `ru_maxrss` would count what its parent held before it was forked."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def starts(name: str) -> dict[str, Any]:
    """The first game on a new machine, and in a later process."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"BALANCE_CACHE_DIR": folder}
        command = [sys.executable, __file__, "--start", name]
        cold, warm = (
            json.loads(subprocess.run(command, env=environment, capture_output=True, check=True).stdout) for _ in "cw"
        )
    return {
        "game": name,
        "cold s": cold["seconds"],
        "warm s": warm["seconds"],
        "cold MB": cold["megabytes"],
        "warm MB": warm["megabytes"],
    }


def help_seconds() -> float:
    """`balance --help`."""
    command = [sys.executable, "-c", "from balance.cli import main; main()", "--help"]

    def once() -> float:
        begun = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - begun

    return min(once() for _ in range(5))


def table(rows: list[dict[str, Any]]) -> str:
    """Rows as a Markdown table."""
    lines = [f"| {' | '.join(rows[0])} |", f"|{'---|' * len(rows[0])}"]
    for row in rows:
        lines.append(f"| {' | '.join(_cell(value) for value in row.values())} |")
    return "\n".join(lines)


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.2f}" if value < 100 else f"{value:,.0f}"
    return str(value)


def main() -> None:
    """Everything, or what the options ask for."""
    from playouts import playout_rates

    from balance.engine.game import find, names

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=names())
    parser.add_argument("--start", metavar="GAME", help="only the time to the first game, in this process, as JSON")
    parser.add_argument("--rates", action="store_true", help="only the rates")
    options = parser.parse_args()
    if options.start:
        print(json.dumps(start(options.start)))
        return
    kinds = {name: ["random", "greedy"] if find(name).features else ["random"] for name in options.games}
    measured = [row for name in options.games for bots in kinds[name] for row in rates(name, bots)]
    print(table(measured))
    print(f"\n{table([row for name in options.games for row in playout_rates(name, RULES.get(name, []))])}")
    if "omen" in options.games:
        one = next(row for row in measured if row["game"] == "omen" and row["bots"] == "random")
        plain = referee_rate()
        times = one["games/s"] / plain
        print(
            f"\nomen in plain Python (tests/referee): {plain:.1f} games/s; compiled, one core: {times:,.0f} times that"
        )
    if "songbirds" in options.games:
        print(f"\n{compare_songbirds()}")
    if not options.rates:
        print(f"\n{table([starts(name) for name in options.games])}")
        print(f"\nbalance --help: {help_seconds():.2f} s")


if __name__ == "__main__":
    main()
