"""Whole random games of the Melodies referee: records that agree, and what the checker finds in wrong ones."""

import json
import random
from pathlib import Path

import pytest

from .melodies import check_replay, content_faults, main, play, restrictions_used
from .melodies_content import RULES, random_packs, random_rules, tour
from .melodies_game import InvariantError
from .melodies_help import TIMINGS
from .melodies_notes import RESTRICTIONS
from .melodies_positions import act, begun, record

TOUR = {"packs": tour()}


def random_game(seed, **fixed):
    """Random rules, content and players."""
    rng = random.Random(seed)
    players = rng.randint(2, 5)
    packs = random_packs(rng, players)
    return {**random_rules(rng, packs, players=players), **fixed}, {"packs": packs}


# ---------------------------------------------------------------------- whole games


@pytest.mark.parametrize("part", range(6))
def test_random_games_hold_the_invariants_and_their_records_agree(part):
    for seed in range(10 * part, 10 * part + 10):
        rules, cards = random_game(seed)
        assert content_faults(cards["packs"], rules) == []
        assert play(rules, cards, random.Random(seed), check=True)["kind"] in ("win", "loss", "unfinished")
        assert check_replay(map(json.dumps, record(rules, cards, seed))) == []


def test_the_small_tour_has_every_restriction_and_is_played():
    assert restrictions_used(tour()) == set(RESTRICTIONS)
    for seed in range(10):
        for more in ({"play": "campaign", "venue": None, "song": None}, {"venue": "attic", "song": 3}):
            rules = {**RULES, "max_attempts": 3, **more}
            assert check_replay(map(json.dumps, record(rules, TOUR, seed))) == []


def test_random_content_has_every_effect_with_every_timing():
    found = set()
    for seed in range(150):
        for pack in random_packs(random.Random(seed), 3):
            for kind in ("instruments", "fans", "audience"):
                found |= {(card["effect"], card["timing"]) for card in pack[kind]}
    assert found == {(effect, timing) for effect, timings in TIMINGS.items() for timing in timings}


def test_random_play_reaches_every_end():
    ends = set()
    for seed in range(250):
        rules, cards = random_game(seed)
        result = play(rules, cards, random.Random(seed))
        ends.add((result["kind"], result["reason"]))
    causes = {("loss", cause) for cause in ("false_note", "no_melody", "restriction", "cards_left")}
    assert ends == causes | {("win", "success"), ("win", "completed"), ("unfinished", "max_attempts")}


# ---------------------------------------------------------------------- what the checker finds


def spoiled(change, seed=3, **rules):
    """The disagreements after a change to the record of a game."""
    lines = json.loads(json.dumps(record({**RULES, **rules}, TOUR, seed)))
    change(lines)
    return check_replay(map(json.dumps, lines))


def decision(lines, wanted):
    """The first decision for which `wanted` holds."""
    return next(line for line in lines[2:-1] if wanted(line))


def test_an_unchanged_record_agrees():
    assert spoiled(lambda lines: None) == []


def test_checker_finds_a_wrong_state():
    assert "discard" in spoiled(lambda lines: lines[4]["state"]["discard"].append(3))[0]
    assert "attempt" in spoiled(lambda lines: lines[3]["state"].update(attempt=2))[0]


def test_checker_finds_hands_out_of_order_after_the_deal():
    def change(lines):
        hands = decision(lines, lambda line: len(set(line["state"]["hands"][0])) > 1)["state"]["hands"]
        hands[0] = [*hands[0][1:], hands[0][0]]

    assert "hands[0]" in spoiled(change)[0]


def test_checker_finds_missing_and_additional_legal_actions():
    def less(lines):
        line = decision(lines, lambda line: len(line["legal"]) > 1)
        line["legal"] = [line["taken"]]

    def more(lines):
        lines[2]["legal"].append({"play": [9, 1]})

    assert "only referee" in spoiled(less)[0]
    assert "'{\"play\": [9, 1]}'" in spoiled(more)[0]


def test_checker_finds_a_view_that_shows_too_much_or_too_little():
    def too_much(lines):
        view, state = lines[2]["view"], lines[1]["state"]
        other = 1 - lines[2]["seat"]
        view["hands"][other] = state["hands"][other]

    def deck(lines):
        lines[2]["view"]["deck"] = lines[1]["state"]["deck"]

    def too_little(lines):
        lines[2]["view"]["hands"][lines[2]["seat"]][0] = None

    assert "view: hands" in spoiled(too_much)[0]
    assert "view: deck" in spoiled(deck)[0]
    assert "view: hands" in spoiled(too_little)[0]


