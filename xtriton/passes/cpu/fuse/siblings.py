"""Stores that are computed together, by one operation with several results.

Each of several stores in a block may need the same loaded or computed elements, as those of an optimiser's parameters
and moments do. One loop over the elements then computes them all: it reads what the stores share once, and needs no
buffer for it. The other stores are moved to the last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Operation, SSAValue
from xdsl.traits import MemoryEffectKind

from xtriton.dialects.upstream import memref, tensor
from xtriton.dialects.upstream.bufferization import MaterializeInDestinationOp
from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.dialects.upstream.mixed import DYNAMIC, OpFoldResult
from xtriton.interfaces.effects import effects_of, is_memory_effect_free
from xtriton.ir.narrowing import is_any_memref_type, is_memref_type, is_tensor_type
from xtriton.ir.traits import shape_of
from xtriton.ir.walk import operations_in
from xtriton.passes.cpu.bufferize.buffers import are_distinct
from xtriton.passes.cpu.fuse.groups import StoredGroup
from xtriton.passes.cpu.fuse.inline import is_pointwise
from xtriton.passes.cpu.fuse.loads import load_of
from xtriton.passes.cpu.views import root_of

_MOST_STORES = 8
"""More arrays that are written at a time compete for the processor's line fill buffers."""


@dataclass(frozen=True)
class StoredPart:
    """A store of a tensor, or of the elements of one that a mask leaves: the first ones along each dimension."""

    op: MaterializeInDestinationOp
    value: SSAValue
    sizes: Sequence[OpFoldResult]
    slice: tensor.ExtractSliceOp | None

    @property
    def reader(self) -> Operation:
        """The operation that uses the value."""
        return self.op if self.slice is None else self.slice

    @property
    def root(self) -> SSAValue:
        """The allocation that is stored to."""
        return root_of(self.op.dest)

    @staticmethod
    def of(op: Operation) -> StoredPart | None:
        """What ``op`` stores in the program's memory."""
        if not isinstance(op, MaterializeInDestinationOp) or not is_memref_type(op.dest.type):
            return None
        if not isinstance(op.source.owner, tensor.ExtractSliceOp):
            shape = shape_of(op.source.type) or ()
            return None if DYNAMIC in shape else StoredPart(op, op.source, [*shape], None)
        slice_ = op.source.owner
        if slice_.parent is not op.parent or not slice_.result.has_one_use() or not is_prefix(slice_):
            return None
        return StoredPart(op, slice_.source, slice_.mixed_sizes, slice_)


def is_prefix(op: tensor.ExtractSliceOp) -> bool:
    """Whether a slice has zero offsets, unit strides, and keeps all dimensions."""
    if any(number != 0 for number in op.mixed_offsets) or any(number != 1 for number in op.mixed_strides):
        return False
    return len(shape_of(op.result.type) or ()) == len(op.mixed_sizes)


def siblings_of(
    last: MaterializeInDestinationOp, positions: dict[Operation, int], *, noalias: bool
) -> tuple[list[StoredPart], StoredGroup] | None:
    """The stores that should be computed together with ``last``, which is one of them, and what is fused into them."""
    stored = StoredPart.of(last)
    if stored is None or not _is_elementwise(stored.value):
        return None
    chosen = [*_movable(stored, noalias=noalias), stored]
    while len(chosen) > 1:
        group = StoredGroup([part.value for part in chosen], [part.reader for part in chosen], positions)
        shared = _sharing(chosen, group)
        if len(shared) == len(chosen):
            return None if group.repeats_products else (chosen, group)
        chosen = shared
    return None


def _is_elementwise(value: SSAValue) -> bool:
    return load_of(value) is not None or (isinstance(value.owner, Operation) and is_pointwise(value.owner))


def _movable(last: StoredPart, *, noalias: bool) -> list[StoredPart]:
    """Earlier stores of as many elements to other arrays, which can be moved down to ``last``, in order."""
    found: list[StoredPart] = []
    between: list[Operation] = []
    written = [last.root]
    current = last.op.prev_op
    while current is not None and len(found) < _MOST_STORES - 1:
        if not is_memory_effect_free(current):
            part = StoredPart.of(current)
            if (
                part is not None
                and list(part.sizes) == list(last.sizes)
                and _is_elementwise(part.value)
                and all(are_distinct(part.op.dest, root, noalias=noalias) for root in written)
                and all(_leaves_alone(op, part.root, noalias=noalias) for op in between)
            ):
                found.insert(0, part)
                written.append(part.root)
            if not _may_be_passed(current):
                break
            between.append(current)
        current = current.prev_op
    return found


def _may_be_passed(op: Operation) -> bool:
    """Whether all effects of an operation are accesses of memory, and none an atomic operation."""
    effects = effects_of(op)
    if effects is None or any(isinstance(inner, _ATOMICS) for inner in operations_in(op)):
        return False
    return all(effect.kind is MemoryEffectKind.ALLOC or isinstance(effect.value, SSAValue) for effect in effects)


_ATOMICS = (memref.AtomicRMWOp, memref.GenericAtomicRMWOp)


def _leaves_alone(op: Operation, root: SSAValue, *, noalias: bool) -> bool:
    """Whether an operation that :func:`_may_be_passed` accesses other memory than the allocation ``root``."""
    for effect in effects_of(op) or ():
        memory = effect.value
        if effect.kind is MemoryEffectKind.ALLOC or (isinstance(memory, SSAValue) and is_tensor_type(memory.type)):
            continue
        if not isinstance(memory, SSAValue) or not is_any_memref_type(memory.type):
            return False
        if not are_distinct(memory, root, noalias=noalias):
            return False
    return True


def _sharing(parts: Sequence[StoredPart], group: StoredGroup) -> list[StoredPart]:
    """The last store, and those that need elements that it, or another one of these, needs, too."""
    needed = {part.op: _needed(part, group) for part in parts}
    chosen = {parts[-1].op}
    common = set(needed[parts[-1].op])
    grows = bool(common)
    while grows:
        new = {part.op for part in parts if part.op not in chosen and not common.isdisjoint(needed[part.op])}
        chosen |= new
        common = common.union(*(needed[op] for op in new))
        grows = bool(new)
    return [part for part in parts if part.op in chosen]


def _needed(part: StoredPart, group: StoredGroup) -> set[SSAValue]:
    """The loaded or computed tensors that only the group uses and that a store needs; none if it is not fused."""
    found: set[SSAValue] = set()
    if not group.computes(part.value):
        return found
    waiting, seen = [part.value], {part.value}
    while waiting:
        value = waiting.pop()
        op = value.owner
        if not isinstance(op, Operation):
            continue
        if group.reads_alone(value) and not (isinstance(op, StructuredOp) and not op.ins):
            found.add(value)
        if group.fuses(op):
            inputs = op.ins if isinstance(op, StructuredOp) else op.operands
            waiting += [input_ for input_ in inputs if is_tensor_type(input_.type) and input_ not in seen]
            seen |= set(inputs)
    return found
