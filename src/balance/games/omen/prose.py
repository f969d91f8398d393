"""A game of Omen told to people: who does what, with which card, and what follows. Nothing here is compiled."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import groupby
from typing import Any

from balance.games.omen import actions as act
from balance.games.omen import events as ev
from balance.games.omen import program as word
from balance.games.omen import questions as ask_for
from balance.games.omen.cards import CardSet, Krater, Unit
from balance.games.omen.events import Event
from balance.games.omen.misses import COLUMNS, MISSED, start_of, with_misses
from balance.games.omen.moves import side_weight
from balance.games.omen.state import (
    BOLSTER,
    CITIES,
    COVETED,
    DRAFT_REST,
    DRAFT_TRIUMPH,
    GLEAN,
    JILT,
    KRATER,
    LIMITS,
    MYRIAD,
    OUT,
    PILE,
    SEATS,
    SPOILS,
    STEPS,
    TRAITS,
    TRIUMPH,
    WEALTH,
)
from balance.games.omen.story import card_name
from balance.games.omen.text import card_lines, choices
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
    "resolve": "resolve City {city}, sacked with {units}; {strengths}",
    "keep": "keep {card}",
    "destroy": "destroy {card}",
    "return": "return {card} to hand",
    "move": "move {card}",
    "stop": "{stop}",
    "offer": "offer {card} (Offering {offering})",
    "decline": "make no Offering",
    "put": "play {card} free",
    "city": "choose City {city}",
    "peek": "look at the top Krater of City {city}",
    "swap": "swap the top Kraters of Cities {pair}",
    "again": "carry out the effect of {card} again",
    "yes": "yes, do it",
    "no": "no, leave it",
    "option": "choose: {option}",
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


@dataclass(frozen=True)
class Printed:
    """What a rules record does not hold: the sets' names and, by card number, what is printed."""

    sets: list[str] = field(default_factory=list)
    texts: list[dict[str, str]] = field(default_factory=list)
    """By trait; a krater's by an empty text."""
    options: list[dict[str, list[list[str]]]] = field(default_factory=list)
    """By trait: the options of each `choose`."""


_printed: dict[int, Printed] = {}


def remember(sets: Sequence[CardSet]) -> int:
    """Keep the texts of these sets to be quoted; the key is made from the texts alone."""
    cards: list[Unit | Krater] = [unit for s in sets for unit in s.units]
    cards += [krater for s in sets for krater in s.kraters]
    printed = Printed([s.name for s in sets], [dict(card_lines(card)) for card in cards], [_options(c) for c in cards])
    content = json.dumps([printed.sets, printed.texts, printed.options]).encode()
    key = int.from_bytes(blake2b(content, digest_size=8).digest(), "little") >> 1
    _printed[key] = printed
    return key


def _options(card: Unit | Krater) -> dict[str, list[list[str]]]:
    effects = {"": card.effect} if isinstance(card, Krater) else card.effects
    return {trait.upper(): choices(effect) for trait, effect in effects.items()}


def _print(r: Any) -> Printed:
    return _printed.get(int(r.texts), Printed())


def _text(r: Any, card: int, trait: str) -> str:
    texts = _print(r).texts
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


def _has(r: Any, unit: int, trait: int) -> bool:
    return bool(int(r.traits[unit]) >> trait & 1)


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
    if do == "stop":
        about["stop"] = _stop(s, r)
    if do == "option":
        about["option"] = _option(s, r, place)
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


def _stop(s: Any, r: Any) -> str:
    """Whether one of "up to" some has been chosen can be told where that is a number."""
    row = r.code[s.pc[s.frames - 1]]
    if row[word.COUNT] >= 0:
        return "stop choosing"
    return "choose none" if s.left[s.frames - 1] == row[word.NUMBER] else "choose no more"


