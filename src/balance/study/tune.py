"""`balance tune`: search for rules that meet what a designer wants, and measure the best of them anew.

A search finds what looks good on its own games, and looks better than it is. So the best variants and the unchanged
rules play fresh games, with bots trained for each of them if that is asked for, and only these decide.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from balance.analysis.estimates import Estimate, normal
from balance.analysis.loss import Goal, Limit, Loss
from balance.analysis.named import Named
from balance.analysis.summary import plain_data
from balance.arena.match import meetings
from balance.arena.records import bot_records, records
from balance.input import SpecError
from balance.spec import BotSpec, Claim, Problem, Spec, Study
from balance.spec.trained import read_bot_file
from balance.study.bot_files import write_bot_file
from balance.study.errors import Stopped, StudyError, write_failed
from balance.study.files import write_whole
from balance.study.finals import Final, Finalist, by_name
from balance.study.lock import NAME as LOCK
from balance.study.lock import FolderLock
from balance.study.progress import Reporter, Silent
from balance.study.proposals import JOURNAL, Journal, Proposals
from balance.study.race import Candidate, Track
from balance.study.recommend import recommendation
from balance.study.search import Search
from balance.study.simulate import MOST_SEED, default_jobs
from balance.study.sources import code_digest
from balance.study.stop import Stop
from balance.study.train import train
from balance.study.variants import Variants
from balance.study.verify import figure_of

SCHEMA_VERSION = 1
RESULT = "study.json"
RECOMMENDED = "recommended.yaml"
UNCHANGED = "unchanged rules"
MEETINGS = 4_000
"""Deals on which bots trained for a variant meet those of the search."""

Result = Literal["recommended", "open", "unmet"]


@dataclass(frozen=True)
class Tuning:
    """`content` is what `--json` prints (docs/tune.md); `signal` is 0, or what ended the search early."""

    content: dict[str, Any]
    folder: Path | None = None
    signal: int = 0

    @property
    def result(self) -> Result:
        """Whether a variant is recommended, may be one, or none meets the limits."""
        found: Result = self.content["verdict"]["result"]
        return found


def tune(
    study: Study,
    seed: int = 1,
    jobs: int | None = None,
    out: Path | None = None,
    reporter: Reporter | None = None,
) -> Tuning:
    """Search, measure the finalists on fresh games, recommend.

    With the folder `out` all is kept there, and a study that was killed goes on; one that is done is read again.
    Ctrl-C ends the search and goes on with what was found. Raises `SpecError` for figures that the game has not,
    `StudyError` for a folder of another study, and `Stopped` if somebody asks to stop a second time.
    """
    if not 0 <= seed <= MOST_SEED:
        raise StudyError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")
    loss = loss_of(study)
    _check_bots(study)
    jobs, reporter = default_jobs(jobs), reporter or Silent()
    if out is None:
        return _Tuning(study, loss, seed, jobs, None, reporter).run()
    _make_folder(out)
    with FolderLock(out):
        return _Tuning(study, loss, seed, jobs, out, reporter).run()


def _make_folder(out: Path) -> None:
    """Make a study's folder, or take the one that is there if it is a study's."""
    try:
        if out.exists() and not out.is_dir():
            raise StudyError(f"{out} is a file; choose another --out")
        if out.is_dir() and not {item.name for item in out.iterdir()} <= {LOCK} and not (out / JOURNAL).exists():
            raise StudyError(f"{out} holds other files and no study; choose another --out")
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise write_failed(error, out) from error


def default_folder(study: Study, seed: int, parent: Path = Path("runs")) -> Path:
    """Where a study is kept if nobody says where: the same study, the same folder."""
    return parent / f"tune-{study.base.game.name}-{identity(study, seed)[:8]}-seed{seed}"


def identity(study: Study, seed: int) -> str:
    """A digest of what decides the course of the search, but for its budget."""
    content = {
        "schema_version": SCHEMA_VERSION,
        "spec": study.base.digest,
        "code": code_digest(study.base.game.kernel),
        "settings": {key: value for key, value in _settings(study).items() if key not in LATER},
        "seed": seed,
    }
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


LATER = ("budget", "finalists", "final_games", "retrain")
"""Settings that the course of the search does not depend on."""


def loss_of(study: Study) -> Loss:
    """What a study wants, by the game's figures. Raises `SpecError` for a figure that is not there, or is not there in
    some variant, and for a wrong unit."""
    corners = [study.base, *(study.spec(values) for _, _, values in study.corners())]
    layouts = list({spec.digest: records(spec).layout for spec in corners}.values())
    goals, limits = [], []

    def figure(claim: Claim) -> Named:
        found = [figure_of(layout, claim) for layout in layouts]
        return found[0]

    for one in study.objectives:
        unit = 0.01 if one.is_share else 1.0
        found = figure(Claim(one.figure, "", 0, 0, one.is_share, one.key, one.file, one.line))
        goals.append(Goal(found, unit * one.target, unit * one.tolerance, one.weight))
    for claim in study.limits:
        unit = 0.01 if claim.is_share else 1.0
        limits.append(Limit(figure(claim), unit * claim.low, unit * claim.high, claim.text))
    return Loss(goals, limits)


def _check_bots(study: Study) -> None:
    if study.retrain and not any(bot.name == "greedy" for bot in study.base.bots):
        node = study.draft.tune
        message = "needs greedy bots: only they can be trained"
        raise SpecError(Problem(message, node.file if node else "", node.line if node else None, "tune.retrain"))


def _settings(study: Study) -> dict[str, Any]:
    return {
        "search": [
            {
                "key": axis.key,
                "choices": list(axis.choices),
                "from": axis.low,
                "to": axis.high,
                "step": axis.step,
                "when": {key: list(values) for key, values in axis.when},
                "printed": study.printed[axis.key],
            }
            for axis in study.axes
        ],
        "objectives": [
            {"figure": one.figure, "target": one.target, "tolerance": one.tolerance, "weight": one.weight}
            for one in study.objectives
        ],
        "limits": [{"figure": claim.figure, "claim": claim.text} for claim in study.limits],
        "price": study.price,
        "rungs": list(study.rungs),
        "budget": {"games": study.games, "minutes": study.minutes},
        "finalists": study.finalists,
        "final_games": study.final_games,
        "retrain": study.retrain,
    }


@dataclass
class _Tuning:
    study: Study
    loss: Loss
    seed: int
    jobs: int
    folder: Path | None
    reporter: Reporter

    def run(self) -> Tuning:
        """All of it."""
        if done := self._done():
            self.reporter.note(f"this study is done: {self.folder} holds its result; remove it to start anew")
            return Tuning(done, self.folder)
        stop = Stop()
        try:
            with stop.listening():
                search = self._search(stop)
                search.run()
            return self._conclude(search, stop.number)
        finally:
            self.reporter.close()

    def _done(self) -> dict[str, Any] | None:
        """The result of this very study, if it is there and complete."""
        path = self.folder / RESULT if self.folder else None
        if path is None or not path.exists():
            return None
        try:
            content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            same = content["identity"] == identity(self.study, self.seed) and content["settings"] == plain_data(
                _settings(self.study)
            )
            return content if same and content["complete"] else None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StudyError(f"{path} is damaged: remove it, and the study goes on") from error

    def _search(self, stop: Stop) -> Search:
        track = Track(self.loss, self.study.price, self.seed, self.jobs, self.reporter, stop)
        journal = Journal(self.folder, self.study, identity(self.study, self.seed))
        base = Candidate({}, self.study.base.called(UNCHANGED), 0.0, records(self.study.base))
        return Search(self.study, track, journal, Proposals(self.study, self.seed), base)

    def _conclude(self, search: Search, signal: int) -> Tuning:
        stop = Stop()
        with stop.listening():
            finalists = self._finalists(search, stop)
            track = self._final_track(stop)
            games = f"{self.study.final_games:,}"
            self.reporter.note(f"the search is over; {len(finalists)} variants play {games} fresh games each")
            track.cap = len(finalists) * self.study.final_games
            track.warm_up(finalists[0].fresh.kit)
            if not track.play([one.fresh for one in finalists], self.study.final_games):
                raise Stopped(stop.number)
            final = Final(self.study, track, finalists)
            chosen = final.chosen()
            effects = self._effects(chosen.fresh, stop) if chosen else []
        content = self._content(search, final, chosen, effects, not signal)
        if self.folder is not None:
            self._write(content, chosen)
        return Tuning(content, self.folder, signal)

    # --- the finalists ---

    def _final_track(self, stop: Stop) -> Track:
        track = Track(self.loss, self.study.price, _fresh(self.seed, 1), self.jobs, self.reporter, stop, tallies=True)
        track.shown = (0.0, None)
        return track

    def _finalists(self, search: Search, stop: Stop) -> list[Finalist]:
        found = []
        for one in [search.base, *search.best(self.study.finalists)]:
            fresh = Candidate(one.values, one.spec, one.distance, one.kit)
            found.append(Finalist(one, fresh) if not self.study.retrain else self._retrained(one, stop))
        return found

    def _retrained(self, one: Candidate, stop: Stop) -> Finalist:
        """A finalist with bots trained for it, unless they clearly lose to those of the search."""
        self.reporter.note(f"training bots for: {one.spec.name}")
        name = one.spec.digest[:8]
        path = self.folder / f"bots-{name}.yaml" if self.folder else None
        if path is not None and path.exists():
            file = read_bot_file(path, one.spec.game)
            weights, how = dict(file.weights), dict(file.trained)
        else:
            state = self.folder / f"training-{name}.json" if self.folder else None
            made = train(one.spec, self.study.retrain, _fresh(self.seed, 3), self.jobs, state=state)
            if made.stopped:
                raise Stopped(2)
            weights, how = {key: float(f"{value:.5g}") for key, value in made.weights.items()}, made.how
            if path is not None and state is not None:
                write_bot_file(path, made)
                state.unlink(missing_ok=True)
        bot = BotSpec("greedy", 0.0, weights, label=f"bots-{name}")
        spec = replace(one.spec, bots=(bot,) * one.spec.players)
        against = self._against(one.spec, spec)
        how |= {"file": path.name if path else None, "plays": against is None or against.high >= 0.5}
        played = spec if how["plays"] else one.spec
        return Finalist(one, Candidate(one.values, played, one.distance, records(played)), how, against)

    def _against(self, before: Spec, after: Spec) -> Estimate | None:
        """What one trained bot wins among bots of the search, a share of games; None where all play together."""
        kit = records(before)
        if kit.layout.kind != "competitive" or kit.layout.seats < 2:
            return None
        pair = (bot_records(after)[0], kit.bots[0])
        with ThreadPoolExecutor(self.jobs) as pool:
            made = meetings(pool, kit, [pair], _fresh(self.seed, 4), 0, MEETINGS, margin=0.0)[0]
        return normal(float(made.mean()), float(made.std(ddof=1) / len(made) ** 0.5), len(made))

    # --- what each change does ---

    def _effects(self, chosen: Candidate, stop: Stop) -> list[dict[str, Any]]:
        """Each change of the recommended variant undone by itself, all on the same fresh games."""
        undone = []
        for key in chosen.values:
            values = {other: value for other, value in chosen.values.items() if other != key}
            try:
                spec = replace(self.study.spec(values, f"without {key}"), bots=chosen.spec.bots)
            except SpecError as error:
                self.reporter.note(f"the effect of {key} cannot be measured: without it, {error.message}")
            else:
                undone.append((key, spec))
        if not undone:
            return []
        variants = Variants.of([chosen.spec, *(spec for _, spec in undone)], _fresh(self.seed, 2))
        variants.play(self.study.final_games, self.jobs, reporter=self.reporter, stop=stop)
        if variants.signal:
            raise Stopped(variants.signal)
        names = list(dict.fromkeys(figure.name for figure in self.loss.figures))
        found = []
        for i, (key, _) in enumerate(undone, 1):
            moved = variants.differences(i)
            found.append(
                {
                    "key": key,
                    "printed": self.study.printed[key],
                    "value": chosen.values[key],
                    "figures": {name: _turned(moved[name].value) for name in names if name in moved},
                }
            )
        return found

    # --- what came out ---

    def _content(
        self, search: Search, final: Final, chosen: Finalist | None, effects: list[dict[str, Any]], complete: bool
    ) -> dict[str, Any]:
        study, spec = self.study, self.study.base
        nearest, front = final.best, _front(search)
        result: Result = "recommended" if chosen else "open" if final.may_meet() else "unmet"
        figures = {figure.name: figure for figure in self.loss.figures}
        content = {
            "schema_version": SCHEMA_VERSION,
            "identity": identity(study, self.seed),
            "file": study.source,
            "game": spec.game.name,
            "title": spec.game.title,
            "name": spec.name,
            "about": spec.about,
            "spec_hash": spec.digest,
            "bots": [bot.title for bot in spec.bots],
            "seeds": {"search": self.seed, "fresh": _fresh(self.seed, 1), "effects": _fresh(self.seed, 2)},
            "settings": _settings(study),
            "complete": complete,
            "figures": [{"figure": one.name, "label": one.label, "unit": one.unit} for one in figures.values()],
            "search": {
                "sampler": search.proposals.sampler,
                "combinations": len(study.combinations) if study.combinations else None,
                "tried": len(search.found) - 1,
                "unplayable": [{"values": key, "why": why} for key, why in search.refused.items()],
                "games": search.track.games,
                "ended": search.ended,
                "course": [{"games": games, "loss": loss} for games, loss in search.course],
                "variants": [
                    self._searched(one, search) | {"on_front": one in front} for one in search.found if one.games
                ],
            },
            "finalists": [final.plain(one, one is chosen) for one in final.finalists],
            "verdict": {
                "result": result,
                "variant": chosen.fresh.spec.name if chosen else None,
                "nearest": nearest.fresh.spec.name,
                "words": final.words(chosen),
            },
            "effects": effects,
        }
        return plain_data(content)

    def _searched(self, one: Candidate, search: Search) -> dict[str, Any]:
        values = search.track.values(one)
        return {
            "name": one.spec.name,
            "values": one.values,
            "distance": one.distance,
            "games": one.games,
            "loss": search.track.total(one),
            "miss": search.track.total(one) - self.study.price * one.distance,
            "figures": by_name(self.loss, values.tolist()),
        }

    def _write(self, content: dict[str, Any], chosen: Finalist | None) -> None:
        assert self.folder is not None
        path = self.folder / RECOMMENDED
        if chosen is None:
            path.unlink(missing_ok=True)
        else:
            text = recommendation(self.study, chosen.fresh.spec, chosen.fresh.values, content, self.folder)
            write_whole(path, text.encode())
        text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
        write_whole(self.folder / RESULT, text.encode())


def _fresh(seed: int, step: int) -> int:
    """Seeds whose games the search has not seen."""
    return (seed + step) % (MOST_SEED + 1)


def _turned(one: Estimate) -> Estimate:
    """What a change does, from what undoing it does."""
    return Estimate(0.0 - one.value, 0.0 - one.high, 0.0 - one.low, one.n)


def _front(search: Search) -> list[Candidate]:
    """The Pareto front: variants than which none that came as far is both nearer to the rulebook and better."""
    track = search.track
    most = max(one.games for one in search.found)
    field = [one for one in search.found if one.games == most]
    points = [(one, one.distance, track.total(one) - track.price * one.distance) for one in field]
    return [
        one
        for one, distance, miss in points
        if not any(d <= distance and m <= miss and (d < distance or m < miss) for _, d, m in points)
    ]
