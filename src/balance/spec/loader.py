"""From a game's name or a YAML file, `--set`, `--bots` and `--players` to a validated `Spec`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from balance.engine.game import Game, Options, names
from balance.input import (
    Loc,
    Node,
    Problem,
    SpecError,
    checked,
    error_at,
    is_there,
    is_written,
    listed,
    near_file,
    nearest,
    parse,
    read,
    show,
    unknown_key,
    yaml_names,
)
from balance.spec.bots import bots_from_text, bots_from_tree, default_bots
from balance.spec.expect import Claim, claims
from balance.spec.model import Spec, find_game

KEYS = ("extends", "game", "name", "about", "rules", "bots", "expect", "tune")
LONGEST_TEXT = 10_000
LONGEST_CHAIN = 20


@dataclass(frozen=True)
class Draft:
    """A game and what files say of it, before it is checked; `tune` is how `balance tune` may change it."""

    game: Game
    rules: Node
    bots: Node | None = None
    name: str = ""
    about: str = ""
    expect: tuple[Claim, ...] = ()
    tune: Node | None = None

    def spec(self, changes: Node | None = None, bots: Node | None = None) -> Spec:
        """The spec, with `changes` laid over the rules and other `bots` than the files name; `SpecError` if something
        is wrong."""
        options = _options(self.game, self.rules if changes is None else self.rules.merged(changes))
        tree = bots or self.bots
        chosen = bots_from_tree(tree, self.game, options) if tree else default_bots(self.game, options)
        return Spec(self.game, options, chosen, self.name, self.about, self.expect)


def load(source: str, sets: Sequence[str] = (), bots: str | None = None, players: int | None = None) -> Spec:
    """The spec of a game's name or a YAML file, with what the command line lays over it.

    `sets` are `--set` texts (`rules.hand_limit=7`, `rules.` may be left out), `bots` the `--bots` text, `players` the
    number of seats wanted. Everything that is wrong comes as `SpecError`.
    """
    base = draft(source)
    rules = _with_players(_with_sets(base.rules, sets), base.game, players)
    if players is not None:
        seats = base.game.seat_count(_options(base.game, rules))
        if players != seats:
            raise SpecError(Problem(f"{base.game.name} has {seats} seats by these rules, not {players}", "--players"))
    return replace(base, rules=rules).spec(bots=bots_from_text(bots) if bots is not None else None)


def _options(game: Game, rules: Node) -> Options:
    """The validated rules; relative paths among them start from the folder of the file that wrote them."""
    written = rules.value if isinstance(rules.value, dict) else {}
    folders = {key: Path(node.file).parent for key, node in written.items()}
    return checked(game.options, rules, ("rules",), {"folders": folders})


# --- files ---


def draft(source: str) -> Draft:
    """What a game's name or a YAML file says, read but for the rules; raises `SpecError`."""
    if source in names():
        return _plain(find_game(source))
    path = Path(source)
    if _is_path(source, Path()):
        return _from_file(path, ())
    raise SpecError(Problem(_no_source(source, Path()), source))


def _plain(game: Game) -> Draft:
    return Draft(game, Node({}, game.name), name=game.title, about=game.about)


def _is_path(text: str, folder: Path) -> bool:
    """Whether a text is meant as a path (from `folder`), and not as the name of a game."""
    path = Path(text)
    return bool(text) and (len(path.parts) > 1 or path.suffix in (".yaml", ".yml") or is_there(folder / path))


def _no_source(text: str, folder: Path) -> str:
    if not text:
        return f"needs the name of a game ({listed(names())}) or the path of a spec file"
    near = nearest(text, [*names(), *yaml_names(folder)])
    hint = f"; did you mean {near}?" if near else ""
    return f"there is no game and no file of that name{hint} (games: {listed(names(), 'and')})"


def _from_file(path: Path, above: tuple[Path, ...]) -> Draft:
    """The base that a file describes; `above` are the files that led here by `extends`."""
    tree = read(path)
    _check_keys(tree)
    base = _extended(tree, path, (*above, path))
    _check_game(tree, base.game)
    return Draft(
        game=base.game,
        rules=base.rules.merged(_mapping(tree, "rules")),
        bots=_given(tree, "bots") or base.bots,
        name=_text(tree, "name") or path.stem,
        about=_text(tree, "about"),
        expect=_overridden(base.expect, claims(tree)),
        tune=_given(tree, "tune") or base.tune,
    )


