"""Card texts: what they say, and that different effects never say the same."""

# ruff: noqa: E501

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.games.omen.cards import SHIPPED, CardSet, shipped
from balance.games.omen.normal import COUNTS, UNIT_COUNTS, condition, effect
from balance.games.omen.options import OmenOptions
from balance.games.omen.text import card_text, cards_document, condition_text, effect_text, set_document

COINS = {"count": "coins"}
HERE = {"count": "opposing_units", "where": "here", "trait": "FATE"}

TEXTS: list[tuple[Any, str]] = [
    ({"gain": 1}, "Gain 1 Coin."),
    ({"gain": 0}, "Gain 0 Coins."),
    ({"lose": 2}, "Lose 2 Coins."),
    ({"steal": 2}, "Take 2 Coins from the Opposing Player."),
    ({"steal": HERE}, "Take as many Coins from the Opposing Player as there are Opposing Units with FATE here."),
    ({"opponent_loses": 1}, "The Opposing Player loses 1 Coin."),
    ({"draw": COINS}, "Draw as many Units as you have Coins."),
    ({"opponent_draws": 2}, "The Opposing Player draws 2 Units."),
    ({"discard": {"number": 2, "at": "random"}}, "Discard 2 Units at random."),
    ({"opponent_discards": 1}, "The Opposing Player discards 1 Unit."),
    ({"put_on_deck": 1}, "Put 1 Unit from your hand on top of the deck."),
    ({"recover": {"trait": "FATE"}}, "Take 1 Unit with FATE from the discard pile to your hand."),
    (
        {"search": {"cost": {"at_most": 2}, "strength": {"at_least": 1, "at_most": 3}}},
        "Search the deck and take 1 Unit with Strength 1 to 3 and Cost 2 or less to your hand.",
    ),
    (
        {"look": {"top": 3, "take": 1, "rest": "back"}},
        "Look at the top 3 Units of the deck, take 1 of them to your hand and leave the rest on top in their order.",
    ),
    (
        {"reveal": {"if": {"cost": {"at_least": 2, "at_most": 2}}, "then": "take"}},
        "Reveal the top Unit of the deck: take it to your hand if it is one with Cost exactly 2, discard it if not.",
    ),
    (
        {"destroy": {"whose": "opposing", "where": "here", "strength": {"at_most": 2}}},
        "Destroy 1 Opposing Unit here with Strength 2 or less.",
    ),
    ({"destroy": {"whose": "own", "number": 2}}, "Destroy 2 of your Units in any City."),
    (
        {"destroy": {"number": 2, "where": "another", "up_to": True, "chooser": "opponent"}},
        "Destroy up to 2 Units in other Cities (the Opposing Player chooses).",
    ),
    ({"return": {"whose": "own", "where": "here"}}, "Return 1 of your Units here to your hand."),
    ({"return": {"number": 2}}, "Return 2 Units in any City to their players' hands."),
    ({"move": {"whose": "opposing", "where": "here"}}, "Move 1 Opposing Unit here to another City."),
    ({"move": {"number": 2, "whose": "opposing"}}, "Move 2 Opposing Units in any City, each to another City."),
    ({"move": {"where": "another", "to": "here"}}, "Move 1 Unit here from another City."),
    ({"lose": COINS}, "Lose all your Coins."),
    ({"play": {"from": "discard", "up_to": True}}, "Play up to 1 Unit from the discard pile for no Coins."),
    ({"skip_bonus": 1}, "The Opposing Player misses their next Wealth Bonus."),
    ({"strength": 2}, "Gain 2 Strength here until the end of this turn's War Step."),
    ({"may": [{"gain": 1}, {"draw": 1}]}, "You may gain 1 Coin, then draw 1 Unit."),
    (
        {"may": [{"opponent_draws": 1}, {"draw": 1}]},
        "You may have the Opposing Player draw 1 Unit, then you draw 1 Unit.",
    ),
    (
        {"may": {"pay": {"coins": 2}, "then": [{"destroy": {"whose": "opposing", "where": "here"}}]}},
        "You may pay 2 Coins. If you do, destroy 1 Opposing Unit here.",
    ),
    (
        {"may": {"pay": {"discard": 1}, "then": [{"opponent_loses": 1}, {"gain": 1}]}},
        "You may pay by discarding 1 Unit from your hand. If you do, the Opposing Player loses 1 Coin, then you gain 1 Coin.",
    ),
    (
        {"if": {"count": "coins", "at_most": 2}, "then": [{"gain": 2}], "else": [{"draw": 1}]},
        "If you have 2 or fewer Coins, gain 2 Coins. Otherwise, draw 1 Unit.",
    ),
    (
        {"if": {"count": "hand", "exactly": 0}, "then": [{"may": {"pay": {"coins": 1}, "then": [{"draw": 2}]}}]},
        "If you have no cards in hand, you may pay 1 Coin. If you do, draw 2 Units.",
    ),
    (
        {"choose": [[{"gain": 1}], [{"may": [{"draw": 1}]}, {"lose": 1}]]},
        "Choose one: gain 1 Coin; or [you may draw 1 Unit], then lose 1 Coin.",
    ),
    (
        {"for_each": {**HERE, "do": [{"draw": 1}]}},
        "For each Opposing Unit with FATE here, draw 1 Unit.",
    ),
    (
        {"for_each": {"count": "cities", "do": [{"may": {"pay": {"coins": 1}, "then": [{"draw": 1}]}}]}},
        "For each City with your Units, you may pay 1 Coin; if you do, draw 1 Unit.",
    ),
    (
        {"for_each": {"count": "cities", "do": [{"may": [{"draw": 1}]}, {"gain": 1}]}},
        "For each City with your Units, [you may draw 1 Unit], then gain 1 Coin.",
    ),
]


