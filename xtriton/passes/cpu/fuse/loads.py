"""Tensors that are copies of the program's memory, and whether that memory can be read later instead."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from xdsl.ir import Operation, SSAValue

from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.bufferization import ToTensorOp
from xtriton.dialects.upstream.linalg import FillOp, GenericOp
from xtriton.dialects.upstream.mixed import OpFoldResult
from xtriton.dialects.upstream.scf import IfOp, YieldOp
from xtriton.interfaces.effects import memory_changed
from xtriton.ir.creation import is_operation
from xtriton.ir.narrowing import is_any_memref_type, is_memref_type, is_tensor_type
from xtriton.ir.walk import ancestors, operations_in
from xtriton.passes.cpu.bufferize.buffers import are_distinct
from xtriton.passes.cpu.views import root_of


@dataclass(frozen=True)
class Load:
    """A tensor filled by one copy; if ``offsets`` are given, only that part is copied and the rest is a constant."""

    tensor: ToTensorOp
    copy: memref.CopyOp
    offsets: tuple[OpFoldResult, ...] | None
    sizes: tuple[OpFoldResult, ...] | None

    @property
    def source(self) -> SSAValue:
        """The memory that is copied."""
        return self.copy.source


def load_of(value: SSAValue) -> Load | None:
    """The load that defines a tensor, or ``None``."""
    op = value.owner
    if not isinstance(op, ToTensorOp) or not isinstance(op.buffer.owner, memref.AllocOp):
        return None
    copies: list[tuple[memref.CopyOp, memref.SubViewOp | None]] = []
    for use in op.buffer.uses:
        user = use.operation
        match user:
            case ToTensorOp() if user is op:
                pass
            case FillOp() if user.outs[0] is op.buffer:
                pass
            case memref.CopyOp() if user.target is op.buffer:
                copies.append((user, None))
            case memref.SubViewOp():
                copy = user.result.get_user_of_unique_use()
                if not isinstance(copy, memref.CopyOp) or copy.target is not user.result:
                    return None
                copies.append((copy, user))
            case _:
                return None
    if len(copies) != 1 or copies[0][0].parent is not op.parent:
        return None
    copy, view = copies[0]
    if not is_memref_type(copy.source.type):
        return None
    if view is None:
        return Load(op, copy, None, None)
    if any(stride != 1 for stride in view.mixed_strides) or view.result.type.get_num_dims() != len(view.mixed_sizes):  # pyright: ignore
        return None
    return Load(op, copy, tuple(view.mixed_offsets), tuple(view.mixed_sizes))


def erase_load(load: Load) -> None:
    """Erase a dead load, and everything that fills its buffer."""
    buffer = load.tensor.buffer
    _erase(load.tensor)
    for use in list(buffer.uses):
        user = use.operation
        for inner in [result_use.operation for result in user.results for result_use in result.uses]:
            _erase(inner)
        parent = user.parent_op()
        _erase(user)
        if isinstance(parent, IfOp) and _is_empty(parent):
            _erase(parent)
    assert is_operation(buffer.owner)
    _erase(buffer.owner)


def _is_empty(op: Operation) -> bool:
    return not op.results and all(
        block.first_op is None or isinstance(block.first_op, YieldOp)
        for region in op.regions
        for block in region.blocks
    )


def _erase(op: Operation) -> None:
    assert op.parent is not None
    op.parent.erase_op(op)


def unchanged_until(load: Load, place: Operation, *, noalias: bool, besides: Container[Operation] = ()) -> bool:
    """Whether the loaded memory is unchanged right before ``place``, which is in the same block, but by ``besides``."""
    if place.parent is not load.copy.parent:
        return False
    root = root_of(load.source)
    current = load.copy.next_op
    while current is not None and current is not place:
        if current not in besides and not leaves_memory_alone(current, root, noalias=noalias):
            return False
        current = current.next_op
    return current is place


def leaves_memory_alone(op: Operation, root: SSAValue, *, noalias: bool) -> bool:
    """Whether an operation and those inside of it do not write the allocation ``root``, nor let others write it.

    Other programs may write memory of the program where it has executed an atomic operation on a scalar: that is how
    programs lock memory and tell each other what they have read or stored. The atomic operations of a block, as of a
    sum over programs, order nothing between the accesses of the block.
    """
    if not _is_allocated(root) and any(_is_scalar_atomic(inner) for inner in operations_in(op)):
        return False
    return all(
        are_distinct(target, root, noalias=noalias)
        for inner in operations_in(op)
        for target in memory_written(inner, root)
    )


def _is_allocated(root: SSAValue) -> bool:
    return isinstance(root.owner, memref.AllocOp | memref.AllocaOp | memref.GetGlobalOp)


def _is_scalar_atomic(op: Operation) -> bool:
    return isinstance(op, memref.AtomicRMWOp | memref.GenericAtomicRMWOp) and not any(
        isinstance(parent, GenericOp) for parent in ancestors(op)
    )


def memory_written(op: Operation, root: SSAValue) -> Sequence[SSAValue]:
    """The memory that an operation itself writes or frees; ``root`` if unknown. Tensors do not count."""
    changed = [target for target in memory_changed(op) if target is None or not is_tensor_type(target.type)]
    return [root if value_ is None or not is_any_memref_type(value_.type) else value_ for value_ in changed]
