"""A game of Melodies as data, for records (see docs/games/melodies-record.md). Nothing here is compiled."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from balance.games.melodies import actions as act
from balance.games.melodies import events as ev
from balance.games.melodies.content import HelpCard, Pack
from balance.games.melodies.options import MelodiesOptions, cards_of
from balance.games.melodies.state import HIGHEST, RUNNING, STEP_TUNE, STEPS, number_of
from balance.games.melodies.windows import WINDOW_OF_PHASE
from balance.games.melodies.words import CAUSES, RESTRICTIONS, WINDOWS

Plain = dict[str, Any]


@dataclass(frozen=True)
class Texts:
    """What a rules record does not hold: the packs in words."""

    tour: tuple[Pack, ...]
    cards: tuple[HelpCard, ...]


_texts: dict[int, Texts] = {}


def remember(options: MelodiesOptions) -> int:
    """Keep the packs in play for records and prose; the key is made from their content alone."""
    content = json.dumps(options.content()).encode()
    key = int.from_bytes(blake2b(content, digest_size=8).digest(), "little") >> 1
    _texts[key] = Texts(options.tour(), tuple(cards_of(options)))
    return key


def texts(r: Any) -> Texts:
    """The packs that the rules record `r` was made from."""
    return _texts[int(r.texts)]


def help_count(r: Any) -> int:
    """How many help cards there are in all packs."""
    return len(texts(r).cards)


def card_id(r: Any, h: int) -> str:
    """The id of a help card."""
    return texts(r).cards[int(h)].id


def numbers(cards: Any, n: int) -> list[int]:
    """The printed numbers of the first n cards."""
    return [int(number_of(card)) for card in cards[: int(n)]]


def words_of(mask: int) -> list[str]:
    """The restrictions in a mask."""
    return [word for i, word in enumerate(RESTRICTIONS) if int(mask) >> i & 1]


def seats_of(r: Any, mask: int) -> list[int]:
    """The seats in a mask."""
    return [seat for seat in range(int(r.players)) if int(mask) >> seat & 1]


def describe(s: Any, r: Any) -> Plain:
    """The complete state."""
    running = s.ended == RUNNING
    window = WINDOW_OF_PHASE[int(s.phase)] if running else -1
    return {
        "step": STEPS[s.step],
        "window": WINDOWS[window] if window >= 0 else None,
        "to_move": int(s.asked) if running else None,
        "pack": texts(r).tour[int(s.pack)].id,
        "song": int(s.song),
        "attempt": int(s.attempt),
        "note": int(s.note),
        "hands": [numbers(s.hand[seat], s.hand_n[seat]) for seat in range(int(r.players))],
        "deck": numbers(s.deck, s.deck_n)[::-1],
        "discard": numbers(s.discard, s.discard_n),
        "row": [int(number) for number in s.row[: int(s.row_n)]],
        "row_cards": [int(number_of(card)) if card >= 0 else None for card in s.row_card[: int(s.row_n)]],
        "melody": int(s.melody) or None,
        "acted": [int(seat) for seat in s.acted[: int(s.acted_n)]],
        "waited": seats_of(r, s.waited),
        "said_no": seats_of(r, s.said_no) if window >= 0 else [],
        "plays": [_play(s, k) for k in range(int(s.plays))],
        "skipped": sorted(words_of(s.skipped)),
        "lowest_tie": bool(s.lowest_tie),
        "using": card_id(r, s.using) if s.using >= 0 else None,
        "drawn": int(s.drawn) if s.step == STEP_TUNE and s.drawn >= 0 else None,
        "instruments": [_help(s, r, s.instrument[seat]) for seat in range(int(r.players))],
        "audience": [_help(s, r, h) for h in s.audience[: int(s.audience_n)]],
        "used": [card_id(r, h) for h in s.used[: int(s.used_n)]],
        "failures": int(s.failures),
        "songs_done": int(s.songs_done),
    }


def _play(s: Any, k: int) -> Plain:
    cards = [
        {
            "card": int(number_of(s.play_card[k, i])),
            "counts_as": int(s.play_number[k, i]),
            "times": int(s.play_times[k, i]),
            "from": int(s.play_from[k, i]),
        }
        for i in range(int(s.play_n[k]))
    ]
    return {"seat": int(s.play_seat[k]), "face_down": bool(s.play_hidden[k]), "cards": cards}


def _help(s: Any, r: Any, h: int) -> Plain:
    return {"card": card_id(r, h), "ready": bool(int(s.ready) >> int(h) & 1)}


def view(s: Any, r: Any, seat: int) -> Plain:
    """What `seat` may see: cards that it cannot name are null."""

    def named(cards: Any, n: int) -> list[int | None]:
        return [int(number_of(card)) if int(s.known[card]) >> seat & 1 else None for card in cards[: int(n)]]

    shown = describe(s, r)
    shown["hands"] = [named(s.hand[i], s.hand_n[i]) for i in range(int(r.players))]
    shown["deck"] = int(s.deck_n)
    for k, play in enumerate(shown["plays"]):
        if play["face_down"] and play["seat"] != seat:
            for i, card in enumerate(play["cards"]):
                card["card"] = card["counts_as"] = named(s.play_card[k, i : i + 1], 1)[0]
    if s.asked != seat:
        shown["drawn"] = None
    return shown


def sources(s: Any, r: Any) -> list[dict[str, int]]:
    """Each seat's points: the songs that the band has succeeded with."""
    return [{"songs": int(s.songs_done)} for _ in range(int(r.players))]


