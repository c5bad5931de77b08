"""What both FP8 kernels share: a tile of a product whose operands have one scale for each block.

The constants have their names from the contract (docs/kernels.md). Where they decide between two ways of computing,
the front end drops the other one: a kernel whose shape divides by its tiles has no mask in its loop.
"""

# ruff: noqa: N803, N806 - constants of kernels are in capitals
# Triton's language is not typed, and its annotations are values.
# pyright: reportMissingTypeStubs=false, reportInvalidTypeForm=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownParameterType=false, reportMissingParameterType=false
# pyright: reportUnknownArgumentType=false, reportUntypedFunctionDecorator=false

import triton
import triton.language as tl


@triton.jit
def tile_of(program, tiles_m, tiles_n: tl.constexpr, GROUP_SIZE_M: tl.constexpr):
    """The row and the column of a program's tile.

    Programs that run at the same time should share operands in the L2 cache: they go down a band of ``GROUP_SIZE_M``
    rows of tiles, column after column, before the next band is begun.
    """
    return tl.swizzle2d(program // tiles_n, program % tiles_n, tiles_m, tiles_n, GROUP_SIZE_M)


@triton.jit
def add_block(
    total, x, weight, x_scale, weight_scale, left,
    STEP: tl.constexpr, MASKED: tl.constexpr, ONE_WEIGHT_SCALE: tl.constexpr,
):  # fmt: skip
    """``total`` and the scaled product of ``STEP`` columns of x and of the weight, all of one block of K.

    ``left`` is how many columns there are from here on, which matters if ``MASKED``. Where there is
    ``ONE_WEIGHT_SCALE`` for the tile it is multiplied with the scales of the rows first: one multiplication for each
    row, not one for each element.
    """
    if MASKED:
        inside = tl.arange(0, STEP) < left
        rows = tl.load(x, mask=inside[None, :], other=0.0)
        columns = tl.load(weight, mask=inside[:, None], other=0.0)
    else:
        rows = tl.load(x)
        columns = tl.load(weight)
    product = tl.dot(rows, columns, out_dtype=tl.float32)
    if ONE_WEIGHT_SCALE:
        return total + product * (tl.load(x_scale) * tl.load(weight_scale))[:, None]
    return total + product * tl.load(x_scale)[:, None] * tl.load(weight_scale)[None, :]


@triton.jit
def scaled_tile(
    x, weight, x_scale, weight_scale, out, rows, tile_n,
    N: tl.constexpr, K: tl.constexpr, block_n: tl.constexpr, block_k: tl.constexpr,
    BLOCK_SIZE_M: tl.constexpr, BLOCK_SIZE_N: tl.constexpr, BLOCK_SIZE_K: tl.constexpr,
):  # fmt: skip
    """Compute and store one tile: ``rows`` rows (one at least) from where ``x``, ``x_scale`` and ``out`` point to.

    Rows and columns beyond the edge are those at the edge once more, so that loads of the loop need no mask; they are
    not stored. A step is within one block of K: a tile with more than one block takes that many steps. Offsets are
    64 bits wide, since ``N * K`` and ``M * K`` need more than 32 in large models.
    """
    STEP: tl.constexpr = BLOCK_SIZE_K if BLOCK_SIZE_K < block_k else block_k
    STEPS: tl.constexpr = BLOCK_SIZE_K // STEP
    STEPS_OF_BLOCK: tl.constexpr = block_k // STEP
    BLOCKS: tl.constexpr = (K + block_k - 1) // block_k
    WHOLE: tl.constexpr = K // BLOCK_SIZE_K
    REST: tl.constexpr = K - WHOLE * BLOCK_SIZE_K
    ONE_WEIGHT_SCALE: tl.constexpr = block_n % BLOCK_SIZE_N == 0

    row = tl.minimum(tl.arange(0, BLOCK_SIZE_M), rows - 1).to(tl.int64)
    column = tile_n * BLOCK_SIZE_N + tl.arange(0, BLOCK_SIZE_N)
    if N % BLOCK_SIZE_N != 0:
        column = tl.minimum(column, N - 1)
    inner = tl.arange(0, STEP)
    x_step = x + row[:, None] * K + inner[None, :]
    weight_step = weight + column.to(tl.int64)[None, :] * K + inner[:, None]
    x_scale_row = x_scale + row * BLOCKS
    if ONE_WEIGHT_SCALE:
        weight_scale_row = weight_scale + (tile_n * BLOCK_SIZE_N // block_n).to(tl.int64) * BLOCKS
    else:
        weight_scale_row = weight_scale + (column // block_n).to(tl.int64) * BLOCKS

    total = tl.zeros((BLOCK_SIZE_M, BLOCK_SIZE_N), dtype=tl.float32)
    for tile_k in range(WHOLE):
        for part in tl.static_range(STEPS):
            block = (tile_k * STEPS + part) // STEPS_OF_BLOCK
            total = add_block(
                total, x_step, weight_step, x_scale_row + block, weight_scale_row + block, STEP,
                STEP, False, ONE_WEIGHT_SCALE,
            )  # fmt: skip
            x_step += STEP
            weight_step += STEP
    for part in tl.static_range((REST + STEP - 1) // STEP):
        block = (WHOLE * STEPS + part) // STEPS_OF_BLOCK
        total = add_block(
            total, x_step, weight_step, x_scale_row + block, weight_scale_row + block, REST - part * STEP,
            STEP, REST - part * STEP < STEP, ONE_WEIGHT_SCALE,
        )  # fmt: skip
        x_step += STEP
        weight_step += STEP

    out_row = tl.arange(0, BLOCK_SIZE_M)
    out_column = tile_n * BLOCK_SIZE_N + tl.arange(0, BLOCK_SIZE_N)
    inside = out_row[:, None] < rows
    if N % BLOCK_SIZE_N != 0:
        inside = inside & (out_column[None, :] < N)
    tl.store(out + out_row.to(tl.int64)[:, None] * N + out_column[None, :], total.to(out.dtype.element_ty), mask=inside)
