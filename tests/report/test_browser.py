"""The page in a real browser: no errors, sorting and filtering, narrow screens, contrast, paper, and no scripts."""

from __future__ import annotations

import contextlib
import csv
import math
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.report import samples
from typer.testing import CliRunner

from balance.cli import app
from balance.report import render

pytestmark = pytest.mark.browser

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
TABLE = "#cards-opening-table"
STUDY = """
extends: kuhn
bots: random
tune:
  search: {rules.bet: [1, 2, 3], rules.ante: [1, 2]}
  objectives: {first_player_advantage: {target: 2pp, tolerance: 1pp}}
  budget: {games: 4k}
  rungs: [200, 400]
  final_games: 500
"""
STUDIES = {
    "compare": ["compare", "kuhn", "--set", "bet=2", "--set", "bet=3", "--games", "2k", "--html", "compare.html"],
    "sweep": ["sweep", "kuhn", "--over", "bet=1..3", "--games", "2k", "--html", "sweep.html"],
    "skill": [
        "sweep",
        "kuhn",
        "--over",
        "bots=random,casual,greedy",
        "--over",
        "bet=1..3",
        "--games",
        "1k",
        "--html",
        "skill.html",
    ],
    "feel": ["feel", "kuhn", "--bots", "random", "--games", "50", "--html", "feel.html"],
    "heat map": [
        "sweep",
        "kuhn",
        "--over",
        "bet=1..2",
        "--over",
        "ante=1..2",
        "--games",
        "1k",
        "--html",
        "heat map.html",
    ],
    "ladder": ["ladder", "kuhn", "--bots", "random,casual,greedy", "--deals", "200", "--html", "ladder.html"],
    "cards": ["cards", "kuhn", "--swap", "--ban", "--bots", "random", "--games", "500", "--html", "cards.html"],
    "tune": ["tune", "study.yaml", "--out", "study"],
}
"""Pages of studies that are played for these tests, by the commands that write them."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("NOT TESTED: chromium is missing (apt-get install chromium)")
    sync_api = pytest.importorskip("playwright.sync_api", reason="NOT TESTED: playwright is missing")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A page of each kind, as its address."""
    folder = tmp_path_factory.mktemp("pages")
    found = {kind: _write(folder / f"{kind}.html", summary) for kind, summary in samples.ALL.items()}
    (folder / "study.yaml").write_text(STUDY, encoding="utf-8")
    with contextlib.chdir(folder):
        for kind, arguments in STUDIES.items():
            done = CliRunner().invoke(app, arguments)
            assert done.exit_code == 0, done.output
            found[kind] = (folder / ("study/report.html" if kind == "tune" else f"{kind}.html")).as_uri()
    return found


def _write(path: Path, summary: dict[str, Any]) -> str:
    summary = dict(summary)
    path.write_text(render(summary, samples.record(summary, "rules.bet=3")), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def show(browser: Any, pages: dict[str, str]) -> Iterator[Any]:
    """Opens a page; at the end there may have been no error and no request beyond the page itself."""
    wrong: list[str] = []
    contexts = []

    def open_page(kind: str, width: int = 1200, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 900}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: request.url.startswith(("file:", "data:")) or wrong.append(request.url))
        page.goto(pages[kind])
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


def first_cells(page: Any, column: int = 1) -> list[str]:
    rows = page.locator(f"{TABLE} tbody tr:visible > :nth-child({column})")
    return [text.replace("\u00a0", " ").replace("−", "-") for text in rows.all_inner_texts()]


@pytest.mark.parametrize("kind", [*samples.ALL, *STUDIES])
@pytest.mark.parametrize("width", [380, 760, 1200])
def test_page_fits_its_window(show: Any, kind: str, width: int) -> None:
    page = show(kind, width)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(OVERLAPS) == []


OVERLAPS = """() => {
  const wrong = [];
  for (const svg of document.querySelectorAll("svg.drawing")) {
    const texts = [...svg.querySelectorAll("text")].map((one) => [one.textContent, one.getBoundingClientRect()]);
    for (let i = 0; i < texts.length; i++)
      for (let j = 0; j < i; j++) {
        const [a, b] = [texts[i][1], texts[j][1]];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > 4) wrong.push(`${texts[i][0]} / ${texts[j][0]}`);
      }
    const edge = svg.closest(".card").getBoundingClientRect();
    for (const [text, box] of texts) if (box.left < edge.left || box.right > edge.right) wrong.push(`outside: ${text}`);
  }
  return wrong;
}"""
"""Texts of a drawing that lie on one another, or beyond the drawing's card."""


def test_table_comes_sorted_by_the_lower_bound(show: Any) -> None:
    page = show("two")
    assert first_cells(page)[:2] == ["Card 1", "Card 2"]
    assert page.locator(f"{TABLE} th[aria-sort]").get_attribute("aria-sort") == "descending"


