"""Memref loads, stores and copies, and metadata queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, cast

from xdsl.dialects.builtin import IndexType, IntegerType
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.irdl import SameVariadicResultSize, irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, NoMemoryEffect, Pure, RecursiveMemoryEffect

from xtriton.dialects.upstream.memref.allocation import Alignment
from xtriton.dialects.upstream.memref.layouts import MemRef, row_major_type
from xtriton.dialects.upstream.regions import split_attributes
from xtriton.dialects.upstream.shaped import (
    NamedResult,
    NonZeroRankedMemRef,
    RankedMemRef,
    RankedOrUnrankedMemRef,
)
from xtriton.dialects.upstream.traits import SameOperandsElementType
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.constraints import AnyType, BoolAttribute, I64Enum, Index, enum_attr, raise_wrong_kind
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    Operands,
    OpRegion,
    OptionalProperty,
    Property,
    Result,
    Results,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.effects import MEMORY, Effects, read, write
from xtriton.ir.narrowing import is_float_type, is_memref_type
from xtriton.ir.op import Op
from xtriton.ir.traits import (
    AllTypesMatch,
    HasParentOp,
    InferTypeOp,
    SameOperandsShape,
    TypesMatchWith,
    element_type,
    shape_of,
)


def _rank(value: SSAValue) -> int:
    return len(shape_of(value.type) or ())


@irdl_op_definition
class LoadOp(Op):
    """Loads an element."""

    name = "memref.load"
    memref: Operand = operand_def(RankedMemRef)
    indices: Operands = var_operand_def(Index, default=())
    nontemporal: OptionalProperty[bool] = opt_prop_def(BoolAttribute, default=None)
    alignment: OptionalProperty[int] = opt_prop_def(Alignment, default=None)
    result: Result = result_def(AnyType, default=INFERRED)
    traits = traits_def(
        TypesMatchWith("result type matches element type of 'memref'", "memref", "result", element_type),
        Effects(read(MEMORY, "memref")),
    )
    SYNTAX: ClassVar = "$memref `[` $indices `]` attr-dict `:` type($memref)"

    def verify_op(self) -> None:
        rank = _rank(self.memref)
        if len(self.indices) != rank:
            raise Violation(f"incorrect number of indices for load, expected {rank} but got {len(self.indices)}")


@irdl_op_definition
class StoreOp(Op):
    """Stores an element."""

    name = "memref.store"
    value: Operand = operand_def(AnyType)
    memref: Operand = operand_def(RankedMemRef)
    indices: Operands = var_operand_def(Index, default=())
    nontemporal: OptionalProperty[bool] = opt_prop_def(BoolAttribute, default=None)
    alignment: OptionalProperty[int] = opt_prop_def(Alignment, default=None)
    traits = traits_def(
        TypesMatchWith("type of 'value' matches element type of 'memref'", "memref", "value", element_type),
        Effects(write(MEMORY, "memref")),
    )
    SYNTAX: ClassVar = "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)"

    def verify_op(self) -> None:
        if len(self.indices) != _rank(self.memref):
            raise Violation("store index operand count not equal to memref rank")


@irdl_op_definition
class CopyOp(Op):
    """Copies all elements; the layouts may differ."""

    name = "memref.copy"
    source: Operand = operand_def(RankedOrUnrankedMemRef)
    target: Operand = operand_def(RankedOrUnrankedMemRef)
    traits = traits_def(
        SameOperandsElementType(),
        SameOperandsShape(),
        Effects(read(MEMORY, "source"), write(MEMORY, "target")),
    )
    SYNTAX: ClassVar = "$source `,` $target attr-dict `:` type($source) `to` type($target)"


@irdl_op_definition
class DimOp(NamedResult):
    """The extent of a dimension."""

    name = "memref.dim"
    RESULT_NAME: ClassVar[str] = "dim"
    source: Operand = operand_def(NonZeroRankedMemRef)
    index: Operand = operand_def(Index)
    result: Result = result_def(Index, default=INFERRED)
    traits = traits_def(NoMemoryEffect())
    SYNTAX: ClassVar = "attr-dict $source `,` $index `:` type($source)"


@irdl_op_definition
class RankOp(Op):
    """The number of dimensions."""

    name = "memref.rank"
    memref: Operand = operand_def(RankedOrUnrankedMemRef)
    result: Result = result_def(Index, default=INFERRED)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$memref attr-dict `:` type($memref)"


@irdl_op_definition
class ExtractAlignedPointerOp(NamedResult):
    """The aligned pointer of a memref as an integer."""

    name = "memref.extract_aligned_pointer_as_index"
    RESULT_NAME: ClassVar[str] = "intptr"
    source: Operand = operand_def(RankedOrUnrankedMemRef)
    aligned_pointer: Result = result_def(Index, default=INFERRED)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$source `:` type($source) `->` type(results) attr-dict"


def metadata_types(type_: MemRef) -> list[Attribute]:
    """The results of ``memref.extract_strided_metadata``: memory, offset, sizes, strides."""
    base = row_major_type(type_.element_type, (), type_.memory_space)
    return [base, *[IndexType()] * (1 + 2 * type_.get_num_dims())]


@irdl_op_definition
class ExtractStridedMetadataOp(Op):
    """The memory of a memref, its offset, sizes and strides."""

    name = "memref.extract_strided_metadata"
    source: Operand = operand_def(RankedMemRef)
    base_buffer: Result = result_def(RankedMemRef, default=INFERRED)
    offset: Result = result_def(Index, default=INFERRED)
    sizes: Results = var_result_def(Index, default=INFERRED)
    strides: Results = var_result_def(Index, default=INFERRED)
    irdl_options = (SameVariadicResultSize(),)
    traits = traits_def(InferTypeOp(), Pure())
    SYNTAX: ClassVar = "$source `:` type($source) `->` type(results) attr-dict"

    @staticmethod
    def infer_result_types(operands: Sequence[Attribute], properties: object, regions: object) -> Sequence[Attribute]:
        """The types that follow from the source."""
        return metadata_types(cast("MemRef", operands[0]))

    def asm_result_names(self) -> Iterable[tuple[SSAValue, str]]:
        names = [(self.results[0], "base_buffer"), (self.results[1], "offset")]
        rank = (len(self.results) - 2) // 2
        if rank:
            names += [(self.results[2], "sizes"), (self.results[2 + rank], "strides")]
        return names


class AtomicRMWKind(I64Enum):
    """The kind of an atomic operation."""

    ADDF = 0, "addf"
    ADDI = 1, "addi"
    ANDI = 2, "andi"
    ASSIGN = 3, "assign"
    MAXIMUMF = 4, "maximumf"
    MAXNUMF = 5, "maxnumf"
    MAXS = 6, "maxs"
    MAXU = 7, "maxu"
    MINIMUMF = 8, "minimumf"
    MINNUMF = 9, "minnumf"
    MINS = 10, "mins"
    MINU = 11, "minu"
    MULF = 12, "mulf"
    MULI = 13, "muli"
    ORI = 14, "ori"
    XORI = 15, "xori"


_FLOAT_KINDS = ("addf", "maximumf", "maxnumf", "minimumf", "minnumf", "mulf")
_INTEGER_KINDS = ("addi", "maxs", "maxu", "mins", "minu", "muli", "ori", "xori", "andi")


@irdl_op_definition
class AtomicRMWOp(Op):
    """Atomically combines an element with a value; returns the old element."""

    name = "memref.atomic_rmw"
    kind: Property[AtomicRMWKind] = prop_def(enum_attr(AtomicRMWKind), kw_only=False)
    value: Operand = operand_def(AnyType)
    memref: Operand = operand_def(RankedMemRef)
    indices: Operands = var_operand_def(Index, default=())
    result: Result = result_def(AnyType, default=INFERRED)
    traits = traits_def(
        AllTypesMatch(("value", "result")),
        TypesMatchWith("value type matches element type of memref", "memref", "value", element_type),
        Effects(read(MEMORY, "memref"), write(MEMORY, "memref")),
    )
    SYNTAX: ClassVar = (
        "$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` "
        "type($result)"
    )

    def verify_op(self) -> None:
        if len(self.indices) != _rank(self.memref):
            raise Violation("expects the number of subscripts to be equal to memref rank")
        kind = AtomicRMWKind.of(self.kind).keyword
        if kind in _FLOAT_KINDS and not is_float_type(self.value.type):
            raise Violation(f"with kind '{kind}' expects a floating-point type")
        if kind in _INTEGER_KINDS and not isinstance(self.value.type, IntegerType):
            raise Violation(f"with kind '{kind}' expects an integer type")


@irdl_op_definition
class AtomicYieldOp(Op):
    """Terminates the region of ``memref.generic_atomic_rmw`` with the new element."""

    name = "memref.atomic_yield"
    result: Operand = operand_def(AnyType)
    traits = traits_def(HasParentOp("memref.generic_atomic_rmw"), Pure(), IsTerminator())
    SYNTAX: ClassVar = "$result attr-dict `:` type($result)"

    def verify_in_context(self) -> None:
        parent = self.parent_op()
        if isinstance(parent, GenericAtomicRMWOp) and parent.result.type != self.result.type:
            raise Violation(
                f"types mismatch between yield op: '{self.result.type}' and its parent: '{parent.result.type}'"
            )


@irdl_op_definition
class GenericAtomicRMWOp(Op):
    """Atomically replaces an element by the result of the region; returns the old element."""

    name = "memref.generic_atomic_rmw"
    memref: Operand = operand_def(RankedMemRef)
    indices: Operands = var_operand_def(Index, default=())
    result: Result = result_def(AnyType, default=INFERRED)
    atomic_body: OpRegion = region_def()
    traits = traits_def(
        TypesMatchWith("result type matches element type of memref", "memref", "result", element_type),
        RecursiveMemoryEffect(),
        Effects(read(MEMORY, "memref"), write(MEMORY, "memref")),
    )

    @classmethod
    def parse(cls, parser: Parser) -> GenericAtomicRMWOp:
        memref = parser.parse_unresolved_operand()
        indices = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_unresolved_operand)
        parser.parse_punctuation(":")
        start = parser.pos
        type_ = parser.parse_type()
        if not is_memref_type(type_):
            raise_wrong_kind(parser, "builtin.memref", type_, start)
        operands = [
            parser.resolve_operand(memref, type_),
            *(parser.resolve_operand(index, IndexType()) for index in indices),
        ]
        region: Region = parser.parse_region()
        _, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        return cls.create(
            operands=operands, result_types=[element_type(type_)], regions=[region], attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.memref)
        printer.print_string("[")
        printer.print_list(self.indices, printer.print_ssa_value)
        printer.print_string("] : ")
        printer.print_attribute(self.memref.type)
        printer.print_string(" ")
        printer.print_region(self.atomic_body)
        printer.print_op_attributes(self.attributes)

    def verify_regions(self) -> None:
        block = self.atomic_body.first_block
        if block is None or len(block.args) != 1:
            raise Violation("expected single number of entry block arguments")
        if block.args[0].type != self.result.type:
            raise Violation("expected block argument of the same type result type")
        inside = [op for block_ in self.atomic_body.blocks for op in block_.ops]
        offender = next((op for op in inside if _may_have_effects(op)), None)
        if offender is not None:
            raise Violation("body of 'memref.generic_atomic_rmw' should contain only operations with no side effects")


def _may_have_effects(op: Op | object) -> bool:
    return not is_memory_effect_free(cast("Op", op))
