"""Patterns for ``tt`` operations."""

from __future__ import annotations

from collections.abc import Sequence

from xtriton.analysis.axis_info_transfer import element_bytes
from xtriton.dialects.tt.elementwise import BitcastOp, IntToPtrOp, PtrToIntOp
from xtriton.dialects.tt.memory import AddPtrOp, LoadOp, StoreOp, cache_hints
from xtriton.dialects.tt.shape import BroadcastOp, ExpandDimsOp, ReshapeOp, SplatOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.dialects.upstream.arith.integer import AddIOp
from xtriton.folds.elements import constant, integer_of, to_signed, width_of
from xtriton.folds.folding import constant_of
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.locations import fuse
from xtriton.rewriting.cloning import rebuild
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_8, V3_9, active_version, since


def _constant_mask(op: LoadOp | StoreOp) -> bool | None:
    """The value of a mask that is the same constant for all elements; ``None`` if it is unknown, or without a mask."""
    owner = op.mask.owner if op.mask is not None else None
    if not isinstance(owner, ConstantOp):
        return None
    if isinstance(owner.value, DenseElementsAttr):
        return bool(owner.value.splat_value) if owner.value.is_splat else None
    return integer_of(owner.value) != 0 if active_version() in _SCALAR_MASKS else None


_SCALAR_MASKS = since(V3_9)
"""Versions that simplify accesses of scalars, too."""


@pattern(LoadOp)
def load_with_constant_mask(op: LoadOp, rewriter: Rewriter) -> bool:
    """``load(p, true) = load(p)``, and ``load(p, false, other) = other``."""
    mask = _constant_mask(op)
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
    mask = _constant_mask(op)
    if mask is None:
        return False
    if not mask:
        rewriter.erase(op)
        return True
    store = StoreOp(op.ptr, op.value)
    store.properties.update(cache_hints(op))
    rewriter.replace_by(op, store)
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


@pattern(ReshapeOp, versions=since(V3_9))
def reshape_of_expansion(op: ReshapeOp, rewriter: Rewriter) -> bool:
    """``reshape(expand_dims(x)) = x``, if it has the type of ``x`` and the order of the elements."""
    inner = op.src.owner
    if op.efficient_layout is not None or op.allow_reorder is not None or not isinstance(inner, ExpandDimsOp):
        return False
    if inner.src.type != op.result.type:
        return False
    rewriter.replace(op, [inner.src])
    return True


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


@pattern(IntToPtrOp, versions=since(V3_8))
def pointer_of_integer_of_pointer(op: IntToPtrOp, rewriter: Rewriter) -> bool:
    """``int_to_ptr(ptr_to_int(p)) = bitcast(p)``."""
    inner = op.src.owner
    if not isinstance(inner, PtrToIntOp):
        return False
    rewriter.replace_by(op, BitcastOp(inner.src, result=op.result.type))
    return True


@pattern(IntToPtrOp, versions=since(V3_8))
def pointer_of_integer_plus_constant(op: IntToPtrOp, rewriter: Rewriter) -> bool:
    """``int_to_ptr(x + bytes) = addptr(int_to_ptr(x), bytes / size)``, if the size of an element divides."""
    add = op.src.owner
    if not isinstance(add, AddIOp):
        return False
    type_ = add.rhs.type
    number = integer_of(constant_of(add.rhs))
    if number is None:
        return False
    offset, size = to_signed(number, width_of(type_)), element_bytes(op.result.type)
    if offset % size:
        return False
    base = rewriter.insert(IntToPtrOp(add.lhs, result=op.result.type), op.location)
    count = rewriter.insert(ConstantOp(constant(type_, offset // size)), op.location)
    rewriter.replace_by(op, AddPtrOp(base.result, count.result))
    return True


BROADCAST_PATTERNS: Sequence[Pattern] = (broadcast_of_splat, broadcast_of_broadcast)
EXPAND_DIMS_PATTERNS: Sequence[Pattern] = (expand_dims_of_splat_or_broadcast,)
RESHAPE_PATTERNS: Sequence[Pattern] = (reshape_of_expansion, reshape_of_reshape_or_splat)
PATTERNS: Sequence[Pattern] = (
    load_with_constant_mask,
    store_with_constant_mask,
    *EXPAND_DIMS_PATTERNS,
    *RESHAPE_PATTERNS,
    *BROADCAST_PATTERNS,
    pointer_of_integer_of_pointer,
    pointer_of_integer_plus_constant,
)
