"""How games end."""

from __future__ import annotations

from balance.analysis.estimates import Estimate
from balance.report import words
from balance.report.blocks import Chart, Key, Section
from balance.report.charts.bars import Row, share_bars
from balance.report.model import Summary
from balance.report.numbers import percent
from balance.report.sections.tables import estimate_table


def section(summary: Summary) -> Section:
    """Reasons, unfinished games apart."""
    found = [reason for reason in summary.reasons if reason.rate]
    if not found:
        return Section("ends", "How games end", "", [])
    happened = [reason for reason in found if reason.count] or found
    rows = [_row(reason.label, reason.unfinished, reason.rate) for reason in happened if reason.rate]
    title = "Reasons"
    shown = [
        (reason.label + (" (unfinished, of all games)" if reason.unfinished else ""), percent(reason.rate))
        for reason in found
        if reason.rate
    ]
    legend = [Key("whisker", words.interval_name(summary))]
    if any(reason.unfinished for reason in happened):
        legend += [Key("p1", "finished"), Key("other", "unfinished, of all games")]
    never = [reason.label for reason in found if not reason.count]
    note = f"Never: {'; '.join(never)}." if never and happened is not found else ""
    table = estimate_table("ends-table", title, shown, "share", words.interval_name(summary))
    drawing = share_bars("ends-chart", title, rows, "share of finished games")
    return Section("ends", "How games end", "", [Chart("ends-chart", title, "", drawing, legend, note, table)])


def _row(label: str, unfinished: bool, rate: Estimate) -> Row:
    return Row(f"{label} (unfinished)", rate, "other") if unfinished else Row(label, rate)
