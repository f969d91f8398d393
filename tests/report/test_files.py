"""From a run folder to a file, and everything that can be wrong on the way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.report import samples
from typer.testing import CliRunner

from balance.cli import app
from balance.input import SpecError
from balance.report import report


def make_run(path: Path, **changes: Any) -> Path:
    summary = samples.competitive(2) | changes
    record = samples.record(summary)
    path.mkdir()
    (path / "spec.json").write_text(json.dumps(record), encoding="utf-8")
    (path / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
    return path


def refused(run: Path, out: Path) -> str:
    """The message; nothing may have been written."""
    with pytest.raises(SpecError) as caught:
        report(run, out)
    assert not out.is_file()
    assert not list(out.parent.glob("*.tmp"))
    return str(caught.value)


def test_report_is_written(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run")
    assert report(run, tmp_path / "page.html") == tmp_path / "page.html"
    first = (tmp_path / "page.html").read_bytes()
    report(run, tmp_path / "page.html")
    assert (tmp_path / "page.html").read_bytes() == first
    assert str(tmp_path).encode() not in first


def test_default_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_run(tmp_path / "voyage")
    monkeypatch.chdir(tmp_path / "voyage")
    assert report(".") == Path("reports/voyage.html")
    assert Path("reports/voyage.html").is_file()


def test_no_run(tmp_path: Path) -> None:
    assert "there is no such folder" in refused(tmp_path / "none", tmp_path / "a.html")
    assert "is not the folder of a run" in refused(tmp_path, tmp_path / "a.html")


def test_paths_that_lead_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = make_run(tmp_path / "run")
    (tmp_path / "loop").symlink_to("loop")
    assert "File name too long" in refused(tmp_path / ("x" * 300), tmp_path / "a.html")
    with pytest.raises(SpecError, match="File name too long"):
        report(run, tmp_path / ("x" * 300 + ".html"))
    assert "there is no folder" in refused(run, tmp_path / "loop" / "a.html")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SpecError, match="loop: there is no such folder"):
        report("loop")
    assert not (tmp_path / "reports").exists()


def test_no_summary_yet(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run")
    (run / "summary.json").unlink()
    assert "--resume" in refused(run, tmp_path / "a.html")


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", '{"schema_version": "1"}', '{"schema_version": true}', "\udcff"]
)
def test_damaged_summary(tmp_path: Path, content: str) -> None:
    run = make_run(tmp_path / "run")
    (run / "summary.json").write_bytes(content.encode("utf-8", "surrogateescape"))
    assert "is damaged" in refused(run, tmp_path / "a.html")


@pytest.mark.parametrize(
    "changes",
    [
        {"games": "many"},
        {"points": []},
        {"turns": {"mean": 1}},
        {"win_rates": [None]},
        {"forced_share": float("nan")},
        {"draw_rate": samples.estimate(0.1, float("inf"))},
    ],
)
def test_summary_with_wrong_parts(tmp_path: Path, changes: dict[str, Any]) -> None:
    assert "is damaged" in refused(make_run(tmp_path / "run", **changes), tmp_path / "a.html")


def test_newer_summary(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", schema_version=3)
    assert "written by a newer balance (schema 3; this one reads up to 2)" in refused(run, tmp_path / "a.html")


def test_older_summary(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", schema_version=1)
    assert "written by an older balance (schema 1, now 2): make the run anew" in refused(run, tmp_path / "a.html")


def test_summary_of_another_run(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run")
    summary = json.loads((run / "summary.json").read_text())
    (run / "summary.json").write_text(json.dumps(summary | {"spec_hash": "0" * 64}))
    assert "of different runs" in refused(run, tmp_path / "a.html")


@pytest.mark.parametrize("damage", [{"spec": None}, {"spec": {}}, {"spec": {"rules": 3, "bots": []}}])
def test_damaged_spec(tmp_path: Path, damage: dict[str, Any]) -> None:
    run = make_run(tmp_path / "run")
    record = json.loads((run / "spec.json").read_text())
    (run / "spec.json").write_text(json.dumps(record | damage))
    assert "spec.json" in refused(run, tmp_path / "a.html")


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run")
    assert "there is no folder" in refused(run, tmp_path / "none" / "a.html")
    assert "ends in .html" in refused(run, tmp_path / "a.txt")
    assert "ends in .html" in refused(run, tmp_path / "report")
    (tmp_path / "b.html").mkdir()
    assert "is a folder" in refused(run, tmp_path / "b.html")


def test_command(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run")
    done = CliRunner().invoke(app, ["report", str(run), "-o", str(tmp_path / "page.html")])
    assert (done.exit_code, done.stdout.strip()) == (0, str(tmp_path / "page.html"))
    wrong = CliRunner().invoke(app, ["report", str(tmp_path / "none")])
    assert wrong.exit_code == 2
    assert "there is no such folder" in wrong.output


def test_command_opens_the_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda url: opened.append(url) is None)
    run = make_run(tmp_path / "run")
    done = CliRunner().invoke(app, ["report", str(run), "-o", str(tmp_path / "page.html"), "--open"])
    assert done.exit_code == 0
    assert opened == [(tmp_path / "page.html").as_uri()]