def _option(s: Any, r: Any, i: int) -> str:
    """An option of the running effect, as it is printed."""
    f = int(s.frames) - 1
    card, pc = int(s.source[f]), int(s.pc[f])
    if card >= r.units:
        trait = KRATER
    else:
        starts = {trait: start_of(r, card, trait) for trait in COLUMNS if trait != KRATER and _has(r, card, trait)}
        trait = max((trait for trait in starts if starts[trait] <= pc), key=lambda trait: starts[trait])
    before = sum(int(r.code[k, word.OP]) == word.CHOOSE for k in range(start_of(r, card, trait), pc))
    options = _print(r).options
    return options[card]["" if trait == KRATER else TRAITS[trait]][before][i] if options else f"option {i + 1}"


def _weights(s: Any, r: Any, city: int) -> str:
    """Who has how many units there, the Opposing Player first, and none of the one who has none."""
    weights = {seat: int(side_weight(s, r, city, seat)) for seat in (1 - int(s.active), int(s.active))}
    units = [s.side[city, seat, i] for seat in weights for i in range(int(s.side_n[city, seat]))]
    counted = " (MYRIAD counts twice)" if any(_has(r, unit, MYRIAD) for unit in units) else ""
    return _listed([f"{_many(n, 'Unit')} of {_player(seat)}" for seat, n in weights.items() if n]) + counted


def _strengths(s: Any, r: Any, city: int) -> str:
    zero, one = (int(side_strength(s, r, city, seat)) for seat in range(SEATS))
    if zero != one:
        ahead = int(one > zero)
        return f"Strength {max(zero, one)} of {_player(ahead)} against {min(zero, one)} of {_player(1 - ahead)}"
    bolsters = [
        sum(_has(r, unit, BOLSTER) for unit in s.side[city, seat, : int(s.side_n[city, seat])]) for seat in range(SEATS)
    ]
    held = _listed([f"{bolsters[seat] or 'none'} of {_player(seat)}" for seat in range(SEATS)])
    return f"Strength {zero} each; Units with BOLSTER: {held}"


# How things stand


