"""Cloning of operations with their locations."""

from __future__ import annotations

from collections.abc import Mapping as AnyMapping
from collections.abc import Sequence
from typing import Any, TypeVar

from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.ir.builder import Builder
from xtriton.ir.constructors import arguments_of, parameter_names, parameters_in_order
from xtriton.ir.creation import clone_without_regions
from xtriton.ir.definitions import INFERRED, Computed
from xtriton.ir.op import Op
from xtriton.ir.signature import memory_signature_of
from xtriton.ir.walk import operations_in

OpT = TypeVar("OpT", bound=Operation)
TypedOpT = TypeVar("TypedOpT", bound=Op)

Mapping = dict[SSAValue, SSAValue]
"""Values -> their clones; other values stay the same."""


def clone_op(op: Operation, mapping: Mapping) -> Operation:
    """A clone of ``op`` with its regions, not yet in a block. The clones of all values are added to ``mapping``."""
    if isinstance(op, Op) and not op.regions:
        return clone_without_regions(op, mapping, {})
    return op.clone(mapping, clone_name_hints=False)


def clone_body(block: Block, values: Sequence[SSAValue], builder: Builder) -> list[SSAValue]:
    """Insert clones of the operations of ``block`` without its terminator, whose operands are returned.

    ``values`` replace the arguments of the block.
    """
    mapping: Mapping = dict(zip(block.args, values, strict=True))
    end = block.last_op
    assert end is not None
    for op in block.ops:
        if op is not end:
            builder.insert(clone_op(op, mapping))
    return [mapping.get(operand, operand) for operand in end.operands]


def clone_with(
    op: OpT,
    operands: Sequence[SSAValue],
    result_types: Sequence[Attribute] | None = None,
    *,
    regions: Sequence[Region] = (),
    attributes: AnyMapping[str, Attribute] | None = None,
) -> OpT:
    """An operation as ``op``, not yet in a block, on other operands, divided among the fields as those of ``op``.

    Its result types are those of ``op`` unless given. Regions are not cloned.
    """
    return type(op).create(
        operands=operands,
        result_types=op.result_types if result_types is None else result_types,
        properties=op.properties,
        attributes=op.attributes if attributes is None else attributes,
        regions=regions,
    )


def rebuild(op: TypedOpT, **changes: object) -> TypedOpT:
    """A new operation of the class of ``op`` with its arguments but for ``changes``, by the names of the constructor.

    As :func:`dataclasses.replace`: result types that the constructor infers are inferred again. Regions are not cloned;
    those without a default must be among the changes.
    """
    arguments: dict[str, Any] = arguments_of(op)
    parameters = parameters_in_order(type(op))
    names = parameter_names(parameters)
    for result in memory_signature_of(type(op)).results:
        default = parameters[result.name].default
        if default is INFERRED or isinstance(default, Computed):
            del arguments[names[result.name]]
    arguments.update(changes)
    return type(op)(**arguments)


def clone_blocks(region: Region, mapping: Mapping) -> list[Block]:
    """Clones of the blocks of ``region``, not yet in a region; ``mapping`` may replace arguments of the first block.

    Use lists are in program order, as after parsing.
    """
    given = dict(mapping)
    copy = Region()
    region.clone_into(copy, 0, mapping, {}, clone_name_hints=False, clone_operands=False)
    mapping.update(given)
    for old, new in zip(operations_in(region), operations_in(copy), strict=True):
        new.operands = [mapping.get(operand, operand) for operand in old.operands]
    blocks = list(copy.blocks)
    for block in blocks:
        copy.detach_block(block)
    return blocks
