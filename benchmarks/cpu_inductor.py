"""``torch.compile`` on the CPU: inductor's Triton kernels compiled by xtriton against its C++ kernels and eager torch.

    python benchmarks/cpu_inductor.py [--threads 1] [--rounds 15] [--width 256] [--length 512]

Inference and training (forward and backward) of a transformer block, in turns on the same inputs after the results have
been compared: medians and minima in ms, and the quotient of the minima of ``xtriton_cpu`` and the other. Matmuls and
attention are torch's in all of them. Requires torch, and a C++ compiler for inductor's own kernels.
"""

# pyright: basic
from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.nn import functional

sys.path.insert(0, str(Path(__file__).parents[1]))

from xtriton.compiler.inductor import xtriton_cpu

BATCH = 4
HEADS = 4
BACKENDS = ("xtriton_cpu", "inductor")
Run = Callable[[], Any]


class Block(nn.Module):
    """RMS norm, rotary embedding, causal attention, layer norm and a gated linear unit."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.second = nn.RMSNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, width)
        self.gate, self.up = nn.Linear(width, 4 * width), nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def rotated(self, x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
        """Each head's halves rotated."""
        left, right = x.chunk(2, -1)
        return x * cos + torch.cat([-right, left], -1) * sin

    def forward(self, x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
        """The block on ``(batch, length, width)``."""
        batch, length, width = x.shape
        parts = self.qkv(self.first(x)).chunk(3, -1)
        q, k, v = (part.view(batch, length, HEADS, -1).transpose(1, 2) for part in parts)
        q, k = self.rotated(q, cos, sin), self.rotated(k, cos, sin)
        seen = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(seen.transpose(1, 2).reshape(batch, length, width))
        hidden = self.second(x)
        return x + self.down(functional.silu(self.gate(hidden)) * self.up(hidden))


class Tail(nn.Module):
    """What is between the matmuls alone: norms, activations, dropout's scale, residuals and a loss."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.second = nn.LayerNorm(width), nn.RMSNorm(width)

    def forward(self, x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
        """Elementwise chains and reductions of ``(batch, length, width)``."""
        hidden = functional.gelu(self.first(x)) * torch.sigmoid(x) + x
        return torch.softmax(self.second(hidden), -1) + functional.silu(hidden)


def seconds(action: Run) -> float:
    """The time that an action takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def compiled(function: Callable[..., Any], work: Callable[[Callable[..., Any]], Run]) -> dict[str, Run]:
    """What ``work`` makes of a function, and of it as each backend compiles it: at the first run."""
    runs = {"eager": work(function)}
    for backend in BACKENDS:
        torch._dynamo.reset()
        runs[backend] = work(torch.compile(function, backend=xtriton_cpu if backend == "xtriton_cpu" else backend))
    return runs


def check(runs: dict[str, Run], tolerance: float = 1e-4) -> dict[str, float]:
    """Assert that all runs give what eager torch does, up to a part of the largest number; the seconds of the first."""
    expected = _tensors(runs["eager"]())
    taken = {}
    for backend in BACKENDS:
        taken[backend] = seconds(runs[backend])
        found = _tensors(runs[backend]())
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            difference = _difference(one, other)
            assert difference < tolerance, f"{backend} differs by {difference}"
    return taken


def _tensors(result: Any) -> list[torch.Tensor]:
    return [result] if isinstance(result, torch.Tensor) else list(result)


def _difference(found: torch.Tensor, expected: torch.Tensor) -> float:
    """The largest difference as a part of the largest magnitude; infinite where only one of the two is finite."""
    assert found.shape == expected.shape and found.dtype == expected.dtype
    wide, other = found.double(), expected.double()
    if not torch.equal(wide.isfinite(), other.isfinite()):
        return math.inf
    wide, other = wide.nan_to_num(0, 0, 0), other.nan_to_num(0, 0, 0)
    return float((wide - other).abs().max() / other.abs().max().clamp(min=1e-30))


def times(runs: dict[str, Run], rounds: int) -> dict[str, list[float]]:
    """The milliseconds of each run in some rounds, in turns."""
    found: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            found[name].append(1e3 * seconds(run))
    return found


def measure(name: str, model: nn.Module, inputs: tuple[torch.Tensor, ...], rounds: int, *, train: bool) -> None:
    """Print the times of a model."""

    def work(run: Callable[..., torch.Tensor]) -> Run:
        def infer() -> torch.Tensor:
            with torch.no_grad():
                return run(*inputs)

        def learn() -> torch.Tensor:
            model.zero_grad()
            run(*inputs).square().mean().backward()
            return torch.cat([parameter.grad.flatten() for parameter in model.parameters()])  # type: ignore[union-attr]

        return learn if train else infer

    runs = compiled(model, work)
    for backend, first in check(runs).items():
        print(f"  {backend}: {first:.1f} s for the first call", flush=True)
    measured = times(runs, rounds)
    own = min(measured["xtriton_cpu"])
    for backend, found in measured.items():
        print(
            f"{name:24}{backend:14}{statistics.median(found):9.2f}{min(found):9.2f}{own / min(found):7.2f}", flush=True
        )


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--length", type=int, default=512)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    angle = torch.rand(options.length, options.width // HEADS)
    inputs = torch.randn(BATCH, options.length, options.width), angle.cos(), angle.sin()
    print(f"{'model':24}{'backend':14}{'median':>9}{'least':>9}{'ratio':>7}")
    for model in (Block(options.width), Tail(options.width)):
        for train in (False, True):
            name = f"{type(model).__name__.lower()}, {'training' if train else 'inference'}"
            measure(name, model, inputs, options.rounds, train=train)
    return 0


if __name__ == "__main__":
    sys.exit(main())
