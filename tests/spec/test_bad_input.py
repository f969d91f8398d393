"""Whatever is wrong with a spec, a card set or the command line: one clear message, at its place, and nothing else."""

# ruff: noqa: E501
from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, NamedTuple, Self

import pytest
from pydantic import Field, model_validator

from balance.engine.game import Options, names, option
from balance.games.omen.cards import CardSet, shipped
from balance.input import SpecError, checked, listed, parse, read
from balance.spec import load


class Bad(NamedTuple):
    """A wrong file: its text, and where and what the message says."""

    name: str
    text: str | bytes
    line: int | None
    key: str
    says: str


def spec(name: str, rules: str, line: int | None, key: str, says: str) -> Bad:
    """A wrong file that extends omen, `rules` being what stands below `extends:` (from line 2)."""
    return Bad(name, f"extends: omen\n{rules}", line, key, says)


FILES = [
    # not YAML, or not plain data
    Bad("empty", "", None, "", "is empty"),
    Bad("blank", " \n\n", None, "", "is empty"),
    Bad("only comments", "# nothing\n", None, "", "is empty: nothing but comments"),
    spec("tab indents", "rules:\n\thand_limit: 7\n", 3, "", "a tab where YAML wants spaces"),
    Bad("not UTF-8", b"extends: omen\nname: caf\xe9\n", 2, "", "is not UTF-8 text"),
    Bad("UTF-16", "extends: omen\n".encode("utf-16"), 1, "", "is not UTF-8 text"),
    Bad("NUL", "extends: omen\nname: \0\n", None, "", "is not valid YAML: unacceptable character #x0000"),
    Bad("not closed", "extends: [omen\n", 1, "", "is not valid YAML: expected ',' or ']'"),
    Bad("two colons", "extends: omen: x\n", 1, "", "a colon where none may stand"),
    Bad("two documents", "extends: omen\n---\nextends: kuhn\n", 2, "", "holds more than one document"),
    Bad("directive", "%YAML 1.1\n---\nextends: omen\n", 1, "", "directives (%) are not supported"),
    Bad("too large", "# " + "x" * 1_000_001, None, "", "is larger than 1 MB"),
    Bad("deep", "[" * 5000, None, "", "is nested too deeply"),
    Bad("rather deep", "[" * 80 + "]" * 80, 1, "[0][0][0]", "is nested too deeply"),
    spec("python tag", "name: !!python/object/apply:os.system [touch pwned]\n", 2, "name", "tags are not supported"),
    spec("python name", "name: !!python/name:os.system\n", 2, "name", "tags are not supported"),
    spec("own tag", "rules: !omen {hand_limit: 7}\n", 2, "rules", "tags are not supported"),
    spec("binary", "name: !!binary aGFsbG8=\n", 2, "name", "tags are not supported"),
    spec("forced type", "rules: {hand_limit: !!int seven}\n", 2, "rules.hand_limit", '"seven" is not a value of the kind int'),
    spec("endless alias", "rules: &a {hand_limit: *a}\n", 2, "rules.hand_limit.hand_limit", "an alias refers to itself"),
    Bad(
        "alias bomb",
        "a: &a [x, x, x, x, x, x, x, x, x]\n"
        + "".join(f"{c}: &{c} [{', '.join(['*' + p] * 9)}]\n" for p, c in zip("abcdefg", "bcdefgh", strict=True)),
        1,
        "f",
        "holds too many values",
    ),
    spec("unknown alias", "rules: *rules\n", 2, "", "found undefined alias 'rules'"),
    spec("merge key", "rules:\n  <<: {hand_limit: 7}\n", 3, "rules", "merge keys (<<) are not YAML 1.2"),
    spec("number as a key", "rules: {1: 2}\n", 2, "rules", "a key must be text, not 1"),
    spec("list as a key", "rules: {[a]: 2}\n", 2, "rules", "a key must be text, not a list"),
    spec("key twice", "rules:\n  hand_limit: 7\n  coin_limit: 8\n  hand_limit: 6\n", 5, "rules.hand_limit", "is given twice (first in line 3)"),
    spec("rules twice", "rules: {}\nname: x\nrules: {}\n", 4, "rules", "is given twice (first in line 2)"),
    # not a spec
    Bad("a list", "- omen\n", None, "", "must be a mapping with extends, game, name, about, rules, bots, expect and tune, not a list"),
    Bad("text", "omen\n", None, "", 'must be a mapping with extends, game, name, about, rules, bots, expect and tune, not "omen"'),
    Bad("a card set", "name: x\nunits: []\nkraters: []\n", None, "", "is a card set, not a spec"),
    Bad("no game", "rules: {}\n", None, "extends", f"is missing: name a game ({listed(names())})"),
    Bad("extends nothing", "extends:\n", None, "extends", "is missing: name a game"),
    Bad("extends a number", "extends: 1\n", 1, "extends", "must be text, not 1"),
    Bad("extends unknown game", "extends: omne\n", 1, "extends", "did you mean omen?"),
    Bad("extends a missing file", "extends: gone.yaml\n", 1, "extends", "there is no file"),
    Bad("extends itself", "extends: spec.yaml\n", 1, "extends", "goes in a circle"),
    Bad("unknown game", "game: omne\n", 1, "game", 'there is no game "omne"; did you mean omen?'),
    spec("another game", "game: kuhn\n", 2, "game", "is kuhn, but what this file extends is omen"),
    spec("unknown key", "rule: {}\n", 2, "rule", "is not a known key; did you mean rules?"),
    spec("not yet", "search: {}\n", 2, "search", "is not a known key"),
    spec("expects nothing", "expect: {}\n", 2, "expect", "must be a mapping from figures to what is expected"),
    spec("expects a number", "expect: {turns: 5}\n", 2, "expect.turns", "must be like within 2pp"),
    spec("name is a number", "name: 7\n", 2, "name", "must be text, not 7"),
    spec("endless about", f"about: {'x' * 10_001}\n", 2, "about", "must be text of at most 10000 characters"),
    spec("rules is a list", "rules: [hand_limit]\n", 2, "rules", "must be a mapping of options, not a list"),
    spec("rules is text", "rules: hand_limit\n", 2, "rules", 'must be a mapping of options, not "hand_limit"'),
    # rules
    spec("unknown rule", "rules:\n\n  hand_limt: 7\n", 4, "rules.hand_limt", "is not a known key; did you mean hand_limit?"),
    spec("case", "rules: {Hand_Limit: 7}\n", 2, "rules.Hand_Limit", "did you mean hand_limit?"),
    spec("control characters", 'rules: {"\\e[31m": 7}\n', 2, 'rules."\\u001b[31m"', "is not a known key"),
    spec("unknown points", "rules:\n  points:\n    kraters: 3\n", 4, "rules.points.kraters", "did you mean krater?"),
    spec("points is a number", "rules: {points: 3}\n", 2, "rules.points", "must be a mapping, not 3"),
    spec("quoted number", "rules: {hand_limit: '7'}\n", 2, "rules.hand_limit", 'must be a whole number from 0 to 30, not "7": leave the quotes out'),
    spec("fraction", "rules: {hand_limit: 6.5}\n", 2, "rules.hand_limit", "must be a whole number from 0 to 30, not 6.5"),
    spec("1e6", "rules: {max_turns: 1e6}\n", 2, "rules.max_turns", "must be a whole number from 2 to 2000, not 1000000"),
    spec("1E6", "rules: {max_turns: 1E+6}\n", 2, "rules.max_turns", "not 1000000"),
    spec("1_000_000", "rules: {max_turns: 1_000_000}\n", 2, "rules.max_turns", "not 1000000"),
    spec("1M", "rules: {max_turns: 1M}\n", 2, "rules.max_turns", 'not "1M"'),
    spec("1e-1", "rules: {max_turns: 1e-1}\n", 2, "rules.max_turns", "not 0.1"),
    spec("1e400", "rules: {max_turns: 1e400}\n", 2, "rules.max_turns", "must be a whole number from 2 to 2000"),
    spec("infinity", "rules: {hand_limit: .inf}\n", 2, "rules.hand_limit", "must be a whole number"),
    spec("not a number", "rules: {hand_limit: .nan}\n", 2, "rules.hand_limit", "must be a whole number"),
    spec("huge", f"rules: {{hand_limit: {'9' * 500}}}\n", 2, "rules.hand_limit", "not a number of 500 digits"),
    spec("gigantic", f"rules: {{hand_limit: {'9' * 5000}}}\n", 2, "rules.hand_limit", "is not a value of the kind int"),
    spec("negative", "rules: {hand_limit: -1}\n", 2, "rules.hand_limit", "not -1"),
    spec("true for a number", "rules: {hand_limit: true}\n", 2, "rules.hand_limit", "not true"),
    spec("nothing for a number", "rules:\n  hand_limit:\n", 3, "rules.hand_limit", "not nothing (null)"),
    spec("true for 1 or 2", "rules: {myriad_kept_as: true}\n", 2, "rules.myriad_kept_as", "must be 1 or 2, not true"),
    spec("int16", "rules: {max_decisions_per_turn: 32768}\n", 2, "rules.max_decisions_per_turn", "from 10 to 30000"),
    spec("yes", "rules: {wrath_on_offering: yes}\n", 2, "rules.wrath_on_offering", 'must be true or false, not "yes": YAML reads this as text, write true or false'),
    spec("no", "rules: {wrath_on_offering: no}\n", 2, "rules.wrath_on_offering", "write true or false"),
    spec("1 for true", "rules: {wrath_on_offering: 1}\n", 2, "rules.wrath_on_offering", "must be true or false, not 1"),
    spec("unknown mode", "rules: {mode: drft}\n", 2, "rules.mode", 'must be single, combined or draft, not "drft"; did you mean draft?'),
    # rule sets that cannot be played
    spec("draft of two", "rules:\n  mode: draft\n  games: [1, 2]\n", 4, "rules.games", "mode draft is played with 3 sets, games has 2"),
    spec("combined alone", "rules: {mode: combined, games: [1]}\n", 2, "rules.games", "mode combined is played with 2 or 3 sets"),
    spec("single of two", "rules: {games: [1, 2]}\n", 2, "rules.games", "mode single is played with 1 set, games has 2"),
    spec("a set twice", "rules: {mode: combined, games: [2, 2]}\n", 2, "rules.games[1]", "2 stands twice"),
    spec("no such set", "rules: {games: [4]}\n", 2, "rules.games[0]", "there is no set 4: the shipped ones are 1, 2 and 3"),
    spec("not a list of sets", "rules: {games: 1}\n", 2, "rules.games", "must be a list of set numbers or paths, like [1, 2], not 1"),
    spec("true for a set", "rules: {games: [true]}\n", 2, "rules.games[0]", "must be a set number or a path, not true"),
    spec("no set file", "rules:\n  games:\n    - cards.yml\n", 4, "rules.games[0]", "there is no file"),
    spec("too many coins", "rules: {starting_coins: 11}\n", 2, "rules.starting_coins", "22 coins are dealt, but coin_supply is 20"),
    spec("too few coins", "rules: {coin_supply: 5}\n", 2, "rules.coin_supply", "8 coins are dealt, but coin_supply is 5"),
    spec("too many units", "rules: {starting_units: 10, second_player_bonus_units: 3}\n", 2, "rules.starting_units", "23 units are dealt, but the deck has 22"),
    spec("envoy of nothing", "rules: {starting_units: 0}\n", 2, "rules.starting_units", "first_player: envoy needs at least 1 starting unit"),
    # bots
    spec("unknown bot", "bots: gready\n", 2, "bots", 'there is no bot "gready"; did you mean greedy? (known: random, greedy, monte-carlo, ismcts, omniscient, hand-set, casual and strong)'),
    spec("bot is a number", "bots: [greedy, 7]\n", 2, "bots[1]", "must be the name of a bot or a mapping with name, not 7"),
    spec("three bots", "bots: [greedy, greedy, random]\n", 2, "bots", "omen has 2 seats, 3 bots given"),
    spec("one bot in a list", "bots: [greedy]\n", 2, "bots", "omen has 2 seats, 1 bot given"),
    spec("no bots", "bots: []\n", 2, "bots", "omen has 2 seats, 0 bots given"),
    spec("bot without a name", "bots: {temperature: 1}\n", 2, "bots.name", "is missing"),
    spec("bot key", "bots:\n  - greedy\n  - name: greedy\n    temprature: 1\n", 5, "bots[1].temprature", "did you mean temperature?"),
    spec("cold bot", "bots: {name: greedy, temperature: -0.5}\n", 2, "bots.temperature", "must be a number from 0 to 1000000, not -0.5"),
    spec("hot bot", "bots: {name: greedy, temperature: .inf}\n", 2, "bots.temperature", "must be a number from 0"),
    spec("bot of no number", "bots: {name: greedy, temperature: .nan}\n", 2, "bots.temperature", "must be a number from 0"),
    spec("random with weights", "bots: {name: random, weights: {}}\n", 2, "bots.weights", "a random bot has no weights"),
    spec("weight of text", "bots:\n  name: greedy\n  weights:\n    x: high\n", 5, "bots.weights.x", 'not "high"'),
    spec("unknown feature", "bots:\n  name: greedy\n  weights:\n    no_such_thing: 1\n", 5, "bots.weights.no_such_thing", "is not a feature of omen"),
]  # fmt: skip


