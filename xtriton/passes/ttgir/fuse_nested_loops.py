"""``tritongpu-fuse-nested-loops``: fuses loop nests that are marked for flattening."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.loop_attributes import WARP_SPECIALIZE
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.traits import DotLike
from xtriton.dialects.upstream.arith import CmpIOp, CmpIPredicate
from xtriton.dialects.upstream.llvm.intrinsics import AssumeOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.interfaces.effects import is_pure
from xtriton.ir.context import Context
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import children, operations_in
from xtriton.passes.base import Pass
from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.hoisting import hoist_invariants, may_be_executed_early
from xtriton.rewriting.loop_fusion import (
    MUST_EXECUTE,
    Builder,
    bounds_of,
    fuse,
    move_before,
    ops_to_hoist,
)
from xtriton.versions import V3_6, V3_9, by_version

FLATTEN = "tt.flatten"
ALWAYS_FUSE = "ttg.always-fuse"


@dataclass(frozen=True)
class TritonGPUFuseNestedLoops(Pass):
    """Fuse loop nests marked ``tt.flatten`` into one loop for pipelining.

    before: ``scf.for %i = ... { prologue; scf.for %j = ... { body }; epilogue } {tt.flatten}``
    after:  ``scf.for %step = ... { scf.if first { prologue }; body; scf.if last { epilogue } }``
    The whole is guarded by an ``scf.if`` unless the inner loop is known to run at least once.
    """

    name: ClassVar[str] = "tritongpu-fuse-nested-loops"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for func in [op for op in module.body.ops if isinstance(op, FuncOp)]:
            nests: list[_Nest] = []
            _find_nests(func, nests)
            for nest in nests:
                if ALWAYS_FUSE in nest.loop.attributes or (nest.asks_for_fusion() and _prepare(nest)):
                    _flatten(nest)


@dataclass
class _Nest:
    """A loop and the loops directly in it."""

    loop: ForOp
    inner: list[_Nest] = field(default_factory=list["_Nest"])

    def asks_for_fusion(self) -> bool:
        """Whether this is one loop in another, with the attribute that requests fusion."""
        return FLATTEN in self.loop.attributes and len(self.inner) == 1 and not self.inner[0].inner


def _find_nests(around: Operation, nests: list[_Nest]) -> None:
    """Collect the outermost loops in ``around``, and before each the nests under other operations in it."""
    for op in children(around):
        if isinstance(op, ForOp):
            nests.append(_nest_of(op, nests))
        elif op.regions:
            _find_nests(op, nests)


def _nest_of(loop: ForOp, nests: list[_Nest]) -> _Nest:
    nest = _Nest(loop)
    for op in children(loop):
        if isinstance(op, ForOp):
            nest.inner.append(_nest_of(op, nests))
        elif op.regions:
            _find_nests(op, nests)
    return nest


def _flatten(nest: _Nest) -> None:
    """Fuse from the innermost nest outwards."""
    for inner in nest.inner:
        _flatten(inner)
    nest.loop = fuse(nest.loop, [inner.loop for inner in nest.inner])


def _prepare(nest: _Nest) -> bool:
    """Make the prologue small, and see to it that the inner loop runs at least once. Returns whether it does.

    An inner loop that does not depend on the outer one is hoisted, and no longer in it then.
    """
    outer, inner = nest.loop, nest.inner[0].loop
    hoist_invariants(outer, may_be_executed_early)
    if inner.parent is not outer.body:
        return False
    _sink_to_epilogue(outer, inner)
    return _runs_at_least_once(inner) or _guard_empty_inner_loop(outer, inner)


def _sink_to_epilogue(outer: ForOp, inner: ForOp) -> None:
    """Sink operations that only the epilogue uses from the prologue to after the inner loop."""
    prologue: list[Operation] = []
    epilogue: set[Operation] = set()
    behind = False
    for op in outer.body.ops:
        if op is inner:
            behind = True
        elif behind:
            epilogue.add(op)
        else:
            prologue.append(op)
    sunk: set[Operation] = set()
    for op in reversed(prologue):
        if not is_pure(op) or has_trait(op, DotLike):
            continue
        users = [use.operation for result in op.results for use in result.uses]
        if all(user in sunk or outer.body.find_ancestor_op_in_block(user) in epilogue for user in users):
            sunk.add(op)
    if sunk:
        assert inner.next_op is not None
        move_before(sunk, inner.next_op)


def _runs_at_least_once(loop: ForOp) -> bool:
    """Whether ``llvm.intr.assume`` says that the upper bound is above the lower one. Marks the loop if so."""
    is_unsigned = loop.unsignedCmp is not None
    above = CmpIPredicate.UGT if is_unsigned else CmpIPredicate.SGT
    below = CmpIPredicate.ULT if is_unsigned else CmpIPredicate.SLT
    lower, upper = loop.lowerBound, loop.upperBound
    for use in upper.uses:
        compare = use.operation
        if not isinstance(compare, CmpIOp) or not _is_assumed(compare.result):
            continue
        stated = (CmpIPredicate.of(compare.predicate), compare.lhs, compare.rhs)
        if stated in ((above, upper, lower), (below, lower, upper)):
            loop.attributes[MUST_EXECUTE] = UnitAttr()
            return True
    return False


def _is_assumed(condition: SSAValue) -> bool:
    return any(isinstance(use.operation, AssumeOp) for use in condition.uses)


def _guard_empty_inner_loop(outer: ForOp, inner: ForOp) -> bool:
    """Guard the nest with an ``scf.if``, so that in it the inner loop is known to run; the ``else`` has no inner loop.

    Returns false if the bounds of the inner loop cannot be computed before the outer one.
    """
    ops = ops_to_hoist(bounds_of(inner), outer)
    if ops is None:
        return False
    move_before(ops, outer)
    inner.attributes[MUST_EXECUTE] = UnitAttr()
    build = Builder()
    build.before(outer)
    build.location = inner.location
    is_empty = _EMPTINESS.now()(build, *bounds_of(inner))
    guard = build.conditional(is_empty, outer.result_types)
    build.branch(guard.thenRegion)
    copy = build.insert(clone_op(outer, {}), outer.location)
    build.yield_(copy.results)
    _remove_copied_loop(copy, outer, inner)
    copy.attributes.pop(WARP_SPECIALIZE, None)
    build.replace_results(outer, guard.results)
    build.branch(guard.elseRegion, [outer])
    build.yield_(outer.results)
    return True


def _no_trips(build: Builder, lower: SSAValue, upper: SSAValue, step: SSAValue) -> SSAValue:
    """Before 3.9 a loop is empty if its trip count is zero."""
    trips = build.trip_count(lower, upper, step)
    return build.value(CmpIOp(CmpIPredicate.EQ, trips, build.number(0, trips.type)))


def _bounds_meet(build: Builder, lower: SSAValue, upper: SSAValue, step: SSAValue) -> SSAValue:
    """Since 3.9 it is empty if the lower bound is not below the upper one."""
    return build.value(CmpIOp(CmpIPredicate.SGE, lower, upper))


_EMPTINESS = by_version({V3_6: _no_trips, V3_9: _bounds_meet})


def _remove_copied_loop(copy: Operation, outer: ForOp, inner: ForOp) -> None:
    """Remove the clone of ``inner`` from a clone of ``outer``, where it does not run."""
    for old, new in zip(operations_in(outer), operations_in(copy), strict=True):
        if old is inner:
            assert isinstance(new, ForOp)
            Builder().replace(new, new.initArgs)
            return
