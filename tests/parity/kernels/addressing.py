"""Block pointers and tensor descriptors."""

import numpy as np
import triton
import triton.language as tl
from parity.kernels.kernel import NOT_FINITE, Example, Kernel, Values, programs, sizes
from selection import WITH_BLOCK_POINTERS


@triton.jit
def matmul_block_pointers(
    a_ptr, b_ptr, c_ptr, m, n, k, stride_am, stride_bk, stride_cm,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    a_block = tl.make_block_ptr(a_ptr, (m, k), (stride_am, 1), (row, 0), (BM, BK), (1, 0))
    b_block = tl.make_block_ptr(b_ptr, (k, n), (stride_bk, 1), (0, column), (BK, BN), (1, 0))
    accumulator = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, k, BK):
        a = tl.load(a_block, boundary_check=(0, 1), padding_option="zero")
        b = tl.load(b_block, boundary_check=(0, 1), padding_option="zero")
        accumulator += tl.dot(a, b)
        a_block = tl.advance(a_block, (0, BK))
        b_block = tl.advance(b_block, (BK, 0))
    c_block = tl.make_block_ptr(c_ptr, (m, n), (stride_cm, 1), (row, column), (BM, BN), (1, 0))
    tl.store(c_block, accumulator.to(tl.float16), boundary_check=(0, 1))


def _matmul_example(random: np.random.Generator, m: int = 20, n: int = 40, k: int = 24) -> Example:
    a = random.standard_normal((m, k)).astype(np.float16)
    b = random.standard_normal((k, n)).astype(np.float16)
    sizes = {"m": m, "n": n, "k": k, "stride_am": k, "stride_bk": n, "stride_cm": n}
    return Example(
        {"a_ptr": a, "b_ptr": b, "c_ptr": np.zeros((m, n), np.float16), **sizes}, (programs(m, 16), programs(n, 16))
    )


def _matmul_reference(values: Values) -> Values:
    product = values["a_ptr"].astype(np.float64) @ values["b_ptr"].astype(np.float64)
    return {"c_ptr": product.astype(np.float16)}


@triton.jit
def block_pointers_everywhere(x_ptr, y_ptr, rows, columns, skip, BM: tl.constexpr, BN: tl.constexpr):
    """Block pointers that go through conditions and inner loops; padding with NaN; a transposed order."""
    block = tl.make_block_ptr(x_ptr, (rows, columns), (columns, 1), (0, 0), (BM, BN), (1, 0))
    turned = tl.make_block_ptr(y_ptr, (columns, rows), (1, columns), (0, 0), (BN, BM), (0, 1))
    total = tl.zeros((BM, BN), tl.float32)
    for i in range(0, rows, BM):
        inner = block
        for _ in range(0, columns, BN):
            x = tl.load(inner, boundary_check=(0,), padding_option="nan")
            total += tl.where(x == x, x, 0.0)
            inner = tl.advance(inner, (0, BN))
        if i == skip:
            block = tl.advance(block, (2 * BM, 0))
        else:
            block = tl.advance(block, (BM, 0))
    for _ in range(0, rows, BM):
        tl.store(turned, tl.trans(total), boundary_check=(1, 0), eviction_policy="evict_last")
        turned = tl.advance(turned, (0, BM))


def _everywhere_example(random: np.random.Generator, rows: int = 40, columns: int = 64, skip: int = 16) -> Example:
    x = random.standard_normal((rows, columns), dtype=np.float32)
    return Example({"x_ptr": x, "y_ptr": np.zeros_like(x), "rows": rows, "columns": columns, "skip": skip}, (1,))


