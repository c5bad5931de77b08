"""What both FP8 kernels share: a tile of a product whose operands have one scale for each block.

The constants have their names from the contract (docs/kernels.md). Where they decide between two ways of computing,
the front end drops the other one: a kernel whose shape divides by its tiles has no mask in its loop.
"""

# ruff: noqa: N803, N806, SIM108 - constants of kernels are in capitals; an expression in two lines is no clearer
# Triton's language is not typed, and its annotations are values.
# pyright: reportMissingTypeStubs=false, reportInvalidTypeForm=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownParameterType=false, reportMissingParameterType=false
# pyright: reportUnknownArgumentType=false, reportUntypedFunctionDecorator=false, reportGeneralTypeIssues=false

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
def moved(pointers, offset):
    """A tuple of pointers, each moved by ``offset`` elements."""
    result = ()
    for index in tl.static_range(len(pointers)):
        result = result + (pointers[index] + offset,)
    return result


@triton.jit
def add_block(
    totals, x, x_scale, weights, weight_scales, left,
    STEP: tl.constexpr, MASKED: tl.constexpr, ONE_WEIGHT_SCALE: tl.constexpr,
):  # fmt: skip
    """The totals and the scaled products of ``STEP`` columns of x and of the weights, all of one block of K.

    ``left`` is how many columns there are from here on, which matters if ``MASKED``. Where there is
    ``ONE_WEIGHT_SCALE`` for a part of the tile it is multiplied with the scales of the rows first: one multiplication
    for each row, not one for each element.
    """
    # The scales are on their way while the tensor cores work: what follows a product waits for it.
    row_scales = tl.load(x_scale)
    inside = tl.arange(0, STEP) < left
    if MASKED:
        rows = tl.load(x, mask=inside[None, :], other=0.0)
    else:
        rows = tl.load(x)
    sums = ()
    for part in tl.static_range(len(totals)):
        column_scales = tl.load(weight_scales[part])
        if MASKED:
            columns = tl.load(weights[part], mask=inside[:, None], other=0.0)
        else:
            columns = tl.load(weights[part])
        product = tl.dot(rows, columns, out_dtype=tl.float32)
        if ONE_WEIGHT_SCALE:
            sums = sums + (totals[part] + product * (row_scales * column_scales)[:, None],)
        else:
            sums = sums + (totals[part] + product * row_scales[:, None] * column_scales[None, :],)
    return sums


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

    Each step's product needs registers besides the sums. A tile of more than 128 columns is computed in parts, so that
    those of one part are enough.
    """
    STEP: tl.constexpr = block_k if block_k < BLOCK_SIZE_K else BLOCK_SIZE_K
    STEPS: tl.constexpr = BLOCK_SIZE_K // STEP
    STEPS_OF_BLOCK: tl.constexpr = block_k // STEP
    BLOCKS: tl.constexpr = triton.cdiv(K, block_k)
    WHOLE: tl.constexpr = K // BLOCK_SIZE_K
    REST: tl.constexpr = K - WHOLE * BLOCK_SIZE_K
    PART: tl.constexpr = BLOCK_SIZE_N if BLOCK_SIZE_N <= 128 else 128
    PARTS: tl.constexpr = BLOCK_SIZE_N // PART
    ONE_WEIGHT_SCALE: tl.constexpr = block_n % PART == 0

    row = tl.minimum(tl.arange(0, BLOCK_SIZE_M), rows - 1).to(tl.int64)
    inner = tl.arange(0, STEP)
    x += row[:, None] * K + inner[None, :]
    x_scale += row * BLOCKS
    totals = ()
    weights = ()
    weight_scales = ()
    for part in tl.static_range(PARTS):
        first = tile_n * BLOCK_SIZE_N + part * PART
        column = first + tl.arange(0, PART)
        if N % BLOCK_SIZE_N != 0:
            first = tl.minimum(first, N - 1)
            column = tl.minimum(column, N - 1)
        scale_row = (first if ONE_WEIGHT_SCALE else column) // block_n
        totals = totals + (tl.zeros((BLOCK_SIZE_M, PART), dtype=tl.float32),)
        weights = weights + (weight + column.to(tl.int64)[None, :] * K + inner[:, None],)
        weight_scales = weight_scales + (weight_scale + scale_row.to(tl.int64) * BLOCKS,)

    for tile_k in range(WHOLE):
        for step in tl.static_range(STEPS):
            k = tile_k * BLOCK_SIZE_K + step * STEP
            block = (tile_k * STEPS + step) // STEPS_OF_BLOCK
            totals = add_block(
                totals, x + k, x_scale + block, moved(weights, k), moved(weight_scales, block), STEP,
                STEP, False, ONE_WEIGHT_SCALE,
            )  # fmt: skip
    for step in tl.static_range(triton.cdiv(REST, STEP)):
        k = K - REST + step * STEP
        block = (WHOLE * STEPS + step) // STEPS_OF_BLOCK
        totals = add_block(
            totals, x + k, x_scale + block, moved(weights, k), moved(weight_scales, block), REST - step * STEP,
            STEP, REST - step * STEP < STEP, ONE_WEIGHT_SCALE,
        )  # fmt: skip

    out_row = tl.arange(0, BLOCK_SIZE_M)
    for part in tl.static_range(PARTS):
        out_column = tile_n * BLOCK_SIZE_N + part * PART + tl.arange(0, PART)
        inside = out_row[:, None] < rows
        if N % BLOCK_SIZE_N != 0:
            inside = inside & (out_column[None, :] < N)
        pointers = out + out_row.to(tl.int64)[:, None] * N + out_column[None, :]
        tl.store(pointers, totals[part].to(out.dtype.element_ty), mask=inside)
