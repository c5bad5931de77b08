"""Plants a bug in a running process: exchanges the code of the functions that are already there.

Nothing on disk changes. Functions are found by their code, wherever registries, decorators and closures keep them.
"""

from __future__ import annotations

import ast
import functools
import gc
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType

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


def plant(bug: Bug) -> str:
    """Exchange the code of the bug's function. Returns the change as text.

    Raises ``LookupError`` where no such function exists in this process.
    """
    codes, change = codes_with(bug)
    exchanged = 0
    for held in gc.get_objects():
        if type(held) is FunctionType and (code := codes.get(key_of(held.__code__))) is not None:
            if code.co_freevars != held.__code__.co_freevars:
                raise LookupError(f"{bug.id}: the changed function has other free variables")
            held.__code__ = code
            exchanged += 1
    if not exchanged:
        raise LookupError(f"{bug.id}: no such function is loaded")
    return change


def forget_results() -> None:
    """Clear the caches of the project's functions, which were filled without the bug."""
    wrapper = type(functools.lru_cache(lambda: None))
    for cached in gc.get_objects():
        if isinstance(cached, wrapper) and str(getattr(cached, "__module__", "")).startswith("xtriton."):
            cached.cache_clear()
    kernels = sys.modules.get("xtriton.backends.cpu.cache")
    for held in vars(kernels.CACHE).values() if kernels is not None else ():
        if isinstance(held, dict):
            held.clear()
