"""Matmuls of blocks that masks with constant extents cut, as a head dimension of 80 in a block of 128."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import triton
import triton.language as tl
from semantics.fences import Fences
from semantics.trimmed_matmuls import NAMES, given, number

import xtriton

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

_BLOCK = (16, 32, 32)
"""Rows, columns and the reduced dimension."""


@triton.jit
def _corner(
    a_ptr, b_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, INTEGERS: tl.constexpr,
):  # fmt: skip
    rows, columns, depth = tl.arange(0, BM)[:, None], tl.arange(0, BN)[None, :], tl.arange(0, BK)
    a = tl.load(a_ptr + rows * K + depth[None, :], mask=(rows < M) & (depth[None, :] < K), other=0)
    b = tl.load(b_ptr + depth[:, None] * N + columns, mask=(depth[:, None] < K) & (columns < N), other=0)
    total = tl.dot(a, b, out_dtype=tl.int32 if INTEGERS else tl.float32)
    tl.store(c_ptr + rows * N + columns, total, mask=(rows < M) & (columns < N))


@pytest.mark.parametrize("extents", [(1, 1, 1), (16, 3, 32), (5, 32, 7), (2, 17, 30), (16, 31, 3), (7, 20, 32)])
@pytest.mark.parametrize("type_", ["f32", "f16", "bf16", "i8"])
def test_corners_of_blocks(type_: str, extents: tuple[int, int, int]) -> None:
    m, n, k = extents
    random = np.random.default_rng(m * n * k)
    pointers = f"*{NAMES[type_]},*{NAMES[type_]},*{'i32' if type_ == 'i8' else 'fp32'}"
    constants = ",".join(map(str, (*extents, *_BLOCK, int(type_ == "i8"))))
    kernel: Any = xtriton.compile(_corner, f"{pointers},{constants}", target="cpu")
    for at_end in (True, False):
        fences = Fences(at_end)
        a, b = (fences.array(given(type_, shape, random)) for shape in ((m, k), (k, n)))
        c = fences.array(np.full((m, n), -1, np.int32 if type_ == "i8" else np.float32))
        kernel[(1,)](a, b, c)
        np.testing.assert_array_equal(c, number(a, type_) @ number(b, type_))
        fences.check()
