"""How a game goes: its length, its decisions, and quantities over the turns."""

from __future__ import annotations

from balance.report import words
from balance.report.blocks import Cell, Chart, Column, Key, Section, Table
from balance.report.charts.histogram import bars, histogram
from balance.report.charts.lines import courses
from balance.report.model import Course, Figure, Profile, Summary
from balance.report.numbers import NBSP, count, percent, plain, shown
from balance.report.sections.tables import figure_table

MOST_ROWS = 20
"""Longer tables can be sorted and filtered."""
SHOWN_SHARE = 0.02
"""Turns that fewer games reach (as a share of those that reach the first) are not drawn."""


def section(summary: Summary) -> Section:
    """Length, margin and lead changes."""
    charts = [
        _histogram(summary, "turns", "Game length", summary.turns, "turns of all players together"),
        _histogram(summary, "decisions", "Decisions", summary.decisions, "decisions a game"),
        _histogram(summary, "margin", "Winning margin", summary.margin, "points between first and second place"),
        _histogram(summary, "leads", "Lead changes", summary.lead_changes, "changes of the lead a game"),
    ]
    return Section("course", "How a game goes", _decisions(summary), [chart for chart in charts if chart])


def _decisions(summary: Summary) -> str:
    parts = []
    if summary.decisions:
        parts.append(f"A game takes {shown(summary.decisions.estimate).line} decisions")
    if summary.options_per_decision:
        parts.append(f"a decision offers {shown(summary.options_per_decision).line} legal actions on average")
    if summary.forced_share:
        parts.append(f"{percent(summary.forced_share).line} of decisions are forced (one legal action)")
    return ", ".join(parts) + "." if parts else ""


def _histogram(summary: Summary, key: str, title: str, figure: Figure | None, axis: str) -> Chart | None:
    if figure is None or figure.histogram is None or is_constant(figure):
        return None
    return histogram_chart(summary, key, title, figure, axis)


def is_constant(figure: Figure) -> bool:
    """Whether all games have the same value: a key figure tells it as well as a chart of one bar."""
    return figure.min == figure.max


def histogram_chart(summary: Summary, key: str, title: str, figure: Figure, axis: str) -> Chart:
    """A histogram with its legend and numbers."""
    mean = shown(figure.estimate)
    legend = [
        Key("p1", f"middle 90 % of games, {plain(figure.p05 or 0, 0)} to {plain(figure.p95 or 0, 0)}"),
        Key("p1 pale", "the rest"),
        Key("median", f"median {plain(figure.p50 or 0, 0)}"),
        Key("dot p2", f"average {mean.line}"),
    ]
    width = bars([figure])[0].width
    note = f"Each bar holds {width} values. {mean.n}." if width > 1 else f"{mean.n}."
    table = figure_table(f"{key}-table", title, [(axis, figure)], words.interval_name(summary))
    return Chart(key, title, "", histogram(key, title, figure, axis), legend, note, table)


def over_turns(summary: Summary) -> Section | None:
    """Profiles: quantities at the end of each turn."""
    charts = [chart for profile in summary.profiles if (chart := _profile(summary, profile))]
    intro = (
        f"Averages at the end of each player’s own turns; the band is the {words.interval_name(summary)}. Later turns"
        " are from the longer games only, so a bend late in a line can be a change of games, not of play."
    )
    return Section("turns-section", "Over the turns", intro, charts)


def _profile(summary: Summary, profile: Profile) -> Chart | None:
    lines = [_reached(course) for course in profile.positions]
    if len({value for line in lines for value in line.mean}) < 2:
        return None  # none, or always the same
    key = f"profile-{profile.name}"
    names = words.positions(summary)
    title = profile.label[0].upper() + profile.label[1:]
    drawing = courses(key, title, lines, names, "own turn", profile.unit)
    legend = [Key(f"line p{k}", name) for k, name in enumerate(names, 1)] if len(names) > 1 else []
    longest = max(len(line.mean) for line in lines)
    reached = min(line.n[-1] for line in lines if line.n)
    note = f"Up to turn {longest}, which {count(reached)} games still reach; {count(lines[0].n[0])} reach turn 1."
    return Chart(key, title, "", drawing, legend, note, _profile_table(summary, profile, key, lines, names))


def _reached(course: Course) -> Course:
    """The course up to the last turn that enough games reach."""
    enough = [n >= SHOWN_SHARE * course.n[0] for n in course.n]
    last = enough.index(False) if False in enough else len(enough)
    return Course(n=course.n[:last], mean=course.mean[:last], low=course.low[:last], high=course.high[:last])


def _profile_table(summary: Summary, profile: Profile, key: str, lines: list[Course], names: list[str]) -> Table:
    columns = [Column("turn", "number")]
    for name in names:
        columns += [Column(f"{name}: {profile.unit}", "number"), Column("games", "number")]
    rows = []
    for turn in range(max(len(line.mean) for line in lines)):
        row = [Cell(str(turn + 1))]
        for line in lines:
            if turn < len(line.mean):
                reach = f"±{NBSP}{plain((line.high[turn] - line.low[turn]) / 2, 3)}"
                row += [Cell(f"{plain(line.mean[turn], 3)}{NBSP}{reach}"), Cell(count(line.n[turn]))]
            else:
                row += [Cell("–"), Cell("")]
        rows.append(row)
    caption = f"{profile.label}, ± half the {words.interval_name(summary)}"
    if len(rows) <= MOST_ROWS:
        return Table(f"{key}-table", caption, columns, rows)
    return Table(f"{key}-table", caption, columns, rows, sorted_by=0, filter_label="Find a turn")
