"""The directives of assembly formats: each reads and writes one element of an op's custom syntax."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects.builtin import (
    Float32Type,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    TensorType,
    UnitAttr,
    VectorType,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.ir.constraints import raise_op_error, raise_wrong_kind
from xtriton.ir.signature import Arity, PropertyDef, Signature, ValueDef
from xtriton.ir.syntax import ParsedParts
from xtriton.ir.traits import values_of

if TYPE_CHECKING:
    from xdsl.parser import Parser, UnresolvedOperand
    from xdsl.printer import Printer


class Directive(ABC):
    """An element of a format. ``before`` is the space that MLIR's rules put before it: "" or " "."""

    before: str = ""

    @abstractmethod
    def parse(self, parser: Parser, parts: ParsedParts) -> None:
        """Read the element."""

    def parse_optional(self, parser: Parser, parts: ParsedParts) -> bool:
        """Parse the element if it is present. Only elements that can begin an optional group define this."""
        raise TypeError(f"{type(self).__name__} cannot begin an optional group")

    @abstractmethod
    def print(self, printer: Printer, op: Operation) -> None:
        """Write the element with the space before it."""

    def present(self, op: Operation) -> bool:
        """As the anchor of an optional group: whether the group is present."""
        raise TypeError(f"{type(self).__name__} cannot anchor an optional group")


class Literal(Directive):
    """A keyword or punctuation."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.is_keyword = text[0].isalpha() or text[0] == "_"

    def parse(self, parser: Parser, parts: ParsedParts) -> None:
        if self.is_keyword:
            if parser.parse_optional_keyword(self.text) is None:
                raise_op_error(parser, f"expected '{self.text}'")
        else:
            parser.parse_punctuation(self.text)  # pyright: ignore[reportArgumentType]

    def parse_optional(self, parser: Parser, parts: ParsedParts) -> bool:
        if self.is_keyword:
            return parser.parse_optional_keyword(self.text) is not None
        return parser.parse_optional_punctuation(self.text) is not None  # pyright: ignore[reportArgumentType]

    def print(self, printer: Printer, op: Operation) -> None:
        printer.print_string(self.before + self.text)


class Whitespace(Directive):
    """An explicit space; the empty one (`` ` ` ` ` ``) only suppresses the space of the next element."""

    def __init__(self, text: str) -> None:
        self.text = text

    def parse(self, parser: Parser, parts: ParsedParts) -> None:
        return

    def print(self, printer: Printer, op: Operation) -> None:
        if self.text:
            printer.print_string(self.text)


class Operands(Directive):
    """``$operand``."""

    def __init__(self, value: ValueDef) -> None:
        self.name = value.name
        self.arity = value.arity

    def parse(self, parser: Parser, parts: ParsedParts) -> None:
        if self.arity is Arity.SINGLE:
            parts.operands[self.name] = [parser.parse_unresolved_operand()]
        else:
            self.parse_optional(parser, parts)

    def parse_optional(self, parser: Parser, parts: ParsedParts) -> bool:
        parts.positions[self.name] = parser.pos
        parts.operands[self.name] = operands = parse_operand_list(parser, self.arity is Arity.VARIADIC)
        return bool(operands)

    def print(self, printer: Printer, op: Operation) -> None:
        print_values(printer, self.before, values_of(op, self.name))

    def present(self, op: Operation) -> bool:
        return bool(values_of(op, self.name))


class AllOperands(Directive):
    """``operands``: all operands in order."""

    def parse(self, parser: Parser, parts: ParsedParts) -> None:
        parts.positions["operands"] = parser.pos
        parts.operands["operands"] = parse_operand_list(parser, True)

    def print(self, printer: Printer, op: Operation) -> None:
        print_values(printer, self.before, op.operands)


def parse_operand_list(parser: Parser, many: bool) -> list[UnresolvedOperand]:
    """Parse operands separated by commas, possibly none; at most one unless ``many``."""
    operand = parser.parse_optional_unresolved_operand()
    if operand is None:
        return []
    operands = [operand]
    while many and parser.parse_optional_punctuation(",") is not None:
        operands.append(parser.parse_unresolved_operand())
    return operands


def print_values(printer: Printer, before: str, values: Sequence[SSAValue]) -> None:
    """Write operands separated by commas."""
    printer.print_string(before)
    for index, value in enumerate(values):
        if index:
            printer.print_string(", ")
        printer.print_ssa_value(value)


class Property(Directive):
    """``$attribute``."""

    def __init__(self, definition: PropertyDef) -> None:
        self.name = definition.name
        self.definition = definition

    def parse(self, parser: Parser, parts: ParsedParts) -> None:
        start = parser.pos
        predicate = self.definition.predicate
        attr = parser.parse_attribute() if predicate is None else predicate.parse(parser, self.name)
        if predicate is not None and not predicate.stores(attr):
            raise_op_error(parser, "invalid kind of attribute specified", start)
        parts.properties[self.name] = attr

    def parse_optional(self, parser: Parser, parts: ParsedParts) -> bool:
        predicate = self.definition.predicate
        if predicate is not None and predicate.parse_optional is not None:
            attr = predicate.parse_optional(parser, self.name)
        else:
            attr = parser.parse_optional_attribute()
        if attr is not None:
            parts.properties[self.name] = attr
        return attr is not None

    def print(self, printer: Printer, op: Operation) -> None:
        attr = op.properties[self.name]
        printer.print_string(self.before)
        predicate = self.definition.predicate
        if predicate is None:
            printer.print_attribute(attr)
        else:
            predicate.print(printer, attr)

    def present(self, op: Operation) -> bool:
        attr = op.properties.get(self.name)
        return attr is not None and attr != self.definition.default


class UnitProperty(Property):
    """A unit attribute in an optional group: the group's presence is its value, so it is not printed."""

    def parse(self, parser: Parser, parts: ParsedParts) -> None:
        parts.properties[self.name] = UnitAttr()

    def print(self, printer: Printer, op: Operation) -> None:
        return


