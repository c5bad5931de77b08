"""The number of threads of launches that do not name it."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

from xtriton.backends.cpu import thread_count
from xtriton.backends.cpu.thread_count import OPENMP_VARIABLE, default_threads, processors


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "torch", raising=False)  # not to be imported again in these tests
    monkeypatch.delenv(OPENMP_VARIABLE, raising=False)
    monkeypatch.setattr(thread_count, "processors", lambda: 8)
    thread_count._of_openmp.cache_clear()


def _torch(monkeypatch: pytest.MonkeyPatch, **functions: object) -> None:
    module = ModuleType("torch")
    module.__dict__.update(functions)
    monkeypatch.setitem(sys.modules, "torch", module)


def test_one_thread_per_processor_without_settings() -> None:
    assert default_threads() == 8


@pytest.mark.parametrize(("text", "count"), [("3", 3), (" 2,4 ", 2), ("100", 8)])
def test_openmp_variable(monkeypatch: pytest.MonkeyPatch, text: str, count: int) -> None:
    monkeypatch.setenv(OPENMP_VARIABLE, text)
    assert default_threads() == count


@pytest.mark.parametrize("text", ["", "0", "-1", "many", ",3"])
def test_invalid_openmp_variable_counts_as_none(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(OPENMP_VARIABLE, text)
    assert default_threads() == 8


def test_torch_comes_before_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OPENMP_VARIABLE, "3")
    _torch(monkeypatch, get_num_threads=lambda: 5)
    assert default_threads() == 5


def test_torch_with_more_threads_than_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    _torch(monkeypatch, get_num_threads=lambda: 64)
    assert default_threads() == 8


def test_torch_that_is_still_being_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OPENMP_VARIABLE, "3")
    _torch(monkeypatch)
    assert default_threads() == 3


_PROGRAM = """
import sys
{before}
import threading
import numpy as np
import triton
import triton.language as tl
import xtriton


@triton.jit
def slow(out, n):
    i = tl.program_id(0) * 1024 + tl.arange(0, 1024)
    x = tl.load(out + i)
    for _ in range(n):
        x = tl.sin(x) + 1
    tl.store(out + i, x)


with xtriton.on_cpu():
    for _ in range(3):
        slow[(64,)](np.ones(65536, np.float32), 300)
print(sum(thread.name == "xtriton" for thread in threading.enumerate()))
"""


def _threads_beside_the_launch(folder: Path, before: str = "", **environment: str) -> int:
    """How many threads a process has created whose launches are worth several."""
    program = folder / "program.py"
    program.write_text(_PROGRAM.format(before=before), encoding="utf-8")
    given = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment}
    done = subprocess.run([sys.executable, program], env=given, capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.skipif(processors() < 2, reason="needs two processors")
def test_launches_use_the_default(tmp_path: Path) -> None:
    pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")
    assert _threads_beside_the_launch(tmp_path) == processors() - 1
    assert _threads_beside_the_launch(tmp_path, OMP_NUM_THREADS="1") == 0
    assert _threads_beside_the_launch(tmp_path, OMP_NUM_THREADS="2") == 1


@pytest.mark.skipif(processors() < 2, reason="needs two processors")
@pytest.mark.skipif(find_spec("torch") is None, reason="needs torch")
def test_launches_use_as_many_threads_as_torch(tmp_path: Path) -> None:
    pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")
    one = "import torch; torch.set_num_threads(1)"
    assert _threads_beside_the_launch(tmp_path, one) == 0
    assert _threads_beside_the_launch(tmp_path, "import torch; torch.set_num_threads(2)") == 1
