"""The use kinds of values: data, addresses and masks, or both (triton-shared's ``UseAnalysis``).

The pointer, mask and ``other`` operands of memory accesses count as addresses. Operations used only for addresses need
not be computed as tensors when the memory accesses are described by offsets and strides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Flag

from xdsl.ir import Operation, SSAValue

from xtriton.analysis.dataflow.backward import SparseBackwardAnalysis
from xtriton.dialects import tt
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.ir.narrowing import is_tensor_type


class Use(Flag):
    """The use kinds of a value."""

    NOTHING = 0
    DATA = 1
    META = 2
    MIXED = DATA | META


class UseAnalysis(SparseBackwardAnalysis[Use]):
    """The uses of all values in a function."""

    @property
    def bottom(self) -> Use:
        return Use.NOTHING

    def join(self, first: Use, second: Use) -> Use:
        return first | second

    def of_op(self, op: Operation) -> Use:
        """The union of the use kinds of an operation's results."""
        use = Use.NOTHING
        for result in op.results:
            use |= self.of(result)
        return use

    def visit_branch(self, op: Operation, deciding: Sequence[SSAValue]) -> None:
        """Operands that determine control flow are used neither as data nor for addresses."""

    def visit_operation(self, op: Operation) -> None:
        if len(op.results) == 1 and _points(op.results[0]):
            self._add_all(op.operands, Use.META)
        match op:
            case tt.LoadOp():
                self._add_all(op.operands, Use.META)
            case tt.StoreOp():
                for operand in op.operands:
                    self.add(operand, Use.DATA if operand is op.value else Use.META)
            case tt.DotOp():
                self._add_all((op.a, op.b), self.of_op(op))
                self.add(op.c, Use.META if _is_constant_splat(op.c) else Use.DATA)
            case _:
                self._add_all(op.operands, self.of_op(op))

    def _add_all(self, values: Iterable[SSAValue], use: Use) -> None:
        for value in values:
            self.add(value, use)

    def is_meta_user(self, op: Operation, value: SSAValue) -> bool:
        """Whether an operation uses a value for addresses only."""
        match op:
            case tt.LoadOp():
                return True
            case tt.StoreOp():
                return value is op.ptr or value is op.mask
            case tt.DotOp():
                return _is_constant_splat(op.c)
            case _:
                return all(self.of(result) is Use.META for result in op.results)


def _points(value: SSAValue) -> bool:
    """Whether a value is a tensor of pointers."""
    return is_tensor_type(value.type) and isinstance(value.type.element_type, PointerType)


def _is_constant_splat(value: SSAValue) -> bool:
    owner = value.owner
    return isinstance(owner, tt.SplatOp) and isinstance(owner.src.owner, ConstantOp)
