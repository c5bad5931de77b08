"""Layer norm forward and backward, and RMS norm."""

import numpy as np
import triton
import triton.language as tl
from parity.kernels.kernel import NAN, NOT_FINITE, Example, Kernel, Values, programs, sizes


@triton.jit
def layer_norm_forward(
    x_ptr, y_ptr, weight_ptr, bias_ptr, mean_ptr, scale_ptr, stride, columns, eps, BLOCK: tl.constexpr
):
    """Mean and variance of a row are merged block by block; a second loop writes the result."""
    row = tl.program_id(0)
    x_row = x_ptr + row.to(tl.int64) * stride
    mean = 0.0
    squares = 0.0
    count = 0
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < columns
        x = tl.load(x_row + offsets, mask=mask, other=0.0).to(tl.float32)
        size = tl.minimum(columns - start, BLOCK)
        block_mean = tl.sum(x) / size
        centred = tl.where(mask, x - block_mean, 0.0)
        delta = block_mean - mean
        count += size
        mean += delta * size / count
        squares += tl.sum(centred * centred) + delta * delta * size * (count - size) / count
    scale = tl.rsqrt(squares / columns + eps)
    tl.store(mean_ptr + row, mean)
    tl.store(scale_ptr + row, scale)
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < columns
        x = tl.load(x_row + offsets, mask=mask, other=0.0).to(tl.float32)
        weight = tl.load(weight_ptr + offsets, mask=mask, other=1.0)
        bias = tl.load(bias_ptr + offsets, mask=mask, other=0.0)
        y = (x - mean) * scale * weight + bias
        tl.store(y_ptr + row.to(tl.int64) * stride + offsets, y.to(y_ptr.dtype.element_ty), mask=mask)


def _forward_example(random: np.random.Generator, rows: int = 3, columns: int = 150, skip: int = 0) -> Example:
    stride = columns + skip
    x = random.standard_normal((rows, stride), dtype=np.float32)
    weight, bias = random.standard_normal((2, columns), dtype=np.float32)
    arguments = {"x_ptr": x, "y_ptr": np.zeros_like(x), "weight_ptr": weight, "bias_ptr": bias.copy()}
    statistics = {"mean_ptr": np.zeros(rows, np.float32), "scale_ptr": np.zeros(rows, np.float32)}
    return Example({**arguments, **statistics, "stride": stride, "columns": columns, "eps": 1e-5}, (rows,))


def _forward_reference(values: Values) -> Values:
    columns, y = values["columns"], values["y_ptr"].copy()
    x = values["x_ptr"][:, :columns]
    mean, scale = x.mean(1), 1 / np.sqrt(x.var(1) + values["eps"])
    y[:, :columns] = (x - mean[:, None]) * scale[:, None] * values["weight_ptr"] + values["bias_ptr"]
    return {"mean_ptr": mean, "scale_ptr": scale, "y_ptr": y}


