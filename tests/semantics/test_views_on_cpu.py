"""Kernels that reach, from an array argument, elements of its allocation that are not its own, as on a GPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import triton
import triton.language as tl

import xtriton

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

_BLOCK = 16


@triton.jit
def _counts(after, start, n, BLOCK: tl.constexpr):
    """Adds 1 to ``start`` ``n`` times; ``after`` begins where its ``BLOCK`` elements end."""
    i = tl.arange(0, BLOCK)
    for _ in range(n):
        tl.store(start + i, tl.load(after - BLOCK + i) + 1)


def _launched(after: Any, start: Any) -> None:
    """Launches often enough that the functions for repeated launches are used."""
    with xtriton.on_cpu(threads=1):
        for _ in range(4):
            _counts[(1,)](after, start, 3, BLOCK=_BLOCK)


def test_views_of_an_array() -> None:
    memory = np.arange(2 * _BLOCK, dtype=np.int32)
    _launched(memory[_BLOCK:], memory[:_BLOCK])
    np.testing.assert_array_equal(memory, np.arange(2 * _BLOCK) + 12 * (np.arange(2 * _BLOCK) < _BLOCK))


def test_views_of_views_and_of_reshaped_arrays() -> None:
    memory = np.arange(2 * _BLOCK, dtype=np.int32)
    _launched(memory.reshape(2, _BLOCK)[1], memory[: _BLOCK + 1][:_BLOCK])
    np.testing.assert_array_equal(memory[:_BLOCK], np.arange(_BLOCK) + 12)


def test_views_of_a_tensor() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    memory = torch.arange(2 * _BLOCK, dtype=torch.int32)
    _launched(memory[_BLOCK:], memory[:_BLOCK])
    assert memory[:_BLOCK].tolist() == [*range(12, 12 + _BLOCK)]
    floats = torch.zeros(2 * _BLOCK)
    views = [triton.reinterpret(floats[part], tl.int32) for part in (slice(_BLOCK, None), slice(_BLOCK))]
    _launched(*views)
    assert floats[:_BLOCK].view(torch.int32).tolist() == [12] * _BLOCK
