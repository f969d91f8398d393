"""What `balance tune` searches for: the key `tune` of a spec file (docs/tune.md).

`search` names options and the values they may take, `objectives` figures and what they should be, `limits` claims that
must hold, as in `expect`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from balance.input import FaultError, Loc, Node, Problem, SpecError, checked, error_at, key_text, nearest, show
from balance.spec.expect import NUMBER, Claim, claims
from balance.spec.loader import Draft, draft
from balance.spec.model import Spec
from balance.spec.sizes import parse_count

PART = re.compile(r"([^.\[\]]+)((?:\[[0-9]{1,4}\])*)")
RANGE_KEYS = ("from", "to", "step", "when")
CHOICE_KEYS = ("choose", "when")
MOST_VALUES = 200
FEW = 64
"""Up to so many combinations are all tried."""
QUANTITY = re.compile(NUMBER)


def _size(value: Any) -> Any:
    return parse_count(value) if isinstance(value, str) else value


Size = Annotated[int, BeforeValidator(_size), Field(ge=1, le=10**12)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Objective(_Part):
    target: Any
    tolerance: Any
    weight: float = Field(1.0, gt=0, le=1000, allow_inf_nan=False)

    @field_validator("target", "tolerance", mode="before")
    @classmethod
    def _read(cls, value: Any) -> tuple[float, bool]:
        """(number, whether it was written with % or pp)."""
        if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
            return float(value), False
        found = QUANTITY.fullmatch(value.strip()) if isinstance(value, str) and len(value) < 40 else None
        if not found:
            raise FaultError(f"must be a number with its unit, like 2pp, 5% or 12.5, not {show(value)}")
        return float(found[1]), found[2] is not None

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.tolerance[0] <= 0:
            raise FaultError(f"must be more than 0, not {self.tolerance[0]:g}", ("tolerance",))
        if self.target[1] != self.tolerance[1]:
            raise FaultError("target and tolerance must both be shares (% or pp), or neither", ("tolerance",))
        return self


class _Budget(_Part):
    games: Size | None = None
    minutes: float | None = Field(None, gt=0, le=100_000, allow_inf_nan=False)

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.games is None) == (self.minutes is None):
            raise FaultError("needs either games or minutes: {games: 2M} or {minutes: 10}")
        return self


class _Tune(_Part):
    search: dict[str, Any] = Field(min_length=1)
    objectives: dict[str, _Objective] = Field(min_length=1)
    limits: dict[str, Any] = Field(default_factory=dict)
    price: float = Field(0.05, ge=0, le=1000, allow_inf_nan=False)
    budget: _Budget = _Budget(games=1_000_000)
    rungs: Annotated[tuple[Size, ...], Field(strict=False, min_length=1, max_length=8)] = (2_000, 8_000, 32_000)
    finalists: int = Field(4, ge=1, le=20)
    final_games: Size = 100_000
    retrain: float = Field(0.0, ge=0, le=1000, allow_inf_nan=False)

    @field_validator("rungs")
    @classmethod
    def _check_rungs(cls, rungs: tuple[int, ...]) -> tuple[int, ...]:
        if list(rungs) != sorted(set(rungs)):
            raise FaultError("must rise: each rung has more games than the one before")
        return rungs


@dataclass(frozen=True)
class Axis:
    """An option that the search may change, and the values that it may take: `choices`, or numbers from `low` to
    `high` in steps (`step` 0: any number between). It counts only `when` other axes have one of the values named.

    `loc` is its place in the rules, `key` that place as text, `line` where it was written.
    """

    key: str
    loc: Loc
    choices: tuple[Any, ...] = ()
    low: float = 0
    high: float = 0
    step: float = 0
    when: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    file: str = ""
    line: int | None = None

    @property
    def count(self) -> float:
        """How many values it may take."""
        if self.choices:
            return len(self.choices)
        return round((self.high - self.low) / self.step) + 1 if self.step else math.inf

    def values(self) -> list[Any]:
        """All of them, if they can be counted."""
        if self.choices:
            return list(self.choices)
        return [self.number(self.low + k * self.step) for k in range(int(self.count))]

    def number(self, value: float) -> int | float:
        """A value of the range, rid of rounding; whole where the range is."""
        whole = all(isinstance(x, int) for x in (self.low, self.high, self.step)) and self.step
        return round(value) if whole else round(float(value), 10)

    def ends(self) -> list[Any]:
        """The values that are checked before anything is played."""
        return list(self.choices) or [self.number(self.low), self.number(self.high)]

    def size(self, value: Any, base: Any) -> float:
        """How large the step from `base` to `value` is: as a part of the range, 1 for a choice."""
        numbers = all(isinstance(x, int | float) and not isinstance(x, bool) for x in (value, base))
        if self.choices or not numbers:
            return 1.0
        return abs(value - base) / (max(self.high, base) - min(self.low, base))


@dataclass(frozen=True)
class Objective:
    """A figure that should lie within `tolerance` of `target`, in the unit that people write."""

    figure: str
    target: float
    tolerance: float
    weight: float
    is_share: bool
    key: str
    file: str
    line: int | None


@dataclass(frozen=True)
class Study:
    """A tuning study: what may change, what is wanted, and how long to look for it. `source` is its file, `rungs` are
    numbers of games."""

    source: str
    draft: Draft
    base: Spec
    axes: tuple[Axis, ...]
    objectives: tuple[Objective, ...]
    limits: tuple[Claim, ...]
    price: float
    games: int | None
    minutes: float | None
    rungs: tuple[int, ...]
    finalists: int
    final_games: int
    retrain: float

    @cached_property
    def printed(self) -> dict[str, Any]:
        """The value of each axis by the rules that the search starts from."""
        return {axis.key: _value_at(self.base, axis.loc) for axis in self.axes}

    def active(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The values that count: those of axes whose conditions hold, in the order of the axes."""
        found: dict[str, Any] = {}
        for axis in self.axes:
            if axis.key in values and self.counts(axis, found):
                found[axis.key] = values[axis.key]
        return found

    def counts(self, axis: Axis, values: Mapping[str, Any]) -> bool:
        """Whether an axis has a meaning, given the values of those before it."""
        return all(values.get(key, self.printed[key]) in wanted for key, wanted in axis.when)

    def changed(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The values that differ from the rules that the search starts from."""
        return {key: value for key, value in self.active(values).items() if value != self.printed[key]}

    def distance(self, values: Mapping[str, Any]) -> float:
        """How far from those rules: 1 for each changed option, and the sizes of the changes."""
        by_key = {axis.key: axis for axis in self.axes}
        changed = self.changed(values)
        return sum(1 + by_key[key].size(value, self.printed[key]) for key, value in changed.items())

    def changes(self, values: Mapping[str, Any]) -> Node:
        """The values that differ, as a tree to lay over the rules."""
        chosen = self.changed(values)
        return _tree(self.base, [(axis, chosen[axis.key]) for axis in self.axes if axis.key in chosen])

    def written(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """What a spec file of the game has to say to have the rules of the study with these values; plain data."""
        rules: dict[str, Any] = self.draft.rules.merged(self.changes(values)).plain()
        return rules

    def spec(self, values: Mapping[str, Any], name: str = "") -> Spec:
        """The variant with these values; `SpecError` if they make no rules that can be played."""
        texts = [f"{_short(key)} {_text(value)}" for key, value in self.changed(values).items()]
        return self.draft.spec(self.changes(values)).called(name or ", ".join(texts))

    @cached_property
    def combinations(self) -> list[dict[str, Any]] | None:
        """All combinations, nearest to the rules first, if they are at most `FEW`; else None."""
        if math.prod(axis.count for axis in self.axes if not axis.when) > FEW:
            return None
        found: list[dict[str, Any]] = [{}]
        for axis in self.axes:
            found = [new for one in found for new in self._extended(one, axis)]
            if len(found) > FEW:
                return None
        return sorted(found, key=self.distance)

    def _extended(self, one: dict[str, Any], axis: Axis) -> Iterator[dict[str, Any]]:
        if not self.counts(axis, one):
            yield one
        elif math.isinf(axis.count):
            yield from ({**one, axis.key: value} for value in range(FEW + 1))
        else:
            yield from ({**one, axis.key: value} for value in axis.values())

    def corners(self) -> list[tuple[Axis, Any, dict[str, Any]]]:
        """Each axis at each of its ends: (axis, value, a combination that has it)."""
        by_key = {axis.key: axis for axis in self.axes}

        def fitting(axis: Axis) -> dict[str, Any]:
            found: dict[str, Any] = {}
            for key, wanted in axis.when:
                found |= fitting(by_key[key]) | {key: wanted[0]}
            return found

        return [(axis, value, fitting(axis) | {axis.key: value}) for axis in self.axes for value in axis.ends()]


def read_study(source: str) -> Study:
    """The study in a YAML file; raises `SpecError`, also for a value at an end of a range that cannot be played."""
    base = draft(source)
    if base.tune is None:
        message = "has no `tune:`, which says what may change and what is wanted (docs/tune.md)"
        raise SpecError(Problem(message, source))
    tree = Node({"tune": base.tune}, base.tune.file)
    settings = checked(_Tune, base.tune, ("tune",))
    spec = base.spec()
    study = Study(
        source,
        base,
        spec,
        tuple(_axes(tree, spec)),
        tuple(_objective(tree, name, one) for name, one in settings.objectives.items()),
        claims(tree, ("tune", "limits")) if settings.limits else (),
        settings.price,
        settings.budget.games,
        settings.budget.minutes,
        settings.rungs,
        settings.finalists,
        settings.final_games,
        settings.retrain,
    )
    for axis, value, values in study.corners():
        _check(study, axis, value, values)
    return study


def _check(study: Study, axis: Axis, value: Any, values: Mapping[str, Any]) -> None:
    try:
        study.spec(values)
    except SpecError as error:
        here = error.key == axis.key
        message = error.message if here else f"{show(value)} cannot be played: {error.key}: {error.message}"
        raise SpecError(Problem(message, axis.file, axis.line, axis.key)) from None


def _objective(tree: Node, name: str, one: Any) -> Objective:
    at: Loc = ("tune", "objectives", name)
    node = tree.deepest(at)
    return Objective(
        name, one.target[0], one.tolerance[0], one.weight, one.target[1], key_text(at), node.file, node.line
    )


# --- the search space ---


def _axes(tree: Node, spec: Spec) -> Iterator[Axis]:
    found: dict[str, Axis] = {}
    for text, node in tree.deepest(("tune", "search")).value.items():  # type: ignore[union-attr]
        at: Loc = ("tune", "search", text)
        loc = _loc(tree, at, text)
        for other in found.values():
            shorter = min(len(loc), len(other.loc))
            if loc[:shorter] == other.loc[:shorter]:
                raise error_at(tree, at, f"and {other.key} are about the same option")
        axis = _axis(tree, at, loc, node, spec, found)
        found[axis.key] = axis
        yield axis


def _loc(tree: Node, at: Loc, text: str) -> Loc:
    """`rules.copies[3]` as a place in the rules."""
    parts = [PART.fullmatch(part) for part in text.split(".")]
    if not all(parts) or not text.startswith("rules."):
        raise error_at(tree, at, "must be the key of an option, like rules.hand_limit, rules.copies[3]")
    loc: list[str | int] = []
    for part in parts[1:]:
        assert part is not None
        loc += [part[1], *(int(index) for index in re.findall("[0-9]+", part[2]))]
    return tuple(loc)


def _axis(tree: Node, at: Loc, loc: Loc, node: Node, spec: Spec, before: Mapping[str, Axis]) -> Axis:
    place: dict[str, Any] = {"key": key_text(("rules", *loc)), "loc": loc, "file": node.file, "line": node.line}
    _check_index(tree, at, loc, spec)
    if isinstance(node.value, list):
        return Axis(choices=_choices(tree, at), **place)
    if not isinstance(node.value, dict):
        raise error_at(
            tree, at, f"must be a range, like {{from: 0, to: 5}}, or a list of values, not {show(node.plain())}"
        )
    known = CHOICE_KEYS if "choose" in node.value else RANGE_KEYS
    for key in node.value:
        if key not in known:
            near = nearest(key, known)
            hint = f"; did you mean {near}?" if near else f"; known: {', '.join(known)}"
            raise error_at(tree, (*at, key), f"is not a known key here{hint}")
    when = _when(tree, (*at, "when"), before) if "when" in node.value else ()
    if "choose" in node.value:
        return Axis(choices=_choices(tree, (*at, "choose")), when=when, **place)
    return _range(tree, at, node, Axis(when=when, **place))


def _check_index(tree: Node, at: Loc, loc: Loc, spec: Spec) -> None:
    """A place in a list must be there: lists keep their length."""
    for k, part in enumerate(loc):
        if not isinstance(part, int):
            continue
        items = _value_at(spec, loc[:k])
        if not isinstance(items, list | tuple):
            raise error_at(tree, at, f"{key_text(('rules', *loc[:k]))} is no list")
        if part >= len(items):
            raise error_at(tree, at, f"{key_text(('rules', *loc[:k]))} has {len(items)} items, counted from 0")


def _choices(tree: Node, at: Loc) -> tuple[Any, ...]:
    node = tree.deepest(at)
    values = node.plain()
    if not isinstance(values, list) or len(values) < 2:
        raise error_at(tree, at, f"must be a list of two values or more, not {show(values)}")
    if len(values) > MOST_VALUES:
        raise error_at(tree, at, f"may list at most {MOST_VALUES} values, has {len(values)}")
    for i, value in enumerate(values):
        if any(value == other and type(value) is type(other) for other in values[:i]):
            raise error_at(tree, (*at, i), f"{show(value)} stands twice")
    return tuple(values)


def _range(tree: Node, at: Loc, node: Node, axis: Axis) -> Axis:
    given = {key: _bound(tree, (*at, key), node) for key in ("from", "to")}
    whole = all(isinstance(value, int) for value in given.values())
    step = _bound(tree, (*at, "step"), node) if node.child("step") else (1 if whole else 0)
    low, high = given["from"], given["to"]
    if not low < high:
        raise error_at(tree, at, f"nothing to choose lies from {low} to {high}")
    if node.child("step") and step <= 0:
        raise error_at(tree, (*at, "step"), f"must be more than 0, not {step}")
    if step and abs((high - low) / step - round((high - low) / step)) > 1e-6:
        raise error_at(tree, (*at, "step"), f"steps of {step} from {low} do not reach {high}")
    return Axis(axis.key, axis.loc, (), low, high, step, axis.when, axis.file, axis.line)


def _bound(tree: Node, at: Loc, node: Node) -> int | float:
    child = node.child(at[-1])
    value = child.value if child else None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise error_at(tree, at, "is missing" if child is None else f"must be a number, not {show(value)}")
    return value


def _when(tree: Node, at: Loc, before: Mapping[str, Axis]) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    node = tree.deepest(at)
    if not isinstance(node.value, dict) or not node.value:
        raise error_at(tree, at, "must be a mapping from other keys of the search to a value, or a list of values")
    found = []
    for key, item in node.value.items():
        if key not in before:
            near = nearest(key, list(before))
            hint = f"; did you mean {near}?" if near else ""
            raise error_at(tree, (*at, key), f"must be a key of the search that stands above{hint}")
        values = item.plain()
        wanted = tuple(values) if isinstance(values, list) else (values,)
        for value in wanted:
            if not _takes(before[key], value):
                raise error_at(tree, (*at, key), f"{show(value)} is no value that {key} may take")
        found.append((key, wanted))
    return tuple(found)


def _takes(axis: Axis, value: Any) -> bool:
    if axis.choices:
        return value in axis.choices
    return isinstance(value, int | float) and axis.low <= value <= axis.high


# --- from values to rules ---


def _tree(base: Spec, chosen: Sequence[tuple[Axis, Any]]) -> Node:
    """Values as a tree to lay over the rules; of a list whose items change, the whole list."""
    root: dict[str, Any] = {}
    for axis, value in chosen:
        at = next((k for k, part in enumerate(axis.loc) if isinstance(part, int)), len(axis.loc))
        node = Node.of(value, axis.file, axis.line)
        if at < len(axis.loc):
            written = _get(root, axis.loc[:at])
            items = written if written is not None else Node.of(_value_at(base, axis.loc[:at]), axis.file, axis.line)
            node = _with_item(items, axis.loc[at:], node)
        _put(root, axis.loc[:at], node)
    return _node(root)


def _with_item(node: Node, loc: Loc, value: Node) -> Node:
    if not loc:
        return value
    inner: Any = list(node.value) if isinstance(node.value, list) else dict(node.value)  # type: ignore[arg-type]
    inner[loc[0]] = _with_item(inner[loc[0]], loc[1:], value)
    return Node(inner, value.file, value.line)


def _get(root: dict[str, Any], loc: Loc) -> Node | None:
    found: Any = root
    for part in loc:
        if not isinstance(found, dict) or part not in found:
            return None
        found = found[part]
    return found if isinstance(found, Node) else None


def _put(root: dict[str, Any], loc: Loc, node: Node) -> None:
    for part in loc[:-1]:
        root = root.setdefault(str(part), {})
    root[str(loc[-1])] = node


def _node(value: Any) -> Node:
    if isinstance(value, Node):
        return value
    inner = {key: _node(item) for key, item in value.items()}
    first = next(iter(inner.values()), None)
    return Node(dict(inner), first.file if first else "", first.line if first else None)


def _value_at(spec: Spec, loc: Loc) -> Any:
    try:
        return spec.options.value_at(loc)
    except LookupError:
        return None


def _short(key: str) -> str:
    return key.removeprefix("rules.")


def _text(value: Any) -> str:
    """A value in a variant's name."""
    if isinstance(value, list):
        return f"[{', '.join(map(_text, value))}]"
    return value if isinstance(value, str) else show(value)
