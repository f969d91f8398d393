"""The page of a game's feel (`balance feel`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from balance.report.blocks import Cell, Chart, Column, Hero, Key, Page, Panel, Section, Table
from balance.report.charts.bars import Row, share_bars
from balance.report.charts.sweeps import Line, curves
from balance.report.model import Estimate, Part
from balance.report.numbers import NBSP, count, games, in_unit, percent, shown
from balance.report.played import same_again
from balance.report.words import how_it_plays, ordinal

INTERVAL = f"95{NBSP}% interval"
PARTS = {2: "half", 3: "third", 4: "quarter", 5: "fifth"}


class Phase(Part):
    """Figures of a phase."""

    decisions: Estimate | None
    options_per_decision: Estimate | None
    forced_share: Estimate | None
    lead_changes: Estimate | None
    decided: Estimate | None


class HalfTime(Part):
    """What became of the leader at half-time."""

    games: int
    leader_wins: Estimate | None
    shared: Estimate | None
    comeback: Estimate | None


class Feel(Part):
    """What `balance feel --json` prints."""

    title: str
    name: str
    mode: str
    players: int
    bots: list[str]
    seed: int
    games: int
    finished: int
    complete: bool
    phases: list[Phase]
    half_time: HalfTime | None
    command: str = ""


CHARTS: tuple[tuple[str, str, str, str, Callable[[Phase], Estimate | None]], ...] = (
    (
        "options",
        "Choices",
        "Legal actions at a decision. Few choices all along, or ever more of them, is what players call thin, or slow.",
        "actions",
        lambda phase: phase.options_per_decision,
    ),
    (
        "forced",
        "Forced decisions",
        "Decisions with only one legal action: the player does as the rules say.",
        "%",
        lambda phase: phase.forced_share,
    ),
    (
        "leads",
        "Lead changes",
        "How often another player comes to have more points than all others, in a game.",
        "a game",
        lambda phase: phase.lead_changes,
    ),
    (
        "decided",
        "When it is decided",
        "Of the games that somebody won: the phase in which the winner took the lead for good. A lead that came only"
        " with the last action or a tie-breaker counts to the last phase.",
        "%",
        lambda phase: phase.decided,
    ),
)


def page(content: Mapping[str, Any]) -> Page:
    """The page of a game's feel."""
    feel = Feel.model_validate(content)
    charts = [chart for one in CHARTS if (chart := _chart(feel, *one))]
    sections = [Section("phases", "From beginning to end", "", charts), *_half_time(feel), _method(feel)]
    return Page(
        title=f"{feel.name or feel.title} – feel",
        hero=_hero(feel),
        banner="" if feel.complete else "This was stopped early: fewer games were watched than asked for.",
        notices=[],
        tiles=[],
        sections=sections,
        footer=f"feel · seed {feel.seed} · {games(feel.games)} watched",
    )


def words(content: Mapping[str, Any]) -> str:
    """What a game's feel comes to, in a few sentences."""
    return _headline(Feel.model_validate(content))


def phase_names(phases: int) -> list[str]:
    """`first third`, …; the whole game if there is but one phase."""
    if phases == 1:
        return ["whole game"]
    part = PARTS.get(phases, f"{ordinal(phases - 1)} part")
    last = "second" if phases == 2 else "last"
    return [f"{last if k == phases - 1 else ordinal(k)} {part}" for k in range(phases)]


def _hero(feel: Feel) -> Hero:
    bots = list(dict.fromkeys(feel.bots))
    about = "; ".join(f"{bot} {words}" for bot in bots if (words := how_it_plays(bot)))
    caution = f"Bots played this, not people{f': {about}' if about else ''}. Stronger or weaker play feels different."
    seats = "1 player" if feel.players == 1 else f"{feel.players} players"
    mode = [] if feel.mode == "standard" else [f"mode {feel.mode}"]
    facts = [*mode, seats, f"{games(feel.finished)} watched", f"seed {feel.seed}", *bots]
    name = feel.name or feel.title
    eyebrow = "Feel" if name == feel.title else f"Feel · {feel.title}"
    return Hero(eyebrow, name, "plain", "How a game goes", _headline(feel), facts, caution)


