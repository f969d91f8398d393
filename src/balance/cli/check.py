"""`balance check`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.cli.layout import say
from balance.cli.shared import AsJson, Bots, Sets, Source, print_json

if TYPE_CHECKING:
    from balance.spec import BotSpec, Spec

EXAMPLES = (
    "balance check omen",
    "balance check my-rules.yaml --json",
    "balance check my-rules.yaml --set rules.hand_limit=7",
    "balance check my-cards.yaml",
)


def check(source: Source, sets: Sets = None, bots: Bots = None, as_json: AsJson = False) -> None:
    """Check a variant or a card set without playing it, and say what would be played."""
    from balance.spec import load

    about_cards = _card_set(Path(source))
    if about_cards is not None:
        if as_json:
            print_json(about_cards)
        else:
            for key, value in about_cards.items():
                say(f"{key}: {value}")
        return
    spec = load(source, sets or [], bots)
    if as_json:
        print_json(_summary(spec))
    else:
        _print(_summary(spec))


def _card_set(path: Path) -> dict[str, Any] | None:
    """What a card set of some game holds; None if the file is none."""
    from balance.engine import game
    from balance.input import read

    if path.suffix not in (".yaml", ".yml"):
        return None
    tree = read(path)
    for name in game.names():
        hook = game.find(name).check_cards
        found = hook(tree) if hook else None
        if found is not None:
            return {"file": str(path), "game": name, **found}
    return None


def _summary(spec: Spec) -> dict[str, Any]:
    from balance.spec import option_table

    played, printed = (options.model_dump(mode="json") for options in (spec.options, spec.game.options()))
    keys = [option.key for option in option_table(spec.game)]
    rules = {key: (_at(played, key), _at(printed, key)) for key in keys}
    return {
        "name": spec.name,
        "game": spec.game.name,
        "mode": spec.game.mode(spec.options),
        "players": spec.players,
        "bots": [bot.title for bot in spec.bots],
        "seats": [_seat(bot, spec) for bot in spec.bots],
        "digest": spec.digest,
        "changed": {
            key: {"value": value, "default": default} for key, (value, default) in rules.items() if value != default
        },
        "unchanged": {key: value for key, (value, default) in rules.items() if value == default},
        "expect": {claim.figure: claim.text for claim in spec.expect},
        "warnings": spec.game.warnings(spec.options),
    }


def _seat(bot: BotSpec, spec: Spec) -> dict[str, Any]:
    from balance.spec import changed_settings

    changed = changed_settings(bot, spec).items()
    return {
        "bot": bot.title,
        "changed": {key: {"value": value, "default": shipped} for key, (value, shipped) in changed},
    }


def _at(rules: Any, key: str) -> Any:
    for part in key.split("."):
        rules = rules[part]
    return rules


def _print(summary: dict[str, Any]) -> None:
    say(f"{summary['name']}: this can be played.\n")
    for key in ("game", "mode", "players"):
        say(f"{key}: {summary[key]}")
    _print_bots(summary["seats"])
    if summary["changed"]:
        say("\nchanged rules:")
        _print_changed(summary["changed"], "    ", "default")
    say("\nother rules:" if summary["changed"] else "\nrules, all at their defaults:")
    for key, value in summary["unchanged"].items():
        say(f"    {key}: {_text(value)}")
    if summary["expect"]:
        say("\nexpected (balance verify tests it):")
        for figure, claim in summary["expect"].items():
            say(f"    {figure}: {claim}")
    for warning in summary["warnings"]:
        say(f"\nwarning: {warning}")


def _print_bots(seats: list[dict[str, Any]]) -> None:
    say("bots:")
    same = all(seat == seats[0] for seat in seats)
    for number, seat in enumerate(seats[:1] if same else seats, 1):
        where = "every seat" if same else f"seat {number}"
        say(f"    {where}: {seat['bot']}{'' if seat['changed'] else ', as shipped'}")
        _print_changed(seat["changed"], "        ", "shipped")


def _print_changed(changed: dict[str, Any], indent: str, word: str) -> None:
    for key, change in changed.items():
        say(f"{indent}{key}: {_text(change['value'])}    ({word} {_text(change['default'])})")


def _text(value: Any) -> str:
    import json

    if isinstance(value, float):
        return f"{value:.12g}"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
