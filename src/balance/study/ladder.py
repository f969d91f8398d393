"""A round robin between bots: who plays better, and by how much."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from balance.analysis.estimates import Estimate, normal
from balance.analysis.ratings import Pairing, ratings
from balance.arena.match import line_ups, play, worth
from balance.arena.records import Records, bot_records, records
from balance.spec import BotSpec, Spec
from balance.study.errors import StudyError
from balance.study.stop import Stop, threads

SCHEMA_VERSION = 1
ROUND = 50
"""Deals of a pairing that are played in one go; after each, Ctrl-C is heard."""


@dataclass(frozen=True)
class Meeting:
    """Two bots by number, and the share of wins of `one` (a shared first place split) against its fair share of ½.

    `share` is over deals: each deal is played with every seat exchanged, so its luck cancels. Of games where all play
    together there are no meetings.
    """

    one: int
    other: int
    share: Estimate
    decided: Estimate | None
    draws: float


@dataclass(frozen=True)
class Rung:
    """A bot's place: its rating where seats compete, else what it makes of the game by itself."""

    bot: str
    rating: Estimate | None = None
    score: Estimate | None = None
    games: int = 0
    seconds: float = 0.0


@dataclass
class Ladder:
    """All that a ladder has found; `stopped`: the number of the signal that ended it early, or 0."""

    spec: Spec
    seed: int
    deals: int
    rungs: list[Rung]
    meetings: list[Meeting] = field(default_factory=list)
    stopped: int = 0

    def as_json(self) -> dict[str, Any]:
        """Plain data, see docs/bots.md."""
        spec = self.spec
        return {
            "schema_version": SCHEMA_VERSION,
            "game": spec.game.name,
            "title": spec.game.title,
            "name": spec.name,
            "mode": spec.game.mode(spec.options),
            "kind": spec.game.kind(spec.options),
            "graded": bool(spec.game.grades(spec.options)),
            "players": spec.players,
            "seed": self.seed,
            "deals": self.deals,
            "complete": not self.stopped,
            "bots": [
                {
                    "bot": rung.bot,
                    "rating": rung.rating and rung.rating.as_dict(),
                    "score": rung.score and rung.score.as_dict(),
                    "games": rung.games,
                    "games_per_second": round(rung.games / rung.seconds, 2) if rung.seconds else None,
                }
                for rung in self.rungs
            ],
            "meetings": [
                {
                    "one": self.rungs[meeting.one].bot,
                    "other": self.rungs[meeting.other].bot,
                    "share": meeting.share.as_dict(),
                    "decided": meeting.decided and meeting.decided.as_dict(),
                    "draws": meeting.draws,
                }
                for meeting in self.meetings
            ],
        }


def ladder(
    spec: Spec,
    bots: Sequence[BotSpec],
    deals: int = 1000,
    seed: int = 1,
    jobs: int = 1,
    show: Callable[[str, int, int], None] = lambda what, done, total: None,
    note: Callable[[str], None] = lambda text: None,
) -> Ladder:
    """Let `bots` meet pairwise, each pair on the same `deals` deals in every seat.

    The first bot's rating is 0. Where all play together each bot plays the deals by itself. Ctrl-C ends the pairing
    that is being played; pairings played so far are reported, if they connect all bots. `note` is told if the
    game is compiled first. Raises `StudyError`, and `Stopped` if somebody stops it while it compiles, or asks twice.
    """
    if len(bots) < 2:
        raise StudyError("a ladder needs at least two bots")
    if repeated := {bot.title for bot in bots if sum(other.title == bot.title for other in bots) > 1}:
        raise StudyError(f"each bot has to be named once: {', '.join(sorted(repeated))}")
    with threads(jobs, "ladder") as pool:
        return _Ladder(spec, list(bots), deals, seed, pool, show, note).run()


