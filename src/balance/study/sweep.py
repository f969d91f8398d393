"""`balance sweep`: figures of a game while options, or the bots that play it, take several values, all on the same
games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balance.analysis.named import Named, UnknownFigureError, find_figure, main_figures, named_figures
from balance.analysis.paired import Difference
from balance.analysis.summary import plain_data
from balance.analysis.view import View
from balance.spec import Over, Spec
from balance.study.errors import StudyError
from balance.study.progress import Reporter
from balance.study.variants import Variants

SCHEMA_VERSION = 1
USUAL = ("draw_rate", "success_rate", "score", "turns")
"""Figures that are shown beside the main ones when none are named, where a game has them."""


@dataclass(frozen=True)
class Sweep:
    """`content` is what `--json` prints (docs/compare.md); `signal` is 0, or what stopped the play early."""

    content: dict[str, Any]
    signal: int = 0


def sweep(
    variants: Sequence[tuple[Mapping[str, str], Spec]],
    over: Sequence[Over],
    figures: Sequence[str] = (),
    games: int = 20_000,
    seed: int = 1,
    jobs: int | None = None,
    mirror: bool = False,
    reporter: Reporter | None = None,
) -> Sweep:
    """Play `games` games with each variant, the same games for all, and give their figures.

    `variants` come from `spec.swept`. Each figure also gets its paired difference from the first variant. Raises
    `StudyError` for a figure that not all variants have.
    """
    if not variants:
        raise StudyError("nothing to sweep over: name an option and its values, like --over hand_limit=4..8")
    played = Variants.of([spec for _, spec in variants], seed, mirror)
    names = list(figures) or _usual(played)
    try:
        wanted = [[find_figure(kit.layout, name) for kit in played.kits] for name in names]
    except UnknownFigureError as error:
        raise StudyError(f"--figure: {error}; balance figures lists them") from None
    played.play(games, jobs, reporter=reporter)
    base = variants[0][1]
    content = {
        "schema_version": SCHEMA_VERSION,
        "game": base.game.name,
        "title": base.game.title,
        "bots": list(dict.fromkeys(bot.title for _, spec in variants for bot in spec.bots)),
        "seed": seed,
        "games": played.games,
        "games_asked": games,
        "mirrored": played.mirrored,
        "complete": not played.signal,
        "over": [{"key": one.key, "values": list(one.values)} for one in over],
        "figures": [
            {"figure": one[0].name, "label": one[0].label, "unit": one[0].unit, "fair": _fair(one)} for one in wanted
        ],
        "variants": [
            _variant(values, spec, played.view(i), [one[i] for one in wanted], played.differences(i) if i else {})
            for i, (values, spec) in enumerate(variants)
        ],
    }
    return Sweep(plain_data(content), played.signal)


def _fair(figures: Sequence[Named]) -> float | None:
    """What a figure is where no position is better, if that is the same in all variants."""
    values = {one.fair for one in figures}
    return values.pop() if len(values) == 1 else None


def _variant(
    values: Mapping[str, str], spec: Spec, view: View, figures: Sequence[Named], changes: Mapping[str, Difference]
) -> dict[str, Any]:
    rivals = view.layout.kind == "competitive" and spec.players > 2
    return {
        "values": dict(values),
        "spec_hash": spec.digest,
        "players": spec.players,
        "bots": [bot.title for bot in spec.bots],
        "figures": {one.name: one.estimate(view) for one in figures},
        "differences": {one.name: found.value for one in figures if (found := changes.get(one.name))},
        "position_test": view.test_of_positions() if rivals else None,
    }


def _usual(played: Variants) -> list[str]:
    layout = played.kits[0].layout
    known = named_figures(layout)
    main = [one.name for one in main_figures(layout)]
    return main + [name for name in USUAL if name in known and name not in main]