@pytest.mark.parametrize(("step", "text"), TEXTS, ids=[text for _, text in TEXTS])
def test_text(step: Any, text: str) -> None:
    assert effect_text(effect([step], "a BOLSTER", here=True)) == text


def test_steps_are_sentences() -> None:
    assert effect_text([{"gain": 1}, {"opponent_draws": 1}]) == "Gain 1 Coin. The Opposing Player draws 1 Unit."


@pytest.mark.parametrize(
    ("when", "text"),
    [
        ({"count": "own_units", "where": "here", "at_least": 3}, "you have 3 or more Units here"),
        ({"count": "opposing_units", "where": "here", "exactly": 1}, "there is exactly 1 Opposing Unit here"),
        ({"count": "destroyed", "exactly": 1}, "exactly 1 Unit was destroyed this turn"),
        ({"count": "cities", "at_least": 2}, "you have Units in 2 or more Cities"),
        (
            {"all": [{"count": "won", "at_least": 1}, {"any": [{"count": "coins", "at_most": 0}, {"count": "hand", "exactly": 2}]}]},
            "you won 1 or more Kraters this turn and [you have 0 or fewer Coins or you have exactly 2 cards in hand]",
        ),
    ],
)  # fmt: skip
def test_condition(when: Any, text: str) -> None:
    assert condition_text(condition(when, "a TRIUMPH", here=True)) == text


# --- different effects, different texts ---


def amounts() -> Iterator[Any]:
    yield from (0, 1, 2, 3)
    for name in COUNTS:
        places: Iterable[Any] = (
            product(("here", "all"), (None, "FATE", "WRATH")) if name in UNIT_COUNTS else [("all", None)]
        )
        for where, trait in places:
            yield {"count": name, "where": where, "trait": trait}


BOUNDS: list[Any] = [
    None,
    {"at_least": 0},
    {"at_least": 2},
    {"at_most": 2},
    {"at_least": 2, "at_most": 2},
    {"at_least": 1, "at_most": 2},
]


def filters() -> Iterator[dict[str, Any]]:
    for strength, cost, trait in product(BOUNDS, BOUNDS, (None, "FATE")):
        yield {key: value for key, value in (("strength", strength), ("cost", cost), ("trait", trait)) if value}


def simple_steps() -> Iterator[Any]:
    plain = ("gain", "lose", "steal", "opponent_loses", "draw", "opponent_draws", "put_on_deck", "extra_krater")
    for word, n in product((*plain, "extra_wealth", "extra_offering", "skip_bonus"), amounts()):
        yield {word: n}
    for word, n, how in product(("discard", "opponent_discards"), amounts(), ("choice", "random")):
        yield {word: {"number": n, "at": how}}
    for word, n, which in product(("recover", "search"), amounts(), filters()):
        yield {word: {"number": n, **which}}
    for top, take, rest in product(range(1, 9), range(9), ("discard", "back")):
        if take <= top:
            yield {"look": {"top": top, "take": take, "rest": rest}}
    for which, then in product(filters(), ("take", "play")):
        if which:
            yield {"reveal": {"if": which, "then": then}}
    yield from ({"peek": True}, {"swap_kraters": True}, {"repeat_broken": True}, {"play": {"from": "deck"}})
    for n, city in product(amounts(), ("here", "any")):
        yield {"strength": {"number": n, "city": city}}
    for source, n, up_to in product(("hand", "discard"), amounts(), (False, True)):
        yield {"play": {"from": source, "number": n, "up_to": up_to}}


def unit_steps() -> Iterator[Any]:
    numbers = [1, 2, *list(amounts())[4:7]]
    few = [{}, {"strength": {"at_most": 2}}, {"cost": {"at_most": 2}}, {"trait": "FATE"}]
    for whose, where, n, chooser, up_to, which in product(
        ("own", "opposing", "any"), ("here", "another", "any"), numbers, ("owner", "opponent"), (False, True), few
    ):
        args = {"whose": whose, "where": where, "number": n, "chooser": chooser, "up_to": up_to, **which}
        yield from ({"destroy": args}, {"return": args}, {"move": {**args, "to": "another"}})
        if where == "another":
            yield {"move": {**args, "to": "here"}}


ATOMS: list[Any] = [{"gain": 1}, {"draw": 1}, {"opponent_draws": 1}]
LISTS: list[Any] = [[a] for a in ATOMS] + [[a, b] for a, b in product(ATOMS, ATOMS)]
COIN = {"count": "coins", "where": "all", "trait": None}


