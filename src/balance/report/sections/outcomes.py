"""Who wins: the verdict's figure against its tolerance, outcomes, seats."""

from __future__ import annotations

from balance.analysis.estimates import Estimate
from balance.report import words
from balance.report.blocks import Chart, Key, Section
from balance.report.charts.bars import Band, Row, points, share_bars
from balance.report.model import Summary
from balance.report.numbers import games, percent, percentage_points, plain
from balance.report.sections.tables import estimate_table

ALPHA = 0.05
"""A p-value below is told as a difference."""


def section(summary: Summary) -> Section | None:
    """The section."""
    charts = [_balance(summary), _by_seat(summary), _outcomes(summary)]
    title = "Who wins" if summary.competitive else "Grades" if summary.grades else "Success"
    return Section("outcomes", title, "", [chart for chart in charts if chart])


def _balance(summary: Summary) -> Chart | None:
    """Positions against the tolerance; of two-seat games the share of decided games."""
    if not summary.competitive or not summary.same_bots or summary.players < 2:
        return None
    if summary.players == 2:
        rows = _decided(summary.decisive_share)
        title, axis = "Balance between positions", "share of decided games"
    else:
        rows = _rows(words.positions(summary), summary.shares)
        title, axis = "Balance between positions", "share of wins (a shared first place is split)"
    if not rows:
        return None
    verdict = summary.verdict
    band = Band(verdict.target, verdict.tolerance) if verdict else None
    legend = [Key("whisker", f"{words.interval_name(summary)} (the line), value (the dot)")]
    if verdict:
        legend.append(Key("band", f"tolerance, {words.tolerated(verdict)}"))
    shown = [(row.label, percent(row.estimate)) for row in rows]
    table = estimate_table("balance-table", title, shown, "share", words.interval_name(summary))
    reading = _reading(summary)
    return Chart("balance", title, reading, points("balance", title, rows, axis, band), legend, "", table)


def _reading(summary: Summary) -> str:
    if summary.verdict is None:
        return ""
    whole, some = ("The whole interval", "The interval") if summary.players == 2 else ("Each interval", "An interval")
    said = {
        "inside": f"{whole} lies inside the tolerance: the positions are balanced for these bots.",
        "open": f"{some} crosses an edge of the tolerance: it cannot be told yet.",
        "outside": f"{some} lies outside the tolerance: the positions are not balanced for these bots.",
    }
    return said[summary.verdict.result] + _equal_shares(summary)


def _equal_shares(summary: Summary) -> str:
    """The chi-square test, from three seats on. It asks for any difference; the verdict asks whether one matters."""
    if (test := summary.position_test) is None:
        return ""
    text = f" Chi-square test of equal shares: {plain(test.statistic, 1)}, p {_p(test.p_value)}"
    if test.p_value < ALPHA and summary.verdict and summary.verdict.result == "inside":
        text += ", so there is a difference, but a small one"
    return f"{text}."


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"= {plain(value, 3)}"


def _decided(first: Estimate | None) -> list[Row]:
    if first is None:
        return []
    second = Estimate(value=1 - first.value, low=1 - first.high, high=1 - first.low, n=first.n)
    return [Row("first player", first, "p1"), Row("second player", second, "p2")]


def _rows(labels: list[str], found: list[Estimate | None]) -> list[Row]:
    pairs = zip(labels, found, strict=True)
    return [Row(label, one, f"p{k}") for k, (label, one) in enumerate(pairs, 1) if one]


def _by_seat(summary: Summary) -> Chart | None:
    if not summary.competitive or summary.same_bots:
        return None
    labels = [f"seat {k}: {name}" for k, name in enumerate(summary.bots, 1)]
    rows = _rows(labels, summary.shares_by_seat)
    if not rows:
        return None
    title = "Which bot wins"
    shown = [(row.label, percent(row.estimate)) for row in rows]
    table = estimate_table("seats-table", title, shown, "share", words.interval_name(summary))
    reading = "Share of wins by seat, a shared first place split. It tells how strong the bots are against one another."
    if len(set(summary.bots)) == 1:
        reading += " What sets them apart is under “What was played”."
    drawing = points("seats", title, rows, "share of wins", None)
    return Chart("seats", title, reading, drawing, _whisker(summary), "", table)


def _whisker(summary: Summary) -> list[Key]:
    return [Key("whisker", words.interval_name(summary))]


def _outcomes(summary: Summary) -> Chart | None:
    rows = _outcome_rows(summary)
    if not rows:
        return None
    title = "Grades reached" if summary.grades else "Outcomes"
    shown = [(row.label, percent(row.estimate)) for row in rows]
    if summary.level_rate:
        shown.append(("equal points, before tie-breakers", percent(summary.level_rate)))
    if summary.first_player_advantage:
        shown.append(("first player’s advantage", percentage_points(summary.first_player_advantage)))
    if summary.unfinished_rate:
        shown.append(("unfinished (of all games)", percent(summary.unfinished_rate)))
    table = estimate_table("outcomes-table", title, shown, "share", words.interval_name(summary))
    drawing = share_bars("outcomes-chart", title, rows, "share of finished games")
    return Chart("outcomes-chart", title, _ties(summary), drawing, _whisker(summary), "", table)


def _outcome_rows(summary: Summary) -> list[Row]:
    if summary.grades:
        return [Row(words.grade(grade), grade.rate) for grade in summary.grades if grade.rate]
    if not summary.competitive:
        if summary.success_rate is None:
            return []
        one = summary.success_rate
        failure = Estimate(value=1 - one.value, low=1 - one.high, high=1 - one.low, n=one.n)
        return [Row("success", one, "p1"), Row("failure", failure, "other")]
    rows = _rows([f"{name} wins" for name in words.positions(summary)], summary.win_rates)
    if summary.draw_rate:
        rows.append(Row("draw", summary.draw_rate, "other"))
    return rows


def _ties(summary: Summary) -> str:
    texts = []
    if summary.competitive and summary.level_rate and summary.draw_rate:
        level, draw = percent(summary.level_rate).line, percent(summary.draw_rate).line
        if not summary.level_rate.value:
            texts.append("No game ended level.")
        elif summary.level_rate.value == summary.draw_rate.value:
            texts.append(f"Points are level at the end of {level} of games, and no tie-breaker decided any of them.")
        else:
            texts.append(f"Points are level at the end of {level} of games; {draw} are draws after the tie-breakers.")
    if summary.competitive and summary.outcomes.nobody:
        texts.append(f"In {games(summary.outcomes.nobody)} nobody won.")
    return " ".join(texts)
