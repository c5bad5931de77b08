"""The ``bufferization`` dialect: conversions between tensors and memrefs."""

from __future__ import annotations

from typing import ClassVar, cast

from xdsl.dialects.builtin import DenseArrayBase, IndexType, MemRefType, TensorType, i32
from xdsl.ir import Attribute, Dialect, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import Pure

from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.dialects.upstream.regions import split_attributes
from xtriton.dialects.upstream.shaped import (
    AnyTensor,
    RankedOrUnrankedMemRef,
    RankedTensor,
    dynamic_dims,
)
from xtriton.ir.constraints import AnyAttr, Index, UnitAttribute, any_type_of
from xtriton.ir.definitions import (
    Operand,
    Operands,
    OptionalOperand,
    OptionalProperty,
    OptionalResult,
    Result,
    computed,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    result_def,
    var_operand_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.effects import MEMORY, Effect, Effects, KeepsMemory, OwnEffects, allocate, free, read, write
from xtriton.ir.narrowing import is_any_memref_type, is_tensor_type
from xtriton.ir.op import Op
from xtriton.ir.op_tables import operations_in
from xtriton.ir.traits import element_type, shape_of

_MATCH = "specified tensor and buffer types match"


def _verify_tensor_and_buffer(tensor: Attribute, buffer: Attribute) -> None:
    """Verify that a tensor and a memref have the same element type and shape."""
    problem = "shapes do not match" if shape_of(tensor) != shape_of(buffer) else None
    if element_type(tensor) != element_type(buffer):
        problem = "element types do not match"
    if problem is not None:
        raise Violation(problem, prefixed=False)


def _tensor_like(buffer: SSAValue) -> Attribute:
    """The type of a tensor of the elements of a buffer."""
    type_ = cast("MemRefType[Attribute]", buffer.type)
    return TensorType(type_.element_type, type_.get_shape())


@irdl_op_definition
class ToTensorOp(Op):
    """The tensor in a memref; ``restrict`` if the memref has no alias, ``writable`` if it may be overwritten."""

    name = "bufferization.to_tensor"
    buffer: Operand = operand_def(RankedOrUnrankedMemRef)
    restrict: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    writable: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    result: Result = result_def(AnyTensor, default=computed(_tensor_like, "buffer"))
    traits = traits_def(Pure())
    SYNTAX: ClassVar[str | None] = (
        "$buffer (`restrict` $restrict^)? (`writable` $writable^)? attr-dict `:` type($buffer) `to` type($result)"
    )

    def verify_op(self) -> None:
        try:
            _verify_tensor_and_buffer(self.result.type, self.buffer.type)
        except Violation as violation:
            violation.consequences += (f"'{self.name}' op failed to verify that {_MATCH}",)
            raise


@irdl_op_definition
class ToBufferOp(Op):
    """The memref of a tensor."""

    name = "bufferization.to_buffer"
    tensor: Operand = operand_def(AnyTensor)
    read_only: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    buffer: Result = result_def(RankedOrUnrankedMemRef, kw_only=False)
    traits = traits_def(Pure())
    SYNTAX: ClassVar[str | None] = "$tensor (`read_only` $read_only^)? attr-dict `:` type($tensor) `to` type($buffer)"

    def verify_op(self) -> None:
        try:
            _verify_tensor_and_buffer(self.tensor.type, self.buffer.type)
        except Violation as violation:
            violation.consequences += (f"'{self.name}' op failed to verify that {_MATCH}",)
            raise


@irdl_op_definition
class AllocTensorOp(Op):
    """A tensor in a new buffer, initialised with ``copy`` if given."""

    name = "bufferization.alloc_tensor"
    dynamic_sizes: Operands = var_operand_def(Index, default=())
    copy: OptionalOperand = opt_operand_def(AnyTensor, default=None)
    size_hint: OptionalOperand = opt_operand_def(Index, default=None)
    memory_space: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    result: Result = result_def(AnyTensor)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(KeepsMemory())

    @classmethod
    def parse(cls, parser: Parser) -> AllocTensorOp:
        sizes = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)
        copy: list[UnresolvedOperand] = []
        if parser.parse_optional_keyword("copy") is not None:
            parser.parse_punctuation("(")
            copy.append(parser.parse_unresolved_operand())
            parser.parse_punctuation(")")
        hint: list[UnresolvedOperand] = []
        if parser.parse_optional_keyword("size_hint") is not None:
            parser.parse_punctuation("=")
            hint.append(parser.parse_unresolved_operand())
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        index = IndexType()
        operands = [
            *(parser.resolve_operand(size, index) for size in sizes),
            *(parser.resolve_operand(operand, type_) for operand in copy),
            *(parser.resolve_operand(operand, index) for operand in hint),
        ]
        segments = DenseArrayBase.from_list(i32, [len(sizes), len(copy), len(hint)])
        return cls.create(
            operands=operands,
            result_types=[type_],
            properties={"operandSegmentSizes": segments} | listed,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string("(")
        printer.print_list(self.dynamic_sizes, printer.print_ssa_value)
        printer.print_string(")")
        if self.copy is not None:
            printer.print_string(" copy(")
            printer.print_ssa_value(self.copy)
            printer.print_string(")")
        if self.size_hint is not None:
            printer.print_string(" size_hint=")
            printer.print_ssa_value(self.size_hint)
        space = {} if self.memory_space is None else {"memory_space": self.memory_space}
        printer.print_op_attributes(space | dict(self.attributes))
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)

    def verify_op(self) -> None:
        if self.copy is not None and self.dynamic_sizes:
            raise Violation("dynamic sizes not needed when copying a tensor", prefixed=False)
        expected = dynamic_dims(self.result.type)
        if self.copy is None and len(self.dynamic_sizes) != expected:
            raise Violation(f"expected {expected} dynamic sizes", prefixed=False)
        if self.copy is not None and self.copy.type != self.result.type:
            raise Violation("expected that `copy` and return type match", prefixed=False)


