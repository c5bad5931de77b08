"""``ttg.warp_specialize``: different code on different warps concurrently; see :mod:`xtriton.interp.partitions`."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.ir import Operation

from xtriton.dialects.ttg.warp_specialize import WarpSpecializeOp
from xtriton.interp.compiler import Scope, Step, semantics
from xtriton.interp.frame import Frame
from xtriton.interp.regions import CompiledRegion
from xtriton.interp.values import Value


@semantics("ttg.warp_specialize")
def _specialize(scope: Scope, op: Operation) -> Step:
    """Partitions share the frame: each has its own slots, since it is isolated from above."""
    assert isinstance(op, WarpSpecializeOp)
    captures, results = scope.slots_of(op.captures), scope.slots_of(op.results)
    default, partitions = scope.region(op.defaultRegion), [scope.region(region) for region in op.partitions]

    def step(frame: Frame) -> None:
        watch = frame.run.watch
        assert watch is not None
        given = [frame.values[slot] for slot in captures]
        bodies = [lambda: default.run(frame, ()), *(_ended(frame, partition, given) for partition in partitions)]
        watch.fork(len(partitions))
        found = watch.scheduler.run(bodies)
        watch.join(len(partitions))
        for slot, value in zip(results, found, strict=True):
            frame.values[slot] = value

    return step


def _ended(frame: Frame, region: CompiledRegion, arguments: list[Value]) -> Callable[[], list[Value]]:
    """Run a partition, then require that it has waited for its asynchronous operations: no other agent can."""

    def body() -> list[Value]:
        found, watch = region.run(frame, arguments), frame.run.watch
        assert watch is not None
        frame.run.transfers.require_ended(watch.agent, f"{watch.name}: {watch.title()}")
        return found

    return body