@pytest.mark.parametrize("bad", FILES, ids=lambda bad: bad.name)
def test_file(bad: Bad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "spec.yaml"
    path.write_bytes(bad.text if isinstance(bad.text, bytes) else bad.text.encode())
    with pytest.raises(SpecError) as caught:
        load(str(path))
    check(caught.value, str(path), bad.line, bad.key, bad.says)
    assert [item.name for item in tmp_path.iterdir()] == ["spec.yaml"]


def check(error: SpecError, file: str, line: int | None, key: str, says: str) -> None:
    """One problem, at its place, on one line."""
    assert len(error.problems) == 1, str(error)
    assert (error.file, error.line, error.key) == (file, line, key), str(error)
    place = f"{file}:{line}: " if line else f"{file}: "
    assert str(error).startswith(place + (f"{key}: " if key else ""))
    assert says in error.message
    assert "\n" not in str(error) and str(error).isprintable()
    assert len(error.message.replace(str(Path(file).parent), "")) < 300  # whatever folder the tests lie in


# --- card sets ---


def card_set_text(**changes: Any) -> str:
    """The first shipped set, one card a line (units from line 4, kraters from line 27), with cards changed by position."""
    import json

    record = shipped(1).record()
    head = {"name": record["name"], "source": record["source"], **changes.pop("head", {})}
    for place, change in changes.items():
        group, position = place.rsplit("_", 1)
        card = {**record[group][int(position)], **change}
        record[group][int(position)] = {key: value for key, value in card.items() if value is not ...}
    lines = [f"{key}: {json.dumps(value)}" for key, value in head.items() if value is not ...]
    for group in ("units", "kraters"):
        lines += [f"{group}:", *(f"  - {json.dumps(card)}" for card in record[group])]
    return "\n".join(lines) + "\n"


PLAIN = {"traits": ["MYRIAD", "VETERAN"], "bolster": ..., "triumph": ..., "jilt": ..., "glean": ...}


def bolster(*steps: Any) -> dict[str, Any]:
    return {**PLAIN, "traits": ["BOLSTER", "FATE"], "bolster": list(steps)}


def jilt(*steps: Any) -> dict[str, Any]:
    return {**PLAIN, "traits": ["JILT", "FATE"], "jilt": list(steps)}


def triumph(when: Any, step: Any = "war") -> dict[str, Any]:
    return {**PLAIN, "traits": ["TRIUMPH", "FATE"], "triumph": {"step": step, "when": when}}


def nested(depth: int) -> Any:
    return {"gain": 1} if depth == 0 else {"may": [nested(depth - 1)]}


UNITS = [
    ("three traits", {**PLAIN, "traits": ["MYRIAD", "VETERAN", "CURSE"]}, "traits", "needs exactly two different traits, has MYRIAD, VETERAN and CURSE"),
    ("one trait", {**PLAIN, "traits": ["MYRIAD"]}, "traits", "needs exactly two different traits, has MYRIAD"),
    ("no trait", {**PLAIN, "traits": []}, "traits", "has none"),
    ("a trait twice", {**PLAIN, "traits": ["FATE", "FATE"]}, "traits", "has FATE and FATE"),
    ("unknown trait", {**PLAIN, "traits": ["FATE", "WRAHT"]}, "traits[1]", '"WRAHT" is not a trait; did you mean WRATH?'),
    ("trait in small letters", {**PLAIN, "traits": ["FATE", "wrath"]}, "traits[1]", "did you mean WRATH?"),
    ("trait is a number", {**PLAIN, "traits": ["FATE", 3]}, "traits[1]", "3 is not a trait"),
    ("traits is text", {**PLAIN, "traits": "FATE"}, "traits", "must be a list of two traits"),
    ("no cost", {"cost": ...}, "cost", "is missing"),
    ("cost too high", {"cost": 21}, "cost", "must be a whole number from 0 to 20, not 21"),
    ("cost is text", {"cost": "2"}, "cost", "leave the quotes out"),
    ("unknown key", {"strenght": 2}, "strenght", "is not a known key; did you mean strength?"),
    ("id", {"id": "Reed Whistler"}, "id", "must be 1 to 40 of the characters a-z, 0-9 and -"),
    ("no id", {"id": ""}, "id", "must be 1 to 40"),
    ("lines in a name", {"name": "a\nb"}, "name", "must be one line of 1 to 60 characters"),
    ("no bolster", {**PLAIN, "traits": ["BOLSTER", "FATE"]}, "bolster", "is missing: a unit with BOLSTER needs its effect"),
    ("no triumph", {**PLAIN, "traits": ["TRIUMPH", "FATE"]}, "triumph", "is missing: a unit with TRIUMPH needs its step and when"),
    ("bolster without the trait", {**PLAIN, "bolster": [{"gain": 1}]}, "bolster", "is not wanted: the unit has no BOLSTER"),
    ("triumph without when", {**triumph({}), "triumph": {"step": "war"}}, "triumph.when", "is missing"),
    ("triumph without step", {**triumph({}), "triumph": {"when": {"count": "coins", "at_least": 1}}}, "triumph.step", "is missing"),
    ("triumph in no step", triumph({"count": "coins", "at_least": 1}, "surg"), "triumph.step", "did you mean surge?"),
    ("empty when", triumph({}), "triumph.when.count", "is missing"),
    ("two bounds", triumph({"count": "coins", "at_least": 1, "at_most": 2}), "triumph.when", "needs exactly one of at_least, at_most and exactly, has at_least and at_most"),
    ("no bound", triumph({"count": "coins"}), "triumph.when", "has none"),
    ("unknown count", triumph({"count": "coin", "at_least": 1}), "triumph.when.count", "did you mean coins?"),
    ("coins here", triumph({"count": "coins", "where": "here", "at_least": 1}), "triumph.when.where", "goes only with own_units and opposing_units, not with coins"),
    ("hand with FATE", triumph({"count": "hand", "trait": "FATE", "at_least": 1}), "triumph.when.trait", "goes only with"),
    ("no conditions", triumph({"all": []}), "triumph.when.all", "needs 1 to 8 conditions, has 0"),
    ("all and any", triumph({"all": [], "any": []}), "triumph.when.any", "is not a known key"),
    ("effect is a mapping", {**bolster(), "bolster": {"gain": 2}}, "bolster", "must be a list of steps, not a mapping"),
    ("effect is empty", bolster(), "bolster", "needs 1 to 12 steps, has 0"),
    ("step is text", bolster("gain"), "bolster[0]", "must be a step, like {gain: 2}"),
    ("unknown word", bolster({"gian": 2}), "bolster[0].gian", "is not a word of the effect language; did you mean gain?"),
    ("two words", bolster({"gain": 2, "draw": 1}), "bolster[0].draw", "a step has one word: write gain and draw as two steps"),
    ("amount is text", bolster({"gain": "2"}), "bolster[0].gain", "must be a whole number from 0 to 20 or a count"),
    ("amount too high", bolster({"gain": 21}), "bolster[0].gain", "from 0 to 20, not 21"),
    ("amount is true", bolster({"gain": True}), "bolster[0].gain", "not true"),
    ("count key", bolster({"gain": {"count": "coins", "wher": "all"}}), "bolster[0].gain.wher", "did you mean where?"),
    ("discard how", bolster({"discard": {"number": 1, "at": "randm"}}), "bolster[0].discard.at", "did you mean random?"),
    ("discard without number", bolster({"discard": {"at": "random"}}), "bolster[0].discard.number", "is missing"),
    ("whose", bolster({"destroy": {"whose": "mine"}}), "bolster[0].destroy.whose", "must be own, opposing or any"),
    ("up_to yes", bolster({"destroy": {"up_to": "yes"}}), "bolster[0].destroy.up_to", "write true or false"),
    ("empty filter", bolster({"destroy": {"strength": {}}}), "bolster[0].destroy.strength", "needs at_least or at_most"),
    ("filter exactly", bolster({"destroy": {"cost": {"exactly": 2}}}), "bolster[0].destroy.cost.exactly", "is not a known key"),
    ("filter of nothing", bolster({"destroy": {"cost": {"at_least": 3, "at_most": 2}}}), "bolster[0].destroy.cost", "no unit can match"),
    ("to on destroy", bolster({"destroy": {"to": "here"}}), "bolster[0].destroy.to", "is not a known key"),
    ("to here from anywhere", bolster({"move": {"to": "here"}}), "bolster[0].move.to", "here goes only with where: another"),
    ("look too far", bolster({"look": {"top": 9, "take": 1, "rest": "back"}}), "bolster[0].look.top", "from 1 to 8, not 9"),
    ("look and take more", bolster({"look": {"top": 2, "take": 3, "rest": "back"}}), "bolster[0].look.take", "from 0 to 2, not 3"),
    ("look without rest", bolster({"look": {"top": 2, "take": 1}}), "bolster[0].look.rest", "is missing"),
    ("reveal anything", bolster({"reveal": {"if": {}, "then": "take"}}), "bolster[0].reveal.if", "needs at least one of"),
    ("play from nowhere", bolster({"play": {}}), "bolster[0].play.from", "is missing"),
    ("play 2 from deck", bolster({"play": {"from": "deck", "number": 2}}), "bolster[0].play.number", "does not go with from: deck"),
    ("peek 2", bolster({"peek": 2}), "bolster[0].peek", "must be true, not 2"),
    ("may nothing", bolster({"may": []}), "bolster[0].may", "needs 1 to 12 steps"),
    ("may without pay", bolster({"may": {"then": [{"gain": 1}]}}), "bolster[0].may.pay", "is missing"),
    ("pay two things", bolster({"may": {"pay": {"coins": 1, "discard": 1}, "then": [{"gain": 1}]}}), "bolster[0].may.pay", "needs exactly one of"),
    ("pay nothing", bolster({"may": {"pay": {"coins": 0}, "then": [{"gain": 1}]}}), "bolster[0].may.pay.coins", "from 1 to 5, not 0"),
    ("if without then", bolster({"if": {"count": "coins", "at_least": 1}}), "bolster[0].then", "is missing"),
    ("choose of one", bolster({"choose": [[{"gain": 1}]]}), "bolster[0].choose", "needs 2 to 4 lists of steps, has 1"),
    ("deep", bolster(nested(7)), "bolster[0].may[0].may[0].may[0].may[0].may[0].may[0].may", "nested more than 6 deep"),
    ("for each for each", bolster({"for_each": {"count": "coins", "do": [{"for_each": {"count": "hand", "do": [{"gain": 1}]}}]}}), "bolster[0].for_each.do[0].for_each", "may not stand inside another for_each"),
    ("here in a JILT", jilt({"destroy": {"where": "here"}}), "jilt[0].destroy.where", 'a JILT has no "here": here may not be used'),
    ("another in a JILT", jilt({"destroy": {"where": "another"}}), "jilt[0].destroy.where", "another may not be used"),
    ("count here in a JILT", jilt({"gain": {"count": "own_units", "where": "here"}}), "jilt[0].gain.where", "a JILT has no"),
    ("strength here in a JILT", jilt({"strength": {"number": 1, "city": "here"}}), "jilt[0].strength.city", "a JILT has no"),
    ("if here in a JILT", jilt({"if": {"count": "own_units", "where": "here", "at_least": 1}, "then": [{"gain": 1}]}), "jilt[0].if.where", "a JILT has no"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "key", "says"), UNITS, ids=[case[0] for case in UNITS])
def test_unit(name: str, change: dict[str, Any], key: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text(card_set_text(units_5=change))
    (tmp_path / "spec.yaml").write_text("extends: omen\nrules: {games: [cards.yaml]}\n")
    with pytest.raises(SpecError) as caught:
        load(str(tmp_path / "spec.yaml"))
    check(caught.value, str(path), 9, f"units[5].{key}", says)


def set_error(text: str) -> SpecError:
    with pytest.raises(SpecError) as caught:
        checked(CardSet, parse(text, "cards.yaml"))
    return caught.value


def test_set_of_21_units() -> None:
    lines = card_set_text().splitlines(keepends=True)
    check(set_error("".join(lines[:4] + lines[5:])), "cards.yaml", 3, "units", "needs exactly 22 units, has 21")


def test_kraters_that_do_not_divide() -> None:
    text = "".join(card_set_text().splitlines(keepends=True)[:-1])
    check(set_error(text), "cards.yaml", 26, "kraters", "needs exactly 6 kraters, has 5")


@pytest.mark.parametrize(
    ("changes", "line", "key", "says"),
    [
        ({"head": {"name": ...}}, None, "name", "is missing"),
        ({"head": {"source": "mine"}}, 2, "source", "must be printed or reconstructed"),
        ({"head": {"about": "x" * 2001}}, 3, "about", "must be text of at most 2000 characters"),
        ({"head": {"sauce": "x"}}, 3, "sauce", "did you mean source?"),
        ({"units_3": {"id": "tide-caller"}}, 7, "units[3].id", '"tide-caller" is also the id of units[0]'),
        ({"kraters_3": {"id": "tide-caller"}}, 30, "kraters[3].id", '"tide-caller" is also the id of units[0]'),
        ({"units_3": {"name": "Tide Caller"}}, 7, "units[3].name", "is also the name of units[0]"),
        ({"kraters_0": {"effect": [{"destroy": {"where": "here"}}]}}, 27, "kraters[0].effect[0].destroy.where", "a krater has no"),
        ({"kraters_0": {"effect": ...}}, 27, "kraters[0].effect", "is missing"),
        ({"kraters_0": {"cost": 1}}, 27, "kraters[0].cost", "is not a known key"),
    ],
)  # fmt: skip
def test_set(changes: dict[str, Any], line: int | None, key: str, says: str) -> None:
    check(set_error(card_set_text(**changes)), "cards.yaml", line, key, says)


def test_sets_that_share_a_card(tmp_path: Path) -> None:
    (tmp_path / "cards.yaml").write_text(card_set_text())
    (tmp_path / "spec.yaml").write_text("extends: omen\nrules:\n  mode: combined\n  games: [1, cards.yaml]\n")
    with pytest.raises(SpecError) as caught:
        load(str(tmp_path / "spec.yaml"))
    check(caught.value, str(tmp_path / "spec.yaml"), 4, "rules.games[1]", 'both have a card with id "tide-caller"')


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"traits": ["FATE", "VETERAN"]}, "a draft needs 12 units with TRIUMPH, these sets have 11"),
        ({"traits": ["TRIUMPH", "COVETED"]}, "a draft needs units with TRIUMPH or COVETED, other-0 has both"),
    ],
)
def test_draft_that_does_not_add_up(changed: dict[str, Any], says: str, tmp_path: Path) -> None:
    changes: dict[str, Any] = {f"units_{i}": {"id": f"other-{i}", "name": f"Other {i}"} for i in range(22)}
    changes |= {f"kraters_{i}": {"id": f"jar-{i}", "name": f"Jar {i}"} for i in range(6)}
    gone = {} if "TRIUMPH" in changed["traits"] else {"triumph": ...}
    changes["units_0"] |= {**changed, "bolster": ..., **gone}
    (tmp_path / "cards.yaml").write_text(card_set_text(**changes))
    (tmp_path / "spec.yaml").write_text("extends: omen\nrules:\n  mode: draft\n  games: [cards.yaml, 2, 3]\n")
    with pytest.raises(SpecError) as caught:
        load(str(tmp_path / "spec.yaml"))
    check(caught.value, str(tmp_path / "spec.yaml"), 4, "rules.games", says)


