"""What was played: rules that differ from the game's defaults, and how to play the same games again."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass
from typing import Any

from balance.engine.game import Options
from balance.report.blocks import Panel
from balance.report.model import Record, Resolved, Summary
from balance.spec import (
    BotSpec,
    OptionRow,
    Spec,
    SpecError,
    changed_settings,
    from_resolved,
    load,
    option_table,
    plain_name,
)

WORD = re.compile(r"[a-z][a-z_]*")
"""Text that YAML takes for text without quotes, but for a few words."""
SAME = "This command gives the same figures, on any machine with the same version."
TIMED = "A search with a budget in minutes gets further on a faster machine; one with a budget in games is repeatable."


@dataclass(frozen=True)
class Rule:
    """A rule option of a run: its value here, and its row in the game's table."""

    value: Any
    option: OptionRow
    differs: bool


@dataclass(frozen=True)
class Again:
    """How to play the same games: a command, a file it needs (or nothing), and what to know about it."""

    command: str
    file: str = ""
    words: str = ""


def same_again(command: str, promise: str = SAME) -> list[Panel]:
    """The command that makes a page again, whole; nothing for a page that no command has made."""
    return [Panel("again", "The same again", [promise], code=command)] if command else []


def stored_spec(record: Record) -> Spec | None:
    """The spec of a run's `spec.json`, or None if the game is not installed as it was played."""
    try:
        spec = from_resolved(record.spec.model_dump(), record.name, record.about)
    except SpecError:
        return None
    return spec if spec.digest == record.spec_hash else None


def rules(record: Record, spec: Spec) -> list[Rule]:
    """All options in the game's order. A default that depends on another option is the one that goes with it."""
    defaults = load(spec.game.name).options
    result = []
    for option in option_table(spec.game):
        value, default = _value(spec.options, option.key), _value(defaults, option.key)
        if value != default and option.default is None and _goes_with_the_rest(record.spec, option.key, value):
            default = value
        shown = OptionRow(option.key, default, option.allowed, option.source, option.about)
        result.append(Rule(value, shown, value != default))
    return result


def _value(options: Options, key: str) -> Any:
    return options.value_at(tuple(key.split(".")))


def _goes_with_the_rest(resolved: Resolved, key: str, value: Any) -> bool:
    """Whether an option that is left out comes out as `value` by the other options."""
    without = {name: item for name, item in resolved.rules.items() if name != key}
    try:
        options = from_resolved({**resolved.model_dump(), "rules": without}).options
    except SpecError:
        return False
    return bool(_value(options, key) == value)


def again(summary: Summary, record: Record, spec: Spec | None) -> Again:
    """The command that plays the same games; checked by the digest of what it would load."""
    tail = ["--games", str(summary.games_asked if summary.complete else summary.games), "--seed", str(summary.seed)]
    if summary.mirrored > 1:
        tail.append("--mirror")
    for one in summary.precision if summary.complete else ():
        share = one.unit in ("%", "pp")
        width = f"{100 * one.wanted:.10g}pp" if share else f"{one.wanted:.10g}"
        tail += ["--precision", f"{one.figure}:{width}"]
    if spec is None:
        words = f"The game {summary.game} (version {summary.game_version}) is not installed where this page was made."
        return Again(_command(summary.game, tail), words=words + " The rules that were played are below.")
    changed = [rule for rule in rules(record, spec) if rule.differs]
    sets = [f"{rule.option.key}={_yaml(rule.value)}" for rule in changed]
    names = [bot.title for bot in spec.bots]
    who = names[0] if summary.same_bots else ",".join(names)
    if _loads_as(record.spec_hash, spec, sets, who):
        flags = [part for text in sets for part in ("--set", text)]
        return Again(_command(spec.game.name, [*flags, "--bots", who, *_players(spec), *tail]))
    words = "Save the file below as variant.yaml, then run the command."
    if not _has_shipped_cards(record):
        words += " It uses card data of its own: name the files in its rules, the data are kept in the run's spec.json."
    return Again(_command("variant.yaml", tail), _file(spec, changed), words)


def _players(spec: Spec) -> list[str]:
    return ["--players", str(spec.players)] if len(spec.game.players) > 1 else []


def _command(source: str, rest: list[str]) -> str:
    return shlex.join(["balance", "simulate", source, *rest])


def _loads_as(digest: str, spec: Spec, sets: list[str], who: str) -> bool:
    try:
        return load(spec.game.name, sets, who, spec.players).digest == digest
    except SpecError:
        return False


def _has_shipped_cards(record: Record) -> bool:
    try:
        return from_resolved({**record.spec.model_dump(), "cards": {}}).digest == record.spec_hash
    except SpecError:
        return False


def _file(spec: Spec, changed: list[Rule]) -> str:
    lines = [f"extends: {spec.game.name}", f"name: {_yaml(spec.name)}"]
    if changed:
        lines.append("rules:")
    above = ""
    for rule in changed:
        group, _, key = rule.option.key.rpartition(".")
        if group and group != above:
            lines.append(f"  {group}:")
        above = group
        lines.append(f"{'    ' if group else '  '}{key}: {_yaml(rule.value)}")
    lines.append("bots:")
    lines += [f"  - {_yaml(_entry(bot, spec))}" for bot in spec.bots]
    return "\n".join(lines) + "\n"


def _entry(bot: BotSpec, spec: Spec) -> str | dict[str, Any]:
    """A bot as a spec names it."""
    entry: dict[str, Any] = {}
    for key, (value, _) in changed_settings(bot, spec).items():
        group, _, name = key.rpartition(".")
        (entry.setdefault(group, {}) if group else entry)[name] = value
    return {"name": plain_name(bot), **entry} if entry else plain_name(bot)


def _yaml(value: Any) -> str:
    if isinstance(value, str) and WORD.fullmatch(value) and value not in ("true", "false", "null"):
        return value
    return json.dumps(value, ensure_ascii=False)
