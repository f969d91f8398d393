"""The effect language of Omen (docs/games/omen-effects.md): checks an effect and brings it into its normal form.

The normal form is plain data with every default written out, valid input itself, and what the compiler, the
card text and the replay record read:

- an amount is a whole number or `{count, where, trait}`;
- a condition is `{count, where, trait, BOUND}` (BOUND: at_least, at_most or exactly), `{all: […]}` or `{any: […]}`;
  one with a single member is that member;
- `gain: N` and its like keep their amount; `discard` and `opponent_discards` are `{number, at}`;
- `recover` and `search` are `{number, *filters}`; `look` and `reveal` stay as written; `strength` is `{number, city}`;
- `destroy` and `return` are `{whose, where, number, chooser, up_to, *filters}`, `move` has `to` too;
- `play` is `{from, number, up_to, *filters}` or `{from: deck}`;
- `may` is `{pay: cost or None, then}`; `if` has `then` and `else` (perhaps empty);
  `for_each` is `{count, where, trait, do}`.

Filters stand only where they were given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from balance.input import FaultError, Loc, did_you_mean, listed, show, unknown_key

ETERNAL = ("BOLSTER", "JILT", "GLEAN", "TRIUMPH", "MYRIAD", "COVETED")
TRAITS = (*ETERNAL, "SPOILS", "FATE", "PILFER", "RECRUIT", "VETERAN", "CURSE", "WRATH")
UNIT_COUNTS = ("own_units", "opposing_units")
COUNTS = (*UNIT_COUNTS, "cities", "hand", "coins", "kraters", "destroyed", "played", "won")
BOUNDS = ("at_least", "at_most", "exactly")
COSTS = ("coins", "discard", "destroy", "return")
FILTERS = ("strength", "cost", "trait")

MOST = 20
DEEPEST = 6
MOST_STEPS = 12
MOST_LOOKED_AT = 8
MOST_PAID = 5
MOST_ROWS = 1000  # instructions, and conditions, of one set's effects: what a game has room for

Step = dict[str, Any]
Effect = list[Step]


@dataclass(frozen=True)
class Scope:
    """Where a step stands: of what, whether that has a "here", how deep it is nested, inside a `for_each` or not."""

    of: str
    here: bool
    depth: int = 0
    counted: bool = False


def effect(value: Any, of: str, here: bool) -> Effect:
    """The normal form of an effect; `of` names its owner in messages, `here` says whether there is a "here"."""
    return _steps(value, (), Scope(of, here))


def condition(value: Any, of: str, here: bool) -> dict[str, Any]:
    """The normal form of a condition."""
    return _condition(value, (), Scope(of, here))


def rows_of_effect(steps: Effect) -> tuple[int, int]:
    """How many instructions and how many rows of conditions an effect in normal form is compiled to."""
    made = [_rows_of_step(step) for step in steps]
    return sum(rows for rows, _ in made) + 1, sum(conditions for _, conditions in made)


def _rows_of_step(step: Step) -> tuple[int, int]:
    parts: list[Effect] = []
    rows, conditions = 1, 0
    if "if" in step:
        parts = [step["then"], step["else"]] if step["else"] else [step["then"]]
        rows, conditions = 0, rows_of_condition(step["if"])
    elif "may" in step:
        parts = [step["may"]["then"]]
        rows = 1 if step["may"]["pay"] else 0
    elif "choose" in step:
        parts = step["choose"]
        rows = 1 + len(parts)
    elif "for_each" in step:
        parts = [step["for_each"]["do"]]
    made = [rows_of_effect(part) for part in parts]
    return rows + sum(more for more, _ in made), conditions + sum(tests for _, tests in made)


def rows_of_condition(when: dict[str, Any]) -> int:
    """How many rows a condition in normal form is compiled to."""
    return 1 + sum(rows_of_condition(part) for joint in ("all", "any") for part in when.get(joint, ()))


# --- small parts ---


def _fault(message: str, at: Loc) -> FaultError:
    return FaultError(message, at)


def _mapping(value: Any, at: Loc, needed: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    known = (*needed, *optional)
    if not isinstance(value, dict):
        raise _fault(f"must be a mapping with {listed(known, 'and')}, not {show(value)}", at)
    for key in value:
        if key not in known:
            raise _fault(unknown_key(key, known), (*at, key))
    for key in needed:
        if key not in value:
            raise _fault("is missing", (*at, key))
    return value


def _list(value: Any, at: Loc, what: str, low: int, high: int) -> list[Any]:
    if not isinstance(value, list):
        raise _fault(f"must be a list of {what}, not {show(value)}", at)
    if not low <= len(value) <= high:
        raise _fault(f"needs {low} to {high} {what}, has {len(value)}", at)
    return value


def _whole(value: Any, at: Loc, low: int = 0, high: int = MOST) -> int:
    if type(value) is not int or not low <= value <= high:
        hint = ": leave the quotes out" if isinstance(value, str) and value.isdigit() else ""
        raise _fault(f"must be a whole number from {low} to {high}, not {show(value)}{hint}", at)
    return value


def _word(value: Any, at: Loc, known: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in known:
        near = did_you_mean(value, known) if isinstance(value, str) else ""
        raise _fault(f"must be {listed(known)}, not {show(value)}{near if 'did' in near else ''}", at)
    return value


def _flag(value: Any, at: Loc) -> bool:
    if not isinstance(value, bool):
        hint = ": YAML reads this as text, write true or false" if value in ("yes", "no", "on", "off") else ""
        raise _fault(f"must be true or false, not {show(value)}{hint}", at)
    return value


# --- amounts, conditions, filters ---


def _amount(value: Any, at: Loc, scope: Scope) -> int | dict[str, Any]:
    if isinstance(value, dict):
        return _count(_mapping(value, at, ("count",), ("where", "trait")), at, scope)
    if type(value) is not int:
        hint = ": leave the quotes out" if isinstance(value, str) and value.isdigit() else ""
        raise _fault(f"must be a whole number from 0 to {MOST} or a count, not {show(value)}{hint}", at)
    return _whole(value, at)


def _count(value: dict[str, Any], at: Loc, scope: Scope) -> dict[str, Any]:
    name = _word(value["count"], (*at, "count"), COUNTS)
    where = _word(value.get("where", "all"), (*at, "where"), ("here", "all"))
    trait = value.get("trait")
    if trait is not None:
        _word(trait, (*at, "trait"), TRAITS)
    if name not in UNIT_COUNTS and (where != "all" or trait is not None):
        key = "where" if where != "all" else "trait"
        raise _fault(f"goes only with {listed(UNIT_COUNTS, 'and')}, not with {name}", (*at, key))
    if where == "here":
        _needs_here((*at, "where"), "here", scope)
    return {"count": name, "where": where, "trait": trait}


def _needs_here(at: Loc, word: str, scope: Scope) -> None:
    if not scope.here:
        raise _fault(f'{scope.of} has no "here": {word} may not be used', at)


def _condition(value: Any, at: Loc, scope: Scope, depth: int = 1) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _fault(f"must be a condition, like {{count: coins, at_least: 3}}, not {show(value)}", at)
    for joint in ("all", "any"):
        if joint in value:
            _mapping(value, at, (joint,))
            return _joined(joint, value[joint], (*at, joint), scope, depth)
    _mapping(value, at, ("count",), ("where", "trait", *BOUNDS))
    bounds = [bound for bound in BOUNDS if bound in value]
    if len(bounds) != 1:
        raise _fault(f"needs exactly one of {listed(BOUNDS, 'and')}, has {listed(bounds, 'and') or 'none'}", at)
    bound = bounds[0]
    return {**_count(value, at, scope), bound: _whole(value[bound], (*at, bound), 0, 99)}


def _joined(joint: str, value: Any, at: Loc, scope: Scope, depth: int) -> dict[str, Any]:
    if depth > DEEPEST:
        raise _fault(f"conditions are nested more than {DEEPEST} deep", at)
    parts = _list(value, at, "conditions", 1, 8)
    made = [_condition(part, (*at, i), scope, depth + 1) for i, part in enumerate(parts)]
    return made[0] if len(made) == 1 else {joint: made}


def _filters(value: dict[str, Any], at: Loc) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key in ("strength", "cost"):
        if key in value:
            made[key] = _bounds(value[key], (*at, key))
    if "trait" in value:
        made["trait"] = _word(value["trait"], (*at, "trait"), TRAITS)
    return made


def _bounds(value: Any, at: Loc) -> dict[str, int]:
    given = _mapping(value, at, (), ("at_least", "at_most"))
    if not given:
        raise _fault("needs at_least or at_most", at)
    made: dict[str, int] = {key: _whole(given[key], (*at, key)) for key in ("at_least", "at_most") if key in given}
    if made.get("at_least", 0) > made.get("at_most", MOST):
        raise _fault(f"at_least {made['at_least']} is more than at_most {made['at_most']}: no unit can match", at)
    return made


# --- steps ---


def _steps(value: Any, at: Loc, scope: Scope) -> Effect:
    steps = _list(value, at, "steps", 1, MOST_STEPS)
    return [_step(step, (*at, i), scope) for i, step in enumerate(steps)]


def _step(value: Any, at: Loc, scope: Scope) -> Step:
    if not isinstance(value, dict) or not value:
        raise _fault(f"must be a step, like {{gain: 2}}, not {show(value)}", at)
    if "if" in value:
        return _if(value, at, scope)
    word = next(iter(value))
    if word not in WORDS:
        raise _fault(f"is not a word of the effect language{did_you_mean(word, (*WORDS, 'if'))}", (*at, word))
    if len(value) > 1:
        second = list(value)[1]
        raise _fault(f"a step has one word: write {word} and {second} as two steps of the list", (*at, second))
    return {word: WORDS[word](value[word], (*at, word), scope)}


def _true(value: Any, at: Loc, scope: Scope) -> bool:
    if value is not True:
        raise _fault(f"must be true, not {show(value)}", at)
    return True


def _discard(value: Any, at: Loc, scope: Scope) -> dict[str, Any]:
    if not _is_options(value):
        return {"number": _amount(value, at, scope), "at": "choice"}
    _mapping(value, at, ("number",), ("at",))
    how = _word(value.get("at", "choice"), (*at, "at"), ("choice", "random"))
    return {"number": _amount(value["number"], (*at, "number"), scope), "at": how}


def _is_options(value: Any) -> bool:
    """Whether a step's value is a mapping of its parts, and not a bare amount."""
    return isinstance(value, dict) and "count" not in value


