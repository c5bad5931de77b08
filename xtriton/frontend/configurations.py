"""Configurations of ``@triton.autotune`` and constants of ``@triton.heuristics``, for compilation without a launch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from xtriton.frontend.kernels import jit_function, load_kernel, parameters_of
from xtriton.frontend.signature import AnySignature, Signature, Underivable, parse_signature
from xtriton.wheel import triton_module

_OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg")
"""The compilation options that a configuration sets besides constants."""


@dataclass(frozen=True)
class Configured:
    """A kernel with the constants and options of a configuration. ``origin`` is the name that the user gave."""

    kernel: Any
    constants: Mapping[str, Any]
    options: Mapping[str, Any]
    origin: str


def decorators_of(kernel: Any) -> Iterator[Any]:
    """The decorators around a ``@triton.jit`` function, the outermost first."""
    function = jit_function(kernel)
    while kernel is not None and kernel is not function:
        yield kernel
        kernel = getattr(kernel, "fn", None)


def configurations_of(kernel: Any) -> list[Any]:
    """The configurations of the kernel's ``@triton.autotune``, Triton's ``Config`` objects; none without it."""
    tuner = triton_module("runtime.autotuner").Autotuner
    return [config for found in decorators_of(kernel) if isinstance(found, tuner) for config in found.configs]


def tunable_constants(kernel: Any) -> frozenset[str]:
    """The constants that configurations of the kernel set."""
    return frozenset(name for config in configurations_of(kernel) for name in config.kwargs)


def configured(kernel: Any, index: int) -> Configured:
    """The kernel, which may be named by ``FILE.py:KERNEL``, in its configuration number ``index``.

    Raises ``ValueError`` if it has no such configuration.
    """
    if isinstance(kernel, str) and kernel.endswith((".mlir", ".ttir", ".ttgir")):
        raise ValueError(f"{kernel} has no configurations: config is for @triton.autotune functions, FILE.py:KERNEL")
    found = load_kernel(kernel) if isinstance(kernel, str) else kernel
    function = jit_function(found)
    origin = kernel if isinstance(kernel, str) else str(getattr(function, "__name__", type(kernel).__name__))
    configs = configurations_of(found) if function is not None else []
    if not configs:
        raise ValueError(f"'{origin}' has no @triton.autotune, so no configurations: leave out config")
    if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(configs):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ValueError(f"'{origin}' has the configurations 0 to {len(configs) - 1}, not {index!r}")
    config = configs[index]
    options = {name: getattr(config, name) for name in _OPTIONS if getattr(config, name, None) is not None}
    return Configured(found, dict(config.kwargs), options, origin)


def heuristic_constants(kernel: Any, known: Mapping[str, Any], preset: Mapping[str, Any]) -> dict[str, Any]:
    """The constants that ``@triton.heuristics`` compute from ``known`` ones and those that a configuration ``preset``.

    One that depends on an argument of the launch is ``Underivable``. Raises ``ValueError`` for one that fails.
    """
    heuristics = triton_module("runtime.autotuner").Heuristics
    values = {**preset, **known}
    found: dict[str, Any] = {}
    for decorator in decorators_of(kernel):
        if not isinstance(decorator, heuristics):
            continue
        for name, function in decorator.values.items():
            if name in known:
                continue
            try:
                found[name] = values[name] = function(dict(values))
            except KeyError as failure:
                found[name] = Underivable(
                    f"the heuristic of '{name}' depends on argument {failure}, which only a launch knows: give "
                    f"{name}=VALUE in the signature"
                )
            except Exception as failure:  # a user's function may fail in any way
                reason = f"{type(failure).__name__}: {' '.join(str(failure).split())}"
                raise ValueError(f"the heuristic of '{name}' fails: {reason}") from failure
    return found


def signature_of(kernel: Any, given: AnySignature | None, origin: str, constants: Mapping[str, Any]) -> Signature:
    """The signature of a ``@triton.jit`` function with the decorators around it, from what the user gave.

    ``constants`` are those that a configuration sets. Raises ``ValueError`` if it does not match the parameters.
    """
    if isinstance(given, Signature):
        return given
    parameters = parameters_of(jit_function(kernel))
    if given is None and not parameters:
        given = ""
    if given is None:
        names = ", ".join(parameter.name for parameter in parameters)
        raise ValueError(f"'{origin}' needs a signature, such as '*fp32:16,i32,1024', for its parameters: {names}")
    set_before = dict(constants)
    return parse_signature(
        given,
        parameters,
        set_before,
        lambda known: heuristic_constants(kernel, known, set_before),
        tunable_constants(kernel),
    )
