"""The rule options of Omen. What each stands for is told in docs/rules/omen.md."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, PrivateAttr, ValidationInfo, field_serializer, field_validator, model_validator

from balance.engine.game import Options, option
from balance.games.omen.cards import SHIPPED, TEXT, UNITS, CardSet, clashes, load_set, shipped
from balance.input import FaultError, Loc, did_you_mean, is_there, listed, near_file, show

DRAFT_TRIUMPH = 12
DRAFT_COVETED = 8
DRAFT_REST = 30
DRAFTED = 23
SEATS = 2

GAMES_BY_MODE: dict[str, tuple[int, ...]] = {"single": (1,), "combined": (1, 2), "draft": (1, 2, 3)}
SIZES_BY_MODE: dict[str, tuple[int, ...]] = {"single": (1,), "combined": (2, 3), "draft": (3,)}


class Points(Options):
    """What is worth how many points at the end of the game."""

    krater: int = option(2, "points for each krater in hand", ge=0, le=20)
    broken: int = option(1, "points for each broken krater in the Rewards", ge=0, le=20)
    facedown: int = option(2, "points for each facedown unit (TRIUMPH) in the Rewards", ge=0, le=20)
    coveted: int = option(1, "points for each COVETED unit in hand", ge=0, le=20)


def _games_option() -> Any:
    return Field(
        None,
        description="the sets in play; by mode: [1] single, [1, 2] combined (also three), [1, 2, 3] draft",
        json_schema_extra={
            "source": "project",
            "allowed": "a list of set numbers (1 to 3) or paths of card-set files",
        },
    )


class OmenOptions(Options):
    """Every rule of Omen that can be changed; the card sets in play come with it (`sets()`)."""

    mode: Literal["single", "combined", "draft"] = option(
        "single", "one set, several sets shuffled together, or a draft"
    )
    games: Annotated[tuple[int | str, ...], Field(strict=False)] = _games_option()

    cards: dict[str, dict[str, Any]] = Field(
        default_factory=dict,
        description="cards that are changed, by id: {tide-caller: {cost: 3}}; blank: true takes a card's text away",
        json_schema_extra={
            "source": "house rule",
            "allowed": "a mapping from ids of cards to the values that change (as in a card set, and blank)",
        },
    )

    first_player: Literal["envoy", "random_discard", "random"] = option(
        "envoy",
        "how the first player is found: by Envoy (the higher one is discarded); drawn at random, who then discards a "
        "unit of choice; or drawn at random without a discard",
    )
    starting_units: int = option(4, "units dealt to each player", ge=0, le=10)
    starting_coins: int = option(4, "coins dealt to each player", ge=0, le=20)
    first_turn_wealth: int = option(2, "Wealth Actions in the first turn of the game", ge=0, le=10)
    second_player_bonus_coins: int = option(0, "coins more for the second player", "house rule", ge=0, le=10)
    second_player_bonus_units: int = option(0, "units more for the second player", "house rule", ge=0, le=5)

    wealth_actions: int = option(3, "Wealth Actions in a turn", ge=0, le=10)
    wealth_bonus: int = option(1, "units or coins more if all Wealth Actions were spent on one kind", ge=0, le=5)
    spoils_bonus: int = option(1, "Wealth Actions more for whoever has a unit with SPOILS", ge=0, le=5)
    coin_supply: int = option(20, "coins in the game, dealt ones included", ge=0, le=500)

    city_limit: int = option(5, "units of one player that a city holds (MYRIAD counts 2)", ge=2, le=10)
    kraters_per_surge: int = option(1, "kraters a player may use in a Surge Step", ge=0, le=6)
    winner_keeps: int = option(1, "units that the winner of a sacked city keeps there", ge=0, le=3)
    loser_keeps: int = option(2, "units that the loser of a sacked city keeps there", ge=0, le=3)
    myriad_kept_as: int = option(
        1,
        "how many of the kept units a unit with MYRIAD counts for when a sacked city is resolved",
        "reconstructed: the rulebook lists only city limit, TRIUMPH and sacking, where it counts 2",
        ge=1,
        le=2,
    )

    wrath_on_hand_limit: bool = option(
        True, "WRATH answers a discard for the hand limit", "reconstructed: the hand limit is a game requirement"
    )
    wrath_on_offering: bool = option(
        False, "WRATH answers an Offering", "reconstructed: an Offering is a choice, not a requirement"
    )
    wrath_on_own_trait: bool = option(
        False,
        "WRATH answers a discard for the unit's own FATE, PILFER or RECRUIT",
        "reconstructed: using a trait is no effect that makes one discard",
    )
    triumph_check: Literal["end_of_step", "at_once"] = option(
        "end_of_step",
        "when a TRIUMPH is checked: at the end of its step, or as soon as it is met in it",
        "reconstructed: the rulebook says during each step",
    )

    hand_limit: int = option(6, "cards in hand at the end of a turn, kraters included", ge=0, le=30)
    coin_limit: int = option(7, "coins at the end of a turn", ge=0, le=500)
    cities_to_end: int = option(None, "razed cities that end the game; by mode: 3 single, 2 else", ge=1, le=3)
    points: Points = option(Points(), "points by source")

    surge_limit: int = option(100, "plays, discards and krater uses in one Surge Step", "project", ge=1, le=1000)
    chain_limit: int = option(
        100, "effects that one action may start before the game is given up", "project", ge=1, le=120
    )
    max_decisions_per_turn: int = option(
        200, "decisions in one turn before the game is given up as unfinished", "project", ge=10, le=30_000
    )
    max_turns: int = option(200, "turns before the game is given up as unfinished", "project", ge=2, le=2000)

    _printed: tuple[CardSet, ...] = PrivateAttr(())
    _sets: tuple[CardSet, ...] = PrivateAttr(())

    def sets(self) -> tuple[CardSet, ...]:
        """The card sets in play, in the order of `games`, with the changes of `cards`."""
        return self._sets

    def with_set(self, position: int, card_set: CardSet) -> Self:
        """The same rules with another set in the place of one of `sets()`; `FaultError` if a draft has not enough
        cards then."""
        changed = self.model_copy()
        changed._sets = (*self._sets[:position], card_set, *self._sets[position + 1 :])
        _check_draft(changed)
        return changed

    def content(self) -> dict[str, Any]:
        """The card data as printed, by content: what `games` names, so that results can be told apart and runs
        resumed."""
        return {"sets": [card_set.record() for card_set in self._printed]}

    def value_at(self, loc: Loc) -> Any:
        """Of `cards` also what is not changed, as it is printed."""
        if loc[:1] != ("cards",) or len(loc) < 3:
            return super().value_at(loc)
        if loc[2:] == ("blank",):
            return bool(self.cards.get(str(loc[1]), {}).get("blank", False))
        value: Any = _cards_by_id(self._sets)[str(loc[1])].record()
        for part in loc[2:]:
            value = value[part]
        return value

    @field_serializer("games", when_used="json")
    def _portable_games(self, games: tuple[int | str, ...]) -> list[int | str]:
        """A set from a file by its name: the record of a run does not depend on where files lie."""
        names = [card_set.name for card_set in self._printed]
        return [game if isinstance(game, int) else names[i] for i, game in enumerate(games)]

    @field_validator("games", mode="before")
    @classmethod
    def _check_games(cls, value: Any, info: ValidationInfo) -> tuple[int | str, ...]:
        if value is None:
            return GAMES_BY_MODE[info.data.get("mode", "single")]
        if not isinstance(value, list | tuple):
            raise FaultError(f"must be a list of set numbers or paths, like [1, 2], not {show(value)}")
        for i, game in enumerate(value):
            _check_game(game, i)
        if _given_sets(info):
            return tuple(value)
        return tuple(game if isinstance(game, int) else _path(_folder(info) / game, i) for i, game in enumerate(value))

    @field_validator("cities_to_end", mode="before")
    @classmethod
    def _default_cities(cls, value: Any, info: ValidationInfo) -> Any:
        return value if value is not None else 3 if info.data.get("mode") == "single" else 2

    @model_validator(mode="after")
    def _check_together(self, info: ValidationInfo) -> Self:
        _check_number_of_games(self)
        self._printed = _load_sets(self.games, info)
        self._sets = _changed_sets(self)
        for check in (_check_cards, _check_draft, _check_deal):
            check(self)
        return self


def _check_game(game: Any, position: int) -> None:
    if isinstance(game, bool) or not isinstance(game, int | str):
        raise FaultError(f"must be a set number or a path, not {show(game)}", (position,))
    if isinstance(game, int) and game not in SHIPPED:
        raise FaultError(f"there is no set {show(game)}: the shipped ones are {listed(SHIPPED, 'and')}", (position,))
    if game == "":
        raise FaultError("must be a set number or a path, not empty text", (position,))


def _path(path: Path, position: int) -> str:
    if not is_there(path):
        raise FaultError(f"there is no file {path}{near_file(path)}", (position,))
    return str(path)


def _context(info: ValidationInfo) -> Mapping[str, Any]:
    return info.context or {}


def _folder(info: ValidationInfo) -> Path:
    """The folder that relative paths start from: that of the file in which `games` was written."""
    return Path(_context(info).get("folders", {}).get("games", Path()))


def _given_sets(info: ValidationInfo) -> list[Any]:
    """Card sets handed over by content (from the record of an earlier run)."""
    return list(_context(info).get("content", {}).get("sets", []))


def _load_sets(games: tuple[int | str, ...], info: ValidationInfo) -> tuple[CardSet, ...]:
    given = _given_sets(info)
    if given:
        if len(given) != len(games):
            raise FaultError(f"names {len(games)} sets, but {len(given)} are given by content", ("games",))
        return tuple(CardSet.model_validate(item) for item in given)
    return tuple(shipped(game) if isinstance(game, int) else load_set(Path(game)) for game in games)


def _cards_by_id(sets: tuple[CardSet, ...]) -> dict[str, Any]:
    return {card.id: card for card_set in sets for card in (*card_set.units, *card_set.kraters)}


def _changed_sets(options: OmenOptions) -> tuple[CardSet, ...]:
    """The printed sets with the changes of `cards`, which are brought into a normal form: without what is as
    printed."""
    printed = _cards_by_id(options._printed)
    for name in options.cards:
        if name not in printed:
            raise FaultError(
                f"there is no card {show(name)} in these sets{did_you_mean(name, list(printed))}", ("cards", name)
            )
    try:
        changed = tuple(card_set.changed(options.cards) for card_set in options._printed)
    except FaultError as error:
        raise FaultError(error.message, *(("cards", *place) for place in error.places)) from None
    after = _cards_by_id(changed)
    normal = {}
    for name, change in options.cards.items():
        before, now = printed[name].record(), after[name].record()
        blank = {"blank": True} if change.get("blank") else {}
        lost = ("blank", *(TEXT if blank else ()))
        kept = {key: now.get(key) for key in change if key not in lost and now.get(key) != before.get(key)} | blank
        if kept:
            normal[name] = kept
    object.__setattr__(options, "cards", normal)
    return changed


def _check_number_of_games(options: OmenOptions) -> None:
    wanted = SIZES_BY_MODE[options.mode]
    if len(options.games) not in wanted:
        raise FaultError(
            f"mode {options.mode} is played with {listed(wanted)} set{'s' if wanted != (1,) else ''}, "
            f"games has {len(options.games)}",
            ("games",),
            ("mode",),
        )
    for i, game in enumerate(options.games):
        if game in options.games[:i]:
            raise FaultError(f"{show(game)} stands twice: each set can be played once", ("games", i))


def _check_cards(options: OmenOptions) -> None:
    for position, message in clashes(options.sets()):
        raise FaultError(message, ("games", position), ("games",), ("mode",))


def _check_draft(options: OmenOptions) -> None:
    if options.mode != "draft":
        return
    units = [unit for card_set in options.sets() for unit in card_set.units]
    for unit in units:
        if {"TRIUMPH", "COVETED"} <= set(unit.traits):
            raise FaultError(f"a draft needs units with TRIUMPH or COVETED, {unit.id} has both", ("games",), ("mode",))
    stacks = {trait: sum(trait in unit.traits for unit in units) for trait in ("TRIUMPH", "COVETED")}
    stacks["neither"] = len(units) - sum(stacks.values())
    for stack, need in (("TRIUMPH", DRAFT_TRIUMPH), ("COVETED", DRAFT_COVETED), ("neither", DRAFT_REST)):
        if stacks[stack] < need:
            raise FaultError(
                f"a draft needs {need} units with {stack}, these sets have {stacks[stack]}", ("games",), ("mode",)
            )


def _check_deal(options: OmenOptions) -> None:
    _check_coins(options)
    _check_units(options)
    if options.first_player != "random" and options.starting_units == 0:
        raise FaultError(
            f"first_player: {options.first_player} needs at least 1 starting unit",
            ("starting_units",),
            ("first_player",),
        )


def _check_coins(options: OmenOptions) -> None:
    dealt = SEATS * options.starting_coins + options.second_player_bonus_coins
    if dealt > options.coin_supply:
        keys = ("starting_coins", "second_player_bonus_coins", "coin_supply")
        raise FaultError(f"{dealt} coins are dealt, but coin_supply is {options.coin_supply}", *_places(keys))


def _check_units(options: OmenOptions) -> None:
    draft = options.mode == "draft"
    dealt = (1 if draft else SEATS) * options.starting_units + options.second_player_bonus_units
    deck = DRAFTED if draft else UNITS * len(options.games)
    if dealt > deck:
        raise FaultError(
            f"{dealt} units are dealt, but the deck has {deck}",
            *_places(("starting_units", "second_player_bonus_units")),
        )


def _places(keys: tuple[str, ...]) -> list[Loc]:
    return [(key,) for key in keys]
