"""Matmuls at the edges of matrices, on arrays that end, or begin, where no memory may be touched.

A process of its own: what reads or writes one byte too far ends it. Run with the name of a type.
"""

# pyright: basic, reportArgumentType=false
from __future__ import annotations

import sys

import numpy as np
import triton
import triton.language as tl
from semantics.fences import Fences

import xtriton


@triton.jit
def product(
    a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
    WRAP: tl.constexpr, OTHER: tl.constexpr, INTEGERS: tl.constexpr,
):  # fmt: skip
    """``a @ b``, with masks on rows and columns or with those modulo the extents; ``OTHER`` is beyond K, twice."""
    rows, columns = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
    depth = tl.arange(0, BK)
    row, column = (rows % M, columns % N) if WRAP else (rows, columns)
    total = tl.zeros((BM, BN), tl.int32 if INTEGERS else tl.float32)
    for k in range(0, K, BK):
        a_mask, b_mask = depth[None, :] < K - k, depth[:, None] < K - k
        if not WRAP:
            a_mask, b_mask = a_mask & (rows[:, None] < M), b_mask & (columns[None, :] < N)
        a = tl.load(a_ptr + row[:, None] * K + (k + depth)[None, :], mask=a_mask, other=OTHER)
        b = tl.load(b_ptr + (k + depth)[:, None] * N + column[None, :], mask=b_mask, other=OTHER)
        total = tl.dot(a, b, total, out_dtype=total.dtype)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], total, mask=inside)


def given(type_: str, shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    """Small integers, whose products are exact in all types; bf16 as the upper halves of f32."""
    values = random.integers(-8, 8, shape)
    if type_ == "bf16":
        return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.int16)
    return values.astype({"f32": np.float32, "f16": np.float16, "i8": np.int8}[type_])


def number(values: np.ndarray, type_: str) -> np.ndarray:
    """The numbers as f64."""
    if type_ == "bf16":
        return (values.view(np.uint16).astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return values.astype(np.float64)


NAMES = {"f32": "fp32", "f16": "fp16", "bf16": "bf16", "i8": "i8"}


def run(type_: str) -> None:
    """Random extents around multiples of the tiles and of the groups of dot instructions.

    Accumulators of the largest tile are larger than the first-level cache, hence in the result where that is whole. The
    left operand of the deepest one is read in place by dot instructions if the extents are multiples of 4.
    """
    random = np.random.default_rng(5)
    result = np.int32 if type_ == "i8" else np.float32
    for case in range(30):
        tile = [(16, 32, 16), (32, 64, 32), (64, 128, 64), (128, 128, 64), (32, 64, 512)][case % 5]
        m, n, k = (int(random.integers(1, 2 * extent + 3)) for extent in tile)
        if case % 3 == 0:
            m, k = (-(-extent // 4) * 4 for extent in (m, k))
        wrap, other = bool(case // 5 % 2), 1 if case % 7 == 6 else 0
        constants = ",".join(map(str, (*tile, int(wrap), other, int(type_ == "i8"))))
        pointers = f"*{NAMES[type_]},*{NAMES[type_]},*{'i32' if type_ == 'i8' else 'fp32'}"
        kernel = xtriton.compile(product, f"{pointers},i32,i32,i32,{constants}", target="cpu")
        for at_end in (True, False):
            fences = Fences(at_end)
            a, b = (fences.array(given(type_, shape, random)) for shape in ((m, k), (k, n)))
            c = fences.array(np.full((m, n), -1, result))
            kernel[(-(-m // tile[0]), -(-n // tile[1]))](a, b, c, m, n, k)
            expected = number(a, type_) @ number(b, type_) + (-k % tile[2]) * other
            np.testing.assert_array_equal(c, expected, f"{m}x{n}x{k} in {tile}, wrap={wrap}, other={other}")
            fences.check()


if __name__ == "__main__":
    run(sys.argv[1])
    print("done")
