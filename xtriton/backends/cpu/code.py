"""A kernel's machine code, and what a launch needs to know of it."""

from __future__ import annotations

from dataclasses import dataclass

from xtriton.backends.cpu.records import record


@record
@dataclass(frozen=True)
class Code:
    """Machine code: an object file and its optimised LLVM IR."""

    object: bytes
    llvm_ir: str


@record
@dataclass(frozen=True)
class Parameter:
    """A kernel argument: ``*f32`` or ``i32``, with the MLIR type."""

    type: str
    pointer: bool
    written: bool = True
    used: bool = True


@record
@dataclass(frozen=True)
class CpuKernel:
    """A kernel's machine code, and the data that a launch needs."""

    name: str
    parameters: tuple[Parameter, ...]
    arena: int
    checks: tuple[str, ...]
    llvm_mlir: str
    ll: str
    code: Code
    waits: bool = False
    """Whether a program may wait for another one; see :mod:`xtriton.backends.cpu.waits`."""
    large_arrays: tuple[int, ...] = ()
    """The fewest bytes of an array that is left to a version with streaming stores, and the indices of the parameters
    that may be one; empty if there is no such version."""

    @property
    def may_be_large(self) -> tuple[int, ...]:
        """The indices of the parameters that may be large arrays."""
        return self.large_arrays[1:]

    @property
    def large_bytes(self) -> int:
        """The fewest bytes of a large array; 0 if no parameter may be one."""
        return self.large_arrays[0] if self.large_arrays else 0
