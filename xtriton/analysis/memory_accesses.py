"""Operations that access global memory through tensors of pointers, and which of them depend on each other."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import IsolatedFromAbove

from xtriton.dialects.tt.memory import AtomicCASOp, AtomicRMWOp, LoadOp, StoreOp
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.ttg.memory import AsyncCopyGlobalToLocalOp
from xtriton.ir.creation import is_operation
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import strongly_connected

Access = LoadOp | StoreOp | AtomicRMWOp | AtomicCASOp
MemoryAccess = Access | AsyncCopyGlobalToLocalOp


def accessed_pointer(op: Operation) -> SSAValue | None:
    """The pointers through which ``op`` accesses global memory, if it does."""
    if isinstance(op, AsyncCopyGlobalToLocalOp):
        return op.src
    return op.ptr if isinstance(op, Access) else None


def accessed_tensor(op: Operation) -> TensorType[Attribute] | None:
    """The type of the pointers through which ``op`` accesses global memory, if they are a tensor of pointers."""
    pointer = accessed_pointer(op)
    type_ = None if pointer is None else pointer.type
    return type_ if is_tensor_type(type_) and isinstance(type_.element_type, PointerType) else None


class RelatedAccesses:
    """The memory accesses in the slice of each operation: reachable over operands and users (MLIR's ``getSlice``).

    The strongly connected components of these edges are computed once for all operations, so that many accesses of a
    large function cost no more than a few.
    """

    def __init__(self) -> None:
        self._part: dict[Operation, frozenset[Operation]] = {}

    def of(self, op: Operation) -> frozenset[Operation]:
        """The accesses that can be reached from ``op``, itself included if it is one."""
        if op not in self._part:
            for part in strongly_connected([op], self._new_neighbours):
                self._finish(part)
        return self._part[op]

    def _new_neighbours(self, op: Operation) -> list[Operation]:
        return [neighbour for neighbour in _neighbours(op) if neighbour not in self._part]

    def _finish(self, part: Sequence[Operation]) -> None:
        """All of a part reaches the same."""
        inside = set(part)
        reached = {op for op in part if isinstance(op, MemoryAccess)}
        beyond = {neighbour for op in part for neighbour in _neighbours(op)} - inside
        found = frozenset(reached.union(*{self._part[op] for op in beyond}))
        for op in part:
            self._part[op] = found


def _neighbours(op: Operation) -> Sequence[Operation]:
    found = [use.operation for result in op.results for use in result.uses]
    for region in op.regions:
        for block in region.blocks:
            found.extend(block.ops)
    if has_trait(op, IsolatedFromAbove):
        return found
    for operand in op.operands:
        source = operand.owner
        if not is_operation(source):
            source = source.parent_op()
            if (
                source is None
                or len(source.regions) != 1
                or source.regions[0].first_block is not source.regions[0].last_block
            ):
                continue
        if not has_trait(source, IsolatedFromAbove):
            found.append(source)
    return found
