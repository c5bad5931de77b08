"""Shared parts of the memref and tensor dialects: constraints on shaped types, and result names.

``TensorType`` and ``MemRefType`` are xDSL's; a dynamic dimension is :data:`DYNAMIC` in their shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from xdsl.dialects.builtin import (
    MemRefType,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.ir.constraints import TypePredicate
from xtriton.ir.narrowing import is_memref_type, is_tensor_type
from xtriton.ir.op import Op
from xtriton.ir.traits import shape_of

MEMREFS: tuple[type[Attribute], ...] = (MemRefType, UnrankedMemRefType)
TENSORS: tuple[type[Attribute], ...] = (TensorType, UnrankedTensorType)


class NamedResult(Op):
    """An operation whose first result has a preferred name, ``RESULT_NAME``."""

    RESULT_NAME: ClassVar[str]

    def asm_result_names(self) -> Iterable[tuple[SSAValue, str]]:
        return [(result, self.RESULT_NAME) for result in self.results[:1]]


def may_be_equal(left: Sequence[int], right: Sequence[int]) -> bool:
    """Whether two shapes agree in their static extents."""
    return len(left) == len(right) and all(a == b or DYNAMIC in (a, b) for a, b in zip(left, right, strict=True))


def drops_unit_extents(full: Sequence[int], reduced: Sequence[int]) -> bool:
    """Whether ``reduced`` is ``full`` without some unit extents."""
    left = list(reduced)
    for extent in full:
        if left and left[0] == extent:
            left.pop(0)
        elif extent != 1:
            return False
    return not left


def is_static(shape: Sequence[int]) -> bool:
    """Whether all dimensions of a shape are static."""
    return DYNAMIC not in shape


def has_static_shape(type_: Attribute) -> bool:
    """Whether a type has a static shape."""
    shape = shape_of(type_)
    return shape is not None and is_static(shape)


def dynamic_dims(type_: Attribute) -> int:
    """The number of dynamic dimensions of a ranked type."""
    return (shape_of(type_) or ()).count(DYNAMIC)


RankedMemRef = TypePredicate("memref of any type values", lambda attr: is_memref_type(attr), kind=MemRefType)
RankedOrUnrankedMemRef = TypePredicate(
    "ranked or unranked memref of any type values", lambda attr: isinstance(attr, MEMREFS)
)
NonZeroRankedMemRef = TypePredicate(
    "unranked.memref of any type values or non-0-ranked.memref of any type values",
    lambda attr: isinstance(attr, UnrankedMemRefType) or (is_memref_type(attr) and attr.get_num_dims() > 0),
)
UnrankedMemRef = TypePredicate(
    "unranked.memref of any type values", lambda attr: isinstance(attr, UnrankedMemRefType), kind=UnrankedMemRefType
)
StaticMemRef = TypePredicate(
    "statically shaped memref of any type values",
    lambda attr: is_memref_type(attr) and has_static_shape(attr),
    kind=MemRefType,
)
RankedTensor = TypePredicate("ranked tensor of any type values", lambda attr: is_tensor_type(attr), kind=TensorType)
AnyTensor = TypePredicate("tensor of any type values", lambda attr: isinstance(attr, TENSORS))
StaticTensor = TypePredicate(
    "statically shaped tensor of any type values",
    lambda attr: is_tensor_type(attr) and has_static_shape(attr),
    kind=TensorType,
)
NonZeroRankedTensor = TypePredicate(
    "non-0-ranked or unranked tensor",
    lambda attr: isinstance(attr, UnrankedTensorType) or (is_tensor_type(attr) and attr.get_num_dims() > 0),
)
RankedTensorOrMemRef = TypePredicate(
    "ranked tensor of any type values or memref of any type values",
    lambda attr: isinstance(attr, TensorType | MemRefType),
)
AnyShaped = TypePredicate("shaped of any type values", lambda attr: isinstance(attr, (*MEMREFS, *TENSORS, VectorType)))
