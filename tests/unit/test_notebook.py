"""The notebook of docs/ has the outputs that its cells have now."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from selection import of_versions

from xtriton.versions import V3_9, since

pytest.importorskip("triton", reason="there is no wheel of Triton")
pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")
nbclient = pytest.importorskip("nbclient", reason="the notebook is executed by nbclient")
nbformat = pytest.importorskip("nbformat", reason="the notebook is executed by nbclient")
pytest.importorskip("ipykernel", reason="the notebook is executed by ipykernel")

_ROOT = Path(__file__).parents[2]
_NOTEBOOK = _ROOT / "docs/first_notebook.ipynb"


def _outputs(notebook: Any) -> list[list[tuple[str, Any]]]:
    """The outputs of each cell: texts, and the kinds of pictures and HTML."""
    return [
        [
            ("".join(output.get("text", "") or output["data"]["text/plain"]), sorted(output.get("data", ())))
            for output in cell["outputs"]
        ]
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]


@of_versions(since(V3_9), "the notebook shows Triton 3.9")
@pytest.mark.slow
def test_the_notebook(monkeypatch: pytest.MonkeyPatch):
    paths = os.pathsep.join([str(_ROOT), os.environ.get("PYTHONPATH", "")])
    monkeypatch.setenv("PYTHONPATH", paths)
    text = _NOTEBOOK.read_text(encoding="utf-8")
    notebook = nbformat.reads(text, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    assert _outputs(notebook) == _outputs(json.loads(text))


def test_it_shows_a_report_a_picture_and_a_difference():
    cells = [cell for cell in json.loads(_NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    data = [entry for cell in cells for output in cell["outputs"] for entry in output.get("data", {}).items()]
    reports = ["".join(content) for kind, content in data if kind == "text/html"]
    assert any("narrow access" in report and "tl.load(" in report for report in reports)
    assert any("<svg" in "".join(content) for kind, content in data if kind == "image/svg+xml")
    assert not any(output["output_type"] == "error" for cell in cells for output in cell["outputs"])
