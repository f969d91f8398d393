"""The event log."""

import numpy as np

from balance.engine.events import clear, new_log, note, noted


def test_events_are_kept_in_order_and_forgotten():
    log = new_log(4)
    note(log, 2, 0, 7, 1)
    note(log, 3, 1, -1, -5)
    assert noted(log) == 2
    assert log[1:3].tolist() == [(2, 0, 7, 1), (3, 1, -1, -5)]
    clear(log)
    assert noted(log) == 0


def test_a_full_log_says_so_and_keeps_what_it_has():
    log = new_log(3)
    for kind in range(5):
        note(log, kind, 0, 0, 0)
    assert noted(log) == 2
    assert log[0].kind == 1
    assert log[1:].kind.tolist() == [0, 1]
    clear(log)
    assert log[0].kind == 0


def test_a_log_of_length_0_takes_nothing():
    log = new_log(0)
    note(log, 1, 0, 0, 0)
    clear(log)
    assert noted(log) == 0
    assert isinstance(log, np.ndarray) and len(log) == 0
