"""Speed of kernels on the CPU against torch's own kernels, with the share of the machine's measured limits.

    python benchmarks/cpu_torch.py [--threads 1 2] [--rounds 15] [--only SUBSTRING ...] [--json FILE]

Both take turns on the same arrays after their results have been compared; of several threads the second launch in a
row is timed, when the threads of the other side no longer spin. ``ratio`` is the time of xtriton divided by torch's:
the median of the quotients of neighbouring runs, and the quotient of the minima. ``memory`` and ``compute`` are the
bytes (each array once) and operations of a kernel per second, as shares of this machine's rates in the same run: the
bandwidth of ``memcpy`` between arrays larger than the caches, and multiply-adds in registers with the widest
instruction for the type. Requires torch.
"""

# pyright: basic
from __future__ import annotations

import os

os.environ.setdefault("XTRITON_CACHE_DIR", "")

import argparse
import ctypes
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
import triton
import triton.language as tl

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]

import cpu_kernels as kernels  # noqa: E402

import xtriton  # noqa: E402
from xtriton.backends.cpu.host import Host  # noqa: E402
from xtriton.backends.cpu.loaded import Loaded  # noqa: E402
from xtriton.backends.cpu.machine import machine_code  # noqa: E402


@dataclass
class Work:
    """A kernel with its arguments, and the same computation in torch."""

    name: str
    kernel: Any
    grid: tuple[int, ...]
    arguments: dict[str, Any]
    out: torch.Tensor
    reference: Callable[[], Any]
    moved: int
    """Bytes read and written, each array once."""
    operations: int = 0
    """Floating-point or integer operations of matmuls."""
    type: str = "f32"
    tolerance: float = 1e-5
    before: Callable[[], Any] | None = None
    """Prepares the output of a kernel that accumulates; timed in both."""