def _headline(feel: Feel) -> str:
    sentences = []
    if (half := feel.half_time) and half.comeback and half.leader_wins:
        sentences.append(
            f"Whoever leads at half-time wins {percent(half.leader_wins).line}; somebody else does in"
            f" {percent(half.comeback).line} (comebacks)."
        )
    first, last = feel.phases[0], feel.phases[-1]
    if last.decided and len(feel.phases) > 1:
        name = phase_names(len(feel.phases))[-1]
        sentences.append(f"In {percent(last.decided).line} the winner takes the lead for good only in the {name}.")
    if first.options_per_decision and last.options_per_decision:
        before, after = (shown(one).line for one in (first.options_per_decision, last.options_per_decision))
        more = "" if len(feel.phases) == 1 else f" in the beginning, {after} at the end"
        sentences.append(f"A decision has {before} legal actions{more}.")
    return " ".join(sentences)


def _chart(
    feel: Feel, key: str, title: str, reading: str, unit: str, read: Callable[[Phase], Estimate | None]
) -> Chart | None:
    found = [read(one) for one in feel.phases]
    if all(one is None or one.value == 0 == one.high for one in found):
        return None
    names = phase_names(len(found))
    drawing = curves(key, title, names, [Line("", found)], "phase of the game", unit)
    return Chart(key, title, reading, drawing, [Key("whisker", INTERVAL)], "", _table(key, title, names, found, unit))


def _table(key: str, title: str, names: Sequence[str], found: Sequence[Estimate | None], unit: str) -> Table:
    columns = [Column("Phase"), Column("Value", "number", hint=INTERVAL)]
    rows = [
        [Cell(name), Cell(in_unit(one, unit).line if one else "–", order=repr(one.value if one else 0.0))]
        for name, one in zip(names, found, strict=True)
    ]
    return Table(f"{key}-table", title, columns, rows)


def _half_time(feel: Feel) -> list[Section]:
    half = feel.half_time
    if half is None:
        return []
    if half.leader_wins is None or half.shared is None or half.comeback is None:
        panel = Panel("half-panel", "", ["Nobody is ahead at half-time: points come later, or all at once."])
        return [Section("half-time", "The lead at half-time", "", [panel])]
    rows = [
        Row("the leader wins", half.leader_wins, "p1"),
        Row("first place is shared", half.shared, "other"),
        Row("somebody else wins", half.comeback, "p2"),
    ]
    title = "What the lead at half-time is worth"
    reading = f"Of {games(half.games)} in which somebody had led by half of the turns."
    drawing = share_bars("half", title, rows, "share of these games")
    columns = [Column("Outcome"), Column("Share", "number", hint=INTERVAL)]
    cells = [[Cell(row.label), Cell(row.text, order=repr(row.estimate.value))] for row in rows]
    table = Table("half-table", title, columns, cells)
    chart = Chart("half", title, reading, drawing, [Key("whisker", INTERVAL)], "", table)
    return [Section("half-time", "The lead at half-time", "", [chart])]


def _method(feel: Feel) -> Section:
    unfinished = feel.games - feel.finished
    notes = [
        (
            "Phases",
            f"Each game’s decisions are cut into {len(feel.phases)} equal parts, so a long game has long phases.",
        ),
        (
            "Lead",
            "Looked at after each turn: who last had more points than all others. Half-time is after half of the"
            " turns.",
        ),
        (
            "Intervals",
            "Of averages a decision by the quotient of sums over games (Cochran 1977), of shares of games Wilson’s.",
        ),
    ]
    if unfinished:
        notes.append(("Unfinished", f"{count(unfinished)} games did not finish and are left out."))
    return Section(
        "methods", "How to read the figures", "", [Panel("method", "", notes=notes), *same_again(feel.command)]
    )
