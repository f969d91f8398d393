"""The page as text: the same bytes, complete in itself, and true to the summary."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from tests.report import samples

from balance.analysis.estimates import Estimate
from balance.report import played, render
from balance.report.model import Record, Summary
from balance.report.numbers import NBSP, percent, percentage_points, short, shown
from balance.report.sections.points import section as points_section
from balance.spec import from_resolved, load

KINDS = list(samples.ALL)


def page(kind: str) -> str:
    summary = dict(samples.ALL[kind])
    return render(summary, samples.record(summary, "rules.bet=3"))


class Reader(HTMLParser):
    """Text, ids, and tags that were never closed."""

    VOID = ("meta", "link", "input", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if "id" in found:
            self.ids.append(str(found["id"]))
        for key in ("aria-labelledby", "data-for"):
            self.references += str(found.get(key) or "").split()
        href = found.get("href") or ""
        if href.startswith("#"):
            self.references.append(href[1:])
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(self.words)


@pytest.mark.parametrize("kind", KINDS)
def test_page_is_whole_and_complete_in_itself(kind: str) -> None:
    text = page(kind)
    found = Reader(text)
    assert not found.open
    assert not found.wrong
    assert len(set(found.ids)) == len(found.ids)
    assert set(found.references) <= set(found.ids)
    assert len(text.encode()) < 1_000_000
    assert not re.search(r"https?:|//[a-z]|@import|url\(|src=", text)
    assert "nan" not in re.findall(r"[a-z]+", found.text.lower())
    assert "None" not in found.text.replace("None: every", "")


@pytest.mark.parametrize("kind", KINDS)
def test_same_summary_same_bytes(kind: str) -> None:
    assert page(kind) == page(kind)


def test_same_bytes_in_another_process(tmp_path: Path) -> None:
    summary = dict(samples.ALL["three"])
    record = samples.record(summary)
    (tmp_path / "in.json").write_text(json.dumps([summary, record]), encoding="utf-8")
    script = (
        "import json, pathlib, sys; from balance.report import render;"
        "sys.stdout.buffer.write(render(*json.loads(pathlib.Path(sys.argv[1]).read_text('utf-8'))).encode())"
    )
    pages = [
        subprocess.run(
            [sys.executable, "-c", script, str(tmp_path / "in.json")],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert pages[0] == pages[1] == render(summary, record).encode()


@pytest.mark.parametrize("kind", KINDS)
def test_names_are_escaped(kind: str) -> None:
    text = page(kind)
    for wild in ("<winds>", "<know>", "<b>relics", "<Co>"):
        assert wild not in text
    assert "&lt;winds&gt; &amp; tides" in text


def _estimates(content: Any) -> list[Estimate]:
    """Every rate of a summary."""
    if isinstance(content, dict):
        if {"value", "low", "high", "n"} <= set(content):
            return [Estimate(**content)]
        return [one for value in content.values() for one in _estimates(value)]
    return [one for value in content for one in _estimates(value)] if isinstance(content, list) else []


RATES = ("win_rates", "shares_by_seat", "draw_rate", "level_rate", "decisive_share", "success_rate", "unfinished_rate")


@pytest.mark.parametrize("kind", ["two", "three", "five", "cooperative", "solo", "graded", "graded-solo"])
def test_every_figure_is_on_the_page(kind: str) -> None:
    summary = samples.ALL[kind]
    text = Reader(page(kind)).text
    rates = [summary[key] for key in RATES if key in summary and (key != "shares_by_seat")]
    rates += [reason["rate"] for reason in summary["reasons"]]
    rates += [grade["rate"] for grade in summary.get("grades", [])]
    for rate in _estimates(rates):
        one = percent(rate)
        assert one.value in text
        assert f"{one.low} to {one.high}" in text
        assert one.n in text
    assert shown(Estimate(**summary["options_per_decision"])).line in text
    assert percent(Estimate(**summary["forced_share"])).line in text
    _check_rates(Summary.model_validate(summary), text)
    _check_means(Summary.model_validate(summary), text)
    _check_cards(Summary.model_validate(summary), text)


def _check_rates(summary: Summary, text: str) -> None:
    for rate in summary.rates:
        for found in rate.parts:
            if found:
                one = percent(found) if rate.unit == "%" else shown(found)
                assert (one.line if rate.group or rate.unit == "%" else one.value) in text
                assert f"{one.low} to {one.high}" in text


def _check_means(summary: Summary, text: str) -> None:
    figures = [summary.turns, summary.margin, summary.lead_changes, *summary.points]
    figures += [part for figure in summary.figures for part in figure.parts]
    for figure in figures:
        if figure:
            one = shown(figure.estimate)
            assert one.line in text or (one.value in text and f"{one.low} to {one.high}" in text)


def _check_cards(summary: Summary, text: str) -> None:
    for kind in summary.cards:
        for card in kind.cards:
            if summary.grades:
                value, raw = (shown(found, "points", sign=True, digits=3) for found in (card.shrunk, card.raw))
            else:
                value, raw = percentage_points(card.shrunk, 1), percentage_points(card.raw, 1)
            assert value.value in text
            assert f"{value.low.rpartition(NBSP)[0]} to {value.high}" in text
            assert raw.value in text
            assert card.name in text


def test_profiles_are_on_the_page() -> None:
    summary = Summary.model_validate(samples.ALL["three"])
    text = Reader(page("three")).text
    for line in summary.profiles[0].positions:
        for n, mean in zip(line.n, line.mean, strict=True):
            if n >= 0.02 * line.n[0]:
                assert f"{mean:.3f}{NBSP}±" in text


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (
            "two",
            f"First player wins 51.0{NBSP}%{NBSP}±{NBSP}0.5 of decided games with greedy bots: outside the tolerance",
        ),
        ("three", "Of three positions, the first wins most"),
        ("five", "within the tolerance of"),
        ("cooperative", f"The players succeed in 42.5{NBSP}%{NBSP}±{NBSP}0.5 of finished games with greedy bots; 0."),
        ("solo", "The player succeeds in"),
        ("bots", f"Greedy in seat 1 wins 71.0{NBSP}%"),
        ("nothing", "No game finished"),
    ],
)
def test_verdict_in_words(kind: str, words: str) -> None:
    assert words in Reader(page(kind)).text


def changed(kind: str, **parts: Any) -> str:
    """The text of a sample's page, with some of its figures changed."""
    summary = samples.ALL[kind] | parts
    return Reader(render(summary, samples.record(summary))).text


