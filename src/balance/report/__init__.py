"""Reports for people: one self-contained HTML page a run.

`render` is a pure function of a summary (`docs/summary.md`) and the run's `spec.json`; `report` reads a run folder and
writes the page.
"""

from balance.report.files import report
from balance.report.render import render

__all__ = ["render", "report"]
