"""``call_triton``: any kernel in Relax, on the CPU against NumPy, and its structure for CUDA."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tvm.relax", reason="needs TVM: pip install '.[tvm]'")

import triton
import triton.language as tl
import tvm
from tvm import relax, tirx
from tvm_models import CUDA, TensorType, machine, run

import xtriton.tvm
from xtriton.tvm import OUT, call_triton


@triton.jit
def scaled_sum(x, y, out, n, factor, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = offsets < n
    tl.store(out + offsets, tl.load(x + offsets, inside) + factor * tl.load(y + offsets, inside), inside)


@triton.jit
def halves(first, x, second, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    values = tl.load(x + offsets)
    tl.store(first + offsets, values * 0.5)
    tl.store(second + offsets, (values * 2.0).to(tl.float16))


def module_of(make: Any) -> Any:
    """A module with the function ``main`` of two vectors of ``n`` numbers."""
    n = tirx.Var("n", "int64")
    x, y = (relax.Var(name, TensorType([n], "float32")) for name in "xy")
    builder = relax.BlockBuilder()
    with builder.function("main", [x, y]):
        with builder.dataflow():
            result = builder.emit_output(make(builder, n, x, y))
        builder.emit_func_output(result)
    return builder.get()


def vectors(count: int) -> list[np.ndarray[Any, Any]]:
    random = np.random.default_rng(count)
    return [random.random(count).astype(np.float32) for _ in range(2)]


@pytest.mark.parametrize("grid", [lambda given: (tirx.ceildiv(given["n"], given["BLOCK"]),), None])
def test_grids_and_scalars(grid: Any) -> None:
    def make(builder: Any, n: Any, x: Any, y: Any) -> Any:
        extents = grid or (tirx.ceildiv(n, 128), 1)
        return call_triton(scaled_sum, extents, x, y, n, 2.5, BLOCK=128, out_sinfo=TensorType([n], "float32"))

    vm = machine(xtriton.tvm.DispatchTritonKernel("llvm")(module_of(make)))
    for count in (1, 128, 1000):
        x, y = vectors(count)
        np.testing.assert_allclose(run(vm, "main", [x, y]), x + np.float32(2.5) * y, rtol=1e-6)


def test_results_elsewhere() -> None:
    def make(builder: Any, n: Any, x: Any, y: Any) -> Any:
        types = [TensorType([n], "float32"), TensorType([n], "float16")]
        both = builder.emit(call_triton(halves, (tirx.floordiv(n, 64),), OUT, x, OUT, BLOCK=64, out_sinfo=types))
        return relax.op.astype(relax.TupleGetItem(both, 1), "float32")

    vm = machine(xtriton.tvm.DispatchTritonKernel("llvm")(module_of(make)))
    x, y = vectors(256)
    np.testing.assert_allclose(run(vm, "main", [x, y]), 2 * x, rtol=1e-3)


def test_launch_on_cuda() -> None:
    def make(builder: Any, n: Any, x: Any, y: Any) -> Any:
        how = {"BLOCK": 128, "num_warps": 2, "out_sinfo": TensorType([n], "float32")}
        return call_triton(scaled_sum, (tirx.ceildiv(n, 128),), x, y, n, 2.5, **how)

    module = xtriton.tvm.DispatchTritonKernel(tvm.target.Target(CUDA))(module_of(make))
    (made,) = [function for _, function in module.functions_items() if isinstance(function, tirx.PrimFunc)]
    text = made.script()
    assert "T.float32(2.5)" in text and ", 64, s2, 1, 1)" in text
    assert [linked.kind for linked in module.attrs["external_mods"]] == ["cuda"]


@pytest.mark.parametrize(
    ("arguments", "named", "message"),
    [
        (("x",), {"BLOCK": 128}, "lacks a value for its parameter"),
        (("x", "y", "n", 1.0, 2.0, 3.0), {"BLOCK": 128}, "takes 6 arguments"),
        (("x", "y", "n", 1.0), {"BLOCKS": 128}, "did you mean 'BLOCK'"),
    ],
)
def test_wrong_arguments(arguments: Any, named: Any, message: str) -> None:
    n = tirx.Var("n", "int64")
    known = {name: relax.Var(name, TensorType([n], "float32")) for name in "xy"} | {"n": n}
    given = [known.get(argument, argument) for argument in arguments]
    with pytest.raises(ValueError, match=message):
        call_triton(scaled_sum, (1,), *given, out_sinfo=TensorType([n], "float32"), **named)


def test_the_example_of_the_documentation(tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "tvm.md"
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    (example,) = [block for block in blocks if "call_triton" in block]
    script = tmp_path / "example.py"
    script.write_text(example, encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "6000.0\n"), done.stderr
