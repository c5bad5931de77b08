"""The ``cf`` dialect: branches between blocks, and assertions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from xdsl.dialects.builtin import DenseArrayBase, IntegerType, VectorType, i32
from xdsl.ir import Attribute, Block, Dialect, Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    successor_def,
    traits_def,
    var_operand_def,
    var_successor_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, MemoryWriteEffect, Pure

from xtriton.dialects.upstream.constraints import bit_width, dense_numbers
from xtriton.dialects.upstream.regions import parse_keyword, resolve_operands, split_attributes
from xtriton.ir.constraints import (
    I1,
    AnyType,
    AttrPredicate,
    DenseI32Array,
    StrAttr,
    instance_of,
    raise_op_error,
)
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.diagnostics import Violation
from xtriton.ir.effects import KeepsMemory
from xtriton.ir.op import Op
from xtriton.ir.traits import element_type


def verify_branch(op: Operation, operands: Sequence[Sequence[SSAValue]]) -> None:
    """Check that each successor gets the values that its block takes (MLIR's ``BranchOpInterface``)."""
    if len(op.successors) != len(operands):
        raise Violation(f"requires {len(operands)} successors but found {len(op.successors)}")
    for index, (block, values) in enumerate(zip(op.successors, operands, strict=True)):
        if len(values) != len(block.args):
            raise Violation(
                f"branch has {len(values)} operands for successor #{index}, but target block has {len(block.args)}",
                prefixed=False,
            )
        for position, (value, argument) in enumerate(zip(values, block.args, strict=True)):
            if value.type != argument.type:
                raise Violation(f"type mismatch for bb argument #{position} of successor #{index}", prefixed=False)


def verify_weights(weights: Attribute | None, successors: int) -> None:
    """Verify that there is one branch weight per successor, if there are any."""
    count = successors if weights is None else len(dense_numbers(weights))
    if count != successors:
        raise Violation(
            f"expects number of branch weights to match number of successors: {count} vs {successors}", prefixed=False
        )


def split_operands(operands: Sequence[SSAValue], sizes: Attribute) -> list[Sequence[SSAValue]]:
    """Operands cut into groups of the given sizes."""
    groups: list[Sequence[SSAValue]] = []
    start = 0
    for size in dense_numbers(sizes):
        groups.append(operands[start : start + size])
        start += size
    return groups


class Destination(NamedTuple):
    """A parsed successor: a block, and operands with the types written after them."""

    block: Block
    operands: Sequence[UnresolvedOperand] = ()
    types: Sequence[Attribute] = ()
    start: int = 0
    """The position of the first operand."""


def switch_properties(
    type_: Attribute, values: Sequence[int], default: Destination, cases: Sequence[Destination]
) -> dict[str, Attribute]:
    """The properties of a switch over ``type_`` with these cases."""
    sizes = [len(case.operands) for case in cases]
    properties: dict[str, Attribute] = {
        "case_operand_segments": DenseArrayBase.from_list(i32, sizes),
        "operandSegmentSizes": DenseArrayBase.from_list(i32, [1, len(default.operands), sum(sizes)]),
    }
    if values:
        properties["case_values"] = DenseElementsAttr.of(VectorType(type_, [len(values)]), values)
    return properties


@irdl_op_definition
class AssertOp(Op):
    """Aborts the program with a message unless the condition holds."""

    name = "cf.assert"
    arg = operand_def(I1)
    msg = prop_def(StrAttr)
    traits = traits_def(MemoryWriteEffect(), KeepsMemory())
    SYNTAX: ClassVar[str | None] = "$arg `,` $msg attr-dict"


@irdl_op_definition
class BranchOp(Op):
    """Goes on with another block."""

    name = "cf.br"
    destOperands = var_operand_def(AnyType)
    dest = successor_def()
    traits = traits_def(Pure(), IsTerminator())
    SYNTAX: ClassVar[str | None] = "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict"

    def __init__(self, dest: Block, *operands: SSAValue) -> None:
        super().__init__(operands=[operands], successors=[dest])

    def verify_in_context(self) -> None:
        verify_branch(self, [self.destOperands])


@irdl_op_definition
class CondBranchOp(Op):
    """Goes on with one of two blocks."""

    name = "cf.cond_br"
    condition = operand_def(I1)
    trueDestOperands = var_operand_def(AnyType)
    falseDestOperands = var_operand_def(AnyType)
    branch_weights = opt_prop_def(DenseI32Array)
    trueDest = successor_def()
    falseDest = successor_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Pure(), IsTerminator())
    SYNTAX: ClassVar[str | None] = (
        "$condition (`weights` `(` $branch_weights^ `)`)? "
        "`,` $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? "
        "`,` $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict"
    )

    def __init__(
        self,
        condition: SSAValue,
        true_dest: Block,
        true_operands: Sequence[SSAValue],
        false_dest: Block,
        false_operands: Sequence[SSAValue],
    ) -> None:
        super().__init__(operands=[condition, true_operands, false_operands], successors=[true_dest, false_dest])

    def verify_in_context(self) -> None:
        verify_branch(self, [self.trueDestOperands, self.falseDestOperands])
        verify_weights(self.branch_weights, 2)


