"""Branches, calls and inline assembly of the ``llvm`` dialect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, StringAttr, SymbolRefAttr, i32
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, Pure, ReturnLike

from xtriton.dialects.upstream.cf import (
    Cases,
    ConditionalBranch,
    SwitchBranch,
    UnconditionalBranch,
    parse_destination,
    print_destination,
    verify_weights,
)
from xtriton.dialects.upstream.llvm.attributes import (
    NO_FAST_MATH,
    AsmDialect,
    CConv,
    CConvAttr,
    FastMath,
    TailCallKind,
    TailCallKindAttr,
)
from xtriton.dialects.upstream.llvm.types import AnyLLVM, FunctionType, ScalarOrVectorInt, VoidType
from xtriton.dialects.upstream.regions import resolve_operands, split_attributes, types_of
from xtriton.ir.constraints import (
    I1,
    AnyAttr,
    AnyType,
    AttrPredicate,
    DenseI32Array,
    DictArray,
    FlatSymbolRef,
    StrAttr,
    UnitAttribute,
    enum_attr,
)
from xtriton.ir.definitions import (
    Operand,
    Operands,
    OptionalOperand,
    OptionalProperty,
    OptionalResult,
    Property,
    Successor,
    Successors,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    prop_def,
    successor_def,
    var_operand_def,
    var_successor_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.op import Op
from xtriton.ir.op_tables import operations_in
from xtriton.ir.symbols import lookup_nearest_symbol


@irdl_op_definition
class BrOp(UnconditionalBranch):
    """Goes on with another block."""

    name = "llvm.br"
    destOperands: Operands = var_operand_def(AnyLLVM, default=())
    loop_annotation: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    dest: Successor = successor_def()
    traits = traits_def(Pure(), IsTerminator())
    SYNTAX: ClassVar = "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict"


@irdl_op_definition
class CondBrOp(ConditionalBranch):
    """Goes on with one of two blocks."""

    name = "llvm.cond_br"
    condition: Operand = operand_def(I1)
    trueDestOperands: Operands = var_operand_def(AnyLLVM, default=())
    falseDestOperands: Operands = var_operand_def(AnyLLVM, default=())
    branch_weights: OptionalProperty[Sequence[int]] = opt_prop_def(DenseI32Array, default=None)
    loop_annotation: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    trueDest: Successor = successor_def()
    falseDest: Successor = successor_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Pure(), IsTerminator())
    SYNTAX: ClassVar = (
        "$condition (`weights` `(` $branch_weights^ `)`)? "
        "`,` $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? "
        "`,` $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict"
    )


@irdl_op_definition
class SwitchOp(SwitchBranch):
    """Goes on with the block whose case is the value, or with the default one."""

    name = "llvm.switch"
    value: Operand = operand_def(ScalarOrVectorInt)
    defaultOperands: Operands = var_operand_def(AnyLLVM, default=())
    caseOperands: Operands = var_operand_def(AnyLLVM, default=())
    case_values: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    case_operand_segments: Property[Sequence[int]] = prop_def(DenseI32Array)
    branch_weights: OptionalProperty[Sequence[int]] = opt_prop_def(DenseI32Array, default=None)
    defaultDestination: Successor = successor_def()
    caseDestinations: Successors = var_successor_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Pure(), IsTerminator())

    @classmethod
    def parse(cls, parser: Parser) -> SwitchOp:
        value = cls.parse_flag(parser)
        default = parse_destination(parser)
        cases = Cases()
        start = parser.pos
        parser.parse_punctuation("[")
        while parser.parse_optional_punctuation("]") is None:
            if cases.values:
                parser.parse_punctuation(",")
            cases.parse(parser)
        return cls.parse_rest(parser, value, default, cases, start)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(" : ")
        printer.print_attribute(self.value.type)
        printer.print_string(", ")
        print_destination(printer, self.defaultDestination, self.defaultOperands)
        printer.print_string(" [")
        for index, (value, block) in enumerate(zip(self.cases, self.caseDestinations, strict=True)):
            printer.print_string(f"{',' if index else ''}\n  {value}: ")
            print_destination(printer, block, self.case_operands[index])
        printer.print_string("\n]")
        weights = {} if self.branch_weights is None else {"branch_weights": self.branch_weights}
        printer.print_op_attributes(self.attributes | weights)

    def verify_in_context(self) -> None:
        cases = self.cases
        if len(cases) != len(self.caseDestinations):
            raise Violation("expects number of case values to match number of case destinations")
        verify_weights(self.branch_weights, len(self.successors))
        self.verify_successors()


@irdl_op_definition
class UnreachableOp(Op):
    """Marks unreachable code."""

    name = "llvm.unreachable"
    traits = traits_def(IsTerminator())
    SYNTAX: ClassVar = "attr-dict"


@irdl_op_definition
class ReturnOp(Op):
    """Returns from the function."""

    name = "llvm.return"
    arg: OptionalOperand = opt_operand_def(AnyLLVM, default=None)
    traits = traits_def(Pure(), ReturnLike(), IsTerminator())
    SYNTAX: ClassVar = "attr-dict ($arg^ `:` type($arg))?"

    def verify_in_context(self) -> None:
        parent = self.parent_op()
        type_ = parent.properties.get("function_type") if parent is not None and parent.name == "llvm.func" else None
        if not isinstance(type_, FunctionType):
            return
        if isinstance(type_.result, VoidType):
            if self.arg is not None:
                raise Violation("expected no operands")
        elif self.arg is None:
            raise Violation("expected 1 operand")
        elif self.arg.type != type_.result:
            raise Violation("mismatching result types")


@irdl_op_definition
class InlineAsmOp(Op):
    """Inline assembly with operands and a result."""

    name = "llvm.inline_asm"
    has_side_effects: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    is_align_stack: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    tail_call_kind: Property = prop_def(TailCallKind, default=TailCallKindAttr.of("none"))
    asm_dialect: OptionalProperty[AsmDialect] = opt_prop_def(
        enum_attr(AsmDialect, "ATT (0) or Intel (1) asm dialect"), default=None
    )
    operand_attrs: OptionalProperty = opt_prop_def(
        AttrPredicate("array attribute", lambda attr: isinstance(attr, ArrayAttr)), default=None
    )
    operands_: Operands = var_operand_def(AnyLLVM, default=())
    asm_string: Property[str] = prop_def(StrAttr)
    constraints: Property[str] = prop_def(StrAttr)
    res: OptionalResult = opt_result_def(AnyType, default=None)
    SYNTAX: ClassVar = (
        "(`has_side_effects` $has_side_effects^)? (`is_align_stack` $is_align_stack^)? "
        "(`tail_call_kind` `=` $tail_call_kind^)? (`asm_dialect` `=` $asm_dialect^)? "
        "(`operand_attrs` `=` $operand_attrs^)? attr-dict $asm_string `,` $constraints operands "
        "`:` functional-type(operands, results)"
    )


_CALL_SIGNATURE = frozenset(
    {
        *("callee", "CConv", "TailCallKind", "var_callee_type", "operandSegmentSizes", "op_bundle_sizes"),
        *("op_bundle_tags", "intrin"),
    }
)


def _print_call_attributes(printer: Printer, op: CallOp | CallIntrinsicOp) -> None:
    properties = {
        name: value
        for name, value in op.properties.items()
        if name not in _CALL_SIGNATURE and not (name == "fastmathFlags" and value == NO_FAST_MATH)
    }
    printer.print_op_attributes(op.attributes | properties)


def _print_signature(printer: Printer, operands: Sequence[SSAValue], results: Sequence[SSAValue]) -> None:
    printer.print_string("(")
    printer.print_list(types_of(operands), printer.print_attribute)
    printer.print_string(") -> ")
    printer.print_string("" if results else "()")
    printer.print_list(types_of(results), printer.print_attribute)


def _resolve_call(
    parser: Parser, operands: Sequence[UnresolvedOperand], types: Sequence[Attribute] = ()
) -> tuple[list[SSAValue], Sequence[Attribute]]:
    """Parse the signature of a call and resolve its operands, the first of which have the given types."""
    signature = parser.parse_function_type()
    return resolve_operands(parser, operands, [*types, *signature.inputs.data]), signature.outputs.data


@irdl_op_definition
class CallOp(Op):
    """Calls a function by name, or through a pointer, which is then the first operand."""

    name = "llvm.call"
    var_callee_type: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    callee: OptionalProperty[str] = opt_prop_def(FlatSymbolRef, default=None)
    callee_operands: Operands = var_operand_def(AnyLLVM, default=())
    fastmathFlags: Property = prop_def(FastMath, default=NO_FAST_MATH)
    branch_weights: OptionalProperty[Sequence[int]] = opt_prop_def(DenseI32Array, default=None)
    CConv: Property = prop_def(CConv, default=CConvAttr.of("ccc"))
    TailCallKind: Property = prop_def(TailCallKind, default=TailCallKindAttr.of("none"))
    memory_effects: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    convergent: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    no_unwind: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    will_return: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    op_bundle_operands: Operands = var_operand_def(AnyLLVM, default=())
    op_bundle_sizes: Property[Sequence[int]] = prop_def(DenseI32Array, default=DenseArrayBase.from_list(i32, []))
    op_bundle_tags: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    arg_attrs: OptionalProperty = opt_prop_def(DictArray, default=None)
    res_attrs: OptionalProperty = opt_prop_def(DictArray, default=None)
    result: OptionalResult = opt_result_def(AnyLLVM, default=None)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @classmethod
    def parse(cls, parser: Parser) -> CallOp:
        properties: dict[str, Attribute] = {}
        convention = parser.parse_optional_keyword_in(CConvAttr.KEYWORDS)
        if convention is not None:
            properties["CConv"] = CConvAttr.of(convention)
        kind = parser.parse_optional_keyword_in(TailCallKindAttr.KEYWORDS)
        if kind is not None:
            properties["TailCallKind"] = TailCallKindAttr.of(kind)
        pointer = parser.parse_optional_unresolved_operand()
        if pointer is None:
            properties["callee"] = SymbolRefAttr(parser.parse_symbol_name())
        operands = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)
        if parser.parse_optional_keyword("vararg") is not None:
            parser.parse_punctuation("(")
            properties["var_callee_type"] = parser.parse_type()
            parser.parse_punctuation(")")
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        pointer_types: list[Attribute] = []
        if pointer is not None:
            operands.insert(0, pointer)
            pointer_types.append(parser.parse_type())
            parser.parse_punctuation(",")
        values, results = _resolve_call(parser, operands, pointer_types)
        properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, [len(values), 0])
        return cls.create(operands=values, result_types=results, properties=properties | listed, attributes=attributes)

    def print(self, printer: Printer) -> None:
        if self.CConv != CConvAttr.of("ccc"):
            printer.print_string(f" {_keyword(self.CConv)}")
        if self.TailCallKind != TailCallKindAttr.of("none"):
            printer.print_string(f" {_keyword(self.TailCallKind)}")
        printer.print_string(" ")
        operands = self.callee_operands
        if isinstance(self.callee, SymbolRefAttr):
            printer.print_symbol_name(self.callee.root_reference.data)
        else:
            printer.print_ssa_value(operands[0])
            operands = operands[1:]
        printer.print_string("(")
        printer.print_list(operands, printer.print_ssa_value)
        printer.print_string(")")
        if self.var_callee_type is not None:
            printer.print_string(" vararg(")
            printer.print_attribute(self.var_callee_type)
            printer.print_string(")")
        _print_call_attributes(printer, self)
        printer.print_string(" : ")
        if self.callee is None:
            printer.print_attribute(self.callee_operands[0].type)
            printer.print_string(", ")
        _print_signature(printer, operands, self.results)

    def verify_in_context(self) -> None:
        callee = self.callee
        if not isinstance(callee, SymbolRefAttr):
            return
        function = lookup_nearest_symbol(self, callee)
        name = callee.root_reference.data
        if function is None:
            raise Violation(f"'{name}' does not reference a symbol in the current scope")
        type_ = function.properties.get("function_type")
        if not isinstance(type_, FunctionType):
            return
        expected = type_.inputs.data
        operands = self.callee_operands
        if len(operands) != len(expected) and not (type_.is_variadic and len(operands) > len(expected)):
            raise Violation(f"incorrect number of operands ({len(operands)}) for callee (expecting: {len(expected)})")
        for index, (operand, wanted) in enumerate(zip(operands, expected, strict=False)):
            if operand.type != wanted:
                raise Violation(f"operand type mismatch for operand {index}: '{operand.type}' != '{wanted}'")
        if self.result is not None and self.result.type != type_.result:
            raise Violation(f"result type mismatch: '{self.result.type}' != '{type_.result}'")


def _keyword(attr: Attribute) -> str:
    assert isinstance(attr, CConvAttr | TailCallKindAttr)
    return attr.keyword.data


@irdl_op_definition
class CallIntrinsicOp(Op):
    """Calls an LLVM intrinsic by its name."""

    name = "llvm.call_intrinsic"
    intrin: Property[str] = prop_def(StrAttr)
    args: Operands = var_operand_def(AnyLLVM, default=())
    fastmathFlags: Property = prop_def(FastMath, default=NO_FAST_MATH)
    op_bundle_operands: Operands = var_operand_def(AnyLLVM, default=())
    op_bundle_sizes: Property[Sequence[int]] = prop_def(DenseI32Array, default=DenseArrayBase.from_list(i32, []))
    op_bundle_tags: OptionalProperty = opt_prop_def(AnyAttr, default=None)
    arg_attrs: OptionalProperty = opt_prop_def(DictArray, default=None)
    res_attrs: OptionalProperty = opt_prop_def(DictArray, default=None)
    results_: OptionalResult = opt_result_def(AnyLLVM, default=None)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @classmethod
    def parse(cls, parser: Parser) -> CallIntrinsicOp:
        properties: dict[str, Attribute] = {"intrin": StringAttr(parser.parse_str_literal())}
        operands = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        values, results = _resolve_call(parser, operands)
        properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, [len(values), 0])
        return cls.create(operands=values, result_types=results, properties=properties | listed, attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.intrin)
        printer.print_string("(")
        printer.print_list(self.args, printer.print_ssa_value)
        printer.print_string(")")
        _print_call_attributes(printer, self)
        printer.print_string(" : ")
        _print_signature(printer, self.args, self.results)


OPS = operations_in(vars())
