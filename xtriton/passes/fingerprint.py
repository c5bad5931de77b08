"""Fingerprints of passes for cache keys: equal only if the same code would run with the same options.

The fingerprint covers the bytecode of the loaded code: a file may have been edited since, and notebooks have no file.
From the class of a pass the walk follows the names that its functions use to helpers, patterns, tables and base
classes, through the modules of the user. It ends at installed packages, of which only the files of visited modules
count, and at xtriton, of which all files do. An opaque object has a fingerprint of its own, which no other object has,
in this process or another.
"""

from __future__ import annotations

import copyreg
import dis
import hashlib
import os
import re
import sys
from abc import ABCMeta
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from importlib.util import find_spec, resolve_name
from pathlib import Path
from pickle import PickleError
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
)
from typing import Any, cast

import numpy as np
import xdsl
from xdsl.ir import Attribute

from xtriton.installed import is_installed, is_of_python
from xtriton.passes.base import Named
from xtriton.rewriting.pattern import PatternSet

_OURS = frozenset({"xdsl", "xtriton"})
_OTHERS = frozenset({"numpy", "torch", "triton"})
"""Packages whose code is not walked, as that of Python itself; objects of ours may hold code of the user."""

_SCALARS: tuple[Any, ...] = (int, float, complex, str, bytes, bytearray)
_PLAIN = frozenset({type(None), bool, int, float, complex, str, bytes, type(...)})

_STRUCTURED = frozenset[type](
    {staticmethod, classmethod, property, partial, tuple, list, deque, set, frozenset, dict, defaultdict}
    | {MappingProxyType, re.Pattern, *_SCALARS}
)
"""Classes whose objects the walk can take apart."""

_BY_TEXT = frozenset({"globals", "eval", "exec", "__import__", "importlib", "import_module"})
"""Names through which code can reach globals that it does not name."""

_PROCESS = os.urandom(16).hex()
_KEPT: dict[int, object] = {}
"""Objects by identity that got a text of their own: they are kept, lest another object gets the same identity."""

_MACHINERY = frozenset(
    {"__abstractmethods__", "__annotations__", "__dataclass_fields__", "__dataclass_params__", "__dict__", "__doc__"}
    | {"__firstlineno__", "__match_args__", "__module__", "__static_attributes__", "__weakref__", "_abc_impl"}
)
"""Attributes of classes that do not affect their functions."""


def fingerprint(*parts: object) -> str:
    """A text of 32 characters for passes, their options, and whatever else ``parts`` has of plain values."""
    walk = _Walk()
    walk.visit(parts)
    return _hashed((_libraries(), *walk.found))[:32]


