"""`balance cards --swap --ban --removal`: what cards are worth, from the same games with them and without.

- *Swap*: a card of an opening hand is exchanged for one that nobody was dealt, drawn uniformly.
- *Ban* (restricted play, Jaffe et al. 2012): the same bot, forbidden to use the card, in each seat in turn.
- *Removal*: the game without the card, or without another part, as the game declares it.

Each deal of a part is played as it is and with every change, so all cards of a part stand on the same deals. Sums are
whole numbers: results do not depend on jobs or chunks.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, TimeoutError
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from balance.analysis.named import Named, column_sums, main_figures, named_figures
from balance.analysis.pairs import members, pair_sums
from balance.arena.columns import Layout
from balance.arena.match import by_seat, line_ups, play
from balance.arena.records import Records, records
from balance.arena.swaps import NO_PIECE, SwapTable
from balance.arena.tally import column_values
from balance.engine.game import Removal
from balance.spec import BotSpec, Spec
from balance.study.errors import StudyError
from balance.study.progress import Reporter, Silent, Standing
from balance.study.stop import PATIENCE, Stop, threads

KINDS = ("swap", "ban", "removal")
LOOKED_AT = 64
"""Deals in which something to swap must turn up."""
CHUNK_SECONDS = 0.3
CHUNK_BYTES = 16 * 2**20
CHUNK_DEALS = 512
FIRST_CHUNK = 4
GROWTH = 4


@dataclass(frozen=True)
class Measure:
    """A figure that a change is measured by: values are in units of `unit`; `scale` is share, points or number.

    `names` and `cards` (card numbers, -1 for what is no card) are what was changed, in the order of the first rows of
    the sums; the rows after them are the game's `card_groups`, in order.
    """

    figure: str
    label: str
    scale: str
    unit: float
    names: tuple[str, ...]
    cards: tuple[int, ...]


@dataclass
class Part:
    """One kind of change between bots of one level; `sums` by measure (see `analysis.pairs`), over `deals` deals."""

    bot: BotSpec
    kind: str
    measures: list[Measure]
    play: Callable[[int, int], list[np.ndarray]]
    most: int
    sums: list[np.ndarray] = field(default_factory=list)
    deals: int = 0
    next: int = 0
    size: int = FIRST_CHUNK


@dataclass
class CardStudy:
    """All that was found; `absent` are kinds that this game has not, with the reason. `stopped`: the number of the
    signal that ended it early, or 0."""

    spec: Spec
    seed: int
    deals: int
    parts: list[Part]
    absent: dict[str, str]
    stopped: int = 0


def card_values(
    spec: Spec,
    bots: Sequence[BotSpec],
    kinds: Sequence[str] = KINDS,
    deals: int = 1000,
    seed: int = 1,
    jobs: int = 1,
    progress: Reporter | None = None,
) -> CardStudy:
    """Measure every card by `kinds` on games 0 .. `deals` − 1 of the seed, for each of `bots` on all seats.

    Ctrl-C ends it in order: all deals that were played count. Raises `StudyError` if the game has none of the kinds,
    and `Stopped` if somebody stops it while it compiles, or asks twice.
    """
    if repeated := {bot.title for bot in bots if sum(other.title == bot.title for other in bots) > 1}:
        raise StudyError(f"each bot has to be named once: {', '.join(sorted(repeated))}")
    progress = progress or Silent()
    with threads(jobs, "cards") as pool:
        try:
            return _Study(spec, list(bots), list(kinds), deals, seed, jobs, pool, progress).run()
        finally:
            progress.close()


@dataclass
class _Study:
    spec: Spec
    bots: list[BotSpec]
    kinds: list[str]
    deals: int
    seed: int
    jobs: int
    pool: ThreadPoolExecutor
    reporter: Reporter
    stop: Stop = field(default_factory=Stop)
    absent: dict[str, str] = field(default_factory=dict)
    shown: float = 0.0

    def run(self) -> CardStudy:
        """Compile, play, add up."""
        with self.stop.listening():
            self.parts = self.stop.run(self._prepare, self.reporter.note)
            if not self.parts:
                raise StudyError("; ".join(self.absent.values()))
            self.begun = time.monotonic()
            self._play()
        return CardStudy(self.spec, self.seed, self.deals, self.parts, self.absent, self._signal())

    def _signal(self) -> int:
        """What it was stopped by, if that left deals unplayed."""
        return self.stop.number if any(part.deals < self.deals for part in self.parts) else 0

    def _prepare(self) -> list[Part]:
        """All parts, with what plays them compiled."""
        parts = []
        for bot in self.bots:
            spec = replace(self.spec, bots=(bot,) * self.spec.players)
            for kind in self.kinds:
                part = MAKERS[kind](spec, self.seed)
                if isinstance(part, str):
                    self.absent[kind] = part
                else:
                    part.sums = [0 * sums for sums in part.play(0, 1)]
                    parts.append(part)
        return parts

    def _play(self) -> None:
        """Keep the threads busy, all parts side by side: a study that is stopped has about as many deals of each."""
        pending: deque[tuple[Part, int, Future[tuple[list[np.ndarray], float]]]] = deque()
        while True:
            while not self.stop.number and len(pending) < 2 * self.jobs:
                part = min(self.parts, key=lambda part: part.next)
                if part.next >= self.deals:
                    break
                deals = min(part.size, self.deals - part.next)
                pending.append((part, deals, self.pool.submit(_timed, part.play, part.next, deals)))
                part.next += deals
            if not pending:
                return
            part, deals, future = pending[0]
            try:
                sums, seconds = future.result(timeout=PATIENCE)
            except TimeoutError:
                if future.done():
                    raise
            else:
                pending.popleft()
                self._take(part, deals, sums, seconds)
            if self.stop.number:
                while pending and pending[-1][2].cancel():
                    pending.pop()
            self._show()

    def _take(self, part: Part, deals: int, sums: list[np.ndarray], seconds: float) -> None:
        for mine, theirs in zip(part.sums, sums, strict=True):
            mine += theirs
        part.deals += deals
        wanted = int(deals * CHUNK_SECONDS / max(seconds, 1e-6))
        part.size = max(1, min(wanted, GROWTH * part.size, part.most))

    def _show(self) -> None:
        now = time.monotonic()
        if now - self.shown < 0.1:
            return
        self.shown = now
        done = sum(part.deals for part in self.parts)
        rate = done / max(now - self.begun, 1e-9)
        self.reporter.show(Standing(done, self.deals * len(self.parts), rate, unit="deals"))


def _timed(play: Callable[[int, int], list[np.ndarray]], start: int, deals: int) -> tuple[list[np.ndarray], float]:
    begun = time.perf_counter()
    return play(start, deals), time.perf_counter() - begun


def _part(spec: Spec, kit: Records, kind: str, measures: list[Measure], games: int, play: Any) -> Part:
    """A part that plays about `games` games a deal."""
    most = min(CHUNK_DEALS, CHUNK_BYTES // (kit.row.itemsize * games))
    return Part(spec.bots[0], kind, measures, play, max(1, most))


def _worth_measure(kit: Records) -> Measure:
    layout = kit.layout
    label = "score" if layout.grades else "win share" if layout.kind == "competitive" else "success rate"
    scale = "points" if layout.grades else "share"
    return Measure("worth", label, scale, layout.worth, layout.cards, tuple(range(len(layout.cards))))


def _members(spec: Spec, measure: Measure) -> np.ndarray:
    groups = [group.cards for group in spec.game.card_groups(spec.options)]
    return members(measure.cards, groups)


def worth_by_seat(layout: Layout, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What each game was worth to each seat, in units of 1 / `layout.worth`, int64 (seats, games), and whether it was
    finished, bool (games,)."""
    columns = column_values(layout, rows)
    seats = range(layout.seats)
    if layout.grades:
        worth = rows["scores"].T[: layout.seats].astype(np.int64)
    else:
        worth = columns[[layout.index[f"seat_share.{k}"] for k in seats]]
    return worth, columns[layout.index["finished"]] == 1


