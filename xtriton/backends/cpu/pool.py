"""The threads that help a launch, and how it gives out the programs of a grid to them: one pool for all kernels.

``pool.ll``, and ``pool_linux.ll`` on Linux, have the native code, which this module compiles once and keeps in the
cache of kernels. The threads are Python's, created when a launch first asks for so many, but spend their lives in that
code. After a launch they spin for :data:`SPIN_VARIABLE` microseconds, by default 50, before they sleep: to wake up a
thread takes longer than a small launch. With more threads than processors those in excess do not spin.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Any, NamedTuple, cast

import numpy as np

from xtriton.backends.cpu.cache import CACHE
from xtriton.backends.cpu.code import Code
from xtriton.backends.cpu.loaded import Loaded
from xtriton.backends.cpu.thread_count import default_threads, processors
from xtriton.forks import Lock
from xtriton.passes.cpu.entry_point import ARENA_OFFSET, FIRST_OFFSET, HEADER, LAST_OFFSET, PART_END_SLOT

SPIN_VARIABLE = "XTRITON_CPU_SPIN"
"""The environment variable with the microseconds for which threads without work spin."""
_SPIN = 50
TURN_SECONDS = 0.05
"""Approximate seconds between checks for interrupts."""

_LEAST_PARTS = 32
"""A thread takes at least this part of its share of a grid at a time."""
_HALVES = 2
"""A thread takes its share of what is left, divided by this."""

_LINE = 128
"""Bytes between what different threads write: two cache lines, which processors may fetch together."""
_WORKER = struct.Struct("<qqQq")
_MUTEX, _CONDITION, _WORKER_SIZE = 64, 128, 320
_NEXT_WORKER, _THREAD = 16, 32
_LAUNCH = struct.Struct("<9qQQqQq")
_NEXT_PROGRAM, _BEGUN = 0, 48
_FAILED, _NOT_OVER = 1, 2
"""Outcomes of the native code."""


_LEAST_WAITING = 2
"""The least number of threads for programs that wait for each other: one waits while another one stores."""


def threads_for(programs: int, asked: int | None, *, waits: bool = False) -> int:
    """How many threads run so many programs; one on a system without the threads of POSIX.

    ``waits``: a program may wait for another one.
    """
    if programs <= 1 or _native() is None:
        return 1
    if asked is None:
        asked = max(default_threads(), _LEAST_WAITING if waits else 1)
    return min(asked, programs)


class _Native:
    """The native code."""

    def __init__(self) -> None:
        self._code = Loaded(_object())
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._code))  # threads run it until the process has ended
        entry = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_uint64, ctypes.c_uint64)
        self.start, self.resume, self.stop = (
            cast("Callable[[int, int], int]", entry(self._code.address(name))) for name in ("start", "resume", "stop")
        )
        self.serve = ctypes.CFUNCTYPE(None, ctypes.c_uint64)(self._code.address("serve"))


@cache
def _native() -> _Native | None:
    """The native code; ``None`` on a system without the threads of POSIX."""
    return _Native() if os.name == "posix" else None


_PAUSES = {
    "x86_64": "call void @llvm.x86.sse2.pause()",
    "aarch64": "call void @llvm.aarch64.hint(i32 1)",
    "arm64": "call void @llvm.aarch64.hint(i32 1)",
}
"""The instruction of a loop that spins, by processor."""


_ELSEWHERE = """
define internal void @avoid_this_processor(ptr %worker) nounwind { ret void }
define internal void @restore_affinity(ptr %worker) nounwind { ret void }
"""
"""Instead of ``pool_linux.ll`` on other systems."""


def _read(name: str) -> str:
    """The text of a file beside this one."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _object() -> bytes:
    """The object file, compiled unless the cache has it."""
    turn = int(TURN_SECONDS * 1e9)
    text = Template(_read("pool.ll") + (_read("pool_linux.ll") if sys.platform == "linux" else _ELSEWHERE)).substitute(
        clock=time.CLOCK_MONOTONIC,
        pause=_PAUSES.get(platform.machine(), ""),
        first=FIRST_OFFSET,
        last=LAST_OFFSET,
        arena=ARENA_OFFSET,
        part_end=PART_END_SLOT,
        turn=turn,
        half_turn=turn // 2,
        quarter_turn=turn // 4,
    )
    key = sha256("\0".join((sys.platform, platform.machine(), text)).encode()).hexdigest()
    code = CACHE.get(key)
    if code is None:
        from xtriton.backends.cpu.host import Host
        from xtriton.backends.cpu.machine import machine_code

        code = machine_code(text, Host("generic", ""))
        CACHE.put(key, code)
    return cast("Code", code).object


class _Memory(NamedTuple):
    """Memory for launches, aligned to :data:`_LINE`."""

    address: int
    size: int
    array: np.ndarray[Any, Any]

    @staticmethod
    def of(size: int) -> _Memory:
        array = np.zeros(size + _LINE, np.uint8)
        return _Memory(array.ctypes.data + -array.ctypes.data % _LINE, size, array)


class Failure(NamedTuple):
    """A program that failed."""

    header: bytes
    """The header of the arena, which says which one, and why."""
    end: int
    """The end of the programs after it that have not run, as they were given out with it."""


