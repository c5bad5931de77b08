"""Machine code in this process, by llvmlite's execution engine."""

from __future__ import annotations

from xtriton.backends.cpu.host import LOCK, engine, llvmlite_binding
from xtriton.backends.cpu.symbols import unresolved_symbols


class Loaded:
    """Machine code loaded into this process for the lifetime of this object.

    Raises ``ValueError`` for code that needs a function that this process does not have.
    """

    def __init__(self, code: bytes) -> None:
        binding = llvmlite_binding()
        missing = unresolved_symbols(binding, code)
        if missing:
            raise ValueError(f"machine code needs functions that no library here has: {', '.join(missing)}")
        with LOCK:
            self._engine = engine(binding)
            self._engine.add_object_file(binding.ObjectFileRef.from_data(code))
            self._engine.finalize_object()

    def address(self, name: str) -> int:
        """The address of a function. Raises ``KeyError`` if there is none of this name."""
        with LOCK:
            found = self._engine.get_function_address(name)
        if not found:
            raise KeyError(name)
        return found
