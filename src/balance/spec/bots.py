"""Who plays: bots as a spec or the command line names them, checked against the game's features."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from balance.bots.catalog import KINDS, SEARCH_SETTINGS, SEARCHERS, SETTINGS
from balance.engine.game import Game
from balance.input import Loc, Node, checked, did_you_mean, error_at, listed, show
from balance.spec.model import BotSpec
from balance.spec.sizes import parse_count

FRACTIONS = ("exploration", "margin")
Weight = Annotated[float, Field(ge=-1_000_000, le=1_000_000, allow_inf_nan=False)]


def _setting(name: str) -> Any:
    default, least, most = SEARCH_SETTINGS[name]
    return (
        Field(default, ge=least, le=most, allow_inf_nan=False)
        if name in FRACTIONS
        else Field(int(default), ge=least, le=most)
    )


class _Entry(BaseModel):
    """A bot in a spec."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    name: str
    temperature: float = Field(0.0, ge=0, le=1_000_000, allow_inf_nan=False)
    weights: dict[str, Weight] = Field(default_factory=dict)
    iterations: int = _setting("iterations")
    exploration: float = _setting("exploration")
    horizon: int = _setting("horizon")
    margin: float = _setting("margin")
    playout: Literal["random", "greedy"] = "random"


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
    search: dict[str, Any] = {}
    if entry.name in SEARCHERS:
        search = {key: getattr(entry, key) for key in (*SEARCH_SETTINGS, "playout")}
        weights = weights if entry.playout == "greedy" else {}
    return BotSpec(entry.name, entry.temperature, weights, search)


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
        node = _from_name(node, node.value, at)
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


def _from_name(node: Node, text: str, at: Loc) -> Node:
    """`ismcts:500` is an ismcts with 500 iterations."""
    name, colon, number = text.partition(":")
    entry: dict[str, Node] = {"name": Node(name.strip(), node.file, node.line)}
    if colon:
        try:
            entry["iterations"] = Node(parse_count(number), node.file, node.line)
        except ValueError as error:
            raise error_at(
                node, (), f"{show(node.value)}: after the colon comes the number of iterations; {error}", at
            ) from None
    return Node(entry, node.file, node.line)


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
    if (entry.name == "greedy" or entry.playout == "greedy") and not game.features:
        raise error_at(node, (), f"{game.name} has no features, so a {entry.name} bot cannot play it", at)
