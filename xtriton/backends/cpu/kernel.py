"""A kernel compiled for the CPU: its text at each stage, and launches on arrays."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from xtriton.backends.cpu.arguments import Argument, converter_of, may_alias, plain_tensors
from xtriton.backends.cpu.code import CpuKernel
from xtriton.backends.cpu.flatten import flatten, is_flat
from xtriton.backends.cpu.guarded import Guarded
from xtriton.backends.cpu.host import Host
from xtriton.backends.cpu.large_arrays import version_for_large_arrays
from xtriton.backends.cpu.launch import Runner
from xtriton.backends.cpu.options import CpuOptions, check_threads
from xtriton.backends.cpu.quick import QuickLaunch, quick_launch
from xtriton.backends.grid import grid_extents
from xtriton.forks import Lock
from xtriton.passes.linalg.guard_messages import is_late_guard, is_row_guard

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from xtriton.ir.context import Context

_MOST = {f"i{bits}": (1 << (bits - 1)) - 1 for bits in (8, 16, 32, 64)}
"""The maximum of each of Triton's signed types; the kernel's own types are signless."""


class _Version(NamedTuple):
    """What a version of the code assumes: no overlap between arrays, and what its guards check.

    A ``large`` version stores past the caches if the grid stores enough.
    """

    noalias: bool
    guarded: Guarded = Guarded.AS_COMPILED
    large: bool = False


@dataclass
class CompiledCpuKernel:
    """``kernel[grid](*arguments)`` runs it on NumPy arrays and CPU tensors of torch, which are not copied.

    The code assumes that written arrays do not overlap others. Each launch checks for overlap; if arrays overlap, a
    second version is compiled once. The same applies to programs whose offsets or masks wrap around, and to large
    arrays, which are stored past the caches.
    """

    kernel: CpuKernel
    linalg: str
    """The linalg module that the kernel is compiled from."""
    options: CpuOptions
    types: tuple[Any, ...] | None = None
    """The types of a launch's arguments in Triton's spelling; if absent they are those of the kernel."""
    ttir: str | None = None
    """The TTIR that the kernel is compiled from, if any."""
    hidden: int = 0
    """The number of parameters, the last ones, that instrumentation has added."""
    noalias: bool = True
    """Whether :attr:`kernel` assumes that written arrays do not overlap others."""
    names: tuple[str, ...] = ()
    """The names of a launch's arguments, if they are known."""
    _runners: dict[_Version, Runner] = field(default_factory=dict["_Version", Runner])
    _lock: Lock = field(default_factory=Lock)
    _quick: QuickLaunch | None = None
    _has_been_launched: bool = False
    _lacks_torch: bool = True
    """Whether torch was not imported yet when that function was generated."""

    def __repr__(self) -> str:
        return f"<code of {self.name} for the CPU>"

    @property
    def name(self) -> str:
        """The name of the kernel."""
        return self.kernel.name

    @property
    def asm(self) -> dict[str, str | bytes]:
        """The text of each stage: ``linalg``, ``llvm`` (the llvm dialect), ``ll``, ``s``; ``o`` is the object file."""
        from xtriton.backends.cpu.machine import assembly

        kernel = self.kernel
        return {
            "linalg": self.linalg,
            "llvm": kernel.llvm_mlir,
            "ll": kernel.ll,
            "s": assembly(kernel.code.llvm_ir, Host.here()),
            "o": kernel.code.object,
        }

    def __getitem__(self, grid: int | Sequence[int]) -> Callable[..., None]:
        """A launcher of the kernel on a grid of one to three dimensions."""
        extents = grid_extents(grid)

        def launch(*arguments: Any, threads: int | None = None) -> None:
            self.launch_over(extents, arguments, threads)

        return launch

    def launch(self, grid: Sequence[int], *arguments: Any, threads: int | None = None) -> None:
        """Run all programs of ``grid`` and wait for them.

        Raises ``TypeError`` for arguments that do not match the kernel's, ``ValueError`` for an invalid grid or number
        of threads and for read-only arrays that the kernel writes, and
        :class:`~xtriton.backends.cpu.launch.KernelAssertion` if an assertion of the kernel fails.
        """
        self.launch_over(grid, arguments, threads)

    def launch_over(self, grid: Any, arguments: Sequence[Any], threads: int | None) -> None:
        """:meth:`launch` with the arguments as a sequence."""
        quick = self._quick
        if quick is not None and len(arguments) == self._own and quick(grid, threads, *arguments):
            return
        extents = grid_extents(grid)
        given = self.converted(arguments)
        if 0 not in extents:
            self.run(extents, given, threads)
        if self._is_quick and self._lacks_torch:
            self._prepare_quick()

    def run(self, grid: Sequence[int], arguments: Sequence[Argument], threads: int | None) -> None:
        """Run all programs of a grid, which is not empty, with converted arguments."""
        if threads is None:
            threads = self.options.threads
        else:
            check_threads(threads)
        self._runner(arguments).launch(grid, arguments, threads)

    def converted(self, arguments: Sequence[Any]) -> list[Argument]:
        """Convert the arguments of a launch to those of the kernel, but for the hidden ones.

        Raises as :meth:`launch` does for arguments that do not match.
        """
        if len(arguments) != len(self._called):
            raise TypeError(f"kernel '{self.name}' takes {len(self._called)} arguments, not {len(arguments)}")
        for index, most in self._most:
            if isinstance(arguments[index], int) and arguments[index] > most:
                raise TypeError(f"argument {self._called[index]} is to be at most {most}, not {arguments[index]}")
        converters = self._converters
        with plain_tensors():
            if self._flat:
                return [
                    convert(value, name)
                    for convert, value, name in zip(converters, arguments, self._called, strict=True)
                ]
            flat = flatten(self.types or (), arguments, len(converters), self._called)
            return [convert(value, name) for convert, (name, value) in zip(converters, flat, strict=True)]

    def _prepare_quick(self) -> None:
        """Generate the function for the commonest arguments after the second launch: many kernels have only one.

        It is generated again after torch has been imported.
        """
        if not self._has_been_launched or (self._quick is not None and "torch" not in sys.modules):
            self._has_been_launched = True
            return
        self._lacks_torch = "torch" not in sys.modules
        runner = self._version(_Version(noalias=True))
        self._quick = quick_launch(self.kernel, runner, self.options.threads)
        self._is_quick = self._quick is not None

    def __post_init__(self) -> None:
        types: tuple[Any, ...] = self.types or ()
        self._own = len(self.kernel.parameters) - self.hidden
        self._flat = is_flat(types)
        self._is_quick = self._flat and self.noalias and not self.hidden
        self._called = [
            repr(self.names[index]) if index < len(self.names) and self.names[index] else str(index)
            for index in range(self._own if self.types is None else len(types))
        ]
        self._converters = [converter_of(parameter) for parameter in self.kernel.parameters[: self._own]]
        self._has_row_guards = any(map(is_row_guard, self.kernel.checks))
        self._most = [
            (index, _MOST[type_]) for index, type_ in enumerate(types) if isinstance(type_, str) and type_ in _MOST
        ]

    def _runner(self, arguments: Sequence[Argument]) -> Runner:
        noalias = self.noalias and not may_alias(arguments, self.kernel.parameters)
        return self._version(_Version(noalias, large=noalias and self._are_large(arguments)))

    def _are_large(self, arguments: Sequence[Argument]) -> bool:
        """Whether an array that the kernel may store past the caches is large, or of unknown size."""
        given = [arguments[index] for index in self.kernel.may_be_large]
        return any(argument.end < 0 or argument.end - argument.start >= self.kernel.large_bytes for argument in given)

    def _version(self, version: _Version) -> Runner:
        runner = self._runners.get(version)
        if runner is not None:
            return runner
        with self._lock:
            if version not in self._runners:
                self._runners[version] = self._made(version)
            return self._runners[version]

    def _made(self, version: _Version) -> Runner:
        """The code of a version: compiled, unless it is the one that the kernel has."""
        general = None
        if self.ttir is not None and version.guarded is not Guarded.NOTHING:
            general = partial(self._version, _Version(version.noalias, self._after(version)))
        kernel = self._compiled(version)
        if self.ttir is not None and not version.noalias and any(map(is_late_guard, kernel.checks)):
            # A program that has stored cannot be restarted if its loads may alias the stored memory.
            return self._made(_Version(noalias=False, guarded=Guarded.NOTHING))
        return Runner(kernel, general)

    def _compiled(self, version: _Version) -> CpuKernel:
        if version.guarded is Guarded.AS_COMPILED and version.noalias == self.noalias and not version.large:
            return self.kernel
        if version.large:
            return version_for_large_arrays(self.kernel, self.linalg, self.options)
        from xtriton.backends.cpu.versions import compiled_again, compiled_for_overlap

        if self.ttir is None:
            return compiled_for_overlap(self.linalg, self.name, self.options)
        return compiled_again(self.ttir, self.name, self.options, version.guarded, noalias=version.noalias)

    def _after(self, version: _Version) -> Guarded:
        """The version that takes over: its guards may be late, so that arrays must not overlap if it has any."""
        rows = version.guarded is Guarded.AS_COMPILED and self._has_row_guards
        return Guarded.WRAPS if rows and version.noalias else Guarded.NOTHING


def compile_for_cpu(
    module: ModuleOp, ctx: Context, options: CpuOptions | None = None, *, name: str | None = None
) -> CompiledCpuKernel:
    """Compile a linalg module, as produced by ``triton-to-linalg-experimental``. The module is consumed.

    Raises ``DiagnosticError`` where an operation cannot be compiled, ``ImportError`` without llvmlite.
    """
    from xtriton.backends.cpu.versions import compiled_module

    chosen = options or CpuOptions()
    kernel, text = compiled_module(module, ctx, chosen, name)
    return CompiledCpuKernel(kernel, text, chosen)
