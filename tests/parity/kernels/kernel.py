"""Descriptions of kernels: parameter types, constants, the compute capabilities to compile for, and an example."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from xtriton.versions import ALL_VERSIONS, VersionRange

NAN = (float("nan"),)
NOT_FINITE = (*NAN, float("inf"), float("-inf"), -0.0)
FLOATS = (*NOT_FINITE, 0.0, 3.4e38, -3.4e38, 1.2e-38, -1e-45)
"""Besides those: the ends of 32 bits, the least number with all its digits, and one below."""
INTEGERS = (-(2**31), 2**31 - 1, -1, 0, 1)

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
    least compute capability it compiles for, ``end`` the first that it does not compile for, ``options`` are of
    Triton's backend (``num_warps``). ``versions`` are those of Triton whose language has what it uses.

    ``example`` makes arguments from a random generator; ``reference`` gives the arrays that the kernel changes, as they
    are afterwards, from the arguments as they were; without it, the interpreter is asked. Results are equal within
    ``tolerance`` (relative and absolute).

    ``ragged`` lists further keyword arguments of ``example``: sizes that are no multiples of the block size. Such
    launches do not keep ``:16``. ``special`` has numbers, by the array's parameter, for which the reference is right
    wherever they stand in an array: infinities, NaN, the least and greatest integers.
    """

    fn: Any
    signature: Mapping[str, Any]
    constants: Mapping[str, Any] = field(default_factory=dict[str, Any])
    minimum: int = 80
    versions: VersionRange = ALL_VERSIONS
    end: int = 1000
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    label: str = ""
    example: Callable[..., Example] | None = None
    reference: Callable[[Values], Values] | None = None
    tolerance: float = 0.0
    ragged: Sequence[Mapping[str, Any]] = ()
    special: Mapping[str, Sequence[float]] = field(default_factory=dict[str, Sequence[float]])

    @property
    def name(self) -> str:
        """The name of the kernel in tables; two kernels may have one function, with different constants."""
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


def sizes(names: str, *rows: Any) -> list[dict[str, Any]]:
    """A mapping from the names to the values of each row: ``sizes("m n", (1, 2), (3, 4))``, ``sizes("n", 1, 3)``."""
    keys = names.split()
    return [dict(zip(keys, row if len(keys) > 1 else [row], strict=True)) for row in rows]


def programs(extent: int, block: int) -> int:
    """How many blocks cover an extent; one, with nothing to do, if there is nothing to cover."""
    return max(-(-extent // block), 1)


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
