"""A pytest plugin: Triton's own tests of its language, with kernels compiled for the CPU by this project.

``PYTHONPATH=tests python -m pytest -p conformance.on_cpu CHECKOUT/python/test/unit/language/test_core.py --device cpu``
needs a checkout of Triton at the version of the wheel, torch and llvmlite. Kernels are launched as the tests launch
them, on CPU tensors; what the tests look at in ``asm`` is there for the CPU's stages only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
import torch
import triton
from triton.backends.compiler import GPUTarget
from triton.backends.driver import DriverBase
from triton.compiler.errors import CompilationError
from triton.runtime.jit import JITFunction, create_function_from_signature

import xtriton
from xtriton.frontend.signature import Signature
from xtriton.ir.diagnostics import DiagnosticError


class _NoGpu(DriverBase):
    """The driver of a machine without a GPU, as Triton's tests and autotuner ask for it."""

    @classmethod
    def is_active(cls) -> bool:
        return True

    def map_python_to_cpp_type(self, ty: str) -> str:
        return ty

    def get_current_target(self) -> GPUTarget:
        return GPUTarget("cpu", "host", 1)

    def get_active_torch_device(self) -> torch.device:
        return torch.device("cpu")

    def get_current_device(self) -> int:
        return 0

    def get_device_capability(self, device: int = 0) -> tuple[int, int]:
        del device
        return (0, 0)

    def get_current_stream(self, device: int = 0) -> int:
        return device

    def get_device_interface(self) -> Any:
        return SimpleNamespace(synchronize=lambda *_: None)

    @property
    def utils(self) -> Any:
        properties = {"max_shared_mem": 1 << 18, "multiprocessor_count": 2, "warpSize": 32, "max_num_regs": 1 << 16}
        return SimpleNamespace(get_device_properties=lambda _: properties)

    def get_benchmarker(self) -> Callable[..., Any]:
        return lambda call, *_, **__: (call(), [1.0] * 3)[1]

    def get_empty_cache_for_benchmark(self) -> Any:
        return torch.zeros(1)

    def clear_cache(self, cache: Any) -> None:
        del cache


class _Stages(Mapping[str, Any]):
    """The stages of a kernel; a test that goes on to look at those of a GPU is skipped there."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        self._found = found

    def __getitem__(self, stage: str) -> Any:
        if stage in ("ttgir", "llir", "ptx", "cubin"):
            pytest.skip(f"looks at {stage}")
        return self._found[stage]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


@dataclass
class _Launched:
    """What Triton's launches give back."""

    asm: Mapping[str, Any]
    name: str
    metadata: Any
    n_regs: int = 0
    n_spills: int = 0


def _value_at(values: Sequence[Any], path: Sequence[int]) -> Any:
    found: Any = values
    for index in path:
        found = found[index]
    return found


def _constant_paths(types: Any, path: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    if isinstance(types, list | tuple):
        return [one for index, type_ in enumerate(types) for one in _constant_paths(type_, (*path, index))]
    return [path] if types == "constexpr" else []


def _bind(self: JITFunction[Any]) -> tuple[Any, ...]:
    backend = triton.compiler.compiler.make_backend(GPUTarget("cuda", 90, 32))
    binder = create_function_from_signature(self.signature, self.params, backend)
    return {}, {}, GPUTarget("cpu", "host", 1), backend, binder


def _compiled(function: JITFunction[Any], signature: Signature, debug: bool) -> Any:
    """The kernel, or Triton's own error where its front end refuses one: tests ask for those."""
    try:
        return xtriton.compile(function, signature, target="cpu", debug=debug)
    except DiagnosticError as failure:
        if isinstance(failure.__cause__, CompilationError):
            raise failure.__cause__ from failure
        raise


def _run(self: JITFunction[Any], *args: Any, grid: Any, warmup: bool, **kwargs: Any) -> Any:
    kwargs["debug"] = kwargs.get("debug", self.debug) or triton.knobs.runtime.debug
    for hook in self.pre_run_hooks:
        hook(*args, **kwargs)
    kernels, _, _, _, binder = self.device_caches[0]
    bound, specialization, options = binder(*args, **kwargs)
    values = list(bound.values())
    types = [one[0] for one in specialization]
    constants = {path: _value_at(values, path) for path in _constant_paths(types)}
    debug = bool(options.get("debug"))
    key = f"{types} {debug} {[(path, getattr(one, 'cache_key', one)) for path, one in constants.items()]}"
    found = kernels.get(key)
    if found is None:
        names = [parameter.name for parameter in self.params]
        signature = Signature(dict(zip(names, types, strict=True)), constants, {})
        found = kernels[key] = _compiled(self, signature, debug)
    if not warmup:
        extents = grid(bound) if callable(grid) else grid
        found[tuple(extents)](*(value for value, type_ in zip(values, types, strict=True) if type_ != "constexpr"))
    return _Launched(_Stages(found.asm), found.name, SimpleNamespace(**found.metadata, shared=0, num_warps=4))


def pytest_configure() -> None:
    """Have Triton's launches run here."""
    triton.runtime.driver.set_active(_NoGpu())
    JITFunction.create_binder = _bind
    JITFunction.run = _run
    torch.cuda.device = lambda *_: nullcontext()
    torch.cuda.synchronize = lambda *_: None
