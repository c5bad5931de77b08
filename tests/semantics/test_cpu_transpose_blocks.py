"""Kernels that access memory column by column: all of their blocks are transposed."""

# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false
from __future__ import annotations

import numpy as np
import pytest
import triton
import triton.language as tl
from semantics.fences import Fences

import xtriton
from xtriton.backends.cpu.launch import KernelAssertion


@triton.jit
def sums(x, y, columns, rows, X: tl.constexpr, R: tl.constexpr):
    """Each column's sum, of a matrix in rows; the block has the columns as its rows."""
    c = tl.program_id(0) * X + tl.arange(0, X)[:, None]
    total = tl.zeros((X, R), tl.float32)
    for start in range(0, rows, R):
        r = start + tl.arange(0, R)[None, :]
        inside = (c < columns) & (r < rows)
        value = tl.load(x + c + r * columns, mask=inside, other=0.0)
        total = tl.where(inside, total + value, total)
    tl.store(y + c, tl.sum(total, 1)[:, None], mask=c < columns)


@triton.jit
def extrema(x, y, places, columns, rows, X: tl.constexpr, R: tl.constexpr):
    c = tl.program_id(0) * X + tl.arange(0, X)
    r = tl.arange(0, R)
    inside = (c < columns)[:, None] & (r < rows)[None, :]
    value = tl.load(x + c[:, None] + r[None, :] * columns, mask=inside, other=float("-inf"))
    most, place = tl.max(value, 1, return_indices=True)
    tl.store(y + c, most, mask=c < columns)
    tl.store(places + c, place, mask=c < columns)


@triton.jit
def running(x, y, columns, rows, REVERSE: tl.constexpr, X: tl.constexpr, R: tl.constexpr):
    c = tl.program_id(0) * X + tl.arange(0, X)[:, None]
    r = tl.arange(0, R)[None, :]
    inside = (c < columns) & (r < rows)
    value = tl.load(x + c + r * columns, mask=inside, other=0.0)
    tl.store(y + c + r * columns, tl.cumsum(value, 1, reverse=REVERSE), mask=inside)


@triton.jit
def changed(x, counts, columns, rows, limit, BRANCH: tl.constexpr, X: tl.constexpr, R: tl.constexpr):
    c = tl.program_id(0) * X + tl.arange(0, X)[:, None]
    r = tl.arange(0, R)[None, :]
    inside = (c < columns) & (r < rows)
    value = tl.load(x + c + r * columns, mask=inside, other=0.0)
    tl.device_assert((value < limit) | ~inside, "too large")
    if BRANCH > 0:
        value = value * 2 + r if limit > 50 else value - c
    tl.atomic_add(counts + c + r * columns, value, mask=inside)


def _numbers(rows: int, columns: int) -> np.ndarray:
    return np.random.default_rng(rows * columns).integers(-9, 9, (rows, columns)).astype(np.float32)


SHAPES = [(1, 1), (5, 3), (32, 32), (33, 70), (64, 31), (17, 200)]


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
@pytest.mark.parametrize(("x_block", "r_block"), [(32, 32), (64, 16), (8, 64), (1, 32)])
def test_sums(rows: int, columns: int, x_block: int, r_block: int) -> None:
    for at_end in (False, True):
        fences = Fences(at_end)
        x, y = fences.array(_numbers(rows, columns)), fences.array(np.zeros(columns, np.float32))
        with xtriton.on_cpu():
            sums[(triton.cdiv(columns, x_block),)](x, y, columns, rows, x_block, r_block)
        fences.check()
        np.testing.assert_array_equal(y, x.sum(0))


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
def test_extrema_with_their_places(rows: int, columns: int) -> None:
    x, y, places = _numbers(rows, columns), np.zeros(columns, np.float32), np.zeros(columns, np.int32)
    with xtriton.on_cpu():
        extrema[(triton.cdiv(columns, 32),)](x, y, places, columns, rows, 32, 64)
    np.testing.assert_array_equal(y, x.max(0))
    np.testing.assert_array_equal(places, x.argmax(0))


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
@pytest.mark.parametrize("reverse", [False, True])
def test_running_sums(rows: int, columns: int, *, reverse: bool) -> None:
    x = _numbers(rows, columns)
    y = np.zeros_like(x)
    with xtriton.on_cpu():
        running[(triton.cdiv(columns, 16),)](x, y, columns, rows, reverse, 16, 64)
    expected = np.cumsum(x[::-1], 0)[::-1] if reverse else np.cumsum(x, 0)
    np.testing.assert_array_equal(y, expected)


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
@pytest.mark.parametrize("branch", [0, 1])
@pytest.mark.parametrize("limit", [40, 60])
def test_branches_atomics_and_assertions(rows: int, columns: int, branch: int, limit: int) -> None:
    x, counts = _numbers(rows, columns), _numbers(rows, columns)
    r, c = np.arange(rows)[:, None], np.arange(columns)[None, :]
    expected = counts + (x if branch == 0 else x * 2 + r if limit > 50 else x - c)
    kernel = xtriton.compile(changed, f"*fp32,*fp32,i32,i32,i32,{branch},32,64", target="cpu", debug=True)
    kernel[(triton.cdiv(columns, 32),)](x, counts, columns, rows, limit)
    np.testing.assert_array_equal(counts, expected)
    with pytest.raises(KernelAssertion, match="too large"):
        kernel[(triton.cdiv(columns, 32),)](x, counts, columns, rows, int(x.max()))


def test_reductions_add_vectors() -> None:
    text = str(xtriton.compile(sums, "*fp32,*fp32,i32,i32,64,16", target="cpu", until="linalg").asm["linalg"])
    assert "tensor<16x64xf32>" in text and "tensor<64x16xf32>" not in text
