"""Prints attributes, types and locations as MLIR does; :mod:`xtriton.ir.printer` builds on it.

Attributes and types are collected among the strings as objects. Aliases are assigned after the walk
(:mod:`xtriton.ir.aliases`), and only then are attributes spelled.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    AffineSetAttr,
    AnyFloat,
    ArrayAttr,
    CallSiteLoc,
    DenseArrayBase,
    DictionaryAttr,
    FileLineColLoc,
    FloatAttr,
    FunctionType,
    FusedLoc,
    IntegerType,
    MemRefType,
    NameLoc,
    NoneAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    UnknownLoc,
    UnrankedMemRefType,
    f64,
    i1,
    i64,
)
from xdsl.ir import (
    Attribute,
    Data,
    OpaqueSyntaxAttribute,
    ParametrizedAttribute,
    SpacedOpaqueSyntaxAttribute,
    TypeAttribute,
)
from xdsl.printer import Printer as XdslPrinter

from xtriton.ir.affine_text import format_map, format_set
from xtriton.ir.aliases import AliasEntry, AliasTable, Chunk, alias_stem
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.diagnostics import error
from xtriton.ir.distinct import DistinctAttr
from xtriton.ir.locations import UNKNOWN, FileRangeLoc, Location, is_location, parts_of
from xtriton.ir.narrowing import is_any_memref_type, is_float_attr, is_integer_attr
from xtriton.ir.numbers import format_float, format_integer
from xtriton.versions import TritonVersion

_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_$.]*\Z", re.ASCII)


MAX_TEXT = 1 << 30
"""Limit on the characters of a text. Attributes that share parts can be much larger printed than they are in memory."""


@dataclass(frozen=True)
class PrintOptions:
    """How to print; the fields are mlir-opt's ``--mlir-print-*`` flags.

    ``use_nameloc_as_prefix`` names values after the names in their locations; with ``debuginfo`` this is what
    ``str(module)`` gives in Triton's Python API. ``argument_locations`` writes loops in the generic form, the only form
    that prints the locations of their arguments. ``triton`` is the version of Triton whose syntax is written, by
    default the one in effect.
    """

    generic: bool = False
    debuginfo: bool = False
    pretty_debuginfo: bool = False
    local_scope: bool = False
    use_nameloc_as_prefix: bool = False
    argument_locations: bool = False
    skip_regions: bool = False
    elide_larger: int | None = None
    """Dense constants with more elements than this, but splats, are ``dense_resource<__elided__>``."""
    triton: TritonVersion | None = None


class AttributePrinter(XdslPrinter):
    """Prints attributes, types and locations with the interface of xDSL's printer."""

    def __init__(self, options: PrintOptions = PrintOptions()) -> None:
        super().__init__()
        self.options = options
        self.out: list[Chunk] = []
        self.aliases = AliasTable(self.spell)
        self._newline = "\n"
        self._distinct: dict[DistinctAttr, int] = {}

    def text(self) -> str:
        """The text written so far, without aliases."""
        return self._text(self.out)

    def _alias_lines(self, *, deferred: bool) -> str:
        return "".join(
            f"{name} = {self._full_text(entry)}\n" for name, entry in self.aliases.definitions(deferred=deferred)
        )

    def _text(self, chunks: list[Chunk]) -> str:
        spell = self._entry_text
        pieces = [chunk if isinstance(chunk, str) else chunk.text or spell(chunk) for chunk in chunks]
        if sum(map(len, pieces)) > MAX_TEXT:
            raise error(UNKNOWN, f"the text would have more than {MAX_TEXT} characters")
        return "".join(pieces)

    def _entry_text(self, entry: AliasEntry) -> str:
        name = entry.name if entry.unseen is None else self.aliases.name_of(entry)
        entry.text = name if name is not None else self._full_text(entry)
        return entry.text

    def _full_text(self, entry: AliasEntry) -> str:
        """The text of an attribute without its own alias. Distinct attributes are numbered in the order of the text."""
        attribute = entry.attribute
        if type(attribute) is not DistinctAttr:
            return self._text(entry.chunks)
        number = self._distinct.setdefault(attribute, len(self._distinct))
        return f"distinct[{number}]<{self._text(entry.chunks)}>"

    # Strings

    def print_string(self, text: str, *, indent: int | None = None) -> None:
        """Write text; a newline in it is followed by the indentation."""
        self.out.append(text.replace("\n", self._newline) if "\n" in text else text)

    @contextmanager
    def indented(self, amount: int = 1) -> Generator[None]:
        """Increase the indentation of new lines in this context."""
        outer = self._newline
        self._newline = outer + "  " * amount
        yield
        self._newline = outer

    def print_string_literal(self, string: str) -> None:
        """Write a quoted string with MLIR's escapes."""
        self.out.append(quote(string))

    def print_bytes_literal(self, bytestring: bytes) -> None:
        """Write bytes as a quoted string."""
        self.out.append(_quote_bytes(bytestring))

    def print_identifier_or_string_literal(self, string: str) -> None:
        """Write a name, quoted unless it is an identifier."""
        self.out.append(string if _BARE.match(string) else quote(string))

    def print_symbol_name(self, sym_name: str) -> None:
        """Write ``@name``."""
        self.out.append("@" + (sym_name if _BARE.match(sym_name) else quote(sym_name)))

    def print_int(self, value: int, type: Any = None) -> None:
        """Write an integer; those of type ``i1`` are booleans."""
        self.out.append(("true" if value else "false") if type == i1 else format_integer(value))

    def print_float(self, value: float, type: AnyFloat) -> None:
        """Write a float that is exact in its type."""
        self.out.append(format_float(value, type))

    # Attributes and types

    def print_attribute(self, attribute: Attribute) -> None:
        """Write an attribute or type, by its alias if it has one."""
        self.out.append(self.aliases.visit(attribute))

    def print_stripped(self, attribute: Attribute) -> None:
        """Write a dialect's attribute or type without ``!dialect.mnemonic``, or its alias."""
        if not self.options.local_scope and alias_stem(attribute) is not None:
            self.print_attribute(attribute)
        elif isinstance(attribute, ParametrizedAttribute):
            attribute.print_parameters(self)
        else:
            self.print_attribute(attribute)

    def spell(self, attribute: Attribute) -> list[Chunk]:
        """The chunks of an attribute spelled in full; its nested attributes are visited."""
        outer, self.out = self.out, []
        self._spell(attribute)
        chunks, self.out = self.out, outer
        return chunks

    def _spell(self, attribute: Attribute) -> None:
        if is_location(attribute):
            self.out.append("loc(")
            self._print_location_body(attribute)
            self.out.append(")")
        elif type(attribute) in _SPELLED_HERE:
            self._spell_builtin(attribute)
        else:
            self._spell_other(attribute)

    def _spell_builtin(self, attribute: Attribute) -> None:
        match attribute:
            case FloatAttr():
                self.print_float(attribute.value.data, attribute.type)
                self.out.append(" : ")
                self.print_attribute(attribute.type)
            case StringAttr():
                self.print_string_literal(attribute.data)
            case SymbolRefAttr():
                path = (attribute.root_reference, *attribute.nested_references.data)
                self.out.append("::".join(_symbol(name.data) for name in path))
            case ArrayAttr():
                self.out.append("[")
                self.print_list(attribute.data, self._print_array_element)
                self.out.append("]")
            case DictionaryAttr():
                self.print_attr_dict(attribute.data)
            case DenseArrayBase():
                self.out.append(_dense_array(attribute))
            case FunctionType():
                self.print_function_type(attribute.inputs.data, attribute.outputs.data)
            case AffineMapAttr():
                self.out.append(f"affine_map<{format_map(attribute.data)}>")
            case AffineSetAttr():
                self.out.append(f"affine_set<{format_set(attribute.data)}>")
            case DistinctAttr():  # the rest once its number is known
                if not isinstance(attribute.referenced, UnitAttr):
                    self.print_attribute(attribute.referenced)
            case _:
                assert is_any_memref_type(attribute)
                self._print_memref(attribute)

    def _spell_other(self, attribute: Attribute) -> None:
        if type(attribute) is DenseElementsAttr and self._is_elided(attribute):
            self.out.append("dense_resource<__elided__> : ")
            self.print_attribute(attribute.type)
            return
        if hasattr(attribute, "print_builtin"):
            attribute.print_builtin(self)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
            return
        opaque = isinstance(attribute, OpaqueSyntaxAttribute)
        name = attribute.name.replace(".", "<", 1) if opaque else attribute.name
        self.out.append(("!" if isinstance(attribute, TypeAttribute) else "#") + name)
        if isinstance(attribute, SpacedOpaqueSyntaxAttribute):
            self.out.append(" ")
        if isinstance(attribute, ParametrizedAttribute):
            attribute.print_parameters(self)
        elif isinstance(attribute, Data):
            cast("Data[Any]", attribute).print_parameter(self)
        if opaque:
            self.out.append(">")

    def _is_elided(self, attribute: DenseElementsAttr) -> bool:
        most = self.options.elide_larger
        return most is not None and attribute.num_elements > most and not attribute.is_splat

    def _print_memref(self, type_: MemRefType | UnrankedMemRefType) -> None:
        """``memref<4xf32, layout, space>``; the default type of an integer memory space is omitted."""
        self.out.append("memref<")
        if isinstance(type_, UnrankedMemRefType):
            self.out.append("*x")
        else:
            self.out.extend("?x" if dim == DYNAMIC_INDEX else f"{dim}x" for dim in type_.get_shape())
        self.print_attribute(type_.element_type)
        if isinstance(type_, MemRefType) and not isinstance(type_.layout, NoneAttr):
            self.out.append(", ")
            self.print_attribute(type_.layout)
        if not isinstance(type_.memory_space, NoneAttr):
            self.out.append(", ")
            self._print_array_element(type_.memory_space)
        self.out.append(">")

    def _print_array_element(self, attribute: Attribute) -> None:
        """Write an element of an array, where the default types of numbers are omitted."""
        if is_integer_attr(attribute) and attribute.type == i64:
            self.out.append(format_integer(attribute.value.data))
            return
        if is_float_attr(attribute) and attribute.type == f64:
            text = format_float(attribute.value.data, f64)
            if not text.startswith("0x"):  # the bits of an infinity or NaN would be an integer without their type
                self.out.append(text)
                return
        self.print_attribute(attribute)

    def print_attr_dict(self, attr_dict: Mapping[str, Attribute]) -> None:
        """Write ``{name = attribute, ...}`` in the order of the names."""
        self.out.append("{")
        for index, name in enumerate(sorted(attr_dict)):
            if index:
                self.out.append(", ")
            self.print_identifier_or_string_literal(name)
            value = attr_dict[name]
            if not isinstance(value, UnitAttr):
                self.out.append(" = ")
                self.print_attribute(value)
        self.out.append("}")

    def print_op_attributes(
        self,
        attributes: Mapping[str, Attribute],
        *,
        reserved_attr_names: Iterable[str] = (),
        print_keyword: bool = False,
    ) -> bool:
        """Write `` {...}`` or `` attributes {...}`` if there is anything to write; return whether there was."""
        reserved = set(reserved_attr_names)
        shown = {name: value for name, value in attributes.items() if name not in reserved}
        if not shown:
            return False
        self.out.append(" attributes " if print_keyword else " ")
        self.print_attr_dict(shown)
        return True

    def print_function_type(self, input_types: Iterable[Attribute], output_types: Iterable[Attribute]) -> None:
        """Write ``(inputs) -> outputs``."""
        self.out.append("(")
        self.print_list(input_types, self.print_attribute)
        self.out.append(") -> ")
        self.print_result_types(tuple(output_types))

    def print_result_types(self, types: Sequence[Attribute]) -> None:
        """Write types after an arrow; a single one without parentheses."""
        bare = len(types) == 1 and not isinstance(types[0], FunctionType)
        if not bare:
            self.out.append("(")
        self.print_list(types, self.print_attribute)
        if not bare:
            self.out.append(")")

    # Locations

    def print_trailing_location(self, location: Location, *, alias: bool = True) -> None:
        """Write `` loc(...)`` if locations are printed. Block arguments never use an alias for the whole location."""
        if not self.options.debuginfo:
            return
        if self.options.pretty_debuginfo:
            self.out.append(" ")
            self._print_location_body(location)
        elif alias and not self.options.local_scope:
            self.out.append(" loc(")
            self.out.append(self.aliases.entry_of(location))
            self.out.append(")")
        else:
            self.out.append(" loc(")
            self._print_location_body(location)
            self.out.append(")")

    def _print_inner_location(self, location: Attribute) -> None:
        """Write a location inside another one."""
        if self.options.local_scope or self.options.pretty_debuginfo:
            self._print_location_body(cast("Location", location))
        else:
            self.print_attribute(location)

    def _print_location_body(self, location: Location) -> None:
        pretty = self.options.pretty_debuginfo
        # Classes are compared since ``isinstance`` is slow for xDSL's.
        if type(location) is FileLineColLoc or type(location) is FileRangeLoc:
            name = location.filename.data if pretty else quote(location.filename.data)
            end = f" to {location.end_text}" if type(location) is FileRangeLoc else ""
            self.out.append(f"{name}:{location.line.data}:{location.column.data}{end}")
        elif type(location) is NameLoc:
            self.out.append(quote(location.desc.data))
            if type(location.location) not in (UnknownLoc, NoneAttr):
                self.out.append("(")
                self._print_inner_location(location.location)
                self.out.append(")")
        elif type(location) is CallSiteLoc:
            self.out.append("" if pretty else "callsite(")
            self._print_inner_location(location.callee)
            self.out.append(" at ")
            self._print_inner_location(location.caller)
            self.out.append("" if pretty else ")")
        elif type(location) is FusedLoc:
            self._print_fused(location)
        else:
            self.out.append("[unknown]" if pretty else "unknown")

    def _print_fused(self, location: FusedLoc) -> None:
        self.out.append("" if self.options.pretty_debuginfo else "fused")
        if not isinstance(location.metadata, NoneAttr):
            self.out.append("<")
            self.print_attribute(location.metadata)
            self.out.append(">")
        self.out.append("[")
        self.print_list(parts_of(location), self._print_inner_location)
        self.out.append("]")


