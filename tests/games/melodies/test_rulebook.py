"""The rulebook of Melodies, sentence by sentence, played by the engine.

The tests follow the rulebook's order and are listed beside its sentences in docs/rules/melodies.md.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from games.melodies.lookups import everybody, game, happened, offered, plays, start, states
from games.melodies.positions import position
from referee.melodies import restrictions_used
from referee.melodies_content import helper, pack, song
from referee.melodies_notes import RESTRICTIONS, is_run, is_set

VENUES = ["star", "heart", "diamond", "cat", "flower", "cocktail", "bow-tie", "bird", "sparkle", "skull-and-star"]
TOUR = ["starter", *VENUES]
SYMBOLS = ("star", "heart", "diamond", "cat", "flower", "cocktail", "bow tie", "bird", "sparkle", "skull and star")
ALL_CARDS = Counter(dict.fromkeys(range(1, 10), 8))


def packs():
    """The shipped packs, in tour order."""
    return game()[0]["cards"]["packs"]


def ids(cards):
    """The ids of help cards."""
    return [card["id"] for card in cards]


@pytest.fixture(scope="module")
def tour(tmp_path_factory):
    """The record of a whole campaign that is won: three packs of songs with one note and one card a player."""
    folder, names = tmp_path_factory.mktemp("tour"), []
    helpers = [helper(f"instrument-{i}", "tune", "anytime") for i in range(5)]
    fans = [helper(f"fan-{i}", "swap", "anytime") for i in range(5)]
    for i, name in enumerate(("garage", "cellar", "attic")):
        of_venue = ([helper(f"featured-{i}", "tune", "anytime")], (), [helper(f"guest-{i}", "swap", "anytime")])
        one = pack(name, [song([1], 1)] * 3, *((helpers, fans) if i == 0 else of_venue))
        names.append(str(folder / f"{name}.yaml"))
        Path(names[-1]).write_text(json.dumps(one), encoding="utf-8")
    lines = game(play="campaign", packs=tuple(names), max_attempts=1000)
    assert lines[-1]["kind"] == "win"
    return lines


# --- Contents


def test_72_playing_cards_1_to_9_eight_of_each():
    for number in range(3):
        state = start(number)
        assert Counter(state["deck"]) + sum(map(Counter, state["hands"]), Counter()) == ALL_CARDS


def test_the_marker_stands_at_the_current_note():
    assert start()["note"] == 0
    p = position(["1 9", "1 9"], notes=[1, 2])
    assert p.note == 1
    assert p.do("play 1", "play 1").note == 2


def test_the_starter_pack_has_3_songs_5_instruments_and_5_fans():
    starter = packs()[0]
    assert [len(starter[key]) for key in ("songs", "instruments", "fans", "audience")] == [3, 5, 5, 0]


def test_ten_venue_packs():
    venues = packs()[1:]
    assert len(venues) == 10
    assert all(len(venue["songs"]) == 3 and not venue["fans"] for venue in venues)


# --- Setup


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_player_gets_one_instrument_at_random(players):
    own = {card["id"] for card in packs()[0]["instruments"]}
    found = Counter()
    for number in range(12):
        dealt = [entry["card"] for entry in start(number, players=players)["instruments"]]
        assert len(dealt) == len(set(dealt)) == players
        assert set(dealt) <= own
        found[tuple(dealt)] += 1
    assert len(found) > 5


def test_songs_are_played_from_one_dot_to_three(tour):
    assert [event["song"] for event in happened(tour, "succeed")] == [1, 2, 3] * 3
    assert [state["songs_done"] for state in states(tour)] == sorted(state["songs_done"] for state in states(tour))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_as_many_fans_as_players(players):
    fans = {card["id"] for card in packs()[0]["fans"]}
    rows = [[entry["card"] for entry in start(number, players=players)["audience"]] for number in range(12)]
    assert all(len(set(row)) == len(row) == players and set(row) <= fans for row in rows)
    assert len({tuple(row) for row in rows}) > 5


def test_three_fans_with_two_players():
    assert len(start(players=2)["audience"]) == 3


@pytest.mark.parametrize(("song", "size"), [(1, 7), (3, 9)])
def test_each_player_is_dealt_as_many_cards_as_the_song_says(song, size):
    assert packs()[0]["songs"][song - 1]["hand"] == size
    assert [len(hand) for hand in start(song=song)["hands"]] == [size] * 3
    assert {song["hand"] for pack in packs() for song in pack["songs"]} == {7, 9, 11}


def test_every_attempt_is_dealt_anew():
    lines = game(play="venue", max_attempts=3)
    hands = [str(state["hands"]) for state in states(lines) if state["note"] == 0 and state["step"] != "over"]
    assert len({state["attempt"] for state in states(lines)}) == 3
    assert len(set(hands)) >= 3
    assert len({str(start(number)["hands"]) for number in range(20)}) == 20


def test_the_rest_is_a_facedown_pile():
    assert len(start()["deck"]) == 72 - 21
    assert game()[2]["view"]["deck"] == 72 - 21


def test_hands_keep_their_order():
    for number in range(6):
        for line, after in zip(game(number)[2:-1], states(game(number))[1:], strict=True):
            before = states(game(number))[line["number"]]
            if after["step"] == "over" or set(line["taken"]) & {"tune", "swap", "take_back", "give"}:
                continue
            for old, new in zip(before["hands"], after["hands"], strict=True):
                drawn = sum(event["event"] == "draw" for event in line["events"])
                assert is_part(new, [*old, *new[len(new) - drawn :]] if drawn else old)


def is_part(part, whole):
    """Whether a list is the other with some entries left out."""
    rest = iter(whole)
    return all(number in rest for number in part)


# --- Cards


def test_notes_are_played_from_left_to_right():
    for number in range(4):
        notes = [event["amount"] for event in happened(game(number), "note")]
        assert notes == list(range(1, len(notes) + 1))
    p = position(["5 1", "5 1"], notes=[2, 1]).do("play 5", "play 5", "play 1", "play 1")
    assert (p.row, p.won) == ([5, 1], True)


def test_a_card_left_in_hand_fails_the_song():
    p = position(["1 2", "1 2"], notes=[1, 2]).do("play 1", "play 1", "play 2", "pass")
    assert (p.end, p.won) == ("cards_left", False)
    assert p.happened("left") == [{"event": "left", "seat": 0, "amount": 1}]


def test_only_the_relative_position_of_notes_counts():
    for notes in ([1, 3, 2], [10, 12, 11], [-5, 40, 0]):
        p = position(["4 9 6", "4 9 6"], notes=notes)
        p.do("play 4", "play 4", "play 9", "play 9", "play 6", "play 6")
        assert (p.row, p.won) == ([4, 9, 6], True)


def test_a_song_with_5_notes_is_5_turns():
    p = position(["1 2 3 4 5", "1 2 3 4 5"], notes=[1, 2, 3, 4, 5])
    for note in range(1, 6):
        assert p.note == note
        p.do(f"play {note}", f"play {note}")
    assert (len(p.row), p.won) == (5, True)


def test_an_instrument_stays_for_the_songs_of_a_venue(tour):
    held = {(state["pack"], *(entry["card"] for entry in state["instruments"])) for state in states(tour)}
    assert len(held) == 3


def test_an_instrument_is_used_once_per_song():
    p = position(["1 2", "1 2"], notes=[1, 2], instruments=["draw anytime"])
    assert offered(p) == ["instrument-0"]
    p.do("use instrument-0")
    assert (p.step, p.table()["instruments"][0]["ready"]) == ("act", False)
    p.do("play 1", "play 1")
    assert p.step == "act"


def test_any_player_may_use_the_audience():
    p = position(["1 2", "1 2", "1 2"], notes=[1, 2], audience=["draw start_of_turn"])
    for seat in (0, 1, 2):
        assert (p.asked, offered(p)) == (seat, ["fan-0"])
        p.do("no")
    assert p.step == "act"


def test_any_player_may_use_their_own_instrument_only():
    p = position(["1 2", "1 2", "1 2"], notes=[1, 2], instruments=["draw start_of_turn", "", "tune start_of_turn"])
    assert (p.asked, offered(p)) == (0, ["instrument-0"])
    assert (p.do("no").asked, offered(p)) == (2, ["instrument-2"])


def test_the_audience_does_not_refresh_between_songs():
    p = position(["1 1", "1"], notes=[1], audience=["discard start_of_turn"], play="venue", size=1)
    everybody(p.do("use fan-0", "discard 1"), "play 1")
    assert (p.table()["song"], p.table()["audience"][0]["ready"], p.table()["used"]) == (2, False, ["fan-0"])


def test_a_used_card_lies_face_down():
    p = position(["1 2", "1 2"], instruments=["draw anytime"], audience=["draw anytime"])
    assert p.table()["instruments"][0] == {"card": "instrument-0", "ready": True}
    p.do("use instrument-0", "use fan-0")
    assert p.table()["instruments"][0] == {"card": "instrument-0", "ready": False}
    assert (p.table()["audience"][0], p.table()["used"]) == ({"card": "fan-0", "ready": False}, ["fan-0"])


def test_anytime_comes_between_any_two_acts():
    p = position(["1 2", "1 2", "1 2"], notes=[1, 2], instruments=["", "", "draw anytime"])
    asked = []
    while p.note == 1:
        if p.step == "use":
            asked.append((p.asked, p.window))
            p.do("no")
        else:
            p.do("play 1")
    windows = ["start_of_note", "before_act", "before_act", "after_acts", "after_melody"]
    assert asked == [(2, window) for window in windows]


def test_when_playing_only_with_an_own_play():
    p = position(["1 2", "1 2", "1 2"], notes=[1, 2], instruments=["", "draw when_playing"])
    p.do("play 1")
    assert p.step == "act"
    p.do("play 1")
    assert (p.asked, p.window, offered(p)) == (1, "with_act", ["instrument-1"])
    p.do("no", "play 1")
    assert p.note == 2
    p.do("pass")
    assert p.step == "act"  # who passes plays no cards


def test_start_of_turn_only_before_anybody_acts():
    p = position(["1 2", "1 2"], notes=[1, 2], instruments=["draw start_of_turn"])
    assert (p.window, offered(p)) == ("start_of_note", ["instrument-0"])
    p.do("no", "play 1")
    assert p.step == "act"
    p.do("play 1")
    assert (p.window, p.note) == ("start_of_note", 2)


def test_end_of_turn_only_after_all_have_acted():
    p = position(["1 2", "1 2"], notes=[1, 2], instruments=["draw end_of_turn"])
    assert p.step == "act"
    p.do("play 1")
    assert p.step == "act"
    p.do("pass")
    assert (p.window, offered(p)) == ("after_acts", ["instrument-0"])


# --- Playing a Song: Tune, Play Cards


def test_tune_moves_one_card_to_any_other_position():
    p = position(["1 2 3", "9 9 9"], notes=[1, 2], at="deal")
    assert (p.step, p.asked) == ("tune", 0)
    results = set()
    for text in [text for text in p.legal if text.startswith("tune")]:
        p = position(["1 2 3", "9 9 9"], notes=[1, 2], at="deal")
        results.add(p.do(text).hands[0])
    assert results == {"2 1 3", "2 3 1", "1 3 2", "3 1 2"}


def test_each_player_may_tune_one_card_before_each_song():
    p = position(["1 2", "3 4", "5 6"], notes=[1, 2], at="deal", play="venue", size=2)
    for seat in (0, 1, 2):
        assert (p.step, p.asked, "no" in p.legal) == ("tune", seat, True)
        p.do("tune 0 1" if seat == 0 else "no")
    assert (p.hands[0], p.step, p.note) == ("2 1", "act", 1)


def test_each_player_acts_once_per_note():
    p = position(["1 9", "1 9", "1 9"], notes=[1, 2])
    for seat, text in ((0, "play 1"), (1, "pass"), (2, "play 9")):
        assert p.asked == seat
        p.do(text)
    assert (p.note, p.row) == (2, [9])


def test_players_act_in_any_order():
    for order in permutations((0, 1, 2)):
        p = position(["1 9", "1 9", "1 9"], notes=[1, 2])
        for seat in order[:2]:
            while p.asked != seat:
                p.do("wait")
            p.do("play 1")
        assert p.table()["acted"] == list(order[:2])
        assert (p.asked, "wait" in p.legal) == (order[2], False)


def test_a_single_card():
    p = position(["5 1 5", "9"], notes=[1, 2])
    assert plays(p) == {"5", "1"}


def test_a_set_of_adjacent_equal_cards():
    assert plays(position(["3 3 3", "9"])) == {"3", "33", "333"}
    assert plays(position(["3 9 3", "9"])) == {"3", "9"}
    assert position(["3 3 3 5", "9"], notes=[1, 2]).do("play 3 3 3").plays == ["0: 3 3 3"]


def test_a_run_up_or_down():
    assert plays(position(["2 1 5", "9"])) == {"2", "1", "5", "21"}
    assert plays(position(["4 5 6", "9"])) == {"4", "5", "6", "45", "56", "456"}
    assert plays(position(["4 5 4", "9"])) == {"4", "5", "45", "54"}
    assert plays(position(["4 6", "9"])) == {"4", "6"}


def test_only_singles_sets_and_runs_are_ever_offered():
    kazoo = [card["id"] for pack in packs() for card in pack["instruments"] if card["effect"] == "split_set"]
    for line in game(2, without=tuple(kazoo))[2:-1]:
        for action in line["legal"]:
            cards = action.get("play", [1])
            assert len(cards) == 1 or is_set(cards) or is_run(cards)


def test_passing():
    p = position(["1 2", "1 2"], notes=[1, 2])
    assert "pass" in p.legal
    p.do("pass")
    assert (p.hands[0], p.table()["acted"], p.plays) == ("1 2", [0], [])


# --- Set the Melody


def test_the_melody_is_set_after_everyone_has_acted():
    p = position(["1 9", "1 9", "1 9"], notes=[1, 2]).do("play 1", "play 1")
    assert (p.row, p.happened("melody")) == ([], [])
    p.do("pass")
    assert (p.row, p.happened("melody")[0]["amount"]) == ([1], 1)


def test_the_number_played_most_is_the_melody():
    assert position(["2 2 1", "9 1"], notes=[1, 2]).do("play 2 2", "play 9").row == [2]


def test_a_tie_goes_to_the_highest_number():
    assert position(["2 1", "7 1", "5 1"], notes=[1, 2]).do("play 2", "play 7", "play 5").row == [7]


def test_the_melody_card_goes_to_the_row():
    p = position(["2 2 1", "9 1"], notes=[1, 2]).do("play 2 2", "play 9")
    assert (p.row, p.table()["row_cards"]) == ([2], [2])
    assert p.happened("row")[0]["from"] == "played"


def test_other_played_cards_are_discarded():
    p = position(["2 2 1", "9 8 1"], notes=[1, 2]).do("play 2 2", "play 9 8")
    assert (p.discard, p.plays) == ("2 9 8", [])


def test_earlier_notes_stay_in_the_row():
    p = position(["1 2 3", "1 2 3"], notes=[1, 2, 3]).do("play 1", "play 1", "play 2", "play 2")
    assert (p.row, p.table()["row_cards"]) == ([1, 2], [1, 2])


def test_the_example_of_a_melody():
    p = position(["3 4 5 9", "2 9", "4 3 9"], notes=[1, 2]).do("play 3 4 5", "play 2", "play 4 3")
    assert p.row == [4]


def test_a_melody_that_nobody_played_comes_from_the_deck():
    p = position(["4 9", "4 9"], notes=[1, 2], instruments=["bass end_of_turn"], deck="7 5 8")
    p.do("play 4", "play 4", "use instrument-0", "bass 5")
    assert (p.row, p.table()["row_cards"], p.deck) == ([5], [5], "7 8")
    assert p.happened("row")[0]["from"] == "deck"


# --- Follow the Melody


def test_the_melody_follows_every_earlier_note():
    p = position(["5 9", "5 9"], notes=[1, 3, 2, 4], row=[4, 7]).do("play 5", "play 5")
    assert (p.end, p.row) == ("", [4, 7, 5])
    p = position(["3 9", "3 9"], notes=[1, 3, 2, 4], row=[4, 7]).do("play 3", "play 3")  # lower than 7 but not above 4
    assert p.end == "false_note"


def test_a_song_goes_on_until_it_succeeds_or_fails():
    for number in range(6):
        *_, last = states(game(number))
        end = game(number)[-1]
        finished = last["note"] == len(packs()[0]["songs"][0]["notes"]) and not any(last["hands"])
        assert end["kind"] == ("win" if finished and end["reason"] == "success" else "loss")
    p = position(["1 2", "1 2"], notes=[1, 2]).do("play 1", "play 1")
    assert p.end == ""
    assert p.do("play 2", "play 2").won


def test_equal_to_an_earlier_note_is_a_false_note():
    p = position(["4 9", "4 9"], notes=[1, 2, 3], row=[4]).do("play 4", "play 4")
    assert (p.end, p.happened("fail")[0]["amount"]) == ("false_note", 2)


def test_a_wrong_position_is_a_false_note():
    for notes, number in (([1, 2, 3], 3), ([2, 1, 3], 5)):
        p = position([f"{number} 9", f"{number} 9"], notes=notes, row=[4]).do(f"play {number}", f"play {number}")
        assert p.end == "false_note"


def test_the_example_of_a_false_note():
    p = position(["4 3 1", "2 1", "2 3 4 1"], notes=[5, 4, 3, 2, 1], row=[8, 6, 4])
    cards = {0: "play 4 3", 1: "play 2", 2: "play 2 3 4"}
    while not p.end:
        p.do(cards[p.asked])
    assert (p.end, p.row) == ("false_note", [8, 6, 4, 4])


# --- Talk It Out


def test_hands_are_secret():
    p = position(["1 2", "3 4", "5 6"], notes=[1, 2])
    assert p.view(0)["hands"] == [[1, 2], [None, None], [None, None]]
    assert p.view(2)["hands"] == [[None, None], [None, None], [5, 6]]


# --- Succeeding and Failing a Song


def test_a_song_succeeds_with_all_notes_and_empty_hands():
    p = position(["1 2", "1 2"], notes=[1, 2]).do("play 1", "play 1", "play 2")
    assert p.end == ""
    assert (p.do("play 2").end, p.won) == ("success", True)


def test_discarded_cards_count_as_gone():
    p = position(["1 9", "1"], notes=[1], instruments=["discard anytime"])
    while p.window != "before_hands":
        p.do("play 1" if p.step == "act" else "no")
    assert p.do("use instrument-0", "discard 9").won


def test_success_refreshes_instruments():
    p = position(["1 1", "1"], notes=[1], instruments=["discard start_of_turn"], play="venue", size=1)
    p.do("use instrument-0", "discard 1")
    assert p.table()["instruments"][0]["ready"] is False
    everybody(p, "play 1")
    assert (p.table()["song"], p.table()["instruments"][0]["ready"]) == (2, True)


def test_the_tour_begins_after_the_starter_pack(tour):
    events = [event for line in tour[1:-1] for event in line["events"]]
    order = [(event["event"], event["pack"]) for event in events if event["event"] in ("pack", "completed")]
    assert order[:3] == [("pack", "garage"), ("completed", "garage"), ("pack", "cellar")]


def test_a_note_without_a_melody_fails_the_song():
    p = position(["1 2", "1 2"], notes=[1, 2]).do("pass", "pass")
    assert p.end == "no_melody"


def test_a_failed_song_is_attempted_again():
    p = everybody(position(["1 2", "1 2"], notes=[1, 2], play="venue", size=2), "pass")
    table = p.table()
    assert (table["song"], table["attempt"], table["failures"], table["row"]) == (1, 2, 1, [])
    assert [len(hand) for hand in table["hands"]] == [2, 2]


def test_failure_does_not_refresh_the_audience():
    p = position(["1 2", "1 2"], notes=[1, 2], play="venue", size=2, audience=["draw start_of_turn"])
    everybody(p.do("use fan-0"), "pass")
    assert (p.table()["attempt"], p.table()["audience"][0]["ready"]) == (2, False)


def test_easy_mode_refreshes_after_failing_more_than_once():
    p = position(["1 2", "1 2"], play="venue", size=2, difficulty="easy", audience=["draw start_of_turn"] * 2)
    p.do("use fan-1", "use fan-0")
    everybody(p, "pass")
    assert p.table()["used"] == ["fan-1", "fan-0"]  # not after the first failure
    while p.table()["attempt"] == 2:
        everybody(p, "pass")
    assert p.table()["used"] == ["fan-0"]
    assert p.table()["audience"][1] == {"card": "fan-1", "ready": True}


def test_expert_mode_has_no_tune():
    p = position(["1 2", "1 2"], at="deal", difficulty="expert")
    assert (p.step, p.note) == ("act", 1)
    assert all(line["state"]["step"] != "tune" for line in game(3, difficulty="expert")[1:-1])


# --- Going on Tour


def test_venues_introduce_all_restrictions():
    assert restrictions_used(packs()[:1]) == set()
    assert restrictions_used(packs()) == set(RESTRICTIONS)
    met = set()
    for venue in packs()[1:]:
        new = restrictions_used([venue]) - met
        met |= new
        assert len(new) <= 2


def test_star_has_no_instrument_and_diamond_no_audience():
    numbers = {one["id"]: (len(one["instruments"]), len(one["audience"])) for one in packs()[1:]}
    assert numbers.pop("star") == (0, 1)
    assert numbers.pop("diamond") == (1, 0)
    assert set(numbers.values()) == {(1, 1)}


def test_the_order_of_the_tour():
    assert [one["id"] for one in packs()] == TOUR
    assert tuple(one["symbol"] for one in packs()[1:]) == SYMBOLS


def test_restrictions_take_precedence():
    p = position(["1 2 9", "9"], restrictions={"at_least_2": [1]})
    assert plays(p) == {"12"}  # though a single card may be played by the normal rules
    p = position(["8 8 9", "9 3"], notes=[1, 2], restrictions={"least_played": [1]})
    assert p.do("play 8 8", "play 3").row == [3]


def test_a_restriction_that_is_not_kept_fails_the_song():
    p = position(["1 2", "1 2"], notes=[1, 2], restrictions={"even": [1]})
    assert p.do("play 1", "play 1").end == "restriction"
    p = position(["1 2", "5 9"], restrictions={"at_least_2": [1]}, passing_under_restrictions=False)
    assert p.do("play 1 2", "pass").end == "restriction"  # nothing to play


def test_the_example_of_restrictions():
    p = position(["3 2", "3 4"], notes=[2, 1], restrictions={"face_down": [1], "even": [2]})
    p.do("play 3")
    assert p.view(1)["plays"][0]["cards"] == [{"card": None, "counts_as": None, "times": 1, "from": 0}]
    p.do("play 3")
    assert (p.note, p.row) == (2, [3])
    assert p.do("pass", "play 2").end == "cards_left"  # the 2 is even


def test_somebody_has_the_featured_instrument():
    featured = packs()[2]["instruments"][0]["id"]
    seats = Counter()
    for number in range(30):
        held = [entry["card"] for entry in start(number, venue="heart")["instruments"]]
        seats[held.index(featured)] += 1
    assert len(seats) == 3


def test_the_others_get_unlocked_instruments():
    starter, *venues = packs()
    at = TOUR.index("bird") - 1
    unlocked = {*ids(starter["instruments"]), *(card for venue in venues[:at] for card in ids(venue["instruments"]))}
    found = set()
    for number in range(40):
        held = [entry["card"] for entry in start(number, venue="bird", players=5)["instruments"]]
        assert len(set(held)) == 5
        found |= set(held)
    assert found == unlocked | set(ids(venues[at]["instruments"]))


@pytest.mark.parametrize(("players", "fans"), [(2, 3), (4, 4)])
def test_fans_and_the_audience_card_of_the_venue(players, fans):
    row = [entry["card"] for entry in start(venue="heart", players=players)["audience"]]
    assert (len(row), row[-1:]) == (fans + 1, ids(packs()[2]["audience"]))
    assert set(row[:-1]) <= set(ids(packs()[0]["fans"]))
    assert len(start(venue="diamond", players=players)["audience"]) == fans


def test_a_venue_is_complete_after_its_third_song(tour):
    for line in tour[1:-1]:
        if any(event["event"] == "completed" for event in line["events"]):
            assert {"event": "succeed", "song": 3}.items() <= next(
                e for e in line["events"] if e["event"] == "succeed"
            ).items()
    assert len(happened(tour, "completed")) == 3


def test_a_featured_instrument_stays_unlocked():
    featured = packs()[2]["instruments"][0]["id"]
    held = [
        {entry["card"] for entry in start(number, venue="diamond", players=5)["instruments"]} for number in range(20)
    ]
    assert any(featured in cards for cards in held)
    earlier = [
        {entry["card"] for entry in start(number, venue="star", players=5)["instruments"]} for number in range(20)
    ]
    assert not any(featured in cards for cards in earlier)


def test_an_audience_card_stays_at_its_venue(tour):
    rows = {(state["pack"], *(entry["card"] for entry in state["audience"][3:])) for state in states(tour)}
    assert rows == {("garage",), ("cellar", "guest-1"), ("attic", "guest-2")}


def test_a_campaign_plays_venue_after_venue(tour):
    assert [event["pack"] for event in happened(tour, "pack")] == ["garage", "cellar", "attic"]
    assert (tour[-1]["reason"], tour[-1]["scores"]) == ("completed", [9, 9, 9])


# --- All Restrictions


def test_face_down():
    p = position(["3 4 9", "5 9"], notes=[1, 2], restrictions={"face_down": [1]})
    p.do("play 3 4")
    assert [card["card"] for card in p.view(1)["plays"][0]["cards"]] == [None, None]
    assert [card["card"] for card in p.view(0)["plays"][0]["cards"]] == [3, 4]
    p.do("play 5")
    assert (len(p.happened("reveal")), p.row) == (1, [5])


def test_draw_and_tune():
    p = position(["1 3", "1 3"], notes=[1, 2], restrictions={"draw_and_tune": [1]}, deck="2 9", at="note")
    assert (p.step, p.asked, p.hands[0]) == ("tune", 0, "1 3 2")
    p.do("tune 1 2")
    assert (p.hands[0], p.step, p.asked, p.hands[1]) == ("1 2 3", "tune", 1, "1 3 9")
    p.do("no")
    assert (p.step, p.asked) == ("act", 0)


def test_at_least_2():
    p = position(["1 2 4 4", "9"], restrictions={"at_least_2": [1]})
    assert plays(p) == {"12", "44"}


def test_number_at_least_previous():
    p = position(["4 5 9", "4 5 6", "9"], restrictions={"number_at_least_previous": [1]})
    assert plays(p.do("play 4 5")) == {"5", "6", "56"}


def test_differ_from_previous():
    p = position(["4 5 9", "4 5 6 7", "9"], restrictions={"differ_from_previous": [1]})
    assert plays(p.do("play 4 5")) == {"6", "7", "67"}


def test_count_at_least_previous():
    p = position(["4 5 9", "4 5 6 8", "9"], restrictions={"count_at_least_previous": [1]})
    assert plays(p.do("play 4 5")) == {"45", "56", "456"}


def note(key, cards, row=(), notes=(1, 2, 3)):
    """Row and end after a note with a restriction, for which the two players play these cards."""
    p = position([f"{text} 9 7" for text in cards], notes=notes, row=row, restrictions={key: [len(row) + 1]})
    for _ in cards:
        p.do(f"play {cards[p.asked]}")
    return p.row, p.end


def test_even():
    assert note("even", ["2", "2"]) == ([2], "")
    assert note("even", ["3", "3"]) == ([3], "restriction")


def test_odd():
    assert note("odd", ["3", "3"]) == ([3], "")
    assert note("odd", ["2", "2"]) == ([2], "restriction")


def test_same():
    assert note("same", ["4", "4"], [4], [1, 1, 2]) == ([4, 4], "")
    assert note("same", ["5", "5"], [4], [1, 1, 2]) == ([4, 5], "false_note")


def test_one_apart():
    assert note("one_apart", ["5", "5"], [4]) == ([4, 5], "")
    assert note("one_apart", ["3", "3"], [4], [2, 1, 3]) == ([4, 3], "")
    assert note("one_apart", ["6", "6"], [4]) == ([4, 6], "restriction")


def test_ignore_highest():
    assert note("ignore_highest", ["8 8", "3"]) == ([3], "")


def test_least_played():
    assert note("least_played", ["8 8", "3 4"]) == ([4], "")
