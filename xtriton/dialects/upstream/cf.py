"""The ``cf`` dialect: branches between blocks, and assertions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, Self

from xdsl.dialects.builtin import DenseArrayBase, IntegerType, VectorType, i32
from xdsl.ir import Attribute, Block, Dialect, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, MemoryWriteEffect, Pure

from xtriton.dialects.upstream.constraints import bit_width, dense_numbers
from xtriton.dialects.upstream.regions import parse_keyword, resolve_operands, split_attributes
from xtriton.interfaces.branch import BranchOpInterface
from xtriton.ir.constraints import (
    I1,
    AnyType,
    AttrPredicate,
    DenseI32Array,
    StrAttr,
    instance_of,
    raise_wrong_kind,
)
from xtriton.ir.definitions import (
    Operand,
    Operands,
    OptionalProperty,
    Property,
    Successor,
    Successors,
    operand_def,
    opt_prop_def,
    prop_def,
    successor_def,
    var_operand_def,
    var_successor_def,
)
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.diagnostics import Violation
from xtriton.ir.effects import KeepsMemory
from xtriton.ir.narrowing import is_integer_attr
from xtriton.ir.op import Op
from xtriton.ir.traits import element_type


def verify_weights(weights: Attribute | None, successors: int) -> None:
    """Verify that there is one branch weight per successor, if there are any."""
    count = successors if weights is None else len(dense_numbers(weights))
    if count != successors:
        raise Violation(
            f"expects number of branch weights to match number of successors: {count} vs {successors}", prefixed=False
        )


class Destination(NamedTuple):
    """A parsed successor: a block, and operands with the types written after them."""

    block: Block
    operands: Sequence[UnresolvedOperand] = ()
    types: Sequence[Attribute] = ()
    start: int = 0
    """The position of the first operand."""


@dataclass
class Cases:
    """The cases of a switch while it is parsed."""

    values: list[int] = field(default_factory=list[int])
    destinations: list[Destination] = field(default_factory=list[Destination])

    def parse(self, parser: Parser) -> None:
        """Read ``1: ^block(%a : type)``."""
        self.values.append(parser.parse_integer(allow_boolean=False))
        parser.parse_punctuation(":")
        self.destinations.append(parse_destination(parser))


@irdl_op_definition
class AssertOp(Op):
    """Aborts the program with a message unless the condition holds."""

    name = "cf.assert"
    arg: Operand = operand_def(I1)
    msg: Property[str] = prop_def(StrAttr)
    traits = traits_def(MemoryWriteEffect(), KeepsMemory())
    SYNTAX: ClassVar = "$arg `,` $msg attr-dict"


SEGMENTS = "operandSegmentSizes"
CASE_SEGMENTS = "case_operand_segments"


class UnconditionalBranch(BranchOpInterface):
    """A branch to its only successor, to which all operands go."""

    @property
    def successor_sizes(self) -> list[int]:
        return [len(self.operands)]

    def verify_in_context(self) -> None:
        self.verify_successors()


class ConditionalBranch(BranchOpInterface):
    """A branch whose first operand, an i1, decides between two successors."""

    DECIDING_OPERANDS: ClassVar[int] = 1

    @property
    def successor_sizes(self) -> list[int]:
        return list(dense_numbers(self.properties[SEGMENTS]))[1:]

    def store_successor_sizes(self, sizes: Sequence[int]) -> None:
        self.properties[SEGMENTS] = DenseArrayBase.from_list(i32, [1, *sizes])

    def verify_in_context(self) -> None:
        self.verify_successors()
        verify_weights(self.properties.get("branch_weights"), 2)


class SwitchBranch(BranchOpInterface):
    """A branch whose first operand, an integer, decides between the default successor and those of its cases."""

    DECIDING_OPERANDS: ClassVar[int] = 1

    @property
    def cases(self) -> list[int]:
        """The values of the cases; of surplus ones, which the verifier rejects, only the first."""
        values = self.properties.get("case_values")
        if not isinstance(values, DenseElementsAttr):
            return []
        return [int(value) for value in values.first_values(len(self.successors))]

    @property
    def case_operands(self) -> list[Sequence[SSAValue]]:
        """The operands of each case's block."""
        return [self.successor_operands(index) for index in range(1, len(self.successor_sizes))]

    @property
    def successor_sizes(self) -> list[int]:
        return [dense_numbers(self.properties[SEGMENTS])[1], *dense_numbers(self.properties[CASE_SEGMENTS])]

    def store_successor_sizes(self, sizes: Sequence[int]) -> None:
        self.properties[SEGMENTS] = DenseArrayBase.from_list(i32, [1, sizes[0], sum(sizes[1:])])
        self.properties[CASE_SEGMENTS] = DenseArrayBase.from_list(i32, sizes[1:])

    @staticmethod
    def parse_flag(parser: Parser) -> tuple[UnresolvedOperand, Attribute]:
        """Read ``%flag : type,``."""
        flag = parser.parse_unresolved_operand()
        parser.parse_punctuation(":")
        start = parser.pos
        type_: Attribute = parser.parse_type()
        if not AnyInteger.accepts(type_):
            raise_wrong_kind(parser, "builtin.integer", type_, start)
        parser.parse_punctuation(",")
        return flag, type_

    @classmethod
    def parse_rest(
        cls, parser: Parser, flag: tuple[UnresolvedOperand, Attribute], default: Destination, cases: Cases, at: int
    ) -> Self:
        """Read the attributes, and create the switch. Errors of all cases' operands are at ``at``."""
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        operands = [operand for case in cases.destinations for operand in case.operands]
        types = [type_ for case in cases.destinations for type_ in case.types]
        switch = cls.create(
            operands=[
                parser.resolve_operand(*flag),
                *resolve_operands(parser, default.operands, default.types, default.start),
                *resolve_operands(parser, operands, types, at),
            ],
            attributes=attributes,
            successors=[default.block, *(case.block for case in cases.destinations)],
        )
        switch.store_successor_sizes([len(case.operands) for case in (default, *cases.destinations)])
        if cases.values:
            type_ = VectorType(flag[1], [len(cases.values)])
            switch.properties["case_values"] = DenseElementsAttr.of(type_, cases.values)
        switch.properties.update(listed)
        return switch


