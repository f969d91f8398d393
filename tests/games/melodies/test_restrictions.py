"""Each restriction by itself, and how they go together."""

import pytest

from games.melodies.positions import position


def plays(p):
    return {text for text in p.legal if text.startswith("play")}


def order(p, *actions):
    """Carry out the actions by seat 0, 1, 2, who wait for each other where the note begins with another seat."""
    for seat, text in enumerate(actions):
        while p.asked != seat and p.step == "act" and not p.end:
            p.do("wait")
        p.do(text)
    return p


# --- On/Before Play: face_down


def test_face_down_hides_numbers_but_not_how_many_cards():
    p = position(["3 4 9", "2 9", "4 9"], restrictions={"face_down": [1]}).do("play 3 4")
    (play,) = p.view(1)["plays"]
    assert play["face_down"]
    assert [card["card"] for card in play["cards"]] == [None, None]
    assert [card["card"] for card in p.view(0)["plays"][0]["cards"]] == [3, 4]


def test_face_down_cards_are_revealed_when_all_have_acted():
    p = position(["3 4 9", "2 9", "4 9"], restrictions={"face_down": [1]}).do("play 3 4", "pass", "play 4")
    assert p.happened("reveal")
    assert p.row == [4]


# --- draw_and_tune


def test_draw_and_tune_each_draws_to_the_end_and_may_move_a_card():
    p = position(["3 4", "2", "9"], restrictions={"draw_and_tune": [1]}, deck="7 8 5 1 1")
    assert p.hands == ["3 4 7", "2", "9"]
    assert (p.step, p.asked) == ("tune", 0)
    assert p.table()["drawn"] == 2
    p.do("tune 0 2")
    assert p.hands == ["4 7 3", "2 8", "9"]
    p.do("no")
    assert p.asked == 2
    p.do("tune 0 1")
    assert p.hands == ["4 7 3", "2 8", "5 9"]
    assert p.step == "act"


def test_draw_and_tune_starts_with_the_first_seat_of_the_note():
    p = position(["3", "2", "9"], restrictions={"draw_and_tune": [2]}, row=[1], deck="7 8 5")
    assert p.asked == 1
    assert p.hands == ["3", "2 7", "9"]


def test_draw_and_tune_of_the_drawn_card_only():
    p = position(["3 4", "2", "9"], restrictions={"draw_and_tune": [1]}, deck="7 8 5", draw_and_tune_card="drawn")
    assert set(p.legal) == {"no", "tune 2 0", "tune 2 1"}


def test_draw_and_tune_holds_for_experts_and_empty_hands():
    p = position(["", "2", "9"], restrictions={"draw_and_tune": [1]}, deck="7 8 5", difficulty="expert")
    assert p.hands[0] == "7"  # one card: nothing to move, so seat 1 is asked
    assert (p.step, p.asked) == ("tune", 1)


@pytest.mark.parametrize("card", ["any", "drawn"])
def test_draw_and_tune_without_a_card_to_draw(card):
    p = position(["3 4", "2", "9"], restrictions={"draw_and_tune": [1]}, deck="", draw_and_tune_card=card)
    assert p.hands == ["3 4", "2", "9"]
    assert p.step == ("tune" if card == "any" else "act")


def test_an_empty_deck_is_made_of_the_discard_pile_but_not_of_the_row():
    p = position(["3", "2", "9"], restrictions={"draw_and_tune": [2]}, row=[1], deck="", discard="7 8 5 6")
    assert p.happened("shuffle") == [{"event": "shuffle", "amount": 4}]
    assert p.discard == ""
    assert sorted(p.deck.split() + p.hands[1].split()[1:]) == ["5", "6", "7", "8"]
    assert p.row == [1]


# --- at_least_2


def test_at_least_2_allows_no_single_but_passing():
    p = position(["3 4 9", "2", "4"], restrictions={"at_least_2": [1]})
    assert set(p.legal) == {"play 3 4", "pass", "wait"}