class AttrDict(Directive):
    """``attr-dict`` and ``attr-dict-with-keyword``: all attributes that the rest of the format does not print."""

    def __init__(self, signature: Signature, spelled: set[str], with_keyword: bool) -> None:
        self.signature = signature
        self.spelled = spelled | {segments.sizes for segments in signature.segments if segments.has_sizes}
        self.with_keyword = with_keyword
        self.defaults = {
            name: definition.default
            for name, definition in signature.properties.items()
            if definition.default is not None
        }
        self.names = [name for name in signature.properties if name not in self.spelled]

    def parse(self, parser: Parser, parts: ParsedParts) -> None:
        if self.with_keyword and parser.parse_optional_keyword("attributes") is None:
            return
        start = parser.pos
        for name, value in parser.parse_optional_attr_dict().items():
            definition = self.signature.properties.get(name)
            predicate = definition.predicate if definition is not None else None
            if predicate is not None and not predicate.accepts(value):
                op_name = self.signature.definition.name
                raise_op_error(
                    parser,
                    f"'{op_name}' op attribute '{name}' failed to satisfy constraint: {predicate.summary}",
                    start,
                )
            # The dictionary takes precedence over the rest of the syntax, wherever it stands.
            (parts.attributes if definition is None else parts.overrides)[name] = value

    def print(self, printer: Printer, op: Operation) -> None:
        entries: dict[str, Attribute] = dict(op.attributes)
        for name in self.names:
            value = op.properties.get(name)
            if value is not None and value != self.defaults.get(name):
                entries[name] = value
        if not entries:
            return
        if self.with_keyword:
            printer.print_string(" attributes")
        printer.print_string(" ")
        printer.print_attr_dict(dict(sorted(entries.items())))


