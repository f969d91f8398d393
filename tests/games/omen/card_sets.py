"""Random card sets and random rules of Omen: valid, but as odd as the effect language allows.

They reach the corners that the shipped sets leave out: every word in every form, nested structures, amounts of 0,
filters that nothing matches, units that fit nowhere, piles that run out.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from balance.spec import Spec, load

TRAITS = (
    *("BOLSTER", "JILT", "GLEAN", "TRIUMPH", "MYRIAD", "COVETED"),
    *("SPOILS", "FATE", "PILFER", "RECRUIT", "VETERAN", "CURSE", "WRATH"),
)
SIMPLE = ("gain", "lose", "steal", "opponent_loses", "draw", "opponent_draws", "put_on_deck")
TURN = ("extra_krater", "extra_wealth", "extra_offering", "skip_bonus")
COUNTS = ("own_units", "opposing_units", "cities", "hand", "coins", "kraters", "destroyed", "played", "won")
DEEPEST = 6


class Writer:
    """Writes random effects; `wild` from 0 (short, tame) to 1 (long, nested, large numbers)."""

    def __init__(self, rng: random.Random, wild: float = 0.5):
        self.rng, self.wild = rng, wild

    def chance(self, p: float) -> bool:
        """True with probability p."""
        return self.rng.random() < p

    # --- parts

    def number(self) -> int:
        """A plain number, mostly small."""
        return 20 if self.chance(0.03 * self.wild) else self.rng.choice((0, 1, 1, 1, 2, 2, 3, 4))

    def count(self, here: bool) -> dict[str, Any]:
        """A count, with `where` and `trait` where they may stand."""
        made: dict[str, Any] = {"count": self.rng.choice(COUNTS)}
        if made["count"] in ("own_units", "opposing_units"):
            if self.chance(0.5):
                made["where"] = "here" if here and self.chance(0.6) else "all"
            if self.chance(0.3):
                made["trait"] = self.rng.choice(TRAITS)
        return made

    def amount(self, here: bool) -> Any:
        """A number or a count."""
        return self.count(here) if self.chance(0.3) else self.number()

    def condition(self, here: bool, depth: int = 0) -> dict[str, Any]:
        """A condition, joined ones at times."""
        if depth < 2 and self.chance(0.3):
            parts = [self.condition(here, depth + 1) for _ in range(self.rng.randint(1, 3))]
            return {self.rng.choice(("all", "any")): parts}
        bound = self.rng.choice(("at_least", "at_least", "at_most", "exactly"))
        return {**self.count(here), bound: self.rng.choice((0, 1, 1, 2, 2, 3, 4, 5))}

    def filters(self) -> dict[str, Any]:
        """A filter, perhaps one that nothing passes."""
        made: dict[str, Any] = {}
        for value in ("strength", "cost"):
            if self.chance(0.25):
                low, high = sorted((self.rng.randint(0, 5), self.rng.randint(0, 5)))
                made[value] = self.rng.choice(
                    ({"at_least": low}, {"at_most": high}, {"at_least": low, "at_most": high})
                )
        if self.chance(0.2):
            made["trait"] = self.rng.choice(TRAITS)
        return made

    def target(self, here: bool) -> dict[str, Any]:
        """What `destroy`, `return` and `move` share."""
        made: dict[str, Any] = self.filters()
        if self.chance(0.8):
            made["whose"] = self.rng.choice(("own", "opposing", "any"))
        if self.chance(0.6):
            made["where"] = self.rng.choice(("here", "another", "any")) if here else "any"
        if self.chance(0.6):
            made["number"] = self.amount(here)
        if self.chance(0.35):
            made["chooser"] = self.rng.choice(("owner", "opponent", "opponent"))
        if self.chance(0.35):
            made["up_to"] = self.chance(0.8)
        return made

    # --- steps

    def steps(self, here: bool, depth: int = 0, counted: bool = False) -> list[dict[str, Any]]:
        """A list of steps."""
        longest = 1 + round(3 * self.wild) if depth == 0 else 2
        return [self.step(here, depth, counted) for _ in range(self.rng.randint(1, longest))]

    def step(self, here: bool, depth: int, counted: bool) -> dict[str, Any]:
        """One step: structure more often near the top."""
        nested = depth < DEEPEST and self.chance(0.15 + 0.25 * self.wild if depth < 2 else 0.15)
        if nested:
            return self.structure(here, depth + 1, counted)
        return self.rng.choice((self.resources, self.units, self.cards, self.kraters_and_turn))(here)

    def resources(self, here: bool) -> dict[str, Any]:
        """Coins, draws, discards."""
        word = self.rng.choice((*SIMPLE, "discard", "opponent_discards"))
        if word not in SIMPLE and self.chance(0.5):
            return {word: {"number": self.amount(here), "at": self.rng.choice(("choice", "random"))}}
        return {word: self.amount(here)}

    def cards(self, here: bool) -> dict[str, Any]:
        """Deck and discard pile."""
        word = self.rng.choice(("recover", "search", "look", "reveal", "play", "play"))
        if word in ("recover", "search"):
            return {word: self.amount(here) if self.chance(0.4) else {"number": self.amount(here), **self.filters()}}
        if word == "look":
            top = self.rng.choice((1, 2, 3, 8))
            return {
                "look": {"top": top, "take": self.rng.randint(0, top), "rest": self.rng.choice(("discard", "back"))}
            }
        if word == "reveal":
            return {
                "reveal": {"if": self.filters() or {"cost": {"at_most": 3}}, "then": self.rng.choice(("take", "play"))}
            }
        return {"play": self.play(here)}

    def play(self, here: bool) -> dict[str, Any]:
        """The value of `play`."""
        source = self.rng.choice(("hand", "discard", "deck"))
        if source == "deck":
            return {"from": "deck"}
        made = {"from": source, **self.filters()}
        if self.chance(0.5):
            made["number"] = self.amount(here)
        if self.chance(0.5):
            made["up_to"] = self.chance(0.7)
        return made

    def units(self, here: bool) -> dict[str, Any]:
        """destroy, return, move."""
        word = self.rng.choice(("destroy", "return", "move", "move"))
        made = self.target(here)
        if word == "move" and self.chance(0.4):
            made["to"] = "here" if made.get("where") == "another" and self.chance(0.8) else "another"
        return {word: made}

    def kraters_and_turn(self, here: bool) -> dict[str, Any]:
        """Kraters, turn words, strength."""
        word = self.rng.choice(("peek", "swap_kraters", "repeat_broken", "strength", "strength", *TURN))
        if word in ("peek", "swap_kraters", "repeat_broken"):
            return {word: True}
        if word != "strength" or self.chance(0.4):
            return {word: self.amount(here)}
        value = {"number": self.amount(here)}
        if self.chance(0.7):
            value["city"] = self.rng.choice(("here", "any")) if here else "any"
        return {word: value}

    def structure(self, here: bool, depth: int, counted: bool) -> dict[str, Any]:
        """may, if, choose, for_each."""
        word = self.rng.choice(("may", "may", "if", "choose", *(() if counted else ("for_each",))))
        inner = self.steps(here, depth, counted or word == "for_each")
        if word == "may":
            if self.chance(0.4):
                return {"may": inner}
            cost = {self.rng.choice(("coins", "discard", "destroy", "return")): self.rng.choice((1, 1, 2, 3, 5))}
            return {"may": {"pay": cost, "then": inner}}
        if word == "if":
            otherwise = {"else": self.steps(here, depth, counted)} if self.chance(0.5) else {}
            return {"if": self.condition(here), "then": inner, **otherwise}
        if word == "choose":
            more = [self.steps(here, depth, counted) for _ in range(self.rng.randint(1, 3))]
            return {"choose": [inner, *more]}
        return {"for_each": {**self.count(here), "do": inner}}


def random_traits(rng: random.Random, place: int) -> list[str]:
    """Two traits; the first eight units are 4 TRIUMPH and 4 COVETED, no other has either: three sets can be drafted."""
    first = (
        "TRIUMPH"
        if place < 4
        else "COVETED"
        if place < 8
        else rng.choice(("BOLSTER", "BOLSTER", "JILT", "GLEAN", None))
    )
    others = [trait for trait in TRAITS if trait not in ("TRIUMPH", "COVETED", first)]
    return [first, rng.choice(others)] if first else rng.sample(others, 2)


def random_unit(writer: Writer, name: str, place: int) -> dict[str, Any]:
    """A unit with an effect for each trait that needs one."""
    rng = writer.rng
    traits = random_traits(rng, place)
    rng.shuffle(traits)
    unit: dict[str, Any] = {
        "id": name,
        "name": f"Unit {name.title()}",
        "cost": rng.choice((0, 0, 1, 1, 2, 2, 3, 4)),
        "offering": rng.choice((0, 1, 1, 2, 3)),
        "strength": rng.choice((0, 1, 2, 2, 3, 4)),
        "traits": traits,
    }
    for trait in ("BOLSTER", "JILT", "GLEAN"):
        if trait in traits:
            unit[trait.lower()] = writer.steps(here=trait != "JILT")
    if "TRIUMPH" in traits:
        step = rng.choice(("wealth", "surge", "portent", "war", "offering"))
        unit["triumph"] = {"step": step, "when": writer.condition(here=True)}
    return unit


def random_card_set(rng: random.Random, prefix: str = "a", wild: float = 0.5) -> dict[str, Any]:
    """A valid card set as plain data; ids and names start with `prefix`."""
    writer = Writer(rng, wild)
    return {
        "name": f"Random set {prefix}",
        "source": "reconstructed",
        "units": [random_unit(writer, f"{prefix}-{i:02}", i) for i in range(22)],
        "kraters": [
            {"id": f"{prefix}-k{i}", "name": f"Krater {prefix} {i}", "effect": writer.steps(here=False)}
            for i in range(6)
        ],
    }


def write_yaml(path: Path, value: Any) -> Path:
    """Write plain data as YAML."""
    with path.open("w", encoding="utf-8") as out:
        YAML(typ="safe").dump(value, out)
    return path


# --- rules

MODES: dict[str, Sequence[int]] = {"single": (1,), "combined": (2, 3), "draft": (3,)}


def random_rules(rng: random.Random, mode: str | None = None, strength: float = 0.35) -> dict[str, Any]:
    """Valid rules, each option changed with probability `strength`; `games` is left to the caller."""
    rules: dict[str, Any] = {"mode": mode or rng.choice(("single", "single", "combined", "draft"))}
    draw = {
        "first_player": ("envoy", "random_discard", "random"),
        "starting_units": (1, 2, 3, 5, 7, 10),
        "starting_coins": (0, 1, 2, 3, 6, 8),
        "first_turn_wealth": (0, 1, 3, 5),
        "second_player_bonus_coins": (1, 2, 3),
        "second_player_bonus_units": (1, 2, 3),
        "wealth_actions": (1, 2, 4, 6),
        "wealth_bonus": (0, 2, 4),
        "spoils_bonus": (0, 2, 3),
        "coin_supply": (19, 21, 24, 40),
        "city_limit": (2, 3, 4, 6, 8, 10),
        "kraters_per_surge": (0, 2, 6),
        "winner_keeps": (0, 2, 3),
        "loser_keeps": (0, 1, 3),
        "myriad_kept_as": (2,),
        "wrath_on_hand_limit": (False,),
        "wrath_on_offering": (True,),
        "wrath_on_own_trait": (True,),
        "triumph_check": ("at_once",),
        "hand_limit": (0, 2, 4, 5, 8, 12, 30),
        "coin_limit": (0, 3, 5, 9, 20),
        "cities_to_end": (1, 2, 3),
        "surge_limit": (1, 3, 6, 1000),
        "chain_limit": (1, 2, 4, 8, 120),
        "max_decisions_per_turn": (10, 30, 60, 30_000),
        "max_turns": (2, 5, 30, 60),
    }
    for key, values in draw.items():
        if rng.random() < strength:
            rules[key] = rng.choice(values)
    if rng.random() < strength:
        rules["points"] = {key: rng.randint(0, 4) for key in ("krater", "broken", "facedown", "coveted")}
    rules.setdefault("max_turns", 60)
    if rules.get("starting_units", 4) == 10:  # 20 of a single game's 22 units
        rules.pop("second_player_bonus_units", None)
    return rules


def random_spec(
    folder: Path,
    seed: int,
    *,
    mode: str | None = None,
    strength: float = 0.35,
    wild: float = 0.5,
    bots: str = "random",
    sets: Sequence[str] = (),
) -> Spec:
    """A spec with random rules and card sets, written as YAML files into `folder` and read back; `sets` lie over it."""
    rng = random.Random(seed)
    rules = random_rules(rng, mode, strength)
    games = []
    for prefix in "abc"[: rng.choice(MODES[rules["mode"]])]:
        games.append(f"set-{seed}-{prefix}.yaml")
        write_yaml(folder / games[-1], random_card_set(rng, prefix, wild))
    path = write_yaml(folder / f"spec-{seed}.yaml", {"game": "omen", "rules": {**rules, "games": games}})
    return load(str(path), sets=list(sets), bots=bots)
