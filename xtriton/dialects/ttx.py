"""The ``ttx`` dialect: structured tensor operations without a named ``linalg`` operation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self, cast

from xdsl.dialects.builtin import IntegerAttr, IntegerType, MemRefType, Signedness, TensorType, UnitAttr
from xdsl.ir import Attribute, Dialect, Operation, Region, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    EffectInstance,
    IsTerminator,
    MemoryEffect,
    MemoryEffectKind,
    Pure,
    RecursiveMemoryEffect,
    ReturnLike,
)

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
from xtriton.ir.constraints import AnyType, AttrPredicate, UnitAttribute
from xtriton.ir.definitions import (
    Operands,
    OpRegion,
    OptionalProperty,
    Property,
    Results,
    opt_prop_def,
    prop_def,
    region_def,
    var_operand_def,
    var_result_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.effects import MEMORY
from xtriton.ir.narrowing import int_value, is_integer_attr
from xtriton.ir.op import Op
from xtriton.ir.traits import HasParentOp, SingleBlock, element_type, shape_of

ui32 = IntegerType(32, Signedness.UNSIGNED)
_UI32Attr = AttrPredicate(
    "32-bit unsigned integer attribute", lambda attr: is_integer_attr(attr) and cast("Attribute", attr.type) == ui32
)


class _Effects(MemoryEffect):
    """Input memory is read, output memory is written."""

    @classmethod
    def get_effects(cls, op: Operation) -> set[EffectInstance]:
        assert isinstance(op, CumSumOp | ScanOp)
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


@irdl_op_definition
class ScanOp(Op):
    """All prefix (or, if ``reverse``, suffix) reductions along the last dimension by the associative combine region.

    The region takes the result so far for each input, then the next element of each, in the order of the scan.
    """

    name = "ttx.scan"
    inputs: Operands = var_operand_def(AnyType, default=())
    outputs: Operands = var_operand_def(AnyType, default=())
    reverse: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    result_tensors: Results = var_result_def(RankedTensor, default=())
    combiner: OpRegion = region_def("single_block")
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(_Effects(), RecursiveMemoryEffect(), SingleBlock())

    @classmethod
    def of(
        cls, sources: Sequence[SSAValue], outputs: Sequence[SSAValue], combiner: Region, *, reverse: bool = False
    ) -> Self:
        """The reductions of ``sources``, written to ``outputs``."""
        flag = UnitAttr() if reverse else None
        return cls(sources, outputs, reverse=flag, result_tensors=tensor_types(outputs), combiner=combiner)

    @classmethod
    def parse(cls, parser: Parser) -> ScanOp:
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        attributes.pop("operandSegmentSizes", None)
        values = parse_ins_and_outs(parser)
        region = parser.parse_region()
        types = parse_arrow_types(parser)
        return cls.create(
            operands=values.all,
            result_types=types,
            properties=listed | {"operandSegmentSizes": segment_sizes(*values.sizes)},
            attributes=attributes,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        shown = {name: value for name, value in self.properties.items() if name != "operandSegmentSizes"}
        printer.print_op_attributes(shown | dict(self.attributes))
        print_ins_and_outs(printer, self.inputs, self.outputs)
        printer.print_string(" ")
        printer.print_region(self.combiner)
        print_arrow_types(printer, types_of(self.results))

    def verify_op(self) -> None:
        if not self.inputs or len(self.inputs) != len(self.outputs):
            raise Violation("expects at least one input, and an output for each")
        types = [value.type for value in (*self.inputs, *self.outputs)]
        if not all(isinstance(type_, TensorType | MemRefType) for type_ in types):
            raise Violation("expects tensors or memrefs")
        shapes = {shape_of(type_) for type_ in types}
        if len(shapes) != 1 or () in shapes:
            raise Violation("expects inputs and outputs of one shape with at least one dimension")
        count = len(self.inputs)
        if any(element_type(a) != element_type(b) for a, b in zip(types, types[count:], strict=False)):
            raise Violation("expects outputs with the element types of the inputs")
        verify_destinations(self, self.outputs, count)

    def verify_regions(self) -> None:
        elements = [element_type(value.type) for value in self.inputs]
        block = self.combiner.block
        if [argument.type for argument in block.args] != [*elements, *elements]:
            raise Violation("expects a region that takes two elements of each input")
        end = block.last_op
        if not isinstance(end, ScanReturnOp) or [value.type for value in end.values] != elements:
            raise Violation("expects a region that returns an element of each input by 'ttx.scan.return'")


@irdl_op_definition
class ScanReturnOp(Op):
    """Terminator of the region of ``ttx.scan``."""

    name = "ttx.scan.return"
    values: Operands = var_operand_def(AnyType, default=())
    traits = traits_def(HasParentOp("ttx.scan"), Pure(), IsTerminator(), ReturnLike())
    SYNTAX: ClassVar = "$values attr-dict `:` type($values)"


def _shape(values: Sequence[SSAValue]) -> tuple[int, ...]:
    return shape_of(values[0].type) or ()


TTX = Dialect("ttx", [CumSumOp, ScanOp, ScanReturnOp])
