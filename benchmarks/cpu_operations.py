"""Single torch operations on the CPU: ``xtriton_cpu`` against eager torch and inductor's C++ kernels.

    python benchmarks/cpu_operations.py [--threads 1] [--rounds 15] [--only SUBSTRING ...]

Pointwise functions, reductions, norms, permutations, gathers, convolutions, sorts and matrix products, mostly of
1000 x 1000 f32 numbers. Each is compared with eager torch, then all three run in turns: minima in ms, and the quotients
of the minimum of ``xtriton_cpu`` and the others. Requires torch, and a C++ compiler for inductor's own kernels.
"""

# pyright: basic
from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

sys.path.insert(0, str(Path(__file__).parent))

from cpu_inductor import Run, check, compiled, times

SIZE = 1000


@dataclass(frozen=True)
class Case:
    """An operation and its inputs."""

    name: str
    function: Callable[..., Tensor | tuple[Tensor, ...]]
    inputs: tuple[Tensor, ...]


_ANY = (
    *("abs", "atan", "asinh", "ceil", "cos", "cosh", "digamma", "erf", "erfc", "exp", "exp2", "expm1", "floor", "frac"),
    *("i0", "lgamma", "neg", "reciprocal", "relu", "round", "sigmoid", "sign", "sin", "sinc", "sinh", "square", "tan"),
    *("tanh", "trunc"),
)
_UNIT = ("acos", "asin", "atanh", "erfinv", "logit")
_POSITIVE = ("log", "log10", "log1p", "log2", "rsqrt", "sqrt")
_ACTIVATIONS = ("elu", "gelu", "hardswish", "leaky_relu", "logsigmoid", "mish", "selu", "silu", "softplus")
_TWO = ("atan2", "copysign", "hypot", "logaddexp", "maximum", "fmod", "remainder", "mul", "div", "floor_divide")


def functions() -> Iterator[Case]:
    """Pointwise functions."""
    x, y = torch.randn(SIZE, SIZE), torch.randn(SIZE, SIZE)
    unit, positive = 1.98 * torch.rand(SIZE, SIZE) - 0.99, torch.rand(SIZE, SIZE) + 0.01
    for names, numbers in ((_ANY, x), (_UNIT, unit), (_POSITIVE, positive)):
        yield from (Case(name, getattr(torch, name), (numbers,)) for name in names)
    yield Case("acosh", torch.acosh, (1 + positive,))
    yield Case("logit of (0, 1)", torch.logit, (positive.clamp(max=0.99),))
    yield from (Case(name, getattr(functional, name), (x,)) for name in _ACTIVATIONS)
    yield from (Case(name, getattr(torch, name), (x, y)) for name in _TWO)
    yield Case("fmod(x, 0.7)", lambda x: torch.fmod(x, 0.7), (x,))
    yield Case("remainder(x, 0.7)", lambda x: torch.remainder(x, 0.7), (x,))
    yield Case("x ** 3.5", lambda x: x**3.5, (positive,))
    yield Case("x ** y", torch.pow, (positive, y))
    yield Case("to int8", lambda x: (x * 20).round().clamp(-128, 127).to(torch.int8), (x,))
    yield Case("sinh of bf16", torch.sinh, (x.bfloat16(),))
    yield Case("fmod of f16", torch.fmod, (x.half(), y.half()))


def reductions() -> Iterator[Case]:
    """Reductions along one dimension and several, norms, and what is made of them."""
    x, images = torch.randn(SIZE, SIZE), torch.randn(8, 16, 100, 100)
    last = images.to(memory_format=torch.channels_last)
    for axis in (0, 1):
        yield Case(f"sum along {axis}", lambda x, axis=axis: x.sum(axis) + 1, (x,))
        yield Case(f"amax along {axis}", lambda x, axis=axis: x.amax(axis) + 1, (x,))
        yield Case(f"argmax along {axis}", lambda x, axis=axis: x.argmax(axis) + 1, (x,))
        yield Case(f"softmax along {axis}", lambda x, axis=axis: x.softmax(axis), (x,))
        yield Case(f"var along {axis}", lambda x, axis=axis: x.var(axis) + 1, (x,))
        yield Case(f"cumsum along {axis}", lambda x, axis=axis: (x * 2).cumsum(axis), (x,))
    yield Case("sum of all", lambda x: (x * x).sum(), (x,))
    yield Case("norm of rows", lambda x: torch.linalg.vector_norm(x, dim=1), (x,))
    yield Case("log_softmax", lambda x: x.log_softmax(-1), (x,))
    yield Case("logsumexp", lambda x: x.logsumexp(-1), (x,))
    yield Case("softmax of 10 x 10", lambda x: x.view(-1, 10, 10).softmax(-1), (x,))
    yield Case("softmax in the middle", lambda x: x.view(50, 20, SIZE).softmax(1), (x,))
    yield Case("sum in the middle", lambda x: x.view(50, 20, SIZE).sum(1), (x,))
    yield Case("amax of (0, 2, 3)", lambda x: x.amax((0, 2, 3)), (images,))
    yield Case("mean of (2, 3)", lambda x: x.mean((2, 3)), (images,))
    yield Case("mean of (2, 3), channels last", lambda x: x.mean((2, 3)), (last,))
    yield Case("layer_norm", lambda x: functional.layer_norm(x, (SIZE,)), (x,))
    yield Case("rms_norm", lambda x: functional.rms_norm(x, (SIZE,)), (x,))
    yield Case("group_norm", lambda x: functional.group_norm(x, 4), (images,))
    yield Case("batch_norm", lambda x: functional.batch_norm(x, None, None, training=True), (images,))
    yield Case("batch_norm, channels last", lambda x: functional.batch_norm(x, None, None, training=True), (last,))
    yield Case("avg_pool2d", lambda x: functional.avg_pool2d(x, 2), (images,))
    yield Case("max_pool2d", lambda x: functional.max_pool2d(x, 3, 1), (images,))


