"""``xtriton.interpret`` and ``xtriton.debug``: run a kernel in the interpreter, on NumPy arrays and torch tensors."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.lib.stride_tricks import as_strided
from xdsl.dialects.builtin import ModuleOp

from xtriton.backends.nvidia.options import Options
from xtriton.compiler.on_cpu import bound_signature
from xtriton.compiler.result import CompiledKernel
from xtriton.compiler.sources import source_of
from xtriton.frontend.cpu import FOR_CPU
from xtriton.frontend.kernels import is_gluon, jit_function, load_function
from xtriton.frontend.signature import CONSTANT, Signature
from xtriton.interp import api
from xtriton.interp.breakpoints import Breakpoint
from xtriton.interp.console import Console
from xtriton.interp.debugger import DebuggerQuitError
from xtriton.interp.observer import Observer
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.keywords import keywords_of
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import expand
from xtriton.pipelines import MakeGluonToTtgir
from xtriton.targets import Target

_FRONT_END = Target(90)
_SUFFIXES = (".mlir", ".ttir", ".ttgir")


def interpret(
    kernel: Any,
    grid: Any,
    /,
    *arguments: Any,
    kernel_name: str | None = None,
    strict: bool = False,
    loop_limit: int | None = None,
    interleaving: str | int = "first",
    trace: int | Sequence[int] | None = None,
    observer: Observer | None = None,
    **named: Any,
) -> api.Result:
    """Run a kernel over ``grid`` on NumPy arrays and CPU tensors of torch, which it modifies in place.

    ``kernel`` is a module of the parser or the builder, the text of a module, a path (``KERNEL.ttir``,
    ``FILE.py:KERNEL``), a compiled kernel, of which it runs the TTGIR if there is one, or a ``@triton.jit`` function. A
    function takes the arguments of its launch, constants and those by name included, and a ``@gluon.jit`` function
    ``num_warps`` and ``num_ctas``; all others take the arguments that are no constants. Tensors of formats that NumPy
    lacks are passed as their bits. The other parameters are those of :func:`xtriton.interp.interpret`; ``kernel_name``
    (for modules also ``kernel``) names the function where a module has several public ones.

    Raises ``DiagnosticError`` at the operation for run-time errors and where the kernel cannot be compiled,
    ``TypeError`` and ``ValueError`` for invalid arguments.
    """
    how: dict[str, Any] = {"strict": strict, "loop_limit": loop_limit, "interleaving": interleaving}
    function = _function(kernel)
    if function is not None:
        launch = Interpreted.of(function, arguments, named)
        extents: Any = grid(launch.parameters) if callable(grid) else grid
        return api.interpret(launch.module, extents, *launch.arguments, trace=trace, observer=observer, **how)
    chosen = named.pop("kernel", kernel_name)
    if named:
        raise TypeError(f"arguments by name, as '{next(iter(named))}', are for @triton.jit functions")
    values = [as_array(value) for value in arguments]
    return api.interpret(_module(kernel), grid, *values, kernel=chosen, trace=trace, observer=observer, **how)


def debug(
    kernel: Any,
    grid: Any,
    /,
    *arguments: Any,
    program: int = 0,
    breakpoints: Sequence[str] = (),
    console: Console | None = None,
    **named: Any,
) -> api.Result | None:
    """Run a kernel as :func:`interpret` does, with a debugger for one program.

    It stops before the first operation, or at ``breakpoints`` (``"FILE:LINE"``, ``"LINE"``, ``"tt.load"``) if there are
    any, and at errors; the commands are those of ``xtriton debug``. Returns ``None`` if the user quits. Raises
    ``ValueError`` for breakpoints and numbers of programs that there cannot be.
    """
    if not isinstance(cast("object", program), int) or program < 0:
        raise ValueError(f"program is {program!r}: the programs of a grid are numbered from 0")
    if isinstance(breakpoints, str) or not isinstance(cast("object", breakpoints), Sequence):
        raise TypeError(f"breakpoints is a list of texts such as ['add.py:7'], not {breakpoints!r}")
    for text in breakpoints:
        Breakpoint.parse(str(text))
    session = console or Console(program=program)
    if breakpoints:
        session.debugger.mode = "continue"
        for text in breakpoints:
            session.onecmd(f"break {text}")
    session.debugger.begin()
    try:
        result = interpret(kernel, grid, *arguments, observer=session.debugger, **named)
    except DebuggerQuitError:
        return None
    except DiagnosticError as failure:
        session.failed(failure)
        session.finished()
        raise
    session.finished()
    return result


@dataclass(frozen=True)
class Interpreted:
    """A ``@triton.jit`` function with the arguments of a launch: its module, and the arguments of the kernel in it."""

    module: ModuleOp
    arguments: list[Any]
    parameters: dict[str, Any]
    """The arguments by name, for grids that are functions."""

    @classmethod
    def of(cls, function: Any, arguments: Sequence[Any], named: dict[str, Any]) -> Interpreted:
        """Compile a function for the types of arguments.

        ``named`` may have the options on which the layouts of a Gluon kernel depend, such as ``num_warps``.
        """
        chosen = {name: named[name] for name in _LAYOUT_OPTIONS if is_gluon(function) and name in named}
        parameters = {parameter.name for parameter in function.params}
        given = {name: value for name, value in named.items() if name not in chosen or name in parameters}
        keywords = {*keywords_of(interpret), *keywords_of(debug)}
        signature, bound = bound_signature(function, arguments, given, sorted(keywords))
        module = module_for(function, signature, Options(**chosen))
        return cls(module, flat_arguments(signature, list(bound.values())), bound)


_LAYOUT_OPTIONS = ("num_warps", "num_ctas")


def module_for(function: Any, signature: Signature, options: Options | None = None) -> ModuleOp:
    """The TTIR of a function before its first pass, or the TTGIR of a Gluon kernel, after its passes."""
    options = options or Options()
    if not is_gluon(function):
        return source_of(function, signature, _FRONT_END, options, FOR_CPU).module
    options.check(_FRONT_END)
    source = source_of(function, signature, _FRONT_END, options)
    PassManager(source.ctx).run(expand(MakeGluonToTtgir()), source.module)
    return source.module


def flat_arguments(signature: Signature, values: Sequence[Any]) -> list[Any]:
    """The arguments of the kernel's TTIR, from those of all parameters of a launch."""
    pairs = zip(signature.types.values(), values, strict=True)
    return [argument for type_, value in pairs for argument in _flat(type_, value)]


