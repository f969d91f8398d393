"""Playing against the bots: by typing, in every mode of every game, to the end."""

from __future__ import annotations

import io
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from balance.arena.replay import Replay
from balance.arena.session import PERSON, Session
from balance.cli import app
from balance.engine.game import names
from balance.engine.redeal import new_room, redeal
from balance.engine.streams import begin, purpose_keys
from balance.spec import load

PROMPT = re.compile(r"Your choice \(1(?:-(\d+))?\): $")
ASKED = re.compile(r"Your choice \(1(?:-\d+)?\): ")
MODES = {
    "tictactoe": ("tictactoe", []),
    "kuhn": ("kuhn", []),
    "songbirds": ("songbirds", ["--players", "3"]),
    "songbirds solo": ("songbirds", ["--set", "mode=solo", "--players", "1"]),
    "songbirds co-op": ("songbirds", ["--set", "mode=coop", "--players", "2"]),
    "sirenen": ("sirenen", []),
    "sirenen tactics": ("sirenen", ["--set", "variant=tactics"]),
    "omen": ("omen", []),
    "omen combined": ("omen", ["--set", "mode=combined"]),
    "omen draft": ("omen", ["--set", "mode=draft"]),
    "melodies song": ("melodies", ["--set", "play=song", "--players", "2"]),
    "melodies venue": ("melodies", ["--set", "play=venue", "--set", "max_attempts=2", "--players", "4"]),
}


def test_all_games_are_played() -> None:
    assert set(names()) == {game for game, _ in MODES.values()}


@dataclass
class Typing(io.TextIOBase):
    """A person: reads what has been printed and types an answer; `choose(number of options, decision)`."""

    screen: io.StringIO
    choose: Callable[[int, int], str]
    decisions: int = 0

    def readline(self, size: int | None = -1) -> str:
        asked = PROMPT.search(self.screen.getvalue())
        assert asked, "asked without a prompt"
        answer = self.choose(int(asked[1] or 1), self.decisions)
        if answer.isdigit():
            self.decisions += 1
        elif answer == "u" and self.decisions:
            self.decisions -= 1
        return f"{answer}\n" if answer != "end of file" else ""


