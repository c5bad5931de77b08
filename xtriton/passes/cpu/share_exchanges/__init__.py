"""``cpu-share-exchanges``: steps of sorting networks that differ only in distances call one function."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import ModuleOp, StringAttr

from xtriton.analysis.requirements import Rule, countable_elements, without_layouts
from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.func import FuncOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.cpu.loops.emit import Emitter
from xtriton.passes.cpu.share_exchanges.chains import chained
from xtriton.passes.cpu.share_exchanges.reuse import reuse_memory
from xtriton.passes.cpu.share_exchanges.shared import call, function, key_of
from xtriton.passes.cpu.share_exchanges.step import Step, index_block, step_of


@dataclass(frozen=True)
class CpuShareExchanges(Pass):
    """Outline elementwise operations that read a block at indices which differ from their own in fields of bits.

    before: ``linalg.generic ins(%a, %a, %a : memref<4x2x8xf32>, ...)``, where the second dimension is 0 in the map of
    the second and 1 in that of the third, and others with other sizes of the dimensions
    after:  ``func.call @k__exchange_0(%a, %b, ...)``, the distance among the arguments

    A sort of 1024 elements has 55 such steps, which share five functions. Operations that no other one could
    share a function with are not modified.
    """

    name: ClassVar[str] = "cpu-share-exchanges"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, countable_elements)
    strict_fp: bool = option(False, "do not contract floating-point multiplications and additions")
    vector_bits: int = option(512, "vector width in bits")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in [op for op in module.body.block.ops if isinstance(op, FuncOp)]:
            self._share(module, op)

    def _share(self, module: ModuleOp, op: FuncOp) -> None:
        steps = chained(_steps_in(op, self.vector_bits // 32))
        alike: dict[Hashable, list[Step]] = {}
        for step in steps:
            alike.setdefault(key_of(step), []).append(step)
        shared = [equal for equal in alike.values() if len(equal) > 1 or len(equal[0].ops) > 1]
        chosen = {step.op for equal in shared for step in equal}
        reuse_memory([step for step in steps if step.op in chosen])
        for number, equal in enumerate(shared):
            name = f"{cast('StringAttr', op.sym_name).data}__exchange_{number}"
            module.body.block.add_op(function(equal[0], name, self.vector_bits, strict=self.strict_fp))
            for step in equal:
                _replace(step, name, self.vector_bits)


def _steps_in(op: FuncOp, lanes: int) -> list[Step]:
    """The steps of a function, in its order."""
    found = [step_of(inner, lanes) for inner in operations_in(op) if isinstance(inner, linalg.GenericOp)]
    return [step for step in found if step is not None]


def _replace(step: Step, name: str, vector_bits: int) -> None:
    """Replace a step by a call, and erase the blocks of index numbers that only it reads."""
    call(step, name, Emitter(step.op, vector_bits))
    for op in reversed(step.ops):
        _erase(op)


def _erase(op: linalg.GenericOp) -> None:
    """Erase an operation, with the blocks that it writes or reads if no other operation reads them."""
    memories = [*op.outs, *op.ins]
    written = [index_block(memory, op) for memory in memories]
    assert op.parent is not None
    op.parent.erase_op(op)
    for memory, writer in zip(memories, written, strict=True):
        if writer is not None and writer.parent is not None and all(use.operation is writer for use in memory.uses):
            writer.parent.erase_op(writer)
        if isinstance(memory.owner, memref.AllocOp) and memory.owner.parent is not None and memory.first_use is None:
            memory.owner.parent.erase_op(memory.owner)