@irdl_op_definition
class BranchOp(UnconditionalBranch):
    """Goes on with another block."""

    name = "cf.br"
    dest: Successor = successor_def(kw_only=False)
    destOperands: Operands = var_operand_def(AnyType, default=())
    traits = traits_def(Pure(), IsTerminator())
    SYNTAX: ClassVar = "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict"


@irdl_op_definition
class CondBranchOp(ConditionalBranch):
    """Goes on with one of two blocks."""

    name = "cf.cond_br"
    condition: Operand = operand_def(I1)
    trueDest: Successor = successor_def(kw_only=False)
    trueDestOperands: Operands = var_operand_def(AnyType)
    falseDest: Successor = successor_def(kw_only=False)
    falseDestOperands: Operands = var_operand_def(AnyType)
    branch_weights: OptionalProperty[Sequence[int]] = opt_prop_def(DenseI32Array, default=None)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Pure(), IsTerminator())
    SYNTAX: ClassVar = (
        "$condition (`weights` `(` $branch_weights^ `)`)? "
        "`,` $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? "
        "`,` $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict"
    )

    def successors_taken(self, constants: Sequence[Attribute | None]) -> Sequence[Block]:
        condition = constants[0]
        if not is_integer_attr(condition):
            return self.successors
        return (self.successors[0 if condition.value.data else 1],)


def _is_int_elements(attr: Attribute) -> bool:
    return isinstance(attr, DenseElementsAttr) and isinstance(attr.element_type, IntegerType)


_CaseValues = AttrPredicate("integer elements attribute", _is_int_elements)
AnyInteger = instance_of("integer", IntegerType)


@irdl_op_definition
class SwitchOp(SwitchBranch):
    """Goes on with the block whose case is the value of the flag, or with the default one."""

    name = "cf.switch"
    flag: Operand = operand_def(AnyInteger)
    defaultOperands: Operands = var_operand_def(AnyType, default=())
    caseOperands: Operands = var_operand_def(AnyType, default=())
    case_values: OptionalProperty = opt_prop_def(_CaseValues, default=None)
    case_operand_segments: Property[Sequence[int]] = prop_def(DenseI32Array)
    defaultDestination: Successor = successor_def()
    caseDestinations: Successors = var_successor_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Pure(), IsTerminator())

    @classmethod
    def of(
        cls,
        flag: SSAValue,
        default: tuple[Block, Sequence[SSAValue]],
        cases: Sequence[tuple[int, Block, Sequence[SSAValue]]],
    ) -> Self:
        """The switch to the block of each value, with operands for the block's arguments."""
        values = [value for value, _, _ in cases]
        return cls(
            flag,
            default[1],
            [operand for _, _, operands in cases for operand in operands],
            case_values=DenseElementsAttr.of(VectorType(flag.type, [len(values)]), values) if values else None,
            case_operand_segments=[len(operands) for _, _, operands in cases],
            defaultDestination=default[0],
            caseDestinations=[block for _, block, _ in cases],
        )

    def successors_taken(self, constants: Sequence[Attribute | None]) -> Sequence[Block]:
        flag, cases = constants[0], self.cases
        if not is_integer_attr(flag):
            return self.successors
        number = flag.value.data
        return (self.successors[cases.index(number) + 1 if number in cases else 0],)

    @classmethod
    def parse(cls, parser: Parser) -> SwitchOp:
        flag = cls.parse_flag(parser)
        parser.parse_punctuation("[")
        start = parser.pos
        parse_keyword(parser, "default")
        parser.parse_punctuation(":")
        default = parse_destination(parser)._replace(start=start)
        cases = Cases()
        while parser.parse_optional_punctuation(",") is not None:
            cases.parse(parser)
        parser.parse_punctuation("]")
        return cls.parse_rest(parser, flag, default, cases, start)

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
        self.verify_successors()


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
