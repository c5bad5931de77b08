"""Gluon kernels without tensor cores or asynchronous copies."""

from __future__ import annotations

from typing import Any

import numpy as np
from parity.kernels.kernel import Example, Kernel
from triton.experimental import gluon
from triton.experimental.gluon import language as gl

SIZE = 1000


@gluon.jit
def add(x_ptr, y_ptr, out_ptr, n, BLOCK: gl.constexpr, layout: gl.constexpr):
    offsets = gl.program_id(0) * BLOCK + gl.arange(0, BLOCK, layout=layout)
    mask = offsets < n
    x = gl.load(x_ptr + offsets, mask=mask)
    y = gl.load(y_ptr + offsets, mask=mask)
    gl.store(out_ptr + offsets, x + y, mask=mask)


@gluon.jit
def scaled(x, factor):
    return x * factor + 1.0


@gluon.jit
def clamped(x, low, high):
    if low > high:
        return x
    return gl.minimum(gl.maximum(x, low), high)


@gluon.jit
def calls(x_ptr, out_ptr, low, high, BLOCK: gl.constexpr, layout: gl.constexpr):
    offsets = gl.program_id(0) * BLOCK + gl.arange(0, BLOCK, layout=layout)
    x = gl.load(x_ptr + offsets)
    gl.store(out_ptr + offsets, clamped(scaled(x, 2.0), low, high))


@gluon.jit
def automatic(x_ptr, out_ptr, rows, columns, ROWS: gl.constexpr, COLUMNS: gl.constexpr, layout: gl.constexpr):
    row = gl.arange(0, ROWS)[:, None]
    column = gl.arange(0, COLUMNS)[None, :]
    mask = (row < rows) & (column < columns)
    offsets = gl.set_auto_layout(row * columns + column, layout)
    chosen = gl.set_auto_layout(mask, layout)
    x = gl.load(x_ptr + offsets, mask=chosen, other=1.0)
    gl.store(out_ptr + offsets, gl.exp(x) + gl.full([ROWS, COLUMNS], 3.0, gl.float32), mask=chosen)


@gluon.jit
def coalesced(x_ptr, out_ptr, stride, ROWS: gl.constexpr, COLUMNS: gl.constexpr):
    offsets = gl.arange(0, ROWS)[:, None] * stride + gl.arange(0, COLUMNS)[None, :]
    layout: gl.constexpr = gl.CoalescedLayout()
    sources = gl.set_auto_layout(x_ptr + offsets, layout)
    value = gl.sqrt(gl.abs(gl.load(sources)))
    gl.store(gl.set_auto_layout(out_ptr + offsets, layout), value)


@gluon.jit
def coalesced_columns(x_ptr, out_ptr, n, ROWS: gl.constexpr, COLUMNS: gl.constexpr):
    row = gl.arange(0, ROWS)[:, None]
    offsets = row + gl.arange(0, COLUMNS)[None, :] * ROWS
    layout: gl.constexpr = gl.CoalescedLayout()
    mask = gl.set_auto_layout((row < n) & (offsets >= 0), layout)
    value = gl.load(gl.set_auto_layout(x_ptr + offsets, layout), mask=mask, other=0.0)
    gl.store(gl.set_auto_layout(out_ptr + offsets, layout), gl.where(value > 0, value, value * 0.5), mask=mask)


@gluon.jit
def loops(x_ptr, out_ptr, n, BLOCK: gl.constexpr, layout: gl.constexpr):
    lanes = gl.arange(0, BLOCK, layout=layout)
    total = gl.zeros([BLOCK], gl.float32, layout=layout)
    count = gl.full([BLOCK], 0, gl.int32, layout=layout)
    unused = gl.zeros([BLOCK], gl.float32, layout=layout)
    for start in range(0, n, BLOCK):
        mask = start + lanes < n
        value = gl.load(x_ptr + start + lanes, mask=mask, other=0.0)
        total += value
        unused += total
        if start > 0:
            count += (value > 0).to(gl.int32)
        else:
            count -= 1
    gl.store(out_ptr + lanes, total + count.to(gl.float32))


@gluon.jit
def halving(x_ptr, out_ptr, BLOCK: gl.constexpr, layout: gl.constexpr):
    lanes = gl.arange(0, BLOCK, layout=layout)
    limit = gl.load(x_ptr)
    value = gl.load(x_ptr + lanes)
    steps = 0
    while limit > 1.0:
        limit = limit * 0.5
        value = value * 0.5
        steps += 1
    gl.store(out_ptr + lanes, value + steps)