@cache
def _libraries() -> str:
    """A digest of xtriton's files, and the versions of its dependencies."""
    root = Path(__file__).parents[1]
    digest = hashlib.sha256(f"{sys.version} {xdsl.__version__}".encode())
    for path in sorted(root.rglob("*.py")):
        digest.update(f"{path.relative_to(root)}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


@dataclass
class _Walk:
    """Walks values and the globals they name. ``found`` lists the distinguishing texts in a fixed order."""

    found: list[str] = field(default_factory=list[str])
    _packages: set[str] = field(default_factory=set[str])
    """The packages of the passes: their code is walked even if they are installed."""
    _seen: dict[int, tuple[int, object]] = field(default_factory=dict[int, tuple[int, object]])

    def visit(self, value: object) -> None:
        """Record ``value`` and its parts; for a value visited before, only the number of that visit."""
        if type(value) in _PLAIN:
            self.found.append(f"{type(value).__name__} {value!r}")
            return
        if id(value) in self._seen:
            self.found.append(f"again {self._seen[id(value)][0]}")
            return
        # The value is kept with its number, since identities of dead objects are given out again.
        self._seen[id(value)] = (len(self._seen), value)
        self.found.append(f"{type(value).__module__}.{type(value).__qualname__}")
        if not self._code_of(value):
            self._held(value)
            if type(value) not in _STRUCTURED:
                self._object(value)

    def _code_of(self, value: Any) -> bool:
        """Whether the value is code, or refers to code by its name; if so, it is noted."""
        match value:
            case CodeType():
                self._code(value)
            case FunctionType():
                self._function(value)
            case type():
                self._class(value)
            case ModuleType():
                self._module(value.__name__)
            case MethodType():
                self._all((value.__func__, value.__self__))
            case BuiltinFunctionType() | MethodWrapperType():
                holder = value.__self__
                self._all((value.__name__, holder.__name__ if isinstance(holder, ModuleType) else holder))
            case _:
                return False
        return True

    def _held(self, value: Any) -> None:
        """The contents of a value of a structured class, or of a class derived from one."""
        match value:
            case staticmethod() | classmethod():
                self.visit(cast("Any", value).__func__)
            case property():
                self._all((value.fget, value.fset, value.fdel))
            case partial():
                call = cast("partial[object]", value)
                self._all((call.func, call.args, call.keywords))
            case tuple() | list() | deque():
                self.visit(cast("deque[object]", value).maxlen if isinstance(value, deque) else None)
                self._all(_elements(cast("object", value)))
            case set() | frozenset():
                self._set(_elements(cast("object", value)))
            case dict():
                self._pairs(cast("Any", dict).items(value))
                if isinstance(value, defaultdict):
                    self.visit(cast("defaultdict[object, object]", value).default_factory)
            case MappingProxyType():
                self._pairs(cast("Mapping[object, object]", value).items())
            case re.Pattern():
                self._all((cast("re.Pattern[str]", value).pattern, value.flags))
            case _:
                self.found += [scalar.__repr__(value) for scalar in _SCALARS if isinstance(value, scalar)]

    def _all(self, values: Iterable[object]) -> None:
        for value in values:
            self.visit(value)

    def _pairs(self, pairs: Iterable[tuple[object, object]]) -> None:
        for pair in pairs:
            self._all(pair)

    def _set(self, values: Iterable[object]) -> None:
        """Values in no order: each is walked on its own, and the texts are sorted."""
        texts: list[str] = []
        for value in values:
            walk = _Walk([], set(self._packages), dict(self._seen))
            walk.visit(value)
            texts.append(_hashed(walk.found))
        self.found += sorted(texts)

    def _object(self, value: Any) -> None:
        """An object of another class: the code of the class, and the state of the object."""
        kind = cast("type[object]", type(value))
        package = kind.__module__.partition(".")[0]
        if issubclass(kind, Named):
            self._packages.add(package)
        self.visit(kind)
        if isinstance(value, Attribute):
            self.found.append(str(value))
        elif isinstance(value, PatternSet):
            self._all(value.patterns)
        elif issubclass(kind, np.ndarray | np.generic):
            self._array(value)
            self.visit(_state(value))
        elif package == "functools" and hasattr(value, "__wrapped__"):
            self.visit(cast("object", vars(value)))
        elif is_of_python(kind.__module__) and kind is not cached_property:
            self._reduced(value)
        else:
            module = cast("object", getattr(value, "__module__", None))
            if isinstance(module, str) and self._ends_at(module) and _is_found(value, module):
                self._all((module, value.__qualname__))
                return
            self.visit(_state(value))
            if _is_opaque(kind):
                text = repr(value) if self._ends_at(kind.__module__) else ""
                unclear = not text or " at 0x" in text or "..." in text or hasattr(value, "__dlpack__")
                self.found.append(_unique(value) if unclear else text)

    def _array(self, value: np.ndarray[Any, Any]) -> None:
        self.found.append(f"{value.dtype} {value.shape}")
        if value.dtype.hasobject:
            self.visit(value.tolist())
        else:
            self.found.append(hashlib.sha256(value.tobytes()).hexdigest())

    def _reduced(self, value: Any) -> None:
        """An object of the standard library, by its pickled state."""
        reduce = copyreg.dispatch_table.get(cast("type[object]", type(value)))
        try:
            parts = reduce(value) if reduce is not None else value.__reduce_ex__(4)
        except (TypeError, ValueError, AttributeError, NotImplementedError, PickleError):
            self.found.append(_unique(value))
            return
        if isinstance(parts, str):
            self.visit(parts)
            return
        self._all(parts[:3])
        for more in parts[3:5]:
            self.visit(list(more) if more is not None else None)

    def _class(self, cls: type) -> None:
        """A class and those that it inherits from, as far as the user wrote them."""
        if type(cls) not in (type, ABCMeta):
            self.visit(type(cls))
        for base in cls.__mro__:
            self.found.append(f"class {base.__module__}.{base.__qualname__}")
            if self._ends_at(base.__module__):
                continue
            for name, held in sorted(vars(base).items()):
                if name not in _MACHINERY:
                    self.found.append(name)
                    self.visit(held)

    def _function(self, function: FunctionType) -> None:
        self.found.append(f"{function.__module__}.{function.__qualname__}")
        # A wrapper has the name of the wrapped function, but not its globals.
        home = function.__globals__.get("__name__") or ""
        ends = self._ends_at(home)
        if ends and _is_found(function, home):
            return
        self._all((function.__code__, function.__defaults__, function.__kwdefaults__))
        registry: object = getattr(function, "registry", None)
        if home == "functools" and type(registry) is MappingProxyType:
            # The closure of a single dispatch has a cache, too; its functions are in the registry.
            self._all((cast("object", registry), getattr(function, "__wrapped__", None)))
            return
        self.visit(vars(function))
        for cell in function.__closure__ or ():
            try:
                self.visit(cell.cell_contents)
            except ValueError:  # It has not been filled.
                self.found.append("empty")
        if not ends:
            self._named(function.__code__, function.__globals__)

    def _code(self, code: CodeType) -> None:
        """The executed code, without line numbers and comments."""
        self.found.append(f"{code.co_name} {code.co_flags} {code.co_argcount} {code.co_kwonlyargcount}")
        self.found += [code.co_code.hex(), code.co_exceptiontable.hex()]
        if not _BY_TEXT.isdisjoint(code.co_names):
            self.found.append(_unique(code))
        self._all((code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_consts))

    def _named(self, code: CodeType, known: dict[str, Any]) -> None:
        """The values of names in code: globals, attributes of modules, and modules imported on the way."""
        modules = [known[name] for name in code.co_names if isinstance(known.get(name), ModuleType)]
        for name in code.co_names:
            if name in known and not isinstance(known[name], ModuleType):
                self.found.append(name)
                self.visit(known[name])
            for module in modules:
                if not self._ends_at(module.__name__) and hasattr(module, name):
                    self.found.append(f"{module.__name__}.{name}")
                    self.visit(getattr(module, name))
        for name in _imports(code, known):
            self._module(name)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._named(constant, known)

    def _module(self, name: str) -> None:
        """A module as a whole, by its file."""
        self.found.append(f"module {name}")
        if name.partition(".")[0] not in _OURS | _OTHERS and not is_of_python(name):
            self.found.append(_digest_of(name))

    def _ends_at(self, name: str) -> bool:
        """Whether the walk ends at members of a module: it is of a library, or of a package without a pass."""
        package = name.partition(".")[0]
        if package in _OURS | _OTHERS or is_of_python(name):
            return True
        if package in self._packages or not is_installed(name):
            return False
        self._module(name)
        return True


def _digest_of(name: str) -> str:
    """The current text of a module's file; empty if it has none."""
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):  # A program run as a script has no specification.
        spec = None
    file = Path(spec.origin) if spec is not None and spec.origin is not None else None
    return hashlib.sha256(file.read_bytes()).hexdigest() if file is not None and file.is_file() else ""


