"""Which variants tuning tries: all of them if they are few, else what Optuna proposes, and what is kept on disk.

Optuna's samplers are seeded, are asked for a round of variants and told their losses after it, so the course is a
function of the study, the seed and the losses. What is on disk (Optuna's journal, readable with its own tools) are
the results in the order in which they were asked for. A study that goes on asks from the start again, and where the
journal has the results plays nothing: no state of a sampler is kept, and none can be half written.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from balance.input import show
from balance.spec import Axis, Study
from balance.study.errors import StudyError

ROUND = 8
"""Variants that race together."""
MANY = 20
"""A number that may take so many values is searched as if it were continuous."""
STARTUP = 2 * ROUND
"""Variants at random before a sampler models what it has seen."""
JOURNAL = "optuna.log"
STUDY = "tune"


@dataclass
class Asked:
    """A proposal: values by key, and Optuna's trial if it is Optuna's."""

    values: dict[str, Any]
    trial: Any = None


class Proposals:
    """Rounds of variants."""

    def __init__(self, study: Study, seed: int) -> None:
        self._study, self._next = study, 0
        self.grid = study.combinations
        self.sampler = "every combination"
        if self.grid is None:
            self._start(seed)

    def _start(self, seed: int) -> None:
        import optuna

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        numbers = all(not axis.choices and not axis.when and axis.count >= MANY for axis in self._study.axes)
        conditional = any(axis.when for axis in self._study.axes)
        sampler: Any
        if numbers and len(self._study.axes) > 1:
            self.sampler = "CMA-ES"
            sampler = optuna.samplers.CmaEsSampler(seed=seed % 2**32, n_startup_trials=STARTUP)
        else:
            self.sampler = "TPE"
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
                sampler = optuna.samplers.TPESampler(
                    seed=seed % 2**32, n_startup_trials=STARTUP, multivariate=True, group=conditional
                )
        self._optuna = optuna.create_study(sampler=sampler)
        self._enqueue_rulebook()

    def _enqueue_rulebook(self) -> None:
        """The rules as they are, if the search can reach them, are tried first."""
        study = self._study
        values = study.active(study.printed)
        by_key = {axis.key: axis for axis in study.axes}
        if all(_reaches(by_key[key], value) for key, value in values.items()):
            self._optuna.enqueue_trial({key: _coded(by_key[key], value) for key, value in values.items()})

    def ask(self) -> list[Asked]:
        """The next round; empty if there is nothing left to try."""
        if self.grid is not None:
            found = self.grid[self._next : self._next + ROUND]
            self._next += len(found)
            return [Asked(values) for values in found]
        return [self._ask() for _ in range(ROUND)]

    def _ask(self) -> Asked:
        trial = self._optuna.ask()
        values: dict[str, Any] = {}
        for axis in self._study.axes:
            if self._study.counts(axis, values):
                values[axis.key] = _suggested(trial, axis)
        return Asked(values, trial)

    def tell(self, asked: Sequence[Asked], losses: Sequence[float]) -> None:
        """What came of a round."""
        for one, loss in zip(asked, losses, strict=True):
            if one.trial is not None:
                self._optuna.tell(one.trial, loss)


def _reaches(axis: Axis, value: Any) -> bool:
    if axis.choices:
        return value in axis.choices
    if not isinstance(value, int | float) or isinstance(value, bool) or not axis.low <= value <= axis.high:
        return False
    steps = (value - axis.low) / axis.step if axis.step else 0
    return abs(steps - round(steps)) < 1e-6


def _coded(axis: Axis, value: Any) -> Any:
    """A value as Optuna has it: choices by their text, for Optuna takes no lists."""
    return _label(value) if axis.choices else value


def _label(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _suggested(trial: Any, axis: Axis) -> Any:
    if axis.choices:
        labels = [_label(value) for value in axis.choices]
        return axis.choices[labels.index(trial.suggest_categorical(axis.key, labels))]
    if isinstance(axis.number(axis.low), int):
        return int(trial.suggest_int(axis.key, int(axis.low), int(axis.high), step=int(axis.step)))
    found = trial.suggest_float(axis.key, float(axis.low), float(axis.high), step=axis.step or None)
    return axis.number(found)


@dataclass
class Kept:
    """What the journal has of one proposal: which variant it was (the digest of its spec), its loss, the sums of its
    games by number of games, and how many seconds the search had taken by then."""

    digest: str
    loss: float
    sums: dict[int, np.ndarray]
    seconds: float


class Journal:
    """Optuna's journal of a study in a folder; without a folder it is kept in memory."""

    def __init__(self, folder: Path | None, study: Study, identity: str) -> None:
        import optuna
        from optuna.storages import JournalStorage
        from optuna.storages.journal import JournalFileBackend, JournalFileOpenLock

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self._axes = {axis.key: axis for axis in study.axes}
        storage: Any = None
        if folder is not None:
            _mend(folder / JOURNAL)
            path = str(folder / JOURNAL)
            storage = JournalStorage(JournalFileBackend(path, lock_obj=JournalFileOpenLock(path)))
        self._study = optuna.create_study(storage=storage, study_name=STUDY, load_if_exists=True)
        before = self._study.user_attrs.get("identity")
        if before is None:
            self._study.set_user_attr("identity", identity)
        elif before != identity:
            raise StudyError(f"{folder} holds another study: choose another --out, or remove it")
        self.kept = [_kept(trial.user_attrs) for trial in self._study.get_trials(deepcopy=False)]

    @property
    def base(self) -> dict[int, np.ndarray]:
        """The sums of the unchanged rules."""
        return _sums(self._study.user_attrs.get("rulebook", {}))

    @base.setter
    def base(self, sums: dict[int, np.ndarray]) -> None:
        self._study.set_user_attr("rulebook", _plain(sums))

    def add(self, values: dict[str, Any], kept: Kept) -> None:
        """Keep the next result."""
        import optuna

        attrs = {"digest": kept.digest, "sums": _plain(kept.sums), "seconds": round(kept.seconds, 3)}
        trial = optuna.trial.create_trial(
            value=kept.loss,
            params={key: _coded(self._axes[key], value) for key, value in values.items()},
            distributions={key: _distribution(self._axes[key]) for key in values},
            user_attrs=attrs | {"loss": kept.loss},
        )
        self._study.add_trial(trial)
        self.kept.append(kept)


