"""Kernels with warp-specialized loops, for Blackwell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import triton
import triton.language as tl
from parity.kernels.kernel import Kernel


@triton.jit
def ws_matmul(
    a_ptr, b_ptr, bias_ptr, c_ptr, M, N, K,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, TRANS: tl.constexpr, BIAS: tl.constexpr,
    SCALE: tl.constexpr, STAGES: tl.constexpr,
):  # fmt: skip
    """A tile of a matmul, optionally with a transposed second operand, a bias and a scale in the loop."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    if TRANS:
        b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    else:
        b = tl.make_tensor_descriptor(b_ptr, [K, N], [N, 1], [BK, BN])
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [N, 1], [BM, BN])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, tl.cdiv(K, BK), warp_specialize=True, num_stages=STAGES):
        x = a.load([row, k * BK])
        if SCALE:
            x = x * 2
        if TRANS:
            acc = tl.dot(x, b.load([column, k * BK]).T, acc)
        else:
            acc = tl.dot(x, b.load([k * BK, column]), acc)
    if BIAS:
        acc += tl.load(bias_ptr + column + tl.arange(0, BN))[None, :]
    c.store([row, column], acc.to(c_ptr.dtype.element_ty))


@triton.jit
def ws_pointers(
    a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, MASK: tl.constexpr
):  # fmt: skip
    """A matmul whose first operand is loaded through pointers, the second through a descriptor."""
    b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    column = tl.program_id(1) * BN
    columns = column + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, tl.cdiv(K, BK), warp_specialize=True):
        pointers = a_ptr + rows[:, None] * K + (k * BK + inner)[None, :]
        x = tl.load(pointers, mask=(k * BK + inner)[None, :] < K, other=0.0) if MASK else tl.load(pointers)
        acc = tl.dot(x, b.load([column, k * BK]).T, acc)
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], acc)


@triton.jit
def ws_persistent(
    a_ptr, b_ptr, c_ptr, M, N, K,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr, PROGRAMS: tl.constexpr,
    FLATTEN: tl.constexpr, SUBTILE: tl.constexpr,
):  # fmt: skip
    """A persistent matmul: a program computes tile after tile."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [N, 1], [BM, BN // 2 if SUBTILE else BN])
    tiles_m = tl.cdiv(M, BM)
    tiles_n = tl.cdiv(N, BN)
    steps = tl.cdiv(K, BK)
    for tile in tl.range(tl.program_id(0), tiles_m * tiles_n, PROGRAMS, flatten=FLATTEN, warp_specialize=True):
        group = tile // (GROUP * tiles_n)
        size = min(tiles_m - group * GROUP, GROUP)
        row = (group * GROUP + tile % size) * BM
        column = (tile % (GROUP * tiles_n)) // size * BN
        acc = tl.zeros((BM, BN), tl.float32)
        for k in range(steps):
            acc = tl.dot(a.load([row, k * BK]), b.load([column, k * BK]).T, acc)
        if SUBTILE:
            halves = tl.permute(tl.reshape(acc, (BM, 2, BN // 2)), (0, 2, 1))
            left, right = tl.split(halves)
            c.store([row, column], left.to(c_ptr.dtype.element_ty))
            c.store([row, column + BN // 2], right.to(c_ptr.dtype.element_ty))
        else:
            c.store([row, column], acc.to(c_ptr.dtype.element_ty))


@triton.jit
def ws_two_dots(a_ptr, b_ptr, d_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Two matmuls with the same first operand in one loop."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    d = tl.make_tensor_descriptor(d_ptr, [N, K], [K, 1], [BN, BK])
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [N, 1], [BM, BN])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    left = tl.zeros((BM, BN), tl.float32)
    right = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, tl.cdiv(K, BK), warp_specialize=True):
        x = a.load([row, k * BK])
        left = tl.dot(x, b.load([column, k * BK]).T, left)
        right = tl.dot(x, d.load([column, k * BK]).T, right)
    c.store([row, column], (left * tl.sigmoid(right)).to(c_ptr.dtype.element_ty))


@triton.jit
def ws_scaled_accumulator(a_ptr, b_ptr, s_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """A matmul with a scale for each step, as of block-scaled fp8."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [N, 1], [BM, BN])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, tl.cdiv(K, BK), warp_specialize=True):
        product = tl.dot(a.load([row, k * BK]), b.load([column, k * BK]).T)
        acc += product * tl.load(s_ptr + k)
    c.store([row, column], acc.to(c_ptr.dtype.element_ty))


