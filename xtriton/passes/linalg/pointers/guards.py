"""Guards: runtime checks under which 32-bit offsets and masks may be assumed not to wrap around.

With ``rows``, they also check that blocks of elements that are numbered through the rows of a matrix do not cross from
one row to another. That is a guess about correct programs, so only code that can be rerun may contain it.

Facts that hold for all arguments need no guard. Anything else becomes a condition on values that are available as early
in the program as possible, before its loops and its stores: ``cf.assert`` ends the program there, and it can be rerun
by code without the assumptions. Where a program could no longer be rerun, there is no guard, and the access is treated
as unstructured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import StringAttr, TensorType
from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.analysis.dominance import Dominance
from xtriton.analysis.integer_ranges import IntegerRanges, Range, all_of
from xtriton.analysis.replay import Replay
from xtriton.dialects import tt
from xtriton.dialects.tt.reduction import ReduceReturnOp
from xtriton.dialects.upstream.arith import (
    AddIOp,
    AndIOp,
    CeilDivSIOp,
    CmpIOp,
    CmpIPredicate,
    DivSIOp,
    MaxSIOp,
    MinSIOp,
    MulIOp,
    SubIOp,
)
from xtriton.dialects.upstream.cf import AssertOp
from xtriton.dialects.upstream.mixed import OpFoldResult
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.traits import element_type, shape_of
from xtriton.ir.walk import ancestors, operations_in, parent_of_type
from xtriton.passes.linalg.guard_messages import LATE, ROWS, WRAPS
from xtriton.passes.linalg.pointers.bounds import Bounds, UnknownError
from xtriton.passes.linalg.pointers.expressions import ALL, Arithmetic, Condition, Expression, Leaf, Nodes, leaves_of
from xtriton.passes.linalg.pointers.state import PointerState, UnstructuredError
from xtriton.rewriting import mixed
from xtriton.rewriting.rewriter import Rewriter

_OPERATIONS: dict[str, Callable[[SSAValue, SSAValue], Operation]] = {
    "+": AddIOp,
    "-": SubIOp,
    "*": MulIOp,
    "/": DivSIOp,
    "ceil": CeilDivSIOp,
    "min": MinSIOp,
    "max": MaxSIOp,
}


@dataclass(frozen=True)
class _Place:
    """The insertion point of a guard: after an operation, before one, or at the start of a block."""

    block: Block
    number: int
    """The number of the last operation before it."""
    after: Operation | None = None
    before: Operation | None = None
    late: bool = False

    @property
    def first_op(self) -> Operation | None:
        """The next operation."""
        if self.before is not None:
            return self.before
        return self.block.first_op if self.after is None else self.after.next_op


Wanted = Callable[[Bounds], Sequence[Condition]]
"""The required conditions, computed from bounds."""


def _fitting(low: Expression, high: Expression, bounds: Range) -> list[Condition]:
    """The conditions under which values from ``low`` to ``high`` are within bounds."""
    return [Condition(low, Range(bounds.low, ALL.high)), Condition(high, Range(ALL.low, bounds.high))]


class Guards:
    """The guards of a module. With ``enabled`` false there are none, and accesses that need one are unstructured.

    ``rows`` allows guards that hold for some correct programs only, see :meth:`require_row`.
    """

    def __init__(self, module: Operation, *, enabled: bool = True, rows: bool = False) -> None:
        self._ranges = IntegerRanges(module)
        self._dominance = Dominance()
        self._replay = Replay(module) if enabled else None
        self._called = {str(op.callee) for op in operations_in(module) if isinstance(op, tt.CallOp)}
        self._pending: dict[_Place, list[Condition]] = {}
        self._rows = rows
        self._nodes: Nodes = {}
        self._gaps: set[Expression] = set()
        """Numbers of elements that a block jumps over."""

    # Requirements

    def require_state(self, state: PointerState, width: int, op: Operation) -> None:
        """``width``-bit offsets must be exact where ``op`` uses them. Raises :class:`UnstructuredError`."""
        if not state.rank:
            return

        def wanted(bounds: Bounds) -> list[Condition]:
            low, high = bounds.of_state(state)
            return _fitting(low, high, all_of(width))

        if width < 64 or state.wraps:
            self._require(wanted, op, "offsets")

    def require_range(
        self, start: OpFoldResult, end: OpFoldResult | None, width: int, op: Operation, *, low: int | None = None
    ) -> None:
        """The values from ``start`` to below ``end`` must fit their type, and none be less than ``low``.

        Without an ``end`` there is a single value. Raises :class:`UnstructuredError`.
        """
        fitting = all_of(width) if low is None else Range(low, all_of(width).high)

        def wanted(bounds: Bounds) -> list[Condition]:
            first = bounds.of(start)
            last = first[1] if end is None else bounds.arithmetic.subtract(bounds.of(end)[1], 1)
            return _fitting(first[0], last, fitting)

        self._require(wanted, op, "a mask")

    def require_remainder(self, state: PointerState, dim: int, width: int, op: Operation) -> None:
        """Wrapping offsets must be exact, have step 1 and not be negative; the extent must be positive."""
        if mixed.known_number(state.strides[dim]) != 1:
            raise UnstructuredError("a remainder of offsets that do not follow one another", op)
        positive = Range(1, all_of(width).high)
        extent = state.shape[dim]
        counted = state.copy()
        counted.shape[dim] = 0

        def wanted(bounds: Bounds) -> list[Condition]:
            low, high = bounds.of_state(counted)
            return _fitting(low, high, Range(0, positive.high)) + _fitting(*bounds.of(extent), positive)

        self._require(wanted, op, "offsets")

    def require_row(
        self, state: PointerState, extent: OpFoldResult, row_stride: OpFoldResult, stride: OpFoldResult, op: Operation
    ) -> None:
        """Exact positions must lie in one row of ``extent`` elements, or rows must follow one another without a gap.

        That is known, or with ``rows`` guarded unless blocks certainly cross the rows. Raises
        :class:`UnstructuredError`.
        """

        def wanted(bounds: Bounds) -> list[Condition]:
            a = bounds.arithmetic
            (size, most), (low, high) = bounds.of(extent), bounds.of_state(state)
            (gap, gap_too), (step, step_too) = bounds.of(row_stride), bounds.of(stride)
            if (size, gap, step) != (most, gap_too, step_too):
                raise UnknownError
            divisor = a.most(1, size)
            crossed = a.subtract(a.divide(high, divisor), a.divide(low, divisor))
            gap = a.subtract(gap, a.multiply(size, step))
            jump = a.multiply(crossed, gap)
            self._gaps.add(jump)
            return [Condition(size, Range(1, 1 << 31)), Condition(jump, Range(0, 0))]

        if not (self._rows and _may_fit(state, extent)) and self._conditions(wanted, op) != []:
            raise UnstructuredError("positions may lie in several rows with gaps between them", op)
        self._require(wanted, op, "positions in rows with gaps")

    def _require(self, wanted: Wanted, op: Operation, what: str) -> None:
        known = self._conditions(wanted, op)
        if known is not None and not known:
            return
        if self._replay is None or not self._may_stop(op):
            raise UnstructuredError(f"{what} may wrap around", op)
        for place in reversed(list(ancestors(op, inclusive=True, below=tt.FuncOp))):
            conditions = self._conditions(wanted, place)
            where = None if conditions is None else self._earliest(place, conditions)
            if where is not None and conditions is not None:
                pending = self._pending.setdefault(where, [])
                pending += [condition for condition in conditions if condition not in pending]
                return
        raise UnstructuredError(f"{what} may wrap around, and the program cannot start again where that is known", op)

    def _conditions(self, wanted: Wanted, place: Operation) -> list[Condition] | None:
        """The conditions to check before ``place``; ``None`` if they are not available there, or known not to hold."""
        arithmetic = Arithmetic(self._ranges, self._nodes)
        try:
            conditions = wanted(Bounds(arithmetic, self._dominance, place))
        except UnknownError:
            return None
        if all(arithmetic.must_be_within(condition.number, condition.bounds) for condition in conditions):
            return arithmetic.conditions
        return None

    def _may_stop(self, op: Operation) -> bool:
        """Whether an operation is in a kernel: called functions cannot end the program."""
        function = parent_of_type(op, tt.FuncOp)
        return function is not None and f"@{cast('StringAttr', function.sym_name).data}" not in self._called

    def _earliest(self, place: Operation, conditions: Sequence[Condition]) -> _Place | None:
        """The first place in the block of ``place`` where conditions are available; ``None`` if that is too late."""
        replay, block = self._replay, place.parent
        assert replay is not None and block is not None
        makers = {leaf.value.owner for condition in conditions for leaf in leaves_of(condition.number)}
        makers_here = [maker for maker in makers if isinstance(maker, Operation) and maker.parent is block]
        if any(maker not in replay.numbers for maker in makers_here):
            number, after, before = replay.numbers[place] - 1, None, place
        elif makers_here:
            last = max(makers_here, key=replay.numbers.__getitem__)
            number, after, before = _last_number(last, replay), last, None
        else:
            parent = block.parent_op()
            assert parent is not None
            number, after, before = replay.numbers[parent], None, None
        lasting, any_done = replay.done(number, place)
        if lasting:
            return None
        return _Place(block, number, after, before, late=any_done)

    # Emission

    def write(self, rewriter: Rewriter) -> None:
        """Insert the guards, as few as possible."""
        for place, conditions in self._merged():
            if place.after is not None:
                rewriter.after(place.after)
                rewriter.location = place.after.location
            elif place.before is not None:
                rewriter.start_at(place.before)
            else:
                rewriter.at_start(place.block)
                assert place.block.first_op is not None
                rewriter.location = place.block.first_op.location
            message = ROWS if any(condition.number in self._gaps for condition in conditions) else WRAPS
            _Writer(rewriter).check(conditions, message + LATE if place.late else message)
        self._pending.clear()

    def _merged(self) -> Iterator[tuple[_Place, list[Condition]]]:
        """The guards; those without a memory access in between are merged at the last of them."""
        starts: dict[Operation | None, list[_Place]] = {}
        for place in self._pending:
            starts.setdefault(place.first_op, []).append(place)
        for place in sorted(self._pending, key=lambda place_: place_.number):
            if place not in self._pending:
                continue
            gathered = {place: self._pending.pop(place)}
            last, op = place, place.first_op
            while op is not None and is_memory_effect_free(op):
                op = op.next_op
                for other in starts.get(op, ()):
                    if other in self._pending:
                        gathered[other] = self._pending.pop(other)
                        last = other
            yield last, list(dict.fromkeys(condition for conditions in gathered.values() for condition in conditions))


class _Writer:
    """Emits a guard at the rewriter's insertion point."""

    def __init__(self, rewriter: Rewriter) -> None:
        self._rewriter = rewriter
        self._made: dict[Expression, SSAValue] = {}

    def check(self, conditions: Sequence[Condition], message: str) -> None:
        holds: SSAValue | None = None
        for condition in conditions:
            number = self._value(condition.number)
            for predicate, bound in (
                (CmpIPredicate.SGE, condition.bounds.low),
                (CmpIPredicate.SLE, condition.bounds.high),
            ):
                if bound in (ALL.low, ALL.high):
                    continue
                compared = self._rewriter.insert(CmpIOp(predicate, number, self._value(bound))).result
                holds = compared if holds is None else self._rewriter.insert(AndIOp(holds, compared)).result
        if holds is not None:
            self._rewriter.insert(AssertOp(holds, msg=message))

    def _value(self, number: Expression) -> SSAValue:
        made = self._made.get(number)
        if made is None:
            made = self._made[number] = self._make(number)
        return made

    def _make(self, number: Expression) -> SSAValue:
        if isinstance(number, int):
            return mixed.index_constant(number, self._rewriter)
        if isinstance(number, Leaf):
            value = number.value if not number.extreme else self._extreme(number)
            return mixed.as_index(value, self._rewriter)
        lhs, rhs = self._value(number.lhs), self._value(number.rhs)
        return self._rewriter.insert(_OPERATIONS[number.word](lhs, rhs)).results[0]

    def _extreme(self, leaf: Leaf) -> SSAValue:
        """The minimum or maximum element of a tensor."""
        value, element = leaf.value, element_type(leaf.value.type)
        count = 1
        for extent in shape_of(value.type) or ():
            count *= extent
        flat = TensorType(element, [count])
        if value.type != flat:
            reshape = tt.ReshapeOp(value, allow_reorder=True, result=flat)
            value = self._rewriter.insert(reshape).result
        block = Block(arg_types=[element, element])
        chosen = (MinSIOp if leaf.extreme == "min" else MaxSIOp)(*block.args)
        block.add_ops([chosen, ReduceReturnOp([chosen.results[0]])])
        for op in block.ops:
            op.location = self._rewriter.location  # pyright: ignore[reportAttributeAccessIssue]
        reduce = tt.ReduceOp([value], axis=0, combineOp=Region(block))
        return self._rewriter.insert(reduce).results[0]


def _may_fit(state: PointerState, extent: OpFoldResult) -> bool:
    """Whether blocks of positions, one after the other, may each be in one row of ``extent`` elements."""
    length = mixed.known_number(extent)
    if length is None:
        return True
    span = 1
    for size, stride in zip(state.sizes, state.strides, strict=True):
        step = mixed.known_number(stride)
        span = max(span, size * (1 if step is None else abs(step)))
    return length % span == 0


def _last_number(op: Operation, replay: Replay) -> int:
    """The number of the last operation in ``op``."""
    return max(replay.numbers.get(inner, -1) for inner in operations_in(op))
