"""Kernels compiled for AArch64 processors give NumPy's results under an emulator, within their arrays."""

# pyright: basic, reportArgumentType=false
from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

import triton
import triton.language as tl
from parity.kernels import KERNELS
from selection import slow_unless
from semantics.case_kernels import matmul, vector_add
from semantics.ragged import expected, in_order, launches
from semantics.test_cpu_dots import as_bf16, nested, of_bf16, product
from unit.backends.cpu.emulated import ARMS, Emulated, emulated, needs_emulator

from xtriton.frontend.signature import Signature

pytestmark = needs_emulator

_REFERENCES = {name: kernel for name, kernel in KERNELS.items() if kernel.reference and kernel.example}
_QUICK = {"softmax_online", "layer_norm_forward", "matmul_split_k", "matmul_int8", "attention_forward_causal"}
_DOTS = re.compile(r"\b(fmla|bfdot|bfmmla|sdot|smmla)\b")


@pytest.mark.parametrize("arm", ["neon", "sve"])
@pytest.mark.parametrize("name", slow_unless(_REFERENCES, _QUICK.__contains__))
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_kernels_of_ragged_sizes(name: str, arm: str, tmp_path: Path) -> None:
    kernel = _REFERENCES[name]
    run = emulated(ARMS[arm], tmp_path, kernel.fn, Signature(kernel.types(), kernel.constants, {}))
    for what, example in launches(kernel):
        found = {
            key: np.copy(value) if isinstance(value, np.ndarray) else value for key, value in example.arguments.items()
        }
        run.launch(example.grid, *in_order(kernel, found))
        for key, value in expected(kernel, example.arguments).items():
            wanted, message = value.astype(found[key].dtype), f"{key}, {what}"
            np.testing.assert_allclose(found[key], wanted, kernel.tolerance, kernel.tolerance, err_msg=message)


def _instructions(run: Emulated) -> set[str]:
    return set(_DOTS.findall(run.assembly))


@pytest.mark.parametrize("arm", ["neon", "sve"])
def test_f32(arm: str, tmp_path: Path) -> None:
    run = emulated(ARMS[arm], tmp_path, matmul, "*fp32,*fp32,*fp32,i32,i32,i32,32,32,16")
    assert _instructions(run) == {"fmla"}
    random = np.random.default_rng(1)
    a, b = (random.standard_normal(shape, np.float32) for shape in ((45, 50), (50, 39)))
    c = np.full((45, 39), np.nan, np.float32)
    run.launch((2, 2), a, b, c, 45, 39, 50)
    np.testing.assert_allclose(c, a.astype(np.float64) @ b, rtol=1e-5, atol=1e-5)


_BF16 = {"neon": "fmla", "dotprod": "fmla", "bf16": "bfmmla", "i8mm": "bfmmla", "sve": "bfmmla"}
_I8 = {"neon": "fmla", "dotprod": "sdot", "bf16": "sdot", "i8mm": "smmla", "sve": "smmla"}


@pytest.mark.parametrize("arm", ARMS)
@pytest.mark.parametrize(("rows", "columns", "depth"), [(64, 32, 64), (45, 39, 50), (1, 1, 1)])
def test_bf16(arm: str, rows: int, columns: int, depth: int, tmp_path: Path) -> None:
    run = emulated(ARMS[arm], tmp_path, matmul, "*bf16,*bf16,*fp32,i32,i32,i32,32,32,16")
    assert _BF16[arm] in _instructions(run)
    random = np.random.default_rng(depth)
    a, b = (as_bf16(random.standard_normal(shape, np.float32)) for shape in ((rows, depth), (depth, columns)))
    c = np.full((rows, columns), np.nan, np.float32)
    run.launch((2, 2), a, b, c, rows, columns, depth)
    left, right = of_bf16(a).astype(np.float64), of_bf16(b).astype(np.float64)
    # Each of the additions rounds by at most a unit of f32, relative to the sum of magnitudes.
    assert (np.abs(c - left @ right) <= (depth + 1) * 2.0**-23 * (np.abs(left) @ np.abs(right))).all()


