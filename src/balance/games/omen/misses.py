"""What the running effects could not do, found from their instructions and from what did happen. Nothing is compiled.

An instruction that does something notes its word. So the way of an effect through its instructions can be followed
along the words in the log: one that lies on every possible way and has noted none has missed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from balance.games.omen import events as ev
from balance.games.omen import program as word
from balance.games.omen.events import Event
from balance.games.omen.state import BOLSTER, GLEAN, JILT, KRATER

MISSED = -1
"""Kind of an added event: `seat` and `card` as in E_WORD, `amount` = the instruction that could do nothing."""

COLUMNS = {BOLSTER: 0, KRATER: 0, JILT: 1, GLEAN: 2}
"""Where `Rules.effect` has the effect of a trait or a krater."""

NOTED_BEFORE = {
    word.GAIN: (ev.E_GAIN,),
    word.LOSE: (ev.E_LOSE,),
    word.PAY_COINS: (ev.E_PAY,),
    word.STEAL: (ev.E_STEAL,),
    word.OPPONENT_LOSES: (ev.E_LOSE,),
    word.DRAW: (ev.E_DRAW, ev.E_SHUFFLE),
    word.OPPONENT_DRAWS: (ev.E_DRAW, ev.E_SHUFFLE),
    word.STRENGTH: (ev.E_STRENGTH,),
}
"""Events that a word has noted before itself; those of other words follow them."""

CLOSING = (ev.E_BROKEN, ev.E_EFFECT, ev.E_STEP, ev.E_TURN, ev.E_WRATH)
"""What may follow when an effect is done."""

Misses = dict[int, int]
"""Instruction: how many words of the effect had been noted before it."""


@dataclass
class Stretch:
    """The part of an effect that one decision has carried out."""

    card: int
    first: int
    """The place among the events of the first that may be its own."""
    start: int
    """Its first instruction."""
    asked: bool
    """Whether the decision answered a question of that instruction."""
    stop: int = -1
    """The instruction that asks the next question, -1: the effect is done."""


def with_misses(s: Any, r: Any, events: list[Event], before: Any) -> list[Event]:
    """The events, and among them those instructions that could do nothing."""
    added: list[tuple[int, Event]] = []
    stretches = _stretches(s, r, events, before)
    for i, stretch in enumerate(stretches):
        again = (other.first - 1 for other in stretches[i + 1 :] if other.card == stretch.card)
        end = next(again, len(events))
        places = [
            j for j in range(stretch.first, end) if events[j].kind == ev.E_WORD and events[j].card == stretch.card
        ]
        for pc, n in _missed(r, stretch, [events[j].amount for j in places]).items():
            event = Event(MISSED, int(before.active), stretch.card, pc)
            added.append((_place(events, stretch, places, n, end), event))
    merged: list[Event] = []
    for i in range(len(events) + 1):
        merged += [event for place, event in added if place == i]
        merged += events[i : i + 1]
    return merged


def _stretches(s: Any, r: Any, events: list[Event], before: Any) -> list[Stretch]:
    """The effects that went on or began, in order."""
    top = int(before.frames) - 1
    found = [Stretch(int(before.source[f]), 0, int(before.pc[f]), f == top) for f in range(top + 1)]
    for i, event in enumerate(events):
        if event.kind == ev.E_EFFECT:
            found.append(Stretch(event.card, i + 1, start_of(r, event.card, event.amount), False))
    waiting = list(found)
    for f in reversed(range(int(s.frames))):
        while waiting and waiting[-1].card != int(s.source[f]):
            waiting.pop()
        if waiting:
            waiting.pop().stop = int(s.pc[f])
    return found


def start_of(r: Any, card: int, trait: int) -> int:
    """The first instruction of an effect."""
    return int(r.effect[card, COLUMNS[trait]] if trait in COLUMNS else r.trait_effect[trait])


def _place(events: list[Event], stretch: Stretch, places: list[int], n: int, end: int) -> int:
    """Where among the events a miss belongs that comes after n words of its effect."""
    if n < len(places):
        place = places[n]
        noted = NOTED_BEFORE.get(events[place].amount, ())
        while place > 0 and events[place - 1].kind in noted:
            place -= 1
        return place
    for j in range(places[-1] + 1 if places else stretch.first, end):
        is_own = events[j].kind == ev.E_DISCARD and events[j].card == stretch.card
        if is_own or events[j].kind in CLOSING:
            return j
    return end


def _missed(r: Any, stretch: Stretch, words: list[int]) -> Misses:
    """The instructions that missed on every way that fits the words."""
    ways = _ways(r, stretch, words, stretch.start, 0, frozenset())
    common = next(ways, {})
    for way in ways:
        common = {pc: n for pc, n in common.items() if pc in way}
    return common


def _ways(
    r: Any, stretch: Stretch, words: list[int], pc: int, n: int, passed: frozenset[tuple[int, int]]
) -> Iterator[Misses]:
    """Every way on from instruction `pc` with n words behind it, as what it misses; none turns in circles."""
    row = r.code[pc]
    op = int(row[word.OP])
    if op == word.END:
        if stretch.stop < 0 and n == len(words):
            yield {}
        return
    if (pc, n) in passed:
        return
    most = n
    while most < len(words) and words[most] == op:
        most += 1
    for m in range(n, most + 1):
        if pc == stretch.stop and m == len(words):
            yield {}
        for following in _following(r, pc, op, m - n):
            for way in _ways(r, stretch, words, following, m, passed | {(pc, n)}):
                was_asked = stretch.asked and pc == stretch.start and not passed
                yield way if m > n or was_asked or op in SILENT else {pc: n, **way}


SILENT = (word.JUMP, word.NEXT, word.IF, word.CHOOSE)
"""Instructions that cannot miss."""


def _following(r: Any, pc: int, op: int, noted: int) -> list[int]:
    """Where an instruction may have gone on to, having noted so many words."""
    target = int(r.code[pc, word.TARGET])
    if op == word.JUMP:
        return [target]
    if op == word.NEXT:
        return [target, pc + 1]
    if op == word.IF:
        return [pc + 1, target] if noted == 1 else []
    if op == word.MAY or op == word.FOR_EACH:
        return [[target], [pc + 1], []][min(noted, 2)]
    if op == word.CHOOSE:
        return [int(r.code[pc + 1 + i, word.TARGET]) for i in range(target)] if noted == 1 else []
    return [pc + 1]
