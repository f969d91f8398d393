"""The digest of the code that plays a game."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from balance.study import sources

KUHN, OMEN = "balance.games.kuhn.rules", "balance.games.omen.rules"


def digest(kernel: str) -> str:
    """Taken anew."""
    return sources.code_digest.__wrapped__(kernel)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package, to be edited."""
    copy = tmp_path / "balance"
    shutil.copytree(sources.PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(sources, "PACKAGE", copy)
    return copy


def edit(path: Path) -> None:
    path.write_text(path.read_text() + "\n# edited\n")


def test_same_code_same_digest(package: Path) -> None:
    assert digest(KUHN) == sources.code_digest(KUHN) != digest(OMEN)


@pytest.mark.parametrize(
    ("file", "kuhn", "omen"),
    [
        ("games/kuhn/rules.py", True, False),
        ("games/omen/effects.py", False, True),
        ("engine/streams.py", True, True),
        ("bots/policy.py", True, True),
        ("arena/play.py", True, True),
        ("report/words.py", False, False),
        ("study/simulate.py", False, False),
    ],
)
def test_what_plays_a_game_is_in_its_digest(package: Path, file: str, kuhn: bool, omen: bool) -> None:
    before = digest(KUHN), digest(OMEN)
    edit(package / file)
    assert (digest(KUHN) != before[0], digest(OMEN) != before[1]) == (kuhn, omen)


def test_a_file_more_is_another_code(package: Path) -> None:
    before = digest(KUHN)
    (package / "games/kuhn/more.py").write_text("")
    assert digest(KUHN) != before


def test_plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: Path) -> None:
    """All of a plugin's top package counts, and the shipped games, which it may build on."""
    (tmp_path / "acme" / "whist").mkdir(parents=True)
    for file in ("__init__.py", "common.py", "whist/__init__.py", "whist/rules.py"):
        (tmp_path / "acme" / file).write_text("")
    (tmp_path / "acme_solo.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    for kernel, file in (
        ("acme.whist.rules", tmp_path / "acme/common.py"),
        ("acme.whist.rules", package / "games/kuhn/rules.py"),
        ("acme_solo", tmp_path / "acme_solo.py"),
    ):
        before = digest(kernel)
        edit(file)
        assert digest(kernel) != before


def test_nothing_is_imported() -> None:
    code = (
        "import sys\nfrom balance.study.sources import code_digest\n"
        f"code_digest({OMEN!r})\nprint({{'numba', 'numpy', 'balance.games', 'balance.engine'}} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
