"""Asynchronous copies from global to shared memory, waited for by groups; see :mod:`xtriton.interp.transfers`."""

from __future__ import annotations

import numpy as np
from xdsl.ir import Operation

from xtriton.dialects.ttg.memory import AsyncCommitGroupOp, AsyncCopyGlobalToLocalOp, AsyncWaitOp
from xtriton.interp.compiler import Scope, Step, semantics
from xtriton.interp.errors import UnsupportedError
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Format, PointerFormat, format_of
from xtriton.interp.on_chip import known_type
from xtriton.interp.ops.tt_memory import load, pointer_access
from xtriton.interp.values import Value
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import shape_of_tensor

TOKEN: Value = np.zeros(1, np.bool_)
"""Tokens order operations, which run in program order here; missing waits are detected in memory."""


@semantics("ttg.async_copy_global_to_local")
def _copy(scope: Scope, op: Operation) -> Step:
    """Masked-off elements are ``other``, or zero: passes rely on that, as ``cp.async`` fills with zeros."""
    assert isinstance(op, AsyncCopyGlobalToLocalOp)
    source, target, out = scope.slot(op.src), scope.slot(op.result), scope.slot(op.token)
    mask = None if op.mask is None else scope.slot(op.mask)
    other = None if op.other is None else scope.slot(op.other)
    type_, shape = known_type(op, op.result.type), shape_of_tensor(op.src)
    form = pointee_format(op)
    zero = np.zeros((1,) * (len(shape) + 1), form.dtype)

    def step(frame: Frame) -> None:
        values, transfers = frame.values, frame.run.transfers
        access = pointer_access(frame, op, values[source], None if mask is None else values[mask])
        loaded = load(frame, op, access, shape, form, zero if other is None else values[other])
        transfers.issue_in_group(frame, op, values[target], type_, loaded)
        values[out] = TOKEN

    return step


def pointee_format(op: AsyncCopyGlobalToLocalOp) -> Format:
    """The format of the copied elements."""
    pointers = format_of(op.src.type)
    assert isinstance(pointers, PointerFormat)
    if pointers.pointee is None:
        raise UnsupportedError(op, "copies through block pointers are not supported")
    return pointers.pointee


@semantics("ttg.async_commit_group")
def _commit(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, AsyncCommitGroupOp)
    out = scope.slot(op.asyncToken)

    def step(frame: Frame) -> None:
        frame.run.transfers.commit(frame)
        frame.values[out] = TOKEN

    return step


@semantics("ttg.async_wait")
def _wait(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, AsyncWaitOp)
    out, pending = scope.slot(op.retToken), int_value(op.num)

    def step(frame: Frame) -> None:
        frame.run.transfers.wait(frame, pending)
        frame.values[out] = TOKEN

    return step