@triton.jit
def layer_norm_backward(
    dy_ptr, x_ptr, weight_ptr, mean_ptr, scale_ptr, dx_ptr, dw_ptr, db_ptr, rows, columns, BLOCK: tl.constexpr
):
    """Each program takes every so manieth row, and keeps the gradients of weight and bias until its last."""
    first = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    weight = tl.load(weight_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    dw = tl.zeros([BLOCK], tl.float32)
    db = tl.zeros([BLOCK], tl.float32)
    for row in range(first, rows, tl.num_programs(0)):
        dy = tl.load(dy_ptr + row * columns + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.load(x_ptr + row * columns + offsets, mask=mask, other=0.0).to(tl.float32)
        scale = tl.load(scale_ptr + row)
        normal = tl.where(mask, (x - tl.load(mean_ptr + row)) * scale, 0.0)
        inner = dy * weight
        along = tl.sum(inner * normal) / columns
        level = tl.sum(inner) / columns
        dx = scale * (inner - level - normal * along)
        tl.store(dx_ptr + row * columns + offsets, dx.to(dx_ptr.dtype.element_ty), mask=mask)
        dw += dy * normal
        db += dy
    tl.store(dw_ptr + first * columns + offsets, dw, mask=mask)
    tl.store(db_ptr + first * columns + offsets, db, mask=mask)


def _backward_example(random: np.random.Generator, rows: int = 5, columns: int = 48, count: int = 2) -> Example:
    x, dy = random.standard_normal((2, rows, columns), dtype=np.float32)
    arguments = {"dx_ptr": np.zeros_like(x), "dy_ptr": dy.copy(), "x_ptr": x.copy()}
    sums = {name: np.zeros((count, columns), np.float32) for name in ("dw_ptr", "db_ptr")}
    statistics = {"mean_ptr": x.mean(1), "scale_ptr": 1 / (x.std(1) + np.float32(0.1))}
    weight = random.standard_normal(columns, dtype=np.float32)
    extents = {"rows": rows, "columns": columns}
    return Example({**arguments, **sums, **statistics, "weight_ptr": weight, **extents}, (count,))


def _backward_reference(values: Values) -> Values:
    dy, scale = values["dy_ptr"], values["scale_ptr"][:, None]
    normal = (values["x_ptr"] - values["mean_ptr"][:, None]) * scale
    inner = dy * values["weight_ptr"]
    along = (inner * normal).mean(1, keepdims=True)
    dx = scale * (inner - inner.mean(1, keepdims=True) - normal * along)
    count = len(values["dw_ptr"])
    dw, db = (np.stack([each[first::count].sum(0) for first in range(count)]) for each in (dy * normal, dy))
    return {"dx_ptr": dx, "dw_ptr": dw, "db_ptr": db}


@triton.jit
def column_sums(x_ptr, out_ptr, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    """Partial sums added up along the rows, in 64 bits."""
    column = tl.program_id(0) * BN + tl.arange(0, BN)
    total = tl.zeros((BN,), tl.float64)
    for first in range(0, rows, BM):
        row = first + tl.arange(0, BM)
        mask = (row < rows)[:, None] & (column < columns)[None, :]
        x = tl.load(x_ptr + row[:, None] * columns + column[None, :], mask=mask, other=0.0)
        total += tl.sum(x.to(tl.float64), axis=0)
    tl.store(out_ptr + column, total.to(tl.float32), mask=column < columns)


def _columns_example(random: np.random.Generator, rows: int = 20, columns: int = 40) -> Example:
    x = random.standard_normal((rows, columns), dtype=np.float32)
    arguments = {"x_ptr": x, "out_ptr": np.zeros(columns, np.float32), "rows": rows, "columns": columns}
    return Example(arguments, (programs(columns, 32),))


@triton.jit
def rms_norm(x_ptr, residual_ptr, weight_ptr, out_ptr, stride, columns, eps, OFFSET: tl.constexpr, BLOCK: tl.constexpr):
    """RMS norm of a sum with the residual, which is updated."""
    row = tl.program_id(0).to(tl.int64)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    x = tl.load(x_ptr + row * stride + offsets, mask=mask, other=0.0, eviction_policy="evict_first").to(tl.float32)
    x += tl.load(residual_ptr + row * stride + offsets, mask=mask, other=0.0).to(tl.float32)
    tl.store(residual_ptr + row * stride + offsets, x.to(residual_ptr.dtype.element_ty), mask=mask)
    scale = tl.rsqrt(tl.sum(x * x, axis=0) / columns + eps)
    weight = tl.load(weight_ptr + offsets, mask=mask, other=0.0) + OFFSET
    tl.store(out_ptr + row * stride + offsets, (x * scale * weight).to(out_ptr.dtype.element_ty), mask=mask)


def _rms_example(random: np.random.Generator, rows: int = 3, columns: int = 100, skip: int = 0) -> Example:
    stride = columns + skip
    x, residual = random.standard_normal((2, rows, stride), dtype=np.float32)
    arguments = {"x_ptr": x.copy(), "residual_ptr": residual.copy(), "out_ptr": np.zeros_like(x)}
    weight = random.standard_normal(columns, dtype=np.float32)
    return Example({**arguments, "weight_ptr": weight, "stride": stride, "columns": columns, "eps": 1e-6}, (rows,))


def _rms_reference(values: Values) -> Values:
    columns, residual, out = values["columns"], values["residual_ptr"].copy(), values["out_ptr"].copy()
    x = residual[:, :columns] = residual[:, :columns] + values["x_ptr"][:, :columns]
    scale = 1 / np.sqrt((x * x).mean(1, keepdims=True) + values["eps"])
    out[:, :columns] = x * scale * (values["weight_ptr"] + 1)
    return {"residual_ptr": residual, "out_ptr": out}


_RMS = {"stride": "i32:16", "columns": "i32", "eps": "fp32"}

KERNELS = [
    Kernel(
        layer_norm_forward,
        {name: "*fp32:16" for name in ("x_ptr", "y_ptr", "weight_ptr", "bias_ptr", "mean_ptr", "scale_ptr")}
        | {"stride": "i32", "columns": "i32", "eps": "fp32"},
        {"BLOCK": 64},
        example=_forward_example,
        reference=_forward_reference,
        tolerance=1e-4,
        ragged=sizes("rows columns skip", (1, 2, 0), (2, 63, 1), (3, 64, 0), (2, 65, 3), (1, 129, 0), (5, 192, 7)),
        special={"x_ptr": NAN, "weight_ptr": NOT_FINITE, "bias_ptr": NOT_FINITE},
    ),
    Kernel(
        layer_norm_backward,
        {name: "*fp32:16" for name in ("dx_ptr", "dy_ptr", "dw_ptr", "db_ptr", "x_ptr", "weight_ptr", "mean_ptr")}
        | {"scale_ptr": "*fp32:16", "rows": "i32", "columns": "i32:16"},
        {"BLOCK": 64},
        example=_backward_example,
        reference=_backward_reference,
        tolerance=1e-4,
        ragged=sizes("rows columns count", (1, 1, 1), (2, 63, 3), (7, 64, 3), (11, 17, 2)),
        special={"dy_ptr": NAN, "x_ptr": NAN},
    ),
    Kernel(
        column_sums,
        {"x_ptr": "*fp32:16", "out_ptr": "*fp32:16", "rows": "i32", "columns": "i32"},
        {"BM": 16, "BN": 32},
        example=_columns_example,
        reference=lambda v: {"out_ptr": v["x_ptr"].astype(np.float64).sum(0).astype(np.float32)},
        tolerance=1e-6,
        ragged=sizes("rows columns", (1, 1), (15, 31), (16, 32), (17, 33), (47, 97), (0, 5)),
        special={"x_ptr": NOT_FINITE},
    ),
    Kernel(
        rms_norm,
        {name: "*fp32:16" for name in ("x_ptr", "residual_ptr", "weight_ptr", "out_ptr")} | _RMS,
        {"OFFSET": 1.0, "BLOCK": 128},
        example=_rms_example,
        reference=_rms_reference,
        tolerance=1e-5,
        ragged=sizes("rows columns skip", (1, 1, 0), (3, 127, 1), (2, 128, 0), (5, 31, 6)),
        special={"x_ptr": NAN, "weight_ptr": NOT_FINITE},
    ),
    Kernel(
        rms_norm,
        {name: "*bf16:16" for name in ("x_ptr", "residual_ptr", "weight_ptr", "out_ptr")} | _RMS,
        {"OFFSET": 0.0, "BLOCK": 4096},
        label="rms_norm_bf16",
        options={"num_warps": 8},
    ),
]
