"""Layouts that matrix instructions require of their operands, chosen from shapes and element sizes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xtriton.layouts.distributed import Linear
from xtriton.layouts.dot_operand import DotOperand
from xtriton.layouts.encoding import CTALayout, DistributedEncoding
from xtriton.layouts.mma import NvidiaMma
from xtriton.layouts.shared import NVMMAShared
from xtriton.layouts.tile import LANE, REGISTER, WARP, Shape, Tile
from xtriton.versions import V3_6, V3_7, by_version

_REGISTER_BITS = 32
_SWIZZLES = (128, 64, 32)
"""The swizzle widths of shared memory in bytes, the best first."""
_SWIZZLED_ROWS = 8


def nvmma_shared_for_shape(
    shape: Sequence[int], order: Sequence[int], cta: CTALayout, element_bits: int, *, fp4_padded: bool = False
) -> NVMMAShared:
    """Shared memory for a tensor of this shape, with the widest swizzle that the contiguous dimension allows."""
    per_cta = cta.shape_per_cta(shape)
    row_bytes = per_cta[order[0]] * (2 if fp4_padded else 1) * element_bits // 8
    width = next((width for width in _SWIZZLES if row_bytes >= width and row_bytes % width == 0), 0)
    rows = prod(per_cta[dim] for dim in order[1:])
    if len(per_cta) < 2 or rows < _SWIZZLED_ROWS:
        width = 0
    return NVMMAShared(width, order[0] == 0 and len(order) >= _LEAST_TRANSPOSED.now(), element_bits, fp4_padded, cta)


_LEAST_TRANSPOSED = by_version({V3_6: 1, V3_7: 2})
"""The least rank of tensors that count as transposed where their first dimension is contiguous."""


def dot_operand_for(op_idx: int, parent: DistributedEncoding, element_bits: int) -> DotOperand:
    """A dot operand in registers: for matrix instructions a register full of elements lies along k."""
    if isinstance(parent, NvidiaMma) and (parent.is_ampere or parent.is_hopper):
        return DotOperand(op_idx, parent, max(_REGISTER_BITS // element_bits, 1))
    return DotOperand(op_idx, parent)


def block_scales(op_idx: int, shape: Shape, warps_per_cta: Sequence[int], cta: CTALayout) -> Linear:
    """The scales of operand ``op_idx`` of ``mma.sync`` with block scaling (sm_120); ``shape`` is rows x groups of k.

    From the operand fragments of ``mma.kind::mxf8f6f4`` in the PTX ISA: a lane holds the scales of one row of ``a`` or
    one column of ``b``.
    """
    tile = Tile(2, REGISTER, LANE, WARP).identity(shape[1], REGISTER, 1)
    if op_idx == 0:
        lanes = ((8, 0), (0, 0), (1, 0), (2, 0), (4, 0))
        rows = 16
    else:
        lanes = ((0, 0), (0, 0), (1, 0), (2, 0), (4, 0))
        rows = 8
    tile.bases[LANE].extend(list(basis) for basis in lanes)
    tile.sizes[0] *= rows
    if op_idx == 0:
        tile.zeros(warps_per_cta[1], WARP).identity(warps_per_cta[0], WARP, 0)
    else:
        tile.identity(warps_per_cta[1], WARP, 0).zeros(warps_per_cta[0], WARP)
    return Linear(tile.fit(cta.bases, shape, (0, 1)))
