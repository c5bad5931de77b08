"""CPU launches: arrays are passed without copies, programs of a grid run on threads."""

from __future__ import annotations

import ctypes
import os
import struct
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from operator import index
from typing import Any, NamedTuple, cast

import numpy as np

from xtriton.backends.cpu.machine import Loaded
from xtriton.backends.cpu.stages import CpuKernel, Parameter
from xtriton.passes.cpu.to_llvm.grid import SUFFIX
from xtriton.passes.cpu.to_llvm.module import ASSERTED_SLOT, COMPARED_SLOT, PROGRAM_SLOT, VALUES_MARK

_ENTRY = ctypes.CFUNCTYPE(
    None,
    ctypes.c_void_p,
    *[ctypes.c_int32] * 3,
    *[ctypes.c_int64] * 2,
    ctypes.c_void_p,
)
_CHUNKS = 4
"""The number of chunks of the grid per thread, for load balancing."""


_WORTH_THREADS = 2e-4
"""Seconds of work that justify waking up other threads."""


_NEVER_STOPPED = threading.Event()


_FIRST_STEP = 256
"""The number of programs that run to estimate the time per program."""
_STEP_SECONDS = 0.05
"""Approximate seconds between checks for interrupts."""


class KernelAssertion(RuntimeError):  # noqa: N818
    """A failed assertion of a kernel."""


def default_threads() -> int:
    """The number of processors available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Pool:
    """The threads that run grids: one pool for all kernels, created on first use."""

    def __init__(self) -> None:
        self._executor: ThreadPoolExecutor | None = None
        self._size = 0
        self._lock = threading.Lock()

    def executor(self, size: int) -> ThreadPoolExecutor:
        """A pool with at least this many threads."""
        with self._lock:
            if self._executor is None or self._size < size:
                self._executor = ThreadPoolExecutor(size, thread_name_prefix="xtriton")
                self._size = size
            return self._executor

    def forget(self) -> None:
        """Reset the pool: threads do not survive a fork."""
        self.__init__()


_POOL = _Pool()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_POOL.forget)


_RESULTS = COMPARED_SLOT + 16
"""Bytes of the arena header, which reports how a launch ended."""


_NO_RESULTS = bytes(_RESULTS)
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
        self._address = memory.ctypes.data + start
        self._header = memoryview(cast("Any", memory))[start : start + _RESULTS]

    def address(self, size: int) -> int:
        """An arena of at least this many bytes, aligned to 64, with a zeroed header."""
        if self._memory.size < size:
            self._grow(max(size, _RESULTS))
        self._header[:] = _NO_RESULTS
        return self._address

    def results(self) -> tuple[int, int, int]:
        """The results in the last kernel's header: the failed assertion, the failed guard, and the guard's program."""
        return _OUTCOME.unpack_from(self._header)

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

_ARENAS = _Arenas()


class Argument(NamedTuple):
    """A launch argument: its bits, and for an array its address range; ``end`` is -1 if the range is unknown."""

    bits: bytes
    start: int = 0
    end: int = 0


_INTEGERS = {"i1": "<?", "i8": "<b", "i16": "<h", "i32": "<i", "i64": "<q"}
_UNSIGNED = {"i8": "<B", "i16": "<H", "i32": "<I", "i64": "<Q"}
_FLOATS = {"f16": "<e", "f32": "<f", "f64": "<d"}
_TRITON_NAMES = {
    "fp16": "float16",
    "bf16": "bfloat16",
    "fp32": "float32",
    "fp64": "float64",
    "fp8e4nv": "float8_e4m3fn",
    "fp8e5": "float8_e5m2",
    "fp8e4b15": "float8_e4m3b11fnuz",
    "fp8e4b8": "float8_e4m3fnuz",
    "fp8e5b16": "float8_e5m2fnuz",
}
"""Element types in the spelling of ``triton.reinterpret``, by torch's names."""
_NAMES_OF_INTEGERS = ("int", "uint", "bool")
"""Prefixes of the names of integer types in NumPy and in torch."""


def as_argument(value: Any, parameter: Parameter, position: int | str) -> Argument:
    """Convert a launch argument to a kernel argument; ``position`` names it in errors.

    Raises ``TypeError`` if it does not match, and ``ValueError`` for a read-only array that the kernel writes.
    """
    try:
        if not parameter.pointer:
            return Argument(_scalar_bits(value, parameter.type).ljust(8, b"\0"))
        if value is None and not parameter.used:
            return Argument(bytes(8))
        if isinstance(value, int) and not isinstance(value, bool):
            return Argument(struct.pack("<Q", value), value, -1)
    except (struct.error, KeyError, TypeError, ValueError, OverflowError) as problem:
        raise TypeError(f"argument {position} is to be {_wanted(parameter)}, not {value!r}") from problem
    return _array_argument(value, parameter, position)


