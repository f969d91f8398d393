"""A game of Omen told to people: who does what, with which card, and what follows. Nothing here is compiled."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from balance.games.omen import actions as act
from balance.games.omen import events as ev
from balance.games.omen import program as word
from balance.games.omen import questions as ask_for
from balance.games.omen.events import Event
from balance.games.omen.misses import COLUMNS, MISSED, start_of, with_misses
from balance.games.omen.phrases import has, listed, many, player, printed, quoted, text_of, waiting
from balance.games.omen.state import (
    BOLSTER,
    DRAFT_REST,
    GLEAN,
    JILT,
    KRATER,
    LIMITS,
    MYRIAD,
    PILE,
    SEATS,
    STEPS,
    TRAITS,
    TRIUMPH,
)
from balance.games.omen.story import card_name
from balance.games.omen.table import in_full, seen
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
        about["kept"] = listed([card_name(r, other) for other in drawn if other != card])
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
        starts = {trait: start_of(r, card, trait) for trait in COLUMNS if trait != KRATER and has(r, card, trait)}
        trait = max((trait for trait in starts if starts[trait] <= pc), key=lambda trait: starts[trait])
    before = sum(int(r.code[k, word.OP]) == word.CHOOSE for k in range(start_of(r, card, trait), pc))
    options = printed(r).options
    return options[card]["" if trait == KRATER else TRAITS[trait]][before][i] if options else f"option {i + 1}"


def _weights(s: Any, r: Any, city: int) -> str:
    """Who has how many units there, the Opposing Player first, and none of the one who has none."""
    weights = {seat: int(s.side_weight[city, seat]) for seat in (1 - int(s.active), int(s.active))}
    units = [s.side[city, seat, i] for seat in weights for i in range(int(s.side_n[city, seat]))]
    counted = " (MYRIAD counts twice)" if any(has(r, unit, MYRIAD) for unit in units) else ""
    return listed([f"{many(n, 'Unit')} of {player(seat)}" for seat, n in weights.items() if n]) + counted


def _strengths(s: Any, r: Any, city: int) -> str:
    zero, one = (int(side_strength(s, r, city, seat)) for seat in range(SEATS))
    if zero != one:
        ahead = int(one > zero)
        return f"Strength {max(zero, one)} of {player(ahead)} against {min(zero, one)} of {player(1 - ahead)}"
    bolsters = [
        sum(has(r, unit, BOLSTER) for unit in s.side[city, seat, : int(s.side_n[city, seat])]) for seat in range(SEATS)
    ]
    held = listed([f"{bolsters[seat] or 'none'} of {player(seat)}" for seat in range(SEATS)])
    return f"Strength {zero} each; Units with BOLSTER: {held}"


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
    return [f"{player(seat)} draws {seen(s, r, s.drawn[seat], s.drawn_n[seat], reader)}." for seat in range(SEATS)]


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
        yield UNSEEN[event.kind].format(who=player(event.seat), units=many(len(run), "Unit"), city=event.amount + 1)
        return
    who, names = player(event.seat), listed([card_name(r, e.card) for e in run if e.card >= 0] or [""])
    if event.kind == ev.E_DRAW and reader == event.seat:
        yield from (f"{who} draws {in_full(r, e.card)}" for e in run)
    elif event.kind == ev.E_DRAW:
        yield f"{who} draws {names}."
    elif event.kind == ev.E_LOOK:
        yield f"{who} sees {names}."
    elif event.kind == ev.E_VETERAN:
        yield f"{names} {'goes' if len(run) == 1 else 'go'} to {who}'s hand (VETERAN)."
    elif event.kind in FATES:
        yield _fates(run, r)
    elif event.kind == ev.E_PAY and after and after[0].kind == ev.E_PLAY:
        yield f"{who} pays {many(event.amount, 'Coin')} and {_entered(after[0], r)}"
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
    units = many(n, "Unit")
    cost = {
        word.COST_COINS: many(n, "Coin"),
        word.COST_DISCARD: f"by discarding {units}",
        word.COST_DESTROY: f"by destroying {units}",
        word.COST_RETURN: f"by returning {units}",
    }.get(int(row[word.VARIANT]), "")
    return MISSES.get(op, "").format(who=player(event.seat), other=player(1 - event.seat), cost=cost)


def _promised(r: Any, unit: int) -> Iterator[str]:
    """The requirement of a TRIUMPH that has entered a city."""
    if has(r, unit, TRIUMPH):
        yield waiting(r, unit)


def _is_told_elsewhere(event: Event, before: Event | None, after: list[Event]) -> bool:
    """A unit that enters is told with its payment, an Offering's discard with the Offering."""
    if event.kind == ev.E_PLAY:
        return before is not None and before.kind == ev.E_PAY
    return event.kind == ev.E_DISCARD and bool(after) and (after[0].kind, after[0].card) == (ev.E_OFFER, event.card)


