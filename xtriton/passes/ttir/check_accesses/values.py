"""Integer arithmetic on scalars and tensors for the instrumentation of accesses.

Constants, extensions and splats are inserted where a method needs them, so that the checks read as formulas.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from xdsl.dialects.builtin import IntegerType, TensorType, i32
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects.tt.enums import ProgramIDDim
from xtriton.dialects.tt.memory import AddPtrOp
from xtriton.dialects.tt.program import GetNumProgramsOp, GetProgramIdOp
from xtriton.dialects.tt.reduction import ReduceOp, ReduceReturnOp
from xtriton.dialects.tt.shape import MakeRangeOp, ReshapeOp, SplatOp
from xtriton.dialects.upstream.arith import (
    AddIOp,
    AndIOp,
    CmpIOp,
    CmpIPredicate,
    ConstantOp,
    ExtSIOp,
    MaxSIOp,
    MinSIOp,
    MulIOp,
    OrIOp,
    SelectOp,
    SubIOp,
    TruncIOp,
    XOrIOp,
)
from xtriton.folds.elements import constant, width_of
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import element_type, shape_of
from xtriton.rewriting.rewriter import Rewriter


def typed(element: Attribute, shape: Sequence[int] | None) -> Attribute:
    """A scalar type, or a tensor of it."""
    return element if shape is None else TensorType(element, shape)


@dataclass(frozen=True)
class Run:
    """Aligned runs of neighbouring elements along a dimension of a tensor."""

    axis: int
    extent: int
    """The number of elements, a power of two."""


@dataclass
class Values:
    """Inserts arithmetic at the insertion point of ``rewriter``."""

    rewriter: Rewriter

    def add(self, op: Operation) -> SSAValue:
        """Insert an operation and return its result."""
        return self.rewriter.insert_value(op)

    def number(self, value: float, type_: Attribute) -> SSAValue:
        """A constant, for a tensor type a splat."""
        return self.add(ConstantOp(constant(type_, value)))

    def like(self, value: SSAValue, other: SSAValue) -> SSAValue:
        """``value`` as a splat of the shape of ``other``, if that is a tensor and ``value`` is not."""
        shape = shape_of(other.type)
        if shape is None or is_tensor_type(value.type):
            return value
        return self.add(SplatOp(value, result=TensorType(value.type, shape)))

    def wide(self, value: SSAValue, width: int = 64) -> SSAValue:
        """``value`` sign-extended or truncated."""
        have = width_of(value.type)
        if have == width:
            return value
        type_ = typed(IntegerType(width), shape_of(value.type))
        return self.add(ExtSIOp(value, type_) if have < width else TruncIOp(value, type_))

    def _pair(self, kind: Any, lhs: SSAValue, rhs: SSAValue | int) -> SSAValue:
        if isinstance(rhs, int):
            rhs = self.number(rhs, lhs.type)
        return self.add(kind(self.like(lhs, rhs), self.like(rhs, lhs)))

    def plus(self, lhs: SSAValue, rhs: SSAValue | int) -> SSAValue:
        """The sum."""
        return self._pair(AddIOp, lhs, rhs)

    def minus(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """The difference."""
        return self._pair(SubIOp, lhs, rhs)

    def times(self, lhs: SSAValue, factor: SSAValue | int) -> SSAValue:
        """The product."""
        return lhs if factor == 1 else self._pair(MulIOp, lhs, factor)

    def both(self, lhs: SSAValue, rhs: SSAValue | None) -> SSAValue:
        """The conjunction, bit by bit; ``None`` is true."""
        return lhs if rhs is None else self._pair(AndIOp, lhs, rhs)

    def either(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """The disjunction, bit by bit."""
        return self._pair(OrIOp, lhs, rhs)

    def negated(self, truth: SSAValue) -> SSAValue:
        """Whether ``truth`` is false."""
        return self._pair(XOrIOp, truth, self.number(-1, truth.type))

    def compare(self, predicate: CmpIPredicate, lhs: SSAValue, rhs: SSAValue | int) -> SSAValue:
        """The comparison of two integers."""
        if isinstance(rhs, int):
            rhs = self.number(rhs, lhs.type)
        return self.add(CmpIOp(predicate, self.like(lhs, rhs), self.like(rhs, lhs)))

    def select(self, condition: SSAValue, lhs: SSAValue, rhs: SSAValue | int) -> SSAValue:
        """``lhs`` where the condition holds, else ``rhs``."""
        lhs = self.like(lhs, condition)
        other = self.number(rhs, lhs.type) if isinstance(rhs, int) else self.like(rhs, lhs)
        return self.add(SelectOp(condition, lhs, other))

    def least(self, value: SSAValue) -> SSAValue:
        """The least element of a tensor; a scalar as it is."""
        return self._reduced(value, MinSIOp)

    def greatest(self, value: SSAValue) -> SSAValue:
        """The greatest element of a tensor; a scalar as it is."""
        return self._reduced(value, MaxSIOp)

    def lesser(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """The lesser of two numbers."""
        return self._pair(MinSIOp, lhs, rhs)

    def greater(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """The greater of two numbers."""
        return self._pair(MaxSIOp, lhs, rhs)

    def all(self, truth: SSAValue) -> SSAValue:
        """Whether all elements are true."""
        return truth if shape_of(truth.type) is None else self.negated(self.any(self.negated(truth)))

    def any(self, truth: SSAValue) -> SSAValue:
        """Whether any element is true."""
        return self._reduced(truth, OrIOp)

    def least_of_runs(self, value: SSAValue, run: Run) -> SSAValue:
        """The least element of each run."""
        return self._reduced_runs(value, run, MinSIOp)

    def greatest_of_runs(self, value: SSAValue, run: Run) -> SSAValue:
        """The greatest element of each run."""
        return self._reduced_runs(value, run, MaxSIOp)

    def _reduced_runs(self, value: SSAValue, run: Run, kind: Any) -> SSAValue:
        shape = shape_of(value.type)
        assert shape is not None
        before, extent, after = shape[: run.axis], shape[run.axis], shape[run.axis + 1 :]
        if extent == run.extent:
            return self._reduced_along(value, run.axis, kind)
        split = TensorType(element_type(value.type), [*before, extent // run.extent, run.extent, *after])
        return self._reduced_along(self.add(ReshapeOp(value, result=split)), run.axis + 1, kind)

    def _reduced(self, value: SSAValue, kind: Any) -> SSAValue:
        while (shape := shape_of(value.type)) is not None:
            value = self._reduced_along(value, len(shape) - 1, kind)
        return value

    def _reduced_along(self, value: SSAValue, axis: int, kind: Any) -> SSAValue:
        element = element_type(value.type)
        body = Block(arg_types=[element, element])
        combined = kind(*body.args)
        body.add_ops([combined, ReduceReturnOp([combined.results[0]])])
        for op in body.ops:
            op.location = self.rewriter.location  # pyright: ignore[reportAttributeAccessIssue]
        return self.rewriter.insert(ReduceOp([value], axis=axis, combineOp=Region(body))).results[0]

    def flat(self, value: SSAValue) -> SSAValue:
        """A tensor with one dimension, in row-major order."""
        type_ = value.type
        if not is_tensor_type(type_) or len(type_.get_shape()) == 1:
            return value
        count = 1
        for extent in type_.get_shape():
            count *= extent
        return self.add(ReshapeOp(value, result=TensorType(type_.element_type, [count])))

    def positions(self, like: SSAValue) -> SSAValue:
        """The index of each element of a tensor with one dimension; 0 for a scalar."""
        shape = shape_of(like.type)
        if shape is None:
            return self.number(0, i32)
        if shape == (1,):
            return self.number(0, TensorType(i32, [1]))
        return self.add(MakeRangeOp(start=0, end=shape[0], result=TensorType(i32, shape)))

    def moved(self, pointer: SSAValue, uniform: SSAValue, lanes: SSAValue | None, shape: SSAValue) -> SSAValue:
        """Pointers ``uniform + lanes`` elements behind a scalar pointer, in the shape of a value."""
        found = self.add(AddPtrOp(pointer, uniform, result=pointer.type))
        extents = shape_of(shape.type)
        if extents is None:
            return found
        found = self.add(SplatOp(found, result=TensorType(found.type, extents)))
        return found if lanes is None else self.add(AddPtrOp(found, lanes, result=found.type))

    def program(self) -> SSAValue:
        """The number of the program in the grid, x fastest, as i32."""
        ids = [self.add(GetProgramIdOp(axis=axis)) for axis in ProgramIDDim]
        extents = [self.add(GetNumProgramsOp(axis=axis)) for axis in (ProgramIDDim.X, ProgramIDDim.Y)]
        rows = self.plus(ids[1], self.times(ids[2], extents[1]))
        return self.plus(ids[0], self.times(rows, extents[0]))
