"""The ``affine`` dialect: loops and accesses whose bounds and subscripts are affine in the enclosing loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from xdsl.dialects.builtin import AffineMapAttr, DenseArrayBase, IndexType, IntegerAttr, i32
from xdsl.ir import Attribute, Block, Dialect, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineExpr, AffineMap, AffineSymExpr
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, Pure, RecursiveMemoryEffect, ReturnLike

from xtriton.dialects.upstream.constraints import IndexAttribute
from xtriton.dialects.upstream.regions import (
    ensure_terminator,
    parse_iter_args,
    parse_keyword,
    print_assignments,
    split_attributes,
    types_of,
)
from xtriton.dialects.upstream.shaped import RankedMemRef
from xtriton.ir.affine_parser import SubscriptParser
from xtriton.ir.affine_text import format_expression
from xtriton.ir.constraints import AnyType, AttrPredicate, Index
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    Operands,
    OpRegion,
    Property,
    Result,
    Results,
    computed,
    operand_def,
    prop_def,
    region_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.effects import MEMORY, Effects, read, write
from xtriton.ir.location_parser import LocationParser
from xtriton.ir.narrowing import int_value
from xtriton.ir.op import Op
from xtriton.ir.printer import Printer as XtritonPrinter
from xtriton.ir.traits import HasParentOp, ImplicitTerminator, SingleBlock, element_type, shape_of

if TYPE_CHECKING:
    from xtriton.ir.value_parser import ValueParser

MapAttribute = AttrPredicate(
    "AffineMap attribute", lambda attr: isinstance(attr, AffineMapAttr), values=(AffineMap,), convert=AffineMapAttr
)
_INDEX = IndexType()


def map_of(attr: Attribute) -> AffineMap:
    """The map of an attribute."""
    return cast("AffineMapAttr", attr).data


def _parse_operands(parser: Parser) -> list[UnresolvedOperand]:
    """Read ``(%dims)[%symbols]``; the symbols are optional."""
    operands = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)
    symbols = parser.parse_optional_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_unresolved_operand)
    return [*operands, *(symbols or ())]


def _print_operands(printer: Printer, map_: AffineMap, operands: Sequence[SSAValue]) -> None:
    printer.print_string("(")
    printer.print_list(operands[: map_.num_dims], printer.print_ssa_value)
    printer.print_string(")")
    if map_.num_symbols:
        printer.print_string("[")
        printer.print_list(operands[map_.num_dims :], printer.print_ssa_value)
        printer.print_string("]")


class _MapOp(Op):
    """An operation on a map applied to its operands."""

    map: Property[AffineMap] = prop_def(MapAttribute, kw_only=False)
    operands_: Operands = var_operand_def(Index)
    result: Result = result_def(Index, default=INFERRED)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        map_ = parser.parse_attribute()
        operands = _parse_operands(parser)
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        return cls.create(
            operands=[parser.resolve_operand(operand, _INDEX) for operand in operands],
            result_types=[_INDEX],
            properties={"map": map_} | listed,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.map)
        _print_operands(printer, map_of(self.map), self.operands)
        printer.print_op_attributes(self.attributes)

    def verify_op(self) -> None:
        map_ = map_of(self.map)
        if len(self.operands) != map_.num_dims + map_.num_symbols:
            raise Violation("operand count and affine map dimension and symbol count must match")


@irdl_op_definition
class ApplyOp(_MapOp):
    """The only result of a map."""

    name = "affine.apply"

    def verify_op(self) -> None:
        super().verify_op()
        if len(map_of(self.map).results) != 1:
            raise Violation("mapping must produce one value")


@irdl_op_definition
class MinOp(_MapOp):
    """The minimum of a map's results."""

    name = "affine.min"


@irdl_op_definition
class MaxOp(_MapOp):
    """The maximum of a map's results."""

    name = "affine.max"


def _print_subscripts(printer: Printer, map_: AffineMap, operands: Sequence[SSAValue]) -> None:
    name: Callable[[SSAValue], str] = getattr(printer, "value_name", lambda value: f"%{value.name_hint}")
    dims = [name(operand) for operand in operands[: map_.num_dims]]
    symbols = [f"symbol({name(operand)})" for operand in operands[map_.num_dims :]]
    # Names replace dimensions and symbols in the text of each expression.
    texts = [_with_names(expression, dims, symbols) for expression in map_.results]
    printer.print_string("[" + ", ".join(texts) + "]")


