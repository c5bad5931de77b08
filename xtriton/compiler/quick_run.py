"""Launches of ``kernel[grid](...)`` within ``on_cpu`` that repeat an earlier one, by a function generated for that.

The function checks that the arguments have the types and the constants of the earlier launch, and that the kernel is
unchanged; then the kernel that was compiled for that is launched. It returns ``None`` for anything else, and has
launched nothing then. :mod:`xtriton.compiler.on_cpu` has the general way, which binds arguments and finds types by
Triton's functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from xtriton.backends.cpu.arguments import is_other_array
from xtriton.compiler.edits import LEVELS
from xtriton.compiler.host_array import HostArray
from xtriton.frontend.dependencies import PLAIN, is_of_triton
from xtriton.frontend.signature import CONSTANT
from xtriton.wheel import triton_module

if TYPE_CHECKING:
    from xtriton.compiler.result import CompiledKernel

QuickRun = Callable[..., Any]
"""Takes the grid and the arguments of a launch as the user gave them, some by name."""

_RESERVED = ("grid", "options", "callable", "int")
"""Names of the generated function that a parameter must not have; others begin with ``q_``."""
_ARRAYS = frozenset[type]({np.ndarray, HostArray})
_TENSORS = ("torch.Tensor", "torch.nn.parameter.Parameter")
_RANGES = {"i32": (-(1 << 31), (1 << 31) - 1), "i64": (-(1 << 63), (1 << 63) - 1)}
_CLASSES = {"fp32": float, "u1": bool}
"""The types that Triton gives numbers which are not integers, unless an annotation says otherwise."""


@dataclass(frozen=True)
class Earlier:
    """A launch that may be repeated: what it was given, and what came of it."""

    kernel: Any
    values: Sequence[Any]
    """The arguments by parameter, constants and default values among them."""
    types: Sequence[Any]
    """Triton's type of each parameter."""
    options: Mapping[str, Any]
    """The options of Triton that the launch named."""
    is_debug: bool
    """Whether assertions are compiled."""
    always_debug: bool
    """Whether they are by options of the launch or of the context, whatever the kernel and Triton's settings say."""
    holds: Callable[[], bool]
    """Whether the dependencies of the kernel's source are unchanged."""
    made: CompiledKernel
    threads: int | None


_MOST_REPEATED = 16
"""How many launches of a kernel are repeated, each with its types and constants."""


@dataclass(frozen=True)
class _Repeat:
    """A function that repeats launches; ``None`` if there is none. The arguments of the earlier launch are not kept."""

    made: CompiledKernel
    options: Mapping[str, Any]
    is_debug: bool
    classes: tuple[type, ...]
    """The classes of the arguments."""
    holds: Callable[[], bool]
    function: QuickRun | None

    def is_of(self, earlier: Earlier) -> bool:
        """Whether it would repeat a launch, but for what has changed in the kernel's dependencies."""
        return (
            self.made is earlier.made
            and self.options == earlier.options
            and self.is_debug == earlier.is_debug
            and self.classes == tuple(map(type, earlier.values))
        )


class Repeats:
    """The functions that repeat launches, by the identity of the ``@triton.jit`` function."""

    def __init__(self) -> None:
        self.functions: dict[int, list[QuickRun]] = {}
        self._known: dict[int, list[_Repeat]] = {}

    def add(self, earlier: Earlier, result: Callable[[], Any]) -> None:
        """Have launches like one that was not repeated repeated from now on, with a function that makes their result.

        Nothing is generated for the first launch of a kernel, since many have only one; nor again, as for a launch with
        arguments of other classes than those to which they were converted.
        """
        kernel = id(earlier.kernel)
        if kernel not in self._known:
            self._known[kernel] = []
            return
        known = self._known[kernel]
        if any(other.is_of(earlier) and other.holds() for other in known):
            return
        known[:] = [other for other in known if not other.is_of(earlier)]
        if len(known) == _MOST_REPEATED:
            known[:] = [other for other in known if other.holds()]
        if len(known) < _MOST_REPEATED:
            classes = tuple(map(type, earlier.values))
            function = quick_run(earlier, result)
            known.append(_Repeat(earlier.made, earlier.options, earlier.is_debug, classes, earlier.holds, function))
        self.functions[kernel] = [other.function for other in known if other.function is not None]


