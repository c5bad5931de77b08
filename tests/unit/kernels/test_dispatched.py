"""Modules with compiled kernels, saved, loaded and run on NumPy arrays, against NumPy in f64."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from unit.kernels.calls import dispatched_text, function, loaded
from unit.kernels.operands import operands

from xtriton.compiler import CompiledKernel
from xtriton.interp.numbers.formats import FLOATS
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.kernels import BlockScaledConfig, Fp8GroupMatmulConfig, Fp8MatmulConfig
from xtriton.kernels.dispatch_triton_kernel import DispatchTritonKernel
from xtriton.kernels.dispatched import Dispatched, load_dispatched
from xtriton.kernels.external import ExternalKernel
from xtriton.kernels.reference import relative_error

_ROOT = Path(__file__).parents[3]
LIMIT = 5e-3
SMALL: dict[str, Any] = {
    "block_n": 32, "block_k": 32, "BLOCK_SIZE_M": 16, "BLOCK_SIZE_N": 32, "BLOCK_SIZE_K": 32, "num_warps": 4,
    "num_stages": 2,
}  # fmt: skip
CONFIGS: dict[str, BlockScaledConfig] = {
    "plain": Fp8MatmulConfig(64, 96, **SMALL),
    "ragged": Fp8MatmulConfig(75, 107, **SMALL),
    "half": Fp8MatmulConfig(40, 64, **SMALL, in_dtype="float8_e5m2", out_dtype="float16"),
    "single": Fp8MatmulConfig(40, 64, **SMALL, out_dtype="float32"),
    "group": Fp8GroupMatmulConfig(75, 107, 4, **SMALL),
}
INDPTR = (0, 5, 5, 30, 37)
_FORMATS = {"float16": FLOATS["f16"], "bfloat16": FLOATS["bf16"], "float32": FLOATS["f32"]}


@pytest.fixture(scope="module")
def text() -> str:
    """The module, as it is saved."""
    return dispatched_text(CONFIGS)


@pytest.fixture(scope="module")
def dispatched(text: str) -> Dispatched:
    return loaded(text)


def error_of(dispatched: Dispatched, name: str, rows: int) -> float:
    config = CONFIGS[name]
    given = operands(config, rows, INDPTR if isinstance(config, Fp8GroupMatmulConfig) else None)
    (out,) = dispatched.run(name, *given.arrays[:-1])
    assert out.shape == (rows, config.N)
    return relative_error(_FORMATS[config.out_dtype].decode(out), given.expected)


@pytest.mark.parametrize("name", CONFIGS)
def test_results(name: str, dispatched: Dispatched):
    for rows in (INDPTR[-1],) if name == "group" else (1, 18):
        assert error_of(dispatched, name, rows) < LIMIT


def test_no_rows(dispatched: Dispatched):
    (out,) = dispatched.run("plain", *operands(CONFIGS["plain"], 0).arrays[:-1])
    assert (out.shape, out.dtype) == ((0, 64), np.uint16)


def test_another_process(text: str, tmp_path: Path):
    """A saved module needs neither the process that compiled it nor the compiler."""
    saved = tmp_path / "saved.mlir"
    saved.write_text(text, encoding="utf-8")
    given = operands(CONFIGS["plain"], 18)
    np.savez(tmp_path / "given.npz", *given.arrays[:-1])
    program = f"""
import sys
import numpy as np
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.kernels.dispatched import load_dispatched

