"""A game of Melodies told to people: what the band plays, and what becomes of it. Nothing here is compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from balance.games.melodies import actions as act
from balance.games.melodies import events as ev
from balance.games.melodies.content import HelpCard, Song
from balance.games.melodies.state import (
    HIGHEST,
    PH_AFTER_DEAL,
    PH_BEFORE_HANDS,
    PH_TUNE,
    RUNNING,
    STEP_TUNE,
    in_force,
    number_of,
)
from balance.games.melodies.story import numbers, played_numbers, texts, words_of
from balance.games.melodies.text import EFFECT_TEXTS, RESTRICTION_TEXTS
from balance.games.melodies.windows import WINDOW_OF_PHASE
from balance.games.melodies.words import CAUSES, FACE_DOWN, RESTRICTIONS, WINDOWS

WINDOW_TEXTS = {
    "after_deal": "before the song",
    "start_of_note": "at the start of the turn",
    "before_act": "between two plays",
    "with_act": "with this play",
    "after_acts": "after all have played or passed",
    "after_melody": "after the Melody is found",
    "before_hands": "after the last note",
}
CAUSE_TEXTS = {
    "false_note": "a false note",
    "no_melody": "there is no Melody",
    "restriction": "the note's restriction is not kept",
    "cards_left": "there are cards left in hand",
}


# Small words


def _player(seat: int) -> str:
    return f"Player {int(seat) + 1}"


def _listed(words: Sequence[str], last: str = "and") -> str:
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _cards(found: Sequence[int]) -> str:
    return " ".join(map(str, found))


def _many(n: int, noun: str) -> str:
    return f"{n} {noun}{'s' if n != 1 else ''}"


def _help(r: Any, card: int) -> HelpCard:
    """A help card by its number among all cards."""
    return texts(r).cards[int(card) - HIGHEST]


def song_of(s: Any, r: Any) -> Song:
    """The song that is played."""
    return texts(r).tour[int(s.pack)].songs[int(s.song) - 1]


# What is chosen


def say(s: Any, r: Any, a: int, reader: int | None = None) -> str:
    """An action in words; cards that `reader` does not see are not named."""
    do = act.DOS[act.do_of(a)]
    p, q, t = (int(part(a)) for part in (act.first_of, act.second_of, act.third_of))
    if reader not in (None, int(s.asked)) and do in SEEN_FROM_OUTSIDE:
        return SEEN_FROM_OUTSIDE[do](s, r, a, reader)
    mine = numbers(s.hand[s.asked], s.hand_n[s.asked])
    if do == "no":
        return "leave the hand as it is" if s.step == STEP_TUNE else f"use nothing {_when(s)}"
    if do == "play":
        played = played_numbers(a)
        return f"play {_form(played)}{_split(r, a) or _which(mine, played, p)}"
    if do == "use":
        card = texts(r).cards[p]
        return f"use {card.name} ({EFFECT_TEXTS[card.effect]})"
    return {
        "pass": lambda: "pass this turn",
        "wait": lambda: "wait for others to play first",
        "tune": lambda: f"tune: move the {mine[p]} from place {p + 1} to place {q + 1}",
        "swap": lambda: f"exchange the {mine[p]} at place {p + 1} and the {mine[q]} at place {q + 1}",
        "discard": lambda: f"discard a {p}{_which(mine, [p], q)}",
        "give": lambda: f"give a {p}{_which(mine, [p], q)} to {_player(t)}",
        "shift": lambda: f"let {_player(q)}'s {p} count as {t}",
        "double": lambda: f"let {_player(q)}'s {p} count twice",
        "cancel": lambda: f"discard {_player(q)}'s {p} from the table",
        "skip": lambda: f"skip the restriction: {RESTRICTION_TEXTS[RESTRICTIONS[p]]}",
        "bass": lambda: f"let the Melody be {p}",
        "take_back": lambda: f"let {_player(p)} take the play back",
    }[do]()


def _play_from_outside(s: Any, r: Any, a: int, reader: int) -> str:
    n = int(act.length_of(a))
    what = f"{_many(n, 'card')} face down" if _is_face_down(s, r) else _form(played_numbers(a))
    return f"play {what}{_split(r, a) or f' from place {int(act.first_of(a)) + 1}'}"


def _gift_from_outside(s: Any, r: Any, a: int, reader: int) -> str:
    to = int(act.third_of(a))
    what = f"a {int(act.first_of(a))}" if reader == to else "a card"
    return f"give {what} from place {int(act.second_of(a)) + 1} to {_player(to)}"


SEEN_FROM_OUTSIDE: dict[str, Callable[[Any, Any, int, int], str]] = {
    "play": _play_from_outside,
    "give": _gift_from_outside,
    "tune": lambda s, r, a, _: (
        f"tune: move the card at place {int(act.first_of(a)) + 1} to place {int(act.second_of(a)) + 1}"
    ),
    "swap": lambda s, r, a, _: (
        f"exchange the cards at places {int(act.first_of(a)) + 1} and {int(act.second_of(a)) + 1}"
    ),
    "discard": lambda s, r, a, _: f"discard a {int(act.first_of(a))} from place {int(act.second_of(a)) + 1}",
}
"""What others see of an action with cards of a hand: where they lay, and only when it shows them what they are."""


def _is_face_down(s: Any, r: Any) -> bool:
    """Whether what is played now is played face down."""
    return bool(int(in_force(s, r)) >> FACE_DOWN & 1)


def _when(s: Any) -> str:
    return WINDOW_TEXTS[WINDOWS[WINDOW_OF_PHASE[int(s.phase)]]]


def _form(played: Sequence[int]) -> str:
    """`4`, `a set 3 3`, `a run 4 5 6`."""
    if len(played) == 1:
        return f"a {played[0]}"
    return f"a {'set' if played[0] == played[1] else 'run'} {_cards(played)}"


def _which(hand: list[int], played: list[int], place: int) -> str:
    """Where cards lie, if the hand has the same ones at several places that are not neighbours."""
    n = len(played)
    places = [i for i in range(len(hand)) if hand[i : i + n] == played]
    scattered = bool(places) and places[-1] - places[0] >= len(places)
    return f" from place {place + 1}" if scattered else ""


def _split(r: Any, a: int) -> str:
    splitter = int(act.splitter_of(a))
    if splitter == act.UNSPLIT:
        return ""
    left, right = (int(act.place_in(a, i)) + 1 for i in (0, 1))
    return f" from places {left} and {right} with {texts(r).cards[splitter].name}"


# How things stand


def opening(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """The deal in words."""
    return [*_pack(s, r), *_deal(s, r, reader)]


def _pack(s: Any, r: Any) -> Iterator[str]:
    pack = texts(r).tour[int(s.pack)]
    yield f"{pack.name} ({pack.symbol})"
    for seat in range(int(r.players)):
        card = texts(r).cards[int(s.instrument[seat])]
        yield f"{_player(seat)} has {_about(card)}"
    yield f"In the audience: {_listed([_about(texts(r).cards[int(h)]) for h in s.audience[: int(s.audience_n)]])}"


def _about(card: HelpCard) -> str:
    return f"{card.name} ({card.timing.replace('_', ' ')}: {EFFECT_TEXTS[card.effect]})"


def _deal(s: Any, r: Any, reader: int | None) -> Iterator[str]:
    song = song_of(s, r)
    yield f"{song.name}: {_many(len(song.notes), 'note')}, {song.hand} cards each; heights {_cards(song.ranks())}"
    for seat in range(int(r.players)):
        yield f"{_player(seat)}: {_hand(s, seat, reader)}"


def _hand(s: Any, seat: int, reader: int | None) -> str:
    """A hand in its order; cards that the reader does not know as ?."""
    cards = s.hand[seat, : int(s.hand_n[seat])]
    return " ".join(_card(s, card, reader) for card in cards)


def _card(s: Any, card: int, reader: int | None) -> str:
    return str(number_of(card)) if reader is None or int(s.known[card]) >> reader & 1 else "?"


def heading(s: Any, r: Any) -> str:
    """A title for each note."""
    song = song_of(s, r)
    attempt = f", attempt {int(s.attempt)}" if r.retry else ""
    where = f"{song.name} (song {int(s.song)} at {texts(r).tour[int(s.pack)].name}{attempt})"
    if s.phase in (PH_AFTER_DEAL, PH_TUNE) or s.note == 0:
        return f"{where}: before the song"
    if s.phase == PH_BEFORE_HANDS:
        return f"{where}: after the last note"
    return f"{where}: note {int(s.note)} of {len(song.notes)}"


def legend(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """What the help cards do, and how hands are shown."""
    everybody = [s.instrument[seat] for seat in range(int(r.players))] + list(s.audience[: int(s.audience_n)])
    return [
        "A hand is shown in its order, from place 1; a ? is a card that you do not see.",
        *(f"{_about(texts(r).cards[int(h)])}{'' if _is_ready(s, h) else ', used'}" for h in everybody),
    ]


def _is_ready(s: Any, h: int) -> bool:
    return bool(int(s.ready) >> int(h) & 1)


def scene(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """The table as a note finds it; for a player also what has been played to it, and what can help."""
    lines = []
    if s.note > 0 and s.ended == RUNNING and s.phase != PH_BEFORE_HANDS:
        lines.append(_row(s, r))
        lines += [f"Restriction: {RESTRICTION_TEXTS[word]}." for word in words_of(in_force(s, r))]
    lines += [f"{_player(seat)} holds {_hand(s, seat, reader) or 'no cards'}" for seat in range(int(r.players))]
    return lines if reader is None else [*lines, *_for_players(s, r, reader)]


def _for_players(s: Any, r: Any, reader: int) -> Iterator[str]:
    """What lies on the table beside the row."""
    for k in range(int(s.plays)):
        if s.play_n[k]:
            cards = " ".join(_played_card(s, k, i, reader) for i in range(int(s.play_n[k])))
            yield f"{_player(s.play_seat[k])} has played {cards}"
    ready = [f"{texts(r).cards[int(s.instrument[i])].name} ({_player(i)})" for i in _ready_instruments(s, r)]
    ready += [texts(r).cards[int(h)].name for h in s.audience[: int(s.audience_n)] if _is_ready(s, h)]
    yield f"Help that is left: {', '.join(ready) or 'none'}"
    discarded = _cards(sorted(numbers(s.discard, s.discard_n)))
    yield f"Deck: {_many(int(s.deck_n), 'card')}; discard pile: {discarded or 'empty'}"


def _ready_instruments(s: Any, r: Any) -> list[int]:
    return [seat for seat in range(int(r.players)) if _is_ready(s, s.instrument[seat])]


def _played_card(s: Any, k: int, i: int, reader: int) -> str:
    """A card on the table, with what it counts as if that is not what is printed on it."""
    if s.play_hidden[k] and s.play_seat[k] != reader:
        return _card(s, s.play_card[k, i], reader)
    printed, number = int(number_of(s.play_card[k, i])), int(s.play_number[k, i])
    twice = ", twice" if s.play_times[k, i] > 1 else ""
    return f"{printed}{f' (as {number}{twice})' if number != printed or twice else ''}"


def _row(s: Any, r: Any) -> str:
    """What has been played so far, and where the next Melody has to stand."""
    k = int(s.note) - 1
    rank = [int(x) for x in r.rank[int(s.pack), int(s.song) - 1]]
    row = [int(x) for x in s.row[:k]]
    above = max((n for n, other in zip(row, rank, strict=False) if other < rank[k]), default=0)
    below = min((n for n, other in zip(row, rank, strict=False) if other > rank[k]), default=0)
    wanted = [f"higher than {above}"] * (above > 0) + [f"lower than {below}"] * (below > 0)
    if rank[k] in rank[:k]:
        wanted = [f"{row[rank.index(rank[k])]} again"]
    row_so_far = f"The Melody so far: {_cards(row)}. " if row else ""
    return f"{row_so_far}This note: {_listed(wanted) or 'any number'}."


# What follows


class Event(NamedTuple):
    """An event of the log, in plain numbers."""

    kind: int
    seat: int
    card: int
    amount: int


def tell(s: Any, r: Any, log: Any, reader: int | None = None, before: Any = None) -> list[str]:
    """What happened, in words."""
    events = [Event(*(int(entry[key]) for key in Event._fields)) for entry in log[1 : int(log[0].amount) + 1]]
    lines: list[str] = []
    for (kind, _), run in groupby(events, key=lambda e: (e.kind, e.seat)):
        told = list(run)
        if reader is None or not (instead := _told_to(reader, told, events, before, r)):
            lines += _tell_run(kind, told, s, r, reader)
        else:
            lines += instead
    return lines


def _told_to(reader: int, run: list[Event], events: list[Event], before: Any, r: Any) -> list[str]:
    """What a player is told instead where it sees less than all, or sees only now what was hidden."""
    kind, seat = run[0].kind, run[0].seat
    if kind == ev.E_REVEAL:
        return ["All cards are turned up.", *_turned_up(reader, events, before, r)]
    if seat == reader:
        return []
    if kind == ev.E_PLAY and _is_face_down(before, r):
        return [f"{_player(seat)} plays {_many(len(run), 'card')} face down."]
    if kind == ev.E_DRAW:
        return [f"{_player(seat)} draws {_many(len(run), 'card') if len(run) > 1 else 'a card'}."]
    if kind == ev.E_GIVE and run[0].amount != reader:
        return [f"{_player(seat)} gives a card to {_player(run[0].amount)}."]
    return []


def _turned_up(reader: int, events: list[Event], before: Any, r: Any) -> Iterator[str]:
    """What the others have played face down: in earlier decisions, and in the one that ended the playing."""
    plays = [
        (int(before.play_seat[k]), numbers(before.play_card[k], before.play_n[k]))
        for k in range(int(before.plays))
        if before.play_hidden[k]
    ]
    for seat, run in groupby((e for e in events if e.kind == ev.E_PLAY), key=lambda e: e.seat):
        plays.append((seat, [e.card + 1 for e in run]))
    for seat, played in plays:
        if seat != reader and played:
            yield f"{_player(seat)} has played {_form(played)}."


SAID = (ev.E_WAIT, ev.E_NOTE, ev.E_USE, ev.E_LOWEST_TIE, ev.E_PACK, ev.E_AUDIENCE)
"""Told elsewhere: what the player has just said, what the next heading says."""


def _tell_run(kind: int, run: list[Event], s: Any, r: Any, reader: int | None) -> Iterator[str]:
    if kind == ev.E_PLAY:
        yield f"{_player(run[0].seat)} plays {_form([e.card + 1 for e in run])}."
    elif kind == ev.E_PASS:
        for e in run:
            if e.amount:
                yield f"{_player(e.seat)} has no cards and passes."
    elif kind == ev.E_INSTRUMENT and run[0].seat == 0:
        yield from _pack(s, r)
    elif kind not in (*SAID, ev.E_INSTRUMENT):
        for e in run:
            yield from _tell_one(e, s, r, reader)


def _tell_one(e: Event, s: Any, r: Any, reader: int | None) -> Iterator[str]:
    who, low, high = _player(e.seat), e.amount % ev.PAIR, e.amount // ev.PAIR
    printed = e.card + 1  # of playing cards
    yield from {
        ev.E_ATTEMPT: lambda: _deal(s, r, reader),
        ev.E_TUNE: lambda: [f"{who} moves a card from place {low + 1} to place {high + 1}."],
        ev.E_SWAP: lambda: [f"{who} exchanges the cards at places {low + 1} and {high + 1}."],
        ev.E_DISCARD: lambda: [f"{who} discards a {printed}."],
        ev.E_DRAW: lambda: [f"{who} draws a {printed}."],
        ev.E_SHUFFLE: lambda: [f"The discard pile is shuffled: a new deck of {_many(e.amount, 'card')}."],
        ev.E_GIVE: lambda: [f"{who} gives a {printed} to {_player(e.amount)}."],
        ev.E_REVEAL: lambda: ["All cards are turned up."],
        ev.E_SHIFT: lambda: [f"{who}'s {printed} counts as {e.amount}."],
        ev.E_DOUBLE: lambda: [f"{who}'s {e.amount} counts twice."],
        ev.E_CANCEL: lambda: [f"{who}'s {e.amount} goes to the discard pile."],
        ev.E_SKIP: lambda: [f"Not in force any more: {RESTRICTION_TEXTS[RESTRICTIONS[e.amount]]}."],
        ev.E_TAKE_BACK: lambda: [f"{who} takes {_many(e.amount, 'card')} back into the hand."],
        ev.E_MELODY: lambda: [f"The Melody is {e.amount}." if e.amount else "No number counts: there is no Melody."],
        ev.E_BASS: lambda: [f"The Melody is {e.amount} now."],
        ev.E_ROW: lambda: _to_row(low, ev.FROM[high]),
        ev.E_LEFT: lambda: [f"{who} has {_many(e.amount, 'card')} left."],
        ev.E_FAIL: lambda: [f"The band fails the song at note {low}: {CAUSE_TEXTS[CAUSES[high]]}."],
        ev.E_SUCCEED: lambda: ["All notes are played and all hands are empty: the band succeeds with the song!"],
        ev.E_REFRESH: lambda: [f"{_help(r, e.card).name} is turned up again."],
        ev.E_COMPLETED: lambda: [f"{texts(r).tour[e.amount - 1].name} is completed. Bravo!"],
    }[e.kind]()


def _to_row(number: int, place: str) -> Iterator[str]:
    if place == "deck":
        yield f"No {number} was played: one from the deck goes to the row."
    elif place == "discard":
        yield f"No {number} was played and none is in the deck: one from the discard pile goes to the row."
    elif place == "none":
        yield f"There is no {number} to put into the row: it is noted."
