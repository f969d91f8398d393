"""One clear message for whatever is wrong with a file: `file:line: key: what is wrong; did you mean …`."""

from __future__ import annotations

from dataclasses import dataclass

from balance.input.words import Loc, show

MOST_SHOWN = 10


def key_text(loc: Loc) -> str:
    """A place as people write it: `units[3].cost` (list positions count from 0)."""
    text = ""
    for part in loc:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            name = part if part.isprintable() else show(part)
            text += f".{name}" if text else name
    return text


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, and where; parts that are not known are empty."""

    message: str
    file: str = ""
    line: int | None = None
    key: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.file and self.line else self.file
        return ": ".join(part for part in (place, self.key, self.message) if part)


class SpecError(Exception):
    """Wrong input. `str()` is the whole message for a person: one problem a line, the first `MOST_SHOWN` of them."""

    def __init__(self, *problems: Problem):
        super().__init__(*problems)
        self.problems = problems

    @property
    def file(self) -> str:
        """The first problem's file (or `--set` and the like)."""
        return self.problems[0].file

    @property
    def line(self) -> int | None:
        """The first problem's line, counted from 1."""
        return self.problems[0].line

    @property
    def key(self) -> str:
        """The first problem's key."""
        return self.problems[0].key

    @property
    def message(self) -> str:
        """What is wrong, of the first problem."""
        return self.problems[0].message

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.problems[:MOST_SHOWN]]
        more = len(self.problems) - len(lines)
        return "\n".join([*lines, f"… and {more} more"] if more else lines)


class FaultError(ValueError):
    """Raised by a validator: what is wrong, and where, below the validated value.

    Of several `places` the first that the user wrote is named (a clash of two options is shown at one of them).
    """

    def __init__(self, message: str, *places: Loc):
        super().__init__(message)
        self.message = message
        self.places = places or ((),)
