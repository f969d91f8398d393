"""A game's rule options as a table, and as a file to start from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from pydantic import BaseModel

from balance.engine.game import Game
from balance.input import Slot, allowed

PLAIN = re.compile(r"[a-z][a-z_]*")
RESERVED = ("true", "false", "null")
WIDTH = 100


@dataclass(frozen=True)
class OptionRow:
    """One rule option: key (`points.krater`), default, what is allowed, where the default is from, its meaning."""

    key: str
    default: Any
    allowed: str
    source: str
    about: str


def option_table(game: Game) -> list[OptionRow]:
    """Every option of a game, in the order of its model."""
    return list(_rows(game.options, ""))


def _rows(model: type[BaseModel], prefix: str) -> Iterator[OptionRow]:
    for key, info in model.model_fields.items():
        default = info.get_default(call_default_factory=True)
        if isinstance(default, BaseModel):
            yield from _rows(type(default), f"{prefix}{key}.")
        else:
            slot = Slot.of(info)
            plain = list(default) if isinstance(default, tuple) else default
            source = str(slot.extra.get("source", ""))
            yield OptionRow(f"{prefix}{key}", plain, allowed(slot), source, info.description or "")


def as_yaml(game: Game) -> str:
    """A spec file with every option at its default, each with its meaning, range and source: one to start from."""
    lines = [
        *_comment(
            f"{game.title}: all rules, each at its default. Change what you like, delete what you do not change.", ""
        ),
        f"extends: {game.name}",
        f"name: {json.dumps(game.title, ensure_ascii=False)}",
        "",
        "rules:",
    ]
    group = ""
    for row in option_table(game):
        above, _, key = row.key.rpartition(".")
        if above and above != group:
            lines.append(f"  {above}:")
        group = above
        indent = "    " if above else "  "
        lines += _comment(f"{row.about} ({row.allowed}; {row.source})", indent)
        lines.append(f"{indent}{key}: {_value(row.default)}")
    return "\n".join(lines) + "\n"


def _comment(text: str, indent: str) -> list[str]:
    return [f"{indent}# {line}" for line in wrap(text, WIDTH)]


def _value(value: Any) -> str:
    if isinstance(value, str) and PLAIN.fullmatch(value) and value not in RESERVED:
        return value
    return json.dumps(value, ensure_ascii=False)
