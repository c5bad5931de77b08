"""FP8 matmul with a scale for each block: ``w8a8_block_fp8_matmul``.

    out[m, n] = sum over blocks b of x_scale[m, b] * weight_scale[n // block_n, b]
                * sum over k in block b of x[m, k] * weight[n, k]

x is (M, K), weight (N, K), out (M, N), x_scale f32 (M, ceil(K / block_k)) and weight_scale f32 (ceil(N / block_n),
ceil(K / block_k)), all row-major and contiguous. :class:`xtriton.kernels.configuration.Fp8MatmulConfig` has the compile
and launch configuration.
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
def w8a8_block_fp8_matmul(
    x, weight, x_scale, weight_scale, out, M,
    N: tl.constexpr, K: tl.constexpr, block_n: tl.constexpr, block_k: tl.constexpr,
    BLOCK_SIZE_M: tl.constexpr, BLOCK_SIZE_N: tl.constexpr, BLOCK_SIZE_K: tl.constexpr, GROUP_SIZE_M: tl.constexpr,
):  # fmt: skip
    """One program for each tile of ``out``: ceil(M / BLOCK_SIZE_M) * ceil(N / BLOCK_SIZE_N) in all."""
    tiles_m = tl.cdiv(M, BLOCK_SIZE_M)
    TILES_N: tl.constexpr = triton.cdiv(N, BLOCK_SIZE_N)
    BLOCKS: tl.constexpr = triton.cdiv(K, block_k)
    tile_m, tile_n = tile_of(tl.program_id(0), tiles_m, TILES_N, GROUP_SIZE_M)
    first = tile_m * BLOCK_SIZE_M
    row = first.to(tl.int64)
    scaled_tile(
        x + row * K, weight, x_scale + row * BLOCKS, weight_scale, out + row * N, M - first, tile_n,
        N, K, block_n, block_k, BLOCK_SIZE_M, BLOCK_SIZE_N, BLOCK_SIZE_K,
    )  # fmt: skip
