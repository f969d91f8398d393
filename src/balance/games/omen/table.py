"""How a game of Omen stands, for people: the deal, the table, the texts of the cards. Nothing here is compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from balance.games.omen.phrases import has, listed, many, names_of, player, printed, text_of, waiting
from balance.games.omen.state import CITIES, COVETED, DRAFT_TRIUMPH, OUT, SEATS, SPOILS, TRAITS, TRIUMPH, WEALTH
from balance.games.omen.story import card_name


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
    sets = listed(printed(r).sets or ["the cards"])
    yield f"In play: {sets}, {many(int(r.units), 'Unit')} and {many(int(r.kraters), 'Krater')}."


def _dealt(s: Any, r: Any, seat: int, reader: int | None) -> str:
    if s.step == DRAFT_TRIUMPH:
        triumphs = seen(s, r, s.drawn[seat], s.drawn_n[seat], reader)
        coveted = seen(s, r, s.play_area[seat], s.play_area_n[seat], reader)
        return f"{player(seat)} draws {triumphs} (TRIUMPH); {coveted} (COVETED)"
    in_hand = _hand(s, r, seat, reader) or "no Units"
    return f"{player(seat)}: {in_hand}; {many(int(s.coins[seat]), 'Coin')}"


def _laid_out(s: Any, r: Any, reader: int | None) -> Iterator[str]:
    """The deck or the stacks, the kraters of each city and those left over."""
    if s.step == DRAFT_TRIUMPH:
        sizes = (f"{title} {int(n)}" for title, n in zip(("TRIUMPH", "COVETED", "others"), s.draft_n, strict=True))
        yield f"Units left in the stacks: {', '.join(sizes)}."
    else:
        yield f"The deck: {many(int(s.deck_n[0]), 'Unit')}."
    for city in range(CITIES):
        kraters = s.stack[city, : int(s.stack_n[city])][::-1]
        yield f"City {city + 1}{', from the top' if reader is None else ''}: {_kraters(r, kraters, reader)}."
    left = [card for card in range(int(r.units), int(r.units + r.kraters)) if s.where[card] == OUT]
    if left:
        yield f"Left out: {_kraters(r, left, reader)}."


def _kraters(r: Any, kraters: Sequence[int], reader: int | None) -> str:
    return names_of(r, kraters, len(kraters)) if reader is None else many(len(kraters), "Krater")


def seen(s: Any, r: Any, cards: Any, n: int, reader: int | None, named: Callable[[Any, int], str] = card_name) -> str:
    """The cards that the reader knows to be there by name, the others by number."""
    known = [card for card in cards[: int(n)] if _knows(s, reader, card)]
    others = int(n) - len(known)
    unknown = [many(others, "other card" if known else "card")] if others else []
    return ", ".join([*(named(r, card) for card in known), *unknown])


def _hand(s: Any, r: Any, seat: int, reader: int | None) -> str:
    return seen(s, r, s.hand[seat], s.hand_n[seat], reader, _in_hand)


def _in_hand(r: Any, unit: int) -> str:
    """A unit as it counts in a hand: COVETED ones score there."""
    return f"{card_name(r, unit)}{' (COVETED)' if has(r, unit, COVETED) else ''}"


def _knows(s: Any, reader: int | None, card: int) -> bool:
    return reader is None or s.history[reader, card] == 0


def heading(s: Any, r: Any) -> str:
    """A title for each turn."""
    return f"Turn {int(s.turn)}: {player(int(s.active))}" if s.turn > 0 else "Setup"


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
        lines.append(f"{player(int(s.active))} has {many(int(s.wealth_left), 'Wealth Action')}{_reasons(s, r)}.")
    return lines


def _triumphs(s: Any, r: Any) -> Iterator[str]:
    """What the Active Player's TRIUMPHs wait for."""
    for unit in _standing_units(s, int(s.active)):
        if has(r, unit, TRIUMPH):
            yield waiting(r, unit)


def _standing_units(s: Any, seat: int) -> list[int]:
    return [int(unit) for city in range(CITIES) for unit in s.side[city, seat, : int(s.side_n[city, seat])]]


def _reasons(s: Any, r: Any) -> str:
    """Why it is not the usual number of Wealth Actions."""
    spoils = int(r.spoils_bonus) if any(has(r, unit, SPOILS) for unit in _standing_units(s, int(s.active))) else 0
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
    return [SIDES_SHOWN, *(in_full(r, card) for card in cards), *held]


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
        unseen = [f"    {many(int(n) - len(known), 'Unit')} not seen yet"] if len(known) < n else []
        lines += [f"{title}:", *(f"    {in_full(r, card)}" for card in known), *unseen] if n else []
    return lines


def in_full(r: Any, card: int) -> str:
    """A card with all that is printed on it."""
    if card >= r.units:
        return f"{card_name(r, card)} (Krater): {text_of(r, card, '')}"
    numbers = ", ".join(f"{title.capitalize()} {int(r[title][card])}" for title in ("cost", "strength", "offering"))
    texts = printed(r).texts
    traits = [": ".join(filter(None, line)) for line in texts[card].items()] if texts else []
    return f"{card_name(r, card)} ({numbers}){' - ' if traits else ''}{' / '.join(traits)}"


def _piles(s: Any, r: Any, reader: int | None) -> Iterator[str]:
    """Decks with the cards that a player knows, and discard piles."""
    for p in range(SEATS if r.draft else 1):
        known = "" if reader is None else _known_places(s, r, s.deck[p], s.deck_n[p], reader)
        deck = many(int(s.deck_n[p]), "Unit") + known
        pile = names_of(r, s.pile[p], s.pile_n[p]) or "empty"
        yield f"{f'{player(p)}: deck' if r.draft else 'Deck'} {deck}; discard pile {pile}"


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
    return f"City {city + 1}, {many(int(s.stack_n[city]), 'Krater')}{known}: {sides[0]}  |  {sides[1]}"


def _standing(r: Any, unit: int) -> str:
    """A unit on the table, with its Strength and traits."""
    traits = [name for trait, name in enumerate(TRAITS) if has(r, unit, trait)]
    return f"{card_name(r, unit)} ({', '.join([str(int(r.strength[unit])), *traits])})"


def _seat(s: Any, r: Any, seat: int, reader: int | None) -> str:
    in_hand = _hand(s, r, seat, reader)
    parts = [many(int(s.coins[seat]), "Coin"), f"in hand: {in_hand}" if in_hand else "no Units in hand"]
    for title, cards, n in (
        ("{} in hand", s.vase[seat], s.vase_n[seat]),
        ("Broken {}", s.broken[seat], s.broken_n[seat]),
        ("facedown in Rewards", s.facedown[seat], s.facedown_n[seat]),
    ):
        if n:
            parts.append(f"{title.format('Krater' if n == 1 else 'Kraters')}: {seen(s, r, cards, n, reader)}")
    return f"{player(seat)}: {'; '.join(parts)}"
