"""The page of a tuning study (`balance tune`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from balance.report.blocks import Cell, Chart, Column, Hero, Key, Page, Panel, Section, Table, Tile, Tone
from balance.report.charts.bars import Row, points
from balance.report.charts.losses import Spot, course, front
from balance.report.model import Estimate, Part
from balance.report.numbers import NBSP, change, count, in_unit, plain, setting, short, shown
from balance.report.played import SAME, TIMED, same_again
from balance.report.words import how_it_plays

INTERVAL = f"95{NBSP}% interval"
LABELS: dict[str, str] = {
    "recommended": "Recommended",
    "open": "Cannot tell yet",
    "unmet": "No variant meets the limits",
}
JUDGED = {"inside": "within", "outside": "outside", "open": "cannot tell"}
MET = {"inside": "met", "outside": "missed", "open": "cannot tell"}

Judgement = Literal["inside", "outside", "open"]


class Figure(Part):
    """A figure of the objectives and limits."""

    figure: str
    label: str
    unit: str


class Objective(Part):
    """What a figure should be, in the unit that people write."""

    figure: str
    target: float
    tolerance: float
    weight: float


class Claim(Part):
    """A limit; of a finalist with what came of it."""

    figure: str
    claim: str
    result: Judgement = "open"


class Settings(Part):
    """What was asked for."""

    search: list[dict[str, Any]]
    objectives: list[Objective]
    limits: list[Claim]
    price: float
    rungs: list[int]
    budget: dict[str, float | None]
    finalists: int
    final_games: int
    retrain: float


class Searched(Part):
    """A variant in the search."""

    name: str
    values: dict[str, Any]
    distance: float
    games: int
    loss: float
    miss: float
    figures: dict[str, float | None]
    on_front: bool


class Step(Part):
    """The best so far after so many games."""

    games: int
    loss: float


class Search(Part):
    """The search."""

    sampler: str
    combinations: int | None
    tried: int
    unplayable: list[dict[str, str]]
    games: int
    ended: str
    course: list[Step]
    variants: list[Searched]


class Before(Part):
    """A finalist in the search."""

    games: int
    loss: Estimate
    figures: dict[str, float | None]


class After(Part):
    """A finalist on fresh games."""

    games: int
    loss: Estimate
    figures: dict[str, Estimate | None]


class Finalist(Part):
    """A variant that was measured anew."""

    name: str
    values: dict[str, Any]
    distance: float
    bots: list[str]
    recommended: bool
    search: Before
    fresh: After
    told_apart: bool
    objectives: dict[str, Judgement]
    limits: list[Claim]
    trained: dict[str, Any] | None
    trained_wins: Estimate | None


class Verdict(Part):
    """What came out."""

    result: Literal["recommended", "open", "unmet"]
    variant: str | None
    nearest: str
    words: str


class Effect(Part):
    """What one change of the recommended variant does."""

    key: str
    printed: Any
    value: Any
    figures: dict[str, Estimate]


class Tuning(Part):
    """What `balance tune --json` prints."""

    game: str
    title: str
    name: str
    about: str
    file: str
    bots: list[str]
    seeds: dict[str, int]
    settings: Settings
    complete: bool
    figures: list[Figure]
    search: Search
    finalists: list[Finalist]
    verdict: Verdict
    effects: list[Effect]
    command: str = ""

    @property
    def shown(self) -> Finalist:
        """The finalist that the page is about: the recommended one, or the nearest."""
        wanted = self.verdict.variant or self.verdict.nearest
        return next(one for one in self.finalists if one.name == wanted)

    def unit(self, figure: str) -> str:
        """The unit of a figure."""
        return next(one.unit for one in self.figures if one.figure == figure)

    def label(self, figure: str) -> str:
        """What people call a figure."""
        return next(one.label for one in self.figures if one.figure == figure)


def page(content: Mapping[str, Any]) -> Page:
    """The page of a study's data."""
    found = Tuning.model_validate(content)
    return Page(
        title=f"{found.name} – tuning",
        hero=_hero(found),
        banner="" if found.complete else "The search was stopped early; the same command goes on with it.",
        notices=list(_notices(found)),
        tiles=[_tile(found, one) for one in found.figures[:6]],
        sections=[_recommended(found), _finalists(found), *_effects(found), _searched(found), _method(found)],
        footer=f"tuning · seed {found.seeds['search']} · {count(found.search.games)} games in the search",
    )


