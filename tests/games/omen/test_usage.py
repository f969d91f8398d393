"""What the shipped sets' cards say comes up in play, as `balance cards omen --usage` counts it with greedy bots.

No word, trait, krater or unit hardly ever happens, no TRIUMPH is hardly ever met or nearly always.
"""

from __future__ import annotations

import pytest

from balance.arena.records import records
from balance.arena.usage import count_uses
from balance.engine.jit import PLAIN
from balance.games.omen.cards import SHIPPED
from balance.games.omen.program import WORDS
from balance.games.omen.state import TRAITS
from balance.games.omen.uses import HIDDEN_WORDS, SHOWN_WORDS
from balance.spec import load

GAMES = 30_000
LEAST = 0.01
"""Times a game, of whatever stands on a card."""
TRIUMPHS = 0.02, 0.60
"""The share of games with a TRIUMPH met, of those in which its unit is played."""


def printed(number: int) -> set[tuple[str, str]]:
    """The words and traits on a set's cards, Set traits' own effects among them, named as `uses` names them."""
    rules = records(load("omen", [f"games=[{number}]"])).rules
    words = {WORDS[op] for op in rules.code[:, 0]} - set(HIDDEN_WORDS)
    traits = {trait for i, trait in enumerate(TRAITS) if any((bits >> i) & 1 for bits in rules.traits.tolist())}
    named = {("word", word.replace("pay_coins", "pay (coins)")) for word in words}
    return named | {("trait", trait) for trait in traits}


def test_each_word_stands_on_a_card_of_some_set() -> None:
    words = {name for number in SHIPPED for group, name in printed(number) if group == "word"}
    assert words == {word.replace("pay_coins", "pay (coins)") for word in SHOWN_WORDS}


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="needs compiled speed")
@pytest.mark.parametrize("number", SHIPPED)
def test_all_that_stands_on_a_sets_cards_is_used(number: int) -> None:
    counted = count_uses(load("omen", [f"games=[{number}]"], "greedy"), 1, GAMES)
    assert counted is not None
    times = {what: n for what, n, _ in counted}
    wanted = printed(number) | {what for what in times if what[0] in ("krater used", "unit played")}
    assert {what: times[what] for what in wanted if times[what] < LEAST * GAMES} == {}
    games = {what: n for what, _, n in counted}
    met = {
        name: games["TRIUMPH met", name] / games["unit played", name] for group, name in games if group == "TRIUMPH met"
    }
    assert {name: share for name, share in met.items() if not TRIUMPHS[0] <= share <= TRIUMPHS[1]} == {}