def opening(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """What is in play, the deal in words, and how the table is shown."""
    return [
        *_in_play(r),
        *(_dealt(s, r, seat, reader) for seat in range(SEATS)),
        *_laid_out(s, r, reader),
        SIDES_SHOWN,
    ]


SIDES_SHOWN = "A City shows Player 1's side, then |, then Player 2's: each Unit with its Strength and traits."


def _in_play(r: Any) -> Iterator[str]:
    sets = _listed(_print(r).sets or ["the cards"])
    yield f"In play: {sets}, {_many(int(r.units), 'Unit')} and {_many(int(r.kraters), 'Krater')}."


def _dealt(s: Any, r: Any, seat: int, reader: int | None) -> str:
    if s.step == DRAFT_TRIUMPH:
        triumphs = _seen(s, r, s.drawn[seat], s.drawn_n[seat], reader)
        coveted = _seen(s, r, s.play_area[seat], s.play_area_n[seat], reader)
        return f"{_player(seat)} draws {triumphs} (TRIUMPH); {coveted} (COVETED)"
    in_hand = _hand(s, r, seat, reader) or "no Units"
    return f"{_player(seat)}: {in_hand}; {_many(int(s.coins[seat]), 'Coin')}"


def _laid_out(s: Any, r: Any, reader: int | None) -> Iterator[str]:
    """The deck or the stacks, the kraters of each city and those left over."""
    if s.step == DRAFT_TRIUMPH:
        sizes = (f"{title} {int(n)}" for title, n in zip(("TRIUMPH", "COVETED", "others"), s.draft_n, strict=True))
        yield f"Units left in the stacks: {', '.join(sizes)}."
    else:
        yield f"The deck: {_many(int(s.deck_n[0]), 'Unit')}."
    for city in range(CITIES):
        kraters = s.stack[city, : int(s.stack_n[city])][::-1]
        yield f"City {city + 1}{', from the top' if reader is None else ''}: {_kraters(r, kraters, reader)}."
    left = [card for card in range(int(r.units), int(r.units + r.kraters)) if s.where[card] == OUT]
    if left:
        yield f"Left out: {_kraters(r, left, reader)}."


def _kraters(r: Any, kraters: Sequence[int], reader: int | None) -> str:
    return _names(r, kraters, len(kraters)) if reader is None else _many(len(kraters), "Krater")


def _seen(s: Any, r: Any, cards: Any, n: int, reader: int | None, named: Callable[[Any, int], str] = card_name) -> str:
    """The cards that the reader knows to be there by name, the others by number."""
    known = [card for card in cards[: int(n)] if _knows(s, reader, card)]
    others = int(n) - len(known)
    unknown = [_many(others, "other card" if known else "card")] if others else []
    return ", ".join([*(named(r, card) for card in known), *unknown])


def _hand(s: Any, r: Any, seat: int, reader: int | None) -> str:
    return _seen(s, r, s.hand[seat], s.hand_n[seat], reader, _in_hand)


def _in_hand(r: Any, unit: int) -> str:
    """A unit as it counts in a hand: COVETED ones score there."""
    return f"{card_name(r, unit)}{' (COVETED)' if _has(r, unit, COVETED) else ''}"


def _knows(s: Any, reader: int | None, card: int) -> bool:
    return reader is None or s.history[reader, card] == 0


def heading(s: Any, r: Any) -> str:
    """A title for each turn."""
    return f"Turn {int(s.turn)}: {_player(int(s.active))}" if s.turn > 0 else "Setup"


def scene(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """The table as a turn finds it; for a player before the first turn what it holds, with the texts of the cards.

    What TRIUMPHs wait for a player finds in the legend.
    """
    if s.turn == 0:
        return [] if reader is None else _held(s, r, reader)
    lines = [_city(s, r, city, reader) for city in range(CITIES)]
    lines += [_seat(s, r, seat, reader) for seat in range(SEATS)]
    lines += [*_piles(s, r, reader), *(_triumphs(s, r) if reader is None else ())]
    if s.step == WEALTH:
        lines.append(f"{_player(int(s.active))} has {_many(int(s.wealth_left), 'Wealth Action')}{_reasons(s, r)}.")
    return lines


def _triumphs(s: Any, r: Any) -> Iterator[str]:
    """What the Active Player's TRIUMPHs wait for."""
    for unit in _standing_units(s, int(s.active)):
        if _has(r, unit, TRIUMPH):
            yield _waiting(r, unit)


def _waiting(r: Any, unit: int) -> str:
    text = _text(r, unit, "TRIUMPH")
    return f"TRIUMPH of {card_name(r, unit)}: {_quoted(text)}" if text else ""


def _standing_units(s: Any, seat: int) -> list[int]:
    return [int(unit) for city in range(CITIES) for unit in s.side[city, seat, : int(s.side_n[city, seat])]]


def _reasons(s: Any, r: Any) -> str:
    """Why it is not the usual number of Wealth Actions."""
    spoils = int(r.spoils_bonus) if any(_has(r, unit, SPOILS) for unit in _standing_units(s, int(s.active))) else 0
    usual = int(r.first_turn_wealth if s.turn == 1 else r.wealth_actions)
    owed = int(s.wealth_left + s.wealth_drawn + s.wealth_coins) - usual - spoils
    reasons = ["the first turn"] if s.turn == 1 else []
    reasons += [f"{n} {why}" for n, why in ((spoils, "for SPOILS"), (owed, "from an earlier effect")) if n > 0]
    return f" ({', '.join(reasons)})" if reasons else ""


def legend(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """The texts of the cards in sight."""
    sides = [s.side[city, seat, : int(s.side_n[city, seat])] for city in range(CITIES) for seat in range(SEATS)]
    broken = [s.broken[seat, : int(s.broken_n[seat])] for seat in range(SEATS)]
    cards = sorted({int(card) for cards in (*sides, *broken) for card in cards})
    held = [] if reader is None else _held(s, r, reader)
    return [SIDES_SHOWN, *(_in_full(r, card) for card in cards), *held]


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
    texts = _print(r).texts
    traits = [": ".join(filter(None, line)) for line in texts[card].items()] if texts else []
    return f"{card_name(r, card)} ({numbers}){' - ' if traits else ''}{' / '.join(traits)}"


def _piles(s: Any, r: Any, reader: int | None) -> Iterator[str]:
    """Decks with the cards that a player knows, and discard piles."""
    for p in range(SEATS if r.draft else 1):
        known = "" if reader is None else _known_places(s, r, s.deck[p], s.deck_n[p], reader)
        deck = _many(int(s.deck_n[p]), "Unit") + known
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
    """A unit on the table, with its Strength and traits."""
    traits = [name for trait, name in enumerate(TRAITS) if _has(r, unit, trait)]
    return f"{card_name(r, unit)} ({', '.join([str(int(r.strength[unit])), *traits])})"


def _seat(s: Any, r: Any, seat: int, reader: int | None) -> str:
    in_hand = _hand(s, r, seat, reader)
    parts = [_many(int(s.coins[seat]), "Coin"), f"in hand: {in_hand}" if in_hand else "no Units in hand"]
    for title, cards, n in (
        ("{} in hand", s.vase[seat], s.vase_n[seat]),
        ("Broken {}", s.broken[seat], s.broken_n[seat]),
        ("facedown in Rewards", s.facedown[seat], s.facedown_n[seat]),
    ):
        if n:
            parts.append(f"{title.format('Krater' if n == 1 else 'Kraters')}: {_seen(s, r, cards, n, reader)}")
    return f"{_player(seat)}: {'; '.join(parts)}"


# What follows


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
TOGETHER = (ev.E_DRAW, ev.E_LOOK, ev.E_VETERAN)
STRUCTURES = (word.MAY, word.IF, word.CHOOSE, word.FOR_EACH)

MISSES = {
    word.GAIN: "{who} gains no Coins.",
    word.LOSE: "{who} loses no Coins.",
    word.STEAL: "{who} takes no Coins.",
    word.OPPONENT_LOSES: "{other} loses no Coins.",
    word.DRAW: "{who} draws no Units.",
    word.OPPONENT_DRAWS: "{other} draws no Units.",
    word.DISCARD: "{who} discards no Units.",
    word.OPPONENT_DISCARDS: "{other} discards no Units.",
    word.PUT_ON_DECK: "{who} puts no Unit on top of the deck.",
    word.RECOVER: "{who} takes no Unit from the discard pile.",
    word.SEARCH: "There is no deck to search.",
    word.LOOK: "There is no Unit to look at.",
    word.REVEAL: "There is no Unit to reveal.",
    word.DESTROY: "No Unit is destroyed.",
    word.RETURN: "No Unit is returned.",
    word.MOVE: "No Unit is moved.",
    word.PLAY: "No Unit is played.",
    word.PEEK: "There is no Krater to look at.",
    word.SWAP_KRATERS: "No Kraters are swapped.",
    word.EXTRA_KRATER: "No additional use of a Krater is gained.",
    word.REPEAT_BROKEN: "There is no effect of a Broken Krater to carry out.",
    word.EXTRA_WEALTH: "No additional Wealth Action is gained.",
    word.EXTRA_OFFERING: "No additional Offering is gained.",
    word.SKIP_BONUS: "{other} misses no Wealth Bonus.",
    word.STRENGTH: "No Strength is gained.",
    word.MAY: "{who} cannot pay {cost}.",
    word.FOR_EACH: "There is nothing to do it for.",
    word.FATE_CHOICE: "There is no Unit to draw or take.",
}
"""What is told of an instruction that could do nothing."""


def tell(s: Any, r: Any, log: Any, reader: int | None = None, before: Any = None) -> list[str]:
    """What happened, in words."""
    events = [Event(*(int(entry[key]) for key in Event._fields)) for entry in log[1 : int(log[0].amount) + 1]]
    events = [event for event in events if event.kind != ev.E_ORDER]
    if before is None:
        return list(_tell(s, r, events, reader, None))
    drawn = _drawn_in_draft(s, r, reader) if _begins_round(s, before) else []
    return [*_tell(s, r, with_misses(s, r, events, before), reader, before), *drawn]


def _begins_round(s: Any, before: Any) -> bool:
    """Whether both have drawn anew in the draft."""
    return s.step == DRAFT_REST and (before.step != DRAFT_REST or s.draft_round != before.draft_round)


def _drawn_in_draft(s: Any, r: Any, reader: int | None) -> list[str]:
    return [f"{_player(seat)} draws {_seen(s, r, s.drawn[seat], s.drawn_n[seat], reader)}." for seat in range(SEATS)]


def _tell(s: Any, r: Any, events: list[Event], reader: int | None, found: Any) -> Iterator[str]:
    step = -1
    for _, run in groupby(enumerate(events), key=lambda entry: _run(*entry)):
        together = list(run)
        i, event = together[0]
        if event.kind == ev.E_STEP:
            step = event.amount
            continue
        after = events[together[-1][0] + 1 :]
        before = events[i - 1] if i else None
        told = _tell_run([e for _, e in together], before, after, s, r, reader, found)
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
    run: list[Event], before: Event | None, after: list[Event], s: Any, r: Any, reader: int | None, found: Any
) -> Iterator[str]:
    """A few events in words; `before` and `after` are those around them, `found` the state that the decision found."""
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
        yield f"{names} {'goes' if len(run) == 1 else 'go'} to {who}'s hand (VETERAN)."
    elif event.kind in FATES:
        yield _fates(run, r)
    elif event.kind == ev.E_PAY and after and after[0].kind == ev.E_PLAY:
        yield f"{who} pays {_many(event.amount, 'Coin')} and {_entered(after[0], r)}"
        yield from _promised(r, after[0].card)
    elif _is_told_elsewhere(event, before, after):
        return
    elif event.kind == ev.E_TURN:
        if any(e.kind not in (ev.E_SPOILS, ev.E_STEP) for e in after):
            yield f"Turn {event.amount} begins: {who}."
    elif event.kind == MISSED:
        yield _missed(event, r, reader)
    else:
        yield _tell_one(event, s, r, found)
        if event.kind == ev.E_PLAY:
            yield from _promised(r, event.card)
        if _is_open(event) and _came_to_nothing(event, after, s):
            yield f"Nothing{' more' if before and before.kind != ev.E_EFFECT else ''} comes of it."


def _is_open(event: Event) -> bool:
    """Whether one expects more to follow: an effect begins, or a part of it that holds others."""
    return event.kind == ev.E_EFFECT or (event.kind == ev.E_WORD and event.amount in STRUCTURES)


def _came_to_nothing(event: Event, after: list[Event], s: Any) -> bool:
    """Whether an effect that has ended is followed by nothing but its card's going to its place."""
    if not after:
        return s.frames == 0
    if after[0].kind in (ev.E_STEP, ev.E_TURN, ev.E_EFFECT):
        return True
    return after[0].kind in (ev.E_DISCARD, ev.E_BROKEN) and after[0].card == event.card


def _missed(event: Event, r: Any, reader: int | None) -> str:
    """An instruction that could do nothing. That no unit of a hand could be played is not told to the other player."""
    row = r.code[event.amount]
    op, n = int(row[word.OP]), int(row[word.NUMBER])
    if op == word.PLAY and row[word.VARIANT] == word.FROM_HAND and reader not in (None, event.seat):
        return ""
    units = _many(n, "Unit")
    cost = {
        word.COST_COINS: _many(n, "Coin"),
        word.COST_DISCARD: f"by discarding {units}",
        word.COST_DESTROY: f"by destroying {units}",
        word.COST_RETURN: f"by returning {units}",
    }.get(int(row[word.VARIANT]), "")
    return MISSES.get(op, "").format(who=_player(event.seat), other=_player(1 - event.seat), cost=cost)


def _promised(r: Any, unit: int) -> Iterator[str]:
    """The requirement of a TRIUMPH that has entered a city."""
    if _has(r, unit, TRIUMPH):
        yield _waiting(r, unit)


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
        return f"{_listed(lost)} of {who} in City {run[0].amount + 1} {verb} destroyed."
    return f"{who} keeps {_listed(kept)} in City {run[0].amount + 1}" + (
        f"; {_listed(lost)} {verb} destroyed." if lost else "."
    )


def _tell_one(event: Event, s: Any, r: Any, found: Any) -> str:
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
        ev.E_WORD: lambda: _word(s, r, seat, n),
        ev.E_WRATH: lambda: f"WRATH: {who} must discard a Unit.",
        ev.E_BONUS: lambda: f"{who} has a Wealth Bonus.",
        ev.E_BONUS_SKIPPED: lambda: f"{who}'s Wealth Bonus is lost.",
        ev.E_TRIUMPH: lambda: f"TRIUMPH: {what} goes facedown to {who}'s Rewards. {_quoted(_text(r, card, 'TRIUMPH'))}",
        ev.E_SACKED: lambda: _sacked(found, r, seat, card, n),
        ev.E_RAZED: lambda: f"City {n + 1} is razed.",
        ev.E_BROKEN: lambda: f"{what} is a Broken Krater now, in {who}'s Rewards.",
        ev.E_OFFER: lambda: f"{who} discards {what} as an Offering of {n}.",
        ev.E_PEEK: lambda: f"{who} sees {what}, the top Krater of City {n + 1}.",
        ev.E_SWAP: lambda: f"The top Kraters of Cities {act.PAIRS[n][0] + 1} and {act.PAIRS[n][1] + 1} change places.",
        ev.E_ENVOY: lambda: _envoy(r, seat, card),
        ev.E_STRENGTH: lambda: (
            f"{who} has +{int(s.strength_bonus[n])} Strength in City {n + 1} until the end of this turn's War Step."
        ),
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


def _word(s: Any, r: Any, seat: int, op: int) -> str:
    """What a word did that no other event tells."""
    if op == word.EXTRA_WEALTH:
        more = _many(int(s.extra_wealth[seat]), "more Wealth Action")
        return f"{_player(seat)} has {more} in the next Wealth Step."
    if op == word.EXTRA_OFFERING:
        return f"{_player(seat)} may offer {_many(1 + int(s.extra_offers), 'Unit')} this turn."
    if op == word.EXTRA_KRATER:
        left = int(r.kraters_per_surge + s.extra_kraters - s.kraters_used)
        return f"{_player(seat)} may use {_many(left, 'more Krater')} in this Surge Step."
    if op == word.SKIP_BONUS:
        missed = int(s.skip_bonus[1 - seat])
        return f"{_player(1 - seat)} will miss {'a Wealth Bonus' if missed == 1 else f'{missed} Wealth Bonuses'}."
    return ""


def _sacked(found: Any, r: Any, seat: int, krater: int, city: int) -> str:
    if seat < 0:
        return f"City {city + 1} is sacked: a tie, each player destroys 2 Units."
    was_close = found is not None and len({int(side_strength(found, r, city, one)) for one in range(SEATS)}) == 1
    why = " by more Units with BOLSTER" if was_close else ""
    return f"City {city + 1} is sacked: {_player(seat)} wins {card_name(r, krater)}{why}."


def _envoy(r: Any, seat: int, card: int) -> str:
    values = [int(r[key][card]) for key in ("cost", "offering", "strength")]
    parts = " + ".join(f"{name} {value}" for name, value in zip(("Cost", "Offering", "Strength"), values, strict=True))
    return f"{_player(seat)}'s Envoy is {card_name(r, card)}: {parts} = {sum(values)}."
