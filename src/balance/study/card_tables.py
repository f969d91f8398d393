"""What `balance cards --swap --ban --removal --json` prints, see docs/cards.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from balance.analysis.estimates import Estimate
from balance.analysis.line import Line, fitted
from balance.analysis.pairs import PAIR_SUMS, PairValue, pair_values
from balance.study.card_values import CardStudy, Measure, Part

SCHEMA_VERSION = 1
TOLERANCE = 0.05
"""What a card may be worth to its owner either way before it is called too strong or too weak: a win share, or a part
of the mean score."""
SILENT = {"pairs": "n", "changed": "changed"}
"""What is told of a card of which nothing else is said."""
HEADLINES = ("swap", "ban")
"""Kinds that cards are judged by: the first that was measured."""


def content(study: CardStudy) -> dict[str, Any]:
    """All tables as plain data for JSON."""
    spec, options = study.spec, study.spec.options
    number = spec.game.card_number(options)
    return {
        "schema_version": SCHEMA_VERSION,
        "game": spec.game.name,
        "title": spec.game.title,
        "name": spec.name,
        "mode": spec.game.mode(options),
        "kind": spec.game.kind(options),
        "graded": bool(spec.game.grades(options)),
        "players": spec.players,
        "spec_hash": spec.digest,
        "seed": study.seed,
        "deals": study.deals,
        "complete": not study.stopped,
        "number": number and number.label,
        "absent": study.absent,
        "tables": [_table(study, part, i, measure) for part in study.parts for i, measure in enumerate(part.measures)],
    }


def _table(study: CardStudy, part: Part, which: int, measure: Measure) -> dict[str, Any]:
    """One kind of value by one figure between bots of one level."""
    sums = part.sums[which]
    cards, silent = pair_values(sums, range(len(measure.names)), part.deals, measure.unit)
    groups = study.spec.game.card_groups(study.spec.options)
    grouped, _ = pair_values(sums, range(len(measure.names), len(sums)), part.deals, measure.unit)
    if part.kind not in HEADLINES:
        cards, grouped = _largest_first(cards), _largest_first(grouped)
    line, numbers = _line(study, measure, cards) if part.kind in HEADLINES else (None, {})
    tolerance = _tolerance(part, sums, measure) if part.kind in HEADLINES else None
    return {
        "bot": part.bot.title,
        "kind": part.kind,
        "figure": measure.figure,
        "label": measure.label,
        "scale": measure.scale,
        "deals": part.deals,
        "tolerance": tolerance,
        "cards": [
            {"card": measure.cards[value.entry], "name": measure.names[value.entry]}
            | _value(value)
            | _judged(value, tolerance)
            | _against(value, line, numbers.get(measure.cards[value.entry]))
            for value in cards
        ],
        "groups": [
            {"by": group.by, "name": group.label, "cards": len(group.cards)} | _value(value)
            for value, group in ((value, groups[value.entry - len(measure.names)]) for value in grouped)
        ],
        "silent": [
            {"name": measure.names[i]} | {key: int(sums[i, PAIR_SUMS.index(of)]) for key, of in SILENT.items()}
            for i in silent
        ],
        "line": line and {"intercept": line.intercept, "slope": line.slope.as_dict()},
    }


def _largest_first(values: list[PairValue]) -> list[PairValue]:
    """What is changed most first, either way: by how much it is at least changed."""
    return sorted(values, key=lambda value: -max(value.shrunk.low, -value.shrunk.high))


def _value(value: PairValue) -> dict[str, Any]:
    return {
        "raw": value.raw.as_dict(),
        "shrunk": value.shrunk.as_dict(),
        "p_value": value.p,
        "told_apart": value.told,
        "pairs": value.pairs,
        "deals": value.deals,
        "changed": value.changed,
        "correlation": value.correlation,
        "games_factor": value.games_factor,
    }


def _line(study: CardStudy, measure: Measure, cards: Sequence[PairValue]) -> tuple[Line | None, dict[int, int]]:
    number = study.spec.game.card_number(study.spec.options)
    if number is None:
        return None, {}
    known = [value for value in cards if measure.cards[value.entry] in number.of_card]
    x = [number.of_card[measure.cards[value.entry]] for value in known]
    return fitted(x, [value.raw.value for value in known]), dict(number.of_card)


def _against(value: PairValue, line: Line | None, number: int | None) -> dict[str, Any]:
    """The card's number, and how far its value lies above the line (the line is taken as it is)."""
    if line is None or number is None:
        return {"number": number, "residual": None}
    return {"number": number, "residual": value.raw.scaled(1.0, -line.at(number)).as_dict()}


def _tolerance(part: Part, sums: Any, measure: Measure) -> float:
    if measure.scale == "share":
        return TOLERANCE
    own = sums[: len(measure.names)]
    pairs, score = (int(own[:, PAIR_SUMS.index(name)].sum()) for name in ("n", "one"))
    return TOLERANCE * abs(score / pairs) if pairs else 0.0


def _judged(value: PairValue, tolerance: float | None) -> dict[str, Any]:
    return {"verdict": None if tolerance is None else verdict(value.shrunk, tolerance)}


def verdict(value: Estimate, tolerance: float) -> str:
    """`strong` or `weak`: the whole interval lies beyond the tolerance; `fair`: within it; else `open`."""
    if value.low > tolerance:
        return "strong"
    if value.high < -tolerance:
        return "weak"
    return "fair" if -tolerance <= value.low and value.high <= tolerance else "open"
