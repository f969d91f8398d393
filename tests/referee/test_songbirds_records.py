"""Records of the Songbirds referee: its own games agree, and the checker finds what is wrong in others."""

import json
import random

import pytest

from .songbirds import RandomChance, check_replay, main, view_of
from .songbirds_game import Game
from .songbirds_scoring import BIRDS, CROW
from .songbirds_worlds import world
from .test_songbirds_referee import RULES, TABLES


def full(events):
    """Events with every key of the format."""
    return [{"seat": None, "card": None, "amount": 0, **event} for event in events]


def record(mode="competitive", players=2, seed=1, **rules):
    """A game of the referee as lines of a record."""
    rng = random.Random(seed)
    game = Game({**RULES, **rules}, mode, players, RandomChance(rng))
    header = {"type": "game", "schema_version": 1, "game": "songbirds", "mode": mode, "seed": seed, "number": 0}
    header |= {"players": players, "bots": ["random"] * players, "rules": game.rules}
    lines = [header | {"cards": {"birds": list(BIRDS), "crow": CROW}}]
    game.begin()
    lines.append({"type": "start", "events": full(game.events), "state": game.state()})
    number = 0
    while game.to_move is not None:
        seat, legal = game.to_move, game.legal()
        line = {"type": "decision", "number": number, "seat": seat, "legal": legal, "taken": rng.choice(legal)}
        line["view"] = view_of(game.state(), seat)
        game.answer(line["taken"])
        lines.append(line | {"events": full(game.events), "state": game.state()})
        number += 1
    return [*lines, {"type": "end", **game.result}]


def check(lines):
    """The disagreements over parsed lines."""
    return check_replay(json.dumps(line) for line in lines)


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_own_games_agree(mode, players):
    for seed in range(3):
        assert check(record(mode, players, seed)) == []
    assert check(record(mode, players, 1, line_ties="no_award", adjacency="eight", crow="B", rounds=3)) == []


def decision(lines, number):
    return next(line for line in lines if line.get("number") == number and line["type"] == "decision")


def last(lines):
    return decision(lines, len(lines) - 4)


WRONG = {
    "a legal action left out": lambda lines: decision(lines, 3)["legal"].pop(),
    "a legal action too many": lambda lines: decision(lines, 3)["legal"].append({"favour": "Red 1"}),
    "a legal action twice": lambda lines: decision(lines, 3)["legal"].append(decision(lines, 3)["legal"][0]),
    "another seat": lambda lines: decision(lines, 3).update(seat=1 - decision(lines, 3)["seat"]),
    "an action that is not legal": lambda lines: decision(lines, 3).update(
        taken={"play": "Red 1", "row": 2, "column": 2}
    ),
    "a decision left out": lambda lines: lines.remove(decision(lines, 3)),
    "a card moved": lambda lines: decision(lines, 3)["state"]["forest"][0].__setitem__(0, "Red 1"),
    "a hand in a wrong order": lambda lines: decision(lines, 3)["state"]["hands"][0].reverse(),
    "another starter": lambda lines: decision(lines, 23)["state"].update(starter=lines[1]["state"]["starter"]),
    "points of a round": lambda lines: decision(lines, 23)["state"]["points"][0].__setitem__(0, 1000),
    "a place left out of the events": lambda lines: decision(lines, 3)["events"].pop(0),
    "an event that is not one": lambda lines: decision(lines, 3)["events"].append({"event": "pass", "seat": 0}),
    "an award to another colour": lambda lines: last(lines)["events"][1].update(colour="Pink"),
    "an award of another amount": lambda lines: last(lines)["events"][1].update(amount=99),
    "awards in another order": lambda lines: last(lines)["events"].insert(1, last(lines)["events"].pop(4)),
    "a score": lambda lines: last(lines)["events"][-1].update(amount=99),
    "the round before the scores": lambda lines: decision(lines, 23)["events"].insert(
        0, decision(lines, 23)["events"].pop()
    ),
    "a final score": lambda lines: lines[-1]["scores"].__setitem__(0, 1000),
    "a source": lambda lines: lines[-1]["sources"][0].update(volume=0),
    "the kind of the end": lambda lines: lines[-1].update(kind="unfinished"),
    "the winner": lambda lines: lines[-1].update(winner=5),
    "the reason": lambda lines: lines[-1].update(reason="full"),
    "no end": lambda lines: lines.pop(),
    "something after the end": lambda lines: lines.append(lines[-1]),
    "an end too early": lambda lines: lines.__delitem__(slice(-2, -1)),
    "birds of the header": lambda lines: lines[0]["cards"]["birds"].pop(),
    "players of the header": lambda lines: lines[0].update(players=3),
    "the tokens of the deal": lambda lines: lines[1]["state"]["column_berries"].__setitem__(0, 99),
    "a hand of the deal": lambda lines: lines[1]["state"]["hands"][0].pop(),
    "a deal of the second round": lambda lines: decision(lines, 23)["state"]["hands"][0].pop(),
    "no round event": lambda lines: lines[1]["events"].pop(),
    "another hand in the view": lambda lines: decision(lines, 3)["view"].update(hands=[["Red 1"], []]),
    "another hand as one's own": lambda lines: decision(lines, 3)["view"].update(hand=["Red 1"]),
    "the card aside in the view": lambda lines: decision(lines, 3)["view"].update(aside=lines[1]["state"]["aside"]),
    "no forest in the view": lambda lines: decision(lines, 3)["view"].pop("forest"),
    "a key left out of a state": lambda lines: decision(lines, 3)["state"].pop("deck"),
    "a line that is none": lambda lines: decision(lines, 3).pop("events"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_found(what):
    lines = record(seed=4)
    WRONG[what](lines)
    assert check(lines) != []


def test_a_wrong_draw_is_found():
    lines = record("solo", 1)
    top = decision(lines, 2)["state"]["deck"]
    top[0], top[1] = top[1], top[0]
    assert check(lines) != []
    lines = record("coop", 3)
    lines[1]["events"][1]["card"] = "Red 1" if lines[1]["events"][1]["card"] != "Red 1" else "Red 2"
    assert check(lines) != []


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_a_view_is_the_same_in_all_worlds_that_the_seat_cannot_tell_apart(mode, players):
    state = decision(record(mode, players, seed=2), 4)["state"]
    for seat in range(players):
        view = view_of(state, seat)
        assert view["hand"] == state["hands"][seat]
        assert (view["deck"], view["aside"]) == (len(state["deck"]), len(state["aside"]))
        assert all(view_of(world(state, seat, random.Random(i)), seat) == view for i in range(5))


def test_the_shell_command(tmp_path, capsys):
    for name, lines in (("good", record()), ("bad", record()[:-1])):
        text = "\n".join(json.dumps(line) for line in lines)
        (tmp_path / name).write_text(text)
    assert main([str(tmp_path / "good")]) == 0
    assert main([str(tmp_path / "good"), str(tmp_path / "bad")]) == 1
    assert "no end line" in capsys.readouterr().out