@triton.jit
def block_pointer_vector(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    start = tl.program_id(0) * BLOCK
    x_block = tl.make_block_ptr(
        base=x_ptr, shape=(n,), strides=(1,), offsets=(start,), block_shape=(BLOCK,), order=(0,)
    )
    y_block = tl.make_block_ptr(
        base=y_ptr, shape=(n,), strides=(2,), offsets=(start,), block_shape=(BLOCK,), order=(0,)
    )
    x = tl.load(x_block, boundary_check=(0,), padding_option="zero", cache_modifier=".ca")
    tl.store(y_block, tl.exp2(x) + tl.cumsum(x, 0), boundary_check=(0,))


def _vector_example(random: np.random.Generator, n: int = 50) -> Example:
    x = random.standard_normal(n, dtype=np.float32)
    return Example({"x_ptr": x, "y_ptr": np.zeros(2 * n - 1, np.float32), "n": n}, (programs(n, 32),))


def _vector_reference(values: Values) -> Values:
    x = values["x_ptr"]
    sums = np.concatenate([x[start : start + 32].cumsum() for start in range(0, len(x), 32)])
    y = values["y_ptr"].copy()
    y[::2] = np.exp2(x) + sums
    return {"y_ptr": y}


@triton.jit
def matmul_descriptors(a_ptr, b_ptr, c_ptr, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Descriptors made in the kernel, on a memory of their own for the hardware that has them."""
    a_desc = tl.make_tensor_descriptor(a_ptr, shape=[m, k], strides=[k, 1], block_shape=[BM, BK])
    b_desc = tl.make_tensor_descriptor(b_ptr, shape=[n, k], strides=[k, 1], block_shape=[BN, BK])
    c_desc = tl.make_tensor_descriptor(c_ptr, shape=[m, n], strides=[n, 1], block_shape=[BM, BN])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    accumulator = tl.zeros((BM, BN), dtype=tl.float32)
    for step in range(tl.cdiv(k, BK)):
        a = a_desc.load([row, step * BK])
        b = b_desc.load([column, step * BK])
        accumulator = tl.dot(a, b.T, accumulator)
    c_desc.store([row, column], accumulator.to(tl.float16))


def _descriptors_example(random: np.random.Generator, m: int = 40, n: int = 48, k: int = 64) -> Example:
    a = random.standard_normal((m, k)).astype(np.float16)
    b = random.standard_normal((n, k)).astype(np.float16)
    arguments = {"a_ptr": a, "b_ptr": b, "c_ptr": np.zeros((m, n), np.float16)}
    return Example({**arguments, "m": m, "n": n, "k": k}, (programs(m, 32), programs(n, 32)))


def _descriptors_reference(values: Values) -> Values:
    product = values["a_ptr"].astype(np.float64) @ values["b_ptr"].astype(np.float64).T
    return {"c_ptr": product.astype(np.float16)}


@triton.jit
def descriptor_arguments(x_desc, out_desc, table_ptr, steps, BM: tl.constexpr, BN: tl.constexpr):
    """Descriptors that come from the host, carried through a loop and a condition, with reductions in memory."""
    row = tl.program_id(0) * BM
    for step in tl.range(0, steps, num_stages=2):
        column = tl.load(table_ptr + step)
        x = x_desc.load([row, column])
        if column >= 0:
            out_desc.atomic_add([row, column], x)
        else:
            out_desc.atomic_max([row, 0], x * 2)
    out_desc.store([row, steps * BN], x_desc.load([row, 0]))


@triton.jit
def descriptor_gather_scatter(x_ptr, rows_ptr, out_ptr, rows, columns, start, BM: tl.constexpr, BN: tl.constexpr):
    """Rows picked by a vector of indices, and put back in another order."""
    x_desc = tl.make_tensor_descriptor(x_ptr, [rows, columns], [columns, 1], [1, BN])
    out_desc = tl.make_tensor_descriptor(out_ptr, [rows, columns], [columns, 1], [1, BN])
    picked = tl.load(rows_ptr + tl.arange(0, BM))
    x = x_desc.gather(picked, start)
    out_desc.scatter(x + 1.0, BM - 1 - tl.arange(0, BM), start)


def _gather_scatter_example(random: np.random.Generator, rows: int = 32, columns: int = 64, start: int = 0) -> Example:
    """Some of the rows that are picked are not there."""
    x = random.standard_normal((rows, columns)).astype(np.float16)
    picked = random.integers(-2, rows + 2, 32).astype(np.int32)
    arguments = {"x_ptr": x, "rows_ptr": picked, "out_ptr": np.zeros_like(x)}
    return Example({**arguments, "rows": rows, "columns": columns, "start": start}, (1,))


@triton.jit
def descriptor_cube(x_ptr, out_ptr, a, b, c, B0: tl.constexpr, B1: tl.constexpr, B2: tl.constexpr):
    """A descriptor of three dimensions with padding, and one with strides known at compile time."""
    x_desc = tl.make_tensor_descriptor(x_ptr, [a, b, c], [b * c, c, 1], [B0, B1, B2], padding_option="nan")
    out_desc = tl.make_tensor_descriptor(out_ptr, [a, c], [128, 1], [B0, B2])
    total = tl.zeros((B0, B2), tl.float32)
    for start in range(0, b, B1):
        x = x_desc.load([tl.program_id(0) * B0, start, 0])
        total += tl.sum(tl.where(x != x, 0.0, x), axis=1)
    out_desc.store([tl.program_id(0) * B0, 0], total)


def _cube_example(random: np.random.Generator, a: int = 8, b: int = 16, c: int = 32) -> Example:
    x = random.standard_normal((a, b, c), dtype=np.float32)
    arguments = {"x_ptr": x, "out_ptr": np.zeros((a - 1) * 128 + c, np.float32)}
    return Example({**arguments, "a": a, "b": b, "c": c}, (programs(a, 4),))


KERNELS = [
    Kernel(
        matmul_block_pointers,
        {"a_ptr": "*fp16:16", "b_ptr": "*fp16:16", "c_ptr": "*fp16:16"}
        | {"m": "i32", "n": "i32", "k": "i32", "stride_am": "i32", "stride_bk": "i32", "stride_cm": "i32"},
        {"BM": 16, "BN": 16, "BK": 16},
        example=_matmul_example,
        reference=_matmul_reference,
        tolerance=1e-2,
        ragged=sizes("m n k", (1, 1, 1), (15, 17, 16), (16, 32, 33), (17, 16, 15), (31, 3, 47)),
        special={"a_ptr": NOT_FINITE, "b_ptr": NOT_FINITE},
        versions=WITH_BLOCK_POINTERS,
    ),
    Kernel(
        block_pointers_everywhere,
        {"x_ptr": "*fp32:16", "y_ptr": "*fp32:16", "rows": "i32", "columns": "i32:16", "skip": "i32"},
        {"BM": 16, "BN": 32},
        example=_everywhere_example,
        tolerance=1e-5,
        ragged=sizes("rows columns skip", (1, 32, 5), (16, 32, 0), (17, 64, 16), (47, 96, 16)),
        special={"x_ptr": NOT_FINITE},
        versions=WITH_BLOCK_POINTERS,
    ),
    Kernel(
        block_pointer_vector,
        {"x_ptr": "*fp32:16", "y_ptr": "*fp32:16", "n": "i64"},
        {"BLOCK": 32},
        example=_vector_example,
        reference=_vector_reference,
        tolerance=1e-5,
        ragged=sizes("n", 1, 31, 32, 33, 64, 97),
        special={"x_ptr": NOT_FINITE},
        versions=WITH_BLOCK_POINTERS,
    ),
    Kernel(
        matmul_descriptors,
        {"a_ptr": "*fp16:16", "b_ptr": "*fp16:16", "c_ptr": "*fp16:16", "m": "i32", "n": "i32:16", "k": "i32:16"},
        {"BM": 32, "BN": 32, "BK": 32},
        example=_descriptors_example,
        reference=_descriptors_reference,
        tolerance=1e-2,
        ragged=sizes("m n k", (1, 1, 1), (31, 33, 32), (32, 31, 33), (33, 64, 65), (5, 7, 97)),
        special={"a_ptr": NOT_FINITE, "b_ptr": NOT_FINITE},
    ),
    Kernel(
        descriptor_arguments,
        {"x_desc": "tensordesc<i32[32, 64]>", "out_desc": "tensordesc<i32[32, 64]>"}
        | {"table_ptr": "*i32:16", "steps": "i32"},
        {"BM": 32, "BN": 64},
    ),
    Kernel(
        descriptor_gather_scatter,
        {"x_ptr": "*fp16:16", "rows_ptr": "*i32:16", "out_ptr": "*fp16:16", "rows": "i32", "columns": "i32:16"}
        | {"start": "i32"},
        {"BM": 32, "BN": 64},
        example=_gather_scatter_example,
        ragged=sizes("rows columns start", (1, 1, 0), (5, 63, 0), (31, 65, 3), (33, 130, 100), (40, 8, 0)),
        special={"x_ptr": NOT_FINITE},
    ),
    Kernel(
        descriptor_cube,
        {"x_ptr": "*fp32:16", "out_ptr": "*fp32:16", "a": "i32", "b": "i32", "c": "i32:16"},
        {"B0": 4, "B1": 8, "B2": 32},
        example=_cube_example,
        tolerance=1e-5,
        ragged=sizes("a b c", (1, 1, 1), (3, 9, 31), (5, 7, 17), (9, 17, 32)),
    ),
]  # fmt: skip