def _hero(found: Tuning) -> Hero:
    bots = list(dict.fromkeys(found.shown.bots))
    about = "; ".join(f"{bot} {words}" for bot in bots if (words := how_it_plays(bot)))
    caution = f"Bots played this, not people{f': {about}' if about else ''}. What is balanced between bots need not be"
    facts = [
        f"{count(found.search.tried)} variants tried",
        f"{count(found.search.games)} games in the search",
        f"{count(found.settings.final_games)} fresh games for each finalist",
        f"bots: {', '.join(bots)}",
    ]
    label = LABELS[found.verdict.result]
    if found.verdict.variant and not found.shown.values:
        label = "Leave the rules as they are"
    return Hero(
        f"Tuning · {found.title}",
        found.name,
        _tone(found),
        label,
        found.verdict.words,
        facts,
        f"{caution} between people.",
    )


def _tone(found: Tuning) -> Tone:
    if found.verdict.result == "unmet":
        return "bad"
    judged = set(found.shown.objectives.values())
    if found.verdict.result == "open" or "open" in judged:
        return "open"
    return "bad" if "outside" in judged else "good"


def _notices(found: Tuning) -> Iterator[str]:
    if not found.settings.retrain:
        yield (
            "The bots were not trained for the variants: whether better play would find an advantage in them was not"
            " checked. Give retrain (minutes for each finalist) to do so."
        )
    if found.verdict.variant:
        yield from _at_ends(found)
    if found.search.ended == "budget":
        total = found.search.combinations
        rest = f" ({count(found.search.tried)} of {count(total)} combinations)" if total else ""
        yield f"The search used up its budget{rest}; a larger one may find more."
    if bad := found.search.unplayable:
        first = bad[0]
        yield f"{count(len(bad))} combinations make no rules that can be played, like {first['values']}: {first['why']}"


def _at_ends(found: Tuning) -> Iterator[str]:
    for axis in found.settings.search:
        value = found.shown.values.get(axis["key"])
        if value is not None and not axis["choices"] and value in (axis["from"], axis["to"]):
            yield f"{axis['key']} is recommended at an end of its range: a wider one may hold something better."


def _wanted(found: Tuning, figure: Figure) -> str:
    parts = [
        f"{short(one.target)} ± {short(one.tolerance)}{NBSP}{figure.unit if figure.unit in ('%', 'pp') else ''}".strip()
        for one in found.settings.objectives
        if one.figure == figure.figure
    ]
    parts += [one.claim for one in found.settings.limits if one.figure == figure.figure]
    return ", ".join(parts)


def _tile(found: Tuning, figure: Figure) -> Tile:
    fresh = found.shown.fresh.figures[figure.figure]
    label = _capital(figure.label)
    if fresh is None:
        return Tile(label, "–", "", f"wanted: {_wanted(found, figure)}")
    text = in_unit(fresh, figure.unit)
    return Tile(label, text.value, text.reach, f"wanted: {_wanted(found, figure)}")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- the recommended variant ---