def _is_int_elements(attr: Attribute) -> bool:
    return isinstance(attr, DenseElementsAttr) and isinstance(attr.element_type, IntegerType)


_CaseValues = AttrPredicate("integer elements attribute", _is_int_elements)
AnyInteger = instance_of("integer", IntegerType)


@irdl_op_definition
class SwitchOp(Op):
    """Goes on with the block whose case is the value of the flag, or with the default one."""

    name = "cf.switch"
    flag = operand_def(AnyInteger)
    defaultOperands = var_operand_def(AnyType)
    caseOperands = var_operand_def(AnyType)
    case_values = opt_prop_def(_CaseValues)
    case_operand_segments = prop_def(DenseI32Array)
    defaultDestination = successor_def()
    caseDestinations = var_successor_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Pure(), IsTerminator())

    @property
    def cases(self) -> list[int]:
        """The values of the cases."""
        values = self.case_values
        return [int(value) for value in values.values()] if isinstance(values, DenseElementsAttr) else []

    @property
    def case_operands(self) -> list[Sequence[SSAValue]]:
        """The operands of each case's block."""
        return split_operands(self.caseOperands, self.case_operand_segments)

    @classmethod
    def parse(cls, parser: Parser) -> SwitchOp:
        flag = parser.parse_unresolved_operand()
        parser.parse_punctuation(":")
        start = parser.pos
        type_: Attribute = parser.parse_type()
        if not AnyInteger.accepts(type_):
            raise_op_error(
                parser, f"invalid kind of type specified: expected builtin.integer, but found '{type_}'", start
            )
        parser.parse_punctuation(",")
        parser.parse_punctuation("[")
        start = parser.pos
        parse_keyword(parser, "default")
        parser.parse_punctuation(":")
        default = parse_destination(parser)
        values: list[int] = []
        cases: list[Destination] = []
        while parser.parse_optional_punctuation(",") is not None:
            values.append(parser.parse_integer(allow_boolean=False))
            parser.parse_punctuation(":")
            cases.append(parse_destination(parser))
        parser.parse_punctuation("]")
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        properties = switch_properties(type_, values, default, cases)
        return cls.create(
            operands=[
                parser.resolve_operand(flag, type_),
                *resolve_operands(parser, default.operands, default.types, start),
                *resolve_case_operands(parser, cases, start),
            ],
            properties=properties | listed,
            attributes=attributes,
            successors=[default.block, *(case.block for case in cases)],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.flag)
        printer.print_string(" : ")
        printer.print_attribute(self.flag.type)
        printer.print_string(", [\n  default: ")
        print_destination(printer, self.defaultDestination, self.defaultOperands)
        width = bit_width(self.flag.type) or 0
        for value, block, operands in zip(self.cases, self.caseDestinations, self.case_operands, strict=True):
            printer.print_string(f",\n  {value % (1 << width)}: ")
            print_destination(printer, block, operands)
        printer.print_string("\n]" if self.cases else "]")
        printer.print_op_attributes(self.attributes)

    def verify_in_context(self) -> None:
        cases = self.cases
        if len(cases) != len(self.caseDestinations):
            raise Violation(
                f"number of case values ({len(cases)}) should match number of case destinations "
                f"({len(self.caseDestinations)})"
            )
        if isinstance(self.case_values, DenseElementsAttr) and element_type(self.case_values.type) != self.flag.type:
            raise Violation(
                f"'flag' type ('{self.flag.type}') should match case value type "
                f"('{element_type(self.case_values.type)}')"
            )
        verify_branch(self, [self.defaultOperands, *self.case_operands])


def parse_destination(parser: Parser) -> Destination:
    """Read ``^block(%a, %b : types)``; the operands are optional."""
    block = parser.parse_successor()
    if parser.parse_optional_punctuation("(") is None:
        return Destination(block)
    start = parser.pos
    operands: list[UnresolvedOperand] = [parser.parse_unresolved_operand()]
    while parser.parse_optional_punctuation(",") is not None:
        operands.append(parser.parse_unresolved_operand())
    parser.parse_punctuation(":")
    types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    parser.parse_punctuation(")")
    return Destination(block, operands, types, start)


def resolve_case_operands(parser: Parser, cases: Sequence[Destination], at: int) -> list[SSAValue]:
    """Resolve the operands of all cases of a switch, which are numbered together; ``at`` is the position of errors."""
    operands = [operand for case in cases for operand in case.operands]
    return resolve_operands(parser, operands, [type_ for case in cases for type_ in case.types], at)


def print_destination(printer: Printer, block: Block, operands: Sequence[SSAValue]) -> None:
    """Write ``^block(%a, %b : types)``."""
    printer.print_block_name(block)
    if operands:
        printer.print_string("(")
        printer.print_list(operands, printer.print_ssa_value)
        printer.print_string(" : ")
        printer.print_list([operand.type for operand in operands], printer.print_attribute)
        printer.print_string(")")


Cf = Dialect("cf", [AssertOp, BranchOp, CondBranchOp, SwitchOp])
