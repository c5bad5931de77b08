"""Expansion of scheduled loops; predicated operations are in ``ttg.mask`` until their predicates are simplified."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp, i1
from xdsl.ir import Operation, SSAValue

from xtriton.dialects.ttg.compute import MaskOp, PredicateStageOp
from xtriton.dialects.ttg.warp_specialize import WarpSpecializeOp
from xtriton.dialects.ttng.barrier import WaitBarrierOp
from xtriton.dialects.ttng.tcgen05 import MMAv5Op
from xtriton.dialects.upstream.scf import ForOp
from xtriton.dialects.upstream.ub import PoisonOp
from xtriton.folds.elements import is_zero
from xtriton.folds.folding import constant_of
from xtriton.ir.diagnostics import DiagnosticEngine
from xtriton.ir.narrowing import int_value
from xtriton.ir.walk import operations_inside_out, parent_of_type
from xtriton.passes.ttgir.pipeline.expander import Expander, StagePredicate
from xtriton.passes.ttgir.pipeline.predication import resolve_masks, wrap_in_mask
from xtriton.passes.ttgir.pipeline.schedule import CoarseSchedule, body_ops
from xtriton.passes.ttgir.pipeline.users import place_of
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.greedy import Settled
from xtriton.rewriting.loop_peeling import peel_last_iteration
from xtriton.rewriting.rewriter import Rewriter, location_of

KEEP_PREDICATES = "__test_keep_predicate_stage"
"""The attribute of a loop whose ``ttg.predicate_stage`` operations stay, for tests."""


def expand_loops(module: ModuleOp, diagnostics: DiagnosticEngine) -> Settled | None:
    """Expand the scheduled loops of ``module``, inner ones first, and predicate the stages that run ahead.

    Returns the operations in which nothing is left to fold, as :func:`~.predication.resolve_masks` does.
    """
    for loop in [op for op in operations_inside_out(module.body) if isinstance(op, ForOp)]:
        schedule = CoarseSchedule.deserialize(loop)
        if schedule is not None:
            _expand(loop, schedule, diagnostics)
    return resolve_masks(module)


def _expand(loop: ForOp, schedule: CoarseSchedule, diagnostics: DiagnosticEngine) -> None:
    keeps = KEEP_PREDICATES in loop.attributes
    peels = not keeps and _waits_for_mma_in_last_stage(loop, schedule) and not _is_in_partition(loop)
    order = schedule.final_schedule(loop)
    if keeps or peels:
        expander = Expander(loop, order, wrap_in_mask, _emit_predicate_stage)
    else:
        expander = Expander(loop, order, wrap_in_mask)
    kernel = expander.expand(diagnostics)
    if kernel is not None and peels:
        _peel(kernel)


def _emit_predicate_stage(rewriter: Rewriter, stage: StagePredicate) -> SSAValue:
    new = PredicateStageOp(stage.variable, stage.upper_bound, stage.step, maxStage=stage.last_stage, stage=stage.stage)
    return rewriter.insert(new, location_of(stage.variable)).result


def _waits_for_mma_in_last_stage(loop: ForOp, schedule: CoarseSchedule) -> bool:
    """Whether the loop has Blackwell MMAs and waits for a barrier in its last stage."""
    last = schedule.num_stages - 1
    ops = list(body_ops(loop))
    waits = any(isinstance(op, WaitBarrierOp) and place_of(op, schedule).stage == last for op in ops)
    return waits and any(isinstance(op, MMAv5Op) for op in ops)


def _is_in_partition(op: Operation) -> bool:
    return parent_of_type(op, WarpSpecializeOp) is not None


def _peel(kernel: ForOp) -> None:
    """Peel the last iteration of the kernel, in which only the last stage runs.

    The masks of all other stages are erased there. A false predicate would not suffice: copies that may run
    speculatively are not predicated and would write to memory.
    """
    peeled = peel_last_iteration(kernel)
    rewriter = Rewriter()
    for op in list(kernel.body.ops):
        if isinstance(op, PredicateStageOp):
            rewriter.start_at(op)
            rewriter.replace_all_uses(op.result, _predicate_in_kernel(op, rewriter))
    block = peeled.thenRegion.block
    for op in list(block.ops):
        if isinstance(op, PredicateStageOp):
            rewriter.start_at(op)
            rewriter.replace_all_uses(op.result, insert_constant(rewriter, 0, i1))
    for op in list(block.ops):
        if isinstance(op, MaskOp) and is_zero(constant_of(op.pred)):
            rewriter.start_at(op)
            rewriter.replace(op, [rewriter.insert(PoisonOp(type_)).result for type_ in op.result_types])


def _predicate_in_kernel(op: PredicateStageOp, rewriter: Rewriter) -> SSAValue:
    """The predicate of a stage in the kernel whose last iteration is peeled; the last stage but one always runs."""
    last, stage = int_value(op.maxStage), int_value(op.stage)
    if stage == last - 1:
        return insert_constant(rewriter, 1, i1)
    return StagePredicate(op.iv, op.ub, op.step, last, stage).emit(rewriter)