@dataclass
class Played:
    """What came of it."""

    text: str
    lines: list[dict]
    decisions: int


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Played]:
    """Play a game in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(choose: Callable[[int, int], str], *arguments: str) -> Played:
        screen = io.StringIO()
        person = Typing(screen, choose)
        monkeypatch.setattr(sys, "stdout", screen)
        monkeypatch.setattr(sys, "stdin", person)
        before = set(tmp_path.iterdir())
        app(["play", *arguments], standalone_mode=False)
        new = set(tmp_path.iterdir()) - before
        lines = [json.loads(line) for file in new for line in file.read_text(encoding="utf-8").splitlines()]
        return Played(screen.getvalue(), lines, person.decisions)

    return run


def at_random(seed: int) -> Callable[[int, int], str]:
    """Choices that depend on nothing but the number of the decision and of options."""
    return lambda n, decision: str(random.Random(1000 * seed + decision).randrange(n) + 1)


def command(mode: str, *more: str) -> list[str]:
    game, arguments = MODES[mode]
    bot = [] if "solo" in mode else ["--bot", "random"]
    return [game, *arguments, *bot, "--seed", "3", *more]


def people(mode: str) -> int:
    arguments = MODES[mode][1]
    return int(arguments[arguments.index("--players") + 1]) if "--players" in arguments else 2


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("chooser", [pytest.param("first", marks=pytest.mark.slow), "random"])
def test_every_game_is_played_to_the_end(play, mode, chooser) -> None:
    seat = people(mode) - 1
    choose = at_random(5) if chooser == "random" else lambda n, decision: "1"
    done = play(choose, *command(mode, "--seat", str(seat)))
    assert "The end: " in done.text
    assert "The record of the game: " in done.text
    assert [line["type"] for line in done.lines[:2]] == ["game", "start"]
    assert done.lines[-1]["type"] == "end"
    assert done.lines[0]["bots"][seat] == PERSON
    decisions = done.lines[2:-1]
    assert [line["number"] for line in decisions] == list(range(len(decisions)))
    assert all(line["taken"] in line["legal"] for line in decisions)
    mine = [line for line in decisions if line["seat"] == seat]
    assert len(mine) == done.decisions > 0
    for number, line in enumerate(mine):
        assert line["taken"] == line["legal"][int(choose(len(line["legal"]), number)) - 1]
    for score in done.lines[-1]["scores"]:
        assert re.search(rf"(Player \d|All players together): {score}\b", done.text.split("The end: ")[1])


@pytest.mark.parametrize("mode", MODES)
def test_it_is_the_game_of_a_run(play, mode) -> None:
    """A person who takes what a bot would have taken plays the very game that the replay shows, bots and chance too."""
    game, arguments = MODES[mode]
    sets = [word for word in arguments if "=" in word]
    spec = load(game, sets, "random", people(mode))
    lines = [moment.record for moment in Replay(spec, 3, 0)]
    script = [line["legal"].index(line["taken"]) + 1 for line in lines[2:-1] if line["seat"] == 0]
    done = play(lambda n, decision: str(script[decision]), *command(mode))
    expected = json.loads(json.dumps(lines))
    expected[0]["bots"][0] = PERSON
    assert done.lines == expected


@pytest.mark.parametrize("mode", MODES)
def test_what_is_taken_back_leaves_no_trace(play, mode) -> None:
    """With and without decisions taken back, the same choices give the same game: record, chance and bots."""
    plain = play(at_random(7), *command(mode))
    chance, back = random.Random(mode), []

    def hesitant(n: int, decision: int) -> str:
        if len(back) < 40 and chance.random() < 0.4:
            back.append(decision)
            return "u"
        return at_random(7)(n, decision)

    hesitating = play(hesitant, *command(mode))
    assert hesitating.lines == plain.lines
    taken_back = hesitating.text.count("Taken back.")
    assert taken_back == sum(decision > 0 for decision in back)
    assert taken_back > 0 or plain.decisions == 1


def test_another_choice_after_taking_back_is_another_game(play) -> None:
    answers = iter("1u23q")
    done = play(lambda n, decision: next(answers), "tictactoe", "--bot", "random", "--seed", "3", "--seat", "0")
    assert done.lines[2]["taken"]["square"] == 1


def test_nothing_to_take_back(play) -> None:
    answers = iter(["u", "1", "u", "u", "q"])
    done = play(lambda n, decision: next(answers), "tictactoe", "--bot", "random")
    assert done.text.count("There is no decision of yours to take back.") == 2
    assert done.text.count("Taken back.") == 1


# --- what is hidden


def twin(session: Session) -> Session:
    """The same session, to try something."""
    other = copy(session)
    other.moments, other._points = list(session.moments), list(session._points)
    other._game = session._game.fork()
    return other


def elsewhere(session: Session, seed: int) -> Session:
    """The session in another world that looks the same to the person."""
    rng = np.empty((1, 2), dtype=np.uint64)
    begin(rng, purpose_keys(("test play",), 0), np.uint64(seed), np.uint64(0))
    other = twin(session)
    redeal(other._game.state, other._game.kit.rules, session.seat, rng, 0, new_room())
    return other


def told_of(session: Session, k: int) -> tuple[str, list[str]] | None:
    """What the person sees after option k and what it is told of it; None if chance had a part in it."""
    tried = twin(session)
    game = tried._game
    chances = len(game.kit.keys) - game.seats
    before = game.rng[:chances].copy()
    told = tried.choose(k)
    if not np.array_equal(before, game.rng[:chances]):
        return None
    return json.dumps(game.kit.kernel.view(game.state, game.kit.rules, tried.seat)), told


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "tictactoe"])
def test_what_is_hidden_is_never_shown(mode) -> None:
    """In other worlds the person reads the same, until it sees (as the view says, which the referees check) another
    card turned up. What others do: the check `told` of the contract."""
    game, arguments = MODES[mode]
    spec = load(game, [word for word in arguments if "=" in word], "random", people(mode))
    session = Session(spec, 0, 9)
    chance, same, different = random.Random(mode), 0, 0
    list(session.go_on())
    while not session.is_over:
        options = session.options()
        for seed in range(2):
            other = elsewhere(session, 1000 * session.decisions + seed)
            different += other._game.states.tobytes() != session._game.states.tobytes()
            assert (other.table(), other.legend(), other.options()) == (session.table(), session.legend(), options)
            here, there = (told_of(one, len(options) // 2) for one in (session, other))
            if here and there and here[0] == there[0]:
                assert sorted(here[1]) == sorted(there[1])  # the same cards may be drawn in another order
                same += 1
        session.choose(chance.randrange(len(options)))
        list(session.go_on())
    assert same > 0
    assert different > 0


def test_the_others_cards_are_not_named(play) -> None:
    """Of the other's hand only what the game itself has shown is ever on the screen."""
    done = play(at_random(2), *command("sirenen", "--seat", "1"))
    told = done.text.split("The end: ")[0]
    assert "Player 1 draws a card." in told
    assert not re.search(r"Player 1 draws -?\d", told)
    assert re.search(r"Player 2 draws -?\d", told)
    assert not re.search(r"Player 1: .* in hand -?\d+,", told)


