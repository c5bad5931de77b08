"""Kernels of the usual kind: softmax, matmuls, layer norm, reductions, block pointers, descriptors."""
# ruff: noqa: B007, RUF059, PIE808 - the two forms of a kernel are kept alike

import triton
import triton.language as tl
from parity.builder_pairs.wheel import Pair
from selection import WITH_BLOCK_POINTERS

from xtriton.frontend import builder as tb
from xtriton.versions import V3_6, V3_9, before, only


@triton.jit
def softmax(out_ptr, in_ptr, in_stride, out_stride, n_rows, n_cols, BLOCK: tl.constexpr):
    row_start = tl.program_id(0)
    row_step = tl.num_programs(0)
    for row in tl.range(row_start, n_rows, row_step, num_stages=2):
        cols = tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(in_ptr + row * in_stride + cols, mask=mask, other=-float("inf"))
        numerator = tl.exp(x - tl.max(x, axis=0))
        y = numerator / tl.sum(numerator, axis=0)
        tl.store(out_ptr + row * out_stride + cols, y, mask=mask)


def built_softmax(out_ptr, in_ptr, in_stride, out_stride, n_rows, n_cols, BLOCK):
    row_start = tb.program_id(0)
    row_step = tb.num_programs(0)
    with tb.for_range(row_start, n_rows, row_step, num_stages=2) as (row, _):
        cols = tb.arange(0, BLOCK)
        mask = cols < n_cols
        x = tb.load(in_ptr + row * in_stride + cols, mask=mask, other=-float("inf"))
        numerator = tb.exp(x - tb.max(x, axis=0))
        y = numerator / tb.sum(numerator, axis=0)
        tb.store(out_ptr + row * out_stride + cols, y, mask=mask)


@triton.jit
def activate(x, kind: tl.constexpr):
    if kind == "leaky":
        x = tl.where(x >= 0, x, 0.01 * x)
    return x


@tb.function(name="parity.builder_pairs.tensors.activate")
def built_activate(x, kind):
    if kind == "leaky":
        x = tb.where(x >= 0, x, 0.01 * x)
    return x


@triton.jit
def matmul(
    a_ptr, b_ptr, c_ptr, M, N, K, sam, sak, sbk, sbn, scm, scn,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
):  # fmt: skip
    pid = tl.program_id(axis=0)
    width = GROUP * tl.cdiv(N, BN)
    group = pid // width
    first = group * GROUP
    size = min(tl.cdiv(M, BM) - first, GROUP)
    pid_m = first + (pid % width) % size
    pid_n = (pid % width) // size
    am = (pid_m * BM + tl.arange(0, BM)) % M
    bn = (pid_n * BN + tl.arange(0, BN)) % N
    ks = tl.arange(0, BK)
    a_ptrs = a_ptr + (am[:, None] * sam + ks[None, :] * sak)
    b_ptrs = b_ptr + (ks[:, None] * sbk + bn[None, :] * sbn)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        a = tl.load(a_ptrs, mask=ks[None, :] < K - k * BK, other=0.0)
        b = tl.load(b_ptrs, mask=ks[:, None] < K - k * BK, other=0.0)
        acc = tl.dot(a, b, acc)
        a_ptrs += BK * sak
        b_ptrs += BK * sbk
    c = activate(acc, kind="leaky").to(tl.float16)
    cm = pid_m * BM + tl.arange(0, BM)
    cn = pid_n * BN + tl.arange(0, BN)
    mask = (cm[:, None] < M) & (cn[None, :] < N)
    tl.store(c_ptr + scm * cm[:, None] + scn * cn[None, :], c, mask=mask)