@dataclass(frozen=True)
class Ended:
    """How a launch ended."""

    next: int
    """The first program that was not given out."""
    failures: list[Failure]


class _Pool:
    """The threads, and the memory for launches that no launch uses."""

    def __init__(self) -> None:
        self._first = self._last = self._size = 0
        self.spinning = 0
        """How many threads spin: no more than processors beside that of the caller."""
        self._lock = Lock()
        self._memory: list[_Memory] = []

    def workers(self, native: _Native, count: int) -> int:
        """The address of the first worker of a list of at least ``count``, if so many threads can be created."""
        if self._size < count:
            with self._lock:
                while self._size < count and self._add(native):
                    pass
        return self._first

    def _add(self, native: _Native) -> bool:
        memory = _Memory.of(_WORKER_SIZE)
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(memory))  # it is used until the process has ended
        spins = self._size + 1 < processors()
        ctypes.memmove(memory.address, _WORKER.pack(0, 0, 0, _spin() if spins else 0), _WORKER.size)
        system = ctypes.CDLL(None)
        system.pthread_mutex_init(ctypes.c_void_p(memory.address + _MUTEX), None)
        system.pthread_cond_init(ctypes.c_void_p(memory.address + _CONDITION), None)
        try:
            thread = threading.Thread(target=native.serve, args=(memory.address,), name="xtriton", daemon=True)
            thread.start()
        except RuntimeError:  # a limit of the system, or the interpreter is about to end
            return False
        ctypes.c_int64.from_address(memory.address + _THREAD).value = thread.native_id or -1
        if self._last:
            ctypes.c_uint64.from_address(self._last + _NEXT_WORKER).value = memory.address
        else:
            self._first = memory.address
        self._last = memory.address
        self._size += 1
        self.spinning += spins
        return True

    def take(self, size: int) -> _Memory:
        """Memory of at least ``size`` bytes, for one launch."""
        try:
            memory = self._memory.pop()
        except IndexError:
            return _Memory.of(size)
        return memory if memory.size >= size else _Memory.of(size)

    def put_back(self, memory: _Memory) -> None:
        """Keep memory for another launch."""
        self._memory.append(memory)

    def forget(self) -> None:
        """Reset the pool: threads do not survive a fork."""
        self.__init__()


_POOL = _Pool()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_POOL.forget)


@cache
def _spin() -> int:
    """Nanoseconds for which a thread without work spins. Raises ``ValueError`` for an invalid setting."""
    given = os.environ.get(SPIN_VARIABLE, "")
    if not given:
        return _SPIN * 1000
    if not given.isdecimal():
        raise ValueError(f"{SPIN_VARIABLE} is {given!r}: it must be a whole number of microseconds, 0 or more")
    return int(given) * 1000


def run_on_threads(
    entry: int, block: bytes, first: int, last: int, threads: int, arena: int, *, one_by_one: bool = False
) -> Ended:
    """Run the programs [first, last) on this thread and up to ``threads - 1`` others, and wait until all have ended.

    ``entry`` is the address of the kernel's entry point, ``block`` what it takes, ``arena`` the bytes that a thread
    needs. ``one_by_one``: a thread takes a single program at a time, as it may wait for the next one, which another
    thread has to take. After a failure no more programs are given out. Raises what handlers of signals raise, after the
    others have ended.
    """
    native = _native()
    assert native is not None
    workers = _POOL.workers(native, threads - 1)
    words = -(-len(block) // 8)
    at_block = -(-_LAUNCH.size // 64) * 64
    at_arenas = -(-(at_block + 8 * words) // _LINE) * _LINE
    distance = -(-max(arena, HEADER) // _LINE) * _LINE
    memory = _POOL.take(at_arenas + threads * distance)
    launch = memory.address
    divisor = last - first if one_by_one else _HALVES * threads
    least = 1 if one_by_one else max(1, (last - first) // (threads * _LEAST_PARTS))
    spin = _spin() if threads <= _POOL.spinning + 1 else 0
    fields = (first, last, least, divisor, 0, 0, 1, threads - 1, spin)
    places = (entry, launch + at_block, words, launch + at_arenas, distance)
    ctypes.memmove(launch, _LAUNCH.pack(*fields, *places), _LAUNCH.size)
    ctypes.memmove(launch + at_block, block, len(block))
    try:
        outcome = native.start(launch, workers)
        while outcome == _NOT_OVER:
            outcome = native.resume(launch, workers)
    except BaseException:
        native.stop(launch, workers)
        raise
    ended = Ended(last, []) if outcome != _FAILED else _ended(launch, launch + at_arenas, distance)
    _POOL.put_back(memory)
    return ended


def _ended(launch: int, arenas: int, distance: int) -> Ended:
    """How a launch ended in which programs failed."""
    begun = ctypes.c_int64.from_address(launch + _BEGUN).value
    headers = [ctypes.string_at(arenas + number * distance, HEADER) for number in range(begun)]
    failures = [
        Failure(header, struct.unpack_from("<q", header, PART_END_SLOT)[0])
        for header in headers
        if any(header[:_FAILURE_SIZE])
    ]
    return Ended(ctypes.c_int64.from_address(launch + _NEXT_PROGRAM).value, failures)


_FAILURE_SIZE = 16
"""The first bytes of the header: numbers of the assertion and of the guard that failed, or zero."""
