"""Kernels whose integers wrap around give on the CPU what NumPy and the interpreter give.

``python -m semantics.test_cpu_wrapping FIRST COUNT`` in ``tests`` tries other seeds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from selection import slow_unless
from semantics.fences import Fences
from semantics.wrapping import Case, case_of, expected, window

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

import xtriton
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module

_ROOT = Path(__file__).parents[2]
SIGNATURE = "*i32,*i32,i32,i32,i32,i32,i64"
NAMES = "stmnw"


class Moved:
    """An array whose pointer is not that of its first element: what Triton takes is anything with ``data_ptr``."""

    dtype = "torch.int32"
    shape = (1,)

    def __init__(self, array: np.ndarray, elements: int) -> None:
        self._address = (array.ctypes.data + 4 * elements) % (1 << 64)

    def data_ptr(self) -> int:
        """The address."""
        return self._address

    def element_size(self) -> int:
        """The bytes of an element."""
        return 4

    def stride(self) -> tuple[int]:
        """How far elements are apart."""
        return (1,)


def difference(seed: int, folder: Path) -> str:
    """The difference for the kernel of a seed, empty if there is none."""
    case = case_of(seed)
    path = folder / f"kernel_{seed}.py"
    path.write_text(case.source)
    signature = f"{SIGNATURE},{case.rows},{case.columns}"
    module = str(xtriton.compile(f"{path}:kernel", signature, target="cpu", until="source").asm["source"])
    kernel = xtriton.compile(f"{path}:kernel", signature, target="cpu")
    for number, given in enumerate(case.launches):
        problem = _launched(case, given, kernel, module, at_end=bool(number % 2), overlap=(seed + number) % 4 == 0)
        if problem:
            return f"seed {seed}, {problem}, {given}, grid {case.programs}, {case.rows} x {case.columns}\n{case.source}"
    return ""


def _launched(case: Case, given: Mapping[str, int], kernel: Any, module: str, *, at_end: bool, overlap: bool) -> str:
    low, high = window(case, given)
    x = np.random.default_rng(1).integers(-1000, 1000, high - low + 1).astype(np.int32)
    out = np.zeros(case.programs * case.turns * case.rows * case.columns, np.int32)
    wanted = x.copy(), out.copy()
    expected(case, given, *wanted, low)
    fences = Fences(at_end)
    found = fences.array(x), fences.array(out)
    pointer = Moved(found[0], -low)
    numbers = [given[name] for name in NAMES]
    kernel[case.programs](pointer.data_ptr() if overlap else pointer, found[1], *numbers, threads=1)
    fences.check()
    if not all(np.array_equal(*pair) for pair in zip(wanted, found, strict=True)):
        return f"against NumPy, offsets {low} to {high}"
    if low >= 0 and high < 1 << 18:
        whole = np.zeros(high + 1, np.int32), out.copy()
        whole[0][low:] = x
        xtriton.interpret(parse_module(module, "kernel", Context()), (case.programs,), *whole, *numbers)
        if not (np.array_equal(whole[0][low:], wanted[0]) and np.array_equal(whole[1], wanted[1])):
            return "NumPy against the interpreter"
    return ""


@pytest.mark.skipif(sys.platform == "win32", reason="mprotect is of POSIX")
@pytest.mark.parametrize("first", slow_unless(range(0, 60, 5), lambda first: first == 0))
def test_random_kernels_whose_integers_wrap_around(first: int) -> None:
    """In a process of their own, which dies if they access masked-off memory."""
    environment = {**os.environ, "PYTHONPATH": f"{_ROOT / 'tests'}{os.pathsep}{_ROOT}"}
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-m", "semantics.test_cpu_wrapping", str(first), "5"],
        env=environment,
        cwd=_ROOT / "tests",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def main(first: int, count: int) -> int:
    """Try seeds; exit status 1 if something is different."""
    failed = False
    with TemporaryDirectory() as name:
        for seed in range(first, first + count):
            print(f"seed {seed}", end="\r", flush=True)
            try:
                problem = difference(seed, Path(name))
            except Exception:  # whatever it is, the seed is what is wanted, and the next one
                problem = f"seed {seed}:\n{traceback.format_exc()}\n{case_of(seed).source}"
            if problem:
                failed = True
                print(problem, flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
