"""Memory effects of Triton's operations: on which operand, and on which resource.

The resources are Triton's: global, shared and tensor memory. Effects on one of them do not alias the others.
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
    """Global memory, shared by all CTAs."""

    def name(self) -> str:
        return "<GlobalMemory>"


@dataclass(frozen=True)
class SharedMemoryResource(Resource):
    """Shared memory of a CTA."""

    def name(self) -> str:
        return "<SharedMemory>"


@dataclass(frozen=True)
class TensorMemoryResource(Resource):
    """Tensor memory of Blackwell."""

    def name(self) -> str:
        return "<TensorMemory>"


GLOBAL_MEMORY = GlobalMemoryResource()
SHARED_MEMORY = SharedMemoryResource()
TENSOR_MEMORY = TensorMemoryResource()
