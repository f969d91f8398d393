"""Who plays: bots as a spec or the command line names them, checked against the game's features."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from balance.bots.catalog import KINDS, LEVELS, SEARCH_SETTINGS, SEARCHERS, SETTINGS
from balance.engine.game import Game, Options
from balance.input import Loc, Node, checked, did_you_mean, error_at, listed, show
from balance.spec.model import BotSpec, Spec
from balance.spec.sizes import parse_count
from balance.spec.trained import is_bot_file, read_bot_file, shipped

FRACTIONS = ("exploration", "margin", "prior")
Weight = Annotated[float, Field(ge=-1_000_000, le=1_000_000, allow_inf_nan=False)]


def _setting(name: str) -> Any:
    default, least, most = SEARCH_SETTINGS[name]
    if name in FRACTIONS:
        return Field(float(default), ge=least, le=most, allow_inf_nan=False)
    return Field(int(default), ge=least, le=most)


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
    prior: float = _setting("prior")
    playout: Literal["random", "greedy"] | None = None


@dataclass(frozen=True)
class _Seats:
    """What bots are made for."""

    game: Game
    options: Options

    def weights(self, level: str) -> Mapping[str, float]:
        """Weights that a bot of this level starts from: the trained ones, if the game ships them."""
        bot = None if level == "hand-set" else shipped(self.game, self.options)
        return self.game.weights if bot is None else bot.weights

    def casual(self) -> float:
        """The temperature of a casual player."""
        bot = shipped(self.game, self.options)
        return bot.casual if bot else 0.0


def default_bots(game: Game, options: Options) -> tuple[BotSpec, ...]:
    """The bots of a spec that names none: greedy if the game has features to be greedy about, else random."""
    return (make_bot("greedy" if game.features else "random", game, options),) * game.seat_count(options)


def make_bot(name: str, game: Game, options: Options) -> BotSpec:
    """A bot of a known kind or level with its default settings."""
    return _bot(Node(name, "--bots"), (), _Seats(game, options))


def bots_of_ladder(text: str, spec: Spec) -> list[BotSpec]:
    """The bots of `--bots`, any number of them, each as it would sit on every seat of `spec`."""
    tree = bots_from_text(text)
    nodes = tree.value if isinstance(tree.value, list) else [tree]
    table = _Seats(spec.game, spec.options)
    return [_bot(node, (), table) for node in nodes]


def changed_settings(bot: BotSpec, spec: Spec) -> dict[str, tuple[Any, Any]]:
    """What a bot has set otherwise than the bot of its name comes with: value and shipped value by key
    (`temperature`, `weights.lead`)."""
    shipped_bot = make_bot(plain_name(bot), spec.game, spec.options)
    played, shipped = (dict(_flat(one.resolved())) for one in (bot, shipped_bot))
    return {key: (value, shipped.get(key)) for key, value in played.items() if value != shipped.get(key)}


def plain_name(bot: BotSpec) -> str:
    """The kind or level that a bot was named by, without its iterations; of a bot from a file its kind."""
    name = bot.title.partition(":")[0]
    return name if name in KINDS or name in LEVELS else bot.name


def _flat(settings: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in settings.items():
        if key == "search":
            yield from value.items()
        elif isinstance(value, dict):
            yield from ((f"{key}.{name}", inner) for name, inner in _flat(value))
        else:
            yield key, value


def bots_from_text(text: str) -> Node:
    """`--bots greedy,random` (or one for all seats) as a tree."""
    parts = [Node(part.strip(), "--bots") for part in text.split(",")]
    return parts[0] if len(parts) == 1 else Node(list(parts), "--bots")


def bots_from_tree(tree: Node, game: Game, options: Options) -> tuple[BotSpec, ...]:
    """One bot a seat from a list by seat, or from one entry for all seats."""
    root: Loc = () if tree.file == "--bots" else ("bots",)
    seats, table = game.seat_count(options), _Seats(game, options)
    if not isinstance(tree.value, list):
        return (_bot(tree, root, table),) * seats
    if len(tree.value) != seats:
        message = f"{game.name} has {seats} seats, {_number(len(tree.value))}: give one for each seat, or one for all"
        raise error_at(tree, (), message, root)
    return tuple(_bot(node, (*root, i) if root else (), table) for i, node in enumerate(tree.value))


def _number(bots: int) -> str:
    return f"{bots} bot{'' if bots == 1 else 's'} given"


def _bot(node: Node, at: Loc, table: _Seats) -> BotSpec:
    if is_bot_file(node):
        return _from_file(str(node.value).strip(), node, table)
    name_at: Loc = ("name",) if isinstance(node.value, dict) else ()
    if isinstance(node.value, str):
        node = _from_name(node, node.value, at)
    elif not isinstance(node.value, dict):
        raise error_at(node, (), f"must be the name of a bot or a mapping with name, not {show(node.plain())}", at)
    entry = checked(_Entry, node, at)
    if entry.name not in KINDS and entry.name not in LEVELS:
        raise error_at(node, name_at, f"there is no bot {show(entry.name)}{_known(entry.name)}", at)
    _check_settings(node, at, entry, table.game)
    return _made(entry, table)


def _from_file(name: str, node: Node, table: _Seats) -> BotSpec:
    """A bot file; a relative path starts from the folder of the spec that names it."""
    folder = Path() if node.file == "--bots" else Path(node.file).parent
    found = read_bot_file(folder / name, table.game)
    weights = {feature: found.weights.get(feature, 0.0) for feature in table.game.features}
    return BotSpec("greedy", 0.0, weights, label=Path(name).stem)


def _from_name(node: Node, text: str, at: Loc) -> Node:
    """`ismcts:500` is an ismcts with 500 iterations."""
    name, colon, number = text.partition(":")
    entry: dict[str, Node] = {"name": Node(name.strip(), node.file, node.line)}
    if colon:
        try:
            entry["iterations"] = Node(parse_count(number), node.file, node.line)
        except ValueError as error:
            message = f"{show(node.value)}: after the colon comes the number of iterations; {error}"
            raise error_at(node, (), message, at) from None
    return Node(entry, node.file, node.line)


def _known(name: str) -> str:
    known = [*KINDS, *LEVELS]
    near = did_you_mean(name, known)
    return near if near.startswith("; known") else f"{near} (known: {listed(known, 'and')})"


def _check_settings(node: Node, at: Loc, entry: _Entry, game: Game) -> None:
    keys: Any = node.value
    kind = LEVELS[entry.name].kind if entry.name in LEVELS else entry.name
    for key in keys:
        if key != "name" and key not in SETTINGS[kind]:
            raise error_at(node, (key,), f"a {entry.name} bot has no {key}", at)
    for feature in entry.weights:
        if feature not in game.features:
            message = f"is not a feature of {game.name}{did_you_mean(feature, game.features)}"
            raise error_at(node, ("weights", feature), message, at)
    if (kind == "greedy" or entry.playout == "greedy" or entry.prior) and not game.features:
        raise error_at(node, (), f"{game.name} has no features, so a {entry.name} bot cannot play it", at)


def _made(entry: _Entry, table: _Seats) -> BotSpec:
    level = LEVELS.get(entry.name)
    kind = level.kind if level else entry.name
    temperature = entry.temperature
    if entry.name == "casual" and "temperature" not in entry.model_fields_set:
        temperature = table.casual()
    search = _search(entry, table) if kind in SEARCHERS else {}
    weights: dict[str, float] = {}
    if kind == "greedy" or search.get("playout") == "greedy" or search.get("prior"):
        start = table.weights(entry.name)
        weights = {name: float(entry.weights.get(name, start.get(name, 0.0))) for name in table.game.features}
    return BotSpec(kind, temperature, weights, search, label=_label(entry, kind, search))


def _search(entry: _Entry, table: _Seats) -> dict[str, Any]:
    search = {key: getattr(entry, key) for key in SEARCH_SETTINGS}
    search["playout"] = entry.playout or ("greedy" if table.game.features else "random")
    if search["playout"] == "greedy" and "prior" not in entry.model_fields_set:
        search["prior"] = table.casual()
    if entry.name in LEVELS and "iterations" not in entry.model_fields_set:
        search["iterations"] = LEVELS[entry.name].iterations
    return search


def _label(entry: _Entry, kind: str, search: Mapping[str, Any]) -> str:
    if search and (entry.name not in LEVELS or "iterations" in entry.model_fields_set):
        return f"{entry.name}:{search['iterations']}"
    return "" if entry.name == kind else entry.name
