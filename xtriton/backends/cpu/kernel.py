"""A kernel that has been compiled for the CPU: its texts, and launches on arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from xdsl.dialects.builtin import ModuleOp

from xtriton.backends.cpu.cache import CACHE, key_of
from xtriton.backends.cpu.flatten import flatten, is_flat
from xtriton.backends.cpu.launch import Argument, Runner, as_argument, overlap
from xtriton.backends.cpu.machine import Host, assembly
from xtriton.backends.cpu.stages import CpuKernel, CpuOptions, compile_module
from xtriton.backends.grid import grid_extents
from xtriton.forks import Lock
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op

_WITH_LOCATIONS = PrintOptions(debuginfo=True, use_nameloc_as_prefix=False)


_MOST = {f"i{bits}": (1 << (bits - 1)) - 1 for bits in (8, 16, 32, 64)}
"""The largest numbers of Triton's types with a sign, which those of the kernel no longer have."""


@dataclass
class CompiledCpuKernel:
    """``kernel[grid](*arguments)`` runs it on NumPy arrays and CPU tensors of torch, which are not copied.

    Code is made for arrays that do not overlap where one is written; if those of a launch do, other code is made for
    that, once.
    """

    kernel: CpuKernel
    linalg: str
    """The module of linalg that it is made from."""
    options: CpuOptions
    types: tuple[Any, ...] | None = None
    """The types of the arguments of a launch in Triton's spelling; without them they are those of the kernel."""
    _runners: dict[bool, Runner] = field(default_factory=dict[bool, Runner])
    _lock: Lock = field(default_factory=Lock)

    @property
    def name(self) -> str:
        """The name of the kernel."""
        return self.kernel.name

    @property
    def asm(self) -> dict[str, str | bytes]:
        """The text of each stage: ``linalg``, ``llvm`` (the llvm dialect), ``ll``, ``s``; ``o`` is the object file."""
        kernel = self.kernel
        return {
            "linalg": self.linalg,
            "llvm": kernel.llvm_mlir,
            "ll": kernel.ll,
            "s": assembly(kernel.code.llvm_ir, Host.here()),
            "o": kernel.code.object,
        }

    def __getitem__(self, grid: int | Sequence[int]) -> Callable[..., None]:
        """What launches the kernel on a grid of one to three dimensions."""
        extents = grid_extents(grid)

        def launch(*arguments: Any, threads: int | None = None) -> None:
            self.launch(extents, *arguments, threads=threads)

        return launch

    def launch(self, grid: Sequence[int], *arguments: Any, threads: int | None = None) -> None:
        """Run all programs of ``grid`` and wait for them.

        Raises ``TypeError`` for arguments that are not what the kernel takes, ``ValueError`` for a grid or a number of
        threads that is none and for arrays that the kernel writes and that are read-only,
        and :class:`~xtriton.backends.cpu.launch.KernelAssertion` if an assertion of the kernel does not hold.
        """
        expected = self.kernel.parameters if self.types is None else self.types
        if len(arguments) != len(expected):
            raise TypeError(f"kernel '{self.name}' takes {len(expected)} arguments, not {len(arguments)}")
        extents = grid_extents(grid)
        options = self.options if threads is None else replace(self.options, threads=threads)
        given = self._arguments(arguments)
        if 0 not in extents:
            self._runner(given).launch(extents, given, options.threads)

    def _arguments(self, arguments: Sequence[Any]) -> list[Argument]:
        """What the kernel takes, from what a launch is given."""
        parameters = self.kernel.parameters
        for index, most in self._most:
            if isinstance(arguments[index], int) and arguments[index] > most:
                raise TypeError(f"argument {index} is to be at most {most}, not {arguments[index]}")
        named = enumerate(arguments) if self._flat else flatten(self.types or (), arguments, len(parameters))
        return [as_argument(one, parameter, name) for (name, one), parameter in zip(named, parameters, strict=True)]

    def __post_init__(self) -> None:
        types: tuple[Any, ...] = self.types or ()
        self._flat = is_flat(types)
        self._most = [
            (index, _MOST[type_]) for index, type_ in enumerate(types) if isinstance(type_, str) and type_ in _MOST
        ]

    def _runner(self, arguments: Sequence[Argument]) -> Runner:
        noalias = not overlap(arguments, self.kernel.parameters)
        runner = self._runners.get(noalias)
        if runner is not None:
            return runner
        with self._lock:
            if noalias not in self._runners:
                kernel = self.kernel if noalias else _compiled(self.linalg, self.name, self.options, noalias=False)
                self._runners[noalias] = Runner(kernel)
            return self._runners[noalias]


def compile_for_cpu(
    module: ModuleOp, ctx: Context, options: CpuOptions | None = None, *, name: str | None = None
) -> CompiledCpuKernel:
    """Compile a module of linalg, as ``triton-to-linalg-experimental`` leaves it. The module is used up.

    Raises ``DiagnosticError`` where an operation cannot be compiled, ``ImportError`` without llvmlite.
    """
    chosen = options or CpuOptions()
    text = print_op(module, _WITH_LOCATIONS)
    found = CACHE.get(_key(text, name, chosen, noalias=True))
    if found is None:
        found = compile_module(module, ctx, chosen, name=name)
        CACHE.put(_key(text, name, chosen, noalias=True), found)
    return CompiledCpuKernel(found, text, chosen)


def _key(text: str, name: str | None, options: CpuOptions, *, noalias: bool) -> str:
    return key_of(text, name or "", repr(replace(options, threads=None)), repr(Host.here()), str(noalias))


def _compiled(text: str, name: str, options: CpuOptions, *, noalias: bool) -> CpuKernel:
    key = _key(text, name, options, noalias=noalias)
    found = CACHE.get(key)
    if found is None:
        ctx = Context()
        found = compile_module(parse_module(text, "linalg", ctx), ctx, options, name=name, noalias=noalias)
        CACHE.put(key, found)
    return found
