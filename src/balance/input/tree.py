"""YAML 1.2 as a tree whose nodes know their file and line.

ruamel.yaml only composes (scans and parses); the values are made here from the seven plain kinds of YAML. Nothing is
ever constructed from a tag, so a file can run no code, whatever it holds.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

from balance.input.errors import Problem, SpecError, key_text
from balance.input.words import Loc, nearest, show

LARGEST = 1_000_000
DEEPEST = 60
MOST_NODES = 100_000
LARGEST_WHOLE_FLOAT = 1e15

TAG = "tag:yaml.org,2002:"
TEXT_TAGS = ("str", "timestamp", "value", "merge")

Scalar = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Node:
    """A value, and where it was written (`line` is None for a whole file and for command-line values)."""

    value: Scalar | dict[str, Node] | list[Node]
    file: str
    line: int | None = None

    @classmethod
    def of(cls, value: Any, file: str, line: int | None = None) -> Node:
        """Plain data as a tree; every node of it stands at the same place."""
        if isinstance(value, Mapping):
            return cls({str(key): cls.of(item, file, line) for key, item in value.items()}, file, line)
        if isinstance(value, list | tuple):
            return cls([cls.of(item, file, line) for item in value], file, line)
        return cls(value, file, line)

    def plain(self) -> Any:
        """The value without places."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def child(self, part: str | int) -> Node | None:
        """The node under a key or a list position, if there is one."""
        if isinstance(self.value, dict):
            return self.value.get(part) if isinstance(part, str) else None
        if isinstance(self.value, list) and isinstance(part, int) and part < len(self.value):
            return self.value[part]
        return None

    def deepest(self, loc: Loc) -> Node:
        """The last node on the way to `loc`."""
        node = self
        for part in loc:
            below = node.child(part)
            if below is None:
                break
            node = below
        return node

    def has(self, loc: Loc) -> bool:
        """Whether something is written at `loc`."""
        node: Node | None = self
        for part in loc:
            node = node.child(part) if node else None
        return node is not None

    def merged(self, over: Node) -> Node:
        """`over` laid over this node: mappings key by key, everything else replaced."""
        if not (isinstance(self.value, dict) and isinstance(over.value, dict)):
            return over
        value = dict(self.value)
        for key, node in over.value.items():
            value[key] = value[key].merged(node) if key in value else node
        return Node(value, over.file, over.line)


