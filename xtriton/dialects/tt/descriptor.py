"""Operations of ``tt`` on tensor descriptors: tensors in memory, accessed a block at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import ClassVar, cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute
from xdsl.irdl import SameVariadicOperandSize, irdl_op_definition, traits_def
from xdsl.traits import Pure

from xtriton.dialects.tt.effects import GLOBAL_MEMORY, Effects, read, write
from xtriton.dialects.tt.enums import CacheModifier, DescriptorReduceKind, EvictionPolicy, PaddingOption
from xtriton.dialects.tt.memory import CacheAttr, EvictAttr, PaddingAttr
from xtriton.dialects.tt.op import TritonOp
from xtriton.dialects.tt.types import Ptr, Tensor, TensorDesc, TensorDescType
from xtriton.dialects.upstream.constraints import bit_width
from xtriton.ir.constraints import I16, I32, I64, AnyAttr, enum_attr, ranked_tensor_of, type_by_version
from xtriton.ir.definitions import (
    Operand,
    Operands,
    OptionalProperty,
    Property,
    Result,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import tensor
from xtriton.ir.traits import element_type
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, ByVersion, before, by_version, since

DescriptorReduceAttr = enum_attr(DescriptorReduceKind)
I32Tensor = ranked_tensor_of(I32)
RowOffsets = type_by_version({V3_6: I32Tensor, V3_8: ranked_tensor_of(I16, I32)})
_READ = Effects(read(GLOBAL_MEMORY, "desc"))
_READ_WRITE = Effects(read(GLOBAL_MEMORY, "desc"), write(GLOBAL_MEMORY, "desc"))


def _block(desc: Attribute) -> TensorType[Attribute]:
    return cast("TensorDescType", desc).signless_block_type


@irdl_op_definition
class MakeTensorDescOp(TritonOp):
    """A descriptor of a strided tensor in memory."""

    name = "tt.make_tensor_descriptor"
    base: Operand = operand_def(Ptr)
    shape: Operands = var_operand_def(I32, default=())
    strides: Operands = var_operand_def(I64, default=())
    padding: Property[PaddingOption] = prop_def(PaddingAttr, default=PaddingOption.PAD_ZERO.attr)
    result: Result = result_def(TensorDesc)
    irdl_options = (SameVariadicOperandSize(),)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$base `,` `[` $shape `]` `,` `[` $strides `]` attr-dict `:` type($base) `,` type($result)"


def _verify_equal_shapes(block: TensorType[Attribute], accessed: TensorType[Attribute]) -> None:
    """The block type and the accessed tensor type must be equal, except for leading unit dimensions of the block."""
    block_shape, shape = tuple(block.get_shape()), tuple(accessed.get_shape())
    if len(block_shape) > len(shape):
        extra = len(block_shape) - len(shape)
        if any(extent != 1 for extent in block_shape[:extra]):
            raise Violation("ranked reduce load only allowed for unit dimension leading dim.")
        block_shape = block_shape[extra:]
    if block_shape != shape or block.element_type != accessed.element_type:
        raise Violation("tensor descriptor block and tensor types must match")


def _verify_equal_counts(block: TensorType[Attribute], accessed: TensorType[Attribute]) -> None:
    """The block and the accessed tensor must have as many elements, of one type."""
    if block.element_type != accessed.element_type:
        raise Violation(
            "descriptor block and tensor element types must match, but got descriptor element type "
            f"'{block.element_type}' and tensor element type '{accessed.element_type}'"
        )
    counts = prod(block.get_shape()), prod(accessed.get_shape())
    if counts[0] != counts[1]:
        raise Violation(
            "descriptor block and tensor must have the same number of elements, but got descriptor block with "
            f"{counts[0]} elements tensor with {counts[1]} elements"
        )


_VERIFY_BLOCK: ByVersion[Callable[[TensorType[Attribute], TensorType[Attribute]], None]] = by_version(
    {V3_6: _verify_equal_shapes, V3_7: _verify_equal_counts}
)


def verify_block_access(desc: Attribute, accessed: Attribute) -> None:
    """Verify the type of a tensor, or memory, that is copied from or to a block of a descriptor."""
    _VERIFY_BLOCK.now()(_block(desc), tensor(accessed))


_VERIFY_REDUCE: ByVersion[Callable[[Attribute, Attribute], None]] = by_version(
    {V3_6: lambda desc, accessed: None, V3_7: verify_block_access}
)


@irdl_op_definition
class DescriptorLoadOp(TritonOp):
    """Load a block through a descriptor."""

    name = "tt.descriptor_load"
    desc: Operand = operand_def(TensorDesc)
    indices: Operands = var_operand_def(I32, default=())
    cache: Property[CacheModifier] = prop_def(CacheAttr, default=CacheModifier.NONE.attr, versions=before(V3_9))
    evict: Property[EvictionPolicy] = prop_def(EvictAttr, default=EvictionPolicy.NORMAL.attr, versions=before(V3_9))
    cachePolicy: OptionalProperty = opt_prop_def(AnyAttr, default=None, versions=since(V3_9))
    result: Result = result_def(Tensor)
    traits = traits_def(_READ)
    SYNTAX: ClassVar = by_version(
        {
            V3_6: (
                "$desc `[` $indices `]` oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict) attr-dict "
                "`:` qualified(type($desc)) `->` type($result)"
            ),
            V3_9: "$desc `[` $indices `]` attr-dict `:` qualified(type($desc)) `->` type($result)",
        }
    )

    def verify_op(self) -> None:
        verify_block_access(self.desc.type, self.result.type)


@irdl_op_definition
class DescriptorStoreOp(TritonOp):
    """Store a block through a descriptor."""

    name = "tt.descriptor_store"
    desc: Operand = operand_def(TensorDesc)
    src: Operand = operand_def(Tensor)
    indices: Operands = var_operand_def(I32, default=())
    traits = traits_def(_READ_WRITE)
    SYNTAX: ClassVar = "$desc `[` $indices `]` `,` $src attr-dict `:` qualified(type($desc)) `,` type($src)"

    def verify_op(self) -> None:
        verify_block_access(self.desc.type, self.src.type)


@irdl_op_definition
class DescriptorReduceOp(TritonOp):
    """Combine a block with memory through a descriptor, atomically per element."""

    name = "tt.descriptor_reduce"
    kind: Property[DescriptorReduceKind] = prop_def(DescriptorReduceAttr)
    desc: Operand = operand_def(TensorDesc)
    src: Operand = operand_def(Tensor)
    indices: Operands = var_operand_def(I32, default=())
    traits = traits_def(_READ_WRITE)
    SYNTAX: ClassVar = "$kind `,` $desc `[` $indices `]` `,` $src attr-dict `:` qualified(type($desc)) `,` type($src)"

    def verify_op(self) -> None:
        _VERIFY_REDUCE.now()(self.desc.type, self.src.type)


@dataclass(frozen=True)
class _GatherMessages:
    """The messages of a version about gathers and scatters."""

    rows: str
    columns: str
    block: str


_GATHER_MESSAGES = by_version(
    {
        V3_6: _GatherMessages(
            "gather must have at least {least} rows, but got {got}",
            "gather of '{element}' must have at least {least} columns, but got {got}",
            "block",
        ),
        V3_7: _GatherMessages(
            "must have at least {least} rows, but got {got}",
            "must have at least {least} columns for '{element}', but got {got}",
            "descriptor block",
        ),
    }
)


def verify_gather_result(result: Attribute, indices: Attribute) -> None:
    """Verify the result type of a gather, or the source type of a scatter (tensor or memdesc)."""
    messages = _GATHER_MESSAGES.now()
    shape = cast("TensorType[Attribute]", result).get_shape()
    rows = tensor(indices).get_shape()
    if len(rows) != 1:
        raise Violation(f"x offsets must be a 1D tensor, but got '{indices}'")
    if len(shape) != 2:
        raise Violation(f"result must be a 2D tensor, but got '{result}'")
    if shape[0] < _MIN_ROWS:
        raise Violation(messages.rows.format(least=_MIN_ROWS, got=shape[0]))
    element = element_type(result)
    width = bit_width(element) or 0
    if not width:
        raise Violation(f"elements must be integers or floats, but got '{element}'")
    if width > _MAX_BITS:
        raise Violation("TMA dtype cannot be greater than 32 bits")
    columns = _MAX_BITS // width * 8
    if shape[1] < columns:
        raise Violation(messages.columns.format(element=element, least=columns, got=shape[1]))
    if shape[0] != rows[0]:
        raise Violation(f"result tensor must have as many rows as indices ({rows[0]}), but got '{result}'")


_MIN_ROWS = 8
_MAX_BITS = 32


def verify_gather_scatter(block: TensorType[Attribute], result: Attribute, indices: Attribute) -> None:
    """Verify a descriptor's one-row block, and the rows that ``indices`` select."""
    what = _GATHER_MESSAGES.now().block
    shape: Sequence[int] = block.get_shape()
    if len(shape) != 2:
        raise Violation(f"{what} must be a 2D tensor, but got '{block}'")
    if shape[0] != 1:
        raise Violation(f"{what} must have exactly 1 row, but got '{block}'")
    verify_gather_result(result, indices)
    type_ = cast("TensorType[Attribute]", result)
    if type_.get_shape()[1] != shape[1]:
        raise Violation(f"result tensor number of columns must match block ({shape[1]}), but got '{result}'")
    if type_.element_type != block.element_type:
        raise Violation(f"result tensor element type must match block ('{block.element_type}'), but got '{result}'")


