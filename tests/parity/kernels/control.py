"""Control flow, functions, atomics, and everything that is not plain arithmetic."""

from collections.abc import Sequence
from functools import reduce
from operator import xor

import numpy as np
import triton
import triton.language as tl
from parity.kernels.kernel import INTEGERS, NAN, NOT_FINITE, Example, Kernel, Values, programs, sizes
from triton.language.extra import libdevice


@triton.jit
def newton_root(x_ptr, out_ptr, steps_ptr, n, tolerance, BLOCK: tl.constexpr):
    """Square roots by iteration until every element of the block is near enough."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=1.0)
    root = x
    steps = 0
    error = tl.max(tl.abs(root * root - x))
    while (error > tolerance) & (steps < 50):
        root = 0.5 * (root + x / root)
        error = tl.max(tl.abs(root * root - x))
        steps += 1
    tl.store(out_ptr + offsets, root, mask=mask)
    tl.store(steps_ptr + tl.program_id(0), steps)


def _root_example(random: np.random.Generator, n: int = 40) -> Example:
    x = random.random(n, dtype=np.float32) + 0.5
    blocks = programs(n, 32)
    arguments = {"x_ptr": x, "out_ptr": np.zeros_like(x), "steps_ptr": np.zeros(blocks, np.int32)}
    return Example({**arguments, "n": n, "tolerance": 1e-4}, (blocks,))


@triton.jit
def binary_search(keys_ptr, sorted_ptr, out_ptr, n, count, BLOCK: tl.constexpr):
    """Where each key belongs in a sorted array; a loop with tensors and scalars carried together."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keys = tl.load(keys_ptr + offsets, mask=offsets < n, other=0)
    low = tl.zeros([BLOCK], tl.int32)
    high = tl.full([BLOCK], 0, tl.int32) + count
    left = count
    while left > 0:
        middle = (low + high) // 2
        open = low < high
        values = tl.load(sorted_ptr + middle, mask=open, other=0)
        right = open & (values < keys)
        low = tl.where(right, middle + 1, low)
        high = tl.where(open & ~right, middle, high)
        left = left // 2
    tl.store(out_ptr + offsets, low, mask=offsets < n)


def _search_example(random: np.random.Generator, n: int = 50, count: int = 37) -> Example:
    values = np.sort(random.integers(0, 1000, count, dtype=np.int32))
    keys = random.integers(-10, 1010, n, dtype=np.int32)
    arguments = {"keys_ptr": keys, "sorted_ptr": values, "out_ptr": np.zeros_like(keys)}
    return Example({**arguments, "n": n, "count": count}, (programs(n, 32),))


def _search_reference(values: Values) -> Values:
    return {"out_ptr": np.searchsorted(values["sorted_ptr"], values["keys_ptr"]).astype(np.int32)}


@triton.jit
def early_returns(x_ptr, out_ptr, kinds_ptr, n, BLOCK: tl.constexpr):
    """A program may stop in three places."""
    pid = tl.program_id(0)
    if pid * BLOCK >= n:
        return
    kind = tl.load(kinds_ptr + pid)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    if kind == 0:
        tl.store(out_ptr + offsets, 0.0, mask=mask)
        return
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    if kind == 1:
        if tl.sum(x) > 0:
            tl.store(out_ptr + offsets, x, mask=mask)
            return
        x = -x
    tl.store(out_ptr + offsets, x * 2, mask=mask)


def _returns_example(random: np.random.Generator, n: int = 100, kinds: Sequence[int] = (0, 1, 2, 1)) -> Example:
    """Two programs more than there are blocks."""
    x = random.standard_normal(n, dtype=np.float32)
    arguments = {"x_ptr": x, "out_ptr": np.ones_like(x), "kinds_ptr": np.array(kinds, np.int32)}
    return Example({**arguments, "n": n}, (len(kinds) + 2,))


def _returns_reference(values: Values) -> Values:
    out = values["out_ptr"].copy()
    for pid, kind in enumerate(values["kinds_ptr"]):
        part = slice(pid * 32, pid * 32 + 32)
        x = values["x_ptr"][part]
        out[part] = 0 if kind == 0 else x * 2 if kind == 2 else x if x.sum() > 0 else -x * 2
    return {"out_ptr": out}


@triton.jit(noinline=True)
def horner(x, c0, c1, c2):
    return (c2 * x + c1) * x + c0


