"""Shared memory by buffer: offsets and sizes as the wheel allocates them, lifetimes by lines of the TTGIR."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod

from xdsl.dialects.builtin import FunctionType, IntegerAttr, ModuleOp, UnknownLoc
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects.tt.function import FuncOp, ReturnOp
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.explain.kernel_ir import KernelIR, users
from xtriton.explain.model import Buffer
from xtriton.folds.elements import width_of
from xtriton.ir.creation import defining_or_parent_op
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import attribute_text, print_op
from xtriton.ir.walk import ancestors, operations_in
from xtriton.layouts.encodings import PaddedShared, allocation_shape_per_cta, shape_per_cta
from xtriton.passes.libtriton import FOR_TRITON, cross
from xtriton.rewriting.cloning import clone_op

_OFFSET = "allocation.offset"
_SHARED = "ttg.shared"
_BEFORE_ALLOCATION = (
    "tritongpu-combine-tensor-select-and-if,tritongpu-allocate-warp-groups,convert-scf-to-cf,gluon-inline"
)


@dataclass
class Allocation:
    """The wheel's allocation of shared memory for a kernel."""

    kernel: KernelIR
    capability: int
    offsets: dict[Operation, int] = field(default_factory=dict[Operation, int])
    total: int | None = None
    problem: str = ""
    """Why the allocation is unknown, or empty."""
    _sizes: dict[str, int] = field(default_factory=dict[str, int])

    @staticmethod
    def of(kernel: KernelIR, capability: int | None) -> Allocation:
        """Run the wheel's allocation on a kernel; it is unknown without a ``capability``, for other GPUs."""
        if capability is None:
            return Allocation(kernel, 0, problem="the allocation of shared memory is known for NVIDIA GPUs only")
        found = Allocation(kernel, capability)
        try:
            module = found._allocated(kernel.module, _BEFORE_ALLOCATION)
        except DiagnosticError as failure:
            found.problem = f"the allocation of shared memory is unknown: {failure.diagnostic.message}"
            return found
        found.total = _number(module.attributes.get(_SHARED))
        by_name: dict[str, list[int | None]] = defaultdict(list)
        for op in operations_in(module):
            by_name[op.name].append(_number(op.attributes.get(_OFFSET)))
        mine: dict[str, list[Operation]] = defaultdict(list)
        for op in operations_in(kernel.module):
            mine[op.name].append(op)
        for name, ops in mine.items():
            offsets = by_name.get(name, [])
            if len(offsets) != len(ops):
                continue  # the passes before the allocation removed or copied some of them
            found.offsets.update({op: at for op, at in zip(ops, offsets, strict=True) if at is not None})
        return found

    def _allocated(self, module: ModuleOp, before: str = "") -> ModuleOp:
        passes = f"allocate-shared-memory-nv{{compute-capability={self.capability}}}"
        text = print_op(module, FOR_TRITON)
        crossed = cross(text, f"{before},{passes}" if before else passes, self.kernel.ctx, UnknownLoc())
        return parse_module(crossed.text, "<allocation>", self.kernel.ctx)

    def scratch(self, op: Operation) -> int:
        """The bytes of scratch memory of an operation, as the wheel allocates for it alone. 0 if it needs none."""
        if op not in self.offsets:
            return 0
        module = _alone(op, self.kernel.module)
        key = print_op(module)
        if key not in self._sizes:
            try:
                self._sizes[key] = _number(self._allocated(module).attributes.get(_SHARED)) or 0
            except DiagnosticError:
                self._sizes[key] = 0
        return self._sizes[key]


def _number(attribute: Attribute | None) -> int | None:
    return attribute.value.data if isinstance(attribute, IntegerAttr) else None


def _alone(op: Operation, module: ModuleOp) -> ModuleOp:
    """A module with a function that consists of one operation; its operands are arguments, its results are returned."""
    inputs = [operand.type for operand in op.operands]
    outside = list(_captured(op))
    block = Block(arg_types=[*inputs, *(value.type for value in outside)])
    mapping: dict[SSAValue, SSAValue] = dict(zip((*op.operands, *outside), block.args, strict=True))
    copy = clone_op(op, mapping)
    block.add_op(copy)
    block.add_op(ReturnOp(list(copy.results)))
    results = [result.type for result in copy.results]
    types = [argument.type for argument in block.args]
    function = FuncOp("alone", FunctionType.from_lists(types, results), sym_visibility="private", body=Region(block))
    function.attributes["noinline"] = IntegerAttr.from_bool(False)
    return ModuleOp([function], dict(module.attributes))


def _captured(op: Operation) -> Iterator[SSAValue]:
    """Values of enclosing regions that the regions of an operation use, each once."""
    inside = set(operations_in(op))
    seen: set[SSAValue] = set(op.operands)
    for inner in operations_in(op):
        for operand in inner.operands:
            if defining_or_parent_op(operand) not in inside and operand not in seen:
                seen.add(operand)
                yield operand


def buffers_of(kernel: KernelIR, allocation: Allocation) -> list[Buffer]:
    """The buffers in order of the text: allocations of the program, and scratch memory of operations."""
    found: list[Buffer] = []
    for op in operations_in(kernel.module):
        if isinstance(op, LocalAllocOp):
            type_ = op.result.type
            assert isinstance(type_, MemDescType)
            first, last = _lifetime(kernel, op)
            layout = attribute_text(type_.encoding)
            size = allocation_bytes(type_)
            offset = allocation.offsets.get(op)
            found.append(Buffer(op.name, kernel.origin(op), kernel.line(op), offset, size, first, last, False, layout))
        elif op in allocation.offsets and not isinstance(op, FuncOp):
            line, size = kernel.line(op), allocation.scratch(op)
            found.append(Buffer(op.name, kernel.origin(op), line, allocation.offsets[op], size, line, line, True, ""))
    return found


def allocation_bytes(type_: MemDescType) -> int:
    """The bytes of shared memory that a CTA allocates for a type."""
    encoding, shape = type_.layout(), type_.get_alloc_shape()
    if isinstance(encoding, PaddedShared):
        count = encoding.padded_size(shape_per_cta(encoding, shape))
    elif encoding is not None and len(shape) == encoding.rank:
        count = prod(allocation_shape_per_cta(encoding, shape))
    elif encoding is not None and len(shape) == encoding.rank + 1:  # buffers of a pipeline
        count = shape[0] * prod(allocation_shape_per_cta(encoding, shape[1:]))
    else:
        count = prod(shape)
    return count * width_of(type_.element_type) // 8


def _lifetime(kernel: KernelIR, op: LocalAllocOp) -> tuple[int, int]:
    """The first and the last line where a buffer may be accessed, through views and loop-carried values as well.

    A use in a loop that the buffer is older than makes it live until the end of the loop.
    """
    first = kernel.line(op)
    last = first
    seen: set[SSAValue] = set()
    pending: list[SSAValue] = [op.result]
    while pending:
        value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        for user in users(value):
            last = max(last, kernel.line(user), *_ends_of_loops(kernel, user, op))
            pending += [result for result in user.results if isinstance(result.type, MemDescType)]
            pending += [
                argument
                for region in user.regions
                for block in region.blocks
                for argument in block.args
                if isinstance(argument.type, MemDescType)
            ]
    return first, last


def _ends_of_loops(kernel: KernelIR, user: Operation, op: Operation) -> Iterator[int]:
    around = set(ancestors(op))
    for parent in ancestors(user):
        if isinstance(parent, ForOp | WhileOp) and parent not in around:
            yield kernel.last_line(parent)
    yield 0
