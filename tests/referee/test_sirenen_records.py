"""Whole random games of the Sirenen referee: invariants, records that agree, what the checker finds in wrong ones."""

import json
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from .sirenen import RandomChance, begun, check_replay, check_view, hidden_places, main, other_world, play, seen
from .sirenen_game import Game, InvariantError
from .sirenen_positions import CARDS, RULES, VALUES, position

VARIANTS = {
    "base": {},
    "tactics": {"variant": "tactics"},
    "scoring first": {"crew_before_scoring": False},
    "rum before": {"rum_timing": "before", "rum_bonus": 0},
    "rum after": {"rum_timing": "after", "rum_bonus": 7},
    "a long game": {"victory_points_to_win": 7},
    "a short game": {"victory_points_to_win": 1, "hand_size": 1},
    "two ships": {"ships": [9, 8], "crew_start": [9]},
    "one ship": {"ships": [60], "crew_start": [], "side_limit": 4},
    "seven ships": {"ships": [5, 9, 20, 3, 30, 14, 11], "crew_start": [14, 3], "side_limit": 3},
    "high ships": {"ships": [80, 81, 82], "crew_start": [82], "side_limit": 9, "variant": "tactics"},
    "large hands": {"hand_size": 12, "variant": "tactics", "victory_points_to_win": 7},
    "scoring first, tactics": {"crew_before_scoring": False, "variant": "tactics", "victory_points_to_win": 7},
}


def record(rules, seed):
    """A record of a random game, as the engine would write it."""
    rng = random.Random(seed)
    game = begun(rules, CARDS, rng)
    header = {"type": "game", "schema_version": 1, "game": "sirenen", "players": 2, "rules": rules, "cards": CARDS}
    lines = [header, {"type": "start", "events": game.events, "state": game.state()}]
    while game.step != "over":
        line = {"type": "decision", "number": len(lines) - 2, "seat": game.to_move, "view": seen(game, game.to_move)}
        line |= {"legal": game.legal()}
        line["taken"] = rng.choice(line["legal"])
        game.answer(line["taken"])
        lines.append({**line, "events": game.events, "state": game.state()})
    return [*lines, {"type": "end", **game.result}]


def as_text(lines):
    """The lines as JSONL; also a copy that a test may change."""
    return [json.dumps(line) for line in lines]


@pytest.mark.parametrize("name", VARIANTS)
def test_random_games_hold_the_invariants_and_their_records_agree(name):
    rules = {**RULES, **VARIANTS[name]}
    for seed in range(20):
        result = play(rules, CARDS, random.Random(seed), check=True)
        assert result["kind"] in ("win", "draw")
        assert check_replay(as_text(record(rules, seed))) == []


@pytest.mark.parametrize("variant", ["base", "tactics"])
def test_bounds_with_the_printed_components(variant):
    counts = [play({**RULES, "variant": variant}, CARDS, random.Random(seed))["counts"] for seed in range(400)]
    assert max(count["play"] for count in counts) <= 50
    assert max(count["play"] + count["octopus"] for count in counts) <= 60
    assert max(count["octopus"] for count in counts) <= 10
    assert sum(count["draw"] == 44 for count in counts) > 100 or variant == "tactics"  # the pile runs out
    for seed in range(100):
        passes = [line["state"]["passes"] for line in record({**RULES, "variant": variant}, seed)[1:-1]]
        assert max(passes) < 2


def test_a_game_goes_on_from_any_of_its_states():
    for seed, variant in enumerate(["base", "tactics"] * 3):
        rules = {**RULES, "variant": variant}
        lines = record(rules, seed)
        for before, line in pairwise(lines[1:-1]):
            game = Game(rules, CARDS, RandomChance(random.Random(0)))
            game.put(json.loads(json.dumps(before["state"])))
            assert game.state() == before["state"]
            assert game.legal() == line["legal"]
            if {"event": "start", "seat": line["state"]["active"], "card": None} not in line["events"]:
                game.answer(line["taken"])
                assert (game.state(), game.events) == (line["state"], line["events"])


# ---------------------------------------------------------------------- what the checker finds


def spoiled(change, seed=3, **rules):
    """The disagreements after a change to the record of a game."""
    lines = [json.loads(text) for text in as_text(record({**RULES, **rules}, seed))]
    change(lines)
    return check_replay(as_text(lines))


def first_with(lines, event):
    """The first decision with this event, and the event."""
    return next((line, told) for line in lines[2:-1] for told in line["events"] if told["event"] == event)


def test_checker_finds_a_wrong_state():
    def change(lines):
        lines[5]["state"]["ships"][0]["sides"][0].append(7)

    (line,) = spoiled(change)
    assert "state ships[0].sides[0]" in line


