"""Tests of the Melodies referee itself, on small songs built by hand from the rulebook and the record contract."""

import pytest

from .melodies_help import ACTS, TIMINGS, WINDOWS, moved, tune_moves
from .melodies_positions import act, begun, digits, hands_of, texts

PASS, WAIT, NO = {"pass": True}, {"wait": True}, {"no": True}


def plays_of(game):
    """The plays offered now, as texts; a split set with a plus."""
    offered = [action for action in game.question.legal if "play" in action]
    return sorted({texts(action["play"]) + "+" * ("split" in action) for action in offered})


def places_of(game, number):
    """The places from which a single card of that number can be played."""
    return [action["from"] for action in game.question.legal if action.get("play") == [number]]


def row_of(game):
    return texts(game.state()["row"])


def result(game):
    return game.result["kind"], game.result["reason"]


# ---------------------------------------------------------------------- playing a song


def test_example_4_is_played_twice_and_becomes_the_melody():
    game = act(begun(["3459", "2999", "4399"], [1, 2]), "0 345", "1 2", "2 43")
    assert (row_of(game), game.note, hands_of(game)) == ("4", 2, ["9", "999", "99"])
    assert texts(game.state()["discard"]) == "35243"  # the first 4 lies in the row


def test_example_of_a_false_note():
    game = begun(["8643", "8642", "8662"], [4, 3, 2, 1])
    act(game, "0 8", "1 8", "2 pass", "1 6", "2 pass", "0 6", "2 6", "0 4", "1 4")
    act(game, "0 pass", "1 2", "2 6")
    assert row_of(game) == "8646"
    assert result(game) == ("loss", "false_note")


def test_a_song_succeeds_with_all_notes_defined_and_empty_hands():
    game = act(begun(["25", "25"], [1, 2]), "0 2", "1 2", "1 5", "0 5")
    assert (result(game), game.result["scores"]) == (("win", "success"), [1, 1])


def test_cards_left_fail_a_song():
    game = act(begun(["25", "25"], [1, 2]), "0 2", "1 2", "1 5", "0 pass")
    assert result(game) == ("loss", "cards_left")


def test_no_melody_without_a_card():
    game = act(begun(["25", "25"], [1, 2]), "0 pass", "1 pass")
    assert result(game) == ("loss", "no_melody")


def test_cards_close_up_and_form_new_neighbours():
    game = act(begun(["354", "999"], [1, 2]), "0 5", "1 9")
    assert plays_of(act(game, "1 9")) == ["3", "34", "4"]


def test_equal_slices_that_leave_the_same_hand_are_one_action():
    game = begun(["3353", "9999"], [1, 2])
    assert (plays_of(game), places_of(game, 3)) == (["3", "33", "5"], [0, 3])
    assert hands_of(act(game, {"play": [3], "from": 0}))[0] == "353"
    game = act(begun(["3353", "9999"], [1, 2]), {"play": [3], "from": 3})
    assert hands_of(game)[0] == "335"


# ---------------------------------------------------------------------- order of play


def test_asking_starts_with_the_notes_first_seat():
    game = begun(["12", "12", "12"], [1, 2])
    assert game.question.seat == 0
    act(game, "0 1", "1 1", "2 1")
    assert game.question.seat == 1


def test_waiting_and_the_last_who_must_act():
    game = begun(["12", "12", "12"], [1, 2])
    act(game, "0 wait", "1 wait")
    assert (game.question.seat, WAIT in game.question.legal) == (2, False)
    act(game, "2 1", "0 wait")
    assert (game.question.seat, WAIT in game.question.legal) == (1, False)
    act(game, "1 1")
    assert (game.question.seat, WAIT in game.question.legal) == (0, False)


def test_an_act_forgets_all_waits():
    game = act(begun(["12", "12", "12"], [1, 2]), "0 wait", "1 1")
    assert (game.question.seat, game.state()["waited"], WAIT in game.question.legal) == (0, [], True)


def test_at_most_six_decisions_of_three_players():
    game, asked = begun(["12", "12", "12"], [1, 2]), 0
    while game.note == 1:
        act(game, WAIT if WAIT in game.question.legal else {"play": [1]})
        asked += 1
    assert asked == 6


def test_an_empty_hand_passes_without_being_asked():
    game = act(begun(["12", "12", "12"], [1, 2]), "0 12", "1 1", "2 1")
    assert (game.question.seat, game.state()["acted"]) == (1, [0])
    assert game.events[-1] == {"event": "pass", "seat": 0, "amount": 1}
    act(game, "1 wait")
    assert WAIT not in game.question.legal