def _wanted(parameter: Parameter) -> str:
    """The description of a parameter in errors."""
    if parameter.pointer:
        return f"an array of {parameter.type}"
    return f"{'an' if parameter.type.startswith('i') else 'a'} {parameter.type}"


def _scalar_bits(value: Any, type_: str) -> bytes:
    if type_ in _INTEGERS:
        number = int(value) if type(value) is np.bool_ else index(value)
        unsigned = type_ in _UNSIGNED and number >= 1 << (_bits(type_) - 1)
        return struct.pack(_UNSIGNED[type_] if unsigned else _INTEGERS[type_], number)
    if type_ == "bf16":
        bits = int.from_bytes(struct.pack("<f", value), "little")
        return struct.pack("<H", (bits + 0x7FFF + (bits >> 16 & 1)) >> 16 & 0xFFFF)
    return struct.pack(_FLOATS[type_], value)


def _bits(type_: str) -> int:
    return int(type_.removeprefix("i"))


def _array_argument(value: Any, parameter: Parameter, position: int | str) -> Argument:
    size = _element_size(parameter.type)
    if isinstance(value, np.ndarray):
        array = cast("np.ndarray[Any, np.dtype[Any]]", value)
        if size is not None and not _holds_array_of(array.dtype, size, parameter.type):
            raise TypeError(f"argument {position} is to be an array of {parameter.type}, not of {array.dtype}")
        if parameter.written and not array.flags.writeable:
            raise ValueError(f"argument {position} is read-only, and the kernel writes it; give a copy of the array")
        start: int = array.__array_interface__["data"][0]  # which takes less time than ``ctypes.data``
        return Argument(_ADDRESS.pack(start), *_bounds(array, start))
    if value is None:
        raise TypeError(f"argument {position} is None, but the kernel uses it: give an array of {parameter.type}")
    torch = sys.modules.get("torch")
    # A mode of torch may report another device than the tensor's own.
    with cast("Any", torch)._C.DisableTorchFunction() if torch is not None else nullcontext():
        return _tensor_argument(value, parameter, position, size)


def _tensor_argument(value: Any, parameter: Parameter, position: int | str, size: int | None) -> Argument:
    pointer = getattr(value, "data_ptr", None)
    if pointer is None:
        raise TypeError(f"argument {position} is to be an array of {parameter.type}, not {type(value).__name__}")
    device = getattr(value, "device", None)
    if device is not None and getattr(device, "type", "cpu") != "cpu":
        raise TypeError(f"argument {position} is on device '{device}': the kernel runs on the CPU")
    bytes_each = value.element_size()
    if size is not None and not (bytes_each == size and _holds_dtype(value.dtype, parameter.type)):
        raise TypeError(f"argument {position} is to be a tensor of {parameter.type}, not of {value.dtype}")
    start = pointer()
    is_contiguous = getattr(value, "is_contiguous", None)
    if is_contiguous is not None and is_contiguous():
        return Argument(_ADDRESS.pack(start), start, start + value.numel() * bytes_each)
    shape = value.shape
    span = 1 + sum((extent - 1) * stride for extent, stride in zip(shape, value.stride(), strict=True))
    return Argument(_ADDRESS.pack(start), start, start + (0 if 0 in shape else span * bytes_each))


_ADDRESS = struct.Struct("<Q")


@cache
def _holds_array_of(dtype: np.dtype[Any], size: int, type_: str) -> bool:
    """Whether elements of a dtype of NumPy are compatible with a kernel's type of ``size`` bytes."""
    return dtype.itemsize == size and dtype.isnative and _holds(dtype.name, type_)


@cache
def _holds_dtype(dtype: Any, type_: str) -> bool:
    """Whether elements of a dtype of torch or of Triton are compatible with a kernel's type."""
    name = str(dtype)
    return _holds(_TRITON_NAMES.get(name, name.removeprefix("torch.")), type_)


def _holds(name: str, type_: str) -> bool:
    """Whether elements of NumPy's or torch's type ``name``, of the right size, are compatible with a kernel's type.

    Signedness is ignored. Types that NumPy lacks may be passed as integers with the same bits; some 8-bit floats are
    integers to Triton itself.
    """
    if type_.startswith("i"):
        return name.startswith(_NAMES_OF_INTEGERS) or (type_ == "i8" and name.startswith("float8"))
    if type_ in _FLOATS:
        return name == f"float{type_[1:]}"
    return name.startswith(_NAMES_OF_INTEGERS) or name == ("bfloat16" if type_ == "bf16" else _name_of_float8(type_))


