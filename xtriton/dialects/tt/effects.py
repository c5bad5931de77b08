"""Memory effects as Triton states them: what an operation does to which operand, and in which memory.

The resources are Triton's: global memory, shared memory and tensor memory. What happens in one of them does not touch
the others.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.traits import Resource

from xtriton.ir.effects import Effect, Effects, HasEffects, OwnEffects, allocate, free, instances, read, write

__all__ = [
    "GLOBAL_MEMORY",
    "SHARED_MEMORY",
    "TENSOR_MEMORY",
    "Effect",
    "Effects",
    "GlobalMemoryResource",
    "HasEffects",
    "OwnEffects",
    "SharedMemoryResource",
    "TensorMemoryResource",
    "allocate",
    "free",
    "instances",
    "read",
    "write",
]


@dataclass(frozen=True)
class GlobalMemoryResource(Resource):
    """The memory that all blocks share."""

    def name(self) -> str:
        return "<GlobalMemory>"


@dataclass(frozen=True)
class SharedMemoryResource(Resource):
    """The memory that the threads of a block share."""

    def name(self) -> str:
        return "<SharedMemory>"


@dataclass(frozen=True)
class TensorMemoryResource(Resource):
    """The memory of Blackwell's tensor cores."""

    def name(self) -> str:
        return "<TensorMemory>"


GLOBAL_MEMORY = GlobalMemoryResource()
SHARED_MEMORY = SharedMemoryResource()
TENSOR_MEMORY = TensorMemoryResource()
