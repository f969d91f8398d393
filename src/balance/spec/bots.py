"""Who plays: bots as a spec or the command line names them, checked against the game's features."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from balance.bots.catalog import KINDS, SETTINGS
from balance.engine.game import Game
from balance.input import Loc, Node, checked, did_you_mean, error_at, listed, show
from balance.spec.model import BotSpec

Weight = Annotated[float, Field(ge=-1_000_000, le=1_000_000, allow_inf_nan=False)]


class _Entry(BaseModel):
    """A bot in a spec."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    name: str
    temperature: float = Field(0.0, ge=0, le=1_000_000, allow_inf_nan=False)
    weights: dict[str, Weight] = Field(default_factory=dict)


def default_bots(game: Game, seats: int) -> tuple[BotSpec, ...]:
    """The bots of a spec that names none: greedy if the game has features to be greedy about, else random."""
    return (make_bot("greedy" if game.features else "random", game),) * seats


def make_bot(name: str, game: Game) -> BotSpec:
    """A bot of a known kind with its default settings."""
    return _made(_Entry(name=name), game)


def _made(entry: _Entry, game: Game) -> BotSpec:
    if "weights" not in SETTINGS[entry.name]:
        return BotSpec(entry.name, entry.temperature)
    weights = {feature: float(entry.weights.get(feature, game.weights.get(feature, 0.0))) for feature in game.features}
    return BotSpec(entry.name, entry.temperature, weights)


def changed_settings(bot: BotSpec, game: Game) -> dict[str, tuple[Any, Any]]:
    """What a bot has set otherwise than the bot of its name comes with: value and shipped value by key
    (`temperature`, `weights.lead`)."""
    played, shipped = (dict(_flat(one.resolved())) for one in (bot, make_bot(bot.name, game)))
    return {key: (value, shipped.get(key)) for key, value in played.items() if value != shipped.get(key)}


def _flat(settings: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in settings.items():
        if isinstance(value, dict):
            yield from ((f"{key}.{name}", inner) for name, inner in _flat(value))
        else:
            yield key, value


def bots_from_text(text: str) -> Node:
    """`--bots greedy,random` (or one for all seats) as a tree."""
    parts = [Node(part.strip(), "--bots") for part in text.split(",")]
    return parts[0] if len(parts) == 1 else Node(list(parts), "--bots")


def bots_from_tree(tree: Node, game: Game, seats: int) -> tuple[BotSpec, ...]:
    """One bot a seat from a list by seat, or from one entry for all seats."""
    root: Loc = () if tree.file == "--bots" else ("bots",)
    if not isinstance(tree.value, list):
        return (_bot(tree, root, game),) * seats
    if len(tree.value) != seats:
        message = f"{game.name} has {seats} seats, {_number(len(tree.value))}: give one for each seat, or one for all"
        raise error_at(tree, (), message, root)
    return tuple(_bot(node, (*root, i) if root else (), game) for i, node in enumerate(tree.value))


def _number(bots: int) -> str:
    return f"{bots} bot{'' if bots == 1 else 's'} given"


def _bot(node: Node, at: Loc, game: Game) -> BotSpec:
    if isinstance(node.value, str):
        node = Node({"name": node}, node.file, node.line)
        name_at: Loc = ()
    elif isinstance(node.value, dict):
        name_at = ("name",)
    else:
        raise error_at(node, (), f"must be the name of a bot or a mapping with name, not {show(node.plain())}", at)
    entry = checked(_Entry, node, at)
    if entry.name not in KINDS:
        raise error_at(node, name_at, f"there is no bot {show(entry.name)}{_known(entry.name)}", at)
    _check_settings(node, at, entry, game)
    return _made(entry, game)


def _known(name: str) -> str:
    near = did_you_mean(name, list(KINDS))
    return near if near.startswith("; known") else f"{near} (known: {listed(KINDS, 'and')})"


def _check_settings(node: Node, at: Loc, entry: _Entry, game: Game) -> None:
    keys: Any = node.value
    for key in keys:
        if key != "name" and key not in SETTINGS[entry.name]:
            raise error_at(node, (key,), f"a {entry.name} bot has no {key}", at)
    for feature in entry.weights:
        if feature not in game.features:
            message = f"is not a feature of {game.name}{did_you_mean(feature, game.features)}"
            raise error_at(node, ("weights", feature), message, at)
    if "weights" in SETTINGS[entry.name] and not game.features:
        raise error_at(node, (), f"{game.name} has no features, so a {entry.name} bot cannot play it", at)
