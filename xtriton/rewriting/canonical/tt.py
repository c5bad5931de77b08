"""Patterns for ``tt`` operations."""

from __future__ import annotations

from collections.abc import Sequence

from xtriton.dialects.tt.memory import LoadOp, StoreOp
from xtriton.dialects.tt.shape import BroadcastOp, ExpandDimsOp, ReshapeOp, SplatOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.locations import fuse
from xtriton.rewriting.cloning import rebuild
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter


def _splat_mask(op: LoadOp | StoreOp) -> bool | None:
    """The value of a splat constant mask; ``None`` if it is unknown, or if there is no mask."""
    owner = op.mask.owner if op.mask is not None else None
    if not isinstance(owner, ConstantOp) or not isinstance(owner.value, DenseElementsAttr):
        return None
    return bool(owner.value.splat_value) if owner.value.is_splat else None


@pattern(LoadOp)
def load_with_constant_mask(op: LoadOp, rewriter: Rewriter) -> bool:
    """``load(p, true) = load(p)``, and ``load(p, false, other) = other``."""
    mask = _splat_mask(op)
    if mask is None:
        return False
    if mask:
        rewriter.replace_by(op, rebuild(op, mask=None, other=None, attributes={}))
        return True
    if op.other is None:
        return False
    rewriter.replace(op, [op.other])
    return True


@pattern(StoreOp)
def store_with_constant_mask(op: StoreOp, rewriter: Rewriter) -> bool:
    """``store(p, v, true) = store(p, v)``; a store with a false mask is erased."""
    mask = _splat_mask(op)
    if mask is None:
        return False
    if not mask:
        rewriter.erase(op)
        return True
    rewriter.replace_by(op, StoreOp(op.ptr, op.value, cache=op.cache, evict=op.evict))
    return True


@pattern(ExpandDimsOp)
def expand_dims_of_splat_or_broadcast(op: ExpandDimsOp, rewriter: Rewriter) -> bool:
    """``expand(splat(x)) = splat(x)``, and ``expand(broadcast(x)) = broadcast(expand(x))``."""
    inner = op.src.owner
    if isinstance(inner, SplatOp):
        rewriter.replace_by(op, SplatOp(inner.src, result=op.result.type))
        return True
    if not isinstance(inner, BroadcastOp):
        return False
    expand = rewriter.insert(ExpandDimsOp(inner.src, axis=op.axis))
    broadcast = BroadcastOp(expand.result, result=op.result.type)
    rewriter.replace_by(op, broadcast, inner.location)
    return True


@pattern(ReshapeOp)
def reshape_of_reshape_or_splat(op: ReshapeOp, rewriter: Rewriter) -> bool:
    """Two reshapes are one, with ``allow_reorder`` if either has it; ``reshape(splat(x)) = splat(x)``."""
    if op.efficient_layout is not None:
        return False
    inner = op.src.owner
    if isinstance(inner, ReshapeOp):
        reorder = op.allow_reorder or inner.allow_reorder
        rewriter.replace_by(op, ReshapeOp(inner.src, allow_reorder=reorder, result=op.result.type))
        return True
    if isinstance(inner, SplatOp):
        rewriter.replace_by(op, SplatOp(inner.src, result=op.result.type))
        return True
    return False


@pattern(BroadcastOp)
def broadcast_of_splat(op: BroadcastOp, rewriter: Rewriter) -> bool:
    """``broadcast(splat(x)) = splat(x)``."""
    inner = op.src.owner
    if not isinstance(inner, SplatOp):
        return False
    new = SplatOp(inner.src, result=op.result.type)
    rewriter.replace_by(op, new, fuse([op.location, inner.location]))
    return True


@pattern(BroadcastOp)
def broadcast_of_broadcast(op: BroadcastOp, rewriter: Rewriter) -> bool:
    """Two broadcasts are one."""
    inner = op.src.owner
    if not isinstance(inner, BroadcastOp):
        return False
    new = BroadcastOp(inner.src, result=op.result.type)
    rewriter.replace_by(op, new, fuse([op.location, inner.location]))
    return True


BROADCAST_PATTERNS: Sequence[Pattern] = (broadcast_of_splat, broadcast_of_broadcast)
EXPAND_DIMS_PATTERNS: Sequence[Pattern] = (expand_dims_of_splat_or_broadcast,)
PATTERNS: Sequence[Pattern] = (
    load_with_constant_mask,
    store_with_constant_mask,
    *EXPAND_DIMS_PATTERNS,
    reshape_of_reshape_or_splat,
    *BROADCAST_PATTERNS,
)
