"""The vector width of a function: that of loops that compute, or that of loops that mostly access memory."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.vector import LoadOp as VectorLoadOp
from xdsl.dialects.vector import StoreOp as VectorStoreOp
from xdsl.ir import Operation

from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.func import CallOp, FuncOp
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.ir.narrowing import is_float_type
from xtriton.ir.traits import element_type
from xtriton.ir.walk import operations_in
from xtriton.passes.cpu.math.functions import VECTOR_CALLS

_LOOPS = (ForOp, WhileOp)
_ACCESSES = (memref.LoadOp, memref.StoreOp, VectorLoadOp, VectorStoreOp)
_MOST_PER_ACCESS = 3
"""Operations on floats per access of memory, up to which a loop waits for memory. An exponential has fifteen."""


def mostly_accesses_memory(op: FuncOp) -> bool:
    """Whether no innermost loop of a function computes much with what it reads."""
    loops = [inner for inner in operations_in(op) if isinstance(inner, _LOOPS)]
    bodies = [[inner for inner in operations_in(loop) if inner is not loop] for loop in loops]
    innermost = [body for body in bodies if not any(isinstance(inner, _LOOPS) for inner in body)]
    return bool(innermost) and not any(map(computes_much, innermost))


def computes_much(body: Sequence[Operation]) -> bool:
    """Whether the body of a loop computes much for each access to memory, or calls functions."""
    if any(isinstance(op, (CallOp, *VECTOR_CALLS)) for op in body):
        return True
    accesses = sum(isinstance(op, _ACCESSES) for op in body)
    return sum(map(_is_computation, body)) > _MOST_PER_ACCESS * max(accesses, 1)


def _is_computation(op: Operation) -> bool:
    if isinstance(op, (*_ACCESSES, ConstantOp)) or not op.results:
        return False
    type_ = op.results[0].type
    return is_float_type(type_) or is_float_type(element_type(type_))