# --- the command line ---


SETS = [
    ("hand_limit", "", "must look like rules.KEY=VALUE"),
    ("=7", "", "must look like rules.KEY=VALUE"),
    ("rules..hand_limit=7", "", "must look like rules.KEY=VALUE"),
    ("hand_limit=", "rules.hand_limit", "is empty"),
    ("hand_limt=7", "rules.hand_limt", "did you mean hand_limit?"),
    ("rules.hand_limt=7", "rules.hand_limt", "did you mean hand_limit?"),
    ("rules=7", "rules.rules", "is not a known key"),
    ("points.kratr=7", "rules.points.kratr", "did you mean krater?"),
    ("hand_limit.x=7", "rules.hand_limit", "must be a whole number from 0 to 30, not a mapping"),
    ("hand_limit='7'", "rules.hand_limit", "leave the quotes out"),
    ("hand_limit=six", "rules.hand_limit", 'not "six"'),
    ("hand_limit=1e6", "rules.hand_limit", "not 1000000"),
    ("hand_limit=[7", "rules.hand_limit", "is not valid YAML"),
    ("hand_limit=!!python/name:os.system", "rules.hand_limit", "tags are not supported"),
    ("points={krater: 1, krater: 2}", "rules.points", "is given twice"),
    ("wrath_on_offering=yes", "rules.wrath_on_offering", "write true or false"),
    ("bots=greedy", "bots", "name bots with --bots"),
    ("games=[9]", "rules.games[0]", "there is no set 9"),
    ("games=[nowhere.yaml]", "rules.games[0]", "there is no file nowhere.yaml"),
]


