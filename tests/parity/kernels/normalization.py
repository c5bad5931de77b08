"""Layer norm forward and backward, and RMS norm."""

import numpy as np
import triton
import triton.language as tl
from parity.kernels.kernel import Example, Kernel, Values


@triton.jit
def layer_norm_forward(
    x_ptr, y_ptr, weight_ptr, bias_ptr, mean_ptr, scale_ptr, stride, columns, eps, BLOCK: tl.constexpr
):
    row = tl.program_id(0)
    x_ptr += row * stride
    y_ptr += row * stride
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(x_ptr + offsets, mask=offsets < columns, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=0) / columns
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + offsets, mask=offsets < columns, other=0.0).to(tl.float32)
        x = tl.where(offsets < columns, x - mean, 0.0)
        squares += x * x
    scale = 1 / tl.sqrt(tl.sum(squares, axis=0) / columns + eps)
    tl.store(mean_ptr + row, mean)
    tl.store(scale_ptr + row, scale)
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < columns
        weight = tl.load(weight_ptr + offsets, mask=mask)
        bias = tl.load(bias_ptr + offsets, mask=mask)
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        tl.store(y_ptr + offsets, (x - mean) * scale * weight + bias, mask=mask)


def _forward_example(random: np.random.Generator) -> Example:
    rows, columns = 3, 150
    x = random.standard_normal((rows, columns), dtype=np.float32)
    weight, bias = random.standard_normal((2, columns), dtype=np.float32)
    arguments = {"x_ptr": x, "y_ptr": np.zeros_like(x), "weight_ptr": weight, "bias_ptr": bias.copy()}
    statistics = {"mean_ptr": np.zeros(rows, np.float32), "scale_ptr": np.zeros(rows, np.float32)}
    return Example({**arguments, **statistics, "stride": columns, "columns": columns, "eps": 1e-5}, (rows,))


def _forward_reference(values: Values) -> Values:
    x = values["x_ptr"]
    mean, scale = x.mean(1), 1 / np.sqrt(x.var(1) + values["eps"])
    y = (x - mean[:, None]) * scale[:, None] * values["weight_ptr"] + values["bias_ptr"]
    return {"mean_ptr": mean, "scale_ptr": scale, "y_ptr": y}


