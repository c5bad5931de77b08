"""Matrix products: plain, with epilogues, persistent, split along K, and grouped by expert."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import triton
import triton.language as tl
from parity.kernels.kernel import NOT_FINITE, Example, Kernel, Values, programs, sizes


@triton.jit
def matmul_plain(
    a_ptr, b_ptr, c_ptr, m, n, k, stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    """One tile of C per program, masks everywhere."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    a_ptrs = a_ptr + rows[:, None] * stride_am + inner[None, :] * stride_ak
    b_ptrs = b_ptr + inner[:, None] * stride_bk + columns[None, :] * stride_bn
    accumulator = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, k, BK):
        left = k - start
        a = tl.load(a_ptrs, mask=(rows[:, None] < m) & (inner[None, :] < left), other=0.0)
        b = tl.load(b_ptrs, mask=(inner[:, None] < left) & (columns[None, :] < n), other=0.0)
        accumulator = tl.dot(a, b, accumulator)
        a_ptrs += BK * stride_ak
        b_ptrs += BK * stride_bk
    c_ptrs = c_ptr + rows[:, None] * stride_cm + columns[None, :] * stride_cn
    tl.store(c_ptrs, accumulator.to(c_ptr.dtype.element_ty), mask=(rows[:, None] < m) & (columns[None, :] < n))


def _operands(random: np.random.Generator, shape: Sequence[int], skip: int, dtype: type = np.float16) -> Values:
    """A (m, k), B (k, n) and C with their sizes and strides; ``skip`` elements between rows belong to nobody."""
    m, n, k = shape
    a, b = (random.standard_normal(size).astype(dtype) for size in ((m, k + skip), (k, n + skip)))
    c = np.zeros((m, n + skip), dtype)
    strides = {"stride_am": k + skip, "stride_bk": n + skip, "stride_cm": n + skip}
    return {"a_ptr": a, "b_ptr": b, "c_ptr": c, "m": m, "n": n, "k": k, **strides}


def _plain_example(random: np.random.Generator, shape: Sequence[int] = (40, 30, 50), skip: int = 0) -> Example:
    m, n, _ = shape
    return Example(_operands(random, shape, skip), (programs(m, 32), programs(n, 32)))


def _product(values: Values) -> Values:
    c, n, k = values["c_ptr"].copy(), values["n"], values["k"]
    c[:, :n] = values["a_ptr"][:, :k].astype(np.float64) @ values["b_ptr"][:, :n].astype(np.float64)
    return {"c_ptr": c}


