"""``hopper-take-turns``: two warp groups compute the tiles of a persistent kernel in turn.

Where both warp groups compute the halves of one tile, the tensor cores are idle while both store it. In turns, one
stores a tile while the other computes the next one. A thread then has the accumulators of a whole tile, so that this is
for tiles that fit: 128 x 128 sums in f32 have 128 registers.

The kernels "pingpong" of CUTLASS are scheduled like this ("Efficient GEMM in CUDA", on warp specialisation).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp, UnitAttr, i32
from xdsl.ir import Block, Operation

from xtriton.analysis.launch_arguments import persistent_axes
from xtriton.analysis.requirements import Rule, consistent_ranks, tensors_with_layouts, without_partitions
from xtriton.dialects import tt
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.hopper.registers import only_sums
from xtriton.passes.hopper.unsupported import Unsupported
from xtriton.passes.hopper.warp_specialize.plan import TURNS, is_effect
from xtriton.passes.hopper.warp_specialize.schedule import is_promoted, registers_of
from xtriton.passes.hopper.warp_specialize.turns import is_invariant
from xtriton.passes.remarks import remark
from xtriton.rewriting.rewriter import Rewriter

_ACCUMULATORS = 128
"""The registers of a thread for sums. More leave too few for the operations that store a tile."""


@dataclass(frozen=True)
class TakeTurns(Pass):
    """Mark the loop over tiles of a persistent kernel whose tiles two consumer warp groups compute in turn.

    The loop only sums dots, in loops whose number of iterations is the same for each tile, and a thread's registers
    hold the sums of a whole tile. ``hopper-warp-specialize`` follows the mark.

    before: ``scf.for %tile = %program to %tiles step %n { scf.for { dot } store }``
    after:  the same with the attribute ``xtriton.turns``
    """

    name: ClassVar[str] = "hopper-take-turns"
    requires: ClassVar[tuple[Rule, ...]] = (without_partitions, tensors_with_layouts, consistent_ranks)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for func in [op for op in module.body.ops if isinstance(op, tt.FuncOp)]:
            if func.is_declaration or not persistent_axes(func):
                continue
            try:
                loop = _loop_over_tiles(func)
                _check(func, loop)
            except Unsupported as found:
                remark(ctx, found.op, f"tiles are not computed in turn: '{found.op.name}' op {found.reason}")
                continue
            loop.attributes[TURNS] = UnitAttr()
            _compute_before_stores(loop)
            remark(ctx, func, "two warp groups compute tiles in turn")


def _loop_over_tiles(func: tt.FuncOp) -> ForOp:
    """The loop over the tiles of a persistent kernel. Raises :class:`Unsupported`."""
    if len(func.body.blocks) != 1:
        raise Unsupported(func, "has unstructured control flow")
    loops = [op for op in func.body.block.ops if isinstance(op, ForOp) and any(map(_is_dot, operations_in(op)))]
    if len(loops) != 1:
        raise Unsupported(func, f"has {len(loops)} outer loops with dots")
    _check_counter(loops[0])
    if loops[0].results:
        raise Unsupported(loops[0], "carries values from tile to tile")
    return loops[0]


def _check(func: tt.FuncOp, loop: ForOp) -> None:
    """Raise :class:`Unsupported` for what prevents turns."""
    for op in operations_in(func):
        if isinstance(op, tt.DescriptorLoadOp) and op.parent is not None:
            _check_block(func, loop, op, op.parent)
        if not loop.is_ancestor(op):
            continue
        if is_effect(op) and not isinstance(op, tt.StoreOp | tt.DescriptorStoreOp):
            raise Unsupported(op, "has effects other than those of stores")
        if _is_dot(op):
            _check_sums(loop, op)


def _check_block(func: tt.FuncOp, loop: ForOp, load: Operation, block: Block) -> None:
    """Check that a load is executed as often for each tile, or after all tiles of the loop."""
    if not loop.is_ancestor(block):
        around: Operation = load
        while around.parent is not func.body.block:
            parent = around.parent_op()
            assert parent is not None
            around = parent
        if around.is_before_in_block(loop):
            raise Unsupported(load, "is before the loop over tiles")
        return
    inner = block.parent_op()
    if inner is loop:
        return
    if not isinstance(inner, ForOp) or inner.parent is not loop.body:
        raise Unsupported(load, "is not executed as often for each tile")
    _check_counter(inner)
    if not all(is_invariant(bound, loop) for bound in (inner.lowerBound, inner.upperBound, inner.step)):
        raise Unsupported(inner, "has another number of iterations for each tile")


def _check_counter(loop: ForOp) -> None:
    """Check that a loop counts as the number of its iterations is computed."""
    if loop.induction_variable.type != i32 or loop.unsignedCmp is not None:
        raise Unsupported(loop, "does not count in signed i32")


def _check_sums(loop: ForOp, dot: Operation) -> None:
    """Check that a dot is one of a loop of sums that fit into registers."""
    inner = dot.parent_op()
    if not isinstance(inner, ForOp) or inner is loop:
        raise Unsupported(dot, "is not in a loop of its own")
    if not only_sums(inner) or any(isinstance(op, WarpGroupDotOp) and is_promoted(op) for op in inner.body.ops):
        raise Unsupported(dot, "has a result that is not only summed")
    needed = sum(registers_of(value.type) for value in inner.iter_args)
    if needed > _ACCUMULATORS:
        raise Unsupported(
            inner, f"carries values in {needed} registers per thread from step to step, of {_ACCUMULATORS}"
        )


def _compute_before_stores(loop: ForOp) -> None:
    """Sink what a store needs behind the stores before it.

    ``hopper-split-rows`` has the operations of both halves side by side. A thread has the registers for the values of
    one. Loads are not moved: they may read what a store before them writes.
    """
    sums = [op for op in loop.body.ops if any(map(_is_dot, operations_in(op)))]
    for store in [op for op in loop.body.ops if is_effect(op) and sums[-1].is_before_in_block(op)]:
        for op in _only_for(store, sums[-1]):
            Rewriter.move_in_place(op, store)


def _only_for(store: Operation, begin: Operation) -> list[Operation]:
    """The operations without effects between ``begin`` and a store that nothing else depends on, in their order."""
    found: dict[Operation, None] = {}
    op = store.prev_op
    while op is not None and op is not begin:
        users = [use.operation for result in op.results for use in result.uses]
        if users and is_memory_effect_free(op) and all(user is store or user in found for user in users):
            found[op] = None
        op = op.prev_op
    return list(reversed(found))


def _is_dot(op: Operation) -> bool:
    return isinstance(op, WarpGroupDotOp)
