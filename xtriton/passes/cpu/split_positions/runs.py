"""A block of positions as a loop over runs of lanes with equal quotients."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects.builtin import TensorType, i32
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import (
    AddIOp,
    AndIOp,
    CmpIOp,
    CmpIPredicate,
    ConstantOp,
    DivSIOp,
    ExtSIOp,
    MaxSIOp,
    MinSIOp,
    OrIOp,
    RemSIOp,
    SelectOp,
    SubIOp,
    TruncIOp,
    XOrIOp,
)
from xtriton.dialects.upstream.scf import ConditionOp, IfOp, WhileOp, YieldOp
from xtriton.folds.elements import constant, scalar_number, width_of
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.ir.traits import element_type, shape_of_tensor
from xtriton.ir.walk import operations_in
from xtriton.passes.cpu.split_positions.kinds import Kinds
from xtriton.passes.cpu.split_positions.lanes import LaneOperations
from xtriton.rewriting.cloning import Mapping, clone_op, clone_with, rebuild
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.tensors import with_shape

_Masked = tt.LoadOp | tt.StoreOp | tt.AtomicRMWOp
_Key = tuple[tuple[int, ...], int]
"""A shape, and the dimension of the lanes."""


def split_into_runs(kinds: Kinds, ops: LaneOperations, width: int) -> None:
    """Execute operations in runs of at most ``width`` lanes.

    If a divisor is not known to be at least ``kinds.least``, an ``scf.if`` chooses between runs and the original block.
    """
    rewriter = Rewriter()
    rewriter.start_at(cast("Operation", ops.block.last_op))
    rewriter.location = ops.inside[0].location
    worthwhile = _worthwhile(kinds, rewriter)
    if worthwhile is None:
        _Runs(kinds, width, rewriter).write()
        for op in reversed(ops.inside):
            rewriter.erase(op)
        return
    runs, otherwise = Block(), Block()
    rewriter.insert(IfOp(worthwhile, Region(runs), Region(otherwise)))
    rewriter.at_end(runs)
    _Runs(kinds, width, rewriter).write()
    rewriter.at_end(runs)
    rewriter.insert(YieldOp())
    for op in ops.inside:
        op.detach()
        otherwise.add_op(op)
    rewriter.at_end(otherwise)
    rewriter.insert(YieldOp())


def _worthwhile(kinds: Kinds, rewriter: Rewriter) -> SSAValue | None:
    """Whether all divisors are large enough; ``None`` if that is known."""
    scalars = _Scalars(kinds, rewriter)
    condition: SSAValue | None = None
    for divisor in dict.fromkeys(division.rhs for division in kinds.divisions):
        if kinds.ranges.of(divisor).low >= kinds.least:
            continue
        scalar = scalars.of(divisor)
        least = insert_constant(rewriter, kinds.least, scalar.type)
        large = rewriter.insert(CmpIOp(CmpIPredicate.SGE, scalar, least)).result
        condition = large if condition is None else rewriter.insert(AndIOp(condition, large)).result
    return condition


@dataclass
class _Scalars:
    """Elements of tensors, at the first lane of a run."""

    kinds: Kinds
    rewriter: Rewriter
    known: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])

    def of(self, value: SSAValue) -> SSAValue:
        """The first element of a tensor of some kind; a scalar stays as it is."""
        if not is_tensor_type(value.type):
            return value
        if value not in self.known:
            self.known[value] = self._computed(cast("Operation", value.owner))
        return self.known[value]

    def _computed(self, op: Operation) -> SSAValue:
        match op:
            case tt.SplatOp():
                return op.src
            case tt.ExpandDimsOp() | tt.BroadcastOp():
                return self.of(op.src)
            case ConstantOp():
                number = scalar_number(op.value)
                assert number is not None
                return insert_constant(self.rewriter, number, element_type(op.result.type))
            case tt.LoadOp():  # the value of lanes that load nothing is selected in tensors
                ptr, mask = self.of(op.ptr), None if op.mask is None else self.of(op.mask)
                return self.rewriter.insert(rebuild(op, ptr=ptr, mask=mask, other=None), op.location).result
            case _:
                operands = [self.of(operand) for operand in op.operands]
                types = [element_type(result.type) for result in op.results]
                scalar = clone_with(op, operands, types)
                return self.rewriter.insert(scalar, op.location).results[0]


class _Runs:
    """Writes the loop over the runs of a block."""

    def __init__(self, kinds: Kinds, width: int, rewriter: Rewriter) -> None:
        self._kinds = kinds
        self._width = width
        self._rewriter = rewriter
        self._scalars = _Scalars(kinds, rewriter)
        self._numbers: dict[_Key, SSAValue] = {}
        """The number of each lane within its run, in tensors by their shapes and the dimension of the lanes."""
        self._active: dict[_Key, SSAValue] = {}
        """The lanes of the current run, likewise."""
        self._mapping: Mapping = {}

    def write(self) -> None:
        """Insert the loop."""
        rewriter, extent = self._rewriter, self._kinds.lanes.extent
        before, body = Block(arg_types=[i32]), Block(arg_types=[i32])
        start = insert_constant(rewriter, 0)
        loop = WhileOp([start], result_types=[i32], before=Region(before), after=Region(body))
        rewriter.insert(loop)
        rewriter.at_end(before)
        end = insert_constant(rewriter, extent)
        left = rewriter.insert(CmpIOp(CmpIPredicate.SLT, before.args[0], end)).result
        rewriter.insert(ConditionOp(left, [before.args[0]]))
        rewriter.at_end(body)
        # Known bounds of the first lane are what later passes need to see that no offset wraps around.
        first = rewriter.insert(MaxSIOp(body.args[0], insert_constant(rewriter, 0))).result
        first = rewriter.insert(MinSIOp(first, insert_constant(rewriter, extent - 1))).result
        size = self._size(first)
        self._clone(first, size)
        rewriter.at_end(body)
        rewriter.insert(YieldOp([rewriter.insert(AddIOp(first, size)).result]))

    # The run

    def _size(self, first: SSAValue) -> SSAValue:
        """The number of lanes from ``first`` on for which all quotients stay the same."""
        rewriter, kinds = self._rewriter, self._kinds
        self._number_ranges(first)
        size = rewriter.insert(SubIOp(insert_constant(rewriter, kinds.lanes.extent), first)).result
        size = rewriter.insert(MinSIOp(size, insert_constant(rewriter, self._width))).result
        divided: dict[tuple[SSAValue, SSAValue], tuple[SSAValue, SSAValue]] = {}
        for division in kinds.divisions:
            operands = division.lhs, division.rhs
            if operands not in divided:
                divided[operands] = self._divided(*operands)
                size = self._at_most(size, self._until_next(*divided[operands], self._scalars.of(division.rhs)))
            quotient, rest = divided[operands]
            self._scalars.known[division.result] = quotient if isinstance(division, DivSIOp) else rest
        for numbers in kinds.counted:
            left = self._until_wrap(numbers)
            size = size if left is None else self._at_most(size, left)
        return size

    def _number_ranges(self, first: SSAValue) -> None:
        """The first element of each range of lanes."""
        for op in self._kinds.lanes.ranges:
            start = insert_constant(self._rewriter, int_value(op.start))
            self._scalars.known[op.result] = self._rewriter.insert(AddIOp(first, start)).result

    def _at_most(self, size: SSAValue, left: SSAValue) -> SSAValue:
        """The smaller one of an i32 and a number of any width, both positive."""
        rewriter = self._rewriter
        if width_of(left.type) > width_of(i32):
            most = insert_constant(rewriter, self._kinds.lanes.extent, left.type)
            left = rewriter.insert(MinSIOp(left, most)).result
            left = rewriter.insert(TruncIOp(left, i32)).out
        elif width_of(left.type) < width_of(i32):
            left = rewriter.insert(ExtSIOp(left, i32)).out
        return rewriter.insert(MinSIOp(size, left)).result

    def _divided(self, numbers: SSAValue, divisors: SSAValue) -> tuple[SSAValue, SSAValue]:
        """The quotient and the remainder of the first lane."""
        number, divisor = self._scalars.of(numbers), self._scalars.of(divisors)
        quotient = self._rewriter.insert(DivSIOp(number, divisor)).result
        return quotient, self._rewriter.insert(RemSIOp(number, divisor)).result

    def _until_next(self, quotient: SSAValue, rest: SSAValue, divisor: SSAValue) -> SSAValue:
        """How many consecutive numbers are known to have the same quotient as the first one.

        Division truncates: a negative quotient ends after its multiple of the divisor, others before the next one. For
        a negative number with the quotient 0 it is the divisor, a lower bound, so that nothing overflows.
        """
        rewriter = self._rewriter
        zero, one = (insert_constant(rewriter, each, rest.type) for each in (0, 1))
        passed = rewriter.insert(MaxSIOp(rest, zero)).result
        before_next = rewriter.insert(SubIOp(divisor, passed)).result
        up_to_multiple = rewriter.insert(SubIOp(one, rest)).result
        is_negative = rewriter.insert(CmpIOp(CmpIPredicate.SLT, quotient, zero)).result
        return rewriter.insert(SelectOp(is_negative, up_to_multiple, before_next)).result

    def _until_wrap(self, numbers: SSAValue) -> SSAValue | None:
        """How many consecutive numbers fit their type from that of the first lane on; ``None`` if all of them do.

        The last number of the type is a run of its own.
        """
        rewriter = self._rewriter
        greatest = (1 << (width_of(numbers.type) - 1)) - 1
        if self._kinds.ranges.of(numbers).high < greatest:
            return None
        number = self._scalars.of(numbers)
        zero, one, most = (insert_constant(rewriter, each, number.type) for each in (0, 1, greatest))
        positive = rewriter.insert(MaxSIOp(number, zero)).result
        return rewriter.insert(MaxSIOp(rewriter.insert(SubIOp(most, positive)).result, one)).result

    # Its operations

    def _clone(self, first: SSAValue, size: SSAValue) -> None:
        """Clone the operations for a run."""
        rewriter, kinds = self._rewriter, self._kinds
        clones: list[Operation] = []
        self._count_lanes(size)
        for op in kinds.ops:
            value = self._known_in_run(op)
            if value is None:
                clones.append(rewriter.insert(clone_op(op, self._mapping), op.location))
            else:
                self._mapping[op.results[0]] = value
        for value in kinds.lanes.dims:
            if value in self._mapping:
                self._narrow(self._mapping[value], kinds.lanes.dims[value])
        for op, key in self._restricted(clones):
            self._restrict(op, self._active[key])
        for op in kinds.lanes.ranges:
            if (clone := self._mapping.get(op.result)) is not None:
                self._number(cast("tt.MakeRangeOp", clone.owner), first)

    def _known_in_run(self, op: Operation) -> SSAValue | None:
        """The result of an operation that is known by its first element; ``None`` for others."""
        rewriter, kinds = self._rewriter, self._kinds
        if isinstance(op, tt.LoadOp) and op in kinds.loads:
            return self._loaded(op)
        if not isinstance(op, DivSIOp | RemSIOp) or op not in kinds.divisions:
            return None
        type_, dim = self._narrowed(op.result.type, kinds.lanes.dims[op.result]), kinds.lanes.dims[op.result]
        number = rewriter.insert(tt.SplatOp(self._scalars.of(op.result), result=type_), op.location).result
        if isinstance(op, DivSIOp):
            return number
        lane = self._numbers[shape_of_tensor(number), dim]
        if width_of(type_) > width_of(i32):
            lane = rewriter.insert(ExtSIOp(lane, type_), op.location).out
        return rewriter.insert(AddIOp(number, lane), op.location).result

    def _loaded(self, op: tt.LoadOp) -> SSAValue:
        """The one element that all lanes load, and the value of those that load nothing, if it is given."""
        rewriter, dim = self._rewriter, self._kinds.lanes.dims[op.result]
        type_ = self._narrowed(op.result.type, dim)
        loaded = rewriter.insert(tt.SplatOp(self._scalars.of(op.result), result=type_), op.location).result
        if op.mask is None or op.other is None:
            return loaded
        for value in (op.mask, op.other):
            if value in self._mapping:
                self._narrow(self._mapping[value], dim)
        mask, other = (self._mapping.get(value, value) for value in (op.mask, op.other))
        return rewriter.insert(SelectOp(mask, loaded, other), op.location).result

    def _count_lanes(self, size: SSAValue) -> None:
        """The numbers of lanes, and whether they belong to the run, in all shapes that are needed."""
        rewriter, kinds = self._rewriter, self._kinds
        dims = kinds.lanes.dims
        inside = [inner for op in kinds.ops for inner in operations_in(op)]
        needed = [_restricting(op) for op in inside if isinstance(op, _Masked | tt.AssertOp)]
        needed += [op.result for op in kinds.divisions]
        for value in needed:
            if value not in dims:
                continue
            shape = shape_of_tensor(value)
            key = tuple(self._width if dim == dims[value] else extent for dim, extent in enumerate(shape)), dims[value]
            if key not in self._numbers:
                self._numbers[key] = lane = self._lane_numbers(*key)
                sizes = rewriter.insert(tt.SplatOp(size, result=lane.type)).result
                self._active[key] = rewriter.insert(CmpIOp(CmpIPredicate.SLT, lane, sizes)).result

    def _lane_numbers(self, shape: tuple[int, ...], dim: int) -> SSAValue:
        rewriter = self._rewriter
        value = rewriter.insert(_range(self._width)).result
        for axis in range(len(shape)):
            if axis != dim:
                value = rewriter.insert(tt.ExpandDimsOp(value, axis=axis)).result
        if shape_of_tensor(value) != shape:
            value = rewriter.insert(tt.BroadcastOp(value, result=TensorType(i32, shape))).result
        return value

    def _narrowed(self, type_: Attribute, dim: int) -> TensorType[Attribute]:
        shape = [*cast("TensorType[Attribute]", type_).get_shape()]
        shape[dim] = self._width
        return with_shape(type_, shape)

    def _narrow(self, value: SSAValue, dim: int) -> None:
        """Give a tensor as many lanes as a run has at most."""
        type_ = self._narrowed(value.type, dim)
        Rewriter.set_type(value, type_)
        if isinstance(value.owner, ConstantOp):
            number = scalar_number(value.owner.value)
            assert number is not None
            value.owner.properties["value"] = constant(type_, number)

    def _restricted(self, clones: Sequence[Operation]) -> list[tuple[_Masked | tt.AssertOp, _Key]]:
        """The operations that are to be restricted to the lanes of the run, and the keys of their lanes."""
        originals = {clone: value for value, clone in self._mapping.items()}
        found: list[tuple[_Masked | tt.AssertOp, _Key]] = []
        for op in [inner for clone in clones for inner in operations_in(clone)]:
            if isinstance(op, _Masked | tt.AssertOp):
                value = _restricting(op)
                dim = self._kinds.lanes.dims.get(originals.get(value, value))
                if dim is not None:
                    found.append((op, (shape_of_tensor(value), dim)))
        return found

    def _restrict(self, op: _Masked | tt.AssertOp, active: SSAValue) -> None:
        """Restrict an operation to the lanes of the run."""
        rewriter = self._rewriter
        rewriter.start_at(op)
        if isinstance(op, tt.AssertOp):
            idle = rewriter.insert(XOrIOp(active, insert_constant(rewriter, 1, active.type))).result
            rewriter.set_operand(op, 0, rewriter.insert(OrIOp(op.condition, idle)).result)
            return
        mask = active if op.mask is None else rewriter.insert(AndIOp(op.mask, active)).result
        rewriter.replace_by(op, rebuild(op, mask=mask))

    def _number(self, op: tt.MakeRangeOp, first: SSAValue) -> None:
        """Replace a range by its elements in the lanes of the run."""
        rewriter, type_ = self._rewriter, op.result.type
        rewriter.start_at(op)
        start = insert_constant(rewriter, int_value(op.start))
        number = rewriter.insert(tt.SplatOp(rewriter.insert(AddIOp(first, start)).result, result=type_)).result
        lanes = rewriter.insert(_range(self._width)).result
        rewriter.replace(op, [rewriter.insert(AddIOp(lanes, number)).result])


def _restricting(op: _Masked | tt.AssertOp) -> SSAValue:
    """The operand whose lanes decide which lanes of an operation are executed."""
    return op.condition if isinstance(op, tt.AssertOp) else op.ptr


def _range(lanes: int) -> tt.MakeRangeOp:
    """The numbers of so many lanes."""
    return tt.MakeRangeOp(start=0, end=lanes, result=TensorType(i32, [lanes]))