def _overridden(before: tuple[Claim, ...], now: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Claims of the file that is extended, but for those that are made anew."""
    anew = {claim.figure for claim in now}
    return (*[claim for claim in before if claim.figure not in anew], *now)


def _check_keys(tree: Node) -> None:
    if not isinstance(tree.value, dict):
        raise error_at(tree, (), f"must be a mapping with {listed(KEYS, 'and')}, not {show(tree.plain())}")
    if {"units", "kraters"} <= set(tree.value):
        raise error_at(tree, (), "is a card set, not a spec: name it in a spec's rules.games")
    wrong = [error_at(tree, (key,), unknown_key(key, KEYS)).problems[0] for key in tree.value if key not in KEYS]
    if wrong:
        raise SpecError(*wrong)


def _extended(tree: Node, path: Path, chain: tuple[Path, ...]) -> Draft:
    key = "extends" if _given(tree, "extends") else "game"
    target = _text(tree, key)
    node = tree.deepest((key,))
    if not target:
        message = f"is missing: name a game ({listed(names())}) or another spec file"
        raise error_at(tree, (), message, ("extends",))
    if key == "game" or target in names():
        return _plain(find_game(target, node.file, node.line, key))
    if not _is_path(target, path.parent):
        raise error_at(tree, (key,), _no_source(target, path.parent))
    return _follow(tree, path.parent / target, chain)


def _follow(tree: Node, other: Path, chain: tuple[Path, ...]) -> Draft:
    if not is_there(other):
        raise error_at(tree, ("extends",), f"there is no file {other}{near_file(other)}")
    if os.path.realpath(other) in map(os.path.realpath, chain):
        around = " → ".join(str(path) for path in (*chain, other))
        raise error_at(tree, ("extends",), f"goes in a circle: {around}")
    if len(chain) >= LONGEST_CHAIN:
        raise error_at(tree, ("extends",), f"more than {LONGEST_CHAIN} files extend one another")
    return _from_file(other, chain)


def _check_game(tree: Node, game: Game) -> None:
    named = _text(tree, "game")
    if named and named != game.name:
        raise error_at(tree, ("game",), f"is {named}, but what this file extends is {game.name}")


def _given(tree: Node, key: str) -> Node | None:
    node = tree.child(key)
    return None if node is None or node.value is None else node


def _mapping(tree: Node, key: str) -> Node:
    node = _given(tree, key)
    if node is None:
        return Node({}, tree.file, tree.line)
    if not isinstance(node.value, dict):
        raise error_at(tree, (key,), f"must be a mapping of options, not {show(node.plain())}")
    return node


def _text(tree: Node, key: str) -> str:
    node = _given(tree, key)
    if node is None:
        return ""
    if not isinstance(node.value, str):
        raise error_at(tree, (key,), f"must be text, not {show(node.plain())}")
    if len(node.value) > LONGEST_TEXT:
        raise error_at(tree, (key,), f"must be text of at most {LONGEST_TEXT} characters, has {len(node.value)}")
    if not all(is_written(letter) or letter == "\n" for letter in node.value):
        raise error_at(tree, (key,), "must be text without control characters")
    return node.value


# --- the command line ---


def _with_sets(rules: Node, sets: Sequence[str]) -> Node:
    seen: set[Loc] = set()
    for text in sets:
        loc, value = _assignment(text)
        if loc in seen:
            raise SpecError(Problem("is given twice", "--set", key=".".join(map(str, ("rules", *loc)))))
        seen.add(loc)
        for part in reversed(loc):
            value = Node({str(part): value}, "--set")
        rules = rules.merged(value)
    return rules


def _assignment(text: str) -> tuple[Loc, Node]:
    """`rules.points.krater=3` as a place in the rules and a value."""
    name, equals, value = text.partition("=")
    parts = name.strip().split(".")
    if not equals or not all(parts):
        raise SpecError(Problem(f"must look like rules.KEY=VALUE, not {show(text)}", "--set"))
    if parts[0] == "bots":
        raise SpecError(Problem("sets rules only: name bots with --bots, or in a spec file", "--set", key=name.strip()))
    loc = tuple(parts[1:] if parts[0] == "rules" and len(parts) > 1 else parts)
    key = ".".join(("rules", *loc))
    try:
        return loc, parse(value, "--set", whole=False)
    except SpecError as error:
        raise SpecError(Problem(error.message, "--set", key=key)) from None


def _with_players(rules: Node, game: Game, players: int | None) -> Node:
    """The rules with the wanted number of seats, if that is one of the game's options."""
    if players is None:
        return rules
    if players not in game.players:
        seats = f"{listed(game.players)} player{'' if game.players == (1,) else 's'}"
        raise SpecError(Problem(f"{game.name} is for {seats}, not {players}", "--players"))
    if "players" not in game.options.model_fields:
        return rules
    return rules.merged(Node({"players": Node(players, "--players")}, "--players"))