@irdl_op_definition
class DescriptorGatherOp(TritonOp):
    """Load the rows at ``x_offsets``, from column ``y_offset`` on."""

    name = "tt.descriptor_gather"
    desc: Operand = operand_def(TensorDesc)
    x_offsets: Operand = operand_def(RowOffsets)
    y_offset: Operand = operand_def(I32)
    result: Result = result_def(Tensor)
    traits = traits_def(_READ)
    SYNTAX: ClassVar = "$desc `[` $x_offsets `,` $y_offset `]` attr-dict `:` functional-type(operands, results)"

    def verify_op(self) -> None:
        verify_gather_scatter(_block(self.desc.type), self.result.type, self.x_offsets.type)


@irdl_op_definition
class DescriptorScatterOp(TritonOp):
    """Store rows at ``x_offsets``, from column ``y_offset`` on."""

    name = "tt.descriptor_scatter"
    desc: Operand = operand_def(TensorDesc)
    x_offsets: Operand = operand_def(RowOffsets)
    y_offset: Operand = operand_def(I32)
    src: Operand = operand_def(Tensor)
    traits = traits_def(_READ_WRITE)
    SYNTAX: ClassVar = "$desc `[` $x_offsets `,` $y_offset `]` `,` $src attr-dict `:` type(operands)"

    def verify_op(self) -> None:
        verify_gather_scatter(_block(self.desc.type), self.src.type, self.x_offsets.type)