class TypeOf(Directive):
    """``type($value)``."""

    def __init__(self, value: ValueDef, qualified: bool) -> None:
        self.name = value.name
        self.value = value
        constraint = value.constraint
        self.kind = None if qualified or constraint is None else constraint.kind
        # A type of a variadic or optional value is not stripped.
        single = value.arity is Arity.SINGLE
        self.stripped = constraint.stripped if single and not qualified and constraint is not None else None

    def parse(self, parser: Parser, parts: ParsedParts) -> None:
        if self.value.arity is Arity.SINGLE:
            parts.types[self.name] = [self._parse_type(parser)]
        elif not self.parse_optional(parser, parts) and self.value.arity is Arity.VARIADIC:
            parser.parse_type()  # fails: a type is required

    def _parse_type(self, parser: Parser) -> Attribute:
        start = parser.pos
        if self.stripped is not None and parser.lexer.input.content[start : start + 1] != "!":
            return self.stripped.new(self.stripped.parse_parameters(parser))
        type_ = parser.parse_type()
        if self.kind is not None and not isinstance(type_, self.kind):
            name = _BUILTIN_TYPE_NAMES.get(self.kind, self.kind.name)
            raise_wrong_kind(parser, name, type_, start)
        return type_

    def parse_optional(self, parser: Parser, parts: ParsedParts) -> bool:
        parts.types[self.name] = types = parse_type_list(parser, self.value.arity is Arity.VARIADIC)
        return bool(types)

    def print(self, printer: Printer, op: Operation) -> None:
        printer.print_string(self.before)
        for index, value in enumerate(values_of(op, self.name)):
            if index:
                printer.print_string(", ")
            if self.stripped:
                print_stripped_type(printer, value.type)
            else:
                printer.print_attribute(value.type)

    def present(self, op: Operation) -> bool:
        return bool(values_of(op, self.name))


_BUILTIN_TYPE_NAMES: dict[type[Attribute], str] = {
    TensorType: "builtin.tensor",
    VectorType: "builtin.vector",
    MemRefType: "builtin.memref",
    IntegerType: "builtin.integer",
    IndexType: "builtin.index",
    Float32Type: "builtin.f32",
}


class TypesOfAll(Directive):
    """``type(operands)`` and ``type(results)``."""

    def __init__(self, which: str) -> None:
        self.which = which

    def parse(self, parser: Parser, parts: ParsedParts) -> None:
        parts.types[self.which] = parse_type_list(parser, True) or [parser.parse_type()]

    def print(self, printer: Printer, op: Operation) -> None:
        values = op.operands if self.which == "operands" else op.results
        printer.print_string(self.before)
        printer.print_list([value.type for value in values], printer.print_attribute)


def parse_type_list(parser: Parser, many: bool) -> list[Attribute]:
    """Parse types separated by commas, possibly none; at most one unless ``many``."""
    first = parser.parse_optional_type()
    if first is None:
        return []
    types: list[Attribute] = [first]
    while many and parser.parse_optional_punctuation(",") is not None:
        types.append(parser.parse_type())
    return types


def print_stripped_type(printer: Printer, type_: Attribute) -> None:
    """Print a type without its ``!dialect.mnemonic``, unless it has an alias."""
    stripped = getattr(printer, "print_stripped", None)
    if stripped is not None:
        stripped(type_)
    else:
        printer.print_attribute(type_)


class FunctionalType(Directive):
    """``functional-type(inputs, outputs)``; either side is ``operands``, ``results`` or one value."""

    def __init__(self, inputs: str, outputs: str) -> None:
        self.inputs = inputs
        self.outputs = outputs

    def parse(self, parser: Parser, parts: ParsedParts) -> None:
        type_ = parser.parse_function_type()
        parts.types[self.inputs] = type_.inputs.data
        parts.types[self.outputs] = type_.outputs.data

    def print(self, printer: Printer, op: Operation) -> None:
        printer.print_string(self.before)
        types = [self._types(op, name) for name in (self.inputs, self.outputs)]
        printer.print_string("(")
        printer.print_list(types[0], printer.print_attribute)
        printer.print_string(") -> ")
        bare = len(types[1]) == 1 and not isinstance(types[1][0], FunctionType)
        if not bare:
            printer.print_string("(")
        printer.print_list(types[1], printer.print_attribute)
        if not bare:
            printer.print_string(")")

    @staticmethod
    def _types(op: Operation, name: str) -> list[Attribute]:
        if name == "operands":
            return [value.type for value in op.operands]
        if name == "results":
            return [value.type for value in op.results]
        return [value.type for value in values_of(op, name)]