def test_checker_finds_missing_and_extra_legal_actions():
    def less(lines):
        lines[6]["legal"] = [lines[6]["taken"]]

    def more(lines):
        lines[6]["legal"].append({"pass": True})

    (line,) = spoiled(less)
    assert "legal (" in line and "only record []" in line
    (line,) = spoiled(more)
    assert "only record" in line and "pass" in line


@pytest.mark.parametrize("event", ["play", "draw", "octopus", "rum", "crew", "taken"])
def test_checker_finds_wrong_events(event):
    def seat(lines):
        told = first_with(lines, event)[1]
        told["seat"] = 1 - told["seat"]

    def missing(lines):
        line, told = first_with(lines, event)
        line["events"].remove(told)

    def without_keys(lines):
        told = first_with(lines, event)[1]
        for key in set(told) - {"event", "seat", "card"}:
            del told[key]

    assert any(f"event {event}.seat" in line for line in spoiled(seat))
    assert any("events: record" in line for line in spoiled(missing))
    if event != "draw":
        assert any("missing" in line for line in spoiled(without_keys))


def test_checker_allows_octopuses_in_any_order():
    for seed in range(200):
        lines = [json.loads(text) for text in as_text(record(RULES, seed))]
        for line in lines[2:-1]:
            names = [told["event"] for told in line["events"]]
            at = names.index("octopus_back") if "octopus_back" in names else -1
            if at >= 0 and names[at + 1 : at + 2] == ["octopus_back"]:
                line["events"][at : at + 2] = reversed(line["events"][at : at + 2])
                assert check_replay(as_text(lines)) == []
                return
    raise AssertionError("no such game")


def test_checker_finds_a_wrong_seat_and_number_and_end():
    assert "seat: record" in spoiled(lambda lines: lines[2].update(seat=1 - lines[2]["seat"]))[0]
    assert "number" in spoiled(lambda lines: lines[4].update(number=7))[0]
    assert "scores" in spoiled(lambda lines: lines[-1].update(scores=[99, 0]))[0]
    assert "reason" in spoiled(lambda lines: lines[-1].update(reason="passes"))[0]
    assert "sources" in spoiled(lambda lines: lines[-1]["sources"][0].update(ships=9))[0]
    assert spoiled(lambda lines: lines.pop()) == ["end: no end line"]
    assert "goes on" in spoiled(lambda lines: lines.__delitem__(slice(5, -1)))[0]
    assert "a line after the end" in spoiled(lambda lines: lines.append(lines[-1]))[0]
    assert "is over" in "".join(spoiled(lambda lines: lines.insert(-1, {**lines[-2], "number": len(lines) - 3})))


def test_checker_finds_wrong_chance():
    assert "pile of seat" in spoiled(lambda lines: lines[1]["state"]["piles"][0].pop())[0]
    assert (
        "hands" in spoiled(lambda lines: lines[1]["state"]["hands"][0].append(lines[1]["state"]["piles"][0].pop(0)))[0]
    )
    assert "start player" in spoiled(lambda lines: lines[1]["events"].clear())[0]

    def other_order(lines):
        line, _ = first_with(lines, "start")
        line["state"]["piles"][1].append(line["state"]["hands"][0].pop())

    assert "pile of seat 1" in spoiled(other_order, variant="tactics")[0]


def test_checker_finds_a_wrong_form_and_wrong_cards():
    assert "not of the documented form" in spoiled(lambda lines: lines[3].pop("legal"))[0]
    assert "not legal" in "".join(spoiled(lambda lines: lines[2].update(taken={"play": 99, "ship": 28, "side": 0})))
    assert "cards" in spoiled(lambda lines: lines[0]["cards"]["copies"].__setitem__(0, 3))[0]
    assert "move crew" in spoiled(lambda lines: lines[0]["cards"]["move_crew"].pop())[0]
    assert "players" in spoiled(lambda lines: lines[0].update(players=3))[0]


def test_invariants_are_noticed():
    def one_a_side(game):
        game.rules["side_limit"] = 1

    def noticed(change):
        game = position({28: ("5*1 6", "3")}, hands=("7", "8"))
        game.assert_invariants()
        change(game)
        with pytest.raises(InvariantError) as found:
            game.assert_invariants()
        return str(found.value)

    assert "cards" in noticed(lambda game: game.out.pop())
    assert "crew member" in noticed(lambda game: game.ship(30).crew.append("mate"))
    assert "points" in noticed(lambda game: game.sources[0].update(ships=1))
    assert "octopus of 1" in noticed(lambda game: game.octopus_home.__setitem__(1, True))
    assert "rum of 0" in noticed(lambda game: game.rum.__setitem__(0, 28))
    assert "sides of 28" in noticed(one_a_side)
    assert "should have been taken" in noticed(lambda game: setattr(game.ship(28), "resistance", 11))
    assert "owner" in noticed(lambda game: setattr(game.ship(36), "owner", 1))
    assert "full" in noticed(lambda game: (game.out.append(game.ship(28).sides[0].pop(1).value), one_a_side(game)))