# --- the previous player


def test_number_at_least_previous():
    p = position(["3 4 9", "2 4 5 6", "1"], restrictions={"number_at_least_previous": [1]}).do("play 3 4")
    assert plays(p) == {"play 4", "play 5", "play 6", "play 4 5", "play 4 5 6", "play 5 6"}


def test_differ_from_previous():
    p = position(["3 4 9", "2 3 5 4 6", "1"], restrictions={"differ_from_previous": [1]}).do("play 3 4")
    assert plays(p) == {"play 2", "play 5", "play 6"}


def test_count_at_least_previous():
    p = position(["3 4 9", "2 3 4 9", "1"], restrictions={"count_at_least_previous": [1]}).do("play 3 4")
    assert plays(p) == {"play 2 3", "play 2 3 4", "play 3 4"}


@pytest.mark.parametrize("word", ["number_at_least_previous", "differ_from_previous", "count_at_least_previous"])
def test_the_first_play_is_free_and_passes_are_skipped(word):
    p = position(["5 6", "1 5 9", "1 4"], restrictions={word: [1]})
    assert plays(p) == {"play 5", "play 6", "play 5 6"}
    p.do("play 5 6", "pass")
    assert (
        plays(p)
        == {
            "number_at_least_previous": set(),
            "differ_from_previous": {"play 1", "play 4"},
            "count_at_least_previous": set(),
        }[word]
    )


def test_only_the_play_before_counts():
    p = position(["9 1", "1 5", "9 4"], restrictions={"differ_from_previous": [1]}).do("play 9", "play 1")
    assert "play 9" in p.legal


def test_the_play_before_is_that_of_this_note():
    p = position(["5", "5 5", "5 6"], restrictions={"differ_from_previous": [2]}).do("play 5", "play 5", "play 5")
    assert "play 5" in p.legal


@pytest.mark.parametrize(
    ("word", "second", "kept"),
    [
        ("number_at_least_previous", 3, True),
        ("number_at_least_previous", 2, False),
        ("differ_from_previous", 2, True),
        ("differ_from_previous", 3, False),
    ],
)
def test_under_face_down_hidden_numbers_are_judged_at_the_reveal(word, second, kept):
    p = position(["3 9", f"{second} 9", "9"], restrictions={word: [1], "face_down": [1]}).do("play 3")
    assert f"play {second}" in p.legal
    p.do(f"play {second}", "pass")
    assert p.end == ("" if kept else "restriction")


def test_under_face_down_the_number_of_cards_is_seen_and_binds():
    p = position(["3 4 9", "2 3 9", "9"], restrictions={"count_at_least_previous": [1], "face_down": [1]})
    assert plays(p.do("play 3 4")) == {"play 2 3"}


# --- passing_under_restrictions: false


def test_without_passing_whoever_can_play_must():
    p = position(["3 4", "1", "9"], restrictions={"at_least_2": [1]}, passing_under_restrictions=False)
    assert set(p.legal) == {"play 3 4", "wait"}


def test_without_passing_the_song_fails_if_nothing_can_be_played():
    p = position(["3 4", "1", "9"], restrictions={"at_least_2": [1]}, passing_under_restrictions=False).do("play 3 4")
    assert set(p.legal) == {"pass", "wait"}
    p.do("pass")
    assert p.end == "restriction"


def test_without_passing_empty_hands_still_pass_and_other_notes_are_free():
    p = position(["3 4", "", "9 9"], restrictions={"at_least_2": [1]}, passing_under_restrictions=False)
    p.do("play 3 4", "play 9 9")
    assert p.row == [9]
    p = position(["3 4", "1", "9 9"], restrictions={"even": [1]}, passing_under_restrictions=False)
    assert "pass" in p.legal


# --- Melody restrictions