def test_games_that_were_given_up_are_in_the_headline_and_only_if_there_are_any() -> None:
    outcomes = samples.ALL["cooperative"]["outcomes"]
    whole = changed("cooperative", outcomes=outcomes | {"unfinished": 0})
    assert f"The players succeed in 42.5{NBSP}%{NBSP}±{NBSP}0.5 of games with greedy bots." in whole
    given_up = changed("cooperative", unfinished_rate=samples.estimate(0.128, 0.009))
    assert f"; 12.8{NBSP}%{NBSP}±{NBSP}0.9 of all games did not finish." in given_up


def test_ties_that_no_tie_breaker_decided() -> None:
    level = samples.ALL["two"]["level_rate"]
    assert "are draws after the tie-breakers" in changed("two")
    assert "after tie-breakers" in changed("two")
    text = changed("two", draw_rate=level)
    assert "and no tie-breaker decided any of them" in text
    assert "after tie-breakers" not in text


def test_what_is_always_the_same_is_no_chart() -> None:
    assert "Game length" in changed("two")
    assert "Game length" not in changed("two", turns=samples.figure(48, 1, 48, 48))
    assert "Victory points" not in changed("two", profiles=[])
    flat = {"n": [9, 9], "mean": [1.0, 1.0], "low": [1.0, 1.0], "high": [1.0, 1.0]}
    profile = {"name": "hand", "label": "colours in hand", "unit": "colours", "positions": [flat, flat]}
    assert "Colours in hand" not in changed("two", profiles=[profile])
    bent = flat | {"mean": [1.0, 2.0]}
    assert "Colours in hand" in changed("two", profiles=[profile | {"positions": [flat, bent]}])


