"""Plants a bug in a running process: exchanges the code of the functions that are already there.

Nothing on disk changes. Functions are found by their code, wherever registries, decorators and closures keep them.
"""

from __future__ import annotations

import ast
import functools
import gc
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

from sabotage.sites import ROOT, Bug, planted

Key = tuple[str, str, int]
"""The identity of code: the file, the qualified name, the first line."""


def key_of(code: CodeType) -> Key:
    """The key of some code."""
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested(constant)


def codes_with(bug: Bug) -> tuple[dict[Key, CodeType], str]:
    """The code of the changed function and of those within it, and the change as text."""
    tree, change = planted(bug)
    return {key_of(code): code for code in _codes_in(tree, bug)}, change


def _codes_in(tree: ast.Module, bug: Bug) -> list[CodeType]:
    code = compile(tree, str(ROOT / bug.file), "exec", dont_inherit=True)
    inside = bug.function + "."
    return [
        nested
        for nested in _nested(code)
        if nested.co_qualname == bug.function or nested.co_qualname.startswith(inside)
    ]


@dataclass(frozen=True)
class Loaded:
    """What a process has loaded of the project, found by one look at all objects.

    A look takes a second, and copies the memory of a fork: those that plant a bug each use their parent's.
    """

    functions: Mapping[Key, Sequence[FunctionType]]
    caches: Sequence[Any]
    """The functions that remember results."""

    @staticmethod
    def now() -> Loaded:
        """What this process has loaded."""
        wrapper = type(functools.lru_cache(lambda: None))
        functions, caches = defaultdict[Key, list[FunctionType]](list), list[Any]()
        for held in gc.get_objects():
            if type(held) is FunctionType:
                functions[key_of(held.__code__)].append(held)
            elif isinstance(held, wrapper) and str(getattr(held, "__module__", "")).startswith("xtriton."):
                caches.append(held)
        return Loaded(functions, caches)

    def with_new(self) -> Loaded:
        """This, and what has been loaded since ``gc.freeze`` hid the older objects."""
        new = Loaded.now()
        return Loaded({**self.functions, **new.functions}, [*self.caches, *new.caches])

    def plant(self, bug: Bug) -> str:
        """Exchange the code of the bug's function. Returns the change as text.

        Raises ``LookupError`` where no such function exists in this process.
        """
        codes, change = codes_with(bug)
        held = [(function, code) for key, code in codes.items() for function in self.functions.get(key, ())]
        if not held:
            raise LookupError(f"{bug.id}: no such function is loaded")
        for function, code in held:
            if code.co_freevars != function.__code__.co_freevars:
                raise LookupError(f"{bug.id}: the changed function has other free variables")
            function.__code__ = code
        return change

    def forget_results(self) -> None:
        """Clear the caches of the project's functions, which were filled without the bug."""
        for cached in self.caches:
            cached.cache_clear()
        kernels = sys.modules.get("xtriton.backends.cpu.cache")
        for held in vars(kernels.CACHE).values() if kernels is not None else ():
            if isinstance(held, dict):
                held.clear()
