"""Kernels with warp-specialized loops, for Hopper; most of those for Blackwell are compared for Hopper, too."""

from __future__ import annotations

from collections.abc import Iterator

import triton
import triton.language as tl
from parity.kernels.kernel import Kernel
from parity.kernels.warp_specialized import WARP_SPECIALIZED


@triton.jit
def hopper_pointers(
    a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, MASK: tl.constexpr
):  # fmt: skip
    """A matmul that loads both operands through pointers."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    a = a_ptr + rows[:, None] * K + inner[None, :]
    b = b_ptr + inner[:, None] * N + columns[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, tl.cdiv(K, BK), warp_specialize=True):
        x = tl.load(a, mask=inner[None, :] < K - k * BK, other=0.0) if MASK else tl.load(a)
        y = tl.load(b, mask=inner[:, None] < K - k * BK, other=0.0) if MASK else tl.load(b)
        acc = tl.dot(x, y, acc)
        a += BK
        b += BK * N
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], acc)


@triton.jit
def hopper_nested(
    a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SOME: tl.constexpr
):  # fmt: skip
    """A persistent matmul with a loop in a loop, which stores all tiles, stores some, or computes some."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [N, 1], [BM, BN])
    tiles_m = tl.cdiv(M, BM)
    for tile in tl.range(tl.program_id(0), tiles_m * tl.cdiv(N, BN), 132, warp_specialize=True):
        row = tile % tiles_m * BM
        column = tile // tiles_m * BN
        if SOME == "computed":
            if tile % 3 == 0:
                acc = tl.zeros((BM, BN), tl.float32)
                for k in range(tl.cdiv(K, BK)):
                    acc = tl.dot(a.load([row, k * BK]), b.load([column, k * BK]).T, acc)
                c.store([row, column], acc.to(tl.float16))
        else:
            acc = tl.zeros((BM, BN), tl.float32)
            for k in range(tl.cdiv(K, BK)):
                acc = tl.dot(a.load([row, k * BK]), b.load([column, k * BK]).T, acc)
            if SOME == "stored":
                if tile % 2 == 0:
                    c.store([row, column], acc.to(tl.float16))
            else:
                c.store([row, column], acc.to(tl.float16))


