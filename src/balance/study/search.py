"""The search of `balance tune`: rounds of variants that race on common seeds, within a budget."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from balance.analysis.loss import MISSED
from balance.arena.records import records
from balance.input import SpecError
from balance.spec import Study
from balance.study.errors import StudyError
from balance.study.proposals import Asked, Journal, Kept, Proposals
from balance.study.race import Candidate, Track

UNPLAYABLE = 10 * MISSED
"""What Optuna is told of values that make no rules."""
IDLE = 5
"""After so many rounds without a new variant the search is over."""


@dataclass
class Search:
    """A search and what came of it.

    `found` holds the variants tried, each once, the unchanged rules first. `course` is (games played, loss of the best
    so far) after each round; `refused` are messages by values that make no rules. `ended` says why it ended: `budget`,
    `tried` (every combination, or nothing new is proposed), `stopped`.
    """

    study: Study
    track: Track
    journal: Journal
    proposals: Proposals
    base: Candidate
    found: list[Candidate] = field(default_factory=list)
    course: list[tuple[int, float]] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    ended: str = ""

    def __post_init__(self) -> None:
        self.by_digest = {self.base.spec.digest: self.base}
        self.losses: dict[str, float] = {}
        self.found.append(self.base)
        self.leader = self.base
        self.begun, self.used = 0.0, 0.0
        self.asked = 0

    @property
    def top(self) -> int:
        """The games of the last rung."""
        return self.study.rungs[-1]

    def run(self) -> None:
        """Search until the budget is used, everything is tried, or somebody stops it."""
        if self.study.games is not None and self.study.games < 2 * self.study.rungs[0]:
            raise StudyError(
                f"a budget of {self.study.games:,} games is less than two variants on the first rung need"
                f" ({self.study.rungs[0]:,} games each): give more, or smaller rungs"
            )
        self.track.warm_up(self.base.kit)
        self.begun = time.monotonic()
        self.used = self.journal.kept[-1].seconds if self.journal.kept else 0.0
        if self.study.minutes is not None:
            self.track.deadline = self.begun + 60 * self.study.minutes - self.used
        self.track.cap = self.study.games
        if not self._play_rulebook():
            return
        idle = 0
        while not self.ended and idle < IDLE:
            asked = self.proposals.ask()
            before = len(self.found)
            if not asked or not self._round(asked):
                break
            idle = idle + 1 if len(self.found) == before else 0
        self.ended = self.ended or "tried"

    def _play_rulebook(self) -> bool:
        self.base.sums = {games: sums for games, sums in self.journal.base.items() if games in self.study.rungs}
        self.track.games += self.base.games
        for games in self.study.rungs:
            if games > self.base.games and not self._play([self.base], games):
                return False
        self.journal.base = self.base.sums
        self._remember(self.base)
        self.course.append((self.track.games, self.track.total(self.base)))
        return True

    def _play(self, candidates: Sequence[Candidate], games: int) -> bool:
        """Whether they could play on to `games` within the budget."""
        cost = sum(games - one.games for one in candidates)
        if self.study.games is not None and self.track.games + cost > self.study.games:
            self.ended = "budget"
            return False
        if not self.track.play(candidates, games):
            self.ended = "stopped" if self.track.stop.number else "budget"
            return False
        return True

    def _round(self, asked: Sequence[Asked]) -> bool:
        new: list[Candidate] = []
        members = [self._member(one, new) for one in asked]
        kept = self.journal.kept[self.asked : self.asked + len(asked)]
        if len(kept) == len(asked):
            self._recall(members, kept)
        elif self._race(new):
            self._keep(asked, members, new, len(kept))
        else:
            return False
        self.asked += len(asked)
        self.proposals.tell(asked, [self._told(member) for member in members])
        raced = [one for one in [self.leader, *new] if one.games == self.top]
        self.leader = min(raced, key=self.track.total, default=self.leader)
        self.course.append((self.track.games, self.track.total(self.leader)))
        self.track.shown = (self.track.shown[0], self.track.estimate(self.leader))
        return True

    def _member(self, asked: Asked, new: list[Candidate]) -> Candidate | None:
        """The variant asked for, None if its values make no rules; one that was not asked for before joins `new`."""
        try:
            spec = self.study.spec(asked.values)
        except SpecError as error:
            text = ", ".join(f"{key} {value}" for key, value in asked.values.items())
            self.refused[text] = error.message
            return None
        if spec.digest not in self.by_digest:
            values: dict[str, Any] = self.study.changed(asked.values)
            one = Candidate(values, spec, self.study.distance(asked.values), records(spec))
            self.by_digest[spec.digest] = one
            self.found.append(one)
            new.append(one)
        return self.by_digest[spec.digest]

    def _race(self, candidates: Sequence[Candidate]) -> bool:
        running = list(candidates)
        for games in self.study.rungs:
            if not self._play(running, games):
                return False
            running = self.track.left(running, [self.leader], games)
        for one in candidates:
            self._remember(one)
        return True

    def _remember(self, one: Candidate) -> None:
        self.losses[one.spec.digest] = self.track.total(one)

    def _told(self, member: Candidate | None) -> float:
        return UNPLAYABLE if member is None else self.losses[member.spec.digest]

    def _keep(
        self, asked: Sequence[Asked], members: Sequence[Candidate | None], new: Sequence[Candidate], have: int
    ) -> None:
        seconds = self.used + time.monotonic() - self.begun
        for one, member in list(zip(asked, members, strict=True))[have:]:
            digest = member.spec.digest if member else ""
            sums = member.sums if member and member in new else {}
            self.journal.add(one.values, Kept(digest, self._told(member), sums, seconds))

    def _recall(self, members: Sequence[Candidate | None], kept: Sequence[Kept]) -> None:
        """Take the results of a round from the journal."""
        for member, one in zip(members, kept, strict=True):
            if one.digest != (member.spec.digest if member else ""):
                raise StudyError(
                    "the journal of this study holds other variants than are asked for now (made with another version"
                    " of Optuna?): choose another --out, or remove the folder"
                )
            if member is not None and not member.sums:
                member.sums = one.sums
                self.track.games += member.games
                self._remember(member)

    def best(self, number: int) -> list[Candidate]:
        """The best of the variants but for the unchanged rules: of those that came farthest first, by loss."""
        rivals = [one for one in self.found if one is not self.base and one.games]
        return sorted(rivals, key=lambda one: (-one.games, self.track.total(one)))[:number]
