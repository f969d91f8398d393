"""The page of one run (`balance simulate`): which figures, in which order, in which words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balance.report import methods, played, words
from balance.report.blocks import Cell, Column, Page, Panel, Section, Table, Tile
from balance.report.model import Bot, Figure, Record, Summary
from balance.report.numbers import NBSP, count, percent, percentage_points, plain, setting, short, shown
from balance.report.sections import cards, course, ends, outcomes, own, points, rates
from balance.spec import Spec, changed_settings


def page(summary: Summary, record: Record) -> Page:
    """The page of a run; `record` is its `spec.json`."""
    sections = [
        outcomes.section(summary),
        course.section(summary),
        points.section(summary),
        course.over_turns(summary),
        ends.section(summary),
        rates.section(summary),
        own.section(summary),
        cards.section(summary),
        _what_was_played(summary, record),
        Section("methods", "How to read the figures", "", [Panel("method", "", notes=methods.notes(summary))]),
    ]
    return Page(
        title=f"{summary.name or summary.title} – balance report",
        hero=words.hero(summary),
        banner=_banner(summary),
        notices=_notices(summary),
        tiles=_tiles(summary),
        sections=[section for section in sections if section is not None and section.blocks],
        footer=f"balance {record.balance} · summary schema {summary.schema_version} · spec"
        f" {summary.spec_hash[:16]} · seed {summary.seed}",
    )


def _banner(summary: Summary) -> str:
    if summary.complete:
        return ""
    return (
        f"This run was stopped early: {count(summary.games)} of {count(summary.games_asked)} games were played. All"
        " figures hold for the games played; their intervals are wider than they would have been."
    )


def _notices(summary: Summary) -> list[str]:
    notices = [text for text in summary.warnings if summary.complete or not text.startswith("the run was stopped")]
    for one in summary.precision if summary.complete else ():
        if not one.met:
            asked = f"{one.label} ± {_width(one.wanted, one.unit, 3)}"
            now = "unknown" if one.half_width is None else f"± {_width(one.half_width, one.unit, 2)}"
            notices.append(f"the precision asked for ({asked}) was not reached: it is {now}")
    return [text[0].upper() + text[1:].rstrip(".") + "." for text in notices if text]


def _width(width: float, unit: str, digits: int) -> str:
    """The half of an interval, in its unit."""
    if unit in ("%", "pp"):
        return f"{short(round(100 * width, digits))}{NBSP}pp"
    return f"{short(round(width, digits))}{NBSP}{unit}"


# --- key figures ---


def _tiles(summary: Summary) -> list[Tile]:
    tiles = [*_result_tiles(summary), *_figure_tiles(summary)]
    if summary.options_per_decision:
        tiles.append(_tile("Choices in a decision", shown(summary.options_per_decision), "legal actions, on average"))
    if summary.forced_share:
        tiles.append(_tile("Forced decisions", percent(summary.forced_share), "only one legal action"))
    return tiles


def _tile(label: str, found: Any, note: str) -> Tile:
    return Tile(label, found.value, found.reach, f"{note} · {found.n}")


def _result_tiles(summary: Summary) -> list[Tile]:
    tiles = []
    if summary.score:
        tiles.append(_tile("Score", shown(summary.score, "points"), "on average"))
    if summary.success_rate:
        tiles.append(_tile("Success", percent(summary.success_rate), "of finished games"))
    if not summary.same_bots:
        for k, (name, found) in enumerate(zip(summary.bots, summary.shares_by_seat, strict=False), 1):
            if found:
                tiles.append(_tile(f"Seat {k}: {name}", percent(found), "of wins, shared ones split"))
    elif summary.first_player_advantage:
        advantage = percentage_points(summary.first_player_advantage)
        tiles.append(_tile("First player’s advantage", advantage, "first wins minus second wins"))
    elif summary.competitive and (known := [(one, p) for p, one in enumerate(summary.shares) if one]):
        best, position = max(known, key=lambda pair: pair[0].value)
        tiles.append(_tile("Best position", percent(best), f"of wins go to the {words.ordinal(position)} player"))
    if summary.draw_rate:
        tiles.append(_tile("Draws", percent(summary.draw_rate), "after tie-breakers"))
    if summary.mirror and summary.mirror.luck_share:
        tiles.append(_tile("Luck of the deal", percent(summary.mirror.luck_share), "of who wins, at least"))
    return tiles


def _figure_tiles(summary: Summary) -> list[Tile]:
    tiles = []
    wanted: list[tuple[str, Figure | None, str]] = [("Turns", summary.turns, "a game")]
    if not summary.competitive and not summary.grades:
        wanted.append(("Points", summary.points[0], "a game"))
    elif summary.competitive:
        wanted += [("Winning margin", summary.margin, "points"), ("Lead changes", summary.lead_changes, "a game")]
    for label, figure, note in wanted:
        if figure:
            spread = "" if figure.p05 is None else f", 90 % of games {_range(figure)}"
            tiles.append(_tile(label, shown(figure.estimate), note + spread))
    return tiles


def _range(figure: Figure) -> str:
    return f"{plain(figure.p05 or 0, 0)} to {plain(figure.p95 or 0, 0)}"


# --- what was played ---


def _what_was_played(summary: Summary, record: Record) -> Section:
    spec = played.stored_spec(record)
    found = played.rules(record, spec) if spec else None
    again = played.again(summary, record, spec)
    panels = [
        _changed(found),
        _changed_bots(record, spec),
        Panel("again", "Play the same games again", _again_words(again), code=again.command),
        Panel("variant", "variant.yaml", code=again.file) if again.file else None,
        _identity(summary, record),
        _other_rules(found, record),
        _bots(summary, record),
    ]
    return Section("played", "What was played", record.about, [panel for panel in panels if panel])


RULE_COLUMNS = (
    Column("Option"),
    Column("Here"),
    Column("Default"),
    Column("Meaning"),
    Column("Where the default is from"),
)


def _rule_table(key: str, caption: str, found: list[played.Rule]) -> Table:
    rows = [
        [
            Cell(rule.option.key, mark="code"),
            Cell(setting(rule.value), mark="strong" if rule.differs else ""),
            Cell(setting(rule.option.default)),
            Cell(rule.option.about),
            Cell(rule.option.source),
        ]
        for rule in found
    ]
    return Table(key, caption, RULE_COLUMNS, rows)


def _changed(found: list[played.Rule] | None) -> Panel:
    title = "Rules that differ from the rulebook"
    if found is None:
        text = "The game is not installed here in the version that was played, so its defaults are not known."
        return Panel("changed", title, [text], tone="open")
    changed = [rule for rule in found if rule.differs]
    if not changed:
        text = "None: every option has the rulebook’s value or, where the rulebook says nothing, the default."
        return Panel("changed", title, [text])
    return Panel("changed", title, [], _rule_table("changed-rules", title, changed), tone="open")


def _other_rules(found: list[played.Rule] | None, record: Record) -> Panel | None:
    if found is None:
        return Panel("rules", "All rules as played", [], code=_lines(record.spec.rules), folded=True)
    rest = [rule for rule in found if not rule.differs]
    if not rest:
        return None
    title = f"All other options, at their defaults ({len(rest)})"
    unsure = sum(rule.option.source.startswith("reconstructed") for rule in rest)
    text = f"{unsure} of these defaults are reconstructed: the rulebook leaves them open."
    return Panel("rules", title, [text] if unsure else [], _rule_table("other-rules", title, rest), folded=True)


def _lines(rules: Mapping[str, Any]) -> str:
    return "\n".join(f"{key}: {setting(value)}" for key, value in rules.items())


def _again_words(again: played.Again) -> list[str]:
    promise = "The same spec, seed and number of games give the same figures, on any machine with the same version."
    return [promise, again.words] if again.words else [promise]


def _identity(summary: Summary, record: Record) -> Panel:
    distinct = summary.distinct
    rows = [
        ("Game", f"{summary.title} ({summary.game}), version {summary.game_version}"),
        ("Mode", summary.mode),
        ("Players", count(summary.players)),
        ("Bots by seat", ", ".join(summary.bots)),
        ("Games", f"{count(summary.games)} played, {count(summary.games_asked)} asked for"),
        ("Finished", f"{count(summary.outcomes.finished)}, unfinished {count(summary.outcomes.unfinished)}"),
        ("Seed", str(summary.seed)),
        ("Mirrored", _mirrored(summary)),
        ("Precision", _precision(summary)),
        ("Different games", f"{count(distinct.distinct)} of the first {count(distinct.games)}"),
        ("Version of balance", record.balance),
        ("Spec hash", summary.spec_hash),
    ]
    cells = [[Cell(name), Cell(value)] for name, value in rows if value]
    table = Table("identity-table", "What identifies this run", (Column("What"), Column("Value")), cells)
    return Panel("identity", "The run", [], table)


def _mirrored(summary: Summary) -> str:
    if summary.mirrored == 1:
        return "no"
    text = f"{count(summary.blocks)} deals, each played {summary.mirrored} times with the cards exchanged"
    if summary.mirror and summary.mirror.variance_ratio:
        ratio = plain(summary.mirror.variance_ratio, 2)
        text += f"; plain deals would have needed {ratio} times as many games for the same interval"
    return text


def _precision(summary: Summary) -> str:
    if summary.main.half_width is None:
        return ""
    unit = "points" if summary.main.figure == "score" else "pp"
    texts = [f"{summary.main.figure.replace('_', ' ')} ± {_width(summary.main.half_width, unit, 2)}"]
    texts += [f"{one.label}: asked for ± {_width(one.wanted, one.unit, 3)}" for one in summary.precision]
    return "; ".join(texts)


def _changed_bots(record: Record, spec: Spec | None) -> Panel | None:
    """Settings that somebody chose, against the shipped ones; a column a seat, or one for all."""
    if spec is None:
        return None
    bots = spec.bots[:1] if _alike(record) else spec.bots
    changed = [changed_settings(bot, spec) for bot in bots]
    shipped = {key: default for one in changed for key, (_, default) in one.items()}
    if not shipped:
        return None
    seats = ["Every seat"] if len(bots) == 1 else [f"Seat {k}: {bot.title}" for k, bot in enumerate(bots, 1)]
    rows = [
        [Cell(key, mark="code"), *[_set(one.get(key), default) for one in changed], Cell(setting(default))]
        for key, default in shipped.items()
    ]
    title = "Bots that differ from the shipped ones"
    columns = [Column("Setting"), *[Column(seat) for seat in seats], Column("Shipped")]
    return Panel("changed-bots", title, [], Table("changed-bots-table", title, columns, rows), tone="open")


def _set(change: tuple[Any, Any] | None, shipped: Any) -> Cell:
    return Cell(setting(shipped)) if change is None else Cell(setting(change[0]), mark="strong")


def _alike(record: Record) -> bool:
    return all(bot == record.spec.bots[0] for bot in record.spec.bots)


def _bots(summary: Summary, record: Record) -> Panel | None:
    bots = record.spec.bots
    if not any(bot.weights or bot.temperature or bot.search for bot in bots):
        return None
    same = _alike(record)
    texts = [
        f"{'every seat' if same else f'seat {k}'}: {title}\n" + "\n".join(_settings(bot))
        for k, (title, bot) in enumerate(zip(summary.bots, bots[:1] if same else bots, strict=False), 1)
    ]
    return Panel("bots", "All settings of the bots", [], code="\n".join(texts), folded=True)


def _settings(bot: Bot) -> list[str]:
    search = [f"  {name}: {setting(value)}" for name, value in bot.search.items()]
    return [
        f"  temperature: {bot.temperature:g}",
        *search,
        *[f"  {name}: {weight:g}" for name, weight in bot.weights.items()],
    ]