def _mend(path: Path) -> None:
    """Take away what a process that was killed while it wrote has left: half a line, and a lock. Only for who has the
    folder to itself."""
    path.with_name(f"{path.name}.lock").unlink(missing_ok=True)
    if not path.exists():
        return
    with path.open("rb+") as file:
        content = file.read()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            file.truncate(whole)


def _distribution(axis: Axis) -> Any:
    from optuna import distributions

    if axis.choices:
        return distributions.CategoricalDistribution([_label(value) for value in axis.choices])
    if isinstance(axis.number(axis.low), int):
        return distributions.IntDistribution(int(axis.low), int(axis.high), step=int(axis.step))
    return distributions.FloatDistribution(float(axis.low), float(axis.high), step=axis.step or None)


def _plain(sums: dict[int, np.ndarray]) -> dict[str, Any]:
    return {str(games): array.tolist() for games, array in sums.items()}


def _sums(plain: dict[str, Any]) -> dict[int, np.ndarray]:
    return {int(games): np.array(array, dtype=np.int64) for games, array in plain.items()}


def _kept(attrs: dict[str, Any]) -> Kept:
    try:
        return Kept(attrs["digest"], float(attrs["loss"]), _sums(attrs["sums"]), float(attrs["seconds"]))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise StudyError(f"the journal of this study is damaged ({show(str(error))}): remove its folder") from error
