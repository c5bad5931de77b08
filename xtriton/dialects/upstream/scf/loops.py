"""Sequential loops: ``scf.for`` and ``scf.while``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from xdsl.dialects.builtin import IndexType, UnitAttr
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConditionallySpeculatable, RecursiveMemoryEffect, is_speculatable

from xtriton.dialects.upstream.arith.constant import constant_values
from xtriton.dialects.upstream.regions import (
    ensure_terminator,
    parse_function_type,
    parse_iter_args,
    parse_keyword,
    parse_optional_assignments,
    print_assignments,
    print_result_types,
    raise_at_op,
    split_attributes,
    types_of,
)
from xtriton.dialects.upstream.scf.terminators import ConditionOp, YieldOp
from xtriton.dialects.upstream.scf.trip_count import constant_trip_count
from xtriton.interfaces.loop_like import LoopLikeOpInterface
from xtriton.interfaces.region_branch import Constants, RegionBranchOpInterface, RegionSuccessor
from xtriton.ir.constraints import AnyType, SignlessIntegerOrIndex, UnitAttribute, raise_op_error
from xtriton.ir.definitions import (
    Operand,
    Operands,
    OpRegion,
    OptionalProperty,
    Results,
    computed,
    operand_def,
    opt_prop_def,
    region_def,
    var_operand_def,
    var_result_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.traits import AllTypesMatch, ImplicitTerminator, SingleBlock
from xtriton.versions import V3_6, V3_7, V3_8, ByVersion, active_version, by_version, since

_COUNTS_TRIPS = since(V3_7)
"""Whether control flow takes a constant trip count into account."""
_RULES_OF_CARRIED_VALUES: ByVersion[Sequence[Callable[[ForOp], None]]] = by_version(
    {
        V3_6: (
            LoopLikeOpInterface.verify_carried_counts,
            LoopLikeOpInterface.verify_carried_types,
            RegionBranchOpInterface.verify_edges,
        ),
        V3_8: (
            LoopLikeOpInterface.verify_carried_counts,
            RegionBranchOpInterface.verify_edges,
            LoopLikeOpInterface.verify_carried_types,
        ),
    }
)
"""What is verified of the values of a loop, in this order."""

_BOUNDS = 3
"""The operands of ``scf.for`` before the init operands: lower bound, upper bound and step."""


@dataclass(frozen=True)
class _LoopSpeculatable(ConditionallySpeculatable):
    """A loop is speculatable if it terminates, as with step 1, and its body is speculatable."""

    def is_speculatable(self, op: Operation) -> bool:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Whether ``op``, an ``scf.for``, may be executed early."""
        return constant_values(op.operands[2]) == (1,) and all(
            is_speculatable(inner) for block in op.regions[0].blocks for inner in block.ops
        )


def _loop_body(lower_bound: SSAValue, init_args: Sequence[SSAValue]) -> Region:
    """A block with the induction variable and the loop-carried values as arguments."""
    return Region(Block(arg_types=[lower_bound.type, *types_of(init_args)]))


