"""Checked launches of kernels that choose among pointers to one array: by number, by branch and by element."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import triton
import triton.language as tl
from semantics.test_checked import array, assert_at, failure

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

import xtriton


@triton.jit
def by_element(x, out, n, first, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    source = tl.where(i < first, x + i, x + (n - 1 - i))
    tl.store(out + i, tl.load(source))


@triton.jit
def by_element_among_two(x, out, n, first, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    start, end = tl.broadcast_to(x, (BLOCK,)), tl.broadcast_to(x + n - 1, (BLOCK,))
    tl.store(out + i, tl.load(tl.where(i < first, start, end)))


@triton.jit
def by_number(x, out, n, first, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    source = x + i if first > 3 else x + (n - 1 - i)
    tl.store(out + i, tl.load(source))


@triton.jit
def by_number_with_steps(x, out, n, first, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    source = tl.where(first > 3, x + 2, x + n - BLOCK)
    tl.store(out + i, tl.load(source + i))


@triton.jit
def of_two_dimensions(x, out, n, first, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    rows = tl.where(i < first, x + i, x + (n - 1 - i))
    j = tl.arange(0, 2)
    tl.store(out + i[:, None] * 2 + j[None, :], tl.load(rows[:, None] - j[None, :], mask=j[None, :] < 1, other=-1.0))


@triton.jit
def loaded_numbers(x, out, n, first, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    source = tl.where(i < first, x + i, x + (n - 1 - i).to(tl.int64) * 1)
    source = tl.where(i % 2 == 0, source, x + first)
    tl.store(out + i, tl.load(source))


def _expected(kernel: Any, x: np.ndarray, n: int, first: int) -> np.ndarray:
    i = np.arange(8)
    chosen = np.where(i < first, i, n - 1 - i)
    if kernel is by_element_among_two:
        chosen = np.where(i < first, 0, n - 1)
    elif kernel is by_number:
        chosen = i if first > 3 else n - 1 - i
    elif kernel is by_number_with_steps:
        chosen = i + (2 if first > 3 else n - 8)
    elif kernel is loaded_numbers:
        chosen = np.where(i % 2 == 0, chosen, first)
    elif kernel is of_two_dimensions:
        return np.stack([x[chosen], np.full(8, -1, np.float32)], 1).reshape(-1)
    return x[chosen]


KERNELS = [by_element, by_element_among_two, by_number, by_number_with_steps, of_two_dimensions, loaded_numbers]


@pytest.mark.parametrize("first", [0, 3, 5, 8])
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.fn.__name__)
def test_selected(kernel: Any, first: int) -> None:
    x, out = array(20), np.zeros(16, np.float32)
    with xtriton.on_cpu(check=True, threads=1):
        kernel[(1,)](x, out, 20, first, BLOCK=8)
    expected = _expected(kernel, x, 20, first)
    np.testing.assert_array_equal(out[: len(expected)], expected)


@pytest.mark.parametrize(
    "kernel, first, element, place",
    [
        (by_element, 3, "[3]", 18),
        (by_element, 0, "[0]", 21),
        (by_element_among_two, 5, "[5]", 21),
        (by_number, 2, "[0]", 21),
        (by_number_with_steps, 3, "[6]", 20),
        (of_two_dimensions, 1, "[1, 0]", 20),
        (loaded_numbers, 1, "[2]", 19),
    ],
    ids=lambda value: value.fn.__name__ if hasattr(value, "fn") else str(value),
)
def test_one_selected_too_far(kernel: Any, first: int, element: str, place: int) -> None:
    """The same kernels are told of an array that is longer than theirs, which ends before ``place``."""
    size = place if place < 20 else 20
    x, out = array(size), np.zeros(16, np.float32)
    error = failure(lambda: kernel[(1,)](x, out, 22, first, BLOCK=8), threads=1)
    where = f"program 0, element {element} accesses bytes {4 * place} to {4 * place + 4} of argument #0 ('x')"
    assert_at(error, kernel, "tl.load", f"{where}, which has {4 * size} bytes")
