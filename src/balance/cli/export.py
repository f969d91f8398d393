"""`balance export`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from balance.cli.shared import playing

EXAMPLES = (
    "balance export runs/omen",
    "balance export runs/omen --table cards --format json",
    "balance export runs/omen --table rows --format parquet -o games.parquet",
)


class Table(StrEnum):
    """What is exported."""

    FIGURES, CARDS, ROWS = "figures", "cards", "rows"


class Format(StrEnum):
    """The kind of file, and how its name ends."""

    CSV, PARQUET, JSON = "csv", "parquet", "json"


def export(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")],
    table: Annotated[
        Table,
        typer.Option(
            "--table", metavar="TABLE", help="figures, cards (their values) or rows (games; of simulate --rows)."
        ),
    ] = Table.FIGURES,
    form: Annotated[Format, typer.Option("--format", metavar="KIND", help="csv, json or parquet.")] = Format.CSV,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="The file (default: RUN-TABLE.csv, here).")
    ] = None,
) -> None:
    """Write a run as a table for other tools: figures with their intervals, card values, or every game.

    Shares are parts of 1, and their unit says so. Columns are told in docs/summary.md.
    """
    from balance.study.export import table_of, write_table

    path = out or Path(f"{run.resolve().name}-{table.value}.{form.value}")
    with playing():
        write_table(table_of(run, table.value), path, form.value)
    typer.echo(path)