def built_matmul(a_ptr, b_ptr, c_ptr, M, N, K, sam, sak, sbk, sbn, scm, scn, BM, BN, BK, GROUP):
    pid = tb.program_id(axis=0)
    width = GROUP * tb.cdiv(N, BN)
    group = pid // width
    first = group * GROUP
    size = tb.minimum(tb.cdiv(M, BM) - first, GROUP)
    pid_m = first + (pid % width) % size
    pid_n = (pid % width) // size
    am = (pid_m * BM + tb.arange(0, BM)) % M
    bn = (pid_n * BN + tb.arange(0, BN)) % N
    ks = tb.arange(0, BK)
    a_ptrs = a_ptr + (am[:, None] * sam + ks[None, :] * sak)
    b_ptrs = b_ptr + (ks[:, None] * sbk + bn[None, :] * sbn)
    acc = tb.zeros((BM, BN), dtype=tb.float32)
    with tb.for_range(0, tb.cdiv(K, BK), a_ptrs=a_ptrs, b_ptrs=b_ptrs, acc=acc) as (k, c):
        a = tb.load(c.a_ptrs, mask=ks[None, :] < K - k * BK, other=0.0)
        b = tb.load(c.b_ptrs, mask=ks[:, None] < K - k * BK, other=0.0)
        c.acc = tb.dot(a, b, c.acc)
        c.a_ptrs += BK * sak
        c.b_ptrs += BK * sbk
    c = built_activate(c.acc, kind="leaky").to(tb.float16)
    cm = pid_m * BM + tb.arange(0, BM)
    cn = pid_n * BN + tb.arange(0, BN)
    mask = (cm[:, None] < M) & (cn[None, :] < N)
    tb.store(c_ptr + scm * cm[:, None] + scn * cn[None, :], c, mask=mask)


