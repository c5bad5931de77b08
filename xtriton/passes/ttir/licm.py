"""``triton-licm``: hoist loop-invariant operations, loads included, out of loops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, i32
from xdsl.ir import Operation, SSAValue
from xdsl.traits import MemoryEffectKind

from xtriton.analysis.loops import loops_inside_out
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.tt.shape import SplatOp
from xtriton.dialects.tt.types import i1_same_shape
from xtriton.dialects.upstream.arith import AndIOp, CmpIOp, CmpIPredicate
from xtriton.dialects.upstream.llvm.loops import LoopAnnotationAttr, LoopLICMAttr
from xtriton.dialects.upstream.scf import ForOp
from xtriton.interfaces.effects import effects_of
from xtriton.interfaces.loop_like import LoopLikeOpInterface
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_tensor_type
from xtriton.passes.base import OperationPass
from xtriton.rewriting.hoisting import hoist_invariants, may_be_executed_early, move_out
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_9, active_version, since

_KEEPS_ANNOTATED = since(V3_9)
"""The versions that leave loops as they are whose annotation disables LICM; in others it is for LLVM alone."""


@dataclass(frozen=True)
class TritonLoopInvariantCodeMotion(OperationPass):
    """Hoist loop-invariant operations and loads; hoisted loads are masked with the loop's entry condition.

    before: ``scf.for %i = %lb to %ub step %s { %0 = tt.load %ptr ... }`` in which nothing is written
    after:  ``%1 = arith.cmpi slt, %lb, %ub``, ``%0 = tt.load %ptr, %1``, ``scf.for ... { ... }``
    """

    name: ClassVar[str] = "triton-licm"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        keeps = active_version() in _KEEPS_ANNOTATED
        for loop in loops_inside_out(op):
            if not (keeps and _disables_licm(loop)):
                _Hoisting(loop).run()


def _disables_licm(loop: Operation) -> bool:
    """Whether a loop is annotated as `tl.range(..., disable_licm=True)` does."""
    annotation = loop.attributes.get("llvm.loop_annotation")
    licm = annotation.fields.data.get("licm") if isinstance(annotation, LoopAnnotationAttr) else None
    disabled = licm.fields.data.get("disable") if isinstance(licm, LoopLICMAttr) else None
    return isinstance(disabled, IntegerAttr) and bool(disabled.value.data)


class _Hoisting:
    """Moves invariant operations out of one loop."""

    def __init__(self, loop: LoopLikeOpInterface) -> None:
        self.loop = loop
        self._nothing_written: bool | None = None
        """Whether the loop only reads memory, once that has been asked."""

    def run(self) -> None:
        hoist_invariants(self.loop, self._may_move, self._move)

    def _may_move(self, op: Operation) -> bool:
        if not isinstance(op, LoadOp):
            return may_be_executed_early(op)
        if self._nothing_written is None:
            self._nothing_written = _only_reads(self.loop)
        return self._nothing_written

    def _move(self, op: Operation) -> None:
        if isinstance(op, LoadOp):
            if not isinstance(self.loop, ForOp):
                return
            _mask_by_first_iteration(op, self.loop)
        move_out(op, self.loop)


def _only_reads(op: Operation) -> bool:
    effects = effects_of(op)
    return effects is not None and all(effect.kind is MemoryEffectKind.READ for effect in effects)


def _mask_by_first_iteration(load: LoadOp, loop: ForOp) -> None:
    """Let ``load`` read nothing if ``loop`` has no iteration."""
    rewriter = Rewriter()
    rewriter.start_at(loop)
    mask: SSAValue = rewriter.insert(CmpIOp(CmpIPredicate.SLT, loop.lowerBound, loop.upperBound)).result
    type_ = i1_same_shape(load.ptr.type)
    if is_tensor_type(type_):
        mask = rewriter.insert(SplatOp(mask, result=type_)).result
    if load.mask is not None:
        mask = rewriter.insert(AndIOp(mask, load.mask)).result
    _set_mask(load, mask)


def _set_mask(load: LoadOp, mask: SSAValue) -> None:
    others = [] if load.other is None else [load.other]
    load.operands = [load.ptr, mask, *others]
    load.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, [1, 1, len(others)])
