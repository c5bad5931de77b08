"""``nvws-insert-tmem-aref``: tensor memory passes between partitions through arefs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.walk import operations_inside_out
from xtriton.layouts.encodings import TensorMemory
from xtriton.passes.base import Pass
from xtriton.passes.nvws.insert_tmem_aref.access_graph import build_accesses, collect_owners
from xtriton.passes.nvws.insert_tmem_aref.accesses import replace_by_aref
from xtriton.passes.nvws.insert_tmem_aref.branches import split_branches
from xtriton.passes.ttgir.warp_specialization.specialized_loops import specialized_loops
from xtriton.versions import V3_7, V3_9, active_version, since


@dataclass(frozen=True)
class NVWSInsertTmemAref(Pass):
    """Pass tensor memory between partitions through arefs.

    before: ``%t1 = ttng.tc_gen5_mma %a, %b, %m[%t]``, ``ttng.tmem_load %m[%t1]`` in another partition
    after:  ``nvws.aref.put.enter``, ``ttng.tc_gen5_mma %a, %b, %m0``, ``nvws.aref.put.exit``, ``nvws.aref.get.enter``,
            ``ttng.tmem_load %m1``, ``nvws.aref.get.exit``
    """

    name: ClassVar[str] = "nvws-insert-tmem-aref"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for function in [op for op in operations_inside_out(module) if isinstance(op, FuncOp)]:
            if active_version() in _REQUIRES_LOOP and not specialized_loops(function):
                continue
            if active_version() in _REFUSES_VIEWS:
                _require_no_views(function)
            _pass_memory(function)


_REQUIRES_LOOP = since(V3_7)
"""Functions without warp-specialized loops are left alone."""


_REFUSES_VIEWS = since(V3_9)


def _require_no_views(function: FuncOp) -> None:
    """Raise ``DiagnosticError`` if an operation uses a part of an allocation in tensor memory."""
    for op in operations_inside_out(function):
        for operand in op.operands:
            type_ = operand.type
            if not isinstance(type_, MemDescType) or not isinstance(type_.layout(), TensorMemory):
                continue
            if tuple(type_.get_shape()[-2:]) != tuple(type_.get_alloc_shape()[-2:]):
                raise error(op.location, "TMEM subviews NYI in the pipeliner")


def _pass_memory(function: FuncOp) -> None:
    allocs = [op for op in operations_inside_out(function) if isinstance(op, TMEMAllocOp)]
    roots = [root for root in map(build_accesses, allocs) if root is not None]
    elements = 0
    for root in roots:
        if len(collect_owners(root)) > 1:
            elements = replace_by_aref(root, elements)
    split_branches(function)
