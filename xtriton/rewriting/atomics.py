"""Lowering of atomic loads, stores and polls, of volatile loads in loops, and of waits for other grids."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntegerType, ModuleOp, StringAttr, i1, i64
from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.dialects.tt.atomics import (
    AtomicLoadOp,
    AtomicPollOp,
    AtomicStoreOp,
    GridDependencyLaunchDependentsOp,
    GridDependencyWaitOp,
)
from xtriton.dialects.tt.elementwise import BitcastOp
from xtriton.dialects.tt.enums import MemSemantic, MemSyncScope, RMWOp
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.memory import AtomicRMWOp, LoadOp
from xtriton.dialects.tt.reduction import ReduceOp, ReduceReturnOp
from xtriton.dialects.tt.types import is_tensor_pointer, pointer_type_same_shape, with_element_type
from xtriton.dialects.upstream.arith import (
    AddIOp,
    AndIOp,
    CmpIOp,
    CmpIPredicate,
    ConstantOp,
    DivSIOp,
    OrIOp,
    SelectOp,
    XOrIOp,
)
from xtriton.dialects.upstream.scf import ConditionOp, WhileOp, YieldOp
from xtriton.folds.elements import constant, width_of, zero
from xtriton.ir.narrowing import int_value, is_float_type, is_integer_type
from xtriton.ir.traits import element_type, shape_of
from xtriton.ir.walk import ancestors, operations_in
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter


def _read_modify_write(op: AtomicLoadOp | AtomicStoreOp, kind: RMWOp, value: SSAValue) -> AtomicRMWOp:
    return AtomicRMWOp(op.ptr, value, op.mask, atomic_rmw_op=kind, sem=op.sem, scope=op.scope, result=value.type)


def exchange_for_store(op: AtomicStoreOp, rewriter: Rewriter) -> None:
    """Replace a store by an exchange whose result is not used."""
    rewriter.insert(_read_modify_write(op, RMWOp.XCHG, op.value))
    rewriter.erase(op)


def loads_integers(op: AtomicLoadOp) -> bool:
    """Whether a load can be an ``or`` with zero."""
    return is_integer_type(element_type(op.result.type))


def update_for_load(op: AtomicLoadOp, rewriter: Rewriter) -> None:
    """Replace a load by an update that changes nothing: ``or`` with 0, of floats the addition of -0.0.

    Not for GPUs if it loads floats: their addition may flush subnormal numbers to zero.
    """
    integers = loads_integers(op)
    nothing = zero(op.result.type) if integers else constant(op.result.type, -0.0)
    operand = rewriter.insert(ConstantOp(nothing)).result
    rewriter.replace_by(op, _read_modify_write(op, RMWOp.OR if integers else RMWOp.FADD, operand))


def may_wait(op: Operation) -> bool:
    """Whether an operation is a volatile load of numbers in an ``scf.while``, which may wait for what it loads.

    A function that is not a kernel may be called in such a loop.
    """
    return (
        isinstance(op, LoadOp)
        and bool(int_value(op.isVolatile))
        and not is_tensor_pointer(op.ptr.type)
        and (is_integer_type(element := element_type(op.result.type)) or is_float_type(element))
        and any(isinstance(parent, WhileOp) or _is_called(parent) for parent in ancestors(op))
    )


def _is_called(op: Operation) -> bool:
    return isinstance(op, FuncOp) and op.sym_visibility == StringAttr("private")


def update_for_volatile_load(op: LoadOp, rewriter: Rewriter) -> None:
    """Replace a volatile load by an update that changes nothing, ``or`` with 0 of the bits.

    A plain load would be moved out of the loop, and the loop erased if it does nothing else.
    """
    type_ = op.result.type
    bits = with_element_type(type_, IntegerType(width_of(element_type(type_))))
    pointer = op.ptr
    if bits != type_:
        pointer = rewriter.insert(BitcastOp(pointer, result=pointer_type_same_shape(bits))).result
    nothing = rewriter.insert(ConstantOp(zero(bits))).result
    sem, scope = MemSemantic.RELAXED, MemSyncScope.GPU
    update = AtomicRMWOp(pointer, nothing, op.mask, atomic_rmw_op=RMWOp.OR, sem=sem, scope=scope, result=bits)
    value = rewriter.insert(update).result
    if bits != type_:
        value = rewriter.insert(BitcastOp(value, result=type_)).result
    if op.mask is not None and op.other is not None:
        value = rewriter.insert(SelectOp(op.mask, value, op.other)).result
    rewriter.replace(op, [value])


_READ = 8
"""Nanoseconds of a timeout per read, about the least that an update of memory takes."""


def loop_for_poll(op: AtomicPollOp, rewriter: Rewriter) -> None:
    """Replace a poll by an ``scf.while`` around updates that change nothing, until each element has been as expected.

    There is no clock: a timeout is a number of reads.
    """
    shape = shape_of(op.result.type) or ()
    nothing = rewriter.insert(ConstantOp(zero(op.expected.type))).result
    unseen, none_yet = (rewriter.insert(ConstantOp(zero(type_))).result for type_ in (op.result.type, i64))
    true, one = (insert_constant(rewriter, 1, type_) for type_ in (i1, i64))
    limit: SSAValue | None = None
    if op.timeout is not None:
        per_read = insert_constant(rewriter, _READ, i64)
        limit = rewriter.insert(DivSIOp(op.timeout, per_read)).result
    before, after = (Block(arg_types=[op.result.type, i64]) for _ in range(2))
    with rewriter.elsewhere():
        rewriter.at_end(before)
        update = AtomicRMWOp(
            op.ptr, nothing, None, atomic_rmw_op=RMWOp.OR, sem=op.sem, scope=op.scope, result=op.expected.type
        )
        old = rewriter.insert(update).result
        same = rewriter.insert(CmpIOp(CmpIPredicate.EQ, old, op.expected)).result
        seen = rewriter.insert(OrIOp(before.args[0], same)).result
        more = rewriter.insert(XOrIOp(_all(seen, shape, rewriter), true)).result
        if limit is not None:
            in_time = rewriter.insert(CmpIOp(CmpIPredicate.SLT, before.args[1], limit)).result
            more = rewriter.insert(AndIOp(more, in_time)).result
        reads = rewriter.insert(AddIOp(before.args[1], one)).result
        rewriter.insert(ConditionOp(more, [seen, reads]))
        rewriter.at_end(after)
        rewriter.insert(YieldOp(after.args))
    loop = WhileOp([unseen, none_yet], before=Region(before), after=Region(after), result_types=[op.result.type, i64])
    rewriter.replace(op, [rewriter.insert(loop).results[0]])


def _all(value: SSAValue, shape: Sequence[int], rewriter: Rewriter) -> SSAValue:
    """Whether all elements are true."""
    for _ in shape:
        block = Block(arg_types=[i1, i1])
        both = AndIOp(*block.args)
        block.add_ops([both, ReduceReturnOp([both.results[0]])])
        for inner in block.ops:
            inner.location = rewriter.location  # pyright: ignore[reportAttributeAccessIssue]
        value = rewriter.insert(ReduceOp([value], axis=0, combineOp=Region(block))).results[0]
    return value


def lower_synchronisation(module: ModuleOp) -> None:
    """Lower synchronisation of programs and grids for targets that run launches one after another, such as the CPU.

    Atomic loads and stores become read-modify-writes, volatile loads in an ``scf.while`` too, and polls loops of them;
    there are no other grids to wait for.
    """
    rewriter = Rewriter()
    for op in operations_in(module):
        if isinstance(op, GridDependencyWaitOp | GridDependencyLaunchDependentsOp):
            rewriter.erase(op)
        waits = may_wait(op)
        if not waits and not isinstance(op, AtomicLoadOp | AtomicStoreOp | AtomicPollOp):
            continue
        rewriter.before(op)
        rewriter.location = op.location
        if isinstance(op, LoadOp):
            update_for_volatile_load(op, rewriter)
        elif isinstance(op, AtomicLoadOp):
            update_for_load(op, rewriter)
        elif isinstance(op, AtomicPollOp):
            loop_for_poll(op, rewriter)
        elif isinstance(op, AtomicStoreOp):
            exchange_for_store(op, rewriter)