module = parse_module(open({str(saved)!r}, encoding="utf-8").read(), "saved.mlir", Context())
(out,) = load_dispatched(module).run("plain", *np.load({str(tmp_path / "given.npz")!r}).values())
assert "triton" not in sys.modules
np.save({str(tmp_path / "out.npy")!r}, out)
"""
    subprocess.run([sys.executable, "-c", program], check=True, cwd=_ROOT)
    assert relative_error(FLOATS["bf16"].decode(np.load(tmp_path / "out.npy")), given.expected) < LIMIT


def test_several_calls_and_results():
    config = CONFIGS["plain"]
    body = function("f", config)
    call = next(line for line in body.splitlines() if "%r =" in line)
    result = "tensor<?x64xbf16>"
    body = body.replace(call, f"{call}\n{call.replace('%r', '%s')}").replace(
        f"return %r : {result}", f"return %s, %r, %0 : {result}, {result}, tensor<?x96xf8E4M3FN>"
    )
    body = body.replace(f"-> {result} {{", f"-> ({result}, {result}, tensor<?x96xf8E4M3FN>) {{")
    ctx = Context()
    module = parse_module(body, "f.mlir", ctx)
    DispatchTritonKernel("cuda:90").apply(ctx, module)
    given = operands(config, 3)
    first, second, x = load_dispatched(module).run("f", *given.arrays[:-1])
    assert x is given.arrays[0]
    assert first is not second
    assert np.array_equal(first, second)


def misfits() -> dict[str, tuple[int, Any, str]]:
    """By name: the index of an argument, an invalid replacement, and the message."""
    x, weight, x_scale, weight_scale = operands(CONFIGS["plain"], 5).arrays[:-1]
    return {
        "K": (0, x[:, :90].copy(), "x is of shape (5, 90), but must be of shape (5, 96)"),
        "rows": (2, x_scale[:4], "x_scale is of shape (4, 3), but must be of shape (5, 3)"),
        "transposed": (1, weight.T.copy(), "weight is of shape (96, 64), but must be of shape (64, 96)"),
        "a view": (1, np.asfortranarray(weight), "weight is not row-major without gaps: give a copy"),
        "f64": (3, weight_scale.astype(np.float64), "weight_scale is of float64, but must be of float32"),
        "signed": (0, x.view(np.int8), "x is of int8, but must be of float8_e4m3fn or uint8"),
        "a list": (1, [1], "weight must be a NumPy array like the first argument, but is list"),
        "a scalar": (0, np.uint8(1), "x is neither a NumPy array nor a tensor on a GPU"),
        "one axis": (0, x[0], "x is of shape (96,), but must be of shape (96, 96)"),
    }


@pytest.mark.parametrize("name", misfits())
def test_arrays_that_a_kernel_cannot_take(name: str, dispatched: Dispatched):
    index, array, message = misfits()[name]
    arrays: list[Any] = operands(CONFIGS["plain"], 5).arrays[:-1]
    arrays[index] = array
    with pytest.raises(DiagnosticError) as raised:
        dispatched.run("plain", *arrays)
    assert str(raised.value).startswith("dispatched.mlir:3:")
    assert str(raised.value).endswith(f": error: 'w8a8_block_fp8_matmul': {message}")


def test_calls_that_are_rejected(dispatched: Dispatched):
    with pytest.raises(ValueError, match="there is no function 'other' to run; the module has plain, ragged, half, "):
        dispatched.run("other")
    with pytest.raises(ValueError, match="'group' takes 6 arguments, but 1 were given"):
        dispatched.run("group", 1)


def test_functions_with_other_operations():
    text = """\
