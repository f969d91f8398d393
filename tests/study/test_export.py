"""`balance export`: what a run has counted, as tables that other tools read."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from balance.cli import app
from balance.spec import load
from balance.study.errors import StudyError
from balance.study.export import table_of, write_table
from balance.study.simulate import run

GAMES = 400


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("export") / "kuhn"
    run(load("kuhn", [], "random"), GAMES, 7, out=path, rows=True)
    return path


@pytest.fixture(scope="module")
def summary(folder: Path) -> dict:
    return json.loads((folder / "summary.json").read_text())


def test_figures_are_those_of_the_summary(folder: Path, summary: dict) -> None:
    frame = table_of(folder, "figures").set_index("figure")
    assert frame.index.is_unique
    told = summary["first_player_advantage"]
    found = frame.loc["first_player_advantage"]
    assert (found.value, found.low, found.high) == (told["value"], told["low"], told["high"])
    assert frame.loc["turns"].value == summary["turns"]["mean"]
    assert frame.loc["turns"].n == GAMES
    assert (frame.low <= frame.value).all() and (frame.value <= frame.high).all()


def test_units_say_what_the_values_are(folder: Path, summary: dict) -> None:
    """Shares are parts of 1, so their unit is no percent sign."""
    frame = table_of(folder, "figures").set_index("figure")
    assert frame.loc["draw_rate"].unit == "share"
    assert frame.loc["first_player_advantage"].unit == "difference of shares"
    assert frame.loc["turns"].unit == "turns a game"
    assert not {"%", "pp"} & set(frame.unit)
    assert frame.loc["share.1"].value == summary["shares"][0]["value"] <= 1


def test_cards_are_those_of_the_summary(folder: Path, summary: dict) -> None:
    frame = table_of(folder, "cards")
    told = [(kind["name"], card["name"], card["raw"]["value"]) for kind in summary["cards"] for card in kind["cards"]]
    assert list(zip(frame.kind, frame.name, frame.value, strict=True)) == told


def test_rows_add_up_to_the_summary(folder: Path, summary: dict) -> None:
    frame = table_of(folder, "rows")
    assert frame.game.tolist() == list(range(GAMES))
    assert frame.turns.mean() == summary["turns"]["mean"]
    won = [int((frame.winners == 1 << k).sum()) for k in range(2)]
    assert [sum(won), int((frame.winners == 3).sum())] == [
        sum(summary["outcomes"]["wins"]),
        summary["outcomes"]["draw"],
    ]


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_every_format_reads_back_as_the_same_numbers(folder: Path, tmp_path: Path, form: str) -> None:
    read = {"csv": pd.read_csv, "json": pd.read_json, "parquet": pd.read_parquet}[form]
    for table in ("figures", "cards"):
        frame = table_of(folder, table)
        write_table(frame, tmp_path / "out", form)
        pd.testing.assert_frame_equal(read(tmp_path / "out"), frame, check_dtype=False, rtol=1e-14)


def test_the_command(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["export", str(folder)])
    assert (done.exit_code, done.stdout) == (0, "kuhn-figures.csv\n")
    assert list(pd.read_csv("kuhn-figures.csv"))[:2] == ["figure", "label"]


def test_the_command_tells_what_is_wrong_without_a_traceback(folder: Path, tmp_path: Path) -> None:
    for arguments, said in (
        ([str(tmp_path / "none")], "there is no folder"),
        ([str(folder), "-o", str(tmp_path)], "is a folder; name a file"),
        ([str(folder), "-o", str(tmp_path / "nowhere" / "x.csv")], "there is no folder"),
        ([str(folder), "-o", str(folder / "summary.json")], "belongs to the run"),
        ([str(folder), "-o", str(folder / "rows" / "x.csv")], "belongs to the run"),
    ):
        done = CliRunner().invoke(app, ["export", *arguments])
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr.startswith("balance: ")
        assert said in done.stderr


def test_a_table_may_lie_beside_the_run_s_own_files(folder: Path) -> None:
    before = (folder / "summary.json").read_bytes()
    done = CliRunner().invoke(app, ["export", str(folder), "-o", str(folder / "figures.csv")])
    assert done.exit_code == 0, done.stderr
    assert (folder / "summary.json").read_bytes() == before
    (folder / "figures.csv").unlink()


def test_lists_in_csv_are_whole(folder: Path, tmp_path: Path) -> None:
    rows = table_of(folder, "rows")
    write_table(rows, tmp_path / "rows.csv", "csv")
    read = pd.read_csv(tmp_path / "rows.csv")
    assert [json.loads(cell) for cell in read.exposure_opening] == [list(cell) for cell in rows.exposure_opening]
    assert read.trace.tolist() == rows.trace.tolist()
    long = pd.DataFrame({"turns": [np.arange(2000), np.array([np.arange(3)] * 2, dtype=object)]})
    write_table(long, tmp_path / "long.csv", "csv")
    first, second = (json.loads(cell) for cell in pd.read_csv(tmp_path / "long.csv").turns)
    assert first == list(range(2000))
    assert second == [[0, 1, 2], [0, 1, 2]]


def test_what_cannot_be_exported(folder: Path, tmp_path: Path) -> None:
    run(load("tictactoe", [], "random"), 50, 7, out=tmp_path / "plain")
    with pytest.raises(StudyError, match="kept no rows: simulate with --rows and --out"):
        table_of(tmp_path / "plain", "rows")
    with pytest.raises(StudyError, match="no cards were counted"):
        table_of(tmp_path / "plain", "cards")
    with pytest.raises(StudyError, match="there is no folder"):
        table_of(tmp_path / "none", "figures")
    frame = table_of(tmp_path / "plain", "figures")
    with pytest.raises(StudyError, match="is a folder; name a file"):
        write_table(frame, tmp_path, "csv")
    with pytest.raises(StudyError, match="nowhere"):
        write_table(frame, tmp_path / "nowhere" / "x.csv", "csv")


def test_missing_row_files_are_told(folder: Path, tmp_path: Path) -> None:
    import shutil

    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    for path in (copy / "rows").iterdir():
        path.write_bytes(b"PAR1")
    with pytest.raises(StudyError, match="is damaged"):
        table_of(copy, "rows")


def test_reading_leaves_a_run_as_it_is(folder: Path) -> None:
    """Another process may be at work on it, half way through writing a checkpoint."""
    begun = folder / "checkpoints" / "games-000000000000999.tally.tmp"
    begun.write_bytes(b"half")
    for table in ("figures", "cards", "rows"):
        table_of(folder, table)
    assert begun.read_bytes() == b"half"
    begun.unlink()
