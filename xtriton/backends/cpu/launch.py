"""CPU launches: arrays are passed without copies, programs of a grid run on threads."""

from __future__ import annotations

import ctypes
import os
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
from xtriton.backends.cpu.pool import run_on_threads
from xtriton.passes.cpu.entry_point import (
    ARGUMENTS_OFFSET,
    ASSERTED_SLOT,
    COMPARED_SLOT,
    LAUNCH_SUFFIX,
    PROGRAM_SLOT,
    VALUES_MARK,
)

_ENTRY = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)
BLOCK = "<3i4x2qQ"
"""The format of what precedes the arguments in the block of a launch; see :mod:`xtriton.passes.cpu.entry_point`."""
_BLOCK = struct.Struct(BLOCK)
assert _BLOCK.size == ARGUMENTS_OFFSET
_LEAST_PARTS = 32
"""A thread takes at least this part of its share of a grid at a time."""


WORTH_THREADS = 2e-4
"""Seconds of work that justify waking up other threads."""


_NEVER_STOPPED = threading.Event()


_MOST_KNOWN = 1024
"""How many launches are known to be over soon, and how many are not."""


_FIRST_STEP = 256
"""The number of programs that run to estimate the time per program."""
_STEP_SECONDS = 0.05
"""Approximate seconds between checks for interrupts."""


class KernelAssertion(RuntimeError):  # noqa: N818
    """A failed assertion of a kernel."""