def test_checker_finds_a_wrong_seat_start_number_and_end():
    assert "seat: record 2" in spoiled(lambda lines: lines[2].update(seat=2))[0]
    assert "not the 72 cards" in spoiled(lambda lines: lines[1]["state"]["deck"].pop())[0]
    assert "number" in spoiled(lambda lines: lines[2].update(number=7))[0]
    assert "scores" in spoiled(lambda lines: lines[-1].update(scores=[1, 1, 1]))[0]
    assert "reason" in spoiled(lambda lines: lines[-1].update(reason="success"))[0]
    assert spoiled(lambda lines: lines.pop()) == ["end: no end line"]
    assert "goes on" in spoiled(lambda lines: lines.__delitem__(slice(4, -1)))[0]
    assert "a line after the end" in spoiled(lambda lines: lines.append(lines[-1]))[0]


def test_checker_finds_wrong_events_and_forms():
    assert "events from" in spoiled(lambda lines: lines[2]["events"].append({"event": "reveal"}))[0]
    assert "events from 0" in spoiled(lambda lines: lines[3]["events"].clear())[0]
    assert "not of the documented form" in spoiled(lambda lines: lines[3].pop("legal"))[0]
    assert "is not legal" in spoiled(lambda lines: lines[2].update(taken={"bass": 1}))[0]


def test_checker_finds_instruments_and_fans_that_cannot_be():
    def instrument(lines):
        next(event for event in lines[1]["events"] if event["event"] == "instrument")["card"] = "drum"

    def fan(lines):
        fans = [event for event in lines[1]["events"] if event["event"] == "audience"]
        fans[0]["card"] = fans[1]["card"]

    assert "instruments ['drum'" in spoiled(instrument)[0]
    assert "fans" in spoiled(fan)[0]
    wrong_seat = spoiled(lambda lines: lines[0]["rules"].update(featured_seat=1), venue="cellar", featured_seat=0)
    assert "featured drum" in wrong_seat[0]


def thin_record():
    """A record in which the discard pile is shuffled, and the decision in which that happens."""
    for seed in range(400):
        rng = random.Random(seed)
        packs = random_packs(rng, 5)
        rules = random_rules(rng, packs, "song", 5)
        lines = json.loads(json.dumps(record(rules, {"packs": packs}, seed)))
        for line in lines[2:-1]:
            if line["state"]["deck"] and any(event["event"] == "shuffle" for event in line["events"]):
                return lines, line
    raise AssertionError("no shuffle in 400 games")


def test_checker_finds_a_shuffle_of_other_cards():
    lines, line = thin_record()
    assert check_replay(map(json.dumps, lines)) == []
    line["state"]["deck"][0] = line["state"]["deck"][0] % 9 + 1
    assert "shuffled cards differ" in check_replay(map(json.dumps, lines))[0]


def test_checker_finds_content_that_cannot_be_played():
    def same_first(lines):
        lines[0]["cards"]["packs"][0]["songs"][0]["restrictions"] = {"same": [1]}

    def bad_timing(lines):
        lines[0]["cards"]["packs"][0]["instruments"][2]["timing"] = "when_playing"

    assert "first note" in spoiled(same_first)[0]
    assert "bass: bass when_playing" in spoiled(bad_timing)[0]


def test_command_line(tmp_path, capsys):
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    lines = [json.dumps(line) for line in record(RULES, TOUR, 3)]
    good.write_text("\n".join(lines), encoding="utf-8")
    bad.write_text("\n".join(lines[:-1]), encoding="utf-8")
    assert main([str(good)]) == 0
    assert main([str(good), str(bad)]) == 1
    assert "no end line" in capsys.readouterr().out


def test_invariants_are_noticed():
    game = begun(["12", "12"], [1, 2])
    game.assert_invariants()
    game.deck.pop()
    with pytest.raises(InvariantError, match="72"):
        game.assert_invariants()
    game = act(begun(["12", "12"], [1, 2]), "0 1", "1 1")
    game.row += [3, 4]
    with pytest.raises(InvariantError, match="row"):
        game.assert_invariants()


def test_referee_does_not_import_the_engine():
    for path in Path(__file__).parent.glob("*melodies*.py"):
        assert "balance" not in path.read_text(encoding="utf-8").replace('"balance" not in', "")
