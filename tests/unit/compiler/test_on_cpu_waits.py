"""``xtriton.on_cpu``: programs that wait for each other.

Waits of these kernels end after many reads, so that a failure is a wrong result.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import triton
import triton.language as tl

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

import xtriton

MANY = tl.constexpr(100_000_000)


@triton.jit
def wait_for(flag):
    tries = 0
    while (tl.atomic_add(flag, 0) == 0) & (tries < MANY):
        tries += 1


@triton.jit
def wait_for_load(flag):
    tries = 0
    while (tl.load(flag, volatile=True) == 0) & (tries < MANY):
        tries += 1


@triton.jit
def after_the_next(flags, order, VOLATILE: tl.constexpr):
    i = tl.program_id(0)
    if i + 1 < tl.num_programs(0):
        if VOLATILE:
            wait_for_load(flags + i + 1)
        else:
            wait_for(flags + i + 1)
    tl.store(order + i, tl.atomic_add(flags + tl.num_programs(0), 1))
    tl.atomic_xchg(flags + i, 1)


@pytest.mark.parametrize("volatile", [False, True])
@pytest.mark.parametrize("strict_fp", [False, True])
def test_a_program_waits_for_the_next_one(volatile: bool, strict_fp: bool) -> None:
    for _ in range(3):  # later launches take shorter ways
        flags, order = np.zeros(3, np.int32), np.full(2, -1, np.int32)
        with xtriton.on_cpu(strict_fp=strict_fp):
            after_the_next[(2,)](flags, order, volatile)
        assert order.tolist() == [1, 0]
        assert flags.tolist() == [1, 1, 2]


@triton.jit(noinline=True)
def loaded(flag):
    return tl.load(flag, volatile=True)


@triton.jit(noinline=True)
def wait_in_call(flag):
    tries = 0
    while (tl.atomic_add(flag, 0) == 0) & (tries < MANY):
        tries += 1


@triton.jit
def after_the_next_by_calls(flags, order, VOLATILE: tl.constexpr):
    i = tl.program_id(0)
    if i + 1 < tl.num_programs(0):
        if VOLATILE:
            tries = 0
            while (loaded(flags + i + 1) == 0) & (tries < MANY):
                tries += 1
        else:
            wait_in_call(flags + i + 1)
    tl.store(order + i, tl.atomic_add(flags + tl.num_programs(0), 1))
    tl.atomic_xchg(flags + i, 1)


@pytest.mark.parametrize("volatile", [False, True])
def test_a_called_function_waits(volatile: bool) -> None:
    flags, order = np.zeros(3, np.int32), np.full(2, -1, np.int32)
    with xtriton.on_cpu():
        after_the_next_by_calls[(2,)](flags, order, volatile)
    assert order.tolist() == [1, 0]


@triton.jit
def after_all_earlier(flags, out, BLOCK: tl.constexpr):
    i = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    seen = 0
    tries = 0
    while (seen < i) & (tries < MANY):
        seen = tl.sum((tl.load(flags + c, mask=c < i, other=0, volatile=True) == 2).to(tl.int32))
        tries += 1
    tl.store(out + i, seen)
    tl.atomic_xchg(flags + i, tl.full((), 2, flags.dtype.element_ty))


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.float32, np.float64])
def test_volatile_loads_of_blocks(dtype: type[Any]) -> None:
    flags, out = np.zeros(20, dtype), np.zeros(20, np.int32)
    with xtriton.on_cpu():
        after_all_earlier[(20,)](flags, out, 32)
    assert out.tolist() == list(range(20))


@triton.jit
def others(x, out, BLOCK: tl.constexpr):
    c = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.float32)
    i = 0
    while i < 3:
        total += tl.load(x + c, mask=c < 5, other=1.5, volatile=True)
        i += 1
    tl.store(out + c, total)


def test_a_masked_volatile_load_has_its_other_values() -> None:
    x, out = np.array([0.5, -0.0, np.inf, -3, 1e-45], np.float32), np.zeros(8, np.float32)
    kept = x.copy()
    with xtriton.on_cpu():
        others[(1,)](x, out, 8)
    np.testing.assert_array_equal(out, np.append(3 * kept, [4.5] * 3).astype(np.float32))
    np.testing.assert_array_equal(x.view(np.int32), kept.view(np.int32))


@triton.jit
def read_then_tell(data, out, flags, BLOCK: tl.constexpr):
    """The first program reads a block before it lets the second one overwrite it."""
    c = tl.arange(0, BLOCK)
    if tl.program_id(0) == 0:
        block = tl.load(data + c)
        tl.atomic_xchg(flags, 1)
        wait_for(flags + 1)
        tl.store(out + c, block + 1)
    else:
        wait_for(flags)
        tl.store(data + c, tl.full((BLOCK,), 9, tl.float32))
        tl.atomic_xchg(flags + 1, 1)


def test_a_block_is_read_before_its_program_tells_others() -> None:
    data, out, flags = np.arange(64, dtype=np.float32), np.zeros(64, np.float32), np.zeros(2, np.int32)
    with xtriton.on_cpu():
        read_then_tell[(2,)](data, out, flags, 64)
    np.testing.assert_array_equal(data, np.full(64, 9, np.float32))
    np.testing.assert_array_equal(out, np.arange(1, 65))


@triton.jit
def rounds(x, arrived, COUNT: tl.constexpr):
    i, n = tl.program_id(0), tl.num_programs(0)
    for round in range(COUNT):
        pair = tl.load(x + round * n + i) + tl.load(x + round * n + (i + 1) % n)
        tl.store(x + (round + 1) * n + i, pair)
        tl.debug_barrier()
        tl.atomic_add(arrived, 1)
        tries = 0
        while (tl.atomic_add(arrived, 0) < (round + 1) * n) & (tries < MANY):
            tries += 1


@pytest.mark.parametrize("programs", [1, 2, 7])
def test_all_programs_of_a_cooperative_grid_run_at_the_same_time(programs: int) -> None:
    for _ in range(3):
        x, arrived = np.zeros((3, programs), np.int32), np.zeros(1, np.int32)
        x[0] = np.arange(programs)
        with xtriton.on_cpu():
            rounds[(programs,)](x, arrived, 2, launch_cooperative_grid=True)
        expected = x[0]
        for _ in range(2):
            expected = expected + np.roll(expected, -1)
        np.testing.assert_array_equal(x[2], expected)
        assert arrived[0] == 2 * programs


@triton.jit
def doubled(x, out, count, BLOCK: tl.constexpr):
    c = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + c, tl.load(x + c, volatile=True) * 2)
    tl.atomic_add(count, 1)


def test_only_loops_with_atomic_operations_may_wait() -> None:
    x, out, count = np.arange(64, dtype=np.float32), np.zeros(64, np.float32), np.zeros(1, np.int32)
    flags, order = np.zeros(2, np.int32), np.zeros(1, np.int32)
    with xtriton.on_cpu():
        plain = doubled[(2,)](x, out, count, 32)
        waiting = after_the_next[(1,)](flags, order, True)
    np.testing.assert_array_equal(out, 2 * x)
    assert not plain.metadata["waits"]
    assert waiting.metadata["waits"]
    # A volatile load that is executed once is a plain one.
    assert len(re.findall("memref.atomic_rmw", str(plain.asm["linalg"]))) == 1


def test_a_saved_kernel_still_waits(tmp_path: Path) -> None:
    made = xtriton.compile(after_the_next, "*i32,*i32,1", target="cpu")
    made.save(tmp_path)
    flags, order = np.zeros(3, np.int32), np.zeros(2, np.int32)
    xtriton.load(tmp_path / "after_the_next.json")[(2,)](flags, order)
    assert order.tolist() == [1, 0]