def _name_of_float8(type_: str) -> str:
    """``float8_e4m3fn`` for ``f8E4M3FN``."""
    return type_.lower().replace("f8", "float8_", 1)


def _bounds(array: np.ndarray[Any, np.dtype[Any]], start: int) -> tuple[int, int]:
    """The addresses of the first byte of an array with its first element at ``start``, and of the one past its last."""
    if not array.size:
        return 0, 0
    if array.flags.c_contiguous:
        return start, start + array.nbytes
    low = high = start
    for extent, stride in zip(array.shape, array.strides, strict=True):
        span = (extent - 1) * stride
        low, high = low + min(span, 0), high + max(span, 0)
    return low, high + array.itemsize


@cache
def _element_size(type_: str) -> int | None:
    if type_ == "i1":
        return 1
    digits = "".join(c for c in type_.split("E")[0] if c.isdigit())
    return int(digits) // 8 if digits and not type_.startswith("!") else None


def overlap(arguments: Sequence[Argument], parameters: Sequence[Parameter]) -> bool:
    """Whether an array that the kernel writes may alias another one."""
    for argument in arguments:
        if argument.end < 0:  # an address: every array that is written may be the same as another
            pointers = [parameter.written for parameter in parameters if parameter.pointer]
            if len(pointers) > 1 and any(pointers):
                return True
            break
    spans = [
        (argument.start, argument.end, parameter.written)
        for argument, parameter in zip(arguments, parameters, strict=True)
        if argument.end > argument.start
    ]
    spans.sort()
    for position, (_, end, written) in enumerate(spans):
        for start, _, other in spans[position + 1 :]:
            if start >= end:
                break
            if written or other:
                return True
    return False


@dataclass
class Runner:
    """A loaded kernel, ready to be launched.

    ``general`` creates a version with the same results but without guards; it takes over from the first program whose
    guard fails.
    """

    kernel: CpuKernel
    general: Callable[[], Runner] | None = None
    _loaded: Loaded = field(init=False)
    _step: int = _FIRST_STEP
    """The number of programs that take about :data:`_STEP_SECONDS`, as last measured."""

    def __post_init__(self) -> None:
        self._loaded = Loaded(self.kernel.code.object)
        self._entry = _ENTRY(self._loaded.address(self.kernel.name + SUFFIX))
        self._prints = b"printf" in self.kernel.code.object

    def launch(self, grid: Sequence[int], arguments: Sequence[Argument], threads: int | None = None) -> None:
        """Run all programs of a grid and wait for them. Raises :class:`KernelAssertion`."""
        try:
            self._launch(grid, arguments, threads)
        finally:
            if self._prints:
                ctypes.CDLL(None).fflush(None)

    def _launch(self, grid: Sequence[int], arguments: Sequence[Argument], threads: int | None) -> None:
        gx, gy, gz = (*grid, 1, 1)[:3]
        programs = gx * gy * gz
        address = b"".join([argument.bits for argument in arguments])  # which is passed as that of its first byte
        first = 0
        if threads is None and programs > 1:
            # No explicit thread count: a grid that finishes before threads wake up runs on this thread. Such a launch
            # is over before the system could be asked how many processors there are.
            first, start = 1, time.perf_counter()
            self._run(address, (gx, gy, gz), 0, first)
            if (time.perf_counter() - start) * (programs - first) < _WORTH_THREADS:
                self._run(address, (gx, gy, gz), first, programs)
                return
        count = 1 if programs == 1 else min(threads or default_threads(), programs)
        if count == 1:
            self._run_in_steps(address, (gx, gy, gz), first, programs, _NEVER_STOPPED)
            return
        stopped = threading.Event()
        parts = min(programs - first, count * _CHUNKS)
        bounds = [first + (programs - first) * part // parts for part in range(parts + 1)]
        executor = _POOL.executor(count)
        todo = pairwise(bounds)
        lock = threading.Lock()

        def work() -> None:
            while not stopped.is_set():
                with lock:
                    part = next(todo, None)
                if part is None:
                    return
                self._run_in_steps(address, (gx, gy, gz), *part, stopped)

        futures = [executor.submit(work) for _ in range(count - 1)]
        try:
            work()
        except BaseException:
            stopped.set()
            raise
        finally:
            problems = [future.exception() for future in futures]
        for problem in problems:
            if problem is not None:
                raise problem

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
        self._entry(address, *grid, first, last, _ARENAS.address(self.kernel.arena))
        failed, guard, program = _ARENAS.results()
        if failed:
            raise KernelAssertion(_ARENAS.assertion(self.kernel.checks[failed - 1]))
        if guard and self.general is not None:
            self.general()._run(address, grid, program, last)
        elif guard:
            raise KernelAssertion(f"{self.kernel.checks[guard - 1]}; compile it from TTIR, not from linalg")
