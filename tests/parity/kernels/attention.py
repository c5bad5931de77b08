"""Attention: forward in two sweeps, backward, and decoding of one token."""

import numpy as np
import triton
import triton.language as tl
from parity.kernels.kernel import NOT_FINITE, Example, Kernel, Values, programs, sizes


@triton.jit
def absorb(scores, v, out, total, peak):
    """A block of scores (in powers of two) and its values, taken into the running softmax."""
    higher = tl.maximum(peak, tl.max(scores, 1))
    weights = tl.exp2(scores - higher[:, None])
    shrink = tl.exp2(peak - higher)
    out = tl.dot(weights.to(v.dtype), v, out * shrink[:, None])
    return out, total * shrink + tl.sum(weights, axis=1), higher


@triton.jit
def sweep(
    q, k_ptr, v_ptr, out, total, peak, rows, begin, end, length, factor,
    MASKED: tl.constexpr, BN: tl.constexpr, HEAD: tl.constexpr,
):  # fmt: skip
    """Go through the keys from ``begin`` to ``end``; with ``MASKED`` those behind a row or the end do not count."""
    dims = tl.arange(0, HEAD)
    for first in tl.range(begin, end, BN):
        first = tl.multiple_of(first, BN)
        keys = first + tl.arange(0, BN)
        if MASKED:
            inside = keys < length
            k = tl.load(k_ptr + keys[None, :] * HEAD + dims[:, None], mask=inside[None, :], other=0.0)
            v = tl.load(v_ptr + keys[:, None] * HEAD + dims[None, :], mask=inside[:, None], other=0.0)
            seen = inside[None, :] & (keys[None, :] <= rows[:, None])
            scores = tl.where(seen, tl.dot(q, k) * factor, float("-inf"))
        else:
            k = tl.load(k_ptr + keys[None, :] * HEAD + dims[:, None])
            v = tl.load(v_ptr + keys[:, None] * HEAD + dims[None, :])
            scores = tl.dot(q, k) * factor
        out, total, peak = absorb(scores, v, out, total, peak)
    return out, total, peak


