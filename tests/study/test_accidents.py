"""Kills, interrupts, full disks, damaged files, foreign folders: nothing lost, nothing half read."""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from balance.arena.records import PlayError, Table
from balance.engine.jit import PLAIN
from balance.spec import load
from balance.study import files, simulate
from balance.study.errors import StudyError
from balance.study.folder import RunFolder
from balance.study.lock import FolderLock
from balance.study.simulate import resume, run

from .helper import finish, kill_all, snapshot, start

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")

GAMES = 1_500_000


def spec(game: str = "kuhn") -> Any:
    return load(game, [], "random")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, bytes]:
    """Summaries of unbroken runs, plain and mirrored."""
    found = {}
    for mirror in (False, True):
        folder = tmp_path_factory.mktemp("whole") / "run"
        assert finish(start(folder, GAMES, mirror=mirror)) == 0
        found[mirror] = (folder / "summary.json").read_bytes()
    return found


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


@pytest.mark.parametrize(("mirror", "rows", "seed"), [(False, False, 1), (True, False, 2), (False, True, 3)])
def test_killed_at_any_moment(tmp_path: Path, whole: dict[bool, bytes], mirror: bool, rows: bool, seed: int) -> None:
    dice = random.Random(seed)
    folder = tmp_path / "run"
    kills = 0
    for jobs in (2, 1, 3, 2, 1):
        process = start(folder, GAMES, jobs, rows, mirror)
        if kills == 0:
            begun(folder, "spec.json")
        time.sleep(dice.uniform(0.0, 0.4) if kills == 0 else dice.uniform(0.7, 1.6))
        process.kill()
        kills += finish(process) == -signal.SIGKILL
    assert kills >= 2
    assert finish(start(folder, GAMES, 1, rows, mirror)) == 0
    assert (folder / "summary.json").read_bytes() == whole[mirror]
    if rows:
        parquet = pytest.importorskip("pyarrow.parquet")
        games: list[int] = []
        for path in sorted((folder / "rows").iterdir()):
            games += parquet.read_table(path, columns=["game"])["game"].to_pylist()
        assert games == list(range(GAMES))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(tmp_path: Path, whole: dict[bool, bytes], number: signal.Signals) -> None:
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
    if partial["games"] <= GAMES:
        assert resume(folder, games=GAMES).complete
        assert (folder / "summary.json").read_bytes() == whole[False]


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
    monkeypatch.setattr(simulate, "CHECKPOINT_SECONDS", 0.0)
    folder = tmp_path / "run"
    with monkeypatch.context() as patch:
        FullDisk(patch, code, good=30)
        with pytest.raises(StudyError, match=words) as caught:
            run(spec(), 100_000, 7, 2, out=folder)
        assert caught.value.exit_code == 3
        assert f"--resume {folder}" in str(caught.value)
    assert not (folder / "summary.json").exists()
    assert not list(folder.rglob("*.tmp"))
    resume(folder)
    run(spec(), 100_000, 7, 1, out=tmp_path / "whole")
    assert (folder / "summary.json").read_bytes() == (tmp_path / "whole/summary.json").read_bytes()


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
        ({"schema_version": 99}, "made by schema_version 99, this is 1"),
        ({"balance": "0.0.1"}, r"made by balance 0\.0\.1"),
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


@pytest.mark.parametrize(
    ("wrong", "words"), [({"seed": -1}, "seed"), ({"games": 0}, "one game"), ({"jobs": 0}, "one job")]
)
def test_wrong_settings(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(StudyError, match=words):
        run(spec(), **wrong)
