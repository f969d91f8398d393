"""The rule options of Melodies. What each stands for is told in docs/games/melodies.md."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, PrivateAttr, ValidationInfo, field_serializer, field_validator, model_validator

from balance.engine.game import Options, option
from balance.games.melodies.content import HelpCard, Pack, load_pack, shipped
from balance.games.melodies.words import CARDS, HELP, PACKS, RESTRICTIONS, SHIPPED
from balance.input import FaultError, did_you_mean, is_there, near_file, nearest, show

Names = Annotated[tuple[str, ...], Field(strict=False)]


def _listed_option(default: Any, about: str, allowed: str, source: str = "project") -> Any:
    return Field(default, description=about, json_schema_extra={"source": source, "allowed": allowed})


class MelodiesOptions(Options):
    """Every rule of Melodies that can be changed; the packs in play come with it (`tour()`)."""

    play: Literal["song", "venue", "campaign"] = option(
        "song", "what one game is: an attempt at one song, the three songs of a pack, or the whole tour", "project"
    )
    players: int = option(3, "players in the band", ge=2, le=5)
    difficulty: Literal["normal", "easy", "expert"] = option(
        "normal",
        "easy: fans and audience cards are turned up again after a second failure; expert: no Tune before a song",
    )
    packs: Names = _listed_option(
        None,
        "the packs in tour order, the Starter Pack first; by default all that are shipped",
        f"a list of shipped packs ({', '.join(SHIPPED)}) or paths of pack files",
    )
    venue: str | None = option(
        None, "the pack that `song` and `venue` play: its id; by default the first one", "project"
    )
    song: int | None = option(None, "the song that `song` plays; by default 1", "project", ge=1, le=3)
    without: Names = _listed_option(
        (),
        "what to do without, to see what it is worth: cards named here are dealt, but nobody can use them; "
        "restrictions count as not printed",
        "a list of ids of instruments, fans and audience cards, and of restrictions",
    )

    max_attempts: int = option(
        30, "attempts at one song before a venue or campaign is given up as unfinished", "project", ge=1, le=1000
    )
    featured_seat: Literal["random", 0, 1, 2, 3, 4] = option(
        "random", "who takes the featured instrument of a venue", "reconstructed: one player must take it"
    )
    instruments_refresh_on_failure: bool = option(
        True,
        "a failed song makes the instruments ready again",
        "reconstructed: the rulebook says so of success only, but every attempt is a song",
    )
    easy_refresh: int = option(
        1, "cards turned up again in easy mode after the second and each later failure of a song", ge=0, le=10
    )
    draw_and_tune_card: Literal["any", "drawn"] = option(
        "any",
        "which card draw_and_tune lets a player move",
        "reconstructed: draw and tune 1 card can be read both ways",
    )
    passing_under_restrictions: bool = option(
        True,
        "passing is allowed on notes with an on-play restriction",
        "reconstructed: a restriction says how cards are played, not that they must be",
    )
    parity: Literal["check", "filter"] = option(
        "check",
        "even and odd: the Melody that is found must be, or it is found among such numbers only",
        "reconstructed: the Melody must be even",
    )

    _tour: tuple[Pack, ...] = PrivateAttr(())

    def tour(self) -> tuple[Pack, ...]:
        """The packs in play, in the order of `packs`."""
        return self._tour

    def content(self) -> dict[str, Any]:
        """The packs by content: what `packs` names, so that results can be told apart and runs resumed."""
        return {"packs": [pack.record() for pack in self._tour]}

    def played(self) -> list[int]:
        """Which packs of the tour are played, by place."""
        if self.play == "campaign":
            return list(range(len(self._tour)))
        return [i for i, pack in enumerate(self._tour) if pack.id == self.venue]

    @property
    def fans(self) -> int:
        """How many fans are laid."""
        return 3 if self.players == 2 else self.players

    @field_serializer("packs", when_used="json")
    def _portable_packs(self, packs: tuple[str, ...]) -> list[str]:
        """A pack from a file by its id: the record of a run does not depend on where files lie."""
        return [pack.id for pack in self._tour]

    @field_validator("packs", mode="before")
    @classmethod
    def _check_packs(cls, value: Any, info: ValidationInfo) -> tuple[str, ...]:
        if value is None:
            return SHIPPED
        if not isinstance(value, list | tuple):
            raise FaultError(f"must be a list of packs, like [starter, star], not {show(value)}")
        for i, name in enumerate(value):
            if not isinstance(name, str) or not name:
                raise FaultError(f"must be the id of a shipped pack or a path, not {show(name)}", (i,))
        if _given(info):
            return tuple(value)
        return tuple(name if name in SHIPPED else _path(name, _folder(info), i) for i, name in enumerate(value))

    @model_validator(mode="after")
    def _check_together(self, info: ValidationInfo) -> Self:
        self._tour = _load_packs(self.packs, info)
        for check in (_check_tour, _check_what_is_played, _check_seats, _check_hands, _check_without):
            check(self)
        return self


def _path(name: str, folder: Path, position: int) -> str:
    path = folder / name
    if is_there(path):
        return str(path)
    near = nearest(name, SHIPPED)
    hint = f"; did you mean {near}?" if near else near_file(path)
    raise FaultError(f"there is no shipped pack and no file {show(name)}{hint}", (position,))


def _context(info: ValidationInfo) -> Mapping[str, Any]:
    return info.context or {}


def _folder(info: ValidationInfo) -> Path:
    """The folder that relative paths start from: that of the file in which `packs` was written."""
    return Path(_context(info).get("folders", {}).get("packs", Path()))


def _given(info: ValidationInfo) -> list[Any]:
    """Packs handed over by content (from the record of an earlier run)."""
    return list(_context(info).get("content", {}).get("packs", []))


def _load_packs(names: tuple[str, ...], info: ValidationInfo) -> tuple[Pack, ...]:
    given = _given(info)
    if given:
        if len(given) != len(names):
            raise FaultError(f"names {len(names)} packs, but {len(given)} are given by content", ("packs",))
        return tuple(Pack.model_validate(item) for item in given)
    return tuple(shipped(name) if name in SHIPPED else load_pack(Path(name)) for name in names)


def _check_tour(options: MelodiesOptions) -> None:
    tour = options.tour()
    if not 1 <= len(tour) <= PACKS:
        raise FaultError(f"needs 1 to {PACKS} packs, has {len(tour)}", ("packs",))
    for i, pack in enumerate(tour):
        for other in tour[:i]:
            if pack.id == other.id:
                raise FaultError(f"two packs have the id {show(pack.id)}", ("packs", i), ("packs",))
        if i == 0 and pack.audience:
            raise FaultError(f"{pack.id} comes first, but a Starter Pack has no audience card", ("packs", i))
        if i > 0 and (pack.fans or len(pack.instruments) > 1):
            what = "fans" if pack.fans else "more than one instrument"
            raise FaultError(f"{pack.id} has {what}: only the first pack, the Starter Pack, may", ("packs", i))
    _check_help_cards(tour)


def _check_help_cards(tour: tuple[Pack, ...]) -> None:
    seen: dict[str, str] = {}
    for i, pack in enumerate(tour):
        for card in pack.help_cards():
            if card.id in seen:
                message = f"{pack.id} and {seen[card.id]} both have a card with the id {show(card.id)}"
                raise FaultError(message, ("packs", i), ("packs",))
            seen[card.id] = pack.id
    if len(seen) > HELP:
        raise FaultError(f"these packs have {len(seen)} instruments and audience cards; at most {HELP}", ("packs",))


def _check_what_is_played(options: MelodiesOptions) -> None:
    ids = [pack.id for pack in options.tour()]
    if options.play == "campaign":
        _refuse(options.venue, "venue", "a campaign plays all packs: leave venue out")
    elif options.venue is None:
        object.__setattr__(options, "venue", ids[0])
    elif options.venue not in ids:
        hint = did_you_mean(options.venue, ids)
        raise FaultError(f"there is no pack {show(options.venue)} among those in play{hint}", ("venue",), ("packs",))
    if options.play != "song":
        _refuse(options.song, "song", f"a {options.play} plays all three songs: leave song out")
    elif options.song is None:
        object.__setattr__(options, "song", 1)


def _refuse(value: Any, key: str, message: str) -> None:
    if value is not None:
        raise FaultError(message, (key,), ("play",))


def _check_seats(options: MelodiesOptions) -> None:
    starter, players = options.tour()[0], options.players
    for group, needed in (("instruments", players), ("fans", options.fans)):
        n = len(getattr(starter, group))
        if n < needed:
            raise FaultError(
                f"{players} players need {needed} {group} in the first pack, {starter.id} has {n}",
                ("packs", 0),
                ("players",),
            )
    seat = options.featured_seat
    if seat != "random" and seat >= players:
        raise FaultError(f"there is no seat {seat} with {players} players (seats count from 0)", ("featured_seat",))


def _check_hands(options: MelodiesOptions) -> None:
    for i in options.played():
        for song in options.tour()[i].songs:
            if options.players * song.hand > CARDS:
                raise FaultError(
                    f"{options.players} players x {song.hand} cards for {show(song.name)} are more than {CARDS}",
                    ("players",),
                    ("packs", i),
                )


def _check_without(options: MelodiesOptions) -> None:
    cards = [card.id for pack in options.tour() for card in pack.help_cards()]
    for i, name in enumerate(options.without):
        if name == "same":
            raise FaultError("same is how a song writes equal notes: it cannot be left out", ("without", i))
        if name not in cards and name not in RESTRICTIONS:
            hint = did_you_mean(name, [*cards, *RESTRICTIONS])
            raise FaultError(f"there is no card and no restriction {show(name)}{hint}", ("without", i))


def cards_of(options: MelodiesOptions) -> list[HelpCard]:
    """All help cards by number: pack by pack, instruments, fans, audience card."""
    return [card for pack in options.tour() for card in pack.help_cards()]
