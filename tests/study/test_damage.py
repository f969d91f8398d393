"""Run folders that somebody or something has changed: one clear message, never a traceback."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from balance import simulate
from balance.study.errors import StudyError
from balance.study.simulate import resume


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run") / "run"
    simulate("kuhn", 20_000, bots="random", out=folder, rows=True)
    (folder / "summary.json").unlink()
    return folder


def spec(**changes: Any) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = folder / "spec.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | changes))

    return change


def file_instead(name: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        shutil.rmtree(folder / name)
        (folder / name).write_text("x")

    return change


def cut_rows(folder: Path) -> None:
    for path in (folder / "rows").iterdir():
        path.write_bytes(path.read_bytes()[:10])


def brackets(folder: Path) -> None:
    (folder / "spec.json").write_text("[" * 100_000)


DAMAGE: dict[str, Callable[[Path], None]] = {
    "checkpoints is a file": file_instead("checkpoints"),
    "rows is a file": file_instead("rows"),
    "rows cut short": cut_rows,
    "games is text": spec(games="30k"),
    "games is no whole number": spec(games=30_000.5),
    "precision is text": spec(precision={"turns": "a"}),
    "precision is a number": spec(precision=0.1),
    "negative seed": spec(seed=-1),
    "no spec": spec(spec=[]),
    "name is a number": spec(name=5),
    "about is missing": spec(about=None),
    "nested without end": brackets,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_named(finished: Path, tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "run"
    shutil.copytree(finished, folder)
    DAMAGE[damage](folder)
    with pytest.raises(StudyError, match=r"damaged|missing"):
        resume(folder)


@pytest.mark.parametrize("log", ['{"sessions": [1, 2, null]}', '{"sessions": [{"games": "x"}]}', "[]", ""])
def test_a_damaged_log_does_no_harm(finished: Path, tmp_path: Path, log: str) -> None:
    folder = tmp_path / "run"
    shutil.copytree(finished, folder)
    (folder / "log.json").write_text(log)
    assert resume(folder).complete


def test_a_folder_among_the_checkpoints_is_passed_over(finished: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(finished, folder)
    (folder / "checkpoints" / "games-999999999999999.tally").mkdir()
    assert resume(folder).complete
