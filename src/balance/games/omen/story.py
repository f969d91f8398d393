"""A game of Omen as data, for records: the state, what a seat may see of it, actions. Nothing here is compiled."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from balance.games.omen import actions as act
from balance.games.omen.state import (
    ASIDE,
    CITIES,
    DRAFT_REST,
    DRAFT_TRIUMPH,
    OUT,
    SEATS,
    STEPS,
)
from balance.games.omen.turn import coveted

Plain = dict[str, Any]


@lru_cache(maxsize=1024)
def _decoded(points: bytes) -> str:
    return "".join(chr(point) for point in np.frombuffer(points, dtype=np.int32) if point)


def card_name(r: Any, card: int) -> str:
    """The name of a card, as people know it."""
    return _decoded(r["names"][card].tobytes())


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
