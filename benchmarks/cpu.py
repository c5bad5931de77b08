"""Speed of kernels on the CPU: against NumPy, against Triton's interpreter, two threads against one, and to compile.

    python benchmarks/cpu.py [--rounds 9] [--json FILE] [--no-interpreter] [--only NAME] [--check]

With ``--check`` instead: the time of checked launches against that of others, with one thread and with two, also of
elementwise kernels of 2M elements.

NumPy and the kernels take turns on the same arrays, both on one thread; figures are medians, and each ratio is of
medians of one run. Triton's interpreter runs in a process of its own, on a part of the grid, whose time is scaled by
the number of programs. Times to compile are from TTIR to code in memory, the median of three, with nothing kept.

The speedup of two threads depends on the machine being idle: that of two threads that only compute digests is printed
beside it. Where that is below 1.9, the figure of two threads is unreliable.
"""

# pyright: basic
from __future__ import annotations

import os

# Before NumPy is loaded: its BLAS is to use one thread.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"
os.environ["XTRITON_CACHE_DIR"] = ""

import argparse  # noqa: E402
import hashlib  # noqa: E402
import json  # noqa: E402
import statistics  # noqa: E402
import subprocess  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
import threading  # noqa: E402
import time  # noqa: E402
from collections.abc import Callable  # noqa: E402
from dataclasses import dataclass, field  # noqa: E402
from importlib.util import module_from_spec, spec_from_file_location  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

import numpy as np  # noqa: E402

_ROOT = Path(__file__).parents[1]
_INTERPRETED = "--on-the-interpreter"
_LEAST_OF_INTERPRETER = 50.0
_MOST_TO_COMPILE = 0.5
_LEAST_OF_TWO_THREADS = 1.7
_MOST_OF_CHECKS = 5.0
"""How many times slower a checked launch may be."""


@dataclass
class Work:
    """A kernel with its arrays, and the same in NumPy."""

    name: str
    kernel: Any
    """The ``@triton.jit`` function."""
    compiled: Callable[[], Any]
    arguments: tuple[Any, ...]
    constants: dict[str, Any]
    grid: tuple[int, ...]
    numpy: Callable[[], Any]
    result: np.ndarray
    limit: float
    """The most time the kernel may take, as a multiple of NumPy's."""
    part: tuple[int, ...]
    """A grid that Triton's interpreter gets through in a second or so."""
    tolerance: float = 0.0
    shared_out: bool = False
    """Whether the programs share all of the work among them, however few there are."""
    steps: tuple[str, ...] = field(default=())
    """Parameters that are 1 and left out of a launch."""


