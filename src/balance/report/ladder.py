"""The page of a ladder (`balance ladder`)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from balance.input import listed
from balance.report.blocks import Cell, Chart, Column, Hero, Key, Page, Panel, Section, Table
from balance.report.charts.bars import Row, points
from balance.report.model import Estimate, Part
from balance.report.numbers import NBSP, count, percent, plain, shown
from balance.report.played import same_again
from balance.report.words import how_it_plays

INTERVAL = f"95{NBSP}% interval"


class Rung(Part):
    """A bot's place."""

    bot: str
    rating: Estimate | None
    score: Estimate | None
    games: int
    games_per_second: float | None


class Meeting(Part):
    """Two bots on the same deals."""

    one: str
    other: str
    share: Estimate
    decided: Estimate | None
    draws: float


class Ladder(Part):
    """What `balance ladder --json` prints."""

    title: str
    name: str
    mode: str
    kind: str
    graded: bool
    players: int
    seed: int
    deals: int
    complete: bool
    bots: list[Rung]
    meetings: list[Meeting]
    command: str = ""


def page(content: Mapping[str, Any]) -> Page:
    """The page of a ladder's data."""
    ladder = Ladder.model_validate(content)
    sections = [_rungs(ladder), _meetings(ladder), _bots(ladder), _method(ladder)]
    return Page(
        title=f"{ladder.name or ladder.title} – ladder of bots",
        hero=_hero(ladder),
        banner="" if ladder.complete else "This ladder was stopped early: some pairs of bots have not met.",
        notices=[],
        tiles=[],
        sections=[section for section in sections if section.blocks],
        footer=f"ladder · seed {ladder.seed} · {count(ladder.deals)} deals a pair",
    )


def _ranked(ladder: Ladder) -> list[tuple[Rung, Estimate]]:
    found = [(rung, one) for rung in ladder.bots if (one := rung.rating or rung.score)]
    return sorted(found, key=lambda pair: -pair[1].value)


def _hero(ladder: Ladder) -> Hero:
    seats = "1 player" if ladder.players == 1 else f"{ladder.players} players"
    mode = [] if ladder.mode == "standard" else [f"mode {ladder.mode}"]
    facts = [*mode, seats, f"{count(ladder.deals)} deals a pair", f"seed {ladder.seed}"]
    caution = "Bots played, not people: the strongest bot here may still play worse than a practised person."
    headline = _order(_ranked(ladder))
    return Hero("Ladder of bots", ladder.name or ladder.title, "plain", "Strength", headline, facts, caution)


def _order(ranked: list[tuple[Rung, Estimate]]) -> str:
    """`greedy > casual = random.`, and which neighbours more deals might tell apart."""
    names = [rung.bot for rung, _ in ranked]
    if len(names) > 1 and len({one.value for _, one in ranked}) == 1:
        return f"{listed(names, 'and')} are equally strong here: their results are equal."
    order, close = names[0], []
    for (one, a), (other, b) in pairwise(ranked):
        equal = a.value == b.value
        order += f" {'=' if equal else '>'} {other.bot}"
        if a.low <= b.high and not equal:
            close.append(f"{one.bot} and {other.bot}")
    overlap = f" The intervals of {', of '.join(close)} overlap: more deals would tell." if close else ""
    return f"{order}.{overlap}"


def _rungs(ladder: Ladder) -> Section:
    ranked = _ranked(ladder)
    rated = ladder.kind == "competitive"
    unit = "points" if ladder.graded or rated else "%"
    rows = [Row(rung.bot, one, "p1", unit) for rung, one in ranked]
    axis = f"rating ({ladder.bots[0].bot} = 0)" if rated else "score" if ladder.graded else "share of games won"
    columns = (Column("Bot"), Column(axis, "number"), Column(INTERVAL, "number"), Column("games a second", "number"))
    cells = []
    for rung, one in ranked:
        text = percent(one) if unit == "%" else shown(one)
        speed = "" if rung.games_per_second is None else shown_speed(rung.games_per_second)
        between = "by definition" if rated and one.low == one.high else f"{text.low} to {text.high}"
        cells.append([Cell(rung.bot), Cell(text.value), Cell(between), Cell(speed)])
    title = "Ratings" if rated else "Results"
    table = Table("rungs-table", title, columns, cells)
    drawing = points("rungs", title, rows, axis)
    return Section("rungs", title, "", [Chart("rungs", title, "", drawing, [Key("whisker", INTERVAL)], "", table)])


def shown_speed(value: float) -> str:
    """Games a second, with decimals only where they matter."""
    return plain(value, 0 if value >= 10 else 2)


def _meetings(ladder: Ladder) -> Section:
    if not ladder.meetings:
        return Section("meetings", "Pair by pair", "", [])
    rows, cells = [], []
    for meeting in ladder.meetings:
        label = f"{meeting.other} against {meeting.one}"
        other = Estimate(
            value=1 - meeting.share.value,
            low=1 - meeting.share.high,
            high=1 - meeting.share.low,
            n=meeting.share.n,
        )
        rows.append(Row(label, other))
        decided = "–"
        if meeting.decided:
            found = meeting.decided
            decided = percent(Estimate(value=1 - found.value, low=1 - found.high, high=1 - found.low, n=found.n)).line
        text = percent(other)
        draws = f"{plain(100 * meeting.draws, 1)}{NBSP}%"
        cells.append([Cell(label), Cell(text.line), Cell(decided), Cell(draws)])
    columns = (
        Column(""),
        Column("share of wins", "number", hint=f"a draw counts half; {INTERVAL}"),
        Column("of decided games", "number"),
        Column("draws", "number"),
    )
    title = "Share of wins of the later bot against the earlier"
    table = Table("meetings-table", title, columns, cells)
    chart = Chart(
        "meetings",
        title,
        "Every deal is played in all seats, so the luck of deal and seat cancels; the intervals are over deals.",
        points("meetings", title, rows, "share of wins, a draw counts half"),
        [Key("whisker", INTERVAL)],
        "",
        table,
    )
    return Section("meetings", "Pair by pair", "", [chart])


def _bots(ladder: Ladder) -> Section:
    notes = [(rung.bot, words) for rung in ladder.bots if (words := how_it_plays(rung.bot))]
    return Section("bots", "Who played", "", [Panel("bots-panel", "", notes=notes)] if notes else [])


RATINGS = (
    "Ratings",
    "Strengths that explain all results together (Bradley-Terry with draws; with more than two players Luce’s choice"
    " axiom), on Elo’s scale: 100 points more win 64 % of decided games between two, 200 points 76 %, 400 points 91 %."
    " The first bot is 0; intervals from the Fisher information.",
)


def _method(ladder: Ladder) -> Section:
    notes = [RATINGS] if ladder.kind == "competitive" else []
    panels = [Panel("method", "", notes=notes)] if notes else []
    return Section("methods", "How to read the figures", "", [*panels, *same_again(ladder.command)])
