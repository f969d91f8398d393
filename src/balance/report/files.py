"""From a run folder to a page on disk. Whatever is wrong comes as `SpecError`, before anything is written."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from balance.input import Problem, SpecError
from balance.report.blocks import Page
from balance.report.model import SCHEMA_VERSION
from balance.report.render import html, render
from balance.study.errors import StudyError
from balance.study.files import write_whole

FOLDER = Path("reports")
SUFFIXES = (".html", ".htm")


def report(folder: str | Path, out: str | Path | None = None) -> Path:
    """Write the page of the run in `folder` to `out` (default `reports/<name of the folder>.html`); return its path."""
    folder = Path(folder)
    path = checked_page(Path(out)) if out is not None else FOLDER / f"{Path(os.path.realpath(folder)).name}.html"
    summary, record = read_run(folder)
    text = _rendered(folder, summary, record)
    if out is None:
        _make(FOLDER)
    _write(path, text)
    return path


def write_page(page: Page, out: Path) -> None:
    """Write a page of the family to `out`."""
    _write(checked_page(out), html(page))


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text.encode())
    except StudyError as error:
        raise SpecError(Problem(str(error))) from error


def read_run(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The content of a run's `summary.json` and `spec.json`."""
    with _named(folder):
        if not folder.exists():
            raise _problem(folder, "there is no such folder")
        if not (folder / "spec.json").is_file():
            raise _problem(folder, "is not the folder of a run (balance simulate --out DIR makes one)")
    record = _read_json(folder / "spec.json")
    if not (folder / "summary.json").exists():
        raise _problem(folder, f"has no summary yet: finish the run with balance simulate --resume {folder}")
    summary = _read_json(folder / "summary.json")
    _check_version(folder / "summary.json", summary, SCHEMA_VERSION)
    if summary.get("spec_hash") != record.get("spec_hash"):
        raise _problem(folder, "is damaged: summary.json and spec.json are of different runs")
    return summary, record


def _rendered(folder: Path, summary: dict[str, Any], record: dict[str, Any]) -> str:
    try:
        return render(summary, record)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        path = folder / ("summary.json" if error.title == "Summary" else "spec.json")
        raise SpecError(Problem(f"is damaged: {first['msg']}", str(path), key=key)) from error


def _check_version(path: Path, content: dict[str, Any], ours: int) -> None:
    version = content.get("schema_version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise _problem(path, "is damaged: it has no schema_version")
    if version < ours:
        raise _problem(path, f"was written by an older balance (schema {version}, now {ours}): make the run anew")
    if version > ours:
        raise _problem(
            path,
            f"was written by a newer balance (schema {version}; this one reads up to {ours}): update balance, or make"
            " the report with the version that made the run",
        )


def _read_json(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _problem(path, f"cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise _problem(path, f"is damaged: {error}") from error
    if not isinstance(content, dict):
        raise _problem(path, "is damaged: it holds no mapping")
    return content


def checked_page(out: Path) -> Path:
    """`out`, if a page can be written there; else `SpecError`."""
    if out.suffix.lower() not in SUFFIXES:
        raise _problem(out, "a report is an HTML page: give it a name that ends in .html")
    with _named(out):
        if out.is_dir():
            raise _problem(out, "is a folder")
        if not out.parent.is_dir():
            raise _problem(out, f"there is no folder {out.parent}")
    return out


def _make(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise _problem(folder, f"cannot be made: {error.strerror}") from error


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """What the system has against a path (a name that is too long, say) as `SpecError`."""
    try:
        yield
    except OSError as error:
        raise _problem(path, f"cannot be used: {error.strerror}") from error


def _problem(path: Path, message: str) -> SpecError:
    return SpecError(Problem(message, str(path)))
