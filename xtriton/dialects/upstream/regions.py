"""Shared parts of operations with regions: implicit terminators, and values that flow between regions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from xdsl.dialects.builtin import FunctionType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.traits import IsTerminator, OpTrait

from xtriton.ir.constraints import raise_op_error, raise_wrong_kind
from xtriton.ir.diagnostics import Violation, error

if TYPE_CHECKING:
    from xdsl.parser import Parser, UnresolvedOperand
    from xdsl.printer import Printer

Types = Sequence[Attribute]


@dataclass(frozen=True)
class NoRegionArguments(OpTrait):
    """The blocks of the op's regions have no arguments."""

    IN_CONTEXT: ClassVar[bool] = True

    def verify(self, op: Operation) -> None:
        for index, region in enumerate(op.regions):
            if any(block.args for block in region.blocks):
                which = f" #{index}" if len(op.regions) > 1 else ""
                raise Violation(f"region{which} should have no arguments")


def types_of(values: Sequence[SSAValue]) -> Types:
    """The types of values."""
    return [value.type for value in values]


def ensure_terminator(parser: Parser, region: Region, make: Callable[[], Operation]) -> None:
    """Add an implicit terminator to the last block, at the location of the op being parsed."""
    if not region.blocks:
        region.add_block(Block())
    block = region.last_block
    assert block is not None
    last = block.last_op
    if last is not None and last.has_trait(IsTerminator, value_if_unregistered=False):
        return
    terminator = make()
    op_location = getattr(parser, "op_location", None)
    if op_location is not None:
        terminator.location = op_location()
    block.add_op(terminator)


def raise_at_op(parser: Parser, message: str, *, prefixed: bool = True) -> NoReturn:
    """Raise a parse error about the op being read, at its name; ``prefixed`` tells whether to name it too."""
    op_location = getattr(parser, "op_location", None)
    if op_location is None:
        parser.raise_error(message)
    raise error(op_location(), f"custom op '{getattr(parser, 'op_name', None)}' {message}" if prefixed else message)


def parse_keyword(parser: Parser, keyword: str) -> None:
    """Read a keyword of an op's syntax."""
    if parser.parse_optional_keyword(keyword) is None:
        raise_op_error(parser, f"expected '{keyword}'")


def parse_arrow_types(parser: Parser) -> list[Attribute]:
    """Read ``-> type``, ``-> (types)`` or nothing."""
    if parser.parse_optional_punctuation("->") is None:
        return []
    return parse_result_types(parser)


def parse_result_types(parser: Parser) -> list[Attribute]:
    """Read ``type`` or ``(types)``."""
    types = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
    return [parser.parse_type()] if types is None else list(types)


def print_arrow_types(printer: Printer, types: Types) -> None:
    """Write `` -> types`` unless there are none."""
    if types:
        printer.print_string(" -> ")
        print_result_types(printer, types)


def print_result_types(printer: Printer, types: Types) -> None:
    """Write types after an arrow: a lone one without parentheses, unless it is a function type."""
    bare = len(types) == 1 and not isinstance(types[0], FunctionType)
    printer.print_string("" if bare else "(")
    printer.print_list(types, printer.print_attribute)
    printer.print_string("" if bare else ")")


def parse_assignments(parser: Parser) -> tuple[list[Any], list[UnresolvedOperand]]:
    """Read ``(%argument = %operand, ...)``: block arguments and their inits."""
    assignments = parse_optional_assignments(parser)
    if assignments is None:
        raise_op_error(parser, "expected '('")
    return assignments


def parse_iter_args(parser: Parser) -> tuple[list[Any], list[UnresolvedOperand], list[Attribute]]:
    """Read ``iter_args(%argument = %operand, ...) -> (types)`` if it comes next."""
    if parser.parse_optional_keyword("iter_args") is None:
        return [], [], []
    arguments, inits = parse_assignments(parser)
    parser.parse_punctuation("->")
    return arguments, inits, parse_result_types(parser)


def parse_optional_assignments(parser: Parser) -> tuple[list[Any], list[UnresolvedOperand]] | None:
    """Read ``(%argument = %operand, ...)`` if it comes next."""
    arguments: list[Any] = []
    operands: list[UnresolvedOperand] = []

    def parse_one() -> None:
        arguments.append(parser.parse_argument(expect_type=False))
        parser.parse_punctuation("=")
        operands.append(parser.parse_unresolved_operand())

    if parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parse_one) is None:
        return None
    return arguments, operands


def resolve_operands(
    parser: Parser, operands: Sequence[UnresolvedOperand], types: Sequence[Attribute], at: int | None = None
) -> list[SSAValue]:
    """Resolve operands with these types; a wrong number is an error at ``at``, or else at the op's name."""
    if len(operands) != len(types):
        message = f"number of operands and types do not match: got {len(operands)} operands and {len(types)} types"
        raise_op_error(parser, message, at, at_name=at is None)
    return [parser.resolve_operand(operand, type_) for operand, type_ in zip(operands, types, strict=True)]


def parse_function_type(parser: Parser) -> FunctionType:
    """Read ``: (inputs) -> outputs``."""
    start = parser.pos
    parser.parse_punctuation(":")
    type_ = parser.parse_type()
    if not isinstance(type_, FunctionType):
        raise_wrong_kind(parser, "builtin.function", type_, start)
    return type_


def print_assignments(printer: Printer, arguments: Sequence[SSAValue], operands: Sequence[SSAValue]) -> None:
    """Write ``(%argument = %operand, ...)``."""

    def print_one(pair: tuple[SSAValue, SSAValue]) -> None:
        printer.print_ssa_value(pair[0])
        printer.print_string(" = ")
        printer.print_ssa_value(pair[1])

    printer.print_string("(")
    printer.print_list(list(zip(arguments, operands, strict=True)), print_one)
    printer.print_string(")")


def split_attributes(
    op_class: type[IRDLOperation], entries: dict[str, Attribute]
) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
    """The entries of an attribute dictionary as (properties, discardable attributes) of an op class."""
    defined = op_class.get_irdl_definition().properties
    properties = {name: value for name, value in entries.items() if name in defined}
    return properties, {name: value for name, value in entries.items() if name not in properties}
