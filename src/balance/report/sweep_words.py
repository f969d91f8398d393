"""What a sweep found, in sentences: how figures move with an option, or with the skill of the bots."""

from __future__ import annotations

from collections.abc import Sequence

from balance.analysis.estimates import quantile
from balance.report.model import Estimate, Part
from balance.report.numbers import Shown, change, in_unit, percent
from balance.report.words import ordinal

BOTS = "bots"
"""The key of `--over bots=…`."""
ALPHA = 0.05
"""Positions are called different below this p-value."""


class Over(Part):
    """An option (or `bots`) and its values."""

    key: str
    values: list[str]


class Figure(Part):
    """A figure that was asked for; `fair` is its value where no position is better, None if it says nothing of that."""

    figure: str
    label: str
    unit: str
    fair: float | None


class PositionTest(Part):
    """Chi-square test of equal win shares."""

    statistic: float
    degrees: int
    p_value: float


class Variant(Part):
    """One combination of values and what came of it."""

    values: dict[str, str]
    spec_hash: str
    players: int
    bots: list[str]
    figures: dict[str, Estimate | None]
    differences: dict[str, Estimate]
    position_test: PositionTest | None

    @property
    def name(self) -> str:
        """`hand_limit 7`."""
        return ", ".join(f"{key} {value}" for key, value in self.values.items())


class Sweep(Part):
    """What `balance sweep --json` prints."""

    game: str
    title: str
    bots: list[str]
    seed: int
    games: int
    mirrored: int
    complete: bool
    over: list[Over]
    figures: list[Figure]
    variants: list[Variant]
    command: str = ""

    @property
    def by_skill(self) -> bool:
        """Whether nothing but the bots varies."""
        return [one.key for one in self.over] == [BOTS]


def families(figures: Sequence[Figure]) -> list[list[Figure]]:
    """Figures, those together that are of one kind but of different positions (`share.1`, `share.2`, …)."""
    found: list[list[Figure]] = []
    for figure in figures:
        last = found[-1][-1] if found else None
        if last and figure.unit == last.unit and kind_of(figure) == kind_of(last) and kind_of(figure) != figure.label:
            found[-1].append(figure)
        else:
            found.append([figure])
    return found


def kind_of(figure: Figure) -> str:
    """`win share` of `win share of the first player`."""
    return figure.label.removesuffix(f" of the {position_of(figure)}").removesuffix(f", {position_of(figure)}")


def position_of(figure: Figure) -> str:
    """`first player` of `share.1`; of other figures the label."""
    place = figure.figure.rpartition(".")[2]
    return f"{ordinal(int(place) - 1)} player" if place.isdecimal() else figure.label


def is_constant(sweep: Sweep, family: Sequence[Figure]) -> bool:
    """Whether nothing varies, neither between variants nor between games."""
    found = [variant.figures[one.figure] for one in family for variant in sweep.variants]
    return len({(one.low, one.high) if one else None for one in found}) == 1 and all(
        one and one.low == one.high for one in found
    )


def sentence(sweep: Sweep, family: Sequence[Figure]) -> str:
    """How a figure moves, or a family of them (the win shares of all positions, say)."""
    if len(family) > 1 and sweep.by_skill and all(one.fair is not None for one in family):
        return _by_position(sweep, family)
    if is_constant(sweep, family):
        return f"{capital(family[0].label)}: {_constant(sweep, family[0])} in every game."
    words = _with_skill if sweep.by_skill else _along
    return " ".join(words(sweep, figure) for figure in family)


def _constant(sweep: Sweep, figure: Figure) -> str:
    found = sweep.variants[0].figures[figure.figure]
    return in_unit(found, figure.unit).value if found else "none"


def _by_position(sweep: Sweep, family: Sequence[Figure]) -> str:
    """Which position has most and least, among the first and among the last bots."""
    parts = []
    for variant in (sweep.variants[0], sweep.variants[-1]):
        if (test := variant.position_test) and test.p_value >= ALPHA:
            parts.append(f"among {_level(variant)} no position is visibly better than another")
            continue
        known = [(found, one) for one in family if (found := variant.figures[one.figure])]
        if known:
            most, least = (pick(known, key=lambda pair: pair[0].value) for pick in (max, min))
            texts = [
                f"the {position_of(one)} {way} ({percent(found).line})"
                for found, one, way in ((*most, "has most"), (*least, "least"))
            ]
            parts.append(f"among {_level(variant)} {' and '.join(texts)}")
    return f"{capital(kind_of(family[0]))}: {'; '.join(parts)}." if parts else "No games."


