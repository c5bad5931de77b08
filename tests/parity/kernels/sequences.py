"""Along an axis: scans, sorting, histograms, gathers, and changes of shape."""

import numpy as np
import triton
import triton.language as tl
from parity.kernels.kernel import FLOATS, NAN, NOT_FINITE, Example, Kernel, Values, programs, sizes


@triton.jit
def scans(x_ptr, sum_ptr, product_ptr, reverse_ptr, columns, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    offsets = rows[:, None] * columns + tl.arange(0, BN)[None, :]
    mask = tl.arange(0, BN)[None, :] < columns
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(sum_ptr + offsets, tl.cumsum(x, axis=1), mask=mask)
    tl.store(product_ptr + offsets, tl.cumprod(tl.where(mask, 1.0 + 0.01 * x, 1.0), axis=1), mask=mask)
    tl.store(reverse_ptr + offsets, tl.cumsum(x, axis=1, reverse=True), mask=mask)


def _scans_example(random: np.random.Generator, blocks: int = 2, columns: int = 30) -> Example:
    x = random.standard_normal((blocks * 4, columns), dtype=np.float32)
    outputs = {name: np.zeros_like(x) for name in ("sum_ptr", "product_ptr", "reverse_ptr")}
    return Example({"x_ptr": x, **outputs, "columns": columns}, (blocks,))


def _scans_reference(values: Values) -> Values:
    x = values["x_ptr"]
    product = (1 + np.float32(0.01) * x).cumprod(1)
    return {"sum_ptr": x.cumsum(1), "product_ptr": product, "reverse_ptr": x[:, ::-1].cumsum(1)[:, ::-1]}


@triton.jit
def recurrence(a_1, b_1, a_2, b_2):
    return a_1 * a_2, b_1 * a_2 + b_2


@triton.jit
def linear_recurrence(gate_ptr, x_ptr, out_ptr, state_ptr, length, BLOCK: tl.constexpr):
    """h[t] = gate[t] h[t-1] + x[t], a block at a time, the last state carried on."""
    channel = tl.program_id(0)
    state = tl.load(state_ptr + channel)
    steps = tl.arange(0, BLOCK)
    for start in range(0, length, BLOCK):
        offsets = channel * length + start + steps
        mask = start + steps < length
        gate = tl.load(gate_ptr + offsets, mask=mask, other=1.0)
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
        x = tl.where(steps == 0, x + gate * state, x)
        _, h = tl.associative_scan((gate, x), 0, recurrence)
        tl.store(out_ptr + offsets, h, mask=mask)
        state = tl.sum(tl.where(steps == BLOCK - 1, h, 0.0))
    tl.store(state_ptr + channel, state)


def _recurrence_example(random: np.random.Generator, channels: int = 2, length: int = 50) -> Example:
    gate = random.random((channels, length), dtype=np.float32)
    x = random.standard_normal((channels, length), dtype=np.float32)
    arguments = {"gate_ptr": gate, "x_ptr": x, "out_ptr": np.zeros_like(x)}
    return Example({**arguments, "state_ptr": np.ones(channels, np.float32), "length": length}, (channels,))


def _recurrence_reference(values: Values) -> Values:
    out = np.empty_like(values["x_ptr"])
    state = values["state_ptr"].copy()
    for t in range(values["length"]):
        state = values["gate_ptr"][:, t] * state + values["x_ptr"][:, t]
        out[:, t] = state
    return {"out_ptr": out, "state_ptr": state}


@triton.jit
def sort_rows(x_ptr, out_ptr, top_ptr, BM: tl.constexpr, BN: tl.constexpr, K: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    offsets = rows[:, None] * BN + tl.arange(0, BN)[None, :]
    x = tl.load(x_ptr + offsets)
    tl.store(out_ptr + offsets, tl.sort(x, 1))
    tl.store(top_ptr + rows[:, None] * K + tl.arange(0, K)[None, :], tl.topk(x, K, 1))


def _sort_example(random: np.random.Generator, blocks: int = 2) -> Example:
    x = random.standard_normal((blocks * 2, 16), dtype=np.float32)
    arguments = {"x_ptr": x, "out_ptr": np.zeros_like(x), "top_ptr": np.zeros((blocks * 2, 4), np.float32)}
    return Example(arguments, (blocks,))


def _sort_reference(values: Values) -> Values:
    ordered = np.sort(values["x_ptr"], 1)
    return {"out_ptr": ordered, "top_ptr": ordered[:, :-5:-1].copy()}


@triton.jit
def histogram_of_bytes(x_ptr, counts_ptr, n, BLOCK: tl.constexpr, BINS: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0).to(tl.int32)
    counts = tl.histogram(x, BINS, mask=mask)
    tl.atomic_add(counts_ptr + tl.arange(0, BINS), counts)


def _histogram_example(random: np.random.Generator, n: int = 200) -> Example:
    x = random.integers(0, 32, n, dtype=np.uint8)
    return Example({"x_ptr": x, "counts_ptr": np.zeros(32, np.int32), "n": n}, (programs(n, 64),))


@triton.jit
def gather_along(x_ptr, index_ptr, out_ptr, BM: tl.constexpr, BN: tl.constexpr):
    """A table of a tile's own elements, looked up along both axes."""
    offsets = tl.arange(0, BM)[:, None] * BN + tl.arange(0, BN)[None, :]
    x = tl.load(x_ptr + offsets)
    index = tl.load(index_ptr + offsets)
    across = tl.gather(x, index % BN, axis=1)
    down = tl.gather(x, index % BM, axis=0)
    tl.store(out_ptr + offsets, across - down)


def _gather_example(random: np.random.Generator, end: int = 1000, count: int = 1) -> Example:
    """Several programs do the same."""
    x = random.standard_normal((8, 16), dtype=np.float32)
    index = random.integers(0, end, (8, 16), dtype=np.int32)
    return Example({"x_ptr": x, "index_ptr": index, "out_ptr": np.zeros_like(x)}, (count,))


def _gather_reference(values: Values) -> Values:
    x, index = values["x_ptr"], values["index_ptr"]
    return {"out_ptr": np.take_along_axis(x, index % 16, 1) - np.take_along_axis(x, index % 8, 0)}


@triton.jit
def shapes(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    """Join, split, permute, reshape, interleave, ravel, flip, cat: each element keeps its value."""
    offsets = tl.arange(0, N)
    x = tl.load(x_ptr + offsets)
    y = tl.load(y_ptr + offsets)
    joined = tl.join(x, y)
    turned = tl.permute(tl.reshape(joined, (2, N // 2, 2)), (2, 0, 1))
    back = tl.permute(turned, 1, 2, 0).reshape(N, 2)
    first, second = tl.split(back)
    mixed = tl.interleave(first, second)
    flipped = tl.flip(tl.ravel(tl.reshape(mixed, (N, 2)).T), 0)
    both = tl.cat(first, second, can_reorder=True)
    tl.store(out_ptr + tl.arange(0, 2 * N), flipped)
    tl.atomic_add(out_ptr + 2 * N + tl.arange(0, 2 * N), tl.broadcast_to(tl.sum(both), (2 * N,)))


def _shapes_example(random: np.random.Generator, start: int = 0) -> Example:
    x, y = (random.integers(-8, 8, 16).astype(np.float32) for _ in range(2))
    return Example({"x_ptr": x, "y_ptr": y, "out_ptr": np.full(64, start, np.float32)}, (1,))


def _shapes_reference(values: Values) -> Values:
    x, y = values["x_ptr"], values["y_ptr"]
    return {"out_ptr": np.concatenate([y[::-1], x[::-1], values["out_ptr"][32:] + x.sum() + y.sum()])}


@triton.jit
def rotary_embedding(
    q_ptr, cos_ptr, sin_ptr, positions_ptr, stride, heads, HALF: tl.constexpr, INTERLEAVED: tl.constexpr
):
    """Rotate pairs of a head's elements by the angle of the token's position, in place."""
    token = tl.program_id(0)
    head = tl.program_id(1)
    position = tl.load(positions_ptr + token)
    half = tl.arange(0, HALF)
    cos = tl.load(cos_ptr + position * HALF + half)
    sin = tl.load(sin_ptr + position * HALF + half)
    base = q_ptr + token * stride + head * HALF * 2
    if INTERLEAVED:
        pairs = tl.arange(0, HALF * 2)
        first, second = tl.split(tl.reshape(tl.load(base + pairs), (HALF, 2)))
        tl.store(base + pairs, tl.interleave(first * cos - second * sin, second * cos + first * sin))
    else:
        first = tl.load(base + half)
        second = tl.load(base + HALF + half)
        tl.store(base + half, first * cos - second * sin)
        tl.store(base + HALF + half, second * cos + first * sin)


def _rope_example(random: np.random.Generator, tokens: int = 3, heads: int = 2, skip: int = 0) -> Example:
    """After its heads a token has as many elements as ``skip`` heads, which belong to nobody."""
    q = random.standard_normal((tokens, heads + skip, 32), dtype=np.float32)
    angles = random.standard_normal((10, 16))
    tables = {"cos_ptr": np.cos(angles).astype(np.float32), "sin_ptr": np.sin(angles).astype(np.float32)}
    positions = np.array([0, 9, 4, 9, 1][:tokens], np.int64)
    numbers = {"stride": (heads + skip) * 32, "heads": heads}
    return Example({"q_ptr": q, **tables, "positions_ptr": positions, **numbers}, (tokens, heads))


def _rope_reference(interleaved: bool, values: Values) -> Values:
    whole = values["q_ptr"].copy()
    q = whole[:, : values["heads"]]
    cos, sin = (values[name][values["positions_ptr"]][:, None] for name in ("cos_ptr", "sin_ptr"))
    first, second = (q[..., ::2], q[..., 1::2]) if interleaved else (q[..., :16], q[..., 16:])
    out = np.empty_like(q)
    parts = (out[..., ::2], out[..., 1::2]) if interleaved else (out[..., :16], out[..., 16:])
    parts[0][:] = first * cos - second * sin
    parts[1][:] = second * cos + first * sin
    q[:] = out
    return {"q_ptr": whole}


@triton.jit
def embedding(ids_ptr, table_ptr, out_ptr, low, high, WIDTH: tl.constexpr, TOKENS: tl.constexpr):
    """Rows of a table for some tokens; those outside this part of the vocabulary give zeros."""
    tokens = tl.program_id(0) * TOKENS + tl.arange(0, TOKENS)
    dims = tl.arange(0, WIDTH)
    ids = tl.load(ids_ptr + tokens)
    here = (ids >= low) & (ids < high)
    rows = tl.where(here, ids - low, 0)
    values = tl.load(table_ptr + rows[:, None] * WIDTH + dims[None, :], mask=here[:, None], other=0.0)
    tl.store(out_ptr + tokens[:, None] * WIDTH + dims[None, :], values)


def _embedding_example(random: np.random.Generator, blocks: int = 2, low: int = 10, high: int = 20) -> Example:
    ids = random.integers(0, 30, blocks * 4, dtype=np.int64)
    table = random.standard_normal((high - low, 16), dtype=np.float32)
    arguments = {"ids_ptr": ids, "table_ptr": table, "out_ptr": np.ones((blocks * 4, 16), np.float32)}
    return Example({**arguments, "low": low, "high": high}, (blocks,))


def _embedding_reference(values: Values) -> Values:
    ids, low, out = values["ids_ptr"], values["low"], np.zeros_like(values["out_ptr"])
    here = (ids >= low) & (ids < values["high"])
    out[here] = values["table_ptr"][ids[here] - low]
    return {"out_ptr": out}


_ROPE = {"q_ptr": "*fp32:16", "cos_ptr": "*fp32:16", "sin_ptr": "*fp32:16", "positions_ptr": "*i64:16"}

KERNELS = [
    Kernel(
        scans,
        {"x_ptr": "*fp32:16", "sum_ptr": "*fp32:16", "product_ptr": "*fp32:16"}
        | {"reverse_ptr": "*fp32:16", "columns": "i32"},
        {"BM": 4, "BN": 32},
        example=_scans_example,
        reference=_scans_reference,
        tolerance=1e-5,
        ragged=sizes("blocks columns", (1, 1), (3, 31), (1, 32), (2, 17)),
        special={"x_ptr": NOT_FINITE},
    ),
    Kernel(
        linear_recurrence,
        {"gate_ptr": "*fp32:16", "x_ptr": "*fp32:16", "out_ptr": "*fp32:16", "state_ptr": "*fp32:16", "length": "i32"},
        {"BLOCK": 16},
        example=_recurrence_example,
        reference=_recurrence_reference,
        tolerance=1e-5,
        ragged=sizes("channels length", (1, 1), (3, 15), (2, 16), (1, 17), (5, 33)),
        special={"x_ptr": NAN},
    ),
    Kernel(
        sort_rows,
        {"x_ptr": "*fp32:16", "out_ptr": "*fp32:16", "top_ptr": "*fp32:16"},
        {"BM": 2, "BN": 16, "K": 4},
        example=_sort_example,
        reference=_sort_reference,
        ragged=sizes("blocks", 1, 3, 7),
        special={"x_ptr": (float("inf"), float("-inf"), 0.0, 1.0, 3.4e38, -3.4e38, 1e-45)},
    ),
    Kernel(
        histogram_of_bytes,
        {"x_ptr": "*u8:16", "counts_ptr": "*i32:16", "n": "i32"},
        {"BLOCK": 64, "BINS": 32},
        example=_histogram_example,
        reference=lambda v: {"counts_ptr": np.bincount(v["x_ptr"], minlength=32).astype(np.int32)},
        ragged=sizes("n", 0, 1, 63, 64, 65, 257),
        special={"x_ptr": (0, 31)},
    ),
    Kernel(
        gather_along,
        {"x_ptr": "*fp32:16", "index_ptr": "*i32:16", "out_ptr": "*fp32:16"},
        {"BM": 8, "BN": 16},
        example=_gather_example,
        reference=_gather_reference,
        ragged=sizes("end count", (1, 1), (2, 3), (2**31 - 1, 1)),
        special={"x_ptr": FLOATS, "index_ptr": (0, 15, 2**31 - 1)},
    ),
    Kernel(
        shapes,
        {"x_ptr": "*fp32:16", "y_ptr": "*fp32:16", "out_ptr": "*fp32:16"},
        {"N": 16},
        example=_shapes_example,
        reference=_shapes_reference,
        ragged=sizes("start", 0, 3),
        special={"x_ptr": NOT_FINITE, "y_ptr": NOT_FINITE},
    ),
    Kernel(
        rotary_embedding,
        {**_ROPE, "stride": "i32:16", "heads": "i32"},
        {"HALF": 16, "INTERLEAVED": False},
        example=_rope_example,
        reference=lambda values: _rope_reference(False, values),
        tolerance=1e-6,
        ragged=sizes("tokens heads skip", (1, 1, 0), (2, 3, 1), (5, 1, 2)),
        special={"q_ptr": NOT_FINITE},
    ),
    Kernel(
        rotary_embedding,
        {**_ROPE, "stride": "i64", "heads": "i32"},
        {"HALF": 16, "INTERLEAVED": True},
        label="rotary_embedding_interleaved",
        example=_rope_example,
        reference=lambda values: _rope_reference(True, values),
        tolerance=1e-6,
        ragged=sizes("tokens heads skip", (1, 1, 0), (2, 3, 1), (5, 1, 2)),
        special={"q_ptr": NOT_FINITE},
    ),
    Kernel(
        embedding,
        {"ids_ptr": "*i64:16", "table_ptr": "*fp32:16", "out_ptr": "*fp32:16", "low": "i32", "high": "i32"},
        {"WIDTH": 16, "TOKENS": 4},
        example=_embedding_example,
        reference=_embedding_reference,
        ragged=sizes("blocks low high", (1, 29, 30), (3, 0, 30), (5, 0, 1), (1, 30, 31), (2, -5, 15)),
        special={"table_ptr": FLOATS},
    ),
]  # fmt: skip
