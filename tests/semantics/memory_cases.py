"""Kernels whose addresses and masks are hard to get right, with arrays that have something around them.

Each access that is one element off meets a NaN, or changes a number that is looked at afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import triton
import triton.language as tl
from selection import WITH_BLOCK_POINTERS
from semantics.case_references import Arrays
from semantics.cases import Case, case

from xtriton.versions import ALL_VERSIONS, VersionRange, default_version

AROUND = 64
"""How many elements there are before and after an array."""
UNTOUCHED = 123456

Random = np.random.Generator
CASES: dict[str, Case] = {}


def guarded(*shape: int, random: Random | None = None, dtype: Any = np.float32) -> np.ndarray:
    """An array of zeros, or of random numbers, in the middle of a larger one."""
    size = int(np.prod(shape))
    around = np.full(size + 2 * AROUND, np.nan if dtype == np.float32 else UNTOUCHED, dtype)
    array = around[AROUND : AROUND + size].reshape(shape)
    if random is None:
        array[...] = 0
    elif dtype == np.float32:
        array[...] = random.standard_normal(shape)
    else:
        array[...] = random.integers(0, 7, shape)
    return array


def is_untouched_around(array: np.ndarray) -> bool:
    """Whether nothing around an array has changed."""
    whole = array
    while isinstance(whole.base, np.ndarray):
        whole = whole.base
    outside = np.concatenate([whole[:AROUND], whole[-AROUND:]])
    return bool(np.isnan(outside).all() if whole.dtype.kind == "f" else (outside == UNTOUCHED).all())


def add(
    name: str,
    kernel: Any,
    grid: int,
    arguments: Callable[[Random], Arrays],
    expected: Callable[[Arrays], Arrays],
    tolerance: float = 0.0,
    versions: VersionRange = ALL_VERSIONS,
    **constants: int,
) -> None:
    """Add a case under a name, if the language of the installed Triton has what it uses."""
    if default_version() not in versions:
        return
    CASES[name] = case(kernel, (grid,), arguments, constants, expected=expected, tolerance=tolerance)


@triton.jit
def matmul(a, b, c, M, N, K, sam, sak, sbk, sbn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    columns = tl.cdiv(N, BN)
    row, column = tl.program_id(0) // columns, tl.program_id(0) % columns
    i = (row * BM + tl.arange(0, BM)) % M
    j = (column * BN + tl.arange(0, BN)) % N
    k = tl.arange(0, BK)
    left = a + (i[:, None] * sam + k[None, :] * sak)
    right = b + (k[:, None] * sbk + j[None, :] * sbn)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for step in range(tl.cdiv(K, BK)):
        x = tl.load(left, mask=k[None, :] < K - step * BK, other=0.0)
        y = tl.load(right, mask=k[:, None] < K - step * BK, other=0.0)
        total += tl.dot(x, y)
        left += BK * sak
        right += BK * sbk
    i = row * BM + tl.arange(0, BM)
    j = column * BN + tl.arange(0, BN)
    tl.store(c + i[:, None] * N + j[None, :], total, mask=(i[:, None] < M) & (j[None, :] < N))


def add_matmul(m: int, n: int, k: int, transposed: str) -> None:
    """A matmul whose rows and columns wrap around at ``m`` and ``n``, its operands as they are or transposed."""

    def arguments(random: Random) -> Arrays:
        left = guarded(k, m, random=random) if "a" in transposed else guarded(m, k, random=random)
        right = guarded(n, k, random=random) if "b" in transposed else guarded(k, n, random=random)
        strides = {"sam": 1, "sak": m} if "a" in transposed else {"sam": k, "sak": 1}
        strides |= {"sbk": 1, "sbn": k} if "b" in transposed else {"sbk": n, "sbn": 1}
        return {"a": left, "b": right, "c": guarded(m, n), "M": m, "N": n, "K": k, **strides}

    def expected(a: Arrays) -> Arrays:
        left, right = (a[name].astype(np.float64) for name in "ab")
        return {"c": (left.T if "a" in transposed else left) @ (right.T if "b" in transposed else right)}

    grid = -(-m // 16) * -(-n // 32)
    add(f"matmul_{m}x{n}x{k}{transposed}", matmul, grid, arguments, expected, 1e-5, BM=16, BN=32, BK=16)


for shape in ((33, 40, 37, ""), (5, 7, 9, ""), (33, 20, 37, "ab"), (3, 50, 16, "a"), (64, 64, 64, "b")):
    add_matmul(*shape)


@triton.jit
def shifted(x, out, n, distance, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    j = i - distance
    tl.store(out + i, tl.load(x + j, mask=(j >= 0) & (j < n), other=-1.0), mask=i < n)


def shifted_reference(a: Arrays) -> Arrays:
    out = np.full(a["n"], -1.0)
    for i in range(a["n"]):
        if 0 <= i - a["distance"] < a["n"]:
            out[i] = a["x"][i - a["distance"]]
    return {"out": out}


for distance in (5, -3):
    add(
        f"shifted_{distance}",
        shifted,
        4,
        lambda random, distance=distance: {
            "x": guarded(50, random=random), "out": guarded(50), "n": 50, "distance": distance
        },
        shifted_reference,
        BLOCK=16,
    )  # fmt: skip


@triton.jit
def gathered_rows(x, rows, out, width, n, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    j = tl.arange(0, BLOCK)
    row = tl.load(rows + i, mask=i < n, other=0)
    inside = (i < n)[:, None] & (j[None, :] < width)
    tl.store(out + i[:, None] * width + j, tl.load(x + row[:, None] * width + j, mask=inside) * 2, mask=inside)


add(
    "gathered_rows",
    gathered_rows,
    3,
    lambda random: {
        "x": guarded(7, 13, random=random),
        "rows": guarded(10, random=random, dtype=np.int32),
        "out": guarded(10, 13),
        "width": 13,
        "n": 10,
    },
    lambda a: {"out": a["x"][a["rows"]] * 2},
    ROWS=4,
    BLOCK=16,
)


@triton.jit
def masks(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i, mask=i <= n, other=0.0)
    b = tl.load(x + i, mask=n > i, other=0.0)
    c = tl.load(x + i, mask=(i >= 3) & (i < n), other=0.0)
    d = tl.load(x + i, mask=(i % 2 == 0) & (i < n), other=0.0)
    e = tl.load(x + i, mask=i < n, other=i.to(tl.float32))
    tl.store(out + i, a)
    tl.store(out + BLOCK + i, b)
    tl.store(out + 2 * BLOCK + i, c)
    tl.store(out + 3 * BLOCK + i, d)
    tl.store(out + 4 * BLOCK + i, e)
    tl.store(out + 5 * BLOCK, tl.sum(tl.load(x + i, mask=i < n)))


def masks_reference(a: Arrays) -> Arrays:
    i, n = np.arange(16), a["n"]
    x = np.zeros(16)
    x[:12] = a["x"]
    listed = [i <= n, i < n, (i >= 3) & (i < n), (i % 2 == 0) & (i < n)]
    rows = [np.where(mask, x, 0.0) for mask in listed] + [np.where(i < n, x, i)]
    return {"out": np.concatenate([*rows, [x[:n].sum()]])}


add(
    "masks",
    masks,
    1,
    lambda random: {"x": guarded(12, random=random), "out": guarded(81), "n": 11},
    masks_reference,
    1e-6,
    BLOCK=16,
)


@triton.jit
def rows_with_holes(x, out, rows, columns, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    i, j = tl.arange(0, ROWS), tl.arange(0, BLOCK)
    keep = (i % 3 != 1)[:, None] & (j[None, :] < columns) & (i < rows)[:, None]
    tl.store(out + i[:, None] * BLOCK + j, tl.load(x + i[:, None] * columns + j, mask=keep, other=5.0))


def rows_with_holes_reference(a: Arrays) -> Arrays:
    out = np.full((8, 16), 5.0)
    out[: a["rows"], : a["columns"]] = a["x"]
    out[1::3] = 5.0
    return {"out": out}


add(
    "rows_with_holes",
    rows_with_holes,
    1,
    lambda random: {"x": guarded(6, 11, random=random), "out": guarded(8, 16), "rows": 6, "columns": 11},
    rows_with_holes_reference,
    ROWS=8,
    BLOCK=16,
)


@triton.jit
def moved_indices(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.float32)
    for _ in range(tl.cdiv(n, BLOCK)):
        total += tl.load(x + i, mask=i < n, other=0.0)
        i += BLOCK
    tl.store(out + tl.arange(0, BLOCK), total)


@triton.jit
def while_loop(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    pointers, left = x + i, n
    total = tl.zeros((BLOCK,), tl.float32)
    while left > 0:
        total += tl.load(pointers, mask=i < left, other=0.0)
        pointers += BLOCK
        left -= BLOCK
    tl.store(out + i, total)


def folded(a: Arrays) -> Arrays:
    padded = np.zeros(32)
    padded[:29] = a["x"]
    return {"out": padded.reshape(4, 8).sum(axis=0)}


for kernel in (moved_indices, while_loop):
    add(
        kernel.__name__,
        kernel,
        1,
        lambda random: {"x": guarded(29, random=random), "out": guarded(8), "n": 29},
        folded,
        1e-6,
        BLOCK=8,
    )


@triton.jit
def growing_strides(x, out, stride, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    pointers = x + i * stride
    total = tl.zeros((BLOCK,), tl.float32)
    for _ in range(n):
        total += tl.load(pointers)
        pointers += i
    tl.store(out + i, total)


add(
    "growing_strides",
    growing_strides,
    1,
    lambda random: {"x": guarded(36, random=random), "out": guarded(8), "stride": 2, "n": 4},
    lambda a: {"out": sum(a["x"][np.arange(8) * (2 + k)] for k in range(4))},
    1e-6,
    BLOCK=8,
)


@triton.jit
def single_elements(x, out, n):
    i = tl.program_id(0) + tl.arange(0, 1)
    for _ in range(5):
        tl.store(out + i, tl.load(x + i, mask=i < n, other=9.0) + 1, mask=i < n)
        i += 3


def single_elements_reference(a: Arrays) -> Arrays:
    out = a["x"] + 1
    out[2::3] = 0
    return {"out": out}


add(
    "single_elements",
    single_elements,
    2,
    lambda random: {"x": guarded(10, random=random), "out": guarded(10), "n": 10},
    single_elements_reference,
)


@triton.jit
def around(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i % n))


add(
    "around",
    around,
    3,
    lambda random: {"x": guarded(5, random=random), "out": guarded(48), "n": 5},
    lambda a: {"out": np.resize(a["x"], 48)},
    BLOCK=16,
)


@triton.jit
def around_when_stored(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + (i + 3) % n, tl.load(x + i))


add(
    "around_when_stored",
    around_when_stored,
    1,
    lambda random: {"x": guarded(16, random=random), "out": guarded(16), "n": 16},
    lambda a: {"out": np.roll(a["x"], 3)},
    BLOCK=16,
)


@triton.jit
def block_boundaries(x, out, rows, columns, BR: tl.constexpr, BC: tl.constexpr):
    row = tl.program_id(0) * BR
    source = tl.make_block_ptr(x, (rows, columns), (columns, 1), (row - 2, 0), (BR, BC), (1, 0))
    target = tl.make_block_ptr(out, (rows, columns), (columns, 1), (row, 0), (BR, BC), (1, 0))
    for _ in range(0, columns, BC):
        block = tl.load(source, boundary_check=(0, 1), padding_option="zero")
        tl.store(target, block + 1, boundary_check=(0, 1))
        source = tl.advance(source, (0, BC))
        target = tl.advance(target, (0, BC))


def block_boundaries_reference(a: Arrays) -> Arrays:
    out = np.ones_like(a["x"])
    out[2:] += a["x"][:-2]
    return {"out": out}


add(
    "block_boundaries",
    block_boundaries,
    3,
    lambda random: {"x": guarded(11, 13, random=random), "out": guarded(11, 13), "rows": 11, "columns": 13},
    block_boundaries_reference,
    versions=WITH_BLOCK_POINTERS,
    BR=4,
    BC=8,
)


@triton.jit
def atomics(x, out, count, lock, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + i, mask=i < n, other=0.0)
    tl.atomic_add(out + i % 4, value, mask=i < n)
    tl.atomic_max(out + 4 + i % 2, value, mask=i < n)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(count, tl.load(count) + 1)
    tl.atomic_xchg(lock, 0)


def atomics_reference(a: Arrays) -> Arrays:
    padded = np.zeros(40)
    padded[:37] = a["x"]
    greatest = np.maximum(padded.reshape(20, 2).max(axis=0), 0.0)
    return {"out": np.concatenate([padded.reshape(10, 4).sum(axis=0), greatest]), "count": np.array([3])}


add(
    "atomics",
    atomics,
    3,
    lambda random: {
        "x": guarded(37, random=random),
        "out": guarded(6),
        "count": guarded(1, dtype=np.int32),
        "lock": guarded(1, dtype=np.int32),
        "n": 37,
    },
    atomics_reference,
    1e-5,
    BLOCK=16,
)


@triton.jit
def lost_structure(x, out, n, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    pointers = x + (i * 3) % n
    total = tl.zeros((BLOCK,), tl.float32)
    for _ in range(ROWS):
        total += tl.load(pointers)
        pointers += n
    tl.store(out + i, total)


add(
    "lost_structure",
    lost_structure,
    1,
    lambda random: {"x": guarded(4, 11, random=random), "out": guarded(16), "n": 11},
    lambda a: {"out": a["x"].sum(axis=0)[np.arange(16) * 3 % 11]},
    1e-5,
    ROWS=4,
    BLOCK=16,
)


@triton.jit
def several_bases(x, y, out, n, steps, choice, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    p, q = x + i, y + i
    total = tl.zeros((BLOCK,), tl.float32)
    for _ in range(steps):
        total = total * 2 + tl.load(p, mask=i < n, other=0.0)
        p, q = q, p
    if choice > 3:  # noqa: SIM108 - a branch of the program
        rest = x + 2
    else:
        rest = y
    if choice > 3:  # noqa: SIM108 - a branch of the program
        far = x + i
    else:
        far = y + i * 2
    total += tl.load(rest + i, mask=i < n - 2, other=0.0) + tl.load(far, mask=i < n // 2, other=0.0)
    tl.store(out + i, total, mask=i < n)


def several_bases_reference(a: Arrays) -> Arrays:
    x, y, n = a["x"], a["y"], a["n"]
    total = np.zeros(n)
    for step in range(a["steps"]):
        total = total * 2 + (y if step % 2 else x)
    total[: n - 2] += x[2:] if a["choice"] > 3 else y[: n - 2]
    total[: n // 2] += x[: n // 2] if a["choice"] > 3 else y[: n // 2 * 2 : 2]
    return {"out": total}


for choice in (1, 5):
    add(
        f"several_bases_{choice}",
        several_bases,
        1,
        lambda random, choice=choice: {
            "x": guarded(11, random=random),
            "y": guarded(11, random=random),
            "out": guarded(11),
            "n": 11,
            "steps": 5,
            "choice": choice,
        },
        several_bases_reference,
        1e-6,
        BLOCK=16,
    )


@triton.jit
def nested_loops(x, out, rows, columns, BR: tl.constexpr, BC: tl.constexpr):
    i, j = tl.arange(0, BR), tl.arange(0, BC)
    row_pointers = x + i[:, None] * columns + j[None, :]
    total = tl.zeros((BR, BC), tl.float32)
    for row in range(0, rows, BR):
        pointers = row_pointers
        for column in range(0, columns, BC):
            inside = ((row + i) < rows)[:, None] & ((column + j) < columns)[None, :]
            total += tl.load(pointers, mask=inside, other=0.0)
            pointers += BC
        row_pointers += BR * columns
    tl.store(out, tl.sum(tl.sum(total, 1), 0))


add(
    "nested_loops",
    nested_loops,
    1,
    lambda random: {"x": guarded(11, 29, random=random), "out": guarded(1), "rows": 11, "columns": 29},
    lambda a: {"out": a["x"].sum(keepdims=True).reshape(1)},
    1e-5,
    BR=4,
    BC=8,
)


@triton.jit
def carried_offsets(x, out, n, m, steps, BR: tl.constexpr, BC: tl.constexpr):
    row = 1 + tl.arange(0, BR)
    rows = (1 + tl.arange(0, BR))[:, None]
    j = tl.arange(0, BC)
    turn = tl.zeros((BR, BC), tl.int32)
    total = tl.zeros((BR, BC), tl.float32)
    for _ in range(steps):
        inside = (row[:, None] < n) & (j[None, :] < m)
        total = total * 2 + tl.load(x + row[:, None] * m + j[None, :], mask=inside, other=0.0)
        inside = (rows < n) & (j[None, :] < m) & (turn < steps - 1)
        total += tl.load(x + (rows - 1) * m + j[None, :], mask=inside, other=0.0)
        row += BR
        rows += BR
        turn += 1
    tl.store(out + tl.arange(0, BR)[:, None] * BC + j[None, :], total)


def carried_offsets_reference(a: Arrays) -> Arrays:
    total = np.zeros((4, 8))
    for step in range(a["steps"]):
        total *= 2
        for row in range(4):
            place = 1 + 4 * step + row
            if place < a["n"]:
                total[row, : a["m"]] += a["x"][place] + (a["x"][place - 1] if step < a["steps"] - 1 else 0)
    return {"out": total}


for steps in (1, 3, 5):
    add(
        f"carried_offsets_{steps}",
        carried_offsets,
        1,
        lambda random, steps=steps: {
            "x": guarded(11, 7, random=random),
            "out": guarded(4, 8),
            "n": 11,
            "m": 7,
            "steps": steps,
        },
        carried_offsets_reference,
        1e-6,
        BR=4,
        BC=8,
    )
