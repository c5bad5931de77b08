"""The shared memory that TTGIR needs, before LLVM, which takes minutes for kernels that are far too large."""

from __future__ import annotations

import re
from math import prod

from xdsl.dialects.builtin import LocationAttr

from xtriton.backends.nvidia.errors import SharedMemoryError
from xtriton.ir.context import Context
from xtriton.passes.libtriton import run_in_wheel
from xtriton.targets import Target

_SHAPED = re.compile(r"\b(?:tensor|memdesc)<((?:\d+x)+)(?:[a-z]+(\d+)|!tt\.ptr)")
_ALLOCATION = re.compile(r"= ttg\.local_alloc\b.*!ttg\.memdesc<((?:\d+x)+)[a-z]+(\d+)")
_SIZE = re.compile(r"\bttg\.shared = (\d+)")
_PASSES = "tritongpu-combine-tensor-select-and-if,tritongpu-allocate-warp-groups,convert-scf-to-cf,{}"
_POINTER_BITS = 64


def check_shared_memory(ttgir: str, target: Target, ctx: Context, location: LocationAttr) -> None:
    """Raise ``SharedMemoryError`` at the kernel if its programs need more shared memory than the target has."""
    needed = excess_of_shared_memory(ttgir, target, ctx, location)
    if needed:
        raise SharedMemoryError(location, target.shared_memory + needed, target)


def excess_of_shared_memory(
    ttgir: str, target: Target, ctx: Context, location: LocationAttr, most: int | None = None
) -> int:
    """The bytes of shared memory that programs need beyond ``most``, by default those of the target, or 0."""
    most = target.shared_memory if most is None else most
    # Partitions run at the same time: each has scratch memory of its own.
    if "ttg.warp_specialize(" not in ttgir and _least_that_matters(ttgir) <= most:
        return 0
    allocate = f"allocate-shared-memory-nv{{compute-capability={target.capability}}}"
    found = _SIZE.search(run_in_wheel(ttgir, _PASSES.format(allocate), ctx, location))
    return max(0, int(found[1]) - most) if found is not None else 0


def _least_that_matters(ttgir: str) -> int:
    """A size that shared memory can only exceed if some tensor, or all allocations together, do."""
    tensors = {found.group(0): found for found in _SHAPED.finditer(ttgir)}.values()
    largest = max((_bytes(found[1], found[2]) for found in tensors), default=0)
    allocated = sum(_bytes(found[1], found[2]) for found in _ALLOCATION.finditer(ttgir))
    return allocated + largest


def _bytes(extents: str, bits: str | None) -> int:
    return prod(map(int, extents.rstrip("x").split("x"))) * int(bits or _POINTER_BITS) // 8
