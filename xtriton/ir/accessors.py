"""Direct accessors for operands, results and regions by name.

xDSL's own accessors consult the definition and the segment sizes on each access. An operand, result or region with a
fixed index in all operations of a class can be read five to twenty times as fast; a pass follows operands of almost
every operation.

A property with a default value reads as that value when it is absent, as in MLIR: xDSL fills it in when an operation is
created, but it can be deleted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation
from xdsl.irdl.operations import (
    BeforeVariadicSingleAccessor,
    OptionalPropertyAccessor,
    PropertyAccessor,
    SingleAttrAccessor,
    VarIRConstruct,
)

_FIELDS = {
    VarIRConstruct.OPERAND: "_operands",
    VarIRConstruct.RESULT: "results",
    VarIRConstruct.REGION: "regions",
}
"""The fields in which an operation stores its operands, results and regions."""


def use_direct_accessors(op_class: type[Operation]) -> None:
    """Replace the accessors of a class for operands, results and regions with a fixed index."""
    accessors = {name: candidate for name, candidate in vars(op_class).items() if hasattr(candidate, "construct")}
    for name, accessor in accessors.items():
        if isinstance(accessor, SingleAttrAccessor):
            before = [
                candidate
                for candidate in accessors.values()
                if candidate.construct is accessor.construct and candidate.idx < accessor.idx
            ]
            fixed = all(isinstance(candidate, SingleAttrAccessor) for candidate in before)
        else:
            fixed = isinstance(accessor, BeforeVariadicSingleAccessor)
        if fixed and accessor.construct in _FIELDS:
            setattr(op_class, name, _item_of(_FIELDS[accessor.construct], accessor.idx))


def use_default_properties(op_class: type[IRDLOperation]) -> None:
    """Make the accessors of a class return the default values of absent properties."""
    definitions = op_class.get_irdl_definition().properties
    for name, accessor in list(vars(op_class).items()):
        if isinstance(accessor, PropertyAccessor):
            default = definitions[accessor.property_name].default_value
            if default is not None:
                setattr(op_class, name, OptionalPropertyAccessor(accessor.property_name, default))


def _item_of(field: str, index: int) -> property:
    """A property that returns one of the values, or regions, in a field."""
    # Fields are tuples, some of a class whose own subscript operator is written in Python.
    get_item: Callable[[tuple[Any, ...], int], Any] = tuple[Any, ...].__getitem__
    if field == "_operands":
        return property(lambda op: get_item(op._operands, index))
    if field == "results":
        return property(lambda op: get_item(op.results, index))
    return property(lambda op: op.regions[index])