# ---------------------------------------------------------------------- tune


def test_tune_before_the_song_by_everybody():
    game = begun(["354", "999", "121"], [1, 2], difficulty="normal")
    assert (game.step, game.question.seat, game.note) == ("tune", 0, 0)
    act(game, {"tune": [0, 1]})
    assert hands_of(game)[0] == "534"
    assert game.question.seat == 2  # 999 cannot be tuned to another order
    act(game, NO)
    assert (game.step, game.note) == ("act", 1)


def test_tune_moves_with_one_result_are_one():
    assert sorted(tune_moves(digits("12"))) == [(0, 1)]
    assert sorted(tune_moves(digits("112"))) == [(0, 2), (2, 0)]
    assert sorted(tune_moves(digits("123"))) == [(0, 1), (0, 2), (1, 2), (2, 0)]
    assert tune_moves(digits("44")) == []
    assert sorted(tune_moves(digits("123"), only=2)) == [(2, 0), (2, 1)]
    assert moved(digits("1234"), 3, 1) == digits("1423")


# ---------------------------------------------------------------------- restrictions


def test_at_least_2():
    game = begun(["123", "999"], [1, 2], restrictions={"at_least_2": [1]})
    assert plays_of(game) == ["12", "123", "23"]
    assert PASS in game.question.legal


def test_restrictions_of_the_play_before_skip_passes_and_not_the_first():
    game = begun(["345", "999", "465"], [1, 2], restrictions={"number_at_least_previous": [1]})
    assert plays_of(game) == ["3", "34", "345", "4", "45", "5"]
    act(game, "0 45", "1 pass")
    assert plays_of(game) == ["5", "6", "65"]
    game = begun(["345", "999", "465"], [1, 2], restrictions={"differ_from_previous": [1]})
    assert plays_of(act(game, "0 45", "1 pass")) == ["6"]
    game = begun(["345", "999", "465"], [1, 2], restrictions={"count_at_least_previous": [1]})
    assert plays_of(act(game, "0 45", "1 pass")) == ["65"]


def test_passing_under_restrictions():
    off = {"passing_under_restrictions": False}
    game = begun(["345", "919", "465"], [1, 2], restrictions={"at_least_2": [1]}, **off)
    assert PASS not in game.question.legal
    act(game, "0 wait")
    assert (plays_of(game), PASS in game.question.legal) == ([], True)
    act(game, "1 pass")
    assert (result(game), game.state()["acted"]) == (("loss", "restriction"), [1])
    game = begun(["345", "919"], [1, 2], restrictions={"even": [2]}, **off)
    assert PASS in game.question.legal


def test_face_down_until_the_reveal():
    game = act(begun(["345", "999"], [2, 1], restrictions={"face_down": [1]}), "0 34")
    hidden = {"card": None, "counts_as": None, "times": 1}
    assert game.view(1)["plays"][0]["cards"] == [{**hidden, "from": 0}, {**hidden, "from": 1}]
    assert game.view(0) | {"hands": 0, "deck": 0} == game.state() | {"hands": 0, "deck": 0}
    act(game, "1 99")
    assert {"event": "reveal"} in game.events
    assert row_of(game) == "9"


def test_face_down_puts_off_what_depends_on_numbers():
    keys = {"face_down": [1], "number_at_least_previous": [1], "count_at_least_previous": [1]}
    game = act(begun(["345", "112"], [1, 2], restrictions=keys), "0 34")
    assert plays_of(game) == ["11", "12"]
    act(game, "1 12")
    assert (result(game), len(game.state()["plays"]), row_of(game)) == (("loss", "restriction"), 2, "")


def test_draw_and_tune():
    keys = {"draw_and_tune": [1, 2]}
    game = begun(["31", "99"], [1, 2], deck="492", restrictions=keys)
    assert (game.step, game.question.seat, hands_of(game)[0], game.drawn) == ("tune", 0, "314", 2)
    act(game, {"tune": [2, 0]})
    assert hands_of(game)[0] == "431"
    assert (game.step, game.drawn) == ("act", None)  # 99 and 9: nothing to tune
    game = begun(["31", "99"], [1, 2], deck="492", restrictions=keys, draw_and_tune_card="drawn")
    assert game.question.legal == [NO, {"tune": [2, 0]}, {"tune": [2, 1]}]


