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


@triton.jit
def doubled(values):
    return values * 2


@triton.jit
def tripled(values):
    return values * 3


@triton.jit
def applied(x, bias, out, MODE: tl.constexpr, FUNCTION: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    values = FUNCTION(tl.load(x + offsets))
    if bias is not None:
        values += tl.load(bias + offsets)
    tl.store(out + offsets, -values if MODE == "negated" else values)


@pytest.mark.parametrize(
    ("mode", "function", "is_biased", "expected"),
    [
        ("negated", doubled, False, lambda x, y: -2 * x),
        ("plain", tripled, False, lambda x, y: 3 * x),
        ("plain", doubled, True, lambda x, y: 2 * x + y),
    ],
)
@pytest.mark.parametrize("size", [128, np.int64(128), tirx.IntImm("int32", 128)], ids=["int", "numpy", "tvm"])
def test_constants(mode: str, function: Any, is_biased: bool, expected: Any, size: Any) -> None:
    def make(builder: Any, n: Any, x: Any, y: Any) -> Any:
        constants = {"MODE": mode, "FUNCTION": function, "BLOCK": size}
        return call_triton(applied, 1, x, y if is_biased else None, out_sinfo=TensorType([n], "float32"), **constants)

    vm = machine(xtriton.tvm.DispatchTritonKernel("llvm")(module_of(make)))
    x, y = vectors(128)
    np.testing.assert_allclose(run(vm, "main", [x, y]), expected(x, y), rtol=1e-6)


@pytest.mark.parametrize("target", ["llvm", CUDA], ids=["llvm", "cuda"])
def test_one_kernel_for_tensors_of_different_shapes(target: Any) -> None:
    shapes = [[128], [256], [2, 64]]
    builder = relax.BlockBuilder()
    for index, shape in enumerate(shapes):
        x, y = (relax.Var(name, TensorType(shape, "float32")) for name in "xy")
        size = int(np.prod(shape))
        with builder.function(f"f{index}", [x, y]):
            call = call_triton(
                scaled_sum, (size // 64,), x, y, size, 2.0, BLOCK=64, out_sinfo=TensorType(shape, "float32")
            )
            builder.emit_func_output(builder.emit(call))
    module = xtriton.tvm.DispatchTritonKernel(tvm.target.Target(target))(builder.get())
    if target != "llvm":
        made = [function for _, function in module.functions_items() if isinstance(function, tirx.PrimFunc)]
        assert len(made) == len(shapes) and len(module.attrs["external_mods"]) == 1
        return
    vm = machine(module)
    for index, shape in enumerate(shapes):
        x, y = (vector.reshape(shape) for vector in vectors(int(np.prod(shape))))
        np.testing.assert_allclose(run(vm, f"f{index}", [x, y]), x + 2 * y, rtol=1e-6)


def test_extents_of_grids_that_are_known_late() -> None:
    def make(builder: Any, n: Any, x: Any, y: Any) -> Any:
        extents = (tirx.floordiv(n, 128) * (1 << 40), n - 5, n - 5)
        return call_triton(scaled_sum, extents, x, y, n, 1.0, BLOCK=128, out_sinfo=TensorType([n], "float32"))

    vm = machine(xtriton.tvm.DispatchTritonKernel("llvm")(module_of(make)))
    assert run(vm, "main", vectors(3)).shape == (3,), "no programs run where extents are negative"
    with pytest.raises(ValueError, match=r"an extent of the grid of 'scaled_sum_\w+' exceeds 2147483647"):
        run(vm, "main", vectors(128))


def test_an_empty_grid_is_not_launched() -> None:
    def make(builder: Any, n: Any, x: Any, y: Any) -> Any:
        return call_triton(scaled_sum, (4, 0), x, y, n, 1.0, BLOCK=128, out_sinfo=TensorType([n], "float32"))

    module = xtriton.tvm.DispatchTritonKernel(tvm.target.Target(CUDA))(module_of(make))
    (made,) = [function for _, function in module.functions_items() if isinstance(function, tirx.PrimFunc)]
    assert "call_packed" not in made.script()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"grid": (1.5,)}, "has the extent 1.5: extents are integers"),
        ({"grid": (-1,)}, "has the extent -1: extents are from 0 to"),
        ({"grid": (1 << 33,)}, "has the extent 8589934592: extents are from 0 to"),
        ({"grid": None}, "has the extent None"),
        ({"grid": "x"}, "has the extent x"),
        ({"n": (1, 2)}, "argument 'n' of kernel 'scaled_sum' must be a tensor of Relax, a number, .* of type tuple"),
        ({"n": np.zeros(3)}, "takes tensors of Relax, not ndarray"),
        ({"BLOCK": tirx.Var("b", "int64")}, "constant 'BLOCK' of kernel 'scaled_sum' must be known, but is b"),
        ({"out_sinfo": []}, "has no results"),
    ],
)
def test_refused_calls(changes: dict[str, Any], message: str) -> None:
    x, y = (relax.Var(name, TensorType([8], "float32")) for name in "xy")
    given = {"grid": (1,), "n": 8, "BLOCK": 8, "out_sinfo": TensorType([8], "float32"), **changes}
    with pytest.raises(ValueError, match=message):
        call_triton(scaled_sum, given.pop("grid"), x, y, given.pop("n"), 1.0, **given)


def test_the_example_of_the_documentation(tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "tvm.md"
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    (example,) = [block for block in blocks if "call_triton" in block]
    script = tmp_path / "example.py"
    script.write_text(example, encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "6000.0\n"), done.stderr
