"""A workload: a kernel as it is launched on tensors of PyTorch, and what it should compute."""

# pyright: basic
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch

_POINTERS = {
    torch.float16: "fp16",
    torch.bfloat16: "bf16",
    torch.float32: "fp32",
    torch.float8_e4m3fn: "fp8e4nv",
    torch.float8_e5m2: "fp8e5",
    torch.int8: "i8",
    torch.int32: "i32",
    torch.int64: "i64",
}


@dataclass
class Launch:
    """One launch, with tensors on the default device: ``expected`` has the results of arguments by position."""

    grid: tuple[int, ...]
    arguments: list[Any]
    constants: list[Any]
    expected: dict[int, torch.Tensor]
    num_warps: int = 4
    tolerance: float = 2e-3
    num_stages: int = 3

    def options(self) -> dict[str, int]:
        """The options that the kernel is compiled with."""
        return {"num_warps": self.num_warps, "num_stages": self.num_stages}

    def signature(self) -> str:
        """Types, divisibility by 16 and ones of the arguments, as Triton's JIT specialises on them."""
        return ",".join([*(_specialized(value) for value in self.arguments), *map(str, self.constants)])

    def runtime_arguments(self) -> list[Any]:
        """The arguments that are not specialised to constants."""
        return [value for value in self.arguments if not (type(value) is int and value == 1)]

    def error(self, arguments: list[Any]) -> float:
        """The largest relative Frobenius error over all results; NaN counts as infinite."""
        errors = []
        for position, expected in self.expected.items():
            wanted = expected.detach().double()
            difference = (arguments[position].double() - wanted).norm() / wanted.norm().clamp(min=1e-12)
            errors.append(float("inf") if difference.isnan() else float(difference))
        return max(errors)


@dataclass(frozen=True)
class Workload:
    """A kernel with its launches: a small one for the interpreter, and a large one for GPUs."""

    kernel: Any
    small: Callable[[], Launch]
    large: Callable[[], Launch]
    rewritten: bool = field(default=True)
    """Whether ``optimize="hopper"`` makes the kernel warp-specialised: others are as fast as Triton compiles them."""


def random(*shape: int, dtype: torch.dtype = torch.float16, seed: int = 0, scale: float = 1.0) -> torch.Tensor:
    """Normally distributed values, the same in each run."""
    return (torch.randn(*shape, generator=generator(seed + sum(shape))) * scale).to(dtype)


def integers(low: int, high: int, *shape: int, dtype: torch.dtype = torch.int32, seed: int = 0) -> torch.Tensor:
    """Integers from ``low`` to below ``high``, the same in each run."""
    return torch.randint(low, high, shape, generator=generator(seed), dtype=dtype)


def generator(seed: int) -> torch.Generator:
    """Random numbers on the default device."""
    return torch.Generator(torch.get_default_device()).manual_seed(seed)


def empty(*shape: int, dtype: torch.dtype = torch.float16) -> torch.Tensor:
    """A result: NaN, or -1 for integers."""
    return torch.full(shape, -1 if not dtype.is_floating_point else float("nan"), dtype=dtype)


def tiles(extent: int, block: int) -> int:
    """The number of tiles of ``block`` elements that cover ``extent``."""
    return -(-extent // block)


def _specialized(value: Any) -> str:
    if isinstance(value, torch.Tensor):
        return f"*{_POINTERS[value.dtype]}:16"
    if isinstance(value, float):
        return "fp32"
    return "1" if value == 1 else "i32:16" if value % 16 == 0 else "i32"
