"""Occupancy: how many CTAs of a kernel an SM runs concurrently, from the kernel's resource usage."""

from __future__ import annotations

from dataclasses import dataclass

_WARP = 32
_REGISTERS = 64 * 1024
"""32-bit registers of an SM."""
_REGISTER_UNIT = 8
"""Allocation granularity of a thread's registers."""
_RESERVED_SHARED = 1024
"""Bytes of shared memory reserved for each CTA since 8.0."""


@dataclass(frozen=True)
class _Limits:
    """The resources of an SM (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability")."""

    warps: int
    ctas: int
    shared_kib: int


_LIMITS = {
    70: _Limits(64, 32, 96),
    72: _Limits(64, 32, 96),
    75: _Limits(32, 16, 64),
    80: _Limits(64, 32, 164),
    86: _Limits(48, 16, 100),
    87: _Limits(48, 16, 164),
    89: _Limits(48, 24, 100),
    90: _Limits(64, 32, 228),
    120: _Limits(48, 24, 100),
    121: _Limits(48, 24, 100),
}
_SINCE_100 = _Limits(64, 32, 228)


def ctas_per_sm(capability: int, warps: int, registers: int, shared: int) -> int:
    """The number of resident CTAs per SM, at least 1, from warps, registers per thread, and bytes of shared memory."""
    limits = _LIMITS.get(capability, _SINCE_100)
    allocated = -(-max(registers, 1) // _REGISTER_UNIT) * _REGISTER_UNIT
    by_registers = _REGISTERS // (allocated * _WARP * warps)
    by_shared = limits.shared_kib * 1024 // (shared + _RESERVED_SHARED)
    return max(1, min(limits.ctas, limits.warps // warps, by_registers, by_shared))
