"""CPU launches: arrays are passed without copies, programs of a grid run on threads."""

from __future__ import annotations

import ctypes
import struct
import threading
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from xtriton.backends.cpu.arguments import Argument
from xtriton.backends.cpu.code import CpuKernel
from xtriton.backends.cpu.loaded import Loaded
from xtriton.backends.cpu.pool import TURN_SECONDS, run_on_threads, threads_for
from xtriton.passes.cpu.entry_point import (
    ARGUMENTS_OFFSET,
    ASSERTED_SLOT,
    COMPARED_SLOT,
    HEADER,
    LAUNCH_SUFFIX,
    PROGRAM_SLOT,
    VALUES_MARK,
)

_ENTRY = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)
BLOCK = "<3i4x2qQ"
"""The format of what precedes the arguments in the block of a launch; see :mod:`xtriton.passes.cpu.entry_point`."""
_BLOCK = struct.Struct(BLOCK)
assert _BLOCK.size == ARGUMENTS_OFFSET


WORTH_THREADS = 2e-4
"""Seconds of work that justify waking up other threads."""


_MOST_KNOWN = 1024
"""How many launches are known to be over soon, and how many are not."""


_FIRST_STEP = 256
"""The number of programs that run to estimate the time per program."""


class KernelAssertion(RuntimeError):  # noqa: N818
    """A failed assertion of a kernel."""


_OUTCOME = struct.Struct("<qqq")
assert _OUTCOME.size == PROGRAM_SLOT + 8


class _Arenas(threading.local):
    """Memory for large buffers: one arena per thread, which grows as kernels need it."""

    def __init__(self) -> None:
        self._grow(HEADER)

    def _grow(self, size: int) -> None:
        self._memory: np.ndarray[Any, Any] = np.empty(size + 64, dtype=np.uint8)
        # Found once: each attribute of ``ndarray.ctypes`` takes as long as a small kernel.
        address = self._memory.ctypes.data
        self._address, self._size = address + -address % 64, size

    def address(self, size: int) -> int:
        """An arena of at least this many bytes, aligned to 64."""
        if self._size < size:
            self._grow(max(size, HEADER))
        return self._address

    def header(self) -> bytes:
        """The header, in which the last kernel has reported how it ended."""
        return ctypes.string_at(self._address, HEADER)


_VALUE_TYPES: dict[str, type[np.generic]] = {
    "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "f32": np.float32, "f64": np.float64,
}  # fmt: skip

ARENAS = _Arenas()


def _assertion(header: bytes, check: str) -> str:
    """The message of an assertion that failed: where, its text, the program, and the values compared."""
    message, _, types = check.partition(VALUES_MARK)
    x, y, z = struct.unpack_from("<3i", header, ASSERTED_SLOT)
    shown = [
        np.frombuffer(header, _VALUE_TYPES[type_], 1, COMPARED_SLOT + 8 * index).item()
        for index, type_ in enumerate(types.split(",") if types else ())
    ]
    values = f", where {shown[0]!r} is compared with {shown[1]!r}" if shown else ""
    return f"{message} in program ({x}, {y}, {z}){values}"


def _note(key: Hashable, keys: set[Hashable]) -> None:
    while len(keys) >= _MOST_KNOWN:
        keys.pop()
    keys.add(key)


