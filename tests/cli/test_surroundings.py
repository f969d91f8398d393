"""Whatever the encoding, the paths and the packages of the machine: readable output, one clear message."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from balance.engine.jit import PLAIN

CODE = [sys.executable, "-c", "from balance.cli import main; main()"]
NAME = "Kuhn 🃏 für 👨\u200d👩\u200d👧 – “Zwei”"
ENCODINGS = {
    "as it is": {},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}


def call(
    folder: Path, *arguments: str | bytes, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    command = [*CODE, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False, env=os.environ | (env or {}))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.yaml").write_text(f"extends: kuhn\nname: {NAME}\n", encoding="utf-8")
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    (tmp_path / "extends-loop.yaml").write_text("extends: loop.yaml\n")
    return tmp_path


# --- encodings: files and pipes get UTF-8 ---


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_json_is_readable_utf_8(folder: Path, encoding: str) -> None:
    done = call(folder, "check", "mine.yaml", "--json", env=ENCODINGS[encoding])
    assert done.stderr == b""
    assert json.loads(done.stdout.decode("utf-8"))["name"] == NAME
    assert NAME.encode() in done.stdout


@pytest.mark.skipif(PLAIN, reason="needs compiled speed")
@pytest.mark.parametrize("encoding", ["cp1252", "C"])
def test_pages_and_replays(folder: Path, encoding: str) -> None:
    env = ENCODINGS[encoding]
    page = call(folder, "simulate", "mine.yaml", "--games", "100", "--out", "run", env=env)
    assert page.returncode == 0, page.stderr
    assert page.stdout.decode("utf-8").startswith(NAME)
    assert call(folder, "report", "run", "-o", "page.html", env=env).returncode == 0
    assert NAME in (folder / "page.html").read_text(encoding="utf-8")
    cards = call(folder, "cards", "omen", "--format", "yaml", env=env).stdout.decode("utf-8")
    (folder / "set.yaml").write_text(cards.replace("Tide Caller", "Tide 🌊 Caller"), encoding="utf-8")
    (folder / "waves.yaml").write_text("extends: omen\nrules: {games: [set.yaml]}\nbots: random\n")
    lines = call(folder, "replay", "waves.yaml", "--format", "jsonl", env=env).stdout.decode("utf-8").splitlines()
    assert "Tide 🌊 Caller" in [unit["name"] for unit in json.loads(lines[0])["cards"]["units"]]


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes")
def test_paths_that_are_no_text(folder: Path) -> None:
    done = call(folder, "check", b"caf\xe9.yaml")
    assert done.returncode == 2
    assert done.stderr.decode("utf-8").startswith("balance: caf\\udce9.yaml: there is no such file")


# --- paths that lead nowhere ---

LONG = "x" * 300


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("check", "loop.yaml"), "loop.yaml: cannot be read: Too many levels of symbolic links"),
        (("check", "extends-loop.yaml"), "loop.yaml: cannot be read: Too many levels of symbolic links"),
        (("check", LONG), "there is no game and no file of that name"),
        (("replay", f"{LONG}.yaml"), "cannot be read: File name too long"),
        (("check", "kuhn/../" + LONG), "there is no such file"),
        (("check", "omen", "--set", f"games=[{LONG}.yaml]"), "there is no file x"),
        (("check", "omen", "--set", "games=[loop.yaml]"), "loop.yaml: cannot be read: Too many levels"),
        (("check", "melodies", "--set", "packs=[starter, loop.yaml]"), "loop.yaml: cannot be read: Too many levels"),
        (("simulate", "kuhn", "--out", LONG), "cannot be written: File name too long"),
        (("simulate", "kuhn", "--out", "loop.yaml"), "cannot be written: Too many levels of symbolic links"),
        (("simulate", "--resume", LONG), "cannot be read: File name too long"),
        (("simulate", "--resume", "loop.yaml"), "there is no folder loop.yaml"),
        (("report", LONG), "cannot be used: File name too long"),
        (("report", "loop.yaml"), "there is no such folder"),
    ],
)
def test_paths_that_lead_nowhere(folder: Path, arguments: tuple[str, ...], words: str) -> None:
    before = sorted(folder.iterdir())
    done = call(folder, *arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    message = done.stderr.decode()
    assert message.startswith("balance: ")
    assert words in message
    assert message.count("\n") == 1
    assert sorted(folder.iterdir()) == before