@triton.jit
def tile_of(tile, rows, columns, GROUP: tl.constexpr):
    """Row and column of a tile, where groups of rows go column by column."""
    per_group = GROUP * columns
    first = (tile // per_group) * GROUP
    height = min(rows - first, GROUP)
    return first + (tile % per_group) % height, (tile % per_group) // height


@triton.jit
def gelu_tanh(x):
    inner = 0.7978845608028654 * (x + 0.044715 * x * x * x)
    return 0.5 * x * (1 + (2 * tl.sigmoid(2 * inner) - 1))


@triton.jit
def matmul_grouped_bias_activation(
    a_ptr, b_ptr, c_ptr, bias_ptr, m, n, k, stride_am, stride_bk, stride_cm,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr, EVEN_K: tl.constexpr,
    ACTIVATION: tl.constexpr,
):  # fmt: skip
    row, column = tile_of(tl.program_id(0), tl.cdiv(m, BM), tl.cdiv(n, BN), GROUP)
    rows = (row * BM + tl.arange(0, BM)) % m
    columns = (column * BN + tl.arange(0, BN)) % n
    rows = tl.max_contiguous(tl.multiple_of(rows, BM), BM)
    columns = tl.max_contiguous(tl.multiple_of(columns, BN), BN)
    inner = tl.arange(0, BK)
    a_ptrs = a_ptr + rows[:, None] * stride_am + inner[None, :]
    b_ptrs = b_ptr + inner[:, None] * stride_bk + columns[None, :]
    accumulator = tl.zeros((BM, BN), dtype=tl.float32)
    for step in range(tl.cdiv(k, BK)):
        if EVEN_K:
            a = tl.load(a_ptrs)
            b = tl.load(b_ptrs)
        else:
            a = tl.load(a_ptrs, mask=inner[None, :] < k - step * BK, other=0.0)
            b = tl.load(b_ptrs, mask=inner[:, None] < k - step * BK, other=0.0)
        accumulator += tl.dot(a, b)
        a_ptrs += BK
        b_ptrs += BK * stride_bk
    bias = tl.load(bias_ptr + columns).to(tl.float32)
    accumulator += bias[None, :]
    if ACTIVATION == "gelu":
        accumulator = gelu_tanh(accumulator)
    elif ACTIVATION == "relu":
        accumulator = tl.maximum(accumulator, 0.0)
    out_rows = row * BM + tl.arange(0, BM)
    out_columns = column * BN + tl.arange(0, BN)
    mask = (out_rows[:, None] < m) & (out_columns[None, :] < n)
    tl.store(c_ptr + out_rows[:, None] * stride_cm + out_columns[None, :], accumulator.to(tl.bfloat16), mask=mask)


@triton.jit
def matmul_persistent(
    a_ptr, b_ptr, c_ptr, m, n, k, stride_am, stride_bn, stride_cm,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr, PROGRAMS: tl.constexpr,
):  # fmt: skip
    """Every program takes a tile after the other, in one flattened loop over tiles and K."""
    start = tl.program_id(0)
    row_tiles = tl.cdiv(m, BM)
    column_tiles = tl.cdiv(n, BN)
    for tile in tl.range(start, row_tiles * column_tiles, PROGRAMS, flatten=True):
        row, column = tile_of(tile, row_tiles, column_tiles, GROUP)
        rows = row * BM + tl.arange(0, BM)
        columns = column * BN + tl.arange(0, BN)
        safe_rows = tl.where(rows < m, rows, 0)
        safe_columns = tl.where(columns < n, columns, 0)
        accumulator = tl.zeros((BM, BN), dtype=tl.float32)
        for step in range(tl.cdiv(k, BK)):
            inner = step * BK + tl.arange(0, BK)
            a = tl.load(a_ptr + safe_rows[:, None] * stride_am + inner[None, :], mask=inner[None, :] < k, other=0.0)
            b = tl.load(b_ptr + safe_columns[:, None] * stride_bn + inner[None, :], mask=inner[None, :] < k, other=0.0)
            accumulator = tl.dot(a, b.T, accumulator)
        mask = (rows[:, None] < m) & (columns[None, :] < n)
        tl.store(c_ptr + rows[:, None] * stride_cm + columns[None, :], accumulator.to(tl.float16), mask=mask)


def _persistent_example(random: np.random.Generator, m: int = 70, n: int = 40, k: int = 48) -> Example:
    a = random.standard_normal((m, k)).astype(np.float16)
    b = random.standard_normal((n, k)).astype(np.float16)
    extents = {"m": m, "n": n, "k": k, "stride_am": k, "stride_bn": k, "stride_cm": n}
    return Example({"a_ptr": a, "b_ptr": b, "c_ptr": np.zeros((m, n), np.float16), **extents}, (3,))


def _persistent_reference(values: Values) -> Values:
    product = values["a_ptr"].astype(np.float64) @ values["b_ptr"].astype(np.float64).T
    return {"c_ptr": product.astype(np.float16)}


@triton.jit
def matmul_split_k(
    a_ptr, b_ptr, c_ptr, m, n, k, stride_am, stride_bk, stride_cm,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SPLIT: tl.constexpr,
):  # fmt: skip
    """A share of K per program along the third axis; the shares are added in memory."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    part = tl.program_id(2)
    inner = part * BK + tl.arange(0, BK)
    a_ptrs = a_ptr + (rows[:, None] * stride_am + inner[None, :])
    b_ptrs = b_ptr + (inner[:, None] * stride_bk + columns[None, :])
    accumulator = tl.zeros((BM, BN), dtype=tl.float32)
    for step in range(0, tl.cdiv(k, BK * SPLIT)):
        left = k - step * (BK * SPLIT)
        a = tl.load(a_ptrs, mask=(inner[None, :] < left) & (rows < m)[:, None], other=0.0)
        b = tl.load(b_ptrs, mask=(inner[:, None] < left) & (columns < n)[None, :], other=0.0)
        accumulator += tl.dot(a, b, input_precision="ieee")
        a_ptrs += BK * SPLIT
        b_ptrs += BK * SPLIT * stride_bk
    c_ptrs = c_ptr + rows[:, None] * stride_cm + columns[None, :]
    mask = (rows < m)[:, None] & (columns < n)[None, :]
    if SPLIT == 1:
        tl.store(c_ptrs, accumulator, mask=mask)
    else:
        tl.atomic_add(c_ptrs, accumulator, mask=mask, sem="relaxed")


def _split_example(random: np.random.Generator, shape: Sequence[int] = (20, 30, 90), skip: int = 0) -> Example:
    m, n, _ = shape
    return Example(_operands(random, shape, skip, np.float32), (programs(m, 16), programs(n, 32), 2))


@triton.jit
def matmul_experts(
    x_ptr, weight_ptr, gate_ptr, starts_ptr, out_ptr, n, k, stride_e, stride_k,
    EXPERTS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    """Rows sorted by expert: those of expert e, from ``starts[e]`` on, times its matrix, times the gate of the row.

    Tiles of rows are numbered through all experts, and a program searches the expert of its own.
    """
    tile = tl.program_id(0)
    expert = -1
    first = 0
    end = 0
    before = 0
    for e in range(EXPERTS):
        start = tl.load(starts_ptr + e)
        stop = tl.load(starts_ptr + e + 1)
        tiles = tl.cdiv(stop - start, BM)
        if (tile >= before) & (tile < before + tiles):
            expert = e
            first = start + (tile - before) * BM
            end = stop
        before += tiles
    if expert < 0:
        return
    rows = first + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    matrix = weight_ptr + expert.to(tl.int64) * stride_e
    accumulator = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, k, BK):
        inner = start + tl.arange(0, BK)
        x = tl.load(x_ptr + rows[:, None] * k + inner[None, :], mask=(rows < end)[:, None] & (inner < k), other=0.0)
        b_mask = (inner < k)[:, None] & (columns < n)[None, :]
        b = tl.load(matrix + inner[:, None] * stride_k + columns[None, :], mask=b_mask, other=0.0)
        accumulator = tl.dot(x, b, accumulator)
    gate = tl.load(gate_ptr + rows, mask=rows < end, other=0.0)
    out = (accumulator * gate[:, None]).to(out_ptr.dtype.element_ty)
    tl.store(out_ptr + rows[:, None] * n + columns[None, :], out, mask=(rows < end)[:, None] & (columns < n)[None, :])


def _experts_example(
    random: np.random.Generator, starts: Sequence[int] = (0, 17, 17, 40), n: int = 24, k: int = 20
) -> Example:
    """A program more than there are tiles."""
    rows, tiles = starts[-1], sum(-(-(stop - start) // 16) for start, stop in pairwise(starts))
    x = random.standard_normal((rows, k)).astype(np.float16)
    weight = random.standard_normal((3, k, n)).astype(np.float16)
    arguments = {"x_ptr": x, "weight_ptr": weight, "gate_ptr": random.random(rows, dtype=np.float32)}
    arguments |= {"starts_ptr": np.array(starts, np.int32), "out_ptr": np.zeros((rows, n), np.float16)}
    extents = {"n": n, "k": k, "stride_e": k * n, "stride_k": n}
    return Example({**arguments, **extents}, (tiles + 1, programs(n, 16)))


def _experts_reference(values: Values) -> Values:
    x, weight = values["x_ptr"].astype(np.float64), values["weight_ptr"].astype(np.float64)
    expert = np.searchsorted(values["starts_ptr"], np.arange(len(x)), side="right") - 1
    product = np.einsum("rk,rkn->rn", x, weight[expert])
    return {"out_ptr": (product * values["gate_ptr"][:, None]).astype(np.float16)}


@triton.jit
def matmul_batched_strided(
    a_ptr, b_ptr, c_ptr, batch, m, n, K: tl.constexpr, BB: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr
):
    """A product of three-dimensional tiles."""
    outer = tl.program_id(0) * BB + tl.arange(0, BB)
    rows = tl.arange(0, BM)
    columns = tl.arange(0, BN)
    inner = tl.arange(0, K)
    a = tl.load(a_ptr + outer[:, None, None] * (m * K) + rows[None, :, None] * K + inner[None, None, :])
    b = tl.load(b_ptr + outer[:, None, None] * (n * K) + inner[None, :, None] * n + columns[None, None, :])
    c = tl.dot(a, b, out_dtype=tl.float16)
    tl.store(c_ptr + outer[:, None, None] * (m * n) + rows[None, :, None] * n + columns[None, None, :], c)


def _batched_example(random: np.random.Generator, blocks: int = 1) -> Example:
    a, b = (random.standard_normal((blocks * 4, 16, 32)).astype(np.float16) for _ in range(2))
    arguments = {"a_ptr": a, "b_ptr": b.reshape(-1, 32, 16), "c_ptr": np.zeros((blocks * 4, 16, 16), np.float16)}
    return Example({**arguments, "batch": blocks * 4, "m": 16, "n": 16}, (blocks,))


@triton.jit
def matmul_int8(a_ptr, b_ptr, scale_ptr, c_ptr, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """8-bit integers with 32-bit sums, scaled per column at the end."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    accumulator = tl.zeros((BM, BN), dtype=tl.int32)
    for start in tl.range(0, k, BK, num_stages=2):
        a = tl.load(a_ptr + rows[:, None] * k + (start + inner)[None, :])
        b = tl.load(b_ptr + columns[None, :] * k + (start + inner)[:, None])
        accumulator += tl.dot(a, b)
    scale = tl.load(scale_ptr + columns)
    n = tl.num_programs(1) * BN
    tl.store(c_ptr + rows[:, None] * n + columns[None, :], accumulator.to(tl.float32) * scale[None, :])


def _int8_example(random: np.random.Generator, grid: tuple[int, int] = (2, 2), k: int = 64) -> Example:
    m, n = grid[0] * 16, grid[1] * 16
    a, b = (random.integers(-128, 128, (rows, k), dtype=np.int8) for rows in (m, n))
    scale = random.standard_normal(n, dtype=np.float32)
    arguments = {"a_ptr": a, "b_ptr": b, "scale_ptr": scale, "c_ptr": np.zeros((m, n), np.float32)}
    return Example({**arguments, "k": k}, grid)


def _int8_reference(values: Values) -> Values:
    product = values["a_ptr"].astype(np.int32) @ values["b_ptr"].astype(np.int32).T
    return {"c_ptr": product.astype(np.float32) * values["scale_ptr"]}


def _halves(*names: str) -> dict[str, str]:
    return {name: "*fp16:16" for name in names}


KERNELS = [
    Kernel(
        matmul_plain,
        _halves("a_ptr", "b_ptr", "c_ptr")
        | {"m": "i32", "n": "i32", "k": "i32", "stride_am": "i32", "stride_bk": "i32", "stride_cm": "i32"},
        {"stride_ak": 1, "stride_bn": 1, "stride_cn": 1, "BM": 32, "BN": 32, "BK": 16},
        example=_plain_example,
        reference=_product,
        tolerance=1e-2,
        ragged=sizes("shape skip", ((1, 1, 1), 0), ((31, 33, 15), 0), ((32, 32, 16), 3), ((33, 31, 17), 1))
        + sizes("shape skip", ((7, 65, 47), 0), ((3, 5, 0), 0)),
        special={"a_ptr": NOT_FINITE, "b_ptr": NOT_FINITE},
    ),
    Kernel(
        matmul_grouped_bias_activation,
        {"a_ptr": "*bf16:16", "b_ptr": "*bf16:16", "c_ptr": "*bf16:16", "bias_ptr": "*bf16:16"}
        | {name: "i32:16" for name in ("m", "n", "k", "stride_am", "stride_bk", "stride_cm")},
        {"BM": 128, "BN": 256, "BK": 64, "GROUP": 8, "EVEN_K": False, "ACTIVATION": "gelu"},
        options={"num_warps": 8, "num_stages": 4},
    ),
    Kernel(
        matmul_grouped_bias_activation,
        {"a_ptr": "*bf16:16", "b_ptr": "*bf16:16", "c_ptr": "*bf16:16", "bias_ptr": "*fp32:16"}
        | {name: "i32:16" for name in ("m", "n", "k", "stride_am", "stride_bk", "stride_cm")},
        {"BM": 64, "BN": 64, "BK": 32, "GROUP": 1, "EVEN_K": True, "ACTIVATION": "relu"},
        label="matmul_even_relu",
    ),
    Kernel(
        matmul_persistent,
        _halves("a_ptr", "b_ptr", "c_ptr")
        | {"m": "i32", "n": "i32", "k": "i32:16", "stride_am": "i32:16", "stride_bn": "i32:16", "stride_cm": "i32"},
        {"BM": 32, "BN": 32, "BK": 16, "GROUP": 4, "PROGRAMS": 3},
        example=_persistent_example,
        reference=_persistent_reference,
        tolerance=1e-2,
        ragged=sizes("m n k", (1, 1, 1), (31, 33, 16), (33, 31, 17), (65, 67, 15), (129, 97, 33)),
        special={"a_ptr": NOT_FINITE, "b_ptr": NOT_FINITE},
    ),
    Kernel(
        matmul_split_k,
        {"a_ptr": "*fp32:16", "b_ptr": "*fp32:16", "c_ptr": "*fp32:16"}
        | {"m": "i32", "n": "i32", "k": "i32", "stride_am": "i32", "stride_bk": "i32", "stride_cm": "i32"},
        {"BM": 16, "BN": 32, "BK": 16, "SPLIT": 2},
        example=_split_example,
        reference=_product,
        tolerance=1e-4,
        ragged=sizes("shape skip", ((1, 1, 1), 0), ((15, 33, 15), 0), ((16, 32, 32), 2), ((17, 31, 33), 1))
        + sizes("shape skip", ((33, 65, 47), 0), ((3, 5, 0), 0)),
        special={"a_ptr": NOT_FINITE, "b_ptr": NOT_FINITE},
    ),
    Kernel(
        matmul_experts,
        _halves("x_ptr", "weight_ptr", "out_ptr")
        | {"gate_ptr": "*fp32:16", "starts_ptr": "*i32:16", "n": "i32", "k": "i32"}
        | {"stride_e": "i64", "stride_k": "i32"},
        {"EXPERTS": 3, "BM": 16, "BN": 16, "BK": 16},
        example=_experts_example,
        reference=_experts_reference,
        tolerance=1e-2,
        ragged=sizes("starts n k", ((0, 0, 0, 1), 1, 1), ((0, 15, 32, 32), 15, 17), ((0, 16, 33, 50), 17, 15))
        + sizes("starts n k", ((0, 1, 2, 35), 33, 33), ((0, 0, 0, 0), 5, 5)),
        special={"x_ptr": NOT_FINITE},
    ),
    Kernel(
        matmul_batched_strided,
        _halves("a_ptr", "b_ptr", "c_ptr") | {"batch": "i32", "m": "i32", "n": "i32"},
        {"K": 32, "BB": 4, "BM": 16, "BN": 16},
        example=_batched_example,
        reference=lambda v: {"c_ptr": (v["a_ptr"].astype(np.float64) @ v["b_ptr"]).astype(np.float16)},
        tolerance=1e-2,
        ragged=sizes("blocks", 2, 3),
        special={"a_ptr": NOT_FINITE},
    ),
    Kernel(
        matmul_int8,
        {"a_ptr": "*i8:16", "b_ptr": "*i8:16", "scale_ptr": "*fp32:16", "c_ptr": "*fp32:16", "k": "i32:16"},
        {"BM": 16, "BN": 16, "BK": 32},
        example=_int8_example,
        reference=_int8_reference,
        tolerance=1e-6,
        ragged=sizes("grid k", ((1, 1), 32), ((3, 1), 96), ((1, 5), 64), ((2, 3), 0)),
        special={"a_ptr": (-128, 127), "b_ptr": (-128, 127)},
    ),
]