@gluon.jit
def unrolled(x_ptr, out_ptr, BLOCK: gl.constexpr, TIMES: gl.constexpr, layout: gl.constexpr):
    lanes = gl.arange(0, BLOCK, layout=layout)
    value = gl.zeros([BLOCK], gl.float32, layout=layout)
    for step in gl.static_range(TIMES):
        value += gl.load(x_ptr + lanes + step * BLOCK) * (step + 1)
    gl.store(out_ptr + lanes, value)


@gluon.jit
def softmax(x_ptr, out_ptr, stride, columns, COLUMNS: gl.constexpr, ROWS: gl.constexpr, layout: gl.constexpr):
    row_layout: gl.constexpr = gl.SliceLayout(1, layout)
    column_layout: gl.constexpr = gl.SliceLayout(0, layout)
    row = gl.program_id(0) * ROWS + gl.arange(0, ROWS, layout=row_layout)
    column = gl.arange(0, COLUMNS, layout=column_layout)
    offsets = row[:, None] * stride + column[None, :]
    mask = gl.expand_dims(column, 0) < columns
    x = gl.load(x_ptr + offsets, mask=mask, other=-float("inf"))
    x = gl.exp(x - gl.max(x, 1)[:, None])
    gl.store(out_ptr + offsets, x / gl.sum(x, 1)[:, None], mask=mask)


@gluon.jit
def largest(left, left_index, right, right_index):
    take = (left > right) | ((left == right) & (left_index < right_index))
    return gl.where(take, left, right), gl.where(take, left_index, right_index)


@gluon.jit
def arg_max(x_ptr, out_ptr, ROWS: gl.constexpr, COLUMNS: gl.constexpr, layout: gl.constexpr):
    row = gl.arange(0, ROWS, layout=gl.SliceLayout(1, layout))
    column = gl.arange(0, COLUMNS, layout=gl.SliceLayout(0, layout))
    x = gl.load(x_ptr + row[:, None] * COLUMNS + column[None, :])
    indices = column[None, :] + gl.zeros([ROWS, COLUMNS], gl.int32, layout=layout)
    _, index = gl.reduce((x, indices), 1, largest)
    gl.store(out_ptr + row, index)


@gluon.jit
def plus(left, right):
    return left + right


@gluon.jit
def prefix_sums(x_ptr, out_ptr, BLOCK: gl.constexpr, layout: gl.constexpr):
    lanes = gl.arange(0, BLOCK, layout=layout)
    gl.store(out_ptr + lanes, gl.associative_scan(gl.load(x_ptr + lanes), 0, plus))


@gluon.jit
def counts(x_ptr, out_ptr, BLOCK: gl.constexpr, BINS: gl.constexpr, layout: gl.constexpr):
    values = gl.load(x_ptr + gl.arange(0, BLOCK, layout=layout))
    found = gl.histogram(values, BINS, layout=layout)
    gl.atomic_add(out_ptr + gl.arange(0, BINS, layout=layout), found)


@gluon.jit
def picked(x_ptr, index_ptr, out_ptr, ROWS: gl.constexpr, COLUMNS: gl.constexpr, layout: gl.constexpr):
    row = gl.arange(0, ROWS, layout=gl.SliceLayout(1, layout))
    column = gl.arange(0, COLUMNS, layout=gl.SliceLayout(0, layout))
    offsets = row[:, None] * COLUMNS + column[None, :]
    values = gl.gather(gl.load(x_ptr + offsets), gl.load(index_ptr + offsets), 0)
    gl.store(out_ptr + offsets, values)