@triton.jit(noinline=True)
def ordered(a, b):
    if a > b:
        return b, a
    return a, b


@triton.jit
def scaled(x, factor):
    return horner(x * factor, 1.0, 2.0, 3.0)


@triton.jit
def calls(x_ptr, out_ptr, a, b, n, BLOCK: tl.constexpr):
    """Functions that stay functions, called from ones that do not; they take and give scalars."""
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    low, high = ordered(scaled(a, 0.5), scaled(b, 2.0) + tl.max(x))
    tl.store(out_ptr + offsets, (x - low) / (high - low), mask=offsets < n)


def _calls_example(random: np.random.Generator, n: int = 60, a: float = 3.0, b: float = 0.25) -> Example:
    x = random.standard_normal(n, dtype=np.float32)
    return Example({"x_ptr": x, "out_ptr": np.zeros_like(x), "a": a, "b": b, "n": n}, (1,))


def _calls_reference(values: Values) -> Values:
    x = values["x_ptr"]
    ends = [3 * y * y + 2 * y + 1 for y in (values["a"] * 0.5, values["b"] * 2)]
    low, high = sorted([ends[0], ends[1] + (max(x.max(), 0) if len(x) < 64 else x.max())])
    return {"out_ptr": ((x - low) / (high - low)).astype(np.float32)}


@triton.jit
def nested_conditions(x_ptr, out_ptr, n, mode, limit, FLAG: tl.constexpr, BLOCK: tl.constexpr):
    """Branches with different results, some constant, some the same on both sides; ands and ors of scalars."""
    pid = tl.program_id(0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0)
    step = 1
    if mode > 0 and limit > 0:
        step = 2
        if mode == 1 or not (limit < 10):
            x = x + limit
        elif FLAG:
            x = x - limit
        else:
            x = x * limit
    else:
        step = 2
    same = x
    if pid == 0:
        y = 5
        same = x
    else:
        y = 5
    bonus = 3 if mode == 2 else 4
    for i in range(0, 4):
        if i == step:
            x += bonus
        elif i % 2 == 0:
            x += y
        for j in range(i):
            if j > mode:
                x -= j
    tl.store(out_ptr + offsets, x + same, mask=offsets < n)


def _conditions_example(random: np.random.Generator, n: int = 60, mode: int = 2, limit: int = 7) -> Example:
    x = random.integers(-50, 50, n, dtype=np.int32)
    arguments = {"x_ptr": x, "out_ptr": np.zeros_like(x), "n": n, "mode": mode, "limit": limit}
    return Example(arguments, (programs(n, 32),))


def _conditions_reference(values: Values) -> Values:
    x, mode, limit = values["x_ptr"], values["mode"], values["limit"]
    if mode > 0 and limit > 0:
        x = x - limit if mode != 1 and limit < 10 else x + limit
    same, bonus = x, 3 if mode == 2 else 4
    for i in range(4):
        x = x + (bonus if i == 2 else 5 if i % 2 == 0 else 0) - sum(j for j in range(i) if j > mode)
    return {"out_ptr": x + same}


