"""Pointwise kernels: arithmetic, casts, masks, bit tricks, and kernels as a tensor compiler emits them."""

import numpy as np
import triton
import triton.language as tl
from parity.kernels.kernel import FLOATS, INTEGERS, NOT_FINITE, Example, Kernel, Values, programs, sizes


@triton.jit
def saxpy(x_ptr, y_ptr, out_ptr, alpha, n, BLOCK: tl.constexpr):
    pid = tl.program_id(axis=0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, alpha * x + y, mask=mask)


@triton.jit
def activations(x_ptr, out_ptr, n, KIND: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    if KIND == "gelu":
        y = 0.5 * x * (1.0 + tl.math.erf(x * 0.7071067811865476))
    elif KIND == "silu":
        y = x * tl.sigmoid(x)
    elif KIND == "leaky":
        y = tl.where(x >= 0, x, 0.01 * x)
    else:
        y = tl.maximum(x, 0.0)
    tl.store(out_ptr + offsets, y.to(out_ptr.dtype.element_ty), mask=mask)


@triton.jit
def triton_poi_fused_cat_0(in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK: tl.constexpr):
    """Two tensors of 512 and 378 columns side by side, in the manner of a tensor compiler."""
    xoffset = tl.program_id(0) * XBLOCK
    xindex = xoffset + tl.arange(0, XBLOCK)[:]
    xmask = xindex < xnumel
    x0 = xindex % 890
    x1 = xindex // 890
    x2 = xindex
    tmp0 = x0
    tmp1 = tl.full([1], 0, tl.int64)
    tmp2 = tmp0 >= tmp1
    tmp3 = tl.full([1], 512, tl.int64)
    tmp4 = tmp0 < tmp3
    tmp5 = tl.load(in_ptr0 + (512 * x1 + x0), tmp4 & xmask, eviction_policy="evict_last", other=0.0).to(tl.float32)
    tmp6 = tl.full([XBLOCK], 0, tl.int32)
    tmp7 = triton_helpers_maximum(tmp6, tmp5)
    tmp8 = tl.full(tmp7.shape, 0.0, tmp7.dtype)
    tmp9 = tl.where(tmp4, tmp7, tmp8)
    tmp10 = tmp0 >= tmp3
    tmp11 = tl.full([1], 890, tl.int64)
    tmp12 = tmp0 < tmp11
    tmp13 = tl.load(in_ptr1 + (378 * x1 + (x0 - 512)), tmp10 & xmask, eviction_policy="evict_last", other=0.0)
    tmp14 = tmp13.to(tl.float32)
    tmp15 = tl.where(tmp4, tmp9, tmp14)
    tmp16 = tl.where(tmp2 & tmp12, tmp15, 0.0)
    tl.store(out_ptr0 + x2, tmp16, xmask)


@triton.jit
def triton_helpers_maximum(a, b):
    keep = a > b
    keep |= a != a
    return tl.where(keep, a, b)


@triton.jit
def triton_poi_fused_add_mul_sigmoid_1(
    in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, ks0, ynumel, xnumel, YBLOCK: tl.constexpr, XBLOCK: tl.constexpr
):
    """A tile of two dimensions, with one run-time size."""
    yoffset = tl.program_id(1) * YBLOCK
    yindex = yoffset + tl.arange(0, YBLOCK)[:, None]
    ymask = yindex < ynumel
    xoffset = tl.program_id(0) * XBLOCK
    xindex = xoffset + tl.arange(0, XBLOCK)[None, :]
    xmask = xindex < xnumel
    x1 = xindex
    y0 = yindex
    y2 = yindex % ks0
    y3 = triton.language.div_rn((yindex // ks0).to(tl.float32), 2.0)
    tmp0 = tl.load(in_out_ptr0 + (x1 + 64 * y0), xmask & ymask, eviction_policy="evict_last")
    tmp1 = tl.load(in_ptr0 + (y2), ymask, eviction_policy="evict_last")
    tmp3 = tl.load(in_ptr1 + (x1), xmask, eviction_policy="evict_last")
    tmp5 = tl.load(in_ptr2 + (0))
    tmp6 = tl.broadcast_to(tmp5, [YBLOCK, XBLOCK])
    tmp2 = tmp0 + tmp1
    tmp4 = tmp2 * tmp3
    tmp7 = tmp4 + tmp6
    tmp8 = tl.sigmoid(tmp7)
    tmp9 = tmp7 * tmp8
    tmp10 = tmp9 + y3
    tl.debug_barrier()
    tl.store(in_out_ptr0 + (x1 + 64 * y0), tmp10, xmask & ymask)


def _sigmoid_example(random: np.random.Generator, rows: int = 20, columns: int = 64, period: int = 3) -> Example:
    """Rows are 64 apart; the last one ends where its columns do."""
    lengths = {"in_out_ptr0": (rows - 1) * 64 + columns, "in_ptr0": period, "in_ptr1": columns, "in_ptr2": 1}
    arguments = {name: random.standard_normal(length, dtype=np.float32) for name, length in lengths.items()}
    return Example({**arguments, "ks0": period, "ynumel": rows, "xnumel": columns}, (1, programs(rows, 16)))


@triton.jit
def triton_poi_fused_index_2(in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK: tl.constexpr):
    """Rows picked by an index that may be negative, with the assertion that it is in bounds."""
    xnumel = 1536
    xoffset = tl.program_id(0) * XBLOCK
    xindex = xoffset + tl.arange(0, XBLOCK)[:]
    xmask = tl.full([XBLOCK], True, tl.int1)
    x1 = xindex // 96
    x0 = xindex % 96
    x2 = xindex
    tmp0 = tl.load(in_ptr0 + (x1), None, eviction_policy="evict_last")
    tmp1 = tl.full([XBLOCK], 32, tl.int32)
    tmp2 = tmp0 + tmp1
    tmp3 = tmp0 < 0
    tmp4 = tl.where(tmp3, tmp2, tmp0)
    tl.device_assert((0 <= tmp4) & (tmp4 < 32), "index out of bounds: 0 <= tmp4 < 32")
    tmp6 = tl.load(in_ptr1 + (x0 + 96 * tmp4), None).to(tl.float32)
    tmp7 = tmp6 * tmp6
    tl.store(out_ptr0 + (x2), tmp7, xmask)


@triton.jit
def bit_tricks(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    """Population count, byte reversal and float classification by bits."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0).to(tl.uint32)
    bits = x - ((x >> 1) & 0x55555555)
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    count = (bits * 0x01010101) >> 24
    swapped = (x << 24) | ((x & 0xFF00) << 8) | ((x >> 8) & 0xFF00) | (x >> 24)
    as_float = (swapped & 0x7FFFFF | 0x3F800000).to(tl.float32, bitcast=True) - 1.0
    odd = (count & 1) == 1
    result = tl.where(odd, ~swapped, swapped ^ 0x5A5A5A5A)
    result = tl.where(as_float > 0.5, result, -result)
    tl.store(out_ptr + offsets, result.to(tl.int32, bitcast=True), mask=mask)


def _bit_tricks_example(random: np.random.Generator, n: int = 200) -> Example:
    x = random.integers(-(2**31), 2**31, n, dtype=np.int64).astype(np.int32)
    return Example({"x_ptr": x, "out_ptr": np.zeros_like(x), "n": n}, (programs(n, 128),))


def _bit_tricks_reference(values: Values) -> Values:
    x = values["x_ptr"].view(np.uint32)
    count = np.array([int(v).bit_count() for v in x], np.int32)
    swapped = x.byteswap()
    as_float = (swapped & np.uint32(0x7FFFFF) | np.uint32(0x3F800000)).view(np.float32) - 1
    result = np.where(count & 1, ~swapped, swapped ^ np.uint32(0x5A5A5A5A))
    return {"out_ptr": np.where(as_float > 0.5, result, -result).astype(np.uint32).view(np.int32)}


@triton.jit
def integer_division(x_ptr, out_ptr, n, d, BLOCK: tl.constexpr):
    """Division and remainder by constants, powers of two and run-time values, signed and unsigned."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=1)
    unsigned = x.to(tl.uint32, bitcast=True)
    a = x // 7 + x % 7
    b = unsigned // 8 + unsigned % 8
    c = x // d - x % d
    e = tl.cdiv(offsets, 16) * 16 - offsets
    f = (x * 1 + 0) // 1 + (x - x)
    tl.store(out_ptr + offsets, a + b.to(tl.int32, bitcast=True) + c + e + f, mask=mask)


def _truncated(a: np.ndarray, b: int) -> tuple[np.ndarray, np.ndarray]:
    quotient = np.trunc(a / b).astype(np.int64)
    return quotient, a - quotient * b


def _integer_division_example(random: np.random.Generator, n: int = 300, d: int = 13) -> Example:
    x = random.integers(-100000, 100000, n, dtype=np.int32)
    return Example({"x_ptr": x, "out_ptr": np.zeros_like(x), "n": n, "d": d}, (programs(n, 64),))


def _integer_division_reference(values: Values) -> Values:
    x = values["x_ptr"].astype(np.int64)
    unsigned = values["x_ptr"].view(np.uint32).astype(np.int64)
    offsets = np.arange(values["n"])
    by_7, by_d = _truncated(x, 7), _truncated(x, values["d"])
    total = sum(by_7) + unsigned // 8 + unsigned % 8 + by_d[0] - by_d[1] + -(-offsets // 16) * 16 - offsets + x
    return {"out_ptr": total.astype(np.uint64).astype(np.uint32).view(np.int32)}


@triton.jit
def casts(x_ptr, half_ptr, brain_ptr, int_ptr, byte_ptr, bool_ptr, n, BLOCK: tl.constexpr):
    """One value in every format, and back."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(half_ptr + offsets, x.to(tl.float16), mask=mask)
    tl.store(brain_ptr + offsets, x.to(tl.bfloat16).to(tl.float32).to(tl.bfloat16), mask=mask)
    whole = tl.floor(x).to(tl.int64)
    tl.store(int_ptr + offsets, whole + x.to(tl.int32), mask=mask)
    tl.store(byte_ptr + offsets, (whole & 0xFF).to(tl.uint8), mask=mask)
    flags = tl.load(bool_ptr + offsets, mask=mask, other=0).to(tl.int1)
    tl.store(bool_ptr + offsets, (flags ^ (x > 0.0)) & ~(x == 1.0), mask=mask)


def _casts_example(random: np.random.Generator, n: int = 200) -> Example:
    x = np.round(random.standard_normal(n, dtype=np.float32) * 200) / 2
    types = {"half_ptr": np.float16, "brain_ptr": np.uint16, "int_ptr": np.int64, "byte_ptr": np.uint8}
    outputs = {name: np.zeros(n, type_) for name, type_ in types.items()}
    arguments = {"x_ptr": x, **outputs, "bool_ptr": random.integers(0, 2, n).astype(np.bool_), "n": n}
    return Example(arguments, (programs(n, 128),))


@triton.jit
def broadcast_bias(x_ptr, row_ptr, column_ptr, out_ptr, m, n, stride, BM: tl.constexpr, BN: tl.constexpr):
    """Row and column vectors, a scalar and a matrix together; the broadcasts can move behind the arithmetic."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    mask = (rows < m)[:, None] & (columns < n)[None, :]
    row = tl.load(row_ptr + columns, mask=columns < n, other=0.0)
    column = tl.load(column_ptr + rows, mask=rows < m, other=0.0)
    x = tl.load(x_ptr + rows[:, None] * stride + columns[None, :], mask=mask, other=0.0)
    shifted = tl.exp(-tl.abs(tl.expand_dims(row, 0).broadcast_to(BM, BN)))
    scaled = tl.sqrt(column[:, None] * column[:, None] + 1.0)
    y = x * scaled + shifted * 2.0 + tl.full((BM, BN), 3.0, tl.float32)
    tl.store(out_ptr + rows[:, None] * stride + columns[None, :], y, mask=mask)


def _broadcast_bias_example(random: np.random.Generator, m: int = 20, n: int = 50, skip: int = 0) -> Example:
    stride = n + skip
    x, row, column = (random.standard_normal(size, dtype=np.float32) for size in ((m, stride), n, m))
    arguments = {"x_ptr": x, "row_ptr": row, "column_ptr": column, "out_ptr": np.zeros_like(x)}
    return Example({**arguments, "m": m, "n": n, "stride": stride}, (programs(m, 16), programs(n, 32)))


def _broadcast_bias_reference(values: Values) -> Values:
    column, row, n = values["column_ptr"][:, None], values["row_ptr"][None, :], values["n"]
    out = values["out_ptr"].copy()
    out[:, :n] = values["x_ptr"][:, :n] * np.sqrt(column * column + 1) + np.exp(-np.abs(row)) * 2 + 3
    return {"out_ptr": out}


@triton.jit
def complex_masks(x_ptr, out_ptr, low, high, n, BLOCK: tl.constexpr):
    """Conditions joined in many ways, some of them known to be true or false."""
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = (offsets < n) & (offsets >= 0)
    even = (offsets % 2) == 0
    window = (offsets > low) & (offsets <= high) | (even & ~(offsets < low))
    always = tl.full([BLOCK], 1, tl.int1) | window
    never = inside & (offsets != offsets)
    x = tl.load(x_ptr + offsets, mask=inside & window & always, other=-1.0, cache_modifier=".cg")
    y = tl.load(x_ptr + offsets, mask=never, other=2.0)
    tl.store(out_ptr + offsets, tl.where(window & inside, x, y), mask=inside)


def _saxpy_example(random: np.random.Generator, n: int = 1000) -> Example:
    x, y = (random.standard_normal(n, dtype=np.float32) for _ in range(2))
    return Example({"x_ptr": x, "y_ptr": y, "out_ptr": np.zeros_like(x), "alpha": 0.5, "n": n}, (programs(n, 128),))


def _cat_example(random: np.random.Generator, count: int = 7 * 890) -> Example:
    """The inputs end where the output does."""
    whole, rest = divmod(count, 890)
    left, right = whole * 512 + min(rest, 512), whole * 378 + max(rest - 512, 0)
    arguments = {
        "in_ptr0": random.standard_normal(left, np.float32),
        "in_ptr1": random.standard_normal(right, np.float32),
    }
    return Example({**arguments, "out_ptr0": np.zeros(count, np.float32), "xnumel": count}, (programs(count, 256),))


def _cat_reference(values: Values) -> Values:
    out = values["out_ptr0"].copy()
    row, column = np.divmod(np.arange(len(out)), 890)
    left = column < 512
    out[left] = np.maximum(values["in_ptr0"][(row * 512 + column)[left]], 0)
    out[~left] = values["in_ptr1"][(row * 378 + column - 512)[~left]]
    return {"out_ptr0": out}


def _activations_example(random: np.random.Generator, n: int = 500) -> Example:
    x = random.standard_normal(n, dtype=np.float32)
    return Example({"x_ptr": x, "out_ptr": np.zeros_like(x), "n": n}, (programs(n, 256),))


def _masks_example(random: np.random.Generator, n: int = 100, low: int = 10, high: int = 40) -> Example:
    x = random.standard_normal(n, dtype=np.float32)
    return Example({"x_ptr": x, "out_ptr": np.zeros_like(x), "low": low, "high": high, "n": n}, (programs(n, 128),))


def _masks_reference(values: Values) -> Values:
    offsets, low, high = np.arange(values["n"]), values["low"], values["high"]
    window = (offsets > low) & (offsets <= high) | (offsets % 2 == 0) & ~(offsets < low)
    return {"out_ptr": np.where(window, values["x_ptr"], np.float32(2))}


_XO = {"x_ptr": "*fp32:16", "out_ptr": "*fp32:16", "n": "i32"}
_XO_INT = {"x_ptr": "*i32:16", "out_ptr": "*i32:16", "n": "i32"}

KERNELS = [
    Kernel(
        saxpy,
        {"x_ptr": "*fp32:16", "y_ptr": "*fp32:16", "out_ptr": "*fp32:16", "alpha": "fp32", "n": "i32:16"},
        {"BLOCK": 128},
        example=_saxpy_example,
        reference=lambda v: {"out_ptr": v["alpha"] * v["x_ptr"] + v["y_ptr"]},
        tolerance=1e-6,
        ragged=sizes("n", 0, 1, 127, 128, 129, 257),
        special={"x_ptr": FLOATS, "y_ptr": FLOATS},
    ),
    Kernel(
        activations,
        {"x_ptr": "*bf16:16", "out_ptr": "*bf16:16", "n": "i32"},
        {"KIND": "gelu", "BLOCK": 256},
        label="gelu",
    ),
    Kernel(
        activations,
        _XO,
        {"KIND": "silu", "BLOCK": 256},
        label="silu",
        example=_activations_example,
        reference=lambda v: {"out_ptr": v["x_ptr"] / (1 + np.exp(-v["x_ptr"]))},
        tolerance=1e-5,
        ragged=sizes("n", 0, 1, 255, 256, 257, 521),
        special={"x_ptr": FLOATS},
    ),
    Kernel(
        activations,
        _XO,
        {"KIND": "leaky", "BLOCK": 256},
        label="leaky_relu",
        example=_activations_example,
        reference=lambda v: {"out_ptr": np.where(v["x_ptr"] >= 0, v["x_ptr"], np.float32(0.01) * v["x_ptr"])},
        tolerance=1e-7,
        ragged=sizes("n", 0, 1, 255, 256, 257, 521),
        special={"x_ptr": FLOATS},
    ),
    Kernel(
        triton_poi_fused_cat_0,
        {"in_ptr0": "*fp32:16", "in_ptr1": "*fp32:16", "out_ptr0": "*fp32:16", "xnumel": "i32"},
        {"XBLOCK": 256},
        example=_cat_example,
        reference=_cat_reference,
        ragged=sizes("count", 0, 1, 255, 256, 511, 512, 513, 889, 890, 891, 1423),
        special={"in_ptr0": FLOATS, "in_ptr1": FLOATS},
    ),
    Kernel(
        triton_poi_fused_add_mul_sigmoid_1,
        {"in_out_ptr0": "*fp32:16", "in_ptr0": "*fp32:16", "in_ptr1": "*fp32:16", "in_ptr2": "*fp32:16"}
        | {"ks0": "i64", "ynumel": "i32", "xnumel": "i32:16"},
        {"YBLOCK": 16, "XBLOCK": 64},
        example=_sigmoid_example,
        tolerance=1e-5,
        ragged=sizes("rows columns period", (1, 1, 1), (15, 63, 4), (16, 64, 7), (17, 17, 5), (33, 64, 2)),
        special={"in_out_ptr0": NOT_FINITE},
    ),
    Kernel(
        triton_poi_fused_index_2,
        {"in_ptr0": "*i64:16", "in_ptr1": "*fp16:16", "out_ptr0": "*fp32:16", "xnumel": "i32:16"},
        {"XBLOCK": 512},
        options={"debug": True},
    ),
    Kernel(
        bit_tricks,
        _XO_INT,
        {"BLOCK": 128},
        example=_bit_tricks_example,
        reference=_bit_tricks_reference,
        ragged=sizes("n", 0, 1, 127, 128, 129, 257),
        special={"x_ptr": INTEGERS},
    ),
    Kernel(
        integer_division,
        {**_XO_INT, "d": "i32"},
        {"BLOCK": 64},
        example=_integer_division_example,
        reference=_integer_division_reference,
        ragged=sizes("n d", (0, 1), (1, 1), (63, -7), (64, 2**31 - 1), (65, -(2**31)), (131, 64), (211, -16)),
        special={"x_ptr": INTEGERS},
    ),
    Kernel(
        casts,
        {"x_ptr": "*fp32:16", "half_ptr": "*fp16:16", "brain_ptr": "*bf16:16", "int_ptr": "*i64:16"}
        | {"byte_ptr": "*u8:16", "bool_ptr": "*i1:16", "n": "i32"},
        {"BLOCK": 128},
        example=_casts_example,
        ragged=sizes("n", 0, 1, 127, 128, 129, 257),
    ),
    Kernel(
        broadcast_bias,
        {"x_ptr": "*fp32:16", "row_ptr": "*fp32:16", "column_ptr": "*fp32:16", "out_ptr": "*fp32:16"}
        | {"m": "i32", "n": "i32", "stride": "i32:16"},
        {"BM": 16, "BN": 32},
        example=_broadcast_bias_example,
        reference=_broadcast_bias_reference,
        tolerance=1e-5,
        ragged=sizes("m n skip", (1, 1, 0), (15, 33, 0), (16, 32, 5), (17, 31, 1), (33, 97, 3)),
        special={"x_ptr": NOT_FINITE, "row_ptr": NOT_FINITE},
    ),
    Kernel(
        complex_masks,
        {"x_ptr": "*fp32:16", "out_ptr": "*fp32:16", "low": "i32", "high": "i64", "n": "i64"},
        {"BLOCK": 128},
        example=_masks_example,
        reference=_masks_reference,
        ragged=sizes("n low high", (1, 0, 0), (127, -5, 300), (128, 127, 127), (129, 200, 100), (257, 128, 256))
        + sizes("n low high", (0, 0, 9), (131, 3, -(2**40)), (259, -(2**31), 2**62)),
        special={"x_ptr": FLOATS},
    ),
]  # fmt: skip
