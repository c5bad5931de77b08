"""Lowering of atomic loads and stores, and of waits for other grids."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from xtriton.dialects.tt.atomics import (
    AtomicLoadOp,
    AtomicStoreOp,
    GridDependencyLaunchDependentsOp,
    GridDependencyWaitOp,
)
from xtriton.dialects.tt.enums import RMWOp
from xtriton.dialects.tt.memory import AtomicRMWOp
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.folds.elements import constant, zero
from xtriton.ir.narrowing import is_integer_type
from xtriton.ir.traits import element_type
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


def lower_synchronisation(module: ModuleOp) -> None:
    """Lower synchronisation of programs and grids for targets that run launches one after another, such as the CPU.

    Atomic loads and stores become read-modify-writes; there are no other grids to wait for.
    """
    rewriter = Rewriter()
    for op in list(module.walk()):
        if isinstance(op, GridDependencyWaitOp | GridDependencyLaunchDependentsOp):
            rewriter.erase(op)
        if not isinstance(op, AtomicLoadOp | AtomicStoreOp):
            continue
        rewriter.before(op)
        rewriter.location = op.location
        if isinstance(op, AtomicLoadOp):
            update_for_load(op, rewriter)
        else:
            exchange_for_store(op, rewriter)
