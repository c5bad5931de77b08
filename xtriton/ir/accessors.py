"""Direct accessors for operands, results and regions by name.

xDSL's own accessors consult the definition and the segment sizes on each access. An operand, result or region with a
fixed index in all operations of a class can be read five to twenty times as fast, others three times; a pass follows
operands of almost every operation.

A property with a default value reads as that value when it is absent, as in MLIR: xDSL fills it in when an operation is
created, but it can be deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any, cast

from xdsl.dialects.builtin import DenseArrayBase
from xdsl.ir import Operation, SSAValues
from xdsl.irdl import IRDLOperation
from xdsl.irdl.operations import (
    AfterVariadicSingleAccessor,
    AttrSizedSegments,
    BaseAccessor,
    BaseAttrAccessor,
    BeforeVariadicSingleAccessor,
    OptionalAttrAccessor,
    OptionalPropertyAccessor,
    PropertyAccessor,
    SameOptionalAccessor,
    SingleAttrAccessor,
    UniqueVariadicAccessor,
    VariadicAttrAccessor,
    VarIRConstruct,
)

from xtriton.ir.shared_attributes import numbers_in

_FIELDS = {
    VarIRConstruct.OPERAND: "_operands",
    VarIRConstruct.RESULT: "results",
    VarIRConstruct.REGION: "regions",
}
"""The fields in which an operation stores its operands, results and regions."""


def use_direct_accessors(op_class: type[Operation]) -> None:
    """Replace the accessors of a class for operands, results and regions."""
    accessors = {name: candidate for name, candidate in vars(op_class).items() if hasattr(candidate, "construct")}
    for name, accessor in accessors.items():
        field = _FIELDS.get(accessor.construct)
        if field is None:
            continue
        if _has_fixed_index(accessor, accessors.values()):
            direct = _item_of(field, accessor.idx)
        elif isinstance(accessor, BaseAttrAccessor):
            direct = _by_sizes(field, accessor)
        else:
            direct = _by_count(field, accessor)
        if direct is not None:
            setattr(op_class, name, direct)


def _has_fixed_index(accessor: Any, accessors: Iterable[Any]) -> bool:
    """Whether an accessor reads the same operand, result or region of all operations of a class."""
    if not isinstance(accessor, SingleAttrAccessor):
        return isinstance(accessor, BeforeVariadicSingleAccessor)
    return all(
        isinstance(candidate, SingleAttrAccessor)
        for candidate in accessors
        if candidate.construct is accessor.construct and candidate.idx < accessor.idx
    )


def _by_sizes(field: str, accessor: BaseAttrAccessor) -> property | None:
    """The property of one group of several, whose sizes an attribute has."""
    values, index, sizes = _values_in(field), accessor.idx, _sizes_by(accessor.option)

    def group(op: Operation) -> Any:
        counts = sizes(op)
        start = sum(counts[:index])
        return values(op)[start : start + counts[index]]

    def optional(op: Operation) -> Any:
        counts = sizes(op)
        return values(op)[sum(counts[:index])] if counts[index] else None

    if isinstance(accessor, VariadicAttrAccessor):
        return property(group)
    return property(optional) if isinstance(accessor, OptionalAttrAccessor) else None


def _sizes_by(option: AttrSizedSegments) -> Callable[[Operation], Sequence[int]]:
    name, container = option.attribute_name, option.container
    return lambda op: numbers_in(cast("DenseArrayBase[Any]", container(op)[name]))


def _by_count(field: str, accessor: BaseAccessor) -> property | None:
    """The property of what comes with, or after, a single group, whose size follows from that of all."""
    values, index = _values_in(field), accessor.idx
    if isinstance(accessor, UniqueVariadicAccessor):
        others = accessor.num_defs - 1

        def group(op: Operation) -> Any:
            found = values(op)
            return found[index : index + len(found) - others]

        return property(group)
    if isinstance(accessor, SameOptionalAccessor):
        count = accessor.num_defs

        def optional(op: Operation) -> Any:
            found = values(op)
            return found[index] if len(found) == count else None

        return property(optional)
    if isinstance(accessor, AfterVariadicSingleAccessor):
        from_end = index - accessor.num_defs
        return property(lambda op: values(op)[from_end])
    return None


def _values_in(field: str) -> Callable[[Operation], SSAValues[Any]]:
    """The getter of all operands, results or regions."""
    return attrgetter(field)


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