def _fetch(value: Any, at: Loc, scope: Scope) -> dict[str, Any]:
    if not _is_options(value):
        return {"number": _amount(value, at, scope)}
    _mapping(value, at, (), ("number", *FILTERS))
    return {"number": _amount(value.get("number", 1), (*at, "number"), scope), **_filters(value, at)}


def _look(value: Any, at: Loc, scope: Scope) -> dict[str, Any]:
    _mapping(value, at, ("top", "take", "rest"))
    top = _whole(value["top"], (*at, "top"), 1, MOST_LOOKED_AT)
    take = _whole(value["take"], (*at, "take"), 0, top)
    return {"top": top, "take": take, "rest": _word(value["rest"], (*at, "rest"), ("discard", "back"))}


def _reveal(value: Any, at: Loc, scope: Scope) -> dict[str, Any]:
    _mapping(value, at, ("if", "then"))
    filters = _filters(_mapping(value["if"], (*at, "if"), (), FILTERS), (*at, "if"))
    if not filters:
        raise _fault(f"needs at least one of {listed(FILTERS)}", (*at, "if"))
    return {"if": filters, "then": _word(value["then"], (*at, "then"), ("take", "play"))}


def _units(value: Any, at: Loc, scope: Scope, extra: tuple[str, ...] = ()) -> dict[str, Any]:
    _mapping(value, at, (), ("whose", "where", "number", "chooser", "up_to", *extra, *FILTERS))
    where = _word(value.get("where", "any"), (*at, "where"), ("here", "another", "any"))
    if where != "any":
        _needs_here((*at, "where"), where, scope)
    return {
        "whose": _word(value.get("whose", "any"), (*at, "whose"), ("own", "opposing", "any")),
        "where": where,
        "number": _amount(value.get("number", 1), (*at, "number"), scope),
        "chooser": _word(value.get("chooser", "owner"), (*at, "chooser"), ("owner", "opponent")),
        "up_to": _flag(value.get("up_to", False), (*at, "up_to")),
        **_filters(value, at),
    }