def cdiv(extent: int, tile: int) -> int:
    """The number of tiles along an extent."""
    return -(-extent // tile)


def size_of(*tensors: torch.Tensor) -> int:
    """Bytes of tensors."""
    return sum(tensor.numel() * tensor.element_size() for tensor in tensors)


def rows_of(name: str, rows: int, columns: int) -> Iterator[Work]:
    """Softmax, normalisations and scans of the rows of a matrix."""
    x = torch.randn(rows, columns)
    out = torch.empty_like(x)
    block = triton.next_power_of_2(columns)
    shape = f"{rows}x{columns}"
    weight, bias = torch.randn(columns), torch.randn(columns)
    given = {"in_ptr": x, "out_ptr": out, "columns": columns, "BLOCK": block}
    if name == "softmax":
        yield Work(f"softmax {shape}", kernels.softmax, (rows,), given, out,
                   lambda: torch.softmax(x, 1), size_of(x, out))  # fmt: skip
    if name == "layer norm":
        stats = {"mean_ptr": torch.empty(rows), "rstd_ptr": torch.empty(rows), "weight_ptr": weight, "bias_ptr": bias}
        yield Work(f"layer norm {shape}", kernels.layer_norm, (rows,), given | stats | {"eps": 1e-5}, out,
                   lambda: torch.nn.functional.layer_norm(x, (columns,), weight, bias), size_of(x, out))  # fmt: skip
    if name == "RMS norm":
        yield Work(f"RMS norm {shape}", kernels.rms_norm, (rows,), given | {"weight_ptr": weight, "eps": 1e-5}, out,
                   lambda: torch.nn.functional.rms_norm(x, (columns,), weight, 1e-5), size_of(x, out))  # fmt: skip
    if name == "cumsum":
        yield Work(f"cumsum {shape}", kernels.cumsum, (rows,), given, out,
                   lambda: torch.cumsum(x, 1), size_of(x, out))  # fmt: skip
    if name == "cumprod":
        yield Work(f"cumprod {shape}", kernels.cumprod, (rows,), given, out,
                   lambda: torch.cumprod(x, 1), size_of(x, out))  # fmt: skip
    if name == "cummax":
        index = torch.empty_like(x, dtype=torch.int64)
        yield Work(f"cummax {shape}", kernels.cummax, (rows,), given | {"index_ptr": index}, out,
                   lambda: torch.cummax(x, 1).values, size_of(x, out, index))  # fmt: skip


def cross_entropy(rows: int, columns: int) -> Work:
    """The loss of each row of logits."""
    logits, target, loss = torch.randn(rows, columns), torch.randint(columns, (rows,)), torch.empty(rows)
    given = {"logits_ptr": logits, "target_ptr": target, "loss_ptr": loss, "columns": columns, "BLOCK": 4096}
    return Work(f"cross entropy {rows}x{columns}", kernels.cross_entropy, (rows,), given, loss,
                lambda: torch.nn.functional.cross_entropy(logits, target, reduction="none"),
                size_of(logits))  # fmt: skip


_TILES = {
    "f32": ((512, 512, 256), (256, 256, 128), (64, 64, 32)),
    "bf16": ((256, 256, 256), (256, 128, 256)),
    "i8": ((512, 512, 512), (256, 128, 512)),
}
"""Tiles by type, large ones first."""


def tile_of(type_: str, m: int, n: int, threads: int) -> tuple[int, int, int]:
    """The largest tile that gives each of several threads two programs, so that all have the same work."""
    tiles = _TILES[type_]
    enough = [tile for tile in tiles if threads == 1 or cdiv(m, tile[0]) * cdiv(n, tile[1]) >= 2 * threads]
    return enough[0] if enough else tiles[-1]


def matmul(m: int, n: int, k: int, type_: str, threads: int = 1) -> Work:
    """``a @ b`` of row-major matrices of one element type."""
    if type_ == "i8":
        a, b = (torch.randint(-128, 128, shape, dtype=torch.int8) for shape in ((m, k), (k, n)))
        c, accumulator = torch.empty(m, n, dtype=torch.int32), tl.int32
    else:
        dtype = torch.float32 if type_ == "f32" else torch.bfloat16
        a, b = torch.randn(m, k, dtype=dtype), torch.randn(k, n, dtype=dtype)
        c, accumulator = torch.empty(m, n, dtype=dtype), tl.float32
    tile = tile_of(type_, m, n, threads)
    given = {
        "a_ptr": a, "b_ptr": b, "c_ptr": c, "M": m, "N": n, "K": k, "stride_am": k, "stride_ak": 1, "stride_bk": n,
        "stride_bn": 1, "stride_cm": n, "stride_cn": 1, "BM": tile[0], "BN": tile[1], "BK": tile[2], "GROUP": 8,
        "ACCUMULATOR": accumulator,
    }  # fmt: skip
    grid = (cdiv(m, tile[0]) * cdiv(n, tile[1]),)
    product = (lambda: cast("Any", torch)._int_mm(a, b)) if type_ == "i8" else (lambda: torch.matmul(a, b))
    name = f"matmul {type_} {m}" if m == n == k else f"matmul {type_} {m}x{n}x{k}"
    tolerance = {"f32": 1e-5, "bf16": 2**-7, "i8": 0.0}[type_]
    return Work(name, kernels.matmul, grid, given, c, product, size_of(a, b, c), 2 * m * n * k, type_, tolerance)


def attention(type_: str, *, causal: bool) -> Work:
    """8 heads of 1024 x 64."""
    dtype = torch.float32 if type_ == "f32" else torch.bfloat16
    q, k, v = (torch.randn(1, 8, 1024, 64, dtype=dtype) for _ in range(3))
    out = torch.empty_like(q)
    given = {"q_ptr": q, "k_ptr": k, "v_ptr": v, "out_ptr": out, "scale": 0.125, "length": 1024,
             "BLOCK_M": 64, "BLOCK_N": 64, "HEAD": 64, "CAUSAL": causal}  # fmt: skip
    sdpa = torch.nn.functional.scaled_dot_product_attention
    operations = 4 * 8 * 1024 * 1024 * 64 // (2 if causal else 1)
    return Work(f"attention {type_}{' causal' if causal else ''}", kernels.attention, (16, 8), given, out,
                lambda: sdpa(q, k, v, is_causal=causal), size_of(q, k, v, out), operations, type_,
                1e-5 if type_ == "f32" else 2**-7)  # fmt: skip


def rope(tokens: int, heads: int, head: int) -> Work:
    """Rotary embedding of halves; torch in operations of its own, as models write it."""
    x = torch.randn(tokens, heads, head)
    out, half = torch.empty_like(x), head // 2
    angle = torch.rand(tokens, half)
    cos, sin = angle.cos(), angle.sin()
    wide_cos, wide_sin = torch.cat([cos, cos], 1)[:, None], torch.cat([sin, sin], 1)[:, None]
    given = {"x_ptr": x, "out_ptr": out, "cos_ptr": cos, "sin_ptr": sin, "heads": heads, "HALF": half, "HEADS": heads}

    def reference() -> torch.Tensor:
        return x * wide_cos + torch.cat([-x[..., half:], x[..., :half]], -1) * wide_sin

    return Work(f"rope {tokens}x{heads}x{head}", kernels.rope, (tokens,), given, out, reference, size_of(x, out))


def top_k(rows: int, columns: int, count: int) -> Work:
    """The greatest elements of rows."""
    x, out = torch.randn(rows, columns), torch.empty(rows, count)
    given = {"in_ptr": x, "out_ptr": out, "columns": columns, "BLOCK": triton.next_power_of_2(columns), "K": count}
    return Work(f"top-{count} of {rows}x{columns}", kernels.top_k, (rows,), given, out,
                lambda: torch.topk(x, count, dim=1).values, size_of(x, out))  # fmt: skip


def transpose(rows: int, columns: int) -> Work:
    """A transposed copy."""
    x, out = torch.randn(rows, columns), torch.empty(columns, rows)
    given = {"in_ptr": x, "out_ptr": out, "rows": rows, "columns": columns, "BLOCK": 64}
    return Work(f"transposed copy {rows}x{columns}", kernels.transpose,
                (cdiv(rows, 64), cdiv(columns, 64)), given, out,
                lambda: x.t().contiguous(), size_of(x, out))  # fmt: skip


def embedding(tokens: int, vocabulary: int, width: int) -> Work:
    """Rows of a table."""
    index, table = torch.randint(vocabulary, (tokens,)), torch.randn(vocabulary, width)
    out = torch.empty(tokens, width)
    given = {"index_ptr": index, "table_ptr": table, "out_ptr": out, "count": tokens, "width": width,
             "ROWS": 8, "BLOCK": triton.next_power_of_2(width)}  # fmt: skip
    return Work(f"embedding {tokens} of {vocabulary}x{width}", kernels.embedding, (cdiv(tokens, 8),), given,
                out, lambda: torch.nn.functional.embedding(index, table), 2 * size_of(out))  # fmt: skip


def histogram(count: int, bins: int) -> Work:
    """How often each number occurs."""
    x, out = torch.randint(bins, (count,), dtype=torch.int32), torch.zeros(bins, dtype=torch.int32)
    given = {"in_ptr": x, "out_ptr": out, "count": count, "BINS": bins, "BLOCK": 16384}
    return Work(f"histogram {count} in {bins}", kernels.histogram, (cdiv(count, 16384),), given, out,
                lambda: cast("Any", torch).bincount(x, minlength=bins), size_of(x), before=out.zero_)  # fmt: skip


def column_sums(rows: int, columns: int) -> Work:
    """Sums along the columns, a few rows per program."""
    x, out = torch.randn(rows, columns), torch.zeros(columns)
    given = {"in_ptr": x, "out_ptr": out, "rows": rows, "columns": columns,
             "ROWS": 4, "BLOCK": triton.next_power_of_2(columns)}  # fmt: skip
    return Work(f"column sums {rows}x{columns}", kernels.column_sums, (cdiv(rows, 4),), given, out,
                lambda: x.sum(0), size_of(x), before=out.zero_)  # fmt: skip


def embedding_gradient(tokens: int, vocabulary: int, width: int) -> Work:
    """Rows added to those of a table."""
    index, x, out = torch.randint(vocabulary, (tokens,)), torch.randn(tokens, width), torch.zeros(vocabulary, width)
    given = {"index_ptr": index, "in_ptr": x, "out_ptr": out, "count": tokens, "width": width,
             "ROWS": 8, "BLOCK": triton.next_power_of_2(width)}  # fmt: skip
    return Work(f"embedding gradient {tokens} of {vocabulary}x{width}", kernels.embedding_gradient, (cdiv(tokens, 8),),
                given, out, lambda: torch.zeros(vocabulary, width).index_add_(0, index, x), 3 * size_of(x),
                before=out.zero_)  # fmt: skip


def bin_counts(count: int, bins: int) -> Work:
    """How often each number occurs, by an atomic addition for each."""
    x, out = torch.randint(bins, (count,), dtype=torch.int32), torch.zeros(bins, dtype=torch.int32)
    given = {"in_ptr": x, "out_ptr": out, "count": count, "BLOCK": 1024}
    return Work(f"bin counts {count} in {bins}", kernels.bin_counts, (cdiv(count, 1024),), given, out,
                lambda: cast("Any", torch).bincount(x, minlength=bins), size_of(x), before=out.zero_)  # fmt: skip


WORKS: dict[str, Callable[..., Work]] = {
    "softmax": lambda: next(rows_of("softmax", 4096, 1000)),
    "layer norm": lambda: next(rows_of("layer norm", 4096, 1024)),
    "RMS norm": lambda: next(rows_of("RMS norm", 4096, 1024)),
    "cross entropy": lambda: cross_entropy(512, 32000),
    **{
        f"matmul {type_} {name}": lambda threads=1, shape=shape, type_=type_: matmul(*shape, type_, threads)
        for type_ in ("f32", "bf16", "i8")
        for name, shape in {
            "512": (512, 512, 512), "1024": (1024,) * 3, "2048": (2048,) * 3, "300x700x900": (300, 700, 900),
        }.items()
    },
    "attention f32": lambda: attention("f32", causal=False),
    "attention f32 causal": lambda: attention("f32", causal=True),
    "attention bf16": lambda: attention("bf16", causal=False),
    "attention bf16 causal": lambda: attention("bf16", causal=True),
    "rope": lambda: rope(4096, 16, 64),
    "top-k": lambda: top_k(1024, 1024, 8),
    "cumsum": lambda: next(rows_of("cumsum", 4096, 1024)),
    "cumprod": lambda: next(rows_of("cumprod", 4096, 1024)),
    "cummax": lambda: next(rows_of("cummax", 4096, 1024)),
    "transposed copy": lambda: transpose(2048, 2048),
    "embedding": lambda: embedding(8192, 32000, 512),
    "histogram": lambda: histogram(1 << 20, 256),
    "column sums": lambda: column_sums(4096, 1000),
    "embedding gradient": lambda: embedding_gradient(8192, 4000, 512),
    "bin counts": lambda: bin_counts(1 << 20, 256),
}  # fmt: skip
"""The kernels, by name; those of matmuls take the number of threads."""


# The machine's limits

_CHAINS = 24
_TURNS = 20000


def _multiply_adds(type_: str, host: Host) -> tuple[str, str, str, int]:
    """Vector type of the accumulators, of the operands, an instruction, and its operations."""
    features = set(host.features.split(","))
    lanes = host.vector_bits // 32
    total = f"<{lanes} x float>"
    if type_ == "bf16" and {"+avx512bf16", "+avx512vl"} <= features:
        operand = f"<{2 * lanes} x bfloat>"
        return total, operand, f"@llvm.x86.avx512bf16.dpbf16ps.{host.vector_bits}", 4 * lanes
    if type_ == "i8" and {"+avx512vnni", "+avx512vl"} <= features:
        return f"<{lanes} x i32>", f"<{4 * lanes} x i8>", f"@llvm.x86.avx512.vpdpbusd.{host.vector_bits}", 8 * lanes
    return total, total, f"@llvm.fma.v{lanes}f32", 2 * lanes


def operations_per_second(type_: str) -> float:
    """The greatest rate of multiply-adds in registers that five attempts reach, in operations per second."""
    host = Host.here()
    total, operand, instruction, each = _multiply_adds(type_, host)
    given = ", ".join([f"{operand} %a", f"{operand} %b"])
    fma = ".fma." in instruction
    lines = [
        f"define void @peak(ptr %out) {{\nentry:\n  %a = load {operand}, ptr %out\n  %b = load {operand}, ptr %out"
    ]
    lines += ["  br label %loop\nloop:\n  %i = phi i64 [0, %entry], [%n, %loop]"]
    lines += [f"  %t{c} = phi {total} [zeroinitializer, %entry], [%s{c}, %loop]" for c in range(_CHAINS)]
    for chain in range(_CHAINS):
        order = f"{given}, {total} %t{chain}" if fma else f"{total} %t{chain}, {given}"
        lines.append(f"  %s{chain} = call {total} {instruction}({order})")
    lines += [
        f"  %n = add i64 %i, 1\n  %more = icmp slt i64 %n, {_TURNS}\n  br i1 %more, label %loop, label %end\nend:"
    ]
    for chain in range(_CHAINS):
        lines.append(f"  %p{chain} = getelementptr {total}, ptr %out, i64 {chain}")
        lines.append(f"  store {total} %s{chain}, ptr %p{chain}")
    types = [operand, operand, total] if fma else [total, operand, operand]
    lines.append(f"  ret void\n}}\ndeclare {total} {instruction}({', '.join(types)})")
    loaded = Loaded(machine_code("\n".join(lines), host).object)
    memory = np.zeros(_CHAINS * 64 + 64, np.uint8)
    peak = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(loaded.address("peak"))
    aligned = memory.ctypes.data + -memory.ctypes.data % 64
    best = min(seconds(lambda: peak(aligned)) for _ in range(5))
    return _CHAINS * _TURNS * each / best


def bytes_per_second() -> float:
    """Bytes read and written per second by ``memcpy``, the greatest of five attempts."""
    source, target = np.ones(1 << 27, np.uint8), np.empty(1 << 27, np.uint8)
    copy = lambda: ctypes.memmove(target.ctypes.data, source.ctypes.data, source.size)  # noqa: E731
    return 2 * source.size / min(seconds(copy) for _ in range(5))


def seconds(action: Callable[[], Any]) -> float:
    """The time that an action takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


# Measuring

_PAUSE = 0.02
"""Seconds after which the threads of OpenMP no longer spin."""


def timed(action: Callable[[], Any], threads: int) -> float:
    """The time that an action takes the second time, of several threads while no others spin."""
    if threads > 1:
        time.sleep(_PAUSE)
        action()
    return seconds(action)


def check(work: Work, run: Callable[[], None]) -> float:
    """The greatest difference to torch's result, relative to its greatest element.

    Raises ``AssertionError`` if it is too large.
    """
    run()
    expected = work.reference().double()
    difference = float((work.out.double() - expected).abs().max() / expected.abs().max())
    assert difference <= work.tolerance, f"{work.name} differs by {difference}"
    return difference


def measure(work: Work, threads: int, rounds: int, limits: dict[str, float]) -> dict[str, Any]:
    """The figures of a kernel."""
    torch.set_num_threads(threads)
    start = time.perf_counter()
    with xtriton.on_cpu():
        compiled = work.kernel[work.grid](**work.arguments)
    first = time.perf_counter() - start
    values = [work.arguments[name] for name in compiled.parameters]
    launch = compiled[work.grid]

    def run() -> None:
        if work.before is not None:
            work.before()
        launch(*values, threads=threads)

    with torch.inference_mode():
        difference = check(work, run)
        times = [(timed(run, threads), timed(work.reference, threads)) for _ in range(rounds)]
    ours, theirs = (min(column) for column in zip(*times, strict=True))
    return {
        "xtriton ms": 1e3 * ours,
        "torch ms": 1e3 * theirs,
        "ratio": statistics.median(own / other for own, other in times),
        "ratio of minima": ours / theirs,
        "memory": work.moved / ours / limits["bytes"],
        "compute": work.operations / ours / limits[work.type] / threads,
        "difference": difference,
        "first launch s": first,
    }


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, nargs="+", default=[1])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    torch.manual_seed(0)
    limits = {"bytes": bytes_per_second(), **{type_: operations_per_second(type_) for type_ in ("f32", "bf16", "i8")}}
    shown = ", ".join(f"{type_} {limits[type_] / 1e9:.0f} G/s" for type_ in ("f32", "bf16", "i8"))
    print(f"limits of one thread: memcpy {limits['bytes'] / 1e9:.1f} GB/s; operations {shown}")
    head = "kernel", "threads", "xtriton", "torch ms", "ratio", "of min", "memory", "compute", "first s"
    print("{:32}{:>8}{:>9}{:>9}{:>7}{:>7}{:>8}{:>9}{:>9}".format(*head))
    found: list[dict[str, Any]] = []
    for name, make in WORKS.items():
        if options.only and not any(part in name for part in options.only):
            continue
        for threads in options.threads:
            work = make(threads) if name.startswith("matmul") else make()
            figures = measure(work, threads, options.rounds, limits)
            found.append({"kernel": work.name, "threads": threads, **figures})
            times = f"{figures['xtriton ms']:9.3f}{figures['torch ms']:9.3f}"
            ratios = f"{figures['ratio']:7.2f}{figures['ratio of minima']:7.2f}"
            shares = f"{figures['memory']:8.0%}{figures['compute']:9.0%}"
            print(f"{work.name:32}{threads:8}{times}{ratios}{shares}{figures['first launch s']:9.2f}", flush=True)
    if options.json is not None:
        options.json.write_text(json.dumps({"limits": limits, "kernels": found}, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
