"""A run's figures, card values or games as one tidy table, for people who have tools of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pandas as pd

from balance.analysis.named import named_figures
from balance.analysis.summary import card_values, plain_data
from balance.study.errors import StudyError
from balance.study.files import make_whole
from balance.study.folder import RunFolder
from balance.study.rows import read_rows, require
from balance.study.stored import open_run

Table = Literal["figures", "cards", "rows"]
Format = Literal["csv", "parquet", "json"]
UNITS = {"%": "share", "pp": "difference of shares"}
"""What figures that are shown in per cent are kept in."""


def table_of(path: Path, table: Table) -> pd.DataFrame:
    """A table of the run in the folder `path`.

    `figures`: a row a named figure (`figure`, `label`, `unit`, `value`, `low`, `high`, `n`). Shares are parts of 1, and
    their unit is `share`, or `difference of shares`.
    `cards`: a row a card and exposure kind (`kind`, `causal`, `card`, `name`, `held`; `value`, `low`, `high`;
    `shrunk_value`, `shrunk_low`, `shrunk_high`, `p_value`, `told_apart`; docs/summary.md).
    `rows`: a row a game, as `simulate --rows` keeps them. Raises `StudyError` if the folder holds no run, or no rows.
    """
    made: dict[Table, Callable[[Path], pd.DataFrame]] = {"figures": _figures, "cards": _cards, "rows": _rows}
    return made[table](path)


def write_table(frame: pd.DataFrame, path: Path, form: Format) -> None:
    """Write a table whole or not at all. Raises `StudyError` if it cannot be written (parquet needs pyarrow)."""
    if form == "parquet":
        require()
    if path.is_dir():
        raise StudyError(f"{path} is a folder; name a file")
    if not path.parent.is_dir():
        raise StudyError(f"{path} cannot be written: there is no folder {path.parent}")
    if RunFolder.owns(path):
        raise StudyError(f"{path} belongs to the run; name another file")
    write: dict[Format, Callable[[Path], Any]] = {
        "csv": lambda file: frame.map(_cell).to_csv(file, index=False),
        "json": lambda file: frame.to_json(file, orient="records", indent=2, force_ascii=False, double_precision=15),
        "parquet": lambda file: frame.to_parquet(file, index=False),
    }
    make_whole(path, write[form])


def _cell(value: Any) -> Any:
    """Lists as JSON: numpy would break long ones over lines, and cut out the middle of very long ones."""
    return json.dumps(value, default=np.ndarray.tolist) if isinstance(value, np.ndarray) else value


def _figures(path: Path) -> pd.DataFrame:
    view = open_run(path).view
    found = []
    for one in named_figures(view.layout).values():
        estimate = one.estimate(view)
        if estimate is not None:
            unit = UNITS.get(one.unit, one.unit)
            found.append({"figure": one.name, "label": one.label, "unit": unit} | plain_data(estimate))
    return pd.DataFrame(found)


def _cards(path: Path) -> pd.DataFrame:
    found = [
        {"kind": kind["name"], "causal": kind["causal"]} | _card(card)
        for kind in plain_data(card_values(open_run(path).view))
        for card in kind["cards"]
    ]
    if not found:
        raise StudyError(f"{path}: no cards were counted in this run; export --table figures or rows")
    return pd.DataFrame(found)


def _card(card: dict[str, Any]) -> dict[str, Any]:
    ends = ("value", "low", "high")
    return (
        {key: card[key] for key in ("card", "name", "held")}
        | {end: card["raw"][end] for end in ends}
        | {f"shrunk_{end}": card["shrunk"][end] for end in ends}
        | {key: card[key] for key in ("p_value", "told_apart")}
    )


def _rows(path: Path) -> pd.DataFrame:
    run = open_run(path)
    return read_rows(path / "rows", run.view.tally.games)
