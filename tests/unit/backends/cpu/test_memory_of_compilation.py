"""What compilations leave behind: neither objects of Python nor memory of LLVM that grows with each kernel."""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.compiler import kernels

import xtriton
from xtriton.backends.cpu import cache, machine
from xtriton.compiler import cpu

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc/self/statm")


@pytest.fixture(autouse=True)
def small_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XTRITON_CACHE_DIR", "")
    monkeypatch.setattr(cache, "_LIMIT", 1)
    monkeypatch.setattr(cpu, "CACHE", cache.Cache())


def growth(work: Callable[[int], Any], first: int, count: int) -> tuple[float, Counter[str]]:
    """KiB of resident memory and objects of Python that remain for each call, after ``first`` calls."""

    def resident() -> int:
        gc.collect()
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4

    def objects() -> Counter[str]:
        return Counter(type(one).__name__ for one in gc.get_objects())

    for number in range(first):
        work(number)
    before, known = resident(), objects()
    for number in range(first, first + count):
        work(number)
    return (resident() - before) / count, Counter({key: n for key, n in (objects() - known).items() if n >= count / 2})


@pytest.mark.slow  # what the process did before shows in its memory
def test_optimising_llvm_ir_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []
    original = machine._optimized

    def optimized(binding: Any, made_for: Any, text: str) -> Any:
        texts.append(text)
        return original(binding, made_for, text)

    monkeypatch.setattr(machine, "_optimized", optimized)
    xtriton.compile(kernels.add, "*fp32,*fp32,*fp32,i32,32", target="cpu", name="aaaaa")
    monkeypatch.undo()
    (text,), host = texts, machine.Host.here()
    kib, _ = growth(lambda number: machine.machine_code(text.replace("aaaaa", f"b{number:04}"), host), 30, 60)
    assert kib < 40  # 81 KiB if the pass manager is not freed; memory that other tests have freed may be used again


def compile_and_launch(number: int) -> None:
    kernel = xtriton.compile(kernels.add, "*fp32,*fp32,*fp32,i32,32", target="cpu", name=f"n{number:05}")
    x, out = np.ones(32, np.float32), np.zeros(32, np.float32)
    kernel[(1,)](x, x, out, 32, threads=1)


@pytest.mark.slow
def test_compiling_and_launching_kernels_leaves_little_behind() -> None:
    kib, objects = growth(compile_and_launch, 50, 250)
    assert kib < 20 and not objects
