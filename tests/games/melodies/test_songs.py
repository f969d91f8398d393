"""A song as the rulebook plays it: plays, the Melody, following it, succeeding, failing, attempts and venues."""

import itertools

import pytest

from games.melodies.positions import KERNEL, position


def plays(p):
    return {text for text in p.legal if text.startswith("play")}


# --- Play Cards


def test_a_single_a_set_or_a_run_of_adjacent_cards_may_be_played():
    p = position(["3 3 3 5 6 4", "1", "1"])
    assert plays(p) == {"play 3", "play 3 3", "play 3 3 3", "play 5", "play 6", "play 4", "play 5 6"}


def test_runs_go_up_or_down_by_one_each():
    p = position(["4 5 6 5 4 2", "1", "1"])
    assert plays(p) == {
        *("play 4 from 0", "play 4 from 4", "play 5 from 1", "play 5 from 3", "play 6", "play 2"),
        *("play 4 5", "play 4 5 6", "play 5 6"),
        *("play 6 5", "play 6 5 4", "play 5 4"),
    }


def test_a_run_does_not_go_from_9_to_1():
    assert plays(position(["8 9 1 2", "1", "1"])) == {
        *("play 8", "play 9", "play 1", "play 2", "play 8 9", "play 1 2"),
    }


def test_passing_is_always_possible():
    p = position(["3", "1", "1"]).do("pass")
    assert p.asked == 1
    assert p.hands[0] == "3"


def test_equal_slices_that_leave_different_hands_are_different_actions():
    p = position(["3 7 3 3", "1 1", "1 1"])
    assert plays(p) == {"play 3 from 0", "play 3 from 2", "play 7", "play 3 3"}
    assert position(["3 7 3 3", "1 1", "1 1"]).do("play 3 from 0").hands[0] == "7 3 3"
    assert position(["3 7 3 3", "1 1", "1 1"]).do("play 3 from 2").hands[0] == "3 7 3"


def cut(hand, i, n):
    return hand[i : i + n], hand[:i] + hand[i + n :]


def test_equal_slices_that_leave_equal_hands_are_one_action_named_by_the_leftmost():
    for n in range(1, 6):
        for hand in itertools.product((1, 2, 3), repeat=n):
            wanted = {}
            for size, i in itertools.product(range(1, n + 1), range(n)):
                numbers = hand[i : i + size]
                steps = {b - a for a, b in itertools.pairwise(numbers)}
                if len(numbers) == size and (size == 1 or (len(steps) == 1 and steps <= {0, 1, -1})):
                    wanted.setdefault(cut(hand, i, size), (numbers, i))
            p = position([" ".join(map(str, hand)), "5", "5"])
            found = [KERNEL.name(p.s, p.r, code) for code in p.codes]
            found = [(tuple(name["play"]), name["from"]) for name in found if "play" in name]
            assert sorted(found) == sorted(wanted.values()), hand


def test_what_remains_closes_up_and_forms_new_neighbours():
    p = position(["4 9 5", "1 1", "1 1"]).do("play 9", "play 1", "play 1", "pass", "pass")
    assert p.hands[0] == "4 5"
    assert "play 4 5" in p.legal


def test_each_player_acts_once_a_note():
    p = position(["3 4", "2 2", "4 3"])
    p.do("play 3", "play 2", "play 4")
    assert p.note == 2
    assert p.row == [4]


# --- in any order


def test_seats_are_asked_in_order_from_the_first_seat_of_the_note():
    p = position(["3 4", "2 2", "4 3"])
    assert p.asked == 0
    p.do("play 3", "play 2", "play 4")
    assert (p.note, p.asked) == (2, 1)
    p = position(["3 4", "2 2", "4 3"], row=[1, 2])
    assert (p.note, p.asked) == (3, 2)
    p = position(["3 4", "2 2", "4 3"], row=[1, 2, 3])
    assert (p.note, p.asked) == (4, 0)


def test_a_player_may_wait_and_is_asked_again_after_the_next_act():
    p = position(["3 4", "2 2", "4 3"]).do("wait")
    assert p.asked == 1
    p.do("play 2")
    assert p.asked == 0
    p.do("wait", "play 4")
    assert p.asked == 0


def test_the_last_one_asked_since_the_last_act_must_act():
    p = position(["3 4", "2 2", "4 3"]).do("wait", "wait")
    assert p.asked == 2
    assert "wait" not in p.legal
    p.do("pass")
    assert p.asked == 0
    p.do("wait")
    assert "wait" not in p.legal


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
def test_every_order_of_acting_can_be_reached(order):
    p = position(["3 4", "2 2", "4 3"])
    for seat in order:
        while p.asked != seat:
            p.do("wait")
        p.do("pass")
        if p.end:
            return
        assert p.table()["acted"][-1] == seat


