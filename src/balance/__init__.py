"""balance: play tabletop card games a million times between good bots, and read a balance report you can trust."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import pandas as pd

    from balance.study.simulate import Result

__all__ = ["resume", "simulate", "table"]


def simulate(
    source: str,
    games: int = 100_000,
    *,
    seed: int = 1,
    bots: str | None = None,
    rules: Mapping[str, Any] | None = None,
    players: int | None = None,
    jobs: int | None = None,
    out: str | Path | None = None,
    mirror: bool = False,
    precision: Mapping[str, float] | float | None = None,
    rows: bool = False,
    progress: bool = False,
) -> Result:
    """Play a game (its name, or a spec file) many times; what `balance simulate` does, for notebooks.

    `rules` are options by key (`{"hand_limit": 7}`), `bots` as on the command line (`"greedy,random"`), `precision` a
    half-width of the main figure as a share (0.002 is 0.2 percentage points), or half-widths by figure
    (`{"draw_rate": 0.001, "turns": 0.05}`). Without `out` nothing is written. Raises `SpecError` for a
    wrong spec and `StudyError` for a run that cannot be done.
    """
    import json

    from balance.spec import load
    from balance.study.progress import reporter
    from balance.study.simulate import run

    sets: Sequence[str] = [f"rules.{key}={json.dumps(value)}" for key, value in (rules or {}).items()]
    return run(
        load(source, sets, bots, players),
        games,
        seed,
        jobs,
        Path(out) if out is not None else None,
        mirror,
        precision,
        rows,
        reporter() if progress else None,
    )


def resume(folder: str | Path, games: int | None = None, *, jobs: int | None = None, progress: bool = False) -> Result:
    """Go on with a run that was stopped or killed, or play more games of it; see `simulate`."""
    from balance.study.progress import reporter
    from balance.study.simulate import resume as go_on

    return go_on(Path(folder), games, jobs, reporter() if progress else None)


def table(folder: str | Path, name: Literal["figures", "cards", "rows"] = "figures") -> pd.DataFrame:
    """A run as a pandas frame: its named figures, its card values, or a row a game (`simulate(rows=True, out=…)`); what
    `balance export` writes. Raises `StudyError` if the folder holds no run, or no rows."""
    from balance.study.export import table_of

    return table_of(Path(folder), name)
