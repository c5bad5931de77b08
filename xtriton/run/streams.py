"""The functions of ``torch.cuda`` for one device that is the CPU: streams in which all work is done at once, events,
properties, memory."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from xtriton.compiler.on_cpu import Event
from xtriton.run.driver import CAPABILITY, DEVICE_PROPERTIES, SHARED_MEMORY, WARP_SIZE

_NAME = "xtriton on the CPU"
_MEMORY = 16 << 30
"""Bytes of memory that the device claims to have."""


class Stream:
    """A stream: work in it is done when it is submitted."""

    cuda_stream = 0
    stream_id = 0

    def __init__(self, device: object = None, priority: int = 0, **_: object) -> None:
        self.device = device
        self.priority = priority

    def synchronize(self) -> None:
        """A no-op."""

    def wait_stream(self, stream: object) -> None:
        """A no-op."""

    def wait_event(self, event: object) -> None:
        """A no-op."""

    def query(self) -> bool:
        """Whether all work is complete: it is."""
        return True

    def is_capturing(self) -> bool:
        """Whether a graph records the stream: never."""
        return False

    def record_event(self, event: Event | None = None) -> Event:
        """An event after the work in the stream."""
        recorded = event or Event()
        recorded.record()
        return recorded

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        return None


@contextmanager
def _nothing(*_: object, **__: object) -> Generator[None]:
    """A context manager without effect."""
    yield


def _no_graphs(*_: object, **__: object) -> None:
    raise RuntimeError("CUDA graphs are not supported on the CPU: call the function directly")


def _properties(device: object = None) -> SimpleNamespace:
    """The properties of the device."""
    del device
    return SimpleNamespace(
        name=_NAME,
        major=CAPABILITY[0],
        minor=CAPABILITY[1],
        total_memory=_MEMORY,
        multi_processor_count=DEVICE_PROPERTIES["multiprocessor_count"],
        warp_size=WARP_SIZE,
        max_threads_per_multi_processor=DEVICE_PROPERTIES["max_threads_per_sm"],
        max_threads_per_block=1024,
        regs_per_multiprocessor=DEVICE_PROPERTIES["max_num_regs"],
        shared_memory_per_block=48 << 10,
        shared_memory_per_block_optin=SHARED_MEMORY,
        shared_memory_per_multiprocessor=SHARED_MEMORY + 1024,
        L2_cache_size=32 << 20,
        is_integrated=0,
        is_multi_gpu_board=0,
    )


def cuda_functions(torch: Any) -> dict[str, Any]:
    """The attributes of ``torch.cuda`` that are replaced."""

    def set_rng_state(state: Any, device: object = None) -> None:
        del device
        torch.set_rng_state(state)

    stream = Stream()
    answers: dict[str, Any] = {
        **dict.fromkeys(("is_available", "is_initialized", "is_bf16_supported", "is_tf32_supported"), True),
        "device_count": 1,
        "current_device": 0,
        "get_device_name": _NAME,
        "get_device_capability": CAPABILITY,
        "get_arch_list": [f"sm_{CAPABILITY[0]}{CAPABILITY[1]}"],
        "mem_get_info": (_MEMORY, _MEMORY),
        "memory_stats": {},
        "memory_summary": "",
        "current_stream": stream,
        "default_stream": stream,
        **dict.fromkeys(("can_device_access_peer", "is_current_stream_capturing"), False),
        **dict.fromkeys(_ZERO, 0),
        **dict.fromkeys(_NO_OPERATIONS, None),
    }
    functions: dict[str, Any] = {name: _constant(name, value) for name, value in answers.items()}
    functions |= dict.fromkeys(("device", "device_of", "stream", "StreamContext"), _nothing)
    functions |= {"Event": Event, "Stream": Stream, "get_device_properties": _properties}
    functions |= {"CUDAGraph": _no_graphs, "graph": _no_graphs, "make_graphed_callables": _no_graphs}
    seed = torch.default_generator.manual_seed  # torch.manual_seed calls those of torch.cuda
    functions |= {"manual_seed": seed, "manual_seed_all": seed, "seed": torch.default_generator.seed}
    functions |= {"initial_seed": torch.initial_seed, "get_rng_state": _without_device(torch.get_rng_state)}
    functions |= {"set_rng_state": set_rng_state}
    functions |= {
        "nvtx": SimpleNamespace(
            range_push=_constant("range_push", 0),
            range_pop=_constant("range_pop", 0),
            mark=_constant("mark", None),
            range=_nothing,
        )
    }
    return functions


_ZERO = (
    *("memory_allocated", "max_memory_allocated", "memory_reserved", "max_memory_reserved", "utilization"),
    *("memory_cached", "max_memory_cached"),
)
_NO_OPERATIONS = (
    *("synchronize", "set_device", "set_stream", "empty_cache", "init", "_lazy_init", "ipc_collect"),
    *("reset_peak_memory_stats", "reset_max_memory_allocated", "reset_accumulated_memory_stats"),
    "set_per_process_memory_fraction",
)


def accelerator_functions(torch: Any) -> dict[str, Any]:
    """The attributes of ``torch.accelerator`` that are replaced."""
    answers: dict[str, Any] = {"is_available": True, "device_count": 1, "current_device_index": 0}
    answers |= {"current_device_idx": 0, "current_stream": Stream()}
    answers |= dict.fromkeys(("synchronize", "set_stream", "set_device_index", "set_device_idx", "empty_cache"), None)
    functions = {name: _constant(name, value) for name, value in answers.items()}
    return functions | {"current_accelerator": _constant("current_accelerator", torch.device("cuda"))}


def _without_device(function: Callable[[], Any]) -> Callable[..., Any]:
    def call(device: object = None) -> Any:
        del device
        return function()

    return call


def _constant(name: str, value: Any) -> Callable[..., Any]:
    """A function that ignores its arguments and returns ``value``."""

    def answer(*_: object, **__: object) -> Any:
        return value

    answer.__name__ = name
    return answer
