"""``nvws.warp_group``: regions for groups of warps, not yet isolated from above."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Region
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, Pure, RecursivelySpeculatable, RecursiveMemoryEffect, ReturnLike

from xtriton.dialects.ttg.op import reject, verify_region_blocks
from xtriton.dialects.ttg.warp_specialize import (
    parse_attributes_after_keyword,
    parse_num_warps,
    print_attributes_after_keyword,
)
from xtriton.dialects.upstream.regions import parse_arrow_types, print_arrow_types, types_of
from xtriton.ir.constraints import AnyType, DenseI32Array
from xtriton.ir.definitions import (
    Operands,
    OpRegions,
    Property,
    Results,
    prop_def,
    var_operand_def,
    var_region_def,
    var_result_def,
)
from xtriton.ir.narrowing import int_list
from xtriton.ir.op import Op
from xtriton.ir.traits import HasParentOp
from xtriton.versions import V3_9, active_version, since


@irdl_op_definition
class WarpGroupOp(Op):
    """Run each region on a group of warps; the results are those of the first region."""

    name = "nvws.warp_group"
    numWarps: Property[Sequence[int]] = prop_def(DenseI32Array)
    results_: Results = var_result_def(AnyType, default=(), alias="result_types")
    partitionRegions: OpRegions = var_region_def()
    traits = traits_def(RecursiveMemoryEffect(), RecursivelySpeculatable())

    @property
    def num_warps(self) -> Sequence[int]:
        """The number of warps of each group."""
        return int_list(self.numWarps)

    def verify_in_context(self) -> None:
        for index in range(len(self.regions)):
            verify_region_blocks(self, index, "partitionRegions")
        if len(self.num_warps) != len(self.regions):
            reject("Must supply numWarps for each Warp Group.")
        if not self.results:
            return
        if not self.regions:
            reject("Must have at least one region when there are results.")
        first = self.regions[0].first_block
        end = first.last_op if first is not None else None
        if not isinstance(end, WarpGroupYieldOp):
            reject(
                "When nvws.warp_group op has results, the first region should be terminated by nvws.warp_group.yield "
                "op."
            )
        if len(self.results) != len(end.operands):
            reject(
                "Mismatch in the number of results returned by nvws.warp_group op and the number of the operands of "
                "the corresponding nvws.warp_group.yield op in the first region."
            )

    @classmethod
    def parse(cls, parser: Parser) -> WarpGroupOp:
        attributes = parse_attributes_after_keyword(parser)
        regions: list[Region] = []
        counts: list[int] = []
        while parser.parse_optional_keyword(f"partition{len(counts)}") is not None:
            counts.append(parse_num_warps(parser))
            regions.append(parser.parse_region())
        properties = {"numWarps": DenseArrayBase.from_list(i32, counts)}
        types = parse_arrow_types(parser) if active_version() in _NAMES_RESULTS else ()
        return cls.create(properties=properties, attributes=attributes, regions=regions, result_types=types)

    def print(self, printer: Printer) -> None:
        print_attributes_after_keyword(printer, {**self.attributes, **self.properties}, "numWarps")
        for index, (region, count) in enumerate(zip(self.regions, self.num_warps, strict=True)):
            printer.print_string(f"\npartition{index} num_warps({count}) ")
            printer.print_region(region, print_entry_block_args=False, print_empty_block=False)
        if self.results and active_version() in _NAMES_RESULTS:
            print_arrow_types(printer, types_of(self.results))


_NAMES_RESULTS = since(V3_9)
"""The text has the types of results; before, a group with results cannot be read."""


@irdl_op_definition
class WarpGroupYieldOp(Op):
    """The terminator of the first region, with the results of the :class:`WarpGroupOp`."""

    name = "nvws.warp_group.yield"
    values: Operands = var_operand_def(AnyType, default=())
    traits = traits_def(Pure(), IsTerminator(), ReturnLike(), HasParentOp("nvws.warp_group"))
    SYNTAX: ClassVar = "($values^)? attr-dict (`:` type($values)^)?"


@irdl_op_definition
class WarpGroupReturnOp(Op):
    """The terminator of a region without results."""

    name = "nvws.warp_group.return"
    traits = traits_def(Pure(), IsTerminator(), HasParentOp("nvws.warp_group"))
    SYNTAX: ClassVar = "attr-dict"
