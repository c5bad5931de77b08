"""TTIR of ``@triton.jit`` functions, as Triton's own front end makes it. No GPU and no driver is needed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from linecache import getline
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, cast

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, LocationAttr, StringAttr, UnknownLoc

from xtriton.argument_locations import ArgumentLocations, read_argument_locations
from xtriton.frontend.signature import Parameter, Signature
from xtriton.ir.diagnostics import DiagnosticError, error
from xtriton.targets import Target
from xtriton.wheel import triton_module


def load_function(place: str) -> Any:
    """The ``@triton.jit`` function of ``file.py:name``. The file is executed, with its folder among the import paths.

    Decorators around it, such as ``@triton.autotune``, are left away. ``ValueError`` says if there is no such function.
    """
    path, colon, name = place.rpartition(":")
    if not colon or not path:
        raise ValueError(f"'{place}' names no kernel: expected FILE.py:KERNEL")
    module = _executed(Path(path))
    found = getattr(module, name, None)
    function = jit_function(found)
    if function is None:
        kernels = sorted(key for key, value in vars(module).items() if jit_function(value) is not None)
        what = "has no" if found is None else "has something that is no @triton.jit function under the name"
        listed = ", ".join(kernels) or "none"
        raise ValueError(f"{path} {what} '{name}'; @triton.jit functions there: {listed}")
    return function


def jit_function(given: Any) -> Any | None:
    """The ``@triton.jit`` function that ``given`` is or wraps; None if it is none."""
    jitted = triton_module("runtime.jit").JITFunction
    while not isinstance(given, jitted):
        inner = getattr(given, "fn", None)
        if inner is None or inner is given:
            return None
        given = inner
    return given


def _executed(path: Path) -> ModuleType:
    if not path.is_file():
        raise ValueError(f"there is no file {path}")
    # A name of its own: a kernel file may be called as a module that is in use.
    name = f"_kernel_{sha256(str(path.resolve()).encode()).hexdigest()[:16]}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path} is no Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module
    with _importing_from(path.resolve().parent):
        try:
            spec.loader.exec_module(module)
        except (Exception, SystemExit) as failure:
            del sys.modules[name]
            raise ValueError(f"{path} cannot be executed: {type(failure).__name__}: {failure}") from failure
    return module


@contextmanager
def _importing_from(folder: Path) -> Generator[None]:
    """Let modules of a folder be imported, for this once: those of another folder may have the same names."""
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file is not None and folder in Path(file).resolve().parents:
                del sys.modules[name]


def parameters_of(function: Any) -> list[Parameter]:
    """The parameters of a ``@triton.jit`` function, in order."""
    return [
        Parameter(one.name, bool(one.is_constexpr), (one.default,) if one.has_default else ())
        for one in function.params
    ]


@dataclass(frozen=True)
class FrontEnd:
    """What Triton's front end is told beyond what Triton's CUDA backend tells it."""

    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Options of the backend that are no user's choice."""
    functions: Mapping[str, Callable[..., Any]] = field(default_factory=dict[str, Callable[..., Any]])
    """What a target decides about operations, by Triton's names of its code generation functions."""


def ttir_of(
    function: Any, signature: Signature, target: Target, options: Mapping[str, Any], front_end: FrontEnd | None = None
) -> tuple[str, ArgumentLocations]:
    """The TTIR of a function right after Triton's AST stage, with locations, and those that its text leaves out.

    ``options`` are those of Triton's CUDA backend, such as ``num_warps``. Raises ``DiagnosticError`` with the place in
    the Python source where the function cannot be compiled.
    """
    library, compiler = triton_module("_C.libtriton"), triton_module("compiler.compiler")
    gpu = target.for_triton()
    backend = compiler.make_backend(gpu)
    told = front_end or FrontEnd()
    parsed = backend.parse_options({**options, **told.options})
    context = library.ir.context()
    library.ir.load_dialects(context)
    backend.load_dialects(context)
    source = compiler.ASTSource(function, dict(signature.types), dict(signature.constants), dict(signature.attributes))
    functions = {**backend.get_codegen_implementation(parsed), **told.functions}
    try:
        module = source.make_ir(gpu, parsed, functions, backend.get_module_map(), context)
    except Exception as failure:
        # Triton's front end fails with whatever the interpreted code raises.
        raise _located(failure, function, target) from failure
    return str(module), read_argument_locations(library, module)


def _located(failure: BaseException, function: Any, target: Target) -> DiagnosticError:
    """The innermost error of the front end, at the statement that it is about."""
    compilation_error = triton_module("compiler.errors").CompilationError
    chain = list(_chain(failure))
    inner = next((one for one in reversed(chain) if isinstance(one, compilation_error)), None)
    last = chain[-1]
    said: str | None = cast("Any", inner).error_message if inner is last else None
    message = said or str(last) or _failed_line(last)
    if said is None and not isinstance(last, AssertionError | ValueError | TypeError):
        message = f"{type(last).__name__}: {message}"
    message = message.replace("this architecture", str(target))
    return error(_place(inner, function), " ".join(message.split()))


def _failed_line(failure: BaseException) -> str:
    """The line of Triton that failed without a word, such as an assertion."""
    trace = failure.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    line = "" if trace is None else getline(trace.tb_frame.f_code.co_filename, trace.tb_lineno).strip()
    return f"Triton gives no reason, but fails at: {line}" if line else "no reason given"


def _chain(failure: BaseException | None) -> Iterator[BaseException]:
    while failure is not None:
        yield failure
        failure = failure.__cause__


def _place(failure: Any, function: Any) -> LocationAttr:
    """Where the node of an error is: in the file of the function that Triton was at."""
    node = getattr(failure, "node", None)
    line, column = getattr(node, "lineno", None), getattr(node, "col_offset", None)
    generator = _generator(failure.__traceback__) if failure is not None else None
    if line is None or column is None or generator is None:
        code = function.fn.__code__
        return _location(code.co_filename, code.co_firstlineno, 1)
    return _location(generator.file_name, generator.begin_line + line, column + 1)


def _generator(trace: TracebackType | None) -> Any | None:
    """Triton's code generator that was at work when an error was raised."""
    found: Any | None = None
    while trace is not None:
        candidate = trace.tb_frame.f_locals.get("self")
        if hasattr(candidate, "begin_line") and hasattr(candidate, "file_name"):
            found = candidate
        trace = trace.tb_next
    return found


def _location(file: str | None, line: int, column: int) -> LocationAttr:
    if file is None:
        return UnknownLoc()
    return FileLineColLoc(StringAttr(file), IntAttr(line), IntAttr(column))