def _recommended(found: Tuning) -> Section:
    one, base = found.shown, found.finalists[0]
    title = "The recommended variant" if found.verdict.variant else "The nearest variant"
    columns = [
        Column("Figure"),
        Column("Wanted", "number"),
        Column("Unchanged rules", "number", hint="on the fresh games"),
        Column("In the search", "number"),
        Column("On fresh games", "number", hint=INTERVAL),
        Column("", "text"),
    ]
    rows = []
    for figure in found.figures:
        rows.append(
            [
                Cell(_capital(figure.label)),
                Cell(_wanted(found, figure)),
                Cell(_fresh(base, figure)),
                Cell(_before(one, figure)),
                Cell(_fresh(one, figure), mark="strong"),
                Cell(_result(one, figure)),
            ]
        )
    rules = [
        f"{key.removeprefix('rules.')}: {setting(_printed(found, key))} → {setting(value)}"
        for key, value in one.values.items()
    ]
    words = [f"{'; '.join(rules)}."] if rules else ["No rule is changed."]
    words.append(
        "The winner of a search looks better on the search’s own games than it is; fresh games tell what it is worth."
    )
    blocks = [Panel("chosen", title, words, Table("chosen-table", title, columns, rows))]
    if one.trained is not None:
        blocks.append(Panel("trained", "Bots trained for it", [_trained(one)]))
    return Section("recommended", title, "", blocks)


def _printed(found: Tuning, key: str) -> Any:
    return next(axis["printed"] for axis in found.settings.search if axis["key"] == key)


def _before(one: Finalist, figure: Figure) -> str:
    value = one.search.figures[figure.figure]
    if value is None:
        return "–"
    shares = figure.unit in ("%", "pp")
    text = plain(100 * value if shares else value, 2, sign=figure.unit == "pp")
    return f"{text}{NBSP}{figure.unit}" if shares else text


def _fresh(one: Finalist, figure: Figure) -> str:
    fresh = one.fresh.figures[figure.figure]
    return "–" if fresh is None else in_unit(fresh, figure.unit).line


def _result(one: Finalist, figure: Figure) -> str:
    parts = [JUDGED[one.objectives[figure.figure]]] if figure.figure in one.objectives else []
    parts += [f"limit {MET[limit.result]}" for limit in one.limits if limit.figure == figure.figure]
    return ", ".join(parts)


def _trained(one: Finalist) -> str:
    trained = one.trained or {}
    text = f"Trained {short(float(trained.get('minutes', 0)))} minutes for these rules."
    if one.trained_wins is not None:
        text += f" One of them among the bots of the search wins {in_unit(one.trained_wins, '%').line} of games."
    if not trained.get("plays", True):
        text += " They lose, so the bots of the search play on: train longer."
    return text


# --- the finalists ---


def _finalists(found: Tuning) -> Section:
    columns = [
        Column("Variant"),
        Column("Distance", "number", "ascending", "from the rules that the search starts from"),
        Column("Loss in the search", "number", "ascending"),
        Column("Loss on fresh games", "number", "ascending", INTERVAL),
        *(
            Column(_capital(figure.label), "number", "descending", "in the search → on fresh games")
            for figure in found.figures
        ),
        *([Column("Limits")] if found.settings.limits else []),
        Column(
            "Against the best", "text", "ascending", f"whether the {INTERVAL} of the difference of losses leaves 0 out"
        ),
    ]
    rows = [_finalist(found, one) for one in found.finalists]
    table = Table("finalists-table", "The finalists on fresh games", columns, rows)
    trained = [f"{one.name}: {_trained(one)}" for one in found.finalists if one.trained is not None]
    words = [
        "The best variants of the search and the unchanged rules, all on the same fresh games. Among those that cannot"
        " be told apart from the best, the one nearest to the rules is recommended.",
        *trained,
    ]
    return Section("finalists", "The finalists", "", [Panel("finalists-panel", "", words, table)])


