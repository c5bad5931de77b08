"""Reductions along rows: sums, extremes with their places, user-made combinations, and softmax in two ways."""

import numpy as np
import triton
import triton.language as tl
from parity.kernels.kernel import NAN, NOT_FINITE, Example, Kernel, Values, programs, sizes


@triton.jit
def row_statistics(x_ptr, sum_ptr, max_ptr, min_ptr, where_ptr, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    column = tl.arange(0, BN)
    mask = (row[:, None] < rows) & (column[None, :] < columns)
    x = tl.load(x_ptr + row[:, None] * columns + column[None, :], mask=mask, other=0.0)
    total = tl.sum(x, axis=1)
    top, where = tl.max(tl.where(mask, x, float("-inf")), axis=1, return_indices=True)
    bottom = tl.min(tl.where(mask, x, float("inf")), 1)
    tl.store(sum_ptr + row, total, mask=row < rows)
    tl.store(max_ptr + row, top, mask=row < rows)
    tl.store(min_ptr + row, bottom, mask=row < rows)
    tl.store(where_ptr + row, where, mask=row < rows)


def _statistics_example(random: np.random.Generator, rows: int = 10, columns: int = 30) -> Example:
    x = random.standard_normal((rows, columns), dtype=np.float32)
    outputs = {name: np.zeros(rows, np.float32) for name in ("sum_ptr", "max_ptr", "min_ptr")}
    arguments = {"x_ptr": x, **outputs, "where_ptr": np.zeros(rows, np.int32), "rows": rows, "columns": columns}
    return Example(arguments, (programs(rows, 4),))


def _statistics_reference(values: Values) -> Values:
    x = values["x_ptr"]
    where = x.argmax(1).astype(np.int32)
    return {"sum_ptr": x.sum(1), "max_ptr": x.max(1), "min_ptr": x.min(1), "where_ptr": where}


@triton.jit
def larger_magnitude(a, b):
    return tl.where(tl.abs(a) >= tl.abs(b), a, b)


@triton.jit
def custom_reduce(x_ptr, out_ptr, xor_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    extreme = tl.reduce(x, 0, larger_magnitude)
    tl.store(out_ptr + tl.program_id(0), extreme)
    tl.store(xor_ptr, tl.xor_sum((x * 16.0).to(tl.int32), axis=0))


def _custom_example(random: np.random.Generator, n: int = 60, count: int = 1) -> Example:
    x = random.standard_normal(n, dtype=np.float32)
    arguments = {"x_ptr": x, "out_ptr": np.zeros(count, np.float32), "xor_ptr": np.zeros(1, np.int32), "n": n}
    return Example(arguments, (count,))


def _custom_reference(values: Values) -> Values:
    x = values["x_ptr"]
    extreme = x[np.abs(x).argmax()]
    bits = np.bitwise_xor.reduce((x * np.float32(16)).astype(np.int32))
    return {"out_ptr": np.full_like(values["out_ptr"], extreme), "xor_ptr": np.array([bits], np.int32)}


@triton.jit
def welford_combine(mean_1, m2_1, weight_1, mean_2, m2_2, weight_2):
    delta = mean_2 - mean_1
    weight = weight_1 + weight_2
    ratio = tl.where(weight == 0.0, 0.0, weight_2 / weight)
    return mean_1 + delta * ratio, m2_1 + m2_2 + delta * delta * weight_1 * ratio, weight


@triton.jit
def triton_red_fused_var_mean_0(
    in_ptr0, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK: tl.constexpr, R0_BLOCK: tl.constexpr
):
    """Mean and variance in one pass over a long row, in the manner of a tensor compiler."""
    xoffset = tl.program_id(0) * XBLOCK
    xindex = xoffset + tl.arange(0, XBLOCK)[:, None]
    xmask = xindex < xnumel
    r0_base = tl.arange(0, R0_BLOCK)[None, :]
    x0 = xindex
    tmp2_mean = tl.zeros([XBLOCK, R0_BLOCK], tl.float32)
    tmp2_m2 = tl.zeros([XBLOCK, R0_BLOCK], tl.float32)
    tmp2_weight = tl.zeros([XBLOCK, R0_BLOCK], tl.float32)
    for r0_offset in range(0, r0_numel, R0_BLOCK):
        r0_index = r0_offset + r0_base
        r0_mask = r0_index < r0_numel
        r0_1 = r0_index
        tmp0 = tl.load(in_ptr0 + (r0_1 + r0_numel * x0), r0_mask & xmask, eviction_policy="evict_first", other=0.0)
        tmp1 = tl.broadcast_to(tmp0, [XBLOCK, R0_BLOCK])
        new_weight = tmp2_weight + 1
        delta = tmp1 - tmp2_mean
        new_mean = tmp2_mean + delta / new_weight
        new_m2 = tmp2_m2 + delta * (tmp1 - new_mean)
        tmp2_mean = tl.where(r0_mask & xmask, new_mean, tmp2_mean)
        tmp2_m2 = tl.where(r0_mask & xmask, new_m2, tmp2_m2)
        tmp2_weight = tl.where(r0_mask & xmask, new_weight, tmp2_weight)
    tmp3, tmp4, tmp5 = tl.reduce((tmp2_mean, tmp2_m2, tmp2_weight), 1, welford_combine)
    tmp6 = tmp3[:, None]
    tmp7 = tmp4[:, None]
    tmp8 = tmp5[:, None]
    tmp9 = tmp7 / tl.maximum(tmp8, 1.0)
    tl.store(out_ptr0 + x0, tmp6, xmask)
    tl.store(out_ptr1 + x0, tmp9, xmask)


def _welford_example(random: np.random.Generator, rows: int = 6, columns: int = 100) -> Example:
    x = random.standard_normal((rows, columns), dtype=np.float32)
    outputs = {name: np.zeros(rows, np.float32) for name in ("out_ptr0", "out_ptr1")}
    return Example({"in_ptr0": x, **outputs, "xnumel": rows, "r0_numel": columns}, (programs(rows, 4),))


@triton.jit
def softmax_one_pass(x_ptr, out_ptr, stride, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    x = tl.load(x_ptr + row * stride + offsets, mask=mask, other=-float("inf"))
    x = x - tl.max(x, axis=0)
    numerator = tl.exp(x)
    denominator = tl.sum(numerator, axis=0)
    tl.store(out_ptr + row * stride + offsets, numerator / denominator, mask=mask)


@triton.jit
def softmax_online(x_ptr, out_ptr, stride, columns, BLOCK: tl.constexpr):
    """The maximum and the sum in one loop, the results in a second."""
    row = tl.program_id(0)
    base = x_ptr + row * stride
    peak = -float("inf")
    total = 0.0
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        x = tl.load(base + offsets, mask=offsets < columns, other=-float("inf")).to(tl.float32)
        higher = tl.maximum(peak, tl.max(x, 0))
        total = total * tl.exp(peak - higher) + tl.sum(tl.exp(x - higher), 0)
        peak = higher
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        x = tl.load(base + offsets, mask=offsets < columns, other=-float("inf")).to(tl.float32)
        y = tl.exp(x - peak) / total
        tl.store(out_ptr + row * stride + offsets, y.to(out_ptr.dtype.element_ty), mask=offsets < columns)


def _softmax_example(random: np.random.Generator, rows: int = 5, columns: int = 200, skip: int = 0) -> Example:
    stride = columns + skip
    x = random.standard_normal((rows, stride), dtype=np.float32)
    return Example({"x_ptr": x, "out_ptr": np.zeros_like(x), "stride": stride, "columns": columns}, (rows,))


def _softmax_reference(values: Values) -> Values:
    columns, out = values["columns"], values["out_ptr"].copy()
    x = values["x_ptr"][:, :columns]
    powers = np.exp(x - x.max(1, keepdims=True))
    out[:, :columns] = powers / powers.sum(1, keepdims=True)
    return {"out_ptr": out}


@triton.jit
def cross_entropy(logits_ptr, labels_ptr, loss_ptr, stride, classes, ignored, smoothing, BLOCK: tl.constexpr):
    """Loss of a row and the gradient in the place of the logits; rows with the ignored label give zero."""
    row = tl.program_id(0).to(tl.int64)
    label = tl.load(labels_ptr + row)
    logits_ptr += row * stride
    if label == ignored:
        for start in range(0, classes, BLOCK):
            offsets = start + tl.arange(0, BLOCK)
            tl.store(logits_ptr + offsets, 0.0, mask=offsets < classes)
        tl.store(loss_ptr + row, 0.0)
        return
    peak = float("-inf")
    total = 0.0
    smooth = 0.0
    for start in range(0, classes, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        x = tl.load(logits_ptr + offsets, mask=offsets < classes, other=float("-inf")).to(tl.float32)
        if smoothing > 0:
            smooth += tl.sum(tl.where(offsets < classes, -x * (smoothing / classes), 0.0))
        higher = tl.maximum(peak, tl.max(x))
        total = total * tl.exp(peak - higher) + tl.sum(tl.exp(x - higher))
        peak = higher
    picked = tl.load(logits_ptr + label).to(tl.float32)
    for start in range(0, classes, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        x = tl.load(logits_ptr + offsets, mask=offsets < classes, other=float("-inf")).to(tl.float32)
        gradient = tl.exp(x - peak) / total - smoothing / classes
        gradient = tl.where(offsets == label, gradient - (1 - smoothing), gradient)
        tl.store(logits_ptr + offsets, gradient.to(logits_ptr.dtype.element_ty), mask=offsets < classes)
    loss = peak + tl.log(total) - picked
    if smoothing > 0:
        loss = loss * (1 - smoothing) + smooth + smoothing * (peak + tl.log(total))
    tl.store(loss_ptr + row, loss)


def _entropy_example(random: np.random.Generator, classes: int = 50, skip: int = 0, smoothing: float = 0.0) -> Example:
    stride = classes + skip
    logits = random.standard_normal((4, stride), dtype=np.float32)
    labels = np.array([3 % classes, classes - 1, -100, 0], np.int64)
    arguments = {"logits_ptr": logits, "labels_ptr": labels, "loss_ptr": np.full(4, 9, np.float32), "stride": stride}
    return Example({**arguments, "classes": classes, "ignored": -100, "smoothing": smoothing}, (4,))


def _entropy_reference(values: Values) -> Values:
    """With smoothing the right class has the weight 1 - s, and s is spread over all."""
    out, classes, smoothing = values["logits_ptr"].copy(), values["classes"], values["smoothing"]
    logits, labels = values["logits_ptr"][:, :classes].astype(np.float64), values["labels_ptr"]
    lse = np.log(np.exp(logits).sum(1))
    loss = np.zeros(len(labels))
    for row, label in enumerate(labels):
        if label == values["ignored"]:
            out[row, :classes] = 0
            continue
        wanted = np.full(classes, smoothing / classes)
        wanted[label] += 1 - smoothing
        loss[row] = lse[row] - (wanted * logits[row]).sum()
        out[row, :classes] = np.exp(logits[row] - lse[row]) - wanted
    return {"logits_ptr": out, "loss_ptr": loss.astype(np.float32)}


_ROWS = {"x_ptr": "*fp32:16", "out_ptr": "*fp32:16", "stride": "i32:16", "columns": "i32"}

KERNELS = [
    Kernel(
        row_statistics,
        {"x_ptr": "*fp32:16", "sum_ptr": "*fp32:16", "max_ptr": "*fp32:16", "min_ptr": "*fp32:16"}
        | {"where_ptr": "*i32:16", "rows": "i32", "columns": "i32"},
        {"BM": 4, "BN": 32},
        example=_statistics_example,
        reference=_statistics_reference,
        tolerance=1e-5,
        ragged=sizes("rows columns", (1, 1), (3, 31), (4, 32), (5, 17), (11, 2)),
        special={"x_ptr": (float("inf"), float("-inf"), 0.0)},
    ),
    Kernel(
        custom_reduce,
        {"x_ptr": "*fp32:16", "out_ptr": "*fp32:16", "xor_ptr": "*i32:16", "n": "i32"},
        {"BLOCK": 64},
        example=_custom_example,
        reference=_custom_reference,
        ragged=sizes("n count", (1, 1), (31, 2), (63, 1), (64, 5)),
    ),
    Kernel(
        triton_red_fused_var_mean_0,
        {"in_ptr0": "*fp32:16", "out_ptr0": "*fp32:16", "out_ptr1": "*fp32:16", "xnumel": "i32", "r0_numel": "i32:16"},
        {"XBLOCK": 4, "R0_BLOCK": 32},
        example=_welford_example,
        reference=lambda v: {"out_ptr0": v["in_ptr0"].mean(1), "out_ptr1": v["in_ptr0"].var(1)},
        tolerance=1e-5,
        ragged=sizes("rows columns", (1, 1), (3, 31), (4, 32), (5, 33), (7, 97)),
        special={"in_ptr0": NAN},
    ),
    Kernel(
        softmax_one_pass,
        _ROWS,
        {"BLOCK": 256},
        example=_softmax_example,
        reference=_softmax_reference,
        tolerance=1e-6,
        ragged=sizes("rows columns skip", (1, 1, 0), (3, 255, 1), (2, 256, 0), (7, 17, 3)),
        special={"x_ptr": NOT_FINITE},
    ),
    Kernel(
        softmax_online,
        _ROWS,
        {"BLOCK": 64},
        example=_softmax_example,
        reference=_softmax_reference,
        tolerance=1e-6,
        ragged=sizes("rows columns skip", (1, 1, 0), (3, 63, 1), (2, 64, 0), (1, 65, 0), (5, 193, 3)),
        special={"x_ptr": NOT_FINITE},
    ),
    Kernel(
        cross_entropy,
        {"logits_ptr": "*fp32:16", "labels_ptr": "*i64:16", "loss_ptr": "*fp32:16", "stride": "i32"}
        | {"classes": "i32", "ignored": "i32", "smoothing": "fp32"},
        {"BLOCK": 32},
        example=_entropy_example,
        reference=_entropy_reference,
        tolerance=1e-5,
        ragged=sizes("classes skip smoothing", (1, 0, 0.0), (31, 0, 0.1), (32, 3, 0.0), (33, 0, 0.5), (97, 1, 1.0)),
        special={"logits_ptr": NAN},
    ),
]