# --- input and files


def test_bad_input_asks_again(play) -> None:
    bad = iter(["0", "10", "-1", "1.5", "", "no such words", "9" * 5000, "\u0663", "take", "1"])
    done = play(lambda n, decision: next(bad, "q"), "tictactoe", "--bot", "random")
    told = " ".join(done.text.split())
    assert told.count("type a number from 1 to 9, words of an action, or ? for help.") == 9
    assert len(done.lines) >= 3


def test_enter_takes_the_only_option(play) -> None:
    done = play(lambda n, decision: "" if n == 1 else "1", *command("melodies song"))
    assert "The end: " in done.text
    done = play(lambda n, decision: "" if n == 1 else "1", "tictactoe", "--bot", "random", "--seed", "1")
    assert "The end: " in done.text


def test_words_list_the_options_that_hold_them(play) -> None:
    answers = iter(["square 5", "l", "q"])
    done = play(lambda n, decision: next(answers), "tictactoe", "--bot", "random")
    first, found, everything, *_ = ASKED.split(done.text)
    assert found.split("\n")[1:] == ["  5  mark square 5", ""]
    assert everything.count("mark square") == first.count("mark square") == 9


def test_many_options_are_shown_by_kind_and_all_can_be_listed(play) -> None:
    answers = iter(["l", "q"])
    done = play(lambda n, decision: next(answers), *command("songbirds", "--seed", "5"))
    kinds, everything, *_ = ASKED.split(done.text)
    assert re.search(r"  1-6  place \w+ \d in row …", kinds)
    count = int(PROMPT.search(done.text[: ASKED.search(done.text).end()])[1])
    assert len(re.findall(r"\d+  place \w+ \d in row \d, column \d", everything)) == count > 24


LEGENDS = {
    "songbirds": r"a \+ marks a space that may be played to",
    "sirenen": "stand on their ship card",
    "omen": r"In hand:\n +\S.* \(Cost \d, Strength \d, Offering \d\) - ",
    "melodies song": r"\(anytime: .*\)",
}


@pytest.mark.parametrize("mode", LEGENDS)
def test_help_tells_the_commands_and_what_cards_do(play, mode) -> None:
    for word in ("?", "h", "help", "H"):
        answers = iter([word, "q"])
        done = play(lambda n, decision, answers=answers: next(answers), *command(mode))
        told = ASKED.split(done.text)[1]
        assert "take your last decision back" in told
        assert re.search(LEGENDS[mode], told)


