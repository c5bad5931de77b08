"""Matmuls that compute only what is stored: results, and that nothing beyond the arrays is read or written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")


@pytest.mark.parametrize("type_", ["f32", "f16", "bf16", "i8"])
def test_edges(type_: str) -> None:
    tests = Path(__file__).parents[1]
    environment = os.environ | {"PYTHONPATH": f"{tests.parent}{os.pathsep}{tests}", "XTRITON_CACHE_DIR": ""}
    command = [sys.executable, "-m", "semantics.trimmed_matmuls", type_]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() == "done"
