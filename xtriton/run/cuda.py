"""torch's ``cuda`` device on the CPU.

Two changes to torch: a function mode, which sees every call of a torch function and of a method of a tensor, makes
tensors for the device ``cuda`` on the CPU and reports that device for them; and the functions of ``torch.cuda`` answer
for one device. Tensors made for the CPU are remembered, so that a transfer between the devices copies, as it would.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from functools import wraps
from importlib import import_module
from types import ModuleType
from typing import Any, cast

from xtriton.run.libraries import remap_operators
from xtriton.run.streams import accelerator_functions, cuda_functions


def remap_cuda(module: ModuleType) -> None:
    """Make the device ``cuda`` of torch, ``module``, stand for the CPU, in all threads of the process."""
    torch: Any = module
    for name, function in cuda_functions(torch).items():
        setattr(torch.cuda, name, function)
    if hasattr(torch, "accelerator"):
        for name, function in accelerator_functions(torch).items():
            setattr(torch.accelerator, name, function)
    torch.Generator = _generator(torch)
    device = _Device(torch)
    device.enter()
    torch.load = device.loading(torch.load)
    for name in ("from_numpy", "frombuffer"):
        setattr(torch, name, device.on_host(getattr(torch, name)))
    backward: Any = import_module("torch.autograd.function").BackwardCFunction
    backward.apply = device.within(backward.apply)
    remap_operators(import_module("torch.library"), device.within, device.has_tensors)
    start = threading.Thread.start

    def start_with_mode(thread: threading.Thread) -> None:
        """Modes belong to a thread: new ones enter it, too."""
        run = thread.run

        def run_with_mode() -> None:
            device.enter()
            try:
                run()
            finally:
                device.leave()

        thread.run = run_with_mode
        start(thread)

    setattr(threading.Thread, "start", start_with_mode)  # noqa: B010


def _generator(torch: Any) -> type[Any]:
    """``torch.Generator`` that is on the CPU, whatever device it is made for."""

    original: Any = torch.Generator

    class Generator(original):
        def __new__(cls, device: object = None) -> Any:
            del device
            return original.__new__(cls, "cpu")

    Generator.__module__, Generator.__qualname__ = "torch", "Generator"
    return Generator


class _Device:
    """The emulated device ``cuda``: records which tensors are on the host, and handles calls of torch functions."""

    def __init__(self, torch: Any) -> None:
        self._torch = torch
        self._overrides: Any = import_module("torch.overrides")
        self._mode: Any = self._new_mode()
        self._devices: Any = import_module("torch.utils._device")
        self._on_host = _Storages()
        """The memory of tensors on the CPU; all others, such as gradients that torch makes, are on the device."""
        tensor = torch.Tensor

        def moved(host: bool) -> Callable[..., Any]:
            def move(value: Any, *_: object, memory_format: Any = None, **__: object) -> Any:
                return self._moved(value, memory_format, host=host)

            return move

        def itself(value: Any, *_: object) -> Any:
            return value

        def nothing(*_: object) -> None:
            return None

        def get_device(value: Any) -> int:
            return -1 if self._is_host(value) else 0

        def is_cuda(value: Any) -> bool:
            return not self._is_host(value)

        def grad(value: Any) -> Any:
            return self._like(value, tensor.grad.__get__(value))

        self._methods: dict[Any, Callable[..., Any]] = {
            tensor.device.__get__: self._device_of,
            tensor.is_cuda.__get__: is_cuda,
            tensor.is_cpu.__get__: self._is_host,
            tensor.get_device: get_device,
            tensor.cuda: moved(host=False),
            tensor.cpu: moved(host=True),
            tensor.pin_memory: itself,
            tensor.record_stream: nothing,
            tensor.grad.__get__: grad,
        }

        functional = torch.nn.functional
        self._widened = frozenset({functional.layer_norm, functional.group_norm, functional.batch_norm})
        """Functions that accumulate sums in float32 on GPUs, but on the CPU in the type of their arguments."""
        self._of_floats = frozenset({torch.histc, tensor.histc})
        """Functions that take integers on GPUs only."""

    def enter(self) -> None:
        """Enter the mode in this thread, until :meth:`leave`."""
        self._mode().__enter__()

    def leave(self) -> None:
        """Leave all modes of this thread before it ends.

        A thread with modes releases them as it exits, which aborts the process if Python has been finalized meanwhile.
        """
        while self._overrides._get_current_function_mode_stack():
            self._overrides._pop_mode()

    def within(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a callback so that the mode is active in it; torch deactivates it while the mode handles a call."""

        @wraps(function)
        def call(*arguments: Any, **named: Any) -> Any:
            with nullcontext() if self._is_active() else self._mode():
                return function(*arguments, **named)

        return call

    def _is_active(self) -> bool:
        """Whether the mode is entered in this thread."""
        return any(isinstance(mode, self._mode) for mode in self._overrides._get_current_function_mode_stack())

    def _new_mode(self) -> Any:
        """The class of the mode: calls go through :meth:`call`."""
        device = self

        class CudaOnCpu(self._overrides.TorchFunctionMode):  # pyright: ignore[reportUntypedBaseClass]
            def __torch_function__(
                self, function: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Mapping[str, Any] | None = None
            ) -> Any:
                del types
                return device.call(function, args, dict(kwargs or {}))

        return CudaOnCpu

    def has_tensors(self, *values: Any) -> bool:
        """Whether a tensor among some values is on the device."""
        return not all(map(self._is_host, self._tensors(values)))

    def on_host(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a function that creates tensors on the CPU so that the mode does not intercept it."""

        @wraps(function)
        def call(*arguments: Any, **named: Any) -> Any:
            return self._marked(function(*arguments, **named), host=True)

        return call

    def loading(self, load: Callable[..., Any]) -> Callable[..., Any]:
        """``torch.load``, which the mode does not see: ``map_location`` determines the device of the tensors."""

        @wraps(load)
        def load_on_cpu(file: Any, map_location: Any = None, *arguments: Any, **named: Any) -> Any:
            on_device = isinstance(map_location, str | self._torch.device) and self._names_cuda(map_location)
            result = load(file, "cpu" if on_device else map_location, *arguments, **named)
            for tensor in () if on_device else self._tensors(result):
                self._on_host.add(tensor)
            return result

        return load_on_cpu

    def call(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call ``function`` on the CPU, and record the device of its results."""
        method = self._methods.get(function)
        if method is not None:
            return method(*args, **kwargs)
        if function is self._torch.Tensor.to:
            return self._to(args, kwargs)
        if function in self._widened and self._is_narrow(args[0]):
            return self._in(self._torch.float32, function, args, kwargs)
        if function in self._of_floats and not args[0].is_floating_point() and not self._is_host(args[0]):
            return self._in(self._torch.float64, function, args, kwargs)
        given = kwargs.get("device")
        if given is None:
            given = self._default_for(function)
        host: bool | None = None
        if given is not None:
            host = not self._names_cuda(given)
            if not host:
                kwargs["device"] = "cpu"
        result = function(*args, **kwargs)
        tensors = list(self._tensors((args, kwargs)))
        if host is None:
            host = all(map(self._is_host, tensors))
        if host:
            for made in self._tensors(result):
                self._on_host.add(made)
        return result

    def _default_for(self, function: Any) -> Any:
        """The default device, if it is set and ``function`` makes tensors there.

        torch's mode for the default device is below all others: it would add the device after this one.
        """
        current = self._devices.CURRENT_DEVICE
        return current if current is not None and function in self._devices._device_constructors() else None

    def _is_narrow(self, value: Any) -> bool:
        """Whether a tensor on the device has 16-bit floats."""
        return value.dtype in (self._torch.float16, self._torch.bfloat16) and not self._is_host(value)

    def _in(self, dtype: Any, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The result of a function that computes in another type, converted to the type of its first argument."""

        def converted(value: Any) -> Any:
            return value.to(dtype) if isinstance(value, self._torch.Tensor) else value

        result = function(*map(converted, args), **{name: converted(value) for name, value in kwargs.items()})
        return result.to(args[0].dtype)

    def _to(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """``Tensor.to``: a device, a type, both, or another tensor that has them."""
        source, *rest = args
        if rest and isinstance(rest[0], self._torch.Tensor):
            other = rest[0]
            rest[:1], kwargs["dtype"] = [self._device_of(other)], other.dtype
        place = next((index for index, value in enumerate(rest[:1]) if self._is_device(value)), None)
        device = rest[place] if place is not None else kwargs.get("device")
        if device is None:
            return self._like(source, source.to(*rest, **kwargs))
        host = not self._names_cuda(device)
        if self._names_cuda(device) or self._torch.device(device).type == "cpu":
            if place is not None:
                rest[place] = "cpu"
            else:
                kwargs["device"] = "cpu"
        result = source.to(*rest, **kwargs)
        if host != self._is_host(source) and result is source:
            result = source.clone()
        return self._marked(result, host=host)

    def _moved(self, value: Any, memory_format: Any, *, host: bool) -> Any:
        """A tensor on the other device, which is a copy, or the tensor itself if it is there."""
        if self._is_host(value) == host:
            return value
        layout = {} if memory_format is None else {"memory_format": memory_format}
        return self._marked(value.clone(**layout), host=host)

    def _marked(self, value: Any, *, host: bool) -> Any:
        if host and value is not None:
            self._on_host.add(value)
        return value

    def _like(self, source: Any, result: Any) -> Any:
        return self._marked(result, host=self._is_host(source))

    def _is_host(self, value: Any) -> bool:
        return value in self._on_host

    def _device_of(self, value: Any) -> Any:
        if self._is_host(value):
            return self._torch.device("cpu")
        with self._torch._C.DisableTorchFunction():
            own = value.device
        return self._torch.device("cuda", 0) if own.type == "cpu" else own

    def _is_device(self, value: Any) -> bool:
        return isinstance(value, str | self._torch.device) or type(value) is int

    def _names_cuda(self, device: Any) -> bool:
        if type(device) is int:
            return True
        return str(device).partition(":")[0] == "cuda"

    def _tensors(self, value: Any, depth: int = 3) -> Iterator[Any]:
        """The tensors among arguments or results."""
        if isinstance(value, self._torch.Tensor):
            yield value
        elif isinstance(value, tuple | list | dict) and depth:
            several = cast("Any", value.values() if isinstance(value, dict) else value)
            for element in several:
                yield from self._tensors(element, depth - 1)


class _Storages:
    """A set of storages by weak references: contains a tensor if its storage was added."""

    _PURGED_AT = 1 << 12

    def __init__(self) -> None:
        reductions: Any = import_module("torch.multiprocessing.reductions")
        self._reference: Any = reductions.StorageWeakRef
        self._known: dict[int, Any] = {}
        self._limit = self._PURGED_AT

    def add(self, tensor: Any) -> None:
        """Add a tensor, if it has memory."""
        storage = self._storage(tensor)
        if storage is None or tensor in self:
            return
        # While there is a weak reference, no other storage has the address.
        self._known[storage._cdata] = self._reference(storage)
        if len(self._known) > self._limit:
            self._known = {key: known for key, known in self._known.items() if not known.expired()}
            self._limit = max(self._PURGED_AT, 2 * len(self._known))

    def __contains__(self, tensor: Any) -> bool:
        storage = self._storage(tensor)
        known = None if storage is None else self._known.get(storage._cdata)
        return known is not None and not known.expired()

    def _storage(self, tensor: Any) -> Any:
        try:
            return tensor.untyped_storage()
        except (NotImplementedError, RuntimeError):  # sparse tensors have none
            return None