@triton.jit
def hopper_two_loops(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Two loops with one accumulator."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [N, 1], [BM, BN])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, tl.cdiv(K, BK), warp_specialize=True):
        acc = tl.dot(a.load([row, k * BK]), b.load([column, k * BK]).T, acc)
    for k in tl.range(0, tl.cdiv(K, BK)):
        acc = tl.dot(a.load([row, k * BK]), b.load([column, k * BK]).T, acc)
    c.store([row, column], acc.to(tl.float16))


@triton.jit
def hopper_atomics(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """A matmul whose programs add parts of the sums."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(tl.program_id(2), tl.cdiv(K, BK), 4, warp_specialize=True):
        acc = tl.dot(a.load([row, k * BK]), b.load([column, k * BK]).T, acc)
    rows, columns = row + tl.arange(0, BM), column + tl.arange(0, BN)
    tl.atomic_add(c_ptr + rows[:, None] * N + columns[None, :], acc)


@triton.jit
def hopper_backward(
    k_ptr, v_ptr, q_ptr, g_ptr, dk_ptr, dv_ptr, N, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr
):  # fmt: skip
    """Four dots in a loop whose operands are shared, and kept from before it, as of attention's gradient."""
    k = tl.make_tensor_descriptor(k_ptr, [N, D], [D, 1], [BN, D])
    v = tl.make_tensor_descriptor(v_ptr, [N, D], [D, 1], [BN, D])
    q = tl.make_tensor_descriptor(q_ptr, [N, D], [D, 1], [BM, D])
    g = tl.make_tensor_descriptor(g_ptr, [N, D], [D, 1], [BM, D])
    dk = tl.make_tensor_descriptor(dk_ptr, [N, D], [D, 1], [BN, D])
    dv = tl.make_tensor_descriptor(dv_ptr, [N, D], [D, 1], [BN, D])
    column = tl.program_id(0) * BN
    keys, values = k.load([column, 0]), v.load([column, 0])
    of_keys = tl.zeros((BN, D), tl.float32)
    of_values = tl.zeros((BN, D), tl.float32)
    for row in tl.range(0, N, BM, warp_specialize=True):
        queries, gradient = q.load([row, 0]), g.load([row, 0])
        p = tl.math.exp2(tl.dot(keys, queries.T))
        of_values = tl.dot(p.to(tl.float16), gradient, of_values)
        s = tl.dot(values, gradient.T) * p
        of_keys = tl.dot(s.to(tl.float16), queries, of_keys)
    dk.store([column, 0], of_keys.to(tl.float16))
    dv.store([column, 0], of_values.to(tl.float16))


@triton.jit
def hopper_causal(
    q_ptr, k_ptr, v_ptr, o_ptr, N, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr
):  # fmt: skip
    """Causal attention of several heads: the rows that are masked are counted from the head's first one."""
    q = tl.make_tensor_descriptor(q_ptr, [N * tl.num_programs(1), D], [D, 1], [BM, D])
    k = tl.make_tensor_descriptor(k_ptr, [N * tl.num_programs(1), D], [D, 1], [BN, D])
    v = tl.make_tensor_descriptor(v_ptr, [N * tl.num_programs(1), D], [D, 1], [BN, D])
    o = tl.make_tensor_descriptor(o_ptr, [N * tl.num_programs(1), D], [D, 1], [BM, D])
    row, first = tl.program_id(0) * BM, tl.program_id(1) * N
    rows = row + tl.arange(0, BM)
    m = tl.full([BM], -float("inf"), tl.float32)
    total = tl.full([BM], 1.0, tl.float32)
    acc = tl.zeros([BM, D], tl.float32)
    x = q.load([first + row, 0])
    for start in tl.range(0, row + BM, BN, warp_specialize=True):
        s = tl.dot(x, k.load([first + start, 0]).T) * scale
        s = tl.where(rows[:, None] >= start + tl.arange(0, BN)[None, :], s, -1.0e6)
        new = tl.maximum(m, tl.max(s, 1))
        p = tl.math.exp2(s - new[:, None])
        alpha = tl.math.exp2(m - new)
        acc = tl.dot(p.to(tl.float16), v.load([first + start, 0]), acc * alpha[:, None])
        total = total * alpha + tl.sum(p, 1)
        m = new
    o.store([first + row, 0], (acc / total[:, None]).to(tl.float16))


@triton.jit
def hopper_pointer_store(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """A matmul that loads through descriptors and stores through pointers, from the same rows and columns."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, tl.cdiv(K, BK), warp_specialize=True):
        acc = tl.dot(a.load([row, k * BK]), b.load([column, k * BK]).T, acc)
    rows, columns = row + tl.arange(0, BM), column + tl.arange(0, BN)
    mask = (rows < M)[:, None] & (columns < N)[None, :]
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], acc.to(tl.float16), mask=mask)


@triton.jit
def hopper_counter(
    a_ptr, b_ptr, c_ptr, n_ptr, M, N, K,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, WHERE: tl.constexpr,
):  # fmt: skip
    """A matmul that changes a counter: to take a row of tiles, before the loop, between it and the store, or after."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [N, 1], [BM, BN])
    row = (tl.atomic_add(n_ptr, 1) if WHERE == "row" else tl.program_id(0)) * BM
    column = tl.program_id(1) * BN
    if WHERE == "before":
        tl.atomic_add(n_ptr, M)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, tl.cdiv(K, BK), warp_specialize=True):
        acc = tl.dot(a.load([row, k * BK]), b.load([column, k * BK]).T, acc)
    if WHERE == "between":
        tl.atomic_xchg(n_ptr, M)
    c.store([row, column], acc.to(tl.float16))
    if WHERE == "after":
        tl.atomic_xchg(n_ptr, M)


@triton.jit
def hopper_update(a_ptr, b_ptr, c_ptr, d_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """A matmul that adds its product to what is in memory; to another matrix if that is given."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [N, 1], [BM, BN])
    d = tl.make_tensor_descriptor(d_ptr, [M, N], [N, 1], [BM, BN]) if d_ptr is not None else c
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, tl.cdiv(K, BK), warp_specialize=True):
        acc = tl.dot(a.load([row, k * BK]), b.load([column, k * BK]).T, acc)
    d.store([row, column], (acc + c.load([row, column])).to(tl.float16))


def _kernels() -> Iterator[tuple[str, Kernel]]:
    sizes = dict.fromkeys(("M", "N", "K"), "i32:16")
    signature = {**dict.fromkeys(("a_ptr", "b_ptr", "c_ptr"), "*fp16:16"), **sizes}
    of_sums = {**signature, "c_ptr": "*fp32:16"}
    tile = {"BM": 128, "BN": 128, "BK": 64}
    for mask in (False, True):
        yield f"hopper_pointers_{mask}", Kernel(hopper_pointers, of_sums, {**tile, "MASK": mask})
    for some in ("all", "stored", "computed"):
        yield f"hopper_nested_{some}", Kernel(hopper_nested, signature, {**tile, "SOME": some})
    for rows, columns in ((64, 128), (64, 256), (256, 128)):
        constants = {"BM": rows, "BN": columns, "BK": 64, "SOME": "all"}
        yield f"hopper_nested_{rows}_{columns}", Kernel(hopper_nested, signature, constants)
    yield "hopper_two_loops", Kernel(hopper_two_loops, signature, tile)
    yield "hopper_atomics", Kernel(hopper_atomics, of_sums, tile)
    pointers = dict.fromkeys(("k_ptr", "v_ptr", "q_ptr", "g_ptr", "dk_ptr", "dv_ptr"), "*fp16:16")
    of_attention = {**dict.fromkeys(("q_ptr", "k_ptr", "v_ptr", "o_ptr"), "*fp16:16"), "N": "i32:16", "scale": "fp32"}
    yield "hopper_causal", Kernel(hopper_causal, of_attention, {"BM": 128, "BN": 64, "D": 64})
    yield "hopper_pointer_store", Kernel(hopper_pointer_store, signature, tile)
    for where in ("row", "before", "between", "after"):
        counted = {**signature, "n_ptr": "*i32:16"}
        yield f"hopper_counter_{where}", Kernel(hopper_counter, counted, {**tile, "WHERE": where})
    for rows in (64, 128):
        blocks = {"BM": rows, "BN": 64, "BK": 64}
        yield f"hopper_update_{rows}", Kernel(hopper_update, signature, {**blocks, "d_ptr": None})
        yield f"hopper_sum_{rows}", Kernel(hopper_update, {**signature, "d_ptr": "*fp16:16"}, blocks)
    yield "hopper_backward", Kernel(hopper_backward, {**pointers, "N": "i32:16"}, {"BM": 64, "BN": 128, "D": 64})


HOPPER_SPECIALIZED: dict[str, Kernel] = {**WARP_SPECIALIZED, **dict(_kernels())}
"""The kernels by their names."""
