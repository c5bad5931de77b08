"""Distances of pointers from the kernel's arguments, computed next to the pointers.

The distance is a sum of a *uniform* part, a scalar, and of *lanes*, a tensor that is absent where all pointers of a
tensor are equal. Loops that advance pointers by a scalar so carry a scalar, and the bounds of the lanes are loop
invariants.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from xdsl.dialects.builtin import TensorType, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xtriton.dialects.tt.elementwise import BitcastOp, bit_width
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.memory import AddPtrOp
from xtriton.dialects.tt.shape import BroadcastOp, ExpandDimsOp, ReshapeOp, SplatOp, TransOp, UnsplatOp
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream.arith import ConstantOp, SelectOp
from xtriton.folds.elements import integer_of, width_of
from xtriton.interfaces.branch import BranchOpInterface
from xtriton.interfaces.region_branch import RegionBranchOpInterface, incoming_values, tied_values
from xtriton.ir.creation import is_block_argument, is_operation
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import element_type, shape_of
from xtriton.ir.walk import operations_in, reached
from xtriton.passes.ttir.check_accesses.values import Values
from xtriton.rewriting.cloning import clone_with
from xtriton.rewriting.rewriter import Rewriter, block_argument, location_of
from xtriton.rewriting.signatures import like

_MOVING = (BroadcastOp, ExpandDimsOp, ReshapeOp, TransOp)
"""Operations that move the elements of one tensor."""


@dataclass(frozen=True)
class Offset:
    """The distance of a pointer, or of the pointers in a tensor, from an argument."""

    root: int
    """The index of the argument."""
    uniform: SSAValue
    lanes: SSAValue | None
    unit: int
    """The bytes of a step of 1."""


def pointee_size(value: SSAValue) -> int | None:
    """The bytes of an element behind a pointer or a tensor of pointers; ``None`` for other values."""
    pointer = element_type(value.type)
    if not isinstance(pointer, PointerType) or is_tensor_type(pointer.pointee_type):
        return None
    if isinstance(pointer.pointee_type, PointerType):
        return 8
    return max(1, bit_width(pointer.pointee_type) // 8)


class Offsets:
    """The offsets of a function's pointers. Loops, branches and blocks are extended to carry them."""

    def __init__(self, function: FuncOp, rewriter: Rewriter) -> None:
        arguments: Sequence[SSAValue] = function.body.blocks[0].args
        self._arguments: dict[SSAValue, int] = {argument: index for index, argument in enumerate(arguments)}
        self._rewriter = rewriter
        self._values = Values(rewriter)
        self._known: dict[SSAValue, Offset | None] = {}
        self._roots: dict[SSAValue, int | None] = {}
        self._pending: dict[Operation, list[SSAValue]] = {}
        """The pointers whose offsets a terminator is to forward, too."""
        self.is_bytewise = any(
            pointee_size(op.src) != pointee_size(op.result)
            for op in operations_in(function)
            if isinstance(op, BitcastOp)
        )
        self._carry_in_blocks(function)

    def root(self, value: SSAValue) -> int | None:
        """The index of the only argument that pointers are derived from; ``None`` if there are several, or others."""
        if value not in self._roots:
            found = self._sources(value)
            self._roots[value] = found.pop() if len(found) == 1 else None
        return self._roots[value]

    def roots(self, value: SSAValue) -> tuple[int, ...]:
        """The indices of the arguments that pointers may be derived from; empty if others are possible."""
        found = self._sources(value)
        return tuple(sorted(root for root in found if root is not None)) if None not in found else ()

    def of(self, value: SSAValue) -> Offset | None:
        """The offset of pointers, computed after them; ``None`` if they are not derived from a single argument."""
        if value not in self._known:
            with self._rewriter.elsewhere():
                self._rewriter.location = location_of(value)
                self._rewriter.after_value(value)
                self._known[value] = self._computed(value)
        return self._known[value]

    def extended(self, op: Operation) -> Operation:
        """``op``, or its replacement if it forwards pointers, which forwards their offsets, too.

        To be called for each operation before the operations in its regions, in the order of the program.
        """
        self._rewriter.start_at(op)
        if op in self._pending:
            op.operands = [*op.operands, *self._parts(self._pending.pop(op))]
        if isinstance(op, BranchOpInterface):
            for number, successor in enumerate(op.successors):
                values = op.successor_operands(number)
                carried = [value for value, argument in zip(values, successor.args, strict=False) if self._is(argument)]
                op.set_successor_operands(number, [*values, *self._parts(carried)])
        return self._widened(op) if isinstance(op, RegionBranchOpInterface) else op

    # Roots

    def _sources(self, value: SSAValue) -> set[int | None]:
        """The arguments that pointers may be derived from; ``None`` stands for anything else."""

        def step(current: SSAValue) -> Sequence[SSAValue]:
            return () if current in self._arguments else _forwarded_to(current)

        return {self._arguments.get(current) for current in reached([value], step) if not step(current)}

    def _is(self, value: SSAValue) -> bool:
        """Whether a value is pointers that have offsets."""
        return pointee_size(value) is not None and self.root(value) is not None

    # Offsets

    def _unit(self, value: SSAValue) -> int:
        return 1 if self.is_bytewise else pointee_size(value) or 1

    def _computed(self, value: SSAValue) -> Offset | None:
        if not self._is(value):
            return None
        if value in self._arguments:
            return Offset(self._arguments[value], self._values.number(0, i64), None, self._unit(value))
        owner = value.owner
        assert is_operation(owner), "block arguments are known"
        if isinstance(owner, SelectOp):
            return self._selected(owner)
        found = self.of(owner.operands[0])
        if found is None:
            return None
        if isinstance(owner, AddPtrOp):
            return self._advanced(owner, found)
        if isinstance(owner, _MOVING) and found.lanes is not None:
            shape = shape_of(value.type)
            assert shape is not None
            moved = clone_with(owner, [found.lanes], [TensorType(element_type(found.lanes.type), shape)])
            return replace(found, lanes=self._rewriter.insert_value(moved))
        return found

    def _advanced(self, op: AddPtrOp, found: Offset) -> Offset:
        values, step = self._values, pointee_size(op.ptr) or 1
        scale = step // found.unit
        scalar = _uniform(op.offset, values)
        if scalar is not None:
            distance = values.times(values.wide(scalar), scale)
            return replace(found, uniform=values.plus(found.uniform, distance))
        if found.lanes is None and scale == 1:
            return replace(found, lanes=values.wide(op.offset, max(32, width_of(op.offset.type))))
        lanes = values.times(values.wide(op.offset), scale)
        if found.lanes is not None:
            lanes = values.plus(values.wide(found.lanes), lanes)
        return replace(found, lanes=lanes)

    def _selected(self, op: SelectOp) -> Offset | None:
        values = self._values
        chosen, other = self.of(op.true_value), self.of(op.false_value)
        if chosen is None or other is None:
            return None
        if not is_tensor_type(op.condition.type) and chosen.lanes is None and other.lanes is None:
            uniform = values.select(op.condition, chosen.uniform, other.uniform)
            return replace(chosen, uniform=uniform)
        wide = [self._lanes(offset, op.result, whole=True) for offset in (chosen, other)]
        lanes = values.select(values.like(op.condition, wide[0]), *wide)
        return replace(chosen, uniform=values.number(0, i64), lanes=lanes)

    def _lanes(self, offset: Offset, value: SSAValue, *, whole: bool = False) -> SSAValue:
        """The lanes as a tensor of i64, with ``whole`` including the uniform part."""
        values, shape = self._values, shape_of(value.type)
        assert shape is not None
        type_ = TensorType(i64, shape)
        lanes = values.number(0, type_) if offset.lanes is None else values.wide(offset.lanes)
        return values.plus(lanes, offset.uniform) if whole else lanes

    # Control flow

    def _types(self, value: SSAValue) -> list[Attribute]:
        """The types of the parts of an offset: the uniform part, and for tensors the lanes."""
        shape = shape_of(value.type)
        return [i64] if shape is None else [i64, TensorType(i64, shape)]

    def _parts(self, pointers: Sequence[SSAValue]) -> list[SSAValue]:
        """The parts of offsets at the insertion point, in the types of :meth:`_types`."""
        found: list[SSAValue] = []
        for pointer in pointers:
            offset = self.of(pointer)
            assert offset is not None, "the root is known"
            found.append(offset.uniform)
            if is_tensor_type(pointer.type):
                found.append(self._lanes(offset, pointer))
        return found

    def _know(self, pointer: SSAValue, parts: Sequence[SSAValue]) -> None:
        root = self.root(pointer)
        assert root is not None
        self._known[pointer] = Offset(root, parts[0], parts[1] if len(parts) > 1 else None, self._unit(pointer))

    def _appended(self, block: Block, pointer: SSAValue) -> None:
        location = location_of(pointer)
        self._know(pointer, [block_argument(block, type_, location) for type_ in self._types(pointer)])

    def _carry_in_blocks(self, function: FuncOp) -> None:
        """Add arguments for offsets to the blocks that branches pass pointers to."""
        for block in list(function.body.blocks)[1:]:
            pointers = [argument for argument in block.args if self._is(argument)]
            for pointer in pointers:
                self._appended(block, pointer)

    def _widened(self, op: RegionBranchOpInterface) -> Operation:
        groups = [tied for tied in tied_values(op) if tied.targets and self._is(tied.targets[0])]
        if not groups:
            return op
        for tied in groups:  # while the operation is whole
            for target in tied.targets:
                self.root(target)
        inits: list[SSAValue] = []
        results: list[SSAValue] = []
        for tied in groups:
            for source, index in tied.sources:
                (inits if source is op else self._pending.setdefault(source, [])).append(source.operands[index])
            for target in tied.targets:
                if is_block_argument(target):
                    self._appended(target.block, target)
                else:
                    results.append(target)
        types = [type_ for result in results for type_ in self._types(result)]
        new = like(op, [*op.operands, *self._parts(inits)], [*op.result_types, *types])
        with self._rewriter.elsewhere():
            self._rewriter.before(op)
            self._rewriter.insert(new, op.location)
        for source, target in zip(op.regions, new.regions, strict=True):
            self._rewriter.move_blocks(source, target)
        self._take_over(op, new, results)
        return new

    def _take_over(self, op: Operation, new: Operation, pointers: Sequence[SSAValue]) -> None:
        """Replace the results of ``op`` by those of ``new``, whose last results are the offsets of ``pointers``."""
        parts = list(new.results[len(op.results) :])
        for pointer in pointers:
            replacement = new.results[op.results.index(pointer)]  # pyright: ignore[reportArgumentType]
            self._roots[replacement] = self.root(pointer)
            count = len(self._types(pointer))
            self._know(replacement, parts[:count])
            del parts[:count]
        for old, result in zip(op.results, new.results, strict=False):
            self._rewriter.replace_all_uses(old, result)
        self._pending = {
            source: [new.results[op.results.index(value)] if value.owner is op else value for value in values]  # pyright: ignore[reportArgumentType]
            for source, values in self._pending.items()
        }
        self._rewriter.erase(op)


def _uniform(offset: SSAValue, values: Values) -> SSAValue | None:
    """The integer that all elements of an offset are equal to; ``None`` if they are not known to be equal."""
    if not is_tensor_type(offset.type):
        return offset
    owner = offset.owner
    if isinstance(owner, SplatOp):
        return owner.src
    if isinstance(owner, ConstantOp) and (number := integer_of(owner.value)) is not None:
        return values.number(number, i64)
    if isinstance(owner, _MOVING):
        return _uniform(owner.operands[0], values)
    return None


def _forwarded_to(value: SSAValue) -> list[SSAValue]:
    """The pointers that ``value`` is derived from; none if they are not known."""
    forwarded = incoming_values(value)
    if forwarded is not None:
        return forwarded
    if is_block_argument(value):
        uses = [use for use in value.block.uses if isinstance(use.operation, BranchOpInterface)]
        return [cast("BranchOpInterface", use.operation).successor_operands(use.index)[value.index] for use in uses]
    owner = value.owner
    if isinstance(owner, SelectOp):
        return [owner.true_value, owner.false_value]
    if isinstance(owner, (AddPtrOp, SplatOp, UnsplatOp, BitcastOp, *_MOVING)):
        return [owner.operands[0]]
    return []
