"""``xtriton.on_cpu``: runs ``@triton.jit`` kernels on the host, on NumPy arrays and CPU tensors of torch."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, fields, replace
from functools import cache, partial
from itertools import count
from sys import modules
from typing import Any, cast

import numpy as np

from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.grid import grid_extents
from xtriton.backends.patching import changed
from xtriton.compiler.edits import LEVELS, active_edits
from xtriton.compiler.from_source import compile_or_find
from xtriton.compiler.host_array import HostArray
from xtriton.compiler.quick_run import Earlier, Repeats
from xtriton.compiler.result import CompiledKernel
from xtriton.compiler.specialization import specialized
from xtriton.frontend.dependencies import PLAIN, Dependencies, dependencies_of, frozen, functions_in
from xtriton.frontend.signature import CONSTANT, Path, Signature
from xtriton.keywords import missing_arguments, with_known_keywords
from xtriton.registry import nearest
from xtriton.wheel import triton_module


@with_known_keywords
@contextmanager
def on_cpu(
    *, strict_fp: bool = False, threads: int | None = None, debug: bool = False, check: bool = False
) -> Generator[None]:
    """Compile and run every ``kernel[grid](...)`` of a ``@triton.jit`` kernel, autotuned ones too, on the CPU.

    Arguments are NumPy arrays, CPU tensors of torch, numbers, tuples and tensor descriptors; nothing is copied. A
    launch returns the :class:`~xtriton.compiler.result.CompiledKernel`. GPU options, such as ``num_warps``, are
    ignored, but for ``launch_cooperative_grid=True``: each program has its own thread. The other options are those of
    :func:`xtriton.compile` for the target ``cpu``.

    With ``check``, every access is checked against the bounds of the arrays, and programs are checked for conflicts: a
    launch raises :class:`~xtriton.backends.cpu.access_errors.AccessError`, located at the access.

    This applies to the process, its other threads included. A kernel that cannot be compiled raises ``DiagnosticError``
    where it is launched.
    """
    with launches_on_cpu(CpuOptions(strict_fp, threads, debug, check), HostDriver()):
        yield


Wrap = Callable[[Any, Sequence[Any], Mapping[str, Any]], Any]
"""Makes the result of a launch from the compiled kernel, the types of its parameters, and the launch options."""


Make = Callable[[Any, Signature, CpuOptions], Any]
"""Makes a kernel, which is launched by ``kernel[grid](*arguments, threads=...)``, of a ``@triton.jit`` function."""


Watch = Callable[[Any, Signature, Sequence[Any], Mapping[str, Any]], None]
"""Is told of every launch: the ``@triton.jit`` function, the signature, the values of all parameters, its options."""


@contextmanager
def launches_on_cpu(
    options: CpuOptions,
    driver: HostDriver,
    wrap: Wrap | None = None,
    make: Make | None = None,
    watch: Watch | None = None,
) -> Generator[None]:
    """As :func:`on_cpu`, with another driver, other kernels, and launches that return the result of ``wrap``."""
    launcher = _Launcher(options, wrap or (lambda made, types, options: made), make or compile_or_find, watch)
    function = triton_module("runtime.jit").JITFunction
    repeats = launcher.repeats.functions

    def run(kernel: Any, *arguments: Any, grid: Any, warmup: bool, **named: Any) -> Any:
        if _is_traced():
            return _untraced(launcher.run, kernel, arguments, named, grid, warmup=warmup)
        if not warmup:
            for repeat in repeats.get(id(kernel), ()):
                try:
                    result = repeat(grid, *arguments, **named)
                except TypeError:  # the general way says what is wrong
                    break
                if result is not None:
                    return result
        return launcher.run(kernel, arguments, named, grid, warmup=warmup)

    autotuner = triton_module("runtime.autotuner").Autotuner
    tune = autotuner.run

    def run_tuned(tuned: Any, *arguments: Any, **named: Any) -> Any:
        wrapped = {name: _wrapped(value) for name, value in named.items()}
        if _is_traced():
            return _untraced(tune, tuned, *map(_wrapped, arguments), **wrapped)
        return tune(tuned, *map(_wrapped, arguments), **wrapped)

    bench = autotuner._bench
    refused = triton_module("compiler.errors").CompileTimeAssertionFailure

    def bench_config(tuned: Any, *arguments: Any, **named: Any) -> Any:
        """Time a configuration; if it fails a ``tl.static_assert``, its time is infinite, as in Triton."""
        try:
            return bench(tuned, *arguments, **named)
        except Exception as failure:  # a DiagnosticError, whose class takes long to import
            if isinstance(failure.__cause__, refused):
                return [float("inf")] * 3
            raise

    def tune_without_disk(tuned: Any, key: Any, configs: Any, bench_all: Callable[[], object]) -> bool:
        """Triton's cache of tuning results has the GPU's backend in its keys: there are none of the CPU."""
        bench_all()
        return False

    with ExitStack() as undo:
        undo.enter_context(changed(autotuner, "check_disk_cache", tune_without_disk))
        undo.enter_context(changed(autotuner, "_bench", bench_config))
        undo.enter_context(changed(autotuner, "run", run_tuned))
        undo.enter_context(changed(function, "run", run))
        # ``driver.active`` would look for a GPU.
        undo.enter_context(changed(triton_module("runtime.driver").driver, "_active", driver))
        yield


_UNCHANGED = frozenset[type]({int, float, bool, str, type(None)})
"""The commonest types of arguments that need no conversion."""


def _wrapped(value: Any) -> Any:
    """Convert an argument to the types that Triton expects."""
    if type(value) in _UNCHANGED:
        return value
    if isinstance(value, np.ndarray):
        array = cast("np.ndarray[Any, np.dtype[Any]]", value)
        if str(array.dtype) not in triton_module("_utils").type_canonicalisation_dict:
            raise TypeError(f"Triton has no type for the elements of an array of {array.dtype}")
        return array.view(HostArray)
    if isinstance(value, np.generic):
        return cast("Any", value).item()
    if not isinstance(value, tuple):
        return value
    elements = [_wrapped(element) for element in cast("tuple[Any, ...]", value)]
    return type(value)(*elements) if hasattr(value, "_fields") else tuple(elements)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def _is_traced() -> bool:
    """Whether ``torch.compile`` traces a launch: it would follow it into Triton's front end, which fails then."""
    return "torch._dynamo" in modules and modules["torch"].compiler.is_compiling()