def _level(variant: Variant) -> str:
    return f"{variant.values[BOTS]} bots"


def _with_skill(sweep: Sweep, figure: Figure) -> str:
    """`First player’s advantage fades from +2.0 ± 0.5 pp among random bots to −0.2 ± 0.6 pp among greedy bots.`"""
    first, last = sweep.variants[0], sweep.variants[-1]
    before, after = first.figures[figure.figure], last.figures[figure.figure]
    if before is None or after is None:
        return f"{capital(figure.label)}: no games."
    texts = [in_unit(one, figure.unit).line for one in (before, after)]
    moved = last.differences.get(figure.figure)
    if moved is None or moved.low <= 0 <= moved.high:
        difference = f" (difference {change(moved, figure.unit).line})" if moved else ""
        return (
            f"{capital(figure.label)}: no visible change, {texts[0]} among {_level(first)} and"
            f" {texts[1]} among {_level(last)}{difference}."
        )
    goes = ":" if figure.fair is None else f" {_goes(figure.fair, before, after)}"
    text = f"{capital(figure.label)}{goes} from {texts[0]} among {_level(first)} to {texts[1]} among {_level(last)}"
    return f"{text}{_beyond(sweep, figure, before, after)}."


def _goes(fair: float, before: Estimate, after: Estimate) -> str:
    """What the lead of a position does. Which side of `fair` an end is on counts only if its interval says so."""
    sides = [(one.low > fair) - (one.high < fair) for one in (before, after)]
    if sides[0] == -sides[1]:
        return "turns round" if sides[0] else "moves"
    if 0 in sides:
        return "fades" if sides[1] == 0 else "grows"
    return "fades" if abs(after.value - fair) < abs(before.value - fair) else "grows"


def _beyond(sweep: Sweep, figure: Figure, before: Estimate, after: Estimate) -> str:
    """A level in between that lies clearly beyond both ends, if there is one: the figure does not go one way."""
    low, high = min(before.low, after.low), max(before.high, after.high)
    known = [(found, one) for one in sweep.variants[1:-1] if (found := one.figures[figure.figure])]
    apart = [(max(found.low - high, low - found.high), found, one) for found, one in known]
    if not apart or max(apart, key=lambda item: item[0])[0] <= 0:
        return ""
    _, found, variant = max(apart, key=lambda item: item[0])
    text: Shown = in_unit(found, figure.unit)
    return f", but not evenly: among {_level(variant)} it is {text.line}"


def _along(sweep: Sweep, figure: Figure) -> str:
    """Between which variants a figure is lowest and highest, if their intervals are apart."""
    known = [(one, found) for one in sweep.variants if (found := one.figures[figure.figure])]
    if not known:
        return f"{capital(figure.label)}: no games."
    least, most = (pick(known, key=lambda pair: pair[1].value) for pick in (min, max))
    if least[1].high >= most[1].low:
        return _from_the_first(sweep, figure)
    low, high = (in_unit(found, figure.unit).line for _, found in (least, most))
    return f"{capital(figure.label)}: from {low} ({least[0].name}) to {high} ({most[0].name})."


def _from_the_first(sweep: Sweep, figure: Figure) -> str:
    """Paired differences may tell what intervals that overlap do not. Bonferroni: one for each other variant."""
    wider = quantile(1 - ALPHA / max(1, len(sweep.variants) - 1)) / quantile(1 - ALPHA)
    found = [(moved, one) for one in sweep.variants if (moved := one.differences.get(figure.figure))]
    told = [(moved, one) for moved, one in found if abs(moved.value) > wider * moved.half_width]
    if not told:
        return f"{capital(figure.label)}: no visible change."
    moved, one = max(told, key=lambda pair: abs(pair[0].value))
    ends = [(variant.figures[figure.figure], variant.name) for variant in (sweep.variants[0], one)]
    texts = [f"{in_unit(end, figure.unit).line} ({name})" for end, name in ends if end]
    return f"{capital(figure.label)}: from {' to '.join(texts)}, a change of {change(moved, figure.unit).line}."


def capital(text: str) -> str:
    """With a capital letter first."""
    return text[:1].upper() + text[1:]