@triton.jit
def attention_forward(
    q_ptr, k_ptr, v_ptr, out_ptr, lse_ptr, scale, kv_group, length,
    BM: tl.constexpr, BN: tl.constexpr, HEAD: tl.constexpr, CAUSAL: tl.constexpr,
):  # fmt: skip
    """A block of rows of one head. Groups of ``kv_group`` query heads have keys and values in common."""
    block = tl.num_programs(0) - 1 - tl.program_id(0)
    head = tl.program_id(1)
    q_base = head.to(tl.int64) * length * HEAD
    kv_base = (head // kv_group).to(tl.int64) * length * HEAD
    rows = block * BM + tl.arange(0, BM)
    dims = tl.arange(0, HEAD)
    tile = rows[:, None] * HEAD + dims[None, :]
    q = tl.load(q_ptr + q_base + tile, mask=rows[:, None] < length, other=0.0)
    factor = scale * 1.4426950408889634
    out = tl.zeros([BM, HEAD], tl.float32)
    total = tl.zeros([BM], tl.float32)
    peak = tl.full([BM], float("-inf"), tl.float32)
    if CAUSAL:
        diagonal = block * BM // BN * BN
        end = tl.minimum(length, (block + 1) * BM)
    else:
        diagonal = length // BN * BN
        end = length
        rows += length
    keys, values = k_ptr + kv_base, v_ptr + kv_base
    out, total, peak = sweep(q, keys, values, out, total, peak, rows, 0, diagonal, length, factor, False, BN, HEAD)
    out, total, peak = sweep(q, keys, values, out, total, peak, rows, diagonal, end, length, factor, True, BN, HEAD)
    rows = block * BM + tl.arange(0, BM)
    tl.store(lse_ptr + head * length + rows, peak + tl.log2(total), mask=rows < length)
    out = (out / total[:, None]).to(out_ptr.dtype.element_ty)
    tl.store(out_ptr + q_base + tile, out, mask=rows[:, None] < length)


@triton.jit
def attention_delta(out_ptr, grad_ptr, delta_ptr, BM: tl.constexpr, HEAD: tl.constexpr):
    """The sum of the output times its gradient, for each row."""
    rows = tl.program_id(0).to(tl.int64) * BM + tl.arange(0, BM)
    tile = rows[:, None] * HEAD + tl.arange(0, HEAD)[None, :]
    product = tl.load(out_ptr + tile).to(tl.float32) * tl.load(grad_ptr + tile).to(tl.float32)
    tl.store(delta_ptr + rows, tl.sum(product, axis=1))


@triton.jit
def weights_of(q, k_t, lse, rows, keys, factor):
    """The softmax of a block from its logarithms of sums, rows along the first axis."""
    scores = tl.dot(q, k_t) * factor
    return tl.where(rows[:, None] >= keys[None, :], tl.exp2(scores - lse[:, None]), 0.0)


@triton.jit
def attention_backward(
    q_ptr, k_ptr, v_ptr, grad_ptr, lse_ptr, delta_ptr, dq_ptr, dk_ptr, dv_ptr, scale, length,
    BM: tl.constexpr, BN: tl.constexpr, HEAD: tl.constexpr,
):  # fmt: skip
    """Gradients under a causal mask. Programs with 0 on the third axis take a block of keys, the others one of rows."""
    head = tl.program_id(1)
    base = head.to(tl.int64) * length * HEAD
    q_ptr += base
    k_ptr += base
    v_ptr += base
    grad_ptr += base
    lse_ptr += head * length
    delta_ptr += head * length
    dims = tl.arange(0, HEAD)
    factor = scale * 1.4426950408889634
    if tl.program_id(2) == 0:
        keys = tl.program_id(0) * BN + tl.arange(0, BN)
        tile = keys[:, None] * HEAD + dims[None, :]
        k_t = tl.trans(tl.load(k_ptr + tile))
        v_t = tl.trans(tl.load(v_ptr + tile))
        dk = tl.zeros([BN, HEAD], tl.float32)
        dv = tl.zeros([BN, HEAD], tl.float32)
        for first in range(tl.program_id(0) * BN // BM * BM, length, BM):
            rows = first + tl.arange(0, BM)
            q = tl.load(q_ptr + rows[:, None] * HEAD + dims[None, :])
            grad = tl.load(grad_ptr + rows[:, None] * HEAD + dims[None, :])
            weights = weights_of(q, k_t, tl.load(lse_ptr + rows), rows, keys, factor)
            dv = tl.dot(tl.trans(weights.to(grad.dtype)), grad, dv)
            inner = weights * (tl.dot(grad, v_t) - tl.load(delta_ptr + rows)[:, None])
            dk = tl.dot(tl.trans(inner.to(q.dtype)), q, dk)
        tl.store(dk_ptr + base + tile, (dk * scale).to(dk_ptr.dtype.element_ty))
        tl.store(dv_ptr + base + tile, dv.to(dv_ptr.dtype.element_ty))
    else:
        rows = tl.program_id(0) * BN + tl.arange(0, BN)
        tile = rows[:, None] * HEAD + dims[None, :]
        q = tl.load(q_ptr + tile)
        grad = tl.load(grad_ptr + tile)
        lse = tl.load(lse_ptr + rows)
        delta = tl.load(delta_ptr + rows)
        dq = tl.zeros([BN, HEAD], tl.float32)
        for first in range(0, (tl.program_id(0) + 1) * BN, BM):
            keys = first + tl.arange(0, BM)
            k = tl.load(k_ptr + keys[:, None] * HEAD + dims[None, :])
            v = tl.load(v_ptr + keys[:, None] * HEAD + dims[None, :])
            weights = weights_of(q, k.T, lse, rows, keys, factor)
            inner = weights * (tl.dot(grad, v.T) - delta[:, None])
            dq = tl.dot(inner.to(k.dtype), k, dq)
        tl.store(dq_ptr + base + tile, (dq * scale).to(dq_ptr.dtype.element_ty))


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


def _forward_example(random: np.random.Generator, heads: int = 4, group: int = 2, length: int = 50) -> Example:
    head = 16
    q = random.standard_normal((heads, length, head)).astype(np.float16)
    k, v = random.standard_normal((2, heads // group, length, head)).astype(np.float16)
    arguments = {"q_ptr": q, "k_ptr": k.copy(), "v_ptr": v.copy(), "out_ptr": np.zeros_like(q)}
    lse = np.zeros((heads, length), np.float32)
    numbers = {"scale": 0.25, "kv_group": group, "length": length}
    return Example({**arguments, "lse_ptr": lse, **numbers}, (programs(length, 32), heads))


def _attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, scale: float, causal: bool) -> tuple[np.ndarray, ...]:
    """The weights, the output, and the logarithms to base 2 of the sums."""
    q, k, v = (array.astype(np.float64) for array in (q, k, v))
    scores = q @ k.swapaxes(-1, -2) * scale
    if causal:
        scores = np.where(np.tril(np.ones(scores.shape[-2:], bool)), scores, -np.inf)
    lse = np.log2(np.exp(scores).sum(-1))
    weights = np.exp2(scores * np.log2(np.e) - lse[..., None])
    return weights, weights @ v, lse


def _forward_reference(causal: bool, values: Values) -> Values:
    group = values["kv_group"]
    k, v = (values[name].repeat(group, 0) for name in ("k_ptr", "v_ptr"))
    _, out, lse = _attention(values["q_ptr"], k, v, values["scale"], causal)
    return {"out_ptr": out.astype(np.float16), "lse_ptr": lse.astype(np.float32)}


def _delta_example(random: np.random.Generator, blocks: int = 2) -> Example:
    rows = blocks * 16
    out, grad = random.standard_normal((2, rows, 64)).astype(np.float16)
    return Example({"out_ptr": out.copy(), "grad_ptr": grad.copy(), "delta_ptr": np.zeros(rows, np.float32)}, (blocks,))


def _delta_reference(values: Values) -> Values:
    out, grad = (values[name].astype(np.float64) for name in ("out_ptr", "grad_ptr"))
    return {"delta_ptr": (out * grad).sum(1).astype(np.float32)}


def _backward_example(random: np.random.Generator, heads: int = 2, blocks: int = 2) -> Example:
    length, head = blocks * 32, 16
    q, k, v, grad = random.standard_normal((4, heads, length, head)).astype(np.float16)
    _, out, lse = _attention(q, k, v, 0.25, True)
    inputs = {"q_ptr": q.copy(), "k_ptr": k.copy(), "v_ptr": v.copy(), "grad_ptr": grad.copy()}
    sums = {"lse_ptr": lse.astype(np.float32), "delta_ptr": (out * grad).sum(-1).astype(np.float32)}
    outputs = {name: np.zeros_like(q) for name in ("dq_ptr", "dk_ptr", "dv_ptr")}
    return Example({**inputs, **sums, **outputs, "scale": 0.25, "length": length}, (blocks, heads, 2))


def _backward_reference(values: Values) -> Values:
    q, k, v, grad = (values[name].astype(np.float64) for name in ("q_ptr", "k_ptr", "v_ptr", "grad_ptr"))
    weights, out, _ = _attention(q, k, v, values["scale"], True)
    inner = weights * (grad @ v.swapaxes(1, 2) - (out * grad).sum(-1, keepdims=True)) * values["scale"]
    gradients = {"dq_ptr": inner @ k, "dk_ptr": inner.swapaxes(1, 2) @ q, "dv_ptr": weights.swapaxes(1, 2) @ grad}
    return {name: array.astype(np.float16) for name, array in gradients.items()}


_FORWARD = {name: "*fp16:16" for name in ("q_ptr", "k_ptr", "v_ptr", "out_ptr")} | {
    "lse_ptr": "*fp32:16", "scale": "fp32", "kv_group": "i32", "length": "i32",
}  # fmt: skip
_FORWARD_SIZES = sizes("heads group length", (1, 1, 1), (2, 2, 15), (3, 1, 17), (4, 4, 32), (2, 1, 33), (2, 2, 97))

KERNELS = [
    Kernel(
        attention_forward,
        _FORWARD,
        {"BM": 32, "BN": 16, "HEAD": 16, "CAUSAL": True},
        label="attention_forward_causal",
        example=_forward_example,
        reference=lambda values: _forward_reference(True, values),
        tolerance=1e-2,
        ragged=_FORWARD_SIZES,
    ),
    Kernel(
        attention_forward,
        _FORWARD,
        {"BM": 32, "BN": 32, "HEAD": 16, "CAUSAL": False},
        label="attention_forward_full",
        example=_forward_example,
        reference=lambda values: _forward_reference(False, values),
        tolerance=1e-2,
        ragged=_FORWARD_SIZES,
    ),
    Kernel(
        attention_forward,
        {**_FORWARD, "length": "i32:16"},
        {"BM": 128, "BN": 64, "HEAD": 128, "CAUSAL": True},
        label="attention_forward_large",
        options={"num_warps": 8, "num_stages": 3},
    ),
    Kernel(
        attention_delta,
        {"out_ptr": "*fp16:16", "grad_ptr": "*fp16:16", "delta_ptr": "*fp32:16"},
        {"BM": 16, "HEAD": 64},
        example=_delta_example,
        reference=_delta_reference,
        tolerance=1e-5,
        ragged=sizes("blocks", 1, 5),
        special={"out_ptr": NOT_FINITE, "grad_ptr": NOT_FINITE},
    ),
    Kernel(
        attention_backward,
        {name: "*fp16:16" for name in ("q_ptr", "k_ptr", "v_ptr", "grad_ptr", "dq_ptr", "dk_ptr", "dv_ptr")}
        | {"scale": "fp32", "lse_ptr": "*fp32:16", "delta_ptr": "*fp32:16", "length": "i32:16"},
        {"BM": 16, "BN": 32, "HEAD": 16},
        example=_backward_example,
        reference=_backward_reference,
        tolerance=2e-2,
        ragged=sizes("heads blocks", (1, 1), (3, 3)),
    ),
    Kernel(
        attention_decode,
        {name: "*bf16:16" for name in ("q_ptr", "k_ptr", "v_ptr", "out_ptr")}
        | {"table_ptr": "*i32:16", "length_ptr": "*i32:16", "scale": "fp32", "stride_page": "i32:16"}
        | {"pages_per_request": "i32"},
        {"GROUP": 16, "PAGE": 32, "HEAD": 128, "CAP": 30.0},
    ),
]
