"""The options of Songbirds: their defaults by mode, and one clear message for each that is wrong."""

from __future__ import annotations

import pytest

from balance.input import SpecError
from balance.spec import load

TEN = "[5, 6, 7, 8, 9, 10, 11, 12, 13, 15]"
STARTERS = "must be next, same, winner or loser"

# what stands below `rules:` (from line 3), the line and key of the message, and the message
BAD = {
    "unknown key": ("colour: red", 3, "rules.colour", "is not a known key"),
    "slip in a key": ("round: 1", 3, "rules.round", "is not a known key; did you mean rounds?"),
    "unknown mode": ("mode: duel", 3, "rules.mode", 'must be competitive, solo or coop, not "duel"'),
    "slip in a mode": ("mode: co-op", 3, "rules.mode", 'not "co-op"; did you mean coop?'),
    "mode is a number": ("mode: 2", 3, "rules.mode", "must be competitive, solo or coop, not 2"),
    "no players": ("players: 0", 3, "rules.players", "must be a whole number from 1 to 4, or null, not 0"),
    "five players": ("players: 5", 3, "rules.players", "must be a whole number from 1 to 4, or null, not 5"),
    "half a player": ("players: 2.5", 3, "rules.players", "must be a whole number from 1 to 4, or null, not 2.5"),
    "players as text": ('players: "2"', 3, "rules.players", 'not "2": leave the quotes out'),
    "one against nobody": ("players: 1", 3, "rules.players", "mode competitive is for 2, 3 or 4 players, not 1"),
    "solo for two": ("mode: solo\nplayers: 2", 4, "rules.players", "mode solo is for 1 player, not 2"),
    "co-op for one": ("mode: coop\nplayers: 1", 4, "rules.players", "mode coop is for 2, 3 or 4 players, not 1"),
    "no rounds": ("rounds: 0", 3, "rules.rounds", "must be a whole number from 1 to 4, or null, not 0"),
    "five rounds": ("rounds: 5", 3, "rules.rounds", "must be a whole number from 1 to 4, or null, not 5"),
    "rounds of solo": ("mode: solo\nrounds: 2", 4, "rules.rounds", "mode solo is played in 1 round, not 2"),
    "rounds of co-op": ("rounds: 3\nmode: coop", 3, "rules.rounds", "mode coop is played in 1 round, not 3"),
    "nine berries": ("berries: [5, 6, 7, 8, 9, 10, 11, 12, 13]", 3, "rules.berries", "needs exactly 10 berries, has 9"),
    "eleven berries": (f"berries: {TEN[:-1]}, 14]", 3, "rules.berries", "needs exactly 10 berries, has 11"),
    "negative berries": (
        f"berries: [-1{TEN[2:]}",
        3,
        "rules.berries[0]",
        "must be a whole number from 0 to 99, not -1",
    ),
    "too many berries": (f"berries: {TEN[:-3]}100]", 3, "rules.berries[9]", "a whole number from 0 to 99, not 100"),
    "berries as text": (f"berries: {TEN[:-3]}x]", 3, "rules.berries[9]", 'a whole number from 0 to 99, not "x"'),
    "one number of berries": (
        "berries: 10",
        3,
        "rules.berries",
        "must be a list of ten whole numbers from 0 to 99, not 10",
    ),
    "no berries": (
        "berries: null",
        3,
        "rules.berries",
        "must be a list of ten whole numbers from 0 to 99, not nothing (null)",
    ),
    "adjacency": ("adjacency: diagonal", 3, "rules.adjacency", 'must be orthogonal or eight, not "diagonal"'),
    "adjacency by number": ("adjacency: 8", 3, "rules.adjacency", "must be orthogonal or eight, not 8"),
    "ties": ("line_ties: nobody", 3, "rules.line_ties", 'must be next_strongest or no_award, not "nobody"'),
    "the Crow's side": ("crow: C", 3, "rules.crow", 'must be A, B or random, not "C"'),
    "no Crow": ("crow: false", 3, "rules.crow", "must be A, B or random, not false"),
    "starter": ("second_round_starter: lowest", 3, "rules.second_round_starter", f'{STARTERS}, not "lowest"'),
    "starter by seat": ("second_round_starter: 1", 3, "rules.second_round_starter", f"{STARTERS}, not 1"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_wrong_option_gets_one_clear_message(name, tmp_path):
    rules, line, key, says = BAD[name]
    path = tmp_path / "spec.yaml"
    path.write_text("extends: songbirds\nrules:\n" + "".join(f"  {row}\n" for row in rules.splitlines()))
    with pytest.raises(SpecError) as error:
        load(str(path))
    (problem,) = error.value.problems
    assert (problem.file, problem.line, problem.key) == (str(path), line, key)
    assert says in problem.message
    assert str(problem).startswith(f"{path}:{line}: {key}: ")


@pytest.mark.parametrize(
    ("players", "says"),
    [(1, "mode competitive is for 2, 3 or 4 players, not 1"), (5, "songbirds is for 1, 2, 3 or 4 players, not 5")],
)
def test_a_wrong_number_of_players_on_the_command_line(players, says):
    with pytest.raises(SpecError) as error:
        load("songbirds", players=players)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("sets", "players", "rounds"),
    [
        ([], 2, 2),
        (["players=3"], 3, 2),
        (["players=4", "rounds=1"], 4, 1),
        (["mode=solo"], 1, 1),
        (["mode=coop"], 2, 1),
        (["mode=coop", "players=4", "rounds=null"], 4, 1),
    ],
)
def test_players_and_rounds_follow_the_mode(sets, players, rounds):
    spec = load("songbirds", sets=sets)
    assert (spec.players, spec.options.players, spec.options.rounds) == (players, players, rounds)


@pytest.mark.parametrize(
    ("sets", "says"),
    [
        (["crow=A"], "crow: A changes nothing"),
        (["mode=coop", "players=4", "crow=B"], "crow: B changes nothing"),
        (["rounds=1", "second_round_starter=loser"], "second_round_starter: loser changes nothing"),
    ],
)
def test_an_option_without_effect_gets_a_warning(sets, says):
    spec = load("songbirds", sets=sets)
    (warning,) = spec.game.warnings(spec.options)
    assert says in warning


@pytest.mark.parametrize("sets", [[], ["players=4", "crow=A"], ["second_round_starter=same"]])
def test_an_option_with_effect_gets_none(sets):
    spec = load("songbirds", sets=sets)
    assert spec.game.warnings(spec.options) == []


def test_only_competitive_deals_are_mirrored():
    assert load("songbirds").game.mirror(load("songbirds").options) == ""
    spec = load("songbirds", sets=["mode=coop"])
    assert "one score" in spec.game.mirror(spec.options)
