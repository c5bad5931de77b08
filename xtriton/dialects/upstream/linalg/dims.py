"""Operations along given dimensions: ``linalg.reduce``, ``linalg.transpose``, ``linalg.broadcast``, ``linalg.map``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from xdsl.ir import Attribute, Region, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.irdl import SameVariadicOperandSize, irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.destination import parse_ins_and_outs, print_ins_and_outs, tensor_types
from xtriton.dialects.upstream.linalg.bodies import body, copy_first
from xtriton.dialects.upstream.linalg.payload import parse_payload, payload_of, print_payload, print_region
from xtriton.dialects.upstream.linalg.structured import (
    PARALLEL,
    REDUCTION,
    STRUCTURED_TRAITS,
    PartOfOperands,
    StructuredOp,
    dims_map,
    result_types_for,
    shape_rank,
)
from xtriton.dialects.upstream.regions import parse_keyword, split_attributes
from xtriton.dialects.upstream.shaped import AnyShaped, NamedResult, RankedTensor, RankedTensorOrMemRef
from xtriton.ir.constraints import DenseI64Array
from xtriton.ir.definitions import (
    Operand,
    Operands,
    OpRegion,
    Property,
    Results,
    computed,
    operand_def,
    prop_def,
    region_def,
    var_operand_def,
    var_result_def,
)
from xtriton.ir.diagnostics import Violation, listed
from xtriton.ir.traits import SingleBlock, element_type, shape_of_tensor


def _increases(attr: Attribute) -> bool:
    numbers = dense_numbers(attr) if DenseI64Array.accepts(attr) else None
    return numbers is not None and numbers == sorted(set(numbers))


_Dims = replace(
    DenseI64Array,
    summary="i64 dense array attribute should be in increasing order",
    accepts=_increases,
    storage=DenseI64Array.accepts,
)


class _NamedResults(StructuredOp, NamedResult):
    """An operation whose results have a preferred name."""

    RESULT_NAME: ClassVar[str]
    OUTPUT_NAME: ClassVar[str] = "init"


@irdl_op_definition
class ReduceOp(_NamedResults):
    """Reduces some dimensions with the combine region, starting from the outputs."""

    name = "linalg.reduce"
    RESULT_NAME: ClassVar[str] = "reduced"
    inputs: Operands = var_operand_def(RankedTensorOrMemRef, default=())
    inits: Operands = var_operand_def(RankedTensorOrMemRef, default=())
    dimensions: Property[Sequence[int]] = prop_def(_Dims)
    results_: Results = var_result_def(RankedTensor, default=computed(result_types_for, "inits"), alias="result_types")
    combiner: OpRegion = region_def()
    irdl_options = (SameVariadicOperandSize(),)
    traits = traits_def(SingleBlock(), *STRUCTURED_TRAITS)

    @property
    def ins(self) -> Sequence[SSAValue]:
        return self.inputs

    @property
    def outs(self) -> Sequence[SSAValue]:
        return self.inits

    @property
    def dims(self) -> list[int]:
        """The reduced dimensions."""
        return dense_numbers(self.dimensions)

    @property
    def maps(self) -> list[AffineMap]:
        rank, count = shape_rank(self.ins[0]), len(self.ins)
        kept = dims_map(rank, [dim for dim in range(rank) if dim not in self.dims])
        return [*[AffineMap.identity(rank)] * count, *[kept] * count]

    @property
    def iterators(self) -> list[str]:
        return [REDUCTION if dim in self.dims else PARALLEL for dim in range(shape_rank(self.ins[0]))]

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        payload = parse_payload(parser)
        values = parse_ins_and_outs(parser)
        if payload is not None and not values.all:
            parser.raise_error("expected 'ins' or 'outs'")
        parse_keyword(parser, "dimensions")
        parser.parse_punctuation("=")
        dims = DenseI64Array.parse(parser, "dimensions")
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        if payload is None:
            arguments = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_argument)
            region = parser.parse_region(arguments)
        else:
            region = payload.region(values.all, init_first=True)
        return cls.create(
            operands=values.all,
            result_types=tensor_types(values.outputs),
            properties={"dimensions": dims} | listed,
            attributes=attributes,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        payload = payload_of(self.body, init_first=True)
        if payload is not None:
            print_payload(printer, payload)
        print_ins_and_outs(printer, self.ins, self.outs)
        printer.print_string(f" dimensions = [{listed(self.dims)}] ")
        printer.print_op_attributes(self.attributes)
        if payload is None:
            print_region(printer, self.combiner)

    def verify_op(self) -> None:
        self._verify_same_shapes("input", self.ins)
        self._verify_same_shapes("init", self.outs)
        source, target = shape_of_tensor(self.ins[0]), shape_of_tensor(self.outs[0])
        for dim in self.dims:
            if not 0 <= dim < len(source):
                raise Violation(f"dimensions for reduction should be in the range [0, {len(source) - 1}].")
        left = [extent for dim, extent in enumerate(source) if dim not in self.dims]
        if len(left) != len(target):
            raise Violation(
                f"number of dimensions after reduction {len(left)} doesn't match the init rank {len(target)}"
            )
        if left != list(target):
            raise Violation(
                f"init dimensions [{listed(target)}] doesn't match input dimensions after reduction [{listed(left)}]"
            )

    def _verify_same_shapes(self, what: str, values: Sequence[SSAValue]) -> None:
        for index, value in enumerate(values):
            if shape_of_tensor(value) != shape_of_tensor(values[0]):
                raise Violation(
                    f"expects all {what}s to have the same shapes. Shape at {what}-index {index} is not equal to the "
                    f"shape at {what}-index 0."
                )

    def verify_in_context(self) -> None:
        super().verify_in_context()
        block = self.combiner.first_block
        if block is None or len(block.args) != len(self.operands):
            raise Violation("mismatching number of operands and block arguments")
        count = len(self.ins)
        for index, (operand, argument) in enumerate(zip(self.operands, block.args, strict=True)):
            if element_type(operand.type) != argument.type:
                side = "input" if index < count else "output"
                raise Violation(
                    f"{side} element type '{element_type(operand.type)}' does not match corresponding block argument "
                    f"type '{argument.type}'"
                )


def _result_types_of(init: SSAValue) -> list[Attribute]:
    return result_types_for([init])


def _copying(source: SSAValue, init: SSAValue) -> Region:
    return body([source, init], copy_first)


class _OneInputOp(_NamedResults):
    """An operation that moves the elements of its input to its output. ``DIMS`` is the property with dimensions."""

    DIMS: ClassVar[str]
    input: Operand = operand_def(RankedTensorOrMemRef)
    init: Operand = operand_def(RankedTensorOrMemRef)
    result: Results = var_result_def(RankedTensor, default=computed(_result_types_of, "init"))
    region: OpRegion = region_def(default=computed(_copying, "input", "init"))
    traits = traits_def(SingleBlock(), *STRUCTURED_TRAITS)
    INPUT_NAME: ClassVar[str] = "in"

    @property
    def ins(self) -> Sequence[SSAValue]:
        return (self.input,)

    @property
    def outs(self) -> Sequence[SSAValue]:
        return (self.init,)

    @property
    def dims(self) -> list[int]:
        """The dimensions of the property."""
        return dense_numbers(self.properties[self.DIMS])

    @property
    def iterators(self) -> list[str]:
        return [PARALLEL] * shape_rank(self.init)

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        values = parse_ins_and_outs(parser)
        parse_keyword(parser, cls.DIMS)
        parser.parse_punctuation("=")
        dims = DenseI64Array.parse(parser, cls.DIMS)
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        return cls.create(
            operands=values.all,
            result_types=tensor_types(values.outputs),
            properties={cls.DIMS: dims} | listed,
            attributes=attributes,
            regions=[body(values.all, copy_first)],
        )

    def print(self, printer: Printer) -> None:
        print_ins_and_outs(printer, self.ins, self.outs)
        printer.print_string(f" {self.DIMS} = [{listed(self.dims)}] ")
        printer.print_op_attributes(self.attributes)


@irdl_op_definition
class TransposeOp(_OneInputOp):
    """Permutes dimensions: dimension ``i`` of the output is dimension ``permutation[i]`` of the input."""

    name = "linalg.transpose"
    RESULT_NAME: ClassVar[str] = "transposed"
    DIMS: ClassVar[str] = "permutation"
    permutation: Property[Sequence[int]] = prop_def(DenseI64Array, kw_only=False)

    @property
    def maps(self) -> list[AffineMap]:
        order = self.dims
        return [dims_map(len(order), [order.index(dim) for dim in range(len(order))]), AffineMap.identity(len(order))]

    def verify_op(self) -> None:
        order, source, target = self.dims, shape_of_tensor(self.input), shape_of_tensor(self.init)
        if sorted(order) != list(range(len(order))):
            raise Violation("permutation is not valid")
        if len(source) != len(target):
            raise Violation(f"input rank {len(source)} does not match init rank {len(target)}")
        if len(order) != len(source):
            raise Violation(f"size of permutation {len(order)} does not match the argument rank {len(source)}")
        for index, dim in enumerate(order):
            if target[index] != source[dim]:
                raise Violation(
                    f"dim(result, {index}) = {target[index]} doesn't match dim(input, permutation[{index}]) = "
                    f"{source[dim]}"
                )


@irdl_op_definition
class BroadcastOp(_OneInputOp):
    """Broadcasts the input along new dimensions."""

    name = "linalg.broadcast"
    RESULT_NAME: ClassVar[str] = "broadcasted"
    DIMS: ClassVar[str] = "dimensions"
    dimensions: Property[Sequence[int]] = prop_def(DenseI64Array, kw_only=False)

    @property
    def kept(self) -> list[int]:
        """The output dimensions that correspond to those of the input."""
        return [dim for dim in range(shape_rank(self.init)) if dim not in self.dims]

    @property
    def maps(self) -> list[AffineMap]:
        rank = shape_rank(self.init)
        return [dims_map(rank, self.kept), AffineMap.identity(rank)]

    def verify_op(self) -> None:
        added, source, target = self.dims, shape_of_tensor(self.input), shape_of_tensor(self.init)
        if len(source) + len(added) != len(target):
            raise Violation(
                f"input rank plus added dimensions does not match init rank. input rank: {len(source)}, dimensions "
                f"size: {len(added)}, init rank: {len(target)}"
            )
        for index, dim in enumerate(added):
            if not 0 <= dim < len(target):
                raise Violation(
                    f"dimension {index} is out of range. expected range: [0, {len(target) - 1}], got: {dim}"
                )
        for index, dim in enumerate(self.kept):
            if source[index] != target[dim]:
                raise Violation(
                    f"input dim {index} should match init dim {dim}. input: {source[index]}, init: {target[dim]}"
                )


@irdl_op_definition
class MapOp(_NamedResults, PartOfOperands):
    """Computes each element of the output from those of the inputs at the same index."""

    name = "linalg.map"
    RESULT_NAME: ClassVar[str] = "mapped"
    inputs: Operands = var_operand_def(AnyShaped)
    init: Operand = operand_def(RankedTensorOrMemRef)
    result: Results = var_result_def(RankedTensor, default=computed(_result_types_of, "init"))
    mapper: OpRegion = region_def()
    traits = traits_def(SingleBlock(), *STRUCTURED_TRAITS)

    @property
    def ins(self) -> Sequence[SSAValue]:
        return self.inputs

    @property
    def outs(self) -> Sequence[SSAValue]:
        return (self.init,)

    @property
    def maps(self) -> list[AffineMap]:
        return [AffineMap.identity(shape_rank(self.init))] * len(self.operands)

    @property
    def iterators(self) -> list[str]:
        return [PARALLEL] * shape_rank(self.init)

    @property
    def argument_operands(self) -> Sequence[SSAValue]:
        """Older versions of MLIR omit the output's element."""
        block = self.mapper.first_block
        return self.inputs if block is not None and len(block.args) == len(self.inputs) else self.operands

    @property
    def output_arguments(self) -> Sequence[Any]:
        return self.body.args[len(self.inputs) :]

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        payload = parse_payload(parser)
        values = parse_ins_and_outs(parser)
        if payload is not None and not values.all:
            parser.raise_error("expected 'ins' or 'outs'")
        attributes = parser.parse_optional_attr_dict()
        if payload is None:
            arguments = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_argument)
            region = parser.parse_region(arguments)
        else:
            region = payload.region(values.all, used=len(values.inputs))
        return cls.create(
            operands=values.all,
            result_types=tensor_types(values.outputs),
            attributes=attributes,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        payload = payload_of(self.body, used=len(self.inputs))
        if payload is not None:
            print_payload(printer, payload)
        print_ins_and_outs(printer, self.ins, self.outs)
        printer.print_op_attributes(self.attributes)
        if payload is None:
            print_region(printer, self.mapper)

    def verify_op(self) -> None:
        target = shape_of_tensor(self.init)
        for value in self.inputs:
            shape = shape_of_tensor(value)
            if shape != target:
                raise Violation(
                    f"expected shape of input ({listed(shape)}) to match shape of output ({listed(target)})"
                )
