"""A kernel with a grid, as returned by ``kernel[grid]``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any

from xtriton.keywords import missing_arguments
from xtriton.registry import nearest

if TYPE_CHECKING:
    from xtriton.compiler.result import CompiledKernel

LAUNCH_OPTIONS = ("threads", "stream")
"""Keywords of a launch that are no arguments of the kernel."""


def shown_type(type_: Any) -> str:
    """The type of a launch argument as text; descriptors and tuples have several."""
    return type_ if isinstance(type_, str) else f"({', '.join(map(shown_type, type_))})"


class Launcher:
    """Launches a kernel over a grid.

    Called with the kernel's arguments that are not constants, in order or by name. A GPU takes torch tensors, numbers
    and descriptors; the launch is on Triton's current device and stream, or on ``stream``. The CPU takes NumPy arrays,
    torch tensors and numbers, and ``threads``; the launch is synchronous.
    """

    def __init__(self, kernel: CompiledKernel, grid: tuple[int, int, int]) -> None:
        self._kernel = kernel
        self._grid = grid
        self._launch: Any = None

    def __call__(self, *arguments: Any, **named: Any) -> None:
        how: dict[str, Any] = {}
        if named:
            how = {option: named.pop(option) for option in LAUNCH_OPTIONS if option in named}
        if named or len(arguments) != len(self._kernel.parameters):
            arguments = bound(self._kernel, arguments, named)
        if self._launch is None:
            self._launch = self._kernel.loaded()[self._grid]
        self._launch(*arguments, **how)

    @property
    def __name__(self) -> str:
        return self._kernel.name

    @property
    def __signature__(self) -> Signature:
        """The signature of a launch, for ``help`` and completion."""
        kind = Parameter.POSITIONAL_OR_KEYWORD
        arguments = [
            Parameter(name if name.isidentifier() else f"arg{index}", kind, annotation=shown_type(type_))
            for index, (name, type_) in enumerate(zip(self._kernel.parameters, self._kernel.types, strict=True))
        ]
        return Signature(arguments)

    def __repr__(self) -> str:
        return f"<launcher of {self._kernel!r} over {self._grid}>"


def bound(kernel: CompiledKernel, arguments: Sequence[Any], named: Mapping[str, Any]) -> tuple[Any, ...]:
    """The arguments of a launch in order. Raises ``TypeError``, or ``ValueError`` for a wrong number."""
    names = kernel.parameters
    taken = f"'{kernel.name}' takes {', '.join(names) or 'no arguments'}"
    for name in named:
        if name in kernel.metadata.get("constants", {}):
            raise TypeError(f"'{name}' is a constant of '{kernel.name}', set when it was compiled: leave it out")
        if name not in names:
            raise TypeError(f"there is no argument '{name}'{nearest(name, [*names, *LAUNCH_OPTIONS])} ({taken})")
        if name in names[: len(arguments)]:
            raise TypeError(f"argument '{name}' is given twice, by position and by name")
    if len(arguments) > len(names):
        raise ValueError(f"{taken}: {len(names)} arguments, but {len(arguments)} were given")
    missing = [name for name in names[len(arguments) :] if name not in named]
    if missing:
        given = len(arguments) + len(named)
        raise ValueError(f"{missing_arguments(missing)}: {taken}: {len(names)} arguments, but {given} were given")
    return (*arguments, *(named[name] for name in names[len(arguments) :]))