def _move(value: Any, at: Loc, scope: Scope) -> dict[str, Any]:
    made = _units(value, at, scope, ("to",))
    to = _word(value.get("to", "another"), (*at, "to"), ("another", "here"))
    if to == "here" and made["where"] != "another":
        raise _fault("here goes only with where: another", (*at, "to"))
    return {**made, "to": to}


def _play(value: Any, at: Loc, scope: Scope) -> dict[str, Any]:
    _mapping(value, at, ("from",), ("number", "up_to", *FILTERS))
    source = _word(value["from"], (*at, "from"), ("hand", "discard", "deck"))
    if source == "deck":
        for key in value:
            if key != "from":
                raise _fault("does not go with from: deck, which plays the top unit", (*at, key))
        return {"from": "deck"}
    return {
        "from": source,
        "number": _amount(value.get("number", 1), (*at, "number"), scope),
        "up_to": _flag(value.get("up_to", False), (*at, "up_to")),
        **_filters(value, at),
    }


def _strength(value: Any, at: Loc, scope: Scope) -> dict[str, Any]:
    if not _is_options(value):
        return {"number": _amount(value, at, scope), "city": "here" if scope.here else "any"}
    _mapping(value, at, ("number",), ("city",))
    city = _word(value.get("city", "here" if scope.here else "any"), (*at, "city"), ("here", "any"))
    if city == "here":
        _needs_here((*at, "city"), city, scope)
    return {"number": _amount(value["number"], (*at, "number"), scope), "city": city}


