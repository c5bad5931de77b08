"""The custom syntax of functions, shared by all function operations (MLIR's ``FunctionOpInterface``).

tt.func public @name(%arg0: i32 {tt.divisibility = 16 : i32}) -> f32 attributes {noinline = false} { ... }
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType, NoneAttr, StringAttr
from xdsl.ir import Attribute, Operation, Region

from xtriton.ir.constraints import raise_op_error
from xtriton.ir.diagnostics import Violation, note
from xtriton.ir.symbols import VISIBILITIES

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

_SIGNATURE_NAMES = frozenset({"sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs"})
_FORBIDDEN_NAMES = ("sym_visibility", "sym_name", "function_type")
"""Attributes that the custom syntax spells elsewhere, so that an attribute dictionary must not repeat them."""
Entry = tuple[Attribute, dict[str, Attribute]]
"""A type and the attributes that follow it."""
VARIADIC = NoneAttr()
"""Represents ``...`` among the types of arguments, for variadic functions."""


def parse_function(parser: Parser, op_class: type[Operation]) -> Any:
    """Read a function operation after its name."""
    properties: dict[str, Attribute] = {}
    visibility = parser.parse_optional_keyword_in(VISIBILITIES)
    if visibility is not None:
        properties["sym_visibility"] = StringAttr(visibility)
    properties["sym_name"] = parser.parse_symbol_name()
    arguments, entries = parse_arguments(parser)
    results = parse_results(parser)
    properties["function_type"] = FunctionType.from_lists(
        [type_ for type_, _ in entries], [type_ for type_, _ in results]
    )
    set_entry_attributes(properties, "arg_attrs", entries)
    set_entry_attributes(properties, "res_attrs", results)
    attributes = _parse_attributes(parser)
    take_entry_attributes(parser, properties, attributes)
    position = parser.pos
    region = parser.parse_optional_region(arguments)
    if region is not None and not region.blocks:
        raise_op_error(parser, "expected non-empty function body", position)
    return op_class.create(properties=properties, attributes=attributes, regions=[region or Region()])


def _parse_attributes(parser: Parser) -> dict[str, Attribute]:
    """The attributes after the keyword ``attributes``."""
    position = parser.pos
    dictionary = parser.parse_optional_attr_dict_with_keyword()
    attributes = dict(dictionary.data) if dictionary is not None else {}
    for name in _FORBIDDEN_NAMES:
        if name in attributes:
            message = "is an inferred attribute and should not be specified in the explicit attribute dictionary"
            raise_op_error(parser, f"'{name}' {message}", position)
    return attributes


def parse_arguments(parser: Parser, *, variadic: bool = False) -> tuple[list[Any] | None, list[Entry]]:
    """The named arguments (none for a declaration) and their types with attributes.

    ``...`` at the end is an entry of type :data:`VARIADIC`.
    """
    named: list[Any] = []
    entries: list[Entry] = []

    def parse_one() -> None:
        position = parser.pos
        argument = parser.parse_optional_argument(expect_type=False)
        if argument is None:
            if variadic and parser.parse_optional_punctuation("...") is not None:
                entries.append((VARIADIC, {}))
                return
            if named:
                raise_op_error(parser, "expected SSA identifier")
            entries.append((parser.parse_type(), parser.parse_optional_attr_dict()))
            return
        if len(named) < len(entries):
            raise_op_error(parser, "expected type instead of SSA identifier", position)
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        entries.append((type_, parser.parse_optional_attr_dict()))
        argument = argument.resolve(type_)
        trailing = getattr(parser, "parse_trailing_location", None)
        if trailing is not None:
            trailing(argument)
        else:
            argument.location = parser.parse_optional_location()
        named.append(argument)

    parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_one)
    return (None if entries and not named else named), entries


def parse_results(parser: Parser) -> list[Entry]:
    """Read ``-> types`` with their attributes, or nothing."""
    if parser.parse_optional_punctuation("->") is None:
        return []
    results = parser.parse_optional_comma_separated_list(
        parser.Delimiter.PAREN, lambda: (parser.parse_type(), parser.parse_optional_attr_dict())
    )
    return [(parser.parse_type(), {})] if results is None else cast("list[Entry]", results)


def set_entry_attributes(properties: dict[str, Attribute], name: str, entries: Sequence[Entry]) -> None:
    """Store the attributes of arguments or results as a property, if there are any."""
    if any(attributes for _, attributes in entries):
        properties[name] = ArrayAttr([DictionaryAttr(attributes) for _, attributes in entries])


def take_entry_attributes(parser: Parser, properties: dict[str, Attribute], attributes: dict[str, Attribute]) -> None:
    """Move the attributes of arguments and results from an attribute dictionary to the properties.

    As in MLIR, an attribute that is not an array is dropped.
    """
    for name in ("arg_attrs", "res_attrs"):
        value = attributes.pop(name, None)
        if value is not None and name in properties:
            raise_op_error(parser, f"attribute '{name}' occurs more than once in the attribute list", at_name=True)
        if isinstance(value, ArrayAttr):
            properties[name] = cast("ArrayAttr[Attribute]", value)


def print_function(printer: Printer, op: Operation) -> None:
    """Write a function operation after its name."""
    properties = op.properties
    printer.print_string(" ")
    visibility = properties.get("sym_visibility")
    if isinstance(visibility, StringAttr):
        printer.print_string(visibility.data + " ")
    printer.print_symbol_name(cast("StringAttr", properties["sym_name"]).data)
    body = op.regions[0]
    type_ = cast("FunctionType", properties["function_type"])
    print_arguments(printer, type_.inputs.data, body, entry_attributes(properties, "arg_attrs"))
    print_results(printer, type_.outputs.data, entry_attributes(properties, "res_attrs"))
    shown = {name: value for name, value in {**properties, **op.attributes}.items() if name not in _SIGNATURE_NAMES}
    printer.print_op_attributes(shown, print_keyword=True)
    if body.blocks:
        printer.print_string(" ")
        printer.print_region(body, print_entry_block_args=False)


def entry_attributes(properties: Mapping[str, Attribute], name: str) -> Sequence[DictionaryAttr]:
    """The attributes of each argument or result; an empty list if none has any."""
    value = properties.get(name)
    return cast("ArrayAttr[DictionaryAttr]", value).data if value is not None else ()


def print_arguments(
    printer: Printer,
    types: Sequence[Attribute],
    body: Region,
    attributes: Sequence[DictionaryAttr],
    *,
    variadic: bool = False,
) -> None:
    """Write ``(%arg0: type {attributes}, ...)``; without a body the types only."""
    block = body.first_block
    printer.print_string("(")
    for index, argument_type in enumerate(types):
        if index:
            printer.print_string(", ")
        if block is not None:
            printer.print_ssa_value(block.args[index])
            printer.print_string(": ")
        printer.print_attribute(argument_type)
        if attributes:
            # Where arguments have names, MLIR does not collect aliases from their attributes.
            aliases = getattr(printer, "aliases", None) if block is not None else None
            with nullcontext() if aliases is None else aliases.unseen():
                printer.print_op_attributes(attributes[index].data)
        trailing = getattr(printer, "print_argument_location", None)
        if block is not None and trailing is not None:
            trailing(block.args[index])
    if variadic:
        printer.print_string(", ..." if types else "...")
    printer.print_string(")")


def print_results(printer: Printer, types: Sequence[Attribute], attributes: Sequence[DictionaryAttr]) -> None:
    """Write `` -> types`` with their attributes, unless there are none."""
    if not types:
        return
    printer.print_string(" -> ")
    bare = len(types) == 1 and not isinstance(types[0], FunctionType) and not (attributes and attributes[0].data)
    if not bare:
        printer.print_string("(")
    for index, result_type in enumerate(types):
        if index:
            printer.print_string(", ")
        printer.print_attribute(result_type)
        if attributes:
            printer.print_op_attributes(attributes[index].data)
    if not bare:
        printer.print_string(")")


def verify_function(op: Operation) -> None:
    """Verify the attributes and the entry block of a function against its type."""
    type_ = cast("FunctionType", op.properties["function_type"])
    verify_all_entry_attributes(op, len(type_.inputs.data), len(type_.outputs.data))
    verify_entry_block(op.regions[0], type_.inputs.data)


def verify_entry_block(body: Region, inputs: Sequence[Attribute]) -> None:
    """Verify the arguments of a function's body, if it has one, against the types of its signature."""
    block = body.first_block
    if block is None:
        return
    if len(block.args) != len(inputs):
        raise Violation(f"entry block must have {len(inputs)} arguments to match function signature")
    for index, (argument, expected) in enumerate(zip(block.args, inputs, strict=True)):
        if argument.type != expected:
            raise Violation(
                f"type of entry block argument #{index}('{argument.type}') must match the type of the corresponding "
                f"argument in function signature('{expected}')"
            )