@irdl_op_definition
class DeallocTensorOp(Op):
    """Deallocates the buffer of a tensor."""

    name = "bufferization.dealloc_tensor"
    tensor: Operand = operand_def(AnyTensor)
    traits = traits_def(Effects(free(MEMORY, "tensor")))
    SYNTAX: ClassVar[str | None] = "$tensor attr-dict `:` type($tensor)"


@irdl_op_definition
class CloneOp(Op):
    """A copy of a memref; neither source nor copy may be written afterwards."""

    name = "bufferization.clone"
    input: Operand = operand_def(RankedOrUnrankedMemRef)
    output: Result = result_def(RankedOrUnrankedMemRef)
    traits = traits_def(Effects(allocate(MEMORY, "output"), read(MEMORY, "input"), write(MEMORY, "output")))
    SYNTAX: ClassVar[str | None] = "$input attr-dict `:` type($input) `to` type($output)"


_Destination = any_type_of(
    RankedTensor,
    RankedOrUnrankedMemRef,
    summary="ranked tensor of any type values or ranked or unranked memref of any type values",
)


def _result_in_tensor(dest: SSAValue) -> Attribute | None:
    """The type of a destination that is a tensor."""
    return dest.type if is_tensor_type(dest.type) else None


@irdl_op_definition
class MaterializeInDestinationOp(Op):
    """Ensures that the elements of a tensor are in a given destination."""

    name = "bufferization.materialize_in_destination"
    source: Operand = operand_def(RankedTensor)
    dest: Operand = operand_def(_Destination)
    restrict: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    writable: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    result: OptionalResult = opt_result_def(AnyTensor, default=computed(_result_in_tensor, "dest"))
    traits = traits_def(OwnEffects())
    SYNTAX: ClassVar[str | None] = (
        "$source `in` (`restrict` $restrict^)? (`writable` $writable^)? $dest attr-dict `:` "
        "functional-type(operands, results)"
    )

    def effects(self) -> tuple[Effect, ...]:
        """A memref destination is written."""
        return () if is_tensor_type(self.dest.type) else (write(MEMORY, "dest"),)

    def verify_op(self) -> None:
        source, dest = self.source.type, self.dest.type
        if element_type(source) != element_type(dest):
            raise Violation("failed to verify that all of {source, dest} have same element type")
        in_memory = is_any_memref_type(dest)
        if in_memory and self.result is not None:
            raise Violation("memref 'dest' implies zero results")
        if self.restrict is not None and not in_memory:
            raise Violation("'restrict' is valid only for memref destinations")
        if (self.writable is not None) != in_memory:
            raise Violation("'writable' must be specified if and only if the destination is of memref type")
        if not in_memory and self.result is None:
            raise Violation("tensor 'dest' implies exactly one tensor result")
        if self.result is not None and self.result.type != dest:
            raise Violation("result and 'dest' types must match")
        _verify_shapes(source, dest)


def _verify_shapes(source: Attribute, dest: Attribute) -> None:
    left, right = shape_of(source), shape_of(dest)
    if left is None or right is None:
        return
    if len(left) != len(right):
        raise Violation("rank mismatch between source and destination shape")
    for given, target in zip(left, right, strict=True):
        if DYNAMIC not in (given, target) and given != target:
            raise Violation("source/destination shapes are incompatible")


Bufferization = Dialect(
    "bufferization",
    operations_in(vars()),
)
