"""Operators of ``torch.library``, whose kernels for the device ``cuda`` run on the CPU."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

_DEVICE_KEYS = ("CPU", "CUDA")
_SHARED_KEYS = ("", "CompositeExplicitAutograd", "CompositeImplicitAutograd")
"""The dispatch keys of kernels that are called for tensors of any device."""

Kernel = Callable[..., Any]


def remap_operators(module: Any, within: Callable[[Kernel], Kernel], on_device: Callable[..., bool]) -> None:
    """Change ``torch.library``, ``module``, so that operators run on an emulated ``cuda``.

    Kernels are wrapped by ``within``, as torch deactivates function modes while an operator is called. Those for the
    key ``CUDA`` are registered for ``CPU``, and called if ``on_device``, given all arguments, is true; a kernel for
    ``CPU`` of the same operator is called otherwise.
    """
    impl, kernels = module.Library.impl, dict[tuple[str, str], dict[str, Kernel]]()

    @wraps(impl)
    def register(library: Any, op_name: Any, fn: Any, dispatch_key: str = "", **options: Any) -> Any:
        """All kernels in Python are registered through this method."""
        if fn is module.fallthrough_kernel or dispatch_key not in (*_DEVICE_KEYS, *_SHARED_KEYS):
            return impl(library, op_name, fn, dispatch_key, **options)
        if dispatch_key in _SHARED_KEYS:
            return impl(library, op_name, within(fn), dispatch_key, **options)
        known = kernels.setdefault((library.ns, str(op_name)), {})
        is_first = not known
        known[dispatch_key] = within(fn)
        return impl(library, op_name, _chosen(known, on_device), "CPU", **options) if is_first else None

    module.Library.impl = register


def _chosen(kernels: dict[str, Kernel], on_device: Callable[..., bool]) -> Kernel:
    """The kernel for the device of the arguments, or the only one."""

    def call(*arguments: Any, **named: Any) -> Any:
        key = "CUDA" if on_device(arguments, named) else "CPU"
        kernel = kernels.get(key) or next(iter(kernels.values()))
        return kernel(*arguments, **named)

    return call