@pytest.mark.parametrize("word", ["q", "Q", "end of file"])
def test_to_quit_keeps_the_game(play, word) -> None:
    done = play(lambda n, decision: "1" if decision < 2 else word, *command("sirenen"))
    assert "The end: " not in done.text
    assert sum(line["type"] == "decision" and line["seat"] == 0 for line in done.lines) == 2
    assert done.lines[-1]["type"] == "decision"


def test_ctrl_c_keeps_the_game(play) -> None:
    def choose(n: int, decision: int) -> str:
        if decision == 2:
            raise KeyboardInterrupt
        return "1"

    done = play(choose, *command("sirenen"))
    assert "The record of the game: " in done.text
    assert sum(line["type"] == "decision" and line["seat"] == 0 for line in done.lines) == 2


def test_a_game_without_a_decision_is_not_kept(play) -> None:
    assert play(lambda n, decision: "q", *command("sirenen")).lines == []


def test_records_are_never_overwritten(play, tmp_path) -> None:
    texts = [play(at_random(1), *command("kuhn")).text for _ in range(3)]
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "kuhn-seed-3-2.jsonl",
        "kuhn-seed-3-3.jsonl",
        "kuhn-seed-3.jsonl",
    ]
    assert "The record of the game: kuhn-seed-3-3.jsonl" in texts[2]


def test_out_names_the_file(play, tmp_path) -> None:
    play(at_random(1), *command("kuhn", "--out", "mine.jsonl"))
    assert (tmp_path / "mine.jsonl").exists()


def test_a_seed_is_drawn_and_told(play) -> None:
    seeds = {play(at_random(1), "kuhn", "--bot", "random").lines[0]["seed"] for _ in range(4)}
    assert len(seeds) > 1


def balance(folder: Path, typed: bytes, *words: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "balance", "play", *words]
    return subprocess.run(command, input=typed, capture_output=True, cwd=folder, check=False)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["kuhn", "--seat", "2"], "kuhn has seats 0 to 1, not 2"),
        (["kuhn", "--bot", "random,random"], "there is 1 other seat, 2 bots given"),
        (["songbirds", "--players", "4", "--bot", "random,random"], "there are 3 other seats, 2 bots given"),
        (["songbirds", "--players", "1", "--set", "mode=solo", "--bot", "random"], "nobody else plays"),
        (["kuhn", "--bot", "radnom"], "did you mean random?"),
        (["kuhm"], "did you mean kuhn?"),
        (["kuhn", "--out", "there.txt"], "there.txt exists"),
        (["kuhn", "--out", "no/such/folder/file"], "there is no folder"),
    ],
)
def test_a_wrong_order_is_one_message(tmp_path, words, message) -> None:
    (tmp_path / "there.txt").write_text("mine")
    done = balance(tmp_path, b"1\n", *words)
    assert done.returncode == 2
    assert message in done.stderr.decode()
    assert b"Traceback" not in done.stderr
    assert (tmp_path / "there.txt").read_text() == "mine"


def test_json_is_the_result(tmp_path) -> None:
    done = balance(tmp_path, b"1\n1\n1\n", "kuhn", "--bot", "random", "--seed", "3", "--json")
    *_, end = (tmp_path / "kuhn-seed-3.jsonl").read_text().splitlines()
    assert json.loads(done.stdout) == json.loads(end) | {"record": "kuhn-seed-3.jsonl"}
    assert b"Your choice" in done.stderr


def test_bytes_that_are_no_text_ask_again(tmp_path) -> None:
    done = balance(tmp_path, b"\xff\xfe\n\0\n1\n", "kuhn", "--bot", "random")
    assert done.returncode == 0
    assert done.stdout.decode().count("is not one of them") == 2


def test_long_lines_are_cut(tmp_path) -> None:
    """Neither the echo of a pipe nor the answer repeats thousands of letters."""
    done = balance(tmp_path, b"x" * 5000 + b"\n1\n", "kuhn", "--bot", "random")
    assert done.returncode == 0
    assert b"is not one of them" in done.stdout
    assert max(map(len, done.stdout.decode().splitlines())) < 400
