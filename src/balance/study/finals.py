"""The finalists of `balance tune`: judged on fresh games, and one of them recommended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from balance.analysis.estimates import Estimate
from balance.analysis.loss import Loss
from balance.analysis.view import View
from balance.spec import Study, changed_rules
from balance.study.race import Candidate, Track

Judgement = Literal["inside", "outside", "open"]


@dataclass(eq=False)
class Finalist:
    """A variant on fresh games: `searched` is what it was in the search, `fresh` what it is now; `against` what its own
    trained bots win against those of the search, `kept` whether they play."""

    searched: Candidate
    fresh: Candidate
    trained: dict[str, Any] | None = None
    against: Estimate | None = None


@dataclass
class Final:
    """The finalists after their fresh games."""

    study: Study
    track: Track
    finalists: list[Finalist]

    @property
    def best(self) -> Finalist:
        """That with the smallest loss."""
        return min(self.finalists, key=lambda one: self.track.total(one.fresh))

    def chosen(self) -> Finalist | None:
        """Of those that meet all limits, and cannot be told apart from the best of them, the one nearest to the rules;
        None if none is shown to meet them."""
        fit = [one for one in self.finalists if set(self.limits(one)) <= {"inside"}]
        if not fit:
            return None
        best = min(fit, key=lambda one: self.track.total(one.fresh))
        near = [one for one in fit if one is best or not self._told_apart(one, best)]
        return min(near, key=lambda one: (one.fresh.distance, self.track.total(one.fresh)))

    def may_meet(self) -> bool:
        """Whether for one of them it is open whether it meets the limits."""
        return any("outside" not in self.limits(one) for one in self.finalists)

    def _told_apart(self, one: Finalist, other: Finalist) -> bool:
        return self.track.told_apart(one.fresh, other.fresh, self.study.final_games)

    def _view(self, one: Finalist) -> View:
        assert one.fresh.tally is not None
        return View(one.fresh.kit.layout, one.fresh.tally)

    def limits(self, one: Finalist) -> list[Judgement]:
        """Whether it meets each limit."""
        view = self._view(one)
        return [_judged(limit.figure.estimate(view), limit.low, limit.high) for limit in self.track.loss.limits]

    def goals(self, one: Finalist) -> list[Judgement]:
        """Whether each figure is within the tolerance of its target."""
        view = self._view(one)
        return [
            _judged(goal.figure.estimate(view), goal.target - goal.tolerance, goal.target + goal.tolerance)
            for goal in self.track.loss.goals
        ]

    def plain(self, one: Finalist, chosen: bool) -> dict[str, Any]:
        """A finalist as data: in the search and on fresh games."""
        view, track = self._view(one), self.track
        best = self.best
        searched = one.searched
        return {
            "name": one.fresh.spec.name,
            "values": one.fresh.values,
            "changed": changed_rules(one.fresh.spec, self.study.base),
            "distance": one.fresh.distance,
            "spec_hash": one.fresh.spec.digest,
            "bots": [bot.title for bot in one.fresh.spec.bots],
            "recommended": chosen,
            "search": {
                "games": searched.games,
                "loss": track.estimate(searched),
                "figures": by_name(track.loss, track.values(searched).tolist()),
            },
            "fresh": {
                "games": one.fresh.games,
                "loss": track.estimate(one.fresh),
                "figures": {figure.name: figure.estimate(view) for figure in track.loss.figures},
            },
            "told_apart": one is not best and self._told_apart(one, best),
            "objectives": dict(zip((o.figure for o in self.study.objectives), self.goals(one), strict=True)),
            "limits": [
                {"figure": limit.figure.name, "claim": limit.text, "result": result}
                for limit, result in zip(track.loss.limits, self.limits(one), strict=True)
            ],
            "trained": one.trained,
            "trained_wins": one.against,
        }

    def words(self, chosen: Finalist | None) -> str:
        """The verdict in a sentence or two."""
        best = self.best
        if chosen is None:
            start = "No variant meets the limits on fresh games"
            if self.may_meet():
                start = "It cannot be told yet whether a variant meets the limits; more final games would tell"
            return f"{start}. Nearest is: {best.fresh.spec.name} ({self._misses(best)})."
        name = chosen.fresh.spec.name
        if not chosen.fresh.values:
            start = "No change is recommended: nothing is told to be better than the rules as they are."
            return f"{start} {self._goals(chosen)}"
        rivals = [one for one in self.finalists if one is not chosen and not self._told_apart(one, chosen)]
        text = f"Recommended: {name}. {self._goals(chosen)}"
        if rivals:
            names = "; ".join(one.fresh.spec.name for one in rivals)
            text += f" It cannot be told apart from {names}, and is nearer to the rules or as near."
        return text

    def _goals(self, one: Finalist) -> str:
        parts: dict[Judgement, list[str]] = {}
        for goal, result in zip(self.track.loss.goals, self.goals(one), strict=True):
            parts.setdefault(result, []).append(goal.figure.label)
        said = {
            "inside": "within tolerance: {}",
            "outside": "outside its tolerance: {}",
            "open": "cannot tell yet whether within tolerance: {}",
        }
        texts = [said[key].format(", ".join(parts[key])) for key in ("inside", "outside", "open") if key in parts]
        text = "; ".join(texts)
        return f"{text[:1].upper()}{text[1:]}."

    def _misses(self, one: Finalist) -> str:
        results: Mapping[Judgement, str] = {"outside": "misses", "open": "cannot tell", "inside": "meets"}
        return ", ".join(
            f"{results[result]} {limit.figure.label} {limit.text}"
            for limit, result in zip(self.track.loss.limits, self.limits(one), strict=True)
        )


def _judged(found: Estimate | None, low: float, high: float) -> Judgement:
    """Balance is a claim of equivalence: the whole interval must be inside."""
    if found is None:
        return "open"
    if low <= found.low and found.high <= high:
        return "inside"
    return "outside" if found.high < low or found.low > high else "open"


def by_name(loss: Loss, values: Sequence[float]) -> dict[str, float | None]:
    """Values of the loss's figures by name; None for one that has no value."""
    return {figure.name: None if value != value else value for figure, value in zip(loss.figures, values, strict=True)}
