"""Random kernels on the CPU give what the interpreter gives for the program that the front end made of them.

``python -m semantics.test_cpu_random FIRST COUNT`` in ``tests`` tries other seeds.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from selection import some
from semantics.random_kernels import SIGNATURE, random_kernel

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.modules import Guarded

import xtriton
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module


def _arrays(seed: int, sizes: dict[str, int]) -> dict[str, np.ndarray]:
    random, count = np.random.default_rng(seed), sizes["A"] * sizes["B"] * 4 + 64
    return {
        "x": (random.integers(-8, 8, count) / 4).astype(np.float32),
        "y": random.integers(-20, 20, count).astype(np.int32),
        "h": (random.integers(-8, 8, count) / 4).astype(np.float16),
        "out": np.zeros(sizes["A"] * sizes["B"] * 2, np.float32),
    }


def difference(seed: int, folder: Path) -> str:
    """The difference for the kernel of a seed, empty if there is none."""
    source, sizes = random_kernel(seed)
    path = folder / f"kernel_{seed}.py"
    path.write_text(source)
    signature = f"{SIGNATURE},{sizes['A']},{sizes['B']}"
    numbers = [sizes[name] for name in "nmk"]
    program = xtriton.compile(f"{path}:kernel", signature, target="cpu", until="source")
    expected = _arrays(seed, sizes)
    module = parse_module(str(program.asm["source"]), str(path), Context())
    xtriton.interpret(module, (1,), *expected.values(), *numbers)
    guarded = Guarded()
    found = {name: guarded.array(array) for name, array in _arrays(seed, sizes).items()}
    xtriton.compile(f"{path}:kernel", signature, target="cpu")[1](*found.values(), *numbers)
    guarded.check()
    for name, array in expected.items():
        finite = np.abs(array[np.isfinite(array)].astype(np.float64))
        scale = max(1.0, float(finite.max())) if finite.size else 1.0
        tolerance = 2e-3 if name == "h" else 1e-4 if name != "y" else 0
        if not np.allclose(found[name], array, tolerance, tolerance * scale, equal_nan=True):
            return f"seed {seed}, array {name}, {sizes}:\n{source}"
    return ""


@pytest.mark.parametrize("seed", some(range(40), 4))
def test_random_kernel(seed: int, tmp_path: Path) -> None:
    assert not difference(seed, tmp_path)


if __name__ == "__main__":
    first, count = map(int, sys.argv[1:])
    with TemporaryDirectory() as name:
        for seed in range(first, first + count):
            try:
                problem = difference(seed, Path(name))
            except Exception as failure:  # any failure is reported with its seed; the next seed follows
                problem = f"seed {seed}: {type(failure).__name__}: {failure}"
            if problem:
                print(problem, flush=True)
