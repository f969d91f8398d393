"""A game of Omen told to people: who does what, with which card, and what follows. Nothing here is compiled."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import groupby
from typing import Any, NamedTuple

from balance.games.omen import actions as act
from balance.games.omen import events as ev
from balance.games.omen import program as word
from balance.games.omen import questions as ask_for
from balance.games.omen.cards import Krater, Unit
from balance.games.omen.state import (
    BOLSTER,
    CITIES,
    DRAFT_TRIUMPH,
    GLEAN,
    JILT,
    KRATER,
    LIMITS,
    MYRIAD,
    PILE,
    SEATS,
    SPOILS,
    STEPS,
    TRAITS,
    TRIUMPH,
    VETERAN,
    WEALTH,
)
from balance.games.omen.story import card_name
from balance.games.omen.text import card_lines
from balance.games.omen.turn import side_strength

PHRASES = {
    "envoy": "lay down {card} as Envoy",
    "discard": "discard {card}",
    "replace": "put {card} under the TRIUMPH stack",
    "done": "keep the rest",
    "give": "give {card} away, keep {kept}",
    "draw": "draw a Unit",
    "coin": "gain a Coin",
    "play": "play {card} (Cost {cost}) to City {city}",
    "jilt": "pay for and discard {card} (Cost {cost}) for its JILT",
    "fate": "discard {card} for FATE",
    "pilfer": "discard {card} for PILFER",
    "recruit": "discard {card} for RECRUIT",
    "krater": "use the Krater {card}",
    "end": "end the Surge Step",
    "take": "take {card}",
    "top": "put {card} on top of the deck",
    "glean": "GLEAN with {card}",
    "resolve": "resolve City {city}: {units}; {strengths}",
    "keep": "keep {card}",
    "destroy": "destroy {card}",
    "return": "return {card} to hand",
    "move": "move {card}",
    "stop": "choose no more",
    "offer": "offer {card} (Offering {offering})",
    "decline": "make no Offering",
    "put": "play {card} free",
    "city": "choose City {city}",
    "peek": "look at the top Krater of City {city}",
    "swap": "swap the top Kraters of Cities {pair}",
    "again": "take the broken {card}'s effect again",
    "yes": "yes, do it",
    "no": "no, leave it",
    "option": "choose option {city}",
}

SECRETS = {
    "envoy": "lay down an Envoy",
    "replace": "put a Unit under the TRIUMPH stack",
    "give": "choose a Unit to give away",
    "take": "take a Unit from the deck",
    "top": "put a Unit on top of the deck",
}
"""What is said instead to the one who does not see the card."""

PILES = range(PILE, PILE + SEATS)

_texts: dict[int, list[dict[str, str]]] = {}


def remember(cards: Sequence[Unit | Krater]) -> int:
    """Keep the texts of these cards, by card number, to be quoted; the key is made from the texts alone."""
    texts = [dict(card_lines(card)) for card in cards]
    key = int.from_bytes(blake2b(json.dumps(texts).encode(), digest_size=8).digest(), "little") >> 1
    _texts[key] = texts
    return key


def _text(r: Any, card: int, trait: str) -> str:
    texts = _texts.get(int(r.texts))
    return texts[card].get(trait, "") if texts else ""


# Small words


def _player(seat: int) -> str:
    return f"Player {seat + 1}"


def _many(n: int, noun: str) -> str:
    return f"{n} {noun}{'s' if n != 1 else ''}"


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _names(r: Any, cards: Any, n: int) -> str:
    return ", ".join(card_name(r, card) for card in cards[: int(n)])


# What is chosen


def say(s: Any, r: Any, a: int, reader: int | None = None) -> str:
    """An action in words; a card that the seat keeps from `reader` is not named."""
    do = act.DOS[act.do_of(a)]
    card, place = int(act.card_in(a)), int(act.place_in(a))
    if reader not in (None, int(s.asked)) and _is_secret(s, do, card):
        return SECRETS[do] + _because(s, r)
    about: dict[str, Any] = {"city": place + 1}
    if card != act.NO_CARD:
        about |= {"card": card_name(r, card), "cost": int(r.cost[card]), "offering": int(r.offering[card])}
    if do == "swap":
        about["pair"] = "{} and {}".format(*(int(city) + 1 for city in act.PAIRS[place]))
    if do == "resolve":
        about |= {"units": _weights(s, r, place), "strengths": _strengths(s, r, place)}
    if do == "give":
        drawn = s.drawn[s.asked, : int(s.drawn_n[s.asked])]
        about["kept"] = _listed([card_name(r, other) for other in drawn if other != card])
    return PHRASES[do].format(**about) + _because(s, r)


def _is_secret(s: Any, do: str, card: int) -> bool:
    """Whether only the seat itself sees which card it takes. A card from the discard pile is taken openly."""
    return do in SECRETS and not (do == "take" and int(s.where[card]) in PILES)


def _because(s: Any, r: Any) -> str:
    asked_by = _asked_by(s, r)
    return f" ({asked_by})" if asked_by else ""


def _asked_by(s: Any, r: Any) -> str:
    if s.question == ask_for.WRATH_DISCARD:
        return "WRATH"
    if s.question == ask_for.LIMIT_DISCARD:
        return "hand limit"
    return card_name(r, s.source[s.frames - 1]) if s.frames > 0 else ""


def _weights(s: Any, r: Any, city: int) -> str:
    active = int(s.active)
    mine, theirs = (int(s.side_weight[city, seat]) for seat in (active, 1 - active))
    return f"sacked by {_many(theirs, 'Opposing Unit')} and {mine} of {_player(active)}, MYRIAD counted twice"


def _strengths(s: Any, r: Any, city: int) -> str:
    zero, one = (int(side_strength(s, r, city, seat)) for seat in range(SEATS))
    if zero != one:
        return f"Strength {max(zero, one)} of {_player(int(one > zero))} against {min(zero, one)}"
    bolsters = [
        sum(int(r.traits[unit]) >> BOLSTER & 1 for unit in s.side[city, seat, : int(s.side_n[city, seat])])
        for seat in range(SEATS)
    ]
    return f"Strength {zero} each, Units with BOLSTER {bolsters[0]} and {bolsters[1]}"


# How things stand


def opening(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """The deal in words."""
    if s.step == DRAFT_TRIUMPH:
        return [
            f"{_player(seat)} draws {_seen(s, r, s.drawn[seat], s.drawn_n[seat], reader)} (TRIUMPH); "
            f"{_seen(s, r, s.play_area[seat], s.play_area_n[seat], reader)} (COVETED)"
            for seat in range(SEATS)
        ]
    return [
        f"{_player(seat)}: {_seen(s, r, s.hand[seat], s.hand_n[seat], reader) or 'no Units'}; "
        f"{_many(int(s.coins[seat]), 'Coin')}"
        for seat in range(SEATS)
    ]


def _seen(s: Any, r: Any, cards: Any, n: int, reader: int | None) -> str:
    """The cards that the reader knows to be there by name, the others by number."""
    known = [card for card in cards[: int(n)] if _knows(s, reader, card)]
    others = int(n) - len(known)
    unknown = [_many(others, "other card" if known else "card")] if others else []
    return ", ".join([*(card_name(r, card) for card in known), *unknown])


def _knows(s: Any, reader: int | None, card: int) -> bool:
    return reader is None or s.history[reader, card] == 0


def heading(s: Any, r: Any) -> str:
    """A title for each turn."""
    return f"Turn {int(s.turn)}: {_player(int(s.active))}" if s.turn > 0 else "Setup"


def scene(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """The table as a turn finds it; for a player before the first turn what it holds, with the texts of the cards."""
    if s.turn == 0:
        return [] if reader is None else _held(s, r, reader)
    lines = [_city(s, r, city, reader) for city in range(CITIES)]
    lines += [_seat(s, r, seat, reader) for seat in range(SEATS)]
    if reader is not None:
        lines += _piles(s, r, reader)
    if s.step == WEALTH:
        spoils = " (SPOILS)" if _has_spoils(s, r) else ""
        lines.append(f"{_player(int(s.active))} has {_many(int(s.wealth_left), 'Wealth Action')}{spoils}.")
    return lines


def _has_spoils(s: Any, r: Any) -> bool:
    sides = [s.side[city, s.active, : int(s.side_n[city, s.active])] for city in range(CITIES)]
    return any(int(r.traits[unit]) >> SPOILS & 1 for side in sides for unit in side)


def legend(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """The texts of the cards in sight."""
    sides = [s.side[city, seat, : int(s.side_n[city, seat])] for city in range(CITIES) for seat in range(SEATS)]
    broken = [s.broken[seat, : int(s.broken_n[seat])] for seat in range(SEATS)]
    cards = sorted({int(card) for cards in (*sides, *broken) for card in cards})
    return [
        "A City shows Player 1's side, then Player 2's: each Unit with its Strength and what matters there.",
        *(_in_full(r, card) for card in cards),
        *([] if reader is None else _held(s, r, reader)),
    ]


def _held(s: Any, r: Any, seat: int) -> list[str]:
    """All cards that a player holds or chooses from, a line each."""
    groups = (
        ("Drawn", s.drawn[seat], s.drawn_n[seat]),
        ("Kept", s.play_area[seat], s.play_area_n[seat]),
        ("In hand", s.hand[seat], s.hand_n[seat]),
        ("Kraters in hand", s.vase[seat], s.vase_n[seat]),
    )
    lines = []
    for title, cards, n in groups:
        known = [card for card in cards[: int(n)] if _knows(s, seat, card)]
        unseen = [f"    {_many(int(n) - len(known), 'Unit')} not seen yet"] if len(known) < n else []
        lines += [f"{title}:", *(f"    {_in_full(r, card)}" for card in known), *unseen] if n else []
    return lines


def _in_full(r: Any, card: int) -> str:
    """A card with all that is printed on it."""
    if card >= r.units:
        return f"{card_name(r, card)} (Krater): {_text(r, card, '')}"
    numbers = ", ".join(f"{title.capitalize()} {int(r[title][card])}" for title in ("cost", "strength", "offering"))
    texts = _texts.get(int(r.texts))
    traits = [": ".join(filter(None, line)) for line in texts[card].items()] if texts else []
    return f"{card_name(r, card)} ({numbers}){' - ' if traits else ''}{' / '.join(traits)}"


def _piles(s: Any, r: Any, reader: int) -> Iterator[str]:
    """Decks with the cards that the reader knows, and discard piles."""
    for p in range(SEATS if r.draft else 1):
        deck = _many(int(s.deck_n[p]), "Unit") + _known_places(s, r, s.deck[p], s.deck_n[p], reader)
        pile = _names(r, s.pile[p], s.pile_n[p]) or "empty"
        yield f"{f'{_player(p)}: deck' if r.draft else 'Deck'} {deck}; discard pile {pile}"


def _known_places(s: Any, r: Any, cards: Any, n: int, reader: int | None) -> str:
    """What the reader knows of a pile, from the top as deep as it knows."""
    top_first = [card_name(r, card) if _knows(s, reader, card) else "?" for card in cards[: int(n)][::-1]]
    while top_first and top_first[-1] == "?":
        top_first.pop()
    return f" (from the top: {', '.join(top_first)})" if top_first else ""


def _city(s: Any, r: Any, city: int, reader: int | None) -> str:
    if s.razed[city]:
        return f"City {city + 1}: razed"
    sides = []
    for seat in range(SEATS):
        units = s.side[city, seat, : int(s.side_n[city, seat])]
        sides.append(", ".join(_standing(r, unit) for unit in units) or "-")
    known = "" if reader is None else _known_places(s, r, s.stack[city], s.stack_n[city], reader)
    return f"City {city + 1}, {_many(int(s.stack_n[city]), 'Krater')}{known}: {sides[0]}  |  {sides[1]}"


def _standing(r: Any, unit: int) -> str:
    """A unit on the table, with its Strength and the traits that matter there."""
    traits = [TRAITS[trait] for trait in ON_THE_TABLE if int(r.traits[unit]) >> trait & 1]
    return f"{card_name(r, unit)} ({', '.join([str(int(r.strength[unit])), *traits])})"


def _seat(s: Any, r: Any, seat: int, reader: int | None) -> str:
    in_hand = _seen(s, r, s.hand[seat], s.hand_n[seat], reader) or "no Units"
    parts = [_many(int(s.coins[seat]), "Coin"), f"in hand {in_hand}"]
    for title, cards, n in (
        ("Kraters in hand", s.vase[seat], s.vase_n[seat]),
        ("TRIUMPHs", s.facedown[seat], s.facedown_n[seat]),
        ("Broken Kraters", s.broken[seat], s.broken_n[seat]),
    ):
        if n:
            parts.append(f"{title} {_seen(s, r, cards, n, reader)}")
    return f"{_player(seat)}: {'; '.join(parts)}"


# What follows


class Event(NamedTuple):
    """An event of the log, in plain numbers."""

    kind: int
    seat: int
    card: int
    amount: int


UNSEEN = {
    ev.E_DRAW: "{who} draws {units}.",
    ev.E_LOOK: "{who} looks at {units} of the deck.",
    ev.E_TOP: "{who} puts a Unit on top of the deck.",
    ev.E_TAKE: "{who} takes a Unit from the deck.",
    ev.E_PEEK: "{who} looks at the top Krater of City {city}.",
    ev.E_DRAFT: "{who} draws a Unit from the TRIUMPH stack.",
    ev.E_GIVE: "{who} gives the other player {units}.",
    ev.E_SACKED: "City {city} is sacked: {who} wins its top Krater.",
}
"""What is told to the one who does not see the card."""


def _is_taken_openly(event: Event) -> bool:
    """Whether both see it: a unit taken from the discard pile, a city sacked with a tie."""
    return (event.kind == ev.E_TAKE and event.amount == 0) or event.seat < 0


FATES = (ev.E_KEEP, ev.E_DESTROY)
ON_THE_TABLE = (MYRIAD, SPOILS, VETERAN, TRIUMPH)
TOGETHER = (ev.E_DRAW, ev.E_LOOK, ev.E_VETERAN)


def tell(s: Any, r: Any, log: Any, reader: int | None = None, before: Any = None) -> list[str]:
    """What happened, in words."""
    events = [Event(*(int(entry[key]) for key in Event._fields)) for entry in log[1 : int(log[0].amount) + 1]]
    return list(_tell(s, r, [event for event in events if event.kind != ev.E_ORDER], reader))


def _tell(s: Any, r: Any, events: list[Event], reader: int | None) -> Iterator[str]:
    step = -1
    for _, run in groupby(enumerate(events), key=lambda entry: _run(*entry)):
        together = list(run)
        i, event = together[0]
        if event.kind == ev.E_STEP:
            step = event.amount
            continue
        after = events[together[-1][0] + 1 :]
        before = events[i - 1] if i else None
        told = _tell_run([e for _, e in together], before, after, s, r, reader)
        lines = [line for line in told if line]
        if lines and step >= 0:
            yield from _step(step)
            step = -1
        yield from lines
    if step >= 0 and step == s.step:
        yield from _step(step)


def _step(step: int) -> Iterator[str]:
    if step < LIMITS:
        yield f"{STEPS[step].capitalize()} Step."


def _run(i: int, event: Event) -> tuple[int, ...]:
    """Events with the same key are told in one sentence."""
    if event.kind in TOGETHER:
        return event.kind, event.seat
    if event.kind in FATES:
        return FATES[0], event.seat, event.amount
    return -1, i


def _tell_run(
    run: list[Event], before: Event | None, after: list[Event], s: Any, r: Any, reader: int | None
) -> Iterator[str]:
    event = run[0]
    if event.kind in UNSEEN and reader not in (None, event.seat) and not _is_taken_openly(event):
        yield UNSEEN[event.kind].format(who=_player(event.seat), units=_many(len(run), "Unit"), city=event.amount + 1)
        return
    who, names = _player(event.seat), _listed([card_name(r, e.card) for e in run if e.card >= 0] or [""])
    if event.kind == ev.E_DRAW and reader == event.seat:
        yield from (f"{who} draws {_in_full(r, e.card)}" for e in run)
    elif event.kind == ev.E_DRAW:
        yield f"{who} draws {names}."
    elif event.kind == ev.E_LOOK:
        yield f"{who} sees {names}."
    elif event.kind == ev.E_VETERAN:
        yield f"{who}'s {names} goes to hand (VETERAN)." if len(run) == 1 else f"{who}'s {names} go to hand (VETERAN)."
    elif event.kind in FATES:
        yield _fates(run, r)
    elif event.kind == ev.E_PAY and after and after[0].kind == ev.E_PLAY:
        yield f"{who} pays {_many(event.amount, 'Coin')} and {_entered(after[0], r)}"
    elif _is_told_elsewhere(event, before, after):
        return
    elif event.kind == ev.E_TURN:
        if any(e.kind not in (ev.E_SPOILS, ev.E_STEP) for e in after):
            yield f"Turn {event.amount} begins: {who}."
    else:
        yield _tell_one(event, s, r)
        if event.kind == ev.E_EFFECT and s.frames == 0 and _came_to_nothing(event, after):
            yield "Nothing comes of it."


def _came_to_nothing(event: Event, after: list[Event]) -> bool:
    """Whether an effect that has ended is followed by nothing but its card's going to its place."""
    if not after or after[0].kind in (ev.E_STEP, ev.E_TURN, ev.E_EFFECT):
        return True
    return after[0].kind in (ev.E_DISCARD, ev.E_BROKEN) and after[0].card == event.card


