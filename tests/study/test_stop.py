"""How to stop what plays or compiles, and that it is said when something compiles."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from balance.study import stop
from balance.study.errors import Stopped
from balance.study.stop import Stop, threads


def test_work_is_done_and_its_result_or_error_handed_on() -> None:
    assert Stop().run(lambda: 6 * 7, pytest.fail) == 42
    with pytest.raises(ZeroDivisionError):
        Stop().run(lambda: 1 // 0, pytest.fail)


def test_compiling_is_said_once_and_only_if_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    one = Stop()
    monkeypatch.setattr(stop, "SLOW_SECONDS", 0.0)
    one.run(lambda: time.sleep(0.5), said.append)
    assert said == []  # it is slow, but does not compile
    monkeypatch.setattr(stop, "is_compiling", lambda: True)
    for _ in range(2):
        one.run(lambda: time.sleep(0.7), said.append)
    assert said == ["compiling for this machine, once; this can take a minute or two"]
    monkeypatch.setattr(stop, "SLOW_SECONDS", 60.0)
    Stop().run(lambda: time.sleep(0.3), pytest.fail)


def test_what_was_asked_to_stop_is_left_behind() -> None:
    done = threading.Event()
    one = Stop()
    with one.listening():
        threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()
        with pytest.raises(Stopped) as stopped:
            one.run(lambda: done.wait(60), pytest.fail)
        assert stopped.value.number == signal.SIGINT
        with pytest.raises(Stopped):
            one.run(lambda: pytest.fail("asked to stop, it works on"), pytest.fail)
    done.set()


def test_a_pool_is_waited_for_unless_somebody_wants_to_stop_at_once() -> None:
    held = threading.Event()
    with pytest.raises(Stopped), threads(1, "test") as pool:
        busy, waiting = pool.submit(held.wait, 60), pool.submit(int)
        raise Stopped(signal.SIGINT)
    assert busy.running()
    assert waiting.cancelled()
    held.set()
    with threads(1, "test") as pool:
        task = pool.submit(time.sleep, 0.2)
    assert task.done()


COMMANDS = {
    "replay": "replay kuhn",
    "usage": "cards omen --usage --games 10",
    "check-game": "check-game kuhn --games 1",
    "ladder": "ladder kuhn --deals 10",
    "train": "train kuhn --minutes 0.05 --out weights.yaml",
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_that_it_compiles_and_is_stopped(name: str, tmp_path: Path) -> None:
    cold = os.environ | {"BALANCE_CACHE_DIR": str(tmp_path / "cache")}
    call = [sys.executable, "-m", "balance", *COMMANDS[name].split()]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen(call, cwd=tmp_path, env=cold, **pipes)
    assert process.stderr
    assert process.stderr.readline().startswith("compiling for this machine")
    process.send_signal(signal.SIGINT)
    words = process.communicate(timeout=60)[1]
    assert (process.returncode, words) == (128 + signal.SIGINT, "")
    assert not (tmp_path / "weights.yaml").exists()
