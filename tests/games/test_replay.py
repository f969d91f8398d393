"""A replay is the very game of the batch, and its record is complete."""

import json

import numpy as np
import pytest

from balance.arena.records import Table, records
from balance.arena.replay import Replay
from balance.engine import game
from balance.spec import load

GAMES = 6


@pytest.mark.parametrize("mirrored", [1, 2])
@pytest.mark.parametrize("bots", ["random", "greedy", "both"])
@pytest.mark.parametrize("name", game.names())
def test_a_replay_is_the_game_of_the_batch(name, bots, mirrored):
    if bots == "both":
        bots = ",".join((["greedy", "random"] * 3)[: load(name).players])
    spec = load(name, bots=bots)
    if mirrored > 1 and (spec.game.mirror(spec.options) or not spec.game.load().cards(spec.options)):
        pytest.skip("deals that cannot be mirrored")
    rows = Table(records(spec, mirrored), seed=11).play(0, GAMES)
    for number in range(GAMES):
        replay = Replay(spec, 11, number, mirrored)
        lines = [moment.record for moment in replay]
        for field in rows.dtype.names:
            assert np.array_equal(np.array(replay.row[field]), rows[number][field]), field
        end = lines[-1]
        assert end["scores"] == rows[number]["scores"].tolist()[: replay.seats]
        assert end["reason"] == spec.game.reasons[rows[number]["reason"]].name
        if end["winner"] is not None:
            assert rows[number]["winners"] == 1 << end["winner"]


@pytest.mark.parametrize("name", game.names())
def test_the_record_is_complete_and_plain(name):
    spec = load(name, bots="random")
    moments = list(Replay(spec, 3, 4))
    lines = [json.loads(json.dumps(moment.record)) for moment in moments]
    assert [line["type"] for line in lines[:2]] == ["game", "start"]
    assert lines[-1]["type"] == "end"
    assert all(next(iter(line)) == "type" for line in lines)
    decisions = lines[2:-1]
    assert [line["number"] for line in decisions] == list(range(len(decisions)))
    for line in decisions:
        assert line["taken"] in line["legal"]
        assert 0 <= line["seat"] < lines[0]["players"]
        for event in line["events"]:
            assert {"event", "seat", "card", "amount"} <= event.keys()
    assert all(isinstance(line, str) and "\n" not in line for moment in moments for line in moment.prose)


def test_a_replay_can_be_iterated_again():
    replay = Replay(load("kuhn"), 1, 2)
    assert [moment.record for moment in replay] == [moment.record for moment in replay]
