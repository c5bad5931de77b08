"""Shared by both FP8 kernels: a tile of a matmul whose operands have one scale for each block.

The constants have their names from the contract (docs/kernels.md). Where they decide between two ways of computing,
the front end drops the other one: a kernel whose shape divides by its tiles has no mask in its loop.
"""

# ruff: noqa: N803, N806, SIM108 - constants of kernels are in capitals; an expression in two lines is no clearer
# Triton's language is not typed, and its annotations are values: constants are not of the type `tl.constexpr`.
# pyright: reportArgumentType=false, reportAssignmentType=false
# pyright: reportMissingTypeStubs=false, reportInvalidTypeForm=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownParameterType=false, reportMissingParameterType=false
# pyright: reportUnknownArgumentType=false, reportUntypedFunctionDecorator=false, reportGeneralTypeIssues=false
# pyright: reportAttributeAccessIssue=false, reportAssignmentType=false

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
    totals, x, x_offsets, x_scale, x_scale_offsets, weight, weight_offsets, weight_scale, weight_scale_offsets, left,
    STEP: tl.constexpr, MASKED: tl.constexpr, ONE_WEIGHT_SCALE: tl.constexpr,
):  # fmt: skip
    """The totals and the scaled products of ``STEP`` columns of x and of the weight, all of one block of K.

    Each total belongs to a part of the tile's columns, with offsets of its own. ``left`` is how many columns there are
    from here on, which matters if ``MASKED``. Where there is ``ONE_WEIGHT_SCALE`` for a part it is multiplied with the
    scales of the rows first: one multiplication for each row, not one for each element.
    """
    # The loads of the scales overlap the dot: operations after a dot wait for it.
    row_scales = tl.load(x_scale + x_scale_offsets)
    inside = tl.arange(0, STEP) < left
    if MASKED:
        rows = tl.load(x + x_offsets, mask=inside[None, :], other=0.0)
    else:
        rows = tl.load(x + x_offsets)
    sums = ()
    for part in tl.static_range(len(totals)):
        column_scales = tl.load(weight_scale + weight_scale_offsets[part])
        if MASKED:
            columns = tl.load(weight + weight_offsets[part], mask=inside[:, None], other=0.0)
        else:
            columns = tl.load(weight + weight_offsets[part])
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
    not stored. A step is within one block of K: a tile with more than one block takes that many steps. The tile's place
    is 64 bits wide, since ``N * K`` and ``M * K`` need more than 32 in large models; so are offsets in it if they must.

    Each step's dot needs registers besides the totals. A tile of more than 128 columns is computed in parts, so that
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
    LARGEST: tl.constexpr = BLOCK_SIZE_M if BLOCK_SIZE_M > BLOCK_SIZE_N else BLOCK_SIZE_N
    OFFSET: tl.constexpr = tl.int32 if LARGEST * (K if K > N else N) < 2**31 else tl.int64

    inner = tl.arange(0, STEP)
    first_column = tile_n * BLOCK_SIZE_N
    out += first_column
    weight += first_column.to(tl.int64) * K
    row = tl.minimum(tl.arange(0, BLOCK_SIZE_M), rows - 1).to(OFFSET)
    x_offsets = row[:, None] * K + inner[None, :]
    x_scale_offsets = row * BLOCKS
    totals = ()
    weight_offsets = ()
    weight_scale_offsets = ()
    for part in tl.static_range(PARTS):
        column = tl.arange(0, PART) + part * PART
        first = first_column + part * PART
        if N % BLOCK_SIZE_N != 0:
            column = tl.minimum(column, N - 1 - first_column)
            first = tl.minimum(first, N - 1)
        scale_row = (first if ONE_WEIGHT_SCALE else first_column + column) // block_n
        totals = totals + (tl.zeros((BLOCK_SIZE_M, PART), dtype=tl.float32),)
        weight_offsets = weight_offsets + (column.to(OFFSET)[None, :] * K + inner[:, None],)
        weight_scale_offsets = weight_scale_offsets + (scale_row.to(tl.int64) * BLOCKS,)

    for tile_k in range(WHOLE):
        for step in tl.static_range(STEPS):
            k = tile_k * BLOCK_SIZE_K + step * STEP
            block = (tile_k * STEPS + step) // STEPS_OF_BLOCK
            totals = add_block(
                totals, x + k, x_offsets, x_scale + block, x_scale_offsets,
                weight + k, weight_offsets, weight_scale + block, weight_scale_offsets, STEP,
                STEP, False, ONE_WEIGHT_SCALE,
            )  # fmt: skip
    for step in tl.static_range(triton.cdiv(REST, STEP)):
        k = K - REST + step * STEP
        block = (WHOLE * STEPS + step) // STEPS_OF_BLOCK
        totals = add_block(
            totals, x + k, x_offsets, x_scale + block, x_scale_offsets,
            weight + k, weight_offsets, weight_scale + block, weight_scale_offsets, REST - step * STEP,
            STEP, REST - step * STEP < STEP, ONE_WEIGHT_SCALE,
        )  # fmt: skip

    out_row = tl.arange(0, BLOCK_SIZE_M)
    for part in tl.static_range(PARTS):
        out_column = part * PART + tl.arange(0, PART)
        inside = out_row[:, None] < rows
        if N % BLOCK_SIZE_N != 0:
            inside = inside & (out_column[None, :] < N - first_column)
        offsets = out_row.to(OFFSET)[:, None] * N + out_column[None, :]
        tl.store(out + offsets, totals[part].to(out.dtype.element_ty), mask=inside)
