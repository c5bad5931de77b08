"""Kernels and strings with the names of the functions that compute f32 sines, cosines and tangents."""

# pyright: basic, reportArgumentType=false
from __future__ import annotations

import numpy as np
import pytest
import triton
import triton.language as tl
from triton.language.extra.cuda import libdevice

import xtriton


@triton.jit
def tanf(x, y, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(y + at, libdevice.tan(tl.load(x + at)))


@triton.jit
def printed(x, y, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.device_print("see @llvm.cos.f32(float) ", tl.program_id(0))
    tl.store(y + at, tl.cos(tl.load(x + at)))


def test_a_kernel_named_like_the_library_s_function() -> None:
    x = np.linspace(-1, 1, 256, dtype=np.float32)
    y = np.zeros_like(x)
    with xtriton.on_cpu():
        tanf[(1,)](x, y, BLOCK=256)
    np.testing.assert_allclose(y, np.tan(x), rtol=1e-6)


def test_a_string_stays(capfd: pytest.CaptureFixture[str]) -> None:
    x = np.linspace(-1, 1, 16, dtype=np.float32)
    y = np.zeros_like(x)
    with xtriton.on_cpu():
        printed[(1,)](x, y, BLOCK=16)
    np.testing.assert_allclose(y, np.cos(x), rtol=1e-6)
    assert "see @llvm.cos.f32(float)" in capfd.readouterr().out
