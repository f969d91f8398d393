"""`balance play`."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from io import TextIOWrapper
from itertools import groupby, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli.layout import say
from balance.cli.shared import AsJson, Sets, Source, bad_input, count, number, playing, print_json

if TYPE_CHECKING:
    from balance.arena.session import Session
    from balance.spec import Spec

EXAMPLES = (
    "balance play sirenen",
    "balance play omen --seat 1 --bot ismcts:500 --set mode=draft",
    "balance play songbirds --players 3 --bot ismcts:500,greedy",
    "balance play melodies --seed 7 --out my-gig.jsonl",
)
COMMANDS = (
    "a number    take that action (Enter alone: if there is only one)",
    "words       list only the actions with these words",
    "l           list all actions",
    "t           show the table",
    "u           take your last decision back; again: the one before it",
    "?           this help, and what the cards in sight say",
    "q           quit and keep the game",
)
SLOW_SECONDS = 2.0
SEED_BELOW = 10**6
"""Seeds that are drawn are short enough to be typed again."""
MOST_COLUMNS = 4
LONGEST_ECHO = 200
"""Of a line from a pipe so many characters are shown."""
MOST_LISTED = 24
"""More options than this are shown by kind first."""
ALIKE = 3
"""Options that follow each other and begin with so many equal words are of one kind."""

Bot = Annotated[
    str | None,
    typer.Option("--bot", metavar="BOT,BOT", help="Who else plays: one bot for all other seats, or one for each."),
]


def play(
    source: Source,
    seat: Annotated[int, typer.Option(parser=number, metavar="N", help="Your seat, from 0.")] = 0,
    bot: Bot = None,
    sets: Sets = None,
    players: Annotated[int | None, typer.Option(parser=count, metavar="N", help="Number of seats.")] = None,
    seed: Annotated[
        int | None, typer.Option(parser=number, metavar="N", help="Seed of the deal; else one is drawn.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the record of the game goes.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play a game yourself against bots.

    You see what your seat may see. At each decision type the number of an action, u to take one back, ? for help, q to
    quit. The game is kept as a record like that of balance replay --format jsonl, in a new file.

    With --json the talk goes to stderr, and the result to stdout.
    """
    spec = _with_person(source, seat, bot, sets or [], players)
    seed = secrets.randbelow(SEED_BELOW) if seed is None else seed
    path = _record_path(out, f"{spec.game.name}-seed-{seed}")
    talk = _Talk(err=as_json)
    from balance.arena.session import Session

    with playing(), _interruptible():
        _warm_up(spec)
        session = Session(spec, seat, seed)
        try:
            with _interruptible():
                _converse(session, talk)
        finally:
            kept = _keep(session, path, out is None)
        if kept:
            talk.say(["", f"The record of the game: {kept}"])
        if as_json:
            result = session.moments[-1].record if session.is_over else {"type": "quit"}
            print_json(result | {"record": str(kept) if kept else None})


# --- what is played ---


def _with_person(source: str, seat: int, bot: str | None, sets: Sequence[str], players: int | None) -> Spec:
    """The spec with the wanted bots on the other seats; on the person's own sits one that is never asked."""
    from balance.spec import load, make_bot

    spec = load(source, sets, None, players)
    seats = spec.players
    if seat >= seats:
        known = f"{spec.game.name} has seat 0 only" if seats == 1 else f"{spec.game.name} has seats 0 to {seats - 1}"
        raise bad_input(f"--seat: {known}, not {seat}")
    if bot is not None:
        spec = load(source, sets, ",".join(_by_seat(bot, seat, seats)), players)
    never_asked = make_bot("random", spec.game, spec.options)
    return replace(spec, bots=(*spec.bots[:seat], never_asked, *spec.bots[seat + 1 :]))


def _by_seat(bot: str, seat: int, seats: int) -> list[str]:
    names = bot.split(",")
    rest = seats - 1
    if seats == 1:
        raise bad_input("--bot: nobody else plays this game")
    if len(names) not in (1, rest):
        number_of_seats = "is 1 other seat" if rest == 1 else f"are {rest} other seats"
        message = f"--bot: there {number_of_seats}, {len(names)} bots given: give one for each, or one for all"
        raise bad_input(message)
    others = names * rest if len(names) == 1 else names
    return [*others[:seat], "random", *others[seat:]]


def _warm_up(spec: Spec) -> None:
    """Compile, and say so if it takes long."""
    from balance.arena.session import warm_up

    note = "balance: compiling for this machine, once; this can take a minute or two"
    timer = threading.Timer(SLOW_SECONDS, lambda: typer.echo(note, err=True))
    timer.daemon = True
    timer.start()
    try:
        warm_up(spec)
    finally:
        timer.cancel()


# --- the record ---


