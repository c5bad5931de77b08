"""Structured operations (``linalg``, ``ttx``): the buffers of their results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.upstream.bufferization import MaterializeInDestinationOp, ToTensorOp
from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.dialects.upstream.memref import LoadOp, strides_and_offset
from xtriton.dialects.upstream.shaped import may_be_equal
from xtriton.dialects.upstream.tensor import ExtractOp
from xtriton.interfaces.effects import is_memory_effect_free, memory_changed, memory_read
from xtriton.ir.affine_expressions import is_permutation
from xtriton.ir.creation import is_operation
from xtriton.ir.narrowing import is_any_memref_type, is_memref_type, is_tensor_type
from xtriton.ir.walk import operations_in
from xtriton.passes.cpu.bufferize.aliasing import Positions, reads_output
from xtriton.passes.cpu.bufferize.buffers import Buffer, Buffers, are_distinct
from xtriton.passes.cpu.views import root_of

IterBuffers = dict[tuple[Operation, int], tuple[SSAValue, Buffer]]
"""For each terminator and operand number: the tensor whose buffer it is copied to, and that buffer."""


def elementwise_inputs(op: StructuredOp, output: int) -> list[SSAValue]:
    """The operands read element by element before the same element of an output is written."""
    maps = op.maps
    target = maps[len(op.ins) + output]
    if set(op.iterators) - {"parallel"} and not _is_identity(target):
        return []
    if not is_permutation(target):
        return []
    elsewhere = {operand for operand, map_ in zip(op.operands, maps, strict=True) if map_ != target}
    return [
        operand for operand, map_ in zip(op.operands, maps, strict=True) if map_ == target and operand not in elsewhere
    ]


def _is_identity(affine_map: Any) -> bool:
    return affine_map.num_dims == len(affine_map.results) and is_permutation(affine_map)


def lower_structured(buffers: Buffers, op: StructuredOp, places: IterBuffers, *, noalias: bool) -> None:
    """Replace an operation on tensors by the same one on memrefs."""
    outs: list[Buffer] = []
    for index, tensor in enumerate(op.outs):
        outs.append(_destination(buffers, op, index, tensor, outs, places, noalias=noalias))
    ins = [buffers.get(operand).memory if is_tensor_type(operand.type) else operand for operand in op.ins]
    new = type(op).create(
        operands=[*ins, *(output.memory for output in outs)],
        properties=dict(op.properties),
        attributes=dict(op.attributes),
        regions=[region.clone() for region in op.regions],
    )
    buffers.rewriter.insert(new)
    load_elements(buffers, new)
    for result, buffer in zip(op.results, outs, strict=True):
        buffers.set(result, buffer)


def load_elements(buffers: Buffers, op: Operation) -> None:
    """Load the elements that the region of an operation extracts from tensors out of their buffers."""
    for inner in [nested for nested in operations_in(op) if isinstance(nested, ExtractOp)]:
        load = LoadOp(buffers.get(inner.tensor).memory, list(inner.indices))
        load.location = inner.location
        assert inner.parent is not None
        inner.parent.insert_op_before(load, inner)
        inner.result.replace_all_uses_with(load.result)
        inner.parent.erase_op(inner)


def _destination(
    buffers: Buffers,
    op: StructuredOp,
    index: int,
    tensor: SSAValue,
    taken: Sequence[Buffer],
    places: IterBuffers,
    *,
    noalias: bool,
) -> Buffer:
    roots = frozenset[SSAValue]().union(*(buffer.roots for buffer in taken))
    read = reads_output(op, index)
    allowed = elementwise_inputs(op, index)
    if not read:
        stored = _direct_store(buffers, op, index, noalias=noalias)
        if stored is not None and all(are_distinct(out.memory, root_of(stored), noalias=noalias) for out in taken):
            return Buffer(stored, frozenset([root_of(stored)]), writable=False)
        place = _place_of_result(buffers, op, index, allowed, places)
        if place is not None and not place.roots & roots:
            return place
    if read and tensor not in op.ins:
        allowed = [*allowed, tensor]
    for candidate in [tensor] if read else [tensor, *allowed]:
        found = _in_place(buffers, op, candidate, tensor.type, allowed)
        if found is not None and not found.roots & roots:
            return found
    if read:
        return buffers.copy_of(tensor)
    return buffers.allocate(tensor.type, buffers.dynamic_sizes(tensor))


def _in_place(
    buffers: Buffers, op: StructuredOp, tensor: SSAValue, type_: Attribute, allowed: Sequence[SSAValue]
) -> Buffer | None:
    if tensor.type != type_ or not buffers.has(tensor):
        return None
    own = buffers.get(tensor)
    if own.writable and _has_plain_layout(own) and buffers.aliases.may_overwrite(own.roots, op, allowed):
        return own
    return None


def _has_plain_layout(buffer: Buffer) -> bool:
    known = strides_and_offset(cast("MemRefType[Attribute]", buffer.memory.type))
    return known is not None and (not known[0] or known[0][-1] == 1)


def _place_of_result(
    buffers: Buffers, op: StructuredOp, index: int, allowed: Sequence[SSAValue], places: IterBuffers
) -> Buffer | None:
    """The buffer that the terminator of the enclosing block needs a result in, if it is dead by now."""
    for use in op.results[index].uses:
        wanted = places.get((use.operation, use.index))
        if wanted is None or use.operation.parent is not op.parent:
            continue
        _, buffer = wanted
        if buffer.writable and buffers.aliases.may_overwrite(buffer.roots, op, allowed):
            return buffer
    return None


def _direct_store(buffers: Buffers, op: StructuredOp, index: int, *, noalias: bool) -> SSAValue | None:
    """The memory that a result is stored to right after ``op``, if it can be computed there.

    No operation in between may access memory but stores of the other results to other memory, and ``op`` must read
    other memory, or only the element that it writes.
    """
    result = op.results[index]
    use = result.get_user_of_unique_use()
    if not isinstance(use, MaterializeInDestinationOp) or use.parent is not op.parent:
        return None
    dest = use.dest
    if not is_memref_type(dest.type) or not may_be_equal(dest.type.get_shape(), cast("Any", result.type).get_shape()):
        return None
    current = op.next_op
    while current is not None and current is not use:
        if not is_quiet(current) and not _stores_other_result(current, op, dest, noalias=noalias):
            return None
        current = current.next_op
    if current is None or not _is_before(dest, op, buffers.aliases.positions):
        return None
    return dest if reads_elsewhere(op, index, dest, noalias=noalias) else None


def _stores_other_result(store: Operation, op: StructuredOp, dest: SSAValue, *, noalias: bool) -> bool:
    """Whether an operation stores a result of ``op`` to memory that does not overlap ``dest``."""
    if not isinstance(store, MaterializeInDestinationOp) or store.source.owner is not op:
        return False
    return is_any_memref_type(store.dest.type) and are_distinct(store.dest, root_of(dest), noalias=noalias)


def is_quiet(op: Operation) -> bool:
    """Whether an operation accesses no memory: it has no effects and reads no tensor, which will become a memref."""
    return is_memory_effect_free(op) and not any(
        is_tensor_type(operand.type) for inner in operations_in(op) for operand in inner.operands
    )


def _is_before(value: SSAValue, op: Operation, positions: Positions) -> bool:
    owner = value.owner
    if not is_operation(owner):
        return True
    if owner.parent is not op.parent:
        return True
    return positions.of(owner) < positions.of(op)


def operands_in_memory(op: StructuredOp) -> list[tuple[int, SSAValue]]:
    """The operands of ``op`` that are tensors in memory of the program itself, each with that memory."""
    found: list[tuple[int, SSAValue]] = []
    for index, operand in enumerate(op.operands):
        if is_memref_type(operand.type):
            found.append((index, operand))
        elif isinstance(owner := operand.owner, ToTensorOp):
            found.append((index, owner.buffer))
    return found


def reads_elsewhere(op: StructuredOp, output: int, dest: SSAValue, *, noalias: bool) -> bool:
    """Whether ``op`` may write ``dest`` while it reads: it reads other memory, or each element before it is written."""
    target = root_of(dest)
    allowed = elementwise_inputs(op, output)
    for index, memory in operands_in_memory(op):
        same = memory is dest and op.operands[index] in allowed
        if not same and not are_distinct(memory, target, noalias=noalias):
            return False
    return all(_leaves_alone(inner, target, noalias=noalias) for inner in operations_in(op.regions[0]))


def _leaves_alone(op: Operation, target: SSAValue, *, noalias: bool) -> bool:
    """Whether an operation in a region neither reads the memory ``target`` nor writes any memory."""
    if memory_changed(op):
        return False
    read = [op.tensor] if isinstance(op, ExtractOp) else memory_read(op)
    for value in read:
        memory = value.owner.buffer if value is not None and isinstance(value.owner, ToTensorOp) else value
        if memory is None or not is_any_memref_type(memory.type):
            if isinstance(op, ExtractOp):
                continue  # a computed tensor has its own allocation
            return False
        if not are_distinct(memory, target, noalias=noalias):
            return False
    return True
