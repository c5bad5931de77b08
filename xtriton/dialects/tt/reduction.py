"""Operations of ``tt`` that combine elements of a tensor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Region
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import IsTerminator, Pure, ReturnLike

from xtriton.dialects.tt.encodings import infer
from xtriton.dialects.tt.op import TritonOp
from xtriton.dialects.tt.traits import SameOperandsAndResultEncoding, SameOperandsEncoding
from xtriton.dialects.tt.types import AnyTritonType, BoolLike, IntTensor, Tensor, clone_tensor, i1_same_shape
from xtriton.ir.constraints import AnyType, BoolAttribute, I32Attr, UnitAttribute
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    Operands,
    OpRegion,
    OptionalOperand,
    OptionalProperty,
    Property,
    Result,
    Results,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import int_value, tensor
from xtriton.ir.traits import (
    HasParentOp,
    InferTypeOp,
    SameOperandsAndResultShape,
    SameOperandsShape,
    SingleBlock,
    TypesMatchWith,
    element_type,
    encoding_of,
)
from xtriton.versions import V3_6, V3_7, ByVersion, by_version


def _element_types(op: ReduceOp | ScanOp) -> list[Attribute]:
    return [element_type(operand.type) for operand in op.srcs]


def _verify_axis(op: ReduceOp | ScanOp) -> None:
    axis, ranks = int_value(op.axis), [len(tensor(operand.type).get_shape()) for operand in op.srcs]
    for rank in ranks:
        if not 0 <= axis < rank:
            raise Violation(f"axis out of bounds for operand rank {rank}")
        if rank != ranks[0]:
            raise Violation(f"all operands must have the same rank, but got ranks {ranks[0]} and {rank}")


_VERIFY_AXIS: ByVersion[Callable[[ReduceOp | ScanOp], None]] = by_version({V3_6: lambda op: None, V3_7: _verify_axis})


def _verify_signature(op: ReduceOp | ScanOp) -> None:
    if len(op.operands) != len(op.results):
        raise Violation("must have the same number of inputs as outputs")
    _VERIFY_AXIS.now()(op)
    for operand, result in zip(op.operands, op.results, strict=True):
        if element_type(operand.type) != element_type(result.type):
            raise Violation("operand types and result types must agree")


def _verify_combine(op: ReduceOp | ScanOp, terminator: type[ReduceReturnOp | ScanReturnOp]) -> None:
    elements = _element_types(op)
    count = len(op.srcs)
    block = op.combineOp.block
    if len(block.args) != 2 * count:
        raise Violation(
            f"nested block must take {2 * count} arguments, but given block with {len(block.args)} arguments"
        )
    for index, argument in enumerate(block.args):
        _verify_combined_type(index, elements[index % count], argument.type)
    last = block.last_op
    if not isinstance(last, terminator):
        from xtriton.ir.printer import describe

        text = describe(last) if last is not None else "nothing"
        raise Violation(f"combine operation must be terminated with a ReduceReturnOp but got {text}")
    if len(last.operands) != count:
        raise Violation(f"expected combine operation to return {count} values but got {len(last.operands)}")
    for index, operand in enumerate(last.operands):
        _verify_combined_type(index, elements[index], operand.type)


def _verify_combined_type(index: int, expected: Attribute, actual: Attribute) -> None:
    if expected != actual:
        raise Violation(
            f"type mismatch on combine operation. Expected argument {index} to have type '{expected}' but got "
            f"'{actual}'"
        )


@irdl_op_definition
class ReduceOp(TritonOp):
    """Reduce elements along ``axis`` with the region, in an unspecified order."""

    name = "tt.reduce"
    srcs: Operands = var_operand_def(Tensor, default=())
    axis: Property[int] = prop_def(I32Attr)
    result: Results = var_result_def(AnyTritonType, default=INFERRED)
    combineOp: OpRegion = region_def("single_block")
    traits = traits_def(Pure(), SameOperandsShape(), SameOperandsEncoding(), SingleBlock(), InferTypeOp())

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Attribute], properties: dict[str, Attribute], regions: Sequence[Region]
    ) -> Sequence[Attribute]:
        """Each operand's type with dimension ``axis`` dropped; a scalar for rank 1."""
        from xtriton.layouts.inference import infer_reduce

        axis = int_value(properties.get("axis"))
        results: list[Attribute] = []
        for operand in operands:
            source = tensor(operand)
            shape = list(source.get_shape())
            if not 0 <= axis < len(shape):
                raise Violation(f"axis {axis} is out of bounds for a tensor of rank {len(shape)}", prefixed=False)
            del shape[axis]
            if shape:
                encoding = infer(infer_reduce, encoding_of(source), axis)
                results.append(TensorType(source.element_type, shape, encoding))
            else:
                results.append(source.element_type)
        return results

    def verify_op(self) -> None:
        _verify_signature(self)

    def verify_regions(self) -> None:
        _verify_combine(self, ReduceReturnOp)


