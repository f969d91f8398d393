"""What people and records are told of a game of Omen. Nothing here is compiled."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from balance.games.omen import actions as act
from balance.games.omen import events as ev
from balance.games.omen import questions as ask_for
from balance.games.omen.state import (
    ASIDE,
    CITIES,
    DRAFT_REST,
    DRAFT_TRIUMPH,
    KRATER,
    OUT,
    SEATS,
    STEPS,
    TRAITS,
)
from balance.games.omen.turn import coveted

Plain = dict[str, Any]


# Records


@lru_cache(maxsize=1024)
def _decoded(points: bytes) -> str:
    return "".join(chr(point) for point in np.frombuffer(points, dtype=np.int32) if point)


def _id(r: Any, card: int) -> str:
    return _decoded(r["ids"][card].tobytes())


def _ids(r: Any, cards: Any, n: int) -> list[str]:
    return [_id(r, card) for card in cards[: int(n)]]


def _sorted_ids(r: Any, cards: Any, n: int) -> list[str]:
    return sorted(_ids(r, cards, n))


def _top_first(r: Any, cards: Any, n: int) -> list[str]:
    return _ids(r, cards, n)[::-1]


def _placed(s: Any, r: Any, place: int) -> list[int]:
    return [int(card) for card in np.flatnonzero(s["where"][: int(r.units + r.kraters)] == place)]


def _is_drafting(s: Any, r: Any) -> bool:
    return bool(r.draft) and s.step in (DRAFT_TRIUMPH, DRAFT_REST)


def describe(s: Any, r: Any) -> Plain:
    """The complete state, as specified in docs/replay-format.md."""
    drafting = _is_drafting(s, r)
    piles = range(SEATS if r.draft else 1)
    return {
        "turn": int(s.turn),
        "active": int(s.active) if s.turn > 0 else None,
        "first": int(s.first) if s.first >= 0 else None,
        "step": STEPS[s.step],
        "to_move": int(s.asked) if s.asked >= 0 else None,
        "decks": [_top_first(r, s.deck[p], s.deck_n[p]) for p in piles],
        "discards": [_ids(r, s.pile[p], s.pile_n[p]) for p in piles],
        "hands": [_sorted_ids(r, s.hand[seat], s.hand_n[seat]) for seat in range(SEATS)],
        "kraters": [_sorted_ids(r, s.vase[seat], s.vase_n[seat]) for seat in range(SEATS)],
        "rewards": [_rewards(s, r, seat) for seat in range(SEATS)],
        "cities": [_city(s, r, city, _top_first(r, s.stack[city], s.stack_n[city])) for city in range(CITIES)],
        "aside": sorted(_id(r, card) for card in _placed(s, r, ASIDE)),
        "out": sorted(_id(r, card) for card in _placed(s, r, OUT)),
        "stacks": _stacks(s, r) if drafting else None,
        "coins": [int(s.coins[seat]) for seat in range(SEATS)],
        "supply": int(s.supply),
    }


def _rewards(s: Any, r: Any, seat: int) -> Plain:
    return {
        "facedown": _sorted_ids(r, s.facedown[seat], s.facedown_n[seat]),
        "broken": _sorted_ids(r, s.broken[seat], s.broken_n[seat]),
    }


def _city(s: Any, r: Any, city: int, kraters: list[Any]) -> Plain:
    units = [_ids(r, s.side[city, seat], s.side_n[city, seat]) for seat in range(SEATS)]
    return {"kraters": kraters, "razed": bool(s.razed[city]), "units": units}


def _stacks(s: Any, r: Any) -> Plain:
    seats = range(SEATS)
    return {
        "triumph": _top_first(r, s.draft_stack[0], s.draft_n[0]),
        "coveted": _top_first(r, s.draft_stack[1], s.draft_n[1]),
        "rest": _top_first(r, s.draft_stack[2], s.draft_n[2]),
        "drawn": [_sorted_ids(r, s.drawn[seat], s.drawn_n[seat]) for seat in seats],
        "under": [_ids(r, s.under[seat], s.under_n[seat]) for seat in seats],
        "kept": [_sorted_ids(r, s.play_area[seat], s.play_area_n[seat]) for seat in seats],
        "given": [[_id(r, s.given[seat])] if s.given[seat] >= 0 else [] for seat in seats],
    }


def view(s: Any, r: Any, seat: int) -> Plain:
    """What `seat` may see: cards it knows by id, the others counted (in a pile of known order: null)."""

    def seen(cards: Any, n: int) -> list[str | None]:
        return [_id(r, card) if s.history[seat, card] == 0 else None for card in cards[: int(n)]]

    def hand(cards: Any, n: int) -> Plain:
        known = [card for card in seen(cards, n) if card is not None]
        return {"known": sorted(known), "cards": int(n)}

    full = describe(s, r)
    public = ("turn", "active", "first", "step", "to_move", "discards", "rewards", "coins", "supply")
    shown: Plain = {key: full[key] for key in public}
    shown["decks"] = [seen(s.deck[p], s.deck_n[p])[::-1] for p in range(SEATS if r.draft else 1)]
    shown["hands"] = [hand(s.hand[i], s.hand_n[i]) for i in range(SEATS)]
    shown["kraters"] = [hand(s.vase[i], s.vase_n[i]) for i in range(SEATS)]
    shown["cities"] = [_city(s, r, c, seen(s.stack[c], s.stack_n[c])[::-1]) for c in range(CITIES)]
    shown["aside"] = sorted(_id(r, card) for card in _placed(s, r, ASIDE) if s.history[seat, card] == 0)
    shown["out"] = sorted(_id(r, card) for card in _placed(s, r, OUT) if s.history[seat, card] == 0)
    if _is_drafting(s, r):
        shown["stacks"] = {
            "sizes": [int(n) for n in s.draft_n],
            "drawn": [hand(s.drawn[i], s.drawn_n[i]) for i in range(SEATS)],
            "under": [seen(s.under[i], s.under_n[i]) for i in range(SEATS)],
            "kept": [hand(s.play_area[i], s.play_area_n[i]) for i in range(SEATS)],
        }
    return shown


def sources(s: Any, r: Any) -> list[dict[str, int]]:
    """Each seat's points by source."""
    return [
        {
            "krater": int(s.vase_n[seat] * r.points_krater),
            "broken": int(s.broken_n[seat] * r.points_broken),
            "facedown": int(s.facedown_n[seat] * r.points_facedown),
            "coveted": int(coveted(s, r, seat) * r.points_coveted),
        }
        for seat in range(SEATS)
    ]


