"""The same bytes however a run is split; precision; mirror; rows."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.analysis.estimates import Estimate, mean
from balance.analysis.named import main_figures
from balance.analysis.summary import text
from balance.arena.records import records
from balance.engine.jit import PLAIN
from balance.spec import load
from balance.study import simulate, workers
from balance.study.errors import StudyError
from balance.study.looks import look_counts
from balance.study.progress import Standing
from balance.study.simulate import Result, resume, run

from .helper import finish, start

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")

GAMES = 30_000


def spec(game: str = "kuhn", bots: str = "random") -> Any:
    return load(game, [], bots)


def summary_bytes(result: Result) -> bytes:
    assert result.folder
    return (result.folder / "summary.json").read_bytes()


@pytest.mark.parametrize(("mirror", "game"), [(False, "kuhn"), (True, "kuhn"), (False, "tictactoe")])
def test_jobs_and_chunks_change_nothing(monkeypatch: pytest.MonkeyPatch, mirror: bool, game: str) -> None:
    texts = set()
    for jobs, seconds, first in ((1, 0.05, 64), (2, 0.05, 64), (3, 0.0005, 2), (2, 1.0, 2_000)):
        monkeypatch.setattr(workers, "CHUNK_SECONDS", seconds)
        monkeypatch.setattr(workers, "FIRST_CHUNK", first)
        texts.add(text(run(spec(game), 5_000, 7, jobs, mirror=mirror).summary))
    assert len(texts) == 1


def test_a_run_is_a_folder(tmp_path: Path) -> None:
    result = run(spec(), 1000, 3, 1, out=tmp_path / "run")
    stored = json.loads(summary_bytes(result))
    assert stored == result.summary
    assert stored["complete"]
    assert stored["games"] == 1000
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == [
        "checkpoints",
        "log.json",
        "run.lock",
        "spec.json",
        "summary.json",
    ]
    log = json.loads((tmp_path / "run" / "log.json").read_text())
    assert log["sessions"][0]["games"] == 1000
    assert not {"seconds", "jobs", "timing", "folder"} & stored.keys()


def test_nothing_is_written_without_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(spec(), 500)
    assert result.folder is None
    assert list(tmp_path.iterdir()) == []


def test_seed_zero_is_a_seed() -> None:
    zero, one = (run(spec(), 2000, seed).summary["outcomes"] for seed in (0, 1))
    assert zero != one
    assert zero == run(spec(), 2000, 0).summary["outcomes"]


def test_two_processes_with_different_hash_seeds_agree(tmp_path: Path) -> None:
    found = []
    for hash_seed in ("1", "2"):
        process = start(tmp_path / hash_seed, GAMES, env={**os.environ, "PYTHONHASHSEED": hash_seed})
        assert finish(process) == 0
        files = ("summary.json", "spec.json")
        found.append([(tmp_path / hash_seed / name).read_bytes() for name in files])
    assert found[0] == found[1]


def test_more_games_of_a_finished_run(tmp_path: Path) -> None:
    run(spec(), 5000, 7, 1, out=tmp_path / "short")
    longer = resume(tmp_path / "short", games=GAMES)
    whole = run(spec(), GAMES, 7, 1, out=tmp_path / "long")
    assert summary_bytes(longer) == summary_bytes(whole)
    with pytest.raises(StudyError, match="30000 games were played already"):
        resume(tmp_path / "short", games=100)


def test_resuming_a_finished_run_changes_nothing(tmp_path: Path) -> None:
    before = summary_bytes(run(spec(), 2000, 7, 1, out=tmp_path / "run"))
    assert summary_bytes(resume(tmp_path / "run")) == before


# --- precision ---


def test_looks() -> None:
    assert look_counts(20_000, 1) == [10_000, 12_500, 15_625, 19_532, 20_000]
    assert look_counts(20_000, 2) == [10_000, 12_500, 15_626, 19_532, 20_000]
    assert look_counts(10_000, 1) == [10_000]
    assert look_counts(500, 1) == [500]
    assert look_counts(10**9, 3)[30] == -(-10_000 * 5**30 // 4**30 // 3) * 3


@pytest.mark.parametrize("mirror", [False, True])
def test_precision_stops_at_a_look_whatever_the_chunks(mirror: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = set()
    for jobs, seconds in ((1, 0.05), (3, 0.002)):
        monkeypatch.setattr(workers, "CHUNK_SECONDS", seconds)
        result = run(spec(), 10**6, 7, jobs, precision=0.01, mirror=mirror)
        texts.add(text(result.summary))
    main = result.summary["main"]
    assert len(texts) == 1
    assert result.complete
    assert [one["met"] for one in result.summary["precision"]] == [True]
    assert main["half_width"] <= 0.01
    looks = look_counts(10**6, 2 if mirror else 1)
    games = result.summary["games"]
    assert games in looks
    before = run(spec(), looks[looks.index(games) - 1], 7, 1, mirror=mirror).summary["main"]["half_width"]
    assert before > 0.01


def test_precision_that_is_not_reached() -> None:
    [one] = run(spec(), 12_000, precision=0.0001).summary["precision"]
    assert one["met"] is False
    assert one["half_width"] > one["wanted"] == 0.0001


def test_precision_of_several_figures_by_name() -> None:
    result = run(spec(), 10**6, 7, precision={"draw_rate": 0.004, "turns": 0.01})
    assert result.complete
    assert result.summary["games"] < 10**6
    assert {one["figure"]: one["met"] for one in result.summary["precision"]} == {"draw_rate": True, "turns": True}


@pytest.mark.parametrize(("precision", "words"), [({"draw_rat": 0.1}, "draw_rate"), ({"turns": 0}, "above 0")])
def test_precision_of_nothing(precision: dict[str, float], words: str) -> None:
    with pytest.raises(StudyError, match=words):
        run(spec(), 100, precision=precision)


def test_precise_runs_are_not_played_on(tmp_path: Path) -> None:
    first = run(spec(), 10**6, 7, out=tmp_path / "run", precision=0.015)
    assert resume(tmp_path / "run").summary == first.summary


def test_coverage_of_the_sequential_rule() -> None:
    """Stopping at a wanted width, at few looks, keeps the interval honest."""
    rng = np.random.default_rng(1)
    looks = look_counts(100_000, 1)
    held = 0
    for _ in range(3000):
        steps = rng.multinomial(np.diff([0, *looks]), [0.5, 0.3, 0.2])
        for games, (won, lost, _) in zip(looks, steps.cumsum(axis=0), strict=True):
            found = mean(int(won - lost), int(won + lost), games)
            assert found
            if found.half_width <= 0.0101:
                break
        held += found.low <= 0.2 <= found.high
    assert 0.94 < held / 3000 < 0.96


# --- mirror ---


def test_mirror_rounds_up_to_whole_blocks() -> None:
    summary = run(spec(), 1001, mirror=True).summary
    assert (summary["games"], summary["blocks"], summary["mirrored"]) == (1002, 501, 2)
    assert summary["mirror"]["variance_ratio"] > 1


@pytest.mark.parametrize(
    ("game", "bots", "why"), [("tictactoe", "random", "nothing to exchange"), ("kuhn", "random,greedy", "same bot")]
)
def test_mirror_is_refused(game: str, bots: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=why):
        run(spec(game, bots), 100, mirror=True, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


# --- rows ---


def stored_rows(folder: Path) -> Any:
    parquet = pytest.importorskip("pyarrow.parquet")
    import pyarrow

    return pyarrow.concat_tables([parquet.read_table(path) for path in sorted((folder / "rows").iterdir())])


def test_rows_say_what_the_summary_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "BUFFERED", 200_000)
    result = run(spec(), GAMES, 7, 2, out=tmp_path / "run", rows=True)
    assert len(list((tmp_path / "run" / "rows").iterdir())) > 3
    rows = stored_rows(tmp_path / "run")
    assert rows["game"].to_pylist() == list(range(GAMES))
    first = np.array(rows["winners"]) == 1 << np.array(rows["first"])
    assert first.sum() == result.summary["outcomes"]["wins"][0]
    assert rows["reason"].to_pylist().count("fold") == result.summary["reasons"][1]["count"]
    dealt = np.array(rows["exposure_opening"].to_pylist())
    assert dealt.shape == (GAMES, 3)
    assert np.array(rows["chips_0"]).mean() == pytest.approx(result.summary["points"][0]["mean"])


def test_rows_need_a_folder_and_pyarrow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="need a folder"):
        run(spec(), 10, rows=True)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(StudyError, match="rows and Parquet files need pyarrow: pip install pyarrow"):
        run(spec(), 10, rows=True, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


# --- memory ---


MEMORY = """
import resource, sys
from balance.spec import load
from balance.study.simulate import run
run(load("kuhn", [], "random"), int(sys.argv[1]), jobs=2)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_a_long_run_needs_no_more_memory() -> None:
    import subprocess

    def peak(games: int) -> int:
        done = subprocess.run([sys.executable, "-c", MEMORY, str(games)], capture_output=True, text=True, check=True)
        return int(done.stdout)

    assert peak(6_000_000) - peak(1_500_000) < 20_000  # kB


def test_progress_names_the_main_figure_with_its_unit() -> None:
    estimate = Estimate(0.512, 0.51, 0.514, 1000)
    cases = {
        ("kuhn", ""): "first player's advantage +51.20 ± 0.20 pp",
        ("melodies", ""): "success 51.20 ± 0.20 %",
        ("songbirds", "players=3"): "win share of the first player 51.20 ± 0.20 %",
        ("songbirds", "mode=solo"): "score 0.512 ± 0.002 points",
    }
    for (game, rule), words in cases.items():
        figure = main_figures(records(load(game, [rule] if rule else [])).layout)[0]
        assert Standing(1, 2, 3.0, figure, estimate).words == words