def swaps(spec: Spec, seed: int) -> Part | str:
    """The swap values of bots that sit on all seats of `spec`, or why there are none."""
    kit = records(spec)
    if not len(SwapTable(kit, spec.options, seed).list(0, LOOKED_AT).deal):
        return f"swap: in {spec.game.name} nobody is dealt hidden cards that could be exchanged"
    measure = _worth_measure(kit)
    belongs = _members(spec, measure)

    def play(start: int, deals: int) -> list[np.ndarray]:
        table = SwapTable(kit, spec.options, seed)
        found = table.list(start, deals)
        as_it_is = np.full(deals, NO_PIECE)
        rows = table.play(
            np.concatenate([np.arange(start, start + deals), found.deal]),
            np.concatenate([as_it_is, found.piece]),
            np.concatenate([as_it_is, found.partner]),
        )
        worth, finished = worth_by_seat(kit.layout, rows)
        base, other = found.deal - start, deals + np.arange(len(found.deal))
        both = finished[base] & finished[other]
        pairs = (base, found.card, worth[found.seat, base], worth[found.seat, other])
        deal, card, one, two = (values[both] for values in pairs)
        return [pair_sums(deals, deal, card, one, two, belongs)]

    return _part(spec, kit, "swap", [measure], 10, play)


def bans(spec: Spec, seed: int) -> Part | str:
    """The ban values of bots that sit on all seats of `spec`, or why there are none."""
    kit = records(spec)
    if not kit.layout.cards:
        return f"ban: {spec.game.name} has no cards"
    measure, bot = _worth_measure(kit), kit.bots[0]
    belongs = _members(spec, measure)
    unrestricted = by_seat([bot] * kit.layout.seats)
    line = [(seat, bots) for card in measure.cards for bots, seat in line_ups(kit.layout, _banned(bot, card), bot)]
    seats = len(line) // len(measure.cards)

    def play_deals(start: int, deals: int) -> list[np.ndarray]:
        base, base_finished = worth_by_seat(kit.layout, play(kit, unrestricted, seed, start, deals))
        found = []
        for i, (seat, bots) in enumerate(line):
            worth, finished = worth_by_seat(kit.layout, play(kit, bots, seed, start, deals))
            both = np.flatnonzero(finished & base_finished)
            found.append((both, np.full(len(both), i // seats), base[seat, both], worth[seat, both]))
        deal, card, one, other = (np.concatenate(values) for values in zip(*found, strict=True))
        return [pair_sums(deals, deal, card, one, other, belongs)]

    return _part(spec, kit, "ban", [measure], 2, play_deals)


def _banned(bot: Any, card: int) -> Any:
    """The same bot, forbidden to use a card."""
    restricted = by_seat([bot])[0]
    restricted.banned = card + 1
    return restricted


def removals(spec: Spec, seed: int) -> Part | str:
    """What each declared removal changes, or why there are none."""
    declared = spec.game.removals(spec.options)
    if not declared:
        return f"removal: {spec.game.name} declares nothing that it can be played without"
    kit = records(spec)
    measures = _balance_measures(kit, declared)
    belongs = _members(spec, measures[0])
    kits = [records(replace(spec, options=removal.options)) for removal in declared]

    def values(kit: Records, start: int, deals: int) -> tuple[np.ndarray, np.ndarray]:
        columns = column_values(kit.layout, play(kit, kit.bots, seed, start, deals))
        return column_sums(_balance_figures(kit.layout), kit.layout, columns)[0], columns[
            kit.layout.index["finished"]
        ] == 1

    def play_deals(start: int, deals: int) -> list[np.ndarray]:
        base, base_finished = values(kit, start, deals)
        found = []
        for i, changed in enumerate(kits):
            other, finished = values(changed, start, deals)
            both = np.flatnonzero(finished & base_finished)
            found.append((both, np.full(len(both), i), other[:, both], base[:, both]))
        deal, entry = (np.concatenate([one[k] for one in found]) for k in (0, 1))
        without, with_it = (np.concatenate([one[k] for one in found], axis=1) for k in (2, 3))
        return [pair_sums(deals, deal, entry, one, other, belongs) for one, other in zip(without, with_it, strict=True)]

    return _part(spec, kit, "removal", measures, 2, play_deals)


def _balance_figures(layout: Layout) -> list[Named]:
    """What a change of the rules is judged by: who has the advantage, draws, how long games are; all of them are means
    over finished games."""
    rivals = ["draw_rate"] if layout.kind == "competitive" and layout.seats > 1 and not layout.grades else []
    known = named_figures(layout)
    return [main_figures(layout)[0], *(known[name] for name in (*rivals, "turns"))]


def _balance_measures(kit: Records, declared: Sequence[Removal]) -> list[Measure]:
    names = tuple(removal.label for removal in declared)
    cards = tuple(removal.card for removal in declared)
    return [
        Measure(figure.name, figure.label, _scale(figure), 1 / figure.scale, names, cards)
        for figure in _balance_figures(kit.layout)
    ]


def _scale(figure: Named) -> str:
    return "share" if figure.is_share else "points" if figure.unit == "points" else "number"


MAKERS: dict[str, Callable[[Spec, int], Part | str]] = {"swap": swaps, "ban": bans, "removal": removals}
