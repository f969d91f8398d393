"""Kills, interrupts, full disks, damaged files, foreign folders: nothing lost, nothing half read."""

from __future__ import annotations

import errno
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from balance.arena.records import PlayError, Table
from balance.arena.replay import Replay
from balance.engine.events import new_log
from balance.engine.jit import PLAIN
from balance.spec import load
from balance.study import files, simulate
from balance.study import folder as folder_module
from balance.study.errors import StudyError
from balance.study.folder import RunFolder
from balance.study.lock import FolderLock
from balance.study.simulate import resume, run

from .helper import command, finish, kill_all, snapshot, start

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")

GAMES = 1_500_000


def spec(game: str = "kuhn") -> Any:
    return load(game, [], "random")


@pytest.fixture(autouse=True)
def no_process_stays() -> Iterator[None]:
    yield
    kill_all()


def begun(folder: Path, file: str = "checkpoints/games-*") -> None:
    """Wait until a run in another process has made a file."""
    for _ in range(6000):
        if any(folder.glob(file)):
            return
        time.sleep(0.02)
    raise AssertionError(f"no {file} in {snapshot(folder)}")


# --- kills and signals ---

RANDOM_6: list[dict[str, Any]] = [
    {"games": 1_000_000},
    {"games": 1_000_000, "mirror": True},
    {"game": "tictactoe", "games": 60_000, "rows": True},
    {"games": 3_000_000, "precision": 0.002},
    {"games": 3_000_000, "precision": 0.002, "mirror": True, "rows": True},
]
RANDOM_40: list[dict[str, Any]] = [
    {"games": 4_000_000},
    {"game": "tictactoe", "games": 300_000, "rows": True},
    {"games": 20_000_000, "precision": 0.0008, "mirror": True},
    {"game": "omen", "games": 40_000, "rows": True},
    {"game": "omen", "games": 300_000, "precision": 0.01},
]
EVERY_STEP: list[dict[str, Any]] = [{"games": 300, "rows": True}, {"games": 1000, "mirror": True}]