def default_threads() -> int:
    """The number of processors available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_RESULTS = COMPARED_SLOT + 16
"""Bytes of the arena header, which reports how a launch ended."""


_OUTCOME = struct.Struct("<qqq")
assert _OUTCOME.size == PROGRAM_SLOT + 8


class _Arenas(threading.local):
    """Memory for large buffers: one arena per thread, which grows as kernels need it."""

    def __init__(self) -> None:
        self._grow(_RESULTS)

    def _grow(self, size: int) -> None:
        memory: np.ndarray[Any, Any] = np.empty(size + 64, dtype=np.uint8)
        start = -memory.ctypes.data % 64
        self._memory = memory[start : start + size]
        # Found once: each attribute of ``ndarray.ctypes`` takes as long as a small kernel.
        self._address, self._size = memory.ctypes.data + start, size

    def address(self, size: int) -> int:
        """An arena of at least this many bytes, aligned to 64."""
        if self._size < size:
            self._grow(max(size, _RESULTS))
        return self._address

    def results(self) -> tuple[int, int, int]:
        """The results in the last kernel's header: the failed assertion, the failed guard, and the guard's program."""
        return _OUTCOME.unpack_from(cast("Any", self._memory))

    def assertion(self, check: str) -> str:
        """The message of the assertion that failed last: where, its text, the program, and the values compared."""
        header = self._memory[:_RESULTS]
        message, _, types = check.partition(VALUES_MARK)
        x, y, z = header[ASSERTED_SLOT : ASSERTED_SLOT + 12].view(np.int32).tolist()
        shown = [
            header[COMPARED_SLOT + 8 * index :][:8].view(_VALUE_TYPES[type_])[0].item()
            for index, type_ in enumerate(types.split(",") if types else ())
        ]
        values = f", where {shown[0]!r} is compared with {shown[1]!r}" if shown else ""
        return f"{message} in program ({x}, {y}, {z}){values}"


_VALUE_TYPES: dict[str, type[np.generic]] = {
    "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "f32": np.float32, "f64": np.float64,
}  # fmt: skip

ARENAS = _Arenas()


class _Parts:
    """The programs of a grid that no thread has taken yet.

    A thread takes half of its share of them, again and again, such that the last parts are small (guided
    self-scheduling: Polychronopoulos and Kuck, 1987).
    """

    def __init__(self, first: int, last: int, threads: int) -> None:
        self._next, self._last, self._threads = first, last, threads
        self._least = max(1, (last - first) // (threads * _LEAST_PARTS))
        self._lock = threading.Lock()

    def take(self) -> tuple[int, int] | None:
        """The next programs, from a first one to before a last one; ``None`` if none is left."""
        with self._lock:
            first, left = self._next, self._last - self._next
            if left <= 0:
                return None
            self._next = first + min(left, max(self._least, left // (2 * self._threads)))
            return first, self._next


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
    small: set[Hashable] = field(default_factory=set[Hashable])
    """Keys of launches that were over before other threads would have started; see :meth:`launch_packed`."""
    large: set[Hashable] = field(default_factory=set[Hashable])
    """Keys of launches whose first program took so long that other threads were worth it."""
    _loaded: Loaded = field(init=False)
    _step: int = _FIRST_STEP
    """The number of programs that take about :data:`_STEP_SECONDS`, as last measured."""

    def __post_init__(self) -> None:
        self._loaded = Loaded(self.kernel.code.object)
        try:
            self.entry = _ENTRY(self._loaded.address(self.kernel.name + LAUNCH_SUFFIX))
        except KeyError:
            message = f"the code of '{self.kernel.name}' was made by another version of xtriton: compile it again"
            raise ValueError(message) from None
        self.prints = b"printf" in self.kernel.code.object

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

    def _launch(self, grid: tuple[int, int, int], address: bytes, threads: int | None, key: Hashable | None) -> None:
        programs = grid[0] * grid[1] * grid[2]
        first = 0
        if programs > 1 and (threads is None or threads == 1) and (key is None or key not in self.large):
            # No other threads were asked for: a grid that finishes before they wake up runs on this one. Such a launch
            # is over before the system could be asked how many processors there are.
            first, start = 1, time.perf_counter()
            self._run(address, grid, 0, first)
            if (time.perf_counter() - start) * (programs - first) < WORTH_THREADS:
                self._run(address, grid, first, programs)
                if key is not None and time.perf_counter() - start < WORTH_THREADS:
                    _note(key, self.small)
                return
            if key is not None:
                _note(key, self.large)
        count = 1 if programs == 1 else min(threads or default_threads(), programs)
        if count == 1:
            self._run_in_steps(address, grid, first, programs, _NEVER_STOPPED)
            return
        stopped = threading.Event()
        parts = _Parts(first, programs, count)

        def work() -> None:
            while (part := parts.take()) is not None and not stopped.is_set():
                self._run_in_steps(address, grid, *part, stopped)

        run_on_threads(work, count, stopped.set)

    def _run_in_steps(
        self, address: bytes, grid: tuple[int, int, int], first: int, last: int, stopped: threading.Event
    ) -> None:
        """Run programs in steps, between which Python can handle an interrupt."""
        while first < last and not stopped.is_set():
            end, start = min(first + self._step, last), time.perf_counter()
            self._run(address, grid, first, end)
            seconds = max(time.perf_counter() - start, 1e-6)
            self._step = max(1, int((end - first) * _STEP_SECONDS / seconds))
            first = end

    def _run(self, address: bytes, grid: tuple[int, int, int], first: int, last: int) -> None:
        if self.entry(_BLOCK.pack(*grid, first, last, ARENAS.address(self.kernel.arena)) + address):
            self.continue_after_failure(address, grid, last)

    def continue_after_failure(self, address: bytes, grid: tuple[int, int, int], last: int) -> None:
        """Run the programs up to ``last`` from the one whose guard has just failed on this thread, without guards.

        Raises :class:`KernelAssertion` if an assertion has failed.
        """
        failed, guard, program = ARENAS.results()
        if failed:
            raise KernelAssertion(ARENAS.assertion(self.kernel.checks[failed - 1]))
        if self.general is None:
            raise KernelAssertion(f"{self.kernel.checks[guard - 1]}; compile it from TTIR, not from linalg")
        self.general()._run(address, grid, program, last)
