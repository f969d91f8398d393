"""A loaded spec, and its record: all that decides what is played, as plain data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, Protocol, runtime_checkable

from balance.engine.game import Game, Options, find, names
from balance.input import Node, Problem, SpecError, checked, did_you_mean, show
from balance.spec.expect import Claim

SCHEMA_VERSION = 1


@runtime_checkable
class HasContent(Protocol):
    """Options that name data in files (card sets): `content()` is that data, validation takes it back as context."""

    def content(self) -> dict[str, Any]:
        """The named data, by content."""


@dataclass(frozen=True)
class BotSpec:
    """Who plays a seat: a kind of `balance.bots.catalog` with its settings, all resolved."""

    name: str
    temperature: float = 0.0
    weights: Mapping[str, float] = field(default_factory=dict)
    search: Mapping[str, Any] = field(default_factory=dict)
    """Of a searching bot: `catalog.SEARCH_SETTINGS` and `playout`."""
    label: str = ""
    """What people call it, if that is not the kind's name: it is no part of what is played."""

    @property
    def title(self) -> str:
        """What people call it."""
        return self.label or self.name

    def resolved(self) -> dict[str, Any]:
        """Plain data."""
        plain = {"name": self.name, "temperature": self.temperature, "weights": dict(self.weights)}
        return plain | ({"search": dict(self.search)} if self.search else {})


@dataclass(frozen=True)
class Spec:
    """What to play: a game, its options, and a bot for each seat. `name` and `about` are for people only; `expect` is
    what `balance verify` tests and no part of what is played."""

    game: Game
    options: Options
    bots: tuple[BotSpec, ...]
    name: str = ""
    about: str = ""
    expect: tuple[Claim, ...] = ()

    def called(self, name: str) -> Spec:
        """The same under another name."""
        return replace(self, name=name)

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.bots)

    def resolved(self) -> dict[str, Any]:
        """Everything that decides the games, as plain data: `from_resolved` makes the spec again, without any file."""
        return {
            "schema_version": SCHEMA_VERSION,
            "game": self.game.name,
            "game_version": self.game.version,
            "players": self.players,
            "rules": self.options.model_dump(mode="json"),
            "cards": self.options.content() if isinstance(self.options, HasContent) else {},
            "bots": [bot.resolved() for bot in self.bots],
        }

    def record(self) -> dict[str, Any]:
        """`resolved()` with what the bots are called."""
        return self.resolved() | {"labels": [bot.title for bot in self.bots]}

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON of `resolved()`: equal for specs that play the same."""
        text = json.dumps(self.resolved(), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        return sha256(text.encode()).hexdigest()


def find_game(name: str, file: str = "", line: int | None = None, key: str = "") -> Game:
    """The installed game of that name, or `SpecError` at the place given."""
    if name not in names():
        raise SpecError(Problem(f"there is no game {show(name)}{did_you_mean(name, names())}", file, line, key))
    try:
        return find(name)
    except (ImportError, AttributeError) as error:
        raise SpecError(
            Problem(f"the game {name} is installed, but cannot be loaded: {error}", file, line, key)
        ) from error


def from_resolved(record: Mapping[str, Any], name: str = "", about: str = "", file: str = "") -> Spec:
    """The spec of a `resolved()` record, from an earlier run; `file` is what messages call it."""
    if record.get("schema_version") != SCHEMA_VERSION:
        raise SpecError(
            Problem(f"must be {SCHEMA_VERSION}, not {record.get('schema_version')}", file, key="schema_version")
        )
    game = find_game(str(record["game"]), file, key="game")
    if record["game_version"] != game.version:
        message = f"made by version {record['game_version']} of {game.name}, installed is {game.version}"
        raise SpecError(Problem(message, file, key="game_version"))
    rules = Node.of(record["rules"], file)
    options = checked(game.options, rules, ("rules",), {"content": record["cards"]})
    labels = record.get("labels") or [bot["name"] for bot in record["bots"]]
    bots = tuple(
        BotSpec(
            bot["name"],
            bot["temperature"],
            bot["weights"],
            bot.get("search", {}),
            "" if label == bot["name"] else label,
        )
        for bot, label in zip(record["bots"], labels, strict=True)
    )
    return Spec(game, options, bots, name, about)


def flat_rules(rules: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Options of options as one level of keys: `points.krater`."""
    flat: dict[str, Any] = {}
    for key, value in rules.items():
        if isinstance(value, Mapping):
            flat |= flat_rules(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat


def _value(options: Options, flat: Mapping[str, Any], key: str) -> Any:
    """The value of a flat key, also of one that these options leave as it is printed."""
    if key in flat:
        return flat[key]
    try:
        return options.value_at(tuple(key.split(".")))
    except LookupError:
        return None


def changed_rules(spec: Spec, base: Spec) -> list[dict[str, Any]]:
    """The options in which `spec` differs from `base`, as `{key, base, value}`; `cards` stands for data in files."""
    ours, theirs = (flat_rules(one.options.model_dump(mode="json")) for one in (spec, base))
    changed = [
        {"key": key, "base": _value(base.options, theirs, key), "value": _value(spec.options, ours, key)}
        for key in dict.fromkeys([*theirs, *ours])
        if theirs.get(key) != ours.get(key)
    ]
    if not changed and spec.resolved()["cards"] != base.resolved()["cards"]:
        changed.append({"key": "cards", "base": "as they were", "value": "changed"})
    return changed