def quick_run(earlier: Earlier, result: Callable[[], Any]) -> QuickRun | None:
    """The function that repeats a launch; ``None`` if an argument is too unusual for it to be recognised."""
    kernel = earlier.kernel
    if not all(type(value) in PLAIN for value in earlier.options.values()):
        return None
    scope: dict[str, Any] = {
        "q_kernel": kernel,
        "q_options": dict(earlier.options),
        "q_levels": LEVELS,
        "q_runtime": triton_module("knobs").runtime,
        "q_holds": earlier.holds,
        "q_launch": earlier.made.loaded().launch_over,
        "q_result": result,
        "q_array": np.ndarray,
        "q_host_array": HostArray,
        "q_arrays": _ARRAYS,
    }
    conditions = ["options != q_options", "q_levels", "q_kernel.pre_run_hooks"]
    if not earlier.always_debug:
        conditions.append(f"{'not ' if earlier.is_debug else ''}(q_kernel.debug or q_runtime.debug)")
    parameters: list[str] = []
    for index, (parameter, value, type_) in enumerate(zip(kernel.params, earlier.values, earlier.types, strict=True)):
        name = parameter.name
        parameters.append(f"{name}=q_default{index}" if parameter.has_default else name)
        scope[f"q_default{index}"] = parameter.default if parameter.has_default else None
        condition = _differs(name, index, parameter, value, type_, scope)
        if condition is None or name in _RESERVED or name.startswith("q_"):
            return None
        conditions.append(condition)
    passed = [p.name for p, type_ in zip(kernel.params, earlier.types, strict=True) if type_ != CONSTANT]
    names = [parameter.name for parameter in kernel.params]
    pairs = zip(names, earlier.values, strict=True)
    named = ", ".join(f"{name!r}: {_as_grids_see(name, value)}" for name, value in pairs)
    lines = [
        f"def quick_run(grid, /, {', '.join(parameters)}, **options):",
        *(f"    if {condition}: return None" for condition in conditions),
        "    if not q_holds(): return None",
        f"    if callable(grid): grid = grid({{{named}}})",
        f"    q_launch(grid, ({' '.join(f'{name},' for name in passed)}), {earlier.threads})",
        "    return q_result()",
    ]
    exec("\n".join(lines), scope)
    return cast("QuickRun", scope["quick_run"])


def _as_grids_see(name: str, value: Any) -> str:
    """An argument as Triton gives it to a grid that is a function: arrays have the methods of tensors."""
    return f"{name}.view(q_host_array) if {name}.__class__ is q_array else {name}" if type(value) in _ARRAYS else name


def _differs(name: str, index: int, parameter: Any, value: Any, type_: Any, scope: dict[str, Any]) -> str | None:
    """The condition that an argument has another type, or another value if it is constant; ``None`` if unknown."""
    kind = cast("type[Any]", type(value))
    scope[f"q_class{index}"] = kind
    if type_ == CONSTANT:
        scope[f"q_value{index}"] = value
        if kind in PLAIN:
            return f"{name}.__class__ is not q_class{index} or {name} != q_value{index}"
        is_type = is_of_triton(kind) and isinstance(value, triton_module("language.core").dtype)
        return f"{name} is not q_value{index}" if is_type else None
    if not isinstance(type_, str):
        return None
    if type_.startswith("*"):
        return _array_differs(name, index, value, scope)
    annotated = bool(parameter.annotation_type)
    if kind is int and type_ in _RANGES:
        least, most = _RANGES[type_]
        one = "" if annotated or parameter.do_not_specialize else f" or {name} == 1"
        narrow = f" or -{1 << 31} <= {name} < {1 << 31}" if type_ == "i64" and not annotated else ""
        return f"{name}.__class__ is not int{one}{narrow} or not {least} <= {name} <= {most}"
    if kind in (float, bool) and (annotated or _CLASSES.get(type_) is kind):
        return f"{name}.__class__ is not q_class{index}"
    return None


def _array_differs(name: str, index: int, value: Any, scope: dict[str, Any]) -> str | None:
    """The condition that an argument is no array of the same kind and type."""
    kind = cast("type[Any]", type(value))
    scope[f"q_dtype{index}"] = getattr(value, "dtype", None)
    if kind in _ARRAYS:
        return f"{name}.__class__ not in q_arrays or {name}.dtype is not q_dtype{index}"
    if f"{kind.__module__}.{kind.__qualname__}" in _TENSORS or is_other_array(value):
        return f"{name}.__class__ is not q_class{index} or {name}.dtype is not q_dtype{index}"
    return None
