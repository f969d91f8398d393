"""Specs that are right: what they come to, and that their record makes them again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from balance.engine.game import find
from balance.games.omen.cards import shipped, shipped_path
from balance.games.omen.options import OmenOptions
from balance.spec import BotSpec, Spec, SpecError, from_resolved, load


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(dedent(text))
    return str(path)


def rules(spec: Spec) -> OmenOptions:
    assert isinstance(spec.options, OmenOptions)
    return spec.options


def test_a_game_by_name() -> None:
    spec = load("omen")
    assert spec.game is find("omen")
    assert spec.options == OmenOptions()
    assert spec.players == 2
    assert [bot.name for bot in spec.bots] == ["greedy", "greedy"]
    assert list(spec.bots[0].weights) == list(spec.game.features)


def test_a_file_with_everything(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "house.yaml",
        """
        extends: omen
        name: House rules
        about: |
          More cards,
          more coins.
        rules:
          hand_limit: 8
          wrath_on_offering: true
          points: {krater: 3}
        bots: [random, {name: greedy, temperature: 1}]
        """,
    )
    spec = load(path)
    assert (spec.name, spec.about) == ("House rules", "More cards,\nmore coins.\n")
    assert (rules(spec).hand_limit, rules(spec).wrath_on_offering) == (8, True)
    assert (rules(spec).points.krater, rules(spec).points.broken) == (3, 1)
    assert spec.bots[0] == BotSpec("random")
    assert (spec.bots[1].name, spec.bots[1].temperature) == ("greedy", 1.0)


@pytest.mark.parametrize(
    "name", ["🃏 für “Zwei”", "👨\u200d👩\u200d👧", "海の\u3000歌", "10\u00a0000", "می\u200cخواهم", "\U0001faef new"]
)
def test_names_of_all_scripts(name: str, tmp_path: Path) -> None:
    assert load(written(tmp_path, "house.yaml", f"extends: kuhn\nname: {name}\n")).name == name


def test_defaults_that_depend_on_the_mode() -> None:
    for mode, games, cities in (("single", (1,), 3), ("combined", (1, 2), 2), ("draft", (1, 2, 3), 2)):
        options = rules(load("omen", [f"mode={mode}"]))
        assert (options.games, options.cities_to_end) == (games, cities)
        assert [card_set.name for card_set in options.sets()] == [shipped(game).name for game in games]
    assert rules(load("omen", ["mode=combined", "cities_to_end=null", "games=null"])).cities_to_end == 2


def test_extending_goes_key_by_key(tmp_path: Path) -> None:
    written(
        tmp_path, "base.yaml", "extends: omen\nname: Base\nrules: {hand_limit: 8, points: {krater: 3}}\nbots: random\n"
    )
    path = written(tmp_path, "sub/top.yaml", "extends: ../base.yaml\nrules: {coin_limit: 9, points: {broken: 2}}\n")
    spec = load(path)
    assert (rules(spec).hand_limit, rules(spec).coin_limit) == (8, 9)
    assert (rules(spec).points.krater, rules(spec).points.broken) == (3, 2)
    assert spec.name == "top"
    assert [bot.name for bot in spec.bots] == ["random", "random"]


def test_empty_parts_are_left_out(tmp_path: Path) -> None:
    spec = load(written(tmp_path, "x.yaml", "game: omen\nrules:\nbots:\nname:\n"))
    assert spec.digest == load("omen").digest


def test_byte_order_mark_and_line_ends(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_bytes(b"\xef\xbb\xbfextends: omen\r\nrules: {hand_limit: 7}\r\n")
    assert rules(load(str(tmp_path / "x.yaml"))).hand_limit == 7


@pytest.mark.parametrize(
    "text", ["rules.hand_limit=7", "hand_limit=7", "hand_limit= 7", "hand_limit=0.7e1", "hand_limit=0x7"]
)
def test_set(text: str) -> None:
    assert rules(load("omen", [text])).hand_limit == 7


def test_set_lies_over_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, "x.yaml", "extends: omen\nrules: {hand_limit: 8, points: {krater: 3, broken: 3}}\n")
    options = rules(load(path, ["hand_limit=7", "points.krater=4", "points={coveted: 5}"]))
    assert options.hand_limit == 7
    assert (options.points.krater, options.points.broken, options.points.coveted) == (4, 3, 5)


def test_bots_lie_over_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, "x.yaml", "extends: omen\nbots: random\n")
    assert [bot.name for bot in load(path, bots="greedy, random").bots] == ["greedy", "random"]
    assert [bot.name for bot in load(path, bots="greedy").bots] == ["greedy", "greedy"]


def test_default_weights_are_the_games_own() -> None:
    game = find("kuhn")
    assert load("kuhn").bots[0].weights == {name: float(game.weights.get(name, 0)) for name in game.features}


def test_weights_in_a_file(tmp_path: Path) -> None:
    game = find("kuhn")
    first, second = game.features[:2]
    spec = load(written(tmp_path, "x.yaml", f"extends: kuhn\nbots: {{name: greedy, weights: {{{first}: 9}}}}\n"))
    assert spec.bots[0].weights[first] == 9.0
    assert spec.bots[0].weights[second] == game.weights.get(second, 0.0)


def test_players() -> None:
    assert load("omen", players=2).players == 2


def test_a_set_from_a_file_is_found_from_the_file_that_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "mine.yaml").write_text(shipped_path(2).read_text())
    written(tmp_path, "cards/base.yaml", "extends: omen\nrules: {games: [mine.yaml]}\n")
    path = written(tmp_path, "top.yaml", "extends: cards/base.yaml\n")
    assert rules(load(path)).sets()[0] == shipped(2)
    monkeypatch.chdir(tmp_path)
    assert rules(load("omen", ["games=[cards/mine.yaml]"])).sets()[0] == shipped(2)


def test_the_record_is_plain_and_complete() -> None:
    record = load("omen", ["mode=draft"], "greedy,random").resolved()
    assert json.loads(json.dumps(record)) == record
    assert set(record["rules"]) == set(OmenOptions.model_fields)
    assert record["rules"]["cities_to_end"] == 2
    assert [len(card_set["units"]) for card_set in record["cards"]["sets"]] == [22, 22, 22]
    assert [bot["name"] for bot in record["bots"]] == ["greedy", "random"]


def test_the_record_makes_the_spec_again(tmp_path: Path) -> None:
    written(tmp_path, "mine.yaml", shipped_path(2).read_text())
    path = written(tmp_path, "x.yaml", "extends: omen\nrules: {mode: combined, games: [mine.yaml, 3], hand_limit: 7}\n")
    spec = load(path, bots="greedy,random")
    record = json.loads(json.dumps(spec.resolved()))
    (tmp_path / "mine.yaml").unlink()
    again = from_resolved(record)
    assert again.digest == spec.digest
    assert again.bots == spec.bots
    assert rules(again).sets() == rules(spec).sets()


def test_a_record_of_another_version_is_refused() -> None:
    record = load("kuhn").resolved()
    with pytest.raises(SpecError, match="made by version 0 of kuhn"):
        from_resolved({**record, "game_version": 0})
    with pytest.raises(SpecError, match="schema_version: must be 1, not 9"):
        from_resolved({**record, "schema_version": 9})
    with pytest.raises(SpecError, match="there is no game"):
        from_resolved({**record, "game": "khun"})


def test_the_digest_tells_what_is_played(tmp_path: Path) -> None:
    plain = load("omen").digest
    assert len(plain) == 64
    assert load("omen", ["hand_limit=6"]).digest == plain
    assert load(written(tmp_path, "x.yaml", "extends: omen\nname: x\nabout: y\n")).digest == plain
    others = [load("omen", [f"hand_limit={n}"]).digest for n in (5, 7)] + [load("omen", bots="random").digest]
    assert len({plain, *others}) == 4


def test_the_digest_goes_by_a_sets_content(tmp_path: Path) -> None:
    text = shipped_path(2).read_text()
    for folder in ("a", "b"):
        written(tmp_path, f"{folder}/mine.yaml", text)
        written(tmp_path, f"{folder}/x.yaml", "extends: omen\nrules: {games: [mine.yaml]}\n")
    a, b = (load(str(tmp_path / folder / "x.yaml")).digest for folder in "ab")
    assert a == b
    (tmp_path / "b" / "mine.yaml").write_text(text.replace("cost: 1\n", "cost: 2\n", 1))
    assert load(str(tmp_path / "b" / "x.yaml")).digest != a


def test_importing_is_light() -> None:
    code = (
        "import sys, balance.spec as s; s.load('omen'); print(sorted({'numba', 'numpy', 'jinja2'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
