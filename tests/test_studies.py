"""The commands of docs/studies can be typed as they stand: options, rules, bots and figures exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from balance.analysis.named import find_figure
from balance.arena.records import records
from balance.cli import app
from balance.spec import load, parse_over, read_study, swept
from balance.spec.bots import bots_of_ladder

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs" / "studies").glob("*.md"))
COMMANDS = [
    " ".join(line.replace("\\\n", " ").split())
    for page in PAGES
    for block in re.findall(r"^```\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    for line in re.findall(r"^balance (?:.*\\\n)*.*$", block, re.MULTILINE)
]


def given(command: str) -> tuple[str, dict[str, Any]]:
    """The command's name and its options, parsed by the command line itself."""
    _, name, *arguments = shlex.split(command)
    found = typer.main.get_command(app)
    with found.make_context("balance", [name, *arguments]) as context:
        _, one, rest = found.resolve_command(context, [name, *arguments])  # type: ignore[attr-defined]
        with one.make_context(name, rest, parent=context) as inner:
            return name, dict(inner.params)


def test_there_are_studies() -> None:
    assert {page.stem for page in PAGES} == {"README", "songbirds", "sirenen", "melodies", "omen"}
    assert len(COMMANDS) >= 14


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_can_be_typed(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    name, options = given(command)
    if name == "sweep":
        ranges = [parse_over(text) for text in options["over"]]
        specs = [spec for _, spec in swept(options["source"], ranges, options["sets"] or [], options["bots"])]
        for figure in options["figure"] or ():
            assert find_figure(records(specs[0]).layout, figure)
    elif name == "compare":
        assert len(options["sources"]) + len(options["sets"] or ()) > 1
        for source in options["sources"]:
            load(source, options["sets"] or [])
    elif name == "ladder":
        spec = load(options["source"], options["sets"] or [], None, options["players"])
        assert len(bots_of_ladder(options["bots"], spec)) > 1
    elif name == "tune":
        assert read_study(options["source"]).objectives
    else:
        assert name == "feel"
        load(options["source"], options["sets"] or [], options["bots"])
