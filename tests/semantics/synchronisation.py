"""Drop or alter each operation that synchronises a warp-specialised kernel, one by one: does the interpreter see it?

As a program it prints the results for the FP8 matmul: ``python -m semantics.synchronisation``, run in ``tests``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, ModuleOp, i32
from xdsl.ir import Operation

from xtriton.dialects.tt.program import AssertOp
from xtriton.dialects.ttng.barrier import (
    ArriveBarrierOp,
    BarrierExpectOp,
    FenceAsyncSharedOp,
    InitBarrierOp,
    WaitBarrierOp,
)
from xtriton.dialects.ttng.tcgen05 import TCGen5CommitOp
from xtriton.dialects.ttng.tma import TMAStoreWaitOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp, WarpGroupDotWaitOp
from xtriton.dialects.upstream.arith import ConstantOp, XOrIOp
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.narrowing import int_value

Alter = Callable[[Operation], None]


def _drop(op: Operation) -> None:
    for result, operand in zip(op.results, op.operands, strict=False):
        result.replace_all_uses_with(operand)
    op.detach()
    op.erase()


def _with(name: str, change: Callable[[int], int]) -> Alter:
    def alter(op: Operation) -> None:
        op.properties[name] = IntegerAttr(change(int_value(op.properties[name])), i32)

    return alter


def _other_phase(op: Operation) -> None:
    assert isinstance(op, WaitBarrierOp) and op.parent is not None
    one = ConstantOp(IntegerAttr(1, i32))
    turned = XOrIOp(op.phase, one.result)
    op.parent.insert_ops_before([one, turned], op)
    op.operands[1] = turned.result


def _again(op: Operation) -> None:
    assert op.parent is not None
    op.parent.insert_op_after(op.clone(), op)


def _earlier(op: Operation) -> None:
    """Before the wait for dots that stands before it, with the view of the barrier that it is about."""
    before: list[Operation] = [op]
    at = op.prev_op
    while at is not None and not isinstance(at, WarpGroupDotWaitOp):
        if at.results and any(operand in at.results for earlier in before for operand in earlier.operands):
            before.insert(0, at)
        at = at.prev_op
    if at is None or at.parent is None:
        raise NotHereError
    for moved in before:
        moved.detach()
    at.parent.insert_ops_before(before, at)


class NotHereError(Exception):
    """A change that makes no sense at an operation."""


CHANGES: dict[type[Operation], dict[str, Alter]] = {
    WaitBarrierOp: {"dropped": _drop, "the other phase": _other_phase},
    BarrierExpectOp: {
        "dropped": _drop,
        "twice": _again,
        "half the bytes": _with("size", lambda size: size // 2),
        "more bytes": _with("size", lambda size: size + 128),
        "before the dots have ended": _earlier,
    },
    ArriveBarrierOp: {"dropped": _drop, "twice": _again, "before the dots have ended": _earlier},
    InitBarrierOp: {"dropped": _drop, "one arrival more": _with("count", lambda count: count + 1)},
    WarpGroupDotWaitOp: {"dropped": _drop, "one more pending": _with("pendings", lambda count: count + 1)},
    TMAStoreWaitOp: {"dropped": _drop, "one more pending": _with("pendings", lambda count: count + 1)},
    FenceAsyncSharedOp: {"dropped": _drop},
    TCGen5CommitOp: {"dropped": _drop, "twice": _again},
}
"""The change of each operation, by its class."""


def operations(module: ModuleOp) -> list[Operation]:
    """The operations of a module that synchronise, in order."""
    return [op for op in module.walk() if type(op) in CHANGES]


@dataclass(frozen=True)
class Mutant:
    """A change of one operation: its number among those that synchronise, its name, and what the run said."""

    number: int
    name: str
    change: str
    error: DiagnosticError | None
    right: bool = False
    """Whether there was no error and the result was right."""


def is_pin(op: Operation) -> bool:
    """Whether a wait for dots waits for none: its operands are no results of dots that run, but keep an order."""
    return isinstance(op, WarpGroupDotWaitOp) and not any(
        isinstance(operand.owner, WarpGroupDotOp | WarpGroupDotWaitOp) for operand in op.operands
    )


def mutants(module: ModuleOp, is_right: Callable[..., bool], every: int = 1) -> Iterator[Mutant]:
    """The changes of each operation, or of one in ``every`` so many, with what ``is_right`` said of it, or raised.

    It is tried in two orders of partitions.

    How many arrivals belong to which partition shows only in some orders; everything else in any.
    """
    for number, original in enumerate(operations(module)):
        if number % every:
            continue
        for change, alter in CHANGES[type(original)].items():
            if change == "half the bytes" and not int_value(original.properties["size"]):
                continue
            changed = module.clone()
            try:
                alter(operations(changed)[number])
            except NotHereError:
                continue
            found: DiagnosticError | None = None
            right = True
            try:
                right = all(is_right(changed, order) for order in ("first", "last"))
            except DiagnosticError as failure:
                found = failure
            yield Mutant(number, original.name, change, found, right and found is None)


def is_executed(module: ModuleOp, number: int, is_right: Callable[..., bool]) -> bool:
    """Whether the launch executes an operation that synchronises: whether a failing assertion in its place is seen."""
    changed = module.clone()
    op = operations(changed)[number]
    assert op.parent is not None
    false = ConstantOp(BoolAttr.from_bool(False))
    op.parent.insert_ops_before([false, AssertOp(false.result, message="executed")], op)
    try:
        is_right(changed, "first")
    except DiagnosticError:
        return True
    return False


def table(found: list[Mutant]) -> str:
    """How many changes there were of each kind, and how many of them were seen."""
    counts = Counter((mutant.name, mutant.change) for mutant in found)
    seen = Counter((mutant.name, mutant.change) for mutant in found if not mutant.right)
    lines = [f"{name:28} {change:28} {seen[name, change]:3} of {count}" for (name, change), count in counts.items()]
    return "\n".join([*lines, f"{sum(seen.values())} of {len(found)} changes seen"])


def _main() -> int:
    from semantics.specialized import fp8_product

    module, is_right = fp8_product(200, 128, 1536)
    executed = {number for number in range(len(operations(module))) if is_executed(module, number, is_right)}
    found: list[Mutant] = []
    for mutant in mutants(module, is_right):
        if mutant.number not in executed:
            continue
        found.append(mutant)
        if mutant.right:
            op = operations(module)[mutant.number]
            why = "it waits for no dot" if is_pin(op) else "WHY?"
            print(f"not seen: '{mutant.name}', number {mutant.number}, {mutant.change}: {why}", flush=True)
    print(f"{len(executed)} of {len(operations(module))} operations are executed")
    print(table(found))
    return 0


if __name__ == "__main__":
    raise SystemExit(_main())
