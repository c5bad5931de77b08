"""Attention: forward in two stages, backward, and decoding of one token."""

import numpy as np
import triton
import triton.language as tl
from parity.kernels.kernel import Example, Kernel, Values


@triton.jit
def attend_blocks(
    accumulator, total, peak, q, k_ptrs, v_ptrs, rows, keys, start_row, length, scale,
    STAGE: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, HEAD: tl.constexpr,
):  # fmt: skip
    """Go through the keys before the diagonal (stage 1), on it (2), or all of them (3)."""
    if STAGE == 1:
        low, high = 0, start_row * BM
    elif STAGE == 2:
        low, high = start_row * BM, (start_row + 1) * BM
        low = tl.multiple_of(low, BM)
    else:
        low, high = 0, length
    k_ptrs += low * HEAD
    v_ptrs += low * HEAD
    for start in range(low, high, BN):
        start = tl.multiple_of(start, BN)
        k = tl.load(k_ptrs)
        scores = tl.dot(q, k)
        if STAGE == 2:
            causal = rows[:, None] >= (start + keys[None, :])
            scores = scores * scale + tl.where(causal, 0, -1.0e6)
            higher = tl.maximum(peak, tl.max(scores, 1))
            scores -= higher[:, None]
        else:
            higher = tl.maximum(peak, tl.max(scores, 1) * scale)
            scores = scores * scale - higher[:, None]
        weights = tl.math.exp2(scores)
        shrink = tl.math.exp2(peak - higher)
        total = total * shrink + tl.sum(weights, 1)
        accumulator = accumulator * shrink[:, None]
        v = tl.load(v_ptrs)
        accumulator = tl.dot(weights.to(v.dtype), v, accumulator)
        peak = higher
        k_ptrs += BN * HEAD
        v_ptrs += BN * HEAD
    return accumulator, total, peak