def test_draw_and_tune_with_nothing_to_draw():
    game = begun(["31", "99"], [1, 2], restrictions={"draw_and_tune": [1, 2]})
    act(game, "0 no", "1 no")
    game.hands[0], game.deck, game.discard = game.hands[0] + game.deck, [], []
    act(game, "0 3", "1 9")
    assert [event["event"] for event in game.events][-3:] == ["note", "shuffle", "draw"]
    assert (game.question.seat, game.drawn, game.deck, game.discard) == (1, 2, [], [])  # the 3 that had been played
    act(game, "1 no")
    assert (game.step, game.question.seat, game.drawn) == ("tune", 0, None)


def test_melody_restrictions_fail_the_song():
    keys = {"even": [1]}
    assert result(act(begun(["13", "12"], [1, 2], restrictions=keys), "0 1", "1 1")) == ("loss", "restriction")
    keys = {"one_apart": [2]}
    assert result(act(begun(["13", "13"], [1, 2], restrictions=keys), "0 1", "1 1", "1 3", "0 3"))[1] == "restriction"
    keys = {"same": [2]}
    assert result(act(begun(["13", "13"], [1, 1], restrictions=keys), "0 1", "1 1", "1 3", "0 3"))[1] == "false_note"
    assert result(act(begun(["11", "11"], [1, 1], restrictions=keys), "0 1", "1 1", "1 1", "0 1"))[1] == "success"


def test_without_a_restriction():
    game = begun(["13", "12"], [1, 2], restrictions={"even": [1]}, without=["even"])
    assert row_of(act(game, "0 1", "1 1")) == "1"


# ---------------------------------------------------------------------- the row's card


def test_the_rows_card_comes_from_the_deck_the_discard_pile_or_nowhere():
    kinds = [("bass", "anytime"), ("cancel", "anytime")]
    game = act(begun(["12", "12"], [1, 2], kinds, deck="3"), "0 1", "1 no", "1 1", "1 no", "0 use", {"bass": 2})
    assert (row_of(game), game.events[-2]) == ("2", {"event": "row", "card": 2, "amount": 2, "from": "deck"})
    assert texts(game.state()["discard"]) == "11"
    game = act(begun(["12", "12"], [1, 2], kinds), "0 1", "1 no", "1 1", "1 no")
    game.deck, game.discard = [], game.deck
    act(game, "0 use", {"bass": 2})
    assert game.events[-2]["from"] == "discard"
    game = act(begun(["12", "12"], [1, 2], kinds), "0 1", "1 no", "1 1", "1 no")
    game.deck = []
    act(game, "0 use", {"bass": 2})
    assert (game.events[-2]["from"], game.state()["row_cards"], row_of(game)) == ("none", [None], "2")


def test_a_shifted_card_is_not_that_number_in_the_row():
    game = act(
        begun(["14", "12"], [1, 2], [("shift", "when_playing")]), "0 1", "0 use", {"shift": 1, "seat": 0, "to": 2}
    )
    act(game, "1 2")
    assert row_of(game) == "2"
    assert texts(game.state()["discard"]) == "1"
    game = act(
        begun(["14", "13"], [1, 2], [("shift", "when_playing")]), "0 1", "0 use", {"shift": 1, "seat": 0, "to": 2}
    )
    act(game, "1 pass")
    assert (row_of(game), texts(game.state()["discard"]), game.events[-2]["from"]) == ("2", "1", "deck")


# ---------------------------------------------------------------------- windows and effects


def test_windows_take_the_timings_of_the_contract():
    anytime = [name for name, (timings, _) in WINDOWS.items() if "anytime" in timings]
    assert anytime == ["after_deal", "start_of_note", "before_act", "after_acts", "after_melody", "before_hands"]
    assert {effect for _, effects in WINDOWS.values() for effect in effects} | {"split_set"} == set(TIMINGS)
    assert "bass" not in ACTS


def test_asked_in_seat_order_only_who_can_do_something():
    game = begun(["11", "12", "21"], [1, 2], [("tune", "anytime")] * 3)
    assert (game.window, game.question.seat, game.question.legal) == ("after_deal", 1, [NO, {"use": "own-1"}])
    act(game, "1 no")
    assert (game.question.seat, game.state()["said_no"]) == (2, [1])
    act(game, "2 use")
    assert (game.step, game.using, game.question.legal) == ("target", "own-2", [{"tune": [0, 1]}])
    act(game, {"tune": [0, 1]})
    assert (game.window, game.question.seat, game.state()["said_no"]) == ("start_of_note", 1, [])