def test_an_empty_hand_passes_without_being_asked():
    p = position(["3 4", "", "4 3"])
    assert p.happened("pass") == [{"event": "pass", "seat": 1, "amount": 1}]
    assert p.asked == 0
    assert p.do("play 3").asked == 2


def test_an_automatic_pass_is_an_act_that_ends_all_waits():
    p = position(["3 4", "3", "4 3"], instruments=["", "discard anytime", ""])
    p.do("no", "wait", "wait", "play 4")  # seat 2 plays
    p.do("use instrument-1", "discard 3")  # now seat 1 has no cards
    assert p.table()["acted"] == [2, 1]
    assert p.asked == 0
    assert "wait" not in p.legal


# --- Set the Melody


def test_the_number_played_most_is_the_melody():
    p = position(["3 4 5", "2 9", "4 3"]).do("play 3 4 5", "play 2", "play 4 3")
    assert p.row == [4]  # 3 and 4 were played twice: the example of the rulebook has the 4


def test_ties_go_to_the_highest():
    p = position(["3 3 1", "5 5 1", "9 1"]).do("play 3 3", "play 5 5", "play 9")
    assert p.row == [5]


def test_a_card_of_the_melody_goes_to_the_row_the_others_are_discarded():
    p = position(["3 4 5 1", "2 9", "4 3 9"]).do("play 3 4 5", "play 2", "play 4 3")
    assert p.table()["row_cards"] == [4]
    assert p.discard == "3 5 2 4 3"
    assert p.happened("row") == [{"event": "row", "amount": 4, "card": 4, "from": "played"}]


def test_nobody_plays_no_melody():
    p = position(["3", "2", "4"]).do("pass", "pass", "pass")
    assert p.end == "no_melody"
    assert not p.won


# --- Follow the Melody


@pytest.mark.parametrize(
    ("heights", "row", "number", "right"),
    [
        ([1, 2], [4], 5, True),
        ([1, 2], [4], 4, False),
        ([1, 2], [4], 3, False),
        ([2, 1], [4], 3, True),
        ([2, 1], [4], 5, False),
        ([1, 3, 2], [4, 8], 6, True),
        ([1, 3, 2], [4, 8], 9, False),
        ([1, 3, 2], [4, 8], 4, False),
        ([1, 3, 2], [4, 8], 8, False),
        ([3, 2, 1, 4], [8, 6, 4], 4, False),  # the example of the rulebook: a 4 is there already
        ([10, -5, 0], [8, 2], 3, True),  # only the order of heights matters
    ],
)
def test_a_melody_must_stand_to_every_earlier_note_as_the_song_says(heights, row, number, right):
    p = position([f"{number} 1", "9", "9"], notes=[*heights, 100], row=row)
    while p.asked != 0:
        p.do("pass" if len(p.legal) == 2 else "wait")
    p.do(f"play {number}")
    while p.step == "act" and p.note == len(heights):
        p.do("pass")
    assert p.end == ("" if right else "false_note")
    assert p.row[-1] == number  # it joins the row in any case


def test_a_false_note_fails_at_once():
    p = position(["3 1", "3 1", "9 9"], row=[5]).do("pass", "pass", "play 3")
    assert p.end == "false_note"
    assert p.happened("fail") == [{"event": "fail", "amount": 2, "cause": "false_note"}]


# --- Succeeding and failing


def test_all_notes_and_empty_hands_succeed():
    p = position(["5", "5", "4"], notes=[1, 2], row=[3]).do("play 5", "play 4", "play 5")
    assert p.end == "success"
    assert p.won


def test_one_card_left_fails():
    p = position(["5", "5", "4 1"], notes=[1, 2], row=[3]).do("play 5", "play 4", "play 5")
    assert p.end == "cards_left"
    assert p.happened("left") == [{"event": "left", "seat": 2, "amount": 1}]
    assert not p.won


# --- Tune


def test_before_the_song_each_may_tune_one_card_in_seat_order():
    p = position(["3 9 4", "2 1", "4 4 5"], at="deal")
    assert (p.step, p.asked) == ("tune", 0)
    p.do("tune 1 2")
    assert p.hands[0] == "3 4 9"
    assert p.asked == 1
    p.do("no")
    assert p.hands[1] == "2 1"
    p.do("tune 2 0")
    assert p.hands[2] == "5 4 4"
    assert (p.step, p.note) == ("act", 1)


