"""Compilations leak neither Python objects nor LLVM's memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc/self/statm"),
    pytest.mark.slow,
]

ROOT = Path(__file__).parents[4]


def growth(what: str) -> tuple[float, dict[str, int]]:
    """The memory and objects that remain for each call, in a process of its own."""
    paths = os.pathsep.join([str(ROOT / "tests"), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "unit.backends.cpu.memory_growth", what],
        env={**os.environ, "XTRITON_CACHE_DIR": "", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return tuple(json.loads(done.stdout))


def test_optimising_llvm_ir_leaves_nothing_behind() -> None:
    kib, _ = growth("llvm")
    assert kib < 40  # 81 KiB if the pass manager is not freed


def test_compiling_and_launching_kernels_leaves_little_behind() -> None:
    kib, objects = growth("launches")
    assert kib < 20 and not objects