def test_a_rate_alone_in_its_group_is_told_by_the_groups_title() -> None:
    rates = samples.rates(2)
    assert "ships sunk by the own side: first player" in changed("two")
    alone = changed("two", rates=[rate for rate in rates if rate["name"] != "never"])
    assert "ships sunk by the own side" not in alone


def test_quotients_without_a_group_stand_in_one_table() -> None:
    more = {
        "name": "waits",
        "label": "waiting",
        "unit": "times a note",
        "group": "",
        "rate": samples.estimate(0.15, 0.01),
    }
    text = changed("two", rates=[*samples.rates(2), more])
    assert text.count("More averages") == 2  # the title, and the table's caption
    assert "times a note" in text


def test_points_that_all_share_are_drawn_once() -> None:
    summary = samples.ALL["cooperative"]
    sources = [one for one in summary["figures"] if one["group"] == "points by source"]
    total = sum(one["positions"][0]["mean"] for one in sources)
    points = [summary["points"][0] | {"mean": total}]
    found = Summary.model_validate(summary | {"points": points})
    chart = next(chart for chart in points_section(found).blocks if chart.title == "Points by source")
    assert chart.table is not None
    assert [column.title for column in chart.table.columns] == ["", "all together"]
    apart = next(
        one for one in points_section(Summary.model_validate(summary)).blocks if one.title == "Points by source"
    )
    assert apart.table is not None
    assert len(apart.table.columns) == 1 + summary["players"]


def test_more_games_are_named() -> None:
    assert "about 120,000 more games would tell" in page("three")


def test_bots_are_not_people() -> None:
    for kind in KINDS:
        assert "Bots played this, not people" in page(kind)


def test_no_first_player_figure_without_opponents() -> None:
    for kind in ("cooperative", "solo"):
        assert "irst player’s advantage" not in page(kind)


def test_partial_run_says_so() -> None:
    assert "Partial run." in page("nothing")
    assert "Partial run." not in page("two")


def test_precision_that_was_not_reached_is_a_warning() -> None:
    words = "The precision asked for ({} ± {}) was not reached: it is ± {}."
    assert words.format("success", f"0.1{NBSP}pp", f"0.48{NBSP}pp") in page("solo")
    assert words.format("score", f"0.05{NBSP}points", f"0.06{NBSP}points") in page("graded")


def test_rules_that_differ_come_first_and_the_command_fits() -> None:
    text = page("two")
    assert text.index("Rules that differ from the rulebook") < text.index("All other options")
    assert "balance simulate kuhn --set bet=3 --bots greedy --games 40000 --seed 7" in text


def test_bots_that_no_option_can_name_come_as_a_file() -> None:
    summary = samples.competitive(2)
    record = samples.record(summary)
    record["spec"]["bots"][0]["temperature"] = 0.5
    summary["spec_hash"] = record["spec_hash"] = from_resolved(record["spec"]).digest
    text = render(summary, record)
    assert "balance simulate variant.yaml" in text
    assert "&#34;temperature&#34;: 0.5" in text