def _imports(code: CodeType, known: dict[str, Any]) -> list[str]:
    """The modules that ``import`` statements in the code name."""
    found: list[str] = []
    instructions = list(dis.get_instructions(code))
    for index, instruction in enumerate(instructions):
        if instruction.opname != "IMPORT_NAME":
            continue
        level = instructions[index - 2].argval
        dots = "." * level if isinstance(level, int) else ""
        try:
            found.append(resolve_name(f"{dots}{instruction.argval}", known.get("__package__") or ""))
        except ImportError:
            continue
    return found


def _elements(value: object) -> Iterable[object]:
    """The contents of a value by its structured base class, regardless of overrides in derived classes."""
    kind = next(base for base in type(value).__mro__ if base in _STRUCTURED)
    return cast("Any", kind).__iter__(value)


def _members(kind: type) -> list[MemberDescriptorType]:
    """The slots of a class and of those that it inherits from."""
    return [held for base in kind.__mro__ for held in vars(base).values() if isinstance(held, MemberDescriptorType)]


def _state(value: object) -> dict[str, object]:
    """The contents of an object's slots and dictionary."""
    held: dict[str, object] = {}
    for member in _members(type(value)):
        try:
            held[member.__qualname__] = member.__get__(value)
        except AttributeError:  # It has not been filled.
            continue
    held.update(getattr(value, "__dict__", {}))
    if isinstance(value, cached_property):
        held.pop("lock", None)
    return held


def _is_opaque(kind: type) -> bool:
    """Whether objects of a class have memory besides slots, dictionary, and the fields of structured base classes.

    The sizes are in bytes, as ``object.__reduce_ex__`` compares them; an offset of -1 is that of a dictionary
    which lies outside the object.
    """
    base = next((ancestor for ancestor in kind.__mro__ if ancestor in _STRUCTURED), object)
    pointers = (kind.__dictoffset__ not in (0, -1, base.__dictoffset__)) + (kind.__weakrefoffset__ > 0)
    pointers += len(_members(kind)) - len(_members(base)) - (base.__weakrefoffset__ > 0)
    return kind.__basicsize__ > base.__basicsize__ + pointers * object.__basicsize__ // 2 or (
        kind.__itemsize__ != base.__itemsize__
    )


def _is_found(value: object, module: str) -> bool:
    """Whether a module has a value under the value's name, so that the name says which one it is."""
    path: object = getattr(value, "__qualname__", None)
    found: object = sys.modules.get(module)
    for name in path.split(".") if isinstance(path, str) else ():
        found = getattr(found, name, None)
    return found is value


def _unique(value: object) -> str:
    """A text that no other object has, in this process or in another; it stands for an opaque object."""
    _KEPT[id(value)] = value
    return f"{_PROCESS} {os.getpid()} {id(value)}"


def _hashed(texts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()