@pytest.mark.parametrize(("text", "key", "says"), SETS)
def test_set_option(text: str, key: str, says: str) -> None:
    with pytest.raises(SpecError) as caught:
        load("omen", [text])
    check(caught.value, "--set", None, key, says)


def test_set_option_twice() -> None:
    with pytest.raises(SpecError) as caught:
        load("omen", ["hand_limit=7", "rules.hand_limit=8"])
    check(caught.value, "--set", None, "rules.hand_limit", "is given twice")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("gready", 'there is no bot "gready"; did you mean greedy?'),
        ("", 'there is no bot ""; known: random, greedy'),
        ("greedy,", 'there is no bot ""'),
        ("greedy,random,random", "omen has 2 seats, 3 bots given: give one for each seat, or one for all"),
    ],
)
def test_bots_option(text: str, says: str) -> None:
    with pytest.raises(SpecError) as caught:
        load("omen", bots=text)
    check(caught.value, "--bots", None, "", says)


@pytest.mark.parametrize("players", [0, -1, 1, 3, 10**9])
def test_more_players_than_seats(players: int) -> None:
    with pytest.raises(SpecError) as caught:
        load("omen", players=players)
    check(caught.value, "--players", None, "", f"omen is for 2 players, not {players}")


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("omne", f"there is no game and no file of that name; did you mean omen? (games: {listed(names(), 'and')})"),
        ("hous.yaml", "there is no such file; did you mean house.yaml?"),
        ("house", "did you mean house.yaml?"),
        ("folder", "is a folder, not a YAML file"),
        ("folder/gone.yaml", "there is no such file"),
        ("house.yaml/x.yaml", "cannot be read: Not a directory"),
        ("x\0.yaml", "cannot be read: embedded null byte"),
        ("x" * 300, "there is no game and no file of that name"),
        ("x" * 300 + ".yaml", "cannot be read: File name too long"),
        ("loop.yaml", "cannot be read: Too many levels of symbolic links"),
    ],
)
def test_source(source: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "house.yaml").write_text("extends: omen\n")
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    with pytest.raises(SpecError) as caught:
        load(source)
    assert caught.value.file == source
    assert says in caught.value.message


