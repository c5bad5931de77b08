"""Machine code in this process: by :mod:`xtriton.backends.cpu.elf`, or else by LLVM's execution engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xtriton.backends.cpu.elf import UnknownObjectError, load_elf
from xtriton.backends.cpu.host import LOCK, engine, llvmlite_binding
from xtriton.backends.cpu.lock import share_lock
from xtriton.backends.cpu.symbols import unresolved_symbols


class Loaded:
    """Machine code loaded into this process for the lifetime of this object.

    Raises ``ValueError`` for code that needs a function that this process does not have.
    """

    def __init__(self, code: bytes) -> None:
        self._address: Callable[[str], int]
        try:
            self._address = load_elf(code).address
        except UnknownObjectError:
            self._address = _ByLlvm(code).address
        share_lock(code, self._address)

    def address(self, name: str) -> int:
        """The address of a function. Raises ``KeyError`` if there is none of this name."""
        return self._address(name)


class _ByLlvm:
    """Code that LLVM has loaded."""

    def __init__(self, code: bytes) -> None:
        binding = llvmlite_binding()
        missing = unresolved_symbols(binding, code)
        if missing:
            raise ValueError(f"machine code needs functions that no library here has: {', '.join(missing)}")
        with LOCK:
            self._engine: Any = engine(binding)
            self._engine.add_object_file(binding.ObjectFileRef.from_data(code))
            self._engine.finalize_object()

    def address(self, name: str) -> int:
        """The address of a function. Raises ``KeyError`` if there is none of this name."""
        with LOCK:
            found: int = self._engine.get_function_address(name)
        if not found:
            raise KeyError(name)
        return found
