"""The canonicalization patterns of Gluon's passes: a part of those of ``canonicalize``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from xdsl.ir import Operation

from xtriton.dialects.tt.elementwise import IntToPtrOp
from xtriton.dialects.tt.memory import LoadOp, StoreOp
from xtriton.dialects.tt.shape import BroadcastOp, ExpandDimsOp, ReshapeOp
from xtriton.dialects.ttng.barrier import ArriveBarrierOp, BarrierExpectOp
from xtriton.rewriting.canonical import (
    arith,
    arith_compare,
    cf,
    cf_switch,
    region_branch,
    scf_for,
    scf_if,
    scf_region,
    scf_while,
    tt,
    ttg_warp_specialize,
    ttng,
)
from xtriton.rewriting.dead_iter_args import dead_iter_args, use_inits_of_dead_iter_args
from xtriton.rewriting.pattern import Pattern
from xtriton.versions import V3_6, V3_8, V3_9, active_version, by_version, since


def _of(patterns: Sequence[Pattern], *roots: type[Operation]) -> tuple[Pattern, ...]:
    """The patterns of some classes."""
    return tuple(found for found in patterns if any(found.names_class(root) for root in roots))


ARITHMETIC: Sequence[Pattern] = (*arith.PATTERNS, *arith_compare.PATTERNS)

CONTROL_FLOW = by_version(
    {
        # MLIR's query for the operations of a dialect found none of scf and cf: only folds simplify these.
        V3_6: (dead_iter_args,),
        V3_8: (
            *scf_region.PATTERNS,
            *scf_for.PATTERNS,
            *scf_if.PATTERNS,
            *scf_while.PATTERNS,
            *region_branch.PATTERNS,
            *cf.PATTERNS,
            *cf_switch.PATTERNS,
        ),
    }
)
"""The patterns for loops and branches. Since 3.8 :func:`eliminate_dead_iter_args` has the part of the first."""

TENSORS: Sequence[Pattern] = (
    *_of(tt.PATTERNS, LoadOp, StoreOp, BroadcastOp, ExpandDimsOp, IntToPtrOp),
    *(replace(found, versions=since(V3_9)) for found in _of(tt.PATTERNS, ReshapeOp)),
    *ttg_warp_specialize.PATTERNS,
    *_of(ttng.PATTERNS, ArriveBarrierOp, BarrierExpectOp),
)
"""The patterns for operations of Triton that do not change layouts."""


def eliminate_dead_iter_args(op: Operation) -> None:
    """Use the initial values of dead loop-carried values. Before 3.8 a pattern does a part of this."""
    if active_version() in _ANALYSES_LIVENESS:
        use_inits_of_dead_iter_args(op)


_ANALYSES_LIVENESS = since(V3_8)
