"""Each effect by itself, in each timing it may have, and the windows in which help cards are asked for."""

import itertools

import pytest

from games.melodies.positions import KERNEL, position

REST = ["", "", ""]


def one(text):
    """Instruments of which only seat 0's does something."""
    return [text]


# --- tune, swap


def test_tune():
    p = position(["3 9 4", "2", "1"], instruments=one("tune start_of_turn")).do("use instrument-0")
    assert p.step == "target"
    assert set(p.legal) == {"tune 0 1", "tune 0 2", "tune 1 2", "tune 2 0"}
    p.do("tune 0 2")
    assert p.hands[0] == "9 4 3"
    assert p.happened("tune") == [{"event": "tune", "seat": 0, "amount": 0, "to": 2}]
    assert p.step == "act"


def test_swap():
    p = position(["3 9 4", "2", "1"], instruments=one("swap start_of_turn")).do("use instrument-0")
    assert set(p.legal) == {"swap 0 1", "swap 0 2", "swap 1 2"}
    p.do("swap 0 2")
    assert p.hands[0] == "4 9 3"


def test_swapping_equal_cards_is_not_offered():
    p = position(["3 9 3", "2", "1"], instruments=one("swap start_of_turn")).do("use instrument-0")
    assert set(p.legal) == {"swap 0 1", "swap 1 2"}


@pytest.mark.parametrize("effect", ["tune", "swap"])
def test_a_hand_of_one_number_cannot_be_moved(effect):
    p = position(["3 3", "2", "1"], instruments=one(f"{effect} start_of_turn"))
    assert p.step == "act"


def moved(hand, i, j):
    rest = hand[:i] + hand[i + 1 :]
    return (*rest[:j], hand[i], *rest[j:])


def test_moves_with_one_result_are_one_action_named_by_the_smallest_from_then_to():
    for n in range(2, 6):
        for hand in itertools.product((1, 2, 3), repeat=n):
            p = position([" ".join(map(str, hand)), "5", "5"], at="deal")
            wanted = {}
            for i, j in itertools.product(range(n), repeat=2):
                wanted.setdefault(moved(hand, i, j), f"tune {i} {j}")
            wanted.pop(hand)
            if p.step != "tune":
                assert not wanted
                continue
            assert set(p.legal) == {"no", *wanted.values()}, hand


def test_moves_of_the_drawn_card_are_named_by_the_smallest_to():
    for hand in itertools.product((1, 2, 3), repeat=4):
        text = " ".join(map(str, hand[:3]))
        p = position([text, "", ""], restrictions={"draw_and_tune": [1]}, deck=f"{hand[3]}", draw_and_tune_card="drawn")
        wanted = {}
        for j in range(4):
            wanted.setdefault(moved(hand, 3, j), f"tune 3 {j}")
        wanted.pop(hand)
        assert (set(p.legal) if p.step == "tune" else {"no"}) == {"no", *wanted.values()}, hand


# --- discard, draw, give


def test_discard():
    p = position(["3 9 3", "2", "1"], instruments=one("discard start_of_turn")).do("use instrument-0")
    assert set(p.legal) == {"discard 3 from 0", "discard 3 from 2", "discard 9"}
    p.do("discard 3 from 2")
    assert p.hands[0] == "3 9"
    assert p.discard == "3"


def test_draw():
    p = position(["3", "2", "1"], instruments=one("draw start_of_turn"), deck="8 7").do("use instrument-0")
    assert p.hands[0] == "3 8"
    assert p.deck == "7"
    assert p.happened("draw") == [{"event": "draw", "seat": 0, "amount": 0, "card": 8}]


def test_draw_is_not_asked_for_with_nothing_to_draw():
    assert position(["3", "2", "1"], instruments=one("draw start_of_turn"), deck="").step == "act"


def test_give():
    p = position(["3 3 9", "2", "1"], instruments=one("give start_of_turn")).do("use instrument-0")
    assert set(p.legal) == {"give 3 to 1", "give 3 to 2", "give 9 to 1", "give 9 to 2"}
    p.do("give 3 to 2")
    assert p.hands == ["3 9", "2", "1 3"]
    assert p.view(0)["hands"][2] == [None, 3]
    assert p.view(1)["hands"][2] == [None, None]


def test_a_given_card_stays_known_when_it_is_tuned():
    p = position(["3 9", "2", "1 5"], instruments=["give start_of_turn", "", "tune start_of_turn"])
    p.do("use instrument-0", "give 3 to 2", "use instrument-2", "tune 2 0")
    assert p.hands[2] == "3 1 5"
    assert p.view(0)["hands"][2] == [3, None, None]