def _untraced(function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Call a function such that ``torch.compile`` traces nothing of it: the graph ends before the call."""
    return modules["torch"].compiler.disable(function)(*arguments, **named)


_TOGETHER = "launch_cooperative_grid"
"""Triton's option for programs that run all at the same time: each has its own thread."""


@dataclass
class _Launcher:
    """The kernels compiled in a context, by function, types and constants."""

    options: CpuOptions
    wrap: Wrap
    make: Make
    watch: Watch | None = None
    _binders: dict[int, tuple[Any, Callable[..., Any]]] = field(default_factory=dict[Any, Any])
    """By the identity of the function, which is kept alive: Triton's own hash of it reflects its initial source."""
    _kernels: dict[Any, Any] = field(default_factory=dict[Any, Any])
    repeats: Repeats = field(default_factory=Repeats)
    _paths: dict[tuple[Any, ...], tuple[Path, ...]] = field(default_factory=dict[Any, Any])
    """The paths of the constants among the types of a launch's arguments."""
    _options: set[str] = field(default_factory=set[str])
    _versions: _Versions = field(default_factory=lambda: _Versions())

    def run(self, kernel: Any, arguments: Sequence[Any], named: dict[str, Any], grid: Any, *, warmup: bool) -> Any:
        """Launch a kernel as ``JITFunction.run`` does."""
        for hook in kernel.pre_run_hooks:
            hook(*arguments, **named)
        bound, specialization, options = self._bind(kernel, arguments, named)
        values, types = list(bound.values()), tuple([specialized[0] for specialized in specialization])
        debug = bool(options.get("debug") or kernel.debug or self.options.debug or _knobs().runtime.debug)
        sanitize_overflow = bool(options.get("sanitize_overflow", self.options.sanitize_overflow))
        made = self._compiled(kernel, values, types, debug, sanitize_overflow)
        if self.watch is not None:
            self.watch(kernel, _signature(kernel, values, types), values, options)
        repeated = False
        if not warmup:
            extents = grid(bound) if callable(grid) else grid
            given = [value for value, type_ in zip(values, types, strict=True) if type_ != CONSTANT]
            together = bool(options.get(_TOGETHER))
            threads = max(1, math.prod(grid_extents(extents))) if together else self.options.threads
            made[extents](*given, threads=threads)
            repeated = not (together or self.options.check or LEVELS or self.watch)
        if repeated and isinstance(made, CompiledKernel):
            is_always_debug = bool(options.get("debug") or self.options.debug)
            holds, threads = self._versions.holding(kernel), self.options.threads
            earlier = Earlier(kernel, values, types, dict(options), debug, is_always_debug, holds, made, threads)
            self.repeats.add(earlier, partial(self.wrap, made, types, options))
        return self.wrap(made, types, options)

    def _bind(self, kernel: Any, arguments: Sequence[Any], named: dict[str, Any]) -> Any:
        known = self._binders.get(id(kernel))
        if known is None:
            known = self._binders[id(kernel)] = (kernel, _binder(kernel))
        bound = _bound(kernel, known[1], arguments, named)
        unknown = [name for name in bound[2] if name not in self._options_of_triton()] if bound[2] else ()
        if unknown:
            raise _unknown_keyword(kernel, unknown[0], self._options_of_triton())
        return bound

    def _options_of_triton(self) -> set[str]:
        if not self._options:
            options = triton_module("backends.nvidia.compiler").CUDAOptions
            self._options = {option.name for option in fields(options)}
        return self._options

    def _compiled(
        self, kernel: Any, values: Sequence[Any], types: tuple[Any, ...], debug: bool, sanitize_overflow: bool
    ) -> Any:
        mode, _ = active_edits()
        paths = self._paths.get(types)
        if paths is None:
            if len(self._paths) >= _LIMIT:
                self._paths.clear()
            paths = self._paths[types] = tuple(_constant_paths(types))
        constants = [self._versions.constant(_at(values, path)) for path in paths]
        key = (self._versions.of(kernel), types, *constants, debug, sanitize_overflow, mode)
        found = self._kernels.get(key)
        if found is None:
            signature = _signature(kernel, values, types)
            options = replace(self.options, debug=debug, sanitize_overflow=sanitize_overflow, threads=None)
            found = self.make(kernel, signature, options)
            while len(self._kernels) >= _LIMIT:
                self._kernels.pop(next(iter(self._kernels)), None)
            self._kernels[key] = found
        return found


def _bound(
    kernel: Any, binder: Callable[..., Any], arguments: Sequence[Any], named: Mapping[str, Any]
) -> tuple[dict[str, Any], Any, dict[str, Any]]:
    """The arguments of a launch by name, their types, and the keywords that are no parameters.

    Raises ``TypeError`` for missing arguments and for those that Triton has no type for, ``ValueError`` for integers of
    more than 64 bits.
    """
    wrapped = {name: _wrapped(value) for name, value in named.items()} if named else named
    try:
        return binder(*map(_wrapped, arguments), **wrapped)
    except (TypeError, OverflowError) as failure:
        _check_names(kernel, arguments, named)
        error = _error_of_value(kernel, arguments, named, str(failure))
        if error is None:
            raise
        raise error from None


def _unknown_keyword(kernel: Any, name: str, options: Iterable[str]) -> TypeError:
    hint = nearest(name, [*(parameter.name for parameter in kernel.params), *options])
    return TypeError(f"kernel '{kernel.__name__}' has no parameter '{name}', nor is that an option of Triton{hint}")


def _check_names(kernel: Any, arguments: Sequence[Any], named: Mapping[str, Any]) -> None:
    """Raise ``TypeError`` for missing arguments and too many, by their names."""
    names = [parameter.name for parameter in kernel.params]
    taken = f"kernel '{kernel.__name__}' takes {', '.join(names) or 'no arguments'}"
    if len(arguments) > len(names):
        raise TypeError(f"{taken}: {len(names)} arguments, but {len(arguments)} were given")
    twice = [name for name in names[: len(arguments)] if name in named]
    if twice:
        raise TypeError(f"argument '{twice[0]}' is given twice, by position and by name")
    missing = [
        parameter.name
        for parameter in kernel.params[len(arguments) :]
        if parameter.name not in named and not parameter.has_default
    ]
    if missing:
        near = [(name, nearest(name, missing)) for name in named if name not in names]
        hints = [f"; there is no '{name}'{hint}" for name, hint in near if hint]
        raise TypeError(f"{missing_arguments(missing)}: {taken}{next(iter(hints), '')}")


_UNKNOWN_TYPE = re.compile(r"failed to specialize argument of type: (?:[\w.]*\.)?(\w+)")
_LEAST, _MOST = -(1 << 63), (1 << 64) - 1
"""Of the integers that kernels have."""


def _error_of_value(
    kernel: Any, arguments: Sequence[Any], named: Mapping[str, Any], message: str
) -> TypeError | OverflowError | None:
    """The error of an argument that Triton has no type for; ``None`` if ``message``, Triton's error, has another cause.

    Triton names the class, and for integers nothing.
    """
    unknown = _UNKNOWN_TYPE.search(message)
    names = [parameter.name for parameter in kernel.params if not parameter.is_constexpr]
    given = dict(zip((parameter.name for parameter in kernel.params), arguments, strict=False)) | dict(named)
    for name in (name for name in names if name in given):
        value = given[name]
        if unknown is not None and type(value).__name__ == unknown[1]:
            return TypeError(
                f"argument '{name}' is of type {unknown[1]}: kernels take arrays, tensors, numbers, tensor "
                "descriptors, tuples of these, and None"
            )
        if isinstance(value, int) and not _LEAST <= value <= _MOST:
            return OverflowError(f"argument '{name}' is {value}: an integer has at most 64 bits")
    return None


def bound_signature(
    kernel: Any, arguments: Sequence[Any], named: Mapping[str, Any], keywords: Sequence[str] = ()
) -> tuple[Signature, dict[str, Any]]:
    """The signature of a launch of a ``@triton.jit`` function, and its arguments by the names of the parameters.

    ``keywords`` are the caller's own. Raises as a launch for missing and unknown arguments.
    """
    bound, specialization, options = _bound(kernel, _binder(kernel), arguments, named)
    if options.get("debug") is None:
        options.pop("debug", None)
    if options:
        unknown = next(iter(options))
        hint = nearest(unknown, [*(parameter.name for parameter in kernel.params), *keywords])
        raise TypeError(f"kernel '{kernel.__name__}' has no parameter '{unknown}'{hint}")
    return _signature(kernel, list(bound.values()), [specialized[0] for specialized in specialization]), bound


def _binder(kernel: Any) -> Callable[..., Any]:
    """Triton's function that binds the arguments of a launch and finds their types."""
    create = triton_module("runtime.jit").create_function_from_signature
    binder = create(kernel.signature, kernel.params, triton_module("backends.compiler").BaseBackend)
    binder.__qualname__ = kernel.__name__  # as its errors call it
    scope = binder.__globals__
    if "specialize_impl" in scope:
        scope["specialize_impl"] = specialized(scope["specialize_impl"])
    return binder


def _signature(kernel: Any, values: Sequence[Any], types: Sequence[Any]) -> Signature:
    names = [parameter.name for parameter in kernel.params]
    constants = {path: _at(values, path) for path in _constant_paths(types)}
    return Signature(dict(zip(names, types, strict=True)), constants)


_LIMIT = 4096
"""How many kernels are cached for launches. Constants may be objects that are new at each launch."""


@dataclass
class _Versions:
    """Version numbers of functions' dependencies: equal dependencies have equal numbers, also when they recur."""

    _last: dict[int, tuple[Any, Dependencies, int]] = field(default_factory=dict[Any, Any])
    """By the identity of the function, which is kept alive."""
    _numbers: dict[Any, int] = field(default_factory=dict[Any, int])
    _unused: Iterator[int] = field(default_factory=count)

    def of(self, function: Any) -> int:
        """The current version number of a ``@triton.jit`` function."""
        known = self._last.get(id(function))
        if known is not None and known[1].hold():
            return known[2]
        now = dependencies_of(function)
        while len(self._numbers) >= _LIMIT:
            self._numbers.pop(next(iter(self._numbers)), None)
        number = self._numbers.setdefault(now.facts, next(self._unused))
        self._last[id(function)] = (function, now, number)
        return number

    def holding(self, function: Any) -> Callable[[], bool]:
        """Whether the version number of a function, of which the current one is known, is still the same."""
        return self._last[id(function)][1].hold

    def constant(self, value: Any) -> Any:
        """A key of a constant; functions are compared by their dependencies."""
        kind = type(cast("object", value))
        if kind in PLAIN:
            return kind, value
        return frozen(value), *map(self.of, functions_in(value))


@cache
def _knobs() -> Any:
    return triton_module("knobs")


def _at(values: Sequence[Any], path: Path) -> Any:
    found: Any = values
    for index in path:
        found = found[index]
    return found


def _constant_paths(types: Any, path: Path = ()) -> Iterator[Path]:
    """The paths of constants among types, in tuples too."""
    if isinstance(types, list | tuple):
        for index, type_ in enumerate(cast("Sequence[Any]", types)):
            yield from _constant_paths(type_, (*path, index))
    elif types == CONSTANT:
        yield path


class Event:
    """A point in time with the interface of ``torch.cuda.Event``: all work is complete when it returns."""

    def __init__(self, enable_timing: bool = False, **_: object) -> None:
        del enable_timing
        self._time = time.perf_counter()

    def record(self, stream: object = None) -> None:
        """Record the current time."""
        del stream
        self._time = time.perf_counter()

    def elapsed_time(self, end_event: Event) -> float:
        """Milliseconds between two events."""
        return (end_event._time - self._time) * 1e3

    def query(self) -> bool:
        """Whether the work before the event is complete: it is."""
        return True

    def synchronize(self) -> None:
        """A no-op."""

    def wait(self, stream: object = None) -> None:
        """A no-op."""


class _Device:
    """Timing on the CPU with the interface of ``torch.cuda``: a launch is complete when it returns."""

    Event = Event

    @staticmethod
    def synchronize() -> None:
        """A no-op: launches are synchronous."""

    @staticmethod
    def current_device() -> int:
        """The only device."""
        return 0


class HostDriver:
    """The driver interface that Triton, its autotuner and its tests need, without a GPU."""

    def get_current_target(self) -> Any:
        """A target that Triton does not know."""
        return triton_module("backends.compiler").GPUTarget("cpu", "host", 1)

    def get_active_torch_device(self) -> Any:
        """torch's CPU."""
        import torch  # pyright: ignore[reportMissingImports]

        return cast("Any", torch).device("cpu")

    def get_current_device(self) -> str:
        """The cache key of this device."""
        return "cpu"

    def get_current_stream(self, device: object) -> int:
        """A dummy: there are no streams."""
        del device
        return 0

    def get_device_interface(self) -> type[_Device]:
        """The timing interface of ``triton.testing.do_bench``."""
        return _Device

    def get_empty_cache_for_benchmark(self) -> np.ndarray[Any, Any]:
        """A buffer that is written between measurements to evict the caches."""
        return np.empty(1 << 26, np.uint8)

    def clear_cache(self, cache: np.ndarray[Any, Any]) -> None:
        """Write that buffer."""
        cache.fill(0)

    def get_benchmarker(self) -> Callable[..., Any]:
        """The autotuner's benchmark function: milliseconds of a call, at the requested quantiles."""
        return _benchmark


def _benchmark(call: Callable[[], object], quantiles: Sequence[float] = (0.5,), **_: Any) -> list[float]:
    call()
    times: list[float] = []
    while len(times) < 3 or (sum(times) < 20 and len(times) < 100):
        start = time.perf_counter()
        call()
        times.append((time.perf_counter() - start) * 1e3)
    return [float(quantile) for quantile in np.quantile(times, list(quantiles))]
