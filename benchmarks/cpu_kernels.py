"""The kernels of benchmarks/cpu.py."""

# pyright: basic, reportInvalidTypeForm=false
import triton
import triton.language as tl


@triton.jit
def add(x, y, out, count, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = i < count
    tl.store(out + i, tl.load(x + i, mask=keep) + tl.load(y + i, mask=keep), mask=keep)


@triton.jit
def softmax(x, out, columns, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    values = tl.load(x + row * stride + i, mask=i < columns, other=float("-inf"))
    weights = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * stride + i, weights / tl.sum(weights, axis=0), mask=i < columns)


@triton.jit
def matmul(
    a, b, out, depth, a_stride, b_stride, out_stride, ROWS: tl.constexpr, COLUMNS: tl.constexpr, DEPTH: tl.constexpr
):
    m = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    n = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    k = tl.arange(0, DEPTH)
    total = tl.zeros((ROWS, COLUMNS), dtype=tl.float32)
    for start in range(0, depth, DEPTH):
        left = tl.load(a + m[:, None] * a_stride + (start + k)[None, :])
        right = tl.load(b + (start + k)[:, None] * b_stride + n[None, :])
        total = tl.dot(left, right, total)
    tl.store(out + m[:, None] * out_stride + n[None, :], total)


@triton.jit
def layer_norm(x, weight, bias, out, columns, stride, epsilon, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    keep = i < columns
    values = tl.load(x + row * stride + i, mask=keep, other=0.0)
    centred = tl.where(keep, values - tl.sum(values, axis=0) / columns, 0.0)
    scale = 1 / tl.sqrt(tl.sum(centred * centred, axis=0) / columns + epsilon)
    scaled = centred * scale * tl.load(weight + i, mask=keep) + tl.load(bias + i, mask=keep)
    tl.store(out + row * stride + i, scaled, mask=keep)


@triton.jit
def attention(q, k, v, out, scale, length, ROWS: tl.constexpr, COLUMNS: tl.constexpr, WIDTH: tl.constexpr):
    head = tl.program_id(1) * length * WIDTH
    m = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    n = tl.arange(0, COLUMNS)
    d = tl.arange(0, WIDTH)
    place = head + m[:, None] * WIDTH + d[None, :]
    query = tl.load(q + place)
    highest = tl.full([ROWS], float("-inf"), tl.float32)
    weight = tl.zeros([ROWS], tl.float32)
    total = tl.zeros([ROWS, WIDTH], tl.float32)
    for start in range(0, length, COLUMNS):
        keys = tl.load(k + head + (start + n)[:, None] * WIDTH + d[None, :])
        scores = tl.dot(query, tl.trans(keys)) * (scale * 1.4426950408889634)
        higher = tl.maximum(highest, tl.max(scores, axis=1))
        shares = tl.exp2(scores - higher[:, None])
        shrink = tl.exp2(highest - higher)
        weight = weight * shrink + tl.sum(shares, axis=1)
        values = tl.load(v + head + (start + n)[:, None] * WIDTH + d[None, :])
        total = tl.dot(shares, values, total * shrink[:, None])
        highest = higher
    tl.store(out + place, total / weight[:, None])