def _is_told_elsewhere(event: Event, before: Event | None, after: list[Event]) -> bool:
    """A unit that enters is told with its payment, an Offering's discard with the Offering."""
    if event.kind == ev.E_PLAY:
        return before is not None and before.kind == ev.E_PAY
    return event.kind == ev.E_DISCARD and bool(after) and (after[0].kind, after[0].card) == (ev.E_OFFER, event.card)


def _entered(event: Event, r: Any) -> str:
    return f"{card_name(r, event.card)} (Strength {int(r.strength[event.card])}) enters City {event.amount + 1}."


def _fates(run: list[Event], r: Any) -> str:
    who = _player(run[0].seat)
    kept, lost = ([card_name(r, e.card) for e in run if e.kind == kind] for kind in FATES)
    verb = "is" if len(lost) == 1 else "are"
    if not kept:
        return f"{who}'s {_listed(lost)} in City {run[0].amount + 1} {verb} destroyed."
    return f"{who} keeps {_listed(kept)} in City {run[0].amount + 1}" + (
        f"; {_listed(lost)} {verb} destroyed." if lost else "."
    )


def _tell_one(event: Event, s: Any, r: Any) -> str:
    kind, seat, card, n = event
    who = _player(seat)
    what = card_name(r, card) if card >= 0 else ""
    return {
        ev.E_FIRST: lambda: f"{who} takes the first turn{' (drawn by lot)' if n else ''}.",
        ev.E_GAIN: lambda: f"{who} gains {_many(n, 'Coin')}.",
        ev.E_PAY: lambda: f"{who} pays {_many(n, 'Coin')}.",
        ev.E_LOSE: lambda: f"{who} loses {_many(n, 'Coin')}.",
        ev.E_STEAL: lambda: f"{who} takes {_many(n, 'Coin')} from {_player(1 - seat)}.",
        ev.E_DISCARD: lambda: f"{what} goes to the discard pile{', chosen at random' if n else ''}.",
        ev.E_SHUFFLE: lambda: _shuffled(r, seat, n),
        ev.E_PLAY: lambda: f"{_entered(event, r)}",
        ev.E_MOVE: lambda: f"{what} moves to City {n + 1}.",
        ev.E_RETURN: lambda: f"{what} returns to {who}'s hand.",
        ev.E_TOP: lambda: f"{what} goes on top of the deck.",
        ev.E_TAKE: lambda: f"{who} takes {what} from the {'deck' if n else 'discard pile'}.",
        ev.E_REVEAL: lambda: f"The top Unit is revealed: {what}.",
        ev.E_EFFECT: lambda: _effect(r, card, n),
        ev.E_WORD: lambda: _word(s, seat, n),
        ev.E_WRATH: lambda: f"WRATH: {who} must discard a Unit.",
        ev.E_BONUS: lambda: f"{who} has a Wealth Bonus.",
        ev.E_BONUS_SKIPPED: lambda: f"{who}'s Wealth Bonus is lost.",
        ev.E_TRIUMPH: lambda: f"TRIUMPH: {what} goes facedown to {who}'s Rewards. {_quoted(_text(r, card, 'TRIUMPH'))}",
        ev.E_SACKED: lambda: _sacked(r, seat, card, n),
        ev.E_RAZED: lambda: f"City {n + 1} is razed.",
        ev.E_BROKEN: lambda: f"{what} is a Broken Krater now, in {who}'s Rewards.",
        ev.E_OFFER: lambda: f"{who} discards {what} as an Offering of {n}.",
        ev.E_PEEK: lambda: f"{who} sees {what}, the top Krater of City {n + 1}.",
        ev.E_SWAP: lambda: f"The top Kraters of Cities {act.PAIRS[n][0] + 1} and {act.PAIRS[n][1] + 1} change places.",
        ev.E_ENVOY: lambda: _envoy(r, seat, card),
        ev.E_STRENGTH: lambda: f"{who} has +{int(s.strength_bonus[n])} Strength in City {n + 1} until this War ends.",
        ev.E_DRAFT: lambda: f"{who} draws {what} from the TRIUMPH stack.",
        ev.E_GIVE: lambda: f"{who} gives {what} to {_player(1 - seat)}.",
    }.get(kind, lambda: "")()


