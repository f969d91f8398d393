"""The page of card values: whole, in words that fit the figures, the same each time."""

from __future__ import annotations

from typing import Any

import pytest
from tests.report.test_render import Reader

from balance.report import card_values
from balance.report.render import html


def estimate(value: float, half: float = 0.02) -> dict[str, Any]:
    return {"value": value, "low": value - half, "high": value + half, "n": 900}


def value(name: str, worth: float, **more: Any) -> dict[str, Any]:
    told = abs(worth) > 0.03
    return {
        "name": name,
        "raw": estimate(worth * 1.1),
        "shrunk": estimate(worth),
        "p_value": 0.001 if told else 0.4,
        "told_apart": told,
        "pairs": 900,
        "deals": 800,
        "changed": 220,
        "correlation": 0.4,
        "games_factor": 1.7,
    } | more


def card(number: int, worth: float, verdict: str | None) -> dict[str, Any]:
    name = ("Strong one", "Fair & <plain>", "Weak one", "Open one")[number]
    residual = None if verdict is None else estimate(worth)
    return value(name, worth, card=number, verdict=verdict, number=number + 1, residual=residual)


def table(kind: str, bot: str, **more: Any) -> dict[str, Any]:
    judged = kind != "removal"
    verdicts = ("strong", "fair", "weak", "open")
    return {
        "bot": bot,
        "kind": kind,
        "figure": "worth" if judged else "turns",
        "label": "win share" if judged else "turns",
        "scale": "share" if judged else "number",
        "deals": 800,
        "tolerance": 0.05 if judged else None,
        "cards": [
            card(i, worth, verdicts[i] if judged else None) for i, worth in enumerate((0.12, 0.01, -0.09, 0.045))
        ],
        "groups": [value("SPOILS", 0.04, by="trait", cards=2)],
        "silent": [{"name": "Never dealt", "pairs": 0, "changed": 0}, {"name": "Rare", "pairs": 900, "changed": 4}],
        "line": {"intercept": 0.1, "slope": estimate(-0.02)} if judged else None,
    } | more


def study(*tables: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "title": "Toy",
        "name": "",
        "mode": "standard",
        "players": 2,
        "seed": 1,
        "deals": 800,
        "complete": True,
        "number": "cost",
        "absent": {},
        "tables": list(tables),
        "command": "balance cards toy --swap --games 800 --seed 1",
    } | more


def page(*tables: dict[str, Any], **more: Any) -> Reader:
    return Reader(html(card_values.page(study(*tables, **more))))


def test_page_is_whole() -> None:
    tables = [table(kind, bot) for bot in ("random", "greedy") for kind in ("swap", "ban", "removal")]
    text = html(card_values.page(study(*tables)))
    assert text == html(card_values.page(study(*tables)))
    found = Reader(text)
    assert not found.open
    assert not found.wrong
    assert len(set(found.ids)) == len(found.ids)
    assert set(found.references) <= set(found.ids)
    assert "None" not in found.text
    assert "<plain>" in found.text
    assert "trait: SPOILS" in found.text
    assert "balance cards toy --swap --games 800 --seed 1" in found.text


def test_verdict_comes_first() -> None:
    text = page(table("swap", "random"), table("ban", "random")).text
    assert "Too strong: Strong one (random). Too weak: Weak one (random)." in " ".join(text.split())
    assert "Of these too few games changed to say anything: Rare." in text
    assert "Never dealt" not in text


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        ("open", "It cannot be told yet of 4 of 4 cards (random): more games would tell."),
        ("fair", "Every card that could be measured is worth about as much as the others."),
    ],
)
def test_without_cards_that_stand_out(verdict: str, words: str) -> None:
    cards = [one | {"verdict": verdict} for one in table("swap", "random")["cards"]]
    assert words in page(table("swap", "random", cards=cards)).text


def test_nothing_to_judge() -> None:
    assert "Too few games differ" in page(table("swap", "random", cards=[], groups=[], line=None)).text
    removal = page(
        table("removal", "random"), absent={"swap": "swap: in toy nobody is dealt hidden cards"}, complete=False
    )
    assert "What the game would be without each of its parts" in removal.text
    assert "Not measured: swap: in toy nobody" in removal.text
    assert "stopped early" in removal.text
