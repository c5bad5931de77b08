"""Destination-style operations: ``ins(%a : t) outs(%b : t)``.

Output tensors are the inits of results; output memrefs are written (MLIR's ``DestinationStyleOpInterface``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from xdsl.dialects.builtin import MemRefType, TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.upstream.regions import resolve_operands
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import is_any_memref_type, is_tensor_type

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer


class InsAndOuts(NamedTuple):
    """The parsed operands of an operation."""

    inputs: Sequence[SSAValue]
    outputs: Sequence[SSAValue]

    @property
    def all(self) -> list[SSAValue]:
        """Inputs and outputs, in order."""
        return [*self.inputs, *self.outputs]

    @property
    def sizes(self) -> tuple[int, int]:
        """The numbers of inputs and outputs."""
        return len(self.inputs), len(self.outputs)


def parse_ins_and_outs(parser: Parser) -> InsAndOuts:
    """Read ``ins(%a, %b : types) outs(%c : types)``; either may be absent."""
    return InsAndOuts(_parse_group(parser, "ins"), _parse_group(parser, "outs"))


def _parse_group(parser: Parser, keyword: str) -> list[SSAValue]:
    if parser.parse_optional_keyword(keyword) is None:
        return []
    parser.parse_punctuation("(")
    start = parser.pos
    operands = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_unresolved_operand)
    parser.parse_punctuation(":")
    types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    parser.parse_punctuation(")")
    return resolve_operands(parser, operands, types, start)


def print_ins_and_outs(printer: Printer, inputs: Sequence[SSAValue], outputs: Sequence[SSAValue]) -> None:
    """Write `` ins(...) outs(...)``, without empty parts."""
    for keyword, values in (("ins", inputs), ("outs", outputs)):
        if not values:
            continue
        printer.print_string(f" {keyword}(")
        printer.print_list(values, printer.print_ssa_value)
        printer.print_string(" : ")
        printer.print_list([value.type for value in values], printer.print_attribute)
        printer.print_string(")")


def tensor_types(values: Sequence[SSAValue]) -> list[Attribute]:
    """The types of the tensor outputs: the result types of a destination-style operation."""
    return [value.type for value in values if is_tensor_type(value.type)]


def is_memory(type_: Attribute) -> bool:
    """Whether a type is a memref."""
    return is_any_memref_type(type_)


def has_tensors_only(op: Operation) -> bool:
    """Whether no operand is a memref."""
    return not any(is_memory(operand.type) for operand in op.operands)


def has_buffers_only(op: Operation) -> bool:
    """Whether no operand is a tensor."""
    return not any(is_tensor_type(operand.type) for operand in op.operands)


def verify_destinations(op: Operation, outputs: Sequence[SSAValue], first: int) -> None:
    """Verify that there is a result for each tensor output; ``first`` is the index of the first output."""
    for output in outputs:
        if not isinstance(output.type, TensorType | MemRefType):
            raise Violation("expected that operand #0 is a ranked tensor or a ranked memref")
    tensors = tensor_types(outputs)
    results = len(tensor_types(op.results))
    if results != len(tensors):
        raise Violation(
            f"expected the number of tensor results ({results}) to be equal to the number of output tensors "
            f"({len(tensors)})"
        )
    indices = [index for index, output in enumerate(outputs, first) if is_tensor_type(output.type)]
    for index, result in zip(indices, op.results, strict=True):
        type_ = op.operands[index].type
        if type_ != result.type:
            raise Violation(
                f"expected type of operand #{index} ('{type_}') to match type of corresponding result ('{result.type}')"
            )
