"""Parallel loops: ``scf.parallel`` with ``scf.reduce``, and ``scf.forall``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, IndexType, i32, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, NoTerminator, Pure, RecursiveMemoryEffect

from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.destination import verify_destinations
from xtriton.dialects.upstream.mixed import join_mixed, parse_indices, print_indices, verify_mixed
from xtriton.dialects.upstream.regions import (
    ensure_terminator,
    parse_arrow_types,
    parse_assignments,
    parse_keyword,
    print_arrow_types,
    print_assignments,
    raise_at_op,
    resolve_operands,
    split_attributes,
    types_of,
)
from xtriton.interfaces.loop_like import LoopLikeOpInterface
from xtriton.interfaces.parallel import DeviceMapping, ParallelCombining
from xtriton.interfaces.region_branch import RegionBranchOpInterface, RegionSuccessor
from xtriton.ir.constraints import (
    AnyRankedTensor,
    AnyType,
    AttrPredicate,
    DenseI64Array,
    Index,
    raise_op_error,
    ranked_tensor_of,
    type_by_version,
)
from xtriton.ir.definitions import (
    Operand,
    Operands,
    OpRegion,
    OpRegions,
    OptionalProperty,
    Property,
    Results,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    var_operand_def,
    var_region_def,
    var_result_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.op import Op
from xtriton.ir.traits import HasParentOp, ImplicitTerminator, SingleBlock
from xtriton.versions import V3_6, V3_9

DYNAMIC = -(2**63)
"""The marker of a bound given as an operand in a list of static bounds (MLIR's ``ShapedType::kDynamic``)."""


@irdl_op_definition
class ReduceReturnOp(Op):
    """Terminates a region of ``scf.reduce`` with the combined value."""

    name = "scf.reduce.return"
    result: Operand = operand_def(AnyType)
    traits = traits_def(HasParentOp("scf.reduce"), Pure(), IsTerminator())
    SYNTAX: ClassVar = "$result attr-dict `:` type($result)"

    def verify_in_context(self) -> None:
        block = self.parent
        if block is not None and block.args and block.args[0].type != self.result.type:
            raise Violation(f"must have type '{block.args[0].type}' (the type of the reduction inputs)")


@irdl_op_definition
class ReduceOp(Op):
    """Terminates ``scf.parallel``: combines each operand into a loop result by the region of the same index."""

    name = "scf.reduce"
    operands_: Operands = var_operand_def(AnyType, default=())
    reductions: OpRegions = var_region_def("single_block")
    traits = traits_def(HasParentOp("scf.parallel"), IsTerminator(), RecursiveMemoryEffect())
    SYNTAX: ClassVar = "(`(` $operands_^ `:` type($operands_) `)`)? $reductions attr-dict"

    def verify_regions(self) -> None:
        if len(self.reductions) != len(self.operands):
            raise Violation("expected number of reduction regions to be the same as number of reduction operands")
        for index, (operand, region) in enumerate(zip(self.operands, self.reductions, strict=True)):
            block = region.block
            if [argument.type for argument in block.args] != [operand.type] * 2:
                raise Violation(
                    f"expected two block arguments with type '{operand.type}' in the {index}-th reduction region"
                )
            if not isinstance(block.last_op, ReduceReturnOp):
                raise Violation("reduction bodies must be terminated with an 'scf.reduce.return' op")


@irdl_op_definition
class ParallelOp(LoopLikeOpInterface, RegionBranchOpInterface):
    """A nest of loops whose iterations may run in any order; reductions give its results."""

    name = "scf.parallel"
    HIDES_ARGUMENT_LOCATIONS: ClassVar[bool] = True
    lowerBound: Operands = var_operand_def(Index, default=())
    upperBound: Operands = var_operand_def(Index, default=())
    step: Operands = var_operand_def(Index, default=())
    initVals: Operands = var_operand_def(AnyType, default=())
    results_: Results = var_result_def(AnyType, default=(), alias="result_types")
    region: OpRegion = region_def("single_block")
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(SingleBlock(), RecursiveMemoryEffect())

    @property
    def body(self) -> Block:
        """The loop body."""
        return self.region.block

    @property
    def induction_variables(self) -> Sequence[SSAValue]:
        return self.body.args

    @property
    def lower_bounds(self) -> Sequence[SSAValue]:
        return self.lowerBound

    @property
    def upper_bounds(self) -> Sequence[SSAValue]:
        return self.upperBound

    @property
    def steps(self) -> Sequence[SSAValue]:
        return self.step

    @property
    def init_operands(self) -> range:
        return range(len(self.operands) - len(self.initVals), len(self.operands))

    def entry_successors(self) -> Sequence[RegionSuccessor]:
        return (RegionSuccessor(self.region, ()), RegionSuccessor(None, ()))

    def region_successors(self, region: Region) -> Sequence[RegionSuccessor]:
        return self.entry_successors()

    @classmethod
    def parse(cls, parser: Parser) -> ParallelOp:
        variables = _parse_arguments(parser)
        parser.parse_punctuation("=")
        bounds = [_parse_bounds(parser, len(variables))]
        for keyword in ("to", "step"):
            parse_keyword(parser, keyword)
            bounds.append(_parse_bounds(parser, len(variables)))
        inits: Sequence[UnresolvedOperand] = ()
        if parser.parse_optional_keyword("init") is not None:
            inits = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)
        types = parse_arrow_types(parser)
        region = parser.parse_region([variable.resolve(IndexType()) for variable in variables])
        if len(inits) != len(types):
            raise_at_op(
                parser, f"number of operands and types do not match: got {len(inits)} operands and {len(types)} types"
            )
        operands = [parser.resolve_operand(bound, IndexType()) for group in bounds for bound in group]
        operands += [parser.resolve_operand(init, type_) for init, type_ in zip(inits, types, strict=True)]
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        ensure_terminator(parser, region, ReduceOp.create)
        sizes = [*map(len, bounds), len(inits)]
        return cls.create(
            operands=operands,
            result_types=types,
            properties={"operandSegmentSizes": DenseArrayBase.from_list(i32, sizes)} | listed,
            attributes=attributes,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        for text, values in (
            (" ", self.body.args),
            (" = ", self.lowerBound),
            (" to ", self.upperBound),
            (" step ", self.step),
            (" init ", self.initVals),
        ):
            if values or text != " init ":
                _print_group(printer, text, values)
        print_arrow_types(printer, types_of(self.results))
        printer.print_string(" ")
        printer.print_region(self.region, print_entry_block_args=False)
        printer.print_op_attributes(self.attributes)

    def verify_in_context(self) -> None:
        steps = len(self.step)
        if steps == 0:
            raise Violation("needs at least one tuple element for lowerBound, upperBound and step")
        arguments = self.body.args
        if len(arguments) != steps:
            raise Violation(
                f"expects the same number of induction variables: {len(arguments)} as bound and step values: {steps}"
            )
        if any(not isinstance(argument.type, IndexType) for argument in arguments):
            raise Violation("expects arguments for the induction variable to be of index type")
        last = self.body.last_op
        if not isinstance(last, ReduceOp):
            raise Violation("expects body to terminate with 'scf.reduce'")
        if len(self.results) != len(last.reductions):
            raise Violation(
                f"expects number of results: {len(self.results)} to be the same as number of reductions: "
                f"{len(last.reductions)}"
            )
        if len(self.results) != len(self.initVals):
            raise Violation(
                f"expects number of results: {len(self.results)} to be the same as number of initial values: "
                f"{len(self.initVals)}"
            )
        for index, (result, operand) in enumerate(zip(self.results, last.operands, strict=False)):
            if result.type != operand.type:
                raise Violation(
                    f"'{last.name}' op expects type of {index}-th reduction operand: '{operand.type}' to be the same "
                    f"as the {index}-th result type: '{result.type}'",
                    prefixed=False,
                    location=last.location,
                )


def _parse_arguments(parser: Parser) -> list[Any]:
    return parser.parse_comma_separated_list(parser.Delimiter.PAREN, lambda: parser.parse_argument(expect_type=False))


def _parse_bounds(parser: Parser, count: int) -> list[UnresolvedOperand]:
    start = parser.pos
    bounds = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)
    if len(bounds) != count:
        raise_op_error(parser, f"expected {count} operands", start)
    return bounds