@triton.jit
def loop_kinds(x_ptr, out_ptr, n, count, TAPS: tl.constexpr, BLOCK: tl.constexpr):
    """Loops unrolled by the front end and by the compiler, with stages, steps down, and none at all."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros([BLOCK], tl.float32)
    for tap in tl.static_range(TAPS):
        total += tl.load(x_ptr + offsets + tap, mask=offsets + tap < n, other=0.0) * (tap + 1)
    for i in tl.range(0, count, loop_unroll_factor=4):
        total += tl.load(x_ptr + i)
    for i in tl.range(0, 8, loop_unroll_factor=2, num_stages=1):
        total += i
    for i in tl.range(0, count, 2, num_stages=3, disallow_acc_multi_buffer=True):
        total -= tl.load(x_ptr + i).to(tl.float32)
    for i in range(count, 0, -1):
        total += i
    for i in range(3, 3):
        total *= i
    for _ in range(1):
        total += 0.5
    tl.store(out_ptr + offsets, total, mask=offsets < n)


def _loops_example(random: np.random.Generator, n: int = 70, count: int = 7) -> Example:
    x = random.integers(-8, 8, n).astype(np.float32)
    return Example({"x_ptr": x, "out_ptr": np.zeros_like(x), "n": n, "count": count}, (programs(n, 32),))


def _loops_reference(values: Values) -> Values:
    x, count = values["x_ptr"], values["count"]
    padded = np.concatenate([x, np.zeros(3, np.float32)])
    taps = sum(padded[tap : tap + len(x)] * (tap + 1) for tap in range(3))
    rest = x[:count].sum() - x[:count:2].sum() + sum(range(8)) + sum(range(1, count + 1)) + 0.5
    return {"out_ptr": (taps + rest).astype(np.float32)}


@triton.jit
def atomics(x_ptr, sums_ptr, best_ptr, floats_ptr, bits_ptr, old_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0)
    tl.atomic_add(sums_ptr + offsets % 4, x, mask=mask, sem="release", scope="cta")
    tl.atomic_max(best_ptr, tl.max(x))
    tl.atomic_min(best_ptr + 1, tl.min(x), sem="relaxed")
    tl.atomic_max(floats_ptr + offsets % 2, x.to(tl.float32), mask=mask)
    tl.atomic_min(floats_ptr + 2 + offsets % 2, x.to(tl.float32), mask=mask)
    tl.atomic_or(bits_ptr, 1 << tl.program_id(0))
    tl.atomic_and(bits_ptr + 1, ~(1 << tl.program_id(0)))
    tl.atomic_xor(bits_ptr + 2, tl.program_id(0))
    old = tl.atomic_cas(old_ptr + offsets, x, x + 1, sem="acquire")
    tl.atomic_xchg(old_ptr + n + offsets, old, mask=mask)


def _atomics_example(random: np.random.Generator, n: int = 64) -> Example:
    """Lanes beyond ``n`` compare, too: with values that other programs exchange, if there are several programs."""
    blocks = programs(n, 32)
    assert blocks == 1 or n % 32 == 0
    x = random.integers(-100, 100, n, dtype=np.int32)
    arguments = {"x_ptr": x, "sums_ptr": np.zeros(4, np.int32), "best_ptr": np.zeros(2, np.int32)}
    more = {"floats_ptr": np.zeros(4, np.float32), "bits_ptr": np.array([0, 255, 3], np.int32)}
    old = np.zeros(max(2 * n, 32), np.int32)
    old[:n:3] = x[::3]
    return Example({**arguments, **more, "old_ptr": old, "n": n}, (blocks,))


def _atomics_reference(values: Values) -> Values:
    x, n = values["x_ptr"], values["n"]
    blocks = programs(n, 32)
    sums = np.array([x[i::4].sum() for i in range(4)]).astype(np.int32)
    best = np.array([x.max(initial=0), x.min(initial=0)], np.int32)
    parts = [x[i::2] for i in range(2)]
    floats = [*(part.max(initial=0) for part in parts), *(part.min(initial=0) for part in parts)]
    numbers = range(blocks)
    bits = [sum(1 << i for i in numbers), 255 & ~sum(1 << i for i in numbers), reduce(xor, numbers, 3)]
    old, new = values["old_ptr"], values["old_ptr"].copy()
    padded = np.zeros(blocks * 32, np.int32)
    padded[:n] = x
    lanes = old[: len(padded)]
    new[: len(padded)] = np.where(lanes == padded, padded + np.int32(1), lanes)
    new[n : 2 * n] = old[:n]
    return {
        "sums_ptr": sums,
        "best_ptr": best,
        "floats_ptr": np.array(floats, np.float32),
        "bits_ptr": np.array(bits, np.int32),
        "old_ptr": new,
    }


@triton.jit
def running_mean(x_ptr, mean_ptr, count_ptr, lock_ptr, n, BLOCK: tl.constexpr):
    """A mean that all programs bring up to date, one at a time, under a lock."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    total = tl.sum(tl.load(x_ptr + offsets, mask=mask, other=0.0))
    size = tl.sum(mask.to(tl.int32))
    while tl.atomic_cas(lock_ptr, 0, 1) != 0:
        pass
    count = tl.load(count_ptr)
    if count == 0:
        tl.store(mean_ptr, total / size)
    else:
        mean = tl.load(mean_ptr)
        tl.store(mean_ptr, mean + (total - size * mean) / (count + size))
    tl.store(count_ptr, count + size)
    tl.debug_barrier()
    tl.atomic_xchg(lock_ptr, 0)


