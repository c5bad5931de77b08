"""Direct accessors give what xDSL's own give, whatever the sizes of groups are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from xdsl.dialects.builtin import DenseArrayBase, i32, i64
from xdsl.ir import Block, Operation, Region
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    OptionalDef,
    VariadicDef,
    VarIRConstruct,
    irdl_op_definition,
    var_operand_def,
)
from xdsl.irdl.operations import (
    BaseAccessor,
    BaseAttrAccessor,
    get_attr_size_option,
    get_construct_defs,
    irdl_op_arg_definition,
)

from xtriton.dialects import DIALECTS
from xtriton.ir.context import Context
from xtriton.ir.op import Op
from xtriton.ir.shared_attributes import dense_array, numbers_in


@irdl_op_definition
class TwoGroups(Op):
    """Two groups of operands."""

    name = "test.two_groups"
    left = var_operand_def()
    right = var_operand_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)


CONSTRUCTS = (VarIRConstruct.OPERAND, VarIRConstruct.RESULT, VarIRConstruct.REGION)


def classes() -> list[type[IRDLOperation]]:
    context = Context()
    dialects = [context.get_optional_dialect(name) for name in DIALECTS]
    return [
        found for dialect in dialects if dialect is not None for found in dialect.operations if issubclass(found, Op)
    ]


def sizes_of(definitions: Sequence[tuple[str, Any]], *, alike: bool) -> Iterator[tuple[int, ...]]:
    """Sizes of the groups of a class; ``alike`` if those of all groups are equal."""
    choices = [
        (0, 1) if isinstance(entry, OptionalDef) else (0, 1, 3) if isinstance(entry, VariadicDef) else (1,)
        for _, entry in definitions
    ]
    variadic = [index for index, choice in enumerate(choices) if len(choice) > 1]
    for sizes in product(*choices):
        if not alike or len({sizes[index] for index in variadic}) <= 1:
            yield sizes


def operation(op_class: type[IRDLOperation], construct: VarIRConstruct, sizes: Sequence[int]) -> Operation:
    """An operation with so many operands, results or regions, that is not valid otherwise."""
    count = sum(sizes)
    definition = op_class.get_irdl_definition()
    option = get_attr_size_option(construct)
    stored: dict[str, Any] = {}
    for entry in definition.options:
        if isinstance(entry, option):
            stored[entry.attribute_name] = DenseArrayBase.from_list(i32, sizes)
    return op_class.create(
        operands=Block(arg_types=[i32] * count).args if construct is VarIRConstruct.OPERAND else (),
        result_types=[i32] * count if construct is VarIRConstruct.RESULT else (),
        regions=[Region() for _ in range(count)] if construct is VarIRConstruct.REGION else (),
        properties=stored,
        attributes=dict(stored),
    )


def own_accessors(op_class: type[IRDLOperation], construct: VarIRConstruct) -> dict[str, Any]:
    found: dict[str, Any] = {}
    irdl_op_arg_definition(found, construct, op_class.get_irdl_definition())
    return {name: accessor for name, accessor in found.items() if isinstance(accessor, BaseAccessor | BaseAttrAccessor)}


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_same_as_those_of_xdsl(construct: VarIRConstruct) -> None:
    compared = 0
    for op_class in classes():
        definition = op_class.get_irdl_definition()
        definitions = get_construct_defs(definition, construct)
        accessors = own_accessors(op_class, construct)
        stored = any(isinstance(entry, get_attr_size_option(construct)) for entry in definition.options)
        for sizes in sizes_of(definitions, alike=not stored) if len(definitions) < 8 else [(1,) * len(definitions)]:
            op = operation(op_class, construct, sizes)
            for name, accessor in accessors.items():
                if any(name in vars(base) for base in op_class.__mro__):
                    expected, given = accessor.__get__(op), getattr(op, name)
                    assert given == expected, f"{op_class.name}.{name} with sizes {sizes}"
                    compared += 1
    assert compared > 40


def test_sizes_are_those_that_the_operation_has_now() -> None:
    """The numbers in an attribute are remembered with it, not with the operation."""
    op = TwoGroups.create(operands=Block(arg_types=[i32] * 4).args)
    for sizes in ([1, 3], [3, 1], [4, 0], [1, 3]):
        op.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, sizes)
        assert [len(op.left), len(op.right)] == sizes


def test_classes_that_no_context_has_loaded_get_them_too() -> None:
    assert all(isinstance(vars(TwoGroups)[name], property) for name in ("left", "right") if TwoGroups.create())


def test_absent_sizes_are_an_error() -> None:
    op = TwoGroups.create(operands=Block(arg_types=[i32] * 4).args)
    with pytest.raises(KeyError):
        _ = op.left


def test_equal_arrays_are_one() -> None:
    first, second = dense_array(i32, [1, 2]), dense_array(i32, (1, 2))
    assert first is second
    assert dense_array(i64, [1, 2]) != first
    assert numbers_in(first) == (1, 2) == numbers_in(DenseArrayBase.from_list(i64, [1, 2]))
