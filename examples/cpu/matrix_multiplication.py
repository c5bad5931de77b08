"""Product of matrices on the CPU: ``python examples/cpu/matrix_multiplication.py [M N K]``."""

from __future__ import annotations

import sys

import numpy as np
import triton
import triton.language as tl

import xtriton

SIGNATURE = "*{element},*{element},*fp32,i32,i32,i32,i32,i32,i32,i32,i32,i32,{tile},{group}"
TILE = (64, 64, 32)
GROUP = 8


@triton.jit
def multiply(
    a_ptr, b_ptr, c_ptr, M, N, K,
    a_row, a_column, b_row, b_column, c_row, c_column,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
):  # fmt: skip
    """One tile of C = A B. Tiles are ordered in groups of rows, so that neighbours share operands in the cache.

    Rows and columns past the edge wrap around: their results are not stored.
    """
    program = tl.program_id(axis=0)
    tiles_down, tiles_across = tl.cdiv(M, BM), tl.cdiv(N, BN)
    in_group = GROUP * tiles_across
    first = program // in_group * GROUP
    height = min(tiles_down - first, GROUP)
    tile_row = first + program % in_group % height
    tile_column = program % in_group // height

    rows = (tile_row * BM + tl.arange(0, BM)) % M
    columns = (tile_column * BN + tl.arange(0, BN)) % N
    inner = tl.arange(0, BK)
    a_places = a_ptr + rows[:, None] * a_row + inner[None, :] * a_column
    b_places = b_ptr + inner[:, None] * b_row + columns[None, :] * b_column
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for step in range(tl.cdiv(K, BK)):
        left = K - step * BK
        a = tl.load(a_places, mask=inner[None, :] < left, other=0.0)
        b = tl.load(b_places, mask=inner[:, None] < left, other=0.0)
        total = tl.dot(a, b, total)
        a_places += BK * a_column
        b_places += BK * b_row

    rows = tile_row * BM + tl.arange(0, BM)
    columns = tile_column * BN + tl.arange(0, BN)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c_ptr + rows[:, None] * c_row + columns[None, :] * c_column, total, mask=inside)


def compiled(tile: tuple[int, int, int] = TILE, *, element: str = "fp32") -> xtriton.CompiledKernel:
    """The kernel for tiles of a size, for this machine; ``element`` is the type of A and B, C is f32.

    Columns of the matrices lie side by side.
    """
    spelled = SIGNATURE.format(element=element, tile=",".join(map(str, tile)), group=GROUP)
    return xtriton.compile(multiply, side_by_side(spelled), target="cpu")


def side_by_side(signature: str) -> str:
    """The signature with steps of 1 from column to column, as Triton's JIT takes them from the arguments."""
    parts = signature.split(",")
    for place in (7, 9, 11):
        parts[place] = "i32:1"
    return ",".join(parts)


def arguments(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> tuple[object, ...]:
    """The arguments of a launch for row-major matrices."""
    (m, k), n = a.shape, b.shape[1]
    return (a, b, c, m, n, k, k, n, n)


def grid(m: int, n: int, tile: tuple[int, int, int] = TILE) -> tuple[int]:
    """How many programs make a product of m x n."""
    return (triton.cdiv(m, tile[0]) * triton.cdiv(n, tile[1]),)


def main() -> None:
    """Multiply random matrices, and compare with NumPy."""
    m, n, k = (int(size) for size in sys.argv[1:4]) if len(sys.argv) > 3 else (300, 200, 170)
    random = np.random.default_rng(0)
    for element, type_ in (("fp32", np.float32), ("fp16", np.float16)):
        a, b = (random.standard_normal(shape).astype(type_) for shape in ((m, k), (k, n)))
        c = np.empty((m, n), np.float32)
        compiled(element=element)[grid(m, n)](*arguments(a, b, c))
        np.testing.assert_allclose(c, a.astype(np.float64) @ b, rtol=1e-5, atol=1e-6 * k)
        print(f"product of {m} x {k} and {k} x {n} in {element}: what NumPy says")


if __name__ == "__main__":
    main()