@pytest.mark.parametrize(("word", "number", "kept"), [("even", 4, 1), ("even", 5, 0), ("odd", 5, 1), ("odd", 4, 0)])
def test_even_and_odd(word, number, kept):
    p = position([f"{number} 9", "1", "1"], restrictions={word: [1]}).do(f"play {number}", "pass", "pass")
    assert p.end == ("" if kept else "restriction")


def test_parity_filter_finds_the_melody_among_such_numbers():
    for parity, row in (("check", [5]), ("filter", [4])):
        p = position(["5 5 9", "4", "2"], restrictions={"even": [1]}, parity=parity)
        p.do("play 5 5", "play 4", "play 2")
        assert p.row == row
        assert p.end == ("restriction" if parity == "check" else "")


def test_parity_filter_with_no_such_number_has_no_melody():
    p = position(["5 5", "3", "1"], restrictions={"even": [1]}, parity="filter").do("play 5 5", "play 3", "play 1")
    assert p.end == "no_melody"


@pytest.mark.parametrize("number", range(1, 10))
def test_same(number):
    p = order(
        position([f"{number} 9", "1", "1"], notes=[1, 1, 2], restrictions={"same": [2]}, row=[4]), f"play {number}"
    )
    p.do("pass", "pass")
    assert p.end == ("" if number == 4 else "false_note")


def test_same_holds_for_earlier_notes_too():
    p = position(["4 9", "1", "1"], notes=[2, 1, 1], restrictions={"same": [3]}, row=[6, 4])
    order(p, "play 4").do("pass", "pass")
    assert p.end == "cards_left"
    assert p.row == [6, 4, 4]


@pytest.mark.parametrize("number", range(5, 10))
def test_one_apart(number):
    p = position([f"{number} 9", "1", "1"], restrictions={"one_apart": [2]}, row=[4])
    order(p, f"play {number}").do("pass", "pass")
    assert p.end == ("" if number == 5 else "restriction")


def test_one_apart_looks_at_the_note_before_only():
    p = position(["7 9", "1", "1"], notes=[1, 3, 2, 4], restrictions={"one_apart": [3]}, row=[2, 8])
    order(p, "play 7").do("pass", "pass")
    assert p.end == ""


def test_ignore_highest():
    p = position(["9 9 1", "4", "2"], restrictions={"ignore_highest": [1]}).do("play 9 9", "play 4", "play 2")
    assert p.row == [4]


def test_ignore_highest_with_one_number_has_no_melody():
    p = position(["9 9", "9", "9 2"], restrictions={"ignore_highest": [1]}).do("play 9 9", "play 9", "play 9")
    assert p.end == "no_melody"


def test_least_played():
    p = position(["3 3 1", "3", "4 5"], restrictions={"least_played": [1]}).do("play 3 3", "play 3", "play 4 5")
    assert p.row == [5]


def test_ignore_highest_comes_before_least_played():
    p = position(["3 3 1", "3", "4 5"], restrictions={"least_played": [1], "ignore_highest": [1]})
    p.do("play 3 3", "play 3", "play 4 5")
    assert p.row == [4]


def test_ignore_highest_comes_before_the_parity_filter():
    p = position(["8 8 1", "6", "4 4"], restrictions={"even": [1], "ignore_highest": [1]}, parity="filter")
    p.do("play 8 8", "play 6", "play 4 4")
    assert p.row == [4]


def test_a_false_note_comes_before_a_broken_restriction():
    p = order(position(["3 9", "1", "1"], restrictions={"even": [2]}, row=[4]), "play 3").do("pass", "pass")
    assert p.end == "false_note"


def test_restrictions_hold_on_their_notes_only():
    p = position(["5 9", "1", "1"], restrictions={"even": [2]}).do("play 5", "pass", "pass")
    assert p.end == ""


def test_a_restriction_can_be_done_without():
    p = position(["3 4", "1", "1"], restrictions={"at_least_2": [1]}, without=["at_least_2", "instrument-0"])
    assert "play 3" in p.do("no").legal if p.step == "use" else p.legal
