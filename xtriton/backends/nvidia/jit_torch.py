"""``torch.compile`` under user passes: compiles in this process, and caches nothing that it has compiled.

Torch need not be installed and is never imported here: its modules are patched if loaded, or when they are imported.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, cast

_CONFIG = "torch._inductor.config"
_SETTINGS = {"compile_threads": 1, "force_disable_caches": True}
"""Worker processes do not have the passes, and inductor's caches do not have them in their keys."""

_CACHES = (
    ("torch._dynamo", "reset"),
    ("torch._inductor.utils", "clear_inductor_caches"),
    ("torch._inductor.utils", "clear_caches"),
)
"""The functions that drop compiled functions, in the versions of torch that have them."""


def forget_compiled() -> None:
    """Force functions of ``torch.compile`` to be recompiled on their next call."""
    for module, name in _CACHES:
        forget: Any = getattr(sys.modules.get(module), name, None)
        if forget is not None:
            forget()


@contextmanager
def compiling_here() -> Generator[None]:
    """Make inductor compile in this process and without its caches; its settings are restored afterwards."""
    saved: list[tuple[Any, str, object]] = []

    def change(config: Any) -> None:
        for name, value in _SETTINGS.items():
            if hasattr(config, name):
                saved.append((config, name, getattr(config, name)))
                setattr(config, name, value)

    watcher = _Watcher(change)
    loaded = sys.modules.get(_CONFIG)
    if loaded is not None:
        change(loaded)
    sys.meta_path.insert(0, watcher)
    try:
        yield
    finally:
        sys.meta_path.remove(watcher)
        for config, name, value in reversed(saved):
            setattr(config, name, value)


class _Watcher(MetaPathFinder):
    """An import hook that finds no module itself, but changes inductor's settings once they are imported."""

    def __init__(self, change: Callable[[Any], None]) -> None:
        self._change = change

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec from the other finders for inductor's settings, with a loader that changes them."""
        if fullname != _CONFIG:
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        spec = next((spec for other in others if (spec := other.find_spec(fullname, path, target)) is not None), None)
        if spec is not None and spec.loader is not None:
            loader = cast("Any", spec.loader)
            execute = loader.exec_module

            def exec_module(module: ModuleType) -> None:
                del loader.exec_module
                execute(module)
                self._change(module)

            loader.exec_module = exec_module
        return spec