@pytest.mark.parametrize("arm", ARMS)
@pytest.mark.parametrize(("rows", "columns", "depth"), [(64, 64, 128), (40, 70, 1060), (1, 1, 1)])
def test_i8(arm: str, rows: int, columns: int, depth: int, tmp_path: Path) -> None:
    run = emulated(ARMS[arm], tmp_path, product, "*i8,*i8,*i32,i32,i32,i32,32,64,64,False")
    assert _I8[arm] in _instructions(run)
    random = np.random.default_rng(depth)
    numbers = np.array([-128, 127, 1, -7], np.int8)
    a, b = (random.choice(numbers, shape) for shape in ((rows, depth), (depth, columns)))
    c = np.full((rows, columns), -1, np.int32)
    run.launch((2, 2), a, b, c, rows, columns, depth)
    np.testing.assert_array_equal(c, a.astype(np.int64) @ b.astype(np.int64))


@triton.jit
def of_columns(a_ptr, b_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    """A product of operands that are stored by columns, of which the first are used."""
    rows, columns, depth = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    used = depth < K - 3
    a = tl.load(a_ptr + rows[:, None] + depth[None, :] * M, mask=used[None, :], other=0)
    b = tl.load(b_ptr + depth[:, None] + columns[None, :] * K, mask=used[:, None], other=0)
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], tl.dot(a, b, out_dtype=tl.int32))


@pytest.mark.parametrize("arm", ["dotprod", "i8mm"])
def test_operands_stored_by_columns(arm: str, tmp_path: Path) -> None:
    run = emulated(ARMS[arm], tmp_path, of_columns, "*i8,*i8,*i32,16,32,64")
    assert _I8[arm] in _instructions(run)
    random = np.random.default_rng(5)
    a, b = random.integers(-128, 128, (64, 16), np.int8), random.integers(-128, 128, (32, 64), np.int8)
    c = np.zeros((16, 32), np.int32)
    run.launch((1,), a, b, c)
    np.testing.assert_array_equal(c, a[:61].T.astype(np.int32) @ b[:, :61].T.astype(np.int32))


@pytest.mark.parametrize("arm", ["dotprod", "i8mm"])
def test_accumulators_start_anew_in_an_outer_loop(arm: str, tmp_path: Path) -> None:
    tiles, depth = 3, 16 * 65
    run = emulated(ARMS[arm], tmp_path, nested, "*i8,*i8,*i32,i32,i32,16")
    assert _I8[arm] in _instructions(run)
    random = np.random.default_rng(1)
    a, b = random.integers(-128, 128, (16, depth), np.int8), random.integers(-128, 128, (depth, 16 * tiles), np.int8)
    c = np.empty((16, 16 * tiles), np.int32)
    run.launch((1,), a, b, c, tiles, depth)
    wanted = (-a).astype(np.int32) @ b.astype(np.int32) + np.repeat(np.arange(tiles, dtype=np.int32), 16)
    np.testing.assert_array_equal(c, wanted)


def test_an_access_beyond_an_array_ends_the_program(tmp_path: Path) -> None:
    run = emulated(ARMS["neon"], tmp_path, vector_add, "*fp32,*fp32,*fp32,i32,64")
    x = np.ones(64, np.float32)
    with pytest.raises(AssertionError, match="ended with -11"):
        run.launch((2,), x, x, np.zeros(128, np.float32), 128)


def test_the_emulator_lacks_what_the_processor_lacks(tmp_path: Path) -> None:
    run = emulated(
        replace(ARMS["bf16"], emulated="cortex-a57"), tmp_path, matmul, "*bf16,*bf16,*fp32,i32,i32,i32,32,32,16"
    )
    a = np.zeros((32, 32), np.uint16)
    with pytest.raises(AssertionError, match="ended with -4"):
        run.launch((1,), a, a, np.zeros((32, 32), np.float32), 32, 32, 32)
