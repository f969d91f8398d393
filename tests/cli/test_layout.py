"""What is printed on narrow terminals: nothing is cut, no word is broken, no line is longer than the terminal."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import balance
from balance.cli import COMMANDS, NARROW
from balance.cli.layout import Grid
from balance.cli.summary_page import print_page
from balance.engine.jit import PLAIN

WIDTHS = (40, 60, 80)
PRINTED = (
    ("games",),
    ("rules", "omen"),
    ("check", "omen"),
    ("replay", "omen", "--bots", "random"),
    ("cards", "kuhn", "--usage", "--games", "20"),
    *((name, "--help") for name in COMMANDS),
    ("--help",),
)
CODE = [sys.executable, "-c", "from balance.cli import main; main()"]
FIRST_TITLE = {"name"}
"""A list leaves out what its first column is called."""
FRAME = re.compile("[─│╭╮╰╯━]")


@cache
def printed(*arguments: str, columns: int | None = None) -> str:
    """What a process of its own prints into a pipe."""
    every = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    if columns is not None:
        every["COLUMNS"] = str(columns)
    return subprocess.run([*CODE, *arguments], capture_output=True, text=True, check=True, env=every).stdout


def words(text: str) -> set[str]:
    return {word.rstrip(":") for word in re.split("[-/ \n]+", FRAME.sub(" ", text))}


def assert_readable(text: str, columns: int, wide: str) -> None:
    """`wide` is the same text where there is room for everything."""
    assert not re.search(r"[^\s,]…", text)  # an ellipsis of its own, or at the end of a list, is meant
    assert max(map(len, text.splitlines())) <= columns
    assert words(wide) - words(text) <= FIRST_TITLE


@pytest.mark.parametrize("columns", [40, 60])
@pytest.mark.parametrize("command", PRINTED, ids=" ".join)
def test_commands(command: tuple[str, ...], columns: int) -> None:
    wide = NARROW - 1 if "--help" in command else 300
    assert_readable(printed(*command, columns=columns), columns, printed(*command, columns=wide))


@pytest.mark.parametrize("command", COMMANDS)
def test_help_in_boxes(command: str) -> None:
    text = printed(command, "--help", columns=NARROW)
    assert_readable(text, NARROW, text)
    assert "╭─ Options" in text


def pages() -> dict[str, Any]:
    plain = balance.simulate("kuhn", 300, bots="random").as_json()
    rate = plain["draw_rate"]
    three = {"players": 3, "first_player_advantage": None, "shares": [rate] * 3, "win_rates": [rate] * 3}
    three |= {"points": plain["points"][:1] * 3, "position_test": {"statistic": 1.0, "degrees": 2, "p_value": 0.6}}
    three |= {"outcomes": plain["outcomes"] | {"wins": [1, 2, 3]}, "figures": []}
    return {"two": plain, "three": plain | three}


@pytest.mark.skipif(PLAIN, reason="needs compiled speed")
@pytest.mark.parametrize("kind", ["two", "three"])
def test_the_summary(kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    page = pages()[kind] | {"run": None}
    texts = {}
    for columns in (*WIDTHS, 300):
        monkeypatch.setenv("COLUMNS", str(columns))
        print_page(page)
        texts[columns] = capsys.readouterr().out
    for columns in WIDTHS:
        assert_readable(texts[columns], columns, texts[300])


def test_figures_stand_under_their_group_a_games_apart_from_the_seats(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def mean(value: float) -> dict[str, Any]:
        return {"mean": value, "low": value - 0.25, "high": value + 0.25}

    def figure(label: str, group: str, **means: Any) -> dict[str, Any]:
        return {
            "name": label,
            "label": label,
            "unit": "",
            "group": group,
            "per": "seat" if "positions" in means else "game",
        } | means

    figures = [
        figure("sunk", "ships by fate", game=mean(1.5)),
        figure("afloat", "ships by fate", game=mean(3.5)),
        figure("storms", "", game=mean(0.2499)),
        figure("cargo", "points by source", positions=[mean(4), mean(5)]),
        figure("sails", "", positions=[mean(6), mean(7)]),
    ]
    monkeypatch.setenv("COLUMNS", "120")
    print_page(pages()["two"] | {"run": None, "figures": figures})
    lines = [re.sub("  +", " | ", line.strip("\n").rstrip()) for line in capsys.readouterr().out.splitlines()]
    first = lines.index(" ships by fate")
    assert lines[first + 1 : first + 4] == [
        " | sunk | 1.500 | 1.250 to 1.750",
        " | afloat | 3.500 | 3.250 to 3.750",
        " storms | 0.250 | 0.000 to 0.500",
    ]
    second = lines.index(" points by source")
    assert lines[second + 1 : second + 3] == [
        " | cargo | 4.000 ± 0.250 | 5.000 ± 0.250",
        " sails | 6.000 ± 0.250 | 7.000 ± 0.250",
    ]


def test_a_pipe_gets_whole_lines() -> None:
    """Scripts search for them."""
    text = printed("check", "omen")
    assert max(map(len, text.splitlines())) > 150


# --- tables ---


def drawn(grid: Grid, columns: int) -> list[str]:
    console = Console(width=columns, markup=False, highlight=False)
    with console.capture() as caught:
        console.print(grid)
    return [line.rstrip() for line in caught.get().splitlines() if line.strip()]


ROWS = [["first player wins", "50.15 %", "49.17 to 51.13 %"], ["  draw, both level", "0.00 %", ""]]
GRID = Grid(["", "share", "95 % interval"], ROWS, title="Outcomes of all games")


def test_a_table_with_room() -> None:
    title, head, line, *rows = drawn(GRID, 60)
    assert title == "Outcomes of all games"
    assert head.split("  ")[-1].strip() == "95 % interval"
    assert set(line.strip()) == {"─"}
    assert [row.split() for row in rows][1] == ["draw,", "both", "level", "0.00", "%"]


def test_a_table_that_is_nearly_too_wide_wraps_its_words() -> None:
    grid = Grid(GRID.titles, [["first player wins it all", *ROWS[0][1:]]])
    rows = drawn(grid, 54)[2:]
    assert [row.split() for row in rows] == [
        ["first", "player", "wins", "it", "50.15", "%", "49.17", "to", "51.13", "%"],
        ["all"],
    ]


def test_a_table_without_room_is_a_list() -> None:
    assert drawn(GRID, 30) == [
        "Outcomes of all games",
        "first player wins",
        "    share: 50.15 %",
        "    95 % interval: 49.17 to",
        "        51.13 %",
        "  draw, both level",
        "      share: 0.00 %",
    ]


def test_wide_letters_count_twice() -> None:
    grid = Grid(["name", "n"], [["海の歌の終わりの魔女", "1"]])
    assert max(map(len, drawn(grid, 30))) <= 30
    assert drawn(grid, 20)[0] == "海の歌の終わりの魔女"


# --- terminals ---


def on_terminal(columns: int, *arguments: str) -> str:
    """What a process prints on a terminal of that width, stderr too, without control sequences."""
    pty = pytest.importorskip("pty")
    import fcntl
    import struct
    import termios

    main, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    every = {key: value for key, value in os.environ.items() if key != "COLUMNS"} | {"TERM": "xterm"}
    process = subprocess.Popen([*CODE, *arguments], stdin=terminal, stdout=terminal, stderr=terminal, env=every)
    os.close(terminal)
    found = b""
    while True:
        try:
            part = os.read(main, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        found += part
    os.close(main)
    assert process.wait(timeout=60) == 0
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", found.decode()).replace("\r\n", "\n")


@pytest.mark.parametrize("columns", [40, 50])
def test_a_card_document_is_wrapped_for_people_only(columns: int, tmp_path: Path) -> None:
    shown = on_terminal(columns, "cards", "omen")
    assert max(map(len, shown.splitlines())) <= columns
    written = printed("cards", "omen", columns=columns)
    assert max(map(len, written.splitlines())) > columns
    assert shown.split() == written.split()


@pytest.mark.skipif(PLAIN, reason="needs compiled speed")
@pytest.mark.parametrize("columns", WIDTHS)
def test_the_progress_line(columns: int, tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    text = on_terminal(columns, "simulate", "kuhn", "--bots", "random", "--games", "1e6", "--json", "--out", out)
    lines = [line for line in re.split("[\r\n]", text) if " % " in line and ":" in line and '"' not in line]
    assert lines
    assert not any("…" in line for line in lines)
    assert max(map(len, lines)) <= columns


def test_a_label_that_is_wrapped_keeps_its_indent(capsys: pytest.CaptureFixture[str]) -> None:
    grid = Grid(["", "mean"], [["points", "12.345"], ["  passes with cards in hand", "22.238 ± 0.435"]])
    Console(width=38).print(grid)
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines() if line.strip()]
    assert lines[-2:] == ["   passes with cards   22.238 ± 0.435", "   in hand"]
