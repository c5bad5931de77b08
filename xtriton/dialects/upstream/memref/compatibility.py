"""Compatibility of memref types in casts."""

from __future__ import annotations

from xdsl.dialects.builtin import MemRefType, UnrankedMemRefType
from xdsl.ir import Attribute

from xtriton.dialects.upstream.memref.layouts import strides_and_offset
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.ir.narrowing import is_any_memref_type, is_memref_type


def _agree(left: int, right: int) -> bool:
    return left == right or DYNAMIC in (left, right)


def can_cast(source: Attribute, result: Attribute) -> bool:
    """Whether both types can describe the same memory (MLIR's ``CastOp::areCastCompatible``)."""
    if not is_any_memref_type(source) or not is_any_memref_type(result):
        return False
    if source.element_type != result.element_type or source.memory_space != result.memory_space:
        return False
    if isinstance(source, UnrankedMemRefType) or isinstance(result, UnrankedMemRefType):
        return is_memref_type(source) or is_memref_type(result)
    if source.get_num_dims() != result.get_num_dims():
        return False
    if not all(map(_agree, source.get_shape(), result.get_shape())):
        return False
    if source.layout == result.layout:
        return True
    left, right = strides_and_offset(source), strides_and_offset(result)
    if left is None or right is None:
        return False
    return _agree(left[1], right[1]) and all(map(_agree, left[0], right[0]))


def can_cast_memory_space(source: Attribute, result: Attribute) -> bool:
    """Whether two types differ at most in their memory space."""
    match source, result:
        case MemRefType(), MemRefType():
            return (source.element_type, source.shape, source.layout) == (
                result.element_type,
                result.shape,
                result.layout,
            )
        case UnrankedMemRefType(), UnrankedMemRefType():
            return source.element_type == result.element_type
        case _:
            return False
