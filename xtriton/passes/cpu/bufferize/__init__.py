"""``cpu-bufferize``: one-shot bufferization of tensors, updated in place when the old contents are dead.

The buffer of a tensor follows from all uses of it and its aliases, not from its type, so the walk is no dialect
conversion, as MLIR's is none. Dropping the tensors from control flow afterwards is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation

from xtriton.analysis.requirements import Rule, countable_elements, without_layouts
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
from xtriton.passes.cpu.bufferize.buffers import Buffers
from xtriton.passes.cpu.bufferize.control import (
    drop_tensors,
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
    """Bufferize tensors in destination-passing style, in place where the old contents are dead.

    before: ``%2 = linalg.generic ins(%0) outs(%1) -> tensor<8xf32>``
    after:  ``linalg.generic ins(%m0) outs(%m1)`` on memrefs

    A result reuses the buffer of an operand that is dead after the operation, the buffer of the loop-carried value that
    it becomes, or the memory that it is stored to; otherwise it gets a new buffer. Buffers have static sizes and
    need no deallocation.
    """

    name: ClassVar[str] = "cpu-bufferize"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, countable_elements)
    noalias: bool = option(True, "arrays that are written do not overlap other arrays")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        forwards_tensors = False
        for op in list(module.body.block.ops):
            if isinstance(op, FuncOp) and not op.is_declaration:
                bufferizer = Bufferizer(module, noalias=self.noalias)
                bufferizer.lower(op)
                forwards_tensors |= bufferizer.forwards_tensors
        if forwards_tensors:
            drop_tensors(module)


class Bufferizer:
    """Bufferizes one function. Operations on tensors stay until the end, so that their uses can be queried."""

    def __init__(self, module: ModuleOp, *, noalias: bool) -> None:
        self.buffers = Buffers(Rewriter())
        self.places: IterBuffers = {}
        self._module = module
        self._noalias = noalias
        self._dead: list[Operation] = []
        self.forwards_tensors = False
        """Whether control flow forwards tensors, which are to be dropped."""

    def insert(self, op: _Op) -> _Op:
        """Insert an operation before the one that is being lowered."""
        return self.buffers.rewriter.insert(op)

    def load_elements(self, op: Operation) -> None:
        """Load the elements that the region of an operation extracts from tensors out of their buffers."""
        load_elements(self.buffers, op)

    def global_constant(self, value: DenseElementsAttr, type_: Attribute) -> str:
        """Create a ``memref.global`` for a constant; returns its name."""
        block = self._module.body.block
        names = {global_.properties.get("sym_name") for global_ in block.ops}
        number = len(names)
        name = f"__constant_{number}"
        first = block.first_op
        assert first is not None
        block.insert_op_before(global_op(name, value, type_), first)
        return name

    def lower(self, op: FuncOp) -> None:
        """Lower a function. Raises ``DiagnosticError`` for an operation that cannot be bufferized."""
        if any(is_tensor_type(type_) for type_ in (*op.type.inputs.data, *op.type.outputs.data)):
            raise error(op.location, "'func.func' op takes or gives tensors: it must be inlined for the CPU")
        self.forwards_tensors |= prepare_blocks(self, op)
        for block in op.body.blocks:
            self.lower_block(block)
        for dead in reversed(self._dead):
            for result in dead.results:
                result.erase(safe_erase=False)
            assert dead.parent is not None
            dead.parent.erase_op(dead, safe_erase=False)

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