def _record_path(out: Path | None, name: str) -> Path:
    """Where the record goes, checked before anybody has played."""
    path = out or Path(f"{name}.jsonl")
    if out is not None and out.exists():
        raise bad_input(f"--out: {out} exists, and a record is never written over another file")
    if not path.parent.is_dir():
        raise bad_input(f"--out: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise bad_input(f"no file can be written in {path.parent.resolve()}: name another place with --out")
    return path


def _keep(session: Session, path: Path, may_number: bool) -> Path | None:
    """Write the record to a new file, if there is anything to keep; the file."""
    if not session.decisions and not session.is_over:
        return None
    text = "".join(json.dumps(moment.record, ensure_ascii=False) + "\n" for moment in session.moments)
    for file in _free(path) if may_number else [path]:
        try:
            with file.open("x", encoding="utf-8") as record:
                record.write(text)
        except FileExistsError:
            continue
        return file
    raise bad_input(f"--out: {path} has come to be while you played, and is not written over")


def _free(path: Path) -> Iterator[Path]:
    yield path
    for n in range(2, SEED_BELOW):
        yield path.with_stem(f"{path.stem}-{n}")


# --- the talk ---


@contextmanager
def _interruptible() -> Iterator[None]:
    """Ctrl-C ends what is inside, and nothing else."""
    try:
        yield
    except KeyboardInterrupt:
        typer.echo("", err=True)


class _Talk:
    """A person at a plain terminal, or a pipe."""

    def __init__(self, err: bool):
        self._err = err
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")

    def say(self, lines: Sequence[str]) -> None:
        """Print lines."""
        if lines:
            say("\n".join(lines), self._err)

    def ask(self, prompt: str) -> str | None:
        """A line of input without the blanks around it, None at its end."""
        typer.echo(prompt, nl=False, err=self._err)
        (sys.stderr if self._err else sys.stdout).flush()
        line = sys.stdin.readline()
        text = line.strip()
        if not line or not sys.stdin.isatty():  # a terminal shows what is typed, a pipe does not
            typer.echo(text if len(text) <= LONGEST_ECHO else f"{text[:LONGEST_ECHO]}…", err=self._err)
        return text if line else None


def _converse(session: Session, talk: _Talk) -> None:
    """Play to the end, or until the person quits."""
    talk.say([*session.moments[0].prose[:1], *_who(session), "Type ? for help.", *session.moments[1].prose])
    seen: list[str] = []
    while True:
        for lines in session.go_on():
            talk.say(lines)
        if session.is_over:
            return
        table = session.table()
        talk.say(["", *table, ""] if table != seen else [""])
        seen = table
        if not _decide(session, talk):
            return


def _who(session: Session) -> list[str]:
    names = session.moments[0].record["bots"]
    return [f"Player {i + 1}: {'you' if i == session.seat else name}" for i, name in enumerate(names)]


def _decide(session: Session, talk: _Talk) -> bool:
    """Ask until the person has decided or taken back; whether the game goes on."""
    options = session.options()
    _offer(options, talk)
    while True:
        text = talk.ask(f"Your choice (1{f'-{len(options)}' if len(options) > 1 else ''}): ")
        if text is None or text.lower() == "q":
            return False
        if text == "" and len(options) == 1:
            text = "1"
        if (k := _index(text, options)) is not None:
            talk.say(["", *session.choose(k)])
            return True
        if text.lower() == "u":
            if session.take_back():
                talk.say(["", "Taken back."])
                return True
            talk.say(["There is no decision of yours to take back."])
        else:
            _answer(text, options, session, talk)


def _index(text: str, options: Sequence[str]) -> int | None:
    """The option whose number is typed."""
    numbers = [str(k + 1) for k in range(len(options))]
    return numbers.index(text) if text in numbers else None


def _answer(text: str, options: Sequence[str], session: Session, talk: _Talk) -> None:
    """What is neither a decision nor an end: show something, or say what is wrong."""
    shows: dict[str, Callable[[], None]] = {
        "?": lambda: talk.say([*COMMANDS, *session.legend()]),
        "t": lambda: talk.say(session.table()),
        "l": lambda: _list(options, range(len(options)), talk),
    }
    key = {"h": "?", "help": "?"}.get(text.lower(), text.lower())
    if key in shows:
        shows[key]()
        return
    from balance.input import show

    found = [] if text.isdecimal() else _holding(key, options)
    if found:
        _list(options, found, talk)
    else:
        what = f"{show(text)} is not one of them" if text else "Nothing typed"
        talk.say([f"{what}: type a number from 1 to {len(options)}, words of an action, or ? for help."])


def _holding(words: str, options: Sequence[str]) -> list[int]:
    """The options with these words in a row, else those with all of them somewhere."""
    lower = [option.lower() for option in options]
    in_a_row = [k for k, option in enumerate(lower) if words and words in option]
    return in_a_row or [k for k, option in enumerate(lower) if words and all(w in option for w in words.split())]


def _offer(options: Sequence[str], talk: _Talk) -> None:
    """All options, or if they are many what kinds there are."""
    groups = [list(group) for _, group in groupby(range(len(options)), key=lambda k: options[k].split()[:ALIKE])]
    if len(options) <= MOST_LISTED or len(groups) == 1:
        _list(options, range(len(options)), talk)
        return
    spans = [f"{group[0] + 1}-{group[-1] + 1}" if len(group) > 1 else str(group[0] + 1) for group in groups]
    width = max(map(len, spans)) + 2
    talk.say([f"{span:>{width}}  {_in_common(options, group)}" for span, group in zip(spans, groups, strict=True)])
    example = " ".join(options[0].split()[1:ALIKE])
    talk.say([f'Words list the actions that hold them ("{example}", say), l lists all.'])


def _in_common(options: Sequence[str], group: Sequence[int]) -> str:
    """The words that these options begin with."""
    if len(group) == 1:
        return options[group[0]]
    return f"{_beginning([options[k] for k in group])} …"


def _beginning(texts: Sequence[str]) -> str:
    """The words that all begin with."""
    together = takewhile(lambda words: len(set(words)) == 1, zip(*map(str.split, texts), strict=False))
    return " ".join(words[0] for words in together)


def _list(options: Sequence[str], shown: Sequence[int], talk: _Talk) -> None:
    """Numbered options, in columns if they are many and short."""
    width = len(str(len(options)))
    entries = [f"{k + 1:>{width + 2}}  {options[k]}" for k in shown]
    longest = max(map(len, entries)) + 2
    columns = max(1, min(MOST_COLUMNS, shutil.get_terminal_size().columns // longest))
    rows = -(-len(entries) // columns)
    lines = ["".join(f"{entry:<{longest}}" for entry in entries[i::rows]).rstrip() for i in range(rows)]
    talk.say(lines)
