"""Atomic operations on memory."""

from __future__ import annotations

from xtriton.dialects.tt.enums import MemSemantic, MemSyncScope, RMWOp
from xtriton.dialects.tt.memory import AtomicCASOp, AtomicRMWOp
from xtriton.frontend.builder.arithmetic import bitwise, logical_not, where
from xtriton.frontend.builder.casts import convert, reinterpret
from xtriton.frontend.builder.constants import scalar_constant, splat, to_tensor
from xtriton.frontend.builder.dtypes import (
    DType,
    PointerType,
    bfloat16,
    block_of,
    float16,
    int1,
    int_dtype,
    ir_type,
)
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.memory import choose, pointee
from xtriton.frontend.builder.session import emit
from xtriton.frontend.builder.shapes import broadcast_all, broadcast_shape
from xtriton.frontend.builder.values import Number, Value
from xtriton.versions import V3_6, V3_8, active_version, before, by_version

SEMANTICS = {
    "acquire": MemSemantic.ACQUIRE,
    "release": MemSemantic.RELEASE,
    "acq_rel": MemSemantic.ACQUIRE_RELEASE,
    "relaxed": MemSemantic.RELAXED,
}
SCOPES = {"gpu": MemSyncScope.GPU, "cta": MemSyncScope.CTA, "sys": MemSyncScope.SYSTEM}


Ordering = tuple[MemSemantic, MemSyncScope]


def _ordering(sem: str | None, scope: str | None) -> Ordering:
    return choose("sem", SEMANTICS, sem or "acq_rel"), choose("scope", SCOPES, scope or "gpu")


def atomic_cas(
    pointer: Value, cmp: Value | Number, val: Value | Number, sem: str | None = None, scope: str | None = None
) -> Value:
    """Store ``val`` where memory holds ``cmp``; returns the old value. Elements are 16, 32 or 64 bits wide.

    ``sem`` is ``"acquire" "release" "acq_rel"`` (the default) or ``"relaxed"``, ``scope`` is ``"gpu"`` (the default),
    ``"cta"`` or ``"sys"``.
    """
    expected, wanted = to_tensor(cmp), to_tensor(val)
    semantic, sync_scope = _ordering(sem, scope)
    element = pointee(pointer, "atomic_cas")
    if element.bits not in (16, 32, 64):
        raise BuildError(f"atomic_cas takes elements of 16, 32 or 64 bits, not {element}")
    for value in (expected, wanted):
        if ir_type(value.dtype) != ir_type(element) or value.shape != pointer.shape:
            raise BuildError(f"atomic_cas through {pointer.type} takes values of type {element}, not {value.type}")
    type_ = ir_type(wanted.type)
    op = AtomicCASOp(pointer.handle, expected.handle, wanted.handle, sem=semantic, scope=sync_scope, result=type_)
    return emit(op, wanted.type)


def _mask_first(pointer: Value, val: Value, mask: Value | None) -> tuple[Value, Value | None]:
    """Mask, then value, broadcast to the shape of the pointer."""
    mask = None if mask is None else broadcast_shape(mask, pointer.shape)
    return broadcast_shape(val, pointer.shape), mask


def together(pointer: Value, val: Value, mask: Value | None) -> tuple[Value, Value | None]:
    """Value, then mask, broadcast with the pointer, which must have the shape that results."""
    spread, val, *rest = broadcast_all([pointer, val] if mask is None else [pointer, val, mask])
    if spread.shape != pointer.shape:
        raise BuildError(f"pointers of shape {pointer.shape} cannot access values of shape {spread.shape}")
    return val, rest[0] if rest else None


_BROADCAST = by_version({V3_6: _mask_first, V3_8: together})


def _operands(name: str, pointer: Value, val: Value, mask: Value | None) -> tuple[Value, Value]:
    """Value and mask in the type and shape of the pointer."""
    element = pointee(pointer, f"atomic_{name}")
    assert isinstance(pointer.dtype, PointerType)
    if pointer.dtype.const:
        raise BuildError(f"nothing can be stored through {pointer.dtype}")
    if (
        (element in (float16, bfloat16) and name != "add")
        or element.bits < 16
        or (element.is_int and element.bits < 32)
    ):
        raise BuildError(f"atomic_{name} does not take {element}")
    if pointer.is_block:
        val, mask = _BROADCAST.now()(pointer, val, mask)
    val = convert(val, element)
    if val.shape != pointer.shape or (mask is not None and (mask.dtype != int1 or mask.shape != pointer.shape)):
        given = val.type if mask is None else f"{val.type} where {mask.type}"
        raise BuildError(
            f"atomic_{name} through {pointer.type} takes a value and an int1 mask of its shape, not {given}"
        )
    return val, mask_of(pointer, mask)


def mask_of(pointer: Value, mask: Value | None) -> Value:
    """``mask``, or one that is true everywhere: an atomic operation always has one."""
    if mask is not None:
        return mask
    everywhere = scalar_constant(True, int1)
    return splat(everywhere, block_of(int1, pointer.shape)) if pointer.is_block else everywhere


