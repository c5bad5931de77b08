"""The origins of the lines of a module in a text file, whose operations need not have ``loc`` annotations."""

from __future__ import annotations

from xtriton.explain.model import Frame, Listing
from xtriton.explain.origins import Origins, mlir_listing, shown_lines
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module_with_lines
from xtriton.ir.places import places_of


def given_listing(text: str, path: str, origins: Origins) -> Listing:
    """The listing of the text of a file. Operations without ``loc`` have their position in the file as their origin.

    An operation may take several lines, which all have its origin. Text of another version of Triton, which cannot be
    parsed, has the origins of its annotations only.
    """
    annotated = mlir_listing(text, origins)
    try:
        _, lines = parse_module_with_lines(text, path, Context())
    except DiagnosticError:
        return annotated
    begins: dict[int, int] = {}
    for op, line in lines.items():
        frames = tuple(Frame(place.file, place.line, place.column) for place in places_of(op.location))
        begins.setdefault(line, origins.number(frames))
    found: list[int] = []
    current = -1
    for number, shown in zip(shown_lines(text), annotated.text.splitlines(), strict=True):
        ends = not shown.strip() or shown.lstrip().startswith(("}", "^", "//"))
        current = begins.get(number, -1 if ends else current)
        found.append(current)
    return Listing("mlir", annotated.text, found)
