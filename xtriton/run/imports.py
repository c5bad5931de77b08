"""Callbacks after an import: changes to a module that is imported later, or never."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import cast

Callback = Callable[[ModuleType], None]


def after_import(name: str, callback: Callback) -> None:
    """Call ``callback`` with the module called ``name``, now if it is imported, or else right after its import."""
    module = sys.modules.get(name)
    if module is not None:
        callback(module)
    else:
        sys.meta_path.insert(0, _Finder(name, callback))


class _Finder(MetaPathFinder):
    """Finds one module by means of the other finders, and adds the callback to its loader.

    Looking for a module is not importing it: torch asks whether there is a Triton. So the finder stays until then.
    """

    def __init__(self, name: str, callback: Callback) -> None:
        self._name = name
        self._callback = callback
        self._is_asking_others = False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The specification of the module, until it has been imported; ``None`` for all others."""
        if fullname != self._name or self._is_asking_others:
            return None
        self._is_asking_others = True
        try:
            spec = find_spec(fullname)
        finally:
            self._is_asking_others = False
        if spec is not None and spec.loader is not None:
            spec.loader = cast("Loader", _Loader(spec.loader, self._imported))
        return spec

    def _imported(self, module: ModuleType) -> None:
        if self in sys.meta_path:
            sys.meta_path.remove(self)
            self._callback(module)


class _Loader:
    """Wraps a loader, and calls back after it has executed a module."""

    def __init__(self, original: Loader, callback: Callback) -> None:
        self._original = original
        self._callback = callback

    def __getattr__(self, name: str) -> object:
        return getattr(self._original, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """The module of the original loader."""
        return self._original.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Execute the module, with its own loader in place, then call back."""
        if module.__spec__ is not None:
            module.__spec__.loader = self._original
        module.__loader__ = self._original
        self._original.exec_module(module)
        self._callback(module)
