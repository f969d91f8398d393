"""`balance compare`: what a change of rules, cards or bots changes, each figure with the interval of its change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Any

from balance.analysis.cards import benjamini_hochberg
from balance.analysis.estimates import CONFIDENCE, Estimate, p_value, quantile
from balance.analysis.named import Named, main_figures
from balance.analysis.paired import Difference, common_figures
from balance.analysis.summary import plain_data
from balance.analysis.view import View
from balance.spec import Spec, changed_rules
from balance.study.errors import StudyError
from balance.study.progress import Reporter
from balance.study.stored import open_run
from balance.study.variants import Variants

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Comparison:
    """`content` is what `--json` prints (docs/compare.md); `signal` is 0, or what stopped the play early."""

    content: dict[str, Any]
    signal: int = 0


def compare(
    specs: Sequence[Spec],
    games: int = 100_000,
    seed: int = 1,
    jobs: int | None = None,
    mirror: bool = False,
    precision: Mapping[str, float] | None = None,
    reporter: Reporter | None = None,
) -> Comparison:
    """Play the same games with each spec and compare the others with the first.

    With `precision` play ends when the differences of these figures are known so well (half-widths by name; shares as
    parts of 1); `games` is then the most. Raises `StudyError`, and `Stopped` if it is stopped before the first game.
    """
    if len(specs) < 2:
        raise StudyError("a comparison needs at least two variants")
    variants = Variants.of(specs, seed, mirror)
    for name in precision or ():
        if any(name not in {one.name for one, _ in common} for common in variants.common):
            raise StudyError(f"precision: not all variants have the figure {name}")
    variants.play(games, jobs, precision, reporter)
    views = [variants.view(i) for i in range(len(specs))]
    found = [variants.differences(i) for i in range(1, len(specs))]
    heading: dict[str, Any] = {"paired": True, "seed": seed, "games": variants.games, "games_asked": games}
    heading |= {"mirrored": variants.mirrored, "complete": not variants.signal, "precision": dict(precision or {})}
    return Comparison(_content(specs, views, found, heading), variants.signal)


def compare_runs(folders: Sequence[Path]) -> Comparison:
    """Compare runs that are there, of any seeds, as they are: their games count as independent.

    Raises `StudyError` for a folder that is no run, or runs of different games.
    """
    specs, views, seeds = [], [], []
    for path in folders:
        run = open_run(path)
        specs.append(run.spec)
        seeds.append(run.order.seed)
        views.append(run.view)
    if len({spec.game.name for spec in specs}) > 1:
        raise StudyError("only runs of one game can be compared")
    found = [_independent(views[0], view) for view in views[1:]]
    games = min(view.tally.games for view in views)
    heading = {"paired": False, "seed": seeds, "games": games, "games_asked": games, "mirrored": 1, "complete": True}
    return Comparison(_content(specs, views, found, heading | {"precision": {}}))


def independent(a: Estimate, b: Estimate, confidence: float = CONFIDENCE) -> Difference:
    """B − A of independent estimates, its interval from theirs (Newcombe 1998, method 10)."""
    value = b.value - a.value
    below, above = hypot(b.value - b.low, a.high - a.value), hypot(b.high - b.value, a.value - a.low)
    error = (below + above) / 2 / quantile(confidence)
    p = p_value(value / error) if error > 0 else float(value == 0)
    return Difference(Estimate(value, value - below, value + above, min(a.n, b.n)), p, None, None)


def _independent(a: View, b: View) -> dict[str, Difference]:
    found = {}
    for one, other in common_figures(a.layout, b.layout):
        before, after = one.estimate(a), other.estimate(b)
        if before and after:
            found[one.name] = independent(before, after, a.confidence)
    return found


def _content(
    specs: Sequence[Spec], views: Sequence[View], found: Sequence[dict[str, Difference]], heading: dict[str, Any]
) -> dict[str, Any]:
    base = specs[0]
    names = _names(specs)
    content: dict[str, Any] = {"schema_version": SCHEMA_VERSION, "game": base.game.name, "title": base.game.title}
    content |= heading | {"confidence": views[0].confidence}
    content["main"] = [figure.name for figure in main_figures(views[0].layout)]
    content["variants"] = [
        _variant(name, spec, base, view) for name, spec, view in zip(names, specs, views, strict=True)
    ]
    content["differences"] = [
        {"variant": name, "base": names[0], "figures": _figures(views[0], view, differences)}
        for name, view, differences in zip(names[1:], views[1:], found, strict=True)
    ]
    return plain_data(content)


def _names(specs: Sequence[Spec]) -> list[str]:
    """What people call each; a number is added where two would be called the same."""
    names: list[str] = []
    for spec in specs:
        name = spec.name or spec.game.title
        copies = sum(other == name or other.startswith(f"{name} (") for other in names)
        names.append(f"{name} ({copies + 1})" if copies else name)
    return names


def _variant(name: str, spec: Spec, base: Spec, view: View) -> dict[str, Any]:
    return {
        "name": name,
        "about": spec.about,
        "mode": spec.game.mode(spec.options),
        "players": spec.players,
        "bots": [bot.title for bot in spec.bots],
        "spec_hash": spec.digest,
        "games": view.tally.games,
        "changed": changed_rules(spec, base),
    }


def _figures(a: View, b: View, differences: dict[str, Difference]) -> list[dict[str, Any]]:
    common = [(one, other) for one, other in common_figures(a.layout, b.layout) if one.name in differences]
    told = benjamini_hochberg([differences[one.name].p for one, _ in common])
    return [
        _figure(one, other, a, b, differences[one.name], kept) for (one, other), kept in zip(common, told, strict=True)
    ]


def _figure(one: Named, other: Named, a: View, b: View, found: Difference, told: bool) -> dict[str, Any]:
    return {
        "figure": one.name,
        "label": one.label,
        "unit": one.unit,
        "base": one.estimate(a),
        "other": other.estimate(b),
        "difference": found.value,
        "p_value": found.p,
        "told_apart": told and found.value.value != 0,
        "correlation": found.correlation,
        "unpaired_times": found.times,
    }
