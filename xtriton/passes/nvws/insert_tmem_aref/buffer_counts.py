"""Whether the aref of an accumulator has two buffers, so that MMAs overlap with the users of their last result."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from xdsl.ir import Operation

from xtriton.analysis.loop_attributes import DISALLOW_ACC_MULTI_BUFFER
from xtriton.dialects.ttng.tcgen05 import MMAv5Op, TCGen5MMAScaledOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp, TMEMStoreOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.passes.nvws.buffers import memory_type
from xtriton.passes.nvws.insert_tmem_aref.access_graph import Access, Owner
from xtriton.passes.ttgir.pipeline.mma_v5 import can_buffer_accumulator, has_accumulator_read_modify_write
from xtriton.passes.ttgir.warp_specialization.specialized_loops import specialized_loop_around
from xtriton.versions import V3_6, V3_7, V3_8, ByVersion, active_version, before, by_version

_ELEMENTS: Final = 128 * 512
"""The size of tensor memory in 32-bit elements."""


def buffer_count(root: Access, alloc: TMEMAllocOp, elements: int) -> int:
    """The number of buffers for an allocation, where others have taken ``elements`` of tensor memory."""
    return 2 if _OVERLAPS.now()(root, alloc, elements) else 1


def _mmas_in_loops(alloc: TMEMAllocOp) -> Iterator[tuple[MMAv5Op, ForOp]]:
    for use in alloc.result.uses:
        mma, loop = use.operation, use.operation.parent_op()
        if isinstance(mma, MMAv5Op) and isinstance(loop, ForOp):
            yield mma, loop


def _overwrites_accumulator(mma: MMAv5Op, loop: ForOp) -> bool:
    """Whether an MMA overwrites the accumulator at some point, and may overlap with its users."""
    return not has_accumulator_read_modify_write(mma, loop) and can_buffer_accumulator(mma, loop)


def _all_overwrite(root: Access, alloc: TMEMAllocOp, elements: int) -> bool:
    """Whether there are MMAs in loops, which all allow it."""
    possible = [
        _overwrites_accumulator(mma, loop) and DISALLOW_ACC_MULTI_BUFFER not in loop.attributes
        for mma, loop in _mmas_in_loops(alloc)
    ]
    return bool(possible) and all(possible)


def _is_handed_over(root: Access, alloc: TMEMAllocOp, elements: int) -> bool:
    """Whether one partition produces the accumulator and another consumes it, and all MMAs in loops allow it."""
    return _has_producer_and_consumer(root) and all(
        _overwrites_accumulator(mma, loop)
        and not _is_disallowed(mma)
        and (active_version() not in _COUNTS_ELEMENTS or _fits(mma, elements))
        for mma, loop in _mmas_in_loops(alloc)
    )


_OVERLAPS: ByVersion[Callable[[Access, TMEMAllocOp, int], bool]] = by_version(
    {V3_6: _all_overwrite, V3_7: _is_handed_over}
)
_COUNTS_ELEMENTS = before(V3_8)
"""Accumulators that do not fit twice into tensor memory have one buffer."""


def _is_disallowed(mma: Operation) -> bool:
    loop = specialized_loop_around(mma)
    return loop is not None and DISALLOW_ACC_MULTI_BUFFER in loop.attributes


def _fits(mma: MMAv5Op, elements: int) -> bool:
    rows, columns = memory_type(mma.d).get_shape()[:2]
    too_wide = isinstance(mma, TCGen5MMAScaledOp) and columns == 256
    return elements + 2 * rows * columns <= _ELEMENTS and not too_wide


def _has_producer_and_consumer(root: Access) -> bool:
    """Whether a first partition writes, then a second one only reads, and the first one goes on.

    The last access does not count.
    """
    accesses = list(_accesses_in_partitions(root))
    is_producing, changes = True, 0
    for (owner, op), (next_owner, _) in pairwise(accesses):
        if isinstance(op, TMEMLoadOp) and is_producing:
            return False
        if isinstance(op, TMEMStoreOp | MMAv5Op) and not is_producing:
            return False
        if owner != next_owner:
            is_producing = not is_producing
            changes += 1
    return changes == 2


def _accesses_in_partitions(root: Access) -> Iterator[tuple[Owner, Operation]]:
    """The owner of each access, those of the first access of a loop or branch before those in it."""
    alloc = root.op
    if isinstance(alloc, TMEMAllocOp) and alloc.src is not None and root.owner is not None:
        yield root.owner, alloc
    if root.next is not None:
        yield from _from(root.next)


def _from(first: Access) -> Iterator[tuple[Owner, Operation]]:
    for access in first.chain:
        if access.owner is not None:
            yield access.owner, access.op
        for body in access.bodies:
            yield from _from(body)