# --- split_set


def test_split_set_plays_two_equal_cards_that_are_not_adjacent():
    p = position(["3 9 3 4", "2 2", "1 1"], instruments=one("split_set when_playing"))
    assert "play 3 3" not in p.legal
    p.do("play 3 3 with instrument-0")
    assert p.hands[0] == "9 4"
    assert p.plays == ["0: 3 3"]
    assert p.table()["instruments"][0]["ready"] is False
    assert [card["from"] for card in p.table()["plays"][0]["cards"]] == [0, 2]


def test_split_set_any_pair_that_leaves_another_hand():
    p = position(["3 3 9 3 8 3", "2 2", "1 1"], instruments=one("split_set when_playing"))
    assert {text for text in p.legal if "with" in text} == {
        *("play 3 3 from 0 3 with instrument-0", "play 3 3 from 0 5 with instrument-0"),
        "play 3 3 from 3 5 with instrument-0",
    }
    assert p.do("play 3 3 from 3 5 with instrument-0").hands[0] == "3 3 9 8"


def test_split_pairs_are_named_by_the_leftmost_positions():
    for hand in itertools.product((1, 2), repeat=6):
        p = position([" ".join(map(str, hand)), "5", "5"], instruments=one("split_set when_playing"))
        wanted = {}
        for i, j in itertools.combinations(range(6), 2):
            if hand[i] == hand[j] and j > i + 1:
                wanted.setdefault((hand[i], hand[:i] + hand[i + 1 : j] + hand[j + 1 :]), [i, j])
        names = [KERNEL.name(p.s, p.r, code) for code in p.codes]
        assert sorted(name["from"] for name in names if "split" in name) == sorted(wanted.values()), hand


def test_split_set_counts_as_two_cards_and_keeps_restrictions():
    p = position(["3 9 3", "2 2", "1 1"], instruments=one("split_set when_playing"), restrictions={"at_least_2": [1]})
    assert set(p.legal) == {"play 3 3 with instrument-0", "pass", "wait"}


def test_a_split_set_card_may_be_used_by_its_owner_only_but_a_fan_by_all():
    p = position(["3 9 3", "2 9 2", "1 1"], instruments=one("split_set when_playing")).do("wait")
    assert not any("with" in text for text in p.legal)
    p = position(["3 9 3", "2 9 2", "1 1"], audience=["split_set when_playing"]).do("wait")
    assert "play 2 2 with fan-0" in p.legal


# --- shift, double, cancel


@pytest.mark.parametrize("timing", ["when_playing", "end_of_turn", "anytime"])
def test_shift(timing):
    p = position(["3 4 9", "5", "5 1"], instruments=one(f"shift {timing}"))
    p.do("play 3 4")
    if timing != "when_playing":
        p.do(*["no"] * (timing == "anytime"), "play 5", *["no"] * (timing == "anytime"), "play 5").do(
            "use instrument-0"
        )
        assert {"shift 3 of 0 to 2", "shift 5 of 1 to 6", "shift 5 of 2 to 4"} <= set(p.legal)
    else:
        p.do("use instrument-0")
        assert set(p.legal) == {"shift 3 of 0 to 2", "shift 3 of 0 to 4", "shift 4 of 0 to 3", "shift 4 of 0 to 5"}
    p.do("shift 4 of 0 to 3")
    assert p.happened("shift") == [{"event": "shift", "seat": 0, "amount": 3, "card": 4}]


def test_a_shifted_card_counts_as_its_new_number():
    p = position(["4 9", "5 9", "6 9"], instruments=one("shift end_of_turn")).do("play 4", "play 5", "play 6")
    p.do("use instrument-0", "shift 4 of 0 to 5")
    assert p.row == [5]
    assert p.discard == "4 6"


def test_shift_stays_within_1_to_9():
    p = position(["9 1", "1 1", "5"], instruments=one("shift end_of_turn")).do("play 9", "play 1", "pass")
    assert set(p.do("use instrument-0").legal) == {"shift 9 of 0 to 8", "shift 1 of 1 to 2"}


def test_a_melody_that_nobody_played_gets_its_card_from_the_deck():
    p = position(["4 9", "9", "9"], instruments=one("shift end_of_turn"), deck="1 5 3 5")
    p.do("play 4", "pass", "pass", "use instrument-0", "shift 4 of 0 to 5")
    assert p.row == [5]
    assert p.table()["row_cards"] == [5]
    assert p.deck in ("1 3 5", "1 5 3")
    assert p.discard == "4"