def example(name: str) -> Any:
    """The module of an example."""
    path = _ROOT / "examples" / "cpu" / f"{name}.py"
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def addition(random: np.random.Generator) -> Work:
    """The sum of vectors of 16M elements."""
    m, count = example("vector_addition"), 1 << 24
    x, y = (random.standard_normal(count, dtype=np.float32) for _ in range(2))
    out, sums = np.zeros_like(x), np.zeros_like(x)
    block = 4096
    return Work(
        "add 16M", m.add_vectors, lambda: m.compiled(block), (x, y, out, count), {"BLOCK": block}, (count // block,),
        lambda: np.add(x, y, out=sums), out, 1.3, (64,),
    )  # fmt: skip


def softmax(random: np.random.Generator) -> Work:
    """The softmax of 4096 rows of 1000."""
    m, rows, columns = example("fused_softmax"), 4096, 1000
    x = random.standard_normal((rows, columns), dtype=np.float32)
    out = np.zeros_like(x)
    return Work(
        "softmax 4096x1000", m.softmax_of_rows, lambda: m.compiled(columns), (out, x, columns, columns, rows, columns),
        {"BLOCK": 1024}, (rows,), lambda: m.reference(x), out, 1.0, (64,), 1e-5, shared_out=True,
    )  # fmt: skip


def product(random: np.random.Generator, element: str = "f32") -> Work:
    """The product of matrices of 1024 x 1024."""
    m, size = example("matrix_multiplication"), 1024
    type_ = np.float16 if element == "f16" else np.float32
    a, b = (random.standard_normal((size, size), dtype=np.float32).astype(type_) for _ in range(2))
    c, numpy_c = np.zeros((size, size), np.float32), np.zeros((size, size), np.float32)
    wide = [array.astype(np.float32) for array in (a, b)]
    tile = m.TILE
    constants = {"BM": tile[0], "BN": tile[1], "BK": tile[2], "GROUP": m.GROUP}
    return Work(
        f"matmul 1024^3 {element}", m.multiply, lambda: m.compiled(element=f"fp{element[1:]}"),
        m.arguments(a, b, c), constants, m.grid(size, size), lambda: np.matmul(*wide, out=numpy_c), c, 2.0, (4,),
        1e-3, steps=("a_column", "b_column", "c_column"),
    )  # fmt: skip


def half_product(random: np.random.Generator) -> Work:
    """The same of matrices in f16, into f32; NumPy is given the same numbers in f32."""
    return product(random, "f16")


def normalization(random: np.random.Generator) -> Work:
    """The layer normalisation of 4096 rows of 1024."""
    m, rows, columns = example("layer_normalization"), 4096, 1024
    x = random.standard_normal((rows, columns), dtype=np.float32)
    weight, bias = (random.standard_normal(columns, dtype=np.float32) for _ in range(2))
    out, mean, scale = np.zeros_like(x), np.zeros(rows, np.float32), np.zeros(rows, np.float32)
    return Work(
        "layer norm 4096x1024", m.normalize_rows, m.compiled,
        (x, out, weight, bias, mean, scale, columns, columns, m.EPSILON), {"BLOCK": m.BLOCK}, (rows,),
        lambda: m.reference(x, weight, bias), out, 1.0, (64,), 1e-4,
    )  # fmt: skip


def attention(random: np.random.Generator) -> Work:
    """The attention of 8 heads of 1024 x 64."""
    m, heads, length, head = example("fused_attention"), 8, 1024, 64
    q, k, v = (random.standard_normal((heads, length, head), dtype=np.float32) for _ in range(3))
    out = np.zeros_like(q)
    constants = {"BLOCK_M": m.BLOCK_M, "BLOCK_N": m.BLOCK_N, "HEAD": head, "CAUSAL": False}
    return Work(
        "attention 8x1024x64", m.attend, lambda: m.compiled(head), (q, k, v, out, 0.125, length), constants,
        (length // m.BLOCK_M, heads), lambda: m.reference(q, k, v, 0.125), out, 1.0, (2, 1), 1e-4,
    )  # fmt: skip


def elementwise(kernel: Any, element: str) -> Work:
    """A kernel of ``elementwise.py`` on 2M elements; only its checked launches are measured."""
    type_ = {"i8": np.int8, "f16": np.float16, "f32": np.float32}[element]
    count, block, columns = 1 << 21, 1024, 1000
    x, out = np.ones(count, type_), np.zeros(count, type_)
    extent, grid = count, (count // block,)
    if kernel.__name__.endswith("rows"):
        extent, grid = columns, (count // columns,)
    elif kernel.__name__.endswith("tiles"):
        extent, block, grid = columns, 64, (count // columns // 16, -(-columns // 64))
    name = f"{kernel.__name__.replace('_', ' ')} 2M {element}"
    return Work(
        name, kernel, lambda: None, (x, out, extent), {"BLOCK": block}, grid, lambda: None, out, 0.0, (1,)
    )  # fmt: skip


def elementwise_works() -> list[Work]:
    """The elementwise kernels for elements of 1, 2 and 4 bytes."""
    sys.path[:0] = [str(Path(__file__).parent)]
    from elementwise import KERNELS

    return [elementwise(kernel, element) for kernel in KERNELS for element in ("i8", "f16", "f32")]


WORKS = (addition, softmax, product, half_product, normalization, attention)


def seconds(action: Callable[[], Any]) -> float:
    """The time that an action takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def capacity() -> float:
    """How many threads' work two threads get done, in the time of one."""
    data = bytes(20_000_000)

    def both() -> None:
        threads = [threading.Thread(target=lambda: hashlib.sha256(data).digest()) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    alone = statistics.median(seconds(lambda: hashlib.sha256(data).digest()) for _ in range(7))
    return 2 * alone / statistics.median(seconds(both) for _ in range(7))


def measure(work: Work, rounds: int) -> dict[str, Any]:
    """All figures of a kernel but those of the interpreter."""
    kernel = work.compiled()
    launch = kernel[work.grid]
    before = capacity()
    launch(*work.arguments, threads=1)
    expected = work.numpy()
    wrong = float(np.abs(work.result - expected).max())
    assert wrong <= work.tolerance, f"{work.name} is wrong by {wrong}"
    times: dict[str, list[float]] = {"kernel": [], "numpy": [], "two": []}
    for _ in range(rounds):
        times["numpy"].append(seconds(work.numpy))
        times["kernel"].append(seconds(lambda: launch(*work.arguments, threads=1)))
        times["two"].append(seconds(lambda: launch(*work.arguments, threads=2)))
    found: dict[str, Any] = {f"{name} s": statistics.median(values) for name, values in times.items()}
    found["capacity"] = min(before, capacity())
    found["compile s"] = statistics.median(compile_times(kernel, 3))
    return found


def checked(work: Work, rounds: int) -> bool:
    """Print how much slower checked launches are. Returns whether that is below the limit."""
    import xtriton

    names = [name for name in work.kernel.arg_names if name not in work.constants and name not in work.steps]
    given = dict(zip(names, work.arguments, strict=True)) | work.constants | dict.fromkeys(work.steps, 1)
    kernels: list[Any] = []
    compiling: list[float] = []
    for check in (False, True):
        with xtriton.on_cpu(check=check):
            compiling.append(seconds(lambda: kernels.append(work.kernel[work.grid](**given))))
    values = [given[name] for name in names]
    ratios: list[float] = []
    for threads in (1, 2):
        times: list[list[float]] = [[], []]
        for _ in range(rounds):
            for kernel, found in zip(kernels, times, strict=True):
                found.append(seconds(lambda: kernel[work.grid](*values, threads=threads)))  # noqa: B023
        ratios.append(statistics.median(times[1]) / statistics.median(times[0]))
    kept = max(ratios) <= _MOST_OF_CHECKS
    times = f"{ratios[0]:5.2f} with one thread, {ratios[1]:5.2f} with two"
    shown = f"{times}, first launches {compiling[0]:.2f} s and {compiling[1]:.2f} s"
    print(f"{work.name:21} {shown}, <= {_MOST_OF_CHECKS:.0f} {'kept' if kept else 'MISSED'}", flush=True)
    return kept


def compile_times(kernel: Any, rounds: int) -> list[float]:
    """Seconds from TTIR to code in memory."""
    import xtriton
    from xtriton.backends.cpu.cache import Cache
    from xtriton.compiler import cpu

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kernel.ttir"
        file.write_text(str(kernel.asm["ttir"]), encoding="utf-8")
        found: list[float] = []
        for _ in range(rounds):
            cpu.CACHE = Cache()
            found.append(seconds(lambda: xtriton.compile(file, target="cpu")._load()))
        return found


def interpreted(name: str) -> float:
    """Seconds of Triton's interpreter for the whole grid, from a part of it."""
    environment = {**os.environ, "TRITON_INTERPRET": "1", "PYTHONPATH": f"{_ROOT}{os.pathsep}{_ROOT / 'tests'}"}
    done = subprocess.run(
        [sys.executable, __file__, _INTERPRETED, name], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return float(done.stdout.splitlines()[-1])


def on_the_interpreter(name: str) -> None:
    """Run a part of a grid on Triton's interpreter, twice, and print the scaled time of the faster run."""
    from semantics.launching import Tensor, _allow_arrays_as_indices

    _allow_arrays_as_indices()
    (make,) = (candidate for candidate in WORKS if candidate.__name__ == name)
    work = make(np.random.default_rng(0))
    given = [Tensor(argument) if isinstance(argument, np.ndarray) else argument for argument in work.arguments]
    names = [
        parameter
        for parameter in work.kernel.arg_names
        if parameter not in work.constants and parameter not in work.steps
    ]
    arguments = dict(zip(names, given, strict=True)) | work.constants | dict.fromkeys(work.steps, 1)
    scale = 1.0 if work.shared_out else float(np.prod(work.grid) / np.prod(work.part))
    print(scale * min(seconds(lambda: work.kernel[work.part](**arguments)) for _ in range(2)))


def report(work: Work, figures: dict[str, Any]) -> list[bool]:
    """Print the figures of a kernel with their limits. Returns which of them are kept."""
    ratio, threads = figures["kernel s"] / figures["numpy s"], figures["kernel s"] / figures["two s"]
    compiling, room = figures["compile s"], figures["capacity"]
    figures |= {"of numpy": ratio, "two threads": threads}
    shown = [
        (f"{ratio:5.2f} of NumPy", f"<= {work.limit}", ratio <= work.limit),
        (f"{compiling:5.2f} s to compile", f"<= {_MOST_TO_COMPILE}", compiling <= _MOST_TO_COMPILE),
        (
            f"{threads:5.2f} with two threads of {room:.2f}",
            f">= {_LEAST_OF_TWO_THREADS}",
            threads >= _LEAST_OF_TWO_THREADS,
        ),
    ]
    if "interpreter s" in figures:
        times = figures["of interpreter"] = figures["interpreter s"] / figures["kernel s"]
        shown.append((f"{times:7.0f} x interpreter", f">= {_LEAST_OF_INTERPRETER:.0f}", times >= _LEAST_OF_INTERPRETER))
    print(f"{work.name:21} {figures['kernel s'] * 1e3:8.2f} ms, NumPy {figures['numpy s'] * 1e3:8.2f} ms")
    for text, limit, kept in shown:
        print(f"    {text:34} {limit:8} {'kept' if kept else 'MISSED'}", flush=True)
    return [kept for _, _, kept in shown]


def main() -> int:
    """Print the figures; exit status 1 if a promise is not kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--no-interpreter", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--only", choices=[candidate.__name__ for candidate in WORKS])
    parser.add_argument(_INTERPRETED, metavar="NAME", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.on_the_interpreter is not None:
        on_the_interpreter(options.on_the_interpreter)
        return 0
    kept: list[bool] = []
    all_figures: dict[str, dict[str, Any]] = {}
    for make in WORKS:
        if options.only in (None, make.__name__):
            work = make(np.random.default_rng(0))
            if options.check:
                kept.append(checked(work, options.rounds))
                continue
            figures = all_figures[work.name] = measure(work, options.rounds)
            if not options.no_interpreter:
                figures["interpreter s"] = interpreted(make.__name__)
            kept += report(work, figures)
    if options.check and options.only is None:
        kept += [checked(work, options.rounds) for work in elementwise_works()]
    if options.json:
        options.json.write_text(json.dumps(all_figures, indent=1) + "\n", encoding="utf-8")
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.path[:0] = [str(_ROOT)]
    sys.exit(main())