@irdl_op_definition
class ReduceReturnOp(TritonOp):
    """Terminator of the region of ``tt.reduce``."""

    name = "tt.reduce.return"
    result: Operands = var_operand_def(AnyType, default=())
    traits = traits_def(HasParentOp("tt.reduce"), Pure(), IsTerminator(), ReturnLike())
    SYNTAX: ClassVar = "$result attr-dict `:` type($result)"


@irdl_op_definition
class ScanOp(TritonOp):
    """All prefix (or, if ``reverse``, suffix) reductions along ``axis`` by the combine region."""

    name = "tt.scan"
    srcs: Operands = var_operand_def(Tensor, default=())
    axis: Property[int] = prop_def(I32Attr)
    reverse: Property[bool] = prop_def(BoolAttribute)
    result: Results = var_result_def(Tensor, default=INFERRED)
    combineOp: OpRegion = region_def("single_block")
    traits = traits_def(
        Pure(), SameOperandsAndResultEncoding(), SameOperandsAndResultShape(), SingleBlock(), InferTypeOp()
    )

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Attribute], properties: dict[str, Attribute], regions: Sequence[Region]
    ) -> Sequence[Attribute]:
        """The operands' types."""
        return operands

    def verify_op(self) -> None:
        _verify_signature(self)

    def verify_regions(self) -> None:
        _verify_combine(self, ScanReturnOp)


@irdl_op_definition
class ScanReturnOp(TritonOp):
    """Terminator of the region of ``tt.scan``."""

    name = "tt.scan.return"
    result: Operands = var_operand_def(AnyType, default=())
    traits = traits_def(HasParentOp("tt.scan"), Pure(), IsTerminator(), ReturnLike())
    SYNTAX: ClassVar = "$result attr-dict `:` type($result)"


@irdl_op_definition
class HistogramOp(TritonOp):
    """The number of occurrences of each bin index; the result's extent is the number of bins."""

    name = "tt.histogram"
    src: Operand = operand_def(IntTensor)
    mask: OptionalOperand = opt_operand_def(BoolLike, default=None)
    result: Result = result_def(IntTensor)
    traits = traits_def(Pure(), TypesMatchWith("mask type matches src type", "src", "mask", i1_same_shape))
    SYNTAX: ClassVar = "$src (`,` $mask^)? attr-dict `:` type($src) `->` type($result)"


@irdl_op_definition
class GatherOp(TritonOp):
    """Elements of ``src`` along ``axis`` at ``indices``."""

    name = "tt.gather"
    src: Operand = operand_def(Tensor)
    indices: Operand = operand_def(IntTensor)
    axis: Property[int] = prop_def(I32Attr)
    efficient_layout: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    result: Result = result_def(Tensor, default=INFERRED)
    traits = traits_def(Pure(), InferTypeOp())
    SYNTAX: ClassVar = "$src `[` $indices `]` attr-dict `:` functional-type(operands, results)"

    @classmethod
    def infer_result_types(
        cls, operands: Sequence[Attribute], properties: dict[str, Attribute], regions: Sequence[Region]
    ) -> Sequence[Attribute]:
        """The shape and encoding of the indices, with the element type of the source."""
        return (clone_tensor(tensor(operands[1]), tensor(operands[0]).element_type),)

    def verify_op(self) -> None:
        source, indices, result = (tensor(value.type) for value in (self.src, self.indices, self.result))
        if indices.shape != result.shape:
            raise Violation("indices and output shapes must match")
        if encoding_of(indices) != encoding_of(result):
            raise Violation("indices and output encodings must match")
        if source.element_type != result.element_type:
            raise Violation("input and output element types must match")
        rank = len(source.get_shape())
        if rank != len(indices.get_shape()):
            raise Violation("input and indices ranks must match")
        axis = int_value(self.axis)
        if not 0 <= axis < rank:
            raise Violation("gather dimension must be less than the input rank")
        for dim, (extent, wanted) in enumerate(zip(indices.get_shape(), source.get_shape(), strict=True)):
            if dim != axis and extent != wanted:
                raise Violation(f"indices dimension {dim} must match the corresponding input dimension")
