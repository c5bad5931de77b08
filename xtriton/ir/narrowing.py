"""Type tests and casts of xDSL's generic attributes that leave no unknown type parameters.

``isinstance(attr, IntegerType)`` narrows to a class with unknown parameters; these functions narrow to the class with
its default parameters. None of the classes has subclasses, so that they compare classes: ``isinstance`` is slow for
abstract ones, as xDSL's are.
"""

from __future__ import annotations

from typing import Any, get_args

from typing_extensions import TypeIs
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    TensorType,
    UnrankedMemRefType,
    VectorType,
)
from xdsl.ir import Attribute

_FLOAT_TYPES = frozenset(get_args(AnyFloat))


def is_float_type(attr: object) -> TypeIs[AnyFloat]:
    """Whether ``attr`` is a floating-point type."""
    return type(attr) in _FLOAT_TYPES


def is_integer_type(attr: object) -> TypeIs[IntegerType]:
    """Whether ``attr`` is an integer type."""
    return type(attr) is IntegerType


def is_tensor_type(attr: object) -> TypeIs[TensorType[Attribute]]:
    """Whether ``attr`` is a ranked tensor type."""
    return type(attr) is TensorType


def is_memref_type(attr: object) -> TypeIs[MemRefType[Attribute]]:
    """Whether ``attr`` is a ranked memref type."""
    return type(attr) is MemRefType


def is_unranked_memref_type(attr: object) -> TypeIs[UnrankedMemRefType[Attribute]]:
    """Whether ``attr`` is an unranked memref type."""
    return type(attr) is UnrankedMemRefType


def is_vector_type(attr: object) -> TypeIs[VectorType[Attribute]]:
    """Whether ``attr`` is a vector type."""
    return type(attr) is VectorType


def is_any_memref_type(attr: object) -> TypeIs[MemRefType[Attribute] | UnrankedMemRefType[Attribute]]:
    """Whether ``attr`` is a memref type, ranked or not."""
    return type(attr) is MemRefType or type(attr) is UnrankedMemRefType


def is_integer_attr(attr: object) -> TypeIs[IntegerAttr]:
    """Whether ``attr`` is an integer with its type."""
    return type(attr) is IntegerAttr


def is_float_attr(attr: object) -> TypeIs[FloatAttr]:
    """Whether ``attr`` is a float with its type."""
    return type(attr) is FloatAttr


def is_dense_array(attr: object) -> TypeIs[DenseArrayBase[Any]]:
    """Whether ``attr`` is an ``array<...>``."""
    return type(attr) is DenseArrayBase


def int_value(attr: Attribute | None) -> int:
    """The number of an attribute that is known to be an integer with its type, such as that of a property."""
    return attr.value.data  # pyright: ignore[reportOptionalMemberAccess, reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]


def unsigned_value(attr: Attribute | None) -> int:
    """The number of an integer attribute of 32 bits that Triton reads as unsigned."""
    return int_value(attr) % (1 << 32)


def int_list(attr: Attribute | None) -> tuple[int, ...]:
    """The integers of an attribute that is known to be a dense array of them (``array<i32: 0, 1>``)."""
    return tuple(attr.get_values())  # pyright: ignore[reportOptionalMemberAccess, reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType, reportUnknownArgumentType]


def tensor(type_: Attribute) -> TensorType[Attribute]:
    """A type that is known to be a ranked tensor type."""
    return type_  # pyright: ignore[reportReturnType]
