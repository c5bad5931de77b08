"""The dependencies of a ``@triton.jit`` function's TTIR besides its arguments: sources, and values of globals.

Triton's own ``cache_key`` is computed once for each function, and misses later changes, and values reached through
modules. Here each name that the function or its callees read is kept with its value, and looked up again at each
launch: nearly always that is the same object.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from logging import Logger
from struct import pack
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, cast

from xtriton.frontend.assigned_names import unassigned_reads
from xtriton.installed import is_installed, is_of_python
from xtriton.wheel import triton_module

PLAIN = frozenset[type]({int, bool, str, bytes, type(None), type(...)})
"""Immutable types whose objects are interchangeable if they are equal."""
ABSENT = object()
"""The value of a name that has none."""


class Same:
    """An object that equals only itself; it is kept alive so that its id is not reused."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def frozen(value: Any, found: Callable[[Any], object] | None = None, open_: tuple[int, ...] = ()) -> Hashable:
    """A key of a value for the front end: equal only for values of equal types and contents.

    ``repr`` is not called, and ``==`` only for Python's own types. An opaque object equals only itself, and so does a
    logger, from which all others can be reached. ``found`` is called with each function of Triton that is part of the
    value.
    """
    kind = type(cast("object", value))
    if kind in PLAIN:
        return (kind, value)
    if kind is float:  # 0.0 equals -0.0, and NaN not itself
        return (kind, pack("<d", value))
    if kind is complex:
        return (kind, pack("<2d", value.real, value.imag))
    if id(value) in open_:
        return ("around", open_.index(id(value)))
    inner = (*open_, id(value))
    if isinstance(value, tuple | list):
        elements = cast("tuple[Any, ...] | list[Any]", value)
        return (kind, *(frozen(item, found, inner) for item in elements), _state(value, found, inner))
    if isinstance(value, set | frozenset):
        return (kind, frozenset(frozen(item, found, inner) for item in cast("set[Any]", value)))
    if isinstance(value, dict):
        pairs = cast("dict[Any, Any]", value).items()
        return (kind, *((frozen(name, found, inner), frozen(item, found, inner)) for name, item in pairs))
    if _is_bound(value):
        return (kind, frozen(value.__func__, found, inner), frozen(value.__self__, found, inner))
    if is_jit(value):
        if found is not None:
            found(value)
        return Same(value)
    if isinstance(value, type | ModuleType | FunctionType | BuiltinFunctionType | Enum | Logger):
        return Same(value)
    if isinstance(value, triton_module("runtime.jit").KernelInterface):
        # An autotuner or the like: its caches change with each launch, but only its function can be compiled.
        return (kind, Same(value), frozen(getattr(value, "fn", None), found, inner))
    for base in (int, str, bytes):
        if isinstance(value, base):
            return (kind, base.__str__(cast("Any", value)), _state(value, found, inner))
    state = _state(value, found, inner)
    if state is None:
        return Same(value)
    return (kind, Same(value), state) if _is_opaque(kind) else (kind, state)


def _state(value: Any, found: Callable[[Any], object] | None, open_: tuple[int, ...]) -> Hashable:
    """The attributes of an object; None if Python stores none."""
    slots = [name for base in type(value).__mro__ for name in _slots(base)]
    if not hasattr(value, "__dict__") and not slots:
        return None
    known = {**getattr(value, "__dict__", {}), **{name: getattr(value, name, ABSENT) for name in slots}}
    known.pop("__weakref__", None)
    return tuple((name, frozen(item, found, open_)) for name, item in sorted(known.items()))


_HEAP_TYPE = 1 << 9
"""The flag of classes defined in Python (``Py_TPFLAGS_HEAPTYPE``)."""


def _is_opaque(cls: type) -> bool:
    """Whether objects of a class may hold state invisible to Python, as arrays do."""
    if type(cls).__module__ not in ("builtins", "abc", "typing"):
        return True
    return any(base is not object and not base.__flags__ & _HEAP_TYPE for base in cls.__mro__)


def _slots(cls: type) -> tuple[str, ...]:
    slots: Any = vars(cls).get("__slots__", ())
    names = (slots,) if isinstance(slots, str) else tuple(slots)
    return tuple(
        f"_{cls.__name__.lstrip('_')}{slot}" if slot.startswith("__") and not slot.endswith("__") else slot
        for slot in names
    )


