"""Occupancy, against values of CUDA's occupancy calculator."""

from __future__ import annotations

import pytest

from xtriton.backends.nvidia.occupancy import ctas_per_sm, most_registers, occupancy_of


@pytest.mark.parametrize(
    ("capability", "warps", "registers", "shared", "ctas", "limiter"),
    [
        (80, 8, 32, 0, 8, "warps"),  # 65536 / (32 * 32) = 64 warps, as many as there are at most
        (80, 4, 154, 24576, 3, "registers"),  # 160 registers, 12.8 warps, of which 12 fit in four partitions
        (80, 4, 168, 0, 3, "registers"),
        (80, 4, 64, 48 * 1024, 3, "shared memory"),  # 164 KiB / 49 KiB
        (80, 1, 16, 0, 32, "CTAs"),
        (80, 32, 64, 0, 1, "registers"),
        (86, 8, 32, 0, 6, "warps"),  # 48 warps
        (86, 4, 40, 100 * 1024 - 1024, 1, "shared memory"),
        (89, 2, 32, 0, 24, "warps"),
        (75, 8, 64, 0, 4, "warps"),
        (75, 4, 32, 32 * 1024, 2, "shared memory"),  # before 8.0 no shared memory is reserved
        (90, 4, 255, 0, 2, "registers"),
        (90, 12, 168, 200 * 1024, 1, "registers"),
        (90, 4, 128, 227 * 1024, 1, "shared memory"),
        (100, 4, 64, 0, 8, "registers"),
    ],
)
def test_ctas(capability: int, warps: int, registers: int, shared: int, ctas: int, limiter: str):
    found = occupancy_of(capability, warps, registers, shared)
    assert (found.ctas, found.limiter) == (ctas, limiter)
    assert ctas_per_sm(capability, warps, registers, shared) == ctas


def test_the_share_is_that_of_warps():
    assert occupancy_of(80, 4, 154, 24576).fraction == 12 / 64
    assert occupancy_of(86, 8, 32, 0).fraction == 1.0


def test_a_cta_that_does_not_fit_is_reported_but_runs():
    found = occupancy_of(90, 16, 255, 0)
    assert found.ctas == 0
    assert found.limiter == "registers"
    assert ctas_per_sm(90, 16, 255, 0) == 1


@pytest.mark.parametrize(
    ("warps", "registers"), [(1, 255), (4, 255), (8, 255), (12, 168), (16, 128), (18, 96), (20, 96), (32, 64)]
)
def test_the_most_registers_of_a_thread(warps: int, registers: int):
    """65536 registers over the warps, a multiple of four, in units of 256 for each; a CTA with 8 more does not fit."""
    assert most_registers(warps) == registers
    assert occupancy_of(90, -(-warps // 4) * 4, registers, 0).by_registers >= 1
    if registers < 255:
        assert occupancy_of(90, -(-warps // 4) * 4, registers + 1, 0).by_registers == 0