def name(s: Any, r: Any, a: int) -> Plain:
    """An action as data, in the words of docs/games/omen-effects.md."""
    do = act.DOS[act.do_of(a)]
    card, place = int(act.card_in(a)), int(act.place_in(a))
    if do == "swap":
        return {"do": do, "cities": [int(city) for city in act.PAIRS[place]]}
    plain: Plain = {"do": do}
    if card != act.NO_CARD:
        plain["krater" if card >= r.units else "unit"] = _id(r, card)
    if place != act.NO_PLACE:
        plain["option" if do == "option" else "city"] = place
    return plain


# Prose

PHRASES = {
    "envoy": "lay down {card} as Envoy",
    "discard": "discard {card}",
    "replace": "put {card} under the TRIUMPH stack",
    "done": "keep the rest",
    "give": "give {card} away",
    "draw": "draw a Unit",
    "coin": "gain a Coin",
    "play": "play {card} to City {city}",
    "jilt": "pay for and discard {card} for its JILT",
    "fate": "discard {card} for FATE",
    "pilfer": "discard {card} for PILFER",
    "recruit": "discard {card} for RECRUIT",
    "krater": "use the Krater {card}",
    "end": "end the Surge Step",
    "take": "take {card}",
    "top": "put {card} on top of the deck",
    "glean": "GLEAN with {card}",
    "resolve": "resolve City {city}",
    "keep": "keep {card}",
    "destroy": "destroy {card}",
    "return": "return {card} to hand",
    "move": "move {card}",
    "stop": "choose no more",
    "offer": "offer {card}",
    "decline": "make no Offering",
    "put": "play {card} free",
    "city": "choose City {city}",
    "peek": "look at the top Krater of City {city}",
    "swap": "swap the top Kraters of Cities {pair}",
    "again": "take the broken {card}'s effect again",
    "yes": "do it",
    "no": "leave it",
    "option": "choose option {option}",
}


def _name(r: Any, card: int) -> str:
    return _decoded(r["names"][card].tobytes())


def say(s: Any, r: Any, a: int) -> str:
    """An action in words."""
    card, place = int(act.card_in(a)), int(act.place_in(a))
    pair = "{} and {}".format(*(int(city) + 1 for city in act.PAIRS[place])) if place < CITIES else ""
    words = PHRASES[act.DOS[act.do_of(a)]].format(
        card=_name(r, card) if card != act.NO_CARD else "", city=place + 1, pair=pair, option=place + 1
    )
    return f"{words} ({_asked_by(s, r)})" if _asked_by(s, r) else words


def _asked_by(s: Any, r: Any) -> str:
    if s.question == ask_for.WRATH_DISCARD:
        return "WRATH"
    if s.question == ask_for.LIMIT_DISCARD:
        return "hand limit"
    return _name(r, s.source[s.frames - 1]) if s.frames > 0 else ""


def opening(s: Any, r: Any) -> list[str]:
    """The deal in words."""
    lines = []
    for seat in range(SEATS):
        hand = ", ".join(_name(r, card) for card in s.hand[seat, : int(s.hand_n[seat])])
        lines.append(f"Player {seat + 1}: {hand or 'no Units'}; {int(s.coins[seat])} Coins")
    return lines


def heading(s: Any, r: Any) -> str:
    """A title for each turn, with the table as it stands at its start."""
    if s.turn == 0:
        return "Setup"
    return f"Turn {int(s.turn)}: Player {int(s.active) + 1}"


