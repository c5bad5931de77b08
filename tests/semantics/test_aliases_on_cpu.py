"""Kernels that reach the same memory in several ways: views, chosen pointers, pointers from a table, functions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import triton
import triton.language as tl

import xtriton

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

_BLOCK = 16


# Other elements of the allocation of a view


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


# Pointers that are one argument or another


@triton.jit
def _by_branch(x, y, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    p = y
    if n > 3:
        p = x
    tl.store(x + 1 + i, tl.load(p + i) * 2)


@triton.jit
def _by_select(x, y, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(x + 1 + i, tl.load(tl.where(n > 3, x, y) + i) * 2)


@triton.jit
def _by_turns(x, y, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    p = y
    q = x
    for _ in range(n):
        p, q = q, p
    tl.store(x + 1 + i, tl.load(p + i) * 2)


@pytest.mark.parametrize("kernel", [_by_branch, _by_select, _by_turns], ids=lambda kernel: kernel.__name__)
@pytest.mark.parametrize("n", [5, 2])
def test_chosen_pointers(kernel: Any, n: int) -> None:
    """The whole block is read before any of it is stored, one element further."""
    x, y = np.arange(_BLOCK + 1, dtype=np.int32), np.arange(100, 100 + _BLOCK, dtype=np.int32)
    wanted = np.append([0], 2 * (x[:-1] if n == 5 else y))
    with xtriton.on_cpu(threads=1):
        kernel[(1,)](x, y, n, BLOCK=_BLOCK)
    np.testing.assert_array_equal(x, wanted)


# Pointers that are loaded, or passed as numbers


@triton.jit
def _by_table(x, table, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    p = tl.load(table).to(tl.pointer_type(tl.int32))
    for _ in range(n):
        tl.store(p + i, tl.load(x + i) + 1)
        tl.store(out + i, tl.load(x + i))


@triton.jit
def _by_number(x, address: tl.int64, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    p = address.to(tl.pointer_type(tl.int32))
    for _ in range(n):
        tl.store(x + i, tl.load(p + i) + 1)
        tl.store(out + i, tl.load(p + i))


def test_pointers_from_a_table_and_from_numbers() -> None:
    for kernel in (_by_table, _by_number):
        x, out = np.arange(_BLOCK, dtype=np.int32), np.zeros(_BLOCK, np.int32)
        given = x.ctypes.data if kernel is _by_number else np.array([x.ctypes.data])
        with xtriton.on_cpu(threads=1):
            kernel[(1,)](x, given, out, 3, BLOCK=_BLOCK)
        np.testing.assert_array_equal(x, np.arange(_BLOCK) + 3)
        np.testing.assert_array_equal(out, x)


# Functions that get an array twice


@triton.jit(noinline=True)
def _copies(source, target, n):
    for _ in range(n):
        tl.store(target + 1, tl.load(source) + 1)


@triton.jit
def _same_array(x, out, n):
    _copies(x + 1, x, n)
    tl.store(out, tl.load(x + 1))


@triton.jit
def _other_arrays(x, out, n):
    _copies(x + 1, out, n)


def test_functions_that_get_an_array_twice() -> None:
    x, out = np.arange(4, dtype=np.int32), np.zeros(2, np.int32)
    with xtriton.on_cpu(threads=1):
        _same_array[(1,)](x, out, 3)
    assert x.tolist() == [0, 4, 2, 3] and out.tolist() == [4, 0]
    with xtriton.on_cpu(threads=1):
        _other_arrays[(1,)](x, out, 3)
    assert x.tolist() == [0, 4, 2, 3] and out.tolist() == [4, 5]


# Atomic operations on the memory that their operands were loaded from


@triton.jit
def _adds_what_was_there(x, old, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    doubled = tl.load(x + i) * 2 + 1
    tl.store(old + i, tl.atomic_add(x + i * 3 % BLOCK, doubled, mask=i % 2 == 0))


def test_atomic_operations_on_loaded_memory() -> None:
    """The operand is loaded whole, before the first element is added."""
    x, old = np.arange(_BLOCK, dtype=np.int32), np.zeros(_BLOCK, np.int32)
    wanted, before = x.copy(), {}
    for i in range(0, _BLOCK, 2):
        before[i] = wanted[i * 3 % _BLOCK]
        wanted[i * 3 % _BLOCK] += 2 * i + 1
    with xtriton.on_cpu(threads=1):
        _adds_what_was_there[(1,)](x, old, BLOCK=_BLOCK)
    np.testing.assert_array_equal(x, wanted)
    assert {i: old[i] for i in before} == before
