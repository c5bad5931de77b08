"""Grouped FP8 matmul, one for each expert, with a scale for each block: ``w8a8_block_fp8_group_matmul``.

As :mod:`xtriton.kernels.fp8_matmul`, but the rows of x are sorted by the expert whose weight they are multiplied with:
weight is (E, N, K), weight_scale (E, ceil(N / block_n), ceil(K / block_k)), and the rows of expert e are
``indptr[e]`` to ``indptr[e + 1]``. Tiles do not straddle experts: expert e owns the row tiles from
ceil(indptr[e] / BLOCK_SIZE_M) + e on, ``expert_ids`` has the expert of each tile, and -1 marks an unused one.
:class:`xtriton.kernels.configuration.Fp8GroupMatmulConfig` has the compile and launch configuration.
"""

# ruff: noqa: N803, N806 - constants of kernels are in capitals
# Triton's language is not typed, and its annotations are values: constants are not of the type `tl.constexpr`.
# pyright: reportArgumentType=false, reportAssignmentType=false
# pyright: reportMissingTypeStubs=false, reportInvalidTypeForm=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownParameterType=false, reportMissingParameterType=false
# pyright: reportUnknownArgumentType=false, reportUntypedFunctionDecorator=false

import triton
import triton.language as tl

from xtriton.kernels.tiles import scaled_tile, tile_of


@triton.jit(do_not_specialize=["M"])
def w8a8_block_fp8_group_matmul(
    x, weight, x_scale, weight_scale, expert_ids, indptr, out, M,
    N: tl.constexpr, K: tl.constexpr, num_experts: tl.constexpr, block_n: tl.constexpr, block_k: tl.constexpr,
    BLOCK_SIZE_M: tl.constexpr, BLOCK_SIZE_N: tl.constexpr, BLOCK_SIZE_K: tl.constexpr, GROUP_SIZE_M: tl.constexpr,
):  # fmt: skip
    """One program for each tile: (ceil(M / BLOCK_SIZE_M) + num_experts) * ceil(N / BLOCK_SIZE_N) in all."""
    tiles_m = tl.cdiv(M, BLOCK_SIZE_M) + num_experts
    TILES_N: tl.constexpr = triton.cdiv(N, BLOCK_SIZE_N)
    BLOCKS_N: tl.constexpr = triton.cdiv(N, block_n)
    BLOCKS: tl.constexpr = triton.cdiv(K, block_k)
    tile_m, tile_n = tile_of(tl.program_id(0), tiles_m, TILES_N, GROUP_SIZE_M)
    expert = tl.load(expert_ids + tile_m)
    if expert < 0:
        return
    begin = tl.load(indptr + expert)
    first_tile = tl.cdiv(begin, BLOCK_SIZE_M) + expert
    first = begin + (tile_m - first_tile) * BLOCK_SIZE_M
    rows = tl.load(indptr + expert + 1) - first
    row = first.to(tl.int64)
    matrix = expert.to(tl.int64)
    scaled_tile(
        x + row * K, weight + matrix * (N * K), x_scale + row * BLOCKS, weight_scale + matrix * (BLOCKS_N * BLOCKS),
        out + row * N, rows, tile_n,
        N, K, block_n, block_k, BLOCK_SIZE_M, BLOCK_SIZE_N, BLOCK_SIZE_K,
    )  # fmt: skip
