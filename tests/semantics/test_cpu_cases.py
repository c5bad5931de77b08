"""Kernels through ``xtriton.compile(..., target="cpu")``: what NumPy says, or else what the interpreter says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import triton
import triton.language as tl
from semantics.cases import CASES, Case
from semantics.launching import launch, signature_of

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.modules import Guarded

import xtriton
from xtriton.frontend.signature import Signature


def _run(case: Case, **how: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arguments of a case before and after a launch; bytes around arrays have not changed."""
    before, guarded = case.make_arguments(), Guarded()
    after = {
        name: guarded.array(value) if isinstance(value, np.ndarray) else value
        for name, value in case.make_arguments().items()
    }
    kernel = xtriton.compile(
        case.kernel, Signature(signature_of(case, before), case.constants, {}), target="cpu", **how
    )
    # One thread: some cases say what comes of programs that run one after another.
    kernel[case.grid](*after.values(), threads=1)
    guarded.check()
    return before, after


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    case = CASES[name]
    before, after = _run(case)
    if case.expected is not None:
        expected = case.expected(before)
    else:
        expected = {key: one for key, one in launch(case)[1].items() if isinstance(one, np.ndarray)}
    for parameter, array in expected.items():
        finite = np.where(np.isfinite(array), array, 0) if array.dtype.kind == "f" else array
        scale = case.tolerance * float(np.abs(finite).max()) if case.tolerance else 0.0
        found = after[parameter].reshape(array.shape)
        np.testing.assert_allclose(found, array, case.tolerance, scale, err_msg=parameter)
    for parameter, array in before.items():
        if isinstance(array, np.ndarray) and parameter not in expected:
            np.testing.assert_array_equal(after[parameter], array, err_msg=parameter)


@pytest.mark.parametrize("name", ["softmax_rows", "layer_norm", "attention"])
def test_strict_sums_are_those_of_the_interpreter_in_order(name: str) -> None:
    case = CASES[name]
    expected = {key: one for key, one in launch(case)[1].items() if isinstance(one, np.ndarray)}
    found = _run(case, strict_fp=True)[1]
    for parameter, array in expected.items():
        np.testing.assert_allclose(found[parameter], array, 2e-6, 2e-6, err_msg=parameter)


@triton.jit
def rewrites(x, y, places, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    # In memory order by no stride, then by one, then by numbers from memory: all of it is read again after a store.
    p = x + (i ^ 1)[:, None] * BLOCK + (i ^ 3)[None, :]
    tl.store(p, tl.load(p) + 1)
    tl.store(p, tl.load(p) * 2)
    q = y + i[:, None] * BLOCK + i[None, :]
    tl.store(q, tl.load(q) - 3)
    tl.store(p, tl.load(p) * 2)
    tl.store(q, tl.load(q) * 2)
    r = x + tl.load(places + i)
    for _ in range(3):
        tl.store(r, tl.load(r) + 1)
    tl.store(out + i, tl.load(r))


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("overlapping", [False, True])
def test_memory_that_is_read_again_after_a_store(strict: bool, overlapping: bool) -> None:
    kernel = xtriton.compile(rewrites, "*fp32,*fp32,*i32,*fp32,16", target="cpu", strict_fp=strict)
    random = np.random.default_rng(0)
    x = random.integers(0, 100, (16, 16)).astype(np.float32)
    y = x if overlapping else x.copy()
    places = random.permutation(256)[:16].astype(np.int32)
    expected_x = (x + 1) * 2
    if overlapping:
        expected_x = (expected_x - 3) * 2 * 2
        expected_y = expected_x
    else:
        expected_x, expected_y = expected_x * 2, (y - 3) * 2
    expected_x.reshape(-1)[places] += 3
    out = np.zeros(16, np.float32)
    kernel[1](x, y, places, out)
    np.testing.assert_array_equal(x, expected_x)
    np.testing.assert_array_equal(y, expected_y)
    np.testing.assert_array_equal(out, expected_x.reshape(-1)[places])


@triton.jit
def rotates(x, down, across, shift, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    r, c = tl.arange(0, ROWS)[:, None], tl.arange(0, COLUMNS)[None, :]
    tl.store(across + r * COLUMNS + c, tl.load(x + r * COLUMNS + (c + shift) % COLUMNS))
    tl.store(down + r * COLUMNS + c, tl.load(x + (r + shift) % ROWS * COLUMNS + c))


@pytest.mark.parametrize("shift", [0, 1, 5, 9])
def test_rows_and_columns_that_wrap_around(shift: int) -> None:
    kernel = xtriton.compile(rotates, "*fp32,*fp32,*fp32,i32,4,8", target="cpu")
    x = np.arange(32, dtype=np.float32).reshape(4, 8)
    down, across = np.zeros_like(x), np.zeros_like(x)
    kernel[1](x, down, across, shift)
    np.testing.assert_array_equal(across, np.roll(x, -shift, 1))
    np.testing.assert_array_equal(down, np.roll(x, -shift, 0))


@triton.jit
def narrow_sums(x, y, down, across, running, product, M: tl.constexpr, N: tl.constexpr):
    r, c = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :]
    a, b = tl.load(x + r * N + c), tl.load(y + r + c * M)
    tl.store(down + tl.arange(0, N), tl.sum(a, 0))
    tl.store(across + tl.arange(0, N), tl.sum(tl.trans(b), 1))
    tl.store(running + r * N + c, tl.cumsum(a, 0))
    n = tl.arange(0, N)
    tl.store(product + n[:, None] * N + n[None, :], tl.dot(tl.trans(b), a, out_dtype=tl.float16))


@pytest.mark.parametrize("strict", [False, True])
def test_sums_of_float16_are_not_rounded_at_each_step(strict: bool) -> None:
    # One after the other, ones add up to 2048 and no further.
    rows, columns = 8192, 16
    kernel = xtriton.compile(
        narrow_sums, f"*fp16,*fp16,*fp16,*fp16,*fp16,*fp16,{rows},{columns}", target="cpu", strict_fp=strict
    )
    x, y = np.ones((rows, columns), np.float16), np.ones((columns, rows), np.float16)
    down, across = (np.zeros(columns, np.float16) for _ in range(2))
    running, product = np.zeros_like(x), np.zeros((columns, columns), np.float16)
    kernel[1](x, y, down, across, running, product)
    np.testing.assert_array_equal(down, np.full_like(down, rows))
    np.testing.assert_array_equal(across, np.full_like(across, rows))
    np.testing.assert_array_equal(running, np.tile(np.arange(1, rows + 1)[:, None], columns).astype(np.float16))
    np.testing.assert_array_equal(product, np.full_like(product, rows))