def _quoted(text: str) -> str:
    return f'"{text}"' if text else ""


def _shuffled(r: Any, pile: int, n: int) -> str:
    return f"{_player(pile) + chr(39) + 's' if r.draft else 'The'} deck is shuffled: {_many(n, 'Unit')}."


def _effect(r: Any, card: int, trait: int) -> str:
    if trait == KRATER:
        return f"{card_name(r, card)}: {_quoted(_text(r, card, ''))}"
    text = _text(r, card, TRAITS[trait]) if trait in (BOLSTER, JILT, GLEAN) else ""
    return f"{TRAITS[trait]} of {card_name(r, card)}{': ' + _quoted(text) if text else '.'}"


def _word(s: Any, seat: int, op: int) -> str:
    """What a word did that no other event tells."""
    if op == word.EXTRA_WEALTH:
        more = _many(int(s.extra_wealth[seat]), "more Wealth Action")
        return f"{_player(seat)} has {more} in the next Wealth Step."
    if op == word.EXTRA_OFFERING:
        return f"{_player(seat)} may offer {_many(int(s.extra_offers), 'more Unit')} this turn."
    if op == word.EXTRA_KRATER:
        return f"{_player(seat)} may use {_many(int(s.extra_kraters), 'more Krater')} in this Surge Step."
    if op == word.SKIP_BONUS:
        missed = int(s.skip_bonus[1 - seat])
        return f"{_player(1 - seat)} will miss {'a Wealth Bonus' if missed == 1 else f'{missed} Wealth Bonuses'}."
    return ""


def _sacked(r: Any, seat: int, krater: int, city: int) -> str:
    if seat < 0:
        return f"City {city + 1} is sacked: a tie, each player destroys 2 Units."
    return f"City {city + 1} is sacked: {_player(seat)} wins {card_name(r, krater)}."


def _envoy(r: Any, seat: int, card: int) -> str:
    values = [int(r[key][card]) for key in ("cost", "offering", "strength")]
    parts = " + ".join(f"{name} {value}" for name, value in zip(("Cost", "Offering", "Strength"), values, strict=True))
    return f"{_player(seat)}'s Envoy is {card_name(r, card)}: {parts} = {sum(values)}."
