"""docs/rules/GAME.md: every sentence of a rulebook, and every point that was settled, beside the tests that play it."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__)
PAGES = sorted((HERE.parents[2] / "docs" / "rules").glob("*.md"))
OF_THE_PAGE = ("test_rulebook.py", "test_settled.py")


def by_file(game: str) -> dict[str, set[str]]:
    """Names of a game's tests by file."""
    paths = (HERE.parent / game).glob("test_*.py")
    return {path.name: set(re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)) for path in paths}


def named_in(text: str) -> set[str]:
    """Tests that a text names."""
    return set(re.findall(r"`(test_\w+)`", text)) - set(OF_THE_PAGE)


def sentences(text: str) -> list[str]:
    """The rows of the tables of a page, without heads and lines."""
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    return [row for row in rows if not row.startswith(("| the rulebook |", "| here |"))]


def test_every_rulebook_has_a_page():
    assert [page.stem for page in PAGES] == ["melodies", "omen", "sirenen", "songbirds"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_sentence_has_a_test_that_there_is(page):
    text, tests = page.read_text(), by_file(page.stem)
    assert [row for row in sentences(text) if not named_in(row)] == []
    assert named_in(text) - set().union(*tests.values()) == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_test_of_a_rulebook_stands_beside_its_sentence(page):
    tests = by_file(page.stem)
    own = set().union(*(tests[name] for name in OF_THE_PAGE))
    assert own - named_in(page.read_text()) == set()
