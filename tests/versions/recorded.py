"""The passes that the stages of the installed wheel add, in order, as its backend adds them."""

from __future__ import annotations

from typing import Any

import triton.backends.nvidia.compiler as backend
from parity.frontend import Frontend
from parity.kernels import KERNELS

Call = tuple[str, tuple[Any, ...]]
"""The path of the function in ``libtriton`` that adds a pass, and its arguments after the pass manager."""


class _Recorder:
    """Stands for a module of ``libtriton``: its ``add_*`` functions are recorded instead of called."""

    def __init__(self, module: Any, path: str, calls: list[Call]) -> None:
        self._module, self._path, self._calls = module, path, calls

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._module, name)
        path = f"{self._path}.{name}"
        if name.startswith("add_"):
            return lambda _manager, *arguments: self._calls.append((path, arguments))
        return _Recorder(member, path, self._calls) if type(member).__name__ == "module" else member


class _NoPassManager:
    """A pass manager without passes."""

    def __init__(self, context: Any) -> None:
        self.context = context

    def enable_debug(self) -> bool:
        return False

    def run(self, *arguments: Any) -> None:
        """There is nothing to run."""


class _Ir:
    """``libtriton.ir`` with pass managers that run nothing."""

    pass_manager = _NoPassManager

    def __init__(self, module: Any) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module, name)


def recorded_stage(stage: str, capability: int, kernel: str, monkeypatch: Any) -> list[Call]:
    """The passes that ``make_ttir`` or ``make_ttgir`` adds for a kernel of the harness."""
    frontend = Frontend(KERNELS[kernel], capability)
    module = frontend.module()
    metadata = {"hash": "", "target": frontend.target, **frontend.options.__dict__}
    calls: list[Call] = []
    with monkeypatch.context() as patched:
        patched.setattr(backend, "passes", _Recorder(backend.passes, "passes", calls))
        patched.setattr(backend, "nvidia", _Recorder(backend.nvidia, "nvidia", calls))
        patched.setattr(backend, "ir", _Ir(backend.ir))
        getattr(frontend.backend, stage)(module, metadata, frontend.options, capability)
    return calls
