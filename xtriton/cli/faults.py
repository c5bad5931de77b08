"""Internal errors of xtriton, or of a user pass, as diagnostics: the last resort, not a way to reject input."""

from __future__ import annotations

from collections.abc import Iterator
from types import FrameType

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, LocationAttr, StringAttr
from xdsl.ir import Operation

from xtriton.ir.diagnostics import Diagnostic, Severity, file_location, note

TRACEBACK = "XTRITON_TRACEBACK"
"""The variable of the environment that shows tracebacks."""


def internal_error(failure: Exception, file: str, command: str) -> Diagnostic:
    """The diagnostic for an unexpected exception, at the operation being processed, or at the beginning of ``file``.

    ``command`` shows the traceback.
    """
    start = FileLineColLoc(StringAttr(file), IntAttr(1), IntAttr(1))
    place = _location_in_work(failure) or start
    message = f"internal error: {type(failure).__name__}: {failure}"
    return Diagnostic(Severity.ERROR, place, message, (note(place, about_bug(failure, command)),))


def about_bug(failure: Exception, command: str) -> str:
    """Where to report the bug, and how to find its cause."""
    where = "".join(f" {text}" for text in getattr(failure, "__notes__", ()))
    whose = f"xtriton{',' if where else ''}" if not where or " of module xtriton." in where else "your code,"
    return f"this is a bug in {whose}{where}; to see where it comes from: {command}"


def _location_in_work(failure: Exception) -> LocationAttr | None:
    """The location of the operation that the innermost function was processing when it failed, if it is in a file."""
    for frame in reversed(list(_frames(failure))):
        # By convention it is called ``op``; otherwise the operation assigned last.
        for value in (frame.f_locals.get("op"), *reversed(frame.f_locals.values())):
            place = file_location(value.location) if isinstance(value, Operation) else None
            if place is not None and place.line.data > 0:  # implicit modules are at line 0
                return place
    return None


def _frames(failure: Exception) -> Iterator[FrameType]:
    traceback = failure.__traceback__
    while traceback is not None:
        yield traceback.tb_frame
        traceback = traceback.tb_next