@dataclass
class Runner:
    """A loaded kernel, ready to be launched.

    ``general`` creates a version with the same results but without guards; it takes over from the first program whose
    guard fails.
    """

    kernel: CpuKernel
    general: Callable[[], Runner] | None = None
    entry: Callable[[bytes], int] = field(init=False)
    """The function that a launch calls with a block; zero if nothing failed."""
    prints: bool = field(init=False)
    """Whether the code prints, which has to be flushed."""
    waits: bool = field(init=False)
    """Whether a program may wait for another one: none runs alone first, and threads take one at a time."""
    small: set[Hashable] = field(default_factory=set[Hashable])
    """Keys of launches that were over before other threads would have started; see :meth:`launch_packed`."""
    large: set[Hashable] = field(default_factory=set[Hashable])
    """Keys of launches whose first program took so long that other threads were worth it."""
    _loaded: Loaded = field(init=False)
    _address: int = field(init=False)
    _step: int = _FIRST_STEP
    """The number of programs that take about :data:`TURN_SECONDS`, as last measured."""

    def __post_init__(self) -> None:
        self._loaded = Loaded(self.kernel.code.object)
        try:
            self._address = self._loaded.address(self.kernel.name + LAUNCH_SUFFIX)
        except KeyError:
            message = f"the code of '{self.kernel.name}' was made by another version of xtriton: compile it again"
            raise ValueError(message) from None
        self.entry = _ENTRY(self._address)
        self.prints = b"printf" in self.kernel.code.object
        self.waits = self.kernel.waits

    def launch(self, grid: Sequence[int], arguments: Sequence[Argument], threads: int | None = None) -> None:
        """Run all programs of a grid and wait for them. Raises :class:`KernelAssertion`."""
        gx, gy, gz = (*grid, 1, 1)[:3]
        self.launch_packed((gx, gy, gz), b"".join([argument.bits for argument in arguments]), threads, None)

    def launch_packed(
        self, grid: tuple[int, int, int], arguments: bytes, threads: int | None, key: Hashable | None
    ) -> None:
        """:meth:`launch` with the arguments' bits one after the other.

        A launch with a ``key`` (of its grid and its numbers) is noted in :attr:`small` if it is over soon, else in
        :attr:`large`.
        """
        try:
            self._launch(grid, arguments, threads, key)
        finally:
            if self.prints:
                ctypes.CDLL(None).fflush(None)

    def _launch(self, grid: tuple[int, int, int], arguments: bytes, threads: int | None, key: Hashable | None) -> None:
        programs = grid[0] * grid[1] * grid[2]
        first = 0
        alone = threads == 1 or (threads is None and not self.waits)
        if programs > 1 and alone and (key is None or key not in self.large):
            # No other threads were asked for: a grid that finishes before they wake up runs on this one. Such a launch
            # is over before the system could be asked how many processors there are.
            first, start = 1, time.perf_counter()
            self._run(arguments, grid, 0, first)
            if (time.perf_counter() - start) * (programs - first) < WORTH_THREADS:
                self._run(arguments, grid, first, programs)
                if key is not None and time.perf_counter() - start < WORTH_THREADS:
                    _note(key, self.small)
                return
            if key is not None:
                _note(key, self.large)
        self._run_from(arguments, grid, first, programs, threads)

    def _run_from(
        self, arguments: bytes, grid: tuple[int, int, int], first: int, last: int, threads: int | None
    ) -> None:
        """Run the programs [first, last), on several threads if there are several programs."""
        while first < last:
            count = threads_for(last - first, threads, waits=self.waits)
            if count == 1:
                self._run_in_steps(arguments, grid, first, last)
                return
            block = _BLOCK.pack(*grid, 0, 0, 0) + arguments
            arena = self.kernel.arena
            ended = run_on_threads(self._address, block, first, last, count, arena, one_by_one=self.waits)
            restarts = [(self._program_to_restart(failure.header), failure.end) for failure in ended.failures]
            for program, end in restarts:
                self._unguarded()._run_from(arguments, grid, program, end, threads)
            first = ended.next

    def _run_in_steps(self, arguments: bytes, grid: tuple[int, int, int], first: int, last: int) -> None:
        """Run programs on this thread, in steps between which Python can handle an interrupt."""
        while first < last:
            end, start = min(first + self._step, last), time.perf_counter()
            self._run(arguments, grid, first, end)
            seconds = max(time.perf_counter() - start, 1e-6)
            self._step = max(1, int((end - first) * TURN_SECONDS / seconds))
            first = end

    def _run(self, arguments: bytes, grid: tuple[int, int, int], first: int, last: int) -> None:
        if self.entry(_BLOCK.pack(*grid, first, last, ARENAS.address(self.kernel.arena)) + arguments):
            self.continue_after_failure(arguments, grid, last)

    def continue_after_failure(self, arguments: bytes, grid: tuple[int, int, int], last: int) -> None:
        """Run the programs up to ``last`` from the one whose guard has just failed on this thread, without guards.

        Raises :class:`KernelAssertion` if an assertion has failed.
        """
        program = self._program_to_restart(ARENAS.header())
        self._unguarded()._run(arguments, grid, program, last)

    def _program_to_restart(self, header: bytes) -> int:
        """The program whose guard failed. Raises :class:`KernelAssertion` if an assertion has failed."""
        failed, guard, program = cast("tuple[int, int, int]", _OUTCOME.unpack_from(header))
        if failed:
            raise KernelAssertion(_assertion(header, self.kernel.checks[failed - 1]))
        if self.general is None:
            raise KernelAssertion(f"{self.kernel.checks[guard - 1]}; compile it from TTIR, not from linalg")
        return program

    def _unguarded(self) -> Runner:
        assert self.general is not None
        return self.general()