def trials(settings: list[dict[str, Any]], kills: int, *marks: Any) -> list[Any]:
    return [pytest.param(one | {"kills": kills}, id=f"{kills}-{'-'.join(one)}", marks=marks) for one in settings]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.parametrize(
    "settings", [*trials(RANDOM_6, 6), *trials(RANDOM_40, 40, pytest.mark.slow), *trials(EVERY_STEP, 0)]
)
def test_killed_at_any_moment(tmp_path: Path, settings: dict[str, Any]) -> None:
    """At random moments, or at every step of writing files."""
    if settings.get("rows"):
        pytest.importorskip("pyarrow")
    settings = {"folder": str(tmp_path), "game": "kuhn", "bots": "random", "seed": 1} | settings
    script = Path(__file__).with_name("kills.py")
    done = subprocess.run([sys.executable, script, json.dumps(settings)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= (settings["kills"] // 2 or 10)
    summaries = [(tmp_path / name / "summary.json").read_bytes() for name in ("whole", "broken")]
    assert summaries[0] == summaries[1]
    if settings.get("rows"):
        assert rows_of(tmp_path / "broken") == list(range(json.loads(summaries[0])["games"]))


def rows_of(folder: Path) -> list[int]:
    """The numbers of the games in the row files."""
    from pyarrow import parquet

    paths = sorted((folder / "rows").iterdir())
    return [number for path in paths for number in parquet.read_table(path, columns=["game"])["game"].to_pylist()]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(tmp_path: Path, number: signal.Signals) -> None:
    folder = tmp_path / "run"
    process = start(folder, 20 * GAMES)
    begun(folder)
    process.send_signal(number)
    assert finish(process) == 128 + number
    partial = json.loads((folder / "summary.json").read_text())
    assert not partial["complete"]
    assert 0 < partial["games"] < 20 * GAMES
    assert any("stopped early" in words for words in partial["warnings"])
    assert list(folder.glob("checkpoints/*")) == [folder / f"checkpoints/games-{partial['games']:015}.tally"]
    games = partial["games"] + 1000
    assert resume(folder, games=games).summary == run(spec(), games, 7).summary


SLOW_GAMES = """
import os, time
from balance.arena.records import Table
real = Table.play
def play(self, start, games):
    if start > 5000:
        open(os.environ["BUSY"], "w").close()
        time.sleep(600)
    return real(self, start, games)
Table.play = play
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_asked_twice(tmp_path: Path, number: signal.Signals) -> None:
    """The second time ends the run at once, whatever is being played; what was checkpointed is safe."""
    folder = tmp_path / "run"
    run(spec(), 3000, 7, out=folder)
    before = snapshot(folder / "checkpoints")
    busy = os.environ | {"BUSY": str(tmp_path / "busy")}
    process = command("simulate", "--resume", str(folder), "--games", "20k", code=SLOW_GAMES, env=busy)
    begun(tmp_path, "busy")
    process.send_signal(number)
    assert process.stderr
    assert "once more to stop at once" in process.stderr.readline()
    process.send_signal(number)
    out, words = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert out == ""
    assert words == (f"stopped at once; what was saved before is safe: go on with balance simulate --resume {folder}\n")
    assert snapshot(folder / "checkpoints") == before
    assert resume(folder).summary == run(spec(), 20_000, 7).summary


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_while_compiling(tmp_path: Path, number: signal.Signals) -> None:
    folder = tmp_path / "run"
    cold = os.environ | {"BALANCE_CACHE_DIR": str(tmp_path / "cache")}
    process = command("simulate", "kuhn", "--games", "1000", "--out", str(folder), env=cold)
    assert process.stderr
    assert process.stderr.readline().startswith("compiling for this machine")
    process.send_signal(number)
    out, words = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert words.splitlines() == [
        "stopped while compiling: no game was played",
        f"stopped early; go on with: balance simulate --resume {folder}",
    ]
    assert "0 games" in out
    assert "Outcomes" not in out
    assert resume(folder).summary == run(load("kuhn"), 1000).summary


def test_signals_that_are_ignored_stay_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        monkeypatch.setattr(simulate._Run, "_warm_up", lambda self: os.kill(os.getpid(), signal.SIGINT))
        assert run(spec(), 100).complete
    finally:
        signal.signal(signal.SIGINT, before)


def test_stopped_before_the_first_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate._Run, "_warm_up", lambda self: os.kill(os.getpid(), signal.SIGINT))
    result = run(spec(), 1000, out=tmp_path / "run")
    assert result.signal == signal.SIGINT
    assert not result.complete
    monkeypatch.undo()
    assert resume(tmp_path / "run").complete


def test_handlers_are_put_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    run(spec(), 100)
    assert signal.getsignal(signal.SIGINT) is before


def test_runs_in_other_threads_leave_signals_alone() -> None:
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(run(spec(), 100)))
    thread.start()
    thread.join()
    assert found[0].complete


# --- disks ---


class FullDisk:
    """Writes fail from the given call on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, code: int, good: int) -> None:
        self.left, self.code = good, code
        self.real = files.flush_folder
        monkeypatch.setattr(files.os, "fsync", self.fsync)

    def fsync(self, handle: int) -> None:
        self.left -= 1
        if self.left < 0:
            raise OSError(self.code, os.strerror(self.code))


@pytest.mark.parametrize(
    ("code", "words"), [(errno.ENOSPC, "disk is full"), (errno.EROFS, "Read-only"), (errno.EIO, "could not be written")]
)
def test_disk_troubles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, words: str) -> None:
    folder = tmp_path / "run"
    with monkeypatch.context() as patch:
        FullDisk(patch, code, good=30)
        with pytest.raises(StudyError, match=words) as caught:
            run(spec(), 100_000, 7, 2, out=folder, checkpoint_seconds=0.0)
        assert caught.value.exit_code == 3
        assert f"--resume {folder}" in str(caught.value)
    assert not (folder / "summary.json").exists()
    assert not list(folder.rglob("*.tmp"))
    resume(folder)
    run(spec(), 100_000, 7, 1, out=tmp_path / "whole")
    assert (folder / "summary.json").read_bytes() == (tmp_path / "whole/summary.json").read_bytes()


def test_paths_that_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    long = tmp_path / ("x" * 300)
    for path, words in ((long, "File name too long"), (tmp_path / "loop", "Too many levels of symbolic links")):
        with pytest.raises(StudyError, match=words) as caught:
            run(spec(), 10, out=path)
        assert caught.value.exit_code == 2
    with pytest.raises(StudyError, match="File name too long"):
        resume(long)


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes")
def test_a_folder_whose_name_is_no_text(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    run(spec(), 10, out=folder)
    assert resume(folder, games=20).complete
    stored = json.loads((folder / "log.json").read_text(encoding="utf-8"))["sessions"][0]["folder"]
    assert Path(stored) == folder.resolve()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StudyError, match="file"):
        run(spec(), 10, out=tmp_path / "file" / "run")
    with pytest.raises(StudyError, match="is a file"):
        run(spec(), 10, out=tmp_path / "file")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StudyError, match="cannot be written"):
        run(spec(), 10, out=tmp_path / "run")


