"""Changing the operands of an operation by their names in its definition, optional and variadic ones included."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from xtriton.ir.op import Op
from xtriton.ir.shared_attributes import dense_array
from xtriton.ir.traits import values_of

_SIZES = "operandSegmentSizes"


@cache
def _names(op_class: type[Op]) -> tuple[str, ...]:
    return tuple(name for name, _ in op_class.get_irdl_definition().operands)


def set_operand_group(op: Op, name: str, values: Sequence[SSAValue]) -> None:
    """Set the operands named ``name`` in the definition of ``op`` (MLIR's ``MutableOperandRange``).

    Listeners are not notified. If the number of operands is unchanged they are set in place; otherwise all operands are
    set again.
    """
    groups = {name: tuple(values_of(op, name)) for name in _names(type(op))}
    if len(groups[name]) == len(values):
        start = sum(len(groups[earlier]) for earlier in _names(type(op))[: _names(type(op)).index(name)])
        for index, value in enumerate(values, start):
            op.operands[index] = value
        return
    groups[name] = tuple(values)
    op.operands = [value for group in groups.values() for value in group]
    if _SIZES in op.properties:
        op.properties[_SIZES] = dense_array(i32, [*map(len, groups.values())])
