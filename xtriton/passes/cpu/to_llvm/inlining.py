"""Decides which kernels are inlined into the loop over programs."""

from __future__ import annotations

from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.func import CallOp, FuncOp
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.ir.walk import operations_in

_LOOPS = (ForOp, WhileOp)


def is_short(op: FuncOp) -> bool:
    """Whether a kernel has no buffers, calls or nested loops, so that a call per program is a large part of its time.

    The return address and the spilled registers are stored behind the pending stores of the previous program, and
    loading them waits for these: inlined, a kernel of 512 elements per program takes three quarters of the time.
    Kernels with buffers or nested loops gain little; some get slower, as values hoisted out of the loop over programs
    occupy registers.
    """
    inner = list(operations_in(op))
    loops = [each for each in inner if isinstance(each, _LOOPS)]
    return not any(isinstance(each, memref.AllocOp | memref.AllocaOp | CallOp) for each in inner) and not any(
        isinstance(each, _LOOPS) for loop in loops for each in operations_in(loop) if each is not loop
    )
