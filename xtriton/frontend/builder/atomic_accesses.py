"""Atomic loads, stores and polls of Triton 3.9."""

from __future__ import annotations

from collections.abc import Sequence

from xtriton.dialects.tt.atomics import AtomicLoadOp, AtomicPollOp, AtomicStoreOp
from xtriton.dialects.tt.enums import MemSemantic
from xtriton.frontend.builder.atomics import SCOPES, SEMANTICS, Ordering, mask_of, together
from xtriton.frontend.builder.casts import convert
from xtriton.frontend.builder.constants import to_tensor
from xtriton.frontend.builder.dtypes import PointerType, block_of, int1, ir_type, uint64, with_element
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.libraries import builtin_since
from xtriton.frontend.builder.memory import bytes_for_bools, choose, pointee
from xtriton.frontend.builder.session import emit, session
from xtriton.frontend.builder.shapes import broadcast
from xtriton.frontend.builder.values import Number, Value
from xtriton.versions import V3_9

_LOADS = ("acquire", "relaxed")
_STORES = ("release", "relaxed")


def _ordering(sem: str | None, scope: str | None, allowed: Sequence[str]) -> Ordering:
    """The semantics, by default the first of those allowed, and the scope, by default the GPU."""
    choices: dict[str, MemSemantic] = {name: SEMANTICS[name] for name in allowed}
    return choose("sem", choices, sem or allowed[0]), choose("scope", SCOPES, scope or "gpu")


def _checked(name: str, pointer: Value, mask: Value | None) -> Value:
    """The mask of an access. Raises :class:`BuildError` unless it is one of the pointer's elements."""
    if mask is not None and (mask.dtype != int1 or mask.shape != pointer.shape):
        raise BuildError(f"{name} through {pointer.type} takes an int1 mask of its shape, not {mask.type}")
    return mask_of(pointer, mask)


@builtin_since(V3_9)
def atomic_load(pointer: Value, mask: Value | None = None, sem: str | None = None, scope: str | None = None) -> Value:
    """Load atomically where ``mask`` is true; other elements are undefined. Since Triton 3.9.

    ``sem`` is ``"acquire"`` (the default) or ``"relaxed"``, ``scope`` is ``"gpu"`` (the default), ``"cta"`` or
    ``"sys"``.
    """
    of_bools = pointee(pointer, "atomic_load") == int1
    if pointer.is_block and mask is not None:
        pointer, mask = broadcast(pointer, mask)
    pointer, element = bytes_for_bools(pointer, pointee(pointer, "atomic_load"))
    where_true = _checked("atomic_load", pointer, mask)
    semantic, sync_scope = _ordering(sem, scope, _LOADS)
    type_ = with_element(pointer.type, element)
    op = AtomicLoadOp(pointer.handle, where_true.handle, sem=semantic, scope=sync_scope, result=ir_type(type_))
    loaded = emit(op, type_)
    return convert(loaded, int1) if of_bools else loaded


@builtin_since(V3_9)
def atomic_store(
    pointer: Value, val: Value | Number, mask: Value | None = None, sem: str | None = None, scope: str | None = None
) -> None:
    """Store ``val`` atomically where ``mask`` is true. Since Triton 3.9.

    ``sem`` is ``"release"`` (the default) or ``"relaxed"``; for ``scope`` see :func:`atomic_load`.
    """
    value = to_tensor(val)
    element = pointee(pointer, "atomic_store")
    if isinstance(pointer.dtype, PointerType) and pointer.dtype.const:
        raise BuildError(f"nothing can be stored through {pointer.dtype}")
    if pointer.is_block:
        value, mask = together(pointer, value, mask)
    pointer, element = bytes_for_bools(pointer, element)
    if value.shape != pointer.shape:
        raise BuildError(f"atomic_store through {pointer.type} takes a value of its shape, not {value.type}")
    value = convert(value, element)
    where_true = _checked("atomic_store", pointer, mask)
    semantic, sync_scope = _ordering(sem, scope, _STORES)
    session().emit(AtomicStoreOp(pointer.handle, value.handle, where_true.handle, sem=semantic, scope=sync_scope))


@builtin_since(V3_9)
def atomic_poll(
    pointer: Value,
    expected_value: Value | Number,
    sem: str | None = None,
    scope: str | None = None,
    timeout_ns: Value | int | None = None,
) -> Value:
    """Load each element until it is ``expected_value``, or until ``timeout_ns`` nanoseconds have passed.

    Returns whether it is, an int1 of the pointer's shape. Elements are integers of 16, 32 or 64 bits. ``sem`` and
    ``scope`` are those of :func:`atomic_load`. Since Triton 3.9.
    """
    expected = to_tensor(expected_value)
    if isinstance(timeout_ns, int) and timeout_ns < 0:
        raise BuildError(f"timeout_ns is not negative: {timeout_ns}")
    timeout = None if timeout_ns is None else to_tensor(timeout_ns)
    element = pointee(pointer, "atomic_poll")
    if not element.is_int or element.bits not in (16, 32, 64):
        raise BuildError(f"atomic_poll takes integers of 16, 32 or 64 bits, not {element}")
    expected = convert(expected, element)
    if pointer.is_block:
        expected, _ = together(pointer, expected, None)
    if expected.shape != pointer.shape:
        raise BuildError(f"atomic_poll through {pointer.type} takes a value of its shape, not {expected.type}")
    semantic, sync_scope = _ordering(sem, scope, _LOADS)
    if timeout is not None:
        if timeout.is_block or isinstance(timeout.dtype, PointerType) or not timeout.dtype.is_int:
            raise BuildError(f"timeout_ns is a scalar integer, not {timeout.type}")
        timeout = convert(timeout, uint64)
    type_ = block_of(int1, pointer.shape) if pointer.is_block else int1
    op = AtomicPollOp(
        pointer.handle,
        expected.handle,
        None if timeout is None else timeout.handle,
        sem=semantic,
        scope=sync_scope,
        result=ir_type(type_),
    )
    return emit(op, type_)