@triton.jit
def layer_norm_backward_x(
    dx_ptr, dy_ptr, dw_ptr, db_ptr, x_ptr, weight_ptr, mean_ptr, scale_ptr, lock_ptr, stride, columns,
    GROUP: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """The gradient of the input; those of weight and bias are added up per group of rows under a lock."""
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    group = row % GROUP
    lock = lock_ptr + group
    count = lock + GROUP
    dw_ptrs = dw_ptr + group * columns + offsets
    db_ptrs = db_ptr + group * columns + offsets
    x = tl.load(x_ptr + row * stride + offsets, mask=mask, other=0).to(tl.float32)
    dy = tl.load(dy_ptr + row * stride + offsets, mask=mask, other=0).to(tl.float32)
    weight = tl.load(weight_ptr + offsets, mask=mask).to(tl.float32)
    mean = tl.load(mean_ptr + row)
    scale = tl.load(scale_ptr + row)
    normal = tl.where(mask, (x - mean) * scale, 0.0)
    weighted = tl.where(mask, weight * dy, 0.0)
    c1 = tl.sum(normal * weighted, axis=0) / columns
    c2 = tl.sum(weighted, axis=0) / columns
    tl.store(dx_ptr + row * stride + offsets, (weighted - (normal * c1 + c2)) * scale, mask=mask)
    partial_dw = (dy * normal).to(weight.dtype)
    partial_db = dy.to(weight.dtype)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    if tl.load(count) == 0:
        tl.atomic_xchg(count, 1)
    else:
        partial_dw += tl.load(dw_ptrs, mask=mask)
        partial_db += tl.load(db_ptrs, mask=mask)
    tl.store(dw_ptrs, partial_dw, mask=mask)
    tl.store(db_ptrs, partial_db, mask=mask)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


def _backward_example(random: np.random.Generator) -> Example:
    rows, columns, groups = 5, 48, 2
    x, dy = random.standard_normal((2, rows, columns), dtype=np.float32)
    arguments = {"dx_ptr": np.zeros_like(x), "dy_ptr": dy.copy(), "x_ptr": x.copy()}
    sums = {name: np.zeros((groups, columns), np.float32) for name in ("dw_ptr", "db_ptr")}
    statistics = {"mean_ptr": x.mean(1), "scale_ptr": 1 / x.std(1), "lock_ptr": np.zeros(2 * groups, np.int32)}
    weight = random.standard_normal(columns, dtype=np.float32)
    return Example(
        arguments | sums | statistics | {"weight_ptr": weight, "stride": columns, "columns": columns}, (rows,)
    )


def _backward_reference(values: Values) -> Values:
    dy, columns = values["dy_ptr"], values["columns"]
    scale = values["scale_ptr"][:, None]
    normal = (values["x_ptr"] - values["mean_ptr"][:, None]) * scale
    weighted = values["weight_ptr"] * dy
    c1 = (normal * weighted).sum(1, keepdims=True) / columns
    c2 = weighted.sum(1, keepdims=True) / columns
    dw = np.stack([(dy * normal)[group::2].sum(0) for group in range(2)])
    db = np.stack([dy[group::2].sum(0) for group in range(2)])
    locks = np.array([0, 0, 1, 1], np.int32)
    return {"dx_ptr": (weighted - (normal * c1 + c2)) * scale, "dw_ptr": dw, "db_ptr": db, "lock_ptr": locks}


@triton.jit
def layer_norm_backward_weights(
    dw_ptr, db_ptr, final_dw_ptr, final_db_ptr, rows, columns, BM: tl.constexpr, BN: tl.constexpr
):
    column = tl.program_id(0) * BN + tl.arange(0, BN)
    dw = tl.zeros((BM, BN), dtype=tl.float32)
    db = tl.zeros((BM, BN), dtype=tl.float32)
    for i in range(0, rows, BM):
        row = i + tl.arange(0, BM)
        mask = (row[:, None] < rows) & (column[None, :] < columns)
        offsets = row[:, None] * columns + column[None, :]
        dw += tl.load(dw_ptr + offsets, mask=mask, other=0.0)
        db += tl.load(db_ptr + offsets, mask=mask, other=0.0)
    tl.store(final_dw_ptr + column, tl.sum(dw, axis=0), mask=column < columns)
    tl.store(final_db_ptr + column, tl.sum(db, axis=0), mask=column < columns)


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


def _rms_example(random: np.random.Generator) -> Example:
    rows, columns = 3, 100
    x, residual = random.standard_normal((2, rows, columns), dtype=np.float32)
    arguments = {"x_ptr": x.copy(), "residual_ptr": residual.copy(), "out_ptr": np.zeros_like(x)}
    weight = random.standard_normal(columns, dtype=np.float32)
    return Example({**arguments, "weight_ptr": weight, "stride": columns, "columns": columns, "eps": 1e-6}, (rows,))


def _rms_reference(values: Values) -> Values:
    x = values["x_ptr"] + values["residual_ptr"]
    scale = 1 / np.sqrt((x * x).mean(1, keepdims=True) + values["eps"])
    return {"residual_ptr": x, "out_ptr": x * scale * (values["weight_ptr"] + 1)}


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
    ),
    Kernel(
        layer_norm_backward_x,
        {name: "*fp32:16" for name in ("dx_ptr", "dy_ptr", "dw_ptr", "db_ptr", "x_ptr", "weight_ptr", "mean_ptr")}
        | {"scale_ptr": "*fp32:16", "lock_ptr": "*i32:16", "stride": "i32:16", "columns": "i32:16"},
        {"GROUP": 2, "BLOCK": 64},
        example=_backward_example,
        reference=_backward_reference,
        tolerance=1e-4,
    ),
    Kernel(
        layer_norm_backward_weights,
        {name: "*fp32:16" for name in ("dw_ptr", "db_ptr", "final_dw_ptr", "final_db_ptr")}
        | {"rows": "i32", "columns": "i32"},
        {"BM": 32, "BN": 128},
    ),
    Kernel(
        rms_norm,
        {name: "*fp32:16" for name in ("x_ptr", "residual_ptr", "weight_ptr", "out_ptr")} | _RMS,
        {"OFFSET": 1.0, "BLOCK": 128},
        example=_rms_example,
        reference=_rms_reference,
        tolerance=1e-5,
    ),
    Kernel(
        rms_norm,
        {name: "*bf16:16" for name in ("x_ptr", "residual_ptr", "weight_ptr", "out_ptr")} | _RMS,
        {"OFFSET": 0.0, "BLOCK": 4096},
        label="rms_norm_bf16",
        options={"num_warps": 8},
    ),
]
