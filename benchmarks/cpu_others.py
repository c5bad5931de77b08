"""Kernels of other projects on the CPU, within ``on_cpu()``, against eager torch and ``torch.compile``.

    python benchmarks/cpu_others.py --path Liger-Kernel/src flash-linear-attention FlagGems/src [--compile]

The projects are used from their checkouts, unchanged, but for FlagGems: in ``runtime/backend/_nvidia/__init__.py`` its
``device_name`` is to be ``cpu``. Kernels of projects that cannot be imported are left out. In turns after the results
have been compared, one thread, minima in ms, and quotients of xtriton's and each other one. Run it with
``MALLOC_TRIM_THRESHOLD_=8000000000 MALLOC_MMAP_THRESHOLD_=8000000000``: results are allocated anew, and pages that the
C library gives back cost more than most of these kernels. Requires torch.
"""

# pyright: basic
from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import sys
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import torch
import triton
from torch.nn import functional

import xtriton

COLUMNS = 2048
CLASSES = 8192

Case = tuple[str, Callable[..., Any], Callable[..., Any], tuple[Any, ...]]


def pretend_a_device() -> None:
    """Answer what the projects ask of a GPU when they are imported and launched."""
    properties = types.SimpleNamespace(multi_processor_count=2, major=8, minor=0, name="cpu", total_memory=1 << 34)
    for module in (torch.cuda, torch.cpu):
        owner: Any = module
        owner.get_device_properties = lambda *_: properties
        owner.get_device_name = lambda *_: "cpu"
        owner.get_device_capability = lambda *_: (8, 0)
    device: Any = torch.cpu
    device.device = lambda *_: contextlib.nullcontext()
    extra: Any = triton.language.extra
    cuda = importlib.import_module("triton.language.extra.cuda")
    extra.cpu = cuda
    sys.modules["triton.language.extra.cpu"] = cuda
    sys.modules["triton.language.extra.cpu.libdevice"] = cuda.libdevice
    os.environ["GEMS_VENDOR"] = "nvidia"