def _flat(type_: Any, value: Any) -> Iterator[Any]:
    if type_ == CONSTANT:
        return
    if isinstance(type_, str) and type_.startswith("tensordesc"):
        array = _described(value)
        yield array
        yield from array.shape
        yield from (stride // array.itemsize for stride in array.strides)
    elif isinstance(type_, str):
        yield as_array(value)
    else:
        for inner, element in zip(type_, value, strict=True):
            yield from _flat(inner, element)


def _described(value: Any) -> np.ndarray[Any, Any]:
    """The array that a tensor descriptor describes, or an array itself."""
    base = getattr(value, "base", None)
    if not hasattr(value, "block_shape") or base is None:
        return as_array(value)
    array = as_array(base)
    strides = [stride * array.itemsize for stride in value.strides]
    return as_strided(array, tuple(value.shape), strides)


def as_array(value: Any) -> Any:
    """A CPU tensor of torch as an array of the same memory, with integers for formats that NumPy lacks.

    Other values stay as they are. Raises ``TypeError`` for a tensor on another device.
    """
    torch: Any = sys.modules.get("torch")
    if torch is None or not isinstance(value, torch.Tensor):
        return value
    with torch._C.DisableTorchFunction():
        tensor = value.detach()
        if tensor.device.type != "cpu":
            raise TypeError(f"the tensor is on device '{tensor.device}': the interpreter takes tensors of the CPU")
        try:
            return tensor.numpy()
        except TypeError:
            bits = {1: torch.uint8, 2: torch.int16}[tensor.element_size()]
            return tensor.view(bits).numpy().view(f"u{tensor.element_size()}")


def _function(kernel: Any) -> Any:
    """The ``@triton.jit`` function that ``kernel`` is or names; ``None`` for all else."""
    if isinstance(kernel, ModuleOp | CompiledKernel):
        return None
    if isinstance(kernel, str | PathLike):
        text = str(cast("Any", kernel))
        return load_function(text) if _is_function_name(text) else None
    return None if hasattr(kernel, "op") else jit_function(kernel)


def _is_function_name(text: str) -> bool:
    file, _, name = text.rpartition(":")
    return "\n" not in text and file.endswith(".py") and name.isidentifier()


def _module(kernel: Any) -> Any:
    """The module that is given or named, or that of a compiled kernel's last stage that can be interpreted."""
    if isinstance(kernel, CompiledKernel):
        stage = next((stage for stage in ("ttgir", "ttir", "source") if stage in kernel.asm), None)
        if stage is None:
            raise ValueError(f"'{kernel.name}' has no text of a stage that can be interpreted")
        return parse_module(str(kernel.asm[stage]), f"{kernel.name}.{stage}", Context())
    if isinstance(kernel, str | PathLike):
        text = str(cast("Any", kernel))
        if "\n" in text or not text.endswith(_SUFFIXES):
            return parse_module(text, "text", Context())
        try:
            return parse_module(Path(text).read_text(encoding="utf-8"), text, Context())
        except (OSError, UnicodeDecodeError) as failure:
            raise ValueError(f"{text} cannot be read: {failure}") from None
    if not isinstance(kernel, ModuleOp) and not hasattr(kernel, "op"):
        raise TypeError(
            f"{type(kernel).__name__} is not a kernel: give a @triton.jit function, FILE.py:KERNEL, a compiled kernel, "
            "the text or the name of a file of IR, or a module"
        )
    return kernel


@dataclass(frozen=True)
class InterpretedKernel:
    """``kernel[grid](*arguments)`` runs a ``@triton.jit`` function on the interpreter, in the debugger of a console."""

    name: str
    module: ModuleOp
    signature: Signature
    console: Console

    @property
    def asm(self) -> dict[str, str]:
        """The TTIR before its first pass."""
        return {"source": print_op(self.module)}

    def __getitem__(self, grid: Sequence[int]) -> Callable[..., None]:
        """A launcher that takes the non-constant arguments."""

        def launch(*arguments: Any, threads: int | None = None) -> None:
            del threads
            pairs = zip(self.signature.runtime_types, arguments, strict=True)
            values = [argument for type_, value in pairs for argument in _flat(type_, value)]
            self.console.debugger.begin()
            try:
                result = api.interpret(self.module, grid, *values, observer=self.console.debugger)
            except DiagnosticError as failure:
                self.console.failed(failure)
                raise DebuggerQuitError from failure
            print(*result.printed, sep="\n", end="\n" if result.printed else "")

        return launch