@triton.jit
def ws_attention(
    q_ptr, k_ptr, v_ptr, o_ptr, N, scale,
    BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr, STAGES: tl.constexpr,
):  # fmt: skip
    """Attention over keys and values, with running maxima and sums."""
    q = tl.make_tensor_descriptor(q_ptr, [N, D], [D, 1], [BM, D])
    k = tl.make_tensor_descriptor(k_ptr, [N, D], [D, 1], [BN, D])
    v = tl.make_tensor_descriptor(v_ptr, [N, D], [D, 1], [BN, D])
    o = tl.make_tensor_descriptor(o_ptr, [N, D], [D, 1], [BM, D])
    row = tl.program_id(0) * BM
    rows = row + tl.arange(0, BM)
    m = tl.full([BM], -float("inf"), tl.float32)
    total = tl.full([BM], 1.0, tl.float32)
    acc = tl.zeros([BM, D], tl.float32)
    x = q.load([row, 0])
    end = row + BM if CAUSAL else N
    for start in tl.range(0, end, BN, warp_specialize=True, num_stages=STAGES):
        s = tl.dot(x, k.load([start, 0]).T)
        if CAUSAL:
            s = tl.where(rows[:, None] >= start + tl.arange(0, BN)[None, :], s * scale, -1.0e6)
            new = tl.maximum(m, tl.max(s, 1))
            s -= new[:, None]
        else:
            new = tl.maximum(m, tl.max(s, 1) * scale)
            s = s * scale - new[:, None]
        p = tl.math.exp2(s)
        alpha = tl.math.exp2(m - new)
        acc = acc * alpha[:, None]
        acc = tl.dot(p.to(q_ptr.dtype.element_ty), v.load([start, 0]), acc)
        total = total * alpha + tl.sum(p, 1)
        m = new
    o.store([row, 0], (acc / total[:, None]).to(q_ptr.dtype.element_ty))


