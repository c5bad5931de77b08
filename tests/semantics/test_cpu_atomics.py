"""Atomic operations on the CPU: the same as NumPy's, alone and among threads and launches."""

# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false
from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest
import triton
import triton.language as tl

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

import xtriton
from xtriton.backends.cpu.lock import WORD

torch = pytest.importorskip("torch", reason="arrays of bf16 are torch's")
ALONE = 1 << 32
KINDS = {
    "add": np.add, "max": np.maximum, "min": np.minimum,
    "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor,
}  # fmt: skip
TYPES = {"add": ("i32", "i64", "fp16", "bf16", "fp32", "fp64"), "max": ("i32", "u32", "i64", "u64", "fp32", "fp64")}
NUMPY = {"i32": np.int32, "u32": np.uint32, "i64": np.int64, "u64": np.uint64, "fp16": np.float16, "fp32": np.float32}
CASES = [
    *(("add", type_) for type_ in TYPES["add"]),
    *((kind, type_) for kind in ("max", "min") for type_ in TYPES["max"]),
    *((kind, type_) for kind in ("and", "or", "xor") for type_ in ("i32", "i64")),
]


@triton.jit
def combine(p, v, mask, KIND: tl.constexpr):
    if KIND == "add":
        old = tl.atomic_add(p, v, mask=mask)
    elif KIND == "max":
        old = tl.atomic_max(p, v, mask=mask)
    elif KIND == "min":
        old = tl.atomic_min(p, v, mask=mask)
    elif KIND == "and":
        old = tl.atomic_and(p, v, mask=mask)
    elif KIND == "or":
        old = tl.atomic_or(p, v, mask=mask)
    else:
        old = tl.atomic_xor(p, v, mask=mask)
    return old


@triton.jit
def rows(x, out, n, KIND: tl.constexpr, BLOCK: tl.constexpr):
    """Each program combines its row with the same row of memory."""
    c = tl.arange(0, BLOCK)
    value = tl.load(x + tl.program_id(0) * n + c, mask=c < n, other=0)
    combine(out + c, value, c < n, KIND)


@triton.jit
def scattered(x, places, out, n, KIND: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + i, mask=i < n, other=0)
    combine(out + tl.load(places + i, mask=i < n, other=0), value, i < n, KIND)


@triton.jit
def scattered_rows(x, places, out, rows, n, KIND: tl.constexpr, R: tl.constexpr, BLOCK: tl.constexpr):
    r = tl.program_id(0) * R + tl.arange(0, R)
    c = tl.arange(0, BLOCK)
    inside = (r < rows)[:, None] & (c < n)[None, :]
    place = tl.load(places + r, mask=r < rows, other=0)
    value = tl.load(x + r[:, None] * n + c[None, :], mask=inside, other=0)
    combine(out + place[:, None] * n + c[None, :], value, inside, KIND)


def numbers(random: np.random.Generator, type_: str, shape: tuple[int, ...]) -> tuple[np.ndarray, Callable]:
    """Small integers, whose sums are exact in every type, and a function that makes an argument of an array of them."""
    low = 0 if type_.startswith("u") else -3
    values = random.integers(low, 4, shape)
    if type_ == "bf16":
        return values.astype(np.float32), lambda array: torch.from_numpy(array).to(torch.bfloat16)
    return values.astype(NUMPY.get(type_, np.float64)), lambda array: array.copy()


def check(name: str, made: object, expected: np.ndarray) -> None:
    found = made.float().numpy() if isinstance(made, torch.Tensor) else made
    np.testing.assert_array_equal(found, expected, err_msg=name)


@contextmanager
def held(amount: int) -> Iterator[None]:
    """The lock is held by someone else."""
    assert WORD.value == 0
    WORD.value = amount
    yield
    assert WORD.value == amount
    WORD.value = 0