# --- folders ---


def test_what_is_there_stays(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(StudyError, match="other files and no run"):
        run(spec(), 10, out=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    with pytest.raises(StudyError, match="holds no run"):
        resume(tmp_path)
    with pytest.raises(StudyError, match="there is no folder"):
        resume(tmp_path / "nowhere")
    run(spec(), 10, out=tmp_path / "run")
    with pytest.raises(StudyError, match="holds a run already: go on with --resume"):
        run(spec(), 10, out=tmp_path / "run")


def test_a_run_killed_in_its_first_moment_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "run" / "checkpoints").mkdir(parents=True)
    (tmp_path / "run" / "run.lock").write_text("1\n")
    assert run(spec(), 10, out=tmp_path / "run").complete


def test_one_process_at_a_time(tmp_path: Path) -> None:
    process = start(tmp_path / "run", 50 * GAMES)
    begun(tmp_path / "run")
    with pytest.raises(StudyError, match=f"in use by another process \\({process.pid}\\)"):
        resume(tmp_path / "run")
    process.kill()
    finish(process)
    with FolderLock(tmp_path / "run"):
        pass


def test_default_folders_are_new(tmp_path: Path) -> None:
    names = [RunFolder.choose(tmp_path, "kuhn").name for _ in range(3)]
    assert names == ["kuhn", "kuhn-2", "kuhn-3"]


def test_another_spec(tmp_path: Path) -> None:
    run(spec(), 10, out=tmp_path / "run")
    with pytest.raises(StudyError, match="a run of another spec"):
        resume(tmp_path / "run", spec=spec("tictactoe"))
    assert resume(tmp_path / "run", spec=spec()).complete


# --- damage ---


def edit_spec(folder: Path, **changes: Any) -> None:
    path = folder / "spec.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"schema_version": 99}, "made by schema_version 99, this is 2"),
        ({"balance": "0.0.1"}, r"made by balance 0\.0\.1"),
        ({"code": "0123"}, r"played by other code of kuhn \(0123\) than is installed here"),
        ({"spec_hash": "0"}, "does not fit its digest"),
        ({"seed": 8}, "of another run: seed 7, not 8"),
        ({"spec": {}}, "schema_version"),
    ],
)
def test_changed_spec(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    run(spec(), 10, 7, out=tmp_path / "run")
    edit_spec(tmp_path / "run", **changes)
    with pytest.raises(StudyError, match=words):
        resume(tmp_path / "run")


def test_code_that_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused, and nothing in the folder is touched; with the code back, the run goes on."""
    run(spec(), 1000, 7, out=tmp_path / "run")
    before = {path: path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file()}
    with monkeypatch.context() as patch:
        patch.setattr(folder_module, "code_digest", lambda kernel: "other")
        with pytest.raises(StudyError, match=r"two rule codes are not mixed\. Nothing is lost") as caught:
            resume(tmp_path / "run", games=2000)
    assert caught.value.exit_code == 2
    lock = tmp_path / "run" / "run.lock"
    assert all(path.read_bytes() == content for path, content in before.items() if path != lock)
    assert resume(tmp_path / "run", games=2000).summary == run(spec(), 2000, 7).summary


def test_a_checkpoint_by_other_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(folder_module, "code_digest", lambda kernel: "other")
        run(spec(), 1000, 7, out=tmp_path / "other")
    run(spec(), 500, 7, out=tmp_path / "run")
    shutil.copytree(tmp_path / "other/checkpoints", tmp_path / "run/checkpoints", dirs_exist_ok=True)
    with pytest.raises(StudyError, match="of another run: code other, not "):
        resume(tmp_path / "run", games=2000)


def test_spec_that_is_no_json(tmp_path: Path) -> None:
    run(spec(), 10, 7, out=tmp_path / "run")
    for content in ("{", "[]", "{}"):
        (tmp_path / "run/spec.json").write_text(content)
        with pytest.raises(StudyError, match=r"damaged|made by schema_version None"):
            resume(tmp_path / "run")


def test_game_of_another_version(tmp_path: Path) -> None:
    run(spec(), 10, 7, out=tmp_path / "run")
    stored = json.loads((tmp_path / "run/spec.json").read_text())["spec"]
    edit_spec(tmp_path / "run", spec=stored | {"game_version": 99})
    with pytest.raises(StudyError, match="version 99 of kuhn"):
        resume(tmp_path / "run")


def test_every_damaged_byte_of_a_checkpoint_is_noticed(tmp_path: Path) -> None:
    run(spec(), 3000, 7, out=tmp_path / "run")
    (path,) = (tmp_path / "run/checkpoints").iterdir()
    good = path.read_bytes()
    dice = random.Random(1)
    for at in [0, 20, len(good) - 1, *(dice.randrange(len(good)) for _ in range(20))]:
        path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
        with pytest.raises(StudyError, match=r"is damaged.*delete it to go on from game 0"):
            resume(tmp_path / "run", games=4000)
    for cut in (0, 10, 100, len(good) // 2):
        path.write_bytes(good[:cut])
        with pytest.raises(StudyError, match="is damaged"):
            resume(tmp_path / "run", games=4000)
    path.unlink()
    assert resume(tmp_path / "run", games=4000).summary == run(spec(), 4000, 7).summary


def test_a_lost_log_does_no_harm(tmp_path: Path) -> None:
    run(spec(), 10, out=tmp_path / "run")
    (tmp_path / "run/log.json").write_text("rubbish")
    assert resume(tmp_path / "run", games=20).timing["games"] == 10


def test_missing_rows_are_noticed(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    run(spec(), 100, out=tmp_path / "run", rows=True)
    for path in (tmp_path / "run/rows").iterdir():
        path.unlink()
    with pytest.raises(StudyError, match="rows from game 0 on are missing"):
        resume(tmp_path / "run", games=200)


# --- games that must not be counted ---


def test_a_bad_game_stops_the_run_and_keeps_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Table.play

    def play(self: Table, start: int, games: int) -> Any:
        if start + games > 50_000:
            raise PlayError("game 50000 is bad")
        return real(self, start, games)

    monkeypatch.setattr(Table, "play", play)
    with pytest.raises(StudyError, match="game 50000 is bad") as caught:
        run(spec(), 100_000, 7, 2, out=tmp_path / "run")
    assert caught.value.exit_code == 3
    monkeypatch.undo()
    assert list((tmp_path / "run/checkpoints").glob("games-*"))
    assert resume(tmp_path / "run").summary == run(spec(), 100_000, 7).summary


def test_a_flood_of_events(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that fills the event log, here a short one: which game, how to see it, what to do."""
    for user in ("records", "steps"):
        monkeypatch.setattr(f"balance.arena.{user}.new_log", lambda: new_log(22))
    flood = load("omen", bots="random")
    with pytest.raises(StudyError, match="more events in one decision than the log holds") as caught:
        run(flood, 1000, 7, out=tmp_path / "run")
    assert caught.value.exit_code == 3
    found = re.search(r"balance replay, the same spec and bots and --seed 7 --game (\d+);", str(caught.value))
    assert found
    with pytest.raises(PlayError, match="over 21 events followed one decision"):
        list(Replay(flood, 7, int(found[1])))


@pytest.mark.parametrize(
    ("wrong", "words"), [({"seed": -1}, "seed"), ({"games": 0}, "one game"), ({"jobs": 0}, "one job")]
)
def test_wrong_settings(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(StudyError, match=words):
        run(spec(), **wrong)
