"""Signals are heard here whatever started the tests: a shell's background job, say, ignores Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def heard_signals() -> Iterator[None]:
    """SIGINT and SIGTERM do what they do in a terminal; processes that are started here inherit it."""
    ours = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
    before = {number: signal.signal(number, handler) for number, handler in ours.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