def _rmw(kind: RMWOp, pointer: Value, val: Value, mask: Value, ordering: Ordering) -> Value:
    sem, scope = ordering
    op = AtomicRMWOp(
        pointer.handle,
        val.handle,
        mask.handle,
        atomic_rmw_op=kind,
        sem=sem,
        scope=scope,
        result=ir_type(val.type),
    )
    return emit(op, val.type)


def _simple(
    name: str,
    kind: RMWOp,
    pointer: Value,
    val: Value | Number,
    mask: Value | None,
    sem: str | None,
    scope: str | None,
) -> Value:
    value, where_true = _operands(name, pointer, to_tensor(val), mask)
    return _rmw(kind, pointer, value, where_true, _ordering(sem, scope))


_MINIMUM_IS_POINTER = before(V3_8)
"""Triton types the minimum of negative floats as a pointer, so that it is selected without conversion to unsigned."""


def _extremum(
    name: str,
    pointer: Value,
    val: Value | Number,
    mask: Value | None,
    ordering: Ordering,
) -> Value:
    """Atomic maximum or minimum. For floats it operates on their bits: signed for positive values, the opposite
    operation on unsigned bits for negative ones.
    """
    value, where_true = _operands(name, pointer, to_tensor(val), mask)
    dtype = value.number_type
    own, opposite = (RMWOp.MAX, RMWOp.UMIN) if name == "max" else (RMWOp.MIN, RMWOp.UMAX)
    if dtype.is_int:
        unsigned = RMWOp.UMAX if name == "max" else RMWOp.UMIN
        return _rmw(own if dtype.signed else unsigned, pointer, value, where_true, ordering)
    signed, plain = int_dtype(dtype.bits, signed=True), int_dtype(dtype.bits, signed=False)
    signed_value, signed_pointer = reinterpret(value, signed), reinterpret(pointer, PointerType(signed))
    plain_value, plain_pointer = reinterpret(value, plain), reinterpret(pointer, PointerType(plain))
    negative = _sign_bit(value, dtype)
    positive = logical_not(negative)
    for_positive = _rmw(own, signed_pointer, signed_value, bitwise("and", where_true, positive), ordering)
    for_negative = _rmw(opposite, plain_pointer, plain_value, bitwise("and", where_true, negative), ordering)
    if name == "min" and active_version() in _MINIMUM_IS_POINTER:
        for_negative = Value(for_negative.handle, signed_value.type)
    return reinterpret(where(positive, for_positive, for_negative), dtype)


def _sign_bit(value: Value, dtype: DType) -> Value:
    bits = reinterpret(value, int_dtype(dtype.bits, signed=False))
    return convert(bitwise("lshr", bits, dtype.bits - 1), int1)


def atomic_add(
    pointer: Value, val: Value | Number, mask: Value | None = None, sem: str | None = None, scope: str | None = None
) -> Value:
    """Atomic add; returns the old value. For ``sem`` and ``scope`` see :func:`atomic_cas`."""
    kind = RMWOp.FADD if pointee(pointer, "atomic_add").is_floating else RMWOp.ADD
    return _simple("add", kind, pointer, val, mask, sem, scope)


def atomic_max(
    pointer: Value, val: Value | Number, mask: Value | None = None, sem: str | None = None, scope: str | None = None
) -> Value:
    """Atomic maximum; returns the old value."""
    return _extremum("max", pointer, val, mask, _ordering(sem, scope))


def atomic_min(
    pointer: Value, val: Value | Number, mask: Value | None = None, sem: str | None = None, scope: str | None = None
) -> Value:
    """Atomic minimum; returns the old value."""
    return _extremum("min", pointer, val, mask, _ordering(sem, scope))


def atomic_and(
    pointer: Value, val: Value | Number, mask: Value | None = None, sem: str | None = None, scope: str | None = None
) -> Value:
    """Atomic bitwise and; returns the old value."""
    return _simple("and", RMWOp.AND, pointer, val, mask, sem, scope)


def atomic_or(
    pointer: Value, val: Value | Number, mask: Value | None = None, sem: str | None = None, scope: str | None = None
) -> Value:
    """Atomic bitwise or; returns the old value."""
    return _simple("or", RMWOp.OR, pointer, val, mask, sem, scope)


def atomic_xor(
    pointer: Value, val: Value | Number, mask: Value | None = None, sem: str | None = None, scope: str | None = None
) -> Value:
    """Atomic bitwise exclusive or; returns the old value."""
    return _simple("xor", RMWOp.XOR, pointer, val, mask, sem, scope)


def atomic_xchg(
    pointer: Value, val: Value | Number, mask: Value | None = None, sem: str | None = None, scope: str | None = None
) -> Value:
    """Atomic exchange; returns the old value."""
    return _simple("xchg", RMWOp.XCHG, pointer, val, mask, sem, scope)
