"""What people and files are shown of a game, decision by decision: its record, and the same in words.

What is shown comes from the uncompiled hooks of the game's kernel module (see `balance.engine.game.Game`). The record
is specified in `docs/replay-format.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from balance.arena.records import Records
from balance.arena.steps import Steps

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Moment:
    """One line of the record, and the same in words."""

    record: dict[str, Any]
    prose: list[str]


class Narrator:
    """Tells games of one spec, played from `kit`. The record is always whole.

    `reader` is the seat that the words are for, which are then about what that seat may see; None: about everything.
    `names` is who plays, by seat.
    """

    def __init__(self, spec: Any, kit: Records, names: Sequence[str], reader: int | None = None):
        self.game, self.options = spec.game, spec.options
        self.names, self.reader = list(names), reader
        self._kernel, self._rules = kit.kernel, kit.rules
        self._card_ids: list[str] = getattr(kit.kernel, "card_ids", kit.kernel.cards)(spec.options)

    def about(self, seed: int, number: int) -> Moment:
        """Which game it is, and who plays."""
        record = {
            "type": "game",
            "schema_version": SCHEMA_VERSION,
            "game": self.game.name,
            "mode": self.game.mode(self.options),
            "seed": seed,
            "number": number,
            "players": len(self.names),
            "bots": self.names,
            "rules": self.options.model_dump(mode="json"),
            "cards": self._kernel.card_data(self.options),
        }
        title = f"{self.game.title} ({self.game.mode(self.options)}), game {number} of seed {seed}"
        return Moment(record, [title, *(f"Player {i + 1}: {name}" for i, name in enumerate(self.names))])

    def start(self, game: Steps) -> Moment:
        """The deal."""
        record = {"type": "start", "events": self._events(game), "state": self._describe(game)}
        return Moment(record, ["", "The deal", *_indented(self._opening(game))])

    def heading(self, game: Steps) -> str:
        """The title above the next decision, if the game has titles."""
        return str(self._hook("heading", game.state, self._rules) or "")

    def scene(self, game: Steps) -> list[str]:
        """How things stand, in lines."""
        lines = self._hook("scene", game.state, self._rules, self.reader)
        if lines is None and self.reader is not None:
            lines = _in_words(self._kernel.view(game.state, self._rules, self.reader))
        return _indented(lines or [])

    def legend(self, game: Steps) -> list[str]:
        """What the signs and the cards in sight mean, in lines."""
        return list(self._hook("legend", game.state, self._rules, self.reader) or [])

    def offers(self, game: Steps) -> list[str]:
        """The legal actions in words, in order."""
        return [self._kernel.say(game.state, self._rules, a, self.reader) for a in game.legal()]

    def decision(self, game: Steps, chosen: int | None = None) -> Moment:
        """The next decision: what the seat's bot takes, or the action that was `chosen` for it."""
        kernel, r = self._kernel, self._rules
        number, seat, codes = int(game.row.decisions), game.seat, game.legal()
        legal = [kernel.name(game.state, r, a) for a in codes]
        view = kernel.view(game.state, r, seat)
        if chosen is None:
            taken = game.step()
        else:
            game.act(chosen)
            taken = chosen
        record = {
            "type": "decision",
            "number": number,
            "seat": seat,
            "view": view,
            "legal": legal,
            "taken": legal[codes.index(taken)],
            "events": self._events(game),
            "state": self._describe(game),
        }
        said = kernel.say(game.before, r, taken, self.reader)
        told = kernel.tell(game.state, r, game.log, self.reader, game.before)
        return Moment(record, [f"Player {seat + 1}{self._options(codes)}: {said}", *_indented(told)])

    def _options(self, codes: list[int]) -> str:
        """How many options there were, which may depend on a hand."""
        if self.reader is not None:
            return ""
        return ", 1 option" if len(codes) == 1 else f", {len(codes)} options"

    def _hook(self, name: str, *arguments: Any) -> Any:
        hook = getattr(self._kernel, name, None)
        return hook(*arguments) if hook else None

    def _describe(self, game: Steps) -> dict[str, Any]:
        return self._kernel.describe(game.state, self._rules)

    def _events(self, game: Steps) -> list[dict[str, Any]]:
        return [self._event(event) for event in game.events()]

    def _event(self, event: Any) -> dict[str, Any]:
        plain = {
            "event": self.game.events[event.kind],
            "seat": int(event.seat) if event.seat >= 0 else None,
            "card": self._card_ids[event.card] if event.card >= 0 else None,
            "amount": int(event.amount),
        }
        return plain | (self._hook("event", self._rules, event) or {})

    def _opening(self, game: Steps) -> list[str]:
        lines = self._hook("opening", game.state, self._rules, self.reader)
        if lines is None and self.reader is None:
            lines = _in_words(self._describe(game))
        return lines or []

    def end(self, game: Steps) -> Moment:
        """How it ended."""
        seats, row = len(self.names), game.row
        reason = self.game.reasons[row.reason]
        top = [seat for seat in range(seats) if row.winners >> seat & 1]
        sources = self._hook("sources", game.state, self._rules) or [{} for _ in range(seats)]
        record = {
            "type": "end",
            "kind": "unfinished" if reason.unfinished else self._kind(top),
            "winner": top[0] if self._is_won(top) and not reason.unfinished else None,
            "reason": reason.name,
            "scores": [int(points) for points in row.scores[:seats]],
            "sources": sources,
        }
        prose = ["", f"The end: {reason.label}. {self._outcome(record)}"]
        for seat, points in enumerate(record["scores"]):
            parts = ", ".join(f"{source} {n}" for source, n in sources[seat].items())
            prose.append(f"    Player {seat + 1}: {points}{f' ({parts})' if parts else ''}")
        return Moment(record, prose)

    def _is_won(self, top: list[int]) -> bool:
        return self.game.kind(self.options) == "competitive" and len(top) == 1

    def _kind(self, top: list[int]) -> str:
        if self.game.kind(self.options) == "competitive":
            return "win" if len(top) == 1 else "draw"
        if self.game.grades(self.options):
            return "score"
        return "win" if top else "loss"

    def _outcome(self, record: dict[str, Any]) -> str:
        if record["winner"] is not None:
            return f"Player {record['winner'] + 1} wins."
        if record["kind"] == "score":
            return f"{self._grade(record['scores'][0])}."
        return {"win": "Won together.", "loss": "Lost.", "draw": "A draw.", "unfinished": "Unfinished."}[record["kind"]]

    def _grade(self, score: int) -> str:
        reached = [grade for i, grade in enumerate(self.game.grades(self.options)) if i == 0 or score >= grade.low]
        return f"{score} points: {reached[-1].label}"


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _in_words(plain: dict[str, Any]) -> list[str]:
    return [f"{key.replace('_', ' ')}: {_words(value)}" for key, value in plain.items()]


def _words(value: Any) -> str:
    """A plain value for people."""
    if isinstance(value, dict):
        return "; ".join(f"{key.replace('_', ' ')} {_words(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(f"({_words(inner)})" if isinstance(inner, list | dict) else _words(inner) for inner in value)
    return "-" if value is None else str(value)