def _finalist(found: Tuning, one: Finalist) -> list[Cell]:
    best = min(found.finalists, key=lambda other: other.fresh.loss.value)
    apart = "the best" if one is best else "worse" if one.told_apart else "cannot be told apart"
    met = sorted({MET[limit.result] for limit in one.limits})
    return [
        Cell(
            one.name, "recommended" if one.recommended else "", order=one.name, mark="strong" if one.recommended else ""
        ),
        Cell(plain(one.distance, 2), order=repr(one.distance)),
        Cell(plain(one.search.loss.value, 2), count(one.search.games) + " games", order=repr(one.search.loss.value)),
        Cell(shown(one.fresh.loss, digits=2).line, order=repr(one.fresh.loss.value)),
        *(
            Cell(f"{_before(one, figure)} → {_fresh(one, figure)}", order=repr(_value(one, figure)))
            for figure in found.figures
        ),
        *([Cell(", ".join(met))] if found.settings.limits else []),
        Cell(apart),
    ]


def _value(one: Finalist, figure: Figure) -> float:
    fresh = one.fresh.figures[figure.figure]
    return fresh.value if fresh else 0.0


# --- what each change does ---


def _effects(found: Tuning) -> Iterator[Section]:
    if not found.effects:
        return
    blocks: list[Chart | Panel] = []
    for figure in found.figures:
        known = [(one, one.figures[figure.figure]) for one in found.effects if figure.figure in one.figures]
        if not known:
            continue
        unit = "pp" if figure.unit in ("%", "pp") else figure.unit
        rows = [Row(f"{one.key.removeprefix('rules.')}: {_step(one)}", moved, "p1", unit) for one, moved in known]
        title = _capital(figure.label)
        key = f"effect-{figure.figure.replace('.', '-')}"
        axis = f"change, {'percentage points' if unit == 'pp' else unit}"
        table = Table(
            f"{key}-table",
            title,
            [Column("Change"), Column("Moves it by", "number", "descending", INTERVAL)],
            [[Cell(row.label), Cell(change(row.estimate, figure.unit).line)] for row in rows],
        )
        legend = [Key("whisker", INTERVAL)]
        blocks.append(Chart(key, title, "", points(key, title, rows, axis), legend, "", table))
    intro = (
        "Each change of the recommended variant undone by itself, all on the same fresh games: what the change moves,"
        " the other changes being made."
    )
    yield Section("effects", "What each change does", intro, blocks)


def _step(one: Effect) -> str:
    return f"{setting(one.printed)} → {setting(one.value)}"


# --- the search ---


def _searched(found: Tuning) -> Section:
    search = found.search
    spots = [
        Spot(
            one.name, one.distance, one.miss, one.on_front, bool(found.verdict.variant) and one.name == found.shown.name
        )
        for one in search.variants
    ]
    blocks: list[Chart | Panel] = [
        Chart(
            "front",
            "Loss against distance",
            "How much better the figures get the more the rules change. On the Pareto front no variant is both nearer"
            " to the rules and better; in the search’s own games.",
            front("front", "Loss against distance", spots),
            [Key("p1", "on the front"), Key("p2", "other variants, also those that left early")],
            "",
            _front_table(found),
        )
    ]
    if search.course:
        steps = [(one.games, one.loss) for one in search.course]
        title = "The course of the search"
        blocks.append(Chart("course", title, _how(found), course("course", title, steps)))
    blocks.append(Panel("variants", "Every variant tried", [], _variants(found), folded=True))
    return Section("search", "The search", "", blocks)


def _how(found: Tuning) -> str:
    search = found.search
    how = {
        "every combination": "Every combination was tried, those nearest to the rules first.",
        "TPE": "Optuna’s tree-structured Parzen estimator proposed the variants.",
        "CMA-ES": "Optuna’s CMA-ES proposed the variants.",
    }[search.sampler]
    ends = {
        "budget": "It ended with its budget.",
        "tried": "It ended when nothing new was proposed." if search.combinations is None else "",
        "stopped": "It was stopped.",
    }
    rungs = ", ".join(count(games) for games in found.settings.rungs)
    return (
        f"{how} They raced over {rungs} games, and left when clearly worse than the best. {ends[search.ended]}".strip()
    )


