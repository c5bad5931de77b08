"""Keys of a function's dependencies that are equal in other processes: only for equal sources and values.

:mod:`xtriton.frontend.dependencies` compares functions, classes and opaque objects by identity, which no other process
knows. Here the functions that it has walked are numbered as they come, since their sources and the values that they
read follow; what Triton, Python and installed packages define is known by its name, and that of installed packages also
by the state of their files. Everything else has no key, and a kernel that depends on it none either.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable
from enum import Enum
from functools import cache
from logging import Logger
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, cast

from xtriton.frontend.dependencies import (
    ABSENT,
    PLAIN,
    Dependencies,
    Same,
    dependencies_of,
    frozen,
    functions_in,
    is_jit,
    is_library,
    is_of_triton,
)
from xtriton.installed import is_of_python, state_of_module
from xtriton.wheel import triton_module


class UnknownValueError(ValueError):
    """A value that other processes cannot recognise."""


def dependency_key(function: Any, constants: Iterable[Any] = ()) -> str | None:
    """The key of a ``@triton.jit`` function and of constants that it is compiled with, functions among them.

    ``None`` if one of the values on which they depend has no key.
    """
    text = _Text()
    try:
        text.dependencies(dependencies_of(function))
        for constant in constants:
            text.add(frozen(constant))
            for inner in functions_in(constant):
                text.dependencies(dependencies_of(inner))
    except UnknownValueError:
        return None
    return "\n".join(text.found)


class _Text:
    """The text of facts, in which each value is followed by its parts."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._numbers: dict[int, int] = {}
        """Of functions and code, in the order in which they come."""

    def dependencies(self, known: Dependencies) -> None:
        """Add the facts of a function."""
        self.add(known.facts)

    def add(self, fact: Hashable) -> None:
        """Add a fact, or a frozen value. Raises :class:`UnknownValueError`."""
        kind = type(fact)
        if isinstance(fact, Same):
            self._same(fact.value)
        elif kind in PLAIN:
            self.found.append(f"{kind.__name__} {fact!r}")
        elif kind is tuple:
            parts = cast("tuple[Hashable, ...]", fact)
            self.found.append(f"{len(parts)} parts")
            for part in parts:
                self.add(part)
        elif kind is frozenset:
            self._set(cast("frozenset[Hashable]", fact))
        elif isinstance(fact, type):  # of a frozen value
            self._class(cast("type[Any]", fact))
        else:
            raise UnknownValueError(repr(fact))

    def _set(self, parts: frozenset[Hashable]) -> None:
        """Parts without an order: they are sorted by their texts, so that none may have a number."""
        texts: list[str] = []
        for part in parts:
            text = _Text()
            text.add(part)
            if text._numbers:
                raise UnknownValueError("a set of functions")
            texts.append("\n".join(text.found))
        self.found.append(f"{len(texts)} in a set")
        self.found += sorted(texts)

    def _same(self, value: Any) -> None:
        """A value that the dependencies compare by identity."""
        if value is ABSENT:
            self.found.append("absent")
        elif isinstance(value, ModuleType):
            self._module(value.__name__)
        elif is_jit(value) or isinstance(value, FunctionType):
            self._function(value)
        elif isinstance(value, CodeType):
            self._code(value)
        elif isinstance(value, type):
            self._class(cast("type[Any]", value))
        elif isinstance(value, BuiltinFunctionType):
            holder: object = value.__self__
            self._named(value, holder.__name__ if isinstance(holder, ModuleType) else "", value.__qualname__)
        elif isinstance(value, Logger):
            self.found.append(f"logger {value.name!r}")
        elif isinstance(value, Enum):
            self._class(cast("type[Any]", type(value)))
            self.found.append(f"member {value.name!r}")
        elif isinstance(value, triton_module("language.core").dtype) and is_of_triton(type(value)):
            self._class(cast("type[Any]", type(value)))
            self.found.append(f"dtype {value!s}")
        else:
            raise UnknownValueError(f"an object of {type(value).__qualname__}")

    def _module(self, name: str) -> None:
        """A module: what is read from it is among the facts, unless it belongs to Python or to a package."""
        self.found.append(f"module {name}")
        if is_library(name) and not is_of_python(name) and name.partition(".")[0] != "triton":
            self.found.append(_state_of(name))

    def _class(self, cls: type[Any]) -> None:
        if cls in PLAIN:  # that of None has no name in a module
            self.found.append(cls.__name__)
            return
        self._named(cls, cls.__module__, cls.__qualname__)

    def _named(self, value: object, module: str, name: str) -> None:
        """A value that a module of Triton, of Python or of an installed package defines under a name."""
        found: object = sys.modules.get(module)
        for part in name.split("."):
            found = getattr(found, part, None)
        if found is not value or not (module.partition(".")[0] == "triton" or is_library(module)):
            raise UnknownValueError(f"{module}.{name}")
        self.found.append(f"{module}.{name}")
        self._module(module)

    def _function(self, function: Any) -> None:
        """A function whose source is among the facts, or one of Triton, of Python or of an installed package."""
        module, name = cast("str", function.__module__), cast("str", function.__qualname__)
        if is_of_triton(function) or (isinstance(function, FunctionType) and is_library(module)):
            self._named(function, module, name)
            return
        known = self._numbers.get(id(function))
        if known is not None:
            self.found.append(f"function {known}")
            return
        self._numbers[id(function)] = len(self._numbers)
        self.found.append(f"function {function.__name__!r} {module!r} {name!r}")
        if isinstance(function, FunctionType):
            self.add(frozen(function.__defaults__))
            self.add(frozen(function.__kwdefaults__))
            return
        # Triton's names of kernels, and the places in messages.
        self.found.append(f"{type(function).__qualname__} in {function.fn.__code__.co_filename!r}")
        if getattr(function, "_repr", None) is not None:
            raise UnknownValueError("a function that names the kernel")

    def _code(self, code: CodeType) -> None:
        """The code of a Python function, and its place, which is in messages."""
        self.found.append(f"code {code.co_filename!r} {code.co_firstlineno} {code.co_name!r} {code.co_flags}")
        self.found.append(f"{code.co_argcount} {code.co_kwonlyargcount} {code.co_posonlyargcount}")
        self.found += [code.co_code.hex(), code.co_exceptiontable.hex(), code.co_linetable.hex()]
        for names in (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars):
            self.add(names)
        self.found.append(f"{len(code.co_consts)} constants")
        for constant in code.co_consts:
            self.add(frozen(constant))


@cache
def _state_of(module: str) -> str:
    """The state of the file of an installed module, and of its package."""
    states = [state_of_module(name) for name in (module, module.partition(".")[0])]
    if None in states:
        raise UnknownValueError(module)
    return " ".join(map(str, states))