def test_a_no_stands_while_others_use_theirs():
    game = begun(["12", "12", "12"], [1, 2], [("draw", "anytime"), None, ("draw", "anytime")])
    act(game, "0 no", "2 use")
    assert (game.window, game.question.seat) == ("start_of_note", 0)  # the window closed without asking seat 0 again


def test_once_per_attempt():
    game = act(begun(["12", "12"], [1, 2], [("draw", "anytime")], deck="7"), "0 use")
    assert (hands_of(game)[0], game.step, game.state()["instruments"][0]["ready"]) == ("127", "act", False)


def test_swap_discard_give_draw():
    game = begun(["1213", "1222"], [1, 2], [("swap", "start_of_turn")])
    assert [action["swap"] for action in act(game, "0 use").question.legal] == [[0, 1], [1, 2], [0, 3], [1, 3], [2, 3]]
    assert hands_of(act(game, {"swap": [0, 3]}))[0] == "3211"
    game = act(begun(["1213", "1222"], [1, 2], [("discard", "start_of_turn")]), "0 use", {"discard": 1})
    assert (hands_of(game)[0], texts(game.state()["discard"])) == ("213", "1")
    game = act(begun(["1213", "1222", "9999"], [1, 2], [("give", "start_of_turn")]), "0 use", {"give": 1, "to": 2})
    assert hands_of(game) == ["213", "1222", "99991"]
    assert [game.view(seat)["hands"][2] for seat in (0, 1)] == [[None] * 4 + [1], [None] * 5]


def test_start_of_turn_not_before_the_first_note_and_not_later_in_it():
    game = begun(["12", "12"], [1, 2], [("draw", "start_of_turn")])
    assert game.window == "start_of_note"
    act(game, "0 no", "0 1", "1 1")
    assert (game.window, game.note) == ("start_of_note", 2)


def test_split_set():
    game = begun(["35333", "99999"], [1, 2], [("split_set", "when_playing")])
    assert "33+" in plays_of(game)
    act(game, {"play": [3, 3], "split": "own-0"})
    assert (hands_of(game)[0], [card["from"] for card in game.state()["plays"][0]["cards"]]) == ("533", [0, 2])
    assert [event["event"] for event in game.events] == ["use", "play", "play"]
    game = begun(["33", "99"], [1, 2], [("split_set", "when_playing")])
    assert "33+" not in plays_of(game)
    game = begun(["353", "999"], [1, 2], [("split_set", "when_playing")], without=["own-0"])
    assert "33+" not in plays_of(game)
    game = begun(["353", "464"], [1, 2], [None, ("split_set", "when_playing")], restrictions={"at_least_2": [1]})
    assert (plays_of(game), plays_of(act(game, "0 wait"))) == ([], ["44+"])


def test_shift_within_1_to_9_chosen_by_player_and_number():
    game = act(begun(["1219", "5555"], [1, 2], [("shift", "when_playing")]), "0 12", "0 use")
    offered = [(action["shift"], action["to"]) for action in game.question.legal]
    assert offered == [(1, 2), (2, 1), (2, 3)]
    act(game, {"shift": 2, "seat": 0, "to": 3})
    assert [(card["card"], card["counts_as"]) for card in game.state()["plays"][0]["cards"]] == [(1, 1), (2, 3)]


def test_the_play_before_counts_as_it_was_shifted():
    keys = {"number_at_least_previous": [1]}
    game = begun(["29", "23"], [1, 2], [("shift", "when_playing")], restrictions=keys)
    act(game, "0 2", "0 use", {"shift": 2, "seat": 0, "to": 3})
    assert plays_of(game) == ["3"]


def test_double_counts_twice_and_cancel_takes_away():
    game = act(
        begun(["22", "33"], [1, 2], [("double", "end_of_turn")]), "0 2", "1 3", "0 use", {"double": 2, "seat": 0}
    )
    assert row_of(game) == "2"
    kinds = [("cancel", "anytime"), ("cancel", "end_of_turn")]
    game = act(begun(["22", "33"], [1, 2], kinds), "0 2", "0 no", "1 3")
    act(game, "0 use", {"cancel": 3, "seat": 1})
    assert (game.state()["plays"][1]["cards"], texts(game.state()["discard"])) == ([], "3")
    act(game, "1 use", {"cancel": 2, "seat": 0})
    assert result(game) == ("loss", "no_melody")