def test_no_source() -> None:
    with pytest.raises(SpecError, match="needs the name of a game"):
        load("")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that exists but cannot be read")
def test_unreadable_file() -> None:
    with pytest.raises(SpecError) as caught:
        load("/proc/self/mem")
    check(caught.value, "/proc/self/mem", None, "", "cannot be read: Input/output error")


def test_circle_of_files(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "c"), ("c", "a")):
        (tmp_path / f"{name}.yaml").write_text(f"name: {name}\nextends: {other}.yaml\n")
    with pytest.raises(SpecError) as caught:
        load(str(tmp_path / "a.yaml"))
    check(caught.value, str(tmp_path / "c.yaml"), 2, "extends", "goes in a circle")


def test_extending_a_link_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    (tmp_path / "a.yaml").write_text("extends: loop.yaml\n")
    with pytest.raises(SpecError) as caught:
        load(str(tmp_path / "a.yaml"))
    check(caught.value, str(tmp_path / "loop.yaml"), None, "", "cannot be read: Too many levels of symbolic links")


def test_extending_a_name_that_is_too_long(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(f"extends: {'x' * 300}.yaml\n")
    with pytest.raises(SpecError) as caught:
        load(str(tmp_path / "a.yaml"))
    assert (caught.value.line, caught.value.key) == (1, "extends")
    assert caught.value.message.startswith("there is no file")


@pytest.mark.parametrize("letter", ["\\e", "\\0", "\\x85", "\\ud83d", "\\u202e", "\\u2028", "\\ufeff"])
def test_names_without_controls(letter: str, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(f'extends: kuhn\nname: "a{letter}b"\n')
    with pytest.raises(SpecError) as caught:
        load(str(tmp_path / "a.yaml"))
    check(caught.value, str(tmp_path / "a.yaml"), 2, "name", "must be text without control characters")


def test_chain_that_is_too_long(tmp_path: Path) -> None:
    for i in range(30):
        (tmp_path / f"{i}.yaml").write_text(f"extends: {i + 1}.yaml\n")
    (tmp_path / "30.yaml").write_text("extends: omen\n")
    with pytest.raises(SpecError, match="more than 20 files extend one another"):
        load(str(tmp_path / "0.yaml"))


def test_a_mistake_in_the_extended_file_is_shown_there(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text("extends: omen\nrules:\n  hand_limit: 99\n")
    (tmp_path / "top.yaml").write_text("extends: base.yaml\nrules:\n  coin_limit: 9\n")
    with pytest.raises(SpecError) as caught:
        load(str(tmp_path / "top.yaml"))
    check(
        caught.value, str(tmp_path / "base.yaml"), 3, "rules.hand_limit", "must be a whole number from 0 to 30, not 99"
    )


def test_several_mistakes_are_all_shown() -> None:
    with pytest.raises(SpecError) as caught:
        load("omen", ["hand_limit=99", "mode=drft", "points.kratr=1"])
    assert [problem.key for problem in caught.value.problems] == [
        "rules.mode",
        "rules.hand_limit",
        "rules.points.kratr",
    ]
    assert len(str(caught.value).splitlines()) == 3


def test_very_many_mistakes_are_counted(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("extends: omen\nrules:\n" + "".join(f"  x{i}: 1\n" for i in range(40)))
    with pytest.raises(SpecError) as caught:
        load(str(tmp_path / "x.yaml"))
    assert len(str(caught.value).splitlines()) == 11
    assert str(caught.value).endswith("… and 30 more")


def test_devices_end(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="is larger than 1 MB"):
        read(Path("/dev/zero"))


def test_no_code_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for tag in ("python/object/apply:os.system", "python/object/new:os.system", "python/module:os", "python/tuple"):
        with pytest.raises(SpecError, match="tags are not supported"):
            load("omen", [f"hand_limit=!!{tag} ['touch pwned']"])
    assert not list(tmp_path.iterdir())


class Plain(Options):
    """Options that check themselves with a plain `ValueError`, as a plugin's may."""

    low: int = option(1, "low")
    sizes: Annotated[tuple[int, ...], Field(strict=False, min_length=2)] = (1, 2)

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.low > 5:
            raise ValueError("low is too high")
        return self


@pytest.mark.parametrize(
    ("text", "line", "key", "says"),
    [
        ("low: 7", None, "rules", "low is too high"),
        ("sizes: [1]", 1, "rules.sizes", "needs at least 2 sizes, has 1"),
        ("sizes: [1, a]", 1, "rules.sizes[1]", 'must be a whole number, not "a"'),
        ("sizes: 1", 1, "rules.sizes", "must be a list, not 1"),
    ],
)
def test_any_games_options(text: str, line: int | None, key: str, says: str) -> None:
    with pytest.raises(SpecError) as caught:
        checked(Plain, parse(text, "x.yaml"), ("rules",))
    check(caught.value, "x.yaml", line, key, says)