def _entered(event: Event, r: Any) -> str:
    return f"{card_name(r, event.card)} (Strength {int(r.strength[event.card])}) enters City {event.amount + 1}."


def _fates(run: list[Event], r: Any) -> str:
    who = player(run[0].seat)
    kept, lost = ([card_name(r, e.card) for e in run if e.kind == kind] for kind in FATES)
    verb = "is" if len(lost) == 1 else "are"
    if not kept:
        return f"{listed(lost)} of {who} in City {run[0].amount + 1} {verb} destroyed."
    return f"{who} keeps {listed(kept)} in City {run[0].amount + 1}" + (
        f"; {listed(lost)} {verb} destroyed." if lost else "."
    )


def _tell_one(event: Event, s: Any, r: Any, found: Any) -> str:
    kind, seat, card, n = event
    who = player(seat)
    what = card_name(r, card) if card >= 0 else ""
    return {
        ev.E_FIRST: lambda: f"{who} takes the first turn{' (drawn by lot)' if n else ''}.",
        ev.E_GAIN: lambda: f"{who} gains {many(n, 'Coin')}.",
        ev.E_PAY: lambda: f"{who} pays {many(n, 'Coin')}.",
        ev.E_LOSE: lambda: f"{who} loses {many(n, 'Coin')}.",
        ev.E_STEAL: lambda: f"{who} takes {many(n, 'Coin')} from {player(1 - seat)}.",
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
        ev.E_TRIUMPH: lambda: (
            f"TRIUMPH: {what} goes facedown to {who}'s Rewards. {quoted(text_of(r, card, 'TRIUMPH'))}"
        ),
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
        ev.E_GIVE: lambda: f"{who} gives {what} to {player(1 - seat)}.",
    }.get(kind, lambda: "")()


def _shuffled(r: Any, pile: int, n: int) -> str:
    return f"{player(pile) + chr(39) + 's' if r.draft else 'The'} deck is shuffled: {many(n, 'Unit')}."


def _effect(r: Any, card: int, trait: int) -> str:
    if trait == KRATER:
        return f"{card_name(r, card)}: {quoted(text_of(r, card, ''))}"
    text = text_of(r, card, TRAITS[trait]) if trait in (BOLSTER, JILT, GLEAN) else ""
    return f"{TRAITS[trait]} of {card_name(r, card)}{': ' + quoted(text) if text else '.'}"


def _word(s: Any, r: Any, seat: int, op: int) -> str:
    """What a word did that no other event tells."""
    if op == word.EXTRA_WEALTH:
        more = many(int(s.extra_wealth[seat]), "more Wealth Action")
        return f"{player(seat)} has {more} in the next Wealth Step."
    if op == word.EXTRA_OFFERING:
        return f"{player(seat)} may offer {many(1 + int(s.extra_offers), 'Unit')} this turn."
    if op == word.EXTRA_KRATER:
        left = int(r.kraters_per_surge + s.extra_kraters - s.kraters_used)
        return f"{player(seat)} may use {many(left, 'more Krater')} in this Surge Step."
    if op == word.SKIP_BONUS:
        missed = int(s.skip_bonus[1 - seat])
        return f"{player(1 - seat)} will miss {'a Wealth Bonus' if missed == 1 else f'{missed} Wealth Bonuses'}."
    return ""


def _sacked(found: Any, r: Any, seat: int, krater: int, city: int) -> str:
    if seat < 0:
        return f"City {city + 1} is sacked: a tie, each player destroys 2 Units."
    was_close = found is not None and len({int(side_strength(found, r, city, one)) for one in range(SEATS)}) == 1
    why = " by more Units with BOLSTER" if was_close else ""
    return f"City {city + 1} is sacked: {player(seat)} wins {card_name(r, krater)}{why}."


def _envoy(r: Any, seat: int, card: int) -> str:
    values = [int(r[key][card]) for key in ("cost", "offering", "strength")]
    parts = " + ".join(f"{name} {value}" for name, value in zip(("Cost", "Offering", "Strength"), values, strict=True))
    return f"{player(seat)}'s Envoy is {card_name(r, card)}: {parts} = {sum(values)}."