class Regions(Directive):
    """``$region``."""

    def __init__(self, name: str, variadic: bool) -> None:
        self.name = name
        self.variadic = variadic

    def parse(self, parser: Parser, parts: ParsedParts) -> None:
        first = parser.parse_optional_region() if self.variadic else parser.parse_region()
        regions = [] if first is None else [first]
        while regions and self.variadic and parser.parse_optional_punctuation(",") is not None:
            regions.append(parser.parse_region())
        parts.regions[self.name] = regions

    def parse_optional(self, parser: Parser, parts: ParsedParts) -> bool:
        region = parser.parse_optional_region()
        if region is not None:
            parts.regions[self.name] = [region]
        return region is not None

    def print(self, printer: Printer, op: Operation) -> None:
        regions = getattr(op, self.name)
        printer.print_string(self.before)
        for index, region in enumerate(regions if self.variadic else [regions]):
            if index:
                printer.print_string(", ")
            printer.print_region(region)

    def present(self, op: Operation) -> bool:
        regions = getattr(op, self.name)
        return bool(regions if self.variadic else regions.blocks)


class Successors(Directive):
    """``$successor``."""

    def __init__(self, name: str, variadic: bool) -> None:
        self.name = name
        self.variadic = variadic

    def parse(self, parser: Parser, parts: ParsedParts) -> None:
        blocks = [parser.parse_successor()]
        while self.variadic and parser.parse_optional_punctuation(",") is not None:
            blocks.append(parser.parse_successor())
        parts.successors[self.name] = blocks

    def print(self, printer: Printer, op: Operation) -> None:
        blocks = getattr(op, self.name)
        printer.print_string(self.before)
        printer.print_list(blocks if self.variadic else [blocks], printer.print_block_name)


class Optional(Directive):
    """``( elements )?`` with an anchor, and an else part if the format has one."""

    def __init__(self, elements: list[Directive], anchor: Directive, otherwise: list[Directive]) -> None:
        self.elements = elements
        self.anchor = anchor
        self.otherwise = otherwise
        first = next(index for index, element in enumerate(elements) if not isinstance(element, Whitespace))
        self.first, self.rest = elements[first], elements[first + 1 :]

    def parse(self, parser: Parser, parts: ParsedParts) -> None:
        if isinstance(self.first, UnitProperty):
            raise TypeError("a unit attribute cannot begin an optional group")
        for element in self.rest if self.first.parse_optional(parser, parts) else self.otherwise:
            element.parse(parser, parts)

    def parse_optional(self, parser: Parser, parts: ParsedParts) -> bool:
        if not self.first.parse_optional(parser, parts):
            return False
        for element in self.rest:
            element.parse(parser, parts)
        return True

    def print(self, printer: Printer, op: Operation) -> None:
        for element in self.elements if self.anchor.present(op) else self.otherwise:
            element.print(printer, op)


class OrderIndependentList(Directive):
    """``oilist( clause | clause )``: clauses in any order when read, in the format's order when written."""

    def __init__(self, clauses: list[list[Directive]]) -> None:
        self.clauses = clauses

    def parse(self, parser: Parser, parts: ParsedParts) -> None:
        seen: list[list[Directive]] = []
        while (
            clause := next(
                (candidate for candidate in self.clauses if candidate[0].parse_optional(parser, parts)), None
            )
        ) is not None:
            if clause in seen:
                keyword = cast("Literal", clause[0]).text
                raise_op_error(
                    parser,
                    f"`{keyword}` clause can appear at most once in the expansion of the oilist directive",
                    at_name=True,
                )
            seen.append(clause)
            for element in clause[1:]:
                element.parse(parser, parts)

    def print(self, printer: Printer, op: Operation) -> None:
        for clause in self.clauses:
            if all(element.present(op) for element in clause if isinstance(element, Property | Operands)):
                for element in clause:
                    element.print(printer, op)


class Custom(Directive):
    """``custom<Name>(...)``: syntax written in Python by the op class (``CUSTOM``)."""

    def __init__(self, parse: Callable[[Parser, ParsedParts], None], print_: Callable[[Printer, Any], None]) -> None:
        self._parse = parse
        self._print = print_

    def parse(self, parser: Parser, parts: ParsedParts) -> None:
        self._parse(parser, parts)

    def print(self, printer: Printer, op: Operation) -> None:
        printer.print_string(self.before)
        self._print(printer, op)