@gluon.jit
def interleaved(x_ptr, y_ptr, out_ptr, BLOCK: gl.constexpr, layout: gl.constexpr, wide: gl.constexpr):
    lanes = gl.arange(0, BLOCK, layout=layout)
    pairs = gl.join(gl.load(x_ptr + lanes), gl.load(y_ptr + lanes))
    left, right = gl.split(gl.permute(gl.reshape(pairs, [BLOCK // 2, 2, 2]), [0, 2, 1]))
    value = gl.convert_layout(gl.reshape(gl.join(left, right), [2 * BLOCK]), wide)
    gl.store(out_ptr + gl.arange(0, 2 * BLOCK, layout=wide), value)


@gluon.jit
def rounded(x_ptr, out_ptr, BLOCK: gl.constexpr, layout: gl.constexpr):
    lanes = gl.arange(0, BLOCK, layout=layout)
    value = gl.load(x_ptr + lanes).to(gl.bfloat16).to(gl.float32)
    bits = value.to(gl.int32, bitcast=True)
    (rotated,) = (gl.inline_asm_elementwise("shf.l.wrap.b32 $0, $1, $1, 7;", "=r,r", [bits], gl.int32, True, 1),)
    gl.store(out_ptr + lanes, rotated)


@gluon.jit
def product(a_ptr, b_ptr, c_ptr, SIZE: gl.constexpr, layout: gl.constexpr):
    row = gl.arange(0, SIZE, layout=gl.SliceLayout(1, layout))[:, None]
    column = gl.arange(0, SIZE, layout=gl.SliceLayout(0, layout))[None, :]
    offsets = row * SIZE + column
    a = gl.convert_layout(gl.load(a_ptr + offsets), gl.DotOperandLayout(0, layout, 0))
    b = gl.convert_layout(gl.load(b_ptr + offsets), gl.DotOperandLayout(1, layout, 0))
    zero = gl.zeros([SIZE, SIZE], gl.float32, layout=layout)
    gl.store(c_ptr + offsets, gl.dot_fma(a, b, zero))


ROW = gl.BlockedLayout([1], [32], [4], [0])
QUADS = gl.BlockedLayout([4], [32], [4], [0])
EIGHT_WARPS = gl.BlockedLayout([2], [32], [8], [0])
SQUARE = gl.BlockedLayout([1, 4], [4, 8], [4, 1], [1, 0])
COLUMN_MAJOR = gl.BlockedLayout([4, 1], [8, 4], [1, 4], [0, 1])
_XO = {"x_ptr": "*fp32:16", "out_ptr": "*fp32:16"}


def _floats(names: str, size: int, grid: int = 1, **others: Any) -> Any:
    """Examples with arrays of random floats, and zeros for the result."""

    def example(random: np.random.Generator) -> Example:
        arrays = {name: random.standard_normal(size).astype(np.float32) for name in names.split()}
        return Example({**arrays, "out_ptr": np.zeros(size, np.float32), **others}, (grid,))

    return example


def _integers(random: np.random.Generator) -> Example:
    return Example({"x_ptr": random.integers(0, 128, 512).astype(np.int32), "out_ptr": np.zeros(128, np.int32)}, (1,))


def _product_example(random: np.random.Generator) -> Example:
    matrices = [random.standard_normal((32, 32)).astype(np.float32) for _ in range(3)]
    return Example(dict(zip(("a_ptr", "b_ptr", "c_ptr"), matrices, strict=True)), (1,))


def _picked_example(random: np.random.Generator) -> Example:
    values = random.standard_normal((32, 64)).astype(np.float32)
    indices = random.integers(0, 32, (32, 64)).astype(np.int32)
    return Example({"x_ptr": values, "index_ptr": indices, "out_ptr": np.zeros_like(values)}, (1,))


def _loops_reference(values: dict[str, Any]) -> dict[str, Any]:
    padded = np.zeros(1024, np.float32)
    padded[:SIZE] = values["x_ptr"][:SIZE]
    rows = padded.reshape(-1, 128)
    return {"out_ptr": np.concatenate([rows.sum(0) - 1 + (rows[1:] > 0).sum(0), values["out_ptr"][128:]])}


KERNELS = [
    Kernel(
        add,
        {"x_ptr": "*fp32:16", "y_ptr": "*fp32:16", "out_ptr": "*fp32:16", "n": "i32"},
        {"BLOCK": 512, "layout": QUADS},
        example=_floats("x_ptr y_ptr", SIZE, 2, n=SIZE),
        reference=lambda v: {"out_ptr": v["x_ptr"] + v["y_ptr"]},
    ),
    Kernel(
        add,
        {"x_ptr": "*fp16:16", "y_ptr": "*fp16:16", "out_ptr": "*fp16:16", "n": "i32:16"},
        {"BLOCK": 1024, "layout": EIGHT_WARPS},
        options={"num_warps": 8},
        label="add_halves",
    ),
    Kernel(
        calls,
        {**_XO, "low": "fp32", "high": "fp32"},
        {"BLOCK": 256, "layout": ROW},
        example=_floats("x_ptr", 512, 2, low=-0.5, high=1.5),
        reference=lambda v: {"out_ptr": np.clip(v["x_ptr"] * np.float32(2) + np.float32(1), -0.5, 1.5)},
        tolerance=1e-6,
    ),
    Kernel(
        automatic,
        {**_XO, "rows": "i32", "columns": "i32:16"},
        {"ROWS": 16, "COLUMNS": 64, "layout": SQUARE},
        example=_floats("x_ptr", 1024, rows=16, columns=64),
        reference=lambda v: {"out_ptr": np.exp(v["x_ptr"]) + 3},
        tolerance=1e-5,
    ),
    Kernel(
        coalesced,
        {**_XO, "stride": "i32:16"},
        {"ROWS": 32, "COLUMNS": 64},
        example=_floats("x_ptr", 32 * 64, stride=64),
        reference=lambda v: {"out_ptr": np.sqrt(np.abs(v["x_ptr"]))},
        tolerance=1e-6,
    ),
    Kernel(
        coalesced_columns,
        {**_XO, "n": "i32"},
        {"ROWS": 128, "COLUMNS": 16},
        example=_floats("x_ptr", 128 * 16, n=128),
        reference=lambda v: {"out_ptr": np.where(v["x_ptr"] > 0, v["x_ptr"], v["x_ptr"] / 2)},
    ),
    Kernel(
        loops,
        {**_XO, "n": "i32"},
        {"BLOCK": 128, "layout": ROW},
        example=_floats("x_ptr", SIZE, n=SIZE),
        reference=_loops_reference,
        tolerance=1e-5,
    ),
    Kernel(
        halving,
        _XO,
        {"BLOCK": 128, "layout": ROW},
        example=lambda random: Example(
            {"x_ptr": np.full(128, 24.0, np.float32), "out_ptr": np.zeros(128, np.float32)}, (1,)
        ),
        reference=lambda v: {"out_ptr": np.full(128, 24 / 32 + 5, np.float32)},
    ),
    Kernel(
        unrolled,
        _XO,
        {"BLOCK": 256, "TIMES": 3, "layout": QUADS},
        example=_floats("x_ptr", 768),
        reference=lambda v: {
            "out_ptr": np.concatenate(
                [(v["x_ptr"].reshape(3, 256) * np.float32([[1], [2], [3]])).sum(0), v["out_ptr"][256:]]
            )
        },
        tolerance=1e-5,
    ),
    Kernel(
        softmax,
        {**_XO, "stride": "i32:16", "columns": "i32"},
        {"ROWS": 4, "COLUMNS": 128, "layout": SQUARE},
        example=_floats("x_ptr", 8 * 128, 2, stride=128, columns=128),
        reference=lambda v: {
            "out_ptr": (
                (e := np.exp(v["x_ptr"].reshape(8, 128) - v["x_ptr"].reshape(8, 128).max(1, keepdims=True)))
                / e.sum(1, keepdims=True)
            ).reshape(-1)
        },
        tolerance=1e-5,
    ),
    Kernel(
        arg_max,
        {"x_ptr": "*fp32:16", "out_ptr": "*i32:16"},
        {"ROWS": 32, "COLUMNS": 32, "layout": COLUMN_MAJOR},
        example=lambda random: Example(
            {"x_ptr": random.standard_normal((32, 32)).astype(np.float32), "out_ptr": np.zeros(32, np.int32)}, (1,)
        ),
        reference=lambda v: {"out_ptr": v["x_ptr"].argmax(1).astype(np.int32)},
    ),
    Kernel(
        prefix_sums,
        _XO,
        {"BLOCK": 512, "layout": QUADS},
        example=_floats("x_ptr", 512),
        reference=lambda v: {"out_ptr": np.cumsum(v["x_ptr"])},
        tolerance=1e-4,
    ),
    Kernel(
        counts,
        {"x_ptr": "*i32:16", "out_ptr": "*i32:16"},
        {"BLOCK": 512, "BINS": 128, "layout": ROW},
        example=_integers,
        reference=lambda v: {"out_ptr": np.bincount(v["x_ptr"], minlength=128).astype(np.int32)},
    ),
    Kernel(
        picked,
        {"x_ptr": "*fp32:16", "index_ptr": "*i32:16", "out_ptr": "*fp32:16"},
        {"ROWS": 32, "COLUMNS": 64, "layout": SQUARE},
        example=_picked_example,
        reference=lambda v: {"out_ptr": np.take_along_axis(v["x_ptr"], v["index_ptr"], 0)},
    ),
    Kernel(
        interleaved,
        {"x_ptr": "*fp16:16", "y_ptr": "*fp16:16", "out_ptr": "*fp16:16"},
        {"BLOCK": 256, "layout": gl.BlockedLayout([2], [32], [4], [0]), "wide": QUADS},
    ),
    Kernel(rounded, {"x_ptr": "*fp32:16", "out_ptr": "*i32:16"}, {"BLOCK": 128, "layout": ROW}),
    Kernel(
        product,
        {"a_ptr": "*fp32:16", "b_ptr": "*fp32:16", "c_ptr": "*fp32:16"},
        {"SIZE": 32, "layout": SQUARE},
        example=_product_example,
        reference=lambda v: {"c_ptr": v["a_ptr"] @ v["b_ptr"]},
        tolerance=2e-2,  # the dot allows TF32
    ),
]
