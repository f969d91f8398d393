"""The option `cards`: values of single cards laid over the sets, and cards without their text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from balance.cli import app
from balance.games.omen.rules import card_data, rules_record
from balance.spec import SpecError, changed_rules, from_resolved, load

CHANGE = "cards={tide-caller: {cost: 3, bolster: [{gain: 2}]}, ebb-flutist: {blank: true}}"


def spec(*sets: str) -> Any:
    return load("omen", sets)


def units(options: Any) -> dict[str, dict[str, Any]]:
    return {card["id"]: card for card in card_data(options)["units"]}


def test_changes_are_laid_over_what_is_printed() -> None:
    printed, found = units(spec().options), units(spec(CHANGE).options)
    changed = {name for name in printed if printed[name] != found[name]}
    assert changed == {"tide-caller", "ebb-flutist"}
    assert found["tide-caller"] == printed["tide-caller"] | {"cost": 3, "bolster": [{"gain": 2}]}
    kept = ("id", "name", "cost", "offering", "strength", "set")
    assert found["ebb-flutist"] == {key: printed["ebb-flutist"][key] for key in kept} | {"traits": []}


def test_the_kernel_plays_them() -> None:
    number = [unit.id for unit in spec().options.sets()[0].units].index("tide-caller")
    assert rules_record(spec().options)["cost"][number] == 2
    assert rules_record(spec(CHANGE).options)["cost"][number] == 3
    blank = [unit.id for unit in spec().options.sets()[0].units].index("ebb-flutist")
    assert rules_record(spec(CHANGE).options)["traits"][blank] == 0


def test_records_hold_them() -> None:
    one = spec(CHANGE)
    again: Any = from_resolved(json.loads(json.dumps(one.record())))
    assert again.digest == one.digest != spec().digest
    assert again.options.sets() == one.options.sets()
    keys = {change["key"]: (change["base"], change["value"]) for change in changed_rules(one, spec())}
    assert keys["cards.tide-caller.cost"] == (2, 3)
    assert keys["cards.ebb-flutist.blank"] == (False, True)


def test_what_is_as_printed_is_no_change() -> None:
    assert spec("cards={tide-caller: {cost: 2}, ebb-flutist: {blank: false}}").digest == spec().digest
    assert spec("cards={ebb-flutist: {blank: true, traits: [JILT, GLEAN]}}").options.cards == {
        "ebb-flutist": {"blank": True}
    }


def test_values_by_place() -> None:
    options = spec(CHANGE).options
    assert options.value_at(("cards", "tide-caller", "cost")) == 3
    assert options.value_at(("cards", "echo-twin", "cost")) == 2
    assert options.value_at(("cards", "ebb-flutist", "blank")) is True
    assert options.value_at(("points", "krater")) == 2
    for place in (("cards", "nobody", "cost"), ("cards", "echo-twin", "price"), ("points", 3), ("pints",)):
        with pytest.raises(LookupError):
            options.value_at(place)


@pytest.mark.parametrize(
    ("change", "key", "words"),
    [
        ("{tide-caler: {cost: 3}}", "rules.cards.tide-caler", "did you mean tide-caller"),
        ("{tide-caller: {cots: 3}}", "rules.cards.tide-caller.cots", "did you mean cost"),
        ("{tide-caller: {cost: 33}}", "rules.cards.tide-caller.cost", "from 0 to 20, not 33"),
        ("{tide-caller: {bolster: [{drew: 1}]}}", "rules.cards.tide-caller.bolster", "did you mean draw"),
        ("{tide-caller: {jilt: [{draw: 1}]}}", "rules.cards.tide-caller.jilt", "the unit has no JILT"),
        ("{tide-caller: {id: x}}", "rules.cards.tide-caller.id", "cannot be changed"),
        ("{tide-caller: {blank: 1}}", "rules.cards.tide-caller.blank", "true or false"),
        ("{tide-caller: 3}", "rules.cards.tide-caller", "a mapping"),
    ],
)
def test_wrong_changes(change: str, key: str, words: str) -> None:
    with pytest.raises(SpecError) as caught:
        spec(f"cards={change}")
    assert caught.value.key == key
    assert words in caught.value.message


def test_a_draft_needs_its_cards() -> None:
    with pytest.raises(SpecError, match="needs 12 units with TRIUMPH"):
        spec("mode=draft", "cards={tide-caller: {blank: true}}")


def test_the_cards_command_shows_them() -> None:
    result = CliRunner().invoke(app, ["cards", "omen", "--set", CHANGE])
    assert result.exit_code == 0
    assert "gain 2 Coins" in result.stdout
