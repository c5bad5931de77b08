"""Calls of functions of the module."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.ir import Operation

from xtriton.dialects.upstream.func import ConstantOp, is_pure_call
from xtriton.interp.compiler import Scope, Step, semantics
from xtriton.interp.errors import RunError, UnsupportedError
from xtriton.interp.frame import Frame
from xtriton.interp.ops.tt_program import library_step

_DEEPEST = 100


@semantics("tt.call", "func.call", "func.call_indirect")
def _call(scope: Scope, op: Operation) -> Step:
    operands = list(op.operands)
    if op.name == "func.call_indirect":
        target = operands.pop(0).owner
        if not isinstance(target, ConstantOp):
            raise UnsupportedError(op, "only calls of functions that are known are supported")
        reference = target.properties["value"]
    else:
        reference = op.properties["callee"]
    name = cast("SymbolRefAttr", reference).root_reference.data
    if is_pure_call(op) and (known := library_step(scope, op, name)) is not None:
        return known
    inputs, outputs = scope.slots_of(operands), scope.slots_of(op.results)
    program = scope.program

    def step(frame: Frame) -> None:
        # Callees are compiled on the first call, which allows recursion.
        function = program.function(name, op)
        run = frame.run
        if run.depth >= _DEEPEST:
            raise RunError(op, f"calls are nested more than {_DEEPEST} deep")
        run.depth += 1
        try:
            results = function.call(frame, [frame.values[slot] for slot in inputs])
        finally:
            run.depth -= 1
        for slot, value in zip(outputs, results, strict=True):
            frame.values[slot] = value

    return step