def test_lowest_tie_for_this_note_only():
    game = act(begun(["223", "331"], [1, 2], [("lowest_tie", "start_of_turn")]), "0 use", "0 2", "1 3")
    assert (row_of(game), game.state()["lowest_tie"]) == ("2", False)


def test_bass_within_1_to_9():
    game = act(begun(["99", "12"], [1, 2], [("bass", "end_of_turn")]), "0 9", "1 pass")
    assert (game.window, game.state()["melody"]) == ("after_melody", 9)
    assert act(game, "0 use").question.legal == [{"bass": 8}]


def test_skip_restriction():
    keys = {"even": [1], "face_down": [1], "at_least_2": [1], "least_played": [1]}
    game = begun(["123", "999"], [1, 2], [("skip_restriction", "anytime")], restrictions=keys)
    act(game, "0 use")
    assert [action["skip"] for action in game.question.legal] == ["at_least_2", "even", "face_down", "least_played"]
    act(game, {"skip": "at_least_2"})
    assert (plays_of(game), game.state()["skipped"]) == (["1", "12", "123", "2", "23", "3"], ["at_least_2"])
    game = begun(["123", "999"], [1, 2], [("skip_restriction", "end_of_turn")], restrictions=keys)
    act(game, "0 12", "1 99")
    assert [action["skip"] for action in act(game, "0 use").question.legal] == ["even", "least_played"]
    game = begun(["123", "999"], [1, 2], [("skip_restriction", "end_of_turn")], restrictions=keys)
    act(game, "0 12", "1 99", "0 no")
    assert (game.window, game.question.legal) == ("after_melody", [NO, {"use": "own-0"}])
    act(game, "0 use")
    assert game.question.legal == [{"skip": "even"}]


@pytest.mark.parametrize("key", ["draw_and_tune", "same"])
def test_never_skipped(key):
    keys = {key: [2], "even": [2]}
    helpers = [("skip_restriction", "start_of_turn")]
    game = act(begun(["111", "111"], [1, 1], helpers, restrictions=keys | {"same": [2]}), "0 1", "1 1")
    while game.step == "tune":
        act(game, NO)
    assert [action["skip"] for action in act(game, "0 use").question.legal] == ["even"]


def test_take_back_to_the_old_places_and_act_again():
    game = begun(["12345", "99999"], [1, 2], [("take_back", "anytime")])
    act(game, "0 234", "0 use")
    assert game.question.legal == [{"take_back": 0}]
    act(game, {"take_back": 0})
    assert (hands_of(game)[0], game.state()["acted"], game.question.seat) == ("12345", [], 0)
    assert game.view(1)["hands"][0] == [None, 2, 3, 4, None]  # seen as they lay there


def test_take_back_after_all_have_acted():
    game = begun(["12", "12"], [1, 2], [("take_back", "end_of_turn"), ("shift", "end_of_turn")])
    act(game, "0 1", "1 1", "0 no", "1 use", {"shift": 1, "seat": 0, "to": 2})
    assert (game.window, game.question.seat) == ("after_melody", 0) or game.note == 2
    game = begun(["12", "12"], [1, 2], [("take_back", "end_of_turn"), ("shift", "end_of_turn")])
    act(game, "0 1", "1 1", "0 use", {"take_back": 1})
    assert (game.step, game.question.seat, hands_of(game)[1]) == ("act", 1, "12")
    act(game, "1 2")
    assert (game.window, game.question.seat) == ("after_acts", 1)


def test_a_play_taken_back_unseen_stays_unknown():
    keys = {"face_down": [1]}
    game = begun(["12", "12"], [1, 2], [("take_back", "anytime")], restrictions=keys)
    act(game, "0 12", "0 use", {"take_back": 0})
    assert (game.view(1)["hands"][0], hands_of(game)[0]) == ([None, None], "12")


def test_the_last_discard_before_hands_are_judged():
    game = begun(["12", "11"], [1], [("discard", "anytime")])
    act(game, "0 no", "0 no", "0 1", "0 no", "1 11", "0 no", "0 no")
    assert game.window == "before_hands"
    assert result(act(game, "0 use", {"discard": 2})) == ("win", "success")


# ---------------------------------------------------------------------- attempts, venues