def test_a_hand_that_no_move_changes_is_not_asked():
    p = position(["3 3 3", "2", "4 5"], at="deal")
    assert p.asked == 2


def test_experts_do_not_tune():
    p = position(["3 9 4", "2 1", "4 4 5"], at="deal", difficulty="expert")
    assert (p.step, p.note) == ("act", 1)


# --- attempts and venues


def lose(p):
    """Fail the song that is played by passing."""
    attempt = (p.table()["attempt"], p.table()["song"], p.table()["failures"])
    while not p.end and (p.table()["attempt"], p.table()["song"], p.table()["failures"]) == attempt:
        p.do("pass" if "pass" in p.legal else "no")
    return p


def test_a_failed_song_is_tried_again_with_a_new_deal():
    p = position(["3", "2", "4"], play="venue", notes=[1, 2])
    lose(p)
    table = p.table()
    assert (table["song"], table["attempt"], table["failures"], table["note"], table["row"]) == (1, 2, 1, 0, [])
    assert [len(hand) for hand in table["hands"]] == [7, 7, 7]
    assert p.happened("attempt") == [{"event": "attempt", "amount": 2, "song": 1}]


def test_a_venue_is_given_up_after_max_attempts():
    p = position(["3", "2", "4"], play="venue", max_attempts=3)
    lose(lose(p))
    assert p.end == ""
    lose(p)
    assert p.end == "max_attempts"
    assert not p.won


def test_success_leads_to_the_next_song_and_after_three_the_venue_is_completed():
    p = position(["5", "5", "4"], notes=[1], play="venue", size=1)
    for song in (1, 2, 3):
        assert p.table()["song"] == song
        assert p.table()["attempt"] == 1
        while not p.end and p.table()["song"] == song:
            p.do(next(text for text in p.legal if text.startswith("play") or text == "no"))
    assert p.end == "completed"
    assert p.won
    assert p.table()["songs_done"] == 3


def test_instruments_are_ready_again_after_a_failure_or_not():
    for refresh in (True, False):
        p = position(
            ["3 1", "2", "4"],
            play="venue",
            instruments=["discard anytime"],
            instruments_refresh_on_failure=refresh,
            max_attempts=5,
        )
        p.do("use instrument-0", "discard 3")
        assert p.table()["instruments"][0] == {"card": "instrument-0", "ready": False}
        lose(p)
        assert p.table()["instruments"][0]["ready"] is refresh


def test_instruments_are_ready_again_after_a_success_whatever_the_option_says():
    p = position(
        ["5 5", "5", "4"],
        notes=[1],
        play="venue",
        size=1,
        instruments=["discard anytime"],
        instruments_refresh_on_failure=False,
    )
    p.do("use instrument-0", "discard 5", "play 5", "play 5", "play 4")
    assert p.table()["song"] == 2
    assert p.table()["instruments"][0]["ready"]


def test_fans_are_refreshed_by_neither_success_nor_failure():
    p = position(["5 5", "5", "4"], notes=[1], play="venue", size=1, audience=["discard anytime", "discard anytime"])
    p.do("use fan-0", "discard 5", "no", "no", "no")
    p.do("play 5", "no", "no", "play 5", "no", "play 4").no()
    table = p.table()
    assert table["song"] == 2
    assert table["audience"] == [{"card": "fan-0", "ready": False}, {"card": "fan-1", "ready": True}]
    lose(p)
    assert p.table()["audience"][0]["ready"] is False


def test_easy_mode_turns_up_the_card_used_first_from_the_second_failure_on():
    p = position(
        ["5 5 5", "5", "4"],
        play="venue",
        difficulty="easy",
        max_attempts=10,
        audience=["discard anytime", "discard anytime"],
    )
    p.do("use fan-1", "discard 5", "use fan-0", "discard 5")
    assert p.table()["used"] == ["fan-1", "fan-0"]
    lose(p)
    assert p.table()["used"] == ["fan-1", "fan-0"]
    lose(p)
    assert p.table()["used"] == ["fan-0"]
    assert p.happened("refresh") == [{"event": "refresh", "amount": 0, "card": "fan-1"}]
    lose(p)
    assert p.table()["used"] == []


def test_normal_mode_turns_nothing_up():
    p = position(["5 5 5", "5", "4"], play="venue", audience=["discard anytime"], max_attempts=10)
    p.do("use fan-0", "discard 5")
    for _ in range(4):
        lose(p)
        assert p.table()["used"] == ["fan-0"]
