"""What cards are worth, as tables on stdout: of a study with each bot in a column, and of a run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import typer

from balance.cli.layout import say
from balance.cli.shared import print_table

TITLES = {
    "swap": "swap: in the opening hand, against a card that nobody was dealt",
    "ban": "ban: may be used, against the same bot that may not",
    "removal": "removal: the game without it, less the game as it is",
}
NOTE = "± is half the 95 % interval; * differs from 0 (Benjamini-Hochberg at 5 % over the column)."
BLANK = "Blank: with this bot too few games changed."
ASSOCIATION = "an association, not a cause: long games show more cards, and winners play more"


def print_study(content: dict[str, Any]) -> None:
    """The tables of `balance cards --swap --ban --removal`."""
    kinds = dict.fromkeys((table["kind"], table["figure"]) for table in content["tables"])
    for kind, figure in kinds:
        tables = [table for table in content["tables"] if (table["kind"], table["figure"]) == (kind, figure)]
        unit = " in percentage points" if tables[0]["scale"] == "share" else ""
        typer.echo()
        say(f"{TITLES[kind]}; {tables[0]['label']}{unit}, {tables[0]['deals']:,} games with and without")
        if any(table["cards"] for table in tables):
            _print_levels("card" if kind != "removal" else "without", tables, "cards", lambda one: one["name"])
        if any(table["groups"] for table in tables):
            _print_levels("group", tables, "groups", lambda one: f"{one['by']}: {one['name']}")
        if quiet := _quiet(tables):
            say(f"changed too few games to be measured: {quiet}")
    for reason in content["absent"].values():
        say(f"not measured: {reason}")
    for line in judged(content):
        say(line)
    several = len({table["bot"] for table in content["tables"]}) > 1
    say(f"{NOTE} {BLANK}" if several else NOTE)


def judged(content: dict[str, Any]) -> list[str]:
    """Who is too strong or too weak, by bot, from the first kind that cards are judged by."""
    lines = []
    judging = [table for table in content["tables"] if table["tolerance"] is not None]
    for table in judging:
        if table["kind"] != judging[0]["kind"]:
            continue
        factor, unit = (100, " pp") if table["scale"] == "share" else (1, " points")
        found = {
            word: ", ".join(card["name"] for card in table["cards"] if card["verdict"] == word)
            for word in ("strong", "weak")
        }
        unsure = sum(card["verdict"] == "open" for card in table["cards"])
        range_ = f"more than {factor * table['tolerance']:.3g}{unit}"
        lines.append(
            f"{table['bot']}: too strong (worth {range_}): {found['strong'] or 'none'}; too weak:"
            f" {found['weak'] or 'none'}; cannot tell yet: {unsure} of {len(table['cards'])} cards"
        )
    return lines


def print_run(summary: dict[str, Any]) -> None:
    """The tables of `balance cards --values RUN`."""
    factor = 1 if "score" in summary else 100
    unit = "" if factor == 1 else " in percentage points"
    say(f"{summary['games']:,} games, {', '.join(dict.fromkeys(summary['bots']))}; {_worth(summary)}{unit}")
    for kind in summary["cards"]:
        if not kind["cards"]:
            continue
        typer.echo()
        say(f"{kind['label']} ({'chance alone decides: a cause' if kind['causal'] else ASSOCIATION})")
        for title, entries in (("card", kind["cards"]), ("group", kind.get("groups", []))):
            rows = [
                (_name(one), *_figures(one, factor), f"{one['held']:,}", "*" if one["told_apart"] else "")
                for one in entries
            ]
            if rows:
                print_table((title, "value", "", "shrunk", "", "seats with it", ""), rows, figures=6)
    say(NOTE)


def _worth(summary: dict[str, Any]) -> str:
    return "score" if "score" in summary else "win share"


def _name(one: dict[str, Any]) -> str:
    return f"{one['by']}: {one['name']}" if "by" in one else one["name"]


def _figures(one: dict[str, Any], factor: int) -> tuple[str, str, str, str]:
    return (*_interval(one["raw"], factor), *_interval(one["shrunk"], factor))


def _interval(found: dict[str, Any], factor: int) -> tuple[str, str]:
    half = factor * (found["high"] - found["low"]) / 2
    digits = 1 if half >= 1 else 2
    return f"{factor * found['value']:+.{digits}f}", f"± {half:.{digits}f}"


def _print_levels(
    title: str, tables: Sequence[dict[str, Any]], key: str, name: Callable[[dict[str, Any]], str]
) -> None:
    """One row an entry, in the order of the last bot's table; a value, its reach and a star a bot."""
    found = [{name(one): one for one in table[key]} for table in tables]
    names = dict.fromkeys(entry for column in reversed(found) for entry in column)
    titles = [title]
    for table in tables:
        titles += [table["bot"], "", ""]
    rows = []
    for entry in names:
        row = [entry]
        for table, column in zip(tables, found, strict=True):
            one = column.get(entry)
            factor = 100 if table["scale"] == "share" else 1
            row += [*_interval(one["raw"], factor), "*" if one["told_apart"] else ""] if one else ["", "", ""]
        rows.append(row)
    print_table(titles, rows, figures=len(titles) - 1)


def _quiet(tables: Sequence[dict[str, Any]]) -> str:
    names = [{one["name"] for one in table["silent"] if one["pairs"]} for table in tables]
    everywhere = set.intersection(*names)
    return ", ".join(one["name"] for one in tables[0]["silent"] if one["name"] in everywhere)
