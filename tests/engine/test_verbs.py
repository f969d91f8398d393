"""How games register their verbs, and that two games of one shape stay apart."""

import numpy as np
import pytest

from balance.engine.jit import PLAIN, njit
from balance.engine.verbs import VERBS, count, register, state_dtype, to_move


def bodies(**changed):
    made = {
        verb: eval(f"lambda {', '.join(arguments)}: 0", {})  # a body with the contract's argument names
        for verb, arguments in VERBS.items()
    }
    return made | changed


def seat_4(s, r):
    """A body to tell games apart."""
    return 4


def seat_5(s, r):
    """A body to tell games apart."""
    return 5


def record(dtype):
    return np.zeros(1, dtype=dtype).view(np.recarray)[0]


FIELDS = [("turn", np.int64)]
FOUR, FIVE = state_dtype("shape_four", FIELDS), state_dtype("shape_five", FIELDS)
register(FOUR, **bodies(to_move=seat_4))
register(FIVE, **bodies(to_move=seat_5))


@njit
def asked(s, r):
    return to_move(s, r)


def test_games_of_one_shape_keep_their_own_bodies():
    for _ in range(2):
        assert [asked(record(dtype), record(FOUR)) for dtype in (FOUR, FIVE)] == [4, 5]
        assert [to_move(record(dtype), record(FOUR)) for dtype in (FOUR, FIVE)] == [4, 5]


def test_a_state_without_a_mark_is_refused():
    with pytest.raises(TypeError, match=r"made by balance\.engine\.verbs\.state_dtype"):
        register(np.dtype(FIELDS, align=True), **bodies())


def test_missing_verbs_are_named():
    made = bodies()
    del made["unseen"], made["apply"]
    with pytest.raises(TypeError, match="missing_verbs: verbs without a body: apply, unseen"):
        register(state_dtype("missing_verbs", FIELDS), **made)


def test_unknown_verbs_are_named():
    with pytest.raises(TypeError, match="there is no verb 'undo'; the verbs are deal, to_move"):
        register(state_dtype("unknown_verb", FIELDS), **bodies(), undo=seat_4)


def test_other_argument_names_are_refused():
    def to_move(state, rules):
        return 0

    with pytest.raises(TypeError, match=r"to_move takes \(s, r\), not \(state, rules\)"):
        register(state_dtype("wrong_names", FIELDS), **bodies(to_move=to_move))


def test_a_second_body_is_refused():
    with pytest.raises(TypeError, match="has a body already"):
        register(FOUR, **bodies())


@pytest.mark.skipif(PLAIN, reason="only compiled code has types")
def test_a_game_without_a_body_is_named_by_the_compiler():
    from numba.core.errors import TypingError

    @njit
    def ask(s, r):
        return count(s, r)

    with pytest.raises(TypingError, match="game 'bodiless' has no body for the verb 'count'"):
        ask(record(state_dtype("bodiless", FIELDS)), record(FOUR))