def test_else_it_comes_from_the_discard_pile_else_it_is_only_noted():
    for discard, card, left in (("5 3 5", 5, "3 5 4"), ("3", None, "3 4")):
        p = position(["4 9", "9", "9"], instruments=one("shift end_of_turn"), deck="1 3", discard=discard)
        p.do("play 4", "pass", "pass", "use instrument-0", "shift 4 of 0 to 5")
        assert p.row == [5]
        assert p.table()["row_cards"] == [card]
        assert p.discard == left


def test_double_counts_a_card_twice():
    p = position(["4 9", "5 9", "1 9"], instruments=one("double when_playing"))
    p.do("play 4", "use instrument-0", "double 4 of 0", "play 5", "play 1")
    assert p.row == [4]
    p = position(["4 9", "5 9", "1 9"], instruments=one("double when_playing")).do("play 4", "no", "play 5", "play 1")
    assert p.row == [5]


def test_a_card_cannot_be_doubled_twice():
    p = position(["4 9", "5 9", "1 9"], instruments=one("double end_of_turn"), audience=["double end_of_turn"])
    p.do("play 4", "pass", "pass", "use fan-0", "double 4 of 0")
    assert p.row == [4]  # nothing is left to double, so nobody is asked


def test_cancel_discards_a_played_card():
    p = position(["9 9 4", "5 9", "1 9"], instruments=one("cancel end_of_turn")).do("play 9", "play 5", "pass")
    p.do("use instrument-0", "cancel 9 of 0")
    assert p.row == [5]
    assert p.discard == "9"


def test_a_cancelled_play_holds_no_cards_any_more():
    p = position(
        ["9 4", "5 9", "1 9"],
        instruments=one("cancel when_playing"),
        restrictions={"number_at_least_previous": [1]},
    )
    p.do("play 9", "use instrument-0", "cancel 9 of 0")
    assert p.plays == ["0: "]
    assert "play 5" in p.legal


def test_later_plays_look_at_numbers_as_they_stand():
    p = position(
        ["5 4", "5 9", "1 9"],
        instruments=one("shift when_playing"),
        restrictions={"number_at_least_previous": [1]},
    )
    p.do("play 5", "use instrument-0", "shift 5 of 0 to 6")
    assert "play 5" not in p.legal
    assert "play 9" in p.legal


def test_equal_cards_of_one_play_are_one_choice_and_the_first_is_meant():
    p = position(["4 4 9", "5 9", "1 9"], instruments=one("double end_of_turn"), audience=["shift end_of_turn"])
    p.do("play 4 4", "pass", "pass", "use instrument-0")
    assert set(p.legal) == {"double 4 of 0"}
    p.do("double 4 of 0", "use fan-0")
    assert set(p.legal) == {"shift 4 of 0 to 3", "shift 4 of 0 to 5"}
    p.do("shift 4 of 0 to 5")
    assert p.row == [5]  # the doubled 4 is a doubled 5 now


# --- lowest_tie


def test_lowest_tie():
    p = position(["4 9", "5 9", "1 9"], instruments=one("lowest_tie end_of_turn")).do("play 4", "play 5", "play 1")
    p.do("use instrument-0")
    assert p.row == [1]


def test_lowest_tie_breaks_ties_only_and_in_this_note_only():
    p = position(["4 4 9", "5 9", "1 9"], instruments=one("lowest_tie start_of_turn")).do("use instrument-0")
    p.do("play 4 4", "play 5", "play 1")
    assert p.row == [4]
    assert p.table()["lowest_tie"] is False


# --- skip_restriction


@pytest.mark.parametrize("word", ["even", "at_least_2", "face_down", "ignore_highest", "least_played"])
def test_skip_restriction(word):
    p = position(["5 9", "5", "1"], instruments=one("skip_restriction start_of_turn"), restrictions={word: [1]})
    p.do("use instrument-0", f"skip {word}")
    assert p.table()["skipped"] == [word]
    p.do("play 5", "play 5", "play 1")
    assert p.row == [5]
    assert p.end == ""
    assert p.table()["skipped"] == []


def test_same_and_draw_and_tune_cannot_be_skipped():
    p = position(
        ["5 9", "5", "1"],
        notes=[1, 1, 2],
        row=[4],
        instruments=["skip_restriction start_of_turn"] * 3,
        restrictions={"same": [2], "draw_and_tune": [2]},
        deck="",
        difficulty="expert",
    )
    assert p.step == "tune"
    while p.step == "tune":
        p.do("no")
    assert p.step == "act"