@pytest.mark.parametrize(("kind", "type_"), CASES)
@pytest.mark.parametrize("other", [0, 1])
def test_all_kinds_are_those_of_numpy(kind: str, type_: str, other: int) -> None:
    """Alone as plain accesses, beside another holder of the lock as atomic instructions."""
    random = np.random.default_rng(7)
    for n in (1, 37, 64):
        x, argument = numbers(random, type_, (20, n))
        start, _ = numbers(random, type_, (9, n))
        place = random.integers(0, 9, 20).astype(np.int32)
        one, many = start.copy(), start.copy()
        KINDS[kind].at(one, (np.zeros(20, int),), x)
        KINDS[kind].at(many, place, x)
        flat = start.reshape(-1).copy()
        places = random.integers(0, flat.size, x.size).astype(np.int32)
        KINDS[kind].at(flat, places, x.reshape(-1))
        pointer = f"*{type_}"
        same = xtriton.compile(rows, f"{pointer},{pointer},i32,'{kind}',64", target="cpu")
        single = xtriton.compile(scattered, f"{pointer},*i32,{pointer},i32,'{kind}',64", target="cpu")
        blocks = xtriton.compile(scattered_rows, f"{pointer},*i32,{pointer},i32,i32,'{kind}',8,64", target="cpu")
        with held(other):
            for threads in (1, 2):
                found = argument(start)
                same[(20,)](argument(x), found, n, threads=threads)
                check(f"rows {n} {threads}", found, one)
                found = argument(start)
                single[(-(-x.size // 64),)](argument(x), places, found, x.size, threads=threads)
                check(f"scattered {n} {threads}", found.reshape(-1), flat)
                found = argument(start)
                blocks[(3,)](argument(x), place, found, 20, n, threads=threads)
                check(f"scattered rows {n} {threads}", found, many)


@triton.jit
def tickets(places, counts, taken, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    place = tl.load(places + i, mask=i < n, other=0)
    tl.store(taken + i, tl.atomic_add(counts + place, 1, mask=i < n), mask=i < n)


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("other", [0, 1])
def test_old_values(threads: int, other: int) -> None:
    """Of a counter, all numbers below its end, each once."""
    random = np.random.default_rng(1)
    n = 20_011
    places, counts, taken = random.integers(0, 7, n).astype(np.int32), np.zeros(7, np.int32), np.full(n, -1, np.int32)
    made = xtriton.compile(tickets, "*i32,*i32,*i32,i32,128", target="cpu")
    with held(other):
        made[(-(-n // 128),)](places, counts, taken, n, threads=threads)
    assert counts.tolist() == np.bincount(places).tolist()
    for place in range(7):
        assert sorted(taken[places == place]) == list(range(counts[place]))


@triton.jit
def exchanged(x, out, old, n, BLOCK: tl.constexpr):
    """Every program exchanges its row with the same row of memory."""
    c = tl.arange(0, BLOCK)
    i = tl.program_id(0) * n + c
    value = tl.atomic_xchg(out + c, tl.load(x + i, mask=c < n), mask=c < n)
    tl.store(old + i, value, mask=c < n)


@pytest.mark.parametrize("type_", ["i32", "i64", "fp32", "fp64"])
@pytest.mark.parametrize("threads", [1, 2])
def test_exchanges_lose_nothing(type_: str, threads: int) -> None:
    programs, n = 300, 57
    x = (1 + np.arange(programs * n)).reshape(programs, n).astype(NUMPY.get(type_, np.float64))
    out, old = np.zeros(n, x.dtype), np.zeros_like(x)
    xtriton.compile(exchanged, f"*{type_},*{type_},*{type_},i32,64", target="cpu")[(programs,)](
        x, out, old, n, threads=threads
    )
    expected = np.sort(np.concatenate([np.zeros((1, n)), x]), axis=0)
    np.testing.assert_array_equal(np.sort(np.concatenate([old, out[None]]), axis=0), expected)


@triton.jit
def spread(out, BLOCK: tl.constexpr):
    tl.atomic_add(out + tl.arange(0, BLOCK), 1)


@triton.jit
def one_by_one(out, n):
    for i in range(n):
        tl.atomic_add(out + i, 1)


@triton.jit
def compared(out, BLOCK: tl.constexpr):
    """Adds one to each element: to the first by ``tl.atomic_cas``, to the others as a block."""
    old = tl.load(out)
    seen = tl.atomic_cas(out, old, old + 1)
    while seen != old:
        old = seen
        seen = tl.atomic_cas(out, old, old + 1)
    tl.atomic_add(out + 1 + tl.arange(0, BLOCK), 1, mask=tl.arange(0, BLOCK) < BLOCK - 1)


@triton.jit
def permuted(out, BLOCK: tl.constexpr):
    tl.atomic_add(out + tl.arange(0, BLOCK) * 5 % BLOCK, 1)


@triton.jit
def for_the_system(out, BLOCK: tl.constexpr):
    tl.atomic_add(out + tl.arange(0, BLOCK), 1, scope="sys")


def test_launches_of_several_threads_are_atomic_for_each_other() -> None:
    """Kernels with runs, other blocks, scalars, comparisons and ``scope="sys"`` on one array."""
    size, programs, rounds = 64, 50, 40
    launches = [
        (xtriton.compile(spread, f"*i32,{size}", target="cpu"), ()),
        (xtriton.compile(permuted, f"*i32,{size}", target="cpu"), ()),
        (xtriton.compile(one_by_one, "*i32,i32", target="cpu"), (size,)),
        (xtriton.compile(compared, f"*i32,{size}", target="cpu"), ()),
        (xtriton.compile(for_the_system, f"*i32,{size}", target="cpu"), ()),
    ]
    out = np.zeros(size, np.int32)
    failures: list[BaseException] = []

    def run(made, arguments: tuple) -> None:
        try:
            for number in range(rounds):
                made[(programs,)](out, *arguments, threads=1 + number % 2)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=run, args=launch) for launch in launches for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert out.tolist() == [2 * len(launches) * programs * rounds] * size
    assert WORD.value == 0


@pytest.mark.parametrize(("kernel", "arguments"), [(spread, ()), (one_by_one, (64,)), (compared, ())])
def test_a_launch_waits_while_another_thread_is_alone(kernel, arguments: tuple) -> None:
    out = np.zeros(64, np.int32)
    made = xtriton.compile(kernel, "*i32,i32" if arguments else "*i32,64", target="cpu")
    WORD.value = ALONE
    thread = threading.Thread(target=lambda: made[(1,)](out, *arguments))
    try:
        thread.start()
        time.sleep(0.05)
        assert thread.is_alive()
        assert not out[1:].any()
    finally:
        WORD.value -= ALONE
        thread.join()
    assert out.tolist() == [1] * 64
    assert WORD.value == 0


STRIPES = 512
PAGE = 1024
"""Elements of a page."""


@triton.jit
def spread_from(out, places, BLOCK: tl.constexpr):
    """A run in each program, also across pages."""
    tl.atomic_add(out + tl.load(places + tl.program_id(0)) + tl.arange(0, BLOCK), 1)


@pytest.mark.parametrize("block", [64, 2048, 16384])
def test_runs_across_pages(block: int) -> None:
    """Four threads at once, with runs of which some have the last and the first stripe."""
    made = xtriton.compile(spread_from, f"*i32,*i32,{block}", target="cpu")
    out = np.zeros((STRIPES + 20) * PAGE, np.int32)
    page = out.ctypes.data // (4 * PAGE)
    wrapped = ((-page - 1) % STRIPES + 1) * PAGE - out.ctypes.data // 4 % PAGE
    random = np.random.default_rng(3)
    starts = [*random.integers(0, 300, 40), *(wrapped + random.integers(-300, 10, 40))]
    places = random.permutation([start for start in starts if 0 <= start <= out.size - block]).astype(np.int32)
    expected = np.zeros_like(out)
    for place in places:
        expected[place : place + block] += 1
    threads = [threading.Thread(target=lambda: made[(len(places),)](out, places, threads=2)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    np.testing.assert_array_equal(out, 4 * expected)
    assert WORD.value == 0


@triton.jit
def nested(out, BLOCK: tl.constexpr):
    """Elements and rows in one loop."""
    for row in range(64):
        tl.atomic_add(out + row, 1)
        tl.atomic_add(out + tl.arange(0, BLOCK), 1)


def test_a_thread_does_not_wait_for_its_own_stripes() -> None:
    out = np.zeros(64, np.int32)
    xtriton.compile(nested, "*i32,64", target="cpu")[(2,)](out, threads=2)
    assert out.tolist() == [2 * 65] * 64
    assert WORD.value == 0


def test_threads_that_hold_stripes_join_one_that_waits_for_them() -> None:
    """A launch with runs that takes long lets one with atomic instructions go on before it ends."""
    slow = xtriton.compile(spread_from, "*i32,*i32,64", target="cpu")
    fast = xtriton.compile(one_by_one, "*i32,i32", target="cpu")
    out, places = np.zeros(64, np.int32), np.zeros(1 << 24, np.int32)
    thread = threading.Thread(target=lambda: slow[(len(places),)](out, places, threads=1))
    thread.start()
    while not out[0]:
        time.sleep(0)
    fast[(1,)](np.zeros(64, np.int32), 64)
    assert out[0] < len(places), "the launch with runs has ended"
    thread.join()
    assert out.tolist() == [len(places)] * 64
    assert WORD.value == 0


@triton.jit
def fails(out, BLOCK: tl.constexpr):
    tl.atomic_add(out + tl.program_id(0), 1)
    tl.device_assert(tl.program_id(0) < 3, "the fourth program")


@pytest.mark.parametrize("threads", [1, 2])
def test_a_failed_assertion_releases_the_lock(threads: int) -> None:
    made = xtriton.compile(fails, "*i32,64", target="cpu", debug=True)
    with pytest.raises(RuntimeError, match="the fourth program"):
        made[(8,)](np.zeros(8, np.int32), threads=threads)
    assert WORD.value == 0
