"""The ``ttx`` dialect: structured tensor operations without a named ``linalg`` operation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self, cast

from xdsl.dialects.builtin import IntegerAttr, IntegerType, MemRefType, Signedness, TensorType
from xdsl.ir import Attribute, Dialect, Operation, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind

from xtriton.dialects.upstream.destination import (
    is_memory,
    parse_ins_and_outs,
    print_ins_and_outs,
    tensor_types,
    verify_destinations,
)
from xtriton.dialects.upstream.linalg.generic import segment_sizes
from xtriton.dialects.upstream.regions import parse_arrow_types, print_arrow_types, split_attributes, types_of
from xtriton.dialects.upstream.shaped import RankedTensor
from xtriton.ir.constraints import AnyType, AttrPredicate
from xtriton.ir.definitions import Operands, Property, Results, prop_def, var_operand_def, var_result_def
from xtriton.ir.diagnostics import Violation
from xtriton.ir.effects import MEMORY
from xtriton.ir.narrowing import int_value, is_integer_attr
from xtriton.ir.op import Op
from xtriton.ir.traits import shape_of

ui32 = IntegerType(32, Signedness.UNSIGNED)
_UI32Attr = AttrPredicate(
    "32-bit unsigned integer attribute", lambda attr: is_integer_attr(attr) and cast("Attribute", attr.type) == ui32
)


class _Effects(MemoryEffect):
    """Input memory is read, output memory is written."""

    @classmethod
    def get_effects(cls, op: Operation) -> set[EffectInstance]:
        assert isinstance(op, CumSumOp)
        kinds = ((MemoryEffectKind.READ, op.inputs), (MemoryEffectKind.WRITE, op.outputs))
        return {
            EffectInstance(kind, value, MEMORY) for kind, values in kinds for value in values if is_memory(value.type)
        }


@irdl_op_definition
class CumSumOp(Op):
    """The prefix sums along the last dimension of a rank-1 or rank-2 tensor."""

    name = "ttx.cumsum"
    inputs: Operands = var_operand_def(AnyType, default=())
    outputs: Operands = var_operand_def(AnyType, default=())
    axis: Property = prop_def(_UI32Attr)
    result_tensors: Results = var_result_def(RankedTensor, default=())
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(_Effects())

    @classmethod
    def of(cls, source: SSAValue, axis: int, output: SSAValue) -> Self:
        """The sums of ``source`` along ``axis``, written to ``output``."""
        return cls([source], [output], axis=IntegerAttr(axis, ui32), result_tensors=tensor_types([output]))

    @property
    def axis_number(self) -> int:
        """The dimension to sum along."""
        return int_value(self.axis)

    @classmethod
    def parse(cls, parser: Parser) -> CumSumOp:
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        attributes.pop("operandSegmentSizes", None)
        values = parse_ins_and_outs(parser)
        types = parse_arrow_types(parser)
        return cls.create(
            operands=values.all,
            result_types=types,
            properties=listed | {"operandSegmentSizes": segment_sizes(*values.sizes)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_op_attributes(self.properties | dict(self.attributes))
        print_ins_and_outs(printer, self.inputs, self.outputs)
        print_arrow_types(printer, types_of(self.results))

    def verify_op(self) -> None:
        for what, values in (("input", self.inputs), ("output", self.outputs)):
            if not values or not isinstance(values[0].type, TensorType | MemRefType):
                raise Violation(f"CumSum op expects {what} to be either tensor or memref.")
        shape = _shape(self.inputs)
        if shape != _shape(self.outputs):
            raise Violation("Input and output types must be the same.")
        if len(shape) not in (1, 2):
            raise Violation("CumSum op only takes tensors of rank 1 & 2.")
        if self.axis_number != len(shape) - 1:
            raise Violation("CumSum computation only supports axis == rank - 1")
        verify_destinations(self, self.outputs, len(self.inputs))


def _shape(values: Sequence[SSAValue]) -> tuple[int, ...]:
    return shape_of(values[0].type) or ()


TTX = Dialect("ttx", [CumSumOp])