def test_which_restrictions_can_be_skipped_when():
    words = ["face_down", "at_least_2", "even", "ignore_highest"]
    p = position(
        ["5 5 9", "5 5", "4 4"],
        instruments=["skip_restriction anytime"],
        audience=["skip_restriction end_of_turn"],
        restrictions={word: [1] for word in words},
    )
    p.do("use instrument-0")
    assert set(p.legal) == {f"skip {word}" for word in words}
    p.do("skip even", "play 5 5", "play 5 5", "play 4 4", "use fan-0")
    assert set(p.legal) == {"skip ignore_highest"}


def test_while_cards_lie_there_face_down_cannot_be_skipped_but_at_least_2_can():
    p = position(
        ["5 5 9", "5 5", "4 4"],
        instruments=["skip_restriction anytime"],
        restrictions={"face_down": [1], "at_least_2": [1]},
    )
    p.do("no", "play 5 5", "use instrument-0")
    assert p.legal == ["skip at_least_2"]
    assert "play 5" in p.do("skip at_least_2").legal


def test_parity_can_be_skipped_after_the_melody_is_found():
    p = position(["5 9", "5", "4"], instruments=["skip_restriction end_of_turn"], restrictions={"even": [1]})
    p.do("play 5", "pass", "pass", "no")
    assert p.window == "after_melody"
    p.do("use instrument-0", "skip even")
    assert p.end == ""


# --- bass


@pytest.mark.parametrize("timing", ["anytime", "end_of_turn"])
def test_bass(timing):
    p = position(["5 9", "5", "4"], instruments=one(f"bass {timing}")).do("play 5", "pass", "pass")
    assert p.window == "after_melody"
    assert p.table()["melody"] == 5
    p.do("use instrument-0")
    assert set(p.legal) == {"bass 4", "bass 6"}
    p.do("bass 6")
    assert p.row == [6]
    assert p.happened("row") == [{"event": "row", "amount": 6, "card": 6, "from": "deck"}]


def test_bass_stays_within_1_to_9():
    p = position(["9 9", "5", "4"], instruments=one("bass end_of_turn")).do(
        "play 9", "pass", "pass", "use instrument-0"
    )
    assert p.legal == ["bass 8"]


def test_under_the_parity_filter_the_bass_is_judged():
    p = position(["4 9", "5", "4"], instruments=one("bass end_of_turn"), restrictions={"even": [1]}, parity="filter")
    p.do("play 4", "pass", "pass", "use instrument-0", "bass 5")
    assert p.end == "restriction"


# --- take_back


def test_take_back_returns_the_cards_to_their_old_places_and_that_player_acts_again():
    p = position(["9 5 6 1", "5 9", "4 9"], instruments=one("take_back end_of_turn"))
    p.do("play 5 6", "play 5", "play 4", "use instrument-0")
    assert set(p.legal) == {"take_back 0", "take_back 1", "take_back 2"}
    p.do("take_back 0")
    assert p.hands[0] == "9 5 6 1"
    assert (p.step, p.asked) == ("act", 0)
    assert p.table()["acted"] == [1, 2]
    assert "wait" not in p.legal
    p.do("play 1")
    assert p.plays == [] and p.row == [5]


def test_take_back_between_acts_forgets_waits():
    p = position(["9 5", "5 9", "4 9"], instruments=one("take_back anytime"))
    p.do("wait", "wait", "play 4", "use instrument-0", "take_back 2")
    assert p.plays == []
    assert p.asked == 0
    p.do("wait", "wait")
    assert "wait" not in p.legal


def test_take_back_of_a_split_set_and_of_a_hand_that_is_shorter_now():
    p = position(
        ["3 9 3 8", "5 9", "4 9"],
        instruments=["split_set when_playing", "take_back end_of_turn"],
        audience=["discard when_playing", "discard when_playing"],
    )
    p.do("play 3 3 with instrument-0", "use fan-0", "discard 9", "use fan-1", "discard 8")
    assert p.hands[0] == ""
    p.do("play 5", "play 4", "use instrument-1", "take_back 0")
    assert p.hands[0] == "3 3"
    p = position(["3 9 3 8", "5 9", "4 9"], instruments=["split_set when_playing", "take_back end_of_turn"])
    p.do("play 3 3 with instrument-0", "play 5", "play 4", "use instrument-1", "take_back 0")
    assert p.hands[0] == "3 9 3 8"


def test_cards_taken_back_are_known_to_all_if_they_lay_open():
    p = position(["9 5", "5 9", "4 9"], instruments=one("take_back end_of_turn"))
    p.do("play 5", "play 5", "play 4", "use instrument-0", "take_back 1")
    assert p.view(0)["hands"][1] == [5, None]


