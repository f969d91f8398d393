"""Rules of Sirenen in Sicht that cannot be played: one clear message each, at its place."""

# ruff: noqa: E501

from typing import NamedTuple

import pytest

from balance.input import SpecError
from balance.spec import load


class Bad(NamedTuple):
    """Rules (below `rules:`, from line 3), and where and what the message says."""

    name: str
    rules: str
    line: int
    key: str
    says: str


COPIES = "[2, 2, 2, 2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]"

BAD = [
    Bad("no ships", "ships: []", 3, "ships", "1 to 8 ships make a game, not 0"),
    Bad("nine ships", "ships: [1, 2, 3, 4, 5, 6, 7, 8, 9]", 3, "ships", "1 to 8 ships make a game, not 9"),
    Bad("equal ships", "ships: [28, 30, 28]", 3, "ships[2]", "28 stands twice: ships are told apart by their resistance"),
    Bad("resistance 0", "ships: [28, 0]", 3, "ships[1]", "a resistance is 1 to 999, not 0"),
    Bad("resistance 1000", "ships: [1000]", 3, "ships[0]", "a resistance is 1 to 999, not 1000"),
    Bad("a word for ships", "ships: many", 3, "ships", 'must be a list of whole numbers, not "many"'),
    Bad("a number for ships", "ships: 28", 3, "ships", "must be a list of whole numbers, not 28"),
    Bad("half a ship", "ships: [28, 30.5]", 3, "ships[1]", "must be a whole number, not 30.5"),
    Bad("true for a ship", "ships: [true]", 3, "ships[0]", "must be a whole number, not true"),
    Bad("quoted ship", "ships: ['28']", 3, "ships[0]", 'must be a whole number, not "28"'),
    Bad("nothing for ships", "ships:", 3, "ships", "must be a list of whole numbers, not nothing"),
    Bad("crew on no ship", "ships: [10, 20]", 3, "ships", "there is no ship 30: the ships are 10 and 20"),
    Bad("crew elsewhere", "crew_start: [30, 35]", 3, "crew_start[1]", "there is no ship 35: the ships are 28, 30, 32, 34"),
    Bad("three members", "crew_start: [28, 30, 32]", 3, "crew_start", "there are 2 crew members, the captain and the mate, not 3"),
    Bad("both on one ship", "crew_start: [30, 30]", 3, "crew_start[1]", "30 stands twice: a ship holds one crew member"),
    Bad("a word for crew", "crew_start: captain", 3, "crew_start", 'must be a list of whole numbers, not "captain"'),
    Bad("too few copies", "copies: [4, 4]", 3, "copies", "needs 15 numbers, for the values -4 to 10, has 2"),
    Bad("copies by value", "copies: {'10': 5}", 3, "copies", "must be a list of whole numbers, not a mapping"),
    Bad("too many of one", f"copies: {COPIES.replace('[2,', '[9,')}", 3, "copies[0]", "there can be 0 to 8 cards of value -4, not 9"),
    Bad("negative copies", f"copies: {COPIES.replace('[2,', '[-1,')}", 3, "copies[0]", "there can be 0 to 8 cards of value -4, not -1"),
    Bad("odd copies", f"variant: tactics\n  copies: {COPIES.replace('4]', '3]')}", 4, "copies[14]", "tactics gives both players the same set: 3 cards of value 10 cannot be shared out"),
    Bad("hands too large", "copies: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 5]", 3, "copies", "two hands of 4 need 8 cards, there are 7"),
    Bad("hand larger than the deck", "hand_size: 4\n  copies: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]", 3, "hand_size", "two hands of 4 need 8 cards, there are 1"),
    Bad("no hand", "hand_size: 0", 3, "hand_size", "must be a whole number from 1 to 12, not 0"),
    Bad("hand of 13", "hand_size: 13", 3, "hand_size", "must be a whole number from 1 to 12, not 13"),
    Bad("no room", "side_limit: 0", 3, "side_limit", "must be a whole number from 1 to 8, not 0"),
    Bad("wide sides", "side_limit: 9", 3, "side_limit", "must be a whole number from 1 to 8, not 9"),
    Bad("rum that weakens", "rum_bonus: -3", 3, "rum_bonus", "must be a whole number from 0 to 99, not -3"),
    Bad("rum at another time", "rum_timing: both", 3, "rum_timing", 'must be before, after or either, not "both"'),
    Bad("icon on no card", "move_crew_values: [0, 11]", 3, "move_crew_values[1]", "card values are -4 to 10, not 11"),
    Bad("an icon twice", "move_crew_values: [0, 0]", 3, "move_crew_values[1]", "0 stands twice: name each value once"),
    Bad("yes for a truth", "crew_before_scoring: yes", 3, "crew_before_scoring", "write true or false"),
    Bad("no points", "victory_points_to_win: 0", 3, "victory_points_to_win", "must be a whole number from 1 to 10, not 0"),
    Bad("another variant", "variant: tactic", 3, "variant", "did you mean tactics?"),
    Bad("a slip", "side_limt: 4", 3, "side_limt", "is not a known key; did you mean side_limit?"),
]  # fmt: skip


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_one_clear_message(bad, tmp_path):
    file = tmp_path / "spec.yaml"
    file.write_text(f"extends: sirenen\nrules:\n  {bad.rules}\n")
    with pytest.raises(SpecError) as caught:
        load(str(file))
    error = caught.value
    assert len(error.problems) == 1, str(error)
    assert (error.file, error.line, error.key) == (str(file), bad.line, f"rules.{bad.key}")
    assert bad.says in error.message


def test_on_the_command_line():
    with pytest.raises(SpecError, match=r"--set: rules.ships: 1 to 8 ships make a game, not 0"):
        load("sirenen", sets=["ships=[]"])


@pytest.mark.parametrize(
    "rules",
    [
        "ships: [1]\n  crew_start: []",
        "crew_start: []\n  move_crew_values: []",
        "copies: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8]",
        "variant: tactics\n  hand_size: 12",
        "victory_points_to_win: 10\n  rum_bonus: 0",
    ],
)
def test_strange_rules_that_can_be_played(rules, tmp_path):
    file = tmp_path / "spec.yaml"
    file.write_text(f"extends: sirenen\nrules:\n  {rules}\n")
    assert load(str(file)).game.name == "sirenen"
