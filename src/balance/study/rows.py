"""Rows on disk: Parquet, one file a checkpoint."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.arena.columns import Layout
from balance.study.errors import StudyError
from balance.study.files import TEMPORARY, make_whole

if TYPE_CHECKING:
    import pandas as pd

NAME = re.compile(r"rows-(\d+)-(\d+)\.parquet")
BUFFERED = 64 * 2**20
"""Bytes of rows in memory that make a checkpoint due."""

PLAIN = ("game", "first", "winners", "turns", "decisions", "options", "forced", "lead_changes", "trace")


def require() -> Any:
    """pyarrow, or a `StudyError` that says how to get it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise StudyError("rows and Parquet files need pyarrow: pip install pyarrow") from None
    return pyarrow


class RowFiles:
    """The row files of a run folder, and rows that wait to be written. Files join without gap from game 0."""

    def __init__(self, folder: Path, layout: Layout) -> None:
        self._arrow = require()
        self._folder, self._layout = folder, layout
        self._waiting: list[np.ndarray] = []
        self.bytes_waiting = 0

    def trim(self, games: int) -> None:
        """Remove what was written after the checkpoint at `games`; raise `StudyError` if a file before it is
        missing."""
        try:
            self._folder.mkdir(exist_ok=True)
        except OSError as error:
            raise StudyError(f"{self._folder} is damaged: {error.strerror}") from error
        end = 0
        for path in sorted(self._folder.iterdir(), key=_first):
            found = NAME.fullmatch(path.name)
            if path.name.endswith(TEMPORARY) or (found and int(found[1]) >= games):
                path.unlink()
            elif found:
                if int(found[1]) != end or self._rows_in(path) != int(found[2]) + 1 - end:
                    break
                end = int(found[2]) + 1
        if end != games:
            raise StudyError(
                f"{self._folder}: the rows from game {end} on are missing or damaged; start again in another folder"
            )

    def _rows_in(self, path: Path) -> int:
        try:
            return int(self._arrow.parquet.read_metadata(path).num_rows)
        except (OSError, self._arrow.ArrowInvalid):
            return -1

    def add(self, rows: np.ndarray) -> None:
        """Keep rows, in order of game number, until `write`."""
        self._waiting.append(rows)
        self.bytes_waiting += rows.nbytes

    def write(self) -> None:
        """Write what waits as one file."""
        if not self._waiting:
            return
        rows = np.concatenate(self._waiting)
        path = self._folder / f"rows-{rows['game'][0]:012}-{rows['game'][-1]:012}.parquet"
        table = to_table(self._arrow, self._layout, rows)
        make_whole(path, lambda temporary: self._arrow.parquet.write_table(table, temporary, compression="zstd"))
        self._waiting, self.bytes_waiting = [], 0


def read_rows(folder: Path, games: int) -> pd.DataFrame:
    """The rows of the first `games` games as a pandas frame, in the order of games. Raises `StudyError` if the run
    kept none, or some are missing."""
    arrow = require()
    paths = sorted(folder.glob("rows-*.parquet"), key=_first) if folder.is_dir() else []
    if not paths:
        raise StudyError(f"{folder.parent} kept no rows: simulate with --rows and --out")
    try:
        frame = arrow.parquet.ParquetDataset(paths).read().to_pandas()
    except (OSError, arrow.ArrowInvalid) as error:
        raise StudyError(f"{folder} is damaged: {error}") from error
    frame = frame[frame["game"] < games]
    if len(frame) != games:
        raise StudyError(f"{folder}: rows of {games - len(frame)} games are missing or damaged")
    return frame


def _first(path: Path) -> tuple[int, str]:
    found = NAME.fullmatch(path.name)
    return (int(found[1]) if found else -1), path.name


def to_table(arrow: Any, layout: Layout, rows: np.ndarray) -> Any:
    """An Arrow table: plain columns, `reason` by name, a column a seat or figure, a list (by card) an exposure kind.

    Columns that end in a number go by seat (0-based), as rows do; `winners` and exposures are bit masks of seats.
    """
    game = layout.game
    columns: dict[str, Any] = {name: rows[name] for name in PLAIN}
    names = arrow.array([reason.name for reason in game.reasons])
    columns["reason"] = arrow.DictionaryArray.from_arrays(arrow.array(rows["reason"]), names)
    columns |= {f"score_{k}": rows["scores"][:, k] for k in range(layout.seats)}
    columns |= {name: rows["game_figures"][:, i] for i, name in enumerate(layout.games_figures)}
    for i, name in enumerate(layout.seat_figures):
        columns |= {f"{name}_{k}": rows["seat_figures"][:, i, k] for k in range(layout.seats)}
    for i, exposure in enumerate(game.exposures if layout.cards else ()):
        columns[f"exposure_{exposure.name}"] = _lists(
            arrow, rows["exposure"][:, i, : len(layout.cards)].astype(np.uint8)
        )
    for i, profile in enumerate(game.profiles):
        for k in range(layout.seats):
            columns[f"profile_{profile.name}_{k}"] = _lists(arrow, rows["profile"][:, i, k])
    if game.profiles:
        columns |= {f"profiled_{k}": rows["profiled"][:, k] for k in range(layout.seats)}
    made = {
        name: arrow.array(np.ascontiguousarray(column)) if isinstance(column, np.ndarray) else column
        for name, column in columns.items()
    }
    return arrow.table(made)


def _lists(arrow: Any, values: np.ndarray) -> Any:
    return arrow.FixedSizeListArray.from_arrays(arrow.array(np.ascontiguousarray(values).ravel()), values.shape[1])
