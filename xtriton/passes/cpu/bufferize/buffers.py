"""The buffer of each tensor: lookup, allocation and copies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.bufferization import AllocTensorOp
from xtriton.dialects.upstream.func import FuncOp
from xtriton.dialects.upstream.linalg import FillOp
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.dialects.upstream.tensor import EmptyOp
from xtriton.ir.creation import is_block_argument, is_operation
from xtriton.ir.diagnostics import error
from xtriton.ir.shared_attributes import memory_of
from xtriton.ir.traits import shape_of
from xtriton.passes.cpu.bufferize.aliasing import Aliases, Roots
from xtriton.passes.cpu.views import roots_of
from xtriton.rewriting.mixed import index_constant
from xtriton.rewriting.rewriter import Rewriter


def are_distinct(memory: SSAValue, root: SSAValue, *, noalias: bool) -> bool:
    """Whether memory does not overlap the allocation ``root``.

    ``noalias``: function arguments do not alias each other. A pointer that control flow selects may alias any argument.
    """
    return all(_is_distinct(other, root, noalias=noalias) for other in roots_of(memory))


def _is_distinct(other: SSAValue, root: SSAValue, *, noalias: bool) -> bool:
    if other is root or not hasattr(other.type, "element_type"):
        return False
    if isinstance(other.owner, _ALLOCATIONS):
        return True
    return is_argument(other) and (isinstance(root.owner, _ALLOCATIONS) or (noalias and is_argument(root)))


_ALLOCATIONS = (memref.AllocOp, memref.AllocaOp, memref.GetGlobalOp)


def is_argument(value: SSAValue) -> bool:
    """Whether a value is an argument of a function."""
    if not is_block_argument(value):
        return False
    function = value.block.parent_op()
    return isinstance(function, FuncOp) and value.block is function.body.first_block


def memory_like(type_: Attribute) -> memref.MemRef:
    """The row-major memref type for a tensor type."""
    tensor = cast("TensorType[Attribute]", type_)
    return memory_of(tensor.element_type, shape_of(tensor) or ())


@dataclass(frozen=True)
class Buffer:
    """The memory of a tensor."""

    memory: SSAValue
    roots: Roots
    writable: bool = True


@dataclass
class Buffers:
    """The buffers of all tensors lowered so far."""

    rewriter: Rewriter
    aliases: Aliases = field(default_factory=Aliases)
    _known: dict[SSAValue, Buffer] = field(default_factory=dict[SSAValue, Buffer])

    def set(self, tensor: SSAValue, buffer: Buffer) -> None:
        """Record the buffer of a tensor."""
        self._known[tensor] = buffer
        self.aliases.add(tensor, buffer.roots)

    def get(self, tensor: SSAValue) -> Buffer:
        """The buffer of a tensor; a tensor with undefined contents gets a new one each time."""
        known = self._known.get(tensor)
        if known is not None:
            return known
        owner = tensor.owner
        if isinstance(owner, EmptyOp | AllocTensorOp):
            return self.allocate(tensor.type, sizes_of(tensor))
        location = owner.location if is_operation(owner) else tensor.location  # pyright: ignore
        raise error(location, "a tensor comes from where the CPU backend does not follow it")  # pyright: ignore

    def has(self, tensor: SSAValue) -> bool:
        """Whether a tensor has a buffer with defined contents."""
        return tensor in self._known

    def allocate(self, type_: Attribute, sizes: Sequence[SSAValue] = ()) -> Buffer:
        """New memory for a tensor type."""
        op = self.rewriter.insert(memref.AllocOp(sizes, memref=memory_like(type_)))
        return Buffer(op.memref, frozenset([op.memref]))

    def dynamic_sizes(self, tensor: SSAValue) -> list[SSAValue]:
        """The dynamic extents of a tensor, from its buffer."""
        if isinstance(tensor.owner, EmptyOp | AllocTensorOp) and not self.has(tensor):
            return list(sizes_of(tensor))
        shape = cast("TensorType[Attribute]", tensor.type).get_shape()
        dims = [dim for dim, extent in enumerate(shape) if extent == DYNAMIC]
        if not dims:
            return []
        memory = self.get(tensor).memory
        return [self.rewriter.insert(memref.DimOp(memory, self.index(dim))).result for dim in dims]

    def index(self, number: int) -> SSAValue:
        """A constant of type ``index``."""
        return index_constant(number, self.rewriter)

    def copy_of(self, tensor: SSAValue) -> Buffer:
        """A new buffer with the elements of a tensor."""
        new = self.allocate(tensor.type, self.dynamic_sizes(tensor))
        if isinstance(tensor.owner, FillOp):
            self.rewriter.insert(FillOp([tensor.owner.ins[0]], [new.memory]))
        elif self.has(tensor):
            self.copy(self.get(tensor).memory, new.memory)
        return new

    def copy(self, source: SSAValue, target: SSAValue) -> None:
        """Copy elements, unless source and target are the same buffer."""
        if source is not target:
            self.rewriter.insert(memref.CopyOp(source, target))

    def to_overwrite(self, tensor: SSAValue, op: Operation, allowed: Sequence[SSAValue] = ()) -> Buffer:
        """A buffer with the elements of a tensor that ``op`` may overwrite: its own, or else a copy."""
        if self.has(tensor):
            own = self.get(tensor)
            if own.writable and self.aliases.may_overwrite(own.roots, op, allowed):
                return own
        return self.copy_of(tensor)


def sizes_of(tensor: SSAValue) -> Sequence[SSAValue]:
    """The dynamic sizes that the operation defining a tensor takes as operands."""
    owner = tensor.owner
    if isinstance(owner, EmptyOp):
        return owner.dynamicSizes
    assert isinstance(owner, AllocTensorOp)
    return owner.dynamic_sizes
