"""Whether what is known of a launch's arrays, that they do not overlap, holds within all functions of a module."""

from __future__ import annotations

from itertools import combinations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from xtriton.dialects import tptr
from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.func import CallOp
from xtriton.ir.narrowing import is_any_memref_type
from xtriton.ir.walk import operations_in
from xtriton.passes.cpu.bufferize.buffers import is_argument
from xtriton.passes.cpu.views import VIEWS

_ADDRESSES = (tptr.ToMemrefOp, tptr.FromMemrefOp, tptr.PtrAddOp)
"""Pointer operations whose result is derived from their first operand."""


def arguments_stay_apart(module: ModuleOp) -> bool:
    """Whether arrays that do not overlap at a launch are distinct arguments of every function of ``module``.

    They may alias if a call passes one array twice, or a pointer that control flow selects, or if a pointer is made
    from an integer, such as one that a kernel loads from a table of pointers.
    """
    for op in operations_in(module):
        if isinstance(op, tptr.IntToPtrOp):
            return False
        if isinstance(op, CallOp):
            arrays = [_base(operand) for operand in op.operands if is_any_memref_type(operand.type)]
            if not all(_are_apart(*pair) for pair in combinations(arrays, 2)):
                return False
    return True


def _base(value: SSAValue) -> SSAValue:
    """The array that a pointer has been computed from."""
    while isinstance(owner := value.owner, (*VIEWS, *_ADDRESSES)):
        value = owner.operands[0]
    return value


def _are_apart(one: SSAValue, other: SSAValue) -> bool:
    known = all(isinstance(array.owner, memref.AllocOp) or is_argument(array) for array in (one, other))
    return known and one is not other
