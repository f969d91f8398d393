"""What a spec may expect of its figures: `expect: {first_player_advantage: within 2pp, draw_rate: below 5%}`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf

from balance.input import Loc, Node, error_at, key_text, show

NUMBER = r"([+-]?[0-9]+(?:\.[0-9]+)?) ?(%|pp)?"
FORMS = {
    "within": re.compile(rf"within {NUMBER}"),
    "within of": re.compile(rf"within {NUMBER} of {NUMBER}"),
    "below": re.compile(rf"below {NUMBER}"),
    "above": re.compile(rf"above {NUMBER}"),
    "between": re.compile(rf"between {NUMBER} and {NUMBER}"),
}
LONGEST = 100
FORMS_IN_WORDS = "within 2pp, within 2pp of 50%, below 5%, above 40%, or between 45% and 55%"


@dataclass(frozen=True)
class Claim:
    """That a figure lies from `low` to `high`, in the unit that people write (per cent, percentage points, turns).

    `is_share` tells whether it was written with % or pp; `key`, `file` and `line` are where it stands.
    """

    figure: str
    text: str
    low: float
    high: float
    is_share: bool
    key: str = ""
    file: str = ""
    line: int | None = None


def claims(tree: Node, at: Loc = ("expect",)) -> tuple[Claim, ...]:
    """The claims of a spec's tree, by its key `expect` (or another place); `SpecError` for one that cannot be read."""
    node = tree.deepest(at) if tree.has(at) else None
    if node is None or node.value is None:
        return ()
    if not isinstance(node.value, dict) or not node.value:
        message = f"must be a mapping from figures to what is expected of them ({FORMS_IN_WORDS})"
        raise error_at(tree, at, message)
    return tuple(_claim(tree, (*at, name), item) for name, item in node.value.items())


def _claim(tree: Node, at: Loc, item: Node) -> Claim:
    text = item.value
    found = _range(text) if isinstance(text, str) and len(text) <= LONGEST else None
    if found is None:
        raise error_at(tree, at, f"must be like {FORMS_IN_WORDS}, not {show(item.plain())}")
    low, high, is_share = found
    if low > high:
        raise error_at(tree, at, f"nothing lies from {low:g} to {high:g}")
    return Claim(str(at[-1]), str(text).strip(), low, high, is_share, key_text(at), item.file, item.line)


def _range(text: str) -> tuple[float, float, bool] | None:
    """(low, high, whether in per cent or points) of a claim's text, None if it is none."""
    words = " ".join(text.split())
    for form, pattern in FORMS.items():
        found = pattern.fullmatch(words)
        if not found:
            continue
        numbers, units = [float(x) for x in found.groups()[::2]], found.groups()[1::2]
        if len({unit is None for unit in units}) > 1:
            return None
        return (*_ends(form, numbers), units[0] is not None)
    return None


def _ends(form: str, numbers: list[float]) -> tuple[float, float]:
    if form == "below":
        return -inf, numbers[0]
    if form == "above":
        return numbers[0], inf
    if form == "between":
        return numbers[0], numbers[1]
    centre = numbers[1] if form == "within of" else 0.0
    return centre - abs(numbers[0]), centre + abs(numbers[0])
