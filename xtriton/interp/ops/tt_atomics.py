"""Atomics: each element in program order, and within a program in the order of the elements."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from xdsl.ir import Operation

from xtriton.dialects.tt.atomics import AtomicLoadOp, AtomicPollOp, AtomicStoreOp
from xtriton.dialects.tt.enums import RMWOp
from xtriton.dialects.tt.memory import AtomicCASOp, AtomicRMWOp
from xtriton.interp.certainty import certain
from xtriton.interp.compiler import Scope, Step, semantics
from xtriton.interp.errors import RunError, program_name
from xtriton.interp.frame import Frame
from xtriton.interp.memory import Site
from xtriton.interp.numbers.formats import Array, FloatFormat, Format, FormatError, IntegerFormat, bits_of, format_of
from xtriton.interp.numbers.rounding import round_to
from xtriton.interp.ops.arith_float import EXTREMA
from xtriton.interp.ops.tt_memory import owners_of, pointer_access
from xtriton.interp.values import Value, full, with_poison
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import shape_of

Update = Callable[[Array, Array], Array]
"""From the old value in memory and the operand to the new value."""


def _unsigned(form: IntegerFormat, choose: Callable[[Array, Array], Array]) -> Update:
    def update(old: Array, new: Array) -> Array:
        chosen = choose(form.as_unsigned(old), form.as_unsigned(new))
        return form.wrap(chosen if form.bits == 1 else chosen.view(form.dtype))

    return update


def update_of(kind: RMWOp, form: Format) -> Update:
    """The elementwise function of a read-modify-write. Raises ``FormatError`` for arithmetic on pointers."""
    if kind is RMWOp.XCHG:
        return lambda old, new: new
    if isinstance(form, FloatFormat):
        match kind:
            case RMWOp.FADD | RMWOp.ADD:
                return lambda old, new: round_to(form, old + new)
            case RMWOp.MAX:
                return EXTREMA["arith.maxnumf"]
            case RMWOp.MIN:
                return EXTREMA["arith.minnumf"]
            case _:
                return lambda old, new: new
    if not isinstance(form, IntegerFormat):
        raise FormatError(f"'{kind.name.lower()}' on memory of pointers is not supported")
    match kind:
        case RMWOp.AND:
            return np.bitwise_and
        case RMWOp.OR:
            return np.bitwise_or
        case RMWOp.XOR:
            return np.bitwise_xor
        case RMWOp.ADD | RMWOp.FADD:
            return lambda old, new: form.wrap(old + new)
        case RMWOp.MAX:
            return np.maximum
        case RMWOp.MIN:
            return np.minimum
        case RMWOp.UMAX:
            return _unsigned(form, np.maximum)
        case RMWOp.UMIN:
            return _unsigned(form, np.minimum)


def commuting_kind(kind: RMWOp, form: Format, *, used: bool) -> int:
    """A number for the group of atomics that commute with each other; 0 if the order matters."""
    if used or kind is RMWOp.XCHG or isinstance(form, FloatFormat):
        return 0
    return kind.value * 128 + form.bits


Fold = Callable[[Array, Array, Array], Array]
"""From old values, operands in order, and the index of each operand's old value, to new values."""

_FOLDED: dict[RMWOp, np.ufunc] = {
    RMWOp.ADD: np.add,
    RMWOp.FADD: np.add,
    RMWOp.AND: np.bitwise_and,
    RMWOp.OR: np.bitwise_or,
    RMWOp.XOR: np.bitwise_xor,
    RMWOp.MAX: np.maximum,
    RMWOp.MIN: np.minimum,
    RMWOp.UMAX: np.maximum,
    RMWOp.UMIN: np.minimum,
}


def fold_of(kind: RMWOp, form: Format) -> Fold | None:
    """A bulk update for atomics with unused results; None where each access needs a separate step.

    NumPy's ``ufunc.at`` applies the operands in order and rounds every sum, so this is exact for floats too.
    """
    ufunc = _FOLDED.get(kind)
    if ufunc is None:
        return None
    if isinstance(form, FloatFormat):
        if ufunc is not np.add or not form.native:
            return None
    elif form.bits == 1:
        return None
    unsigned = kind in (RMWOp.UMAX, RMWOp.UMIN)

    def fold(old: Array, given: Array, numbers: Array) -> Array:
        if not isinstance(form, IntegerFormat):
            total = old.copy()
            ufunc.at(total, numbers, given)
            return total
        total = np.array(form.as_unsigned(old) if unsigned else old)
        ufunc.at(total, numbers, form.as_unsigned(given) if unsigned else given)
        return form.wrap(total.view(form.dtype))

    return fold


