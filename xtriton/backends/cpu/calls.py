"""Inlining of the calls that remain after the TTIR stage: those of functions marked ``noinline``."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from xdsl.dialects.builtin import ModuleOp, StringAttr, SymbolRefAttr

from xtriton.analysis.call_graph import Call, CallGraph
from xtriton.dialects.tt.function import CallOp, FuncOp
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import SingleBlock, has_trait
from xtriton.ir.walk import operations_in
from xtriton.passes.common.inline import inline_call
from xtriton.rewriting.regions import erase_unreachable_blocks
from xtriton.rewriting.rewriter import Rewriter

_MOST_CALLS = 10_000
"""Calls that are inlined; recursive functions are not inlined completely."""


def inline_calls(module: ModuleOp, wanted: Callable[[CallOp], bool]) -> None:
    """Inline the calls that are ``wanted``, in place and without simplifying anything, callees first.

    Functions that nothing calls afterwards are erased, but for public ones.
    """
    for function in module.body.ops:
        if isinstance(function, FuncOp):
            erase_unreachable_blocks(function.body, Rewriter())  # of which the front end leaves one after a return
    graph = CallGraph(module)
    for _ in range(_MOST_CALLS):
        calls = (op for op in operations_in(module) if isinstance(op, CallOp))
        call = next((op for op in calls if wanted(op) and _may_inline(op, graph, wanted)), None)
        if call is None:
            break
        callee = graph.callee(call)
        assert callee is not None
        inline_call(call, callee, keep=True)
    _erase_uncalled(module)


def _erase_uncalled(module: ModuleOp) -> None:
    called = {str(op.callee) for op in operations_in(module) if isinstance(op, CallOp)}
    for function in [op for op in module.body.ops if isinstance(op, FuncOp)]:
        name = cast("StringAttr", function.sym_name)
        if not function.is_public and str(SymbolRefAttr(name)) not in called:
            Rewriter().erase(function)


def passes_tensors(call: CallOp) -> bool:
    """Whether a call has tensors as operands or results: these are buffers on the CPU, which calls do not pass."""
    return any(is_tensor_type(value.type) for value in (*call.operands, *call.results))


def _may_inline(call: Call, graph: CallGraph, wanted: Callable[[CallOp], bool]) -> bool:
    callee, around = graph.callee(call), call.parent_op()
    if callee is None or around is None:
        return False
    if any(isinstance(op, CallOp) and wanted(op) for op in operations_in(callee.regions[0])):
        return False  # callees that call others come later
    entry = callee.regions[0].first_block
    assert entry is not None
    return entry.next_block is None or around.name == callee.name or not has_trait(around, SingleBlock)
