"""Triton's driver interface, and that of compiled kernels, implemented for the CPU.

The answers are those of a small GPU of compute capability 9.0, so that scripts choose tiles as they would there.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

from xtriton.backends.cpu.options import CpuOptions
from xtriton.compiler.interpreting import InterpretedKernel, module_for
from xtriton.compiler.on_cpu import HostDriver, Watch, launches_on_cpu
from xtriton.compiler.result import CompiledKernel
from xtriton.frontend.signature import CONSTANT, Signature
from xtriton.interp.console import Console
from xtriton.targets import Target
from xtriton.wheel import triton_module

CAPABILITY = (9, 0)
WARP_SIZE = 32
SHARED_MEMORY = 227 << 10
"""Bytes of shared memory that a CTA may use."""

DEVICE_PROPERTIES = MappingProxyType(
    {
        "max_shared_mem": SHARED_MEMORY,
        "max_num_regs": 1 << 16,
        "multiprocessor_count": 8,
        "warpSize": WARP_SIZE,
        "max_threads_per_sm": 2048,
        "sm_clock_rate": 1_000_000,
        "mem_clock_rate": 1_000_000,
        "mem_bus_width": 512,
    }
)
"""Triton's properties of the device."""


class _Utilities:
    """The queries of ``driver.active.utils``."""

    @staticmethod
    def get_device_properties(device: object = None) -> dict[str, int]:
        """The properties of the device."""
        del device
        return dict(DEVICE_PROPERTIES)


class CudaLikeDriver(HostDriver):
    """A driver that reports a GPU, target ``cuda:90`` and torch device ``cuda:0``, and runs kernels on the CPU."""

    utils = _Utilities()

    def get_current_target(self) -> Any:
        """The target that the driver stands for."""
        return Target(CAPABILITY[0] * 10 + CAPABILITY[1]).for_triton()

    def get_active_torch_device(self) -> Any:
        """The device that tensors are on, as scripts see it."""
        import torch  # pyright: ignore[reportMissingImports]

        device: Any = torch.device
        return device("cuda", 0)

    def get_current_device(self) -> Any:
        """The number of the only device."""
        return 0

    def get_device_interface(self) -> Any:
        """``torch.cuda``, which is that of :mod:`xtriton.run.cuda`."""
        import torch  # pyright: ignore[reportMissingImports]

        module: Any = torch
        return module.cuda


@dataclass(frozen=True)
class LaunchedKernel:
    """A kernel with the attributes of Triton's compiled kernels that scripts use.

    Registers and shared memory do not exist on the CPU: the figures are those of a small kernel, so that scripts that
    compute an occupancy from them go on.
    """

    kernel: CompiledKernel | InterpretedKernel
    types: tuple[Any, ...]
    """The types of all parameters, constants included."""
    options: MappingProxyType[str, Any]
    n_regs: int = 32
    n_spills: int = 0
    n_max_threads: int = 1024

    @property
    def name(self) -> str:
        """The name of the kernel."""
        return self.kernel.name

    @property
    def asm(self) -> Any:
        """The text of each stage."""
        return self.kernel.asm

    @property
    def metadata(self) -> SimpleNamespace:
        """The options of the launch, and placeholders for properties of GPU code."""
        sizes = {"num_warps": 4, "num_ctas": 1, "num_stages": 3, "shared": 1024, "tmem_size": 0}
        given = {key: value for key, value in self.options.items() if value is not None}
        target = triton_module("runtime.driver").driver.active.get_current_target()
        known: dict[str, Any] = {**sizes, **given, "name": self.kernel.name, "target": target}
        return SimpleNamespace(**known)

    def _init_handles(self) -> None:
        """A no-op: kernels are loaded at their first launch."""

    def __getitem__(self, grid: Sequence[int]) -> Callable[..., None]:
        """A launcher with the arguments of Triton's: all parameters, constants included."""

        def launch(*arguments: Any, stream: object = None) -> None:
            del stream
            given = [value for value, type_ in zip(arguments, self.types, strict=False) if type_ != CONSTANT]
            self.kernel[grid](*given)

        return launch


def launch_for_good(*, check: bool = False, console: Console | None = None, reports: str = "") -> None:
    """Launch kernels on the CPU until the process ends; with a console, in the interpreter's debugger.

    Reports of the kernels, as compiled for the driver's GPU, are written to the folder ``reports``, if it is given.
    """
    stack = ExitStack()
    stack.enter_context(
        launches_on_cpu(
            CpuOptions(check=check),
            CudaLikeDriver(),
            lambda made, types, options: LaunchedKernel(made, tuple(types), MappingProxyType(dict(options))),
            None if console is None else partial(_interpreted, console),
            _reports(reports) if reports else None,
        )
    )
    atexit.register(stack.close)


def _reports(folder: str) -> Watch:
    """Writes reports, by modules that are imported for the first one."""
    listeners: list[Watch] = []

    def watch(kernel: Any, signature: Signature, values: Sequence[Any], options: Mapping[str, Any]) -> None:
        if not listeners:
            from xtriton.explain.jit import HostListener

            listeners.append(HostListener(Path(folder), f"cuda:{CAPABILITY[0] * 10 + CAPABILITY[1]}"))
        listeners[0](kernel, signature, values, options)

    return watch


def _interpreted(console: Console, kernel: Any, signature: Signature, options: CpuOptions) -> InterpretedKernel:
    del options
    return InterpretedKernel(kernel.__name__, module_for(kernel, signature), signature, console)
