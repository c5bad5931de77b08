"""Which rows of tensors no effect depends on: forwards from a value, along one dimension, to masked stores."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue

from xtriton.analysis.affine import Polynomial, Ranges, Tiles
from xtriton.analysis.reshapes import dimension_after_reshape
from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import SelectOp
from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.interfaces.region_branch import receiving_values
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.ir.traits import Elementwise, has_trait, shape_of


class RowDemand:
    """Finds the users that need rows at or above a limit."""

    def __init__(self, tiles: Tiles, ranges: Ranges) -> None:
        self._tiles = tiles
        self._ranges = ranges

    def of(self, value: SSAValue, dim: int, limit: Polynomial) -> Operation | None:
        """An operation that may need elements of ``value`` at positions along ``dim`` that are not below ``limit``.

        ``None`` if there is none: every effect is the same whatever these elements are.
        """
        pending, seen = [(value, dim)], {(value, dim)}
        while pending:
            current, along = pending.pop()
            for use in current.uses:
                reached = self._through(use.operation, use.index, along, limit)
                if reached is None:
                    return use.operation
                new = [place for place in reached if place not in seen]
                seen.update(new)
                pending.extend(new)
        return None

    def _through(self, op: Operation, index: int, dim: int, limit: Polynomial) -> list[tuple[SSAValue, int]] | None:
        """The values whose rows depend on those of an operand, with the dimension; ``None`` if more does."""
        match op:
            case tt.StoreOp():
                return [] if op.operands[index] is op.value and index == 1 and self._hides(op, dim, limit) else None
            case tt.AtomicRMWOp():
                hidden = index == 1 and self._hides(op, dim, limit)
                return [(op.result, dim)] if hidden else None
            case tt.LoadOp():
                return [(op.result, dim)] if op.other is not None and index == len(op.operands) - 1 else None
            case tt.DescriptorStoreOp():
                return [] if index == 1 and self._outside(op, dim, limit) else None
            case tt.DotOp():
                return _through_dot(op, index, dim)
            case ForOp():
                return self._into_loop(op, index, dim)
            case YieldOp():
                return self._yielded(op, index, dim, limit)
            case SelectOp() if index == 1 and self._excludes(op.condition, dim, limit):
                return []
            case _:
                return _through_shape(op, dim)

    # Effects

    def _hides(self, op: tt.StoreOp | tt.AtomicRMWOp, dim: int, limit: Polynomial) -> bool:
        """Whether the mask of an access excludes rows from ``limit`` on."""
        return op.mask is not None and self._excludes(op.mask, dim, limit)

    def _excludes(self, mask: SSAValue, dim: int, limit: Polynomial) -> bool:
        """Whether a mask, a tensor, is false for rows from ``limit`` on."""
        return is_tensor_type(mask.type) and any(
            bound.dim == dim and not bound.is_lower and self._is_at_least(limit, bound.limit)
            for bound in self._tiles.masks.bounds_of(mask)
        )

    def _outside(self, op: tt.DescriptorStoreOp, dim: int, limit: Polynomial) -> bool:
        """Whether rows from ``limit`` on lie outside the tensor that a descriptor stands for."""
        made = op.desc.owner
        if not isinstance(made, tt.MakeTensorDescOp):
            return False
        place = len(op.indices) - len(shape_of(op.src.type) or ()) + dim
        scalars = self._tiles.scalars
        return self._is_at_least(limit, scalars.of(made.shape[place]) - scalars.of(op.indices[place]))

    def _is_at_least(self, number: Polynomial, other: Polynomial) -> bool:
        low = self._ranges.of(number - other).low
        return low is not None and low >= 0

    # Loops and branches

    def _into_loop(self, loop: ForOp, index: int, dim: int) -> list[tuple[SSAValue, int]] | None:
        return [(target, dim) for target in receiving_values(loop, index)] or None

    def _yielded(self, op: YieldOp, index: int, dim: int, limit: Polynomial) -> list[tuple[SSAValue, int]] | None:
        around = op.parent_op()
        if not isinstance(around, IfOp | ForOp):
            return None
        if isinstance(around, ForOp) and not self._tiles.scalars.is_invariant(limit, around):
            return None  # where the limit changes, rows of one iteration may be used with another's
        return [(target, dim) for target in receiving_values(op, index)]


def _through_dot(op: tt.DotOp, index: int, dim: int) -> list[tuple[SSAValue, int]] | None:
    rank = len(shape_of(op.results[0].type) or ())
    contracted = {0: rank - 1, 1: rank - 2}.get(index)
    return None if dim == contracted else [(op.results[0], dim)]


def _through_shape(op: Operation, dim: int) -> list[tuple[SSAValue, int]] | None:
    match op:
        case tt.ExpandDimsOp():
            axis = int_value(op.axis)
            return [(op.result, dim + (dim >= axis))]
        case tt.BroadcastOp():
            source, result = shape_of(op.src.type) or (), shape_of(op.result.type) or ()
            return [(op.result, dim)] if source[dim] == result[dim] else None
        case tt.TransOp():
            return [(op.result, dense_numbers(op.order).index(dim))]
        case tt.ReshapeOp() if op.allow_reorder is None:
            kept = dimension_after_reshape(shape_of(op.src.type) or (), shape_of(op.result.type) or (), dim)
            return None if kept is None else [(op.result, kept)]
        case tt.SplitOp():
            is_split = dim == len(shape_of(op.src.type) or ()) - 1
            return None if is_split else [(result, dim) for result in op.results]
        case tt.JoinOp():
            return [(op.result, dim)]
        case tt.ReduceOp():
            axis = int_value(op.axis)
            return None if axis == dim else [(result, dim - (dim > axis)) for result in op.results]
        case tt.ScanOp():
            axis = int_value(op.axis)
            return None if axis == dim else [(result, dim) for result in op.results]
        case _:
            elementwise = (
                has_trait(op, Elementwise)
                and is_memory_effect_free(op)
                and all(is_tensor_type(other.type) for other in op.results)
            )
            return [(result, dim) for result in op.results] if elementwise and op.results else None
