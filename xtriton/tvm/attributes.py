"""Attributes of Relax functions as MLIR's attributes, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, BoolAttr, DictionaryAttr, FloatAttr, IntegerAttr, StringAttr, f64, i1, i64
from xdsl.ir import Attribute

from xtriton.ir.narrowing import is_integer_attr
from xtriton.tvm.library import is_constant, plain, scalar_dtype


def attribute_of(value: Any) -> Attribute:
    """The attribute for a number, a text, or a list or dictionary of those. Raises ``ValueError`` for other values."""
    if isinstance(value, str):
        return StringAttr(str(value))
    if isinstance(value, bool):
        return BoolAttr.from_bool(value)
    if is_constant(value):
        if not isinstance(value, int | float) and scalar_dtype(value) == "bool":
            return BoolAttr.from_bool(bool(plain(value)))
        number = plain(value)
        return FloatAttr(number, f64) if isinstance(number, float) else IntegerAttr(number, i64)
    if isinstance(value, Mapping):
        entries = cast("Mapping[Any, Any]", value).items()
        return DictionaryAttr({str(key): attribute_of(element) for key, element in entries})
    if isinstance(value, Sequence):
        return ArrayAttr([attribute_of(element) for element in cast("Sequence[Any]", value)])
    raise ValueError(f"is {type(value).__name__}, for which the relax dialect has no attribute")


def value_of(attribute: Attribute) -> Any:
    """The value of an attribute that :func:`attribute_of` makes. Raises ``ValueError`` for others."""
    if isinstance(attribute, StringAttr):
        return attribute.data
    if is_integer_attr(attribute):
        number = attribute.value.data
        return bool(number) if attribute.type == i1 else number
    if isinstance(attribute, FloatAttr):
        return float(cast("Any", attribute).value.data)
    if isinstance(attribute, DictionaryAttr):
        return {name: value_of(element) for name, element in attribute.data.items()}
    if isinstance(attribute, ArrayAttr):
        return [value_of(element) for element in cast("ArrayAttr[Attribute]", attribute).data]
    raise ValueError(f"has {attribute}, which is no attribute of Relax")
