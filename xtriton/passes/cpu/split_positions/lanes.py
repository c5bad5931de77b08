"""The lanes of a block of positions: the dimension of each tensor that holds them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Block, Operation, SSAValue
from xdsl.traits import IsTerminator

from xtriton.analysis.dimension_classes import DimensionClasses
from xtriton.dialects import tt
from xtriton.dialects.tt.reduction import ReduceOp, ScanOp
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.scf import ConditionOp, ForOp, IfOp, WhileOp, YieldOp
from xtriton.folds.elements import scalar_number
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.interfaces.region_branch import RegionBranchOpInterface
from xtriton.ir.creation import is_operation
from xtriton.ir.narrowing import int_list, int_value, is_tensor_type
from xtriton.ir.traits import Elementwise, has_trait, shape_of
from xtriton.ir.walk import operations_in


@dataclass(frozen=True)
class Lanes:
    """The lanes of a block of positions."""

    extent: int
    dims: dict[SSAValue, int]
    """The dimension of each tensor that has lanes."""

    @property
    def ranges(self) -> list[tt.MakeRangeOp]:
        """The ranges that number lanes."""
        return [value.owner for value in self.dims if isinstance(value.owner, tt.MakeRangeOp)]

    def has(self, op: Operation) -> bool:
        """Whether an operation, or one in its regions, has an operand or a result with lanes."""
        return any(value in self.dims for inner in operations_in(op) for value in (*inner.operands, *inner.results))


@dataclass(frozen=True)
class LaneOperations:
    """The operations of a block that have lanes, or that need their results."""

    block: Block
    inside: Sequence[Operation]
    """Those in the block, in order."""
    before: Sequence[Operation]
    """Those outside of it that the others need."""

    @property
    def all(self) -> Sequence[Operation]:
        """All operations, in order."""
        return [*self.before, *self.inside]


def operations_with(lanes: Lanes, block: Block) -> LaneOperations | None:
    """The operations with lanes; ``None`` if the terminator uses one, or an operand outside cannot be cloned."""
    inside: list[Operation] = []
    results: set[SSAValue] = set()
    for op in block.ops:
        needed = lanes.has(op) or any(operand in results for each in operations_in(op) for operand in each.operands)
        if needed and has_trait(op, IsTerminator):
            return None
        if needed:
            inside.append(op)
            results.update(op.results)
    nested = {op for outer in inside for op in operations_in(outer)}
    before: dict[Operation, None] = {}
    for operand in [operand for op in nested for operand in op.operands]:
        if operand in lanes.dims and not _add_outside(operand, lanes, nested, before):
            return None
    return LaneOperations(block, inside, list(before))


def _add_outside(value: SSAValue, lanes: Lanes, inside: set[Operation], found: dict[Operation, None]) -> bool:
    """Add the operations outside a block that compute a tensor. Returns whether they can be cloned into the block."""
    op = value.owner
    if not is_operation(op):
        return op.parent_op() in inside
    if op in inside or op in found:
        return True
    if op.regions or not is_memory_effect_free(op):
        return False
    if not all(_add_outside(operand, lanes, inside, found) for operand in op.operands if operand in lanes.dims):
        return False
    found[op] = None
    return True


class LaneClasses:
    """The classes of the dimensions of the tensors in a block, and of those outside that these are computed from.

    Operations outside the block are included only if they can be cloned into it; their other uses do not matter.
    """

    def __init__(self, block: Block) -> None:
        self._classes = DimensionClasses()
        inside = operations_in(block)
        visited = set(inside)
        for op in inside:
            if op is block.last_op:
                self._fix(*op.operands)
            else:
                self._visit(op)
        for operand in [operand for op in inside for operand in op.operands]:
            self._visit_outside(operand, visited)

    def _visit_outside(self, value: SSAValue, visited: set[Operation]) -> None:
        """The operations outside of the block that a value is computed by; others' results are used as a whole."""
        op = value.owner
        if not is_operation(op):
            if op.parent_op() not in visited:
                self._fix(value)
        elif op not in visited:
            visited.add(op)
            if op.regions or not is_memory_effect_free(op):
                self._fix(*op.results)
                return
            self._visit(op)
            for operand in op.operands:
                self._visit_outside(operand, visited)

    def of(self, range_: tt.MakeRangeOp) -> Lanes | None:
        """The lanes that a range numbers; ``None`` if an operation combines them, or is not supported."""
        found = self._classes.class_of((range_.result, 0))
        if found is None:
            return None
        dims: dict[SSAValue, int] = {}
        for value, dim in found:
            if isinstance(value, Operation) or dims.setdefault(value, dim) != dim:
                return None
        return Lanes(_shape(range_.result)[0], dims)

    def _visit(self, op: Operation) -> None:
        match op:
            case tt.MakeRangeOp() | tt.SplatOp():
                self._know(op.result)
            case ConstantOp():
                self._know(op.result)
                if is_tensor_type(op.result.type) and scalar_number(op.value) is None:
                    self._fix(op.result)
            case tt.LoadOp() | tt.StoreOp() | tt.AtomicRMWOp() if is_tensor_type(op.ptr.type):
                self._same_shape(op)
            case tt.ExpandDimsOp():
                axis = int_value(op.axis)
                for dim in range(len(_shape(op.src))):
                    self._classes.join((op.src, dim), (op.result, dim + (dim >= axis)))
                self._classes.fix((op.result, axis))
            case tt.BroadcastOp():
                for dim, (extent, wide) in enumerate(zip(_shape(op.src), _shape(op.result), strict=True)):
                    if extent == wide:
                        self._classes.join((op.src, dim), (op.result, dim))
            case tt.TransOp():
                for dim, source in enumerate(int_list(op.order)):
                    self._classes.join((op.src, source), (op.result, dim))
            case ReduceOp() | ScanOp():
                self._along_axis(op)
            case ForOp() | IfOp() | WhileOp():
                self._branches(op)
            case YieldOp() | ConditionOp() | tt.AssertOp():
                pass
            case _ if is_elementwise(op):
                self._same_shape(op)
            case _:
                self._fix(*op.operands, *op.results)

    def _know(self, value: SSAValue) -> None:
        for dim in range(len(_shape(value))):
            self._classes.join((value, dim), (value, dim))

    def _fix(self, *values: SSAValue) -> None:
        for value in values:
            self._know(value)
            self._classes.fix(*((value, dim) for dim in range(len(_shape(value)))))

    def _join(self, one: SSAValue, other: SSAValue) -> None:
        for dim in range(len(_shape(one))):
            self._classes.join((one, dim), (other, dim))

    def _same_shape(self, op: Operation) -> None:
        """An operation whose tensors have one shape."""
        values = [value for value in (*op.operands, *op.results) if is_tensor_type(value.type)]
        if any(_shape(value) != _shape(values[0]) for value in values):
            self._fix(*values)
        for value in values[1:]:
            self._join(values[0], value)

    def _along_axis(self, op: ReduceOp | ScanOp) -> None:
        axis = int_value(op.axis)
        for value in op.srcs:
            self._classes.join((value, axis), (value, axis))
            self._classes.fix((value, axis))
            self._join(op.srcs[0], value)
        for result in op.result:
            if not is_tensor_type(result.type):
                continue
            for dim in range(len(_shape(result))):
                source = dim + (dim >= axis) if isinstance(op, ReduceOp) else dim
                self._classes.join((op.srcs[0], source), (result, dim))

    def _branches(self, op: RegionBranchOpInterface) -> None:
        for edge in op.edges():
            for operand, value in zip(edge.operands, edge.successor.inputs, strict=True):
                self._join(edge.source.operands[operand], value)


def is_elementwise(op: Operation) -> bool:
    """Whether an element of a result depends on elements of the operands at the same place only."""
    if isinstance(op, tt.ElementwiseInlineAsmOp):  # it may take several elements at once
        return False
    return has_trait(op, Elementwise) and is_memory_effect_free(op) and not op.regions


def _shape(value: SSAValue) -> tuple[int, ...]:
    """The shape of a tensor; () for other values."""
    return shape_of(value.type) or () if is_tensor_type(value.type) else ()
