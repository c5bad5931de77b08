"""Matmuls of narrow numbers that accumulate in loops; operands are packed for some iterations, or read in place."""

# pyright: basic, reportArgumentType=false
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import triton
import triton.language as tl

import xtriton


@triton.jit
def product(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, WRAP: tl.constexpr):
    """``a @ b`` in i32, with masks on rows and columns, or with those taken modulo the extents."""
    rows, columns = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
    depth = tl.arange(0, BK)
    row, column = (rows % M, columns % N) if WRAP else (rows, columns)
    total = tl.zeros((BM, BN), tl.int32)
    for k in range(0, K, BK):
        a_mask, b_mask = depth[None, :] < K - k, depth[:, None] < K - k
        if not WRAP:
            a_mask, b_mask = a_mask & (rows[:, None] < M), b_mask & (columns[None, :] < N)
        a = tl.load(a_ptr + row[:, None] * K + (k + depth)[None, :], mask=a_mask, other=0)
        b = tl.load(b_ptr + (k + depth)[:, None] * N + column[None, :], mask=b_mask, other=0)
        total = tl.dot(a, b, total, out_dtype=tl.int32)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], total, mask=inside)


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("depth", [0, 1, 64, 1024, 1060, 2048, 2112])
def test_i8_is_exact_for_any_number_of_iterations(depth: int, wrap: bool) -> None:
    generator = np.random.default_rng(depth)
    a = generator.integers(-128, 128, (40, depth), np.int8)
    b = generator.integers(-128, 128, (depth, 70), np.int8)
    c = np.full((40, 70), -1, np.int32)
    with xtriton.on_cpu():
        product[(2, 2)](a, b, c, 40, 70, depth, BM=32, BN=64, BK=64, WRAP=wrap)
    np.testing.assert_array_equal(c, a.astype(np.int32) @ b.astype(np.int32))


@pytest.mark.parametrize("rows", [64, 52, 50])
@pytest.mark.parametrize("depth", [0, 512, 1024, 1044, 1050])
def test_i8_is_exact_where_the_left_operand_is_read_in_place(rows: int, depth: int) -> None:
    generator = np.random.default_rng(depth)
    a = generator.choice(np.array([-128, 127, -1, 3], np.int8), (rows, depth))
    b = generator.choice(np.array([-128, 127, 1, -5], np.int8), (depth, 70))
    c = np.full((rows, 70), -1, np.int32)
    with xtriton.on_cpu():
        product[(2, 2)](a, b, c, rows, 70, depth, BM=32, BN=64, BK=512, WRAP=True)
    np.testing.assert_array_equal(c, a.astype(np.int32) @ b.astype(np.int32))


def as_bf16(values: np.ndarray) -> np.ndarray:
    """The upper halves of f32, as the integers by which bf16 is passed."""
    return (values.view(np.uint32) >> 16).astype(np.uint16)


def of_bf16(values: np.ndarray) -> np.ndarray:
    return (values.astype(np.uint32) << 16).view(np.float32)


@triton.jit
def gated(a_ptr, b_ptr, c_ptr, d_ptr, scaled_ptr, K, BK: tl.constexpr):
    """Three accumulators of a loop: two are independent, the third is scaled between its products."""
    rows, columns, depth = tl.arange(0, 16), tl.arange(0, 32), tl.arange(0, BK)
    up, gate, scaled = tl.zeros((16, 32), tl.float32), tl.zeros((16, 32), tl.float32), tl.zeros((16, 32), tl.float32)
    for k in range(0, K, BK):
        a = tl.load(a_ptr + rows[:, None] * K + (k + depth)[None, :])
        b = tl.load(b_ptr + (k + depth)[:, None] * 32 + columns[None, :])
        c = tl.load(c_ptr + (k + depth)[:, None] * 32 + columns[None, :])
        up = tl.dot(a, b, up)
        gate = tl.dot(a, c, gate)
        scaled = tl.dot(a, b, scaled * 0.5)
    out = rows[:, None] * 32 + columns[None, :]
    tl.store(d_ptr + out, up * gate)
    tl.store(scaled_ptr + out, scaled)


@pytest.mark.parametrize("strict", [False, True])
def test_several_accumulators_of_a_loop(strict: bool) -> None:
    generator = np.random.default_rng(0)
    depth, step = 32 * 37, 32
    a, b, c = (
        as_bf16(generator.standard_normal(shape, np.float32)) for shape in ((16, depth), (depth, 32), (depth, 32))
    )
    d, scaled = np.empty((16, 32), np.float32), np.empty((16, 32), np.float32)
    kernel: Any = xtriton.compile(gated, f"*bf16,*bf16,*bf16,*fp32,*fp32,i32,{step}", target="cpu", strict_fp=strict)
    kernel[(1,)](a, b, c, d, scaled, depth)
    wide = [of_bf16(values).astype(np.float64) for values in (a, b, c)]
    np.testing.assert_allclose(d, (wide[0] @ wide[1]) * (wide[0] @ wide[2]), rtol=1e-4, atol=1e-2)
    expected = np.zeros((16, 32))
    for k in range(0, depth, step):
        expected = expected * 0.5 + wide[0][:, k : k + step] @ wide[1][k : k + step]
    np.testing.assert_allclose(scaled, expected, rtol=1e-4, atol=1e-4)


@triton.jit
def nested(a_ptr, b_ptr, c_ptr, tiles, K, BK: tl.constexpr):
    """A persistent kernel: the accumulators start anew for each tile, and the bytes of ``a`` are negated on the way."""
    rows, columns, depth = tl.arange(0, 16), tl.arange(0, 16), tl.arange(0, BK)
    for tile in range(tiles):
        total = tl.full((16, 16), tile, tl.int32)
        for k in range(0, K, BK):
            a = tl.load(a_ptr + rows[:, None] * K + (k + depth)[None, :])
            b = tl.load(b_ptr + (k + depth)[:, None] * (16 * tiles) + (tile * 16 + columns)[None, :])
            total = tl.dot(-a, b, total, out_dtype=tl.int32)
        tl.store(c_ptr + rows[:, None] * (16 * tiles) + (tile * 16 + columns)[None, :], total)


def test_accumulators_start_anew_in_an_outer_loop() -> None:
    generator = np.random.default_rng(1)
    tiles, depth = 3, 16 * 65
    a = generator.integers(-128, 128, (16, depth), np.int8)
    b = generator.integers(-128, 128, (depth, 16 * tiles), np.int8)
    c = np.empty((16, 16 * tiles), np.int32)
    with xtriton.on_cpu():
        nested[(1,)](a, b, c, tiles, depth, BK=16)
    expected = (-a).astype(np.int32) @ b.astype(np.int32) + np.repeat(np.arange(tiles, dtype=np.int32), 16)
    np.testing.assert_array_equal(c, expected)
