"""OpFoldResult static and dynamic index lists: ``[%a, 4]``.

An operation holds such a list as operands, and as an ``array<i64>`` with :data:`DYNAMIC` for each of them (MLIR's
``OpFoldResult`` and ``DynamicIndexList``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseArrayBase, IntegerType, i64
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.ir.constraints import raise_op_error
from xtriton.ir.definitions import Operands, Property
from xtriton.ir.diagnostics import Violation
from xtriton.ir.shared_attributes import dense_array
from xtriton.ir.traits import values_of

if TYPE_CHECKING:
    from xdsl.parser import Parser, UnresolvedOperand
    from xdsl.printer import Printer

    from xtriton.ir.op import CustomDirective
    from xtriton.ir.syntax import ParsedParts

DYNAMIC = DYNAMIC_INDEX
"""The marker of a dynamic entry (MLIR's ``ShapedType::kDynamic``)."""

OpFoldResult = int | SSAValue
"""An OpFoldResult: a constant integer or an SSA value."""


def numbers_attr(numbers: Sequence[int]) -> DenseArrayBase[IntegerType]:
    """``array<i64: ...>``."""
    return dense_array(i64, numbers)


def join_mixed(numbers: Attribute, operands: Sequence[SSAValue]) -> list[OpFoldResult]:
    """The list of an attribute and operands (MLIR's ``getMixedValues``)."""
    left = iter(operands)
    return [next(left) if number == DYNAMIC else number for number in dense_numbers(numbers)]


def split_mixed(values: Sequence[OpFoldResult]) -> tuple[list[SSAValue], DenseArrayBase[IntegerType]]:
    """The operands and the attribute of a list (MLIR's ``dispatchIndexOpFoldResults``)."""
    operands = [value for value in values if isinstance(value, SSAValue)]
    return operands, numbers_attr([DYNAMIC if isinstance(value, SSAValue) else value for value in values])


class SliceNumbers(TypedDict):
    """The attributes of an operation with offsets, sizes and strides."""

    static_offsets: DenseArrayBase[IntegerType]
    static_sizes: DenseArrayBase[IntegerType]
    static_strides: DenseArrayBase[IntegerType]


def split_slice(
    offsets: Sequence[OpFoldResult], sizes: Sequence[OpFoldResult], strides: Sequence[OpFoldResult]
) -> tuple[tuple[list[SSAValue], list[SSAValue], list[SSAValue]], SliceNumbers]:
    """The operands and the attributes of three lists."""
    starts, extents, steps = split_mixed(offsets), split_mixed(sizes), split_mixed(strides)
    numbers = SliceNumbers(static_offsets=starts[1], static_sizes=extents[1], static_strides=steps[1])
    return (starts[0], extents[0], steps[0]), numbers


def static_of(values: Sequence[OpFoldResult]) -> list[int]:
    """The static entries of a list, :data:`DYNAMIC` for SSA values."""
    return [DYNAMIC if isinstance(value, SSAValue) else value for value in values]


def parse_mixed(parser: Parser) -> tuple[list[UnresolvedOperand], list[int]]:
    """Read ``[%a, 4]``: operands, and integers with :data:`DYNAMIC` for each operand."""
    operands: list[UnresolvedOperand] = []
    numbers: list[int] = []

    def parse_one() -> None:
        operand = parser.parse_optional_unresolved_operand()
        if operand is not None:
            operands.append(operand)
            numbers.append(DYNAMIC)
            return
        number = parser.parse_optional_integer(allow_boolean=False)
        if number is None:
            raise_op_error(parser, "expected SSA value or integer")
        numbers.append(number)

    parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parse_one)
    return operands, numbers


def print_mixed(printer: Printer, numbers: Sequence[int], operands: Sequence[SSAValue]) -> None:
    """Write ``[%a, 4]``."""
    printer.print_string("[")
    print_indices(printer, numbers, operands)
    printer.print_string("]")


def parse_indices(
    parser: Parser, delimiter: Parser.Delimiter, dynamic: int
) -> tuple[list[UnresolvedOperand], list[int]]:
    """Read ``%a, 4`` between delimiters: operands, and integers with ``dynamic`` for each operand."""
    operands: list[UnresolvedOperand] = []
    numbers: list[int] = []

    def parse_one() -> None:
        operand = parser.parse_optional_unresolved_operand()
        if operand is None:
            numbers.append(parser.parse_integer(allow_boolean=False))
        else:
            operands.append(operand)
            numbers.append(dynamic)

    parser.parse_comma_separated_list(delimiter, parse_one)
    return operands, numbers


def print_indices(
    printer: Printer, numbers: Sequence[int], operands: Sequence[SSAValue], dynamic: int = DYNAMIC
) -> None:
    """Write ``%a, 4``: an operand for each number that is ``dynamic``."""
    left = iter(operands)
    for index, number in enumerate(numbers):
        if index:
            printer.print_string(", ")
        if number == dynamic:
            printer.print_ssa_value(next(left))
        else:
            printer.print_string(str(number))


