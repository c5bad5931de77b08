"""Names of operands, results and regions that lead to them directly.

xDSL's own accessors look at the definition, and at segment sizes, each time. What stands at the same place in all
operations of a class can be had five to twenty times as fast; a pass follows operands of almost every operation.

A property with a default value is that value where it is absent, as in MLIR: xDSL fills it in when an operation is
made, but it can be deleted.
"""

from __future__ import annotations

from operator import attrgetter, itemgetter

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
"""Where an operation keeps what a definition gives names to."""


def use_direct_accessors(op_class: type[Operation]) -> None:
    """Replace the accessors of a class for what always stands at the same place."""
    accessors = {name: one for name, one in vars(op_class).items() if hasattr(one, "construct")}
    for name, accessor in accessors.items():
        if isinstance(accessor, SingleAttrAccessor):
            before = [
                one for one in accessors.values() if one.construct is accessor.construct and one.idx < accessor.idx
            ]
            fixed = all(isinstance(one, SingleAttrAccessor) for one in before)
        else:
            fixed = isinstance(accessor, BeforeVariadicSingleAccessor)
        if fixed and accessor.construct in _FIELDS:
            setattr(op_class, name, _item_of(_FIELDS[accessor.construct], accessor.idx))


def use_default_properties(op_class: type[IRDLOperation]) -> None:
    """Let the accessors of a class give default values of properties that are absent."""
    definitions = op_class.get_irdl_definition().properties
    for name, accessor in list(vars(op_class).items()):
        if isinstance(accessor, PropertyAccessor):
            default = definitions[accessor.property_name].default_value
            if default is not None:
                setattr(op_class, name, OptionalPropertyAccessor(accessor.property_name, default))


def _item_of(field: str, index: int) -> property:
    """A property that is one of the values, or regions, in a field."""
    get_field, get_item = attrgetter(field), itemgetter(index)
    return property(lambda op: get_item(get_field(op)))
