"""Patterns for Hopper's and Blackwell's barriers, copies and tensor memory."""

from __future__ import annotations

from collections.abc import Sequence

from xtriton.dialects.ttg.verify import module_of, num_ctas
from xtriton.dialects.ttng import (
    ArriveBarrierOp,
    AsyncTMACopyGlobalToLocalOp,
    AsyncTMAGatherOp,
    BarrierExpectOp,
    TCGen5CommitOp,
    TMEMStoreOp,
    WaitBarrierOp,
)
from xtriton.folds.elements import is_zero
from xtriton.folds.folding import constant_of
from xtriton.ir.narrowing import int_value
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_9, since

Predicated = (
    ArriveBarrierOp
    | AsyncTMACopyGlobalToLocalOp
    | AsyncTMAGatherOp
    | BarrierExpectOp
    | TCGen5CommitOp
    | TMEMStoreOp
    | WaitBarrierOp
)


@pattern(
    *(ArriveBarrierOp, AsyncTMACopyGlobalToLocalOp, AsyncTMAGatherOp, BarrierExpectOp, TCGen5CommitOp),
    *(TMEMStoreOp, WaitBarrierOp),
    versions=since(V3_9),
)
def false_predicate(op: Predicated, rewriter: Rewriter) -> bool:
    """An operation whose predicate is false does nothing.

    A store that returns a token stays, as does a wait that keeps memory in use.
    """
    if op.pred is None or not is_zero(constant_of(op.pred)):
        return False
    if op.results or (isinstance(op, WaitBarrierOp) and op.deps):
        return False
    rewriter.erase(op)
    return True


@pattern(ArriveBarrierOp, BarrierExpectOp, versions=since(V3_9))
def every_bit_of_the_cta(op: ArriveBarrierOp | BarrierExpectOp, rewriter: Rewriter) -> bool:
    """``fromCTA`` with all bits of the CTA id is as none: each CTA arrives at its own barrier."""
    if op.fromCTA is None or int_value(op.fromCTA) != num_ctas(module_of(op)) - 1:
        return False
    del op.properties["fromCTA"]
    rewriter.modified(op)
    return True


PATTERNS: Sequence[Pattern] = (false_predicate, every_bit_of_the_cta)
