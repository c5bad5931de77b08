"""Predication in pipelined loops: operations are wrapped in ``ttg.mask``, then get predicates of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from xdsl.dialects.builtin import ModuleOp, UnregisteredOp, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects.tt.memory import AtomicRMWOp, LoadOp, StoreOp
from xtriton.dialects.tt.shape import SplatOp
from xtriton.dialects.ttg.compute import MaskOp, MaskReturnOp
from xtriton.dialects.ttg.memory import (
    AsyncCommitGroupOp,
    AsyncCopyGlobalToLocalOp,
    AsyncWaitOp,
    LocalLoadOp,
    LocalStoreOp,
)
from xtriton.dialects.ttng.barrier import ArriveBarrierOp, BarrierExpectOp, FenceAsyncSharedOp, WaitBarrierOp
from xtriton.dialects.ttng.tcgen05 import TCGen5CommitOp, TCGen5MMAOp, TCGen5MMAScaledOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp, TMEMStoreOp
from xtriton.dialects.ttng.tma import AsyncTMACopyGlobalToLocalOp, AsyncTMAGatherOp
from xtriton.dialects.upstream.arith import AndIOp
from xtriton.dialects.upstream.llvm.intrinsics import AssumeOp
from xtriton.dialects.upstream.scf import IfOp, YieldOp
from xtriton.dialects.upstream.ub import PoisonOp
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.creation import operands_of, region_of
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.op import Op
from xtriton.ir.shared_attributes import tensor_of
from xtriton.ir.walk import operations_inside_out
from xtriton.rewriting.greedy import GreedyConfig, Settled, rewrite_greedily, settled_operations
from xtriton.rewriting.operand_groups import set_operand_group
from xtriton.rewriting.pattern import PatternSet
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.versions import V3_9, active_version, since


def wrap_in_mask(op: Operation, predicate: SSAValue) -> Operation:
    """A ``ttg.mask`` with ``op``, which is new: it is in no block, and its results have no users."""
    # Many are made, and none outlives the pass: their constructors, which check the operands, are left out.
    location = op.location
    end = MaskReturnOp.create(operands=op.results, location=location)
    types = [result.type for result in op.results]
    return MaskOp.create(operands=[predicate], result_types=types, location=location, regions=[region_of(op, end)])


def resolve_masks(module: ModuleOp) -> Settled | None:
    """Simplify ``module``, and inline each ``ttg.mask``, predicating its operations.

    Returns the operations in which nothing is left to fold, if it is known; a later :func:`simplify` passes over them.
    Raises ``DiagnosticError`` for operations that cannot be predicated.
    """
    settled = settled_operations(module.body) if simplify(module) else None
    rewriter = Rewriter()
    for mask in [op for op in operations_inside_out(module.body) if isinstance(op, MaskOp)]:
        *ops, end = mask.region.block.ops
        for op in ops:
            rewriter.move_in_place(op, mask)
            predicate_op(rewriter, op, mask.pred)
        rewriter.replace(mask, operands_of(end))
    return settled


def simplify(module: ModuleOp, settled: Settled | None = None) -> bool:
    """Fold, and erase dead operations: the effect of Triton's cleanup between the steps of pipelining.

    Triton applies the canonicalization patterns registered for the ``arith`` dialect as a whole, of which there are
    none, but not those of its operations. Returns whether nothing is left to fold.
    """
    return rewrite_greedily(module, _NO_PATTERNS, replace(_ONLY_FOLDS, settled=settled)).converged


_NO_PATTERNS = PatternSet([])
_ONLY_FOLDS = GreedyConfig(incremental=True)


def predicate_op(rewriter: Rewriter, op: Operation, predicate: SSAValue) -> None:
    """Make ``op`` have no effect unless ``predicate`` is true.

    Operations that may run speculatively are left as they are: those without side effects, and those that only
    write to buffers that are dead in that case; those that are not registered are left, too. As in Triton, predicates
    that are constant true are set, too. Other operations without a predicate are moved into an ``scf.if`` since 3.9;
    before, raises ``DiagnosticError`` for them.
    """
    if is_memory_effect_free(op) or isinstance(op, _LEFT):
        return
    for classes, name, shape in _PREDICATES:
        if isinstance(op, classes):
            assert isinstance(op, Op)
            rewriter.before(op)
            current = cast("SSAValue | None", getattr(op, name))
            set_operand_group(op, name, [_conjunction(rewriter, predicate, current, shape(op))])
            return
    if active_version() not in _BRANCHES:
        raise error(op.location, f"'{op.name}' op pipeliner doesn't know how to predicate this op.")
    _run_conditionally(rewriter, op, predicate)


_BRANCHES = since(V3_9)
"""Whether operations that have no predicate can be pipelined."""


def _run_conditionally(rewriter: Rewriter, op: Operation, predicate: SSAValue) -> None:
    """Move ``op`` into an ``scf.if``; without it, its results are poison."""
    taken, otherwise = Block(), Block()
    rewriter.before(op)
    branch = rewriter.insert(
        IfOp(predicate, Region(taken), Region(otherwise), result_types=op.result_types), op.location
    )
    for result, outside in zip(op.results, branch.results, strict=True):
        rewriter.replace_all_uses(result, outside)
    op.detach()
    taken.add_op(op)
    rewriter.at_end(taken)
    rewriter.insert(YieldOp(op.results), op.location)
    rewriter.at_end(otherwise)
    poison = [rewriter.insert(PoisonOp(type_), op.location).result for type_ in op.result_types]
    rewriter.insert(YieldOp(poison), op.location)


def _scalar(op: Operation) -> Attribute:
    return i1


def _as_source(op: Operation) -> Attribute:
    """The type of the mask of a copy."""
    return _mask_type(cast("AsyncCopyGlobalToLocalOp", op).src)


def _as_pointers(op: Operation) -> Attribute:
    """The type of the mask of a load, a store or an atomic operation."""
    return _mask_type(cast("LoadOp | StoreOp | AtomicRMWOp", op).ptr)


def _mask_type(pointers: SSAValue) -> Attribute:
    type_ = pointers.type
    return tensor_of(i1, type_.shape, type_.encoding) if is_tensor_type(type_) else i1


_SPECULATIVE = (
    AssumeOp,
    FenceAsyncSharedOp,
    AsyncCommitGroupOp,
    AsyncWaitOp,
    LocalLoadOp,
    LocalStoreOp,
    TMEMAllocOp,
    TMEMLoadOp,
)
_LEFT = (*_SPECULATIVE, UnregisteredOp)

_PREDICATES: tuple[tuple[tuple[type[Op], ...], str, Callable[[Operation], Attribute]], ...] = (
    ((IfOp,), "condition", _scalar),
    ((AsyncCopyGlobalToLocalOp,), "mask", _as_source),
    ((LoadOp, StoreOp, AtomicRMWOp), "mask", _as_pointers),
    (
        (
            AsyncTMACopyGlobalToLocalOp,
            AsyncTMAGatherOp,
            BarrierExpectOp,
            TCGen5MMAOp,
            TCGen5MMAScaledOp,
            TMEMStoreOp,
            WaitBarrierOp,
            ArriveBarrierOp,
            TCGen5CommitOp,
        ),
        "pred",
        _scalar,
    ),
)
"""Classes of operations, the operand that is their predicate, and its type."""


def _conjunction(rewriter: Rewriter, predicate: SSAValue, current: SSAValue | None, type_: Attribute) -> SSAValue:
    """The predicate splat to the mask type, and-ed with the current mask if there is one."""
    location = location_of(predicate)
    mask = predicate
    if type_ != i1:
        mask = rewriter.insert(SplatOp(predicate, result=type_), location).result
    if current is not None:
        mask = rewriter.insert(AndIOp(mask, current), location).result
    return mask