def rounds_of(addresses: Array) -> Iterator[Array]:
    """The accesses in rounds in which no address occurs twice: the first access to each, then the second ..."""
    order = np.argsort(addresses, kind="stable")
    ordered = addresses[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    lengths = np.diff(np.append(starts, len(ordered)))
    ranks = np.arange(len(ordered)) - np.repeat(starts, lengths)
    most = int(lengths.max())
    if most == 1:
        yield np.arange(len(addresses))
        return
    by_rank = np.argsort(ranks, kind="stable")
    counts = np.bincount(ranks)
    start = 0
    for count in counts:
        yield order[by_rank[start : start + count]]
        start += int(count)


def modify(
    frame: Frame, form: Format, addresses: Array, site: Site, kind: int, change: Callable[[Array, Array], Array]
) -> Array:
    """Modify memory at addresses, one access after another; ``change`` takes the old values and the accesses' indices.

    Returns the old values.
    """
    memory = frame.run.memory
    old = np.empty(addresses.shape, form.dtype)
    if not addresses.size:
        return old
    memory.claim(addresses, form, site, kind)
    for chosen in rounds_of(addresses):
        where = addresses[chosen]
        owners, positions = site.owners[chosen], chosen if site.positions is None else site.positions[chosen]
        part = Site(site.op, owners, site.shape, positions)
        before = form.decode(memory.peek(where, form, part))
        old[chosen] = before
        memory.update(where, form.encode(change(before, chosen)), form, part)
    return old


def fold_into(frame: Frame, form: Format, addresses: Array, site: Site, kind: int, fold: Fold, given: Array) -> None:
    """Apply all operands to memory at addresses, without the intermediate values."""
    if not addresses.size:
        return
    memory = frame.run.memory
    memory.claim(addresses, form, site, kind)
    where, first, numbers = np.unique(addresses, return_index=True, return_inverse=True)
    positions = first if site.positions is None else site.positions[first]
    part = Site(site.op, site.owners[first], site.shape, positions)
    before = form.decode(memory.peek(where, form, part))
    memory.update(where, form.encode(fold(before, given, numbers)), form, part)


def _flattened(
    frame: Frame, op: Operation, value: Value, shape: tuple[int, ...], what: str, inside: Array | None = None
) -> Array:
    return full(certain(frame, op, value, what, inside), shape, frame.lanes).reshape(-1)


@semantics("tt.atomic_rmw")
def _read_modify_write(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, AtomicRMWOp)
    pointer, operand, out = scope.slot(op.ptr), scope.slot(op.val), scope.slot(op.result)
    mask_slot = None if op.mask is None else scope.slot(op.mask)
    form, shape = format_of(op.val.type), tuple(shape_of(op.val.type) or ())
    number = int_value(op.atomic_rmw_op)
    rmw = next(member for member in RMWOp if member.value == number)
    used = bool(op.result.uses)
    update, kind = update_of(rmw, form), commuting_kind(rmw, form, used=used)
    fold = None if used else fold_of(rmw, form)

    def step(frame: Frame) -> None:
        values = frame.values
        mask = None if mask_slot is None else values[mask_slot]
        access = pointer_access(frame, op, values[pointer], mask).broadcast(frame.lanes, shape)
        given = _flattened(frame, op, values[operand], shape, "the operand", access.inside)
        where = access.addresses.reshape(-1)
        positions = None if access.inside is None else np.flatnonzero(access.inside)
        if positions is not None:
            where, given = where[positions], given[positions]
        site = Site(op, owners_of(frame, frame.lanes, shape, positions), shape, positions)
        if fold is not None:
            fold_into(frame, form, where, site, kind, fold, given)
            return
        old = modify(frame, form, where, site, kind, lambda before, chosen: update(before, given[chosen]))
        if access.inside is None:
            values[out] = old.reshape(frame.lanes, *shape)
            return
        spread = np.zeros(access.inside.shape, form.dtype)
        spread[access.inside] = old
        values[out] = with_poison(spread, ~access.inside) if frame.run.strict else spread

    return step


@semantics("tt.atomic_cas")
def _compare_and_swap(scope: Scope, op: Operation) -> Step:
    """Compares bits, as the hardware does: equal NaNs match, and zeros of different sign do not."""
    assert isinstance(op, AtomicCASOp)
    pointer, expected, operand, out = scope.slots_of((op.ptr, op.cmp, op.val, op.result))
    form, shape = format_of(op.val.type), tuple(shape_of(op.val.type) or ())

    def step(frame: Frame) -> None:
        values = frame.values
        access = pointer_access(frame, op, values[pointer], None).broadcast(frame.lanes, shape)
        compared = _flattened(frame, op, values[expected], shape, "the operand")
        given = _flattened(frame, op, values[operand], shape, "the operand")

        def change(before: Array, chosen: Array) -> Array:
            same = bits_of(form, before) == bits_of(form, compared[chosen])
            return np.where(same, given[chosen], before)

        site = Site(op, owners_of(frame, frame.lanes, shape, None), shape)
        old = modify(frame, form, access.addresses.reshape(-1), site, 0, change)
        values[out] = old.reshape(frame.lanes, *shape)

    return step


@semantics("tt.atomic_load")
def _atomic_load(scope: Scope, op: Operation) -> Step:
    """A read-modify-write that changes nothing; masked-off elements are poison (zero unless strict)."""
    assert isinstance(op, AtomicLoadOp)
    pointer, out = scope.slot(op.ptr), scope.slot(op.result)
    mask_slot = None if op.mask is None else scope.slot(op.mask)
    form, shape = format_of(op.result.type), tuple(shape_of(op.result.type) or ())

    def step(frame: Frame) -> None:
        mask = None if mask_slot is None else frame.values[mask_slot]
        where, inside, site = _flat_access(frame, op, frame.values[pointer], mask, shape)
        old = modify(frame, form, where, site, 0, lambda before, chosen: before)
        if inside is None:
            frame.values[out] = old.reshape(frame.lanes, *shape)
            return
        spread = np.zeros(inside.shape, form.dtype)
        spread[inside] = old
        frame.values[out] = with_poison(spread, ~inside) if frame.run.strict else spread

    return step


@semantics("tt.atomic_store")
def _atomic_store(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, AtomicStoreOp)
    (pointer, operand), mask_slot = scope.slots_of((op.ptr, op.value)), None if op.mask is None else scope.slot(op.mask)
    form, shape = format_of(op.value.type), tuple(shape_of(op.value.type) or ())

    def step(frame: Frame) -> None:
        mask = None if mask_slot is None else frame.values[mask_slot]
        where, inside, site = _flat_access(frame, op, frame.values[pointer], mask, shape)
        flat = None if inside is None else inside.reshape(-1)
        given = _flattened(frame, op, frame.values[operand], shape, "the operand", inside)
        given = given if flat is None else given[flat]
        modify(frame, form, where, site, 0, lambda before, chosen: given[chosen])

    return step


@semantics("tt.atomic_poll")
def _atomic_poll(scope: Scope, op: Operation) -> Step:
    """Programs run one after the other, so memory does not change during a poll: it ends at once, or by its timeout."""
    assert isinstance(op, AtomicPollOp)
    pointer, expected, out = scope.slots_of((op.ptr, op.expected, op.result))
    form, shape = format_of(op.expected.type), tuple(shape_of(op.expected.type) or ())

    def step(frame: Frame) -> None:
        where, _, site = _flat_access(frame, op, frame.values[pointer], None, shape)
        wanted = _flattened(frame, op, frame.values[expected], shape, "the expected value")
        same = modify(frame, form, where, site, 0, lambda before, chosen: before) == wanted
        if op.timeout is None and not same.all():
            program = program_name(frame.run.grid, int(site.owners[np.flatnonzero(~same)[0]]))
            raise RunError(op, f"{program} polls for a value that no program before it stores, without a timeout")
        frame.values[out] = same.reshape(frame.lanes, *shape)

    return step


def _flat_access(
    frame: Frame, op: Operation, pointers: Value, mask: Value | None, shape: tuple[int, ...]
) -> tuple[Array, Array | None, Site]:
    """The addresses that are accessed, the mask of all elements, and the site of the access."""
    access = pointer_access(frame, op, pointers, mask).broadcast(frame.lanes, shape)
    where = access.addresses.reshape(-1)
    positions = None if access.inside is None else np.flatnonzero(access.inside)
    site = Site(op, owners_of(frame, frame.lanes, shape, positions), shape, positions)
    return (where if positions is None else where[positions]), access.inside, site
