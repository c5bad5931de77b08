"""Errors of calls in Relax functions, located by file and line, function and binding."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from xtriton.ir.diagnostics import DiagnosticError, render

tvm_ffi: Any = import_module("tvm_ffi")


@tvm_ffi.register_error
class RelaxError(ValueError):
    """A call in a Relax function that cannot be compiled.

    The message begins with the position in the source, if TVM recorded one, and names the function and the binding:
    ``model.py:12:13: error: in function 'main', binding 'lv1': ...``
    """


class Place:
    """The position of a call: its span, function and binding."""

    def __init__(self, function: str, binding: str | None, spans: Iterable[Any] = ()) -> None:
        """``spans`` are those of the call, its binding and its function; the first that is known is used."""
        self.function = function
        self.binding = binding
        self.span = next((span for span in spans if span is not None), None)

    def error(self, message: str) -> RelaxError:
        """An error at this place."""
        where = f"in function '{self.function}'" + (f", binding '{self.binding}'" if self.binding else "")
        return RelaxError(f"{self._position()}error: {where}: {message}")

    def _position(self) -> str:
        if self.span is None:
            return ""
        return f"{self.span.source_name.name}:{self.span.line}:{self.span.column}: "


def cause_of(failure: ValueError | DiagnosticError) -> str:
    """The text of an error in a kernel; diagnostics keep their position in it."""
    return render(failure.diagnostic, {}) if isinstance(failure, DiagnosticError) else str(failure)
