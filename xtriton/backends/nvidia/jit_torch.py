"""``torch.compile`` under passes of the user: it compiles in this process, and keeps nothing of what it has compiled.

Torch need not be installed and is never imported here: what is loaded already, or gets loaded meanwhile, is changed.
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
"""Worker processes know nothing of the passes, and the caches of inductor do not ask for them."""

_CACHES = (
    ("torch._dynamo", "reset"),
    ("torch._inductor.utils", "clear_inductor_caches"),
    ("torch._inductor.utils", "clear_caches"),
)
"""What forgets compiled functions, in the versions of torch that have it."""


def forget_compiled() -> None:
    """Make functions of ``torch.compile`` compile anew when they are called next."""
    for module, name in _CACHES:
        forget: Any = getattr(sys.modules.get(module), name, None)
        if forget is not None:
            forget()


@contextmanager
def compiling_here() -> Generator[None]:
    """Let inductor compile in this process and without its caches; its settings are restored afterwards."""
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
    """Finds nothing itself, and changes inductor's settings as soon as they have been imported."""

    def __init__(self, change: Callable[[Any], None]) -> None:
        self._change = change

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """What the other finders say of inductor's settings, with a loader that changes them."""
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