def _table(s: Any, r: Any) -> list[str]:
    lines = []
    for city in range(CITIES):
        if s.razed[city]:
            lines.append(f"City {city + 1}: razed")
            continue
        sides = []
        for seat in range(SEATS):
            units = s.side[city, seat, : int(s.side_n[city, seat])]
            names = ", ".join(f"{_name(r, unit)} ({int(r.strength[unit])})" for unit in units)
            sides.append(names or "-")
        lines.append(f"City {city + 1}, {int(s.stack_n[city])} Kraters: {sides[0]}  |  {sides[1]}")
    for seat in range(SEATS):
        lines.append(
            f"Player {seat + 1}: {int(s.hand_n[seat])} Units and {int(s.vase_n[seat])} Kraters in hand, "
            f"{int(s.coins[seat])} Coins, {int(s.facedown_n[seat])} TRIUMPHs, {int(s.broken_n[seat])} Broken Kraters"
        )
    return lines


def tell(s: Any, r: Any, log: Any) -> list[str]:
    """What happened, in words; the table at the start of each turn."""
    lines: list[str] = []
    for event in log[1 : int(log[0].amount) + 1]:
        line = _tell_one(s, r, event)
        if line:
            lines.append(line)
        if event.kind == ev.E_TURN:
            lines.extend(_table(s, r))
    return lines


def _coins(n: int) -> str:
    return f"{n} Coin{'s' if n != 1 else ''}"


def _tell_one(s: Any, r: Any, event: Any) -> str:
    kind, seat, card, n = (int(event[key]) for key in ("kind", "seat", "card", "amount"))
    who = f"Player {seat + 1}"
    what = _name(r, card) if card >= 0 else ""
    return {
        ev.E_FIRST: lambda: f"{who} takes the first turn{' (drawn by lot)' if n else ''}.",
        ev.E_TURN: lambda: f"Turn {n} begins.",
        ev.E_STEP: lambda: f"{STEPS[n].capitalize()} Step." if n != len(STEPS) - 2 else "",
        ev.E_DRAW: lambda: f"{who} draws {what}.",
        ev.E_GAIN: lambda: f"{who} gains {_coins(n)}.",
        ev.E_PAY: lambda: f"{who} pays {_coins(n)}.",
        ev.E_LOSE: lambda: f"{who} loses {_coins(n)}.",
        ev.E_STEAL: lambda: f"{who} takes {_coins(n)} from Player {2 - seat}.",
        ev.E_DISCARD: lambda: f"{what} is discarded{' at random' if n else ''}.",
        ev.E_SHUFFLE: lambda: "The discard pile or deck is shuffled into a deck of " + f"{n}.",
        ev.E_PLAY: lambda: f"{what} enters City {n + 1}.",
        ev.E_MOVE: lambda: f"{what} moves to City {n + 1}.",
        ev.E_RETURN: lambda: f"{what} returns to Player {seat + 1}'s hand.",
        ev.E_DESTROY: lambda: f"{who}'s {what} in City {n + 1} is destroyed.",
        ev.E_VETERAN: lambda: f"{who}'s {what} is a VETERAN and goes to hand.",
        ev.E_TOP: lambda: f"{what} goes on top of the deck.",
        ev.E_TAKE: lambda: f"{who} takes {what} from the {'deck' if n else 'discard pile'}.",
        ev.E_LOOK: lambda: f"{who} sees {what}.",
        ev.E_REVEAL: lambda: f"{what} is revealed.",
        ev.E_EFFECT: lambda: f"{what}: {'Krater' if n == KRATER else TRAITS[n]}.",
        ev.E_WORD: lambda: "",
        ev.E_WRATH: lambda: f"WRATH: {who} must discard a Unit.",
        ev.E_SPOILS: lambda: f"SPOILS: {who} has {n} more Wealth Action{'s' if n != 1 else ''}.",
        ev.E_BONUS: lambda: f"{who} has a Wealth Bonus.",
        ev.E_BONUS_SKIPPED: lambda: f"{who}'s Wealth Bonus is lost.",
        ev.E_TRIUMPH: lambda: f"TRIUMPH: {what} goes to {who}'s Rewards.",
        ev.E_SACKED: lambda: _tell_sacked(r, seat, card, n),
        ev.E_RAZED: lambda: f"City {n + 1} is razed.",
        ev.E_BROKEN: lambda: f"{what} is a Broken Krater now.",
        ev.E_OFFER: lambda: f"{who} offers {what} for {n}.",
        ev.E_PEEK: lambda: f"{who} looks at {what} in City {n + 1}.",
        ev.E_SWAP: lambda: f"The top Kraters of Cities {act.PAIRS[n][0] + 1} and {act.PAIRS[n][1] + 1} are swapped.",
        ev.E_ENVOY: lambda: f"{who}'s Envoy is {what}.",
        ev.E_STRENGTH: lambda: f"{who} is stronger in City {n + 1} this turn.",
        ev.E_GIVE: lambda: f"{who} gives {what}.",
        ev.E_KEEP: lambda: f"{who} keeps {what}.",
    }.get(kind, lambda: "")()


def _tell_sacked(r: Any, seat: int, krater: int, city: int) -> str:
    if seat < 0:
        return f"City {city + 1} is sacked: a tie, each player destroys 2 Units."
    return f"City {city + 1} is sacked: Player {seat + 1} wins {_name(r, krater)}."