def structures(inner: list[Any]) -> Iterator[Any]:
    for then in inner:
        yield {"may": {"pay": None, "then": then}}
        yield {"may": {"pay": {"discard": 1}, "then": then}}
        yield {"for_each": {**COIN, "do": then}}
        yield {"if": {**COIN, "at_least": 1}, "then": then, "else": []}
    for then, other in product(inner, inner):
        yield {"if": {**COIN, "at_least": 1}, "then": then, "else": other}
        yield {"choose": [then, other]}


def assert_all_differ(effects: Iterable[Any]) -> int:
    seen: dict[str, Any] = {}
    for one in effects:
        text = effect_text(one)
        assert seen.setdefault(text, one) == one, text
    return len(seen)


def test_simple_effects_differ() -> None:
    assert assert_all_differ([step] for step in (*simple_steps(), *unit_steps())) > 6000


def test_nested_effects_differ() -> None:
    once = list(structures([[a] for a in ATOMS]))
    small = [[a] for a in ATOMS[:2]] + [[s] for s in once[:14]] + [[ATOMS[0], s] for s in once[:7]]
    twice = list(structures([*small, *([s, ATOMS[0]] for s in once[:7])]))
    singles = [[step] for step in (*structures(LISTS), *twice)]
    pairs = [[a, b] for a, b in product([*ATOMS, *once], repeat=2)]
    assert assert_all_differ([*singles, *pairs]) > 3000


def effects() -> st.SearchStrategy[Any]:
    atoms = st.sampled_from([*ATOMS, {"lose": 1}, {"discard": {"number": 1, "at": "choice"}}])
    when = st.sampled_from([{**COIN, "at_least": 1}, {"all": [{**COIN, "at_least": 1}, {**COIN, "at_most": 3}]}])

    def wider(steps: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        some = st.lists(steps, min_size=1, max_size=2)
        pay = st.sampled_from([None, {"coins": 1}, {"destroy": 1}, {"return": 2}])
        return (
            st.builds(lambda pay, then: {"may": {"pay": pay, "then": then}}, pay, some)
            | st.builds(lambda c, then, other: {"if": c, "then": then, "else": other}, when, some, some | st.just([]))
            | st.builds(lambda options: {"choose": options}, st.lists(some, min_size=2, max_size=3))
            | st.builds(lambda do: {"for_each": {**COIN, "do": do}}, some)
        )

    return st.lists(st.recursive(atoms, wider, max_leaves=5), min_size=1, max_size=3)


@given(st.lists(effects(), min_size=2, max_size=20))
def test_any_effects_differ(some: list[Any]) -> None:
    assert_all_differ(some)


@given(effects())
def test_texts_are_sentences_with_matching_brackets(one: Any) -> None:
    text = effect_text(one)
    assert text[0].isupper() and text.endswith(".") and "  " not in text
    depth = 0
    for mark in text:
        depth += (mark == "[") - (mark == "]")
        assert depth >= 0
    assert depth == 0


# --- cards and documents ---


def test_card_text() -> None:
    units = {unit.id: unit for unit in shipped(1).units}
    assert card_text(units["tide-caller"]) == (
        "TRIUMPH: Met in your Surge Step if you played 6 or more Units this turn.\n"
        "BOLSTER: When this Unit enters a City, return up to 1 of your Units in another City to your hand."
    )
    assert card_text(units["gull-choir"]) == "MYRIAD\nVETERAN"
    assert card_text(shipped(1).kraters[0]) == effect_text(shipped(1).kraters[0].effect)


@pytest.mark.parametrize("number", SHIPPED)
def test_documents_hold_every_card(number: int) -> None:
    card_set = shipped(number)
    for document in (set_document(card_set, "markdown"), set_document(card_set, "html")):
        assert all(card.id in document for card in (*card_set.units, *card_set.kraters))
    data = json.loads(set_document(card_set, "json"))
    texts = [card.pop("text") for card in (*data["units"], *data["kraters"])]
    assert texts == [card_text(card) for card in (*card_set.units, *card_set.kraters)]
    assert CardSet.model_validate(data) == card_set


def test_document_of_all_sets_in_play() -> None:
    options = OmenOptions(mode="combined")
    for format in ("markdown", "html", "json"):
        document = cards_document(options, format)
        assert all(json.dumps(unit.id)[1:-1] in document for card_set in options.sets() for unit in card_set.units)


class Tags(HTMLParser):
    """Checks that tags close in order, and collects their names."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.names.add(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_names_cannot_bring_markup() -> None:
    evil = '<script>alert("x")</script> & [a](b) *c*'
    card_set = shipped(1).model_copy(update={"name": evil, "about": evil})
    card_set = card_set.model_copy(update={"units": (card_set.units[0].model_copy(update={"name": evil}),)})
    page = set_document(card_set, "html")
    tags = Tags()
    tags.feed(page)
    assert tags.open == [] and "script" not in tags.names and "http" not in page
    assert "<script>" not in set_document(card_set, "markdown")
    assert "\\[a\\](b) \\*c\\*" in set_document(card_set, "markdown")