def _with_names(expression: AffineExpr, dims: Sequence[str], symbols: Sequence[str]) -> str:
    names = {f"d{index}": text for index, text in enumerate(dims)}
    names |= {f"s{index}": text for index, text in enumerate(symbols)}
    words = format_expression(expression).replace("(", "( ").replace(")", " )").replace("-", "- ").split(" ")
    text = " ".join(names.get(word, word) for word in words)
    return text.replace("( ", "(").replace(" )", ")").replace("-  ", "- ")


class _Access:
    """An access to an element of memory."""

    if TYPE_CHECKING:  # defined by the operations, in the order of their operands
        memref: Operand
        indices: Operands
        map: Property[AffineMap]

    def verify_op(self) -> None:
        map_ = map_of(self.map)
        rank = len(shape_of(self.memref.type) or ())
        if len(map_.results) != rank:
            raise Violation("affine map num results must equal memref rank")
        if len(self.indices) != map_.num_dims + map_.num_symbols:
            raise Violation(f"expects as many subscripts as affine map inputs: {map_.num_dims + map_.num_symbols}")


def _parse_access(parser: Parser) -> tuple[UnresolvedOperand, AffineMap, list[SSAValue]]:
    """Read ``%memref[subscripts]``."""
    memref = parser.parse_unresolved_operand()
    map_, operands = SubscriptParser(cast("ValueParser", parser)).parse()
    return memref, map_, [parser.resolve_operand(operand, _INDEX) for operand in operands]


def _print_access(printer: Printer, op: LoadOp | StoreOp) -> None:
    printer.print_ssa_value(op.memref)
    _print_subscripts(printer, map_of(op.map), op.indices)
    printer.print_op_attributes(op.attributes)
    printer.print_string(" : ")
    printer.print_attribute(op.memref.type)


def _element_type(memref: SSAValue) -> Attribute:
    return element_type(memref.type)