@triton.jit
def attention_forward(
    q_ptr, k_ptr, v_ptr, out_ptr, lse_ptr, scale, stride_batch, stride_head, heads, length,
    BM: tl.constexpr, BN: tl.constexpr, HEAD: tl.constexpr, STAGE: tl.constexpr,
):  # fmt: skip
    tl.static_assert(BN <= HEAD)
    start_row = tl.program_id(0)
    head = tl.program_id(1)
    base = (head // heads).to(tl.int64) * stride_batch + (head % heads).to(tl.int64) * stride_head
    rows = start_row * BM + tl.arange(0, BM)
    keys = tl.arange(0, BN)
    dims = tl.arange(0, HEAD)
    q_ptrs = q_ptr + base + rows[:, None] * HEAD + dims[None, :]
    k_ptrs = k_ptr + base + keys[None, :] * HEAD + dims[:, None]
    v_ptrs = v_ptr + base + keys[:, None] * HEAD + dims[None, :]
    peak = tl.zeros([BM], dtype=tl.float32) - float("inf")
    total = tl.zeros([BM], dtype=tl.float32) + 1.0
    accumulator = tl.zeros([BM, HEAD], dtype=tl.float32)
    scale *= 1.44269504
    q = tl.load(q_ptrs)
    if STAGE & 1:
        accumulator, total, peak = attend_blocks(
            accumulator, total, peak, q, k_ptrs, v_ptrs, rows, keys, start_row, length, scale, 4 - STAGE, BM, BN, HEAD
        )
    if STAGE & 2:
        accumulator, total, peak = attend_blocks(
            accumulator, total, peak, q, k_ptrs, v_ptrs, rows, keys, start_row, length, scale, 2, BM, BN, HEAD
        )
    peak += tl.math.log2(total)
    accumulator = accumulator / total[:, None]
    tl.store(lse_ptr + head * length + rows, peak)
    tl.store(out_ptr + base + rows[:, None] * HEAD + dims[None, :], accumulator.to(out_ptr.type.element_ty))


@triton.jit
def backward_keys(
    dk, dv, q_ptr, do_ptr, k, v, lse_ptr, delta_ptr, start_key, start_row, steps,
    BM: tl.constexpr, BN: tl.constexpr, HEAD: tl.constexpr, MASK: tl.constexpr,
):  # fmt: skip
    """Gradients of a block of keys and values, over ``steps`` blocks of rows."""
    rows = start_row + tl.arange(0, BM)
    keys = start_key + tl.arange(0, BN)
    dims = tl.arange(0, HEAD)
    q_ptrs = q_ptr + rows[None, :] * HEAD + dims[:, None]
    do_ptrs = do_ptr + rows[:, None] * HEAD + dims[None, :]
    current = start_row
    for _ in range(steps):
        q = tl.load(q_ptrs)
        rows = current + tl.arange(0, BM)
        lse = tl.load(lse_ptr + rows)
        weights = tl.math.exp2(tl.dot(k, q) - lse[None, :])
        if MASK:
            weights = tl.where(rows[None, :] >= keys[:, None], weights, 0.0)
        do = tl.load(do_ptrs)
        dv += tl.dot(weights.to(tl.float16), do)
        delta = tl.load(delta_ptr + rows)
        dp = tl.dot(v, tl.trans(do)).to(tl.float32)
        ds = (weights * (dp - delta[None, :])).to(tl.float16)
        dk += tl.dot(ds, tl.trans(q))
        current += BM
        q_ptrs += BM * HEAD
        do_ptrs += BM * HEAD
    return dk, dv


@triton.jit
def backward_rows(
    dq, q, k_ptr, v_ptr, do, lse, delta, start_row, start_key, steps,
    BM: tl.constexpr, BN: tl.constexpr, HEAD: tl.constexpr, MASK: tl.constexpr,
):  # fmt: skip
    """Gradient of a block of rows, over ``steps`` blocks of keys."""
    rows = start_row + tl.arange(0, BM)
    keys = start_key + tl.arange(0, BN)
    dims = tl.arange(0, HEAD)
    k_ptrs = k_ptr + keys[None, :] * HEAD + dims[:, None]
    v_ptrs = v_ptr + keys[None, :] * HEAD + dims[:, None]
    current = start_key
    for _ in range(steps):
        k = tl.load(k_ptrs)
        v = tl.load(v_ptrs)
        weights = tl.math.exp2(tl.dot(q, k) - lse)
        if MASK:
            keys = current + tl.arange(0, BN)
            weights = tl.where(rows[:, None] >= keys[None, :], weights, 0.0)
        dp = tl.dot(do, v).to(tl.float32)
        ds = (weights * (dp - delta[:, None])).to(tl.float16)
        dq += tl.dot(ds, tl.trans(k))
        current += BN
        k_ptrs += BN * HEAD
        v_ptrs += BN * HEAD
    return dq


@triton.jit
def attention_backward(
    q_ptr, k_ptr, v_ptr, scale, do_ptr, dq_ptr, dk_ptr, dv_ptr, lse_ptr, delta_ptr, length,
    BM1: tl.constexpr, BN1: tl.constexpr, BM2: tl.constexpr, BN2: tl.constexpr, SLICES: tl.constexpr,
    HEAD: tl.constexpr,
):  # fmt: skip
    """First the gradients of keys and values of a block, then of queries, for a causal mask."""
    head = tl.program_id(1)
    base = (head * length * HEAD).to(tl.int64)
    block = tl.program_id(0)
    q_ptr += base
    k_ptr += base
    v_ptr += base
    do_ptr += base
    dq_ptr += base
    dk_ptr += base
    dv_ptr += base
    lse_ptr += (head * length).to(tl.int64)
    delta_ptr += (head * length).to(tl.int64)
    dims = tl.arange(0, HEAD)
    start_key = block * BN1
    keys = start_key + tl.arange(0, BN1)
    dk = tl.zeros([BN1, HEAD], dtype=tl.float32)
    dv = tl.zeros([BN1, HEAD], dtype=tl.float32)
    k = tl.load(k_ptr + keys[:, None] * HEAD + dims[None, :])
    v = tl.load(v_ptr + keys[:, None] * HEAD + dims[None, :])
    SMALL: tl.constexpr = BM1 // SLICES
    steps = BN1 // SMALL
    dk, dv = backward_keys(
        dk, dv, q_ptr, do_ptr, k, v, lse_ptr, delta_ptr, start_key, start_key, steps, SMALL, BN1, HEAD, MASK=True
    )
    start_row = start_key + steps * SMALL
    dk, dv = backward_keys(
        dk, dv, q_ptr, do_ptr, k, v, lse_ptr, delta_ptr, start_key, start_row, (length - start_row) // BM1,
        BM1, BN1, HEAD, MASK=False,
    )  # fmt: skip
    tl.store(dv_ptr + keys[:, None] * HEAD + dims[None, :], dv)
    tl.store(dk_ptr + keys[:, None] * HEAD + dims[None, :], dk * scale)
    start_row = block * BM2
    rows = start_row + tl.arange(0, BM2)
    q = tl.load(q_ptr + rows[:, None] * HEAD + dims[None, :])
    dq = tl.zeros([BM2, HEAD], dtype=tl.float32)
    do = tl.load(do_ptr + rows[:, None] * HEAD + dims[None, :])
    lse = tl.load(lse_ptr + rows)[:, None]
    delta = tl.load(delta_ptr + rows)
    THIN: tl.constexpr = BN2 // SLICES
    steps = BM2 // THIN
    end = start_row + BM2
    dq = backward_rows(dq, q, k_ptr, v_ptr, do, lse, delta, start_row, end - steps * THIN, steps, BM2, THIN, HEAD, True)
    end -= steps * THIN
    steps = end // BN2
    dq = backward_rows(dq, q, k_ptr, v_ptr, do, lse, delta, start_row, end - steps * BN2, steps, BM2, BN2, HEAD, False)
    dq *= 0.6931471824645996
    tl.store(dq_ptr + rows[:, None] * HEAD + dims[None, :], dq)


@triton.jit
def attention_decode(
    q_ptr, k_ptr, v_ptr, table_ptr, length_ptr, out_ptr, scale, stride_page, pages_per_request,
    GROUP: tl.constexpr, PAGE: tl.constexpr, HEAD: tl.constexpr, CAP: tl.constexpr,
):  # fmt: skip
    """One token of a request against keys and values in pages, for a group of query heads that share them."""
    request = tl.program_id(0)
    kv_head = tl.program_id(1)
    heads = kv_head * GROUP + tl.arange(0, GROUP)
    dims = tl.arange(0, HEAD)
    length = tl.load(length_ptr + request)
    if length == 0:
        return
    q = tl.load(q_ptr + (request * tl.num_programs(1) * GROUP + heads[:, None]) * HEAD + dims[None, :])
    peak = tl.full([GROUP], float("-inf"), tl.float32)
    total = tl.full([GROUP], 0.0, tl.float32)
    accumulator = tl.zeros([GROUP, HEAD], tl.float32)
    for page in range(0, tl.cdiv(length, PAGE)):
        physical = tl.load(table_ptr + request * pages_per_request + page).to(tl.int64)
        slots = page * PAGE + tl.arange(0, PAGE)
        offsets = physical * stride_page + (kv_head * PAGE + tl.arange(0, PAGE)) * HEAD
        k = tl.load(k_ptr + offsets[None, :] + dims[:, None], mask=(slots < length)[None, :], other=0.0)
        scores = tl.dot(q, k).to(tl.float32) * scale
        if CAP > 0:
            scores = CAP * (2 * tl.sigmoid(2 * scores / CAP) - 1)
        scores = tl.where((slots < length)[None, :], scores, float("-inf"))
        higher = tl.maximum(peak, tl.max(scores, 1))
        weights = tl.exp(scores - higher[:, None])
        shrink = tl.exp(peak - higher)
        v = tl.load(v_ptr + offsets[:, None] + dims[None, :], mask=(slots < length)[:, None], other=0.0)
        accumulator = accumulator * shrink[:, None] + tl.dot(weights.to(v.dtype), v)
        total = total * shrink + tl.sum(weights, 1)
        peak = higher
    out = accumulator / total[:, None]
    out_ptrs = out_ptr + (request * tl.num_programs(1) * GROUP + heads[:, None]) * HEAD + dims[None, :]
    tl.store(out_ptrs, out.to(out_ptr.dtype.element_ty))


def _forward_example(random: np.random.Generator) -> Example:
    batch, heads, length, head = 1, 2, 64, 32
    q, k, v = random.standard_normal((3, batch, heads, length, head)).astype(np.float16)
    arguments = {"q_ptr": q.copy(), "k_ptr": k.copy(), "v_ptr": v.copy(), "out_ptr": np.zeros_like(q)}
    sizes = {"stride_batch": heads * length * head, "stride_head": length * head, "heads": heads, "length": length}
    lse = np.zeros((batch * heads, length), np.float32)
    return Example({**arguments, "lse_ptr": lse, "scale": 0.2, **sizes}, (2, batch * heads))


def _forward_reference(values: Values) -> Values:
    q, k, v = (values[name].astype(np.float64) for name in ("q_ptr", "k_ptr", "v_ptr"))
    length = values["length"]
    scores = q @ k.swapaxes(-1, -2) * values["scale"]
    scores = np.where(np.tril(np.ones((length, length), bool)), scores, -np.inf)
    peak = scores.max(-1, keepdims=True)
    weights = np.exp(scores - peak)
    # The running sum starts at one, and shrinks to nothing with the first block.
    total = weights.sum(-1, keepdims=True)
    lse = (np.log2(total) + peak * np.log2(np.e)).reshape(-1, length)
    return {"out_ptr": (weights / total @ v).astype(np.float16), "lse_ptr": lse.astype(np.float32)}


_FORWARD = {name: "*fp16:16" for name in ("q_ptr", "k_ptr", "v_ptr", "out_ptr")} | {
    "lse_ptr": "*fp32:16", "scale": "fp32", "stride_batch": "i32:16", "stride_head": "i32:16", "heads": "i32",
    "length": "i32:16",
}  # fmt: skip

KERNELS = [
    Kernel(
        attention_forward,
        _FORWARD,
        {"BM": 32, "BN": 16, "HEAD": 32, "STAGE": 3},
        label="attention_forward_causal",
        example=_forward_example,
        reference=_forward_reference,
        tolerance=1e-2,
    ),
    Kernel(
        attention_forward,
        _FORWARD,
        {"BM": 128, "BN": 64, "HEAD": 64, "STAGE": 1},
        label="attention_forward_full",
        options={"num_stages": 3},
    ),
    Kernel(
        attention_backward,
        {name: "*fp16:16" for name in ("q_ptr", "k_ptr", "v_ptr", "do_ptr", "dq_ptr", "dk_ptr", "dv_ptr")}
        | {"scale": "fp32", "lse_ptr": "*fp32:16", "delta_ptr": "*fp32:16", "length": "i32:16"},
        {"BM1": 32, "BN1": 128, "BM2": 128, "BN2": 32, "SLICES": 2, "HEAD": 64},
    ),
    Kernel(
        attention_decode,
        {name: "*bf16:16" for name in ("q_ptr", "k_ptr", "v_ptr", "out_ptr")}
        | {"table_ptr": "*i32:16", "length_ptr": "*i32:16", "scale": "fp32", "stride_page": "i32:16"}
        | {"pages_per_request": "i32"},
        {"GROUP": 16, "PAGE": 32, "HEAD": 128, "CAP": 30.0},
    ),
]
