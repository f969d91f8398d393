"""Plain words for values, ranges and near names."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

LONGEST_SHOWN = 40
LONGEST_TO_PRINT = 10_000  # bits; Python refuses to print integers of more than 4300 digits
MOST_LISTED = 14
JOINERS = "\u200c\u200d"

Loc = tuple[str | int, ...]


def show(value: Any) -> str:
    """A value as one would write it in YAML, short and on one line."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    if value is None:
        return "nothing (null)"
    if isinstance(value, str):
        text = value if len(value) <= LONGEST_SHOWN else value[: LONGEST_SHOWN - 1] + "…"
        return json.dumps(text, ensure_ascii=not text.isprintable())
    if isinstance(value, int) and value.bit_length() > LONGEST_TO_PRINT:
        return "a number of thousands of digits"
    text = json.dumps(value) if isinstance(value, bool | int | float) else str(value)
    return text if len(text) <= LONGEST_SHOWN else f"a number of {len(text)} digits"


def listed(words: Iterable[Any], last: str = "or") -> str:
    """`a, b or c`."""
    words = [str(word) for word in words]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def nearest(word: Any, known: Iterable[str]) -> str | None:
    """The known word that `word` is most likely a slip of, if any."""
    by_lower: dict[str, str] = {}
    for name in known:
        by_lower.setdefault(name.lower(), name)
    found = get_close_matches(str(word).lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[found[0]] if found else None


def did_you_mean(word: Any, known: Sequence[str]) -> str:
    """`; did you mean X?`, or, where nothing is near, the known words if they are few."""
    near = nearest(word, known)
    if near is not None:
        return f"; did you mean {near}?"
    if 0 < len(known) <= MOST_LISTED:
        return f"; known: {', '.join(known)}"
    return ""


def is_written(letter: str) -> bool:
    """Whether a name may hold this character: not controls, lone surrogates, nor what turns the order of letters.

    Spaces of all scripts and the joiners, which emoji and several scripts need, may stand.
    """
    return letter in JOINERS or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp")


@dataclass(frozen=True)
class Slot:
    """A place in a model: its type, its limits, and what the option says about itself."""

    annotation: Any
    metadata: tuple[Any, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)
    nullable: bool = False

    @classmethod
    def of(cls, info: FieldInfo) -> Slot:
        """The slot of a model's field; a default of None means that null is accepted."""
        extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
        return cls(info.annotation, tuple(info.metadata), dict(extra), info.default is None)

    def limit(self, name: str) -> Any:
        """The value of one of Pydantic's limits (`ge`, `le`, `min_length`, …), or None."""
        values = [getattr(item, name) for item in self.metadata if getattr(item, name, None) is not None]
        return values[0] if values else None


def _bare(annotation: Any) -> Any:
    """The type without `Annotated` and without `| None`."""
    while True:
        origin = get_origin(annotation)
        if origin is Annotated:
            annotation = get_args(annotation)[0]
        elif origin in (Union, UnionType) and NoneType in get_args(annotation):
            annotation = next(arg for arg in get_args(annotation) if arg is not NoneType)
        else:
            return annotation


def _model(annotation: Any) -> type[BaseModel] | None:
    bare = _bare(annotation)
    return bare if isinstance(bare, type) and issubclass(bare, BaseModel) else None


def _item(annotation: Any, part: str | int) -> Slot | None:
    args = get_args(_bare(annotation))
    if isinstance(part, int):
        kinds = [arg for arg in args if arg is not Ellipsis]
        return _inner(kinds[min(part, len(kinds) - 1)]) if kinds else None
    return _inner(args[1]) if len(args) == 2 else None


def _inner(annotation: Any) -> Slot:
    """The slot of an item, with the limits that stand in its `Annotated`."""
    found = [item for item in get_args(annotation)[1:] if isinstance(item, FieldInfo)]
    return Slot(annotation, tuple(limit for item in found for limit in item.metadata))


def slot_at(model: type[BaseModel], loc: Loc) -> Slot | None:
    """What `model` declares at `loc`, or None where it declares nothing."""
    slot: Slot | None = Slot(model)
    for part in loc:
        if slot is None:
            return None
        inner = _model(slot.annotation)
        if inner is None:
            slot = _item(slot.annotation, part)
        elif part in inner.model_fields:
            slot = Slot.of(inner.model_fields[str(part)])
        else:
            slot = None
    return slot


def fields_at(model: type[BaseModel], loc: Loc) -> list[str]:
    """The keys that `model` knows at `loc`."""
    slot = slot_at(model, loc)
    inner = _model(slot.annotation) if slot else None
    return list(inner.model_fields) if inner else []


def allowed(slot: Slot) -> str:
    """The values a slot accepts, in words: `a whole number from 1 to 10`."""
    words = str(slot.extra["allowed"]) if "allowed" in slot.extra else _kind(slot)
    return f"{words}, or null" if slot.nullable else words


def _kind(slot: Slot) -> str:
    bare = _bare(slot.annotation)
    if get_origin(bare) is Literal:
        return listed(get_args(bare))
    if bare is bool:
        return "true or false"
    if bare is int:
        return _range("a whole number", slot)
    if bare is float:
        return _range("a number", slot)
    if bare is str:
        most = slot.limit("max_length")
        return f"text of at most {most} characters" if most else "text"
    if _model(bare) or get_origin(bare) is dict or bare is dict:
        return "a mapping"
    return "a list"


def _range(noun: str, slot: Slot) -> str:
    low, high = slot.limit("ge"), slot.limit("le")
    if low is not None and high is not None:
        return f"{low} or {high}" if high - low == 1 and noun == "a whole number" else f"{noun} from {low} to {high}"
    if low is not None:
        return f"{noun} of {low} or more"
    if high is not None:
        return f"{noun} of {high} or less"
    return noun