def _mean_example(random: np.random.Generator, n: int = 100) -> Example:
    x = random.standard_normal(n, dtype=np.float32)
    arguments = {"x_ptr": x, "mean_ptr": np.zeros(1, np.float32), "count_ptr": np.zeros(1, np.int32)}
    return Example({**arguments, "lock_ptr": np.zeros(1, np.int32), "n": n}, (programs(n, 32),))


def _mean_reference(values: Values) -> Values:
    x = values["x_ptr"]
    return {"mean_ptr": x.mean(keepdims=True), "count_ptr": np.array([len(x)], np.int32)}


@triton.jit
def wait_for_turn(turn_ptr, out_ptr, total):
    """Programs in order of their number: a ticket read in a loop, with acquire and release."""
    pid = tl.program_id(0)
    while tl.atomic_add(turn_ptr, 0, sem="acquire") != pid:
        pass
    tl.store(out_ptr + pid, total + pid)
    tl.atomic_xchg(turn_ptr, pid + 1, sem="release")


def _turn_example(random: np.random.Generator, count: int = 5) -> Example:
    return Example({"turn_ptr": np.zeros(1, np.int32), "out_ptr": np.zeros(count, np.int32), "total": 4}, (count,))


@triton.jit
def checks_and_prints(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=1)
    tl.device_assert(x != 0, "division by zero")
    tl.device_assert(n > 0)
    tl.device_print("pid, x", pid, x, hex=True)
    tl.static_assert(BLOCK % 2 == 0, "even")
    tl.assume(n >= 16)
    quotient = 1000 // x
    if pid == 0:
        tl.device_print("first program, total", tl.sum(quotient))
    tl.store(out_ptr + offsets, quotient, mask=offsets < n)


@triton.jit
def inline_assembly(x_ptr, y_ptr, out_ptr, pair_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0)
    y = tl.load(y_ptr + offsets, mask=mask, other=0)
    shifted = tl.inline_asm_elementwise(
        "shf.l.wrap.b32 $0, $1, $2, 7;", "=r,r,r", [x, y], dtype=tl.int32, is_pure=True, pack=1
    )
    low, high = tl.inline_asm_elementwise(
        """
        {
            mul.lo.s32 $0, $2, $3;
            mul.hi.s32 $1, $2, $3;
        }
        """,
        "=r,=r,r,r",
        [x, shifted],
        dtype=(tl.int32, tl.int32),
        is_pure=False,
        pack=1,
    )
    tl.store(out_ptr + offsets, low, mask=mask)
    tl.store(pair_ptr + offsets, high, mask=mask)