def movements() -> Iterator[Case]:
    """Gathers, concatenations and permutations."""
    x, y = torch.randn(SIZE, SIZE), torch.randn(SIZE, SIZE)
    rows, columns = torch.randint(0, SIZE, (SIZE,)), torch.randint(0, SIZE, (SIZE, SIZE))
    yield Case("transpose", lambda x: x.t().contiguous() + 1, (x,))
    yield Case("flip of columns", lambda x: x.flip(-1) + 1, (x,))
    yield Case("flip of rows", lambda x: x.flip(0) + 1, (x,))
    yield Case("roll of columns", lambda x: x.roll(3, -1) + 1, (x,))
    yield Case("roll of rows", lambda x: x.roll(3, 0) + 1, (x,))
    yield Case("cat of columns", lambda x, y: torch.cat([x, y * 2], 1), (x, y))
    yield Case("cat of rows", lambda x, y: torch.cat([x, y * 2], 0), (x, y))
    yield Case("stack", lambda x, y: torch.stack([x, y * 2], -1), (x, y))
    yield Case("pad", lambda x: functional.pad(x, (1, 2, 3, 4)), (x,))
    yield Case("embedding", lambda x, i: functional.embedding(i, x) * 2, (x, rows))
    yield Case("gather", lambda x, i: x.gather(1, i) + 1, (x, columns))
    yield Case("index_select of columns", lambda x, i: x.index_select(1, i) + 1, (x, rows))
    yield Case("index_add", lambda x, i: torch.zeros_like(x).index_add(0, i, x), (x, rows))
    yield Case("where", lambda x, y: torch.where(x > y, x, 0), (x, y))
    yield Case("tril", lambda x: x.tril(), (x,))
    yield Case("repeat_interleave", lambda x: x.repeat_interleave(2, 1) * 2, (x,))


def others() -> Iterator[Case]:
    """Convolutions, losses, sorts and matrix products."""
    x, images = torch.randn(SIZE, SIZE), torch.randn(8, 16, 100, 100)
    rows, weight = torch.randint(0, SIZE, (SIZE,)), torch.randn(16, 1, 3, 3)
    yield Case("depthwise conv2d", lambda x, w: functional.conv2d(x, w, padding=1, groups=16) + 1, (images, weight))
    yield Case("interpolate", lambda x: functional.interpolate(x, scale_factor=2.0), (images,))
    yield Case("cross_entropy", functional.cross_entropy, (x, rows))
    yield Case("mse_loss", lambda x: functional.mse_loss(x, x.flip(0)), (x,))
    yield Case("sort", lambda x: tuple((x * 2).sort(-1)), (x,))
    yield Case("topk", lambda x: tuple((x * 2).topk(8)), (x,))
    yield Case("matrix and vector", lambda x: x @ x[0], (x,))
    yield Case("outer product", lambda x: torch.outer(x[0], x[1]), (x,))
    yield Case("batch of small products", lambda x: torch.bmm(x.view(-1, 10, 10), x.view(-1, 10, 10)), (x,))
    yield Case("linear and relu", lambda x: functional.linear(x, x, x[0]).relu(), (x,))


def measure(case: Case, rounds: int) -> None:
    """Print the times of one operation."""

    def work(run: Callable[..., Tensor | tuple[Tensor, ...]]) -> Run:
        return lambda: run(*case.inputs)

    runs = compiled(case.function, work)
    check(runs, 1e-2 if case.inputs[0].dtype in (torch.float16, torch.bfloat16) else 1e-4)
    eager, own, inductor = (min(found) for found in times(runs, rounds).values())
    print(f"{case.name:32}{eager:9.3f}{own:13.3f}{inductor:10.3f}{own / eager:10.2f}{own / inductor:10.2f}", flush=True)


def main() -> int:
    """Print a table; the number of operations that failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", nargs="+", default=[""], help="operations whose names have one of these parts")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    warnings.filterwarnings("ignore", module="torch")
    print(f"{'operation':32}{'eager':>9}{'xtriton_cpu':>13}{'inductor':>10}{'to eager':>10}{'to inductor':>12}")
    failed = 0
    for case in (case for group in (functions, reductions, movements, others) for case in group()):
        if any(part in case.name for part in options.only):
            try:
                measure(case, options.rounds)
            except Exception as error:  # the others are still measured
                failed += 1
                print(f"{case.name:32}{type(error).__name__}: {str(error).splitlines()[0]}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
