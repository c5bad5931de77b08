"""``cpu-share-exchanges``: steps of sorting networks that differ only in distances call one function."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.requirements import Rule, countable_elements, without_layouts
from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.func import FuncOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.cpu.loops.emit import Emitter
from xtriton.passes.cpu.share_exchanges.reuse import reuse_memory
from xtriton.passes.cpu.share_exchanges.shared import call, function, key_of
from xtriton.passes.cpu.share_exchanges.step import Step, index_block, step_of


@dataclass(frozen=True)
class CpuShareExchanges(Pass):
    """Outline elementwise operations that read a block at indices which differ from their own in fields of bits.

    before: ``linalg.generic ins(%a, %a, %a : memref<4x2x8xf32>, ...)``, where the second dimension is 0 in the map of
    the second and 1 in that of the third, and others with other sizes of the dimensions
    after:  ``func.call @k__exchange_0(%a, %b, ...)``, the distance among the arguments

    A sort of 1024 elements has 55 such steps, which share ten functions. Operations that have a function for themselves
    stay.
    """

    name: ClassVar[str] = "cpu-share-exchanges"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, countable_elements)
    strict_fp: bool = option(False, "do not contract floating-point multiplications and additions")
    vector_bits: int = option(512, "vector width in bits")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in [op for op in module.body.block.ops if isinstance(op, FuncOp)]:
            self._share(module, op)

    def _share(self, module: ModuleOp, op: FuncOp) -> None:
        lanes = self.vector_bits // 32
        steps = [step for step in _steps_in(op) if step.size >= lanes]
        alike: dict[Hashable, list[Step]] = {}
        for step in steps:
            alike.setdefault(key_of(step, lanes), []).append(step)
        shared = [equal for equal in alike.values() if len(equal) > 1]
        chosen = {step.op for equal in shared for step in equal}
        reuse_memory(step for step in steps if step.op in chosen)
        for number, equal in enumerate(shared):
            name = f"{cast('StringAttr', op.sym_name).data}__exchange_{number}"
            module.body.block.add_op(function(equal[0], name, self.vector_bits, strict=self.strict_fp))
            for step in equal:
                _replace(step, name, self.vector_bits)


def _steps_in(op: FuncOp) -> list[Step]:
    """The steps of a function, in its order."""
    found = [step_of(inner) for inner in operations_in(op) if isinstance(inner, linalg.GenericOp)]
    return [step for step in found if step is not None]


def _replace(step: Step, name: str, vector_bits: int) -> None:
    """Replace a step by a call, and erase the blocks of index numbers that only it reads."""
    op = step.op
    call(step, name, Emitter(op, vector_bits))
    indices = [memory for memory in op.ins if memory not in step.memories]
    assert op.parent is not None
    written = [index_block(memory, op) for memory in indices]
    op.parent.erase_op(op)
    for memory, writer in zip(indices, written, strict=True):
        if writer is not None:
            _erase_block(memory, writer)


def _erase_block(memory: SSAValue, writer: Operation) -> None:
    owner = cast("memref.AllocOp", memory.owner)
    if writer.parent is not None and all(use.operation is writer for use in memory.uses):
        writer.parent.erase_op(writer)
        cast("Operation", owner).detach()
        owner.erase()
