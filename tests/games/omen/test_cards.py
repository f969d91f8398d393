"""The shipped card sets, and the normal form of effects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from balance.games.omen.cards import SHIPPED, CardSet, check_cards, clashes, load_set, set_sums, shipped, shipped_path
from balance.games.omen.normal import ETERNAL, TRAITS, condition, effect
from balance.games.omen.options import OmenOptions
from balance.input import SpecError, parse, read
from balance.spec import load

# --- the shipped sets ---


@pytest.mark.parametrize("number", SHIPPED)
def test_shipped_set(number: int) -> None:
    card_set = shipped(number)
    sums = set_sums(card_set)
    assert card_set.source == "reconstructed"
    assert (len(card_set.units), len(card_set.kraters)) == (22, 6)
    assert sums.complaints == ()
    assert sum(sums.traits.values()) == 44
    assert all(sums.traits[trait] for trait in ETERNAL)


def test_shipped_sets_together() -> None:
    sets = [shipped(number) for number in SHIPPED]
    assert clashes(sets) == []
    totals = {trait: sum(set_sums(card_set).traits[trait] for card_set in sets) for trait in TRAITS}
    assert (totals["TRIUMPH"], totals["COVETED"]) == (12, 12)
    assert min(totals.values()) >= 2


@pytest.mark.parametrize("number", SHIPPED)
def test_a_sets_record_is_the_set_again(number: int) -> None:
    assert CardSet.model_validate(shipped(number).record()) == shipped(number)


def test_effects_of_a_unit() -> None:
    for unit in shipped(1).units:
        assert set(unit.effects) == {trait.lower() for trait in unit.traits} & {"bolster", "jilt", "glean"}


def test_a_file_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(shipped_path(1).read_text())
    assert load_set(path) is load_set(path)
    path.write_text(shipped_path(2).read_text())
    assert load_set(path).name == shipped(2).name
    assert OmenOptions().sets()[0] is shipped(1)


def test_check_cards() -> None:
    found = check_cards(read(shipped_path(1)))
    assert found and found["units"] == 22 and found["remarks"] == "none"
    assert check_cards(parse("extends: omen", "x.yaml")) is None
    assert check_cards(parse("- 1", "x.yaml")) is None
    with pytest.raises(SpecError, match="needs exactly 22 units, has 0"):
        check_cards(parse("name: x\nsource: printed\nunits: []\nkraters: []", "x.yaml"))


def test_a_link_in_a_circle_is_there_but_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    with pytest.raises(SpecError) as caught:
        load("omen", [f"games=[{tmp_path / 'loop.yaml'}]"])
    assert str(caught.value) == f"{tmp_path / 'loop.yaml'}: cannot be read: Too many levels of symbolic links"


def test_remarks_on_a_set() -> None:
    record = shipped(1).record()
    for unit in record["units"]:
        for key in ("bolster", "jilt", "glean", "triumph"):
            unit.pop(key, None)
        unit["traits"] = ["MYRIAD", "FATE"]
    found = set_sums(CardSet.model_validate(record)).complaints
    assert "TRIUMPH: 0 units, should be 4" in found
    assert "GLEAN: no unit has it" in found


# --- the normal form ---

ALL_COINS = {"count": "coins", "where": "all", "trait": None}
CHOSEN = {"whose": "any", "where": "any", "number": 1, "chooser": "owner", "up_to": False}

NORMAL: list[tuple[Any, Any]] = [
    ({"gain": 2}, {"gain": 2}),
    ({"gain": {"count": "coins"}}, {"gain": ALL_COINS}),
    (
        {"draw": {"count": "own_units", "where": "here", "trait": "FATE"}},
        {"draw": {"count": "own_units", "where": "here", "trait": "FATE"}},
    ),
    ({"discard": 1}, {"discard": {"number": 1, "at": "choice"}}),
    ({"discard": {"count": "coins"}}, {"discard": {"number": ALL_COINS, "at": "choice"}}),
    ({"opponent_discards": {"number": 2, "at": "random"}}, {"opponent_discards": {"number": 2, "at": "random"}}),
    ({"recover": 2}, {"recover": {"number": 2}}),
    ({"recover": {"trait": "FATE"}}, {"recover": {"number": 1, "trait": "FATE"}}),
    ({"search": {"number": 2, "cost": {"at_most": 3}}}, {"search": {"number": 2, "cost": {"at_most": 3}}}),
    ({"look": {"top": 3, "take": 1, "rest": "back"}}, {"look": {"top": 3, "take": 1, "rest": "back"}}),
    (
        {"reveal": {"if": {"trait": "FATE"}, "then": "play"}},
        {"reveal": {"if": {"trait": "FATE"}, "then": "play"}},
    ),
    ({"destroy": {}}, {"destroy": CHOSEN}),
    (
        {"return": {"whose": "own", "strength": {"at_least": 2}}},
        {"return": {**CHOSEN, "whose": "own", "strength": {"at_least": 2}}},
    ),
    ({"move": {"where": "another", "to": "here"}}, {"move": {**CHOSEN, "where": "another", "to": "here"}}),
    ({"move": {}}, {"move": {**CHOSEN, "to": "another"}}),
    ({"play": {"from": "hand"}}, {"play": {"from": "hand", "number": 1, "up_to": False}}),
    ({"play": {"from": "deck"}}, {"play": {"from": "deck"}}),
    ({"peek": True}, {"peek": True}),
    ({"strength": 2}, {"strength": {"number": 2, "city": "here"}}),
    ({"may": [{"gain": 1}]}, {"may": {"pay": None, "then": [{"gain": 1}]}}),
    (
        {"may": {"pay": {"coins": 2}, "then": [{"discard": 1}]}},
        {"may": {"pay": {"coins": 2}, "then": [{"discard": {"number": 1, "at": "choice"}}]}},
    ),
    (
        {"if": {"count": "coins", "exactly": 0}, "then": [{"gain": 1}]},
        {"if": {**ALL_COINS, "exactly": 0}, "then": [{"gain": 1}], "else": []},
    ),
    ({"choose": [[{"gain": 1}], [{"draw": 1}]]}, {"choose": [[{"gain": 1}], [{"draw": 1}]]}),
    ({"for_each": {"count": "coins", "do": [{"gain": 1}]}}, {"for_each": {**ALL_COINS, "do": [{"gain": 1}]}}),
]


@pytest.mark.parametrize(("step", "normal"), NORMAL)
def test_normal_form(step: Any, normal: Any) -> None:
    assert effect([step], "a BOLSTER", here=True) == [normal]
    assert effect([normal], "a BOLSTER", here=True) == [normal]


def test_strength_without_here() -> None:
    assert effect([{"strength": 2}], "a JILT", here=False) == [{"strength": {"number": 2, "city": "any"}}]


def test_conditions() -> None:
    few, many = {"count": "coins", "at_most": 1}, {"count": "coins", "at_least": 5}
    normal = [{**ALL_COINS, "at_most": 1}, {**ALL_COINS, "at_least": 5}]
    assert condition(few, "a TRIUMPH", here=True) == normal[0]
    assert condition({"any": [few, many]}, "a TRIUMPH", here=True) == {"any": normal}
    assert condition({"all": [{"any": [few]}, many]}, "a TRIUMPH", here=True) == {"all": normal}


def test_six_deep_is_deep_enough() -> None:
    step: Any = {"gain": 1}
    for _ in range(6):
        step = {"may": [step]}
    assert effect([step], "a krater", here=False)