def _print_group(printer: Printer, text: str, values: Sequence[SSAValue]) -> None:
    printer.print_string(text + "(")
    printer.print_list(values, printer.print_ssa_value)
    printer.print_string(")")


@irdl_op_definition
class InParallelOp(Op):
    """Ends ``scf.forall``: how the iterations write to the shared outputs."""

    name = "scf.forall.in_parallel"
    region: OpRegion = region_def("single_block")
    traits = traits_def(HasParentOp("scf.forall"), SingleBlock(), NoTerminator(), Pure(), IsTerminator())

    def verify_in_context(self) -> None:
        if not all(isinstance(op, ParallelCombining) for op in self.region.block.ops):
            raise Violation("expected only ParallelCombiningOpInterface ops")

    @classmethod
    def parse(cls, parser: Parser) -> InParallelOp:
        region = parser.parse_region()
        if not region.blocks:
            region.add_block(Block())
        return cls.create(regions=[region], attributes=parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_region(self.region, print_entry_block_args=False, print_empty_block=False)
        printer.print_op_attributes(self.attributes)


def _empty_in_parallel() -> Operation:
    return InParallelOp(region=Region(Block()))


def _is_mapping(attr: Attribute) -> bool:
    entries = cast("ArrayAttr[Attribute]", attr).data if isinstance(attr, ArrayAttr) else None
    return entries is not None and all(isinstance(entry, DeviceMapping) for entry in entries)


_Mapping = AttrPredicate(
    "Device Mapping array attribute", _is_mapping, storage=lambda attr: isinstance(attr, ArrayAttr)
)


_NO_OPERANDS: list[UnresolvedOperand] = []


_Outputs = type_by_version(
    {
        V3_6: AnyRankedTensor,
        V3_9: ranked_tensor_of(AnyType, summary="ranked tensor of any non-token type values"),
    }
)


@irdl_op_definition
class ForallOp(LoopLikeOpInterface, RegionBranchOpInterface):
    """A nest of loops that run in parallel and write parts of their shared outputs."""

    name = "scf.forall"
    HIDES_ARGUMENT_LOCATIONS: ClassVar[bool] = True
    dynamicLowerBound: Operands = var_operand_def(Index, default=())
    dynamicUpperBound: Operands = var_operand_def(Index, default=())
    dynamicStep: Operands = var_operand_def(Index, default=())
    outputs: Operands = var_operand_def(_Outputs, default=())
    staticLowerBound: Property[Sequence[int]] = prop_def(DenseI64Array)
    staticUpperBound: Property[Sequence[int]] = prop_def(DenseI64Array)
    staticStep: Property[Sequence[int]] = prop_def(DenseI64Array)
    mapping: OptionalProperty = opt_prop_def(_Mapping, default=None)
    results_: Results = var_result_def(AnyType, default=(), alias="result_types")
    region: OpRegion = region_def("single_block")
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(SingleBlock(), ImplicitTerminator("scf.forall.in_parallel"), RecursiveMemoryEffect())

    @property
    def rank(self) -> int:
        """The number of loops."""
        return len(dense_numbers(self.staticUpperBound))

    @property
    def induction_variables(self) -> Sequence[SSAValue]:
        return self.region.block.args[: self.rank]

    @property
    def lower_bounds(self) -> Sequence[SSAValue | int]:
        return join_mixed(self.staticLowerBound, self.dynamicLowerBound)

    @property
    def upper_bounds(self) -> Sequence[SSAValue | int]:
        return join_mixed(self.staticUpperBound, self.dynamicUpperBound)

    @property
    def steps(self) -> Sequence[SSAValue | int]:
        return join_mixed(self.staticStep, self.dynamicStep)

    @property
    def init_operands(self) -> range:
        return range(len(self.operands) - len(self.outputs), len(self.operands))

    @property
    def iter_args(self) -> Sequence[SSAValue]:
        return self.region.block.args[self.rank :]

    @property
    def loop_results(self) -> Sequence[SSAValue]:
        return self.results

    def entry_successors(self) -> Sequence[RegionSuccessor]:
        return (RegionSuccessor(self.region, ()), RegionSuccessor(None, ()))

    def region_successors(self, region: Region) -> Sequence[RegionSuccessor]:
        return self.entry_successors()

    @classmethod
    def parse(cls, parser: Parser) -> ForallOp:
        variables = _parse_arguments(parser)
        rank = len(variables)
        if parser.parse_optional_punctuation("=") is not None:
            groups = [parse_indices(parser, parser.Delimiter.PAREN, DYNAMIC)]
            for keyword in ("to", "step"):
                parse_keyword(parser, keyword)
                groups.append(parse_indices(parser, parser.Delimiter.PAREN, DYNAMIC))
        else:
            parse_keyword(parser, "in")
            groups = [
                (_NO_OPERANDS, [0] * rank),
                parse_indices(parser, parser.Delimiter.PAREN, DYNAMIC),
                (_NO_OPERANDS, [1] * rank),
            ]
        for (_, listed), what in zip(groups, ("lower bound", "upper bound", "step"), strict=True):
            if len(listed) != rank:
                raise_at_op(parser, f"expected {rank} {what} values, got {len(listed)}", prefixed=False)
        arguments: list[Any] = []
        types: list[Attribute] = []
        shared: list[SSAValue] = []
        start = parser.pos
        if parser.parse_optional_keyword("shared_outs") is not None:
            arguments, outputs = parse_assignments(parser)
            types = parse_arrow_types(parser)
            shared = resolve_operands(parser, outputs, types, start)
        region = parser.parse_region(
            [
                *(variable.resolve(IndexType()) for variable in variables),
                *(argument.resolve(type_) for argument, type_ in zip(arguments, types, strict=True)),
            ]
        )
        ensure_terminator(parser, region, _empty_in_parallel)
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        operands = [parser.resolve_operand(value, IndexType()) for bounds, _ in groups for value in bounds]
        operands += shared
        sizes = [*(len(bounds) for bounds, _ in groups), len(shared)]
        properties: dict[str, Attribute] = {
            "operandSegmentSizes": DenseArrayBase.from_list(i32, sizes),
            **{
                name: DenseArrayBase.from_list(i64, static)
                for name, (_, static) in zip(
                    ("staticLowerBound", "staticUpperBound", "staticStep"), groups, strict=True
                )
            },
        }
        return cls.create(
            operands=operands,
            result_types=types,
            properties=properties | listed,
            attributes=attributes,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        rank = self.rank
        arguments = self.region.block.args
        _print_group(printer, " ", arguments[:rank])
        lower, upper, step = (
            (self.dynamicLowerBound, dense_numbers(self.staticLowerBound)),
            (self.dynamicUpperBound, dense_numbers(self.staticUpperBound)),
            (self.dynamicStep, dense_numbers(self.staticStep)),
        )
        if lower[1] == [0] * rank and step[1] == [1] * rank:
            bounds = [(" in ", upper)]
        else:
            bounds = [(" = ", lower), (" to ", upper), (" step ", step)]
        for text, (operands, numbers) in bounds:
            printer.print_string(f"{text}(")
            print_indices(printer, numbers, operands)
            printer.print_string(")")
        if self.outputs:
            printer.print_string(" shared_outs")
            print_assignments(printer, arguments[rank:], self.outputs)
            printer.print_string(" -> (")
            printer.print_list(types_of(self.results), printer.print_attribute)
            printer.print_string(")")
        printer.print_string(" ")
        printer.print_region(self.region, print_entry_block_args=False, print_block_terminators=bool(self.results))
        mapping = {} if self.mapping is None else {"mapping": self.mapping}
        printer.print_op_attributes(self.attributes | mapping)

    def verify_in_context(self) -> None:
        if len(self.results) != len(self.outputs):
            raise Violation(f"produces {len(self.results)} results, but has only {len(self.outputs)} outputs")
        arguments, rank = self.region.block.args, len(dense_numbers(self.staticLowerBound))
        if len(arguments) != rank + len(self.outputs):
            raise Violation(f"region expects {rank} arguments")
        for index, argument in enumerate(arguments[:rank]):
            if not isinstance(argument.type, IndexType):
                raise Violation(f"expects {index}-th block argument to be an index")
        for index, (argument, output) in enumerate(zip(arguments[rank:], self.outputs, strict=True)):
            if argument.type != output.type:
                raise Violation(f"type mismatch between {index}-th output and corresponding block argument")
        mapping = () if self.mapping is None else cast("ArrayAttr[Attribute]", self.mapping).data
        if mapping and len(mapping) != rank:
            raise Violation("mapping attribute size must match op rank")
        verify_mixed("lower bound", rank, self.staticLowerBound, self.dynamicLowerBound)
        verify_mixed("upper bound", rank, self.staticUpperBound, self.dynamicUpperBound)
        verify_mixed("step", rank, self.staticStep, self.dynamicStep)

    def verify_regions(self) -> None:
        verify_destinations(self, self.outputs, self.init_operands.start)