module attributes {relax.external_mods = [{symbol = "of_another"}]} {
  func.func @external(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = relax.call_dps_packed @mlc.other(%x) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @foreign(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = relax.call_tir @of_another(%x) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
"""
    module = loaded(text)
    for name, message in {
        "external": "dispatched.mlir:3:10: error: 'relax.call_dps_packed' cannot be run here: only calls of compiled",
        "foreign": "dispatched.mlir:7:10: error: 'of_another' cannot be run here: only calls of compiled",
    }.items():
        with pytest.raises(DiagnosticError, match=re.escape(message)):
            module.run(name, np.zeros(2, np.float32))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (r'ptx = "', 'ptx_ = "', "is damaged: it lacks ptx"),
        (r"arguments = \[", "arguments_ = [", "is damaged: it lacks arguments"),
        (r'cubin = "', 'cubin = "!', "is damaged: Only base64 data is allowed"),
        (r'metadata = "\{', 'metadata = "', "is damaged: Extra data"),
        (r"BLOCK_SIZE_M = 16", "BLOCK_SIZE_M = 17", "is damaged: BLOCK_SIZE_M is 17, but must be a power of two"),
        (r"BLOCK_SIZE_M = 16", "BLOCK = 16", "is damaged: .* unexpected keyword argument 'BLOCK'"),
    ],
)
def test_damaged_entries(old: str, new: str, message: str, text: str):
    changed = re.sub(old, new, text, count=1)
    assert changed != text
    with pytest.raises(DiagnosticError, match=f"^dispatched.mlir:1:1: error: the external kernel w8a8_.* {message}"):
        loaded(changed)


def test_each_gpu_loads_a_kernel_of_its_own():
    compiled = CompiledKernel("f", {}, {})
    kernel = ExternalKernel(CONFIGS["plain"], "cuda:90", compiled)
    assert kernel.on_device(0) is kernel.on_device(0)
    assert kernel.on_device(0) is not kernel.on_device(1)


class FakeTensor:
    """As much of a tensor on a GPU as is looked at."""

    def __init__(self, shape: tuple[int, ...], dtype: str, *, address: int = 256, index: int = 0, gaps: bool = False):
        self.shape, self.dtype, self.ndim, self.is_cuda = shape, f"torch.{dtype}", len(shape), True
        self.device = SimpleNamespace(index=index)
        self.data_ptr, self.is_contiguous = (lambda: address), (lambda: not gaps)


class Launches:
    """A fake of PyTorch with a GPU and of its kernels that records launches."""

    def __init__(self, capability: tuple[int, int]) -> None:
        self.seen: list[Any] = []
        cuda = SimpleNamespace(get_device_capability=lambda device: capability, device=lambda device: nullcontext())
        self.torch = SimpleNamespace(cuda=cuda, bfloat16="bfloat16", empty=self.empty)

    def empty(self, shape: tuple[int, ...], dtype: str, device: Any) -> FakeTensor:
        return FakeTensor(shape, dtype, index=device.index)

    def __getitem__(self, grid: tuple[int, ...]) -> Callable[..., None]:
        return lambda *arguments: self.seen.append((grid, arguments))


@pytest.fixture
def launches(monkeypatch: pytest.MonkeyPatch) -> Launches:
    made = Launches((9, 0))
    monkeypatch.setitem(sys.modules, "torch", made.torch)
    monkeypatch.setattr(ExternalKernel, "on_device", lambda kernel, index: made)
    return made


def tensors(**of_x: Any) -> list[FakeTensor]:
    scales = [FakeTensor((5, 3), "float32"), FakeTensor((2, 3), "float32")]
    return [FakeTensor((5, 96), "float8_e4m3fn", **of_x), FakeTensor((64, 96), "float8_e4m3fn"), *scales]


def test_launches(dispatched: Dispatched, launches: Launches):
    given = tensors()
    (out,) = dispatched.run("plain", *given)
    ((grid, arguments),) = launches.seen
    assert grid == (2, 1, 1)
    assert arguments == (*given, out, 5)
    assert (out.shape, out.dtype) == ((5, 64), "torch.bfloat16")


@pytest.mark.parametrize(
    ("of_x", "message"),
    [
        ({"address": 264}, "x does not begin at a multiple of 16 bytes: give a copy"),
        ({"gaps": True}, "x is not row-major without gaps: give a copy"),
        ({"index": 1}, "weight is on "),
    ],
)
def test_tensors_that_a_kernel_cannot_take(
    of_x: dict[str, Any], message: str, dispatched: Dispatched, launches: Launches
):
    with pytest.raises(DiagnosticError, match=message):
        dispatched.run("plain", *tensors(**of_x))
    assert launches.seen == []


@pytest.mark.parametrize("capability", [(8, 9), (10, 0), (12, 0)])
def test_other_gpus(capability: tuple[int, int], dispatched: Dispatched, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "torch", Launches(capability).torch)
    number = capability[0] * 10 + capability[1]
    with pytest.raises(DiagnosticError, match=f"compiled for cuda:90, but the GPU is cuda:{number}: dispatch for that"):
        dispatched.run("plain", *tensors())
