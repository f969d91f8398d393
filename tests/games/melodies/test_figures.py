"""What a row counts of a game agrees with its events."""

import pytest

from balance.arena.replay import Replay
from balance.engine.game import find
from balance.spec import load

GAME = find("melodies")
CASES = {
    "a song": (["venue=heart", "song=3"], "greedy"),
    "a venue": (["play=venue", "venue=cat", "max_attempts=5"], "greedy"),
    "two packs": (["play=campaign", "packs=[starter, star]", "max_attempts=6"], "greedy"),
    "random bots": (["play=venue", "players=5", "max_attempts=3"], "random"),
}


def counted(replay, options):
    """The row's figures by name."""
    figures = GAME.figures(options)
    game = [figure.name for figure in figures if figure.per == "game"]
    seat = [figure.name for figure in figures if figure.per == "seat"]
    found = {name: int(replay.row.game_figures[i]) for i, name in enumerate(game)}
    return found | {name: [int(n) for n in replay.row.seat_figures[i]] for i, name in enumerate(seat)}


@pytest.mark.parametrize("case", CASES)
def test_figures_are_what_the_events_add_up_to(case):
    sets, bots = CASES[case]
    spec = load("melodies", sets, bots)
    for number in range(3):
        replay = Replay(spec, 9, number)
        lines = [moment.record for moment in replay]
        events = [event for line in lines for event in line.get("events", [])]
        found = counted(replay, spec.options)

        def happened(kind, events=events, **wanted):
            return [e for e in events if e["event"] == kind and all(e[key] == value for key, value in wanted.items())]

        assert found["attempts"] == len(happened("attempt"))
        assert found["successes"] == len(happened("succeed")) == lines[-1]["scores"][0]
        assert found["failures"] == len(happened("fail"))
        for cause in ("false_note", "no_melody", "restriction", "cards_left"):
            assert found[cause] == len(happened("fail", cause=cause))
        for note in range(1, 13):
            assert found[f"false_at_{note}"] == len(happened("fail", cause="false_note", amount=note))
            assert found[f"reached_{note}"] == len(happened("note", amount=note))
        assert replay.row.turns == len(happened("note"))
        assert found["melodies"] == len(happened("row"))
        assert found["cards_played"] == len(happened("play"))
        decisions = [line for line in lines if line["type"] == "decision"]
        assert found["plays"] == sum("play" in line["taken"] for line in decisions)
        assert found["waits"] == len(happened("wait"))
        assert found["passes"] == len(happened("pass"))
        assert found["help_used"] == len(happened("use"))
        assert found["cards_over"] == sum(e["amount"] for e in happened("left"))
        assert sum(found[f"used_in_try_{k}"] for k in (1, 2, 3, 4)) == len(happened("use"))
        assert sum(found[f"tries_{k}"] for k in (1, 2, 3, 4)) == len(happened("attempt"))
        assert found["tries_1"] == len(happened("attempt", amount=1))
        for seat in range(spec.players):
            assert found["seat_waits"][seat] == len(happened("wait", seat=seat))
            assert found["seat_help"][seat] == len(happened("use", seat=seat))
            assert found["seat_passes"][seat] == len(happened("pass", seat=seat, amount=0))
            assert found["left_with_cards"][seat] == len(happened("left", seat=seat))
        _songs(found, spec, lines)


def _songs(found, spec, lines):
    """Attempts and successes of each song."""
    if spec.options.play == "song":
        return
    pack, songs = None, []
    for line in lines:
        for event in line.get("events", []):
            if event["event"] == "pack":
                pack = event["amount"] - 1
            if event["event"] in ("attempt", "succeed"):
                songs.append((pack, event["song"], event["event"]))
    for i, p in enumerate(spec.options.played()):
        for k in (1, 2, 3):
            number = 3 * i + k - 1
            assert found[f"song_{number}_attempts"] == songs.count((p, k, "attempt"))
            assert found[f"song_{number}_successes"] == songs.count((p, k, "succeed"))


def test_help_left_counts_what_lies_face_up_at_the_success():
    spec = load("melodies", ["venue=starter"], "greedy")
    replay = Replay(spec, 4, 0)
    lines = [moment.record for moment in replay]
    assert lines[-1]["reason"] == "success"
    state = lines[-2]["state"]
    ready = sum(card["ready"] for card in state["instruments"] + state["audience"])
    assert counted(replay, spec.options)["help_left"] == ready


def test_cards_in_play_are_exposed_to_their_players():
    spec = load("melodies", ["venue=heart", "players=2"], "random")
    replay = Replay(spec, 4, 1)
    lines = [moment.record for moment in replay]
    names = replay._kit.kernel.cards(spec.options)
    ids = [card.id for pack in spec.options.tour() for card in pack.help_cards()]
    start = lines[1]["state"]
    in_play = replay.row.exposure[0]
    for seat, card in enumerate(start["instruments"]):
        assert in_play[9 + ids.index(card["card"])] == 1 << seat
    for card in start["audience"]:
        assert in_play[9 + ids.index(card["card"])] == 3
    assert (in_play[: len(names)] > 0).sum() == 2 + 4
