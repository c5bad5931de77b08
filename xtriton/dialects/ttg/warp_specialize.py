"""``ttg.warp_specialize``: different code for different groups of warps at the same time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    IsolatedFromAbove,
    IsTerminator,
    Pure,
    RecursivelySpeculatable,
    RecursiveMemoryEffect,
    ReturnLike,
)

from xtriton.dialects.ttg.op import LayoutOp, reject, verify_region_blocks
from xtriton.dialects.ttg.verify import maybe_num_warps
from xtriton.interfaces.region_branch import (
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
)
from xtriton.ir.constraints import AnyType, DenseI32Array, raise_op_error
from xtriton.ir.definitions import (
    Operands,
    OpRegion,
    OpRegions,
    OptionalProperty,
    Property,
    Results,
    opt_prop_def,
    prop_def,
    region_def,
    var_operand_def,
    var_region_def,
    var_result_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import int_list
from xtriton.ir.number_parser import parse_int32
from xtriton.ir.traits import AsyncRegions, HasParentOp
from xtriton.ir.walk import parent_of_type
from xtriton.layouts.bits import is_power_of_two
from xtriton.versions import V3_6, V3_7, ByVersion, active_version, before, by_version, since


@irdl_op_definition
class WarpSpecializePartitionsOp(RegionBranchOpInterface, LayoutOp):
    """Holds the partition regions of a :class:`WarpSpecializeOp`, since only operations can be isolated from above.

    Since Triton 3.7 control flows into each of them, with the captures; before, analyses do not enter them.
    """

    name = "ttg.warp_specialize.partitions"
    explicitCaptures: Operands = var_operand_def(AnyType, default=(), versions=since(V3_7))
    partitionRegions: OpRegions = var_region_def()
    traits = traits_def(
        IsolatedFromAbove(),
        RecursiveMemoryEffect(),
        RecursivelySpeculatable(),
        IsTerminator(),
        HasParentOp("ttg.warp_specialize"),
    )

    @property
    def is_known(self) -> bool:
        return _enters_partitions()

    def entry_successors(self) -> Sequence[RegionSuccessor]:
        return tuple(RegionSuccessor(region, _arguments(region)) for region in self.regions) if self.is_known else ()

    def region_successors(self, region: Region) -> Sequence[RegionSuccessor]:
        """None: control does not return from a partition."""
        return ()

    def entry_operands(self, successor: RegionSuccessor) -> range:
        return range(len(self.operands))

    def verify_in_context(self) -> None:
        for index in range(len(self.regions)):
            verify_region_blocks(self, index, "partitionRegions")
        _VERIFY_OWN_CAPTURES.now()(self)


@irdl_op_definition
class WarpSpecializeOp(RegionBranchOpInterface, LayoutOp):
    """Run the default region on the current warps, and each partition concurrently on its own warps.

    The captures are the arguments of every partition; the default region sees all values around it. They are operands
    of the :class:`WarpSpecializePartitionsOp`, before Triton 3.7 of this operation.
    """

    name = "ttg.warp_specialize"
    explicitCaptures: Operands = var_operand_def(AnyType, default=(), versions=before(V3_7))
    partitionNumWarps: Property[Sequence[int]] = prop_def(DenseI32Array)
    warpGroupStartIds: OptionalProperty[Sequence[int]] = opt_prop_def(DenseI32Array, default=None)
    requestedRegisters: OptionalProperty[Sequence[int]] = opt_prop_def(DenseI32Array, default=None)
    actualRegisters: OptionalProperty[Sequence[int]] = opt_prop_def(DenseI32Array, default=None)
    defaultPassthrough: Results = var_result_def(AnyType, default=())
    defaultRegion: OpRegion = region_def()
    partitionOpHolder: OpRegion = region_def()
    traits = traits_def(RecursiveMemoryEffect(), RecursivelySpeculatable(), AsyncRegions())

    @classmethod
    def of(
        cls,
        captures: Sequence[SSAValue],
        default: Region,
        partitions: Sequence[Region],
        warps: Sequence[int],
        results: Sequence[Attribute] = (),
        *,
        registers: Sequence[int] | None = None,
    ) -> WarpSpecializeOp:
        """The operation with a default region, and partitions that get the captures.

        Each partition runs on so many ``warps``, and requests so many ``registers`` per thread.
        """
        owner = _OWNER_OF_CAPTURES.now()
        of_holder = captures if owner is WarpSpecializePartitionsOp else ()
        holder = WarpSpecializePartitionsOp(of_holder, partitionRegions=list(partitions))
        return cls(
            captures if owner is cls else (),
            partitionNumWarps=list(warps),
            requestedRegisters=registers,
            defaultPassthrough=list(results),
            defaultRegion=default,
            partitionOpHolder=Region(Block([holder])),
        )

    @property
    def num_warps(self) -> Sequence[int]:
        """The number of warps of each partition."""
        return int_list(self.partitionNumWarps)

    @property
    def holder(self) -> WarpSpecializePartitionsOp:
        """The operation that holds the partition regions."""
        holder = self.partitionOpHolder.block.first_op
        assert isinstance(holder, WarpSpecializePartitionsOp)
        return holder

    @property
    def partitions(self) -> Sequence[Region]:
        """The partition regions."""
        return self.holder.regions

    @property
    def captures(self) -> Sequence[SSAValue]:
        """The values that the partitions get as arguments."""
        return self.capturing.operands

    @property
    def capturing(self) -> Operation:
        """The operation that has the captures as its operands."""
        return self.holder if _OWNER_OF_CAPTURES.now() is WarpSpecializePartitionsOp else self

    def entry_successors(self) -> Sequence[RegionSuccessor]:
        """The default region, and since Triton 3.7 that of the partitions, which run on other warps."""
        entered = (self.defaultRegion, self.partitionOpHolder) if _enters_partitions() else (self.defaultRegion,)
        return tuple(RegionSuccessor(region, ()) for region in entered)

    def region_successors(self, region: Region) -> Sequence[RegionSuccessor]:
        return (self.past,) if region is self.defaultRegion else ()

    def verify_in_context(self) -> None:
        verify_region_blocks(self, 0, "defaultRegion")
        verify_region_blocks(self, 1, "partitionOpHolder", exact=True)
        if not isinstance(self.partitionOpHolder.block.first_op, WarpSpecializePartitionsOp):
            raise Violation("expected to find only a `ttg.warp_specialize.partitions` op inside its second region")
        self._verify_counts()
        _VERIFY_CAPTURES.now()(self)
        if parent_of_type(self, WarpSpecializeOp) is not None:
            raise Violation("cannot be nested inside another `ttg.warp_specialize` op")
        warps = maybe_num_warps(self)
        if warps is not None and warps % 4:
            reject("warp-specialized kernels requires num_warps to be a multiple of 4")

    def _verify_counts(self) -> None:
        counts = self.num_warps
        if len(self.partitions) != len(counts):
            raise Violation(f"has {len(self.partitions)} partitions but `partitionNumWarps` has {len(counts)} elements")
        for index, count in enumerate(counts):
            if not is_power_of_two(count):
                raise Violation(f"partition #{index} number of warps ({count}) must be a power of 2")
        starts = int_list(self.warpGroupStartIds) if self.warpGroupStartIds is not None else counts
        if len(starts) != len(counts):
            raise Violation(f"has {len(starts)} warp group start IDs but expected {len(counts)}")

    @classmethod
    def parse(cls, parser: Parser) -> WarpSpecializeOp:
        start = parser.pos
        operands = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)
        attributes = parse_attributes_after_keyword(parser)
        parser.parse_keyword("default")
        default = parser.parse_region()
        holder_position = parser.pos
        regions, counts = _parse_partitions(parser)
        parser.parse_punctuation(":")
        types = parser.parse_function_type()
        inputs = types.inputs.data
        if len(operands) != len(inputs):
            raise_op_error(
                parser,
                f"number of operands and types do not match: got {len(operands)} operands and {len(inputs)} types",
                start,
            )
        captures = [parser.resolve_operand(operand, type_) for operand, type_ in zip(operands, inputs, strict=True)]
        op = cls.of(captures, default, regions, counts, types.outputs.data)
        place = getattr(parser, "location_at", None)
        if place is not None:
            op.holder.location = place(holder_position)
        op.properties.update({name: attributes.pop(name) for name in _OPTIONAL_PROPERTIES if name in attributes})
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string("(")
        printer.print_list(self.captures, printer.print_ssa_value)
        printer.print_string(")")
        print_attributes_after_keyword(printer, {**self.attributes, **self.properties}, "partitionNumWarps")
        printer.print_string("\ndefault ")
        printer.print_region(self.defaultRegion, print_entry_block_args=False, print_empty_block=False)
        for index, (region, count) in enumerate(zip(self.partitions, self.num_warps, strict=True)):
            printer.print_string(f"\npartition{index}(")
            printer.print_list(_arguments(region), printer.print_block_argument)
            printer.print_string(f") num_warps({count}) ")
            printer.print_region(region, print_entry_block_args=False, print_empty_block=False)
        printer.print_string(" : (")
        printer.print_list([capture.type for capture in self.captures], printer.print_attribute)
        printer.print_string(") -> ")
        print_result_types(printer, self.result_types)


def _enters_partitions() -> bool:
    return active_version() in _ENTERS_PARTITIONS


_ENTERS_PARTITIONS = since(V3_7)


def _verify_captures(op: WarpSpecializeOp) -> None:
    _verify_partitions(op.partitions, op.operand_types)


def _verify_own_captures(op: WarpSpecializePartitionsOp) -> None:
    _verify_partitions(op.regions, op.operand_types)


def _verify_partitions(partitions: Sequence[Region], captured: Sequence[Attribute]) -> None:
    for index, region in enumerate(partitions):
        _verify_arguments(index, [argument.type for argument in _arguments(region)], captured)


_OWNER_OF_CAPTURES: ByVersion[type[LayoutOp]] = by_version({V3_6: WarpSpecializeOp, V3_7: WarpSpecializePartitionsOp})
"""The operation that has the captures as operands."""
_VERIFY_CAPTURES: ByVersion[Callable[[WarpSpecializeOp], None]] = by_version(
    {V3_6: _verify_captures, V3_7: lambda op: None}
)
_VERIFY_OWN_CAPTURES: ByVersion[Callable[[WarpSpecializePartitionsOp], None]] = by_version(
    {V3_6: lambda op: None, V3_7: _verify_own_captures}
)
_OPTIONAL_PROPERTIES = ("warpGroupStartIds", "requestedRegisters", "actualRegisters")


def _parse_partitions(parser: Parser) -> tuple[list[Region], list[int]]:
    regions: list[Region] = []
    counts: list[int] = []
    while parser.parse_optional_keyword(f"partition{len(counts)}") is not None:
        arguments = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_argument)
        counts.append(parse_num_warps(parser))
        regions.append(parser.parse_region(arguments or None))
    return regions, counts


def _arguments(region: Region) -> Sequence[BlockArgument]:
    block = region.first_block
    return block.args if block is not None else ()


def _verify_arguments(index: int, types: Sequence[Attribute], captured: Sequence[Attribute]) -> None:
    if len(types) != len(captured):
        raise Violation(f"partition region #{index} has {len(types)} arguments but expected {len(captured)}")
    for number, (type_, capture) in enumerate(zip(types, captured, strict=True)):
        if type_ != capture:
            raise Violation(
                f"partition region #{index} argument #{number} has type '{type_}' but corresponding capture has type "
                f"'{capture}'"
            )


def parse_num_warps(parser: Parser) -> int:
    """Read ``num_warps(4)``."""
    parser.parse_keyword("num_warps")
    parser.parse_punctuation("(")
    count = parse_int32(parser)
    parser.parse_punctuation(")")
    return count


def parse_attributes_after_keyword(parser: Parser) -> dict[str, Attribute]:
    """Read ``attributes {...}`` if it comes next."""
    if parser.parse_optional_keyword("attributes") is None:
        return {}
    return dict(parser.parse_optional_attr_dict())


def print_attributes_after_keyword(printer: Printer, attributes: dict[str, Attribute], *hidden: str) -> None:
    """Write `` attributes {...}`` unless nothing is left of them without the hidden ones."""
    shown = {name: value for name, value in sorted(attributes.items()) if name not in hidden}
    if shown:
        printer.print_string(" attributes ")
        printer.print_attr_dict(shown)


def print_result_types(printer: Printer, types: Sequence[Attribute]) -> None:
    """Write the types after an arrow: a lone one without parentheses."""
    if len(types) == 1:
        printer.print_attribute(types[0])
        return
    printer.print_string("(")
    printer.print_list(types, printer.print_attribute)
    printer.print_string(")")


@irdl_op_definition
class WarpYieldOp(RegionBranchTerminatorOpInterface, LayoutOp):
    """The end of the default region; its operands are the results of the :class:`WarpSpecializeOp`."""

    name = "ttg.warp_yield"
    values: Operands = var_operand_def(AnyType, default=())
    traits = traits_def(Pure(), IsTerminator(), ReturnLike(), HasParentOp("ttg.warp_specialize"))
    SYNTAX: ClassVar = "($values^)? attr-dict (`:` type($values)^)?"

    def verify_in_context(self) -> None:
        parent = self.parent_op()
        if parent is None:
            return
        wanted, given = parent.result_types, self.operand_types
        if len(given) != len(wanted):
            raise Violation(f"has {len(given)} operands but parent op expected {len(wanted)}")
        for index, (type_, expected) in enumerate(zip(given, wanted, strict=True)):
            if type_ != expected:
                raise Violation(f"operand #{index} has type '{type_}' but parent op expected '{expected}'")


@irdl_op_definition
class WarpReturnOp(LayoutOp):
    """The end of a partition region."""

    name = "ttg.warp_return"
    traits = traits_def(Pure(), IsTerminator(), ReturnLike(), HasParentOp("ttg.warp_specialize.partitions"))
    SYNTAX: ClassVar = "attr-dict"
