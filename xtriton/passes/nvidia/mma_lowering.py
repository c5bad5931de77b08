"""``triton-nvidia-mma-lowering``: completion barriers for Blackwell MMAs."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import ClassVar, cast

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, UnitAttr, i1, i32
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.dominance import is_before
from xtriton.dialects.tt.enums import ScaleDotElemType
from xtriton.dialects.ttg.attributes import encoding_attr
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.attributes import TensorMemorySpaceAttr
from xtriton.dialects.ttng.barrier import InvalBarrierOp, WaitBarrierOp
from xtriton.dialects.ttng.tcgen05 import MMAv5Op, TCGen5CommitOp, TCGen5MMAOp, TCGen5MMAScaledOp, wants_k_first
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMCopyOp
from xtriton.folds.folding import constant_of
from xtriton.interfaces.effects import is_pure
from xtriton.ir.context import Context
from xtriton.ir.creation import is_operation
from xtriton.layouts.encodings import NVMMAShared, TensorMemoryScales
from xtriton.layouts.tensor_memory import ctas_of_memory
from xtriton.passes.base import Pass
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.memory_uses import new_barrier
from xtriton.rewriting.operand_groups import set_operand_group
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_8, active_version, since


@dataclass(frozen=True)
class TritonNvidiaGPUMMALoweringPass(Pass):
    """Make Blackwell MMAs asynchronous and insert their barriers.

    before: ``ttng.tc_gen5_mma %a, %b, %d, %use, %pred``
    after:  ``ttng.tc_gen5_mma %a, %b, %d, %use, %pred, %x[%true] {is_async}``, ``ttng.wait_barrier %x, %c0, %pred``
    """

    name: ClassVar[str] = "triton-nvidia-mma-lowering"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        rewrite_greedily(module, _PATTERNS)


def _add_barrier(op: MMAv5Op, barrier: SSAValue, predicate: SSAValue) -> None:
    """Add a completion barrier to an MMA."""
    set_operand_group(op, "barrier_preds", [*op.barrier_preds, predicate])
    set_operand_group(op, "barriers", [*op.barriers, barrier])


# ------------------------------------------------------------------------------------------------------------ waiting


@pattern(TCGen5MMAOp, TCGen5MMAScaledOp)
def wait_for_mma(op: MMAv5Op, rewriter: Rewriter) -> bool:
    """Insert a barrier and a wait for a synchronous MMA."""
    if op.is_async is not None:
        return False
    barrier = new_barrier(rewriter, op)
    _add_barrier(op, barrier, insert_constant(rewriter, 1, i1))
    op.properties["is_async"] = UnitAttr()
    rewriter.after(op)
    phase = insert_constant(rewriter, 0, i32)
    rewriter.insert(WaitBarrierOp(barrier, phase, op.pred))
    rewriter.insert(InvalBarrierOp(barrier))
    return True


# ------------------------------------------------------------------------------------------------------------- scales


@pattern(TCGen5MMAScaledOp)
def copy_scales(op: TCGen5MMAScaledOp, rewriter: Rewriter) -> bool:
    """Copy scales from shared to tensor memory, where MMAs read them."""
    changed = False
    sides = ("A", "a_scale", op.a_scale, _rows(op)), ("B", "b_scale", op.b_scale, _columns(op))
    for side, name, scale, rows in sides:
        type_ = cast("MemDescType", scale.type)
        if type_.in_shared_memory:
            k_first = wants_k_first(op, side)
            set_operand_group(op, name, [_copied(scale, type_, rows, k_first, rewriter)])
            changed = True
    return changed


def _rows(op: TCGen5MMAScaledOp) -> int:
    return _extent(op.a, -2, ScaleDotElemType.of(op.a_type), packed=True)


def _columns(op: TCGen5MMAScaledOp) -> int:
    return _extent(op.b, -1, ScaleDotElemType.of(op.b_type), packed=False)


def _extent(operand: SSAValue, dim: int, kind: ScaleDotElemType, *, packed: bool) -> int:
    """Rows or columns of an operand; fp4 packed along this dimension, as ``packed`` says, counts twice."""
    type_ = cast("MemDescType", operand.type)
    layout, extent = type_.layout(), type_.get_shape()[dim]
    twice = kind == ScaleDotElemType.E2M1 and isinstance(layout, NVMMAShared) and layout.transposed is packed
    return 2 * extent if twice else extent


def _copied(scale: SSAValue, type_: MemDescType, rows: int, k_first: bool, rewriter: Rewriter) -> SSAValue:
    layout = type_.layout()
    assert layout is not None
    encoding = encoding_attr(TensorMemoryScales(k_first=k_first, **ctas_of_memory(layout.cta_layout)))
    shape = (rows, prod(type_.get_shape()) // rows)
    copied = MemDescType(shape, type_.element_type, encoding, TensorMemorySpaceAttr(), True)
    alloc = rewriter.insert(TMEMAllocOp(result=copied)).result
    rewriter.insert(TMEMCopyOp(scale, alloc))
    return alloc


# ------------------------------------------------------------------------------------------------------------ commits


@pattern(TCGen5MMAOp, TCGen5MMAScaledOp)
def merge_commits(op: MMAv5Op, rewriter: Rewriter) -> bool:
    """Merge the commits that follow an MMA into the MMA's barriers."""
    commits = _commits_after(op)
    for commit in commits:
        predicate = commit.pred if commit.pred is not None else insert_constant(rewriter, 1, i1)
        if _move_definition_before(commit.barrier, op) and _move_definition_before(predicate, op):
            _add_barrier(op, commit.barrier, predicate)
            rewriter.erase(commit)
        elif active_version() in _IN_ORDER:
            break
    return bool(commits)


