"""The dots supported by each generation of NVIDIA's tensor cores (Triton's ``supportMMA``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float8E4M3FNType,
    Float8E4M3FNUZType,
    Float8E5M2FNUZType,
    Float8E5M2Type,
    Float16Type,
    Float32Type,
    Float64Type,
    IntegerType,
    i8,
    i32,
)
from xdsl.ir import Attribute

from xtriton.dialects.tt.elementwise import bit_width
from xtriton.dialects.tt.enums import InputPrecision
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.verify import maybe_num_warps
from xtriton.ir.narrowing import int_value, tensor, unsigned_value
from xtriton.ir.traits import encoding_of
from xtriton.knobs import Knobs
from xtriton.versions import V3_6, V3_8, ByVersion, active_version, by_version, since

if TYPE_CHECKING:
    from xtriton.dialects.tt.dot import DotOp

FP8_TYPES = (Float8E5M2Type, Float8E4M3FNType, Float8E5M2FNUZType, Float8E4M3FNUZType)
_HOPPER_FP8 = (Float8E5M2Type, Float8E4M3FNType)
_MMA_K_BITS = 256
"""A matrix instruction contracts this many bits of a row of ``a``."""
_EXACT_ACCUMULATION = 32


def supports_mma(element_type: Attribute) -> bool:
    """Whether Hopper's and Ampere's matrix instructions support elements of this type, possibly after conversion."""
    return element_type == i8 or isinstance(
        element_type, (*FP8_TYPES, Float16Type, BFloat16Type, Float32Type, Float64Type)
    )


def dot_supports_mma(dot: DotOp, version: int, knobs: Knobs = Knobs()) -> bool:  # noqa: B008 (it is immutable)
    """Whether a dot can run on tensor cores of generation ``version`` (2 Ampere, 3 Hopper, 5 Blackwell)."""
    a, b = tensor(dot.a.type).element_type, tensor(dot.b.type).element_type
    in_f32 = isinstance(a, Float32Type) and isinstance(b, Float32Type)
    if in_f32 and not _rounds_to_tf32(dot) and active_version() in _ROUNDS_FIRST:
        return False
    if version == 5:
        return not knobs.disable_mma_v5 and _fits_blackwell(dot)
    if version == 3 and (knobs.disable_mma_v3 or not _fits_hopper(dot)):
        return False
    if in_f32:
        return _rounds_to_tf32(dot) and version >= 2
    return supports_mma(a) and supports_mma(b)


_ROUNDS_FIRST = since(V3_8)
"""Since 3.8, dots of f32 that are not rounded to tf32 are on no tensor core; before, Blackwell's take them."""
_COLUMNS = by_version({V3_6: 16, V3_8: 8})
"""Instructions since Hopper take multiples of this many columns."""


def _rounds_to_tf32(dot: DotOp) -> bool:
    return int_value(dot.inputPrecision) == InputPrecision.TF32.value


def _shape_per_cta(dot: DotOp) -> tuple[int, ...]:
    type_ = tensor(dot.d.type)
    layout = layout_of(encoding_of(type_))
    shape = tuple(type_.get_shape())
    return shape if layout is None else tuple(layout.cta_layout.shape_per_cta(shape))


def _k_fills_instruction(dot: DotOp) -> bool:
    return tensor(dot.a.type).get_shape()[-1] >= _MMA_K_BITS // bit_width(dot.a.type)


def _fits_blackwell(dot: DotOp) -> bool:
    elements = [tensor(value.type).element_type for value in (dot.a, dot.b, dot.d)]
    if not _BLACKWELL_ELEMENTS.now()(elements):
        return False
    shape = _shape_per_cta(dot)
    if len(shape) != 2 or maybe_num_warps(dot) not in (4, 8) or not _k_fills_instruction(dot):
        return False
    return shape[0] % 64 == 0 and shape[1] % _COLUMNS.now() == 0


def _has_no_integers(elements: Sequence[Attribute]) -> bool:
    return not any(isinstance(element, IntegerType) for element in elements)


def _has_integers_for_i8_only(elements: Sequence[Attribute]) -> bool:
    """No f64, and integers only as operands of 8 bits with a result of 32."""
    if any(isinstance(element, Float64Type) for element in elements):
        return False
    return _has_no_integers(elements) or list(elements) == [i8, i8, i32]


_BLACKWELL_ELEMENTS: ByVersion[Callable[[Sequence[Attribute]], bool]] = by_version(
    {V3_6: _has_no_integers, V3_8: _has_integers_for_i8_only}
)
"""Whether tcgen05.mma may take the elements of both operands and of the result."""


def _fits_hopper(dot: DotOp) -> bool:
    shape = _shape_per_cta(dot)
    element = tensor(dot.a.type).element_type
    if len(shape) == 3 or not _k_fills_instruction(dot):
        return False
    if (maybe_num_warps(dot) or 0) % 4 or shape[-2] % 64 or shape[-1] % _COLUMNS.now():
        return False
    if element != i8 and not isinstance(element, (*_HOPPER_FP8, Float16Type, BFloat16Type, Float32Type)):
        return False
    accumulates_exactly = unsigned_value(dot.maxNumImpreciseAcc) >= _EXACT_ACCUMULATION
    in_f32 = isinstance(tensor(dot.d.type).element_type, Float32Type)
    return accumulates_exactly or not isinstance(element, _HOPPER_FP8) or not in_f32
