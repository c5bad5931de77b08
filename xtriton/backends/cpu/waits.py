"""Kernels whose programs may wait for each other."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp

from xtriton.dialects.upstream.func import CallOp
from xtriton.dialects.upstream.memref import AtomicRMWOp, GenericAtomicRMWOp
from xtriton.dialects.upstream.scf import WhileOp
from xtriton.ir.walk import operations_in

_ATOMICS = (AtomicRMWOp, GenericAtomicRMWOp)


def programs_may_wait(module: ModuleOp) -> bool:
    """Whether a program of a kernel in a linalg module may wait for another one.

    An ``scf.while`` with atomic operations, volatile loads among them, may end only when another program has stored
    something, which may be one that begins later. Functions that it calls may have such operations.
    """
    ops = operations_in(module)
    loops = [op for op in ops if isinstance(op, WhileOp)]
    if not loops or not any(isinstance(op, _ATOMICS) for op in ops):
        return False
    return any(isinstance(inner, (*_ATOMICS, CallOp)) for loop in loops for inner in operations_in(loop))
