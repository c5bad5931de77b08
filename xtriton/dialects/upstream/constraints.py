"""Type constraints of upstream MLIR's arithmetic dialects, with the texts of MLIR's verifier.

A "-like" type is the scalar itself, or a vector or tensor of it.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import (
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    IntegerType,
    TensorType,
    UnrankedTensorType,
    VectorType,
    i1,
)
from xdsl.ir import Attribute

from xtriton.ir.constraints import (
    Accepts,
    AttrPredicate,
    TypePredicate,
    is_signless_integer,
    parse_int,
    print_int,
    type_by_version,
)
from xtriton.ir.narrowing import is_float_type, is_tensor_type, is_vector_type
from xtriton.ir.shared_attributes import numbers_in, tensor_of
from xtriton.ir.traits import element_type
from xtriton.versions import V3_6, V3_8

VECTORS_AND_TENSORS: tuple[type[Attribute], ...] = (VectorType, TensorType, UnrankedTensorType)
"""The shaped types with elementwise arithmetic."""


def scalar_of(type_: Attribute) -> Attribute:
    """The element type of a vector or tensor; any other type itself."""
    if type(type_) in VECTORS_AND_TENSORS:
        return cast("TensorType[Attribute]", type_).element_type
    return type_


def like(accepts: Accepts, summary: str) -> TypePredicate:
    """A scalar that satisfies ``accepts``, or a vector or tensor of such scalars."""
    return TypePredicate(summary, lambda attr: accepts(scalar_of(attr)))


def _signless_or_index(attr: Attribute) -> bool:
    return isinstance(attr, IndexType) or is_signless_integer(attr)


def _signless_or_float(attr: Attribute) -> bool:
    return is_float_type(attr) or is_signless_integer(attr)


FloatLike = like(lambda attr: is_float_type(attr), "floating-point-like")
SignlessIntegerOrIndexLike = like(_signless_or_index, "signless-integer-like")
NonZeroWidthIntegerOrIndexLike = type_by_version(
    {V3_6: SignlessIntegerOrIndexLike, V3_8: like(_signless_or_index, "signless-non-zero-bitwidth-integer-like")}
)
SignlessFixedWidthIntegerLike = like(is_signless_integer, "signless-fixed-width-integer-like")
BoolLike = like(lambda attr: attr == i1, "bool-like")


def _in_words(accepts: Accepts, first: str, since_3_8: str) -> TypePredicate:
    """Elements that satisfy ``accepts``, as versions put it."""

    def test(attr: Attribute) -> bool:
        return accepts(element_type(attr))

    return type_by_version({V3_6: TypePredicate(first, test), V3_8: TypePredicate(since_3_8, test)})


Bitcastable = _in_words(
    _signless_or_float,
    "signless-integer-or-float-like or memref of signless-integer or float",
    "non-zero-bitwidth-signless-integer-or-float-like or memref of non-zero-bitwidth signless integer or float",
)
IndexCastable = _in_words(
    _signless_or_index,
    "signless-integer-like or memref of signless-integer",
    "signless-non-zero-bitwidth-integer-like or memref of signless-integer",
)


def with_scalar(type_: Attribute, scalar: Attribute) -> Attribute:
    """``scalar`` in the shape of ``type_``: a vector or tensor of it, or the scalar itself."""
    if is_tensor_type(type_):
        return tensor_of(scalar, type_.shape, type_.encoding)
    if is_vector_type(type_):
        return VectorType(scalar, type_.shape, type_.scalable_dims)
    return UnrankedTensorType(scalar) if type(type_) is UnrankedTensorType else scalar


def i1_like(type_: Attribute) -> Attribute:
    """The type of an i1 for each element of ``type_`` (MLIR's ``getI1SameShape``)."""
    return with_scalar(type_, i1)


def bit_width(type_: Attribute) -> int | None:
    """The bit width of an integer or floating-point type; ``None`` for any other."""
    if isinstance(type_, IntegerType):
        return cast("IntegerType", type_).width.data
    return type_.bitwidth if is_float_type(type_) else None


def dense_numbers(attr: Attribute) -> list[int]:
    """The integers of a dense array attribute."""
    return list(numbers_in(cast("DenseArrayBase[IntegerType]", attr)))


def is_signless(type_: Attribute) -> bool:
    """Whether a type is anything but a signed or unsigned integer."""
    return is_signless_integer(type_) or not isinstance(type_, IntegerType)


IndexAttribute = AttrPredicate(
    "index attribute",
    lambda attr: isinstance(attr, IntegerAttr) and cast("IntegerAttr", attr).type == IndexType(),
    parse_int(IndexType()),
    print_int,
)
