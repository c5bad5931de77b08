"""Branches: ``scf.if``, ``scf.index_switch``, and the single region of ``scf.execute_region``."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DenseArrayBase, IndexType, UnitAttr, i1, i64
from xdsl.ir import Attribute, Region
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import RecursivelySpeculatable, RecursiveMemoryEffect

from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.regions import (
    NoRegionArguments,
    ensure_terminator,
    parse_arrow_types,
    parse_keyword,
    print_arrow_types,
    split_attributes,
    types_of,
)
from xtriton.dialects.upstream.scf.terminators import YieldOp
from xtriton.interfaces.region_branch import Constants, RegionBranchOpInterface, RegionSuccessor
from xtriton.ir.constraints import I1, AnyType, DenseI64Array, Index, UnitAttribute
from xtriton.ir.definitions import (
    Operand,
    OpRegion,
    OpRegions,
    OptionalProperty,
    Property,
    Results,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    var_region_def,
    var_result_def,
)
from xtriton.ir.diagnostics import Violation, note
from xtriton.ir.effects import RecursiveEffectsSince
from xtriton.ir.narrowing import is_integer_attr
from xtriton.ir.traits import ImplicitTerminator, SingleBlock
from xtriton.versions import V3_7


@irdl_op_definition
class IfOp(RegionBranchOpInterface):
    """Runs one of two regions; the second may be empty when there are no results."""

    name = "scf.if"
    condition: Operand = operand_def(I1)
    results_: Results = var_result_def(AnyType, default=(), alias="result_types")
    thenRegion: OpRegion = region_def("single_block", kw_only=False)
    elseRegion: OpRegion = region_def(default=None, kw_only=False)
    traits = traits_def(
        SingleBlock(),
        ImplicitTerminator("scf.yield"),
        NoRegionArguments(),
        RecursiveMemoryEffect(),
        RecursivelySpeculatable(),
    )

    def entry_successors(self) -> Sequence[RegionSuccessor]:
        return (self._into(self.thenRegion), self._into(self.elseRegion))

    def region_successors(self, region: Region) -> Sequence[RegionSuccessor]:
        return (self.past,)

    def taken_entry_successors(self, constants: Constants) -> Sequence[RegionSuccessor]:
        (condition,) = constants
        if not is_integer_attr(condition):
            return self.entry_successors()
        return (self._into(self.thenRegion if condition.value.data else self.elseRegion),)

    def _into(self, region: Region) -> RegionSuccessor:
        """Into a region, or past the operation if the region is empty."""
        return RegionSuccessor(region, ()) if region.blocks else self.past

    @classmethod
    def parse(cls, parser: Parser) -> IfOp:
        condition = parser.resolve_operand(parser.parse_unresolved_operand(), i1)
        types = parse_arrow_types(parser)
        then_region = parser.parse_region()
        ensure_terminator(parser, then_region, YieldOp)
        else_region = Region()
        if parser.parse_optional_keyword("else") is not None:
            else_region = parser.parse_region()
            ensure_terminator(parser, else_region, YieldOp)
        return cls.create(
            operands=[condition],
            result_types=types,
            attributes=parser.parse_optional_attr_dict(),
            regions=[then_region, else_region],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.condition)
        if self.results:
            printer.print_string(" -> (")
            printer.print_list(types_of(self.results), printer.print_attribute)
            printer.print_string(")")
        printer.print_string(" ")
        terminators = bool(self.results)
        printer.print_region(self.thenRegion, print_entry_block_args=False, print_block_terminators=terminators)
        if self.elseRegion.blocks:
            printer.print_string(" else ")
            printer.print_region(self.elseRegion, print_entry_block_args=False, print_block_terminators=terminators)
        printer.print_op_attributes(self.attributes)

    def verify_in_context(self) -> None:
        if self.results and not self.elseRegion.blocks:
            raise Violation("must have an else block if defining values")


@irdl_op_definition
class ExecuteRegionOp(RegionBranchOpInterface):
    """Runs its region, which may have several blocks, once."""

    name = "scf.execute_region"
    no_inline: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    results_: Results = var_result_def(AnyType, default=(), alias="result_types")
    region: OpRegion = region_def()
    traits = traits_def(RecursiveEffectsSince(V3_7))

    def entry_successors(self) -> Sequence[RegionSuccessor]:
        return (RegionSuccessor(self.region, ()),)

    def region_successors(self, region: Region) -> Sequence[RegionSuccessor]:
        return (self.past,)

    @classmethod
    def parse(cls, parser: Parser) -> ExecuteRegionOp:
        types = parse_arrow_types(parser)
        properties: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("no_inline") is not None:
            properties["no_inline"] = UnitAttr()
        region = parser.parse_region()
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        return cls.create(result_types=types, properties=properties | listed, attributes=attributes, regions=[region])

    def print(self, printer: Printer) -> None:
        print_arrow_types(printer, types_of(self.results))
        printer.print_string(" ")
        if self.no_inline is not None:
            printer.print_string("no_inline ")
        printer.print_region(self.region, print_entry_block_args=False)
        printer.print_op_attributes(self.attributes)

    def verify_in_context(self) -> None:
        first = self.region.first_block
        if first is None:
            raise Violation("region needs to have at least one block")
        if first.args:
            raise Violation("region cannot have any arguments")


@irdl_op_definition
class IndexSwitchOp(RegionBranchOpInterface):
    """Runs the region whose case is the value of ``arg``, or the default region."""

    name = "scf.index_switch"
    arg: Operand = operand_def(Index)
    cases: Property[Sequence[int]] = prop_def(DenseI64Array)
    results_: Results = var_result_def(AnyType, default=(), alias="result_types")
    defaultRegion: OpRegion = region_def("single_block")
    caseRegions: OpRegions = var_region_def("single_block")
    traits = traits_def(SingleBlock(), RecursiveMemoryEffect())

    @property
    def case_values(self) -> Sequence[int]:
        """The values of the cases."""
        return dense_numbers(self.cases)

    def entry_successors(self) -> Sequence[RegionSuccessor]:
        return [RegionSuccessor(region, ()) for region in self.regions]

    def region_successors(self, region: Region) -> Sequence[RegionSuccessor]:
        return (self.past,)

    def taken_entry_successors(self, constants: Constants) -> Sequence[RegionSuccessor]:
        (number,) = constants
        if not is_integer_attr(number):
            return self.entry_successors()
        regions = dict(zip(self.case_values, self.caseRegions, strict=True))
        return (RegionSuccessor(regions.get(number.value.data, self.defaultRegion), ()),)

    @classmethod
    def parse(cls, parser: Parser) -> IndexSwitchOp:
        arg = parser.resolve_operand(parser.parse_unresolved_operand(), IndexType())
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        types: list[Attribute] = []
        if parser.parse_optional_punctuation("->") is not None:
            types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        cases: list[int] = []
        regions: list[Region] = []
        while parser.parse_optional_keyword("case") is not None:
            cases.append(parser.parse_integer(allow_boolean=False))
            regions.append(parser.parse_region())
        parse_keyword(parser, "default")
        default = parser.parse_region()
        ensure_terminator(parser, default, YieldOp)
        properties: dict[str, Attribute] = {"cases": DenseArrayBase.from_list(i64, cases)}
        return cls.create(
            operands=[arg],
            result_types=types,
            properties=properties | listed,
            attributes=attributes,
            regions=[default, *regions],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.arg)
        printer.print_op_attributes(self.attributes)
        if self.results:
            printer.print_string(" -> ")
            printer.print_list(types_of(self.results), printer.print_attribute)
        printer.print_string(" ")
        for value, region in zip(self.case_values, self.caseRegions, strict=True):
            printer.print_string(f"\ncase {value} ")
            printer.print_region(region, print_entry_block_args=False)
        printer.print_string("\ndefault ")
        last = self.defaultRegion.block.last_op
        plain = last is not None and not last.operands and not last.attributes
        printer.print_region(self.defaultRegion, print_block_terminators=not plain)

    def verify_in_context(self) -> None:
        cases = self.case_values
        if len(cases) != len(self.caseRegions):
            raise Violation(f"has {len(self.caseRegions)} case regions but {len(cases)} case values")
        for index, value in enumerate(cases):
            if value in cases[:index]:
                raise Violation(f"has duplicate case value: {value}")
        self._verify_yields(self.defaultRegion, "default region")
        for index, region in enumerate(self.caseRegions):
            self._verify_yields(region, f"case region #{index}")

    def _verify_yields(self, region: Region, name: str) -> None:
        last = region.block.last_op
        if not isinstance(last, YieldOp):
            raise Violation(f"expected region to end with scf.yield, but got {last.name if last else 'nothing'}")
        if len(last.operands) != len(self.results):
            raise Violation(
                f"expected each region to return {len(self.results)} values, but {name} returns {len(last.operands)}"
            )
        for index, (result, value) in enumerate(zip(self.results, last.operands, strict=True)):
            if value.type != result.type:
                raise Violation(
                    f"expected result #{index} of each region to be '{result.type}'",
                    notes=(note(last.location, f"{name} returns '{value.type}' here"),),
                )
