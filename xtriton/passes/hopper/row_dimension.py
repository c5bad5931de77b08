"""Which dimension of each tensor holds the rows of a dot's result, and how operations propagate that dimension.

``rows_of_result`` follows a dimension from an operand to the results, ``rows_of_operands`` from a result to the
operands. Both support only operations that compute each row of their results from that row of their operands; others
raise :class:`MixesRows`.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.reshapes import dimension_after_reshape
from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.ir.narrowing import int_list, int_value, tensor
from xtriton.ir.traits import Elementwise, has_trait, shape_of_tensor
from xtriton.passes.hopper.unsupported import Unsupported
from xtriton.rewriting.tensors import with_shape


class MixesRows(Unsupported):
    """An operation that does not compute each row of its results from that row of its operands alone."""


def is_tensor(value: SSAValue) -> bool:
    """Whether a value is a tensor of values, not a scalar, a pointer to a tensor or a descriptor."""
    return isinstance(value.type, TensorType)


def is_elementwise(op: Operation) -> bool:
    """Whether each element of the results depends on the operands' elements at the same place alone."""
    if isinstance(op, tt.ElementwiseInlineAsmOp | tt.MapElementwiseOp):
        return False
    return has_trait(op, Elementwise) or isinstance(op, tt.LoadOp)


def rows_of_result(op: Operation, operand: SSAValue, index: int, dim: int) -> int:
    """The dimension of the results of ``op`` that holds the rows, which dimension ``dim`` of operand ``index`` holds.

    Raises :class:`MixesRows`.
    """
    match op:
        case _ if is_elementwise(op):
            return dim
        case tt.TransOp():
            return int_list(op.order).index(dim)
        case tt.ExpandDimsOp():
            return dim + (int_value(op.axis) <= dim)
        case tt.BroadcastOp():
            return dim
        case tt.ReduceOp():
            axis = int_value(op.axis)
            if axis == dim:
                raise MixesRows(op, "reduces along the rows")
            return dim - (axis < dim)
        case tt.DotOp():
            return _rows_of_dot(op, index, dim)
        case tt.ReshapeOp():
            return _after_reshape(op, op.src, op.result, dim)
        case tt.SplitOp():
            if dim == len(shape_of_tensor(op.src)) - 1:
                raise MixesRows(op, "splits the rows")
            return dim
        case tt.JoinOp():
            return dim
        case _:
            raise MixesRows(op, "is not known to compute rows independently")


def _rows_of_dot(op: tt.DotOp, index: int, dim: int) -> int:
    rank = len(shape_of_tensor(op.d))
    left, right, sums = range(3)
    if rank == 2 and (index == sums or (index, dim) in ((left, 0), (right, 1))):
        return dim
    raise MixesRows(op, "contracts over the rows")


def _after_reshape(op: tt.ReshapeOp, given: SSAValue, wanted: SSAValue, dim: int) -> int:
    """The dimension of ``wanted`` that holds the rows of ``given``: of the operand and the result, in either order."""
    kept = dimension_after_reshape(shape_of_tensor(given), shape_of_tensor(wanted), dim)
    if kept is None or op.allow_reorder is not None:
        raise MixesRows(op, "distributes rows over several dimensions or reorders them")
    return kept


def rows_of_operands(op: Operation, dim: int) -> Iterator[tuple[int, int]]:
    """The operands of ``op`` that hold rows if dimension ``dim`` of its results does, each with its dimension.

    Raises :class:`MixesRows`.
    """
    match op:
        case tt.MakeRangeOp() | tt.SplatOp() | ConstantOp() | tt.DescriptorLoadOp():
            return
        case _ if is_elementwise(op):
            yield from ((index, dim) for index, value in enumerate(op.operands) if is_tensor(value))
        case tt.TransOp():
            yield 0, int_list(op.order)[dim]
        case tt.ExpandDimsOp():
            axis = int_value(op.axis)
            if axis == dim:
                raise MixesRows(op, "adds the dimension of the rows")
            yield 0, dim - (axis < dim)
        case tt.BroadcastOp():
            if shape_of_tensor(op.src)[dim] != 1:
                yield 0, dim
        case tt.ReduceOp():
            axis = int_value(op.axis)
            yield from ((index, dim + (axis <= dim)) for index in range(len(op.operands)))
        case tt.DotOp():
            if len(shape_of_tensor(op.d)) != 2:
                raise MixesRows(op, "is a batched dot")
            yield from ((dim, dim), (2, dim))
        case tt.ReshapeOp():
            yield 0, _after_reshape(op, op.result, op.src, dim)
        case tt.SplitOp():
            yield 0, dim
        case tt.JoinOp():
            if dim == len(shape_of_tensor(op.lhs)):
                raise MixesRows(op, "adds the dimension of the rows")
            yield from ((0, dim), (1, dim))
        case _:
            raise MixesRows(op, "is not known to compute rows independently")


def resized(type_: Attribute, dim: int, extent: int) -> TensorType[Attribute]:
    """A tensor type with another extent of one dimension."""
    shape = list(tensor(type_).get_shape())
    shape[dim] = extent
    return with_shape(type_, shape)