def test_sorting_by_mouse_and_keyboard(show: Any) -> None:
    page = show("two")
    head = page.locator(f"{TABLE} thead button", has_text="Seats with it")
    head.click()
    held = [int(text.replace(",", "")) for text in first_cells(page, 6)]
    assert held == sorted(held, reverse=True)
    head.focus()
    page.keyboard.press("Enter")
    assert [int(text.replace(",", "")) for text in first_cells(page, 6)] == sorted(held)
    assert page.locator(f"{TABLE} th[aria-sort]").all_inner_texts() == ["Seats with it"]
    assert page.locator(f"{TABLE} th[aria-sort]").get_attribute("aria-sort") == "ascending"
    page.locator(f"{TABLE} thead button", has_text="Card").click()
    names = first_cells(page)
    assert names == sorted(names, key=str.lower)
    page.locator(f"{TABLE} thead button", has_text="Value").click()
    values = [float(text.removesuffix(" pp")) for text in first_cells(page, 2)]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("kind", ["two", *STUDIES])
def test_every_table_can_be_downloaded(show: Any, kind: str) -> None:
    """As it reads, with the numbers behind what is rounded."""
    found = show(kind).locator("table[id]").count()
    assert found > 0
    for i in range(found):
        if i % 8 == 0:  # Chromium lets a page start ten downloads in a row
            page = show(kind)
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            tables, buttons = page.locator("table[id]"), page.locator("button.download")
            assert buttons.count() == tables.count() == found
        with page.expect_download() as waiting:
            buttons.nth(i).click()
        assert waiting.value.suggested_filename == f"{tables.nth(i).get_attribute('id')}.csv"
        with Path(waiting.value.path()).open(encoding="utf-8-sig", newline="") as file:
            head, *rows = csv.reader(file)
        assert len(head) == len(set(head))
        assert {len(row) for row in rows} == {len(head)}
        shown = [
            " ".join(text.split()) for text in tables.nth(i).locator("tbody tr > :first-child").all_text_contents()
        ]
        assert [row[0] for row in rows] == shown
        for column in (k for k, title in enumerate(head) if title.endswith("(number)")):
            numbers = [float(row[column]) for row in rows if row[column]]
            assert numbers
            assert all(map(math.isfinite, numbers))


def test_filtering(show: Any) -> None:
    page = show("two")
    controls = page.locator('[data-for="cards-opening-table"]')
    controls.locator('input[type="search"]').fill("thief")
    assert first_cells(page) == ["Thief & <Co>"]
    assert controls.locator(".found").inner_text() == "1 of 28 shown"
    controls.locator('input[type="search"]').fill("")
    controls.locator('input[type="checkbox"]').check()
    assert set(first_cells(page, 7)) == {"yes"}
    controls.locator('input[type="checkbox"]').uncheck()
    assert len(first_cells(page)) == 28


def test_without_scripts_all_is_there(show: Any) -> None:
    page = show("two", java_script_enabled=False)
    assert page.locator(f"{TABLE} tbody tr").count() == 28
    assert page.locator(f"{TABLE} thead button").count() == 0
    assert not page.locator('[data-for="cards-opening-table"]').is_visible()
    page.locator("summary", has_text="Win share when ever in hand").click()
    assert page.locator("#cards-held-table").is_visible()


CONTRAST = """() => {
  const channel = (c) => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const behind = (node) => {
    for (; node; node = node.parentElement) {
      const colour = parse(getComputedStyle(node).backgroundColor);
      if (colour.length === 3 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const wrong = [];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    if (!own || !node.checkVisibility() || ["SCRIPT", "title", "desc"].includes(node.tagName)) continue;
    const style = getComputedStyle(node);
    let under = behind(node.closest("svg") ? node.closest("svg").parentElement : node);
    if (node.classList.contains("inside")) {
      const parts = [...node.parentElement.querySelectorAll(".part")];
      const box = node.getBoundingClientRect();
      const part = parts.find((one) => {
        const other = one.getBoundingClientRect();
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        return other.left <= x && x <= other.right && other.top <= y && y <= other.bottom;
      });
      under = parse(getComputedStyle(part).fill);
    }
    const [a, b] = [light(parse(node.closest("svg") ? style.fill : style.color)), light(under)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) wrong.push(`${ratio.toFixed(2)}: ${node.getAttribute("class")} ${node.textContent}`);
  }
  for (const mark of document.querySelectorAll(".drawing .fill:not(.pale), .drawing .line, .drawing .outline")) {
    const style = getComputedStyle(mark);
    const colour = style.fill === "none" ? style.stroke : style.fill;
    const [x, y] = [light(parse(colour)), light(behind(mark.closest(".card")))];
    const ratio = (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
    if (ratio < 3) wrong.push(`${ratio.toFixed(2)}: ${mark.getAttribute("class")}`);
  }
  return wrong;
}"""
"""Texts below a contrast of 4.5, and marks below 3 (WCAG 2.2, AA)."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", ["five", "bots", "nothing"])
def test_contrast(show: Any, kind: str, scheme: str) -> None:
    page = show(kind, color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(18, 21, 26)") == (scheme == "dark")
    assert page.evaluate(CONTRAST) == []


def test_paper_is_white_in_dark_mode_too(show: Any) -> None:
    page = show("five", color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate(CONTRAST) == []
    assert len(page.pdf(format="A4")) > 10_000


def test_drawings_speak(show: Any) -> None:
    page = show("three")
    drawings = page.locator("svg.drawing")
    assert drawings.count() >= 8
    for drawing in drawings.all():
        assert drawing.get_attribute("role") == "img"
        names = (drawing.get_attribute("aria-labelledby") or "").split()
        assert all(page.locator(f"#{name}").text_content() for name in names)
