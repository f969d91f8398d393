"""docs/notebook.ipynb: its cells run, and it was stored with what they show."""

import json
from pathlib import Path

import matplotlib
import pytest

NOTEBOOK = Path(__file__).parents[1] / "docs" / "notebook.ipynb"


def cells() -> list[dict]:
    return [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def test_its_cells_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    matplotlib.use("Agg")
    found: dict = {}
    for cell in cells():
        text = "".join(cell["source"]).replace("GAMES = 20_000", "GAMES = 400")
        exec(compile(text, str(NOTEBOOK), "exec"), found)
    assert found["GAMES"] == 400
    assert list(found["table"].index) == ["next", "same", "loser"]
    assert len(found["margin"]) == 400


def test_it_shows_what_came_out() -> None:
    kinds = {kind for cell in cells() for output in cell["outputs"] for kind in output.get("data", {})}
    assert {"image/png", "text/html"} <= kinds
    assert not [output for cell in cells() for output in cell["outputs"] if output["output_type"] == "error"]
