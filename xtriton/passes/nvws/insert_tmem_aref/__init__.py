"""``nvws-insert-tmem-aref``: tensor memory passes between partitions through arefs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.loop_attributes import WARP_SPECIALIZE
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import Pass
from xtriton.passes.nvws.insert_tmem_aref.access_graph import build_accesses, collect_owners
from xtriton.passes.nvws.insert_tmem_aref.accesses import replace_by_aref
from xtriton.passes.nvws.insert_tmem_aref.branches import split_branches
from xtriton.versions import V3_7, active_version, since


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
            if active_version() not in _REQUIRES_LOOP or _has_specialized_loop(function):
                _pass_memory(function)


_REQUIRES_LOOP = since(V3_7)
"""Functions without warp-specialized loops are left alone."""


def _has_specialized_loop(function: FuncOp) -> bool:
    return any(isinstance(op, ForOp) and WARP_SPECIALIZE in op.attributes for op in operations_inside_out(function))


def _pass_memory(function: FuncOp) -> None:
    allocs = [op for op in operations_inside_out(function) if isinstance(op, TMEMAllocOp)]
    roots = [root for root in map(build_accesses, allocs) if root is not None]
    elements = 0
    for root in roots:
        if len(collect_owners(root)) > 1:
            elements = replace_by_aref(root, elements)
    split_branches(function)
