"""`balance sweep`: figures of a game while options take several values, all on the same games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balance.analysis.named import UnknownFigureError, find_figure, main_figures, named_figures
from balance.analysis.paired import Difference
from balance.analysis.summary import plain_data
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
    differences: list[dict[str, Difference]] = [{}, *(played.differences(i) for i in range(1, len(variants)))]
    views = [played.view(i) for i in range(len(variants))]
    base = variants[0][1]
    content = {
        "schema_version": SCHEMA_VERSION,
        "game": base.game.name,
        "title": base.game.title,
        "bots": [bot.title for bot in base.bots],
        "seed": seed,
        "games": played.games,
        "games_asked": games,
        "mirrored": played.mirrored,
        "complete": not played.signal,
        "over": [{"key": one.key, "values": list(one.values)} for one in over],
        "figures": [{"figure": one[0].name, "label": one[0].label, "unit": one[0].unit} for one in wanted],
        "variants": [
            {
                "values": dict(values),
                "spec_hash": spec.digest,
                "figures": {one[i].name: one[i].estimate(views[i]) for one in wanted},
                "differences": {
                    one[i].name: found.value for one in wanted if (found := differences[i].get(one[i].name))
                },
            }
            for i, (values, spec) in enumerate(variants)
        ],
    }
    return Sweep(plain_data(content), played.signal)


def _usual(played: Variants) -> list[str]:
    layout = played.kits[0].layout
    known = named_figures(layout)
    main = [one.name for one in main_figures(layout)]
    return main + [name for name in USUAL if name in known and name not in main]
