"""A run on disk: `spec.json`, `checkpoints/`, `rows/`, `summary.json`, `log.json` (see `docs/summary.md`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import Field, TypeAdapter, ValidationError

from balance.arena.columns import Layout, Tally, empty
from balance.spec import Spec, SpecError, from_resolved
from balance.study.errors import StudyError, write_failed
from balance.study.files import TEMPORARY, flush_folder, pack, unpack, write_whole
from balance.study.sources import code_digest

SCHEMA_VERSION = 2
BEGUN = {"checkpoints", "run.lock", "spec.json" + TEMPORARY}
"""What a run that was killed in its first moment leaves behind."""
OWN = BEGUN | {"spec.json", "summary.json", "log.json", "rows"}
"""What a run keeps in its folder."""


@dataclass(frozen=True)
class Order:
    """What a run is asked to play, all that decides its summary besides the spec. `games` is the cap, in whole
    blocks; `precision` the wanted half-widths by figure."""

    seed: Annotated[int, Field(ge=0, lt=2**64)]
    games: Annotated[int, Field(ge=1)]
    mirrored: Annotated[int, Field(ge=1, le=16)] = 1
    precision: Mapping[str, Annotated[float, Field(gt=0)]] = field(default_factory=dict)
    rows: bool = False


ORDER = TypeAdapter(Order)


class RunFolder:
    """The files of one run. Reading changes none of them; write under a `FolderLock`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @staticmethod
    def is_run(path: Path) -> bool:
        """Whether a run lives in `path`."""
        return (path / "spec.json").is_file()

    @classmethod
    def owns(cls, path: Path) -> bool:
        """Whether a file of this path is one that a run keeps for itself."""
        inside = [folder for folder in path.resolve().parents if cls.is_run(folder)]
        return bool(inside) and path.resolve().relative_to(inside[0]).parts[0] in OWN

    @classmethod
    def make(cls, path: Path) -> RunFolder:
        """A folder for a new run, made if need be. Raises `StudyError` if there is something in it already."""
        try:
            if cls.is_run(path):
                raise StudyError(f"{path} holds a run already: go on with --resume {path}, or choose another --out")
            if path.exists() and not path.is_dir():
                raise StudyError(f"{path} is a file; choose another --out")
            if path.is_dir() and not {item.name for item in path.iterdir()} <= BEGUN:
                raise StudyError(f"{path} holds other files and no run; choose another --out")
            (path / "checkpoints").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise write_failed(error, path) from error
        return cls(path)

    @staticmethod
    def choose(parent: Path, name: str) -> Path:
        """A new, empty folder `parent/name`, or `name-2`, `name-3`, … if there is one."""
        number = 1
        while True:
            path = parent / (name if number == 1 else f"{name}-{number}")
            try:
                path.mkdir(parents=True)
            except FileExistsError:
                number += 1
            except OSError as error:
                raise write_failed(error, path) from error
            else:
                return path

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """The folder of an earlier run. Raises `StudyError` if there is none."""
        try:
            if not cls.is_run(path):
                raise StudyError(f"{path} holds no run" if path.exists() else f"there is no folder {path}")
        except OSError as error:
            raise StudyError(f"{path} cannot be read: {error.strerror}") from error
        return cls(path)

    # --- what to play ---

    def write_spec(self, spec: Spec, order: Order) -> None:
        """Keep what this run plays."""
        record = {"schema_version": SCHEMA_VERSION, "balance": version("balance-tabletop")}
        record |= {"code": code_digest(spec.game.kernel), "name": spec.name, "about": spec.about}
        record |= {"spec": spec.record(), "spec_hash": spec.digest}
        self._write_json("spec.json", record | asdict(order))

    def read_spec(self) -> tuple[Spec, Order]:
        """What this run plays. Raises `StudyError` when it is damaged or made by another version or other code."""
        path = self.path / "spec.json"
        record = _read_json(path)
        ours = {"schema_version": SCHEMA_VERSION, "balance": version("balance-tabletop")}
        for key, mine in ours.items():
            if record.get(key) != mine:
                raise StudyError(
                    f"{path}: made by {key} {record.get(key)}, this is {mine}; games of two versions are not mixed:"
                    " start a new run, or install that version"
                )
        try:
            spec = from_resolved(record["spec"], record["name"], record["about"], str(path))
            order = ORDER.validate_json(
                json.dumps({key: record[key] for key in Order.__dataclass_fields__}), strict=True
            )
        except SpecError as error:
            raise StudyError(str(error)) from error
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            raise StudyError(f"{path} is damaged: {where}: {first['msg']}") from error
        except (KeyError, TypeError, AttributeError) as error:
            raise StudyError(f"{path} is damaged: {error}") from error
        if not (isinstance(record["name"], str) and isinstance(record["about"], str)):
            raise StudyError(f"{path} is damaged: name and about must be texts")
        if spec.digest != record["spec_hash"]:
            raise StudyError(f"{path} is damaged: its spec does not fit its digest")
        _check_code(path, record, spec)
        return spec, order

    def extend(self, spec: Spec, order: Order, games: int) -> Order:
        """Ask for another number of games."""
        longer = replace(order, games=games)
        self.write_spec(spec, longer)
        return longer

    # --- what was played ---

    def tidy(self) -> None:
        """Make room for checkpoints, and remove what a killed process left half written. Raises `StudyError`."""
        folder = self.path / "checkpoints"
        try:
            folder.mkdir(exist_ok=True)
            for rest in folder.glob("*" + TEMPORARY):
                rest.unlink()
        except OSError as error:
            raise StudyError(f"{folder} is damaged: {error.strerror}") from error

    def write_checkpoint(self, tally: Tally, spec: Spec, order: Order) -> None:
        """Save the tally of games 0 .. tally.games − 1, then remove older checkpoints."""
        folder = self.path / "checkpoints"
        path = folder / f"games-{tally.games:015}.tally"
        identity = json.dumps(_identity(spec, order, tally.games), sort_keys=True)
        write_whole(path, pack(vars(tally) | {"identity": np.array(identity)}))
        for other in folder.iterdir():
            if other != path and other.is_file():
                other.unlink()
        flush_folder(folder)

    def read_checkpoint(self, layout: Layout, spec: Spec, order: Order) -> Tally:
        """The newest tally, that of no games if there is none. Raises `StudyError` if it is damaged or of another
        run."""
        folder = self.path / "checkpoints"
        paths = sorted(path for path in folder.glob("games-*.tally") if path.is_file())
        if not paths:
            return empty(layout)
        path = paths[-1]
        hint = f"delete it to go on from {'an earlier one' if len(paths) > 1 else 'game 0'}"
        try:
            stored = unpack(path)
        except StudyError as error:
            raise StudyError(f"{error}; {hint}") from None
        identity = json.loads(str(stored.pop("identity")))
        tally = Tally(**stored)
        if identity != _identity(spec, order, tally.games):
            raise StudyError(
                f"{path} is of another run: {_difference(identity, _identity(spec, order, tally.games))}; {hint}"
            )
        fresh = empty(layout)
        if any(array.shape != getattr(fresh, name).shape for name, array in stored.items() if name != "traces"):
            raise StudyError(f"{path} counts other figures than this version of the game; {hint}")
        return tally

    # --- what came out ---

    def write_summary(self, text: str) -> None:
        """Keep the summary."""
        write_whole(self.path / "summary.json", text.encode())

    def read_log(self) -> list[dict[str, Any]]:
        """The sessions so far; none if the log cannot be read, for nothing depends on it."""
        try:
            sessions = list(_read_json(self.path / "log.json")["sessions"])
        except (StudyError, KeyError, TypeError):
            return []
        numbers = ("games", "seconds")
        whole = [s for s in sessions if isinstance(s, dict) and all(isinstance(s.get(n), int | float) for n in numbers)]
        return whole if len(whole) == len(sessions) else []

    def write_log(self, sessions: list[dict[str, Any]]) -> None:
        """Keep time, rate and surroundings of all sessions."""
        self._write_json("log.json", {"schema_version": SCHEMA_VERSION, "sessions": sessions})

    def _write_json(self, name: str, content: Any) -> None:
        text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
        # a path need not be Unicode; what is not comes out as JSON's own escapes
        write_whole(self.path / name, text.encode(errors="backslashreplace"))


def _check_code(path: Path, record: dict[str, Any], spec: Spec) -> None:
    """Raise `StudyError` if the games so far were played by other code: two rule codes must never be added up."""
    played, ours = record.get("code"), code_digest(spec.game.kernel)
    if played != ours:
        raise StudyError(
            f"{path}: played by other code of {spec.game.name} ({played or 'unknown'}) than is installed here ({ours});"
            " games of two rule codes are not mixed. Nothing is lost: go on with that code, or start a new run"
        )


def _identity(spec: Spec, order: Order, games: int) -> dict[str, Any]:
    return {
        "schema_version": SCHEMA_VERSION,
        "balance": version("balance-tabletop"),
        "code": code_digest(spec.game.kernel),
        "spec_hash": spec.digest,
        "seed": order.seed,
        "mirrored": order.mirrored,
        "games": games,
    }


def _difference(found: dict[str, Any], wanted: dict[str, Any]) -> str:
    return ", ".join(f"{key} {found.get(key)}, not {value}" for key, value in wanted.items() if found.get(key) != value)


def _read_json(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise StudyError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise StudyError(f"{path} is damaged: {error}") from error
    if not isinstance(content, dict):
        raise StudyError(f"{path} is damaged: it holds no mapping")
    return content
