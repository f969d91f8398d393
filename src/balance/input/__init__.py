"""What people type: YAML read into trees that know their places, and errors that name file, line and key.

It lies below the games, so that a game's own data files fail with the same kind of message as a spec does.
"""

from balance.input.errors import FaultError, Problem, SpecError, key_text
from balance.input.tree import LARGEST, Node, is_there, near_file, parse, read, yaml_names
from balance.input.validate import checked, error_at, problem_at, unknown_key
from balance.input.words import Loc, Slot, allowed, did_you_mean, fields_at, is_written, listed, nearest, show, slot_at

__all__ = [
    "LARGEST",
    "FaultError",
    "Loc",
    "Node",
    "Problem",
    "Slot",
    "SpecError",
    "allowed",
    "checked",
    "did_you_mean",
    "error_at",
    "fields_at",
    "is_there",
    "is_written",
    "key_text",
    "listed",
    "near_file",
    "nearest",
    "parse",
    "problem_at",
    "read",
    "show",
    "slot_at",
    "unknown_key",
    "yaml_names",
]