@triton.jit
def library_functions(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    """Functions of the device library and those of the language, precise and quick."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0.5)
    y = tl.load(y_ptr + offsets, mask=mask, other=0.5)
    a = libdevice.atan2(x, y) + libdevice.tanh(x) - libdevice.pow(tl.abs(x), y)
    b = tl.fma(x, y, a) + tl.math.rsqrt(tl.abs(y) + 1.0) + tl.sqrt_rn(tl.abs(x))
    c = tl.sin(x) * tl.cos(y) + tl.log(tl.abs(x) + 1.0) + tl.ceil(y) - tl.floor(x)
    d = tl.div_rn(b, c + 10.0) + libdevice.rint(x) + tl.umulhi(offsets, offsets).to(tl.float32)
    whole = libdevice.isnan(x) | libdevice.isinf(y)
    tl.store(out_ptr + offsets, tl.where(whole, 0.0, d), mask=mask)


def _library_example(random: np.random.Generator, n: int = 200) -> Example:
    x, y = (random.standard_normal(n, dtype=np.float32) for _ in range(2))
    return Example({"x_ptr": x, "y_ptr": y, "out_ptr": np.zeros_like(x), "n": n}, (programs(n, 128),))


@triton.jit
def dropout(x_ptr, out_ptr, n, p, seed, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    keep = tl.rand(seed, offsets) > p
    tl.store(out_ptr + offsets, tl.where(keep, x / (1 - p), 0.0), mask=mask)


def _dropout_example(random: np.random.Generator, n: int = 200, seed: int = 77) -> Example:
    x = random.standard_normal(n, dtype=np.float32)
    return Example({"x_ptr": x, "out_ptr": np.zeros_like(x), "n": n, "p": 0.3, "seed": seed}, (programs(n, 128),))


@triton.jit
def random_kinds(out_ptr, int_ptr, seed, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a, b, c, d = tl.randint4x(seed, offsets, n_rounds=7)
    tl.store(int_ptr + offsets, a ^ b ^ c ^ d)
    tl.store(out_ptr + offsets, tl.randn(seed, offsets))


def _random_example(random: np.random.Generator, blocks: int = 2, seed: int = 5) -> Example:
    arguments = {"out_ptr": np.zeros(blocks * 128, np.float32), "int_ptr": np.zeros(blocks * 128, np.int32)}
    return Example({**arguments, "seed": seed}, (blocks,))


@triton.jit
def pair_sum(pair):
    return pair[0] + pair[1], (pair[1], pair[0])


@triton.jit
def tuples(pointers, sizes, out_ptr, BLOCK: tl.constexpr, POWERS: tl.constexpr):
    """Tuples as arguments, as results and as constants."""
    offsets = tl.arange(0, BLOCK)
    total = tl.zeros([BLOCK], tl.float32)
    for i in tl.static_range(len(pointers)):
        total += tl.load(pointers[i] + offsets, mask=offsets < sizes[i], other=0.0) * POWERS[i]
    both, swapped = pair_sum((total, total * total))
    tl.store(out_ptr + offsets, both - swapped[0])


@triton.jit
def small_constants(x_ptr, out_ptr, one, none_ptr, BLOCK: tl.constexpr):
    """Arguments known to be 1 or absent, tensors of one element, and 64-bit indices."""
    offsets = (tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)) * one
    x = tl.load(x_ptr + offsets)
    if none_ptr is not None:
        x += tl.load(none_ptr + offsets)
    single = tl.full([1], 2.0, tl.float32)
    grown = tl.broadcast_to(single, [BLOCK])
    zero = tl.zeros([1, 1], tl.int32)
    x = x * grown + tl.sum(tl.load(x_ptr + tl.zeros([1], tl.int64)), 0)
    tl.store(out_ptr + offsets + tl.reshape(zero, [1]), x - tl.max(single, 0))


def _small_example(random: np.random.Generator, blocks: int = 2) -> Example:
    x = random.integers(-8, 8, blocks * 32).astype(np.float32)
    return Example({"x_ptr": x, "out_ptr": np.zeros_like(x)}, (blocks,))


_X_OUT = {"x_ptr": "*fp32:16", "out_ptr": "*fp32:16"}
_INTS = {"x_ptr": "*i32:16", "out_ptr": "*i32:16", "n": "i32"}

KERNELS = [
    Kernel(
        newton_root,
        {**_X_OUT, "steps_ptr": "*i32:16", "n": "i32", "tolerance": "fp32"},
        {"BLOCK": 32},
        example=_root_example,
        tolerance=1e-6,
        ragged=sizes("n", 1, 31, 32, 33, 97),
    ),
    Kernel(
        binary_search,
        {"keys_ptr": "*i32:16", "sorted_ptr": "*i32:16", "out_ptr": "*i32:16", "n": "i32", "count": "i32"},
        {"BLOCK": 32},
        example=_search_example,
        reference=_search_reference,
        ragged=sizes("n count", (1, 0), (31, 1), (32, 2), (33, 63), (97, 64), (50, 101)),
        special={"keys_ptr": INTEGERS},
    ),
    Kernel(
        early_returns,
        {**_X_OUT, "kinds_ptr": "*i32:16", "n": "i32"},
        {"BLOCK": 32},
        example=_returns_example,
        reference=_returns_reference,
        ragged=sizes("n kinds", (1, [1]), (31, [2]), (32, [1]), (33, [0, 1]), (65, [1, 1, 2]), (0, [])),
        special={"x_ptr": NOT_FINITE},
    ),
    Kernel(
        calls,
        {**_X_OUT, "a": "fp32", "b": "fp32", "n": "i32"},
        {"BLOCK": 64},
        example=_calls_example,
        reference=_calls_reference,
        tolerance=1e-5,
        ragged=sizes("n a b", (1, 3.0, 0.25), (31, -1.5, 4.0), (63, 0.0, -2.0), (64, 100.0, 0.0)),
    ),
    Kernel(
        nested_conditions,
        {**_INTS, "mode": "i32", "limit": "i32"},
        {"FLAG": True, "BLOCK": 32},
        example=_conditions_example,
        reference=_conditions_reference,
        ragged=sizes("n mode limit", (1, 1, 3), (31, 2, 10), (32, 2, 9), (33, 0, 5), (65, 3, 0), (0, 1, 1))
        + sizes("n mode limit", (29, -1, -1), (97, 1, 12)),
        special={"x_ptr": INTEGERS},
    ),
    Kernel(
        loop_kinds,
        {**_X_OUT, "n": "i32", "count": "i32"},
        {"TAPS": 3, "BLOCK": 32},
        example=_loops_example,
        reference=_loops_reference,
        ragged=sizes("n count", (1, 1), (2, 0), (31, 3), (32, 4), (33, 5), (97, 13)),
    ),
    Kernel(
        atomics,
        {"x_ptr": "*i32:16", "sums_ptr": "*i32:16", "best_ptr": "*i32:16", "floats_ptr": "*fp32:16"}
        | {"bits_ptr": "*i32:16", "old_ptr": "*i32:16", "n": "i32"},
        {"BLOCK": 32},
        example=_atomics_example,
        reference=_atomics_reference,
        ragged=sizes("n", 1, 7, 31, 32, 160),
        special={"x_ptr": INTEGERS},
    ),
    Kernel(
        running_mean,
        {"x_ptr": "*fp32:16", "mean_ptr": "*fp32:16", "count_ptr": "*i32:16", "lock_ptr": "*i32:16", "n": "i32"},
        {"BLOCK": 32},
        example=_mean_example,
        reference=_mean_reference,
        tolerance=1e-5,
        ragged=sizes("n", 1, 31, 32, 33, 257),
        special={"x_ptr": NAN},
    ),
    Kernel(
        wait_for_turn,
        {"turn_ptr": "*i32:16", "out_ptr": "*i32:16", "total": "i32"},
        example=_turn_example,
        reference=lambda v: {
            "turn_ptr": v["turn_ptr"] + len(v["out_ptr"]),
            "out_ptr": np.arange(len(v["out_ptr"]), dtype=np.int32) + v["total"],
        },
        ragged=sizes("count", 1, 2, 17),
    ),
    Kernel(checks_and_prints, _INTS, {"BLOCK": 32}, options={"debug": True}),
    Kernel(
        inline_assembly,
        {"x_ptr": "*i32:16", "y_ptr": "*i32:16", "out_ptr": "*i32:16", "pair_ptr": "*i32:16", "n": "i32"},
        {"BLOCK": 128},
    ),
    Kernel(
        library_functions,
        {**_X_OUT, "y_ptr": "*fp32:16", "n": "i32"},
        {"BLOCK": 128},
        example=_library_example,
        tolerance=1e-5,
        ragged=sizes("n", 1, 127, 128, 129, 257),
        special={"x_ptr": NAN, "y_ptr": (float("inf"), 0.0)},
    ),
    Kernel(
        dropout,
        {**_X_OUT, "n": "i32", "p": "fp32", "seed": "i32"},
        {"BLOCK": 128},
        example=_dropout_example,
        tolerance=1e-6,
        ragged=sizes("n seed", (1, 0), (127, -5), (129, 2**31 - 1), (257, -(2**31))),
        special={"x_ptr": NOT_FINITE},
    ),
    Kernel(
        random_kinds,
        {"out_ptr": "*fp32:16", "int_ptr": "*i32:16", "seed": "i64"},
        {"BLOCK": 128},
        example=_random_example,
        tolerance=1e-5,
        ragged=sizes("blocks seed", (1, 0), (3, 2**40 + 5), (5, -1)),
    ),
    Kernel(
        tuples,
        {"pointers": ("*fp32:16", "*fp32"), "sizes": ("i32", "i32"), "out_ptr": "*fp32:16"},
        {"BLOCK": 64, "POWERS": (1, 2)},
    ),
    Kernel(
        small_constants,
        _X_OUT,
        {"one": 1, "none_ptr": None, "BLOCK": 32},
        example=_small_example,
        reference=lambda v: {"out_ptr": v["x_ptr"] * 2 + v["x_ptr"][0] - 2},
        ragged=sizes("blocks", 1, 7),
        special={"x_ptr": NOT_FINITE},
    ),
]  # fmt: skip
