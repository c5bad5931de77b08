"""Whether the programs of a kernel are so short that a call of each costs much of their time."""

from __future__ import annotations

from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.func import CallOp, FuncOp
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.ir.walk import operations_in

_LOOPS = (ForOp, WhileOp)


def is_short(op: FuncOp) -> bool:
    """Whether a kernel only has loops that are not nested, from memory of its arguments to such memory.

    A call stores its return address, and registers, behind all that the program before has stored, and the next program
    waits for it: a kernel of 512 elements per program that is inlined in the loop over programs takes three quarters of
    the time. Kernels with buffers or nested loops gain little, and some get slower, since what does not depend on the
    program then occupies registers.
    """
    inner = list(operations_in(op))
    loops = [each for each in inner if isinstance(each, _LOOPS)]
    return not any(isinstance(each, memref.AllocOp | memref.AllocaOp | CallOp) for each in inner) and not any(
        isinstance(each, _LOOPS) for loop in loops for each in operations_in(loop) if each is not loop
    )
