"""Masks that compare numbers without signs: large ones are no negative ones."""

from __future__ import annotations

import numpy as np
import pytest
import triton
import triton.language as tl

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

import xtriton


@triton.jit
def below(x, out, n, start, N: tl.constexpr):
    place = tl.arange(0, N)
    keep = start + tl.program_id(0) * N + place < n
    tl.store(out + place, tl.load(x + place, mask=keep, other=7), mask=keep)


@pytest.mark.parametrize("start_type", ["i32", "u32"])
@pytest.mark.parametrize(
    ("bound_type", "bounds"), [("u32", [0, 3, 2**31 - 1, 2**31, 2**32 - 1]), ("u64", [0, 5, 2**63, 2**64 - 1])]
)
def test_bounds_without_signs(start_type: str, bound_type: str, bounds: list[int]) -> None:
    kernel = xtriton.compile(below, f"*fp32,*fp32,{bound_type},{start_type},16", target="cpu")
    for bound in bounds:
        for start in (0, 2):
            out = np.zeros(16, np.float32)
            kernel[1](np.ones(16, np.float32), out, bound, start)
            np.testing.assert_array_equal(out, np.arange(start, start + 16) < bound)


@triton.jit
def up_to(x, out, n, start, N: tl.constexpr):
    place = tl.arange(0, N)
    tl.store(out + place, tl.load(x + place, mask=(place - start).to(tl.uint32) <= n, other=7))


@pytest.mark.parametrize("bound", [0, 3, 2**31, 2**32 - 1])
@pytest.mark.parametrize("start", [0, 2])
def test_ranges_that_start_below_zero(bound: int, start: int) -> None:
    out = np.zeros(16, np.float32)
    kernel = xtriton.compile(up_to, "*fp32,*fp32,u32,i32,16", target="cpu")
    kernel[1](np.ones(16, np.float32), out, bound, start)
    np.testing.assert_array_equal(out, np.where((np.arange(16) - start) % 2**32 <= bound, 1, 7))