def one_kind_of_bot(**settings: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """A run of two greedy bots, the second with settings of its own."""
    summary = samples.different_bots() | {"bots": ["greedy", "greedy"]}
    record = samples.record(summary)
    record["spec"]["bots"][1] |= settings
    summary["spec_hash"] = record["spec_hash"] = from_resolved(record["spec"]).digest
    return summary, record


def test_bots_of_one_kind_with_different_settings() -> None:
    weights = load("kuhn").bots[0].resolved()["weights"]
    name, shipped = next(iter(weights.items()))
    text = Reader(render(*one_kind_of_bot(temperature=0.5, weights=weights | {name: -7.0}))).text
    found = " ".join(text.split())
    assert "Of two greedy bots with different settings, the one in seat 1 wins 71.0 % ± 0.4, the one in seat 2" in found
    assert "Bots that differ from the shipped ones" in found
    row = re.search(rf"weights\.{name} (\S+) (\S+) (\S+)", found)
    assert row
    assert row.groups() == (short(shipped), "−7", short(shipped))
    assert f'- greedy - {{"name": "greedy", "temperature": 0.5, "weights": {{"{name}": -7.0}}}}' in found


def test_shipped_bots_do_not_differ_from_themselves() -> None:
    assert "differ from the shipped" not in page("two")


def test_a_game_that_is_not_installed_is_reported_all_the_same() -> None:
    summary = samples.competitive(2)
    record = samples.record(summary)
    words = "The game is not installed here in the version that was played"
    assert words not in render(summary, record)
    assert words in render(summary, record | {"spec_hash": "0" * 64})
    record["spec"]["game_version"] = 99
    assert words in render(summary, record)


def test_association_is_told_from_cause() -> None:
    text = Reader(page("two")).text
    assert "long games show more cards, and winners play more" in text
    assert page("two").count('class="badge good">causal') == 1
    assert page("two").count('class="badge open">association') == 1


def test_the_file_to_play_again_is_the_same_spec(tmp_path: Path) -> None:
    spec = load("kuhn", ("bet=3",), "greedy")
    spec = from_resolved(spec.resolved() | {"bots": [bot.resolved() | {"temperature": 0.5} for bot in spec.bots]})
    summary = Summary.model_validate(samples.competitive(2) | {"spec_hash": spec.digest})
    record = Record.model_validate({"balance": "0", "spec": spec.resolved(), "spec_hash": spec.digest})
    again = played.again(summary, record, spec)
    assert again.command == "balance simulate variant.yaml --games 40000 --seed 7"
    assert again.file.count("temperature") == 2
    (tmp_path / "variant.yaml").write_text(again.file, encoding="utf-8")
    assert load(str(tmp_path / "variant.yaml")).digest == spec.digest


@pytest.mark.parametrize("sets", [(), ("mode=combined", "points.krater=3", "first_player=random_discard")])
def test_the_command_to_play_again_is_the_same_spec(sets: tuple[str, ...]) -> None:
    spec = load("omen", sets, "random")
    summary = Summary.model_validate(samples.competitive(2) | {"spec_hash": spec.digest})
    record = Record.model_validate({"balance": "0", "spec": spec.resolved(), "spec_hash": spec.digest})
    words = shlex.split(played.again(summary, record, spec).command)
    given = [words[i + 1] for i, word in enumerate(words) if word == "--set"]
    assert sorted(given) == sorted(sets)
    assert load("omen", given, "random").digest == spec.digest


def test_options_that_follow_from_others_do_not_differ() -> None:
    spec = load("omen", ("mode=combined",), "random")
    record = Record.model_validate({"balance": "0", "spec": spec.resolved(), "spec_hash": spec.digest})
    assert [rule.option.key for rule in played.rules(record, spec) if rule.differs] == ["mode"]


def test_long_tables_over_turns_can_be_filtered() -> None:
    """Of up to 20 turns all are seen at once; more can be sorted and searched."""
    for turns, filtered in ((20, False), (21, True)):
        summary = dict(samples.ALL["two"])
        profile = dict(summary["profiles"][0], positions=[samples.course(turns, 1.0)] * 2)
        summary["profiles"] = [profile]
        text = render(summary, samples.record(summary, "rules.bet=3"))
        assert ('class="controls" data-for="profile-' in text) == filtered


def test_equal_shares_are_tested_from_three_players_on() -> None:
    """Whatever the verdict says: a difference may be there and yet lie within the tolerance."""
    assert "Chi-square test" not in page("two")
    for result, p, words in (
        ("outside", 1e-9, "p &lt; 0.001."),
        ("inside", 0.01, "but a small one"),
        ("open", 0.4, "p = 0.400."),
    ):
        summary = dict(samples.ALL["three"])
        summary["position_test"] = {"statistic": 12.3, "degrees": 2, "p_value": p}
        summary["verdict"] = dict(summary["verdict"], result=result)
        text = render(summary, samples.record(summary, "rules.bet=3")).replace(NBSP, " ")
        assert "Chi-square test of equal shares: 12.3, p" in text
        assert words in text