def rotated(q: torch.Tensor, k: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Rotary embedding of halves, as models write it."""

    def one(x: torch.Tensor) -> torch.Tensor:
        left, right = x.chunk(2, -1)
        return x * cos[:, None] + torch.cat([-right, left], -1) * sin[:, None]

    return one(q), one(k)


def liger(rows: int) -> Iterator[Case]:
    """Liger's forward functions."""
    ops = {
        name: importlib.import_module(f"liger_kernel.ops.{name}")
        for name in (
            *("rms_norm", "layer_norm", "softmax", "swiglu", "geglu", "group_norm", "kl_div", "tvd", "dyt"),
            *("relu_squared", "rope", "fused_add_rms_norm"),
        )
    }
    x, y, weight, bias = *(torch.randn(rows, COLUMNS) for _ in range(2)), torch.randn(COLUMNS), torch.randn(COLUMNS)
    shape = (COLUMNS,)
    yield ("rms_norm", lambda x, w: ops["rms_norm"].rms_norm_forward(x, w, 1e-6, 0.0, "llama", False)[0],
           lambda x, w: functional.rms_norm(x, shape, w, 1e-6), (x, weight))  # fmt: skip
    yield ("layer_norm", lambda x, w, b: ops["layer_norm"].layer_norm_forward(x, w, b, 1e-6)[0],
           lambda x, w, b: functional.layer_norm(x, shape, w, b, 1e-6), (x, weight, bias))  # fmt: skip
    yield "softmax", lambda x: ops["softmax"]._softmax_forward(x)[0], lambda x: torch.softmax(x, -1), (x,)
    yield ("swiglu", lambda a, b: ops["swiglu"].swiglu_forward(a, b)[-1],
           lambda a, b: functional.silu(a) * b, (x, y))  # fmt: skip
    yield ("geglu", lambda a, b: ops["geglu"].geglu_forward(a, b)[-1],
           lambda a, b: functional.gelu(a, approximate="tanh") * b, (x, y))  # fmt: skip
    yield ("group_norm", lambda x, w, b: ops["group_norm"].group_norm_forward(x, 64, 8, w, b, 1e-5)[0],
           lambda x, w, b: functional.group_norm(x, 8, w, b),
           (torch.randn(8, 64, 1024), torch.randn(64), torch.randn(64)))  # fmt: skip
    log_p, q = torch.log_softmax(torch.randn(512, CLASSES), -1), torch.softmax(torch.randn(512, CLASSES), -1)
    yield ("kl_div", lambda p, q: ops["kl_div"].kldiv_forward_triton(p, q, False, "batchmean", 1e-10),
           lambda p, q: functional.kl_div(p, q, reduction="batchmean"), (log_p, q))  # fmt: skip
    yield ("tvd", lambda p, q: ops["tvd"].tv_distance_forward_triton(p, q, None, "batchmean", -100, False)[0],
           lambda p, q: 0.5 * (p - q).abs().sum() / p.shape[0], (log_p.exp(), q))  # fmt: skip
    yield ("dyt", lambda x, w, b: ops["dyt"].liger_dyt_fwd(x, torch.tensor([0.5]), w, b),
           lambda x, w, b: w * torch.tanh(0.5 * x) + b, (x, weight, bias))  # fmt: skip
    yield "relu_squared", ops["relu_squared"].relu_squared_forward, lambda x: functional.relu(x) ** 2, (x,)
    angle = torch.rand(1, 512, 32).repeat(1, 1, 2)
    yield ("rope", lambda q, k, c, s: ops["rope"].rope_forward(q.clone(), k.clone(), c, s)[:2],
           lambda q, k, c, s: rotated(q.clone(), k.clone(), c, s),
           (torch.randn(2, 16, 512, 64), torch.randn(2, 8, 512, 64), angle.cos(), angle.sin()))  # fmt: skip
    added = ops["fused_add_rms_norm"].fused_add_rms_norm_forward
    yield ("fused_add_rms_norm", lambda x, r, w: added(x, r, w, 1e-6, 0.0, "llama")[0],
           lambda x, r, w: functional.rms_norm(x + r, shape, w, 1e-6), (x, y, weight))  # fmt: skip


def fla(rows: int) -> Iterator[Case]:
    """Activations and norms of flash-linear-attention."""
    activations: Any = importlib.import_module("fla.modules.activations")
    x, y = torch.randn(rows, COLUMNS), torch.randn(rows, COLUMNS)
    weight, bias = torch.randn(COLUMNS), torch.randn(COLUMNS)
    yield "sigmoid", activations.sigmoid_fwd, torch.sigmoid, (x,)
    yield "logsigmoid", lambda x: activations.logsigmoid_fwd(x, 1.0), functional.logsigmoid, (x,)
    yield "swish", activations.swish_fwd, functional.silu, (x,)
    yield "swiglu", activations.swiglu_fwd, lambda x, y: functional.silu(x) * y, (x, y)
    yield "sigmoidglu", activations.sigmoidglu_fwd, lambda x, y: torch.sigmoid(x) * y, (x, y)
    yield ("l2norm", lambda x: importlib.import_module("fla.modules.l2norm").l2norm_fwd(x)[0],
           lambda x: x * torch.rsqrt((x * x).sum(-1, keepdim=True) + 1e-6), (torch.randn(8192, 128),))  # fmt: skip
    norm: Any = importlib.import_module("fla.modules.layernorm")
    yield ("layer_norm", lambda x, w, b: norm.layer_norm_fwd(x, w, b, 1e-5)[0],
           lambda x, w, b: functional.layer_norm(x, (COLUMNS,), w, b), (x, weight, bias))  # fmt: skip


def flag_gems(rows: int) -> Iterator[Case]:
    """FlagGems' pointwise operators and reductions."""
    entry: Any = importlib.import_module("flag_gems.utils.libentry") and sys.modules["flag_gems.utils.libentry"]

    def run(self: Any, *arguments: Any, **named: Any) -> Any:
        return self.fn.run(*arguments, **{"warmup": False, **named})

    entry.LibEntry.run = run  # its own cache of kernels asks the GPU's driver
    gems: Any = importlib.import_module("flag_gems")
    x, y = torch.randn(rows, COLUMNS), torch.randn(rows, COLUMNS)
    positive = x.abs() + 0.1
    for name in ("exp", "tanh", "sigmoid", "silu", "gelu", "relu", "abs", "neg", "sin", "cos", "erf", "isnan"):
        yield name, getattr(gems, name), getattr(torch, name, None) or getattr(functional, name), (x,)
    for name in ("rsqrt", "reciprocal"):
        yield name, getattr(gems, name), getattr(torch, name), (positive,)
    for name in ("add", "mul", "maximum"):
        yield name, getattr(gems, name), getattr(torch, name), (x, y)
    yield "div", gems.true_divide, torch.true_divide, (x, positive)
    yield "clamp", lambda x: gems.clamp(x, -1.0, 1.0), lambda x: torch.clamp(x, -1.0, 1.0), (x,)
    yield "pow", lambda x: gems.pow_tensor_scalar(x, 3.0), lambda x: torch.pow(x, 3.0), (x,)
    for name in ("sum", "max", "any"):
        yield name, getattr(gems, name), getattr(torch, name), (x > 5 if name == "any" else x,)
    yield "sum of rows", lambda x: gems.sum_dim(x, [1]), lambda x: torch.sum(x, [1]), (x,)
    yield "mean of rows", lambda x: gems.mean_dim(x, [1]), lambda x: torch.mean(x, [1]), (x,)
    yield "amax of rows", lambda x: gems.amax(x, [1]), lambda x: torch.amax(x, [1]), (x,)
    yield "argmax of rows", lambda x: gems.argmax(x, 1), lambda x: torch.argmax(x, 1), (x,)
    yield "prod of rows", lambda x: gems.prod_dim(x, 1), lambda x: torch.prod(x, 1), (x,)
    yield "softmax", lambda x: gems.softmax(x, -1), lambda x: torch.softmax(x, -1), (x,)
    yield "log_softmax", lambda x: gems.log_softmax(x, -1), lambda x: torch.log_softmax(x, -1), (x,)
    yield "cumsum", lambda x: gems.cumsum(x, 1), lambda x: torch.cumsum(x, 1), (x,)
    yield "norm of rows", lambda x: gems.vector_norm(x, 2, [1]), lambda x: torch.linalg.vector_norm(x, 2, [1]), (x,)
    yield "var_mean", lambda x: gems.var_mean(x, [1])[0], lambda x: torch.var_mean(x, [1])[0], (x,)


PROJECTS: dict[str, Callable[[int], Iterator[Case]]] = {"liger": liger, "fla": fla, "flag_gems": flag_gems}


def least(actions: list[Callable[[], Any]], rounds: int) -> list[float]:
    """The least time of each action in ms, in turns."""
    best = [float("inf")] * len(actions)
    for _ in range(rounds):
        for index, action in enumerate(actions):
            start = time.perf_counter()
            action()
            best[index] = min(best[index], 1e3 * (time.perf_counter() - start))
    return best


def measure(name: str, case: Case, rounds: int, *, compiled: bool) -> None:
    """Print the times of a kernel after comparing its result."""
    _, own, eager, arguments = case
    result, expected = own(*arguments), eager(*arguments)
    if isinstance(expected, torch.return_types.max):
        result, expected = result.values, expected.values
    torch.testing.assert_close(result, expected, rtol=1e-3, atol=1e-3, check_dtype=False)
    actions = [lambda: own(*arguments), lambda: eager(*arguments)]
    if compiled:
        torch._dynamo.reset()
        fast = torch.compile(eager)
        fast(*arguments)
        actions.append(lambda: fast(*arguments))
    times = least(actions, rounds)
    ratios = "".join(f"{times[0] / other:7.2f}" for other in times[1:])
    print(f"{name:32}{''.join(f'{each:9.3f}' for each in times)}{ratios}", flush=True)


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--path", nargs="+", default=[], help="folders of the projects' packages")
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--rows", type=int, default=2048, help="rows of the arrays, of 2048 columns (default: 2048)")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--compile", action="store_true", help="torch.compile, too")
    options = parser.parse_args()
    sys.path[:0] = options.path
    torch.set_num_threads(1)
    torch.manual_seed(0)
    pretend_a_device()
    print(f"{'kernel':32}{'xtriton':>9}{'eager':>9}{'compiled':>9}  ratios")
    with xtriton.on_cpu(threads=1), torch.no_grad():
        for project, cases in PROJECTS.items():
            try:
                found = list(cases(options.rows))
            except ImportError as problem:
                print(f"{project} is left out: {problem}")
                continue
            for case in found:
                name = f"{project} {case[0]}"
                if not options.only or any(part in name for part in options.only):
                    measure(name, case, options.rounds, compiled=options.compile)
    return 0


if __name__ == "__main__":
    sys.exit(main())
