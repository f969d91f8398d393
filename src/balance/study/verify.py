"""`balance verify`: whether what a spec expects of its figures holds; a test of balance for a designer's own checks.

Play goes on until each claim is decided or the cap is reached. It looks at the intervals several times, so at look k
they have the confidence 1 − (1 − c) · 6/(π² k²): over all looks together a claim is decided wrongly with a chance of at
most 1 − c, however long it goes on (the union bound, with Σ 1/k² = π²/6).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import pi
from typing import Any, Literal

from balance.analysis.estimates import CONFIDENCE, Estimate
from balance.analysis.named import Named, UnknownFigureError, find_figure
from balance.analysis.summary import plain_data
from balance.arena.columns import Layout
from balance.input import Problem, SpecError
from balance.spec import Claim, Spec
from balance.study.errors import StudyError
from balance.study.progress import Reporter
from balance.study.variants import Variants

SCHEMA_VERSION = 1

Result = Literal["holds", "fails", "open"]


@dataclass
class Decided:
    """A claim, the figure it is about, and what was found: at which number of games it was decided, if it was."""

    claim: Claim
    figure: Named
    result: Result = "open"
    estimate: Estimate | None = None
    games: int | None = None

    def look(self, estimate: Estimate | None, games: int) -> None:
        """Decide, unless that is done, by an estimate with the interval of this look."""
        if self.result != "open":
            return
        self.estimate = estimate
        if estimate is None:
            return
        factor = 100.0 if self.figure.is_share else 1.0
        low, high = factor * estimate.low, factor * estimate.high
        if self.claim.low <= low and high <= self.claim.high:
            self.result, self.games = "holds", games
        elif high < self.claim.low or low > self.claim.high:
            self.result, self.games = "fails", games


@dataclass(frozen=True)
class Verification:
    """`content` is what `--json` prints; `result` the whole: `fails` if one does, else `open` if one is."""

    content: dict[str, Any]
    result: Result
    signal: int = 0


def verify(
    spec: Spec,
    games: int = 1_000_000,
    seed: int = 1,
    jobs: int | None = None,
    mirror: bool = False,
    reporter: Reporter | None = None,
) -> Verification:
    """Play `spec` until each of its claims is decided, at most `games` games.

    Raises `SpecError` for a claim about no figure or in a wrong unit, `StudyError` for a spec without claims.
    """
    if not spec.expect:
        raise StudyError("there is nothing to verify: the spec has no `expect:`, like expect: {draw_rate: below 5%}")
    variants = Variants.of([spec], seed, mirror)
    layout = variants.kits[0].layout
    decided = [Decided(claim, figure_of(layout, claim)) for claim in spec.expect]
    looks = 0

    def look() -> bool:
        nonlocal looks
        looks += 1
        confidence = 1 - (1 - CONFIDENCE) * 6 / (pi * looks) ** 2
        view = variants.view(0, confidence)
        for one in decided:
            one.look(one.figure.estimate(view), variants.games)
        return all(one.result != "open" for one in decided)

    variants.play(games, jobs, reporter=reporter, done=look)
    results = {one.result for one in decided}
    result: Result = "fails" if "fails" in results else "open" if "open" in results else "holds"
    heading = {"schema_version": SCHEMA_VERSION, "game": spec.game.name, "name": spec.name, "spec_hash": spec.digest}
    heading |= {"bots": [bot.title for bot in spec.bots], "seed": seed, "games": variants.games, "cap": games}
    content = heading | {"looks": looks, "result": result, "claims": [_plain(one) for one in decided]}
    return Verification(plain_data(content), result, variants.signal)


def figure_of(layout: Layout, claim: Claim) -> Named:
    """The figure that a claim is about; `SpecError` if there is none, or if it is counted in another unit."""
    try:
        figure = find_figure(layout, claim.figure)
    except UnknownFigureError as error:
        raise SpecError(Problem(str(error), claim.file, claim.line, claim.key)) from None
    if figure.is_share != claim.is_share:
        wanted = "is a share: write % or pp" if figure.is_share else f"is counted in {figure.unit}: write no % or pp"
        raise SpecError(Problem(wanted, claim.file, claim.line, claim.key))
    return figure


def _plain(one: Decided) -> Mapping[str, Any]:
    return {
        "figure": one.figure.name,
        "label": one.figure.label,
        "unit": one.figure.unit,
        "claim": one.claim.text,
        "result": one.result,
        "estimate": one.estimate,
        "games": one.games,
    }
