"""Tensor reshapes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import ClassVar, Self

from xdsl.dialects.builtin import IndexType, IntegerType, TensorType
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import Pure

from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.mixed import DYNAMIC, OpFoldResult, index_list, join_mixed, split_mixed
from xtriton.dialects.upstream.reassociation import Groups, Reassociation, groups_of
from xtriton.dialects.upstream.shaped import AnyTensor, NamedResult, RankedTensor, is_static
from xtriton.ir.constraints import DenseI64Array, Index, TypePredicate
from xtriton.ir.definitions import (
    Operand,
    Operands,
    Property,
    Result,
    computed,
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import is_tensor_type, tensor
from xtriton.ir.traits import element_type

Tensor = TensorType[Attribute]


def collapsed_tensor_type(source: Tensor, groups: Sequence[Sequence[int]]) -> Tensor:
    """The type of ``source`` with each group of dimensions collapsed."""
    shape = source.get_shape()
    extents = [[shape[index] for index in group] for group in groups]
    return TensorType(source.element_type, [DYNAMIC if DYNAMIC in extents_ else prod(extents_) for extents_ in extents])


def _verify_reshape(expanded: Tensor, collapsed: Tensor, groups: Groups) -> None:
    """Verify a reshape in either direction (MLIR's ``verifyReshapeLikeTypes`` and ``verifyTensorReshapeOp``)."""
    high, low = expanded.get_num_dims(), collapsed.get_num_dims()
    if high < low:
        raise Violation(
            f"expected the expanded type, '{expanded}' to have a higher (or same) rank than the collapsed type, "
            f"'{collapsed}'."
        )
    if low != len(groups):
        raise Violation(f"expected collapsed rank ({low}) to equal the number of reassociation maps ({len(groups)}).")
    named = 1 + max((index for group in groups for index in group), default=-1)
    if groups and named != high:
        # The two spaces are MLIR's.
        raise Violation(
            f"expected reassociation map #0 to have size equal to the expanded rank ({high}), but it is  {named}."
        )
    _verify_contiguous(groups)
    _verify_extents(expanded.get_shape(), collapsed.get_shape(), groups)
    inferred = collapsed_tensor_type(expanded, groups)
    if (inferred.shape, inferred.element_type) != (collapsed.shape, collapsed.element_type):
        raise Violation(f"expected collapsed type to be '{inferred}', but got '{collapsed}'")


def _verify_contiguous(groups: Groups) -> None:
    expected = 0
    for number, group in enumerate(groups):
        if group != list(range(expected, expected + len(group))):
            raise Violation(f"expected reassociation map #{number} to be valid and contiguous.")
        expected += len(group)


def _verify_extents(expanded: Sequence[int], collapsed: Sequence[int], groups: Groups) -> None:
    for number, group in enumerate(groups):
        extents = [expanded[index] for index in group]
        if DYNAMIC in extents:
            if collapsed[number] != DYNAMIC:
                raise Violation(
                    f"expected dimension {number} of collapsed type to be dynamic since one or more of the "
                    "corresponding dimensions in the expanded type is dynamic"
                )
        elif collapsed[number] != prod(extents):
            raise Violation(f"expected dimension {number} of collapsed type to be static value of {prod(extents)}")


@irdl_op_definition
class ExpandShapeOp(NamedResult):
    """A tensor with dimensions expanded to groups."""

    name = "tensor.expand_shape"
    RESULT_NAME: ClassVar[str] = "expanded"
    src: Operand = operand_def(RankedTensor)
    reassociation: Property[Sequence[Sequence[int]]] = prop_def(Reassociation)
    output_shape: Operands = var_operand_def(Index, default=())
    static_output_shape: Property[Sequence[int]] = prop_def(DenseI64Array)
    result: Result = result_def(RankedTensor)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = (
        "$src $reassociation `output_shape` custom<OutputShape>($output_shape, $static_output_shape) attr-dict `:` "
        "type($src) `into` type($result)"
    )
    CUSTOM: ClassVar = {"OutputShape": index_list("output_shape", "static_output_shape")}

    @classmethod
    def of(
        cls, source: SSAValue, groups: Sequence[Sequence[int]], shape: Sequence[OpFoldResult], type_: Attribute
    ) -> Self:
        """The expansion to ``shape``."""
        operands, numbers = split_mixed(shape)
        return cls(source, operands, reassociation=groups, static_output_shape=numbers, result=type_)

    @property
    def groups(self) -> Groups:
        """The result dimensions of each source dimension."""
        return groups_of(self.reassociation)

    @property
    def mixed_output_shape(self) -> list[OpFoldResult]:
        """The shape of the result."""
        return join_mixed(self.static_output_shape, self.output_shape)

    def verify_op(self) -> None:
        source, result = tensor(self.src.type), tensor(self.result.type)
        numbers = dense_numbers(self.static_output_shape)
        if len(numbers) != result.get_num_dims():
            raise Violation(
                f"expected number of static shape dims to be equal to the output rank ({result.get_num_dims()}) but "
                f"found {len(numbers)} inputs instead"
            )
        if numbers.count(DYNAMIC) != len(self.output_shape):
            raise Violation(
                "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has "
                f"{numbers.count(DYNAMIC)} dynamic dims while output_shape has {len(self.output_shape)} values"
            )
        _verify_reshape(result, source, self.groups)


def _collapsed(source: SSAValue, groups: Attribute) -> Attribute:
    """The type of a tensor with its dimensions collapsed."""
    return collapsed_tensor_type(tensor(source.type), groups_of(groups))


@irdl_op_definition
class CollapseShapeOp(NamedResult):
    """A tensor with groups of dimensions collapsed."""

    name = "tensor.collapse_shape"
    RESULT_NAME: ClassVar[str] = "collapsed"
    src: Operand = operand_def(RankedTensor)
    reassociation: Property[Sequence[Sequence[int]]] = prop_def(Reassociation, kw_only=False)
    result: Result = result_def(RankedTensor, default=computed(_collapsed, "src", "reassociation"), kw_only=False)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$src $reassociation attr-dict `:` type($src) `into` type($result)"

    @property
    def groups(self) -> Groups:
        """The source dimensions of each result dimension."""
        return groups_of(self.reassociation)

    def verify_op(self) -> None:
        _verify_reshape(tensor(self.src.type), tensor(self.result.type), self.groups)


_Shape = TypePredicate(
    "1D tensor of signless integer or index values",
    lambda attr: (
        is_tensor_type(attr) and attr.get_num_dims() == 1 and isinstance(attr.element_type, IndexType | IntegerType)
    ),
)


@irdl_op_definition
class ReshapeOp(NamedResult):
    """A tensor with another shape, given by a tensor."""

    name = "tensor.reshape"
    RESULT_NAME: ClassVar[str] = "reshape"
    source: Operand = operand_def(AnyTensor)
    shape: Operand = operand_def(_Shape)
    result: Result = result_def(AnyTensor, kw_only=False)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"

    def verify_op(self) -> None:
        source, result = self.source.type, self.result.type
        if element_type(source) != element_type(result):
            raise Violation("element types of source and destination tensor types should be the same")
        extents = tensor(self.shape.type).get_shape()
        if not is_tensor_type(result):
            return
        target = result.get_shape()
        given = source.get_shape() if is_tensor_type(source) else None
        if given is not None and is_static(target) and is_static(given) and prod(given) != prod(target):
            raise Violation("source and destination tensor should have the same number of elements")
        if extents[0] == DYNAMIC:
            raise Violation("cannot use shape operand with dynamic length to reshape to statically-ranked tensor type")
        if extents[0] != len(target):
            raise Violation("length of shape operand differs from the result's tensor rank")
