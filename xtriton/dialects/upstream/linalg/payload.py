"""The short form of single-operation regions: ``linalg.reduce { arith.addf } ins(...)``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects.upstream.arith.attributes import FastMathFlagsAttr
from xtriton.dialects.upstream.linalg.generic import YieldOp
from xtriton.dialects.upstream.regions import split_attributes
from xtriton.ir.constraints import raise_op_error
from xtriton.ir.traits import element_type

if TYPE_CHECKING:
    from xdsl.irdl import IRDLOperation
    from xdsl.parser import Parser
    from xdsl.printer import Printer


@dataclass
class Payload:
    """The parsed operation of a region in short form."""

    op_class: type[IRDLOperation]
    entries: dict[str, Attribute]

    def region(self, operands: Sequence[SSAValue], *, init_first: bool = False, used: int | None = None) -> Region:
        """The full region, with an argument for each operand.

        The operation takes the first ``used`` arguments, or all of them, the last one first if ``init_first``.
        """
        block = Block(arg_types=[element_type(operand.type) for operand in operands])
        taken = list(block.args)[:used]
        if init_first:
            taken = [taken[-1], *taken[:-1]]
        properties, attributes = split_attributes(self.op_class, self.entries)
        defined = self.op_class.get_irdl_definition().properties
        defaults = {name: prop.default_value for name, prop in defined.items() if prop.default_value is not None}
        op = self.op_class.create(
            operands=taken,
            result_types=[element_type(operands[-1].type)],
            properties=defaults | properties,
            attributes=attributes,
        )
        block.add_ops([op, YieldOp([op.results[0]])])
        return Region(block)


def parse_payload(parser: Parser) -> Payload | None:
    """Read ``{ name {attributes} }`` if it comes next."""
    if parser.parse_optional_punctuation("{") is None:
        return None
    name = parser.parse_optional_identifier()
    op_class = None if name is None else parser.ctx.get_optional_op(name)
    if op_class is None:
        raise_op_error(parser, "expected an operation")
    entries = parser.parse_optional_attr_dict()
    parser.parse_punctuation("}")
    return Payload(op_class, entries)  # pyright: ignore[reportArgumentType]


def payload_of(block: Block, *, init_first: bool = False, used: int | None = None) -> Operation | None:
    """The operation of a region that can be printed in short form, or ``None``."""
    ops = list(block.ops)
    if len(ops) != 2 or not isinstance(ops[1], YieldOp):
        return None
    payload = ops[0]
    arguments: list[SSAValue] = [*block.args[:used]]
    if init_first:
        arguments = [*arguments[-1:], *arguments[:-1]]
    if not arguments or list(payload.operands) != arguments or list(ops[1].operands) != list(payload.results):
        return None
    return payload


def print_payload(printer: Printer, payload: Operation) -> None:
    """Write `` { name {attributes} }``."""
    printer.print_string(f" {{ {payload.name}")
    entries = {**payload.properties, **payload.attributes}
    none = FastMathFlagsAttr.of()
    printer.print_op_attributes({name: value for name, value in entries.items() if value != none})
    printer.print_string(" }")


def print_region(printer: Printer, region: Region) -> None:
    """Write a region on separate lines, with its arguments in parentheses before it."""
    with printer.indented():
        printer.print_string("\n(")
        printer.print_list(region.block.args, printer.print_block_argument)
        printer.print_string(") ")
        printer.print_region(region, print_entry_block_args=False)
