"""Attention, forward and backward, and other kernels whose dots depend on each other through a loop."""

# pyright: basic
from __future__ import annotations

import torch
import triton
import triton.language as tl
from semantics.workloads.workload import Launch, Workload, empty, generator, integers, random, tiles


@triton.jit
def windowed(
    q, k, v, out, lengths, S, factor, cap, window,
    HEADS: tl.constexpr, GROUP: tl.constexpr, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
):  # fmt: skip
    """Causal attention in a sliding window, with grouped heads, capped logits and a length per sequence."""
    batch, head = tl.program_id(1) // HEADS, tl.program_id(1) % HEADS
    length = tl.load(lengths + batch)
    start = tl.program_id(0) * BM
    if start >= length:
        return
    rows, columns = start + tl.arange(0, BM), tl.arange(0, BN)
    inner = tl.arange(0, D)
    q_base = q + (batch * HEADS + head).to(tl.int64) * S * D
    kv_base = (batch * (HEADS // GROUP) + head // GROUP).to(tl.int64) * S * D
    query = tl.load(q_base + rows[:, None] * D + inner[None, :], mask=rows[:, None] < length, other=0.0)
    highest = tl.full((BM,), float("-inf"), tl.float32)
    norm = tl.zeros((BM,), tl.float32)
    total = tl.zeros((BM, D), tl.float32)
    first = tl.maximum(start - window + 1, 0) // BN * BN
    for n in range(first, tl.minimum(start + BM, length), BN):
        at = n + columns
        keys = tl.load(k + kv_base + at[None, :] * D + inner[:, None], mask=at[None, :] < length, other=0.0)
        logits = tl.dot(query, keys) * factor
        logits = cap * (2.0 * tl.sigmoid(2.0 * logits / cap) - 1.0)
        distance = rows[:, None] - at[None, :]
        logits = tl.where((distance >= 0) & (distance < window) & (at[None, :] < length), logits, -1.0e30)
        above = tl.maximum(highest, tl.max(logits, 1))
        weights = tl.exp(logits - above[:, None])
        rescale = tl.exp(highest - above)
        norm = norm * rescale + tl.sum(weights, 1)
        values = tl.load(v + kv_base + at[:, None] * D + inner[None, :], mask=at[:, None] < length, other=0.0)
        total = tl.dot(weights.to(tl.float16), values, total * rescale[:, None])
        highest = above
    places = out + (batch * HEADS + head).to(tl.int64) * S * D + rows[:, None] * D + inner[None, :]
    tl.store(places, (total / norm[:, None]).to(tl.float16), mask=rows[:, None] < length)


def _windowed(batch: int, heads: int, s: int, d: int, window: int) -> Launch:
    q, k, v = (
        random(batch, heads, s, d),
        random(batch, heads // 2, s, d, seed=1),
        random(batch, heads // 2, s, d, seed=2),
    )
    lengths = integers(s // 2, s + 1, batch)
    logits = torch.einsum("bhqd,bhkd->bhqk", q.float(), k.float().repeat_interleave(2, 1)) * d**-0.5
    logits = 30.0 * torch.tanh(logits / 30.0)
    at = torch.arange(s)
    distance = at[:, None] - at[None, :]
    inside = ((distance >= 0) & (distance < window)) & (at[None, None, None, :] < lengths[:, None, None, None])
    weights = torch.softmax(logits.masked_fill(~inside, float("-inf")), -1).nan_to_num()
    expected = torch.einsum("bhqk,bhkd->bhqd", weights, v.float().repeat_interleave(2, 1))
    live = (at[None, :] < lengths[:, None])[:, None, :, None]
    out = torch.zeros(batch, heads, s, d, dtype=torch.float16)
    arguments = [q, k, v, out, lengths.int(), s, d**-0.5, 30.0, window]
    return Launch((tiles(s, 64), batch * heads), arguments, [heads, 2, d, 64, 64], {3: expected * live})


@triton.jit
def backward_keys(
    q, k, v, do, lse, delta, dk, dv, S, factor, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
    CAUSAL: tl.constexpr,
):  # fmt: skip
    """The gradients of K and V: four dots in the loop over the rows of Q."""
    base = tl.program_id(1).to(tl.int64) * S
    columns = tl.program_id(0) * BN + tl.arange(0, BN)
    inner = tl.arange(0, D)
    places = base * D + columns[:, None] * D + inner[None, :]
    keys, values = tl.load(k + places), tl.load(v + places)
    keys_gradient = tl.zeros((BN, D), tl.float32)
    values_gradient = tl.zeros((BN, D), tl.float32)
    start = tl.program_id(0) * BN // BM * BM if CAUSAL else 0
    for m in range(start, S, BM):
        rows = m + tl.arange(0, BM)
        query = tl.load(q + base * D + rows[:, None] * D + inner[None, :])
        gradient = tl.load(do + base * D + rows[:, None] * D + inner[None, :])
        weights = tl.exp(tl.dot(keys, query.T) * factor - tl.load(lse + base + rows)[None, :])
        if CAUSAL:
            weights = tl.where(rows[None, :] >= columns[:, None], weights, 0.0)
        values_gradient = tl.dot(weights.to(tl.float16), gradient, values_gradient)
        inner_gradient = tl.dot(values, gradient.T) - tl.load(delta + base + rows)[None, :]
        keys_gradient = tl.dot((weights * inner_gradient).to(tl.float16), query, keys_gradient)
    tl.store(dk + places, (keys_gradient * factor).to(tl.float16))
    tl.store(dv + places, values_gradient.to(tl.float16))


def _backward_keys(heads: int, s: int, d: int, causal: bool) -> Launch:
    q, k, v, do = (random(heads, s, d, seed=seed, scale=0.5).float() for seed in range(4))
    q.requires_grad_(), k.requires_grad_(), v.requires_grad_()
    logits = torch.einsum("hqd,hkd->hqk", q, k) * d**-0.5
    if causal:
        logits = logits.masked_fill(torch.ones(s, s, dtype=torch.bool).triu(1), float("-inf"))
    out = torch.softmax(logits, -1) @ v
    out.backward(do)
    half = [tensor.detach().half() for tensor in (q, k, v, do)]
    lse, delta = torch.logsumexp(logits.detach(), -1), (out.detach() * do).sum(-1)
    arguments = [*half, lse, delta, empty(heads, s, d), empty(heads, s, d), s, d**-0.5]
    constants = [d, 64, 64, causal]
    return Launch((tiles(s, 64), heads), arguments, constants, {6: k.grad, 7: v.grad}, 4, 1e-2)


@triton.jit
def backward_queries(
    q, k, v, do, lse, delta, dq, S, KEYS, factor, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr
):  # fmt: skip
    """The gradient of Q: a loop over the full blocks of K and V, without masks, and one for the rows that are left."""
    head = tl.program_id(1)
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    inner = tl.arange(0, D)
    live = rows < S
    places = head * S * D + rows[:, None] * D + inner[None, :]
    query = tl.load(q + places, mask=live[:, None], other=0.0)
    gradient = tl.load(do + places, mask=live[:, None], other=0.0)
    norm = tl.load(lse + head * S + rows, mask=live, other=0.0)
    mean = tl.load(delta + head * S + rows, mask=live, other=0.0)
    total = tl.zeros((BM, D), tl.float32)
    full = KEYS // BN * BN
    for n in range(0, full, BN):
        at = head * KEYS * D + (n + tl.arange(0, BN))[:, None] * D + inner[None, :]
        keys, values = tl.load(k + at), tl.load(v + at)
        weights = tl.exp(tl.dot(query, keys.T) * factor - norm[:, None])
        scores = weights * (tl.dot(gradient, values.T) - mean[:, None])
        total += tl.dot(scores.to(tl.float16), keys)
    for n in range(full, KEYS, BN):
        columns = n + tl.arange(0, BN)
        at = head * KEYS * D + columns[:, None] * D + inner[None, :]
        keys = tl.load(k + at, mask=columns[:, None] < KEYS, other=0.0)
        values = tl.load(v + at, mask=columns[:, None] < KEYS, other=0.0)
        weights = tl.exp(tl.dot(query, keys.T) * factor - norm[:, None])
        weights = tl.where(columns[None, :] < KEYS, weights, 0.0)
        scores = weights * (tl.dot(gradient, values.T) - mean[:, None])
        total += tl.dot(scores.to(tl.float16), keys)
    tl.store(dq + places, (total * factor).to(tl.float16), mask=live[:, None])


def _backward_queries(heads: int, s: int, keys: int, d: int) -> Launch:
    q, k, v, do = (random(heads, n, d, seed=seed, scale=0.5) for seed, n in enumerate((s, keys, keys, s)))
    logits = q.float() @ k.float().transpose(1, 2) * d**-0.5
    weights = torch.softmax(logits, -1)
    scores = do.float() @ v.float().transpose(1, 2)
    delta = (weights * scores).sum(-1)
    expected = (weights * (scores - delta[..., None])) @ k.float() * d**-0.5
    arguments = [q, k, v, do, torch.logsumexp(logits, -1), delta, empty(heads, s, d), s, keys, d**-0.5]
    return Launch((tiles(s, 128), heads), arguments, [d, 128, 64], {6: expected}, 8, 1e-2)


@triton.jit
def paged(
    q, k_cache, v_cache, table, lengths, out, table_row, factor,
    HEADS: tl.constexpr, D: tl.constexpr, PAGE: tl.constexpr, ROWS: tl.constexpr,
):  # fmt: skip
    """Decoding: the query heads of a group are the rows; each page of K and V is found through a table."""
    batch = tl.program_id(0)
    length = tl.load(lengths + batch)
    heads, inner, slots = tl.arange(0, ROWS), tl.arange(0, D), tl.arange(0, PAGE)
    query = tl.load(q + (batch * HEADS + heads)[:, None] * D + inner[None, :], mask=heads[:, None] < HEADS, other=0.0)
    highest = tl.full((ROWS,), float("-inf"), tl.float32)
    norm = tl.zeros((ROWS,), tl.float32)
    total = tl.zeros((ROWS, D), tl.float32)
    for page in range(tl.cdiv(length, PAGE)):
        block = tl.load(table + batch * table_row + page).to(tl.int64) * PAGE * D
        live = page * PAGE + slots < length
        keys = tl.load(k_cache + block + slots[None, :] * D + inner[:, None], mask=live[None, :], other=0.0)
        logits = tl.where(live[None, :], tl.dot(query, keys) * factor, float("-inf"))
        above = tl.maximum(highest, tl.max(logits, 1))
        weights = tl.exp(logits - above[:, None])
        rescale = tl.exp(highest - above)
        norm = norm * rescale + tl.sum(weights, 1)
        values = tl.load(v_cache + block + slots[:, None] * D + inner[None, :], mask=live[:, None], other=0.0)
        total = total * rescale[:, None] + tl.dot(weights.to(tl.float16), values)
        highest = above
    places = out + (batch * HEADS + heads)[:, None] * D + inner[None, :]
    tl.store(places, (total / norm[:, None]).to(tl.float16), mask=heads[:, None] < HEADS)


def _paged(batch: int, heads: int, pages: int, d: int) -> Launch:
    page = 64
    q = random(batch, heads, d)
    k, v = random(batch * pages, page, d, seed=1), random(batch * pages, page, d, seed=2)
    table = torch.randperm(batch * pages, generator=generator(3)).int().reshape(batch, pages)
    lengths = integers(1, pages * page + 1, batch, seed=4)
    expected = torch.empty(batch, heads, d)
    for number in range(batch):
        own = table[number].long()
        keys, values = (cache[own].reshape(-1, d)[: lengths[number]].float() for cache in (k, v))
        expected[number] = torch.softmax(q[number].float() @ keys.T * d**-0.5, -1) @ values
    arguments = [q, k, v, table, lengths, empty(batch, heads, d), pages, d**-0.5]
    return Launch((batch,), arguments, [heads, d, page, 16], {5: expected})


@triton.jit
def linear_attention(q, k, v, decay, out, S, D: tl.constexpr, C: tl.constexpr):
    """Chunks of C tokens; the state is carried, decays, and is both multiplied and updated in each iteration."""
    base = tl.program_id(0).to(tl.int64) * S
    inner, tokens = tl.arange(0, D), tl.arange(0, C)
    state = tl.zeros((D, D), tl.float32)
    for chunk in range(0, S, C):
        at = base + chunk + tokens
        places = at[:, None] * D + inner[None, :]
        query, keys, values = tl.load(q + places), tl.load(k + places), tl.load(v + places)
        total = tl.cumsum(tl.load(decay + at))
        whole = tl.sum(tl.where(tokens == C - 1, total, 0.0))
        within = tl.dot(query, keys.T) * tl.exp(total[:, None] - total[None, :])
        within = tl.where(tokens[:, None] >= tokens[None, :], within, 0.0)
        result = tl.dot(within.to(tl.float16), values)
        result += tl.dot((query * tl.exp(total)[:, None]).to(tl.float16), state.to(tl.float16))
        tl.store(out + places, result.to(tl.float16))
        faded = (keys * tl.exp(whole - total)[:, None]).to(tl.float16)
        state = state * tl.exp(whole) + tl.dot(faded.T, values)


def _linear_attention(heads: int, s: int, d: int) -> Launch:
    q, k, v = random(heads, s, d, scale=0.3), random(heads, s, d, seed=1, scale=0.3), random(heads, s, d, seed=2)
    decay = -random(heads, s, dtype=torch.float32, seed=3).abs() * 0.1
    state = torch.zeros(heads, d, d)
    expected = torch.empty(heads, s, d)
    for token in range(s):
        state = state * decay[:, token, None, None].exp() + k[:, token, :, None].float() * v[:, token, None, :].float()
        expected[:, token] = torch.einsum("hd,hde->he", q[:, token].float(), state)
    arguments = [q, k, v, decay, empty(heads, s, d), s]
    return Launch((heads,), arguments, [d, 64], {4: expected}, 4, 5e-3)


@triton.jit
def nearest(x, centers, found, N, COUNT, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    """The nearest of many centers: a dot in the loop, whose smallest element per row is carried with its index."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    inner = tl.arange(0, D)
    points = tl.load(x + rows[:, None] * D + inner[None, :], mask=rows[:, None] < N, other=0.0)
    best = tl.full((BM,), float("inf"), tl.float32)
    index = tl.zeros((BM,), tl.int32)
    for n in range(0, COUNT, BN):
        at = n + tl.arange(0, BN)
        center = tl.load(centers + at[:, None] * D + inner[None, :], mask=at[:, None] < COUNT, other=0.0)
        wide = center.to(tl.float32)
        distance = tl.sum(wide * wide, 1)[None, :] - 2.0 * tl.dot(points, center.T)
        distance = tl.where(at[None, :] < COUNT, distance, float("inf"))
        smallest, place = tl.min(distance, 1, return_indices=True)
        index = tl.where(smallest < best, n + place, index)
        best = tl.minimum(best, smallest)
    tl.store(found + rows, index, mask=rows < N)


def _nearest(n: int, count: int, d: int) -> Launch:
    x, centers = integers(-4, 5, n, d).half(), integers(-4, 5, count, d, seed=1).half()
    expected = torch.cdist(x.double(), centers.double()).square().round().argmin(1)
    return Launch((tiles(n, 64),), [x, centers, empty(n, dtype=torch.int32), n, count], [d, 64, 64], {2: expected})


@triton.jit
def losses(x, w, labels, loss, N, V, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Cross entropy of a linear layer: a loop over the vocabulary around a loop over K."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    inner = tl.arange(0, BK)
    label = tl.load(labels + rows, mask=rows < N, other=-1)
    highest = tl.full((BM,), float("-inf"), tl.float32)
    norm = tl.zeros((BM,), tl.float32)
    chosen = tl.zeros((BM,), tl.float32)
    for start in range(0, V, BN):
        columns = start + tl.arange(0, BN)
        logits = tl.zeros((BM, BN), tl.float32)
        for k in range(0, K, BK):
            at = k + inner
            left = tl.load(x + rows[:, None] * K + at[None, :], mask=(rows[:, None] < N) & (at[None, :] < K), other=0.0)
            right = tl.load(
                w + columns[None, :] * K + at[:, None], mask=(columns[None, :] < V) & (at[:, None] < K), other=0.0
            )
            logits = tl.dot(left, right, logits)
        logits = tl.where(columns[None, :] < V, logits, float("-inf"))
        above = tl.maximum(highest, tl.max(logits, 1))
        norm = norm * tl.exp(highest - above) + tl.sum(tl.exp(logits - above[:, None]), 1)
        chosen += tl.sum(tl.where(columns[None, :] == label[:, None], logits, 0.0), 1)
        highest = above
    tl.store(loss + rows, highest + tl.log(norm) - chosen, mask=rows < N)


def _losses(n: int, v: int, k: int) -> Launch:
    x, w = random(n, k), random(v, k, seed=1, scale=k**-0.5)
    labels = integers(0, v, n, seed=2)
    expected = torch.nn.functional.cross_entropy(x.float() @ w.float().T, labels.long(), reduction="none")
    arguments = [x, w, labels, empty(n, dtype=torch.float32), n, v, k]
    return Launch((tiles(n, 128),), arguments, [128, 128, 64], {3: expected}, 8)


@triton.jit
def convolution(
    x, w, out, H, W, C, F, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):  # fmt: skip
    """A 3x3 convolution of channels-last images, as a matmul whose rows are gathered with a halo."""
    pixels = tl.program_id(0) * BM + tl.arange(0, BM)
    filters = tl.program_id(1) * BN + tl.arange(0, BN)
    image = x + tl.program_id(2).to(tl.int64) * H * W * C
    row, column = pixels // W, pixels % W
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for tap in range(9):
        y, z = row + tap // 3 - 1, column + tap % 3 - 1
        inside = (y >= 0) & (y < H) & (z >= 0) & (z < W) & (pixels < H * W)
        for c in range(0, C, BK):
            left = tl.load(image + (y * W + z)[:, None] * C + (c + inner)[None, :], mask=inside[:, None], other=0.0)
            right = tl.load(
                w + (tap * C + c + inner)[:, None] * F + filters[None, :], mask=filters[None, :] < F, other=0.0
            )
            total = tl.dot(left, right, total)
    places = out + (tl.program_id(2).to(tl.int64) * H * W + pixels[:, None]) * F + filters[None, :]
    tl.store(places, tl.maximum(total, 0.0).to(tl.float16), mask=(pixels[:, None] < H * W) & (filters[None, :] < F))


def _convolution(images: int, h: int, w: int, c: int, f: int) -> Launch:
    x, weights = random(images, h, w, c), random(9, c, f, seed=1, scale=(9 * c) ** -0.5)
    kernel = weights.float().reshape(3, 3, c, f).permute(3, 2, 0, 1)
    expected = torch.nn.functional.conv2d(x.float().permute(0, 3, 1, 2), kernel, padding=1).relu().permute(0, 2, 3, 1)
    arguments = [x, weights, empty(images, h, w, f), h, w, c, f]
    return Launch((tiles(h * w, 128), tiles(f, 64), images), arguments, [128, 64, 64], {2: expected})


ATTENTIONS = {
    "windowed": Workload(
        windowed, lambda: _windowed(2, 4, 200, 64, 70), lambda: _windowed(4, 16, 2048, 128, 512), rewritten=False
    ),
    "backward_keys": Workload(
        backward_keys, lambda: _backward_keys(1, 128, 64, False), lambda: _backward_keys(16, 2048, 64, False),
        rewritten=False,
    ),
    "backward_keys_causal": Workload(
        backward_keys, lambda: _backward_keys(1, 128, 64, True), lambda: _backward_keys(16, 2048, 64, True),
        rewritten=False,
    ),
    "backward_queries": Workload(
        backward_queries, lambda: _backward_queries(1, 130, 77, 64), lambda: _backward_queries(32, 4096, 4100, 64),
        rewritten=False,
    ),
    "paged": Workload(paged, lambda: _paged(2, 8, 3, 64), lambda: _paged(256, 8, 32, 128), rewritten=False),
    "linear_attention": Workload(
        linear_attention, lambda: _linear_attention(1, 192, 64), lambda: _linear_attention(64, 2048, 64),
        rewritten=False,
    ),
    "nearest": Workload(nearest, lambda: _nearest(100, 200, 64), lambda: _nearest(16384, 4096, 64), rewritten=False),
    "losses": Workload(losses, lambda: _losses(150, 200, 144), lambda: _losses(4096, 8192, 1024)),
    "convolution": Workload(
        convolution, lambda: _convolution(1, 9, 12, 64, 80), lambda: _convolution(16, 64, 64, 256, 256), rewritten=False
    ),
}  # fmt: skip