@triton.jit
def ws_gather(a_ptr, index_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """A matmul whose rows are gathered by TMA."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [1, BK])
    b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [N, 1], [BM, BN])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    rows = tl.load(index_ptr + row + tl.arange(0, BM))
    acc = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, tl.cdiv(K, BK), warp_specialize=True):
        acc = tl.dot(a.gather(rows, k * BK), b.load([column, k * BK]).T, acc)
    c.store([row, column], acc.to(c_ptr.dtype.element_ty))


@triton.jit
def ws_sum(a_ptr, c_ptr, M, K, BM: tl.constexpr, BK: tl.constexpr):
    """Sums of rows: loads without dots."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    row = tl.program_id(0) * BM
    acc = tl.zeros((BM,), tl.float32)
    for k in tl.range(0, tl.cdiv(K, BK), warp_specialize=True):
        acc += tl.sum(a.load([row, k * BK]).to(tl.float32), 1)
    tl.store(c_ptr + row + tl.arange(0, BM), acc)


@triton.jit
def ws_reset(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, EVERY: tl.constexpr):
    """A matmul that stores and resets the accumulator every few steps."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [N, 1], [BM, BN])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, tl.cdiv(K, BK), warp_specialize=True, disallow_acc_multi_buffer=EVERY == 3):
        acc = tl.dot(a.load([row, k * BK]), b.load([column, k * BK]).T, acc)
        if k % EVERY == EVERY - 1:
            c.store([row + k, column], acc.to(c_ptr.dtype.element_ty))
            acc = tl.zeros((BM, BN), tl.float32)


@triton.jit
def ws_block_scaled(
    a_ptr, a_scale_ptr, b_ptr, b_scale_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    """A block-scaled matmul of fp8 operands, with scales in the layout of the instruction."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    rep_k: tl.constexpr = BK // 32 // 4
    a_scales = tl.make_tensor_descriptor(
        a_scale_ptr, [1, M // 128, K // 128, 2, 256], [M * K // 32, K * 4, 512, 256, 1], [1, BM // 128, rep_k, 2, 256]
    )
    b_scales = tl.make_tensor_descriptor(
        b_scale_ptr, [1, N // 128, K // 128, 2, 256], [N * K // 32, K * 4, 512, 256, 1], [1, BN // 128, rep_k, 2, 256]
    )
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [N, 1], [BM, BN])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, tl.cdiv(K, BK), warp_specialize=True):
        x = a.load([row, k * BK])
        y = b.load([column, k * BK])
        s = a_scales.load([0, row // 128, k * rep_k, 0, 0]).reshape(BM // 128, rep_k, 32, 4, 4)
        t = b_scales.load([0, column // 128, k * rep_k, 0, 0]).reshape(BN // 128, rep_k, 32, 4, 4)
        s = s.trans(0, 3, 2, 1, 4).reshape(BM, BK // 32)
        t = t.trans(0, 3, 2, 1, 4).reshape(BN, BK // 32)
        acc = tl.dot_scaled(x, s, "e4m3", y.T, t, "e4m3", acc)
    c.store([row, column], acc.to(c_ptr.dtype.element_ty))


def _sizes(*names: str) -> dict[str, str]:
    return dict.fromkeys(names, "i32:16")


def _pointers(element: str, *names: str) -> dict[str, str]:
    return dict.fromkeys(names, f"*{element}:16")


_TILE = {"BM": 128, "BN": 128, "BK": 64}
_MNK = _sizes("M", "N", "K")


@triton.jit
def ws_effects(
    a_ptr, b_ptr, c_ptr, n_ptr, M, N, K,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, EFFECT: tl.constexpr,
):  # fmt: skip
    """A matmul whose loop takes its steps from a counter, counts them, changes or stores numbers, or has a barrier."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [N, 1], [BM, BN])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, tl.cdiv(K, BK), warp_specialize=True):
        step = tl.atomic_add(n_ptr, 1) if EFFECT == "step" else k
        acc = tl.dot(a.load([row, step * BK]), b.load([column, step * BK]).T, acc)
        if EFFECT == "count":
            tl.atomic_add(n_ptr, M)
        elif EFFECT == "add":
            tl.atomic_add(n_ptr + tl.arange(0, 128), M)
        elif EFFECT == "update":
            tl.store(n_ptr, tl.load(n_ptr) + M)
        elif EFFECT == "store":
            tl.store(n_ptr + k, M)
        elif EFFECT == "barrier":
            tl.debug_barrier()
    c.store([row, column], acc.to(c_ptr.dtype.element_ty))


def _matmuls() -> Iterator[tuple[str, Kernel]]:
    plain = {"TRANS": True, "BIAS": False, "SCALE": False, "STAGES": 3}
    variants: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
        "plain": ("fp16", {}, {}),
        "not_transposed": ("fp16", {"TRANS": False}, {}),
        "bias": ("bf16", {"BIAS": True}, {}),
        "scale": ("fp16", {"SCALE": True}, {}),
        "stages2": ("fp16", {"STAGES": 2}, {}),
        "stages4": ("fp16", {"STAGES": 4, "BK": 32}, {}),
        "fp8": ("fp8e4nv", {"BK": 128}, {}),
        "tf32": ("fp32", {"BK": 32}, {}),
        "wide": ("fp16", {"BN": 256}, {"num_warps": 8}),
        "narrow": ("fp16", {"BM": 64, "BN": 64}, {}),
        "warps8": ("fp16", {}, {"num_warps": 8}),
    }
    for name, (element, constants, options) in variants.items():
        pointers = _pointers(element, "a_ptr", "b_ptr")
        rest = {"bias_ptr": "*fp32:16", "c_ptr": "*fp16:16"}
        yield (
            f"matmul_{name}",
            Kernel(ws_matmul, {**pointers, **rest, **_MNK}, {**_TILE, **plain, **constants}, options=options),
        )


def _others() -> Iterator[tuple[str, Kernel]]:
    abc = _pointers("fp16", "a_ptr", "b_ptr", "c_ptr")
    for mask in (False, True):
        signature = {**_pointers("fp16", "a_ptr", "b_ptr"), "c_ptr": "*fp32:16", **_MNK}
        yield f"pointers_{mask}", Kernel(ws_pointers, signature, {**_TILE, "MASK": mask})
    for flatten in (False, True):
        for subtile in (False, True):
            constants = {**_TILE, "GROUP": 8, "PROGRAMS": 2, "FLATTEN": flatten, "SUBTILE": subtile}
            yield f"persistent_{flatten}_{subtile}", Kernel(ws_persistent, {**abc, **_MNK}, constants)
    yield "two_dots", Kernel(ws_two_dots, {**abc, "d_ptr": "*fp16:16", **_MNK}, {**_TILE, "BN": 64})
    for element in ("fp8e4nv", "bf16"):
        signature = {**_pointers(element, "a_ptr", "b_ptr"), "s_ptr": "*fp32:16", "c_ptr": "*bf16:16", **_MNK}
        yield f"scaled_accumulator_{element}", Kernel(ws_scaled_accumulator, signature, {**_TILE, "BK": 128})
    qkvo = _pointers("fp16", "q_ptr", "k_ptr", "v_ptr", "o_ptr")
    for causal in (False, True):
        for depth in (64, 128):
            for warps in (4, 8):
                constants = {"BM": 128, "BN": 64, "D": depth, "CAUSAL": causal, "STAGES": 3 if depth == 64 else 2}
                signature = {**qkvo, "N": "i32:16", "scale": "fp32"}
                yield (
                    f"attention_{causal}_{depth}_{warps}",
                    Kernel(ws_attention, signature, constants, options={"num_warps": warps}),
                )
    yield "gather", Kernel(ws_gather, {**abc, "index_ptr": "*i32:16", **_MNK}, _TILE)
    yield "sum", Kernel(ws_sum, {"a_ptr": "*fp16:16", "c_ptr": "*fp32:16", **_sizes("M", "K")}, {"BM": 128, "BK": 64})
    for every in (2, 3):
        yield f"reset_{every}", Kernel(ws_reset, {**abc, **_MNK}, {**_TILE, "EVERY": every})
    scales = _pointers("u8", "a_scale_ptr", "b_scale_ptr")
    signature = {**_pointers("fp8e4nv", "a_ptr", "b_ptr"), **scales, "c_ptr": "*fp16:16", **_MNK}
    for effect in ("step", "count", "add", "update", "store", "barrier"):
        counted = {**abc, "n_ptr": "*i32:16", **_MNK}
        yield f"effects_{effect}", Kernel(ws_effects, counted, {**_TILE, "EFFECT": effect})
    yield "block_scaled", Kernel(ws_block_scaled, signature, {**_TILE, "BK": 128})


WARP_SPECIALIZED: dict[str, Kernel] = dict([*_matmuls(), *_others()])
"""The kernels by their names."""