@irdl_op_definition
class ForOp(LoopLikeOpInterface, RegionBranchOpInterface):
    """Runs its body for the induction variable from ``lowerBound`` up to, not including, ``upperBound``.

    Loop-carried values start as ``initArgs``, are arguments of the body after the induction variable, and are yielded
    for the next iteration or as the results.
    """

    name = "scf.for"
    HIDES_ARGUMENT_LOCATIONS: ClassVar[bool] = True
    lowerBound: Operand = operand_def(SignlessIntegerOrIndex)
    upperBound: Operand = operand_def(SignlessIntegerOrIndex)
    step: Operand = operand_def(SignlessIntegerOrIndex)
    initArgs: Operands = var_operand_def(AnyType, default=())
    unsignedCmp: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    results_: Results = var_result_def(AnyType, default=computed(types_of, "initArgs"), alias="result_types")
    region: OpRegion = region_def("single_block", default=computed(_loop_body, "lowerBound", "initArgs"))
    traits = traits_def(
        SingleBlock(),
        ImplicitTerminator("scf.yield"),
        AllTypesMatch(("lowerBound", "upperBound", "step")),
        _LoopSpeculatable(),
        RecursiveMemoryEffect(),
    )

    @property
    def body(self) -> Block:
        """The loop body."""
        body = self.regions[0].first_block
        assert body is not None
        return body

    @property
    def induction_variable(self) -> BlockArgument:
        """The first argument of the body."""
        return self.body.args[0]

    @property
    def induction_variables(self) -> Sequence[SSAValue]:
        return self.body.args[:1]

    @property
    def lower_bounds(self) -> Sequence[SSAValue]:
        return (self.lowerBound,)

    @property
    def upper_bounds(self) -> Sequence[SSAValue]:
        return (self.upperBound,)

    @property
    def steps(self) -> Sequence[SSAValue]:
        return (self.step,)

    @property
    def init_operands(self) -> range:
        return range(_BOUNDS, len(self.operands))

    @property
    def iter_args(self) -> Sequence[BlockArgument]:
        return self.body.args[1:]

    @property
    def yield_operation(self) -> YieldOp | None:
        last = self.body.last_op
        return last if isinstance(last, YieldOp) else None

    @property
    def loop_results(self) -> Sequence[SSAValue]:
        return self.results

    @property
    def trip_count(self) -> int | None:
        """How often the loop runs, if constants tell it."""
        return constant_trip_count(self.lowerBound, self.upperBound, self.step, unsigned=self.unsignedCmp is not None)

    def entry_successors(self) -> Sequence[RegionSuccessor]:
        return (RegionSuccessor(self.region, self.iter_args), self.past)

    def region_successors(self, region: Region) -> Sequence[RegionSuccessor]:
        return self.entry_successors()

    def taken_entry_successors(self, constants: Constants) -> Sequence[RegionSuccessor]:
        trips = self.trip_count if active_version() in _COUNTS_TRIPS else None
        into, past = self.entry_successors()
        return (into, past) if trips is None else (into if trips else past,)

    def taken_region_successors(self, region: Region) -> Sequence[RegionSuccessor]:
        once = active_version() in _COUNTS_TRIPS and self.trip_count == 1
        return (self.past,) if once else self.region_successors(region)

    def entry_operands(self, successor: RegionSuccessor) -> range:
        return self.init_operands

    @classmethod
    def parse(cls, parser: Parser) -> ForOp:
        properties: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("unsigned") is not None:
            properties["unsignedCmp"] = UnitAttr()
        variable = parser.parse_argument(expect_type=False)
        parser.parse_punctuation("=")
        bounds = [parser.parse_unresolved_operand()]
        for keyword in ("to", "step"):
            parse_keyword(parser, keyword)
            bounds.append(parser.parse_unresolved_operand())
        arguments, inits, types = parse_iter_args(parser)
        if len(arguments) != len(types):
            raise_at_op(parser, "mismatch in number of loop-carried values and defined values")
        type_ = parser.parse_type() if parser.parse_optional_punctuation(":") is not None else IndexType()
        region = parser.parse_region(
            [
                variable.resolve(type_),
                *(argument.resolve(carried) for argument, carried in zip(arguments, types, strict=True)),
            ]
        )
        ensure_terminator(parser, region, YieldOp)
        operands = [parser.resolve_operand(bound, type_) for bound in bounds]
        operands += [parser.resolve_operand(init, carried) for init, carried in zip(inits, types, strict=True)]
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        return cls.create(
            operands=operands,
            result_types=types,
            properties=properties | listed,
            attributes=attributes,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        if self.unsignedCmp is not None:
            printer.print_string(" unsigned")
        printer.print_string(" ")
        printer.print_ssa_value(self.induction_variable)
        for text, bound in ((" = ", self.lowerBound), (" to ", self.upperBound), (" step ", self.step)):
            printer.print_string(text)
            printer.print_ssa_value(bound)
        if self.initArgs:
            printer.print_string(" iter_args")
            print_assignments(printer, self.iter_args, self.initArgs)
            printer.print_string(" -> (")
            printer.print_list(types_of(self.initArgs), printer.print_attribute)
            printer.print_string(")")
        printer.print_string(" ")
        if not isinstance(self.lowerBound.type, IndexType):
            printer.print_string(" : ")
            printer.print_attribute(self.lowerBound.type)
            printer.print_string(" ")
        printer.print_region(self.region, print_entry_block_args=False, print_block_terminators=bool(self.initArgs))
        printer.print_op_attributes(self.attributes)

    def verify_op(self) -> None:
        if len(self.initArgs) != len(self.results):
            raise Violation("mismatch in number of loop-carried values and defined values")

    def verify_regions(self) -> None:
        arguments = self.body.args
        if not arguments:
            raise Violation("expected an induction variable as the first argument of the body")
        for verify in _RULES_OF_CARRIED_VALUES.now():
            verify(self)
        if self.induction_variable.type != self.lowerBound.type:
            raise Violation("expected induction variable to be same type as bounds and step")


@irdl_op_definition
class WhileOp(LoopLikeOpInterface, RegionBranchOpInterface):
    """Runs ``before``; while its condition is true, runs ``after`` and repeats with the values that it yields.

    The results are the values forwarded by the last ``scf.condition``.
    """

    name = "scf.while"
    HIDES_ARGUMENT_LOCATIONS: ClassVar[bool] = True
    inits: Operands = var_operand_def(AnyType, default=())
    results_: Results = var_result_def(AnyType, default=(), alias="result_types")
    before: OpRegion = region_def("single_block")
    after: OpRegion = region_def("single_block")
    traits = traits_def(SingleBlock(), RecursiveMemoryEffect())

    @property
    def init_operands(self) -> range:
        return range(len(self.operands))

    @property
    def iter_args(self) -> Sequence[SSAValue]:
        return self.before.block.args

    @property
    def yield_operation(self) -> YieldOp | None:
        last = self.after.block.last_op
        return last if isinstance(last, YieldOp) else None

    @property
    def condition_operation(self) -> ConditionOp:
        """The terminator with the loop's condition."""
        last = self.before.block.last_op
        assert isinstance(last, ConditionOp)
        return last

    def entry_successors(self) -> Sequence[RegionSuccessor]:
        return (RegionSuccessor(self.before, self.iter_args),)

    def region_successors(self, region: Region) -> Sequence[RegionSuccessor]:
        if region is self.before:
            return (self.past, RegionSuccessor(self.after, self.after.block.args))
        return self.entry_successors()

    def entry_operands(self, successor: RegionSuccessor) -> range:
        return self.init_operands

    @classmethod
    def parse(cls, parser: Parser) -> WhileOp:
        arguments: list[Any] = []
        inits: list[Any] = []
        if (assignments := parse_optional_assignments(parser)) is not None:
            arguments, inits = assignments
        start = parser.pos
        type_ = parse_function_type(parser)
        types = type_.inputs.data
        if len(types) != len(inits):
            raise_op_error(
                parser, f"expected as many input types as operands (expected {len(inits)} got {len(types)})", start
            )
        operands = [parser.resolve_operand(init, init_type) for init, init_type in zip(inits, types, strict=True)]
        entry = [argument.resolve(argument_type) for argument, argument_type in zip(arguments, types, strict=True)]
        before = parser.parse_region(entry or None)
        parse_keyword(parser, "do")
        after = parser.parse_region()
        attributes: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("attributes") is not None:
            attributes = parser.parse_optional_attr_dict()
        return cls.create(
            operands=operands, result_types=type_.outputs.data, attributes=attributes, regions=[before, after]
        )

    def print(self, printer: Printer) -> None:
        if self.inits:
            printer.print_string(" ")
            print_assignments(printer, self.before.block.args, self.inits)
        printer.print_string(" : (")
        printer.print_list(types_of(self.inits), printer.print_attribute)
        printer.print_string(") -> ")
        print_result_types(printer, types_of(self.results))
        printer.print_string(" ")
        printer.print_region(self.before, print_entry_block_args=False)
        printer.print_string(" do ")
        printer.print_region(self.after)
        printer.print_op_attributes(self.attributes, print_keyword=True)

    def verify_op(self) -> None:
        for region, which, terminator in (
            (self.before, "before", ConditionOp),
            (self.after, "after", YieldOp),
        ):
            if not isinstance(region.block.last_op, terminator):
                raise Violation(f"expects the '{which}' region to terminate with '{terminator.name}'")
