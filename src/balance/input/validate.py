"""Pydantic's errors, put at their places in a tree and said in our words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from balance.input.errors import FaultError, Problem, SpecError, key_text
from balance.input.tree import Node
from balance.input.words import Loc, Slot, allowed, did_you_mean, fields_at, nearest, show, slot_at

Model = TypeVar("Model", bound=BaseModel)


def problem_at(tree: Node, loc: Loc, message: str, prefix: Loc = ()) -> Problem:
    """A problem at `loc` of `tree`; `prefix` is what the tree itself is called in its file."""
    node = tree.deepest(loc)
    return Problem(message, node.file, node.line, key_text(prefix + loc))


def error_at(tree: Node, loc: Loc, message: str, prefix: Loc = ()) -> SpecError:
    """A `SpecError` with one problem at `loc` of `tree`."""
    return SpecError(problem_at(tree, loc, message, prefix))


def checked(model: type[Model], tree: Node, prefix: Loc = (), context: dict[str, Any] | None = None) -> Model:
    """The tree as an instance of `model`, or `SpecError` with every problem at its place."""
    try:
        return model.model_validate(tree.plain(), context=context)
    except ValidationError as error:
        details = error.errors(include_url=False)
    raise SpecError(*[_problem(detail, model, tree, prefix) for detail in details if not _follows(detail, details)])


def _follows(detail: Any, details: Sequence[Any]) -> bool:
    """Whether a length is only wrong because Pydantic does not count the wrong items, which are shown themselves."""
    loc = detail["loc"]
    return detail["type"] in ("too_short", "too_long") and any(
        other["loc"][: len(loc)] == loc and len(other["loc"]) > len(loc) for other in details
    )


def _problem(detail: Any, model: type[BaseModel], tree: Node, prefix: Loc) -> Problem:
    loc: Loc = detail["loc"]
    fault = detail.get("ctx", {}).get("error")
    if isinstance(fault, FaultError):
        places = [loc + place for place in fault.places]
        loc = next((place for place in places if tree.has(place)), places[0])
        return problem_at(tree, loc, fault.message, prefix)
    return problem_at(tree, loc, _message(detail, model, loc), prefix)


def _message(detail: Any, model: type[BaseModel], loc: Loc) -> str:
    kind, value = detail["type"], detail["input"]
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return unknown_key(str(loc[-1]), fields_at(model, loc[:-1]))
    if kind in ("value_error", "assertion_error"):
        return str(detail["ctx"]["error"])
    slot = slot_at(model, loc)
    if kind in ("too_short", "too_long") and slot:
        return _wrong_length(slot, loc, detail["ctx"]["actual_length"])
    if slot is None:
        return f"{detail['msg'][:1].lower()}{detail['msg'][1:]}, not {show(value)}"
    return f"must be {allowed(slot)}, not {show(value)}{_hint(kind, value, slot)}"


def unknown_key(key: str, known: Sequence[str]) -> str:
    """The message for a key that is not among the known ones."""
    return f"is not a known key{did_you_mean(key, known)}"


def _wrong_length(slot: Slot, loc: Loc, actual: int | None) -> str:
    low, high = slot.limit("min_length"), slot.limit("max_length")
    wanted = f"exactly {low}" if low == high else f"at least {low}" if high is None else f"{low or 0} to {high}"
    return f"needs {wanted} {loc[-1]}" + (f", has {actual}" if actual is not None else "")


def _hint(kind: str, value: Any, slot: Slot) -> str:
    """A word on the slips that are made most."""
    if kind == "bool_type" and str(value).lower() in ("yes", "no", "on", "off", "true", "false"):
        return ": YAML reads this as text, write true or false"
    if kind in ("int_type", "float_type") and isinstance(value, str) and value.strip().lstrip("+-").isdigit():
        return ": leave the quotes out"
    if kind == "literal_error":
        near = nearest(value, allowed(slot).replace(" or ", ", ").split(", "))
        return f"; did you mean {near}?" if near else ""
    return ""