def test_shift_and_double_are_lost_with_a_take_back_and_cancelled_cards_stay_away():
    p = position(
        ["5 6 1", "9", "9"],
        instruments=one("take_back end_of_turn"),
        audience=["shift end_of_turn", "cancel end_of_turn"],
    )
    p.do("play 5 6", "pass", "pass", "use fan-0", "shift 5 of 0 to 4", "use fan-1", "cancel 6 of 0")
    p.do("use instrument-0", "take_back 0")
    assert p.hands[0] == "5 1"
    assert p.discard == "6"
    p.do("play 5")
    assert p.row == [5]


def test_a_play_after_a_take_back_comes_last_in_the_order_of_acting():
    p = position(
        ["3 7", "5 9", "6 9"],
        instruments=one("take_back anytime"),
        restrictions={"number_at_least_previous": [1]},
    )
    p.do("play 3", "no", "play 5", "use instrument-0", "take_back 0")
    assert p.asked == 0
    assert "play 3" not in p.legal
    assert "play 7" in p.legal


def test_a_take_back_under_face_down_is_revealed_anew():
    p = position(["3 7", "5 9", "6 9"], instruments=one("take_back end_of_turn"), restrictions={"face_down": [1]})
    p.do("play 3", "play 5", "play 6")
    p.do("use instrument-0", "take_back 0", "play 7")
    assert p.happened("reveal")
    assert p.row == [7]


# --- windows


def test_windows_of_anytime_in_order():
    p = position(["3 4", "5 6", "7 8"], instruments=one("tune anytime"), at="deal", difficulty="expert", notes=[1, 2])
    seen = []
    while not p.end and len(seen) < 20:
        if p.step == "use":
            seen.append((p.note, p.window))
            p.do("no")
        else:
            p.do("pass" if p.note == 1 and p.asked == 1 else next(text for text in p.legal if text.startswith("play")))
    assert seen == [
        (0, "after_deal"),
        (1, "start_of_note"),
    ]  # after the first play seat 0 holds one number only: nothing to tune


def test_before_hands_only_discarding_can_do_something():
    p = position(["3 4", "5", "5"], instruments=["discard anytime"], audience=["tune anytime"], notes=[1])
    p.no().do("play 4").no().do("play 5").no().do("play 5")
    while p.window != "before_hands":
        p.do("no")
    assert p.legal == ["no", "use instrument-0"]
    assert p.asked == 0
    p.do("use instrument-0", "discard 3")
    assert p.end == "success"


def test_after_a_use_asking_starts_again_and_a_no_stands():
    p = position(["3 4", "5 6", "7 8"], audience=["tune start_of_turn", "give start_of_turn"])
    assert p.asked == 0
    p.do("no")
    assert p.asked == 1
    p.do("use fan-1", "give 5 to 0")
    assert p.hands == ["3 4 5", "6", "7 8"]
    assert p.asked == 2  # seat 0 has said no, seat 1 cannot tune one card
    p.do("no")
    assert p.step == "act"


def test_a_no_is_forgotten_when_the_next_window_opens():
    p = position(["3 4", "5 6", "7 8"], instruments=["tune start_of_turn"]).do("no", "pass", "play 5", "play 7")
    assert (p.note, p.window, p.asked) == (2, "start_of_note", 0)


def test_windows_are_asked_from_the_first_seat_of_the_note():
    p = position(["3 4", "5 6", "7 8"], audience=["tune start_of_turn"], row=[1])
    assert p.asked == 1


def test_when_playing_is_asked_of_the_one_who_plays_and_not_of_who_passes():
    p = position(["3 4", "5 6", "7 8"], audience=["tune when_playing"]).do("pass")
    assert p.step == "act"
    p = position(["3 4 9", "5 6", "7 8"], audience=["tune when_playing"]).do("play 3")
    assert (p.window, p.asked) == ("with_act", 0)
    p.do("no")
    assert (p.step, p.asked) == ("act", 1)


def test_instruments_are_used_by_their_owner_once():
    p = position(["3 4", "5 6", "7 8"], instruments=["", "tune anytime"])
    assert p.asked == 1
    p.do("use instrument-1", "tune 0 1")
    assert p.step == "act"
    p.do("play 3", "play 6", "pass").no()
    assert not any(text.startswith("use") for text in p.legal)


def test_before_each_act_after_the_first_there_is_a_window():
    p = position(["3 4", "5 6", "7 8"], instruments=["", "", "tune anytime"]).do("no", "play 3")
    assert (p.window, p.asked) == ("before_act", 2)
    p.do("no", "pass")
    assert (p.window, p.asked) == ("before_act", 2)
    p.do("no", "pass")
    assert p.window == "after_acts"