def read(path: Path) -> Node:
    """The tree of a YAML file, or `SpecError`."""
    try:
        if path.is_fifo():
            raise _error(path, "is a pipe, not a file: reading it might wait for ever")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except IsADirectoryError:
        raise _error(path, "is a folder, not a YAML file") from None
    except FileNotFoundError:
        raise _error(path, f"there is no such file{near_file(path)}") from None
    except (OSError, ValueError) as error:
        raise _error(path, f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > LARGEST:
        raise _error(path, f"is larger than {LARGEST // 1_000_000} MB: this is not a spec")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _error(path, "is not UTF-8 text: save it as UTF-8", line) from None
    return parse(text, str(path))


def parse(text: str, file: str, whole: bool = True) -> Node:
    """The tree of a YAML text; `file` is its name in messages; `whole` False leaves lines out (command-line values)."""
    _refuse_directives(text, file)
    root = _compose(text, file, whole)
    if root is None:
        raise _error(file, "is empty: nothing but comments or blank lines" if text.strip() else "is empty")
    return _Walk(file, whole).node(root, ())


def _error(file: Path | str, message: str, line: int | None = None, key: str = "") -> SpecError:
    return SpecError(Problem(message, str(file), line, key))


def yaml_names(folder: Path) -> list[str]:
    """The names of the YAML files in a folder, sorted; none if it cannot be read."""
    try:
        return sorted(item.name for item in folder.iterdir() if item.suffix in (".yaml", ".yml"))
    except (OSError, ValueError):
        return []


def is_there(path: Path) -> bool:
    """Whether something has that name, a link in a circle too; a name that no file can have is one that none has."""
    return os.path.lexists(path)


def near_file(path: Path) -> str:
    """`; did you mean PATH?` if a YAML file with nearly that name lies in the same folder."""
    near = nearest(path.name, [name for name in yaml_names(path.parent) if name != path.name])
    return f"; did you mean {path.parent / near}?" if near else ""


def _refuse_directives(text: str, file: str) -> None:
    """`%YAML 1.1` would turn `no` into false: files are YAML 1.2, and need no directives."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("%"):
            raise _error(file, "directives (%) are not supported: files are YAML 1.2", number)
        if line.strip() and not line.lstrip().startswith("#"):
            return


def _compose(text: str, file: str, whole: bool) -> Any:
    yaml = YAML(typ="safe", pure=True)
    yaml.composer.warn_double_anchors = False
    try:
        return yaml.compose(text)
    except MarkedYAMLError as error:
        ended = "stream end" in str(error.problem) or "end of stream" in str(error.problem)
        mark = (ended and error.context_mark) or error.problem_mark or error.context_mark
        line = mark.line + 1 if mark is not None and whole else None
        raise _error(file, _syntax(error), line) from None
    except YAMLError as error:
        raise _error(file, f"is not valid YAML: {str(error).splitlines()[0]}") from None
    except RecursionError:
        raise _error(file, "is nested too deeply") from None


def _syntax(error: MarkedYAMLError) -> str:
    problem = str(error.problem or "").strip()
    if "'\\t'" in problem:
        return "a tab where YAML wants spaces: indent with spaces"
    if "another document" in problem:
        return "holds more than one document (---): one file, one document"
    if problem == "mapping values are not allowed here":
        return "is not valid YAML: a colon where none may stand (quote the text, or start a new line)"
    return f"is not valid YAML: {problem}"


class _Walk:
    """Turns composed nodes into our own, counts them (an alias each time) and refuses whatever is not plain data."""

    def __init__(self, file: str, whole: bool):
        self.file = file
        self.whole = whole
        self.left = MOST_NODES

    def node(self, node: Any, loc: Loc, line: int | None = None) -> Node:
        """The tree below one composed node; `line` is that of its key."""
        self.left -= 1
        if self.left < 0:
            raise self.error(node, loc[:1], "holds too many values (aliases that multiply?)")
        if len(loc) > DEEPEST:
            raise self.error(node, loc[:3], "is nested too deeply, or an alias refers to itself")
        return Node(self.value(node, loc), self.file, line if line or not loc else self.line(node))

    def value(self, node: Any, loc: Loc) -> Any:
        """The value of one composed node."""
        kind = str(node.tag)
        if isinstance(node, MappingNode) and kind == f"{TAG}map":
            return dict(self.entries(node, loc))
        if isinstance(node, SequenceNode) and kind == f"{TAG}seq":
            return [self.node(item, (*loc, i)) for i, item in enumerate(node.value)]
        if isinstance(node, ScalarNode) and kind.startswith(TAG):
            return self.scalar(node, loc, kind.removeprefix(TAG))
        raise self.tag_error(node, loc, kind)

    def entries(self, node: Any, loc: Loc) -> Iterator[tuple[str, Node]]:
        """The entries of a mapping; keys are text and different."""
        seen: dict[str, int] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            key = self.key(key_node, loc)
            if key in seen:
                where = f" (first in line {seen[key]})" if self.whole else ""
                raise self.error(key_node, (*loc, key), f"is given twice{where}")
            seen[key] = line
            yield key, self.node(value_node, (*loc, key), line if self.whole else None)

    def key(self, node: Any, loc: Loc) -> str:
        """A mapping's key as text."""
        if isinstance(node, ScalarNode) and str(node.tag) == f"{TAG}merge":
            raise self.error(node, loc, "merge keys (<<) are not YAML 1.2: use extends, or write the keys out")
        if isinstance(node, ScalarNode) and str(node.tag) in [TAG + name for name in TEXT_TAGS]:
            return str(node.value)
        raise self.error(node, loc, f"a key must be text, not {show(self.value(node, loc))}")

    def scalar(self, node: Any, loc: Loc, kind: str) -> Scalar:
        """The value of a scalar, by its tag."""
        text = str(node.value)
        if kind in TEXT_TAGS:
            return text
        if kind == "null":
            return None
        try:
            if kind == "bool":
                return _boolean(text)
            if kind == "int":
                return _integer(text)
            if kind == "float":
                return _float(text)
        except ValueError:
            raise self.error(node, loc, f"{show(text)} is not a value of the kind {kind}") from None
        raise self.tag_error(node, loc, TAG + kind)

    def line(self, node: Any) -> int | None:
        """Where a composed node starts."""
        return node.start_mark.line + 1 if self.whole else None

    def error(self, node: Any, loc: Loc, message: str) -> SpecError:
        """A `SpecError` at a composed node."""
        return _error(self.file, message, self.line(node), key_text(loc))

    def tag_error(self, node: Any, loc: Loc, tag: str) -> SpecError:
        """A `SpecError` that refuses a tag."""
        name = f"!!{tag.removeprefix(TAG)}" if tag.startswith(TAG) else tag
        return self.error(node, loc, f"tags are not supported ({show(name)}): files hold plain data only")


def _boolean(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError(text)
    return text.lower() == "true"


def _integer(text: str) -> int:
    digits = text.replace("_", "").lower()
    sign = -1 if digits.startswith("-") else 1
    digits = digits.lstrip("+-")
    for prefix, base in (("0x", 16), ("0o", 8), ("0b", 2)):
        if digits.startswith(prefix):
            return sign * int(digits[2:], base)
    return sign * int(digits)


def _float(text: str) -> float | int:
    """A float; one written with an exponent that comes out whole (1e6) is a whole number, as people mean it."""
    plain = text.replace("_", "").lower()
    if plain.lstrip("+-") in (".inf", ".nan"):
        return -math.inf if plain == "-.inf" else math.inf if plain.endswith("inf") else math.nan
    value = float(plain)
    if "e" in plain and value.is_integer() and abs(value) <= LARGEST_WHOLE_FLOAT:
        return int(value)
    return value
