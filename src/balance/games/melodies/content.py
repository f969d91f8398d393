"""Packs: songs, instruments and audience, read from the YAML form of docs/games/melodies-record.md."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from balance.games.melodies.words import (
    EFFECT_TIMINGS,
    EFFECTS,
    HIGHEST,
    MOST_DEALT,
    NOTES,
    RESTRICTIONS,
    SONGS,
    TIMINGS,
)
from balance.input import FaultError, Node, checked, did_you_mean, listed, read, show

DATA = Path(__file__).parent / "data"
ID = re.compile("[a-z0-9][a-z0-9-]{0,39}")
LONGEST_NAME = 60
DEEPEST_HEIGHT = 100

Height = Annotated[int, Field(ge=-DEEPEST_HEIGHT, le=DEEPEST_HEIGHT)]


class _Named(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    id: str
    name: str

    @field_validator("id")
    @classmethod
    def _check_id(cls, value: str) -> str:
        if not ID.fullmatch(value):
            raise FaultError(f"must be 1 to 40 of the characters a-z, 0-9 and -, not {show(value)}")
        if value in RESTRICTIONS:
            raise FaultError(f"{show(value)} is the name of a restriction; choose another")
        return value

    @field_validator("name")
    @classmethod
    def _check_name(cls, value: str) -> str:
        if not value.isprintable() or value.strip() != value or not 1 <= len(value) <= LONGEST_NAME:
            raise FaultError(f"must be one line of 1 to {LONGEST_NAME} characters without spaces at its ends")
        return value


class HelpCard(_Named):
    """An instrument, a fan or another audience card: one effect, and when it may be used."""

    effect: str
    timing: str

    @field_validator("effect")
    @classmethod
    def _check_effect(cls, value: str) -> str:
        return _word(value, EFFECTS, "an effect")

    @field_validator("timing")
    @classmethod
    def _check_timing(cls, value: str) -> str:
        return _word(value, TIMINGS, "a timing")

    @model_validator(mode="after")
    def _check_together(self) -> Self:
        if self.timing not in EFFECT_TIMINGS[self.effect]:
            allowed = listed(EFFECT_TIMINGS[self.effect])
            raise FaultError(f"{self.timing} does not fit the effect {self.effect}: it may be {allowed}", ("timing",))
        return self


def _word(value: str, known: tuple[str, ...], kind: str) -> str:
    if value not in known:
        raise FaultError(f"{show(value)} is not {kind}{did_you_mean(value, known)}")
    return value


class Song(_Named):
    """A song card: the starting hand, the notes (only the order of their heights matters), restrictions by note."""

    hand: Annotated[int, Field(ge=1, le=MOST_DEALT)]
    notes: Annotated[tuple[Height, ...], Field(strict=False, min_length=1, max_length=NOTES)]
    restrictions: dict[str, Annotated[tuple[int, ...], Field(strict=False)]] = {}

    @field_validator("restrictions", mode="before")
    @classmethod
    def _check_words(cls, value: Any) -> Any:
        if isinstance(value, dict):
            for key in value:
                if key not in RESTRICTIONS:
                    raise FaultError(f"is not a restriction{did_you_mean(key, RESTRICTIONS)}", (key,))
            return {key: value[key] for key in RESTRICTIONS if key in value}
        return value

    @model_validator(mode="after")
    def _check_notes(self) -> Self:
        for key, notes in self.restrictions.items():
            for i, note in enumerate(notes):
                self._check_note(key, i, note)
        for note in self.on("odd"):
            if note in self.on("even"):
                raise FaultError(f"note {note} cannot be even and odd", ("restrictions", "odd"), ("restrictions",))
        for note, height in enumerate(self.notes, start=1):
            if height in self.notes[: note - 1] and note not in self.on("same"):
                first = self.notes.index(height) + 1
                raise FaultError(
                    f"note {note} is as high as note {first}: that needs the restriction same", ("notes", note - 1)
                )
        if not self.has_row():
            raise FaultError("no row of numbers from 1 to 9 fits these notes and restrictions", ("notes",))
        return self

    def _check_note(self, key: str, i: int, note: int) -> None:
        place = ("restrictions", key, i)
        if not 1 <= note <= len(self.notes):
            raise FaultError(f"there is no note {show(note)}: the song has {len(self.notes)}", place)
        if note in self.restrictions[key][:i]:
            raise FaultError(f"names note {note} twice", place)
        if key in ("same", "one_apart") and note == 1:
            raise FaultError(f"{key} looks at the note before, and note 1 has none", place)
        if key == "same" and self.notes[note - 1] != self.notes[note - 2]:
            raise FaultError(f"note {note} is not as high as the note before it, so it cannot be the same", place)

    def on(self, restriction: str) -> tuple[int, ...]:
        """The notes (from 1) that have a restriction."""
        return self.restrictions.get(restriction, ())

    def ranks(self) -> list[int]:
        """Heights as 1, 2, 3, …, the lowest first."""
        order = sorted(set(self.notes))
        return [order.index(height) + 1 for height in self.notes]

    def has_row(self) -> bool:
        """Whether some row of numbers keeps the order of the notes and their Melody restrictions."""
        return self._can_go_on(())

    def _can_go_on(self, row: tuple[int, ...]) -> bool:
        if len(row) == len(self.notes):
            return True
        return any(self._fits(row, number) and self._can_go_on((*row, number)) for number in range(1, HIGHEST + 1))

    def _fits(self, row: tuple[int, ...], number: int) -> bool:
        note = len(row) + 1
        if (number % 2 and note in self.on("even")) or (not number % 2 and note in self.on("odd")):
            return False
        if note in self.on("one_apart") and abs(number - row[-1]) != 1:
            return False
        height = self.notes[note - 1]
        return all(_sign(number - other) == _sign(height - self.notes[k]) for k, other in enumerate(row))


def _sign(x: int) -> int:
    return (x > 0) - (x < 0)


class Pack(_Named):
    """The Starter Pack or a Venue Pack: three songs and what they bring along."""

    symbol: str
    source: Literal["printed", "reconstructed"]
    about: Annotated[str, Field(max_length=2000)] = ""
    songs: Annotated[tuple[Song, ...], Field(strict=False, min_length=SONGS, max_length=SONGS)]
    instruments: Annotated[tuple[HelpCard, ...], Field(strict=False, max_length=20)] = ()
    fans: Annotated[tuple[HelpCard, ...], Field(strict=False, max_length=20)] = ()
    audience: Annotated[tuple[HelpCard, ...], Field(strict=False, max_length=1)] = ()

    @field_validator("symbol")
    @classmethod
    def _check_symbol(cls, value: str) -> str:
        return cls._check_name(value)

    @model_validator(mode="after")
    def _check_unique(self) -> Self:
        songs = [("songs", i, song.id) for i, song in enumerate(self.songs)]
        cards = [(group, i, card.id) for group in ("instruments", "fans", "audience") for i, card in self._cards(group)]
        for entries in (songs, cards):
            seen: dict[str, str] = {}
            for group, i, one in entries:
                first = seen.setdefault(one, f"{group}[{i}]")
                if first != f"{group}[{i}]":
                    raise FaultError(f"{show(one)} is also the id of {first}", (group, i, "id"))
        return self

    def _cards(self, group: str) -> list[tuple[int, HelpCard]]:
        return list(enumerate(getattr(self, group)))

    def help_cards(self) -> tuple[HelpCard, ...]:
        """All instruments, fans and audience cards of the pack."""
        return (*self.instruments, *self.fans, *self.audience)

    def record(self) -> dict[str, Any]:
        """The pack as in its YAML file (plain data, valid input again)."""
        plain = self.model_dump(mode="json")
        if not self.about:
            del plain["about"]
        return plain


def load_pack(path: Path) -> Pack:
    """The pack in a YAML file (read once as long as the file does not change), or `SpecError`."""
    try:
        stat = path.stat()
        version = (stat.st_mtime_ns, stat.st_size)
    except (OSError, ValueError):
        version = (0, 0)
    return _load(path, version)


@lru_cache(maxsize=64)
def _load(path: Path, version: tuple[int, int]) -> Pack:
    return checked(Pack, read(path))


def shipped(name: str) -> Pack:
    """One of the project's own packs, by id."""
    return load_pack(DATA / f"{name}.yaml")


def check_cards(tree: Node) -> dict[str, Any] | None:
    """What a file that looks like a pack holds; None if it is something else, `SpecError` if it is wrong."""
    if not isinstance(tree.value, dict) or "songs" not in tree.value:
        return None
    pack = checked(Pack, tree)
    found = {"id": pack.id, "name": pack.name, "source": pack.source}
    for i, song in enumerate(pack.songs, start=1):
        limits = "; ".join(f"{key} on {listed(notes, 'and')}" for key, notes in song.restrictions.items())
        found[f"song {i}"] = f"{song.name}: {song.hand} cards, {len(song.notes)} notes{f'; {limits}' if limits else ''}"
    for group in ("instruments", "fans", "audience"):
        cards = getattr(pack, group)
        found[group] = ", ".join(f"{card.name} ({card.effect}, {card.timing})" for card in cards) or "none"
    return found
