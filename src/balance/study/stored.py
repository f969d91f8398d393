"""A run that is there: its spec, its order and what it has counted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from balance.analysis.view import View
from balance.arena.records import records
from balance.spec import Spec
from balance.study.folder import Order, RunFolder


@dataclass(frozen=True)
class StoredRun:
    """What a run folder holds, as far as it came."""

    spec: Spec
    order: Order
    view: View


def open_run(path: Path) -> StoredRun:
    """The run in the folder `path`. Raises `StudyError` if there is none, or it is damaged."""
    folder = RunFolder.open(path)
    spec, order = folder.read_spec()
    layout = records(spec, order.mirrored).layout
    return StoredRun(spec, order, View(layout, folder.read_checkpoint(layout, spec, order)))
