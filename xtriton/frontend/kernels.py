"""Kernels in Python: the ``@triton.jit`` functions of files and objects, and their parameters."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from xtriton.frontend.signature import Parameter
from xtriton.python_files import execute_file
from xtriton.registry import nearest
from xtriton.wheel import triton_module


def load_kernel(place: str) -> Any:
    """The kernel of ``file.py:name``: a ``@triton.jit`` function with the decorators around it.

    The file is executed, with its folder among the import paths. Raises ``ValueError`` if there is no such function.
    """
    if "\n" in place or len(place) > _LONGEST_PLACE:
        message = "a text is not a kernel: give FILE.py:KERNEL, a .mlir, .ttir or .ttgir file, or a module"
        raise ValueError(message)
    path, colon, name = place.rpartition(":")
    if not colon or not path:
        raise ValueError(f"'{place}' names no kernel: {_instead_of(place)}")
    module = _executed(Path(path))
    found = getattr(module, name, None)
    if jit_function(found) is None:
        kernels = _names_in(module)
        what = "has no" if found is None else "has no @triton.jit function, but something else, under the name"
        listed = f"; @triton.jit functions there: {', '.join(kernels) or 'none'}"
        raise ValueError(f"{path} {what} '{name}'{nearest(name, kernels, listed)}")
    return found


_LONGEST_PLACE = 4096
"""The length of the longest path on Linux."""


def _instead_of(place: str) -> str:
    """A suggestion for a text that names no kernel."""
    path = Path(place)
    suffix = path.suffix
    if suffix == ".py" and _is_file(path):
        kernels = [key for key, value in vars(_executed(path)).items() if jit_function(value) is not None]
        return f"say which one of the file: {place}:{kernels[0] if kernels else 'KERNEL'}"
    if suffix in _LATE_FILES:
        return f"{suffix} files come after TTGIR; compile from FILE.py:KERNEL, or a .mlir, .ttir or .ttgir file"
    if _is_file(path):
        return f"files are .py (with :KERNEL), .mlir, .ttir or .ttgir, not '{suffix or path.name}'"
    return "expected FILE.py:KERNEL, or a .mlir, .ttir or .ttgir file"


_LATE_FILES = (".llir", ".ll", ".ptx", ".cubin", ".s", ".o", ".json")


def load_function(place: str) -> Any:
    """The ``@triton.jit`` function of :func:`load_kernel`, without decorators such as ``@triton.autotune``."""
    return jit_function(load_kernel(place))


def kernel_names(path: str) -> list[str]:
    """The names of the ``@triton.jit`` functions that a file defines, which is executed.

    Raises ``ValueError`` if it cannot be.
    """
    module = _executed(Path(path))
    functions = {name: jit_function(getattr(module, name)) for name in _names_in(module)}
    return [name for name, function in functions.items() if getattr(function, "fn", None).__module__ == module.__name__]


def _names_in(module: ModuleType) -> list[str]:
    return sorted(key for key, value in vars(module).items() if jit_function(value) is not None)


def jit_function(given: Any) -> Any | None:
    """The ``@triton.jit`` function that ``given`` is or wraps, or None."""
    jitted = triton_module("runtime.jit").JITFunction
    while not isinstance(given, jitted):
        inner = getattr(given, "fn", None)
        if inner is None or inner is given:
            return None
        given = inner
    return given


def _is_file(path: Path) -> bool:
    """Whether there is a file; there is none with a name that file systems do not allow."""
    try:
        return path.is_file()
    except OSError:
        return False


def _executed(path: Path) -> ModuleType:
    if not _is_file(path):
        raise ValueError(f"there is no file {path}")
    if path.suffix != ".py":
        raise ValueError(f"{path} is not a Python file: its name does not end in .py")
    # A unique module name: a kernel file may have the name of a loaded module.
    name = f"_kernel_{sha256(str(path.resolve()).encode()).hexdigest()[:16]}"
    with _importing_from(path.resolve().parent):
        try:
            return execute_file(path, name)
        except (Exception, SystemExit) as failure:
            raise ValueError(f"{path} cannot be executed: {type(failure).__name__}: {failure}") from failure


@contextmanager
def _importing_from(folder: Path) -> Generator[None]:
    """Temporarily allow imports of modules in a folder: those of another folder may have the same names.

    Their byte code is not written: that of a file which is written twice in a second, with the same size, is stale.
    """
    before, writes_nothing = set(sys.modules), sys.dont_write_bytecode
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = writes_nothing
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file is not None and folder in Path(file).resolve().parents:
                del sys.modules[name]


def parameters_of(function: Any) -> list[Parameter]:
    """The parameters of a ``@triton.jit`` function, in order."""
    return [
        Parameter(parameter.name, bool(parameter.is_constexpr), (parameter.default,) if parameter.has_default else ())
        for parameter in function.params
    ]


def is_gluon(function: Any) -> bool:
    """Whether a function is one of ``@gluon.jit``, whose IR is TTGIR from the start."""
    return bool(function.is_gluon())
