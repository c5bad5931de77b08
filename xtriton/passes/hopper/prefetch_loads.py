"""``hopper-prefetch-loads``: load scales of dots' results one iteration ahead.

A warp group issues instructions in order: a scale that is used, as ptxas schedules it, before the first dot of an
iteration delays that dot by the latency of its load, and the tensor cores are idle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp, TensorType, i1
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.launch_arguments import resident_ctas
from xtriton.analysis.requirements import Rule, consistent_ranks, tensors_with_layouts, without_partitions
from xtriton.dialects import tt
from xtriton.dialects.tt.memory import cache_hints
from xtriton.dialects.ttg.attributes import encoding_attr
from xtriton.dialects.upstream.arith import AndIOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.hopper.ahead import Ahead
from xtriton.passes.hopper.dots import dots_in, users_in_block
from xtriton.passes.hopper.registers import registers_of_loads
from xtriton.passes.hopper.unsupported import Unsupported
from xtriton.passes.hopper.warp_specialize.plan import MOST_CONSUMERS, is_effect
from xtriton.passes.hopper.warp_specialize.schedule import dots_at_once, registers_for_tiles
from xtriton.passes.remarks import counted, remark
from xtriton.rewriting.cloning import Mapping
from xtriton.rewriting.regions import erase_dead_code
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import add_iter_args, append_to_yield
from xtriton.rewriting.tensors import layout_of_tensor


@dataclass(frozen=True)
class PrefetchLoads(Pass):
    """Load values that are combined with the results of a loop's dots one iteration ahead.

    The loads of the next iteration follow the dots that a warp group issues before it waits for one; the last iteration
    loads its own values again. Loops with side effects are not modified, nor those that issue all dots of an iteration
    before they wait, nor those with more than ``loads`` loads or ``registers`` registers per thread for their values.

    before: ``scf.for %k { %s = tt.load (%p + %k); %d = dot %a, %b, 0; %t = %d * %s + %sum }``
    after:  ``%s0 = tt.load (%p + 0)``, ``scf.for %k iter_args(%s = %s0) { %d = dot %a, %b, 0;
    %next = tt.load (%p + %k + 1); %t = %d * %s + %sum; scf.yield %next }``
    """

    name: ClassVar[str] = "hopper-prefetch-loads"
    requires: ClassVar[tuple[Rule, ...]] = (without_partitions, tensors_with_layouts, consistent_ranks)
    registers: int = option(16, "the most registers per thread for the loaded values of an iteration")
    loads: int = option(6, "the most loads of an iteration, each of which has an address of its own")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for loop in [op for op in operations_in(module) if isinstance(op, ForOp)]:
            loads = _combined_with_dots(loop)
            if not loads or loop.trip_count in (0, 1):
                continue
            try:
                last = self._checked(loop, loads)
                ahead = Ahead(loop, loads)
            except Unsupported as found:
                remark(ctx, found.op, f"loads are not issued one iteration ahead: '{found.op.name}' op {found.reason}")
                continue
            remark(ctx, loop, f"{counted(len(loads), 'load')} issued one iteration ahead")
            _prefetch(ahead, loads, last)

    def _checked(self, loop: ForOp, loads: Sequence[tt.LoadOp]) -> Operation:
        """The last dot that is issued before a warp group waits for one.

        Raises :class:`Unsupported` for what prevents loads of the next iteration.
        """
        for op in loop.body.ops:
            if op is not loop.yield_operation and is_effect(op):
                raise Unsupported(op, "has side effects, which loads of the next iteration would precede")
        dots, issued = dots_in(loop), _issued_at_once(loop)
        if issued >= len(dots):
            raise Unsupported(dots[-1], "is issued before a warp group waits for a dot, so that loads delay none")
        if len(loads) > self.loads:
            raise Unsupported(loads[0], f"is one of {len(loads)} loads, of at most {self.loads}")
        registers = registers_of_loads(loop)
        if registers > self.registers:
            reason = f"loads values that need about {registers:.0f} registers per thread, of {self.registers}"
            raise Unsupported(loads[0], reason)
        return dots[issued - 1]


def _combined_with_dots(loop: ForOp) -> list[tt.LoadOp]:
    """The loads of a loop's body that are combined with results of its dots, and not multiplied by dots."""
    dots = dots_in(loop)
    results = {op for dot in dots for op in users_in_block(dot)}
    found: list[tt.LoadOp] = []
    for op in loop.body.ops:
        if isinstance(op, tt.LoadOp) and not int_value(op.isVolatile):
            users = users_in_block(op)
            if users & results and users.isdisjoint(dots):
                found.append(op)
    return found


def _prefetch(ahead: Ahead, loads: Sequence[tt.LoadOp], last: Operation) -> None:
    """Issue the loads of the next iteration behind a dot of this one."""
    rewriter, loop = Rewriter(), ahead.loop
    runs = ahead.runs(rewriter)
    firsts = [_if(runs, value, rewriter) for value in _clones(loads, ahead.clone_before(rewriter))]
    rewriter.after(last)
    nexts = _clones(loads, ahead.clone_for_next(rewriter, ahead.continues(rewriter)))
    wider = add_iter_args(loop, firsts, rewriter)
    for load, argument in zip(loads, wider.iter_args[-len(loads) :], strict=True):
        rewriter.replace(load, [argument])
    append_to_yield(wider, nexts, rewriter)
    erase_dead_code(wider.region, rewriter)


def _issued_at_once(loop: ForOp) -> int:
    """How many dots the warp groups issue in an iteration before they wait for one of them.

    ``hopper-split-rows`` has the dots of both warp groups in turn.
    """
    dots = dots_in(loop)
    sums = [value for value in loop.iter_args if any(value.type == dot.results[0].type for dot in dots)]
    groups = max(1, min(MOST_CONSUMERS, len(sums)))
    return groups * dots_at_once(list(loop.body.ops), sums[::groups], registers_for_tiles(resident_ctas(loop)))


def _clones(loads: Sequence[tt.LoadOp], clones: Mapping) -> list[SSAValue]:
    return [clones[load.result] for load in loads]


def _if(condition: SSAValue | None, loaded: SSAValue, rewriter: Rewriter) -> SSAValue:
    """A load's result, of a load that is executed if ``condition`` is true."""
    load = loaded.owner
    if condition is None:
        return loaded
    assert isinstance(load, tt.LoadOp)
    rewriter.before(load)
    mask = condition
    if is_tensor_type(loaded.type):
        type_ = TensorType(i1, loaded.type.get_shape(), encoding_attr(layout_of_tensor(loaded)))
        mask = rewriter.insert(tt.SplatOp(condition, result=type_), load.location).result
    if load.mask is not None:
        mask = rewriter.insert(AndIOp(load.mask, mask), load.location).result
    masked = tt.LoadOp(load.ptr, mask=mask, other=load.other)
    masked.properties.update(cache_hints(load))
    return rewriter.replace_by(load, masked).result
