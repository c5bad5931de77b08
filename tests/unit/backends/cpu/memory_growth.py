"""Prints what compilations leave behind, for test_memory_of_compilation.py, in a process of its own."""

from __future__ import annotations

import gc
import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from unit.compiler import kernels

import xtriton
from xtriton.backends.cpu import cache, host, machine
from xtriton.compiler import cpu, from_source


def growth(work: Callable[[int], Any], first: int, count: int) -> tuple[float, dict[str, int]]:
    """KiB of resident memory and objects of Python that remain for each call, after ``first`` calls."""

    def resident() -> int:
        gc.collect()
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4

    def objects() -> Counter[str]:
        return Counter(type(found).__name__ for found in gc.get_objects())

    for number in range(first):
        work(number)
    before, known = resident(), objects()
    for number in range(first, first + count):
        work(number)
    return (resident() - before) / count, {key: n for key, n in (objects() - known).items() if n >= count / 2}


def optimise_llvm_ir() -> tuple[float, dict[str, int]]:
    """Optimise the same LLVM IR under different names."""
    texts: list[str] = []
    original = machine._optimized

    def optimized(binding: Any, made_for: Any, text: str) -> Any:
        texts.append(text)
        return original(binding, made_for, text)

    machine._optimized = optimized
    xtriton.compile(kernels.add, "*fp32,*fp32,*fp32,i32,32", target="cpu", name="aaaaa")
    machine._optimized = original
    (text,), here = texts, host.Host.here()
    return growth(lambda number: machine.machine_code(text.replace("aaaaa", f"b{number:04}"), here), 30, 60)


def compile_and_launch(number: int) -> None:
    kernel = xtriton.compile(kernels.add, "*fp32,*fp32,*fp32,i32,32", target="cpu", name=f"n{number:05}")
    x, out = np.ones(32, np.float32), np.zeros(32, np.float32)
    kernel[(1,)](x, x, out, 32, threads=1)


if __name__ == "__main__":
    cache._LIMIT = 1
    cpu.CACHE = from_source.CACHE = cache.Cache()
    print(json.dumps(optimise_llvm_ir() if sys.argv[1] == "llvm" else growth(compile_and_launch, 50, 250)))