def _front_table(found: Tuning) -> Table:
    columns = [
        Column("Variant"),
        Column("Distance", "number"),
        Column("Loss without price", "number"),
        *(Column(_capital(figure.label), "number") for figure in found.figures),
    ]
    edge = sorted((one for one in found.search.variants if one.on_front), key=lambda one: one.distance)
    rows = [
        [Cell(one.name), Cell(plain(one.distance, 2)), Cell(plain(one.miss, 2)), *_figures(found, one)] for one in edge
    ]
    return Table("front-table", "The Pareto front", columns, rows)


def _figures(found: Tuning, one: Searched) -> list[Cell]:
    cells = []
    for figure in found.figures:
        value = one.figures[figure.figure]
        shares = figure.unit in ("%", "pp")
        text = "–" if value is None else plain(100 * value if shares else value, 2, sign=figure.unit == "pp")
        cells.append(Cell(text, order=repr(value or 0.0)))
    return cells


def _variants(found: Tuning) -> Table:
    columns = [
        Column("Variant"),
        Column("Games", "number", "descending"),
        Column("Distance", "number", "ascending"),
        Column("Loss", "number", "ascending", "price included, after these games"),
        *(
            Column(_capital(one.label), "number", "descending", one.unit if one.unit in ("%", "pp") else "")
            for one in found.figures
        ),
    ]
    rows = [
        [
            Cell(one.name, order=one.name),
            Cell(count(one.games), order=repr(one.games)),
            Cell(plain(one.distance, 2), order=repr(one.distance)),
            Cell(plain(one.loss, 2), order=repr(one.loss)),
            *_figures(found, one),
        ]
        for one in sorted(found.search.variants, key=lambda one: one.loss)
    ]
    return Table("variants-table", "Every variant tried", columns, rows, sorted_by=3, filter_label="Find a variant")


# --- how it was done ---


def _method(found: Tuning) -> Section:
    settings = found.settings
    space = Table(
        "space",
        "What the search may change",
        (Column("Option"), Column("By the rules"), Column("Values"), Column("Only when")),
        [
            [Cell(axis["key"]), Cell(setting(axis["printed"])), Cell(_values(axis)), Cell(_when(axis))]
            for axis in settings.search
        ],
    )
    terms = [
        f"{short(one.weight)} · max(0, |{found.label(one.figure)} − {short(one.target)}| / {short(one.tolerance)} − 1)"
        for one in settings.objectives
    ]
    if settings.limits:
        terms.append("10 to 20 for each limit missed, more the more it is missed")
    terms.append(f"{short(settings.price)} · distance")
    notes = [
        ("Loss", f"{' + '.join(terms)}. Figures in the units above; 0 is best."),
        (
            "Distance",
            "1 for each option that differs from the rules the search starts from, plus the size of its change as a"
            " part of its range (1 for a choice among values).",
        ),
        (
            "Racing",
            "All variants play the same games (common random numbers), few at first. One leaves when it is worse than"
            " the best in 95 % of 2,000 drawings of 64 groups of games (bootstrap, drawn alike for all).",
        ),
        (
            "Fresh games",
            f"Seed {found.seeds['fresh']} for the finalists, {found.seeds['effects']} for the effects; the search used"
            f" seed {found.seeds['search']}. A figure is within its tolerance, and a limit met, if its whole {INTERVAL}"
            " is.",
        ),
    ]
    blocks = [Panel("space-panel", "What may change", [], space), Panel("method", "", notes=notes)]
    blocks += same_again(found.command, TIMED if settings.budget["minutes"] else SAME)
    return Section("methods", "How it was done", "", blocks)


def _values(axis: Mapping[str, Any]) -> str:
    if axis["choices"]:
        return "; ".join(setting(value) for value in axis["choices"])
    step = f" in steps of {short(axis['step'])}" if axis["step"] not in (0, 1) else ""
    return f"{short(axis['from'])} to {short(axis['to'])}{step}"


def _when(axis: Mapping[str, Any]) -> str:
    return (
        ", ".join(f"{key} is {' or '.join(map(setting, values))}" for key, values in axis["when"].items()) or "always"
    )