# --- structure ---


def _deeper(at: Loc, scope: Scope) -> Scope:
    if scope.depth >= DEEPEST:
        raise _fault(f"may, if, choose and for_each are nested more than {DEEPEST} deep", at)
    return replace(scope, depth=scope.depth + 1)


def _may(value: Any, at: Loc, scope: Scope) -> dict[str, Any]:
    inner = _deeper(at, scope)
    if not isinstance(value, dict):
        return {"pay": None, "then": _steps(value, at, inner)}
    _mapping(value, at, ("pay", "then"))
    pay = value["pay"]
    return {
        "pay": None if pay is None else _pay(pay, (*at, "pay")),
        "then": _steps(value["then"], (*at, "then"), inner),
    }


def _pay(value: Any, at: Loc) -> dict[str, int]:
    given = _mapping(value, at, (), COSTS)
    if len(given) != 1:
        raise _fault(f"needs exactly one of {listed(COSTS)}, has {len(given)}", at)
    kind, number = next(iter(given.items()))
    return {kind: _whole(number, (*at, kind), 1, MOST_PAID)}


def _if(value: dict[str, Any], at: Loc, scope: Scope) -> Step:
    _mapping(value, at, ("if", "then"), ("else",))
    inner = _deeper(at, scope)
    otherwise = value.get("else", [])
    return {
        "if": _condition(value["if"], (*at, "if"), scope),
        "then": _steps(value["then"], (*at, "then"), inner),
        "else": [] if otherwise == [] else _steps(otherwise, (*at, "else"), inner),
    }


def _choose(value: Any, at: Loc, scope: Scope) -> list[Effect]:
    inner = _deeper(at, scope)
    options = _list(value, at, "lists of steps", 2, 4)
    return [_steps(option, (*at, i), inner) for i, option in enumerate(options)]


def _for_each(value: Any, at: Loc, scope: Scope) -> dict[str, Any]:
    if scope.counted:
        raise _fault("may not stand inside another for_each", at)
    inner = replace(_deeper(at, scope), counted=True)
    _mapping(value, at, ("count", "do"), ("where", "trait"))
    return {**_count(value, at, scope), "do": _steps(value["do"], (*at, "do"), inner)}


PLAIN = (
    *("gain", "lose", "steal", "opponent_loses", "draw", "opponent_draws", "put_on_deck"),
    *("extra_krater", "extra_wealth", "extra_offering", "skip_bonus"),
)

WORDS: dict[str, Callable[[Any, Loc, Scope], Any]] = {
    **dict.fromkeys(PLAIN, _amount),
    **dict.fromkeys(("discard", "opponent_discards"), _discard),
    **dict.fromkeys(("recover", "search"), _fetch),
    "look": _look,
    "reveal": _reveal,
    **dict.fromkeys(("destroy", "return"), _units),
    "move": _move,
    "play": _play,
    **dict.fromkeys(("peek", "swap_kraters", "repeat_broken"), _true),
    "strength": _strength,
    "may": _may,
    "choose": _choose,
    "for_each": _for_each,
}