@triton.jit
def layer_norm(x_ptr, y_ptr, w_ptr, b_ptr, mean_ptr, rstd_ptr, stride, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    x_ptr += row * stride
    y_ptr += row * stride
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for off in range(0, n, BLOCK):
        cols = off + tl.arange(0, BLOCK)
        a = tl.load(x_ptr + cols, mask=cols < n, other=0.0).to(tl.float32)
        total += a
    mean = tl.sum(total, axis=0) / n
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for off in range(0, n, BLOCK):
        cols = off + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + cols, mask=cols < n, other=0.0).to(tl.float32)
        x = tl.where(cols < n, x - mean, 0.0)
        squares += x * x
    rstd = 1 / tl.sqrt(tl.sum(squares, axis=0) / n + eps)
    tl.store(mean_ptr + row, mean)
    tl.store(rstd_ptr + row, rstd)
    for off in range(0, n, BLOCK):
        cols = off + tl.arange(0, BLOCK)
        mask = cols < n
        w = tl.load(w_ptr + cols, mask=mask)
        b = tl.load(b_ptr + cols, mask=mask)
        x = tl.load(x_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        tl.store(y_ptr + cols, (x - mean) * rstd * w + b, mask=mask)


def built_layer_norm(x_ptr, y_ptr, w_ptr, b_ptr, mean_ptr, rstd_ptr, stride, n, eps, BLOCK):
    row = tb.program_id(0)
    x_ptr += row * stride
    y_ptr += row * stride
    total = tb.zeros([BLOCK], dtype=tb.float32)
    with tb.for_range(0, n, BLOCK, total=total) as (off, c):
        cols = off + tb.arange(0, BLOCK)
        a = tb.load(x_ptr + cols, mask=cols < n, other=0.0).to(tb.float32)
        c.total += a
    mean = tb.sum(c.total, axis=0) / n
    squares = tb.zeros([BLOCK], dtype=tb.float32)
    with tb.for_range(0, n, BLOCK, squares=squares) as (off, c):
        cols = off + tb.arange(0, BLOCK)
        x = tb.load(x_ptr + cols, mask=cols < n, other=0.0).to(tb.float32)
        x = tb.where(cols < n, x - mean, 0.0)
        c.squares += x * x
    rstd = 1 / tb.sqrt(tb.sum(c.squares, axis=0) / n + eps)
    tb.store(mean_ptr + row, mean)
    tb.store(rstd_ptr + row, rstd)
    with tb.for_range(0, n, BLOCK) as (off, _):
        cols = off + tb.arange(0, BLOCK)
        mask = cols < n
        w = tb.load(w_ptr + cols, mask=mask)
        b = tb.load(b_ptr + cols, mask=mask)
        x = tb.load(x_ptr + cols, mask=mask, other=0.0).to(tb.float32)
        tb.store(y_ptr + cols, (x - mean) * rstd * w + b, mask=mask)


@triton.jit
def welford(mean_a, m2_a, n_a, mean_b, m2_b, n_b):
    delta = mean_b - mean_a
    n = n_a + n_b
    return mean_a + delta * n_b / n, m2_a + m2_b + delta * delta * n_a * n_b / n, n


@triton.jit
def weighted(a, b):
    return a * 0.5 + b


@triton.jit
def reductions(x_ptr, i_ptr, u_ptr, h_ptr, y_ptr, B: tl.constexpr, C: tl.constexpr):
    at = tl.arange(0, B)[:, None] * C + tl.arange(0, C)[None, :]
    x = tl.load(x_ptr + at)
    i = tl.load(i_ptr + at)
    u = tl.load(u_ptr + at)
    h = tl.load(h_ptr + at)
    mean, m2, n = tl.reduce((x, tl.zeros_like(x), tl.full((B, C), 1.0, tl.float32)), 1, welford)
    r = tl.reduce(x, 0, weighted, keep_dims=True)
    s = tl.associative_scan(x, 1, weighted, reverse=True)
    t, v = tl.associative_scan((x, x), 0, paired)
    a = tl.sum(x) + tl.sum(i, axis=None) + tl.sum(u, 1, keep_dims=True) + tl.sum(h, 0, dtype=tl.float32)
    b = tl.max(x, 1, keep_dims=True) + tl.min(h, axis=0) + tl.max(u) + tl.min(i.to(tl.int8), -1, keep_dims=True)
    top, where = tl.max(x, 1, return_indices=True)
    low, there = tl.min(h, 0, return_indices=True, return_indices_tie_break_left=False, keep_dims=True)
    c = tl.argmax(x, 1) + tl.argmin(i, axis=1, tie_break_left=False) + where + top
    d = tl.cumsum(x, 1) + tl.cumprod(h, axis=0) + tl.cumsum(i.to(tl.int16), 0, reverse=True) + x.sum(1)[:, None]
    e = tl.xor_sum(i, 1, keep_dims=True) | tl.reduce_or(i, 0)
    f = a + b + c[:, None] + d + e + r + s + t + v + low + there + mean[:, None] + m2[:, None] + n[:, None]
    tl.store(y_ptr + at, f + tl.max(tl.max(x, 0), 0) + tl.sum(x, keep_dims=True))


@triton.jit
def paired(a, b, c, d):
    return tl.maximum(a, c), b * d


@tb.function(name="parity.builder_pairs.tensors.welford")
def built_welford(mean_a, m2_a, n_a, mean_b, m2_b, n_b):
    delta = mean_b - mean_a
    n = n_a + n_b
    return mean_a + delta * n_b / n, m2_a + m2_b + delta * delta * n_a * n_b / n, n


@tb.function(name="parity.builder_pairs.tensors.weighted")
def built_weighted(a, b):
    return a * 0.5 + b


@tb.function(name="parity.builder_pairs.tensors.paired")
def built_paired(a, b, c, d):
    return tb.maximum(a, c), b * d


def built_reductions(x_ptr, i_ptr, u_ptr, h_ptr, y_ptr, B, C):
    at = tb.arange(0, B)[:, None] * C + tb.arange(0, C)[None, :]
    x = tb.load(x_ptr + at)
    i = tb.load(i_ptr + at)
    u = tb.load(u_ptr + at)
    h = tb.load(h_ptr + at)
    mean, m2, n = tb.reduce((x, tb.zeros_like(x), tb.full((B, C), 1.0, tb.float32)), 1, built_welford)
    r = tb.reduce(x, 0, built_weighted, keep_dims=True)
    s = tb.associative_scan(x, 1, built_weighted, reverse=True)
    t, v = tb.associative_scan((x, x), 0, built_paired)
    a = tb.sum(x) + tb.sum(i, axis=None) + tb.sum(u, 1, keep_dims=True) + tb.sum(h, 0, dtype=tb.float32)
    b = tb.max(x, 1, keep_dims=True) + tb.min(h, axis=0) + tb.max(u) + tb.min(i.to(tb.int8), -1, keep_dims=True)
    top, where = tb.max(x, 1, return_indices=True)
    low, there = tb.min(h, 0, return_indices=True, return_indices_tie_break_left=False, keep_dims=True)
    c = tb.argmax(x, 1) + tb.argmin(i, axis=1, tie_break_left=False) + where + top
    d = tb.cumsum(x, 1) + tb.cumprod(h, axis=0) + tb.cumsum(i.to(tb.int16), 0, reverse=True) + x.sum(1)[:, None]
    e = tb.xor_sum(i, 1, keep_dims=True) | tb.reduce_or(i, 0)
    f = a + b + c[:, None] + d + e + r + s + t + v + low + there + mean[:, None] + m2[:, None] + n[:, None]
    tb.store(y_ptr + at, f + tb.max(tb.max(x, 0), 0) + tb.sum(x, keep_dims=True))


@triton.jit
def block_pointers(a_ptr, b_ptr, c_ptr, bits_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pm = tl.program_id(0)
    pn = tl.program_id(1)
    a = tl.make_block_ptr(a_ptr, (M, K), (K, 1), (pm * BM, 0), (BM, BK), (1, 0))
    b = tl.make_block_ptr(b_ptr, (K, N), (N, 1), (0, pn * BN), (BK, BN), order=(1, 0))
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        x = tl.load(a, boundary_check=(1, 0), padding_option="zero", cache_modifier=".cg")
        acc += tl.dot(x, tl.load(b, boundary_check=(0,), padding_option="nan"), input_precision="ieee")
        a = tl.advance(a, (0, BK))
        b = tl.advance(b, (BK, 0))
    c = tl.make_block_ptr(c_ptr, (M, N), (N, 1), (pm * BM, pn * BN), (BM, BN), (1, 0))
    tl.store(c, acc.to(tl.float16), boundary_check=(0, 1), eviction_policy="evict_first")
    d = tl.make_block_ptr(bits_ptr, (M,), (1,), (pm,), (BM,), (0,))
    tl.store(d, tl.full((BM,), 1, tl.int8))
    tl.store(c_ptr, tl.load(d).to(tl.float16).sum())


def built_block_pointers(a_ptr, b_ptr, c_ptr, bits_ptr, M, N, K, BM, BN, BK):
    pm = tb.program_id(0)
    pn = tb.program_id(1)
    a = tb.make_block_ptr(a_ptr, (M, K), (K, 1), (pm * BM, 0), (BM, BK), (1, 0))
    b = tb.make_block_ptr(b_ptr, (K, N), (N, 1), (0, pn * BN), (BK, BN), order=(1, 0))
    acc = tb.zeros((BM, BN), dtype=tb.float32)
    with tb.for_range(0, tb.cdiv(K, BK), a=a, b=b, acc=acc) as (k, c):
        x = tb.load(c.a, boundary_check=(1, 0), padding_option="zero", cache_modifier=".cg")
        c.acc += tb.dot(x, tb.load(c.b, boundary_check=(0,), padding_option="nan"), input_precision="ieee")
        c.a = tb.advance(c.a, (0, BK))
        c.b = tb.advance(c.b, (BK, 0))
    acc = c.acc
    c = tb.make_block_ptr(c_ptr, (M, N), (N, 1), (pm * BM, pn * BN), (BM, BN), (1, 0))
    tb.store(c, acc.to(tb.float16), boundary_check=(0, 1), eviction_policy="evict_first")
    d = tb.make_block_ptr(bits_ptr, (M,), (1,), (pm,), (BM,), (0,))
    tb.store(d, tb.full((BM,), 1, tb.int8))
    tb.store(c_ptr, tb.load(d).to(tb.float16).sum())


@triton.jit
def copied(desc, host, offset):
    host.store([offset, 0], desc.load([offset, 0]))


@tb.function(name="parity.builder_pairs.tensors.copied")
def built_copied(desc, host, offset):
    host.store([offset, 0], desc.load([offset, 0]))


@triton.jit
def descriptors(a_ptr, i_ptr, host, M, N, BM: tl.constexpr, BN: tl.constexpr):
    a = tl.make_tensor_descriptor(a_ptr, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    i = tl.make_tensor_descriptor(i_ptr, [M, N], [N, 1], [1, BN], padding_option="zero")
    pid = tl.program_id(0)
    x = a.load([pid * BM, 0])
    a.store([0, pid * BN], x.to(tl.float32))
    for k in range(0, N, BN):
        x += host.load([pid, k])
    rows = tl.arange(0, 16)
    y = i.gather(rows, pid)
    i.scatter(y + 1, rows, 0)
    i.atomic_add([pid, 0], tl.load(i_ptr + tl.arange(0, BN))[None, :])
    i.atomic_max([pid, 0], tl.load(i_ptr + tl.arange(0, BN))[None, :])
    tl.store_tensor_descriptor(a, [0, 0], tl.load_tensor_descriptor(a, [pid, pid]) + x)
    copied(a, host, pid)


def built_descriptors(a_ptr, i_ptr, host, M, N, BM, BN):
    a = tb.make_tensor_descriptor(a_ptr, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    i = tb.make_tensor_descriptor(i_ptr, [M, N], [N, 1], [1, BN], padding_option="zero")
    pid = tb.program_id(0)
    x = a.load([pid * BM, 0])
    a.store([0, pid * BN], x.to(tb.float32))
    with tb.for_range(0, N, BN, x=x) as (k, c):
        c.x += host.load([pid, k])
    rows = tb.arange(0, 16)
    y = i.gather(rows, pid)
    i.scatter(y + 1, rows, 0)
    i.atomic_add([pid, 0], tb.load(i_ptr + tb.arange(0, BN))[None, :])
    i.atomic_max([pid, 0], tb.load(i_ptr + tb.arange(0, BN))[None, :])
    tb.store_tensor_descriptor(a, [0, 0], tb.load_tensor_descriptor(a, [pid, pid]) + c.x)
    built_copied(a, host, pid)


@triton.jit
def products(a_ptr, b_ptr, i_ptr, e_ptr, s_ptr, c_ptr, B: tl.constexpr):
    at = tl.arange(0, B)[:, None] * B + tl.arange(0, B)[None, :]
    a = tl.load(a_ptr + at)
    b = tl.load(b_ptr + at)
    i = tl.load(i_ptr + at)
    e = tl.load(e_ptr + at)
    s = tl.load(s_ptr + tl.arange(0, B)[:, None] * (B // 32) + tl.arange(0, B // 32)[None, :])
    c = tl.dot(a, b) + tl.dot(a, b, out_dtype=tl.float16) + tl.dot(i, i).to(tl.float32)
    c = tl.dot(e, e, c, max_num_imprecise_acc=16) + tl.dot(c, c, input_precision="tf32x3") + tl.dot(e, e)
    d = tl.reshape(a, (B // 32, 32, B)).to(tl.bfloat16)
    c += tl.dot(d, tl.permute(d, 0, 2, 1)).sum()
    f = tl.dot_scaled(e, s, "e5m2", e, s, "e5m2", c)
    p = tl.load(i_ptr + at).to(tl.uint8, bitcast=True)
    f += tl.dot_scaled(p, None, "e5m2", e, s, "e5m2", fast_math=True)
    tl.store(c_ptr + at, c + f)


@triton.jit
def lenient_add(a, b):
    return a + b


@triton.jit
def lenient(x):
    """Leniencies of Triton's front end: mixed signedness, numbers as flags, ``None`` as a keyword argument."""
    i = tl.arange(0, 8)
    u = i.to(tl.uint32)
    lo, hi = tl.split(tl.join(i, u))
    a = tl.cat(lo, hi.to(tl.uint32), can_reorder=True)
    b = tl.trans(tl.zeros((8, True), tl.int32), ()).reshape(8)
    c = tl.associative_scan(b, 0, lenient_add) + tl.load(x + i, cache_modifier=None, eviction_policy=None)
    tl.store(x + i, tl.atomic_cas(x + i, u, u, sem="", scope="") + c)
    tl.store(x + tl.arange(0, 16), a)


@triton.jit
def lenient_pointers(x, n):
    p = tl.make_block_ptr(x, (n,), (1,), (0,), (8,), (0,))
    p = tl.advance(tl.where(n > 0, p, p), n)
    d = tl.load(p, boundary_check=None, padding_option=None)
    tl.store(x + tl.arange(0, 8), d)


@triton.jit
def lenient_flags(x):
    i = tl.arange(False, 8)
    tl.store(x + i, tl.associative_scan(i, 0, lenient_add, reverse=1) + tl.load(x + i, volatile=1))


@triton.jit
def lenient_reduction(f, n):
    desc = tl.make_tensor_descriptor(f, [n], [1], [8])
    desc.atomic_add([0], desc.load([0]).to(tl.float16))


@tb.function(name=f"{__name__}.lenient_add")
def built_lenient_add(a, b):
    return a + b


def built_lenient(x):
    i = tb.arange(0, 8)
    u = i.to(tb.uint32)
    lo, hi = tb.split(tb.join(i, u))
    a = tb.cat(lo, hi.to(tb.uint32), can_reorder=True)
    b = tb.trans(tb.zeros((8, True), tb.int32), ()).reshape(8)
    c = tb.associative_scan(b, 0, built_lenient_add) + tb.load(x + i, cache_modifier=None, eviction_policy=None)
    tb.store(x + i, tb.atomic_cas(x + i, u, u, sem="", scope="") + c)
    tb.store(x + tb.arange(0, 16), a)


def built_lenient_flags(x):
    i = tb.arange(False, 8)
    tb.store(x + i, tb.associative_scan(i, 0, built_lenient_add, reverse=1) + tb.load(x + i, volatile=1))


F32, F16 = tb.pointer(tb.float32, 16), tb.pointer(tb.float16, 16)
I32, I8 = tb.pointer(tb.int32, 16), tb.pointer(tb.int8)
N = tb.scalar(tb.int32, 16)

MATMUL = {
    **dict.fromkeys(("a_ptr", "b_ptr", "c_ptr"), F16),
    **dict.fromkeys(("M", "N", "K", "sam"), N),
    "sak": 1,
    "sbk": tb.int32,
    "sbn": 1,
    "scm": N,
    "scn": 1,
    "BM": 64,
    "BN": 32,
    "BK": 32,
    "GROUP": 8,
}

PAIRS = [
    Pair(
        softmax,
        {
            "out_ptr": F32,
            "in_ptr": F32,
            "in_stride": N,
            "out_stride": N,
            "n_rows": tb.int32,
            "n_cols": tb.int32,
            "BLOCK": 256,
        },
        built=built_softmax,
    ),
    Pair(matmul, MATMUL, built=built_matmul),
    Pair(
        layer_norm,
        {
            **dict.fromkeys(("x_ptr", "y_ptr", "w_ptr", "b_ptr"), F16),
            "mean_ptr": F32,
            "rstd_ptr": F32,
            "stride": N,
            "n": N,
            "eps": tb.float32,
            "BLOCK": 128,
        },
        built=built_layer_norm,
    ),
    Pair(
        reductions,
        {
            "x_ptr": F32,
            "i_ptr": I32,
            "u_ptr": tb.pointer(tb.uint8),
            "h_ptr": tb.pointer(tb.bfloat16),
            "y_ptr": F32,
            "B": 16,
            "C": 16,
        },
        built=built_reductions,
    ),
    Pair(
        block_pointers,
        {
            **dict.fromkeys(("a_ptr", "b_ptr", "c_ptr"), F16),
            "bits_ptr": tb.pointer(tb.int1),
            "M": N,
            "N": N,
            "K": tb.int64,
            "BM": 64,
            "BN": 64,
            "BK": 32,
        },
        versions=WITH_BLOCK_POINTERS,
        built=built_block_pointers,
    ),
    Pair(
        descriptors,
        {
            "a_ptr": F32,
            "i_ptr": I32,
            "host": tb.descriptor(tb.float32, [16, 32]),
            "M": N,
            "N": N,
            "BM": 16,
            "BN": 32,
        },
        built=built_descriptors,
    ),
    Pair(
        products,
        {
            "a_ptr": F16,
            "b_ptr": F16,
            "i_ptr": I8,
            "e_ptr": tb.pointer(tb.float8e5),
            "s_ptr": tb.pointer(tb.uint8),
            "c_ptr": F32,
            "B": 64,
        },
    ),
    Pair(lenient, {"x": tb.pointer(tb.int32)}, built=built_lenient),
    Pair(
        lenient_pointers,
        {"x": tb.pointer(tb.int32), "n": tb.int32},
        versions=WITH_BLOCK_POINTERS,
    ),
    Pair(
        lenient_reduction,
        {"f": tb.pointer(tb.float32), "n": tb.int32},
        versions=only(V3_6),  # later versions verify the element type
    ),
    Pair(lenient_flags, {"x": tb.pointer(tb.int32)}, versions=before(V3_9), built=built_lenient_flags),
]
