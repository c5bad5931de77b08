"""What passes are, as a text for cache keys: equal only if the same code would run with the same options.

What counts is the code as it is loaded, its bytecode: a file may have been edited since, and notebooks have none. From
the class of a pass the walk follows what its functions name, to helpers, patterns, tables and base classes, through the
modules of the user. It ends at installed packages, of which only the files count that were met, and at xtriton, whose
files all do.
"""

from __future__ import annotations

import dis
import hashlib
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache, partial
from importlib.util import find_spec, resolve_name
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any, cast

import xdsl
from xdsl.ir import Attribute

from xtriton.passes.base import Named
from xtriton.rewriting.pattern import PatternSet

_OURS = frozenset({"xdsl", "xtriton"})
_OTHERS = frozenset({"numpy", "torch", "triton"})
"""Packages whose code is not walked, as that of Python itself; objects of ours may hold code of the user."""

_PLAIN = (type(None), bool, int, float, complex, str, bytes, type(...))

_MACHINERY = frozenset(
    {"__abstractmethods__", "__annotations__", "__dataclass_fields__", "__dataclass_params__", "__dict__", "__doc__"}
    | {"__firstlineno__", "__match_args__", "__module__", "__static_attributes__", "__weakref__", "_abc_impl"}
)
"""Attributes of classes that say nothing of what their functions do."""


def fingerprint(*parts: object) -> str:
    """A text of 32 characters for passes, their options, and whatever else ``parts`` has of plain values."""
    walk = _Walk()
    walk.visit(parts)
    return hashlib.sha256("\0".join((_libraries(), *walk.found)).encode("utf-8", "surrogatepass")).hexdigest()[:32]


@cache
def _libraries() -> str:
    """What xtriton is, file by file, and the version of what it stands on."""
    root = Path(__file__).parents[1]
    digest = hashlib.sha256(f"{sys.version} {xdsl.__version__}".encode())
    for path in sorted(root.rglob("*.py")):
        digest.update(f"{path.relative_to(root)}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


@dataclass
class _Walk:
    """Goes over values and what they name. ``found`` has what tells one from another, in a fixed order."""

    found: list[str] = field(default_factory=list[str])
    _packages: set[str] = field(default_factory=set[str])
    """Those of the passes: they are walked even if they are installed."""
    _seen: dict[int, tuple[int, object]] = field(default_factory=dict[int, tuple[int, object]])

    def visit(self, value: object) -> None:
        """Note ``value`` and what it consists of; of what was met before, only when that was."""
        if isinstance(value, _PLAIN):
            self.found.append(f"{type(value).__name__} {value!r}")
            return
        if id(value) in self._seen:
            self.found.append(f"again {self._seen[id(value)][0]}")
            return
        # The value is kept with its number, since identities of dead objects are given out again.
        self._seen[id(value)] = (len(self._seen), value)
        self.found.append(f"{type(value).__module__}.{type(value).__qualname__}")
        self._parts_of(value)

    def _parts_of(self, value: Any) -> None:
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
            case staticmethod() | classmethod():
                self.visit(cast("Any", value).__func__)
            case property():
                self._all((value.fget, value.fset, value.fdel))
            case partial():
                call = cast("partial[object]", value)
                self._all((call.func, call.args, call.keywords))
            case tuple() | list():
                self._all(cast("Iterable[object]", value))
            case set() | frozenset():
                self.found += sorted(fingerprint(one) for one in cast("Iterable[object]", value))
            case Mapping():
                for key, held in cast("Mapping[object, object]", value).items():
                    self._all((key, held))
            case Attribute():
                self.found.append(str(value))
            case PatternSet():
                self._all(value.patterns)
            case _:
                self._object(value)

    def _all(self, values: Iterable[object]) -> None:
        for value in values:
            self.visit(value)

    def _object(self, value: Any) -> None:
        """An object of another class: what the class does, and what it holds."""
        kind = cast("type[object]", type(value))
        package = kind.__module__.partition(".")[0]
        if issubclass(kind, Named):
            self._packages.add(package)
        if package == "functools" and hasattr(value, "__wrapped__"):
            self.visit(value.__wrapped__)
        elif is_dataclass(kind):
            self.visit(kind)
            self._all(getattr(value, one.name, None) for one in fields(kind))
        elif package == "numpy" and hasattr(value, "tobytes"):
            self.found.append(f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}")
        elif self._ends_at(kind.__module__) and package not in _OURS:
            text = repr(value)
            self.found.append("" if " at 0x" in text else text)
        else:
            self.visit(kind)
            names = [name for cls in kind.__mro__ for name in _slots(cls)]
            held = {name: getattr(value, name) for name in names if hasattr(value, name)}
            self.visit({**held, **getattr(value, "__dict__", {})})

    def _class(self, cls: type) -> None:
        """A class and those that it inherits from, as far as the user wrote them."""
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
        if self._ends_at(function.__module__ or ""):
            return
        self._all((function.__code__, function.__defaults__, function.__kwdefaults__))
        for cell in function.__closure__ or ():
            try:
                self.visit(cell.cell_contents)
            except ValueError:  # It has not been filled.
                self.found.append("empty")
        self._named(function.__code__, function.__globals__)

    def _code(self, code: CodeType) -> None:
        """What is executed. Line numbers and comments are no part of it."""
        self.found.append(f"{code.co_name} {code.co_flags} {code.co_argcount} {code.co_kwonlyargcount}")
        self.found += [code.co_code.hex(), code.co_exceptiontable.hex()]
        self._all((code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_consts))

    def _named(self, code: CodeType, known: dict[str, Any]) -> None:
        """What the names in code stand for: globals, attributes of modules, and modules imported on the way."""
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
        if name.partition(".")[0] not in _OURS | _OTHERS and not _is_of_python(name):
            self.found.append(_digest_of(name))

    def _ends_at(self, name: str) -> bool:
        """Whether the walk ends at what a module has: it is of a library, or of a package without a pass."""
        package = name.partition(".")[0]
        if package in _OURS | _OTHERS or _is_of_python(name):
            return True
        if package in self._packages or not _is_installed(name):
            return False
        self._module(name)
        return True


def _is_of_python(name: str) -> bool:
    """Whether a module is of Python's own library; a file of the user may hide one of those."""
    package = name.partition(".")[0]
    file = getattr(sys.modules.get(package), "__file__", None)
    known = package in sys.stdlib_module_names
    return known and (file is None or Path(file).is_relative_to(sysconfig.get_path("stdlib")))


def _is_installed(name: str) -> bool:
    file = getattr(sys.modules.get(name), "__file__", None)
    folders = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    return file is not None and any(Path(file).is_relative_to(folder) for folder in folders)


def _digest_of(name: str) -> str:
    """What the file of a module says now; empty if it has none."""
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


def _slots(cls: type) -> tuple[str, ...]:
    slots = vars(cls).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)
