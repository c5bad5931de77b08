"""What is known of a tensor's elements while the quotients of positions stay the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from xdsl.ir import Operation, SSAValue

from xtriton.analysis.integer_ranges import IntegerRanges
from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import (
    AddIOp,
    AndIOp,
    CmpIOp,
    CmpIPredicate,
    ConstantOp,
    DivSIOp,
    ExtSIOp,
    RemSIOp,
    SubIOp,
)
from xtriton.folds.elements import scalar_number
from xtriton.ir.creation import is_operation
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.ir.walk import operations_in, reached
from xtriton.passes.cpu.split_positions.lanes import Lanes, is_elementwise


class Kind(Enum):
    """How the elements of a tensor depend on the lane within a run; they are the same along other dimensions."""

    UNIFORM = auto()
    """All elements are equal."""
    CONSECUTIVE = auto()
    """Lane ``k`` has the number of the first lane plus ``k``."""
    LEADING = auto()
    """Lanes up to some lane are true, all others false."""


_BELOW = {CmpIPredicate.SLT, CmpIPredicate.SLE}
_ABOVE = {CmpIPredicate.SGT, CmpIPredicate.SGE}


@dataclass
class Kinds:
    """The kinds of tensors with lanes, if runs end where the quotient of one of :attr:`divisions` changes."""

    lanes: Lanes
    ops: Sequence[Operation]
    """The operations that have lanes, in order."""
    least: int
    """Divisors that are known to be less do not end runs."""
    ranges: IntegerRanges
    of: dict[SSAValue, Kind] = field(default_factory=dict[SSAValue, Kind])
    divisions: list[DivSIOp | RemSIOp] = field(default_factory=list[DivSIOp | RemSIOp])
    """Divisions of consecutive numbers by the same one."""
    counted: list[SSAValue] = field(default_factory=list[SSAValue])
    """Consecutive numbers that must not wrap around within a run."""
    loads: list[tt.LoadOp] = field(default_factory=list[tt.LoadOp])
    """Loads in which all lanes read the same element."""

    def __post_init__(self) -> None:
        self._outermost = frozenset(self.ops)
        inside = [inner for outer in self.ops for inner in operations_in(outer)]
        self._all = frozenset(inside)
        self._asserts = any(isinstance(op, tt.AssertOp) for op in inside)
        for op in inside:
            if op.results and is_tensor_type(op.results[0].type):
                kind = self._kind(op)
                if kind is not None:
                    self.of[op.results[0]] = kind

    def is_fixed(self, value: SSAValue) -> bool:
        """Whether a tensor is uniform in the whole block, not only within a run: it is computed from scalars alone."""
        op = value.owner
        if (
            not is_operation(op)
            or self.of.get(value) is not Kind.UNIFORM
            or isinstance(op, tt.LoadOp)
            or op in self.divisions
        ):
            return False
        return all(self.is_fixed(operand) for operand in op.operands if is_tensor_type(operand.type))

    def _is_loaded(self, value: SSAValue) -> bool:
        """Whether a tensor is computed from elements that its lanes load."""
        behind = [each.owner for each in reached([value], self._operands)]
        return any(isinstance(op, tt.LoadOp) and op in self._all for op in behind)

    def _operands(self, value: SSAValue) -> Sequence[SSAValue]:
        """The operands of the operation with lanes that computes a value."""
        op = value.owner
        return op.operands if is_operation(op) and op in self._all else ()

    def _is_given(self, scalar: SSAValue) -> bool:
        """Whether a scalar is known before the operations with lanes: none of these, or in them, computes it."""
        op = scalar.owner
        return (op if is_operation(op) else op.parent_op()) not in self._all

    def _kind(self, op: Operation) -> Kind | None:
        match op:
            case tt.SplatOp():
                return Kind.UNIFORM if self._is_given(op.src) else None
            case ConstantOp():
                return Kind.UNIFORM if scalar_number(op.value) is not None else None
            case tt.MakeRangeOp():
                return Kind.CONSECUTIVE if op.result in self.lanes.dims else None
            case tt.ExpandDimsOp() | tt.BroadcastOp():
                return self.of.get(op.operands[0])
            case tt.LoadOp():
                return self._of_load(op)
            case _ if is_elementwise(op):
                return self._of_elementwise(op)
            case _:
                return None

    def _of_elementwise(self, op: Operation) -> Kind | None:
        kinds = [self.of.get(operand) for operand in op.operands if is_tensor_type(operand.type)]
        if not all(self._is_given(operand) for operand in op.operands if not is_tensor_type(operand.type)):
            return None
        if all(kind is Kind.UNIFORM for kind in kinds):
            return Kind.UNIFORM
        match op, kinds:
            case AddIOp(), ([Kind.CONSECUTIVE, Kind.UNIFORM] | [Kind.UNIFORM, Kind.CONSECUTIVE]):
                return Kind.CONSECUTIVE
            case SubIOp(), [Kind.CONSECUTIVE, Kind.UNIFORM]:
                return Kind.CONSECUTIVE
            case ExtSIOp(), [Kind.CONSECUTIVE]:
                return self._if_counted(op, op.in_, Kind.CONSECUTIVE)
            case ((DivSIOp() | RemSIOp()), [Kind.CONSECUTIVE, Kind.UNIFORM]) if self._ends_runs(op):
                self.divisions.append(op)
                return self._if_counted(op, op.lhs, Kind.UNIFORM if isinstance(op, DivSIOp) else Kind.CONSECUTIVE)
            case CmpIOp(), [Kind.CONSECUTIVE, Kind.UNIFORM] if CmpIPredicate.of(op.predicate) in _BELOW:
                return self._if_counted(op, op.lhs, Kind.LEADING)
            case CmpIOp(), [Kind.UNIFORM, Kind.CONSECUTIVE] if CmpIPredicate.of(op.predicate) in _ABOVE:
                return self._if_counted(op, op.rhs, Kind.LEADING)
            case AndIOp(), _:
                return Kind.LEADING if all(kind in (Kind.UNIFORM, Kind.LEADING) for kind in kinds) else None
            case _:
                return None

    def _ends_runs(self, op: DivSIOp | RemSIOp) -> bool:
        """Whether the divisor is the same for the whole block, and may be large enough."""
        if op not in self._outermost or not self.is_fixed(op.rhs):
            return False
        if self._asserts and self._is_loaded(op.lhs):  # the size of a run is computed before its assertions
            return False
        return self.ranges.of(op.rhs).high >= self.least

    def _if_counted(self, op: Operation, numbers: SSAValue, kind: Kind) -> Kind | None:
        """The kind of a result that requires numbers not to wrap around; operations in regions have none."""
        if op not in self._outermost or (self._asserts and self._is_loaded(numbers)):
            return None
        if numbers not in self.counted:
            self.counted.append(numbers)
        return kind

    def _of_load(self, op: tt.LoadOp) -> Kind | None:
        """The kind of a load of one element by all lanes: uniform, or ``None`` if masked lanes get ``other``."""
        if op.result not in self.lanes.dims or self.of.get(op.ptr) is not Kind.UNIFORM or int_value(op.isVolatile):
            return None
        if op not in self._outermost:
            return None
        if op.mask is not None and self.of.get(op.mask) not in (Kind.UNIFORM, Kind.LEADING):
            return None
        self.loads.append(op)
        return Kind.UNIFORM if op.other is None else None
