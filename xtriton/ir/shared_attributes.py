"""Attributes that are asked for again and again, created once: attributes are values, so that one serves all.

xDSL verifies the parameters of each new attribute, which takes as long as creating two operations.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    NoneAttr,
    TensorType,
    VectorType,
)
from xdsl.ir import Attribute

_MOST = 4096
"""How many attributes of a kind are kept."""


@lru_cache(_MOST, typed=True)  # True is not printed as 1 is
def integer_attr(value: int, type_: IntegerType | IndexType) -> IntegerAttr[Any]:
    """``value : type``. Raises as xDSL does if the type cannot hold the value."""
    return cast("IntegerAttr[Any]", IntegerAttr(value, type_))


@lru_cache(_MOST)
def int_attr(number: int) -> IntAttr:
    """A number without a type, as in locations."""
    return IntAttr(number)


@lru_cache(_MOST)
def tensor_of(element_type: Attribute, shape: ArrayAttr[IntAttr], encoding: Attribute) -> TensorType[Attribute]:
    """The tensor type of a shape and an encoding, which is ``NoneAttr()`` if there is none."""
    return TensorType(element_type, shape, encoding)


def int_array(numbers: Sequence[int]) -> ArrayAttr[IntAttr]:
    """The numbers as an array without a type, as in shapes."""
    return _int_array(tuple(numbers))


@lru_cache(_MOST)
def _int_array(numbers: tuple[int, ...]) -> ArrayAttr[IntAttr]:
    return ArrayAttr([IntAttr(number) for number in numbers])


def dense_array(type_: IntegerType, numbers: Sequence[int]) -> DenseArrayBase[Any]:
    """``array<type: numbers>``."""
    return _dense_array(type_, tuple(numbers))


@lru_cache(_MOST)
def _dense_array(type_: IntegerType, numbers: tuple[int, ...]) -> DenseArrayBase[Any]:
    return cast("DenseArrayBase[Any]", DenseArrayBase.from_list(type_, numbers))


def numbers_in(array: DenseArrayBase[Any]) -> tuple[Any, ...]:
    """The numbers in a dense array, remembered with it: xDSL unpacks its bytes each time they are asked for."""
    known: tuple[Any, ...] | None = array.__dict__.get("_numbers")
    if known is None:
        known = tuple(array.get_values())
        object.__setattr__(array, "_numbers", known)
    return known


@lru_cache(_MOST)
def vector_of(element_type: Attribute, shape: tuple[int, ...]) -> VectorType[Attribute]:
    """``vector<shape x element_type>`` without scalable extents."""
    return VectorType(element_type, shape)


@lru_cache(_MOST)
def signless(width: int) -> IntegerType:
    """The signless integer type of a width."""
    return IntegerType(width)


@lru_cache(_MOST)
def memory_of(element_type: Attribute, shape: tuple[int, ...]) -> MemRefType[Attribute]:
    """``memref<shape x element_type>``, row-major."""
    return MemRefType(element_type, shape, NoneAttr(), NoneAttr())