def is_jit(value: Any) -> bool:
    """Whether a value is a function that Triton compiles or calls while it compiles."""
    return isinstance(value, triton_module("runtime.jit").JITCallable)


def _is_bound(value: Any) -> bool:
    """Whether a function is a bound method."""
    return isinstance(value, MethodType) or (is_jit(value) and hasattr(value, "__func__"))


def is_of_triton(value: Any) -> bool:
    """Whether a module, class or function is Triton's."""
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return isinstance(name, str) and name.partition(".")[0] == "triton"


@dataclass
class Dependencies:
    """The values that a function read when it was analysed. ``facts`` are equal if the TTIR is."""

    facts: tuple[Hashable, ...]
    _names: list[tuple[dict[str, Any], str, Any]]
    _cells: list[tuple[CellType, Any]]
    _attributes: list[tuple[Any, str, Any, Hashable]]
    _contents: list[tuple[Any, Hashable]]

    def hold(self) -> bool:
        """Whether everything that the function reads is unchanged."""
        for scope, name, value in self._names:
            if scope.get(name, ABSENT) is not value:
                return False
        for cell, value in self._cells:
            if _content(cell) is not value:
                return False
        for owner, name, value, facts in self._attributes:
            now = getattr(owner, name, ABSENT)
            if now is not value and frozen(now) != facts:
                return False
        return all(frozen(value) == facts for value, facts in self._contents)


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # an empty cell
        return ABSENT


def dependencies_of(function: Any) -> Dependencies:
    """The current dependencies of a ``@triton.jit`` function: its source, its callees, and default values."""
    walk = _Walk()
    walk.value(function)
    while walk.open:
        walk.visit(walk.open.pop())
    return Dependencies(
        tuple(walk.facts), list(walk.names.values()), walk.cells, list(walk.attributes.values()), walk.contents
    )


@dataclass
class _Walk:
    """Visits functions transitively, and records the values they read."""

    facts: list[Hashable] = field(default_factory=list[Hashable])
    names: dict[tuple[int, str], tuple[dict[str, Any], str, Any]] = field(default_factory=dict[Any, Any])
    cells: list[tuple[CellType, Any]] = field(default_factory=list[Any])
    attributes: dict[tuple[int, str], tuple[Any, str, Any, Hashable]] = field(default_factory=dict[Any, Any])
    contents: list[tuple[Any, Hashable]] = field(default_factory=list[Any])
    open: list[Any] = field(default_factory=list[Any])
    _seen: dict[int, Any] = field(default_factory=dict[int, Any])

    def visit(self, function: Any) -> None:
        """Record the values that the code of a function reads."""
        if isinstance(function, FunctionType):
            self._attribute(function, "__code__")
            self._python(function.__code__, function.__globals__, _cells_of(function))
            return
        source = self._name(cast("dict[str, Any]", vars(function)), "_src")
        self.facts.append((source, function.starting_line_number, getattr(function, "noinline", None)))
        for parameter in function.signature.parameters.values():
            self.value(parameter.default)
        _Reader(self, function.__globals__, _cells_of(function.fn)).read(source)

    def _python(self, code: CodeType, scope: dict[str, Any], cells: dict[str, CellType]) -> None:
        """A Python function called while TTIR is generated: the names in its code, attributes of modules too."""
        for name in code.co_freevars:
            if name in cells:
                self.cell(cells[name])
        read = [self._name(scope, name) for name in code.co_names if name in scope]
        for module in read:
            if isinstance(module, ModuleType) and not is_library(module.__name__):
                for name in code.co_names:
                    if hasattr(module, name):
                        self.attribute(module, name)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._python(constant, scope, cells)

    def name(self, scope: dict[str, Any], name: str) -> Any:
        """The value of a global, which is recorded."""
        return self._name(scope, name)

    def _name(self, scope: dict[str, Any], name: str) -> Any:
        found = self.names.get((id(scope), name))
        if found is not None:
            return found[2]
        value = scope.get(name, ABSENT)
        self.names[(id(scope), name)] = (scope, name, value)
        self.facts.append(name)
        self.value(value)
        return value

    def cell(self, cell: CellType) -> Any:
        """The value of a closure variable, which is recorded."""
        value = _content(cell)
        if id(cell) not in self._seen:
            self._seen[id(cell)] = cell
            self.cells.append((cell, value))
            self.facts.append("cell")
            self.value(value)
        return value

    def attribute(self, owner: Any, name: str) -> Any:
        """The value of an attribute, which is recorded."""
        if isinstance(owner, ModuleType) and name in vars(owner):
            return self._name(vars(owner), name)
        return self._attribute(owner, name)

    def _attribute(self, owner: Any, name: str) -> Any:
        found = self.attributes.get((id(owner), name))
        if found is not None:
            return found[2]
        value = getattr(owner, name, ABSENT)
        self.attributes[(id(owner), name)] = (owner, name, value, frozen(value))
        self.facts.append(name)
        self.value(value)
        return value

    def value(self, value: Any) -> None:
        """Record a value, and its parts."""
        constexpr = triton_module("language.core").constexpr
        if type(value) is constexpr:
            self.facts.append("constexpr")
            self._name(cast("dict[str, Any]", vars(value)), "value")
        elif _is_bound(value):
            self.value(value.__func__)
            self.value(value.__self__)
        elif is_jit(value) or isinstance(value, FunctionType):
            self._function(value)
        elif isinstance(value, type):
            self.facts.append(Same(value))
            if getattr(value, "__triton_aggregate__", False):
                for attribute in cast("Any", value).hash_attrs:
                    self.value(attribute)
        elif value is ABSENT or is_of_triton(type(value)):
            self.facts.append(Same(value))
        else:
            facts = frozen(value, self.value)
            self.facts.append(facts)
            if type(value) not in PLAIN | {float, complex, ModuleType} and not isinstance(facts, Same):
                self.contents.append((value, facts))

    def _function(self, function: Any) -> None:
        if id(function) in self._seen:
            self.facts.append(Same(function))
            return
        self._seen[id(function)] = function
        self.facts.append(Same(function))
        walked = not is_library(function.__module__) if isinstance(function, FunctionType) else True
        if walked and not is_of_triton(function):
            self.open.append(function)


