"""The recommended variant as a spec that can be played, with comments that tell why."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import wrap
from typing import Any

from balance.input import SpecError
from balance.spec import Spec, Study, load
from balance.study.files import TEMPORARY, write_whole

PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
RESERVED = ("true", "false", "null")
WIDTH = 110


def recommendation(
    study: Study, spec: Spec, values: Mapping[str, Any], content: Mapping[str, Any], folder: Path
) -> str:
    """The file's text. It stands by itself; where the rules name files that lie elsewhere, it extends the study."""
    written = study.written(values)
    alone = _text(study, spec, written, content, study.base.game.name, {"bots": study.draft.bots})
    if _plays(alone, spec, folder):
        return alone
    source = os.path.relpath(study.source, folder)
    changes = study.changes(values).plain()
    return _text(study, spec, changes, content, source, {})


def _plays(text: str, spec: Spec, folder: Path) -> bool:
    """Whether a file in `folder` with this text is the spec."""
    path = folder / f"recommended{TEMPORARY}.yaml"
    write_whole(path, text.encode())
    try:
        return load(str(path)).digest == spec.digest
    except SpecError:
        return False
    finally:
        path.unlink()


def _text(
    study: Study, spec: Spec, rules: Any, content: Mapping[str, Any], extends: str, more: Mapping[str, Any]
) -> str:
    name = study.base.name + (f": {spec.name}" if content["effects"] or rules else "")
    lines = [*_comments(content), f"extends: {json.dumps(extends) if not PLAIN.fullmatch(extends) else extends}"]
    lines += [f"name: {json.dumps(name, ensure_ascii=False)}"]
    if rules:
        why = {str(one["key"]).removeprefix("rules."): _why(one, content) for one in content["effects"]}
        lines += ["rules:", *_mapping(rules, "  ", "", why)]
    trained = [bot.label for bot in spec.bots if bot != study.base.bots[0] and bot.label.startswith("bots-")]
    if trained:
        lines.append(f"bots: {trained[0]}.yaml")
    elif more.get("bots") is not None:
        lines.append(f"bots: {json.dumps(more['bots'].plain(), ensure_ascii=False)}")
    claims = dict(_claims(content))
    if claims:
        lines += ["# what it met on fresh games; balance verify tests it again", "expect:"]
        lines += [f"  {figure}: {claim}" for figure, claim in claims.items()]
    return "\n".join(lines) + "\n"


def _chosen(content: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = next(one for one in content["finalists"] if one["recommended"])
    return found


def _comments(content: Mapping[str, Any]) -> Iterator[str]:
    chosen = _chosen(content)
    yield "# Made by `balance tune`."
    yield from (f"# {line}" for line in wrap(content["verdict"]["words"], WIDTH))
    games, fresh = (f"{chosen[key]['games']:,}" for key in ("search", "fresh"))
    bots = ", ".join(dict.fromkeys(chosen["bots"]))
    yield f"# In the search ({games} games) -> on fresh games ({fresh}, 95 % intervals); bots: {bots}"
    for figure in content["figures"]:
        name, unit = figure["figure"], figure["unit"]
        yield f"#   {figure['label']}: {_value(chosen['search']['figures'][name], unit)} -> " + _estimate(
            chosen["fresh"]["figures"][name], unit
        )


def _why(effect: Mapping[str, Any], content: Mapping[str, Any]) -> str:
    moves = []
    for figure in content["figures"]:
        found = effect["figures"].get(figure["figure"])
        if found and (found["low"] > 0 or found["high"] < 0):
            unit = "pp" if figure["unit"] in ("%", "pp") else figure["unit"]
            moves.append(f"{figure['label']} {_estimate(found, unit, sign=True)}")
    printed = json.dumps(effect["printed"], ensure_ascii=False)
    return f"before: {printed}; this change alone moves {'; '.join(moves) or 'nothing that can be told'}"


def _scaled(unit: str) -> tuple[float, str]:
    return (100.0, f" {unit}") if unit in ("%", "pp") else (1.0, "")


def _value(value: float | None, unit: str) -> str:
    factor, tail = _scaled(unit)
    return "-" if value is None else f"{factor * value:.2f}{tail}"


def _estimate(one: Mapping[str, float] | None, unit: str, sign: bool = False) -> str:
    if one is None:
        return "-"
    factor, tail = _scaled(unit)
    value, half = factor * one["value"], factor * (one["high"] - one["low"]) / 2
    return f"{value:{'+' if sign else ''}.2f} ± {half:.2f}{tail}"


def _mapping(value: Mapping[str, Any], indent: str, above: str, why: Mapping[str, str]) -> Iterator[str]:
    for key, item in value.items():
        place = f"{above}{key}"
        for other, text in why.items():
            if other == place or other.startswith(f"{place}["):
                index = other.removeprefix(place)
                yield from (f"{indent}# {line}" for line in wrap(f"{index} {text}".strip(), WIDTH))
        name = key if PLAIN.fullmatch(key) and key not in RESERVED else json.dumps(key, ensure_ascii=False)
        if isinstance(item, Mapping) and item:
            yield f"{indent}{name}:"
            yield from _mapping(item, f"{indent}  ", f"{place}.", why)
        else:
            yield f"{indent}{name}: {_scalar(item)}"


def _scalar(value: Any) -> str:
    if isinstance(value, str) and PLAIN.fullmatch(value) and value not in RESERVED:
        return value
    return json.dumps(value, ensure_ascii=False)


def _claims(content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What the recommended variant met: the limits, and the objectives it is within."""
    chosen = _chosen(content)
    units = {one["figure"]: one["unit"] for one in content["figures"]}
    for limit in content["settings"]["limits"]:
        yield limit["figure"], limit["claim"]
    for one in content["settings"]["objectives"]:
        if chosen["objectives"][one["figure"]] == "inside":
            unit = units[one["figure"]]
            around, at = ("pp", unit) if unit in ("%", "pp") else ("", "")
            yield one["figure"], f"within {one['tolerance']:g}{around} of {one['target']:g}{at}"
