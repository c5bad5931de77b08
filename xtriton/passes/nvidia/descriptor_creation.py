"""Creating tensor descriptors: the operands of ``ttng.tensormap_create`` for a tensor and its blocks."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import BFloat16Type, Float16Type, Float32Type, Float64Type, Signedness, i32, i64
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.tt.descriptor import MakeTensorDescOp
from xtriton.dialects.tt.enums import PaddingOption
from xtriton.dialects.tt.types import PointerType, TensorDescType
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.ttng.tma import TensormapCreateOp
from xtriton.dialects.upstream.arith import MulIOp
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import int_value, is_integer_type
from xtriton.ir.traits import encoding_of
from xtriton.layouts.encodings import LayoutError, NVMMAShared, shape_per_cta
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter

# The element type codes of ``tensormap.replace`` in the PTX ISA.
_U8, _U16, _U32, _S32, _U64, _S64, _F16, _F32, _F64, _BF16 = 0, 1, 2, 3, 4, 5, 6, 7, 9, 10
_FP4_PADDED = 14
_SWIZZLE_MODES = {0: 0, 32: 1, 64: 2, 128: 3}
_FILL_NAN = 1
_FP4_BOX = 128
"""The extent of boxes of padded fp4 along the contiguous dimension."""

_FLOATS: dict[type[Attribute], int] = {
    BFloat16Type: _BF16,
    Float16Type: _F16,
    Float32Type: _F32,
    Float64Type: _F64,
}
_INTEGERS = {1: (_U8, _U8), 2: (_U16, _U16), 4: (_U32, _S32), 8: (_U64, _S64)}
"""Bytes of an element -> the codes of unsigned or signless, and of signed integers."""


def create_descriptor(op: MakeTensorDescOp, place: SSAValue, rewriter: Rewriter) -> None:
    """Insert the operations that write the descriptor of ``op`` to ``place``, before ``op``."""
    block = cast("TensorDescType", op.result.type).block_type
    layout = layout_of(encoding_of(block))
    if not isinstance(layout, NVMMAShared):
        raise error(op.location, "Unhandled encoding type")
    try:
        box = layout.tma_block_shape(shape_per_cta(layout, block.get_shape()), packed=False)
    except LayoutError as exc:
        raise error(op.location, str(exc)) from exc
    if layout.fp4_padded and box[-1] != _FP4_BOX:
        raise error(op.location, "FP4 padded loads require 128 elements or more in the last dim")
    swizzle = _SWIZZLE_MODES.get(layout.swizzling_byte_width)
    if swizzle is None:
        message = f"TMA swizzles 0, 32, 64 or 128 bytes, not {layout.swizzling_byte_width}"
        raise error(op.location, message)

    def number(value: int) -> SSAValue:
        return insert_constant(rewriter, value, i32)

    box_dim = [number(extent) for extent in reversed(box)]
    element = cast("PointerType", op.base.type).pointee_type
    size = insert_constant(rewriter, bit_width(element) // 8, i64)
    global_dim = list(reversed(op.shape))
    if layout.fp4_padded:
        two = number(2)
        global_dim[0] = rewriter.insert(MulIOp(global_dim[0], two)).result
    one = number(1)
    strides = [rewriter.insert(MulIOp(stride, size)).result for stride in reversed(op.strides[:-1])]
    fills_nan = int_value(op.padding) == PaddingOption.PAD_NAN.value
    new = TensormapCreateOp(
        place,
        op.base,
        box_dim,
        global_dim,
        strides,
        [one] * len(global_dim),
        elem_type=_element_code(op, block.element_type, layout),
        interleave_layout=0,
        swizzle_mode=swizzle,
        fill_mode=_FILL_NAN if fills_nan else 0,
    )
    rewriter.insert(new)


def _element_code(op: MakeTensorDescOp, element: Attribute, layout: NVMMAShared) -> int:
    if layout.fp4_padded:
        return _FP4_PADDED
    code = _FLOATS.get(type(element))
    if code is not None:
        return code
    size = bit_width(element) // 8
    codes = _INTEGERS.get(size)
    if codes is None:
        message = f"Tensor descriptor element type must have size 1, 2, or 4 but got {size}"
        raise error(op.location, message)
    return codes[is_integer_type(element) and element.signedness.data is Signedness.SIGNED]
