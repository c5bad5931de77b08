"""``cpu-bufferize``: tensors become memory, changed in place where nobody looks at the old elements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation

from xtriton.analysis.requirements import Rule, without_layouts
from xtriton.dialects.upstream.cf import BranchOp, CondBranchOp
from xtriton.dialects.upstream.func import FuncOp
from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.dialects.upstream.scf import ExecuteRegionOp, ForOp, IfOp, WhileOp
from xtriton.interfaces.region_branch import RegionBranchTerminatorOpInterface
from xtriton.ir.context import Context
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.diagnostics import DiagnosticError, error
from xtriton.ir.narrowing import is_tensor_type
from xtriton.passes.base import Pass, option
from xtriton.passes.cpu.bufferize.aliasing import forget_positions
from xtriton.passes.cpu.bufferize.buffers import Buffers
from xtriton.passes.cpu.bufferize.control import (
    drop_block_arguments,
    lower_branch,
    lower_for,
    lower_if,
    lower_while,
    prepare_blocks,
)
from xtriton.passes.cpu.bufferize.structured import IterBuffers, load_elements, lower_structured
from xtriton.passes.cpu.bufferize.tensors import RULES, global_op
from xtriton.rewriting.rewriter import Rewriter

_Op = TypeVar("_Op", bound=Operation)


@dataclass(frozen=True)
class CpuBufferize(Pass):
    """Give each tensor memory, in destination-passing style.

    before: ``%2 = linalg.generic ins(%0) outs(%1) -> tensor<8xf32>``
    after:  ``linalg.generic ins(%m0) outs(%m1)`` on memrefs

    A result takes the place of an operand that nobody looks at any more, the place that a loop carries it in, or that
    it is stored to; only else new memory. Memory is of known size, so that it needs no freeing.
    """

    name: ClassVar[str] = "cpu-bufferize"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts,)
    noalias: bool = option(True, "arguments with memory that is written do not overlap others")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        forget_positions()
        for op in list(module.body.block.ops):
            if isinstance(op, FuncOp) and not op.is_declaration:
                Bufferizer(module, noalias=self.noalias).lower(op)
        forget_positions()


class Bufferizer:
    """Does one function. Operations on tensors stay until all is done, so that one can look at them."""

    def __init__(self, module: ModuleOp, *, noalias: bool) -> None:
        self.buffers = Buffers(Rewriter())
        self.places: IterBuffers = {}
        self._module = module
        self._noalias = noalias
        self._dead: list[Operation] = []
        self._replacements: list[Callable[[], None]] = []

    def insert(self, op: _Op) -> _Op:
        """Add an operation where the one that is being lowered stands."""
        return self.buffers.rewriter.insert(op)

    def load_elements(self, op: Operation) -> None:
        """Have the region of an operation read elements of tensors from memory."""
        load_elements(self.buffers, op)

    def replace_later(self, op: Operation, work: Callable[[], None]) -> None:
        """Rebuild an operation with regions once all is done."""
        self._replacements.append(work)

    def global_constant(self, value: DenseElementsAttr, type_: Attribute) -> str:
        """The name of a constant in memory, which is made."""
        block = self._module.body.block
        names = {one.properties.get("sym_name") for one in block.ops}
        number = len(names)
        name = f"__constant_{number}"
        first = block.first_op
        assert first is not None
        block.insert_op_before(global_op(name, value, type_), first)
        return name

    def lower(self, op: FuncOp) -> None:
        """Lower a function. Raises ``DiagnosticError`` for an operation that cannot be."""
        if any(is_tensor_type(one) for one in (*op.type.inputs.data, *op.type.outputs.data)):
            raise error(op.location, "'func.func' op takes or gives tensors: it must be inlined for the CPU")
        prepare_blocks(self, op)
        for block in op.body.blocks:
            self.lower_block(block)
        for dead in reversed(self._dead):
            for result in dead.results:
                result.erase(safe_erase=False)
            assert dead.parent is not None
            dead.parent.erase_op(dead, safe_erase=False)
        for replace in self._replacements:
            replace()
        drop_block_arguments(op)

    def lower_block(self, block: Block) -> None:
        """Lower all operations of a block."""
        for op in list(block.ops):
            self.buffers.rewriter.start_at(op)
            try:
                self._lower_op(op)
            except DiagnosticError:
                raise
            except ValueError as problem:
                raise error(op.location, f"'{op.name}' op cannot be compiled for the CPU: {problem}") from problem

    def _lower_op(self, op: Operation) -> None:
        match op:
            case ForOp():
                lower_for(self, op)
            case IfOp():
                lower_if(self, op)
            case WhileOp():
                lower_while(self, op)
            case BranchOp() | CondBranchOp():
                lower_branch(self, op)
            case ExecuteRegionOp():
                for block in op.region.blocks:
                    self.lower_block(block)
            case _ if not _has_tensors(op):
                if isinstance(op, StructuredOp):
                    load_elements(self.buffers, op)
            case StructuredOp():
                lower_structured(self.buffers, op, self.places, noalias=self._noalias)
                self._dead.append(op)
            case _ if op.name in RULES:
                RULES[op.name](self, op)
                self._dead.append(op)
            case RegionBranchTerminatorOpInterface():
                pass
            case _:
                raise ValueError("there is no rule for it on tensors")


def _has_tensors(op: Operation) -> bool:
    types = (*(operand.type for operand in op.operands), *(result.type for result in op.results))
    return any(is_tensor_type(type_) for type_ in types)
