"""What is said of a kernel: the types of its parameters, its constants, where it can be compiled, and an example."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Values = dict[str, Any]
"""Arguments by the names of parameters: NumPy arrays for pointers, numbers for the rest."""


@dataclass(frozen=True)
class Example:
    """A launch: ``arguments`` for every run-time parameter, and the number of programs along each axis."""

    arguments: Values
    grid: tuple[int, ...]


@dataclass(frozen=True)
class Kernel:
    """A ``@triton.jit`` function as it is compiled.

    ``signature`` has the type of each run-time parameter in Triton's spelling, with ``:16`` where the argument is
    divisible by 16 (``*fp32:16``, ``i32``); ``constants`` are the values of the other parameters. ``minimum`` is the
    least compute capability it compiles for, ``options`` are of Triton's backend (``num_warps``).

    ``example`` makes arguments from a random generator; ``reference`` gives the arrays that the kernel changes, as they
    are afterwards, from the arguments as they were. Results are equal within ``tolerance`` (relative and absolute).
    """

    fn: Any
    signature: Mapping[str, Any]
    constants: Mapping[str, Any] = field(default_factory=dict[str, Any])
    minimum: int = 80
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    label: str = ""
    example: Callable[[np.random.Generator], Example] | None = None
    reference: Callable[[Values], Values] | None = None
    tolerance: float = 0.0

    @property
    def name(self) -> str:
        """What the kernel is called in tables; two kernels may have one function, with different constants."""
        return self.label or str(self.fn.__name__)

    def types(self) -> dict[str, Any]:
        """Triton's signature: the type of every parameter in order, ``constexpr`` for constants."""
        return {
            name: _without_divisibility(self.signature[name]) if name in self.signature else "constexpr"
            for name in self.fn.arg_names
        }

    def attributes(self) -> dict[tuple[int, ...], list[list[object]]]:
        """Triton's attributes of arguments, by the path to the argument."""
        found: dict[tuple[int, ...], list[list[object]]] = {}
        for index, name in enumerate(self.fn.arg_names):
            _collect(self.signature.get(name, ""), (index,), found)
        return found


def _without_divisibility(spelled: Any) -> Any:
    if isinstance(spelled, tuple):
        return tuple(_without_divisibility(item) for item in spelled)
    return spelled.partition(":")[0]


def _collect(spelled: Any, path: tuple[int, ...], found: dict[tuple[int, ...], list[list[object]]]) -> None:
    if isinstance(spelled, tuple):
        for index, item in enumerate(spelled):
            _collect(item, (*path, index), found)
    elif divisibility := spelled.partition(":")[2]:
        found[path] = [["tt.divisibility", int(divisibility)]]
