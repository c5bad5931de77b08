"""Shared memory for dot operands, swizzled so that reads have no bank conflicts."""

from __future__ import annotations

from collections.abc import Sequence

from xtriton.layouts.amd import AMDMfma, AMDWmma
from xtriton.layouts.dot_operand import DotOperand
from xtriton.layouts.encoding import CTALayout, LayoutError
from xtriton.layouts.mma import NvidiaMma
from xtriton.layouts.orders import Order
from xtriton.layouts.shared import SwizzledShared
from xtriton.versions import V3_6, V3_8, by_version

_BANK_BITS = 32
_BANKS = 32
_BANKS_GFX950 = 64
_SIMD_LANES = 16
_LARGEST_READ_BITS = 128
_CORE_ROWS = 8
"""The rows of the 8x8 matrices that NVIDIA's ``ldmatrix`` reads."""
_F64_ROWS = by_version({V3_6: _CORE_ROWS, V3_8: 4})
"""The same for elements of 64 bits, which are operands of m8n8k4."""


def swizzled_for_operand(
    operand: DotOperand,
    shape: Sequence[int],
    order: Order,
    cta: CTALayout,
    element_bits: int,
    *,
    transposed: bool = False,
) -> SwizzledShared:
    """The shared encoding of an operand of this shape whose dimensions lie in memory in this order.

    ``transposed``: it is transposed on the way to the registers. Operands of FMA dots are not swizzled. Raises
    :class:`LayoutError` for matrix instructions that do not read operands this way.
    """
    match operand.parent:
        case NvidiaMma() as mma:
            if not (mma.is_ampere or mma.is_hopper):
                raise LayoutError("unsupported swizzling for provided MMA version")
            return swizzled_for_fragments(
                operand.op_idx, operand.k_width, shape, order, cta, element_bits, transposed=transposed
            )
        case AMDMfma() as mfma:
            k_dim = 1 - operand.op_idx if not transposed else operand.op_idx
            return _for_mfma(mfma, operand.k_width, shape, order, cta, element_bits, order[0] == k_dim)
        case AMDWmma() as wmma:
            return _for_wmma(wmma, operand, shape, order, cta, element_bits)
        case _:
            return _unswizzled(order, cta)


def _unswizzled(order: Order, cta: CTALayout) -> SwizzledShared:
    return SwizzledShared(1, 1, 1, order, cta)


def swizzled_for_fragments(
    operand: int,
    k_width: int,
    shape: Sequence[int],
    order: Order,
    cta: CTALayout,
    bits: int,
    *,
    transposed: bool = False,
) -> SwizzledShared:
    """The shared encoding of operand 0 or 1 of ``mma``, whose lanes hold ``k_width`` contiguous elements along k."""
    row = cta.shape_per_cta(shape)[order[0]]
    line = _BANKS * _BANK_BITS
    per_phase = max(line // (bits * row), 1)  # rows that together cover all banks
    vec, rows = 4 * k_width, _F64_ROWS.now() if bits == 64 else _CORE_ROWS
    k_dim = len(order) - 1 - operand
    if transposed != (order[0] != k_dim):
        vec, rows = rows, vec
    max_phase = max(min(rows, line // (vec * bits)), 1)
    return SwizzledShared(vec, per_phase, max(max_phase // per_phase, 1), order, cta)


def _for_mfma(
    mfma: AMDMfma, vec: int, shape: Sequence[int], order: Order, cta: CTALayout, bits: int, k_contiguous: bool
) -> SwizzledShared:
    gfx950 = mfma.version == 4
    if not k_contiguous and not (gfx950 and bits in (8, 16)):
        return _unswizzled(order, cta)
    row = shape[order[0]]
    banks = _BANKS_GFX950 if gfx950 else _BANKS
    per_phase = max(1, banks * _BANK_BITS // bits // row)
    max_phase = max(min(_SIMD_LANES // per_phase, row // vec), 1)
    if mfma.instr_shape[0] == 4:
        max_phase = 4
    return SwizzledShared(vec, per_phase, max_phase, order, cta)


def _for_wmma(
    wmma: AMDWmma, operand: DotOperand, shape: Sequence[int], order: Order, cta: CTALayout, bits: int
) -> SwizzledShared:
    if order[0] != 1 - operand.op_idx:
        return _unswizzled(order, cta)
    vec = min(operand.k_width * bits, _LARGEST_READ_BITS) // bits
    row = shape[order[0]]
    per_phase = max(1, _BANKS * _BANK_BITS // bits // row)
    return SwizzledShared(vec, per_phase, max(min(wmma.instr_shape[0] // per_phase, row // vec), 1), order, cta)