_IN_ORDER = since(V3_8)
"""The versions that keep the order of commits: none is merged after one that is not."""


def _completes(op: MMAv5Op, commit: TCGen5CommitOp) -> bool:
    """Whether a commit arrives at the CTAs at which the completion of an MMA arrives; compared since 3.8."""
    if active_version() not in _IN_ORDER:
        return True
    shared: list[SSAValue] = []
    if op.multicast is not None:
        shared = [op.a, op.b]
        if isinstance(op, TCGen5MMAScaledOp):
            shared += [op.a_scale, op.b_scale]
    return list(commit.descs) == shared


def _commits_after(op: MMAv5Op) -> list[TCGen5CommitOp]:
    """The commits that may be merged into an MMA: no operation with effects is in between."""
    predicate = constant_of(op.pred)
    always = isinstance(predicate, IntegerAttr) and bool(predicate.value.data)
    found: list[TCGen5CommitOp] = []
    following = op.next_op
    while following is not None:
        if isinstance(following, TCGen5CommitOp):
            if (always or following.pred is op.pred) and _completes(op, following):
                found.append(following)
            elif active_version() in _IN_ORDER:
                break
        elif not is_pure(following):
            break
        following = following.next_op
    return found


def _move_definition_before(value: SSAValue, place: Operation) -> bool:
    """Move the backward slice of a value before an operation in its block; fails if it has effects."""
    moved: dict[Operation, None] = {}
    if not _collect(value, place, moved):
        return False
    for op in moved:
        Rewriter.move_in_place(op, place)
    return True


def _collect(value: SSAValue, place: Operation, moved: dict[Operation, None]) -> bool:
    owner = value.owner
    if not is_operation(owner) or owner in moved or owner.parent is not place.parent:
        return True
    if not is_before(place, owner):
        return True
    if not is_pure(owner) or not all(_collect(operand, place, moved) for operand in owner.operands):
        return False
    moved[owner] = None
    return True


_PATTERNS = PatternSet((wait_for_mma, copy_scales, merge_commits))