def is_library(name: str | None) -> bool:
    """Whether a module belongs to Python or an installed package, whose functions are assumed not to change."""
    return name is not None and (is_of_python(name) or is_installed(name))


def _cells_of(function: Any) -> dict[str, CellType]:
    return dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))


@dataclass
class _Reader:
    """Finds the names that the source of a ``@triton.jit`` function reads."""

    walk: _Walk
    scope: dict[str, Any]
    cells: dict[str, CellType]

    def read(self, source: str) -> None:
        """Record all names that may be global, and attributes of their values."""
        for name, *attributes in _reads_of(source):
            value = self.walk.cell(self.cells[name]) if name in self.cells else self.walk.name(self.scope, name)
            for attribute in attributes:
                value = self._attribute(value, attribute)

    def _attribute(self, owner: Any, name: str) -> Any:
        if owner is ABSENT or owner is None or type(owner) in PLAIN:
            return ABSENT
        if is_of_triton(owner) or is_of_triton(type(owner)):
            inner = getattr(owner, "value", ABSENT) if type(owner).__name__ == "constexpr" else ABSENT
            return self._attribute(inner, name) if inner is not ABSENT else ABSENT
        if isinstance(owner, ModuleType) and is_of_python(owner.__name__):
            return ABSENT
        return self.walk.attribute(owner, name)


@lru_cache(maxsize=1024)
def _reads_of(source: str) -> tuple[tuple[str, ...], ...]:
    """The names that a function's source reads without having assigned them, each followed by attributes of its value.

    Each context in which kernels are launched looks at the values again, but the source is analysed once.
    """
    tree = ast.parse(source)
    unassigned = unassigned_reads(tree)

    def read(node: ast.AST) -> tuple[str, ...]:
        match node:
            case ast.Name(id=name) if node in unassigned:
                return (name,)
            case ast.Attribute(value=owner, attr=name):
                pass
            case ast.Call(func=ast.Name(id="getattr"), args=[owner, ast.Constant(value=str(name)), *_]):
                pass
            case _:
                return ()
        path = read(owner)
        return (*path, name) if path else ()

    return tuple(dict.fromkeys(path for node in ast.walk(tree) if (path := read(node))))


def functions_in(value: Any) -> Iterator[Any]:
    """The functions of Triton that are parts of a value."""
    found: list[Any] = []
    frozen(value, found.append)
    yield from found