def played_numbers(a: int) -> list[int]:
    """The numbers of a play, in order."""
    step = (0, 1, -1)[int(act.way_of(a))]
    return [int(act.number_in(a)) + k * step for k in range(int(act.length_of(a)))]


def name(s: Any, r: Any, a: int) -> Plain:
    """An action as data."""
    do = act.DOS[act.do_of(a)]
    p, q, t = (int(part(a)) for part in (act.first_of, act.second_of, act.third_of))
    if do == "play":
        places = [int(act.place_in(a, i)) for i in (0, 1)]
        splitter = int(act.splitter_of(a))
        if splitter == act.UNSPLIT:
            return {"play": played_numbers(a), "from": places[0]}
        return {"play": played_numbers(a), "from": places, "split": card_id(r, splitter)}
    forms: dict[str, Plain] = {
        "use": {"use": card_id(r, p)} if do == "use" else {},
        "tune": {"tune": [p, q]},
        "swap": {"swap": [p, q]},
        "discard": {"discard": p, "from": q},
        "give": {"give": p, "from": q, "to": t},
        "shift": {"shift": p, "seat": q, "to": t},
        "double": {"double": p, "seat": q},
        "cancel": {"cancel": p, "seat": q},
        "skip": {"skip": RESTRICTIONS[p]} if do == "skip" else {},
        "bass": {"bass": p},
        "take_back": {"take_back": p},
    }
    return forms.get(do, {do: True})


def event(r: Any, e: Any) -> Plain:
    """What an event's record says beside or instead of the generic keys."""
    kind, card, amount = int(e.kind), int(e.card), int(e.amount)
    low, high = amount % ev.PAIR, amount // ev.PAIR
    found: Plain = {}
    if card >= HIGHEST:
        found["card"] = card_id(r, card - HIGHEST)
    elif card >= 0:
        found["card"] = card + 1
    if kind in (ev.E_PACK, ev.E_COMPLETED):
        found["pack"] = texts(r).tour[amount - 1].id
    elif kind == ev.E_ATTEMPT:
        found |= {"amount": high, "song": low % ev.PACK}
    elif kind in (ev.E_TUNE, ev.E_SWAP):
        found |= {"amount": low, "to": high}
    elif kind == ev.E_GIVE:
        found |= {"amount": 0, "to": amount}
    elif kind == ev.E_USE:
        found["amount"] = 0
    elif kind == ev.E_SKIP:
        found |= {"amount": 0, "restriction": RESTRICTIONS[amount]}
    elif kind == ev.E_ROW:
        found |= {"amount": low, "from": ev.FROM[high]}
    elif kind == ev.E_FAIL:
        found |= {"amount": low, "cause": CAUSES[high]}
    elif kind == ev.E_SUCCEED:
        found |= {"amount": 0, "song": low % ev.PACK}
    return found
