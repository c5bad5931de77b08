"""Kernels whose programs may run in any order and number: which can loop over tiles, and which tiles are uneven."""

from __future__ import annotations

import re
from collections.abc import Iterable

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Block, Operation, SSAValue

from xtriton.analysis.launch_arguments import resident_ctas
from xtriton.analysis.slices import dependences
from xtriton.dialects.tt.elementwise import ElementwiseInlineAsmOp
from xtriton.dialects.tt.function import CallOp, FuncOp
from xtriton.dialects.tt.memory import AtomicCASOp, AtomicRMWOp, LoadOp
from xtriton.dialects.tt.program import GetProgramIdOp, PrintOp
from xtriton.dialects.tt.traits import DotLike
from xtriton.dialects.upstream.arith import CmpIOp
from xtriton.dialects.upstream.cf import CondBranchOp
from xtriton.dialects.upstream.gpu import BarrierOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp
from xtriton.ir.narrowing import int_value
from xtriton.ir.symbols import symbol_name
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import operations_in
from xtriton.rewriting.structured_branches import unstructured_branch


def _module_of(function: FuncOp) -> ModuleOp:
    module = function.parent_op()
    assert isinstance(module, ModuleOp)
    return module


def obstacle(function: FuncOp) -> tuple[Operation, str] | None:
    """The operation that prevents a persistent grid, and the reason."""
    name = symbol_name(function)
    if any(
        isinstance(op, CallOp) and op.callee_symbol.string_value() == name for op in operations_in(_module_of(function))
    ):
        return function, "another function calls it, which would have to pass the tiles"
    if not any(isinstance(op, GetProgramIdOp) for op in operations_in(function)):
        return function, "it does not read its program id"
    if resident_ctas(function) > 1:
        return function, "the prologue of one resident CTA overlaps with the loop of another"
    branch = unstructured_branch(function.body)
    if branch is not None:
        return branch, f"'{branch.name}' leaves a block in a way that scf.if cannot express"
    for op in operations_in(function):
        reason = _reason_against(op)
        if reason is not None:
            return op, reason
    return None


def has_uneven_tiles(function: FuncOp) -> bool:
    """Whether the tiles of a kernel take different times: a fixed share of them for each program would be unfair."""
    return any((isinstance(op, ForOp) and _is_uneven(op)) or _skips_dots(op) for op in operations_in(function))


def _skips_dots(op: Operation) -> bool:
    """Whether a branch on a loaded value, or between coordinates of a tile, has dots on one side only.

    Programs past the end, which compare their id with a bound, are few.
    """
    match op:
        case IfOp():
            sides = [_has_dots(region.blocks) for region in op.regions]
        case CondBranchOp():
            sides = [_has_dots(_reachable_from(successor)) for successor in op.successors]
        case _:
            return False
    condition = op.operands[0].owner
    compares = isinstance(condition, CmpIOp) and all(map(_depends_on_program_id, condition.operands))
    is_loaded = any(isinstance(source, LoadOp) for source in dependences(op.operands[0]))
    return (compares or is_loaded) and any(sides) and not all(sides)


def _has_dots(blocks: Iterable[Block]) -> bool:
    return any(has_trait(op, DotLike) for block in blocks for op in operations_in(block))


def _reachable_from(block: Block) -> list[Block]:
    """``block`` and its successors, and theirs."""
    found = [block]
    for reached in found:
        last = reached.last_op
        found.extend(successor for successor in (last.successors if last else ()) if successor not in found)
    return found


def _is_uneven(loop: ForOp) -> bool:
    """Whether a loop with dots runs for a number of iterations that depends on the program id.

    If both bounds depend on it, as for a part of K, their difference is assumed not to.
    """
    if not any(has_trait(op, DotLike) for op in loop.body.ops):
        return False
    return _depends_on_program_id(loop.lowerBound) != _depends_on_program_id(loop.upperBound)


def _depends_on_program_id(value: SSAValue) -> bool:
    return any(isinstance(op, GetProgramIdOp) for op in dependences(value))


_PLACE = re.compile(r"%(n?ctaid|n?clusterid|cluster_n?ctaid|cluster_n?ctarank|gridid|smid)\b")
"""PTX special registers with the position of a CTA in the grid, or of the SM that it runs on."""


def _reason_against(op: Operation) -> str | None:
    """Why a kernel with this operation must keep its grid."""
    match op:
        case CallOp():
            return "it calls a function, which may read its program id"
        case PrintOp():
            return "it prints, and each line starts with the program id"
        case BarrierOp():
            return "it has a barrier of its own"
        case ElementwiseInlineAsmOp() if _PLACE.search(_text(op)):
            return "its inline assembly reads the position of its CTA in the grid"
        case WhileOp() if any(_sees_other_programs(inner) for inner in operations_in(op)):
            return "a scf.while with atomics or volatile loads may wait for another program"
        case ForOp() if isinstance(op.lowerBound.owner, GetProgramIdOp):
            return "a loop starts at its program id: it loops over tiles already"
        case _:
            return None


def _sees_other_programs(op: Operation) -> bool:
    """Whether an operation, repeated in a loop, may observe writes of another program."""
    match op:
        case LoadOp():
            return bool(int_value(op.isVolatile))
        case ElementwiseInlineAsmOp():
            return not int_value(op.pure)
        case _:
            return isinstance(op, AtomicRMWOp | AtomicCASOp)


def _text(op: ElementwiseInlineAsmOp) -> str:
    return op.asm_string.data if isinstance(op.asm_string, StringAttr) else ""
