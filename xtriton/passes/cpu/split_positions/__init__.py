"""``cpu-split-positions``: blocks whose positions are divided into rows and columns are executed row by row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import ClassVar, cast

from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import Block, Operation, SSAValue

from xtriton.analysis.integer_ranges import IntegerRanges
from xtriton.analysis.requirements import PLAIN_TTIR, Rule
from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import DivSIOp, RemSIOp
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.ir.context import Context
from xtriton.ir.creation import is_operation
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import shape_of_tensor
from xtriton.ir.walk import ancestors, operations_in, reached
from xtriton.passes.base import Pass, option
from xtriton.passes.cpu.split_positions.independence import lanes_are_independent
from xtriton.passes.cpu.split_positions.kinds import Kinds
from xtriton.passes.cpu.split_positions.lanes import LaneClasses, operations_with
from xtriton.passes.cpu.split_positions.runs import split_into_runs
from xtriton.passes.linalg.guard_messages import APART
from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.rewriter import Rewriter

_WIDTH = 1024
"""The most lanes of a run whose tensors are consumed where they are computed."""
_WIDTH_OF_CARRIED = 64
"""The most lanes of a run of carried tensors, or of several dimensions: all lanes are computed there."""


@dataclass(frozen=True)
class CpuSplitPositions(Pass):
    """Execute blocks in runs of positions with equal quotients, within which remainders are consecutive.

    before: ``%p = %start + tt.make_range``, ``%row = arith.divsi %p, %columns``,
    ``%column = arith.remsi %p, %columns``, ``tt.load``, ``tt.store``
    after:  ``scf.while (%first) { %row = tt.splat(...)``, ``%column = tt.splat(...) + tt.make_range``,
    ``tt.load`` and ``tt.store`` with the mask ``tt.make_range < %size``, ``scf.yield %first + %size }``

    Addresses that are computed from rows and columns are then strided instead of gathered. Only for blocks
    in which no operation combines positions, and no position accesses memory that another one changes.
    """

    name: ClassVar[str] = "cpu-split-positions"
    requires: ClassVar[tuple[Rule, ...]] = PLAIN_TTIR
    least: int = option(16, "the smallest divisor for which a block is executed in runs")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in module.body.block.ops:
            if isinstance(op, tt.FuncOp) and op.is_public and len(op.body.blocks) == 1 and self._split(op):
                module.attributes[f"cpu.{APART}"] = UnitAttr()

    def _split(self, function: tt.FuncOp) -> bool:
        """Split the blocks of a function that divide positions, but not the blocks within one that has been split.

        Returns whether there are any.
        """
        divisions = [op for op in operations_in(function) if isinstance(op, DivSIOp | RemSIOp)]
        divisions = [op for op in divisions if is_tensor_type(op.result.type)]
        if divisions:
            _separate_ranges(function)
        candidates: dict[Block, dict[tt.MakeRangeOp, None]] = {}
        for op in divisions:
            found = candidates.setdefault(cast("Block", op.parent), {})
            found.update(dict.fromkeys(_ranges_behind(op.lhs)))
        done: list[Block] = []
        for block, ranges in candidates.items():
            if (
                ranges
                and not any(_is_within(block, other) for other in done)
                and self._split_block(function, block, ranges)
            ):
                done.append(block)
        return bool(done)

    def _split_block(self, function: tt.FuncOp, block: Block, ranges: Iterable[tt.MakeRangeOp]) -> bool:
        """Split a block along the first of ``ranges`` for which that is possible. Returns whether it was split."""
        classes, integers = LaneClasses(block), IntegerRanges(function)
        for range_ in ranges:
            lanes = classes.of(range_)
            ops = None if lanes is None or lanes.extent == 1 else operations_with(lanes, block)
            if lanes is None or ops is None or not ops.inside:
                continue
            kinds = Kinds(lanes, ops.all, self.least, integers)
            inside = [inner for op in block.ops for inner in operations_in(op)]
            if kinds.divisions and lanes_are_independent(inside, kinds):
                split_into_runs(kinds, ops, _width(kinds, ops.inside))
                return True
        return False


def _separate_ranges(function: tt.FuncOp) -> None:
    """Give each use of a range a range of its own: the rows and the columns of a square block share one."""
    rewriter = Rewriter()
    for op in [op for op in operations_in(function) if isinstance(op, tt.MakeRangeOp)]:
        rewriter.after(op)
        for use in [*op.result.uses][1:]:
            own = rewriter.insert(clone_op(op, {}), op.location)
            rewriter.set_operand(use.operation, use.index, own.results[0])


def _ranges_behind(value: SSAValue) -> list[tt.MakeRangeOp]:
    """The ranges that a tensor is computed from."""
    owners = reached([value], lambda each: each.owner.operands if is_operation(each.owner) else ())
    return [each.owner for each in owners if isinstance(each.owner, tt.MakeRangeOp)]


def _is_within(block: Block, other: Block) -> bool:
    """Whether a block is another one, or nested in it."""
    holder = block.parent_op()
    return block is other or (
        holder is not None and any(op.parent is other for op in ancestors(holder, inclusive=True))
    )


def _width(kinds: Kinds, ops: Sequence[Operation]) -> int:
    """The most lanes of a run."""
    lanes = kinds.lanes
    if max(prod(shape_of_tensor(value)) for value in lanes.dims) > lanes.extent:
        # Tiles that a run fills are copied in whole vectors.
        divisors = [kinds.ranges.of(division.rhs) for division in kinds.divisions]
        filled = min(range_.low & -range_.low if range_.low == range_.high else 1 for range_ in divisors)
        return min(lanes.extent, filled if kinds.least <= filled <= _WIDTH_OF_CARRIED else _WIDTH_OF_CARRIED)
    carried = any(isinstance(op, ForOp | WhileOp) for op in ops)
    return min(lanes.extent, _WIDTH_OF_CARRIED if carried else _WIDTH)
