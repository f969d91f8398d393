"""`balance figures`."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli.shared import AsJson, Sets, Source, print_json, print_table

EXAMPLES = ("balance figures omen", "balance figures songbirds --players 3", "balance figures my-rules.yaml --json")


def figures(
    source: Source,
    sets: Sets = None,
    players: Annotated[int | None, typer.Option(min=1, metavar="N", help="Number of players.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the figures that can be asked for by name, as --precision, compare, verify, sweep and tune do."""
    from balance.analysis.named import named_figures
    from balance.arena.records import records
    from balance.spec import load

    found = named_figures(records(load(source, sets or [], players=players)).layout).values()
    if as_json:
        print_json([{"name": one.name, "label": one.label, "unit": one.unit} for one in found])
        return
    print_table(("figure", "what it is", "unit"), [(one.name, one.label, one.unit) for one in found])
