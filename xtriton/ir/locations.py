"""Source locations beyond xDSL's: file ranges, and MLIR's rules for fusing locations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeGuard, TypeVar, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    LocationAttr,
    NameLoc,
    NoneAttr,
    StringAttr,
    UnknownLoc,
)
from xdsl.ir import Attribute, BuiltinAttribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.printer import Printer

from xtriton.ir.interning import parameter_names
from xtriton.ir.shared_attributes import int_attr

UNKNOWN = UnknownLoc()

_Composed = TypeVar("_Composed", CallSiteLoc, NameLoc, FusedLoc, FileLineColLoc)


@irdl_attr_definition
class FileRangeLoc(ParametrizedAttribute, BuiltinAttribute):
    """``"file":line:column to end_line:end_column``."""

    name = "file_line_range_loc"

    filename: StringAttr = param_def()
    line: IntAttr = param_def()
    column: IntAttr = param_def()
    end_line: IntAttr = param_def()
    end_column: IntAttr = param_def()

    def print_builtin(self, printer: Printer) -> None:
        printer.print_string("loc(")
        printer.print_string_literal(self.filename.data)
        printer.print_string(f":{self.line.data}:{self.column.data} to {self.end_text}")
        printer.print_string(")")

    @property
    def end_text(self) -> str:
        """The end; its line is omitted when it is the first line."""
        line = "" if self.end_line == self.line else str(self.end_line.data)
        return f"{line}:{self.end_column.data}"


Location = LocationAttr | FileRangeLoc
"""Any location."""


def is_location(attr: Attribute) -> TypeGuard[Location]:
    """Whether an attribute is a location."""
    return type(attr) in _LOCATION_CLASSES


_LOCATION_CLASSES = frozenset({UnknownLoc, FileLineColLoc, CallSiteLoc, NameLoc, FusedLoc, FileRangeLoc})


def compose(location_class: type[_Composed], *parameters: Attribute) -> _Composed:
    """Create a location without xDSL's check of its parameters, which accepts only xDSL's own locations in others."""
    location = location_class.__new__(location_class)
    names = parameter_names(location_class)
    assert names is not None
    for name, parameter in zip(names, parameters, strict=True):
        object.__setattr__(location, name, parameter)
    return location


def file_line_col(filename: str | StringAttr, line: int, column: int) -> FileLineColLoc:
    """The location of a file position; lines and columns count from 1."""
    name = StringAttr(filename) if isinstance(filename, str) else filename
    return compose(FileLineColLoc, name, int_attr(line), int_attr(column))


def name_loc(name: str, inner: Location = UNKNOWN) -> NameLoc:
    """A named location around a child."""
    return compose(NameLoc, StringAttr(name), inner)


def fuse(locations: Iterable[Location], metadata: Attribute | None = None) -> Location:
    """Fuse locations by MLIR's rules: unknown ones and duplicates are dropped, a single one is returned itself."""
    unique: dict[Location, None] = {}
    data = NoneAttr() if metadata is None else metadata  # an integer attribute of 0 is false
    for location in locations:
        if isinstance(location, FusedLoc) and location.metadata == data:
            unique.update(dict.fromkeys(parts_of(location)))
        elif not isinstance(location, UnknownLoc):
            unique[location] = None
    if metadata is None:
        if not unique:
            return UNKNOWN
        if len(unique) == 1:
            return next(iter(unique))
    return compose(FusedLoc, ArrayAttr(tuple(unique) or (UNKNOWN,)), data)


def parts_of(location: FusedLoc) -> tuple[Location, ...]:
    """The locations that a fused location consists of."""
    return cast("ArrayAttr[Location]", location.locations).data
