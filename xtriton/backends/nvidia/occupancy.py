"""Occupancy: how many CTAs of a kernel an SM runs concurrently, from the kernel's resource usage.

The rules are those of CUDA's occupancy calculator; the limits are of the CUDA C++ Programming Guide, "Technical
Specifications per Compute Capability".
"""

from __future__ import annotations

from dataclasses import dataclass

_WARP = 32
_REGISTERS = 64 * 1024
"""32-bit registers of an SM."""
_REGISTER_UNIT = 256
"""Registers are allocated to a warp in multiples of this."""
_MOST_REGISTERS = 255
"""Registers that an instruction can name."""
_WARP_UNIT = 4
"""An SM has four partitions, each with a quarter of the registers: the warps that fit are a multiple of four."""
_SHARED_UNIT = {70: 256, 72: 256, 75: 256}
_SHARED_UNIT_SINCE_80 = 128
_RESERVED_SHARED = 1024
"""Bytes of shared memory reserved for each CTA since 8.0."""


@dataclass(frozen=True)
class _Limits:
    """The resources of an SM."""

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


@dataclass(frozen=True)
class Occupancy:
    """How many CTAs each resource of an SM admits. 0: a CTA does not fit."""

    warps_per_cta: int
    most_warps: int
    by_registers: int
    by_shared_memory: int
    by_warps: int
    by_ctas: int

    @property
    def limits(self) -> dict[str, int]:
        """The bounds by resource."""
        return {
            "warps": self.by_warps,
            "CTAs": self.by_ctas,
            "registers": self.by_registers,
            "shared memory": self.by_shared_memory,
        }

    @property
    def ctas(self) -> int:
        """The resident CTAs per SM."""
        return min(self.limits.values())

    @property
    def limiter(self) -> str:
        """The resource that bounds them; the warps of the SM where others bound them no more."""
        return min(self.limits, key=lambda name: self.limits[name])

    @property
    def fraction(self) -> float:
        """Resident warps as a share of the most that an SM can hold."""
        return self.ctas * self.warps_per_cta / self.most_warps


def occupancy_of(capability: int, warps: int, registers: int, shared: int) -> Occupancy:
    """The occupancy of a kernel with warps per CTA, registers per thread, and bytes of shared memory per CTA."""
    limits = _LIMITS.get(capability, _SINCE_100)
    per_warp = _rounded(max(registers, 1) * _WARP, _REGISTER_UNIT)
    by_registers = _REGISTERS // per_warp // _WARP_UNIT * _WARP_UNIT // warps
    reserved = _RESERVED_SHARED if capability >= 80 else 0
    used = _rounded(shared + reserved, _SHARED_UNIT.get(capability, _SHARED_UNIT_SINCE_80))
    by_shared = limits.shared_kib * 1024 // used if used else limits.ctas
    return Occupancy(warps, limits.warps, by_registers, by_shared, limits.warps // warps, limits.ctas)


def most_registers(warps: int) -> int:
    """The registers that each thread of a CTA with these warps can have: at least one CTA has to fit on an SM."""
    return min(_MOST_REGISTERS, _REGISTERS // _rounded(warps, _WARP_UNIT) // _REGISTER_UNIT * _REGISTER_UNIT // _WARP)


def _rounded(number: int, unit: int) -> int:
    return -(-number // unit) * unit


def ctas_per_sm(capability: int, warps: int, registers: int, shared: int) -> int:
    """The number of resident CTAs per SM, at least 1, from warps, registers per thread, and bytes of shared memory."""
    return max(1, occupancy_of(capability, warps, registers, shared).ctas)
