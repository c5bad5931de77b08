"""Creation of tensors from elements, and element access."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import ClassVar, Self

from xdsl.dialects.builtin import IndexType, NoneAttr, TensorType
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import IsTerminator, NoMemoryEffect, Pure, RecursivelySpeculatable, RecursiveMemoryEffect, ReturnLike

from xtriton.dialects.upstream.mixed import DYNAMIC, OpFoldResult, split_mixed, static_of
from xtriton.dialects.upstream.shaped import (
    AnyTensor,
    NamedResult,
    NonZeroRankedTensor,
    RankedTensor,
    StaticTensor,
    dynamic_dims,
)
from xtriton.dialects.upstream.tensor.compatibility import can_bitcast, can_cast
from xtriton.dialects.upstream.traits import Cast
from xtriton.ir.constraints import AnyType, Index
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    Operands,
    OpRegion,
    Result,
    operand_def,
    region_def,
    result_def,
    var_operand_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.op import Op
from xtriton.ir.shared_attributes import int_array, tensor_of
from xtriton.ir.traits import (
    HasParentOp,
    ImplicitTerminator,
    RangedTypesMatchWith,
    SingleBlock,
    TypesMatchWith,
    element_type,
    shape_of,
)

Tensor = TensorType[Attribute]


def _verify_sizes(sizes: Sequence[SSAValue], type_: Attribute) -> None:
    expected = dynamic_dims(type_)
    if len(sizes) != expected:
        raise Violation(f"incorrect number of dynamic sizes, has {len(sizes)}, expected {expected}")


@irdl_op_definition
class EmptyOp(Op):
    """A tensor of a given shape with undefined elements."""

    name = "tensor.empty"
    dynamicSizes: Operands = var_operand_def(Index, default=())
    result: Result = result_def(RankedTensor)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "`(` $dynamicSizes `)` attr-dict `:` type($result)"

    @classmethod
    def of(cls, sizes: Sequence[OpFoldResult], element: Attribute, encoding: Attribute | None = None) -> Self:
        """The tensor of the given sizes, element type and encoding."""
        operands, _ = split_mixed(sizes)
        shape = int_array(static_of(sizes))
        return cls(operands, result=tensor_of(element, shape, NoneAttr() if encoding is None else encoding))

    @property
    def mixed_sizes(self) -> list[OpFoldResult]:
        """The extents."""
        sizes = iter(self.dynamicSizes)
        return [next(sizes) if extent == DYNAMIC else extent for extent in shape_of(self.result.type) or ()]

    def verify_op(self) -> None:
        _verify_sizes(self.dynamicSizes, self.result.type)


@irdl_op_definition
class SplatOp(NamedResult):
    """A tensor of one value."""

    name = "tensor.splat"
    RESULT_NAME: ClassVar[str] = "splat"
    input: Operand = operand_def(AnyType)
    dynamicSizes: Operands = var_operand_def(Index, default=())
    aggregate: Result = result_def(RankedTensor)
    traits = traits_def(
        TypesMatchWith("operand type matches element type of result", "aggregate", "input", element_type), Pure()
    )
    SYNTAX: ClassVar = "$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($aggregate)"

    def verify_op(self) -> None:
        _verify_sizes(self.dynamicSizes, self.aggregate.type)


def _count(type_: Attribute) -> int:
    """How many elements a tensor has, as far as an operation can have so many operands; 0 if that is not known."""
    shape = shape_of(type_) or ()
    return 0 if DYNAMIC in shape else min(prod(shape), _MOST_OPERANDS)


_MOST_OPERANDS = 1 << 24


@irdl_op_definition
class FromElementsOp(NamedResult):
    """A tensor of given elements, in row-major order."""

    name = "tensor.from_elements"
    RESULT_NAME: ClassVar[str] = "from_elements"
    elements: Operands = var_operand_def(AnyType)
    result: Result = result_def(StaticTensor, kw_only=False)
    traits = traits_def(
        RangedTypesMatchWith(
            "operand types match result element type",
            "result",
            "elements",
            lambda type_: [element_type(type_)] * _count(type_),
        ),
        Pure(),
    )
    SYNTAX: ClassVar = "$elements attr-dict `:` type($result)"


@irdl_op_definition
class ExtractOp(NamedResult):
    """One element."""

    name = "tensor.extract"
    RESULT_NAME: ClassVar[str] = "extracted"
    tensor: Operand = operand_def(RankedTensor)
    indices: Operands = var_operand_def(Index, default=())
    result: Result = result_def(AnyType, default=INFERRED)
    traits = traits_def(
        TypesMatchWith("result type matches element type of tensor", "tensor", "result", element_type), Pure()
    )
    SYNTAX: ClassVar = "$tensor `[` $indices `]` attr-dict `:` type($tensor)"

    def verify_op(self) -> None:
        if len(self.indices) != len(shape_of(self.tensor.type) or ()):
            raise Violation("incorrect number of indices for extract_element")


@irdl_op_definition
class InsertOp(NamedResult):
    """A tensor with one element replaced."""

    name = "tensor.insert"
    RESULT_NAME: ClassVar[str] = "inserted"
    scalar: Operand = operand_def(AnyType)
    dest: Operand = operand_def(RankedTensor)
    indices: Operands = var_operand_def(Index, default=())
    result: Result = result_def(RankedTensor, default=INFERRED)
    traits = traits_def(
        TypesMatchWith("expected result type to match dest type", "dest", "result"),
        TypesMatchWith("element type of scalar matches element type of dest", "dest", "scalar", element_type),
        Pure(),
    )
    SYNTAX: ClassVar = "$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)"

    def verify_op(self) -> None:
        if len(self.indices) != len(shape_of(self.dest.type) or ()):
            raise Violation("incorrect number of indices")


@irdl_op_definition
class DimOp(NamedResult):
    """The extent of a dimension."""

    name = "tensor.dim"
    RESULT_NAME: ClassVar[str] = "dim"
    source: Operand = operand_def(NonZeroRankedTensor)
    index: Operand = operand_def(Index)
    result: Result = result_def(Index, default=INFERRED)
    traits = traits_def(NoMemoryEffect())
    SYNTAX: ClassVar = "attr-dict $source `,` $index `:` type($source)"


@irdl_op_definition
class RankOp(NamedResult):
    """The number of dimensions."""

    name = "tensor.rank"
    RESULT_NAME: ClassVar[str] = "rank"
    tensor: Operand = operand_def(AnyTensor)
    result: Result = result_def(Index, default=INFERRED)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$tensor attr-dict `:` type($tensor)"


@irdl_op_definition
class CastOp(NamedResult):
    """The same tensor with a more or less static shape."""

    name = "tensor.cast"
    RESULT_NAME: ClassVar[str] = "cast"
    source: Operand = operand_def(AnyTensor)
    dest: Result = result_def(AnyTensor, kw_only=False)
    traits = traits_def(Cast(can_cast), Pure())
    SYNTAX: ClassVar = "$source attr-dict `:` type($source) `to` type($dest)"


@irdl_op_definition
class BitcastOp(Op):
    """A bitcast to another element type of the same width."""

    name = "tensor.bitcast"
    source: Operand = operand_def(AnyTensor)
    dest: Result = result_def(AnyTensor)
    traits = traits_def(Cast(can_bitcast), Pure())
    SYNTAX: ClassVar = "$source attr-dict `:` type($source) `to` type($dest)"


@irdl_op_definition
class YieldOp(Op):
    """Terminates a region on tensor elements with an element."""

    name = "tensor.yield"
    value: Operand = operand_def(AnyType)
    traits = traits_def(HasParentOp("tensor.generate", "tensor.pad"), Pure(), ReturnLike(), IsTerminator())
    SYNTAX: ClassVar = "$value attr-dict `:` type($value)"


@irdl_op_definition
class GenerateOp(NamedResult):
    """A tensor whose region computes each element from its indices."""

    name = "tensor.generate"
    RESULT_NAME: ClassVar[str] = "generated"
    dynamicExtents: Operands = var_operand_def(Index, default=())
    result: Result = result_def(RankedTensor)
    body: OpRegion = region_def("single_block")
    traits = traits_def(
        SingleBlock(), ImplicitTerminator("tensor.yield"), RecursiveMemoryEffect(), RecursivelySpeculatable()
    )
    SYNTAX: ClassVar = "$dynamicExtents $body attr-dict `:` type($result)"

    def verify_op(self) -> None:
        if len(self.dynamicExtents) != dynamic_dims(self.result.type):
            raise Violation("must have as many index operands as dynamic extents in the result type", prefixed=False)

    def verify_regions(self) -> None:
        arguments = self.body.block.args
        if any(not isinstance(argument.type, IndexType) for argument in arguments):
            raise Violation("all body arguments must be index", prefixed=False)
        if len(arguments) != len(shape_of(self.result.type) or ()):
            raise Violation("must have one body argument per input dimension", prefixed=False)
        end = self.body.block.last_op
        if not isinstance(end, YieldOp) or end.value.type != element_type(self.result.type):
            raise Violation("body must be terminated with a `yield` operation of the tensor element type")
