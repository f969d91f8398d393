"""A run's summary for people, on stdout."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console, Group
from rich.text import Text

from balance.cli.layout import Grid

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
SHOWN_CARDS = 5

Row = Sequence[str]


def print_page(summary: dict[str, Any]) -> None:
    """Print all figures of a summary with their intervals (`docs/summary.md`; with `timing` and `run`)."""
    console = Console(markup=False, highlight=False)
    parts: list[Text | Grid | None] = [_heading(summary), *_notices(summary)]
    if summary["games"]:
        parts += [_outcomes(summary), _by_seat(summary), _course(summary), _points(summary), *_rates(summary)]
        parts += [_endings(summary), *_cards(summary), _closing(summary)]
    console.print(Group(*[part for part in parts if part]))


def percent(value: float, digits: int = 2) -> str:
    """A share in per cent."""
    return f"{100 * value:.{digits}f} %"


def rate_row(label: str, found: dict[str, Any] | None, count: int | None = None) -> Row:
    """A share: label, value, interval, count."""
    if found is None:
        return label, "-", "", ""
    interval = f"{100 * found['low']:.2f} to {100 * found['high']:.2f} %"
    return label, percent(found["value"]), interval, "" if count is None else f"{count:,}"


def mean_row(label: str, found: dict[str, Any] | None) -> Row:
    """A mean: label, value, interval, the middle 90 % of games."""
    if found is None:
        return label, "-", "", ""
    value = found["mean"] if "mean" in found else found["value"]
    spread = f"{found['p05']} · {found['p50']} · {found['p95']}" if "p05" in found else ""
    return label, f"{value:.3f}", f"{found['low']:.3f} to {found['high']:.3f}", spread


def _table(title: str, columns: Sequence[str], rows: Iterable[Row], words: Iterable[int] = (0,)) -> Grid | None:
    rows = list(rows)
    if not rows:
        return None
    return Grid(columns, rows, set(words), title)


def _heading(summary: dict[str, Any]) -> Text:
    name = summary["name"] or summary["title"]
    mode = "" if summary["mode"] == "standard" else f" · {summary['mode']}"
    text = Text(f"{name}{mode}\n", style="bold")
    bots = f"{summary['bots'][0]} on every seat" if summary["same_bots"] else ", ".join(summary["bots"])
    if not summary["same_bots"] and len(set(summary["bots"])) == 1:
        bots += ", with different settings"
    mirrored = " in mirrored deals" if summary["mirrored"] > 1 else ""
    text.append(
        f"{summary['games']:,} games{mirrored}, seed {summary['seed']}, bots: {bots} (not people), spec"
        f" {summary['spec_hash'][:8]}",
        style="not bold",
    )
    return text


def _notices(summary: dict[str, Any]) -> list[Text]:
    notices = [Text(f"warning: {words}", style="yellow") for words in summary["warnings"]]
    if summary.get("verdict"):
        words = summary["verdict"]["words"]
        notices.insert(0, Text(f"\n{words[0].upper()}{words[1:]}"))
    for one in summary["precision"] if summary["complete"] else ():
        reached = "reached" if one["met"] else "not reached within the games asked for"
        share = one["unit"] in ("%", "pp")
        asked = f"{100 * one['wanted']:g} pp" if share else f"{one['wanted']:g} {one['unit']}"
        notices.append(Text(f"{one['label']}: precision of {asked} {reached}"))
    return notices


def _outcomes(summary: dict[str, Any]) -> Grid | None:
    outcomes = summary["outcomes"]
    rows: list[Row]
    if "grades" in summary:
        rows = [rate_row(_grade(grade), grade["rate"], grade["count"]) for grade in summary["grades"]]
    elif summary["kind"] != "competitive":
        rows = [rate_row("success", summary["success_rate"], outcomes["success"])]
    else:
        rows = [
            rate_row(f"{ORDINALS[p]} player wins", found, outcomes["wins"][p])
            for p, found in enumerate(summary["win_rates"])
        ]
        rows.append(rate_row("draw", summary["draw_rate"], outcomes["draw"]))
        rows += _main_rows(summary)
    rows.append(rate_row("unfinished (of all games)", summary["unfinished_rate"], outcomes["unfinished"]))
    return _table("Outcomes", ("", "share", "95 % interval", "games"), rows)


def _grade(grade: dict[str, Any]) -> str:
    """`Amateur (1 to 19)`."""
    low, high = grade["low"], grade["high"]
    if low is None:
        return f"{grade['label']} ({high} or less)"
    return f"{grade['label']} ({low} or more)" if high is None else f"{grade['label']} ({low} to {high})"


def _main_rows(summary: dict[str, Any]) -> list[Row]:
    rows = []
    if summary["level_rate"] and summary["level_rate"]["value"] != summary["draw_rate"]["value"]:
        rows.append(rate_row("equal points, before tie-breakers", summary["level_rate"]))
    if advantage := summary["first_player_advantage"]:
        interval = f"{100 * advantage['low']:+.2f} to {100 * advantage['high']:+.2f} pp"
        rows.append(("first player's advantage", f"{100 * advantage['value']:+.2f} pp", interval, ""))
        rows.append(rate_row("first player's share of decided games", summary["decisive_share"]))
    elif summary["players"] > 2:
        rows += [rate_row(f"{ORDINALS[p]} player's share", found) for p, found in enumerate(summary["shares"])]
        if test := summary["position_test"]:
            rows.append(("equal shares: p-value", f"{test['p_value']:.2g}", "chi-square test", ""))
    return rows


def _by_seat(summary: dict[str, Any]) -> Grid | None:
    if summary["same_bots"] or summary["kind"] != "competitive":
        return None
    rows = [
        rate_row(f"seat {k + 1}: {bot}", found, summary["outcomes"]["wins_by_seat"][k])
        for k, (bot, found) in enumerate(zip(summary["bots"], summary["shares_by_seat"], strict=True))
    ]
    return _table("By seat (a shared win is split)", ("", "share", "95 % interval", "sole wins"), rows)


def _course(summary: dict[str, Any]) -> Grid | None:
    rows = [mean_row("turns", summary["turns"]), mean_row("decisions", summary["decisions"])]
    rows.append(mean_row("legal actions a decision", summary["options_per_decision"]))
    rows.append(rate_row("decisions with one legal action", summary["forced_share"]))
    if "lead_changes" in summary:
        rows += [mean_row("lead changes", summary["lead_changes"]), mean_row("winning margin", summary["margin"])]
    rows += [
        mean_row(figure["label"], figure["game"])
        for figure in summary["figures"]
        if figure["per"] == "game" and not figure["group"]
    ]
    return _table("A game", ("", "mean", "95 % interval", "5 · 50 · 95 % of games"), rows)


def _points(summary: dict[str, Any]) -> Grid | None:
    positions = range(summary["players"])
    rows = [["points", *[_cell(found) for found in summary["points"]]]]
    for figure in summary["figures"]:
        cells = figure.get("positions") or [figure["game"] if p == 0 else None for p in positions]
        if figure["per"] == "seat" or figure["group"]:
            rows.append([f"  {figure['label']}", *[_cell(found) for found in cells]])
    width = max(len(row) for row in rows)
    rows = [[*row, *[""] * (width - len(row))] for row in rows]
    titles = ["", *_positions(summary)][:width]
    return _table("Points and more, by position (mean ± half the 95 % interval)", titles, rows)


def _positions(summary: dict[str, Any]) -> list[str]:
    if summary["players"] == 1:
        return ["mean"]
    return [f"{ORDINALS[p]} player" for p in range(summary["players"])]


def _rates(summary: dict[str, Any]) -> list[Grid | None]:
    """A table a group of rates; those without a group stand together."""
    groups: dict[str, list[Row]] = {}
    for rate in summary["rates"]:
        names = [f"{rate['label']}, {name}" for name in _positions(summary)] if "positions" in rate else [rate["label"]]
        for name, found in zip(names, rate.get("positions") or [rate["rate"]], strict=True):
            groups.setdefault(rate["group"], []).append(_quotient_row(name, found, rate["unit"]))
    return [
        _table(group.capitalize() or "More shares", ("", "value", "95 % interval", "of"), rows)
        for group, rows in groups.items()
    ]


def _quotient_row(label: str, found: dict[str, Any] | None, unit: str) -> Row:
    if found is None or unit == "%":
        return rate_row(label, found, found["n"] if found else None)
    return label, f"{found['value']:.3f} {unit}", f"{found['low']:.3f} to {found['high']:.3f}", f"{found['n']:,}"


def _cell(found: dict[str, Any] | None) -> str:
    return "" if found is None else f"{found['mean']:.3f} ± {(found['high'] - found['low']) / 2:.3f}"


def _endings(summary: dict[str, Any]) -> Grid | None:
    rows = [rate_row(reason["label"], reason["rate"], reason["count"]) for reason in summary["reasons"]]
    return _table("How games end", ("", "share", "95 % interval", "games"), rows)


def _cards(summary: dict[str, Any]) -> list[Grid | None]:
    tables = []
    for kind in summary["cards"]:
        if not kind["causal"]:
            continue
        cards = kind["cards"]
        shown = cards if len(cards) <= 2 * SHOWN_CARDS else [*cards[:SHOWN_CARDS], None, *cards[-SHOWN_CARDS:]]
        rows = [("…", "", "", "") if card is None else _card_row(card) for card in shown]
        title = f"Cards: win share when {kind['label']} minus when not, shrunk; best lower bound first"
        tables.append(_table(title, ("", "difference", "95 % interval", ""), rows, words=(0, 3)))
    return tables


def _card_row(card: dict[str, Any]) -> Row:
    found = card["shrunk"]
    interval = f"{100 * found['low']:+.2f} to {100 * found['high']:+.2f} pp"
    return (
        card["name"],
        f"{100 * found['value']:+.2f} pp",
        interval,
        "" if card["told_apart"] else "cannot be told from 0",
    )


def _closing(summary: dict[str, Any]) -> Text:
    lines = []
    distinct, timing, mirror = summary["distinct"], summary["timing"], summary["mirror"]
    if mirror and mirror["variance_ratio"]:
        lines.append(f"mirrored deals were worth {mirror['variance_ratio']:.2f} times as many plain ones")
    if mirror and mirror["luck_share"]:
        luck = mirror["luck_share"]
        lines.append(
            f"the exchanged cards decide {percent(luck['value'], 1)} of the outcome's variance"
            f" ({100 * luck['low']:.1f} to {100 * luck['high']:.1f} %)"
        )
    lines.append(f"{distinct['distinct']:,} of the first {distinct['games']:,} games were played differently")
    if timing["games_per_second"]:
        lines.append(
            f"{timing['games_per_second']:,.0f} games a second on {timing['jobs']} threads, {timing['seconds']:.1f} s"
        )
    if summary["run"]:
        lines.append(f"run: {summary['run']}")
    return Text("\n".join(lines))