def index_list(operands: str, numbers: str) -> CustomDirective:
    """ODS's ``custom<DynamicIndexList>`` for the operands and the property of these names."""

    def parse(parser: Parser, parts: ParsedParts) -> None:
        parts.operands[operands], listed = parse_mixed(parser)
        parts.properties[numbers] = numbers_attr(listed)

    def print_(printer: Printer, op: Any) -> None:
        print_mixed(printer, dense_numbers(op.properties[numbers]), values_of(op, operands))

    return parse, print_


def verify_mixed(what: str, rank: int, numbers: Attribute, operands: Sequence[SSAValue]) -> None:
    """Verify that a list has ``rank`` entries, and a value for each dynamic one; ``what`` names the list."""
    listed = dense_numbers(numbers)
    if len(listed) != rank:
        raise Violation(f"expected {rank} {what} values, got {len(listed)}", prefixed=False)
    verify_dynamic(what, numbers, operands)


def verify_dynamic(what: str, numbers: Attribute, operands: Sequence[SSAValue]) -> None:
    """Verify that a list has a value for each dynamic entry."""
    dynamic = dense_numbers(numbers).count(DYNAMIC)
    if len(operands) != dynamic:
        raise Violation(f"expected {dynamic} dynamic {what} values", prefixed=False)


class SliceMixin:
    """Mixin for operations with offsets, sizes and strides (MLIR's ``OffsetSizeAndStrideOpInterface``)."""

    if TYPE_CHECKING:  # defined by the operations
        offsets: Operands
        sizes: Operands
        strides: Operands
        static_offsets: Property[Sequence[int]]
        static_sizes: Property[Sequence[int]]
        static_strides: Property[Sequence[int]]

    @property
    def mixed_offsets(self) -> list[OpFoldResult]:
        """The offsets, by dimension."""
        return join_mixed(self.static_offsets, self.offsets)

    @property
    def mixed_sizes(self) -> list[OpFoldResult]:
        """The sizes, by dimension."""
        return join_mixed(self.static_sizes, self.sizes)

    @property
    def mixed_strides(self) -> list[OpFoldResult]:
        """The strides, by dimension."""
        return join_mixed(self.static_strides, self.strides)


def verify_slice_lists(op: SliceMixin, ranks: tuple[int, int, int]) -> None:
    """Verify that offsets, sizes and strides are consistent; ``ranks`` is the expected number of each."""
    counts = [len(dense_numbers(listed)) for listed in (op.static_offsets, op.static_sizes, op.static_strides)]
    well_formed = "so the rank of the result type is well-formed."
    if not (counts[0] == 1 and ranks[0] == 1) and counts[0] != counts[1]:
        raise Violation(
            f"expected mixed offsets rank to match mixed sizes rank ({counts[0]} vs {counts[1]}) {well_formed}",
            prefixed=False,
        )
    if counts[1] != counts[2]:
        raise Violation(
            f"expected mixed sizes rank to match mixed strides rank ({counts[1]} vs {counts[2]}) {well_formed}",
            prefixed=False,
        )
    verify_mixed("offset", ranks[0], op.static_offsets, op.offsets)
    verify_mixed("size", ranks[1], op.static_sizes, op.sizes)
    verify_mixed("stride", ranks[2], op.static_strides, op.strides)
    for what, listed in (("offsets", op.static_offsets), ("sizes", op.static_sizes)):
        negative = next((number for number in dense_numbers(listed) if number < 0 and number != DYNAMIC), None)
        if negative is not None:
            raise Violation(f"expected {what} to be non-negative, but got {negative}", prefixed=False)


def verify_in_bounds(op: SliceMixin, shape: Sequence[int]) -> None:
    """Check that the static part of a slice is in bounds of a shape (MLIR's ``verifyInBoundsSlice``)."""
    lists = (op.static_offsets, op.static_sizes, op.static_strides)
    problem = out_of_bounds(shape, *(dense_numbers(listed) for listed in lists))
    if problem is not None:
        raise Violation(problem, prefixed=False)


def is_in_bounds(shape: Sequence[int], lists: Sequence[Sequence[OpFoldResult]]) -> bool:
    """Whether a slice by offsets, sizes and strides lies within a shape, as far as that is known."""
    return out_of_bounds(shape, *(static_of(listed) for listed in lists)) is None


def out_of_bounds(
    shape: Sequence[int], offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]
) -> str | None:
    """The error of a slice whose static operands exceed a shape; ``None`` if there is none."""
    for index, (extent, offset, size, stride) in enumerate(zip(shape, offsets, sizes, strides, strict=True)):
        if DYNAMIC in (extent, offset):
            continue
        if offset >= extent:
            return f"offset {index} is out-of-bounds: {offset} >= {extent}"
        if DYNAMIC in (size, stride):
            continue
        last = offset + (size - 1) * stride
        if last >= extent:
            return f"slice along dimension {index} runs out-of-bounds: {last} >= {extent}"
    return None
