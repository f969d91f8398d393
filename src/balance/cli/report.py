"""`balance report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

EXAMPLES = (
    "balance report runs/omen-1a2b3c4d-seed1",
    "balance report runs/omen-1a2b3c4d-seed1 -o reports/omen.html --open",
)


def report(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="The page (default: reports/NAME-OF-RUN.html)."),
    ] = None,
    show: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Write the report on a run: one HTML page, complete in itself.

    It can be mailed, printed and read without a network. A run that was stopped early is reported as far as it came.
    """
    from balance.report import report as write

    path = write(run, out)
    typer.echo(path)
    if show:
        import webbrowser

        if not webbrowser.open(path.resolve().as_uri()):
            typer.echo("balance: no browser was found to open it with", err=True)
