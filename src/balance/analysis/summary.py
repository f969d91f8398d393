"""The content of `summary.json`: a function of the spec, the run's settings and the tally, of nothing else.

Its schema is described in `docs/summary.md`; change `SCHEMA_VERSION` and that page with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from balance.analysis.cards import CardValue
from balance.analysis.estimates import CONFIDENCE, Estimate
from balance.analysis.named import main_figures, named_figures
from balance.analysis.verdict import TOLERANCE, Verdict, joint, more_games, verdict
from balance.analysis.view import View
from balance.arena.columns import Layout, Tally

SCHEMA_VERSION = 2
UNFINISHED_WARNING = 0.001
DISTINCT_WARNING = 0.5
DIGITS = 12


@dataclass(frozen=True)
class Settings:
    """What a run was asked for. `precision`: wanted half-widths of intervals by figure (a share, not per cent, or in
    the figure's unit)."""

    seed: int
    games: int
    precision: Mapping[str, float] = field(default_factory=dict)
    confidence: float = CONFIDENCE
    tolerance: float = TOLERANCE


def summarise(spec: Any, layout: Layout, tally: Tally, settings: Settings, complete: bool) -> dict[str, Any]:
    """All figures of a run as plain data for JSON, floats rounded to 12 significant digits."""
    view = View(layout, tally, settings.confidence)
    content: dict[str, Any] = {"schema_version": SCHEMA_VERSION, "complete": complete}
    content |= _heading(spec, layout, tally, settings)
    content["outcomes"] = _outcomes(view)
    content |= _main_figures(view, settings.tolerance, content["same_bots"])
    content["main"] = _main(view)
    content["precision"] = _precision(view, settings.precision)
    content |= _course(view)
    content["reasons"] = _reasons(view, content["mode"])
    content["figures"] = _figures(view)
    content["rates"] = _rates(view)
    content["cards"] = card_values(view)
    content["profiles"] = _profiles(view)
    content["mirror"] = _mirror(view)
    content["distinct"] = view.distinct()
    content["warnings"] = [*spec.game.warnings(spec.options), *_warnings(content)]
    return plain_data(content)


def text(summary: dict[str, Any]) -> str:
    """The very characters of `summary.json`."""
    return json.dumps(summary, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def half_widths(layout: Layout, tally: Tally, names: Iterable[str], confidence: float = CONFIDENCE) -> dict[str, float]:
    """Half the length of each named figure's interval; a figure without a value yet is left out."""
    view, known = View(layout, tally, confidence), named_figures(layout)
    found = {name: known[name].estimate(view) for name in names}
    return {name: estimate.half_width for name, estimate in found.items() if estimate}


def is_precise(layout: Layout, tally: Tally, wanted: Mapping[str, float], confidence: float = CONFIDENCE) -> bool:
    """Whether the interval of every wanted figure is narrow enough."""
    found = half_widths(layout, tally, wanted, confidence)
    return bool(wanted) and all(name in found and found[name] <= width for name, width in wanted.items())


def _heading(spec: Any, layout: Layout, tally: Tally, settings: Settings) -> dict[str, Any]:
    game = spec.game
    return {
        "game": game.name,
        "title": game.title,
        "name": spec.name,
        "game_version": game.version,
        "kind": layout.kind,
        "mode": game.mode(spec.options),
        "players": layout.seats,
        "bots": [bot.title for bot in spec.bots],
        "same_bots": all(bot.resolved() == spec.bots[0].resolved() for bot in spec.bots),
        "spec_hash": spec.digest,
        "seed": settings.seed,
        "games": tally.games,
        "games_asked": settings.games,
        "blocks": tally.blocks,
        "mirrored": layout.mirrored,
        "confidence": settings.confidence,
    }


def _outcomes(view: View) -> dict[str, Any]:
    seats = range(view.layout.seats)
    content: dict[str, Any] = {"finished": view.finished, "unfinished": view.total("unfinished")}
    if view.layout.grades:
        return content
    if view.layout.kind != "competitive":
        return content | {"success": view.total("success"), "failure": view.total("nobody")}
    return content | {
        "wins": [view.total(f"win.{p}") for p in seats],
        "draw": view.total("draw"),
        "nobody": view.total("nobody"),
        "wins_by_seat": [view.total(f"seat_win.{k}") for k in seats],
    }


def _main_figures(view: View, tolerance: float, same_bots: bool) -> dict[str, Any]:
    content: dict[str, Any] = {"unfinished_rate": view.rate_of_all("unfinished")}
    if view.layout.grades:
        return content | {"score": view.mean("points.0"), "grades": _grades(view)}
    if view.layout.kind != "competitive":
        return content | {"success_rate": view.rate("success")}
    seats = range(view.layout.seats)
    shares = [view.share(f"share.{p}") for p in seats]
    content |= {
        "win_rates": [view.rate(f"win.{p}") for p in seats],
        "shares": shares,
        "draw_rate": view.rate("draw"),
        "level_rate": view.rate("level") if view.layout.seats > 1 else None,
        "shares_by_seat": [view.share(f"seat_share.{k}") for k in seats],
        "first_player_advantage": None,
        "decisive_share": None,
        "position_test": None,
        "verdict": None,
    }
    if view.layout.seats == 2:
        decisive = view.decisive("win.0", "win.1")
        content["first_player_advantage"] = view.mean("difference")
        content["decisive_share"] = decisive
        content["verdict"] = _verdict(view, "decisive_share", [decisive], 0.5, tolerance) if same_bots else None
    elif view.layout.seats > 2:
        content["position_test"] = view.test_of_positions()
        target = 1 / view.layout.seats
        content["verdict"] = _verdict(view, "shares", shares, target, tolerance) if same_bots else None
    return content


def _grades(view: View) -> list[dict[str, Any]]:
    grades = view.layout.grades
    return [
        {
            "label": grade.label,
            "low": grade.low if i else None,
            "high": grades[i + 1].low - 1 if i + 1 < len(grades) else None,
            "count": view.total(f"grade.{i}"),
            "rate": view.rate(f"grade.{i}"),
        }
        for i, grade in enumerate(grades)
    ]


def _verdict(
    view: View, figure: str, found: Sequence[Estimate | None], target: float, tolerance: float
) -> dict[str, Any] | None:
    known = [estimate for estimate in found if estimate]
    if len(known) < len(found):
        return None
    result = joint([verdict(estimate, target, tolerance) for estimate in known])
    more = [more_games(estimate, target, tolerance) for estimate in known]
    games = None
    if result == "open" and None not in more:
        # an estimate may stand on some of the games only (the decided ones)
        games = max(round((m or 0) * view.tally.games / estimate.n) for m, estimate in zip(more, known, strict=True))
    words = _words(figure, result, target, tolerance, games)
    content: dict[str, Any] = {"figure": figure, "target": target, "tolerance": tolerance, "result": result}
    return content | {"more_games": games, "words": words}


def _rounded(games: int) -> int:
    """To two digits: an estimate from an estimate deserves no more."""
    unit = 10 ** max(0, len(str(games)) - 2)
    return -(-games // unit) * unit


def _words(figure: str, result: Verdict, target: float, tolerance: float, games: int | None) -> str:
    name = "the first player's share of decided games" if figure == "decisive_share" else "every position's win share"
    range_ = f"{100 * target:.4g} ± {100 * tolerance:.4g} %"
    if result == "inside":
        return f"balanced between positions: {name} lies within {range_}"
    if result == "outside":
        return f"not balanced between positions: {name} does not lie within {range_}"
    more = f"; if it stays where it is, about {_rounded(games):,} more games would" if games else ""
    return f"cannot tell yet whether {name} lies within {range_}{more}"


def _main(view: View) -> dict[str, Any]:
    figures = main_figures(view.layout)
    found = half_widths(view.layout, view.tally, [one.name for one in figures], view.confidence)
    return {
        "figure": figures[0].name if len(figures) == 1 else "shares",
        "half_width": max(found.values()) if len(found) == len(figures) else None,
    }


def _precision(view: View, wanted: Mapping[str, float]) -> list[dict[str, Any]]:
    figures = named_figures(view.layout)
    found = half_widths(view.layout, view.tally, wanted, view.confidence)
    return [
        {
            "figure": name,
            "label": figures[name].label,
            "unit": figures[name].unit,
            "wanted": width,
            "half_width": found.get(name),
            "met": found.get(name, inf) <= width,
        }
        for name, width in wanted.items()
    ]


def _course(view: View) -> dict[str, Any]:
    content: dict[str, Any] = {
        "turns": view.figure("turns"),
        "decisions": view.figure("decisions"),
        "options_per_decision": view.quotient("options", "decisions"),
        "forced_share": view.quotient("forced", "decisions"),
    }
    rivals = view.layout.kind == "competitive" and view.layout.seats > 1
    if rivals:
        content["lead_changes"] = view.figure("lead_changes")
    content["points"] = [view.figure(f"points.{p}") for p in range(view.layout.seats if rivals else 1)]
    if rivals:
        content["margin"] = view.figure("margin")
    return content


def _reasons(view: View, mode: str) -> list[dict[str, Any]]:
    content = []
    for i, reason in enumerate(view.layout.game.reasons):
        if not reason.belongs_to(mode):
            continue
        name = f"reason.{i}"
        rate = view.rate_of_all(name) if reason.unfinished else view.rate(name)
        one = {"name": reason.name, "label": reason.label, "unfinished": reason.unfinished}
        content.append(one | {"count": view.total(name), "rate": rate})
    return content


def _figures(view: View) -> list[dict[str, Any]]:
    content = []
    for figure in view.layout.figures:
        if figure.hidden:
            continue
        one: dict[str, Any] = {"name": figure.name, "label": figure.label, "unit": figure.unit, "group": figure.group}
        one["per"] = figure.per
        if figure.per == "game":
            one["game"] = view.figure(f"game.{figure.name}")
        else:
            one["positions"] = [view.figure(f"seat.{figure.name}.{p}") for p in range(view.layout.seats)]
        content.append(one)
    return content


def _rates(view: View) -> list[dict[str, Any]]:
    content = []
    for rate in view.layout.rates:
        one = {"name": rate.name, "label": rate.label, "unit": rate.unit, "group": rate.group}
        found = view.quotients(rate)
        content.append(one | ({"positions": found} if rate.each_seat else {"rate": found[0]}))
    return content


def card_values(view: View) -> list[dict[str, Any]]:
    """The values of cards and of their groups, by kind of exposure (docs/summary.md); none if no cards are counted."""
    if not view.layout.cards:
        return []
    content = []
    for kind, exposure in enumerate(view.layout.game.exposures):
        cards = [
            {"card": value.card, "name": view.layout.cards[value.card]} | _value(view, kind, value)
            for value in view.card_values(kind)
        ]
        groups = []
        for value in view.group_values(kind):
            group = view.layout.groups[value.card - len(view.layout.cards)]
            about = {"by": group.by, "name": group.label, "cards": len(group.cards)}
            groups.append(about | _value(view, kind, value))
        one = {"name": exposure.name, "label": exposure.label, "causal": exposure.causal}
        content.append(one | {"cards": cards, "groups": groups})
    return content


def _value(view: View, kind: int, value: CardValue) -> dict[str, Any]:
    return {
        "held": int(view.tally.exposure[kind, value.card, 1]),
        "raw": value.raw,
        "shrunk": value.shrunk,
        "p_value": value.p,
        "told_apart": value.told,
    }


def _profiles(view: View) -> list[dict[str, Any]]:
    return [
        {
            "name": profile.name,
            "label": profile.label,
            "unit": profile.unit,
            "positions": [view.profile(k, p) for p in range(view.layout.seats)],
        }
        for k, profile in enumerate(view.layout.game.profiles)
    ]


def _mirror(view: View) -> dict[str, Any] | None:
    if view.layout.mirrored == 1:
        return None
    figure = "difference" if view.layout.seats == 2 else "share.0"
    return {"variance_ratio": view.variance_ratio(figure), "luck_share": view.luck_share()}


def _warnings(content: dict[str, Any]) -> list[str]:
    texts = []
    unfinished = content["unfinished_rate"]
    if unfinished and unfinished.value > UNFINISHED_WARNING:
        texts.append(
            f"{content['outcomes']['unfinished']:,} of {content['games']:,} games ({100 * unfinished.value:.2g} %) did"
            " not finish; they are left out of all other figures"
        )
    distinct = content["distinct"]
    if distinct["games"] and distinct["distinct"] < DISTINCT_WARNING * distinct["games"]:
        texts.append(
            f"only {distinct['distinct']:,} of the first {distinct['games']:,} games were different: if few different"
            " games are possible that is fine, else the bots are too predictable for these intervals"
        )
    if not content["same_bots"]:
        texts.append("the seats have different bots: figures by position mix the position with the bot that holds it")
    if not content["complete"]:
        texts.append(f"the run was stopped early: {content['games']:,} of {content['games_asked']:,} games were played")
    return texts


def plain_data(content: Any) -> Any:
    """Data for JSON: estimates as objects, floats rounded to 12 significant digits, so that files compare."""
    if isinstance(content, Estimate):
        return plain_data(content.as_dict())
    if isinstance(content, dict):
        return {key: plain_data(value) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [plain_data(value) for value in content]
    return float(f"{content:.{DIGITS}g}") if isinstance(content, float) else content