@dataclass
class _Ladder:
    spec: Spec
    bots: list[BotSpec]
    deals: int
    seed: int
    pool: ThreadPoolExecutor
    show: Callable[[str, int, int], None]
    note: Callable[[str], None]
    stop: Stop = field(default_factory=Stop)

    def __post_init__(self) -> None:
        seats = self.spec.players
        self.kit: Records = records(self.spec)
        self.layout = self.kit.layout
        self.made = [bot_records(replace(self.spec, bots=(bot,) * seats))[0] for bot in self.bots]
        self.games = [0] * len(self.bots)
        self.seconds = [0.0] * len(self.bots)

    def run(self) -> Ladder:
        """Play, then rate."""
        with self.stop.listening():
            self.stop.run(self._prepare, self.note)
            if self.layout.kind != "competitive":
                return self._alone()
            return self._against_one_another()

    def _prepare(self) -> None:
        """Compile all that plays."""
        play(self.kit, self.kit.bots, self.seed, 0, 1)

    def _against_one_another(self) -> Ladder:
        pairs = list(combinations(range(len(self.bots)), 2))
        meetings, pairings = [], []
        for k, (one, other) in enumerate(pairs):
            if self.stop.number:
                break
            self.show(f"{self.bots[one].title} – {self.bots[other].title}", k, len(pairs))
            meeting, found = self._meet(one, other)
            meetings.append(meeting)
            pairings += found
        try:
            rated = ratings(len(self.bots), pairings)
        except ValueError as error:
            raise StudyError(f"stopped before every bot had played: {error}") from None
        rungs = [
            Rung(bot.title, rating=rating, games=games, seconds=seconds)
            for bot, rating, games, seconds in zip(self.bots, rated, self.games, self.seconds, strict=True)
        ]
        return Ladder(self.spec, self.seed, self.deals, rungs, meetings, self.stop.number)

    def _meet(self, one: int, other: int) -> tuple[Meeting, list[Pairing]]:
        """Each of the two alone among seats of the other, in every seat, on the same deals."""
        seats = self.spec.players
        found = [(one, other, self._rows(one, other))]
        if seats > 2:
            found.append((other, one, self._rows(other, one)))
        pairings = [_pairing(alone, rest, line, seats) for alone, rest, line in found]
        shares = np.mean([worth(self.layout, rows, seat, margin=0.0) for rows, seat in found[0][2]], axis=0)
        if seats > 2:
            # alone it should win 1/n; the other's lone games say what is left for it, put on the same scale
            fair = 1 / seats
            lone = [
                np.mean([worth(self.layout, rows, seat, margin=0.0) for rows, seat in line], axis=0)
                for *_, line in found
            ]
            shares = 0.5 + (lone[0] - fair) / 2 - (lone[1] - fair) / 2
        return Meeting(one, other, _mean(shares), _decided(pairings[0]), _draws(pairings[0])), pairings

    def _rows(self, alone: int, rest: int) -> list[tuple[np.ndarray, int]]:
        """Rows and the lone bot's seat, for each seat it can have."""
        begun = time.monotonic()
        lines = line_ups(self.layout, self.made[alone], self.made[rest])
        starts = range(0, self.deals, ROUND)
        tasks = [
            [
                self.pool.submit(play, self.kit, bots, self.seed, start, min(ROUND, self.deals - start))
                for start in starts
            ]
            for bots, _ in lines
        ]
        rows = [np.concatenate([task.result() for task in line]) for line in tasks]
        for bot in (alone, rest):
            self.games[bot] += self.deals * len(lines)
            self.seconds[bot] += time.monotonic() - begun
        return [(one, seat) for one, (_, seat) in zip(rows, lines, strict=True)]

    def _alone(self) -> Ladder:
        rungs = []
        for k, bot in enumerate(self.bots):
            if self.stop.number:
                break
            self.show(bot.title, k, len(self.bots))
            [(rows, seat)] = self._rows(k, k)
            score = _mean(worth(self.layout, rows, seat, margin=0.0))
            rungs.append(Rung(bot.title, score=score, games=self.games[k] // 2, seconds=self.seconds[k] / 2))
        return Ladder(self.spec, self.seed, self.deals, rungs, stopped=self.stop.number)


def _pairing(alone: int, rest: int, line: list[tuple[np.ndarray, int]], seats: int) -> Pairing:
    wins = draws = losses = 0.0
    for rows, seat in line:
        top = np.bitwise_count(rows["winners"]).astype(float)
        mine = ((rows["winners"] >> seat) & 1).astype(float)
        if seats == 2:
            wins += float(np.sum(mine * (top == 1)))
            draws += float(np.sum(top == 2))
            losses += float(np.sum((1 - mine) * (top == 1)))
        else:
            share = mine / np.maximum(top, 1)
            wins += float(share.sum())
            losses += float(((top > 0) - share).sum())
    return Pairing(alone, rest, wins, draws, losses, 1, seats - 1)


def _mean(values: np.ndarray) -> Estimate:
    error = float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0
    return normal(float(values.mean()), error, len(values))


def _decided(pairing: Pairing) -> Estimate | None:
    from balance.analysis.estimates import wilson

    if pairing.others != 1:
        return None
    return wilson(pairing.wins, pairing.wins + pairing.losses)


def _draws(pairing: Pairing) -> float:
    return pairing.draws / pairing.games if pairing.games else 0.0
