"""``tritongpu-normalize-ws-while-loops``: brings warp-specialized ``scf.while`` into a form that can be partitioned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import Block, Region

from xtriton.analysis.loop_attributes import DISALLOW_ACC_MULTI_BUFFER, WARP_SPECIALIZE
from xtriton.dialects.ttng.launch_control import CLCTryCancelSyncOp
from xtriton.dialects.upstream.scf import ConditionOp, ForOp, WhileOp, YieldOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import Pass
from xtriton.passes.ttgir.warp_specialization.specialized_loops import specialized_loops
from xtriton.rewriting.cloning import clone_body
from xtriton.rewriting.rewriter import Rewriter, block_argument, location_of
from xtriton.versions import V3_9, VersionRange, since


@dataclass(frozen=True)
class TritonGPUNormalizeWSWhileLoops(Pass):
    """Rotate warp-specialized scf.while loops so that their first region only passes on its arguments.

    before: ``scf.while (%s = %0) { %v, %c = compute(%s); scf.condition(%c) %v } do { ^bb(%v): scf.yield %next }``
    after:  ``%v0, %c0 = compute(%0)``, ``scf.while (%v = %v0, %c = %c0) { scf.condition(%c) %v, %c } do { ^bb(%v, %c):
            %v1, %c1 = compute(%next); scf.yield %v1, %c1 }``
    """

    name: ClassVar[str] = "tritongpu-normalize-ws-while-loops"
    versions: ClassVar[VersionRange] = since(V3_9)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in operations_inside_out(module):
            if isinstance(op, WhileOp):
                _specialize_persistent_loop(op)
        loops: dict[WhileOp, None] = {}
        for specialized in specialized_loops(module):
            if isinstance(specialized, WhileOp):
                loops[specialized] = None
            loops.update((op, None) for op in operations_inside_out(specialized) if isinstance(op, WhileOp))
        for loop in reversed(loops):
            normalize(loop)


def _specialize_persistent_loop(loop: WhileOp) -> None:
    """Where clusters are taken over in a loop, that loop is warp-specialized instead of those directly in it."""
    body = loop.after.block
    inner = [op for op in body.ops if isinstance(op, ForOp) and WARP_SPECIALIZE in op.attributes]
    if not inner or not any(isinstance(op, CLCTryCancelSyncOp) for op in body.ops):
        return
    for op in inner:
        del op.attributes[WARP_SPECIALIZE]
        if op.attributes.pop(DISALLOW_ACC_MULTI_BUFFER, None) is not None:
            loop.attributes[DISALLOW_ACC_MULTI_BUFFER] = UnitAttr()
    loop.attributes[WARP_SPECIALIZE] = UnitAttr()


def normalize(loop: WhileOp) -> None:
    """Evaluate the first region once before the loop, and then at the end of each iteration.

    The condition is carried as the last value. Loops whose first region passes on its arguments stay.
    """
    condition = loop.condition_operation
    if tuple(condition.operands[1:]) == tuple(loop.before.block.args):
        return
    rewriter = Rewriter()
    rewriter.start_at(loop)
    decided, *passed = clone_body(loop.before.block, loop.inits, rewriter)
    inits = [*passed, decided]
    types = [init.type for init in inits]
    new = WhileOp(inits, before=Region(Block()), after=Region(Block()), result_types=types)
    new.attributes.update(loop.attributes)
    rewriter.insert(new, loop.location)
    for region in new.regions:
        for init in inits:
            block_argument(region.block, init.type, location_of(init))
    rewriter.at_end(new.before.block)
    arguments = new.before.block.args
    passing = rewriter.insert(ConditionOp(arguments[-1], arguments), condition.location)
    passing.attributes.update(condition.attributes)
    _move_body(loop, new, rewriter)
    for old, result in zip(loop.results, new.results, strict=False):
        rewriter.replace_all_uses(old, result)
    rewriter.erase(loop)


def _move_body(loop: WhileOp, new: WhileOp, rewriter: Rewriter) -> None:
    """Move the second region, and evaluate the first one after it."""
    end = loop.yield_operation
    assert end is not None
    for old, argument in zip(loop.after.block.args, new.after.block.args, strict=False):
        rewriter.replace_all_uses(old, argument)
    for op in list(loop.after.block.ops):
        if op is not end:
            op.detach()
            new.after.block.add_op(op)
    rewriter.at_end(new.after.block)
    decided, *passed = clone_body(loop.before.block, end.operands, rewriter)
    following = rewriter.insert(YieldOp([*passed, decided]), end.location)
    following.attributes.update(end.attributes)
