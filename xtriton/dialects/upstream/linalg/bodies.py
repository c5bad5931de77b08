"""The implicit regions of named ``linalg`` operations."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import AnyFloat, IndexType, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects.upstream.arith import (
    AddFOp,
    AddIOp,
    AndIOp,
    ExtFOp,
    ExtSIOp,
    ExtUIOp,
    FPToSIOp,
    FPToUIOp,
    IndexCastOp,
    IndexCastUIOp,
    MulFOp,
    MulIOp,
    OrIOp,
    SIToFPOp,
    TruncFOp,
    TruncIOp,
    UIToFPOp,
)
from xtriton.dialects.upstream.constraints import bit_width
from xtriton.dialects.upstream.linalg.generic import YieldOp
from xtriton.ir.builder import Builder
from xtriton.ir.constraints import is_signless_integer
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import is_float_type, is_integer_type
from xtriton.ir.traits import element_type

Fill = Callable[["BodyBuilder", Sequence[SSAValue]], SSAValue]
"""Builds the computation of an output's element from the arguments."""


class BodyBuilder(Builder):
    """Adds operations to a block."""

    def __init__(self, block: Block, *, unsigned: bool = False) -> None:
        super().__init__()
        self.at_end(block)
        self._unsigned = unsigned

    def cast(self, value: SSAValue, type_: Attribute) -> SSAValue:
        """``value`` converted to another type, signed unless the builder is unsigned."""
        if value.type == type_:
            return value
        if not _is_number(value.type) or not _is_number(type_):
            raise Violation(f"no conversion from '{value.type}' to '{type_}'")
        op_class = conversion(value.type, type_, self._unsigned)
        return self.insert_value(op_class.create(operands=[value], result_types=[type_]))

    def multiply(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """The product; for i1 the conjunction."""
        if not _is_number(left.type):
            raise Violation(f"no product of values of type '{left.type}'")
        if is_float_type(left.type):
            return self.insert_value(MulFOp(left, right))
        return self.insert_value(AndIOp(left, right) if left.type == i1 else MulIOp(left, right))

    def sum(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """The sum; for i1 the disjunction."""
        if is_float_type(left.type):
            return self.insert_value(AddFOp(left, right))
        return self.insert_value(OrIOp(left, right) if left.type == i1 else AddIOp(left, right))


def _is_number(type_: Attribute) -> bool:
    return isinstance(type_, AnyFloat | IndexType) or is_signless_integer(type_)


def conversion(source: Attribute, target: Attribute, unsigned: bool) -> type[Operation]:
    """The conversion operation between two different numeric types."""
    if is_float_type(target):
        if is_float_type(source):
            return ExtFOp if target.bitwidth > source.bitwidth else TruncFOp
        return UIToFPOp if unsigned else SIToFPOp
    if is_float_type(source):
        return FPToUIOp if unsigned else FPToSIOp
    if isinstance(source, IndexType) or isinstance(target, IndexType):
        return IndexCastUIOp if unsigned else IndexCastOp
    assert is_integer_type(source)
    wider = (bit_width(target) or 0) > source.width.data
    return (ExtUIOp if unsigned else ExtSIOp) if wider else TruncIOp


def body(operands: Sequence[SSAValue], fill: Fill, *, unsigned: bool = False) -> Region:
    """A region that takes an element of each operand and yields one."""
    block = Block(arg_types=[element_type(operand.type) for operand in operands])
    builder = BodyBuilder(block, unsigned=unsigned)
    block.add_op(YieldOp([fill(builder, block.args)]))
    return Region(block)


def copy_first(builder: BodyBuilder, arguments: Sequence[SSAValue]) -> SSAValue:
    """The first argument converted to the type of the last one."""
    return builder.cast(arguments[0], arguments[-1].type)


def multiply_and_add(builder: BodyBuilder, arguments: Sequence[SSAValue]) -> SSAValue:
    """The last argument plus the product of the others, in its type."""
    left, right, total = arguments
    product = builder.multiply(builder.cast(left, total.type), builder.cast(right, total.type))
    return builder.sum(total, product)
