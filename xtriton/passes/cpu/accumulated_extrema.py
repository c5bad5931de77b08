"""``cpu-accumulated-extrema``: extrema of floats that loops accumulate by comparisons become single operations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.requirements import PLAIN_TTIR, Rule
from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import SelectOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_float_type
from xtriton.ir.traits import element_type
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.linalg.patterns.reduce import ANY_ZERO
from xtriton.passes.linalg.patterns.selections import Selection, elementwise_selection, selection_of
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class CpuAccumulatedExtrema(Pass):
    """Accumulate extrema by ``arith.maximumf`` or ``arith.minimumf`` instead of comparisons, if they are then reduced.

    before: ``scf.for iter_args(%acc) { %new = arith.select (%acc > %x or %acc != %acc), %acc, %x }``, and a
    ``tt.reduce`` of the result by the same selection
    after:  ``scf.for iter_args(%acc) { %new = arith.maximumf %acc, %x }``, and the same ``tt.reduce``

    Of -0 and +0 both return either, as the order of a reduction is not specified. Comparisons that ignore NaN on either
    side become ``arith.maxnumf`` or ``arith.minnumf``.
    """

    name: ClassVar[str] = "cpu-accumulated-extrema"
    requires: ClassVar[tuple[Rule, ...]] = PLAIN_TTIR

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in operations_in(module):
            if isinstance(op, tt.ReduceOp) and len(op.srcs) == 1 and is_float_type(element_type(op.srcs[0].type)):
                kind = _kind(selection_of(op.combineOp.block))
                if kind is not None:
                    _accumulate(op.srcs[0], kind)


def _kind(selection: Selection | None) -> type[Operation] | None:
    """The operation that a selection of a float is, if it returns the same side in either order."""
    return selection.extremum() if selection is not None and selection.is_symmetric else None


def _accumulate(block: SSAValue, kind: type[Operation]) -> None:
    """Replace what the innermost of the loops that carry a block combines it by."""
    carried, updated = _carried(block)
    if carried is None or updated is None:
        return
    op = updated.owner
    selection = elementwise_selection(op) if isinstance(op, Operation) else None
    if not isinstance(op, SelectOp) or selection is None or _kind(selection) is not kind:
        return
    if carried not in (op.true_value, op.false_value) or op.true_value is op.false_value:
        return
    combining = {op, *selection.operations}
    if not op.result.has_one_use() or any(use.operation not in combining for use in carried.uses):
        return
    if any(use.operation not in combining for each in selection.operations for use in each.results[0].uses):
        return
    rewriter = Rewriter()
    rewriter.start_at(op)
    sides, flags = [op.true_value, op.false_value], {"fastmath": ANY_ZERO}
    new = kind.create(operands=sides, result_types=[op.result.type], properties=flags)
    rewriter.replace(op, rewriter.insert(new).results)


def _carried(block: SSAValue) -> tuple[SSAValue | None, SSAValue | None]:
    """The argument of the innermost loop that a block is carried in, and the value that this loop yields for it."""
    found: tuple[SSAValue | None, SSAValue | None] = (None, None)
    while isinstance(block.owner, ForOp) and block.has_one_use():
        loop = block.owner
        index = loop.results.index(block)  # pyright: ignore[reportArgumentType]
        end, carried = loop.yield_operation, loop.iter_args[index]
        if end is None or (found[0] is not None and loop.initArgs[index] is not found[0]):
            return None, None
        if found[0] is not None and not found[0].has_one_use():
            return None, None
        found, block = (carried, end.operands[index]), end.operands[index]
    return found
