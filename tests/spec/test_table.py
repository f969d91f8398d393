"""The option table, and the file to start from."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.engine.game import Game, find, names
from balance.spec import as_yaml, load, option_table


@pytest.fixture(params=names())
def game(request: pytest.FixtureRequest) -> Game:
    return find(request.param)


def test_every_option_says_what_it_is(game: Game) -> None:
    for row in option_table(game):
        assert row.about and row.allowed
        assert row.source.split(":")[0] in ("rulebook", "house rule", "project", "reconstructed"), row
        assert not row.source.startswith("reconstructed") or len(row.source) > len("reconstructed: ")


def test_file_to_start_from_gives_the_defaults(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "start.yaml"
    path.write_text(as_yaml(game))
    spec = load(str(path))
    assert spec.options == game.options()
    assert spec.digest == load(game.name).digest
    for row in option_table(game):
        assert f"{row.key.split('.')[-1]}: " in path.read_text()


def test_omen_rows() -> None:
    rows = {row.key: row for row in option_table(find("omen"))}
    assert (rows["hand_limit"].default, rows["hand_limit"].allowed) == (6, "a whole number from 0 to 30")
    assert (rows["points.krater"].default, rows["points.krater"].source) == (2, "rulebook")
    assert rows["mode"].allowed == "single, combined or draft"
    assert rows["wrath_on_offering"].allowed == "true or false"
    assert rows["myriad_kept_as"].allowed == "1 or 2"
    assert (rows["cities_to_end"].default, rows["cities_to_end"].allowed) == (
        None,
        "a whole number from 1 to 3, or null",
    )
    assert "points" not in rows