def test_command_line(tmp_path, capsys):
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    lines = as_text(record(RULES, 3))
    good.write_text("\n".join(lines), encoding="utf-8")
    bad.write_text("\n".join(lines[:-1]), encoding="utf-8")
    assert main([str(good)]) == 0
    assert main([str(good), str(bad)]) == 1
    assert "no end line" in capsys.readouterr().out


# ---------------------------------------------------------------------- hidden information


def test_a_view_shows_what_the_seat_may_see_and_no_more():
    game = begun(RULES, CARDS, random.Random(2))
    assert check_view(seen(game, 0), game, 0) == []
    assert check_view(game.state(), game, 0)
    assert check_view(seen(game, 1), game, 0)
    assert check_view({**seen(game, 0), "top": game.piles[0][0]}, game, 0)
    assert check_view({**seen(game, 0), "unknown": game.piles[0] + game.hands[1]}, game, 0)  # in their order
    assert check_view({key: value for key, value in seen(game, 0).items() if key != "out"}, game, 0)


def worlds(state, seat, number=300):
    """Many other worlds."""
    rng = random.Random(5)
    return [other_world(state, seat, rng) for _ in range(number)]


@pytest.mark.parametrize("name", VARIANTS)
def test_other_worlds_look_the_same_and_go_on(name):
    rules = {**RULES, **VARIANTS[name]}
    rng = random.Random(7)
    for line in record(rules, 11)[1:-2:5]:
        for seat in (0, 1):
            true = Game(rules, CARDS, RandomChance(rng))
            true.put(json.loads(json.dumps(line["state"])))
            world = Game(rules, CARDS, RandomChance(rng))
            world.put(other_world(line["state"], seat, rng))
            world.assert_invariants()
            assert seen(world, seat) == seen(true, seat)
            if true.to_move == seat:
                assert world.legal() == true.legal()


def test_with_one_pile_other_hand_and_pile_are_one_pool():
    state = position(hands=("1 2", "3 3"), pile="4 5").state()
    found = {(tuple(world["hands"][1]), tuple(world["piles"][0])) for world in worlds(state, 0)}
    hands = {(3, 3): (4, 5), (3, 4): (3, 5), (3, 5): (3, 4), (4, 5): (3, 3)}
    assert found == {(hand, pile) for hand, (a, b) in hands.items() for pile in ((a, b), (b, a))}
    assert (state["hands"], state["piles"]) == ([[1, 2], [3, 3]], [[4, 5]])


def test_with_own_piles_each_pool_is_the_owners():
    state = {"hands": [[1], [2, 3]], "piles": [[4, 5], [6, 7]], "sets": None}
    for world in worlds(state, 0):
        assert (world["hands"][0], sorted(world["piles"][0])) == ([1], [4, 5])
        assert sorted(world["hands"][1] + world["piles"][1]) == [2, 3, 6, 7]
    assert {tuple(world["hands"][1]) for world in worlds(state, 0)} == {(2, 3), (2, 6), (2, 7), (3, 6), (3, 7), (6, 7)}
    assert {tuple(world["piles"][0]) for world in worlds(state, 0)} == {(4, 5), (5, 4)}


def test_while_picking_the_picks_of_the_other_are_any_of_its_set():
    state = {"hands": [[1, 2], []], "piles": [[], []], "sets": [[3, 4], [1, 2, 3, 4]]}
    assert hidden_places(state, 0) == []
    assert {tuple(world["hands"][0]) for world in worlds(state, 1)} == {(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)}
    for world in worlds(state, 1, 20):
        assert sorted(world["hands"][0] + world["sets"][0]) == [1, 2, 3, 4]
        assert world["sets"][0] == sorted(world["sets"][0])


def test_worlds_are_equally_likely():
    state = {"hands": [[], [1, 2]], "piles": [[3, 4]], "sets": None}
    found = Counter(tuple(world["hands"][1]) for world in worlds(state, 0, 6000))
    assert len(found) == 6
    assert all(850 < n < 1150 for n in found.values())


# ---------------------------------------------------------------------- independence


def test_referee_does_not_import_the_engine():
    for path in Path(__file__).parent.glob("sirenen*.py"):
        assert "balance" not in path.read_text(encoding="utf-8")


def test_values_of_the_cards():
    assert list(range(-4, 11)) == VALUES
    assert sum(CARDS["copies"]) == 52
