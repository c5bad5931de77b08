"""``triton-nvidia-gpu-remove-tmem-tokens``: drops TMEM ordering tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.ttg.types import AsyncTokenType
from xtriton.dialects.ttng.tcgen05 import TCGen5MMAOp, TCGen5MMAScaledOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp, TMEMStoreOp
from xtriton.dialects.upstream.ub import PoisonOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import Pass
from xtriton.rewriting.cloning import rebuild
from xtriton.rewriting.operand_groups import set_operand_group
from xtriton.rewriting.rewriter import Rewriter

_WithToken = TCGen5MMAOp | TCGen5MMAScaledOp | TMEMStoreOp | TMEMAllocOp | TMEMLoadOp


@dataclass(frozen=True)
class TritonNvidiaGPURemoveTMEMTokensPass(Pass):
    """Drop TMEM ordering tokens.

    before: ``%x, %t1 = ttng.tmem_load %m[%t0]``, ``scf.yield %t1``
    after:  ``%poison = ub.poison`` at the start of the function, ``%x = ttng.tmem_load %m``, ``scf.yield %poison``
    """

    name: ClassVar[str] = "triton-nvidia-gpu-remove-tmem-tokens"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for func in module.ops:
            if isinstance(func, FuncOp):
                _remove_tokens(func)


def _remove_tokens(func: FuncOp) -> None:
    entry = func.body.first_block
    if entry is None:
        raise error(func.location, "tokens cannot be removed from a function without a body")
    rewriter = Rewriter()
    rewriter.at_start(entry)
    # Loops may still carry a token; canonicalization removes it, and this value with it.
    poison = rewriter.insert(PoisonOp(AsyncTokenType()), func.location).result
    for op in list(operations_inside_out(func)):
        if isinstance(op, _WithToken):
            _remove_token(op, poison, rewriter)


def _remove_token(op: _WithToken, poison: SSAValue, rewriter: Rewriter) -> None:
    if not isinstance(op, TMEMAllocOp):
        set_operand_group(op, "acc_dep" if isinstance(op, TCGen5MMAOp | TCGen5MMAScaledOp) else "dep", ())
    if op.token is None:
        return
    index = op.token.index
    rewriter.before(op)
    new = rewriter.insert(rebuild(op, token=None), op.location)
    values: list[SSAValue] = list(new.results)
    values.insert(index, poison)
    rewriter.replace(op, values)