def verify_all_entry_attributes(op: Operation, arguments: int, results: int) -> None:
    """Check the attributes of a function's arguments and results, of which there are so many."""
    _verify_entry_attributes(op, "arg_attrs", "argument", arguments)
    _verify_entry_attributes(op, "res_attrs", "result", results)


def _verify_entry_attributes(op: Operation, name: str, what: str, count: int) -> None:
    if name not in op.properties:
        return
    attributes = entry_attributes(op.properties, name)
    if len(attributes) != count:
        raise Violation(
            f"expects {what} attribute array to have the same number of elements as the number of function {what}s, "
            f"got {len(attributes)}, but expected {count}"
        )
    for dictionary in attributes:
        if any("." not in key for key in dictionary.data):
            raise Violation(f"{what}s may only have dialect attributes")


def verify_call(op: Operation, type_: FunctionType) -> None:
    """Verify operands and results of a call against the type of the callee."""
    inputs, outputs = type_.inputs.data, type_.outputs.data
    if len(op.operands) != len(inputs):
        raise Violation("incorrect number of operands for callee")
    for index, (operand, expected) in enumerate(zip(op.operands, inputs, strict=True)):
        if operand.type != expected:
            raise Violation(
                f"operand type mismatch: expected operand type '{expected}', but provided '{operand.type}' for "
                f"operand number {index}"
            )
    if len(op.results) != len(outputs):
        raise Violation("incorrect number of results for callee")
    for index, (result, expected) in enumerate(zip(op.results, outputs, strict=True)):
        if result.type != expected:
            results = ", ".join(f"'{value.type}'" for value in op.results)
            raise Violation(
                f"result type mismatch at index {index}",
                notes=(
                    note(op.location, f"      op result types: {results}"),
                    note(op.location, "function result types: " + ", ".join(f"'{output}'" for output in outputs)),
                ),
            )


def verify_return(op: Operation, name: str, type_: FunctionType) -> None:
    """Verify the operands of a return against the results of the enclosing function ``name``."""
    results = type_.outputs.data
    if len(op.operands) != len(results):
        raise Violation(f"has {len(op.operands)} operands, but enclosing function (@{name}) returns {len(results)}")
    for index, (operand, expected) in enumerate(zip(op.operands, results, strict=True)):
        if operand.type != expected:
            raise Violation(
                f"type of return operand {index} ('{operand.type}') doesn't match function result type "
                f"('{expected}') in function @{name}",
                prefixed=False,
            )