def test_a_failed_song_is_tried_again_with_instruments_ready_and_fans_as_they_are():
    game = begun(["12", "12"], [1, 2], [("draw", "anytime")], play="venue", song=None, max_attempts=2)
    act(game, "0 use", "0 pass", "1 pass")
    state = game.state()
    assert (state["attempt"], state["failures"], state["note"], state["instruments"][0]["ready"]) == (2, 1, 0, True)
    act(game, "0 no", "0 no", "0 pass", "0 no", "1 pass", "0 no")
    assert result(game) == ("unfinished", "max_attempts")
    assert (game.state()["failures"], game.state()["attempt"]) == (2, 2)


def test_instruments_refresh_on_failure_off():
    off = {"instruments_refresh_on_failure": False}
    game = begun(["12", "12"], [1, 2], [("draw", "anytime")], play="venue", song=None, **off)
    act(game, "0 use", "0 pass", "1 pass")
    assert game.state()["instruments"][0]["ready"] is False


def test_easy_mode_turns_up_what_was_used_first_from_the_second_failure_on():
    game = begun(["12", "12"], [1, 2], play="venue", song=None, difficulty="easy")
    game.used, (one, two, _) = ["fan-1", "fan-0"], game.audience
    one["ready"] = two["ready"] = False
    for used in (["fan-1", "fan-0"], ["fan-0"], []):
        act(game, NO, NO, "0 pass", "1 pass")
        assert game.state()["used"] == used
    assert one["ready"] and two["ready"]


def test_succeeding_makes_instruments_ready_and_the_third_song_completes():
    game = begun(["1", "1"], [1], [("draw", "start_of_turn")], play="venue", song=None)
    for song in (1, 2, 3):
        assert (game.state()["song"], game.state()["attempt"], game.state()["songs_done"]) == (song, 1, song - 1)
        act(game, "0 no", "0 1", "1 1")
    assert (result(game), game.result["scores"]) == (("win", "completed"), [3, 3])
    assert [event["event"] for event in game.events][-2:] == ["succeed", "completed"]


# ---------------------------------------------------------------------- places, and what is known of them


def test_discard_and_give_name_the_place_where_it_matters():
    game = act(begun(["33533", "99999"], [1, 2], [("discard", "start_of_turn")]), "0 use")
    assert [(action["discard"], action["from"]) for action in game.question.legal] == [(3, 0), (5, 2), (3, 3)]
    assert hands_of(act(game, {"discard": 3, "from": 3}))[0] == "3353"
    game = act(begun(["353", "999"], [1, 2], [("give", "start_of_turn")]), "0 use")
    assert [action["from"] for action in game.question.legal if action["give"] == 3] == [0, 2]
    assert hands_of(act(game, {"give": 3, "from": 2}))[0] == "35"


def test_a_split_set_names_both_places():
    game = begun(["35363", "99999"], [1, 2], [("split_set", "when_playing")])
    pairs = [action["from"] for action in game.question.legal if "split" in action]
    assert pairs == [[0, 2], [0, 4], [2, 4]]
    assert hands_of(act(game, {"split": "own-0", "from": [0, 4]}))[0] == "536"
    game = begun(["3335", "9999"], [1, 2], [("split_set", "when_playing")])
    assert [action["from"] for action in game.question.legal if "split" in action] == [[0, 2]]


def test_a_given_card_keeps_its_name_face_down_and_when_it_is_taken_back():
    kinds = [("give", "start_of_turn"), ("take_back", "anytime")]
    game = begun(["34", "56", "99"], [1, 2], kinds, restrictions={"face_down": [1]})
    act(game, "0 use", {"give": 4, "to": 1}, "0 pass", {"play": [4]})
    assert [game.view(seat)["plays"][0]["cards"][0]["card"] for seat in (0, 1, 2)] == [4, 4, None]
    act(game, "1 use", {"take_back": 1})
    assert [game.view(seat)["hands"][1] for seat in (0, 1, 2)] == [[None, None, 4], [5, 6, 4], [None] * 3]


def test_tuning_is_seen_by_position():
    kinds = [("give", "start_of_turn"), ("tune", "anytime")]
    game = begun(["34", "56", "99"], [1, 2], kinds)
    act(game, "1 no", "0 use", {"give": 4, "to": 1}, "1 use", {"tune": [0, 2]})
    assert (hands_of(game)[1], game.view(0)["hands"][1]) == ("645", [None, 4, None])


def test_left_tells_who_holds_cards():
    game = act(begun(["12", "12"], [1]), "0 1", "1 12")
    assert game.events[-2:] == [
        {"event": "left", "seat": 0, "amount": 1},
        {"event": "fail", "cause": "cards_left", "amount": 1},
    ]
