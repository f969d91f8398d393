"""One game shown step by step, for people and as data: the very game that a batch plays under that number.

It is played by the same compiled code as a batch, one decision at a time. What is shown comes from the uncompiled hooks
of the game's kernel module (see `balance.engine.game.Game`). The record is specified in `docs/replay-format.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from balance.arena.records import records
from balance.arena.steps import Steps
from balance.engine.game import Game, Options

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Moment:
    """One line of the record, and the same in words."""

    record: dict[str, Any]
    prose: list[str]


class Replay:
    """Game `number` of run `seed` of a spec: iterate for its moments; `mirrored` is the run's block length."""

    def __init__(self, spec: Any, seed: int, number: int, mirrored: int = 1):
        self.game: Game = spec.game
        self.options: Options = spec.options
        self.seed, self.number, self.mirrored = seed, number, mirrored
        self._kit = records(spec, mirrored)
        self.bots = [bot.title for bot in spec.bots]
        self.seats = len(self.bots)
        kernel = self._kit.kernel
        self._card_ids: list[str] = getattr(kernel, "card_ids", kernel.cards)(self.options)
        self._game = Steps(self._kit, seed, number, mirrored)

    @property
    def row(self) -> Any:
        """What a batch records of this game; complete after the last moment."""
        return self._game.row

    def __iter__(self) -> Iterator[Moment]:
        self._game = game = Steps(self._kit, self.seed, self.number, self.mirrored)
        yield Moment(self._about(), [self._title(), *(f"Player {i + 1}: {bot}" for i, bot in enumerate(self.bots))])
        start = {"type": "start", "events": self._events(), "state": self._describe()}
        yield Moment(start, ["", "The deal", *self._opening()])
        number, heading = 0, ""
        while game.running:
            shown = self._hook("heading", game.state, self._kit.rules) or "The game"
            above = ["", shown, *self._scene()] if shown != heading else []
            heading = shown
            decision = self._decide(number)
            yield Moment(decision.record, above + decision.prose)
            number += 1
        yield self._end()

    def _hook(self, name: str, *arguments: Any) -> Any:
        hook = getattr(self._kit.kernel, name, None)
        return hook(*arguments) if hook else None

    def _scene(self) -> list[str]:
        return [f"    {line}" for line in self._hook("scene", self._game.state, self._kit.rules) or []]

    def _decide(self, number: int) -> Moment:
        kernel, r, game = self._kit.kernel, self._kit.rules, self._game
        seat, codes = game.seat, game.legal()
        legal = [kernel.name(game.state, r, a) for a in codes]
        view = kernel.view(game.state, r, seat)
        taken = game.step()
        record = {
            "type": "decision",
            "number": number,
            "seat": seat,
            "view": view,
            "legal": legal,
            "taken": legal[codes.index(taken)],
            "events": self._events(),
            "state": self._describe(),
        }
        options = "1 option" if len(codes) == 1 else f"{len(codes)} options"
        said = f"Player {seat + 1}, {options}: {kernel.say(game.before, r, taken)}"
        return Moment(record, [said, *(f"    {line}" for line in kernel.tell(game.state, r, game.log))])

    def _describe(self) -> dict[str, Any]:
        return self._kit.kernel.describe(self._game.state, self._kit.rules)

    def _events(self) -> list[dict[str, Any]]:
        return [self._event(event) for event in self._game.events()]

    def _event(self, event: Any) -> dict[str, Any]:
        plain = {
            "event": self.game.events[event.kind],
            "seat": int(event.seat) if event.seat >= 0 else None,
            "card": self._card_ids[event.card] if event.card >= 0 else None,
            "amount": int(event.amount),
        }
        return plain | (self._hook("event", self._kit.rules, event) or {})

    def _about(self) -> dict[str, Any]:
        return {
            "type": "game",
            "schema_version": SCHEMA_VERSION,
            "game": self.game.name,
            "mode": self.game.mode(self.options),
            "seed": self.seed,
            "number": self.number,
            "players": self.seats,
            "bots": self.bots,
            "rules": self.options.model_dump(mode="json"),
            "cards": self._kit.kernel.card_data(self.options),
        }

    def _title(self) -> str:
        return f"{self.game.title} ({self.game.mode(self.options)}), game {self.number} of seed {self.seed}"

    def _opening(self) -> list[str]:
        lines = self._hook("opening", self._game.state, self._kit.rules)
        if lines is None:
            lines = [f"{key.replace('_', ' ')}: {_words(value)}" for key, value in self._describe().items()]
        return [f"    {line}" for line in lines]

    def _end(self) -> Moment:
        reason = self.game.reasons[self.row.reason]
        top = [seat for seat in range(self.seats) if self.row.winners >> seat & 1]
        sources = self._hook("sources", self._game.state, self._kit.rules) or [{} for _ in range(self.seats)]
        record = {
            "type": "end",
            "kind": "unfinished" if reason.unfinished else self._kind(top),
            "winner": top[0] if self._is_won(top) and not reason.unfinished else None,
            "reason": reason.name,
            "scores": [int(points) for points in self.row.scores[: self.seats]],
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


def _words(value: Any) -> str:
    """A plain value for people."""
    if isinstance(value, dict):
        return "; ".join(f"{key.replace('_', ' ')} {_words(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(f"({_words(inner)})" if isinstance(inner, list | dict) else _words(inner) for inner in value)
    return "-" if value is None else str(value)