_SPELLED_HERE = frozenset(
    {
        FloatAttr, StringAttr, SymbolRefAttr, ArrayAttr, DictionaryAttr, DenseArrayBase, FunctionType, AffineMapAttr,
        AffineSetAttr, DistinctAttr, MemRefType, UnrankedMemRefType,
    }
)  # fmt: skip
"""The classes of attributes that are not printed by their own methods. None has subclasses."""


def _symbol(name: str) -> str:
    return "@" + (name if _BARE.match(name) else quote(name))


def _dense_array(attribute: DenseArrayBase[Any]) -> str:
    element = attribute.elt_type
    values = attribute.get_values()
    if isinstance(element, IntegerType):
        texts = [("true" if value else "false") if element == i1 else str(value) for value in values]
    else:
        texts = [format_float(value, element) for value in values]
    body = f": {', '.join(texts)}" if texts else ""
    return f"array<{element}{body}>"


_PLAIN = re.compile(r"[ !#-\[\]-~]*\Z")


def quote(text: str) -> str:
    """A string literal with MLIR's escapes."""
    return f'"{text}"' if _PLAIN.match(text) else _quote_bytes(text.encode("utf-8", "surrogateescape"))


def _quote_bytes(data: bytes) -> str:
    pieces = [
        "\\\\" if byte == 0x5C else chr(byte) if 0x20 <= byte < 0x7F and byte != 0x22 else f"\\{byte:02X}"
        for byte in data
    ]
    return f'"{"".join(pieces)}"'
