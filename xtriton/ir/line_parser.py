"""Lines that repeat: a line that differs from an earlier one only in values and location is not parsed again.

Programs spell few operations in many lines: of 433 operations of an FP8 matmul as Triton's front end prints it, 131 are
different once the names of values and locations are left out. What such a line says beside these is kept as a
:class:`_Template` when an operation has been parsed that is alone on its line. A later line makes the same operation of
other values, if these are defined before it and have the same types; everything else, errors included, is left to the
grammar.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import ClassVar, NamedTuple, cast

from xdsl.dialects.builtin import CallSiteLoc, LocationAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xtriton.ir.attribute_parser import MAX_EXPANSION
from xtriton.ir.context import Context, own_dialects
from xtriton.ir.creation import append, operands_of
from xtriton.ir.locations import UNKNOWN, Location, compose, file_line_col, is_location, name_loc
from xtriton.ir.op import Op
from xtriton.ir.region_parser import RegionParser
from xtriton.versions import TritonVersion

_VALUE = re.compile(r"%([\w$.-]+(?:\#\d+)?)", re.ASCII)
_ALIAS = re.compile(r"#[A-Za-z_][\w$]*+\)", re.ASCII)

_LOCATION_LINE = re.compile(
    r"""
    (\#[A-Za-z_][\w$]*+)\ =\ loc\((?:
        "([^"\\\n]*+)"                                   # a file or a name
        (?: \((\#[A-Za-z_][\w$]*+)\)                     # the location that is named
          | :([0-9]{1,9}):([0-9]{1,9}) )                 # a line and a column
      | callsite\((\#[A-Za-z_][\w$]*+)\ at\ (\#[A-Za-z_][\w$]*+)\)
    )\)\n
    """,
    re.ASCII | re.VERBOSE,
)
"""The definition of a location's alias, alone on its line."""

_LONGEST = 400
"""Lines with more characters, such as constants of many elements, are not kept."""

_UNSUITABLE = re.compile(r'["^]|//|distinct|loc\(')
"""Strings may contain what looks like a value; the others stand for something else in each file or place."""

_ALIAS_IN_LINE = re.compile(r"\#|![A-Za-z_$][\w$-]*+(?!\.)", re.ASCII)
_DIALECT = re.compile(r"(?<![\w.])([A-Za-z_]\w*)\.[A-Za-z_]", re.ASCII)


_ENDS_OPERATION = re.compile(r'(?:\s|//[^\n]*+)++(?:[%"}^]|[A-Za-z_]\w*+\.)', re.ASCII)
"""What follows a line that is a whole operation. Before something else, such as regions, it may be the begin of one."""


class _Template(NamedTuple):
    """What a line says apart from names and location."""

    op_class: type[Op]
    operand_types: tuple[Attribute, ...]
    result_types: tuple[Attribute, ...]
    properties: Mapping[str, Attribute]
    attributes: Mapping[str, Attribute]
    has_name: bool
    """Whether the line begins with the name of the results."""


class _Line(NamedTuple):
    """A line that no template is known for."""

    key: str
    """The text up to the location, without the names of values."""
    names: list[str]
    """The names of values in their order, those of the results first."""
    end: int
    """The position after the last character."""


_MOST = 4096
"""How many templates are shared between files."""


@cache
def _shared_templates(_triton: TritonVersion) -> dict[str, _Template]:
    """The templates that files in a version of Triton share. They consist of attributes and classes, which are values.

    None has an alias, and all are of dialects of the package's own: they mean the same in every context.
    """
    return {}


class LineParser(RegionParser):
    """Parses the operations of a block, and definitions of aliases, by lines where possible."""

    REPEATS_LINES: ClassVar[bool] = True

    def __init__(self, ctx: Context, text: str, filename: str) -> None:
        super().__init__(ctx, text, filename)
        self._templates: dict[str, _Template] = {}
        self._shared = _shared_templates(ctx.triton)

    def append_repeated(self, block: Block) -> _Line | None:
        """Append the operations of the next lines that repeat earlier ones. Returns the first other line."""
        content, templates = self._parser_state.lexer.input.content, self._templates
        begin = start = self._parser_state.current_token.start
        line: _Line | None = None
        while (end := content.find("\n", start)) >= 0:
            text = content[start:end]
            written = text.strip()
            start += text.index(written)
            before, _, alias = written.rpartition(" loc(")
            if not before:
                before, alias = written, ""
            elif _ALIAS.fullmatch(alias) is None:
                break
            parts = _VALUE.split(before)
            key, names = "%".join(parts[::2]), parts[1::2]
            template = templates.get(key) or self._shared_template(key)
            if template is None:
                line = _Line(key, names, start + len(written))
                break
            if _ENDS_OPERATION.match(content, end) is None:
                break
            operation = self._repeated(template, names, start)
            if operation is None:
                break
            if alias:
                self._set_location(operation, alias[:-1], start + len(before) + 5)
            else:
                operation.location = self.location_at(start + (before.index(" = ") + 3 if template.has_name else 0))
            append(operation, block)
            start = end + 1
        if start != begin:
            self.skip_to(start)
        return line

    def _shared_template(self, key: str) -> _Template | None:
        """The template of another file, if its operation is also that of this context."""
        template = self._shared.get(key)
        if template is None or self.ctx.get_optional_op(template.op_class.name) is not template.op_class:
            return None
        self._templates[key] = template
        return template

    def _repeated(self, template: _Template, names: list[str], position: int) -> Operation | None:
        """The operation of a template on the named values; ``None`` if they cannot be its operands and results."""
        scope = self._scope
        known = scope.values
        has_name = template.has_name
        if has_name and (names[0] in known or scope.forward):
            return None
        operands: list[SSAValue] = []
        for name, type_ in zip(names[1:] if has_name else names, template.operand_types, strict=True):
            value = self._value(name)
            if value is None or (value.type is not type_ and value.type != type_):
                return None
            operands.append(value)
        operation = template.op_class.create(
            operands=operands,
            result_types=template.result_types,
            properties=template.properties,
            attributes=template.attributes,
        )
        if has_name:
            known[names[0]] = tuple(operation.results)
            scope.definitions[names[0]] = position
            self._region_names.append(names[0])
        return operation

    def _value(self, name: str) -> SSAValue | None:
        """The value of ``name`` or ``name#index`` if it is defined."""
        values = self._scope.values.get(name)
        if values is not None:
            return values[0]
        name, _, index = name.partition("#")
        values = self._scope.values.get(name)
        return values[int(index)] if values is not None and index and int(index) < len(values) else None

    def _set_location(self, operation: Operation, alias: str, position: int) -> None:
        location = self.attribute_aliases.get(alias)
        if location is None or not is_location(location):
            self._deferred_locations.append((operation, alias, position))
            location = UNKNOWN
        operation.location = cast("LocationAttr", location)

    def keep_template(self, line: _Line, operation: Operation) -> None:
        """Keep what a line says if it is that of an operation that has been parsed."""
        if (
            line.end != self.last_token.end
            or len(line.key) > _LONGEST
            or not isinstance(operation, Op)
            or operation.name not in line.key  # the dialect's prefix may be omitted in some operations
            or operation.regions
            or _UNSUITABLE.search(line.key)
        ):
            return
        has_name = line.key[:1] == "%"
        if has_name != bool(operation.results) or (has_name and line.key[1:4] != " = " and line.key[1:2] != ":"):
            return
        names = line.names[1:] if has_name else line.names
        operands = operands_of(operation)
        # Of equal values it is unknown which is which operand.
        if len(set(operands)) != len(operands) or [self._value(name) for name in names] != list(operands):
            return
        template = self._templates[line.key] = _Template(
            type(operation),
            tuple(operand.type for operand in operands),
            tuple(result.type for result in operation.results),
            dict(operation.properties),
            dict(operation.attributes),
            has_name,
        )
        if _ALIAS_IN_LINE.search(line.key) is None and own_dialects().issuperset(_DIALECT.findall(line.key)):
            if len(self._shared) >= _MOST:
                self._shared.clear()
            self._shared[line.key] = template

    def parse_location_aliases(self) -> None:
        """Read the definitions of locations' aliases that come next, as far as each is alone on its line."""
        content, aliases, sizes = self._parser_state.lexer.input.content, self.attribute_aliases, self._alias_sizes
        begin = start = self._parser_state.current_token.start
        while (match := _LOCATION_LINE.match(content, start)) is not None:
            name, text, *others, line, column, callee, caller = match.groups()
            parts = [part for part in (*others, callee, caller) if part is not None]
            inner: list[Location] = []
            size = match.end() - match.start()
            for part in parts:
                location = aliases.get(part)
                if location is None or not is_location(location):
                    break
                inner.append(location)
                size += sizes[part]
            if len(inner) != len(parts) or size > MAX_EXPANSION or name in aliases:
                break
            if line is not None:
                aliases[name] = file_line_col(self._file_name(text), int(line), int(column))
            else:
                aliases[name] = name_loc(text, *inner) if callee is None else compose(CallSiteLoc, *inner)
            sizes[name] = size
            start = match.end()
        if start != begin:
            self.skip_to(start)