@irdl_op_definition
class LoadOp(_Access, Op):
    """Loads an element."""

    name = "affine.load"
    memref: Operand = operand_def(RankedMemRef)
    map: Property[AffineMap] = prop_def(MapAttribute, kw_only=False)
    indices: Operands = var_operand_def(Index, default=())
    result: Result = result_def(AnyType, default=computed(_element_type, "memref"))
    traits = traits_def(Effects(read(MEMORY, "memref")))

    @classmethod
    def parse(cls, parser: Parser) -> LoadOp:
        memref, map_, indices = _parse_access(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        return cls.create(
            operands=[parser.resolve_operand(memref, type_), *indices],
            result_types=[element_type(type_)],
            properties={"map": AffineMapAttr(map_)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        _print_access(printer, self)


@irdl_op_definition
class StoreOp(_Access, Op):
    """Stores an element."""

    name = "affine.store"
    value: Operand = operand_def(AnyType)
    memref: Operand = operand_def(RankedMemRef)
    map: Property[AffineMap] = prop_def(MapAttribute, kw_only=False)
    indices: Operands = var_operand_def(Index, default=())
    traits = traits_def(Effects(write(MEMORY, "memref")))

    @classmethod
    def parse(cls, parser: Parser) -> StoreOp:
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        memref, map_, indices = _parse_access(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        return cls.create(
            operands=[
                parser.resolve_operand(value, element_type(type_)),
                parser.resolve_operand(memref, type_),
                *indices,
            ],
            properties={"map": AffineMapAttr(map_)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(", ")
        _print_access(printer, self)


@irdl_op_definition
class YieldOp(Op):
    """Terminates the region of a loop."""

    name = "affine.yield"
    operands_: Operands = var_operand_def(AnyType, default=())
    traits = traits_def(HasParentOp("affine.for", "affine.if", "affine.parallel"), Pure(), ReturnLike(), IsTerminator())
    SYNTAX: ClassVar = "attr-dict ($operands_^ `:` type($operands_))?"


_Bound = tuple[AffineMap, list[UnresolvedOperand]]


def _parse_bound(parser: Parser, combine: str) -> _Bound:
    """Read a bound: a number, a value, or a map of values; ``combine`` may precede a map of several results."""
    parser.parse_optional_keyword(combine)
    operand = parser.parse_optional_unresolved_operand()
    if operand is not None:
        return AffineMap(0, 1, (AffineSymExpr(0),)), [operand]
    number = parser.parse_optional_integer(allow_boolean=False)
    if number is not None:
        return AffineMap(0, 0, (AffineConstantExpr(number),)), []
    map_ = map_of(parser.parse_attribute())
    return map_, _parse_operands(parser)


def _print_bound(printer: Printer, attr: Attribute, operands: Sequence[SSAValue], combine: str) -> None:
    map_ = map_of(attr)
    lone = map_.results[0] if len(map_.results) == 1 else None
    if isinstance(lone, AffineConstantExpr) and not operands:
        printer.print_string(str(lone.value))
        return
    if (map_.num_dims, map_.num_symbols) == (0, 1) and isinstance(lone, AffineSymExpr):
        printer.print_ssa_value(operands[0])
        return
    if lone is None:
        printer.print_string(f"{combine} ")
    printer.print_attribute(attr)
    _print_operands(printer, map_, operands)


@irdl_op_definition
class ForOp(Op):
    """A loop from the maximum of its lower bounds up to, not including, the minimum of its upper bounds."""

    name = "affine.for"
    HIDES_ARGUMENT_LOCATIONS: ClassVar[bool] = True
    lowerBoundOperands: Operands = var_operand_def(Index, default=())
    upperBoundOperands: Operands = var_operand_def(Index, default=())
    inits: Operands = var_operand_def(AnyType, default=())
    lowerBoundMap: Property[AffineMap] = prop_def(MapAttribute)
    upperBoundMap: Property[AffineMap] = prop_def(MapAttribute)
    step: Property = prop_def(IndexAttribute)
    results_: Results = var_result_def(AnyType, default=(), alias="result_types")
    region: OpRegion = region_def("single_block")
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(SingleBlock(), ImplicitTerminator("affine.yield"), RecursiveMemoryEffect())

    @property
    def body(self) -> Block:
        """The loop body."""
        return self.region.block

    @property
    def step_number(self) -> int:
        """The step of the induction variable."""
        return int_value(self.step)

    @classmethod
    def parse(cls, parser: Parser) -> ForOp:
        variable: Any = parser.parse_argument(expect_type=False).resolve(_INDEX)
        if isinstance(parser, LocationParser):
            parser.parse_trailing_location(variable)
        parser.parse_punctuation("=")
        lower = _parse_bound(parser, "max")
        parse_keyword(parser, "to")
        upper = _parse_bound(parser, "min")
        step = parser.parse_integer() if parser.parse_optional_keyword("step") is not None else 1
        arguments, inits, types = parse_iter_args(parser)
        bodies = [argument.resolve(type_) for argument, type_ in zip(arguments, types, strict=True)]
        region = parser.parse_region([variable, *bodies])
        ensure_terminator(parser, region, YieldOp)
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        sizes = [len(lower[1]), len(upper[1]), len(inits)]
        properties: dict[str, Attribute] = {
            "lowerBoundMap": AffineMapAttr(lower[0]),
            "upperBoundMap": AffineMapAttr(upper[0]),
            "step": IntegerAttr(step, _INDEX),
            "operandSegmentSizes": DenseArrayBase.from_list(i32, sizes),
        }
        return cls.create(
            operands=[
                *(parser.resolve_operand(operand, _INDEX) for operand in (*lower[1], *upper[1])),
                *(parser.resolve_operand(init, type_) for init, type_ in zip(inits, types, strict=True)),
            ],
            result_types=types,
            properties=properties | listed,
            attributes=attributes,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        variable = self.body.args[0]
        printer.print_ssa_value(variable)
        if isinstance(printer, XtritonPrinter):
            printer.print_argument_location(variable)
        printer.print_string(" = ")
        _print_bound(printer, self.lowerBoundMap, self.lowerBoundOperands, "max")
        printer.print_string(" to ")
        _print_bound(printer, self.upperBoundMap, self.upperBoundOperands, "min")
        if self.step_number != 1:
            printer.print_string(f" step {self.step_number}")
        if self.inits:
            printer.print_string(" iter_args")
            print_assignments(printer, self.body.args[1:], self.inits)
            printer.print_string(" -> (")
            printer.print_list(types_of(self.results), printer.print_attribute)
            printer.print_string(")")
        printer.print_string(" ")
        printer.print_region(self.region, print_entry_block_args=False, print_block_terminators=bool(self.inits))
        printer.print_op_attributes(self.attributes)

    def verify_in_context(self) -> None:
        arguments = self.body.args
        if len(arguments) != 1 + len(self.inits) or arguments[0].type != _INDEX:
            raise Violation("expected body to have a single index argument for the induction variable")
        if len(self.inits) != len(self.results):
            raise Violation("mismatch between the number of loop-carried values and results")
        for index, (argument, init) in enumerate(zip(arguments[1:], self.inits, strict=True)):
            if argument.type != init.type:
                raise Violation(f"types mismatch between {index}th iter operand and defined value")


Affine = Dialect("affine", [ApplyOp, ForOp, LoadOp, MaxOp, MinOp, StoreOp, YieldOp])
